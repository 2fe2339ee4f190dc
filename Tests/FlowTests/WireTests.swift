import EngineSupport
import FlowJSON
import FlowModel
import Testing

/// A flow of a tenant.
private struct Start: Sendable, CustomTestStringConvertible {
  let tenant: Tenant
  let flow: String
  var testDescription: String { "\(tenant.rawValue) \(flow)" }

  static let all = Tenant.allCases.flatMap { tenant in
    ((try? tenant.table().flows) ?? []).map { Start(tenant: tenant, flow: $0.name) }
  }
}

/// What is the same in every flow, over the JSON lines. One after the other, because each client has pipes and threads.
@Suite(.serialized) struct WireTests {
  @Test func `all flows are here`() {
    #expect(Start.all.count == 26)
  }

  @Test(arguments: Start.all)
  fileprivate func `an event that the page does not offer is an error, and the run goes on`(_ start: Start) async throws
  {
    let client = try await World(start.tenant, on: .memory).start(start.flow)
    let (state, token) = (try #require(client.state), client.token)
    for event in ["resubmit", "", "Submit", "sub\u{0}mit", String(repeating: "x", count: 10_000)] {
      try await client.send(event)
      client.rests(at: state, error: "unknown_event")
      #expect(client.token == token)
    }
  }

  @Test(arguments: Start.all)
  fileprivate func `a field that the page does not have is named`(_ start: Start) async throws {
    let client = try await World(start.tenant, on: .memory).start(start.flow)
    let state = try #require(client.state)
    for name in ["account.id", "account", "run.now", "code ", "nosuch", "", "code", "__proto__"] {
      try await client.submit([name: "x"])
      client.rests(at: state, error: "unknown_field", fields: [name])
    }
    let other = try await World(start.tenant, on: .memory).start(start.flow, ["nosuch": 1])
    #expect(other.reply["error"]?["code"] == "unknown_field" && other.token.isEmpty)
  }

  @Test(arguments: Start.all)
  fileprivate func `what is required is named, and what is of a wrong type`(_ start: Start) async throws {
    let client = try await World(start.tenant, on: .memory).start(start.flow)
    let state = try #require(client.state)
    let fields = (client.reply["page"]?["fields"]?.array ?? []).filter { $0["event"] == nil }
    // What takes anything is never of a wrong type.
    let names = fields.filter { $0["type"] != "any" }.compactMap { $0["name"]?.string }
    let required = fields.filter { $0["required"] == true }.compactMap { $0["name"]?.string }
    #expect(!required.isEmpty)
    try await client.submit()
    client.rests(at: state, error: "attributes_required", fields: required)
    var blank = JSONObject()
    for name in names { blank[name] = name == names.first ? .null : "" }
    try await client.submit(blank)
    client.rests(at: state, error: "attributes_required", fields: required)
    for value in [7, true, .double(0.5), ["a": [:]]] as [JSON] {
      var input = JSONObject()
      for name in names { input[name] = value }
      try await client.submit(input)
      client.rests(at: state, error: "attributes_invalid", fields: names)
    }
    var long = JSONObject()
    for name in names { long[name] = .string(String(repeating: "x", count: 5000)) }
    try await client.submit(long)
    client.rests(at: state, error: "attributes_invalid", fields: names)
  }

  @Test(arguments: Start.all)
  fileprivate func `a line that is no event is an error, and the run goes on`(_ start: Start) async throws {
    let client = try await World(start.tenant, on: .memory).start(start.flow)
    let (state, token) = (try #require(client.state), client.token)
    for line in [
      "{", "7", "null", "[]", "\"submit\"", "{}", "{\"event\":7}", "{\"event\":\"submit\",\"input\":[]}",
      "{\"event\":\"submit\",\"extra\":1}", "{\"event\":\"submit\",\"token\":7}", "\u{FEFF}{\"event\":\"submit\"}",
      "{\"event\":\"submit\"}{\"event\":\"submit\"}", String(repeating: "[", count: 100_000), "submit",
    ] {
      try await client.type(line)
      client.rests(at: state, error: "invalid_request")
      #expect(client.token == token)
    }
    try await client.send("submit", token: "nonsense")
    #expect(client.error == "invalid_token" && client.state == nil)
    try await client.submit()
    client.rests(at: state, error: "attributes_required")
  }

  @Test(arguments: Start.all)
  fileprivate func `a run lives as long as its flow says`(_ start: Start) async throws {
    let world = try await World(start.tenant, on: .memory)
    let lifetime = try #require(world.table.flows.first { $0.name == start.flow }).lifetime
    let client = try await world.start(start.flow)
    world.clock.advance(seconds: lifetime - 1)
    let again = try await world.resume(client.token)
    #expect(again.state == client.state && again.error == nil)
    world.clock.advance(seconds: 1)
    let token = client.token
    try await client.submit()
    #expect(client.error == "run_expired" && client.state == nil)
    let late = try await world.resume(token)
    #expect(late.error == "run_expired")
  }

  @Test(arguments: Tenant.allCases)
  func `an application starts the flows that the tenant gives it, and no others`(_ tenant: Tenant) async throws {
    let world = try await World(tenant, on: .memory)
    #expect(!world.table.applications.isEmpty)
    for application in world.table.applications {
      for (index, flow) in world.table.flows.enumerated() {
        let client = try await world.start(flow.name, application: application.name)
        let isAllowed = application.flows.contains(Int32(index))
        #expect(client.error == (isAllowed ? nil : "unknown_flow"), "\(application.name) \(flow.name)")
        #expect((client.state != nil) == isAllowed)
      }
    }
    let unknown = try await world.start(world.table.flows[0].name, application: "nobody")
    #expect(unknown.error == "unknown_application")
  }

  @Test func `what is no flow of the tenant does not start, and sub-flows do not either`() async throws {
    let world = try await World(.nativeAuth, on: .memory)
    for flow in ["nosuch", "", "prove-email", "collect-attributes", "register", "Sign-up"] {
      let client = try await world.start(flow)
      #expect(client.error == "unknown_flow" && client.state == nil)
      try await client.submit()
      #expect(client.error == "invalid_token")
    }
    let foreign = try await world.start("sign-up", tenant: "nobody")
    #expect(foreign.error == "unknown_flow")
  }
}
