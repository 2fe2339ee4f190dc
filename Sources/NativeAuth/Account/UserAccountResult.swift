import Synchronization

/// A person who is signed in, with the tokens of that. All of it is kept in memory alone.
public struct UserAccountResult: Sendable {
  private let store: TokenStore

  init(_ store: TokenStore) { self.store = store }

  /// Whose account it is.
  public var account: Account { store.account }
  /// The newest id token; nil: the server gave none.
  public var idToken: String? { store.idToken }

  /// An access token: the one at hand while it is good for another five minutes, otherwise a new one. Calls that want the same at
  /// the same time make one request.
  public nonisolated(nonsending) func getAccessToken(
    _ parameters: GetAccessTokenParameters = GetAccessTokenParameters()
  ) async throws(RetrieveAccessTokenError) -> TokenResult {
    try await getAccessToken(TokenRequest(parameters))
  }

  func getAccessToken(_ request: TokenRequest) async throws(RetrieveAccessTokenError) -> TokenResult {
    do throws(WireFailure) {
      return try await store.token(request)
    } catch {
      throw RetrieveAccessTokenError(error.details)
    }
  }

  /// Forgets the account and its tokens. The server's own session ends by its own rules.
  public func signOut() { store.forget() }
}

/// Which access token is wanted.
struct TokenRequest: Sendable {
  let scopes: [String]
  let forceRefresh: Bool
  let correlation: String

  init(_ parameters: GetAccessTokenParameters) {
    self.init(parameters.scopes, parameters.forceRefresh, parameters.correlationId)
  }

  init(_ scopes: [String], _ forceRefresh: Bool, _ correlation: String?) {
    self.scopes = scopes
    self.forceRefresh = forceRefresh
    self.correlation = correlation ?? CorrelationID.new()
  }
}

/// Who is signed in at an app.
final class CurrentAccount: Sendable {
  private let state = Mutex<UserAccountResult?>(nil)

  var account: UserAccountResult? { state.withLock(\.self) }
  func set(_ account: UserAccountResult) { state.withLock { $0 = account } }

  /// Forgets the account, if it is still this one.
  func forget(_ store: TokenStore) {
    state.withLock { if $0?.isOf(store) == true { $0 = nil } }
  }
}

extension UserAccountResult {
  fileprivate func isOf(_ store: TokenStore) -> Bool { self.store === store }
}
