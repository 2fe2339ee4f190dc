import FlowRuntime
import FlowTokens

/// `usher storage`: how what rests is sealed.
enum StorageVerb: Subcommand {
  static let name = "storage"
  static let summary = "seal what rests anew: under a new master key, or in another form"
  static let usage = Usage(words: "seal", wordCount: 1...1, options: StorageAccess.options)
  static let details = """
    seal: all accounts, with their sessions and links, are sealed under the newest master key: after `usher keys
    rotate-master`, and after the update from a version that did not seal them. With --plain-accounts they become plain, without
    it sealed. It goes on in small bites while servers run, but for a change of the form and for accounts of an earlier
    version: stop all servers then, and make a copy first. When it was interrupted, run it again. Where a tenant's policy has
    `pepper: true`, it says how many passwords still need an older key: its line stays until their owners have signed in.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    guard arguments.words == ["seal"] else {
      throw .usage(
        "there is no `usher storage \(arguments.words.first ?? "")`", help: "did you mean `usher storage seal`?")
    }
    let access = try StorageAccess(arguments)
    try access.demandDatabase()
    let key = try access.serverKey()
    let storage = try await access.openUnsealed()
    let count: Int
    let peppers: [String: Int]
    do throws(SealingError) {
      count = try await SealedStorage.reseal(storage, key: key, accounts: access.accounts)
      peppers = try await SealedStorage.peppers(storage, key: key)
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
    for fingerprint in key.fingerprints.dropFirst() {
      guard let count = peppers[fingerprint] else { continue }
      try StandardOutput.write(
        "\(count) password\(count == 1 ? " needs" : "s need") the pepper of \(fingerprint): keep that key\n")
    }
    return .clean
  }
}
