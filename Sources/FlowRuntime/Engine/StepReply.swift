import FlowExpression
import FlowJSON
import FlowModel

extension EffectStep {
  /// The reply for the run as it stands; `error` goes before the one that the run keeps.
  func reply(step: UInt32, error: Reply.ErrorView? = nil) -> Reply {
    var reply = Reply(error: error ?? keptError)
    reply.run = runID.hex
    reply.flow = flow.name
    reply.state = state.name
    reply.token = ContinuationToken(run: runID, step: step).text(ports.key)
    if let page {
      reply.page = Reply.PageView(title: page.title, fields: page.events.flatMap(fields))
      reply.events = page.events.map(\.name)
      reply.sent = run.sent.map {
        Reply.Sent(
          to: $0.to, channel: $0.channel, length: $0.length > 0 ? Int($0.length) : nil,
          resendAfter: Int(max(0, ($0.resendAt - now + 999) / 1000)))
      }
    } else if state.kind == .end {
      reply.end = endView(flow.ends[Int(state.payload)])
    }
    return reply
  }

  /// A refusal as the wire contract shows it.
  func view(_ refusal: Refusal) -> Reply.ErrorView {
    switch refusal {
    case .missing(let slots):
      .init(EngineError.attributesRequired, fields: slots.map { .init(name: name($0)) })
    case .invalid(let fields):
      .init(EngineError.attributesInvalid, fields: fields.map { .init(name: name($0.slot), reason: $0.reason) })
    case .unknownEvent: .init(EngineError.unknownEvent)
    case .denied: .init(EngineError.denied)
    }
  }

  /// The error beside the state, about those of its fields that the page has.
  private var keptError: Reply.ErrorView? {
    guard let error = run.error, table.errors.indices.contains(Int(error.error)) else { return nil }
    let shown = page?.events.flatMap { $0.fields.map(\.slot) } ?? []
    return .init(
      table.errors[Int(error.error)], fields: error.fields.filter(shown.contains).map { .init(name: name($0)) })
  }

  private func name(_ slot: Slot) -> String { table.name(of: slot, in: flow) }

  private func fields(of event: PageEvent) -> [Reply.FieldView] {
    event.fields.map { field in
      if let secret = table.secret(of: field.slot) {
        return Reply.FieldView(
          name: secret.name, type: secret.name, label: secret.label, isRequired: field.isRequired, event: event.name)
      }
      guard let definition = table.definition(of: field.slot, in: flow) else {
        return Reply.FieldView(
          name: name(field.slot), type: "string", label: name(field.slot), isRequired: field.isRequired,
          event: event.name)
      }
      var view = Reply.FieldView(
        name: definition.name, type: definition.type.name, label: definition.displayLabel,
        isRequired: field.isRequired, event: event.name)
      view.options = definition.options
      view.limits = [
        ("minLength", definition.minLength.map { .int(Int64($0)) }),
        ("maxLength", definition.maxLength.map { .int(Int64($0)) }),
        ("minimum", definition.minimum.map(JSON.number)), ("maximum", definition.maximum.map(JSON.number)),
        ("pattern", definition.pattern.map(JSON.string)),
      ].compactMap { name, value in value.map { (name, $0) } }
      view.value = run[field.slot].map(JSON.init)
      return view
    }
  }

  private func endView(_ end: End) -> Reply.EndView {
    var result = JSONObject()
    for one in end.results {
      switch one {
      case .slot(let slot, let name): result[name] = run[slot].map(JSON.init) ?? .null
      case .tokens: result["tokens"] = tokens.map(JSON.object)
      }
    }
    return Reply.EndView(name: end.name, grants: grants, result: end.results.isEmpty ? nil : result)
  }
}

extension JSON {
  /// A bound as people wrote it: whole numbers without a fraction.
  static func number(_ value: Double) -> JSON { Int64(exactly: value).map(JSON.int) ?? .double(value) }
}
