import FlowRuntime
import FlowTokens
import Glibc

/// `usher keys`: the keys that tokens are signed with, and the one that all of the storage is sealed under.
enum Keys: Subcommand {
  static let name = "keys"
  static let summary = "rotate the keys that tokens are signed with, or the server's own; make one that signs tables"
  static let usage = Usage(
    words: "rotate|rotate-master|make-signer [FILE]", wordCount: 1...2,
    first: ["rotate", "rotate-master", "make-signer"],
    options: StorageAccess.options + [
      Option("tenant", value: "NAME", "with rotate: the keys of this tenant alone; without it those of each"),
      Option("forget", nil, "with rotate: let their tokens end at once, refresh tokens too, as after a leak"),
    ])
  static let details = """
    rotate: new tokens are signed with new keys from now on, also by servers that are running. Each tenant has its own; with
    --tenant those of the others stay as they are. What earlier keys signed goes on to verify for as long as a token lives,
    unless --forget ends it: then everybody of the tenant has to sign in again.

    rotate-master, in two steps, each followed by a new start of all servers, one after the other: the first run adds a master
    key to the key's file, which servers read with from then on; the second makes it the newest, which they write with. Then
    `usher storage seal` seals the accounts under it, also while servers run, and says how long the older one is still needed.
    With one server, or with all stopped, run it twice at once.

    make-signer FILE: a pair of keys for tables. FILE, which must not be there, gets the secret one, for `usher compile --sign`;
    FILE.pub the public one, for `--require-signed`.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    if arguments.words.first == "make-signer" {
      guard arguments.words.count == 2 else { throw .usage("something is missing: make-signer FILE") }
      return try SignerFile.make(arguments.words[1])
    }
    guard arguments.words.count == 1 else { throw .usage("\(arguments.words[1].quoted) is one too many") }
    let access = try StorageAccess(arguments)
    switch arguments.words.first {
    case "rotate":
      return try await rotate(access, arguments.value("tenant"), forgets: arguments.has("forget"))
    case "rotate-master": return try await rotateMaster(access)
    default:
      throw .usage(
        "there is no `usher keys \(arguments.words.first ?? "")`",
        help: "there is `rotate`, `rotate-master` and `make-signer`")
    }
  }

  private static func rotate(
    _ access: StorageAccess, _ tenant: String?, forgets: Bool
  ) async throws(Failure) -> ExitCode {
    try access.demandDatabase()
    let key = try access.presentKey()
    let storage = try await access.open(key, StandardError.log)
    let rotated: (lines: [String], failures: [String])?
    do throws(TokenError) {
      rotated = try await rotate(try await SigningKeys(storage: storage, key: key), tenant, forgets: forgets)
    } catch {
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    guard let (lines, failures) = rotated else {
      throw .impossible("no tenant \((tenant ?? "").quoted) has keys in \(access.choice.text); nothing was changed")
    }
    try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    guard failures.isEmpty else {
      throw .impossible(
        "\(access.choice.text): not all was rotated, or not each earlier session ended: "
          + "\(failures.joined(separator: "; ")): see `usher storage check`")
    }
    return .clean
  }

  /// Rotates, and says what signs now; nil where the tenant has no keys. What is damaged in one tenant stops no other.
  private static func rotate(
    _ keys: SigningKeys, _ tenant: String?, forgets: Bool
  ) async throws(TokenError) -> (lines: [String], failures: [String])? {
    let tenants = try await keys.tenants()
    if let tenant, !tenants.contains(tenant) { return nil }
    if forgets, tenant == nil { try await keys.forgetShared() }
    var (lines, failures): ([String], [String]) = ([], [])
    for name in tenant.map({ [$0] }) ?? tenants {
      do throws(TokenError) {
        let rotated = try await keys.rotate(name, retention: forgets ? nil : .whole)
        lines += rotated.keys.filter { $0.verifiesUntil == nil }.map { "\(name)  \($0.algorithm.rawValue)  \($0.id)" }
      } catch {
        failures.append("\(name): \(error)")
      }
    }
    return (lines, failures)
  }

  private static func rotateMaster(_ access: StorageAccess) async throws(Failure) -> ExitCode {
    try access.demandDatabase()
    guard let file = access.keyFile else {
      throw .usage("a key that a command prints is rotated where the command takes it from")
    }
    // Whoever puts a new key before a wrong one has two that open nothing.
    let storage = try await access.open(try access.presentKey(), StandardError.log)
    await storage.close()
    let (rotation, fingerprint) = try KeyFile.rotateMaster(file)
    switch rotation {
    case .prepared:
      try StandardOutput.write(
        "\(fingerprint) is prepared: start all servers anew, then run `usher keys rotate-master` again\n")
    case .newest:
      try StandardOutput.write("\(fingerprint) is the newest: start all servers anew, then run `usher storage seal`\n")
    }
    return .clean
  }
}

extension StorageAccess {
  /// Refuses a database that is not there: a slip in the path must not make one.
  func demandDatabase() throws(Failure) {
    switch choice {
    case .memory: throw .usage("what rests in memory ends with its process")
    case .sqlite(let path):
      var status = stat()
      guard stat(path, &status) == 0 else { throw .impossible("the database \(path.quoted): \(reason(errno))") }
    case .postgres: break
    }
  }
}
