public import FlowJSON
import FlowModel

/// What a transport needs of the engine: start a run, send it an event, ask where it stands.
///
/// Nothing throws: whatever goes wrong is an `error` in the reply, and the run is unharmed.
public protocol FlowService: Sendable {
  /// Starts a run. `input` holds the flow's parameters; further members are submitted to the first page at once. Where one
  /// of them is refused there is no run, and nothing has happened. Tokens that the flow issues on the way are made by `tokens`; nil: the engine's own, which are opaque.
  func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply
  /// Starts a run and sends its first page an event at once, which may have the flow's parameters among its input. An
  /// error leaves the run at that page.
  func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply
  /// Sends an event; `event.token` says to which step of which run. `tokens` as for `start`.
  func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply
  /// Where the run of a token stands, if it is one of a scope (nil: any); changes nothing, unless a time-out has passed.
  /// `earlier`: the token of an earlier step is as good, as long as the run is at a page that collects attributes and no
  /// secret, for protocols whose clients fill in several such pages with the token of the first.
  func current(token: String, scope: ClientEvent.Scope?, earlier: Bool) async -> Reply
  /// Tries to deliver all messages that are due.
  func deliverMessages() async
}

extension FlowService {
  /// Where the run of a token stands, whoever started it.
  public func current(token: String) async -> Reply { await current(token: token, scope: nil, earlier: false) }

  /// Starts a run whose tokens are the engine's own.
  public func start(flow: String, tenant: String, by starter: Starter, input: JSONObject) async -> Reply {
    await start(flow: flow, tenant: tenant, by: starter, input: input, tokens: nil)
  }

  /// Sends an event; tokens are the engine's own.
  public func send(_ event: ClientEvent) async -> Reply { await send(event, tokens: nil) }
}
