import EngineSupport
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Glibc
import HTTPSupport
import Testing

/// A protocol, as one of its clients calls it: a new one does not build before it is tried here.
typealias Door = SpokenProtocol

extension Door {
  /// The type that its bodies have.
  var type: String { self == .nativeAuth ? "application/x-www-form-urlencoded" : "application/json" }

  /// Whether an answer is an error in the protocol's own words.
  func speaks(_ response: RawResponse) -> Bool {
    guard response.headers["Content-Type"] == "application/json", response.headers["Cache-Control"] == "no-store" else {
      return false
    }
    switch self {
    case .flowAPI: return response.json["error"]?["code"]?.string != nil && response.json["events"] == []
    case .nativeAuth:
      // Clients make a general error of any other status.
      return response.status == 400 && response.json["error"]?.string != nil
        && response.json["error_codes"]?.array?.isEmpty != true && response.json["correlation_id"]?.string != nil
    case .appServices: return response.json["error"]?.string != nil
    }
  }
}

/// Something that is open at a door: a run, or a pending account.
private struct Opened {
  let door: Door
  let world: World
  let port: UInt16
  /// Where the next step is asked for, and the body that takes it.
  let line: String
  let body: String

  init(_ door: Door, _ world: World) async throws {
    self.door = door
    self.world = world
    port = try world.port { $0.limits.clientSeconds = 2 }
    switch door {
    case .flowAPI:
      let start = try await ask(
        port, "POST /v1/tenants/native-auth/flows/sign-up/runs?client_id=ios", ["Content-Type: \(door.type)"],
        body: #"{"email":"ada@example.com"}"#)
      line = "POST /v1/runs/events?client_id=ios"
      let token = try #require(start.json["token"]?.string)
      body = #"{"event":"submit","input":{"code":"\#(try await world.code())"},"token":"\#(token)"}"#
    case .nativeAuth:
      let start = try await ask(
        port, "POST /native-auth/signup/v1.0/start", ["Content-Type: \(door.type)"],
        body: "client_id=browser&username=ada%40example.com&challenge_type=oob+redirect")
      let begun = try #require(start.json["continuation_token"]?.string)
      let challenge = try await ask(
        port, "POST /native-auth/signup/v1.0/challenge", ["Content-Type: \(door.type)"],
        body: "client_id=browser&challenge_type=oob+redirect&continuation_token=\(begun)")
      line = "POST /native-auth/signup/v1.0/continue"
      let token = try #require(challenge.json["continuation_token"]?.string)
      body = "client_id=browser&grant_type=oob&oob=\(try await world.code())&continuation_token=\(token)"
    case .appServices:
      let provider = "/api/client/v2.0/app/realm-by-link/auth/providers/local-userpass"
      let register = try await ask(
        port, "POST \(provider)/register", ["Content-Type: \(door.type)"],
        body: #"{"email":"ada@example.com","password":"Tea-at-5-oclock"}"#)
      #expect(register.status == 201)
      await world.engine.deliverMessages()
      let link = try #require(world.outbox.links(to: World.ada).first)
      line = "POST \(provider)/confirm"
      body = #"{"token":"\#(link.token)","tokenId":"\#(link.tokenId)"}"#
    }
  }

  /// Takes the step; it can be taken once.
  func goOn() async throws -> Bool {
    let answer = try await ask(port, line, ["Content-Type: \(door.type)"], body: body)
    return switch door {
    case .flowAPI: answer.status == 200 && answer.json["state"] == "collect-attributes/where-you-live"
    case .nativeAuth: answer.status == 400 && answer.json["error"] == "attributes_required"
    case .appServices: answer.status == 200 && answer.body.isEmpty
    }
  }
}

/// What is wrong with a request that is right otherwise.
private struct Spoiling: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The headers and the body, from the right type and body.
  let spoil: @Sendable (_ type: String, _ body: String) -> (headers: [String], body: String)

  init(_ name: String, _ spoil: @escaping @Sendable (String, String) -> ([String], String)) {
    testDescription = name
    self.spoil = spoil
  }

  static let all = [
    Spoiling("another type") { _, body in (["Content-Type: text/html"], body) },
    Spoiling("the type of another protocol") { type, body in
      (
        ["Content-Type: " + (type == "application/json" ? "application/x-www-form-urlencoded" : "application/json")],
        body
      )
    },
    Spoiling("no type") { _, body in ([], body) },
    Spoiling("two types") { type, body in (["Content-Type: \(type)", "Content-Type: \(type)"], body) },
    Spoiling("another charset") { type, body in (["Content-Type: \(type); charset=utf-16"], body) },
    Spoiling("an encoding") { type, body in (["Content-Type: \(type)", "Content-Encoding: gzip"], body) },
    Spoiling("no body") { type, _ in (["Content-Type: \(type)"], "") },
    Spoiling("a body that is cut off") { type, body in (["Content-Type: \(type)"], String(body.dropLast(30)) + "%4") },
    Spoiling("no UTF-8") { type, body in
      (["Content-Type: \(type)"], type == "application/json" ? body + "\u{0}" : body + "&x=%ff")
    },
    Spoiling("a parameter that stands twice") { type, body in
      let again = type == "application/json" ? body.dropLast() + "," + body.dropFirst() : body + "&" + body
      return (["Content-Type: \(type)"], String(again))
    },
    Spoiling("half a megabyte of nesting") { type, body in
      let deep = String(repeating: "[", count: 1 << 19)
      return (
        ["Content-Type: \(type)"],
        type == "application/json" ? body.dropLast() + ",\"more\":" + deep : body + "&attributes=" + deep
      )
    },
    Spoiling("a megabyte of nesting") { type, _ in
      (["Content-Type: \(type)"], String(repeating: "[{\"a\":", count: 170_000))
    },
    Spoiling("more than a body may have") { type, body in
      (["Content-Type: \(type)"], body + String(repeating: " ", count: 1 << 20))
    },
    Spoiling("headers that are too large") { type, body in
      (["Content-Type: \(type)", "X-More: " + String(repeating: "x", count: 9_000)], body)
    },
    Spoiling("too many headers") { type, body in (["Content-Type: \(type)"] + (0..<101).map { "X-\($0): x" }, body) },
    Spoiling("two hosts") { type, body in (["Content-Type: \(type)", "Host: other"], body) },
  ]

  /// What is wrong at each door: simple clients of App Services declare no type.
  static let atDoors = Door.allCases.flatMap { door in
    all.filter { door != .appServices || $0.testDescription != "no type" }.map { (door, $0) }
  }
}

/// What is wrong with a request stays outside: no run changes, nothing is a 5xx, and each protocol says so in its own form.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BadInputTests {
  @Test(arguments: Spoiling.atDoors)
  fileprivate func `a request that is wrong changes nothing`(_ door: Door, _ spoiling: Spoiling) async throws {
    try await withWorld { world in
      let opened = try await Opened(door, world)
      let (headers, body) = spoiling.spoil(door.type, opened.body)
      let answer = try await ask(opened.port, opened.line, headers, body: body)
      #expect((400..<500).contains(answer.status), "\(answer.status) \(answer.text.prefix(300))")
      #expect(door.speaks(answer), "\(answer.status) \(answer.headers.fields) \(answer.text.prefix(300))")
      #expect(try await opened.goOn())
    }
  }

}

/// Clients that are slower than anybody may be.
@Suite(.timeLimit(.minutes(5)))
struct SlowClientTests {
  @Test(arguments: Door.allCases, ["head", "body"])
  func `a client that never comes to an end is cut off, and nothing has happened`(
    _ door: Door, _ part: String
  ) async throws {
    try await withWorld { world in
      let opened = try await Opened(door, world)
      let whole = request(opened.line, ["Content-Type: \(door.type)"], body: opened.body)
      let start = part == "head" ? String(whole.prefix(40)) : String(whole.dropLast(5))
      let port = opened.port
      let isClosed = try await blocking {
        let client = try RawClient(port: port, seconds: 20)
        client.send(start)
        return client.isClosed()
      }
      #expect(isClosed)
      #expect(try await opened.goOn())
    }
  }
}

/// How often is too often.
@Suite(.timeLimit(.minutes(2)))
struct LimitTests {
  /// One request about an address, at each door in turn.
  private func about(_ address: String, _ number: Int, _ port: UInt16) async throws -> (Door, RawResponse) {
    let door = Door.allCases[number % Door.allCases.count]
    let encoded = address.replacing("@", with: "%40")
    let response =
      switch door {
      case .flowAPI:
        try await ask(
          port, "POST /v1/tenants/native-auth/flows/sign-in/runs?client_id=ios", ["Content-Type: \(door.type)"],
          body: #"{"email":"\#(address)"}"#)
      case .nativeAuth:
        try await ask(
          port, "POST /native-auth/oauth2/v2.0/initiate", ["Content-Type: \(door.type)"],
          body: "client_id=phone&username=\(encoded)&challenge_type=oob+redirect")
      case .appServices:
        try await ask(
          port, "POST /api/client/v2.0/app/realm-by-link/auth/providers/local-userpass/reset/send",
          ["Content-Type: \(door.type)"], body: #"{"email":"\#(address)"}"#)
      }
    return (door, response)
  }

  @Test func `an identifier is asked about so often, at whichever door and in whatever letters`() async throws {
    try await withWorld(change: { $0.perIdentifier = RequestRate(4, per: 3600) }) { world in
      let port = try world.port()
      // Two doors are those of one tenant, the third is another's: four for each.
      for number in [0, 1, 2, 3, 4, 5, 2, 5] {
        let (door, answer) = try await about(number % 2 == 0 ? "ada@example.com" : "ADA@Example.com", number, port)
        #expect(answer.headers["Retry-After"] == nil && answer.status != 429, "\(door) \(answer.text)")
      }
      for number in 0..<3 {
        let (door, answer) = try await about("ada@example.com", number, port)
        #expect(answer.status == (door == .nativeAuth ? 400 : 429) && door.speaks(answer), "\(door) \(answer.text)")
        #expect(try #require(answer.headers["Retry-After"].flatMap { Int($0) }) > 60)
        if door == .nativeAuth { #expect(answer.json["error"] == "slow_down") }
        if door == .flowAPI { #expect(answer.json["error"]?["code"] == "too_many_requests") }
        // Others are not held up.
        #expect(try await about("bob@example.com", number, port).1.headers["Retry-After"] == nil)
      }
      // An event that names the identifier counts as a start does.
      let client = try world.client(.http)
      let start = try await client.start("sign-up", [:])
      let refused = try await client.submit(["email": .string(World.ada)], start.token)
      refused.isRefused("too_many_requests")
      try await client.submit(["email": "cyd@example.com"], start.token).rests(at: "prove-email/enter-code")
      #expect(world.log.lines.count > 10)
      #expect(world.log.lines.allSatisfy { !$0.lowercased().contains("example.com") })
    }
  }

  @Test(arguments: Door.allCases)
  func `an address asks so often, and is told in the protocol's own form`(_ door: Door) async throws {
    try await withWorld(change: { $0.perAddress = RequestRate(3, per: 3600) }) { world in
      let port = try world.port()
      let number = Door.allCases.firstIndex(of: door) ?? 0
      for round in 0..<3 {
        #expect(try await about("p\(round)@example.com", number, port).1.headers["Retry-After"] == nil)
      }
      let (_, answer) = try await about("p4@example.com", number, port)
      #expect(answer.status == (door == .nativeAuth ? 400 : 429) && door.speaks(answer), "\(answer.text)")
      #expect(answer.headers["Retry-After"] != nil)
      // So is a page of another origin, which gets to read it.
      let path = ["/v1/runs/current", "/native-auth/oauth2/v2.0/initiate", "/api/client/v2.0/auth/profile"][number]
      let page = try await ask(port, "GET \(path)", ["Origin: https://app.example.com"])
      #expect(page.headers["Access-Control-Allow-Origin"] == "*")
    }
  }
}
