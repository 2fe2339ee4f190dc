import FlowJSON
import FlowModel
import FlowThreads

extension Engine {
  /// Takes a step in one transaction, again and again until the slow work it needs is done; then signs its tokens.
  func drive(
    _ token: ContinuationToken? = nil, of tenant: String? = nil,
    bringing input: JSONObject? = nil,
    _ body: @escaping @Sendable (any StorageTransaction, StepAttempts) throws -> StepAnswer
  ) async -> Reply {
    let began = ContinuousClock.now
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
          let (observer, path) = (ports.observer, ports.path)
          let answer = try await storage.transact { transaction in
            observer?.begin()
            path?.begin()
            return try body(transaction, known)
          }
          return try committed(answer, by: subject, since: began).signed()
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
      return await answer(refused, token, of: subject.tenant, since: began)
    } catch let missing as NoSuchRun {
      return Reply(runless: missing.error, of: subject.tenant.flatMap(table), in: missing.locale)
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
    ports.measures?.refusedHashes.add()
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
    _ refused: StepRefused, _ token: ContinuationToken?, of tenant: String?, since began: ContinuousClock.Instant
  ) async -> Reply {
    // It was not taken.
    ports.path?.begin()
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
      if let step = answer.measured { step.measures.note(step, took: .now - began) }
      return try answer.signed()
    } catch let missing as NoSuchRun {
      return Reply(runless: missing.error, of: tenant.flatMap(table), in: missing.locale)
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
}

/// Thrown where a run is started with an input that its first page refuses: there is none then, and all that it did on the
/// way to the page is undone.
struct RefusedInput: Error {
  let view: Reply.ErrorView
}

/// The start of a run that was refused.
struct RunlessRefusal: Error {
  let cause: StepRefused
  init(_ cause: StepRefused) { self.cause = cause }
}
