import FlowExpression
import FlowJSON
import FlowModel

extension EffectStep {
  mutating func redeemGrant(_ call: Call<GrantRedeem>) throws -> GrantRedeem.Outcome {
    bind(nil)
    let grant = secret(call, GrantRedeem.grant)
    guard var ticket = try records.ticket(.grant, standingFor: grant, tenant: table.tenant, ports.key) else {
      return .invalid
    }
    if ticket.used != nil { return .used }
    if ticket.expires <= now { return .expired }
    // INVARIANT: a grant is as strong as the flow that made it, and so good where that flow is offered.
    let origin = ticket.origin(ports.key)
    guard isOffered(origin?.flow), let account = try accounts.account(ticket.account),
      account.sessionEpoch == origin?.epoch ?? 0
    else { return .invalid }
    ticket.used = now
    try records.put(ticket)
    bind(account)
    run.proofs.append(.authenticated(account.id))
    // Whoever signs in with a grant was there when the run that granted it asked.
    if let granted = origin?.signIn {
      for method in granted.methods { note(.authenticated(account.id), by: method, at: granted.time) }
    }
    return .valid
  }

  mutating func issueTokens(_ call: Call<TokenIssue>) throws -> TokenIssue.Outcome {
    guard let account = try claim() else { throw denied("a session without an account") }
    if !isConfirmed(account) || !account.isEnabled {
      try violate("a session for an account that may not sign in", isProvable: false)
    }
    run.signIn = try signIn(of: account)
    signing = try issueTokens(to: account, at: now, seed: seed)
    if issuer == nil { try handOut(.session, to: account, lifetime: sessionLifetime) }
    return .issued
  }

  /// How long a session of the engine's own tokens lives, in seconds.
  private var sessionLifetime: Int64 { table.tokens.access.map(Int64.init) ?? ports.lifetimes.session }

  /// The tokens of a step that draws from a seed: by whoever makes them, or the engine's own.
  func issueTokens(to account: AccountRecord, at time: Milliseconds, seed: [UInt8]) throws -> TokenSigning {
    if let issuer {
      let randomness = SeededRandomness(Expansion.bytes(Expansion.seedSize, seed: seed, index: .max - 1000))
      let signIn = run.signIn ?? SignIn(methods: [], time: time)
      return try records.tokens(by: issuer, to: account, signIn, now: time, randomness)
    }
    let token = Handout(.session, at: time, seed: seed).text
    let lifetime = sessionLifetime
    return {
      [
        "access_token": .string(token), "token_type": "Bearer", "expires_in": .int(lifetime),
        "account": .string(account.id),
      ]
    }
  }

  /// Ends what an account was signed in by: its sessions and refresh tokens.
  func endSessions(of account: inout AccountRecord) throws(StorageError) {
    try records.endSessions(of: &account)
  }

  /// Gives out what the end of a flow grants, and forgets what an ended run no longer needs.
  mutating func finish() throws {
    let end = flow.ends[Int(flow.states[Int(run.state)].payload)]
    if end.grantsSignIn {
      try checkReadings()
      guard let account = try claim() else { throw denied("a sign-in granted to no account") }
      if try ownAccount() == nil { try violate("a sign-in granted to an account that nobody proved to own") }
      if !isConfirmed(account) || !account.isEnabled {
        try violate("a sign-in granted to an account that may not sign in", isProvable: false)
      }
      grants = ["sign-in": .string(try handOutGrant(to: account))]
      events.append(SecurityEvent(.grantIssued, account: account.id, flow: flow.name))
    }
    for secret in SecretField.allCases { run[secret.slot] = nil }
    run.challenge = nil
    run.sent = nil
    run.proofs = []
    run.shown = []
    run.provenFor = [:]
    (run.readings, run.formerAddresses) = ([], [])
  }

  /// A grant that signs an account in once.
  func handOutGrant(to account: AccountRecord) throws -> String {
    try handOut(.grant, to: account, lifetime: ports.lifetimes.grant)
  }

  /// A fresh secret for an account: `id.secret`, of which storage keeps the id and the secret's hash. It is good for
  /// `lifetime` seconds.
  @discardableResult
  private func handOut(_ kind: TicketRecord.Kind, to account: AccountRecord, lifetime: Int64) throws -> String {
    let handout = Handout(kind, at: now, seed: seed)
    var origin = origin
    origin.signIn = try signIn(of: account)
    origin.epoch = account.sessionEpoch
    try records.put(
      TicketRecord(
        kind: kind, id: handout.id, tenant: table.tenant, account: account.id,
        secretHash: hash(secret: handout.secret), sealed: origin.sealed(ports.key, handout.id),
        expires: now + lifetime * 1000))
    return handout.text
  }
}
