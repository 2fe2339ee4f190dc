import FlowJSON
import FlowModel
import FlowRuntime
import HTTPSupport
import Testing

@testable import FlowHTTP

/// What a stranger asks counts for nobody who could be meant by it.
@Suite(.timeLimit(.minutes(2)))
struct IdentifierLimitTests {
  private struct World {
    let tenant: NativeTenant
    let router: Router

    init(perIdentifier count: Int = 2, runs: Int? = nil) async throws {
      tenant = try await NativeTenant()
      let key = try #require(ServerKey.random())
      // Another tenant, whose accounts are found by what is no identifier of the first one's.
      var other = tenant.table
      other.tenant = "other"
      for index in other.attributes.indices {
        other.attributes[index].isIdentifier = other.attributes[index].name == "city"
      }
      var router = Router()
      let directory = FlowDirectory([tenant.table, other])
      FlowAPI(
        service: BoundedRuns(
          service: tenant.engine, directory: directory,
          rate: runs.map { RateLimiter(rate: 0.001, burst: $0) }, open: nil),
        directory: directory, identifiers: IdentifierLimit(RateLimiter(rate: 0.001, burst: count), key: key)
      ).mount(on: &router)
      self.router = router
    }

    func start(
      _ email: String, tenant: String = "native-auth", flow: String = "sign-up", as app: String = "ios",
      from address: String = "192.0.2.1"
    ) async -> HTTPResponse {
      var request = HTTPRequest(
        .post, path: ["v1", "tenants", tenant, "flows", flow, "runs"],
        headers: ["Content-Type": "application/json", "Usher-Application": app], remoteAddress: address)
      request.body = JSON.object(["email": .string(email)]).utf8()
      let router = router
      return await Requester.$present.withValue(address) { [request] in await router.respond(to: request) }
    }
  }

  @Test func `what is asked of no tenant, flow or application is counted for none`() async throws {
    let world = try await World()
    for _ in 0..<5 {
      #expect(await world.start("ada@example.com", tenant: "nobody").status == 404)
      #expect(await world.start("ada@example.com", flow: "none").status == 404)
      #expect(await world.start("ada@example.com", as: "nobody").status == 404)
    }
    #expect(await world.start("ada@example.com").status == 201)
  }

  @Test func `a tenant's identifiers are its own, and so is the count`() async throws {
    let limit = IdentifierLimit(RateLimiter(rate: 0.001, burst: 1), key: try #require(ServerKey.random()))
    try limit.take("ada@example.com", of: "a")
    try limit.take("ada@example.com", of: "b")
    #expect(throws: HTTPRefusal.self) { try limit.take("ada@example.com", of: "a") }
  }

  @Test(arguments: [["ada@example.com", " ADA@Example.COM "], ["a@b\u{FC}b.example", "A@xn--bb-xka.example"]])
  func `the spellings of one address are counted together`(spellings: [String]) async throws {
    let limit = IdentifierLimit(RateLimiter(rate: 0.001, burst: 1), key: try #require(ServerKey.random()))
    try limit.take(spellings[0], of: "a")
    #expect(throws: HTTPRefusal.self) { try limit.take(spellings[1], of: "a") }
  }

  @Test func `an event about an identifier is counted for the tenant of its run, and one of no run for nobody`()
    async throws
  {
    let world = try await World(perIdentifier: 3)
    func send(_ token: String) async throws -> HTTPResponse {
      var request = HTTPRequest(
        .post, path: ["v1", "runs", "events"],
        headers: ["Content-Type": "application/json", "Usher-Application": "ios"])
      request.body = JSON.object(
        ["event": "submit", "input": ["email": "ada@example.com", "x": 1], "token": .string(token)]
      ).utf8()
      return await world.router.respond(to: request)
    }
    for _ in 0..<5 { #expect(try await send("nobody's").status == 401) }
    let started = await world.start("ada@example.com")
    #expect(started.status == 201)
    let token = try #require(try JSON.parse(started.body)["token"]?.string)
    #expect(try await send(token).status == 422)
    #expect(try await send(token).status == 422)
    #expect(try await send(token).status == 429)
  }

  @Test func `an event about an identifier whose answer was lost is answered again`() async throws {
    let world = try await World(perIdentifier: 100)
    let headers: HTTPHeaders = ["Content-Type": "application/json", "Usher-Application": "ios"]
    var start = HTTPRequest(
      .post, path: ["v1", "tenants", "native-auth", "flows", "sign-up", "runs"], headers: headers)
    start.body = Array("{}".utf8)
    let token = try #require(try JSON.parse(await world.router.respond(to: start).body)["token"]?.string)
    var request = HTTPRequest(.post, path: ["v1", "runs", "events"], headers: headers)
    request.body = JSON.object(
      ["event": "submit", "input": ["email": "ada@example.com"], "token": .string(token)]
    ).utf8()
    let answers = [await world.router.respond(to: request), await world.router.respond(to: request)]
    #expect(answers.map(\.status) == [200, 200], "\(answers.map { String(decoding: $0.body, as: UTF8.self) })")
    #expect(answers[0].body == answers[1].body)
  }

  @Test func `one address starts so many runs of one application`() async throws {
    let world = try await World(perIdentifier: 100, runs: 2)
    for number in 0..<2 { #expect(await world.start("a\(number)@example.com").status == 201) }
    let refused = await world.start("b@example.com")
    #expect(refused.status == 429 && refused.headers["Retry-After"] != nil)
    #expect(try JSON.parse(refused.body)["error"]?["code"] == "too_many_runs")
    #expect(await world.start("b@example.com", as: "kiosk").status == 201)
    #expect(await world.start("b@example.com", from: "192.0.2.2").status == 201)
  }
}
