import FlowHTTP
import FlowJSON
import Testing

/// A client library, by the way it writes requests.
enum Library: String, CaseIterable, Sendable {
  /// realm-web: the plain type, and only where there is a body; its access token on every call.
  case web
  /// realm-core: the type with a parameter on every call.
  case core

  /// The headers of a call.
  func headers(body: Bool, token: String?) -> HTTPHeaders {
    var headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "Accept": "application/json"]
    switch self {
    case .web: if body { headers.add("Content-Type", "application/json") }
    case .core: headers.add("Content-Type", "application/json;charset=utf-8")
    }
    if let token { headers.add("Authorization", "Bearer \(token)") }
    return headers
  }

  /// An integer in the arguments of a function.
  func number(_ value: Int) -> JSON {
    self == .web ? ["$numberInt": .string(String(value))] : ["$numberLong": .string(String(value))]
  }

  /// The `options` of a log-in, on a device that was seen before or not.
  func options(device: String?) -> JSON {
    var fields: JSONObject =
      self == .web
      ? ["appId": "realm-by-link", "platform": "chrome", "platformVersion": "120.0", "sdkVersion": "2.0.1"]
      : [
        "appId": "realm-by-link", "platform": "Linux", "platformVersion": "6.1", "sdk": "Swift",
        "sdkVersion": "10.54.6",
        "cpuArch": "x86_64", "deviceName": "", "deviceVersion": "", "frameworkName": "", "frameworkVersion": "",
        "coreVersion": "14.14.0", "bundleId": "app",
      ]
    if self == .web { fields["deviceId"] = device.map { ["$oid": .string($0)] } }
    return ["device": .object(fields)]
  }
}

/// An app on somebody's device.
struct Client: Sendable {
  let wire: any Wire
  var app = World.byLink
  var library = Library.web

  private static let base = ["api", "client", "v2.0"]

  /// A call of the e-mail and password provider.
  func call(_ path: String, _ body: JSONObject, token: String? = nil) async throws -> HTTPResponse {
    var body = body
    if library == .core, path == "login" { body["provider"] = "local-userpass" }
    return try await wire.answer(
      to: HTTPRequest(
        .post, path: Self.base + ["app", app, "auth", "providers", "local-userpass"] + segments(path),
        headers: library.headers(body: true, token: token), body: JSON.object(body).utf8()))
  }

  /// A call without a body, at a path behind the base.
  func call(_ method: HTTPMethod, _ path: String, token: String? = nil) async throws -> HTTPResponse {
    try await wire.answer(
      to: HTTPRequest(method, path: Self.base + segments(path), headers: library.headers(body: false, token: token)))
  }

  private func segments(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: What people do

  static let ada = "ada@example.com"
  static let password = "Tea-at-5-oclock"

  func register(_ email: String = ada, _ password: String = password) async throws -> HTTPResponse {
    try await call("register", ["email": .string(email), "password": .string(password)])
  }

  func logIn(
    _ email: String = ada, _ password: String = password, device: String? = nil
  ) async throws -> HTTPResponse {
    try await call(
      "login",
      ["username": .string(email), "password": .string(password), "options": library.options(device: device)])
  }

  /// Logs in, as both libraries do: the answer, then the profile.
  func session(_ email: String = ada, _ password: String = password, device: String? = nil) async throws -> Session {
    let answer = try await logIn(email, password, device: device)
    #expect(answer.status == 200 && answer.type == "application/json")
    let json = try answer.json()
    let session = Session(
      access: try #require(json["access_token"]?.string), refresh: try #require(json["refresh_token"]?.string),
      user: try #require(json["user_id"]?.string), device: try #require(json["device_id"]?.string))
    let profile = try await call(.get, "auth/profile", token: session.access)
    #expect(profile.status == 200 && profile.type == "application/json")
    return session
  }
}

/// What a library keeps of a log-in.
struct Session: Hashable, Sendable {
  let access: String
  let refresh: String
  let user: String
  let device: String
}

extension HTTPResponse {
  var type: String? { headers["Content-Type"] }

  /// The body, which must be JSON of exactly the type that realm-core knows.
  func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    #expect(type == "application/json", sourceLocation: sourceLocation)
    return try JSON.parse(body)
  }

  /// Expects success without a body and without a type, on which realm-web insists.
  func succeeds(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.status == status, "\(String(decoding: body, as: UTF8.self))", sourceLocation: sourceLocation)
    #expect(body.isEmpty && type == nil, sourceLocation: sourceLocation)
  }

  /// Expects an error in the form that clients read: texts and nothing else.
  func fails(
    _ status: Int, _ code: String?, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(self.status == status, "\(String(decoding: body, as: UTF8.self))", sourceLocation: sourceLocation)
    guard case .object(let object) = try json(sourceLocation: sourceLocation) else {
      Issue.record("no object", sourceLocation: sourceLocation)
      return
    }
    #expect(object["error"] == .string(text), sourceLocation: sourceLocation)
    #expect(object["error_code"] == code.map(JSON.string), sourceLocation: sourceLocation)
    for member in object.members {
      #expect(["error", "error_code", "link"].contains(member.name), sourceLocation: sourceLocation)
      #expect(member.value.string != nil, sourceLocation: sourceLocation)
    }
  }
}

extension HTTPResponse {
  /// Expects success with JSON of exactly the type that realm-core knows, and no error in it.
  func succeedsWithJSON(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(self.status == status, "\(String(decoding: body, as: UTF8.self))", sourceLocation: sourceLocation)
    let json = try json(sourceLocation: sourceLocation)
    #expect(json["error"] == nil && json["error_code"] == nil, sourceLocation: sourceLocation)
  }
}

extension Client {
  /// Registers an account and confirms it.
  func confirmed(_ email: String = ada, in world: World) async throws {
    var client = self
    client.app = World.byLink
    try await client.register(email).succeeds(201)
    try await client.call("confirm", try await world.link(to: email).fields).succeeds(200)
  }
}
