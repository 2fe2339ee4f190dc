import FlowModel
import Glibc

/// Whose tables are taken.
struct SignedTables: Hashable, Sendable {
  /// The keys of which one must have signed a table; none: any table is taken.
  var verifiers: [TableVerifier] = []

  static let option = Option(
    "require-signed", value: "PUBLICKEY", "take tables alone that this key has signed: the key, or a file of such lines"
  )

  /// What the option says: a key, or a file with one a line.
  init(_ arguments: Arguments) throws(Failure) {
    guard let text = arguments.value("require-signed") else { return }
    if let verifier = TableVerifier(text) {
      verifiers = [verifier]
      return
    }
    guard let content = TableReading.file(text) else {
      throw .impossible("the public key \(text.quoted): it is neither a key nor a file that can be read")
    }
    for line in content.split(separator: 0x0A) {
      guard let verifier = TableVerifier(String(decoding: line, as: UTF8.self)) else {
        throw .impossible("\(text.quoted) does not hold lines of public keys, as `usher keys make-signer` writes them")
      }
      verifiers.append(verifier)
    }
    guard !verifiers.isEmpty else { throw .impossible("\(text.quoted) holds no public key") }
  }

  init() {}

  /// Whether tables must be signed.
  var isDemanding: Bool { !verifiers.isEmpty }

  /// Where the signature of a table's file is.
  static func signaturePath(_ path: String) -> String { path + ".sig" }

  /// The signature beside a table's file; nil where there is none, or none that can be read.
  static func signature(beside path: String) -> TableSignature? {
    TableReading.file(signaturePath(path)).flatMap { TableSignature(String(decoding: $0.prefix(1024), as: UTF8.self)) }
  }

  /// Why a table's file must not be taken; nil where it may. `path` is where it is, or what it was compiled from.
  func refusal(of file: [UInt8], _ signature: TableSignature?, path: String) -> String? {
    guard isDemanding else { return nil }
    guard let signature else {
      return "\(path.quoted) is not signed, and `--require-signed` takes signed tables alone: "
        + "`usher compile DIR -o FILE --sign KEYFILE` makes one"
    }
    guard verifiers.contains(where: { $0.accepts(signature, of: file) }) else {
      return "\(path.quoted) is not what a key of `--require-signed` has signed"
    }
    return nil
  }
}

/// The files of a pair of keys for tables.
enum SignerFile {
  /// Reads the secret key.
  static func load(_ path: String) throws(Failure) -> TableSigner {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .impossible("the signer's key \(path.quoted): \(reason(errno))") }
    guard status.st_mode & 0o077 == 0 else {
      throw .impossible(
        "the signer's key \(path.quoted) can be read or written by others than its owner: "
          + "`chmod 600 \(ShellWord.quoted(path))`")
    }
    guard let content = TableReading.file(path), let signer = TableSigner(String(decoding: content, as: UTF8.self))
    else {
      throw .impossible("\(path.quoted) holds no signer's key, as `usher keys make-signer` writes it")
    }
    return signer
  }

  /// Makes a pair: the secret key in a file that was not there, the public one beside it; says the public one.
  static func make(_ path: String) throws(Failure) -> ExitCode {
    guard let signer = TableSigner.random() else { throw .impossible("the system gives no random bytes") }
    try createFile(path, Array((signer.text + "\n").utf8), mode: 0o600)
    try createFile(path + ".pub", Array((signer.verifier.text + "\n").utf8))
    try StandardOutput.write("\(signer.verifier.text)\n")
    return .clean
  }
}
