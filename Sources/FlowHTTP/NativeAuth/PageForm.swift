import FlowJSON
import FlowModel
import FlowRuntime

/// A page as this protocol can speak of it: its events, and what each collects.
///
/// This is all the API goes by. What a page has decides what it is, in this order:
///
/// | a page with | is |
/// |---|---|
/// | none: a code waits to be sent | `held`: `oob`, once the client asks for the code |
/// | `submit` that collects `code` | `oob`; its event `resend` is the repeated challenge |
/// | `submit` that collects `password` | `password`; its event `use-code` is for clients that have no password |
/// | events `email` or `sms` without fields | the methods of a second factor |
/// | in a sign-in, events that collect one address each | the registration of a strong method |
/// | an event `continue` without fields | a rest, from which the grant `continuation_token` goes on |
/// | an event that collects attributes | attributes |
struct PageForm {
  /// A field of an event.
  struct Field {
    var name: String
    /// An attribute's type; nil for a secret.
    var type: AttributeType?
    var isRequired: Bool
    var options: [String]
    var pattern: String?
    var hasValue: Bool
  }

  /// An event.
  struct Event {
    var name: String
    var fields: [Field]

    func collects(_ secret: SecretField) -> Bool { fields.contains { $0.type == nil && $0.name == secret.name } }

    var collectsSecrets: Bool { fields.contains { $0.type == nil } }

    /// The one address it collects, where it collects nothing else.
    var address: Field? { fields.count == 1 && fields[0].type?.isAddress == true ? fields[0] : nil }
  }

  /// What a page is to this protocol.
  enum Kind {
    case held(Reply.Held)
    case code
    case password
    case methods([String])
    case contacts([Event])
    case rest
    case attributes(Event)
    case unspeakable
  }

  var events: [Event]
  private var held: Reply.Held?

  /// The page of a reply.
  init(_ reply: Reply) {
    held = reply.held
    let fields = reply.page?.fields ?? []
    events = reply.events.map { name in
      Event(name: name, fields: fields.filter { $0.event == name }.map(Field.init))
    }
  }

  /// The page that a flow starts at; nil where it starts with something else.
  init?(startOf flow: Flow, _ table: FlowTable) {
    let state = flow.states[Int(flow.start)]
    guard state.kind == .page else { return nil }
    events = flow.pages[Int(state.payload)].events.map { event in
      Event(name: event.name, fields: event.fields.map { Field($0, flow, table) })
    }
  }

  /// The event of a name.
  func event(_ name: String) -> Event? { events.first { $0.name == name } }

  /// Whether the page has an event of a name without fields.
  func has(_ name: String) -> Bool { event(name)?.fields.isEmpty ?? false }

  /// What it is in the flow of a part.
  func kind(in part: String) -> Kind {
    if let held { return .held(held) }
    if event("submit")?.collects(.code) ?? false { return .code }
    if event("submit")?.collects(.password) ?? false { return .password }
    if !methods.isEmpty { return .methods(methods) }
    if part == "sign-in", !contacts.isEmpty { return .contacts(contacts) }
    if has("continue") { return .rest }
    if let event = events.first(where: { !$0.fields.isEmpty && !$0.collectsSecrets }) { return .attributes(event) }
    return .unspeakable
  }

  /// The channels of a second factor to choose from.
  var methods: [String] { ChannelKind.allCases.map(\.name).filter(has) }

  /// The events that take an address to prove.
  var contacts: [Event] { events.filter { $0.address != nil } }
}

extension PageForm.Field {
  init(_ view: Reply.FieldView) {
    let isSecret = SecretField(name: view.name) != nil
    name = view.name
    type = isSecret ? nil : AttributeType.allCases.first { $0.name == view.type } ?? .string
    isRequired = view.isRequired
    options = view.options
    pattern = view.limits.first { $0.name == "pattern" }?.value.string
    hasValue = view.value != nil
  }

  init(_ field: PageField, _ flow: Flow, _ table: FlowTable) {
    let definition = table.definition(of: field.slot, in: flow)
    name = table.name(of: field.slot, in: flow)
    type = table.secret(of: field.slot) == nil ? definition?.type ?? .string : nil
    isRequired = field.isRequired
    options = definition?.options ?? []
    pattern = definition?.pattern
    hasValue = false
  }

  /// The channel of an address.
  var channel: ChannelKind { type == .phone ? .sms : .email }
}
