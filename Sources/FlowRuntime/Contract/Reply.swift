public import FlowJSON
public import FlowModel

/// All that a client needs after a step: the same over every transport.
public struct Reply: Hashable, Sendable {
  /// The run's id; nil where no run belongs to what was sent.
  public var run: String?
  /// The name of the flow.
  public var flow: String?
  /// The name of the state the run rests in; nil while a code is held: which state sends it is no matter of clients.
  public var state: String?
  /// The page, unless the run is over.
  public var page: PageView?
  /// The events that may be sent.
  public var events: [String] = []
  /// Where events send codes to, as far as that is known before they are sent.
  public var targets: [Target] = []
  /// Where the last code went.
  public var sent: Sent?
  /// Where a code will go, if the run rests before it is sent (`ClientEvent.holdsCodes`).
  public var held: Held?
  /// What went wrong; the run can go on from the state beside it.
  public var error: ErrorView?
  /// How the run is over, if it is.
  public var end: EndView?
  /// The continuation token to send with the next event.
  public var token: String?

  /// A reply of nothing but an error.
  public init(error: ErrorView? = nil) { self.error = error }

  /// What a page shows.
  public struct PageView: Hashable, Sendable {
    /// The heading.
    public var title: String
    /// The fields of all its events, those of `submit` first.
    public var fields: [FieldView]
  }

  /// A field as a client shows it.
  public struct FieldView: Hashable, Sendable {
    /// The name under which its value is sent.
    public var name: String
    /// The type: an attribute's, or the name of a secret input.
    public var type: String
    /// What people see beside it.
    public var label: String
    /// Whether the event needs it.
    public var isRequired: Bool
    /// The event it belongs to.
    public var event: String
    /// The options to choose from.
    public var options: [String] = []
    /// The limits of its values.
    public var limits: [(name: String, value: JSON)] {
      get { limitNames.indices.map { (limitNames[$0], limitValues[$0]) } }
      set {
        limitNames = newValue.map(\.name)
        limitValues = newValue.map(\.value)
      }
    }
    private var limitNames: [String] = []
    private var limitValues: [JSON] = []
    /// Whether it is a secret attribute: what was typed is never shown again.
    public var isSecret = false
    /// The value the run has already, unless it is a secret.
    public var value: JSON?

    /// A field without options and limits.
    public init(name: String, type: String, label: String, isRequired: Bool, event: String) {
      self.name = name
      self.type = type
      self.label = label
      self.isRequired = isRequired
      self.event = event
    }

    /// Whether people's screens must not show what is typed.
    public var isHidden: Bool { isSecret || type == SecretField.password.name }
  }

  /// Where an event sends a code to.
  public struct Target: Hashable, Sendable {
    /// The event.
    public var event: String
    /// The address, masked.
    public var to: String
    /// How.
    public var channel: ChannelKind
  }

  /// Where a code or link went.
  public struct Sent: Hashable, Sendable {
    /// The address, masked.
    public var to: String
    /// How.
    public var channel: ChannelKind
    /// How many digits the code has; nil for a link.
    public var length: Int?
    /// In how many seconds another one may be sent.
    public var resendAfter: Int
  }

  /// Whether the run waits for an event: at a page, or before a code that is held.
  public var isAtRest: Bool { page != nil || held != nil }

  /// A code that waits for the event `ClientEvent.release`.
  public struct Held: Hashable, Sendable {
    /// The address, masked; nil where the run has none, so that the code cannot be delivered.
    public var to: String?
    /// How it will go there.
    public var channel: ChannelKind
  }

  /// An error beside a state.
  public struct ErrorView: Hashable, Sendable {
    /// The stable code.
    public var code: String
    /// What people read.
    public var message: String
    /// The fields it is about, each with a reason where there is one.
    public var fields: [FieldError] = []

    /// An error about fields.
    public init(_ error: ErrorDefinition, fields: [FieldError] = []) {
      code = error.code
      message = error.message
      self.fields = fields
    }

    /// The same with a more precise message.
    public init(_ error: ErrorDefinition, message: String) {
      code = error.code
      self.message = message
    }
  }

  /// A field that an error is about.
  public struct FieldError: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// Why, for people.
    public var reason: String?

    /// A field and why.
    public init(name: String, reason: String? = nil) {
      self.name = name
      self.reason = reason
    }
  }

  /// How a run is over.
  public struct EndView: Hashable, Sendable {
    /// `completed`, `failed`, or the flow's own name.
    public var name: String
    /// What it grants: `sign-in` with a grant token.
    public var grants: JSONObject?
    /// What the client gets.
    public var result: JSONObject?
    /// What people read who must go on in a browser; nil: nobody must.
    public var redirect: String?
  }
}

extension Reply {
  /// The reply as an object of the wire contract.
  public var json: JSON {
    var object = JSONObject()
    object["run"] = run.map(JSON.string)
    object["flow"] = flow.map(JSON.string)
    object["state"] = state.map(JSON.string)
    object["page"] = page.map { ["title": .string($0.title), "fields": .array($0.fields.map(\.json))] }
    object["events"] = .array(events.map(JSON.string))
    if !targets.isEmpty {
      object["targets"] = .array(
        targets.map { ["event": .string($0.event), "to": .string($0.to), "channel": .string($0.channel.name)] })
    }
    if let sent {
      var view: JSONObject = ["to": .string(sent.to), "channel": .string(sent.channel.name)]
      view["length"] = sent.length.map { .int(Int64($0)) }
      view["resendAfter"] = .int(Int64(sent.resendAfter))
      object["sent"] = .object(view)
    }
    if let held {
      var view: JSONObject = ["channel": .string(held.channel.name)]
      view["to"] = held.to.map(JSON.string)
      object["held"] = .object(view)
    }
    object["error"] = error?.json
    if let end {
      var view: JSONObject = ["name": .string(end.name)]
      view["grants"] = end.grants.map(JSON.object)
      view["result"] = end.result.map(JSON.object)
      view["redirect"] = end.redirect.map(JSON.string)
      object["end"] = .object(view)
    }
    object["token"] = token.map(JSON.string)
    return .object(object)
  }
}

extension Reply.FieldView {
  /// The field as an object of the wire contract.
  public var json: JSON {
    var object: JSONObject = [
      "name": .string(name), "type": .string(type), "required": .bool(isRequired), "label": .string(label),
    ]
    if event != "submit" { object["event"] = .string(event) }
    if !options.isEmpty { object["options"] = .array(options.map(JSON.string)) }
    for limit in limits { object[limit.name] = limit.value }
    if isSecret { object["secret"] = true }
    object["value"] = value
    return .object(object)
  }
}

extension Reply.ErrorView {
  var json: JSON {
    var object: JSONObject = [
      "code": .string(code), "message": .string(message), "fields": .array(fields.map { .string($0.name) }),
    ]
    var reasons = JSONObject()
    for field in fields { reasons[field.name] = field.reason.map(JSON.string) }
    if !reasons.members.isEmpty { object["reasons"] = .object(reasons) }
    return .object(object)
  }
}
