/// An invariant of the engine that a test takes away, to see that the test for it would notice. Only a debug build can: in
/// a release build `isOn` is the constant `false`, and nothing of this is left.
enum Mutation: String, Sendable, CaseIterable {
  /// Required fields may be missing or empty.
  case blankFieldsPass
  /// An event's fields need not be those of the page.
  case strayFieldsAreTaken
  /// An event that a page does not offer counts as its first.
  case strayEventsAreTaken
  /// A condition that fails counts as true.
  case failedGuardsHold
  /// A redeemed link stays good.
  case linksStayGood
  /// The links that set a password stay good when another one was used, or the password has changed.
  case olderLinksStayGood
  /// A redeemed grant stays good.
  case grantsStayGood
  /// A code stays good after it was entered.
  case codesStayGood
  /// The tokens of earlier steps stay good.
  case staleTokensAreTaken
  /// A run goes on after its lifetime.
  case expiredRunsGoOn
  /// The time-outs of pages follow `submit`.
  case timeOutsSubmit
  /// A run is read in another transaction than the one that writes it.
  case stepsRace
  /// A password's attempt is spent when the password was compared already, and did not match.
  case attemptsAreSpentLate
  /// What a refused step has spent is given back.
  case refusedStepsSpendNothing
  /// Attempts and messages are counted for each run by itself.
  case countersAreOfRuns
  /// A new code gives all attempts back.
  case newCodesForgiveGuesses
  /// Effects are performed without the proofs they demand.
  case demandsAreNotMade

  #if DEBUG
    /// The invariant that is taken away in this task.
    @TaskLocal static var current: Mutation?
  #endif

  /// Whether this is the one that is on.
  @inline(__always)
  static func isOn(_ mutation: Mutation) -> Bool {
    #if DEBUG
      current == mutation
    #else
      false
    #endif
  }

  /// The same transaction, under this task's mutation on whatever thread storage runs it.
  @inline(__always)
  static func carried<Result>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) -> @Sendable (any StorageTransaction) throws -> Result {
    #if DEBUG
      guard let mutation = current else { return body }
      return { transaction in try $current.withValue(mutation) { try body(transaction) } }
    #else
      body
    #endif
  }
}

#if DEBUG
  extension Engine {
    /// How a run must not be read: before the transaction that writes it, when others may be about to do the same.
    func readAhead(_ token: ContinuationToken) async -> RunRecord? {
      let record = try? await storage.transact { try $0.run(token.run) }
      for _ in 0..<100 { await Task.yield() }
      return record
    }
  }
#endif
