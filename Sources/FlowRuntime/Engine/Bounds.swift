import FlowModel

/// The bounds of the catalogue are kept here and nowhere else: what an effect spends is spent before its handler runs, and
/// no handler can spend, forget to, or give back.
extension EffectStep {
  /// What came of an effect.
  struct Performed {
    let outcome: Int
    /// Whether something was spent for it.
    let hasSpent: Bool
  }

  /// Performs an effect whose demands are met, once there is one left of all that the catalogue says it spends. Where
  /// something is used up, the handler does not run, or runs without what is bounded.
  mutating func performWithinBounds(_ call: EffectCall) throws -> Performed {
    self[spending: countingKey].retryAt = nil
    voidCode(before: call)
    run[counting: countingKey].forgetCodes(but: run.challenge)
    let definition = call.effect.definition
    let bounds = definition.bounds.filter { $0.applies(to: call.arguments) }
    let needsHashing = bounds.contains {
      !$0.counters.allSatisfy { $0 != .guessesAtAccount && $0 != .guessesAtFormer }
    }
    var permit = Permit(Set(bounds.map(\.action)))
    var asked: Set<Counter> = []
    var renewable: [CounterSpend] = []
    var hasSpent = false
    for bound in bounds {
      let spends = try spends(of: bound.counters.filter { asked.insert($0).inserted }, bound, call)
      if spends.isEmpty { continue }
      switch (try spend(spends, bound, for: call, needsHashing: needsHashing), bound.usedUp) {
      case (.all, _):
        hasSpent = true
        if bound.isRenewed { renewable += spends }
      case (.told, _):
        hasSpent = true
        permit.withheld.formUnion(bound.counters.filter { !$0.isTold })
      case (.nothing, .withheld): permit.withheld.formUnion(bound.counters)
      case (.nothing, .outcome(let name)):
        self[spending: countingKey].retryAt = try retryTime(spends.filter(\.counter.isTold))
        guard let outcome = definition.outcome(name) else { throw denied("\(call.effect.name) has no outcome \(name)") }
        return Performed(outcome: outcome, hasSpent: false)
      }
    }
    let outcome = try perform(call, permit)
    if definition.outcomes[outcome].verdict == .passes {
      for spend in renewable { try spend.renew(counting, &run[counting: countingKey], now: now) }
      if definition.setsPassword, let account = try boundAccount() { try forgetGuesses(at: account) }
    }
    return Performed(outcome: outcome, hasSpent: hasSpent)
  }

  /// What a step that was undone has spent, spent again: as much of it as is left.
  mutating func keep(_ spends: [CounterSpend]) throws {
    for spend in spends { _ = try [spend].take(counting, &run[counting: countingKey], now: now) }
    run[counting: countingKey].forgetCodes(but: run.challenge)
  }

  /// Says once more when what was used up can be tried again, as the step did that is answered again.
  mutating func sayAgain(retryAt: Milliseconds?) { self[spending: countingKey].retryAt = retryAt }

  /// Refuses what no bound of the effect is about: nobody would count it.
  func check(_ permit: Permit, for action: Bound.Action) throws {
    if !permit.allows(action) { throw denied("an effect without a bound for a \(action)") }
  }

  /// Where counters rest that are not the run's.
  private var counting: any StorageTransaction { records.counting(countingKey) }

  /// A code that is out for another address than the effect's, or not for the same people, is void, even if none is sent:
  /// what is entered next is about this one.
  private mutating func voidCode(before call: EffectCall) {
    guard let parameter = call.effect.definition.codeTarget, let challenge = run.challenge else { return }
    let isForAnyone = challenge.owner == .anyone
    if challenge.target == call.slot(parameter).flatMap(identifier), isForAnyone != call.isForAccount { return }
    (run.challenge, run.sent) = (nil, nil)
  }

  /// Spends one of each, or nothing where one is used up that may be told.
  private mutating func spend(
    _ spends: [CounterSpend], _ bound: Bound, for call: EffectCall, needsHashing: Bool
  ) throws -> Spent {
    if bound.isCommitted {
      self[spending: countingKey].committed += 1
      let spending = Spending(
        number: spent.committed, counters: spends, needsHashing: needsHashing,
        function: bound.action == .call ? function(of: call)?.name : nil)
      guard case .spent(let spent) = try result(of: .spend(spending)) else { return .nothing }
      return spent
    }
    let spent = try spends.take(counting, &run[counting: countingKey], now: now)
    if spent == .all { self[spending: countingKey].counters += spends }
    return spent
  }

  /// When there is one left again of all that was to be spent; nil where waiting gives none back.
  private func retryTime(_ spends: [CounterSpend]) throws -> Milliseconds? {
    let empty = try spends.filter { try !$0.isLeft(counting, run.counts, now: now) }
    if empty.contains(where: { !$0.counter.comesBack }) { return nil }
    return try empty.map { try $0.expiry(counting, run.counts, now: now) }.max()
  }

  /// One of what each counter allows a call's subjects; nothing for calls of a function without `attempts`.
  private func spends(of counters: [Counter], _ bound: Bound, _ call: EffectCall) throws -> [CounterSpend] {
    var spends: [CounterSpend] = []
    for counter in counters {
      guard let rate = table.rate(of: counter, function: function(of: call)) else { continue }
      for subject in try subjects(of: counter, call) {
        // A run that may be undone keeps nothing that must be committed.
        let isRuns = counter.scope == .run && !bound.isCommitted
        let place: CounterSpend.Place =
          isRuns ? .run(subject: subject) : .storage(key: recordKey(of: counter, for: subject))
        let spend = CounterSpend(counter: counter, place: place, rate)
        if !spends.contains(spend) { spends.append(spend) }
      }
    }
    return spends
  }

  /// Whether a run's own counter allows a subject nothing more for now.
  func isUsedUp(_ counter: Counter, for subject: String) throws -> Bool {
    guard let rate = table.rate(of: counter) else { return false }
    let spend = CounterSpend(counter: counter, place: .run(subject: subject), rate)
    return try !spend.isLeft(counting, run.counts, now: now)
  }

  /// Gives back what was guessed of an account's password before its owner set another one: who guessed at the former learns
  /// nothing of this one. Whoever was locked out by strangers is in again, unless the tenant conceals who has an account: then
  /// a lock that ends early would tell.
  private func forgetGuesses(at account: AccountRecord) throws {
    var subjects = [(Counter.guessesAtAccount, account.id)]
    if table.flows.contains(where: \.revealsAccounts) {
      subjects += ([account.id] + account.identifiers.map(\.text)).map { (.guessesAtName, $0) }
    }
    for (counter, subject) in subjects {
      let key = recordKey(of: counter, for: subject)
      guard try counting.counter(key) != nil else { continue }
      try counting.put(CounterRecord(key: key, count: 0, expires: now))
    }
  }

  /// The key of a counter in storage: it tells nothing of the address or account.
  private func recordKey(of counter: Counter, for subject: String) -> String {
    storageKey(of: counter, for: subject, tenant: table.tenant, ports.key)
  }
}

private func storageKey(of counter: Counter, for subject: String, tenant: String, _ key: ServerKey) -> String {
  counter.name + ":" + key.hash(Array("\(counter.name)\0\(tenant)\0\(subject)".utf8), .counter, length: 16).hex
}

extension CounterRecord {
  /// What rests where nothing is left of a counter, for whoever makes a world with it; nil where nothing is counted.
  static func usedUp(
    _ counter: Counter, for subject: String, of table: FlowTable, now: Milliseconds, _ key: ServerKey
  ) -> CounterRecord? {
    guard let rate = table.rate(of: counter) else { return nil }
    return CounterRecord(
      key: storageKey(of: counter, for: subject, tenant: table.tenant, key), count: Int64(rate.count),
      expires: now + Milliseconds(rate.seconds) * 1000)
  }
}

extension Engine {
  /// Spends what a step is about to use outside of its transaction, and commits it.
  func spend(_ spending: Spending, _ token: ContinuationToken?, _ subject: StepSubject) async throws -> Spent {
    let now = ports.clock.now()
    let spent = try await storage.transact { transaction in
      var none = RunCounts()
      return try spending.counters.take(transaction, &none, now: now)
    }
    switch spent {
    case .all: break
    case .told:
      log(
        .warning, "a password is not compared: it was guessed too often, by other names of its account", token,
        of: subject.tenant)
    case .nothing:
      if spending.counters.contains(where: { $0.counter == .guessesAtFormer }) {
        log(
          .warning, "a new password is refused: too many were compared with the account's own", token,
          of: subject.tenant)
      }
      guard let function = spending.function else { break }
      log(.warning, "function \(function): asked too often of late", token, of: subject.tenant)
    }
    return spent
  }

  /// What the refused start of a run has spent, spent again: it has no run, but addresses and accounts have their counters.
  func keep(_ spends: [CounterSpend]) async throws {
    if spends.isEmpty { return }
    let now = ports.clock.now()
    try await storage.transact { transaction in
      var none = RunCounts()
      for spend in spends { _ = try [spend].take(transaction, &none, now: now) }
    }
  }
}

/// What was spent of several counters.
enum Spent: Hashable, Sendable {
  /// One of each.
  case all
  /// One of each that may be told; of the others one is used up.
  case told
  /// Nothing: one that may be told is used up.
  case nothing
}

/// What lets change what a run has spent: nothing but bounds has one.
struct CountingKey {
  fileprivate init() {}
}

private let countingKey = CountingKey()

/// What lets a handler send, compare and ask: only `performWithinBounds` makes one, of what the effect's bounds are about.
struct Permit {
  fileprivate(set) var withheld: Set<Counter> = []
  private let actions: Set<Bound.Action>
  fileprivate init(_ actions: Set<Bound.Action>) { self.actions = actions }

  /// What whoever operates the server sends by hand: no limit counts it.
  static let ofOperator = Permit([.message])

  /// Whether a bound of the effect is about it.
  func allows(_ action: Bound.Action) -> Bool { actions.contains(action) }

  /// Whether the handler must go on without what a counter bounds, as that is used up.
  func withholds(_ counter: Counter) -> Bool { withheld.contains(counter) }
}

/// What a step has spent.
struct StepSpending {
  /// What would be given back if the step were undone.
  fileprivate(set) var counters: [CounterSpend] = []
  /// When what was used up for the step's last effect can be tried again.
  fileprivate(set) var retryAt: Milliseconds?
  /// How often something was spent that stays so in any case.
  fileprivate var committed = 0
}

/// What is spent, and committed, before a step goes on.
struct Spending: Hashable, Sendable {
  /// Tells several of one step apart.
  let number: Int
  let counters: [CounterSpend]
  /// Whether a password is hashed then.
  let needsHashing: Bool
  /// The function that is asked then, for the log.
  let function: String?
}

/// One of what a counter allows a subject.
struct CounterSpend: Hashable, Sendable {
  /// Where it is counted.
  enum Place: Hashable, Sendable {
    /// By what was done about an address or account in any run.
    case storage(key: String)
    /// In the run.
    case run(subject: String)
  }

  let counter: Counter
  private let place: Place
  fileprivate let limit: Int
  private let window: Milliseconds

  fileprivate init(counter: Counter, place: Place, _ rate: Rate) {
    self.counter = counter
    self.place = place
    limit = rate.count
    window = Milliseconds(rate.seconds) * 1000
  }

  fileprivate func isLeft(
    _ transaction: any StorageTransaction, _ counts: RunCounts, now: Milliseconds
  ) throws(StorageError) -> Bool {
    try count(transaction, counts, now).count < limit
  }

  /// When the count begins again.
  fileprivate func expiry(
    _ transaction: any StorageTransaction, _ counts: RunCounts, now: Milliseconds
  ) throws(StorageError) -> Milliseconds {
    try count(transaction, counts, now).expires
  }

  /// Gives back what was spent for this alone: whoever counts wrong answers for a name must not see that its owner signs in, as
  /// nobody does where there is no account; and a stranger who guesses by one name of an account after the other, beside its
  /// owner, gets no guess by that.
  fileprivate func renew(
    _ transaction: any StorageTransaction, _ counts: inout RunCounts, now: Milliseconds
  ) throws(StorageError) {
    var count = try count(transaction, counts, now)
    count.count = max(0, count.count - 1)
    try put(count, transaction, &counts)
  }

  fileprivate func count(
    _ transaction: any StorageTransaction, _ counts: RunCounts, _ now: Milliseconds
  ) throws(StorageError) -> RunCounts.Count {
    let known: RunCounts.Count? =
      switch place {
      case .storage(let key):
        try transaction.counter(key).map { RunCounts.Count(count: $0.count, expires: $0.expires) }
      case .run(let subject): counts[counter, subject]
      }
    guard let known, known.expires > now else { return RunCounts.Count(count: 0, expires: now + window) }
    // Of a clock that was set back: nothing is counted for longer than its window.
    return RunCounts.Count(count: known.count, expires: min(known.expires, now + window))
  }

  fileprivate func put(
    _ count: RunCounts.Count, _ transaction: any StorageTransaction, _ counts: inout RunCounts
  ) throws(StorageError) {
    switch place {
    case .storage(let key): try transaction.put(CounterRecord(key: key, count: count.count, expires: count.expires))
    case .run(let subject): counts[counter, subject] = count
    }
  }
}

extension [CounterSpend] {
  /// Spends one of each, or nothing where one is used up that may be told. A count begins again when its window is over.
  fileprivate func take(
    _ transaction: any StorageTransaction, _ counts: inout RunCounts, now: Milliseconds
  ) throws(StorageError) -> Spent {
    guard try filter(\.counter.isTold).takeAll(transaction, &counts, now) else { return .nothing }
    let untold = filter { !$0.counter.isTold }
    if try untold.takeAll(transaction, &counts, now) { return .all }
    // It takes as long.
    for spend in untold { try spend.put(spend.count(transaction, counts, now), transaction, &counts) }
    return .told
  }

  /// Spends one of each, or nothing where one is used up: then false.
  private func takeAll(
    _ transaction: any StorageTransaction, _ counts: inout RunCounts, _ now: Milliseconds
  ) throws(StorageError) -> Bool {
    var taken: [RunCounts.Count] = []
    for spend in self {
      var count = try spend.count(transaction, counts, now)
      if count.count >= spend.limit { return false }
      count.count += 1
      taken.append(count)
    }
    for (spend, count) in zip(self, taken) { try spend.put(count, transaction, &counts) }
    return true
  }
}
