import FlowClient
import GeneratedClients
import Synchronization
import Testing

/// Values of fields, as they are sent and read.
@Suite struct ValueTests {
  @Test(arguments: [
    ("2024-02-29", true), ("2023-02-29", false), ("2000-02-29", true), ("1900-02-29", false), ("2024-13-01", false),
    ("2024-04-31", false), ("2024-4-3", false), ("02024-04-03", false), ("2024-04-03T00:00", false), ("", false),
    ("٢٠٢٤-04-03", false), ("0000-01-01", true), ("-001-01-01", false),
  ])
  func `a date is a day of the calendar`(_ text: String, _ isDay: Bool) {
    #expect(CalendarDate(text).map { "\($0)" } == (isDay ? text : nil))
  }

  @Test func `days have an order`() throws {
    let days = try ["2024-02-29", "2023-12-31", "2024-03-01"].map { try #require(CalendarDate($0)) }
    #expect(days.sorted().map(\.day) == [31, 29, 1])
  }

  @Test func `numbers and lists are read strictly`() {
    #expect(Int(flowJSON: .int(7)) == 7 && Int(flowJSON: .double(7)) == nil && Int(flowJSON: "7") == nil)
    #expect(Double(flowJSON: .int(7)) == 7 && Double(flowJSON: .double(0.5)) == 0.5 && Double(flowJSON: true) == nil)
    #expect([String](flowJSON: ["a", "b"]) == ["a", "b"] && [String](flowJSON: ["a", 1]) == nil)
    #expect([SignUp.Interests](flowJSON: ["music"]) == [.music] && [SignUp.Interests](flowJSON: ["chess"]) == nil)
  }

  @Test func `what is left out is not sent, and who asks is named`() async throws {
    let connection = RecordingConnection()
    let client = SignUp(over: connection, as: .kiosk, languages: "de")
    _ = await error { () throws(FlowError) in try await client.start(email: "ada@example.com", city: "") }
    let request = try #require(connection.requests.first)
    #expect(request.method == "POST" && request.path == "/v1/tenants/native-auth/flows/sign-up/runs")
    #expect(try JSON.parse(request.body) == ["email": "ada@example.com", "city": ""])
    #expect(request.headers.contains(ClientHeader("Usher-Application", "kiosk")))
    #expect(request.headers.contains(ClientHeader("Accept-Language", "de")))
    #expect(!request.headers.contains { $0.name == "Authorization" })
  }
}

/// Keeps what is sent, and answers nothing.
private final class RecordingConnection: Connection {
  private let sent = Mutex<[ClientRequest]>([])
  var requests: [ClientRequest] { sent.withLock { $0 } }

  func send(_ request: ClientRequest) async throws(ConnectionError) -> ClientAnswer {
    sent.withLock { $0.append(request) }
    return ClientAnswer(204)
  }
}
