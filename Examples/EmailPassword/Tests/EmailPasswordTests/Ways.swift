import Foundation
import Testing

/// The ways on which each program must say the same.
enum Way: String, CaseIterable, Sendable {
  case inProcess
  case http
}

/// A server's flows in a folder of their own, and a way to run programs against them.
final class Scene {
  private let folder: TemporaryFolder
  private let flows: String
  private let server: Server?
  private let outbox: String

  /// The flows of `source`, below the repository's top. `sent`: the file below them in which their functions leave links; nil:
  /// links are mailed.
  init(_ way: Way, flows source: String, sent: String? = nil) throws {
    let folder = try TemporaryFolder()
    let flows = folder.path + "/flows"
    try FileManager.default.copyItem(atPath: Programs.root + "/" + source, toPath: flows)
    server = way == .http ? try Server(flows, in: folder) : nil
    outbox = sent.map { flows + "/" + $0 } ?? folder.path + "/outbox.jsonl"
    (self.folder, self.flows) = (folder, flows)
  }

  /// Runs a program against them.
  func run(_ program: String, _ more: [String] = []) throws -> Outcome {
    let place = server.map { [$0.url] } ?? ["--in-process", flows]
    return try Programs.run(program, place + ["--outbox", outbox] + more)
  }
}

/// Expects that a program ends well, and what it says.
func expect(
  _ outcome: Outcome, says lines: [String], status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.lines == lines, "\(outcome.errors)", sourceLocation: sourceLocation)
  #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
}
