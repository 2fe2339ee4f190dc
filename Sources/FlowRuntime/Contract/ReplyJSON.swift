public import FlowExpression
public import FlowJSON
public import FlowModel

extension Reply {
  /// The reply as an object of the wire contract.
  public var json: JSON {
    var object = JSONObject()
    object["run"] = run.map(JSON.string)
    object["flow"] = flow.map(JSON.string)
    object["state"] = state.map(JSON.string)
    object["locale"] = locale.map { .string($0.text) }
    if locale?.isRightToLeft == true { object["direction"] = "rtl" }
    object["page"] = page?.json
    object["events"] = .array(events.map(JSON.string))
    object["expiresAt"] = expiresAt.map { .string($0.utcText) }
    object["deadline"] = deadline.map { .string($0.utcText) }
    if !targets.isEmpty { object["targets"] = .array(targets.map(\.json)) }
    object["sent"] = sent?.json
    object["held"] = held?.json
    object["error"] = error?.json
    object["end"] = end?.json
    object["token"] = token.map(JSON.string)
    return .object(object)
  }
}

extension PageView {
  /// The page as an object of the wire contract.
  public var json: JSON {
    var object: JSONObject = ["title": .string(title), "fields": .array(jsonFields)]
    object["labels"] = jsonLabels
    return .object(object)
  }

  /// The labels of its events by their names; nil where none has one.
  public var jsonLabels: JSON? {
    var labels = JSONObject()
    for event in events { labels[event.name] = event.label.map(JSON.string) }
    return labels.members.isEmpty ? nil : .object(labels)
  }

  /// The fields of all its events as objects of the wire contract.
  public var jsonFields: [JSON] {
    events.flatMap { event in event.fields.map { $0.json(event: event.name, value: value(of: $0)) } }
  }
}

extension FieldView {
  /// The field of an event as an object of the wire contract, with the value that the run has for it.
  public func json(event: String, value: Value? = nil) -> JSON {
    let type = attribute?.type.name ?? name
    var object: JSONObject = [
      "name": .string(name), "type": .string(type), "required": .bool(isRequired), "label": .string(label),
    ]
    if event != "submit" { object["event"] = .string(event) }
    if let attribute {
      if !attribute.options.isEmpty { object["options"] = .array(attribute.options.map(JSON.string)) }
      var optionLabels = JSONObject()
      for (option, label) in zip(attribute.options, attribute.optionLabels) where !label.isEmpty {
        optionLabels[option] = .string(label)
      }
      if !optionLabels.members.isEmpty { object["optionLabels"] = .object(optionLabels) }
      object["minLength"] = attribute.minLength.map { .int(Int64($0)) }
      object["maxLength"] = attribute.maxLength.map { .int(Int64($0)) }
      object["minimum"] = attribute.minimum.map(JSON.number)
      object["maximum"] = attribute.maximum.map(JSON.number)
      object["pattern"] = attribute.pattern.map(JSON.string)
      if attribute.isSecret { object["secret"] = true }
      if !attribute.hint.isEmpty { object["hint"] = .string(attribute.hint) }
      if !attribute.region.isEmpty { object["region"] = .string(attribute.region) }
    }
    if !help.isEmpty { object["help"] = .string(help) }
    if !placeholder.isEmpty { object["placeholder"] = .string(placeholder) }
    object["show"] = terms.show?.json
    object["requiredWhen"] = terms.required?.json
    if !terms.options.isEmpty { object["optionsWhen"] = .array(terms.options.map(\.json)) }
    if let passwords {
      object["minLength"] = .int(Int64(passwords.minLength))
      object["maxLength"] = .int(Int64(passwords.maxLength))
      if passwords.classes > 1 { object["classes"] = .int(Int64(passwords.classes)) }
      if !passwords.refused.isEmpty { object["refused"] = .array(passwords.refused.map { .string($0.rawValue) }) }
    }
    object["value"] = value.map { JSON($0) }
    return .object(object)
  }
}

extension JSON {
  /// A bound as people wrote it: whole numbers without a fraction.
  public static func number(_ value: Double) -> JSON { Int64(exactly: value).map(JSON.int) ?? .double(value) }
}

extension Reply.Target {
  fileprivate var json: JSON {
    ["event": .string(event), "to": .string(to), "channel": .string(channel.name)]
  }
}

extension Reply.Sent {
  fileprivate var json: JSON {
    var object: JSONObject = ["to": .string(to), "channel": .string(channel.name)]
    object["length"] = length.map { .int(Int64($0)) }
    object["resendAfter"] = .int(Int64(resendAfter))
    return .object(object)
  }
}

extension Reply.Held {
  fileprivate var json: JSON {
    var object: JSONObject = ["channel": .string(channel.name)]
    object["to"] = to.map(JSON.string)
    return .object(object)
  }
}

extension Reply.ErrorView {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "code": .string(code), "message": .string(message), "fields": .array(fields.map { .string($0.name) }),
    ]
    var (reasons, details) = (JSONObject(), JSONObject())
    for field in fields {
      reasons[field.name] = field.reason.map(JSON.string)
      details[field.name] = field.complaint?.json
    }
    if !reasons.members.isEmpty { object["reasons"] = .object(reasons) }
    if !details.members.isEmpty { object["details"] = .object(details) }
    object["retryAfter"] = retryAfter.map { .int(Int64($0)) }
    return .object(object)
  }
}

extension FieldComplaint {
  fileprivate var json: JSON {
    var object: JSONObject = ["code": .string(code)]
    for parameter in parameters.members { object[parameter.name] = parameter.value }
    return .object(object)
  }
}

extension Reply.EndView {
  fileprivate var json: JSON {
    var object: JSONObject = ["name": .string(name)]
    object["grants"] = grants.map(JSON.object)
    object["result"] = result.map(JSON.object)
    object["redirect"] = redirect.map(JSON.string)
    return .object(object)
  }
}
