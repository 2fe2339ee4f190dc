import FlowExpression
import FlowJSON
import FlowModel
import Synchronization

@testable import FlowRuntime

/// A service that answers with given replies in their order, and keeps what it was sent.
final class ScriptedService: FlowService {
  struct State {
    var replies: [Reply]
    var log: [String] = []
    var events: [ClientEvent] = []
  }
  private let state: Mutex<State>

  init(_ replies: Reply...) { state = Mutex(State(replies: replies)) }

  var events: [ClientEvent] { state.withLock { $0.events } }
  var log: [String] { state.withLock { $0.log } }

  private func next(_ what: String) -> Reply {
    state.withLock { state in
      state.log.append(what)
      return state.replies.isEmpty ? Reply(error: .init(EngineError.runEnded)) : state.replies.removeFirst()
    }
  }

  func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    next("start \(flow)")
  }
  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    state.withLock { $0.events.append(event) }
    return next("send \(event.event) \(event.token ?? "-")")
  }
  func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    next("start \(flow)")
  }
  func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply { next("current \(token)") }
  func deliverMessages() async { state.withLock { $0.log.append("deliver") } }
}

/// A field of a page as a test writes it.
struct ScriptedField {
  var view: FieldView
  var event = "submit"
  var value: JSON?

  static func field(
    _ name: String, _ type: String = "string", required: Bool = true, event: String = "submit", value: JSON? = nil
  ) -> ScriptedField {
    ScriptedField(view: .field(name, type, required: required), event: event, value: value)
  }
}

extension FieldView {
  /// A field of a type or secret by its name, with limits.
  static func field(
    _ name: String, _ type: String = "string", required: Bool = true, options: [String] = [],
    limits: (inout AttributeDefinition) -> Void = { _ in }
  ) -> FieldView {
    if let secret = SecretField(name: type) { return FieldView(secret, isRequired: required) }
    var attribute = AttributeDefinition(
      name: name, type: AttributeType.allCases.first { $0.name == type } ?? .string)
    attribute.options = options
    limits(&attribute)
    return FieldView(attribute, isRequired: required)
  }
}

extension Reply {
  static func page(
    _ state: String, token: String, _ fields: [ScriptedField] = [], events: [String] = ["submit"], sent: Sent? = nil,
    labels: [String: String] = [:], error: ErrorView? = nil
  ) -> Reply {
    var reply = Reply(error: error)
    reply.run = "r1"
    reply.state = state
    reply.page = PageView(
      title: "Title of \(state)",
      events: events.map { event in
        EventView(event, label: labels[event], fields: fields.filter { $0.event == event }.map(\.view))
      },
      values: fields.compactMap { field in
        field.value.map { FieldValue(field.view.name, Value($0, for: field.view.type)) }
      })
    reply.sent = sent
    reply.token = token
    return reply
  }

  static func end(_ name: String, grants: JSONObject? = nil, result: JSONObject? = nil, error: ErrorView? = nil)
    -> Reply
  {
    var reply = Reply(error: error)
    reply.state = name
    reply.end = EndView(name: name, grants: grants, result: result)
    reply.token = "t-end"
    return reply
  }

  static func email(_ length: Int? = 8, resendAfter: Int = 30) -> Sent {
    Sent(to: "a***@b.c", channel: .email, length: length, resendAfter: resendAfter)
  }
}
