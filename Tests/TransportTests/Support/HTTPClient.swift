import FlowJSON
import HTTPSupport

/// A client of the flow API, over a connection for each request.
struct HTTPClient: FlowClient {
  let port: UInt16
  let application: String?

  private var headers: [String] {
    ["Content-Type: application/json"] + (application.map { ["Usher-Application: \($0)"] } ?? [])
  }

  func start(_ flow: String, _ input: JSONObject) async throws -> Answer {
    Answer(
      json: try await ask(
        port, "POST /v1/tenants/native-auth/flows/\(flow)/runs", headers, body: JSON.object(input).text
      ).json)
  }

  func send(_ event: String, _ input: JSONObject, _ token: String) async throws -> Answer {
    let body: JSON = ["event": .string(event), "input": .object(input), "token": .string(token)]
    return Answer(json: try await ask(port, "POST /v1/runs/events", headers, body: body.text).json)
  }

  func current(_ token: String) async throws -> Answer {
    Answer(json: try await ask(port, "GET /v1/runs/current", headers + ["Authorization: Bearer \(token)"]).json)
  }
}
