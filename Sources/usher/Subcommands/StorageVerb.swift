import FlowRuntime
import FlowStorageSQLite
import FlowTokens
import FlowTooling

/// `usher storage`: how what rests is sealed.
enum StorageVerb: Subcommand {
  static let name = "storage"
  static let summary = "seal what rests anew, or look whether it is whole"
  static let usage = Usage(words: "seal|check", wordCount: 1...1, options: StorageAccess.options)
  static let details = """
    check: looks through all of the database's file and says what is damaged, with exit code 1. A server that goes on
    meanwhile waits for it.

    seal: all accounts, with their sessions and links, are sealed under the newest master key: after `usher keys
    rotate-master`, and after the update from a version that did not seal them. With --plain-accounts they become plain, without
    it sealed. It goes on in small bites while servers run, but for a change of the form and for accounts of an earlier
    version: stop all servers then, and make a copy first. When it was interrupted, run it again.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    let access = try StorageAccess(arguments)
    switch arguments.words.first {
    case "seal": return try await seal(access)
    case "check": return try await check(access)
    default:
      throw .usage(
        "there is no `usher storage \(arguments.words.first ?? "")`", help: "there is `seal` and `check`")
    }
  }

  private static func check(_ access: StorageAccess) async throws(Failure) -> ExitCode {
    let path = try access.demandDatabase()
    let problems: [String]
    do throws(StorageError) {
      let storage = try await SQLiteStorage(path: path, migrating: false)
      problems = try await storage.problems(quickly: false)
      await storage.close()
    } catch {
      if case .corrupted(let problem) = error {
        problems = [problem]
      } else {
        throw .impossible("\(path.quoted): \(error)")
      }
    }
    try StandardOutput.write(
      problems.isEmpty ? "\(path.quoted) is whole\n" : problems.map { visible($0) + "\n" }.joined())
    return problems.isEmpty ? .clean : .problems
  }

  private static func seal(_ access: StorageAccess) async throws(Failure) -> ExitCode {
    try access.demandDatabase()
    let key = try access.serverKey()
    let storage = try await access.openUnsealed()
    let count: Int
    do throws(SealingError) {
      count = try await SealedStorage.reseal(storage, key: key, accounts: access.accounts)
    } catch {
      await storage.close()
      throw access.failure(error)
    }
    do throws(TokenError) {
      try await SigningKeys(storage: storage, key: key).reseal()
    } catch {
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    try StandardOutput.write("\(count) account\(count == 1 ? "" : "s") sealed under \(key.fingerprints.first ?? "")\n")
    return .clean
  }
}
