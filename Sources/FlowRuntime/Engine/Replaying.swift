package import FlowModel

/// What a replay needs of the engine beside what every host has.
extension Engine {
  /// Whether it was made to replay attacks or to try cases, over memory that nobody else knows. Only such an engine hands out
  /// links and grants unasked, gives its messages away and uses up counters: only these two initialisers set the ports that it
  /// is told by, which no host can.
  var isTrial: Bool { ports.observer != nil || ports.path != nil }

  /// An engine that performs effects without what they demand and tells its observer, so that an attack that the compiler
  /// has found can be shown. Tables with waived rules run nowhere else.
  package convenience init(replayingIn storage: MemoryStorage, ports: EnginePorts, observer: EngineObserver) {
    var ports = ports
    ports.observer = observer
    self.init(storage: storage, ports: ports, hashingThreads: 1)
  }

  /// A link's token for an account, which a flow of the tenant redeems: as if it had been mailed. Nil where there is no
  /// such flow or account.
  package func link(
    for account: String, to flow: String, tenant: String
  ) async throws -> (token: String, tokenId: String)? {
    try await handOut(for: account, tenant: tenant) { step, account in
      guard let target = account.identifiers.first, let flow = step.table.flow(named: flow) else { return nil }
      let (token, tokenId) = step.newLinkToken()
      try step.put(link: token, tokenId, for: account, target: target, flow: FlowIndex(flow))
      return (token, tokenId)
    }
  }

  /// A grant that signs an account in once, as if a flow had handed it out. Nil where there is no such account.
  package func grant(for account: String, from flow: Int32 = 0, tenant: String) async throws -> String? {
    try await handOut(for: account, from: flow, tenant: tenant) { step, account in try step.handOutGrant(to: account) }
  }

  private func handOut<Ticket: Sendable>(
    for account: String, from flow: Int32 = 0, tenant: String,
    _ body: @escaping @Sendable (inout EffectStep, AccountRecord) throws -> Ticket?
  ) async throws -> Ticket? {
    guard isTrial, let program = program(of: tenant), !program.table.flows.isEmpty else { return nil }
    let attempts = StepAttempts(seed: ports.randomness.bytes(Expansion.seedSize), now: ports.clock.now())
    return try await storage.transact { [ports] transaction in
      guard let account = try transaction.account(account, tenant: tenant) else { return nil }
      var step = EffectStep(
        ports, program, transaction, attempts: attempts, runID: RandomID(high: 0, low: 0),
        run: Run(flow: flow, of: program.table, now: attempts.now))
      return try body(&step, account)
    }
  }

  /// What rests of a password, without a pepper.
  package static func passwordHash(_ password: String, by hashing: PasswordHashing = PasswordHashing()) -> String? {
    var hashing = hashing
    hashing.isPeppered = false
    return PasswordHasher().rest(of: password, by: hashing)
  }
}
