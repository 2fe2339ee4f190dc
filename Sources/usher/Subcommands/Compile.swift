import FlowCompiler
import FlowModel

/// `usher compile`: a tenant's flows as one table file.
enum Compile: Subcommand {
  static let name = "compile"
  static let summary = "make a tenant's flows a table, which runs without this compiler"
  static let usage = Usage(
    words: "DIR -o FILE", wordCount: 1...1,
    options: [
      Option("output", "o", value: "FILE", "where the table goes"),
      Option("sign", value: "KEYFILE", "sign the table with the key that `usher keys make-signer` has made"), .colour,
    ])
  static let details = """
    It says the table's hash, which names its content, and the file. FILE is replaced as a whole or, if there are
    errors, not at all. With --sign its signature goes to FILE.sig, which belongs beside it: `usher serve` and `usher run`
    with --require-signed take no other table.

    """

  static func run(_ arguments: Arguments) throws(Failure) -> ExitCode {
    guard let file = arguments.value("output") else { throw .usage("something is missing: -o FILE") }
    let signer = try arguments.value("sign").map { path throws(Failure) in try SignerFile.load(path) }
    guard let (_, tenant) = try compileOne(arguments.words[0], arguments), let table = tenant.table else {
      return .problems
    }
    let (bytes, hash) = TableFile.write(table)
    try replaceFile(file, bytes)
    try StandardOutput.write("\(hash)  \(file)\n")
    guard let signer else { return .clean }
    let signature = SignedTables.signaturePath(file)
    try replaceFile(signature, Array((signer.sign(bytes).text + "\n").utf8))
    try StandardOutput.write("\(signer.verifier.text)  \(signature)\n")
    return .clean
  }
}
