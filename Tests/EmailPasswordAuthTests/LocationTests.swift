@testable import EmailPasswordAuth
import FlowClient
import Synchronization
import Testing

/// Where an app's server is, which is asked first and once.
@Suite struct Locations {
  private static func connection(hostname: String = "http://localhost") -> ScriptedConnection {
    ScriptedConnection { request, _ in
      request.path.hasSuffix("/location") ? .json(200, #"{"hostname":"\#(hostname)"}"#) : ClientAnswer(202)
    }
  }

  @Test func `it is asked before the first call, and not again`() async throws {
    let connection = Self.connection()
    let client = App(id: "my app", connection: connection).emailPasswordAuth
    for _ in 0..<3 { try await client.resendConfirmationEmail("ada@example.com") }
    #expect(connection.requests.map(\.path).first == "/api/client/v2.0/app/my%20app/location")
    #expect(connection.count("/location") == 1 && connection.requests.count == 4)
    #expect(connection.requests.first?.method == "GET" && connection.requests.first?.body == [])
  }

  @Test func `many first calls at a time ask once`() async throws {
    let connection = Self.connection()
    let client = App(id: "a", connection: connection).emailPasswordAuth
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { try? await client.resendConfirmationEmail("ada@example.com") } }
    }
    #expect(connection.count("/location") == 1 && connection.count("/confirm/send") == 50)
  }

  @Test func `where there was no answer, the next call asks again`() async throws {
    let connection = ScriptedConnection { request, count throws(ConnectionError) in
      if request.path.hasSuffix("/location"), count < 3 { throw ConnectionError(.unreachable, "Nobody answers.") }
      return request.path.hasSuffix("/location") ? .location : ClientAnswer(202)
    }
    let client = App(id: "a", connection: connection).emailPasswordAuth
    for _ in 0..<2 {
      let found = await error { () throws(AppError) in try await client.resendConfirmationEmail("ada@example.com") }
      #expect(found?.connection?.code == .unreachable)
    }
    try await client.resendConfirmationEmail("ada@example.com")
    #expect(connection.count("/location") == 3 && connection.count("/confirm/send") == 1)
  }

  @Test(arguments: [
    ("http://a.example", "http://a.example", "http://a.example"),
    ("http://a.example", "http://b.example", "http://b.example"),
    ("http://a.example", "https://b.example", "https://b.example"),
    ("https://a.example", "https://b.example", "https://b.example"),
    // Nobody is led away from TLS.
    ("https://a.example", "http://b.example", "https://a.example"),
    ("HTTPS://a.example", "ftp://b.example", "HTTPS://a.example"),
  ])
  func `calls go to where the server says that it is`(base: String, hostname: String, used: String) async throws {
    let opened = Mutex<[String: ScriptedConnection]>([:])
    let way = ServerWay(to: base) { address in
      opened.withLock { opened in
        let connection = Self.connection(hostname: hostname)
        opened[address] = connection
        return connection
      }
    }
    let client = EmailPasswordAuthClient(context: AppContext("a", way))
    try await client.resendConfirmationEmail("ada@example.com")
    let counts = opened.withLock { $0.mapValues { $0.count("/confirm/send") } }
    #expect(counts.filter { $0.value > 0 } == [used: 1])
  }

  @Test func `a hostname that is none is an error, and not taken for one`() async throws {
    let way = ServerWay(to: "http://a.example") { address throws(ConnectionError) in
      if address == "nonsense" { throw ConnectionError(.malformed, "no") }
      return Self.connection(hostname: "nonsense")
    }
    let client = EmailPasswordAuthClient(context: AppContext("a", way))
    let found = await error { () throws(AppError) in try await client.resendConfirmationEmail("ada@example.com") }
    #expect(found?.connection?.code == .malformed)
  }
}
