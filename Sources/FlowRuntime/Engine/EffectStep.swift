import FlowExpression
import FlowJSON
import FlowModel

/// What a step reads and never changes: behind one reference, as steps are copied to be taken back.
final class StepContext {
  let ports: EnginePorts
  let program: Program
  let code: FlowCode
  let records: StepRecords
  let accounts: StepAccounts
  let attempts: StepAttempts
  let runID: RandomID
  let issuer: (any TokenIssuer)?

  init(
    _ ports: EnginePorts, _ program: Program, _ code: FlowCode, _ transaction: any StorageTransaction,
    _ attempts: StepAttempts, _ runID: RandomID, _ issuer: (any TokenIssuer)?
  ) {
    self.ports = ports
    self.program = program
    self.code = code
    records = StepRecords(transaction)
    accounts = StepAccounts(transaction, tenant: program.table.tenant)
    self.attempts = attempts
    self.runID = runID
    self.issuer = issuer
  }
}

/// One step of one run within one transaction: what effect handlers read and write.
struct EffectStep {
  private let context: StepContext
  var run: Run
  /// What the run's end hands out, which never rests.
  var signing: TokenSigning?
  var grants: JSONObject?
  /// What was spent in this step.
  private(set) var spent = StepSpending()
  /// What happened in this step to accounts and the ways into them.
  var events: [SecurityEvent] = []
  /// Why an effect came to what it did, where that is more than its outcome says.
  var reason: String?
  /// Whether an effect has changed by what addresses the account is found or reached.
  var hasChangedAddress = false
  /// The state in which the step began; nil: it starts the run.
  var beginning: Int32?
  private var draws: UInt64 = 0
  /// How many functions were asked in this step.
  private var functionCalls = 0
  /// When the run came to rest before this step: ids are made of this time, so that a step that is taken again after a crash
  /// makes the same.
  private let rested: Milliseconds

  init(
    _ ports: EnginePorts, _ program: Program, _ transaction: any StorageTransaction, attempts: StepAttempts,
    runID: RandomID, run: Run, issuer: (any TokenIssuer)? = nil
  ) {
    context = StepContext(ports, program, program.flows[Int(run.flow)], transaction, attempts, runID, issuer)
    self.run = run
    beginning = run.state
    rested = run.entered
  }

  var ports: EnginePorts { context.ports }
  var program: Program { context.program }
  /// What is read and written beside the accounts.
  var records: StepRecords { context.records }
  /// The tenant's accounts, which are read and written here alone.
  var accounts: StepAccounts { context.accounts }
  var attempts: StepAttempts { context.attempts }
  var runID: RandomID { context.runID }
  /// Makes the tokens, if not the engine itself.
  var issuer: (any TokenIssuer)? { context.issuer }
  /// The time of the step.
  var now: Milliseconds { context.attempts.now }
  var table: FlowTable { context.program.table }
  /// The run's flow, made ready.
  var code: FlowCode { context.code }
  var flow: Flow { context.code.flow }

  /// Takes the run one event further and through all effects, until it rests or is over. Throws `StepRefused`,
  /// `PendingWork` or a `StorageError`; then the run this began with is still the one that counts. `holdingCodes`: it rests
  /// before a code is sent, too, unless an error stands beside it.
  mutating func take(_ event: StepEvent, holdingCodes: Bool = false) throws {
    var isReleased = if case .release = event { true } else { false }
    var result = program.step(&run, event, now: now, telling: ports.path)
    // A run that performs effects without ever resting can only come from a table made by hand.
    for _ in 0..<10_000 {
      switch result {
      case .rest: return
      case .ended: return try finish()
      case .refused(let refusal): throw refused(refusal)
      case .perform(let index):
        let call = flow.calls[Int(index)]
        if holdingCodes, !isReleased, call.effect.definition.sendsCode, run.error == nil {
          run.entered = now
          return
        }
        isReleased = false
        try checkDemands(of: call)
        let before = try standing(before: call)
        let performed = try performWithinBounds(call)
        let outcome = call.effect.definition.outcomes[performed.outcome]
        guard call.transition(of: performed.outcome) != nil else {
          throw denied("\(call.effect.name) has come to \(outcome.name), which the flow does not handle")
        }
        note(outcome, before)
        try takeLocaleOfAccount()
        if !outcome.keepsSecrets { forgetSecrets(call) }
        ports.observer?.note(
          .init(state: state.name, effect: call.effect, outcome: outcome.name, hasSpent: performed.hasSpent))
        result = program.step(&run, .outcome(performed.outcome), now: now, telling: ports.path)
      }
    }
    throw refused(.denied("the flow goes round in a circle"))
  }

  /// What was spent, for those who may count.
  subscript(spending _: CountingKey) -> StepSpending {
    get { spent }
    _modify { yield &spent }
  }

  func refused(_ refusal: Refusal) -> StepRefused {
    StepRefused(refusal: refusal, spent: spent.counters)
  }

  func denied(_ reason: String) -> StepRefused { refused(.denied(reason)) }

  /// The result of slow work, or a throw that gets it done.
  func result(of work: Work) throws -> WorkResult {
    guard let result = attempts.memo[work] else { throw PendingWork(work: work, seed: attempts.seed) }
    if result == .failed { throw StorageError.unavailable("slow work could not be done") }
    return result
  }

  /// Random bytes, the same each time the step is taken again.
  mutating func randomBytes(_ count: Int) -> [UInt8] {
    draws += 1
    return Expansion.bytes(count, seed: seed, index: draws)
  }

  /// What the step draws from.
  var seed: [UInt8] { attempts.seed ?? attempts.fresh }

  /// An id of 24 hexadecimal digits.
  mutating func newTextID() -> String { OrderedID.text(now: rested, random: randomBytes(OrderedID.randomSize)) }

  /// The idempotency key of a function's request: it follows from run, step, event and what is asked. Whoever is asked again,
  /// as an answer or a commit was lost, knows it; where anything is asked differently, it is another one.
  mutating func idempotencyKey(of request: JSONObject) -> String {
    functionCalls += 1
    let asked = "function\0\(functionCalls)\0" + JSON.object(request).text
    return ports.key.hash(seed + Array(asked.utf8), .ticket, length: 16).hex
  }

  // MARK: Arguments

  /// A text that an effect is handed; nil where none was given.
  func text<Owner>(_ call: Call<Owner>, _ parameter: Parameter<Owner, Slot>) -> String? {
    call[parameter].flatMap { run.text($0) }
  }

  /// A secret that an effect is handed; empty where none was given.
  func secret<Owner>(_ call: Call<Owner>, _ parameter: Parameter<Owner, Slot>) -> String { text(call, parameter) ?? "" }

  /// Takes the secrets that an effect was handed out of the run: no later page finds itself filled with them.
  private mutating func forgetSecrets(_ call: EffectCall) {
    for (index, parameter) in call.effect.definition.parameters.enumerated() {
      if case .secret = parameter.kind, let slot = call.slot(index) { run[slot] = nil }
    }
  }

  // MARK: Accounts

  /// The identifier in a slot, in the form that storage knows.
  func identifier(_ slot: Slot) -> Identifier? {
    guard let value = run.text(slot), let definition = table.definition(of: slot, in: flow) else { return nil }
    return Identifier(attribute: definition.name, value: definition.normalised(value))
  }

  /// The account that the run is bound to.
  func boundAccount() throws(StorageError) -> AccountRecord? {
    guard let id = run.account else {
      // Where one was looked for in vain, one that is not there is read: it takes as long.
      if run.lookedUp != nil { _ = try accounts.account("") }
      return nil
    }
    return try accounts.account(id)
  }

  /// Binds an account and makes its facts known; nil unbinds, and forgets by what one was looked for.
  mutating func bind(_ account: AccountRecord?) {
    if account == nil { run.lookedUp = nil }
    if let account {
      // Who was proven to be here before somebody else changed the ways in is a stranger now.
      if run.account == account.id, !isUnchanged(account) { forgetProofs(of: account) }
      forgetOldProofs(of: account)
    }
    if run.account != account?.id { (run.readings, run.formerAddresses) = ([], []) }
    run.account = account?.id
    run.credentials = account.map(credentials)
    run[AccountFact.id.slot] = account.map { .string($0.id) }
    run[AccountFact.has_password.slot] = account.map { .bool($0.passwordHash != nil) }
    run[AccountFact.confirmed.slot] = account.map { .bool(isConfirmed($0)) }
    run[AccountFact.enabled.slot] = account.map { .bool($0.isEnabled) }
  }

  /// Writes a changed account, with its facts; false, and nothing is changed, where another account has one of its
  /// identifiers. With other ways into it, all that rests on the former ones is void: links, grants, and what other runs
  /// have proven; this run's own proofs are of the new ones.
  @discardableResult
  mutating func write(_ account: AccountRecord, changesCredentials: Bool = false) throws -> Bool {
    var account = account
    account.version += 1
    if changesCredentials { account.credentialsVersion += 1 }
    guard try accounts.put(account, on: evidence(about: account.id)) else { return false }
    if changesCredentials {
      for kind in [TicketRecord.Kind.reset, .grant] { try useUp(kind, of: account) }
      keepProofs(of: account)
    }
    run.credentials = credentials(account)
    bind(account)
    return true
  }
}
