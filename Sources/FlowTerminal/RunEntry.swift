public import FlowJSON
public import FlowRuntime

/// How a transport comes to its first reply.
public enum RunEntry: Sendable {
  /// A new run; the members as `FlowService.start` takes them.
  case start(flow: String, tenant: String, by: Starter, input: JSONObject)
  /// The run of a continuation token, where it stands.
  case resume(token: String)

  /// The first reply, once the messages it caused have been handed to their channels.
  func reply(of service: any FlowService) async -> Reply {
    let reply =
      switch self {
      case .start(let flow, let tenant, let starter, let input):
        await service.start(flow: flow, tenant: tenant, by: starter, input: input)
      case .resume(let token): await service.current(token: token)
      }
    await service.deliverMessages()
    return reply
  }
}
