public import FlowModel
public import FlowRuntime

/// What the protocol asks of accounts outside any flow.
public protocol AccountDirectory: Sendable {
  /// The account that a value of an identifying attribute belongs to; nil if there is none.
  func account(
    _ value: String, by attribute: AttributeDefinition, tenant: String
  ) async throws(StorageError) -> AccountRecord?
  /// Removes an account with all its sessions, as its owner wants.
  func removeOwnAccount(_ id: String, tenant: String) async throws(StorageError)
}

extension Engine: AccountDirectory {}
