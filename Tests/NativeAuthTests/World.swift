import FlowCompiler
import FlowHTTP
import FlowJSON
import FlowModel
import FlowRuntime
import Synchronization
import Testing
import TestSupport

/// A clock that stands still until a test sets it.
final class StillClock: TimeSource {
  private let time = Mutex<Milliseconds>(1_748_736_000_000)

  func now() -> Milliseconds { time.withLock { $0 } }
  func advance(seconds: Milliseconds) { time.withLock { $0 += seconds * 1000 } }
}

/// Keeps the codes that were sent, and refuses addresses at `blocked.example`.
final class CodeBox: Channel {
  private let sent = Mutex<[Message]>([])

  var messages: [Message] { sent.withLock { $0 } }
  func accepts(_ kind: ChannelKind, to: String) -> Bool { !to.hasSuffix("@blocked.example") }
  func deliver(_ message: Message) async throws(DeliveryError) { sent.withLock { $0.append(message) } }

  /// The newest code, of those to an address.
  func code(to address: String?) -> String {
    // They leave side by side: the last to come need not be the newest.
    for message in messages.sorted(by: { $0.time < $1.time }).reversed() where address == nil || message.to == address {
      if case .code(let code, _) = message.content { return code }
    }
    return ""
  }
}

private struct Words: FunctionRunner, PasswordDictionary {
  func call(_ function: FunctionDefinition, request: JSON) async -> (status: FunctionStatus, reason: String?) {
    (.fail, nil)
  }
  func contains(_ password: String) -> Bool { password == "Password1" }
}

/// Tokens that say what they were made for.
struct PlainTokens: NativeAuthTokens, TokenIssuer {
  var client: NativeAuthClient?

  func scopes(_ text: String?, declared: [APIScope]) throws(NativeAuthTokenError) -> [String] {
    let scopes = (text ?? "openid profile offline_access").split(separator: " ").map(String.init)
    if let unknown = scopes.first(where: { $0 == "mail.read" }) { throw .invalidScope(unknown) }
    return scopes
  }

  func issuer(for client: NativeAuthClient) -> any TokenIssuer { PlainTokens(client: client) }

  func refresh(_ token: String, for client: NativeAuthClient) async throws(NativeAuthTokenError) -> JSONObject {
    switch token {
    case "refresh-ada": answer(for: "ada", client)
    case "old": throw .expired
    default: throw .invalid
    }
  }

  func issue(
    to account: AccountRecord, signIn: SignIn, now: Milliseconds, randomness: any Randomness,
    in transaction: any StorageTransaction
  ) throws -> TokenSigning {
    let client = client
    return {
      var tokens = client.map { answer(for: account.id, $0) } ?? [:]
      tokens["shown"] = .array(signIn.references.map(JSON.string))
      return tokens
    }
  }

  private func answer(for account: String, _ client: NativeAuthClient) -> JSONObject {
    let info: JSON = ["uid": .string(account), "utid": .string(client.tenant)]
    let scopes = client.scopes.isEmpty ? ["openid"] : client.scopes
    return [
      "token_type": "Bearer", "scope": .string(scopes.joined(separator: " ")), "expires_in": 3600,
      "ext_expires_in": 3600, "access_token": .string("access \(client.id) \(client.issuer)"),
      "refresh_token": "refresh-ada", "id_token": "a.b.c", "client_info": .string(Base64URL.encode(info.utf8())),
    ]
  }
}

/// A server with the repository's tenant `native-auth` and the tests' own `own-words`.
struct World {
  let clock = StillClock()
  let box = CodeBox()
  let storage = MemoryStorage()
  let engine: Engine
  let api: NativeAuthAPI
  /// The API where a host mounts it.
  let router: Router
  /// The port of its server, where the test goes over a socket.
  let port: UInt16?

  /// A server whose tokens are plain, or made by a service over its storage.
  ///
  /// Each app has a twin that differs by its name alone: `phone-twin`.
  init(
    tokens: (any Storage, ServerKey, any TimeSource) async throws -> any NativeAuthTokens = { _, _, _ in PlainTokens()
    },
    change: (inout FlowTable) -> Void = { _ in }
  ) async throws {
    let key = try #require(ServerKey.random())
    let engine = Engine(
      storage: storage,
      ports: EnginePorts(key: key, channel: box, functions: Words(), dictionary: Words(), clock: clock))
    for folder in ["flows/native-auth", "Tests/NativeAuthTests/Flows"] {
      var table = try Compiler.table(folder: Repository.root + "/" + folder)
      // As Entra has them, whose answers these are.
      (table.passwords.minLength, table.passwords.classes) = (8, 3)
      // What tests add has words in one language alone.
      table.locales = []
      change(&table)
      table.applications += table.applications.map { application in
        var twin = application
        twin.name += "-twin"
        return twin
      }
      try await engine.install(file: TableFile.write(table).bytes)
    }
    self.engine = engine
    api = NativeAuthAPI(
      service: engine, tokens: try await tokens(storage, key, clock), key: key, clock: clock,
      issuer: { _, tenant in "http://localhost/\(tenant)/v2.0" }
    ) { engine.table(of: $0) }
    var router = Router()
    router.mount("{tenant}", CrossOrigin(api, .nativeAuth()))
    self.router = router
    port = try LiveServers.current?.serve(router)
  }

  /// An app of a tenant.
  func client(_ id: String = "phone", tenant: String = "native-auth") -> Client {
    Client(world: self, id: id, tenant: tenant)
  }

  /// What the server answers, over its socket where it has one.
  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    if let port { return try await ask(port, request) }
    return await router.respond(to: request)
  }

  /// Lets an account of `native-auth` hold further attributes, as if it had registered them before.
  func hold(_ attributes: JSONObject, for email: String) async throws {
    let held = try await storage.transact { transaction in
      let found = try transaction.account(Identifier(attribute: "email", value: email), tenant: "native-auth")
      guard var account = found, case .object(var object) = try JSON.parse(account.attributes) else { return false }
      for member in attributes.members { object[member.name] = member.value }
      account.attributes = JSON.object(object).text
      account.version += 1
      return try transaction.put(account)
    }
    try #require(held)
  }

  /// What an account of `native-auth` holds.
  func account(_ email: String) async throws -> JSON? {
    try await storage.transact { transaction in
      try transaction.account(Identifier(attribute: "email", value: email), tenant: "native-auth")
        .map { try JSON.parse($0.attributes) }
    }
  }

  /// The newest code that was sent; of several that wait to leave, any may leave last, so that then the address is given.
  func code(to address: String? = nil) async -> String {
    await engine.deliverMessages()
    return box.code(to: address)
  }
}

/// What came back.
struct Answer {
  let status: Int
  let headers: HTTPHeaders
  let json: JSON

  subscript(name: String) -> JSON? { json[name] }
  var token: String { json["continuation_token"]?.string ?? "" }
  var error: String? { json["error"]?.string }
  var suberror: String? { json["suberror"]?.string }
  var code: Int64? { json["error_codes"]?.array?.first?.int }
  /// Status, error, suberror and first code in one line.
  var outline: String {
    guard status != 200 else { return "200" }
    return [String(status), error, suberror, code.map { String($0) }].compactMap { $0 }.joined(separator: " ")
  }
  func names(_ list: String) -> [String] { json[list]?.array?.compactMap { $0["name"]?.string } ?? [] }
}

/// An app that speaks the protocol.
struct Client {
  let world: World
  let id: String
  let tenant: String

  func post(_ path: String, _ fields: KeyValuePairs<String, String>) async throws -> Answer {
    try await raw(path, Client.form([("client_id", id)] + fields.map { ($0.key, $0.value) }))
  }

  func raw(
    _ path: String, _ body: String, method: HTTPMethod = .post,
    headers: HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded"], query: String = ""
  ) async throws -> Answer {
    var headers = headers
    headers.add("Host", "localhost")
    let request = HTTPRequest(
      method, path: [tenant] + path.split(separator: "/").map(String.init),
      query: FormFields(query.utf8) ?? FormFields(), headers: headers, body: Array(body.utf8),
      correlationID: "6b0a1d2e-0000-4000-8000-000000000001")
    let response = try await world.respond(to: request)
    let json = try JSON.parse(response.body)
    let answer = Answer(status: response.status, headers: response.headers, json: json)
    answer.expectWhatHoldsOfAll(correlationID: request.correlationID)
    return answer
  }

  static func form(_ fields: [(String, String)]) -> String {
    fields.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x20: encoded += "+"
      default: encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  // MARK: Steps that many tests begin with

  static let all = "oob password redirect"
  static let both = "mfa_required registration_required"

  func startSignUp(_ username: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> Answer {
    let body =
      [("client_id", id), ("username", username), ("challenge_type", Self.all)] + fields.map { ($0.key, $0.value) }
    return try await raw("signup/v1.0/start", Self.form(body))
  }

  /// Starts a sign-up and asks for what it begins with: the code, where all is well.
  func beginSignUp(_ username: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> Answer {
    try await challenge("signup/v1.0", try await startSignUp(username, fields).token)
  }

  func challenge(_ part: String, _ token: String) async throws -> Answer {
    try await post("\(part)/challenge", ["continuation_token": token, "challenge_type": Self.all])
  }

  func go(_ part: String, _ token: String, _ grant: String, _ value: String = "") async throws -> Answer {
    try await post(
      "\(part)/continue", ["continuation_token": token, "grant_type": grant, grant: value.isEmpty ? "-" : value])
  }

  func token(_ token: String, _ grant: String, _ field: String? = nil, _ value: String = "") async throws -> Answer {
    var fields = [
      ("client_id", id), ("continuation_token", token), ("grant_type", grant), ("client_info", "true"),
      ("scope", "openid profile offline_access"),
    ]
    if let field { fields.append((field, value)) }
    return try await raw("oauth2/v2.0/token", Self.form(fields))
  }

  static let password = "Tr0ub4dor-and-more"
  static let place = #"{"country":"Spain","city":"Vigo"}"#
  static let about = #"{"age":"36","newsletter":"true","interests":"music,code"}"#

  /// Signs a person up with a password and all attributes; the token of the completed sign-up.
  @discardableResult
  func signUp(_ username: String) async throws -> String {
    let challenge = try await beginSignUp(username, ["password": Self.password, "attributes": Self.place])
    let code = try await go("signup/v1.0", challenge.token, "oob", await world.code())
    let done = try await go("signup/v1.0", code.token, "attributes", Self.about)
    try #require(done.outline == "200")
    return done.token
  }

  /// Starts a sign-in and asks for its challenge.
  func initiate(_ username: String, types: String = Client.all, capabilities: String = Client.both) async throws
    -> Answer
  {
    try await post(
      "oauth2/v2.0/initiate", ["username": username, "challenge_type": types, "capabilities": capabilities])
  }
}
