import Foundation

/// How a program ended and what it said.
struct Outcome: Sendable {
  let status: Int32
  let lines: [String]
  let errors: String
}

/// Why a test cannot begin.
struct Missing: Error, CustomStringConvertible {
  let description: String
}

enum Programs {
  static let root = URL(fileURLWithPath: #filePath + "/../../../../..").standardized.path
  static let example = root + "/Examples/EmailPassword"

  /// The server, as users run it.
  static func usher() throws -> String {
    let folder = ProcessInfo.processInfo.environment["USHER_PROGRAMS"] ?? root + "/.build/release"
    let path = folder + "/usher"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw Missing(description: "\(path) is not there: the server is the release build, which `make build` makes")
    }
    return path
  }

  /// A program of this package, which is built beside its tests.
  static func path(_ name: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/" + name
  }

  /// Runs a program of this package, or one by its path, to its end.
  static func run(_ name: String, _ arguments: [String], input: String = "") throws -> Outcome {
    let folder = try TemporaryFolder()
    try Data(input.utf8).write(to: URL(fileURLWithPath: folder.path + "/in"))
    for file in ["out", "err"] { _ = FileManager.default.createFile(atPath: folder.path + "/" + file, contents: nil) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: name.hasPrefix("/") ? name : try path(name))
    process.arguments = arguments
    process.standardInput = FileHandle(forReadingAtPath: folder.path + "/in")
    process.standardOutput = FileHandle(forWritingAtPath: folder.path + "/out")
    process.standardError = FileHandle(forWritingAtPath: folder.path + "/err")
    try process.run()
    process.waitUntilExit()
    let output = try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
    return Outcome(
      status: process.terminationStatus, lines: output.split(separator: "\n").map(String.init),
      errors: try String(contentsOfFile: folder.path + "/err", encoding: .utf8))
  }
}

/// A folder that lives as long as the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "email-password-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// `usher serve`, as long as the value lives.
final class Server {
  let url: String
  private let process = Process()

  /// Serves a folder of flows from a folder of its own; what it mails is in `outbox.jsonl` there.
  init(_ flows: String, in folder: TemporaryFolder) throws {
    let output = Pipe()
    let log = folder.path + "/log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: try Programs.usher())
    process.arguments = [
      "serve", flows, "--listen", "127.0.0.1:0", "--outbox", "outbox.jsonl", "--allow-commands",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    // The line that says where it serves, or the end of what it says.
    var said = ""
    while !said.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      said += String(decoding: more, as: UTF8.self)
    }
    guard said.hasPrefix("serving "), let url = said.split(whereSeparator: \.isWhitespace).last else {
      process.terminate()
      let log = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw Missing(description: "the server does not serve: \(said)\(log)")
    }
    self.url = String(url)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
  }
}
