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
    flow: String, tenant: String, application: String?, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    next("start \(flow)")
  }
  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    state.withLock { $0.events.append(event) }
    return next("send \(event.event) \(event.token ?? "-")")
  }
  func start(
    flow: String, tenant: String, application: String?, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    next("start \(flow)")
  }
  func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply { next("current \(token)") }
  func deliverMessages() async { state.withLock { $0.log.append("deliver") } }
}

extension Reply {
  static func page(
    _ state: String, token: String, _ fields: [FieldView] = [], events: [String] = ["submit"], sent: Sent? = nil,
    error: ErrorView? = nil
  ) -> Reply {
    var reply = Reply(error: error)
    reply.run = "r1"
    reply.state = state
    reply.page = PageView(title: "Title of \(state)", fields: fields)
    reply.events = events
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

extension Reply.FieldView {
  static func field(
    _ name: String, _ type: String = "string", required: Bool = true, event: String = "submit", options: [String] = [],
    limits: [(name: String, value: JSON)] = [], value: JSON? = nil
  ) -> Reply.FieldView {
    var field = Reply.FieldView(
      name: name, type: type, label: AttributeDefinition.label(from: name), isRequired: required, event: event)
    field.options = options
    field.limits = limits
    field.value = value
    return field
  }
}
