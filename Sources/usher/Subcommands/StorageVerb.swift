import FlowRuntime
import FlowStorageSQLite
import FlowTokens
import FlowTooling
import Glibc

/// `usher storage`: how what rests is sealed.
enum StorageVerb: Subcommand {
  static let name = "storage"
  static let summary = "seal what rests anew, or look whether it is whole"
  static let usage = Usage(
    words: "seal|check", wordCount: 1...1, first: ["seal", "check"], options: StorageAccess.options)
  static let details = """
    check: looks through all of the database's file and says what is damaged, and with the server's key also which accounts are
    not as a server wrote them, with exit code 1. Runs, tickets and counters are looked at by the server, when it reads them. A
    server that goes on meanwhile waits for it.

    seal: all accounts, the signing keys and the flows that were served last are sealed under the newest master key: after `usher
    keys rotate-master`, and after the update from a version that did not seal accounts. With --plain-accounts they become plain, without it sealed. Links and sessions stay under the
    key that they were made with: it says until when that one is needed. Where a tenant's policy has `pepper: true`, it says how many
    passwords still need an older key: its line stays until their owners have signed in. It goes on in small batches while servers
    run, but for a change of the form and for accounts of an earlier version: stop all servers then, and make a copy first. When
    it was interrupted, run it again. Accounts that are not as a server wrote them are left, and listed, with exit code 1.

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
    try access.demandDatabase()
    var (problems, areAccountsKnown): ([String], Bool) = ([], true)
    do throws(StorageError) {
      let storage = try await access.choice.open(migrating: false, NoPorts())
      if let file = storage as? SQLiteStorage { problems = try await file.problems(quickly: false) }
      if problems.isEmpty {
        let edited = await edited(storage, access)
        (problems, areAccountsKnown) = (edited ?? [], edited != nil)
      }
      await storage.close()
    } catch {
      if case .corrupted(let problem) = error {
        problems = [problem]
      } else {
        throw .impossible("\(access.choice.name): \(error)")
      }
    }
    try StandardOutput.write(
      problems.isEmpty
        ? "\(access.choice.name) is whole\(areAccountsKnown ? "" : " as a file; its accounts were not looked at")\n"
        : problems.map { visible($0) + "\n" }.joined())
    return problems.isEmpty ? .clean : .problems
  }

  /// The accounts that are not as a server wrote them. Without the key nobody can tell, which is said: nil.
  private static func edited(_ storage: any Storage, _ access: StorageAccess) async -> [String]? {
    let reason: Failure
    do throws(Failure) {
      let key = try access.presentKey()
      do throws(SealingError) {
        // Throws where the accounts were never sealed, or under another key.
        _ = try await SealedStorage.open(over: storage, key: key, accounts: nil, isWriting: false)
        return try await SealedStorage.edited(storage, key: key).map { "account \($0) is not as a server wrote it" }
      } catch {
        throw access.failure(error)
      }
    } catch {
      reason = error
    }
    if case .impossible(let reason) = reason {
      try? StandardError.write("usher storage: whether accounts were edited was not looked at: \(reason)\n")
    }
    return nil
  }

  private static func seal(_ access: StorageAccess) async throws(Failure) -> ExitCode {
    try access.demandDatabase()
    let key = try access.presentKey()
    let storage = try await access.openUnsealed()
    let done: Resealed
    do {
      // Sealed under one key alone: a wrong one is noticed before anything is written.
      _ = try await SigningKeys(storage: storage, key: key)
      done = try await SealedStorage.reseal(storage, key: key, accounts: access.accounts)
    } catch {
      await storage.close()
      if let error = error as? SealingError { throw access.failure(error) }
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    try StandardOutput.write(
      "\(done.accounts) account\(done.accounts == 1 ? "" : "s") sealed under \(key.fingerprints.first ?? "")\n"
        + (done.needsOlderKeys.map {
          "older keys are needed for links and sessions until \(text(ofTime: $0))\n"
        } ?? ""))
    for fingerprint in key.fingerprints.dropFirst() {
      guard let count = done.peppers[fingerprint] else { continue }
      try StandardOutput.write(
        "\(count) password\(count == 1 ? " needs" : "s need") the pepper of \(fingerprint): keep that key\n")
    }
    for account in done.edited {
      try StandardOutput.write(
        "account \(visible(account)) is not as a server wrote it, and was left: `usher accounts delete` takes it away\n"
      )
    }
    return done.edited.isEmpty ? .clean : .problems
  }

  private static func text(ofTime milliseconds: Int64) -> String {
    var (seconds, parts) = (time_t(milliseconds / 1000), tm())
    guard gmtime_r(&seconds, &parts) != nil else { return "" }
    return String(unsafeUninitializedCapacity: 32) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { strftime($0, text.count, "%Y-%m-%d %H:%M UTC", &parts) } ?? 0
      }
    }
  }
}
