public import FlowJSON
public import FlowModel

/// A table that runs are started on.
public struct InstalledTable: Hashable, Sendable {
  /// The tenant's name.
  public var tenant: String
  /// The hash of the table's content.
  public var hash: ContentHash
}

/// Drives runs: loads a run, takes it one event further, performs the effects, and commits all of it together.
///
/// Any number of tasks may use one engine. Steps of one run follow each other. An event that loses a race for a token is
/// answered `invalid_token`, unless it is the one that won: then it is answered as that, so that a client whose answer was
/// lost sends the same once more.
public final class Engine: FlowService {
  let ports: EnginePorts
  let storage: any Storage
  let hashing: WorkerPool
  let hasher: PasswordHasher
  let activity = EngineActivity()
  let programs = Programs()
  let retired: RetiredRuns
  private let refusals: ThrottledLog
  private let crowd: HashingCrowd

  /// How many passwords may wait for each thread that hashes: about as many as one hashes in two seconds. Whoever comes
  /// then is answered `busy`, as waiting in line would only let the line grow. One requester has half of it at most.
  static let waitingHashes = 64

  /// How long a runner that keeps a function's time by itself may take to say that it is over.
  static let functionGrace = Duration.milliseconds(200)

  /// An engine over storage. `hashingThreads` bounds how many passwords are hashed at once (19 MiB each); `retired` says what
  /// becomes of runs whose tenant is not installed.
  public init(
    storage: any Storage, ports: EnginePorts, hashingThreads: Int? = nil, retired: RetiredRuns = .finish
  ) {
    self.storage = storage
    self.retired = retired
    self.ports = ports
    hasher = PasswordHasher(key: ports.key)
    hashing = WorkerPool(threads: hashingThreads, waiting: Self.waitingHashes)
    refusals = ThrottledLog(ports)
    crowd = HashingCrowd(perSecond: Self.waitingHashes / 2 * hashing.threads)
  }

  /// Makes a table the newest version of its tenant: new runs start on it, runs in flight keep theirs. The file is kept
  /// in storage, so that they keep it over a restart as well.
  @discardableResult
  public func install(file: [UInt8]) async throws -> InstalledTable {
    let program = try Program(file: file)
    try await storage.transact { transaction in
      if try !transaction.hasTable(program.hash) { try transaction.put(table: file, hash: program.hash) }
    }
    programs.install(program, file: file)
    return InstalledTable(tenant: program.table.tenant, hash: program.hash)
  }

  /// The newest version of each tenant, by the tenant's name.
  public var tables: [InstalledTable] {
    programs.newest.map { InstalledTable(tenant: $0.program.table.tenant, hash: $0.program.hash) }
      .sorted { $0.tenant < $1.tenant }
  }

  /// Takes a tenant out: no run of it is started any more; what becomes of those in flight is `RetiredRuns`. False where it
  /// is not installed.
  @discardableResult
  public func removeTable(of tenant: String) -> Bool { programs.remove(tenant) }

  /// The newest version of a tenant; nil for a tenant that is not installed.
  public func table(of tenant: String) -> FlowTable? { program(of: tenant)?.table }

  func program(of tenant: String) -> Program? { programs[tenant]?.program }

  /// How many tables are held ready.
  var programCount: Int { programs.count }

  /// How many records of each kind are removed at once, so that no step waits long for it.
  static let removalLimit = 100

  /// Removes runs, counters, tickets and messages that have ended, and tables that no run needs any more, at most 100 of
  /// each; how many. A host calls it now and then; nothing else depends on it.
  @discardableResult
  public func removeExpired() async throws -> Int {
    let now = ports.clock.now()
    let installed = programs.newest.map(\.program.hash)
    let earlier = programs.earlier
    let (count, unused) = try await storage.transact { transaction in
      let count = try transaction.removeExpired(before: now, limit: Self.removalLimit, keeping: installed)
      return (count, Set(try earlier.filter { try !transaction.hasTable($0) }))
    }
    programs.drop(unused)
    return count
  }

  // MARK: FlowService

  /// Starts a run of the tenant's newest version.
  public func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    let event = ClientEvent("submit", input: input)
    return await start(flow, tenant, starter, event, isSent: false, tokens)
  }

  /// Starts a run of the tenant's newest version with an event.
  public func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply { await start(flow, tenant, starter, event, isSent: true, tokens) }

  /// `isSent`: whether the event is sent even if it has no fields.
  private func start(
    _ flow: String, _ tenant: String, _ starter: Starter, _ event: ClientEvent, isSent: Bool,
    _ tokens: (any TokenIssuer)?
  ) async -> Reply {
    guard let newest = programs[tenant] else { return Reply(runless: EngineError.unknownFlow) }
    let (program, file) = (newest.program, newest.file)
    let (index, application): (Int32, Int32?)
    do throws(NoSuchRun) {
      (index, application) = try program.table.entry(flow, by: starter)
    } catch { return Reply(runless: error.error, of: program.table) }
    let locale = program.table.language(for: RequestLanguages.present)
    return await drive(of: tenant, bringing: event.input) { [ports] transaction, attempts in
      let id = OrderedID.id(now: attempts.now, random: Expansion.bytes(16, seed: attempts.fresh, index: 0))
      var step = EffectStep(
        ports, program, transaction, attempts: attempts, runID: id,
        run: Run(flow: index, of: program.table, now: attempts.now, application: application), issuer: tokens)
      step.run.locale = locale
      let (parameters, fields) = step.split(event.input)
      if let error = step.accept(parameters: parameters) { return StepAnswer(error: error) }
      step.takeLocale(ofParameters: parameters)
      do {
        try step.take(.start)
      } catch let refused as StepRefused {
        // There is no run yet that could stay as it was.
        throw RunlessRefusal(refused)
      }
      var error: Reply.ErrorView?
      if isSent || !fields.members.isEmpty {
        var first = event
        first.input = fields
        error = try step.submit(first)
        if let error, !isSent { throw RefusedInput(view: error) }
      }
      // Another process, which knows nothing of this version, may have removed it since nothing was pinned to it.
      if try !transaction.hasTable(program.hash) { try transaction.put(table: file, hash: program.hash) }
      try step.save(step: 1)
      return step.answer(step: 1, error: error)
    }
  }

  /// Takes a run one event further.
  public func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    guard let text = event.token, let token = ContinuationToken(text, ports.key) else {
      return Reply(runless: EngineError.invalidToken)
    }
    let digest = EventDigest(event, ports.key)
    return await drive(token, bringing: event.input) { [self] transaction, attempts in
      var (record, step): (RunRecord, EffectStep)
      do {
        (record, step) = try find(token, transaction, attempts, tokens, by: digest)
      } catch let missing as NoSuchRun where missing.error == EngineError.invalidToken {
        try answerAgain(event, token, transaction, attempts, tokens)
        throw missing
      }
      guard event.scope.map({ step.belongs(to: $0) }) ?? true else {
        throw NoSuchRun(EngineError.invalidToken)
      }
      if case .end = step.state.kind { return step.answer(step: token.step, error: step.view(EngineError.runEnded)) }
      if try step.timeOut() {
        try step.save(step: record.step + 1, answering: digest)
        return step.answer(step: record.step + 1)
      }
      let before = step.run
      let wasHeld = step.isHeld
      if let error = try step.submit(event) {
        if step.run != before { try step.save(step: record.step) }
        return step.answer(step: token.step, error: error)
      }
      // An attempt that failed leaves the client where it was, with the token it has. One to send a held code has no page
      // to come back to.
      let hasFailed = step.run.error != nil && (step.run.state == before.state || wasHeld)
      let next = hasFailed ? record.step : record.step + 1
      try step.save(step: next, answering: hasFailed ? nil : digest)
      return step.answer(step: next)
    }
  }

  // MARK: Driving

  /// Loads the run of a token and opens it. Throws `NoSuchRun` where the token is not good for one.
  func find(
    _ token: ContinuationToken, _ transaction: any StorageTransaction, _ attempts: StepAttempts,
    _ tokens: (any TokenIssuer)? = nil, by event: EventDigest? = nil
  ) throws -> (record: RunRecord, step: EffectStep) {
    guard let record = try transaction.run(token.run), record.step == token.step else {
      throw NoSuchRun(EngineError.invalidToken)
    }
    guard record.expires > attempts.now else { throw NoSuchRun(EngineError.runExpired) }
    let program = try program(record.table, transaction)
    attempts.subject.tenant = program.table.tenant
    guard let content = record.opened(ports.key) else {
      throw StorageError.forged("run \(record.id.hex)")
    }
    let run: Run
    do {
      run = try Run(encoded: content, program)
    } catch {
      throw StorageError.corrupted("a run that cannot be read: \(error)")
    }
    try demandService(of: run, program.table)
    var attempts = attempts
    if let event, attempts.seed == nil {
      attempts.seed = event.seed(token.run, step: token.step, salt: run.salt, ports.key)
    }
    let step = EffectStep(
      ports, program, transaction, attempts: attempts, runID: token.run, run: run, issuer: tokens)
    if step.isHeldTooLong { throw NoSuchRun(EngineError.runExpired) }
    return (record, step)
  }

  /// The program of a hash: the one at hand, or the one that storage keeps.
  private func program(_ hash: ContentHash, _ transaction: any StorageTransaction) throws -> Program {
    if let program = programs.program(hash) { return program }
    guard let file = try transaction.table(hash) else {
      throw StorageError.corrupted("the table of a run is gone")
    }
    let program: Program
    do {
      program = try Program(file: file)
    } catch {
      throw StorageError.corrupted("the table of a run: \(error)")
    }
    // INVARIANT: the hash is in the run's seal: whoever writes to storage cannot give a run another table.
    guard program.hash == hash else { throw StorageError.forged("table \(hash)") }
    programs.hold(program)
    return program
  }

  /// Takes a step in one transaction, again and again until the slow work it needs is done; then signs its tokens.
  func drive(
    _ token: ContinuationToken? = nil, of tenant: String? = nil,
    bringing input: JSONObject? = nil,
    _ body: @escaping @Sendable (any StorageTransaction, StepAttempts) throws -> StepAnswer
  ) async -> Reply {
    var place = WorkerPlace(in: hashing, for: Requester.present)
    defer { place.giveBack() }
    // Before anything is read: those who come too often must not take the time of those who wait.
    if let input, Self.bringsPassword(input) {
      do throws(WorkerPoolRefusal) { try place.take() } catch { return await busy(error, token, of: tenant) }
    }
    guard activity.begin() else { return Reply(runless: EngineError.unavailable, of: tenant.flatMap(table)) }
    defer { activity.end() }
    var attempts = StepAttempts(ports.randomness, now: ports.clock.now())
    let subject = attempts.subject
    subject.tenant = tenant
    defer { RequestSubject.present?.note(tenant: subject.tenant, run: token?.run.hex) }
    do {
      for _ in 0..<64 {
        do {
          let known = attempts
          let observer = ports.observer
          let answer = try await storage.transact { transaction in
            observer?.begin()
            return try body(transaction, known)
          }
          return try committed(answer, by: subject).signed()
        } catch let pending as PendingWork {
          attempts.seed = pending.seed
          attempts.memo[pending.work] = try await perform(pending.work, token, subject, &place)
        } catch let before as AnsweredBefore {
          RequestSubject.present?.note(tenant: before.answer.reply.tenant, run: before.answer.reply.run)
          return try before.answer.signed()
        }
      }
      log(.error, "a step needs more slow work than is allowed", token, of: subject.tenant)
    } catch let refused as RunlessRefusal {
      ports.log.write(
        LogEntry(SecurityEvent(.stepDenied), "a start was refused: \(refused.cause.refusal)", tenant: tenant))
      await keep(refused.cause, of: tenant)
      return Reply(runless: EngineError.denied, of: tenant.flatMap(table))
    } catch let refused as StepRefused {
      return await answer(refused, token, of: subject.tenant)
    } catch let missing as NoSuchRun {
      return Reply(runless: missing.error, of: subject.tenant.flatMap(table))
    } catch let refused as RefusedInput {
      return Reply(error: refused.view)
    } catch let refusal as WorkerPoolRefusal {
      return await busy(refusal, token, of: subject.tenant)
    } catch {
      log(.error, "a step failed: \(error)", token, of: subject.tenant)
    }
    return Reply(runless: EngineError.unavailable, of: subject.tenant.flatMap(table))
  }

  private static func bringsPassword(_ input: JSONObject) -> Bool {
    input.members.contains { $0.name == SecretField.password.name }
  }

  /// The answer where passwords cannot be hashed, with when to come back. A crowd is kept waiting for it.
  private func busy(
    _ refusal: WorkerPoolRefusal, _ token: ContinuationToken?, of tenant: String?
  ) async -> Reply {
    let reason = refusal == .full ? "too many wait" : "there is no thread for it"
    refusals.write("a password was not hashed: \(reason)", token)
    var error = Reply.ErrorView(EngineError.busy, in: RequestLanguages.words(of: tenant.flatMap(table)))
    let (retryAfter, pause) = crowd.note(at: ports.clock.now())
    error.retryAfter = retryAfter
    if pause > .zero { try? await Task.sleep(for: pause) }
    return Reply(error: error)
  }

  /// Answers a step that was refused and undone: the run is as it was, but what was spent stays spent.
  private func answer(
    _ refused: StepRefused, _ token: ContinuationToken?, of tenant: String?
  ) async -> Reply {
    switch refused.refusal {
    case .denied(let reason), .unproven(let reason):
      ports.log.write(
        LogEntry(SecurityEvent(.stepDenied), "a step was denied: \(reason)", tenant: tenant, run: token?.run.hex))
    case .missing, .invalid, .unknownEvent, .tooLarge: break
    }
    guard let token else {
      await keep(refused, of: tenant)
      let isTooLarge = if case .tooLarge = refused.refusal { true } else { false }
      return Reply(
        runless: isTooLarge ? EngineError.runTooLarge : EngineError.denied, of: tenant.flatMap(table))
    }
    let attempts = StepAttempts(ports.randomness, now: ports.clock.now())
    do {
      let answer = try await storage.transact { [self] transaction in
        var (record, step) = try find(token, transaction, attempts)
        let counts = step.run.counts
        try step.keep(refused.spent)
        if step.run.counts != counts { try step.save(step: record.step) }
        return step.answer(step: token.step, error: step.view(refused.refusal))
      }
      return try answer.signed()
    } catch let missing as NoSuchRun {
      return Reply(runless: missing.error, of: tenant.flatMap(table))
    } catch {
      log(.error, "a step failed: \(error)", token, of: tenant)
      return Reply(runless: EngineError.unavailable, of: tenant.flatMap(table))
    }
  }

  /// The refused start of a run leaves no run, but what was spent stays spent.
  private func keep(_ refused: StepRefused, of tenant: String?) async {
    do {
      try await keep(refused.spent)
    } catch {
      log(.error, "a step failed: \(error)", of: tenant)
    }
  }

  func log(
    _ level: LogEntry.Level, _ message: String, _ token: ContinuationToken? = nil, of tenant: String? = nil
  ) {
    ports.log.write(LogEntry(level, message, tenant: tenant, run: token?.run.hex))
  }

  /// The tenant's newest parameters, but none that are cheaper than those of a run's own table: a run that began before they
  /// rose must not tell by its time which accounts have signed in since.
  private func present(_ hashing: PasswordHashing, of tenant: String?) -> PasswordHashing {
    guard let newest = tenant.flatMap(table)?.passwords.hashing else { return hashing }
    var present = newest.work >= hashing.work ? newest : hashing
    present.isPeppered = newest.isPeppered
    return present
  }

  private func perform(
    _ work: Work, _ token: ContinuationToken?, _ subject: StepSubject, _ place: inout WorkerPlace
  ) async throws -> WorkResult {
    ports.observer?.note(work)
    switch work {
    case .hash(let password, let hashing):
      try place.take()
      let hashing = present(hashing, of: subject.tenant)
      return await place.run { [hasher] in hasher.rest(of: password, by: hashing).map(WorkResult.hash) ?? .failed }
    case .verify(let password, let text, let hashing):
      try place.take()
      let hashing = hashing.map { present($0, of: subject.tenant) }
      let comparison = await place.run { [hasher] in
        WorkResult.compared(hasher.compare(password, with: text, by: hashing))
      }
      if case .compared(.unreadable(let key)) = comparison {
        log(.error, "a password rests in a form that needs a key which is not there: \(key)", token, of: subject.tenant)
      }
      return comparison
    case .dictionary(let password):
      try place.take()
      let dictionary = ports.dictionary
      return await place.run { .holds(dictionary.contains(password)) }
    case .leak(let password, let file):
      try place.take()
      let (lists, tenant) = (ports.leaks, subject.tenant ?? "")
      let result = await place.run {
        Result { () throws(LeakListError) in
          try lists.contains(password, in: file, of: tenant)
        }
      }
      switch result {
      case .success(let isKnown): return .holds(isKnown)
      case .failure(let error):
        log(.error, "the list of leaked passwords \(file.debugDescription): \(error.reason)", token, of: tenant)
        return .failed
      }
    case .leaked(let function, let request, let digest):
      let call = Task { [ports] in await ports.functions.leaked(function, request: request) }
      let limit = Duration.milliseconds(function.timeout) + Self.functionGrace
      let (range, reason) = await value(of: call, within: limit) ?? (nil, "did not answer in time")
      guard let range else {
        log(.error, "function \(function.name): \(reason ?? "no answer")", token, of: subject.tenant)
        return .failed
      }
      return .holds(LeakRange(range).contains(digest.dropFirst(PasswordDigest.prefixLength)))
    case .spend(let spending):
      // What will not be compared costs no attempt.
      if spending.needsHashing { try place.take() }
      return .spent(try await spend(spending, token, subject))
    case .function(let function, let request):
      // Who waits for a function keeps nobody from the hashing.
      place.giveBack()
      // Whoever asked may go away, and what the function does is not theirs to cancel.
      let call = Task { [ports] in await ports.functions.call(function, request: request) }
      let limit = Duration.milliseconds(function.timeout) + Self.functionGrace
      let (status, reason) = await value(of: call, within: limit) ?? (.fail, "did not answer in time")
      if let reason {
        log(status == .fail ? .warning : .info, "function \(function.name): \(reason)", token, of: subject.tenant)
      }
      return .answer(status)
    }
  }
}

/// Thrown where a token is not good for a run, or not any more.
struct NoSuchRun: Error {
  let error: ErrorDefinition
  init(_ error: ErrorDefinition) { self.error = error }
}

/// Thrown where a run is started with an input that its first page refuses: there is none then, and all that it did on the
/// way to the page is undone.
private struct RefusedInput: Error {
  let view: Reply.ErrorView
}

/// The start of a run that was refused.
private struct RunlessRefusal: Error {
  let cause: StepRefused
  init(_ cause: StepRefused) { self.cause = cause }
}
