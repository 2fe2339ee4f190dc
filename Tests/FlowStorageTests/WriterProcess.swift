import Foundation
import TestSupport

/// The test program that writes entries to a database, as a process of its own.
final class WriterProcess {
  private let process = Process()
  private let output: URL

  /// Starts writing the numbers from `first` on; with a limit, its files cannot grow beyond so many bytes.
  init(_ path: String, first: Int, count: Int, limit: Int? = nil, in folder: TemporaryFolder) throws {
    output = URL(fileURLWithPath: folder.path("output-\(first)"))
    try Data().write(to: output)
    process.executableURL = URL(fileURLWithPath: Repository.program("StorageWriter"))
    process.arguments = [path, "\(first)", "\(count)"] + (limit.map { ["\($0)"] } ?? [])
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
  }

  /// What it has printed so far: the numbers that were committed, and what else it said.
  func printed() throws -> (numbers: [Int], words: [String]) {
    let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
    return (lines.compactMap { Int($0) }, lines.filter { Int($0) == nil })
  }

  /// Waits until it has committed something, and ends it at once.
  func kill(afterFirst delay: Duration) async throws {
    while process.isRunning, try printed().numbers.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    try await Task.sleep(for: delay)
    Glibc.kill(process.processIdentifier, SIGKILL)
    let status = try await ended()
    // It may have been done before.
    guard status == 0 || status == -SIGKILL else {
      throw ProcessError.died("StorageWriter", signal: -status, lastLine: try printed().words.last ?? "none")
    }
  }

  /// Waits for its end; returns its exit code, or the negative number of the signal that ended it.
  @discardableResult
  func ended() async throws -> Int32 {
    while process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }
}
