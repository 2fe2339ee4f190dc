import FlowModel
import FlowThreads

extension Engine {
  /// The tenant's newest parameters, but none that are cheaper than those of a run's own table: a run that began before they
  /// rose must not tell by its time which accounts have signed in since.
  private func present(_ hashing: PasswordHashing, of tenant: String?) -> PasswordHashing {
    guard let newest = tenant.flatMap(table)?.passwords.hashing else { return hashing }
    var present = newest.work >= hashing.work ? newest : hashing
    present.isPeppered = newest.isPeppered
    return present
  }

  func perform(
    _ work: Work, _ token: ContinuationToken?, _ subject: StepSubject, _ place: inout WorkerPlace
  ) async throws -> WorkResult {
    ports.observer?.note(work)
    switch work {
    case .hash(let password, let hashing):
      try place.take()
      let hashing = present(hashing, of: subject.tenant)
      return await place.run { [hasher, tally = ports.measures?.hashing] in
        tally.timing { hasher.rest(of: password, by: hashing).map(WorkResult.hash) ?? .failed }
      }
    case .verify(let password, let text, let hashing):
      try place.take()
      let hashing = hashing.map { present($0, of: subject.tenant) }
      let comparison = await place.run { [hasher, tally = ports.measures?.comparing] in
        tally.timing { WorkResult.compared(hasher.compare(password, with: text, by: hashing)) }
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
      // Who waits for a function keeps nobody from the hashing.
      place.giveBack()
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
