import FlowJSON
import FlowRuntime
import Glibc
import Synchronization

@testable import FlowTerminal

/// A program at `usher run --json`. A run that it did not start it takes up by its token, as `--resume` does.
final class JSONLinesClient: FlowClient {
  let service: any FlowService
  let application: String?
  private let talk = Mutex<Talk?>(nil)

  init(service: any FlowService, application: String?) {
    self.service = service
    self.application = application
  }

  func start(_ flow: String, _ input: JSONObject) async throws -> Answer {
    try await begin(
      .start(flow: flow, tenant: "native-auth", by: application.map { .client($0) } ?? .operator, input: input))
  }

  func send(_ event: String, _ input: JSONObject, _ token: String) async throws -> Answer {
    if talk.withLock({ $0 == nil }) { _ = try await begin(.resume(token: token)) }
    guard let talk = talk.withLock({ $0 }) else { throw Talk.NoReply() }
    let line: JSON = ["event": .string(event), "input": .object(input), "token": .string(token)]
    try await talk.say(line.text)
    return try await talk.reply()
  }

  func current(_ token: String) async throws -> Answer { try await begin(.resume(token: token)) }

  private func begin(_ entry: RunEntry) async throws -> Answer {
    let talk = try Talk(service, entry)
    self.talk.withLock { $0 = talk }
    return try await talk.reply()
  }

  /// One conversation over two pipes, which ends with its last use.
  private final class Talk: Sendable {
    struct NoReply: Error {}

    private let typing: Int32
    private let reading: Int32
    private let lines: LineInput
    private let keys: LineOutput

    init(_ service: any FlowService, _ entry: RunEntry) throws {
      var (there, back): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      guard pipe(&there) == 0, pipe(&back) == 0 else { throw NoReply() }
      let (input, output) = (there[0], back[1])
      (typing, reading) = (there[1], back[0])
      keys = LineOutput(typing)
      lines = LineInput(LineReader(descriptor: reading, limit: 1 << 20))
      Task.detached {
        _ = await JSONLines(service: service, input: input, output: output).run(entry)
        Glibc.close(input)
        Glibc.close(output)
      }
    }

    deinit {
      Glibc.close(typing)
      Glibc.close(reading)
    }

    func say(_ line: String) async throws {
      guard await keys.write(Array(line.utf8) + [0x0A]) == 0 else { throw NoReply() }
    }

    func reply() async throws -> Answer {
      guard case .line(let bytes) = await lines.next() else { throw NoReply() }
      return Answer(json: try JSON.parse(bytes))
    }
  }
}
