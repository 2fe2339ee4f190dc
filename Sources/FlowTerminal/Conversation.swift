import FlowModel
import FlowRuntime

/// What a transport remembers between two steps: where the run stands and its newest token.
struct Conversation {
  /// The last reply that said where a run stands; before one did, the last reply.
  private(set) var standing: Reply
  /// The newest continuation token.
  private(set) var token: String?

  init(_ first: Reply) {
    standing = first
    token = first.token
  }

  mutating func take(_ reply: Reply) {
    if reply.isOfRun || !standing.isOfRun { standing = reply }
    token = reply.token ?? token
  }

  /// Sends an event, with the newest token where it has none, and takes the reply. Messages are handed to their
  /// channels before the reply is shown, so that whoever reads it finds the code it speaks of.
  mutating func send(_ event: ClientEvent, to service: any FlowService) async -> Reply {
    var event = event
    event.token = event.token ?? token
    let reply = await service.send(event)
    await service.deliverMessages()
    take(reply)
    return reply
  }

  /// The state as it stands beside an error of the transport's own; the run is unharmed.
  func refusal(_ error: Reply.ErrorView) -> Reply {
    var reply = standing
    reply.error = error
    return reply
  }
}

extension Reply {
  /// Whether it says where a run stands.
  fileprivate var isOfRun: Bool { state != nil || held != nil || end != nil }
}
