import FlowJSON
import FlowModel

/// Why rows cannot be read or written under a server's key.
public enum SealingError: Error, Hashable, Sendable {
  /// Storage failed.
  case storage(StorageError)
  /// The rows were written under master keys that are not at hand, given by their fingerprints.
  case otherKey(fingerprints: [String])
  /// There are accounts from before rows were sealed.
  case notSealed
  /// The accounts rest in the other form.
  case otherForm(AccountsAtRest)
}

extension SealedStorage {
  /// Where a storage keeps how its rows are sealed.
  static let markName = "rows-at-rest"

  /// Lays the seals over a backend, and keeps in it how. Throws where its rows were written under another key or in another
  /// form (nil: whichever it is), and where there are accounts from before rows were sealed: whoever takes them for genuine
  /// must say so (`reseal`).
  public static func open(
    over base: any Storage, key: ServerKey, accounts: AccountsAtRest? = .sealed, log: any OperatorLog = NoPorts()
  ) async throws(SealingError) -> SealedStorage {
    let form = try await transaction(base) { transaction -> AccountsAtRest in
      var mark = SealingMark(form: accounts ?? .sealed, version: 0, fingerprints: [])
      if let record = try transaction.secret(markName) {
        mark = try SealingMark(record, key)
        if let accounts, mark.form != accounts { throw SealingError.otherForm(mark.form) }
      } else if try !transaction.accounts(after: nil, limit: 1).isEmpty {
        throw SealingError.notSealed
      } else if accounts == nil {
        // Whoever only looks decides nothing.
        return mark.form
      }
      guard let newest = key.fingerprints.first, !mark.fingerprints.contains(newest) else { return mark.form }
      mark.fingerprints.insert(newest, at: 0)
      mark.version += 1
      try transaction.put(mark.record(key))
      return mark.form
    }
    return SealedStorage(over: base, key: key, accounts: form, log: log)
  }

  /// Seals all accounts, with their tickets, under the newest master key and in a form, `bite` of them in a transaction, so
  /// that steps go on meanwhile; how many. Accounts from before rows were sealed are taken for genuine, if the storage has
  /// never been sealed. An interrupted one is done again. Throws `forged` for what is neither.
  public static func reseal(
    _ base: any Storage, key: ServerKey, accounts form: AccountsAtRest, bite: Int = 200
  ) async throws(SealingError) -> Int {
    let mark = try await transaction(base) { try $0.secret(markName).map { try SealingMark($0, key) } }
    var last: AccountPlace?
    var count = 0
    repeat {
      let place = last
      let found = try await transaction(base) { transaction in
        try transaction.reseal(after: place, bite, key, form, takesOld: mark == nil)
      }
      guard let found else { break }
      count += found.count
      last = found.last
    } while true
    try await transaction(base) { transaction in
      let newest = Array(key.fingerprints.prefix(1))
      try transaction.put(SealingMark(form: form, version: (mark?.version ?? 0) + 1, fingerprints: newest).record(key))
    }
    return count
  }

  private static func transaction<Result: Sendable>(
    _ base: any Storage, _ body: @escaping @Sendable (any StorageTransaction) throws -> Result
  ) async throws(SealingError) -> Result {
    do {
      return try await base.transact(body)
    } catch let error as SealingError {
      throw error
    } catch {
      throw .storage(error as? StorageError ?? .unavailable("\(error)"))
    }
  }
}

extension StorageTransaction {
  /// Seals the accounts behind a place, with their tickets; nil where there are none.
  fileprivate func reseal(
    after last: AccountPlace?, _ limit: Int, _ key: ServerKey, _ form: AccountsAtRest, takesOld: Bool
  ) throws(StorageError) -> (count: Int, last: AccountPlace)? {
    let records = try accounts(after: last, limit: limit)
    guard let end = records.last else { return nil }
    let sealing = RowSealing(key: key, form: form)
    let refused = RefusedRows()
    for record in records {
      guard let account = SealedAccount.open(record, key) ?? (takesOld ? record : nil),
        try put(SealedAccount.close(account, form, key))
      else { throw .forged("account \(record.id)") }
      for kind in TicketRecord.Kind.allCases {
        for ticket in try tickets(kind, account: record.id, tenant: record.tenant) {
          if let genuine = sealing.open(ticket, refused) ?? (takesOld ? ticket : nil) {
            try put(sealing.close(genuine))
          }
        }
      }
    }
    return (records.count, AccountPlace(tenant: end.tenant, id: end.id))
  }
}

/// How the rows of a storage are sealed, as it rests there: the fingerprints of the master keys that rows may be sealed under
/// in clear, the rest sealed and bound to them.
private struct SealingMark {
  var form: AccountsAtRest
  var version: Int64
  var fingerprints: [String]

  init(form: AccountsAtRest, version: Int64, fingerprints: [String]) {
    self.form = form
    self.version = version
    self.fingerprints = fingerprints
  }

  /// Opens it; throws where a master key is missing.
  init(_ record: SecretRecord, _ key: ServerKey) throws(SealingError) {
    let (names, sealed) = Self.parts(of: record)
    let missing = names.filter { !key.fingerprints.contains($0) }
    guard missing.isEmpty, let content = key.open(sealed, context: Self.context(names)),
      let form = (try? JSON.parse(content))?["accounts"]?.string.flatMap(AccountsAtRest.init)
    else { throw .otherKey(fingerprints: missing) }
    self.init(form: form, version: record.version, fingerprints: names)
  }

  func record(_ key: ServerKey) -> SecretRecord {
    let content: JSON = ["accounts": .string(form.rawValue)]
    let names = fingerprints.flatMap { Hexadecimal.bytes(Array($0.utf8), count: Self.nameSize) ?? [] }
    return SecretRecord(
      name: SealedStorage.markName, version: version,
      sealed: [UInt8(fingerprints.count)] + names + key.seal(content.utf8(), context: Self.context(fingerprints)))
  }

  private static let nameSize = 8

  private static func parts(of record: SecretRecord) -> (names: [String], sealed: [UInt8]) {
    let size = Int(record.sealed.first ?? 0) * nameSize
    let names = Array(record.sealed.dropFirst().prefix(size))
    let starts = stride(from: 0, to: names.count, by: nameSize)
    return (starts.map { names[$0...].prefix(nameSize).hex }, Array(record.sealed.dropFirst(1 + size)))
  }

  private static func context(_ names: [String]) -> [UInt8] {
    Array("secret\0\(SealedStorage.markName)\0\(names.joined())".utf8)
  }
}
