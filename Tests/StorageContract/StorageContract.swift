public import FlowRuntime

/// What every backend of storage has to keep. A backend's tests run all cases, each over empty storage of its own:
///
///     @Test(arguments: StorageContract.all)
///     func `keeps the contract`(_ promise: StorageContract) async throws {
///       try await promise.check(MemoryStorage())
///     }
///
/// No test library is needed: a promise that is not kept is thrown, as a `BrokenPromise`. A backend that outlives the
/// process runs `ReopeningContract` as well.
public struct StorageContract: Sendable, CustomStringConvertible {
  /// What is promised, as a sentence.
  public let name: String
  private let body: @Sendable (any Storage) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (any Storage) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// The promises, by the records they are about.
  public static let all =
    transactions + concurrency + isolation + runs + accounts + counters + tickets + messages + secrets + audit + expiry
    + values
    + endOfUse

  /// Runs the case over empty storage, and closes it.
  ///
  /// - Throws: a `BrokenPromise`, or what the storage throws.
  public func check(_ storage: any Storage) async throws {
    try await closing(storage, after: body)
  }

  /// The name, in a test's output.
  public var description: String { name }
}

/// Runs a body over a storage, and closes it, whether the body throws or not.
func closing<Result>(
  _ storage: any Storage, after body: (any Storage) async throws -> Result
) async throws -> Result {
  do {
    let result = try await body(storage)
    await storage.close()
    return result
  } catch {
    await storage.close()
    throw error
  }
}

/// What a test's transaction throws to be undone.
struct Undone: Error {}

extension StorageTransaction {
  /// When the first message is due; nil if none waits.
  func nextMessageDue() throws(StorageError) -> Milliseconds? { try messages(dueBy: .max, limit: 1).first?.due }
}

extension Storage {
  /// Writes an account whose identifiers are free, in a transaction of its own.
  func keep(_ account: AccountRecord) async throws {
    try await expect(self.transact { try $0.put(account) })
  }

  /// Reads an account of the tenant contoso, in a transaction of its own.
  func account(_ id: String) async throws -> AccountRecord? {
    try await transact { try $0.account(id, tenant: "contoso") }
  }

  /// Runs a transaction that writes, and then throws.
  func undo(_ body: @escaping @Sendable (any StorageTransaction) throws -> Void) async throws {
    do {
      try await transact {
        try body($0)
        throw Undone()
      }
    } catch is Undone {
      return
    }
    try expect(false, "a transaction whose body throws has to throw the same")
  }
}
