import FlowModel

/// The accounts of a tenant as one step sees them: each is read from storage once, and again after a write.
///
/// What is not there is remembered as what is: the time does not tell them apart.
final class StepAccounts {
  /// An account that was written, from how it was before the step to how it is.
  private struct Change {
    let id: String
    let before: AccountRecord?
    var after: AccountRecord?
    /// What was proven whenever it was written.
    var evidence: [String]
  }

  private let transaction: any StorageTransaction
  private let tenant: String
  private var byID: [(id: String, account: AccountRecord?)] = []
  private var changed: [Change] = []
  private var byIdentifier: [(identifier: Identifier, account: AccountRecord?)] = []

  init(_ transaction: any StorageTransaction, tenant: String) {
    self.transaction = transaction
    self.tenant = tenant
  }

  /// The account of an id; nobody has the empty one.
  func account(_ id: String) throws(StorageError) -> AccountRecord? {
    if let known = byID.first(where: { $0.id == id }) { return known.account }
    let account = try transaction.account(id, tenant: tenant)
    byID.append((id, account))
    return account
  }

  /// The account that an identifier belongs to.
  func account(_ identifier: Identifier) throws(StorageError) -> AccountRecord? {
    if let known = byIdentifier.first(where: { $0.identifier == identifier }) { return known.account }
    let account = try transaction.account(identifier, tenant: tenant)
    byIdentifier.append((identifier, account))
    byID.append((account?.id ?? "", account))
    return account
  }

  /// Writes an account on some evidence; false, and nothing is written, where another one has one of its identifiers.
  func put(_ account: AccountRecord, isNew: Bool = false, on evidence: [String]) throws(StorageError) -> Bool {
    let before = isNew ? nil : try self.account(account.id)
    forget()
    guard try transaction.put(account) else { return false }
    note(account.id, before, account, evidence)
    return true
  }

  /// Removes an account with all that it was handed.
  func discard(_ id: String, on evidence: [String]) throws(StorageError) {
    let before = try account(id)
    forget()
    try transaction.discard(id, tenant: tenant)
    note(id, before, nil, evidence)
  }

  private func note(_ id: String, _ before: AccountRecord?, _ after: AccountRecord?, _ evidence: [String]) {
    guard let index = changed.firstIndex(where: { $0.id == id }) else {
      return changed.append(Change(id: id, before: before, after: after, evidence: evidence))
    }
    changed[index].after = after
    changed[index].evidence += evidence.filter { !changed[index].evidence.contains($0) }
  }

  /// Writes what has become of accounts in the audit log: once, as the step is written.
  func audit(by origin: AuditOrigin, _ key: ServerKey) throws(StorageError) {
    for change in changed {
      let changes = change.after.map { $0.changes(since: change.before) } ?? (change.before == nil ? [] : ["deleted"])
      if changes.isEmpty { continue }
      var entry = AuditEntry(changes, of: change.id, tenant: tenant, by: origin)
      entry.evidence = change.evidence
      try transaction.append(entry, key)
    }
    changed = []
  }

  private func forget() { (byID, byIdentifier) = ([], []) }
}
