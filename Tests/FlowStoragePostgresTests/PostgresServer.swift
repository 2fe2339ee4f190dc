import FlowStoragePostgres
import Foundation
import Synchronization
import TestSupport

/// A server of PostgreSQL, which ends with the tests or with its last use.
final class PostgresServer: Sendable {
  /// One for all tests that leave it running.
  static let shared = Result { try PostgresServer() }

  private let folder: String
  private let input: FileHandle
  private let output: FileHandle
  private let schemas = Mutex(0)

  init() throws {
    var template = Array("\(NSTemporaryDirectory())usher-postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ServerError(what: "no folder") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (input, output) = (Pipe(), Pipe())
    (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Repository.root + "/Tests/TestSupport/postgres.sh")
    process.arguments = [folder]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try? input.fileHandleForReading.close()
    try demand("ready")
  }

  deinit {
    try? input.close()
    _ = try? output.readToEnd()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the server as a crash does, and starts it again.
  func crash() throws { try say("crash", expecting: "ready") }
  func stop() throws { try say("stop", expecting: "stopped") }
  func start() throws { try say("start", expecting: "ready") }

  private func say(_ word: String, expecting answer: String) throws {
    try input.write(contentsOf: Data((word + "\n").utf8))
    try demand(answer)
  }

  private func demand(_ word: String) throws {
    var line = Data()
    while let byte = try output.read(upToCount: 1), let first = byte.first {
      if first == UInt8(ascii: "\n") { break }
      line.append(first)
    }
    guard line == Data(word.utf8) else { throw ServerError(what: "no \(word)") }
  }

  /// How to connect; each time to a schema in which there is nothing.
  func settings() throws -> String {
    let name = schemas.withLock { number in
      number += 1
      return "t\(number)"
    }
    _ = try query("CREATE SCHEMA \(name)")
    return "host=\(folder) user=usher dbname=postgres options='-c search_path=\(name)'"
  }

  /// What the server's own client prints for a statement.
  func query(_ statement: String, _ settings: String? = nil) throws -> String {
    let result = try TestSupport.run(
      "/usr/bin/psql",
      [
        "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", settings ?? "host=\(folder) user=usher dbname=postgres", "-c",
        statement,
      ])
    guard result.status == 0 else { throw ServerError(what: result.errors) }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

struct ServerError: Error { let what: String }
