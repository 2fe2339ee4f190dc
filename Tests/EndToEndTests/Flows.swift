import FlowJSON
import TestSupport

/// The tenants of `flows/`.
enum Flows {
  static let nativeAuth = Repository.root + "/flows/native-auth"
  static let emailPassword = Repository.root + "/flows/email-password"
  static let accounts = Repository.root + "/flows/accounts"
}

extension TemporaryFolder {
  /// The messages in the outbox file `mail`, oldest first.
  func mail() throws -> [JSON] {
    try (read("mail") ?? "").split(separator: "\n").map { try JSON.parse(String($0)) }
  }

  /// The code that was mailed last.
  func lastCode() throws -> String { try mail().last?.text("code") ?? "" }

  /// Starts a run over JSON lines with the database `db` and the outbox `mail`.
  func live(_ arguments: String...) throws -> LiveUsher {
    try LiveUsher(["run"] + arguments + ["--json", "--storage", "sqlite:db", "--outbox", "mail"], folder: self)
  }

  /// Runs `usher` to its end.
  func usher(
    _ arguments: String..., input: String = "", environment: [String: String?] = [:],
    output: ProcessOutput = .collected
  ) throws -> ProcessResult {
    var environment = environment
    if environment["NO_COLOR"] == nil { environment["NO_COLOR"] = .some(nil) }
    return try run(
      Repository.program("usher"), arguments, input: input, environment: environment, folder: path, output: output)
  }
}

extension ProcessResult {
  /// What was written to standard output as JSON lines.
  func replies() throws -> [JSON] { try output.split(separator: "\n").map { try JSON.parse(String($0)) } }
}
