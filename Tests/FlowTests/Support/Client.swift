import FlowJSON
import FlowRuntime
import Glibc
import Testing

@testable import FlowTerminal

/// A client of one run. It talks JSON lines over pipes: one event a line, one reply a line.
final class Client {
  /// The newest reply.
  private(set) var reply: JSON = .null
  private let seen: Coverage
  private let typing: Int32
  private let reading: Int32
  private let lines: LineInput
  private let keys: LineOutput

  struct NoReply: Error {}

  init(_ service: any FlowService, _ entry: RunEntry, seen: Coverage) async throws {
    self.seen = seen
    var (there, back): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&there) == 0, pipe(&back) == 0 else { throw NoReply() }
    let (input, output) = (there[0], back[1])
    (typing, reading) = (there[1], back[0])
    keys = LineOutput(typing)
    lines = LineInput(LineReader(descriptor: back[0], limit: 1 << 20))
    Task.detached {
      _ = await JSONLines(service: service, input: input, output: output).run(entry)
      close(input)
      close(output)
    }
    try await listen()
  }

  deinit {
    close(typing)
    close(reading)
  }

  /// Sends an event; without a token the newest counts.
  func send(_ event: String, _ input: JSONObject = [:], token: String? = nil) async throws {
    var line: JSONObject = ["event": .string(event), "input": .object(input)]
    line["token"] = token.map(JSON.string)
    try await type(JSON.object(line).text)
  }

  /// Sends `submit`.
  func submit(_ input: JSONObject = [:], token: String? = nil) async throws {
    try await send("submit", input, token: token)
  }

  /// Sends a line as it is.
  func type(_ line: String) async throws {
    guard await keys.write(Array(line.utf8) + [0x0A]) == 0 else { throw NoReply() }
    try await listen()
  }

  private func listen() async throws {
    guard case .line(let bytes) = await lines.next() else { throw NoReply() }
    reply = try JSON.parse(bytes)
    note()
    WireContract.check(reply)
  }

  /// Notes where the reply has come to, and takes the marks out of it.
  private func note() {
    guard case .object(var object) = reply, let flow = object["flow"]?.string else { return }
    if let end = object["end"]?["name"]?.string { seen.note(Place(flow: flow, what: "end \(end)")) }
    guard case .object(var error)? = object["error"], let marked = error["message"]?.string else { return }
    let (message, what) = MarkedTable.unmark(marked)
    if let what { seen.note(Place(flow: flow, what: what)) }
    error["message"] = .string(message)
    object["error"] = .object(error)
    reply = .object(object)
  }

  // MARK: What the newest reply says

  var state: String? { reply["state"]?.string }
  var error: String? { reply["error"]?["code"]?.string }
  var token: String { reply["token"]?.string ?? "" }
  var end: String? { reply["end"]?["name"]?.string }
  /// The fields that the error names.
  var namedFields: [String] { reply["error"]?["fields"]?.array?.compactMap(\.string) ?? [] }
  /// The names of the page's fields.
  var fields: [String] { reply["page"]?["fields"]?.array?.compactMap { $0["name"]?.string } ?? [] }
  /// The grant that the end hands out.
  var grant: JSON { reply["end"]?["grants"]?["sign-in"] ?? .null }

  func field(_ name: String) -> JSON? {
    reply["page"]?["fields"]?.array?.first { $0["name"]?.string == name }
  }

  /// Expects the run to rest at a page, with an error (about these fields, where they are given) or without one.
  func rests(
    at state: String, error: String? = nil, fields: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.state == state, "\(reply.text)", sourceLocation: sourceLocation)
    #expect(self.error == error, "\(reply.text)", sourceLocation: sourceLocation)
    if let fields { #expect(namedFields == fields, "\(reply.text)", sourceLocation: sourceLocation) }
    #expect(reply["page"] != nil && reply["end"] == nil, "\(reply.text)", sourceLocation: sourceLocation)
  }

  /// Expects the run to be over.
  func ends(_ end: String, error: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.end == end, "\(reply.text)", sourceLocation: sourceLocation)
    #expect(self.error == error, "\(reply.text)", sourceLocation: sourceLocation)
    #expect(reply["page"] == nil, "\(reply.text)", sourceLocation: sourceLocation)
  }
}
