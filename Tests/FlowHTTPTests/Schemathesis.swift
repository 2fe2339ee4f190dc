import HTTPSupport
import FlowHTTP
import Glibc
import Synchronization
import TestSupport

/// Schemathesis (a generator of requests from an OpenAPI document) from PyPI, in an environment below `.build`. It and all
/// that it needs have the versions of `schemathesis.txt`: what it sends is the same everywhere.
enum Schemathesis {
  /// Sends what the document allows and what it does not; the exit status and what it says.
  static func run(_ url: String) throws -> (status: Int32, output: String) {
    let folder = try PythonPackages.install("Tests/FlowHTTPTests/schemathesis.txt")
    // One check does not fit a protocol of pages: a page may not have the fields that another page of the document has.
    return try shell(
      """
      cd '\(folder)' && python/bin/schemathesis run '\(url)' --no-color --generation-deterministic --max-examples 40 \
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
