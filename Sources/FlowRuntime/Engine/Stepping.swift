public import FlowJSON
import FlowModel

extension Engine {
  /// Starts a run of the tenant's newest version.
  public func start(
    flow: String, tenant: String, by starter: Starter, input: JSONObject, tokens: (any TokenIssuer)?
  ) async -> Reply {
    let event = ClientEvent("submit", input: input)
    return counted(await start(flow, tenant, starter, event, isSent: false, tokens))
  }

  /// Starts a run of the tenant's newest version with an event.
  public func start(
    flow: String, tenant: String, by starter: Starter, event: ClientEvent, tokens: (any TokenIssuer)?
  ) async -> Reply { counted(await start(flow, tenant, starter, event, isSent: true, tokens)) }

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
      step.beginning = nil
      step.run.locale = locale
      let (parameters, fields) = step.split(event.input)
      if let error = step.accept(parameters: parameters) { return StepAnswer(error: step.refusal(error)) }
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
        let entered = step
        error = try step.submit(first) { entered }
        if let error, !isSent { throw RefusedInput(view: step.refusal(error)) }
      }
      // Another process, which knows nothing of this version, may have removed it since nothing was pinned to it.
      if try !transaction.hasTable(program.hash) { try transaction.put(table: file, hash: program.hash) }
      try step.save(step: 1)
      return step.answer(step: 1, error: error)
    }
  }

  /// Takes a run one event further.
  public func send(_ event: ClientEvent, tokens: (any TokenIssuer)?) async -> Reply {
    counted(await take(event, tokens))
  }

  /// Counts a reply where no run is: of the others the step is counted.
  private func counted(_ reply: Reply) -> Reply {
    if reply.run == nil, let error = reply.error { ports.measures?.noteRunless(error.code) }
    return reply
  }

  private func take(_ event: ClientEvent, _ tokens: (any TokenIssuer)?) async -> Reply {
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
      let (before, wasHeld) = (step.run.state, step.isHeld)
      let asItWas = { [self] in try find(token, transaction, attempts, tokens, by: digest).step }
      if let error = try step.submit(event, asItWas: asItWas) {
        // Only of an event that comes in parts something is kept.
        if event.comesInParts, try step.run != asItWas().run { try step.save(step: record.step) }
        return step.answer(step: token.step, error: error)
      }
      // An attempt that failed leaves the client where it was, with the token it has. One to send a held code has no page
      // to come back to.
      let hasFailed = step.run.error != nil && (step.run.state == before || wasHeld)
      let next = hasFailed ? record.step : record.step + 1
      try step.save(step: next, answering: hasFailed ? nil : digest)
      return step.answer(step: next)
    }
  }

  /// Loads the run of a token and opens it. Throws `NoSuchRun` where the token is not good for one.
  func find(
    _ token: ContinuationToken, _ transaction: any StorageTransaction, _ attempts: StepAttempts,
    _ tokens: (any TokenIssuer)? = nil, by event: EventDigest? = nil
  ) throws -> (record: RunRecord, step: EffectStep) {
    guard let record = try transaction.run(token.run) else { throw NoSuchRun(EngineError.invalidToken) }
    guard record.step == token.step else {
      throw NoSuchRun(EngineError.invalidToken, in: language(of: record, transaction, attempts))
    }
    guard record.expires > attempts.now else {
      throw NoSuchRun(EngineError.runExpired, in: language(of: record, transaction, attempts))
    }
    // Before anything of the table is read, which the seal names.
    guard let content = record.opened(ports.key) else {
      throw StorageError.forged("run \(record.id.hex)")
    }
    let program = try program(record.table, transaction)
    attempts.subject.tenant = program.table.tenant
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
    if step.isHeldTooLong { throw NoSuchRun(EngineError.runExpired, in: run.locale) }
    return (record, step)
  }

  /// The language of a run that nobody goes on with; nil: it cannot be read.
  private func language(
    of record: RunRecord, _ transaction: any StorageTransaction, _ attempts: StepAttempts
  ) -> LanguageTag? {
    guard let content = record.opened(ports.key), let program = try? program(record.table, transaction),
      let run = try? Run(encoded: content, program)
    else { return nil }
    attempts.subject.tenant = program.table.tenant
    return run.locale
  }

  /// The program of a hash: the one at hand, or the one that storage keeps.
  private func program(_ hash: ContentHash, _ transaction: any StorageTransaction) throws -> Program {
    if let program = programs.program(hash) { return program }
    guard let file = try transaction.table(hash) else {
      throw StorageError.corrupted("the table of a run is gone")
    }
    let program: Program
    do {
      program = try Program(file: file, countedBy: ports.measures)
    } catch {
      throw StorageError.corrupted("the table of a run: \(error)")
    }
    // INVARIANT: the hash is in the run's seal: whoever writes to storage cannot give a run another table.
    guard program.hash == hash else { throw StorageError.forged("table \(hash)") }
    programs.hold(program)
    return program
  }
}

/// Thrown where a token is not good for a run, or not any more.
struct NoSuchRun: Error {
  let error: ErrorDefinition
  /// What the run speaks, where that is known.
  let locale: LanguageTag?

  init(_ error: ErrorDefinition, in locale: LanguageTag? = nil) { (self.error, self.locale) = (error, locale) }
}
