import HTTPSupport
import FlowHTTP
import Glibc
import Synchronization
import TestSupport

/// Schemathesis (a generator of requests from an OpenAPI document) from PyPI, in an environment below `.build`.
enum Schemathesis {
  private static let version = "4.32.5"
  private static let folder = Repository.root + "/.build/schemathesis-" + version

  /// Sends what the document allows and what it does not; the exit status and what it says.
  static func run(_ url: String) throws -> (status: Int32, output: String) {
    let program = folder + "/bin/schemathesis"
    if access(program, X_OK) != 0 {
      let install = "python3 -m venv '\(folder)' && '\(folder)/bin/pip' install --quiet schemathesis==\(version)"
      let (status, output) = try shell(install)
      if status != 0 { throw RawClient.Failure(what: "schemathesis cannot be installed: \(output)") }
    }
    // One check does not fit a protocol of pages: a page may not have the fields that another page of the document has.
    return try shell(
      """
      cd '\(folder)' && '\(program)' run '\(url)' --no-color --generation-deterministic --max-examples 40 \
      --checks all --exclude-checks positive_data_acceptance
      """)
  }
}

/// How often each status was answered.
final class Statuses: Sendable {
  private let counts = Mutex<[Int: Int]>([:])
  func count(_ record: AccessRecord) { counts.withLock { $0[record.status, default: 0] += 1 } }
  var all: [Int: Int] { counts.withLock { $0 } }
}
