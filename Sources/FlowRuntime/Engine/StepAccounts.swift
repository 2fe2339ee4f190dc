import FlowModel

/// The accounts of a tenant as one step sees them: each is read from storage once, and again after a write.
///
/// What is not there is remembered as what is: the time does not tell them apart.
final class StepAccounts {
  private let transaction: any StorageTransaction
  private let tenant: String
  private var byID: [(id: String, account: AccountRecord?)] = []
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

  /// Writes an account; false, and nothing is written, where another one has one of its identifiers.
  func put(_ account: AccountRecord) throws(StorageError) -> Bool {
    forget()
    return try transaction.put(account)
  }

  /// Removes an account with all that it was handed.
  func discard(_ id: String) throws(StorageError) {
    forget()
    try transaction.discard(id, tenant: tenant)
  }

  private func forget() { (byID, byIdentifier) = ([], []) }
}
