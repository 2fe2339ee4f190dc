import FlowClient
import Synchronization

/// The tokens of one sign-in. A refresh is under way once at a time, as each one may change the refresh token.
final class TokenStore: Sendable {
  private struct State {
    var isForgotten = false
    var account: Account
    var idToken: String?
    var refreshToken: String?
    /// Access tokens that were given, the newest last.
    var access: [Given]
  }

  /// An access token, and the scopes that it was asked for.
  private struct Given {
    let scopes: Set<String>
    let token: TokenResult
    let margin: Int

    init(_ scopes: [String], _ token: TokenResult, now: Int) {
      (self.scopes, self.token) = (Set(scopes), token)
      margin = min(TokenStore.margin, max(0, token.expiresOn - now) / 2)
    }
  }

  /// What a refresh came to, and for which scopes it was.
  private struct Refreshed: Sendable {
    let scopes: [String]
    let result: Result<TokenResult, WireFailure>
    /// Whether it was one at all, and no token that somebody else had brought meanwhile.
    var isFresh = true
  }

  /// How long a token must still be good, in seconds; of one that lives shorter, half of its life.
  private static let margin = 300

  private let wire: Wire
  private let username: String
  /// The scopes that the sign-in was granted.
  private let scopes: [String]
  private let state: Mutex<State>
  /// Who gave a refresh up may have lost the next refresh token.
  private let refreshing = SharedWork<Refreshed, WireFailure>(abandoned: .goesOn)

  init(_ wire: Wire, _ tokens: Tokens, username: String) {
    self.wire = wire
    self.username = username
    scopes = tokens.scopes
    state = Mutex(
      State(
        account: Account(tokens, username: username), idToken: tokens.idToken, refreshToken: tokens.refreshToken,
        access: [Given(tokens.scopes, tokens.result, now: wire.configuration.time.now())]))
  }

  var account: Account { state.withLock(\.account) }
  var idToken: String? { state.withLock(\.idToken) }

  func forget() {
    state.withLock { state in
      state.isForgotten = true
      (state.access, state.refreshToken, state.idToken) = ([], nil, nil)
    }
    wire.current.forget(self)
  }

  /// A token of some scopes, or of those of the sign-in where none are named: one that is still good, or what a refresh comes to.
  func token(_ request: TokenRequest) async throws(WireFailure) -> TokenResult {
    let scopes = request.scopes.isEmpty ? scopes : request.scopes
    // A refresh for other scopes is waited for first; it may well have brought these.
    while true {
      if Task.isCancelled { throw WireFailure(connection: .cancelled, request.correlation) }
      if !request.forceRefresh, let token = try good(request, scopes) { return token }
      let refreshed = try await refreshing.value(cancelled: WireFailure(connection: .cancelled, request.correlation)) {
        [self] () async throws(WireFailure) in await refresh(request, scopes)
      }
      if refreshed.scopes == scopes, refreshed.isFresh || !request.forceRefresh { return try refreshed.result.get() }
    }
  }

  /// The newest token of some scopes that is still good; nil where there is none.
  private func good(_ request: TokenRequest, _ scopes: [String]) throws(WireFailure) -> TokenResult? {
    let now = wire.configuration.time.now()
    let (given, isForgotten) = state.withLock { ($0.access, $0.isForgotten) }
    if isForgotten { throw .signedOut(request.correlation) }
    let (good, wanted) = (given.filter { $0.token.expiresOn - $0.margin > now }, Set(scopes))
    if let token = good.last(where: { $0.scopes == wanted })?.token { return token }
    // One that allows more may be for another API. Whoever names scopes finds those in it.
    return request.scopes.isEmpty ? nil : good.last { wanted.isSubset(of: $0.token.scopes) }?.token
  }

  private func refresh(_ request: TokenRequest, _ scopes: [String]) async -> Refreshed {
    let correlation = request.correlation
    do throws(WireFailure) {
      // Somebody was faster.
      if !request.forceRefresh, let token = try good(request, scopes) {
        return Refreshed(scopes: scopes, result: .success(token), isFresh: false)
      }
      let (token, isForgotten) = state.withLock { ($0.refreshToken, $0.isForgotten) }
      if isForgotten { throw .signedOut(correlation) }
      guard let refreshToken = token else {
        throw WireFailure(.refreshTokenExpired, "There is no refresh token: sign in again.", correlation)
      }
      let tokens = try await wire.refresh(refreshToken, scopes, correlation)
      let isOut = state.withLock { state in
        // Whoever signed out meanwhile is signed out.
        guard !state.isForgotten else { return true }
        state.refreshToken = tokens.refreshToken ?? refreshToken
        if tokens.idToken != nil {
          state.idToken = tokens.idToken
          state.account = Account(tokens, username: username)
        }
        let now = wire.configuration.time.now()
        state.access.removeAll { $0.token.expiresOn <= now || $0.scopes == Set(scopes) }
        state.access.append(Given(scopes, tokens.result, now: now))
        return false
      }
      if isOut { throw .signedOut(correlation) }
      return Refreshed(scopes: scopes, result: .success(tokens.result))
    } catch {
      return Refreshed(scopes: scopes, result: .failure(error))
    }
  }
}

extension Tokens {
  fileprivate var result: TokenResult {
    TokenResult(accessToken: accessToken, scopes: scopes, expiresOn: expiresOn)
  }
}

extension WireFailure {
  fileprivate static func signedOut(_ correlation: String) -> WireFailure {
    WireFailure(.signedOut, "Nobody is signed in any more.", correlation)
  }
}
