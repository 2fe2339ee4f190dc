import FlowJSON
import FlowModel
import FlowRuntime

/// `usher tenants`: what a storage has of each tenant.
enum Tenants: Subcommand {
  static let name = "tenants"
  static let summary = "list the tenants of a storage, with their versions, runs and accounts"
  static let usage = Usage(
    words: "", wordCount: 0...0,
    options: StorageAccess.presentOptions + [
      Option("format", value: "FORMAT", of: Format.self, "pretty (the default) or json")
    ])
  static let details = """
    A version of a tenant rests as long as it is served or a run goes on with it; runs count until they end and are
    removed, at the latest a minute after their time. A server may go on meanwhile. Accounts are counted one by one, which
    takes a while where there are millions; those that are not as a server wrote them are listed instead, with exit code 1.

    """

  private enum Format: String, CaseIterable {
    case pretty
    case json
  }

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let format = try arguments.choice("format", default: Format.pretty)
    let access = try StorageAccess(arguments)
    let log = RefusedRowLog()
    let storage = try await access.openPresent(log)
    let tenants: [StoredTenant]
    do {
      tenants = try await StoredTenant.all(in: storage)
    } catch {
      await storage.close()
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    switch format {
    case .pretty: try StandardOutput.write(tenants.map(\.text).joined())
    case .json:
      let list = JSON.array(tenants.map(\.json))
      try StandardOutput.write((["version": 1, "tenants": list] as JSON).text + "\n")
    }
    return log.hasRefused ? .problems : .clean
  }
}
