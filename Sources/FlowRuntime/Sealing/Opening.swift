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
  /// The accounts are on their way to a form, and some have not arrived.
  case unfinished(AccountsAtRest)
  /// The account of this id has an identifier that another one has, too.
  case shared(account: String)
}

/// What came of sealing accounts anew.
public struct Resealed: Hashable, Sendable {
  /// How many accounts there are.
  public var accounts: Int
  /// Until when, in milliseconds since 1970, links and sessions rest that need an older master key; nil: none does.
  public var needsOlderKeys: Milliseconds?
  /// How many passwords are compared with a master key's pepper, by the fingerprints of such keys.
  public var peppers: [String: Int] = [:]
  /// The ids of accounts that were left as they are, as no server with this key wrote them so.
  public var edited: [String] = []

  package init(accounts: Int, needsOlderKeys: Milliseconds?) {
    (self.accounts, self.needsOlderKeys) = (accounts, needsOlderKeys)
  }
}

extension SealedStorage {
  /// Where a storage keeps how its rows are sealed.
  package static let markName = "rows-at-rest"

  /// Lays the seals over a backend, and keeps in it how. Throws where its rows were written under another key or in another
  /// form (nil: whichever it is), and where there are accounts from before rows were sealed: whoever takes them for genuine
  /// must say so (`reseal`). `isWriting`: nothing is kept for whoever only looks.
  public static func open(
    over base: any Storage, key: ServerKey, accounts: AccountsAtRest? = .sealed, isWriting: Bool = true,
    log: any OperatorLog = NoPorts()
  ) async throws(SealingError) -> SealedStorage {
    let form = try await transaction(base) { transaction -> AccountsAtRest in
      var mark = try transaction.mark(key) ?? SealingMark(form: accounts ?? .sealed)
      if let target = mark.target { throw SealingError.unfinished(target) }
      if let accounts, mark.form != accounts { throw SealingError.otherForm(mark.form) }
      if mark.version == 0, let first = try transaction.accounts(after: nil, limit: 1).first {
        throw SealedAccount.isMarked(first) ? SealingError.storage(.forged("how accounts rest")) : .notSealed
      }
      guard isWriting, let newest = key.fingerprints.first, !mark.fingerprints.contains(newest) else {
        return mark.form
      }
      mark.fingerprints.insert(newest, at: 0)
      try transaction.put(&mark, key)
      return mark.form
    }
    return SealedStorage(over: base, key: key, accounts: form, log: log)
  }

  /// Seals all accounts under the newest master key and in a form, `batch` of them in a transaction, so that steps go on
  /// meanwhile, unless the form changes. Accounts and tickets from before rows were sealed are taken for genuine, if the
  /// storage has never been sealed. A change of the form waits for `settling` first, until servers that run refuse their work.
  /// An interrupted one is done again. Tickets stay under the key that they were made with, as
  /// their secrets are. Accounts that are neither are left as they are (`Resealed.edited`): no key opens them.
  public static func reseal(
    _ base: any Storage, key: ServerKey, accounts form: AccountsAtRest, batch: Int = 200,
    now: Milliseconds = SystemClock().now(), settling: Duration = .seconds(2)
  ) async throws(SealingError) -> Resealed {
    let begun = try await transaction(base) { transaction -> SealingMark in
      var mark: SealingMark
      if let known = try transaction.mark(key) {
        mark = known
      } else {
        mark = SealingMark(form: form)
        let first = try transaction.accounts(after: nil, limit: 1).first
        if let first, SealedAccount.isMarked(first) { throw SealingError.storage(.forged("how accounts rest")) }
        mark.takesOld = first != nil
      }
      // Until all have arrived nobody opens what is in two forms, or not sealed yet.
      if mark.form != form || mark.takesOld { mark.target = form }
      if let newest = key.fingerprints.first, !mark.fingerprints.contains(newest) {
        mark.fingerprints.insert(newest, at: 0)
      }
      try transaction.put(&mark, key)
      return mark
    }
    // Servers that run see it, and stop.
    if begun.target != nil { try? await Task.sleep(for: settling) }
    var last: AccountPlace?
    var done = Resealed(accounts: 0, needsOlderKeys: nil)
    repeat {
      let place = last
      let found = try await transaction(base) { transaction in
        try transaction.reseal(after: place, batch, key, form, takesOld: begun.takesOld, now: now)
      }
      guard let found else { break }
      done.accounts += found.done.accounts
      done.edited += found.done.edited
      done.needsOlderKeys = [done.needsOlderKeys, found.done.needsOlderKeys].compactMap { $0 }.max()
      last = found.last
    } while true
    try await resealSecrets(base, key: key)
    // What was peppered with an older key needs that one.
    done.peppers = try await peppers(base, key: key)
    let (report, newest) = (done, Array(key.fingerprints.prefix(1)))
    try await transaction(base) { transaction in
      // Another server may have begun to write with a key of its own meanwhile.
      var mark = try transaction.mark(key) ?? begun
      let others = mark.fingerprints.filter {
        report.needsOlderKeys != nil || report.peppers[$0] != nil || !begun.fingerprints.contains($0)
      }
      mark.fingerprints = newest + others.filter { !newest.contains($0) }
      (mark.form, mark.target, mark.takesOld) = (form, nil, false)
      try transaction.put(&mark, key)
    }
    return done
  }

  /// How many passwords rest so that they can be compared only with a master key, by the fingerprints of such keys: also those
  /// that may not come back. They are hashed with the newest one as soon as their owners sign in.
  public static func peppers(
    _ base: any Storage, key: ServerKey, batch: Int = 1000
  ) async throws(SealingError) -> [String: Int] {
    var peppers: [String: Int] = [:]
    try await look(through: base, batch) { records in
      for account in records.compactMap({ SealedAccount.open($0, key) }) {
        let hashes = [account.passwordHash].compactMap { $0 } + account.earlierPasswordHashes
        for pepper in hashes.compactMap({ RestingPassword($0)?.pepper }) { peppers[pepper, default: 0] += 1 }
      }
    }
    return peppers
  }

  /// The ids of accounts that are not as a server with this key wrote them.
  public static func edited(
    _ base: any Storage, key: ServerKey, batch: Int = 1000
  ) async throws(SealingError) -> [String] {
    var edited: [String] = []
    try await look(through: base, batch) { records in
      edited += records.filter { SealedAccount.open($0, key) == nil }.map(\.id)
    }
    return edited
  }

  /// Hands over all accounts as they rest, `batch` at a time.
  private static func look(
    through base: any Storage, _ batch: Int, _ body: ([AccountRecord]) -> Void
  ) async throws(SealingError) {
    var last: AccountPlace?
    repeat {
      let place = last
      let records = try await transaction(base) { try $0.accounts(after: place, limit: batch) }
      guard let end = records.last else { return }
      body(records)
      last = AccountPlace(tenant: end.tenant, id: end.id)
    } while true
  }

  /// Seals what servers keep for themselves under the newest master key: signing keys, and the tables that were served last. Each
  /// is bound to its name.
  private static func resealSecrets(_ base: any Storage, key: ServerKey) async throws(SealingError) {
    for name in try await transaction(base, { try $0.secretNames() }) where name != markName {
      let context = Array(name.utf8)
      try await transaction(base) { transaction in
        guard var record = try transaction.secret(name),
          key.each.first?.open(record.sealed, context: context) == nil,
          let content = key.open(record.sealed, context: context)
        else { return }
        record.version &+= 1
        record.sealed = key.seal(content, context: context)
        try transaction.put(record)
      }
    }
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
  /// Seals the accounts behind a place; nil where there are none.
  fileprivate func reseal(
    after last: AccountPlace?, _ limit: Int, _ key: ServerKey, _ form: AccountsAtRest, takesOld: Bool, now: Milliseconds
  ) throws -> (done: Resealed, last: AccountPlace)? {
    let records = try accounts(after: last, limit: limit)
    guard let end = records.last else { return nil }
    let sealing = RowSealing(key: key, form: form)
    let refused = RefusedRows()
    var done = Resealed(accounts: 0, needsOlderKeys: nil)
    for record in records {
      let isOld = takesOld && !SealedAccount.isMarked(record)
      guard let account = isOld ? record : SealedAccount.open(record, key) else {
        done.edited.append(record.id)
        continue
      }
      done.accounts += 1
      guard try put(SealedAccount.close(account, form, key)) else { throw SealingError.shared(account: record.id) }
      for kind in TicketRecord.Kind.allCases {
        for ticket in try tickets(kind, account: record.id, tenant: record.tenant) where ticket.expires > now {
          if takesOld, sealing.open(ticket, refused) == nil {
            try put(sealing.close(ticket))
          } else if !sealing.isOfNewestKey(ticket) {
            done.needsOlderKeys = max(done.needsOlderKeys ?? 0, ticket.expires)
          }
        }
      }
    }
    return (done, AccountPlace(tenant: end.tenant, id: end.id))
  }

  /// What keeps a server that knows rows in a form from going on; nil: nothing.
  func sealingTrouble(_ key: ServerKey, _ form: AccountsAtRest) -> StorageError? {
    do {
      guard let mark = try mark(key), mark.form != form || mark.target != nil else { return nil }
      return .unavailable("how accounts rest is changed by `usher storage seal`: stop this server until it is done")
    } catch let error as SealingError {
      guard case .otherKey(let names) = error else { return nil }
      return .keyMissing(names)
    } catch {
      return error as? StorageError
    }
  }

  /// How the rows are sealed, opened; nil where nothing says so yet.
  fileprivate func mark(_ key: ServerKey) throws -> SealingMark? {
    try secret(SealedStorage.markName).map { try SealingMark($0, key) }
  }

  fileprivate func put(_ mark: inout SealingMark, _ key: ServerKey) throws {
    mark.version &+= 1
    try put(mark.record(key))
  }
}

/// How the rows of a storage are sealed, as it rests there: the fingerprints of the master keys that accounts and tickets may
/// rest under in clear, the rest sealed and bound to them.
private struct SealingMark {
  var form: AccountsAtRest
  /// The form that the accounts are on their way to; nil: all have the one above.
  var target: AccountsAtRest?
  /// Whether those of an earlier version, which did not seal, are on their way.
  var takesOld = false
  /// 0: it does not rest yet.
  var version: Int64 = 0
  var fingerprints: [String] = []

  init(form: AccountsAtRest) { self.form = form }

  /// Opens it; throws where a master key is missing.
  init(_ record: SecretRecord, _ key: ServerKey) throws(SealingError) {
    let (names, sealed) = Self.parts(of: record)
    let missing = names.filter { !key.fingerprints.contains($0) }
    guard missing.isEmpty, let content = key.open(sealed, context: Self.context(names)),
      let said = try? JSON.parse(content), let form = said["accounts"]?.string.flatMap(AccountsAtRest.init)
    else { throw .otherKey(fingerprints: missing) }
    self.init(form: form)
    target = said["target"]?.string.flatMap(AccountsAtRest.init)
    takesOld = said["takesOld"] == .bool(true)
    (version, fingerprints) = (record.version, names)
  }

  func record(_ key: ServerKey) -> SecretRecord {
    let content: JSON = [
      "accounts": .string(form.rawValue), "target": target.map { .string($0.rawValue) } ?? .null,
      "takesOld": .bool(takesOld),
    ]
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
