package import FlowModel

/// Brings the identifiers of accounts that rest into the form that a table compares, in batches, each of which is whole by
/// itself. What was done stays done where it is stopped, and a second run finishes it.
package enum AccountConversion {
  /// What came of it.
  package struct Outcome: Hashable, Sendable {
    /// How many accounts were changed.
    package var converted = 0
    /// The ids of accounts that were left, as another account had the form first.
    package var left: [String] = []

    /// Nothing was done.
    package init() {}
  }

  /// How many accounts a transaction changes at most.
  private static let batch = 100

  /// Converts the accounts of a table's tenant.
  package static func convert(
    to table: FlowTable, in storage: any Storage, key: ServerKey
  ) async throws -> Outcome {
    let forms = IdentifierForms(table)
    var outcome = Outcome()
    var last = ""
    while true {
      let (tenant, after) = (table.tenant, last)
      let origin = AuditOrigin(.operator, at: SystemClock().now())
      let (end, done) = try await storage.transact { transaction in
        let accounts = try transaction.accounts(of: tenant, after: after, limit: batch)
        var done = Outcome()
        for account in accounts where !forms.changes(of: account).isEmpty {
          if try transaction.put(account.converted(to: forms), by: origin, key) {
            done.converted += 1
          } else {
            done.left.append(account.id)
          }
        }
        return (accounts.last?.id, done)
      }
      outcome.converted += done.converted
      outcome.left += done.left
      guard let end else { return outcome }
      last = end
    }
  }
}
