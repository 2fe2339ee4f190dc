import FlowJSON
import Testing

/// The ways to a run. Whatever the contract says holds on each.
enum Transport: String, CaseIterable, Sendable {
  /// `FlowService`, called by a host.
  case inProcess
  /// JSON lines at the terminal.
  case jsonLines
  /// A person at the terminal.
  case terminal
  /// The flow API.
  case http

  /// Those that programs use. A person's terminal never sends what a page does not offer, nor what its fields do not take.
  static let programs: [Transport] = [.inProcess, .jsonLines, .http]

  /// Two different ones each.
  static let pairs = allCases.flatMap { one in allCases.filter { $0 != one }.map { (one, $0) } }
}

/// The contract as a client of some transport has it: each call is answered by a reply.
protocol FlowClient: Sendable {
  /// Starts a run of a flow of the tenant `native-auth`.
  func start(_ flow: String, _ input: JSONObject) async throws -> Answer
  /// Sends an event to the run of a token.
  func send(_ event: String, _ input: JSONObject, _ token: String) async throws -> Answer
  /// Asks where the run of a token stands.
  func current(_ token: String) async throws -> Answer
  /// Leaves.
  func close() async
}

extension FlowClient {
  func submit(_ input: JSONObject, _ token: String) async throws -> Answer { try await send("submit", input, token) }
  func close() async {}
}

/// A reply as it came.
struct Answer: Sendable {
  let json: JSON

  var state: String? { json["state"]?.string }
  var error: String? { json["error"]?["code"]?.string }
  var token: String { json["token"]?.string ?? "" }
  var end: String? { json["end"]?["name"]?.string }
  var grant: String? { json["end"]?["grants"]?["sign-in"]?.string }

  /// Expects the run to rest at a page, with an error or without one.
  func rests(at state: String, error: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.state == state, "\(json.text)", sourceLocation: sourceLocation)
    #expect(self.error == error, "\(json.text)", sourceLocation: sourceLocation)
    #expect(json["page"] != nil && end == nil, "\(json.text)", sourceLocation: sourceLocation)
    #expect(!token.isEmpty, "\(json.text)", sourceLocation: sourceLocation)
  }

  /// Expects a reply of nothing but an error.
  func isRefused(_ error: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.error == error, "\(json.text)", sourceLocation: sourceLocation)
    for name in ["state", "page", "token", "end"] {
      #expect(json[name] == nil, "\(json.text)", sourceLocation: sourceLocation)
    }
  }
}
