import FlowCompiler
import FlowModel
import FlowRuntime

/// `usher accounts`: what accounts that rest need after a tenant's attributes have changed.
enum Accounts: Subcommand {
  static let name = "accounts"
  static let summary = "convert the identifiers of accounts after `case-sensitive` has changed"
  static let usage = Usage(
    words: "convert DIR", wordCount: 2...2,
    options: StorageAccess.presentOptions + [.colour])
  static let details = """
    DIR is the tenant's folder, as it is served now. Each account gets its identifiers in the form that the attribute
    compares. `usher check DIR --storage WHERE` tells beforehand how many there are.
    Where two accounts would come to the same identifier nothing is changed, and their ids are listed. A server may go on
    meanwhile; what was converted when it is stopped stays converted, and a second run finishes it.

    """

  static func run(_ arguments: Arguments) async throws(Failure) -> ExitCode {
    guard arguments.words[0] == "convert" else {
      throw .usage("there is no `usher accounts \(arguments.words[0])`", help: "did you mean `usher accounts convert`?")
    }
    guard let table = try compileOne(arguments.words[1], arguments, briefly: true)?.1.table else { return .problems }
    let access = try StorageAccess(arguments)
    let storage = try await access.openPresent(isWriting: true)
    let left: [String]
    let converted: Int
    do {
      let census = try await AccountCensus.take(of: table, in: storage)
      let colliding = census.attributes.values.flatMap(\.colliding)
      let outcome = colliding.isEmpty ? try await AccountConversion.convert(to: table, in: storage) : .init()
      (left, converted) = (colliding + outcome.left, outcome.converted)
    } catch {
      await storage.close()
      throw .impossible("\(access.choice.text): \(error)")
    }
    await storage.close()
    try StandardOutput.write(
      "\(table.tenant): \(converted == 1 ? "1 account was" : "\(converted) accounts were") converted\n")
    if left.isEmpty { return .clean }
    try StandardError.write(
      "usher accounts: another account has the same identifier in the right form; decide about each of these first:\n"
        + left.map { "  \($0)\n" }.joined())
    return .problems
  }
}
