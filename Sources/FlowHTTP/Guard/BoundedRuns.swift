import FlowJSON
import FlowModel
import FlowRuntime

/// A service that starts no run for whoever starts them too fast or has too many open, over whichever protocol. Whose a
/// request is says `Requester.present`; runs of nobody in particular are not counted.
struct BoundedRuns: FlowService {
  let service: any FlowService
  /// The newest tables. A start of what is not there counts for nobody: a stranger must not use up what others may ask.
  let directory: FlowDirectory
  /// How fast one requester starts runs of one application. What comes back with time is what runs that were left behind
  /// free again.
  let rate: RateLimiter?
  /// How many runs one requester has open of one application.
  let open: OpenRuns?

  func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    await bounded(flow, starter, tenant) {
      await service.start(flow: flow, tenant: tenant, by: starter, input: input, tokens: tokens)
    }
  }

  func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply {
    await bounded(flow, starter, tenant) {
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

  private func bounded(
    _ flow: String, _ starter: Starter, _ tenant: String, _ start: () async -> Reply
  ) async -> Reply {
    guard case .client(let application) = starter, let requester = Requester.present,
      let table = directory.table(of: tenant), table.offers(flow, to: starter)
    else { return await start() }
    if let wait = rate?.take([tenant, application ?? "", requester].joined(separator: "\0")) {
      return refused(table, retryAfter: wait)
    }
    guard let open, let owner = open.owner(requester, application: application, of: tenant) else {
      return await start()
    }
    guard open.enter(owner) else { return refused(table, retryAfter: OpenRuns.retryAfter) }
    let reply = await start()
    open.settle(owner, reply.isAtRest ? reply.runID : nil, until: reply.expiresAt ?? 0)
    return reply
  }

  private func refused(_ table: FlowTable, retryAfter: Int) -> Reply {
    var reply = Reply(runless: EngineError.tooManyRuns, of: table)
    reply.error?.retryAfter = retryAfter
    return reply
  }

  private func noting(_ reply: Reply) -> Reply {
    if reply.end != nil, let run = reply.runID { open?.end(run) }
    return reply
  }
}

extension Reply {
  fileprivate var runID: RandomID? {
    run.flatMap { Hexadecimal.bytes(Array($0.utf8), count: 16) }.flatMap { RandomID(bytes: $0) }
  }
}
