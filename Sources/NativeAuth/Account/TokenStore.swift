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
    var access: [TokenResult]
    var refresh: Refresh?
  }

  private struct Refresh {
    let scopes: [String]
    let outcome: Outcome<Result<TokenResult, WireFailure>>
  }

  private enum Way {
    case answer(TokenResult)
    case wait(Refresh)
    case fail(WireFailure)
  }

  /// How long a token must still be good, in seconds.
  private static let margin = 300

  private let wire: Wire
  private let username: String
  private let state: Mutex<State>

  init(_ wire: Wire, _ tokens: Tokens, username: String) {
    self.wire = wire
    self.username = username
    state = Mutex(
      State(
        account: Account(tokens, username: username), idToken: tokens.idToken, refreshToken: tokens.refreshToken,
        access: [tokens.result]))
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

  /// A token of some scopes that is still good, or what a refresh comes to.
  func token(_ request: TokenRequest) async throws(WireFailure) -> TokenResult {
    // A refresh for other scopes is waited for first; it may well have brought these.
    while true {
      if Task.isCancelled { throw WireFailure(connection: .cancelled, request.correlation) }
      switch way(request) {
      case .answer(let token): return token
      case .fail(let failure): throw failure
      case .wait(let refresh):
        guard let result = await refresh.outcome.value() else {
          throw WireFailure(connection: .cancelled, request.correlation)
        }
        if refresh.scopes == request.scopes { return try result.get() }
      }
    }
  }

  /// What to do for a request; begins a refresh where none is under way.
  private func way(_ request: TokenRequest) -> Way {
    state.withLock { state in
      guard !state.isForgotten else { return .fail(.signedOut(request.correlation)) }
      if !request.forceRefresh, let token = good(state.access, request.scopes) { return .answer(token) }
      if let refresh = state.refresh { return .wait(refresh) }
      guard let refreshToken = state.refreshToken else {
        return .fail(
          WireFailure(.refreshTokenExpired, "There is no refresh token: sign in again.", request.correlation))
      }
      let refresh = Refresh(scopes: request.scopes, outcome: Outcome())
      state.refresh = refresh
      // What is asked for is wanted by whoever waits: it goes on where one of them is cancelled.
      Task { await self.run(refresh, refreshToken, request.correlation) }
      return .wait(refresh)
    }
  }

  private func good(_ tokens: [TokenResult], _ scopes: [String]) -> TokenResult? {
    let now = wire.configuration.time.now()
    return tokens.last { $0.expiresOn - Self.margin > now && Set(scopes).isSubset(of: $0.scopes) }
  }

  private func run(_ refresh: Refresh, _ refreshToken: String, _ correlation: String) async {
    let result: Result<TokenResult, WireFailure>
    do throws(WireFailure) {
      let tokens = try await wire.refresh(refreshToken, refresh.scopes, correlation)
      result = state.withLock { state in
        // Whoever signed out meanwhile is signed out.
        guard !state.isForgotten else { return .failure(.signedOut(correlation)) }
        state.refreshToken = tokens.refreshToken ?? refreshToken
        if tokens.idToken != nil {
          state.idToken = tokens.idToken
          state.account = Account(tokens, username: username)
        }
        let now = wire.configuration.time.now()
        state.access.removeAll { $0.expiresOn <= now || Set($0.scopes) == Set(tokens.scopes) }
        state.access.append(tokens.result)
        return .success(tokens.result)
      }
    } catch {
      result = .failure(error)
    }
    state.withLock { $0.refresh = nil }
    refresh.outcome.set(result)
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
