/// A storage whose transactions are counted, and timed from when they were asked for until they were safe.
public struct MeasuredStorage: Storage {
  private let base: any Storage
  private let measures: EngineMeasures

  /// Counts over a backend, or what lies over one.
  public init(over base: any Storage, _ measures: EngineMeasures) { (self.base, self.measures) = (base, measures) }

  /// Runs `body` in one transaction. What `body` throws for reasons of its own is no failure of storage.
  public func transact<Result: Sendable>(
    _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws -> Result {
    let began = ContinuousClock.now
    measures.openTransactions.add()
    defer {
      measures.openTransactions.add(-1)
      measures.transactions.add(.now - began)
    }
    do {
      return try await base.transact(body)
    } catch {
      if error is StorageError { measures.failedTransactions.add() }
      throw error
    }
  }

  /// Ends the use of the backend.
  public func close() async { await base.close() }
}
