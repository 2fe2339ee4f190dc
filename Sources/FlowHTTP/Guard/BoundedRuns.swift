import FlowJSON
import FlowModel
import FlowRuntime

/// A service that starts no run for whoever has too many open, over whichever protocol. Whose a request is says
/// `Requester.present`; runs of nobody in particular are not counted.
struct BoundedRuns: FlowService {
  private let service: any FlowService
  private let open: OpenRuns

  init(_ service: any FlowService, _ open: OpenRuns) {
    self.service = service
    self.open = open
  }

  func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    await bounded(starter, tenant) {
      await service.start(flow: flow, tenant: tenant, by: starter, input: input, tokens: tokens)
    }
  }

  func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    await bounded(starter, tenant) {
      await service.start(flow: flow, tenant: tenant, by: starter, event: event, tokens: tokens)
    }
  }

  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    noting(await service.send(event, tokens: tokens))
  }

  func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply {
    noting(await service.current(token: token, scope: scope, earlier: earlier))
  }

  func deliverMessages() async { await service.deliverMessages() }

  private func bounded(_ starter: Starter, _ tenant: String, _ start: () async -> Reply) async -> Reply {
    guard case .client(let application) = starter, let requester = Requester.present,
      let owner = open.owner(requester, application: application, of: tenant)
    else { return await start() }
    guard open.enter(owner) else {
      var reply = Reply(runless: EngineError.tooManyRuns)
      reply.error?.retryAfter = OpenRuns.retryAfter
      return reply
    }
    let reply = await start()
    open.settle(owner, reply.isAtRest ? reply.runID : nil, until: reply.expiresAt ?? 0)
    return reply
  }

  private func noting(_ reply: Reply) -> Reply {
    if reply.end != nil, let run = reply.runID { open.end(run) }
    return reply
  }
}

extension Reply {
  fileprivate var runID: RandomID? {
    run.flatMap { Hexadecimal.bytes(Array($0.utf8), count: 16) }.flatMap { RandomID(bytes: $0) }
  }
}
