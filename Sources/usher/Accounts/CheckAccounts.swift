import FlowModel
import FlowRuntime

/// Holds tenants against the accounts that rest, and says what came of it; the worst of it. Reads alone, so that a server
/// goes on beside it.
func checkAccounts(
  _ tables: [FlowTable], in access: StorageAccess
) async throws(Failure) -> AccountFinding.Level {
  let storage = try await access.openPresent()
  var worst = AccountFinding.Level.note
  do {
    for table in tables {
      let census = try await AccountCensus.take(of: table, in: storage)
      let findings = AccountFinding.all(in: census)
      let count = census.accounts == 1 ? "1 account" : "\(census.accounts) accounts"
      try StandardOutput.write(
        "\(table.tenant): \(count) in \(access.choice.text)\n"
          + findings.map { "  \($0.level): \($0.text)\n" }.joined())
      worst = max(worst, findings.map(\.level).max() ?? .note)
    }
  } catch {
    await storage.close()
    throw (error as? Failure) ?? .impossible("\(access.choice.text): \(error)")
  }
  await storage.close()
  return worst
}
