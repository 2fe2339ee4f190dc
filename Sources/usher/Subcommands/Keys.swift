import FlowRuntime
import FlowTokens
import Glibc

/// `usher keys`: the keys that tokens are signed with.
enum Keys: Subcommand {
  static let name = "keys"
  static let summary = "rotate the keys that tokens are signed with"
  static let usage = Usage(
    words: "rotate", wordCount: 1...1,
    options: [
      Option("storage", value: "WHERE", "the server's storage; the default is sqlite:usher.sqlite"),
      Option("key", value: "FILE", "the server's key; the default is the database's name with .key"),
      Option("forget", nil, "let all tokens end at once, refresh tokens too, as after a leak"),
    ])
  static let details = """
    New tokens are signed with new keys from now on, also by servers that are running. What earlier keys signed goes on
    to verify for as long as a token lives, unless --forget ends it: then everybody has to sign in again.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    guard arguments.words == ["rotate"] else {
      throw .usage("there is no `usher keys \(arguments.words[0])`", help: "did you mean `usher keys rotate`?")
    }
    let choice = try arguments.storage()
    guard case .sqlite(let path) = choice else { throw .usage("keys in memory end with their process") }
    // A slip in the path must not pass for a rotation: nothing is made here.
    var status = stat()
    guard stat(path, &status) == 0 else { throw .impossible("the database \(path.quoted): \(reason(errno))") }
    let key = try choice.serverKey(arguments.value("key"))
    let storage = try await choice.open()
    let retention = arguments.has("forget") ? nil : TokenSettings().retention
    let lines: String
    do throws(TokenError) {
      let keys = try await SigningKeys(storage: storage, key: key).rotate(retention: retention)
      lines = try SigningAlgorithm.allCases.map { algorithm throws(TokenError) in
        "\(algorithm.rawValue)  \(try keys.current(algorithm).id)\n"
      }.joined()
    } catch {
      throw .impossible("\(choice.text): \(error)")
    }
    try StandardOutput.write(lines)
    await storage.close()
    return .clean
  }
}
