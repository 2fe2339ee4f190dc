import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import Testing

@testable import FlowTerminal

@Suite struct JSONLinesTests {
  let start = RunEntry.start(flow: "sign-up", tenant: "contoso", by: .operator, input: [:])

  /// Talks over files and returns the replies.
  func talk(_ service: ScriptedService, _ input: [UInt8], _ entry: RunEntry? = nil) async throws -> [JSON] {
    let from = try #require(temporaryFile(input))
    let to = try #require(temporaryFile())
    defer {
      fclose(from)
      fclose(to)
    }
    let ending = await JSONLines(service: service, input: fileno(from), output: fileno(to)).run(entry ?? start)
    #expect(ending == .endOfInput)
    let text = contents(to)
    #expect(text.hasSuffix("\n"))
    return try text.split(separator: "\n").map { try JSON.parse(String($0)) }
  }

  @Test func `the first reply needs no event, and each event has one reply`() async throws {
    let service = ScriptedService(.page("one", token: "t1"), .page("two", token: "t2"), .end("completed"))
    let replies = try await talk(
      service, Array("{\"event\":\"submit\",\"input\":{\"a\":1}}\n\n  \r\n{\"event\":\"submit\"}".utf8))
    #expect(replies.map { $0["state"]?.string } == ["one", "two", "completed"])
    #expect(service.events.first?.input["a"] == 1)
  }

  @Test func `messages are delivered before the reply, and the newest token is filled in`() async throws {
    let service = ScriptedService(
      .page("one", token: "t1"), .page("two", token: "t2"), Reply(error: .init(EngineError.invalidToken)))
    _ = try await talk(
      service, Array("{\"event\":\"a\"}\n{\"event\":\"b\",\"token\":\"old\"}\n{\"event\":\"c\"}\n".utf8))
    #expect(
      service.log == [
        "start sign-up", "deliver", "send a t1", "deliver", "send b old", "deliver", "send c t2", "deliver",
      ])
  }

  @Test func `a run is taken up again by its token`() async throws {
    let service = ScriptedService(.page("two", token: "t2"))
    let replies = try await talk(service, [], .resume(token: "t2"))
    #expect(replies.first?["state"] == "two")
    #expect(service.log == ["current t2", "deliver"])
  }

  @Test(arguments: [
    "nonsense", "[]", "{}", "{\"event\":1}", "{\"event\":\"a\",\"more\":1}", "{\"event\":\"a\",\"input\":[]}",
    "{\"event\":\"\u{0}\"}", String(repeating: "[", count: 100_000),
  ])
  func `a line that is no event is answered with the standing state`(line: String) async throws {
    let service = ScriptedService(.page("one", token: "t1"), .page("two", token: "t2"))
    let replies = try await talk(service, Array((line + "\n{\"event\":\"submit\"}\n").utf8))
    #expect(replies.count == 3)
    #expect(replies[1]["error"]?["code"] == "invalid_request")
    #expect(replies[1]["state"] == "one")
    #expect(replies[1]["token"] == "t1")
    #expect(replies[2]["state"] == "two")
  }

  @Test func `invalid UTF-8 is an error`() async throws {
    let bytes = Array("{\"event\":\"".utf8) + [0xFF, 0xC0] + Array("\"}\n".utf8) + [0xFE, 0x0A]
    let replies = try await talk(ScriptedService(.page("one", token: "t1")), bytes)
    #expect(replies.dropFirst().map { $0["error"]?["code"]?.string } == ["invalid_request", "invalid_request"])
  }

  @Test func `a line over one megabyte is skipped whole`() async throws {
    let service = ScriptedService(.page("one", token: "t1"), .page("two", token: "t2"))
    let fits = "{\"event\":\"submit\"}" + String(repeating: " ", count: JSONLines.lineLimit - 18) + "\n"
    let long = String(repeating: "x", count: 5_000_000) + "\n"
    let replies = try await talk(service, Array((long + fits + String(long.dropLast())).utf8))
    #expect(replies.map { $0["error"]?["code"]?.string } == [nil, "invalid_request", nil, "invalid_request"])
    #expect(replies.last?["state"] == "two")
  }

  @Test func `after the end the service answers, and a bad line shows the end`() async throws {
    let service = ScriptedService(.page("one", token: "t1"), .end("completed"))
    let replies = try await talk(service, Array("{\"event\":\"submit\"}\n{\"event\":\"submit\"}\nbad\n".utf8))
    #expect(replies[2]["error"]?["code"] == "run_ended")
    #expect(replies[3]["error"]?["code"] == "invalid_request")
    #expect(replies[3]["end"]?["name"] == "completed")
  }

  @Test func `a flow that does not start is an error, not a crash`() async throws {
    let service = ScriptedService(Reply(error: .init(EngineError.unknownFlow)))
    let replies = try await talk(service, Array("{\"event\":\"submit\"}\n".utf8))
    #expect(replies.map { $0["error"]?["code"]?.string } == ["unknown_flow", "run_ended"])
    #expect(service.events.first?.token == nil)
  }

  @Test func `each reply comes as soon as its event was read`() async throws {
    let (to, from) = (try TestPipe(), try TestPipe())
    let service = ScriptedService(.page("one", token: "t1"), .page("two", token: "t2"))
    async let ending = JSONLines(service: service, input: to.output, output: from.input).run(start)
    let replies = LineInput(LineReader(descriptor: from.output, limit: 1000))
    func reply(_ typed: String = "") async throws -> JSON {
      #expect(writeAll(typed.utf8, to: to.input) == 0)
      guard case .line(let bytes) = await replies.next() else { return .null }
      return try JSON.parse(bytes)
    }
    #expect(try await reply()["state"] == "one")
    #expect(writeAll("{\"event\":\"sub".utf8, to: to.input) == 0)
    #expect(try await reply("mit\"}\nba")["state"] == "two")
    #expect(try await reply("d\n")["error"]?["code"] == "invalid_request")
    to.closeInput()
    #expect(await ending == .endOfInput)
  }

  @Test func `a closed output ends quietly`() async throws {
    let input = try #require(temporaryFile())
    defer { fclose(input) }
    let pipe = try TestPipe()
    pipe.closeOutput()
    let service = ScriptedService(.page("one", token: "t1"))
    let ending = await JSONLines(service: service, input: fileno(input), output: pipe.input).run(start)
    #expect(ending == .outputClosed)
  }
}
