import FlowJSON
import FlowRuntime
import FlowStorageSQLite
import Synchronization

@testable import FlowTokens

/// A clock that a test sets.
final class TestClock: TimeSource {
  private let time = Mutex<Milliseconds>(1_800_000_000_000)

  func now() -> Milliseconds { time.withLock { $0 } }
  func advance(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
  var seconds: Int64 { now() / 1000 }
}

/// A server with one account, Ada's.
struct Server {
  static let key = ServerKey([UInt8](repeating: 7, count: ServerKey.size))
  static let client = TokenClient(
    id: "ios", scopes: ["openid", "profile", "offline_access"], issuer: "https://contoso.example/v2.0")
  static let ada = "0123456789abcdef01234567"

  let clock = TestClock()
  let storage: any Storage
  let key: ServerKey
  let service: TokenService

  /// Keys made once, as an RSA key takes its time.
  private static let keys = Result { KeySet(try KeySet.fresh(1_800_000_000_000)) }

  /// A server over given storage, or over storage that has keys already.
  init(storage: (any Storage)? = nil, settings: TokenSettings = TokenSettings()) async throws {
    guard let key = Self.key else { throw TokenError.unavailable("no key") }
    self.key = key
    self.storage = storage ?? MemoryStorage()
    if storage == nil {
      var index = KeyIndex()
      index.tenants = ["contoso"]
      let name = SigningKeys.recordName(ofDomain: AppID.domain("contoso"))
      let records = [index.record(key), try Self.keys.get().record(name, key)]
      try await self.storage.transact { for record in records { try $0.put(record) } }
    }
    let keys = try await SigningKeys(storage: self.storage, key: key, clock: clock)
    service = TokenService(storage: self.storage, key: key, keys: keys, settings: settings, clock: clock)
    try await change { _ in }
  }

  /// Writes Ada's account, as it is when a server begins, with what is changed. What it counts goes on.
  func change(_ body: @escaping @Sendable (inout AccountRecord) -> Void) async throws {
    try await storage.transact { transaction in
      let present = try transaction.account(Self.ada, tenant: "contoso")
      var account = AccountRecord(
        id: Self.ada, tenant: "contoso", isConfirmed: true,
        identifiers: [Identifier(attribute: "email", value: "ada@example.com")],
        attributes: #"{"email":"Ada@example.com","givenName":"Ada","surname":"Lovelace"}"#, created: 0)
      account.sessionEpoch = present?.sessionEpoch ?? 0
      body(&account)
      _ = try transaction.put(account)
    }
  }

  func issue() async throws -> JSONObject {
    try await service.issue(account: Self.ada, tenant: "contoso", to: Self.client)
  }

  func refresh(_ token: String, client: TokenClient = Self.client) async throws(TokenError) -> JSONObject {
    try await service.refresh(token, tenant: "contoso", client: client)
  }

  /// What a refresh is refused with; nil if it is not.
  func refusal(_ token: String, client: TokenClient = Self.client) async -> TokenError? {
    do throws(TokenError) {
      _ = try await refresh(token, client: client)
      return nil
    } catch {
      return error
    }
  }

  /// Tokens of App Services.
  func logIn(device: String? = nil, app: SessionApp? = nil) async throws -> JSONObject {
    let issuer = service.appIssuer(device: device, app: app)
    let now = clock.now()
    return try await storage.transact { transaction in
      guard let account = try transaction.usableAccount(Self.ada, tenant: "contoso") else {
        throw TokenError.accountUnavailable
      }
      return try issuer.issue(
        to: account, signIn: SignIn(methods: [.password], time: now), now: now, randomness: SystemRandomness(),
        in: transaction)
    }()
  }
}

extension SigningKeys {
  /// The keys of Ada's tenant.
  func current() async throws -> KeySet { try await current(of: "contoso") }

  /// Rotates the keys of Ada's tenant, which then verify for some milliseconds.
  @discardableResult
  func rotate(retention: Milliseconds?) async throws -> KeySet {
    try await rotate("contoso", retention: retention.map { KeyRetention(access: $0, session: $0) })
  }
}

extension TokenService {
  /// Verifies an access token of Ada's tenant that is for a client, or for an API.
  func verifyAccessToken(_ token: String, issuer: String, audience: String) async throws(TokenError) -> JSONObject {
    try await verifyAccessToken(
      token, tenant: "contoso", issuer: issuer,
      audience: audience.hasPrefix("api://") ? audience : TokenClient.audience(issuer: issuer, client: audience))
  }
}

extension JSONObject {
  /// A member that is a string; empty if it is not there.
  func text(_ name: String) -> String { self[name]?.string ?? "" }
}

/// The header and the claims of a token, whoever made it.
func parts(_ token: String) -> [JSON?] {
  token.split(separator: ".").prefix(2).map { Base64URL.decode(String($0)).flatMap { try? JSON.parse($0) } }
}

/// A token of any header, claims and signature.
func forged(_ header: JSON, _ claims: JSON, signature: [UInt8] = []) -> String {
  [header.utf8(), claims.utf8(), signature].map(Base64URL.encode).joined(separator: ".")
}
