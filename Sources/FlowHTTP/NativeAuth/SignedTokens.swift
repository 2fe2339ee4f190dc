public import FlowJSON
public import FlowModel
public import FlowRuntime
public import FlowTokens

/// The server's own tokens behind the protocol's words for what goes wrong with them.
public struct SignedTokens: NativeAuthTokens {
  private let service: TokenService

  /// The tokens of a service.
  public init(_ service: TokenService) { self.service = service }

  /// The scopes of a request.
  public func scopes(_ text: String?, declared: [APIScope]) throws(NativeAuthTokenError) -> [String] {
    do throws(TokenError) { return try service.scopes(text, declared: declared) } catch {
      throw NativeAuthTokenError(error)
    }
  }

  /// What makes the tokens of a sign-in.
  public func issuer(for client: NativeAuthClient) -> any TokenIssuer { service.issuer(for: TokenClient(client)) }

  /// New tokens for a refresh token.
  public func refresh(_ token: String, for client: NativeAuthClient) async throws(NativeAuthTokenError) -> JSONObject {
    do throws(TokenError) {
      return try await service.refresh(token, tenant: client.tenant, client: TokenClient(client))
    } catch { throw NativeAuthTokenError(error) }
  }
}

extension TokenClient {
  fileprivate init(_ client: NativeAuthClient) {
    self.init(
      id: client.id, scopes: client.scopes, issuer: client.issuer, declared: client.declared, policy: client.policy,
      claims: client.claims)
  }
}

extension NativeAuthTokenError {
  fileprivate init(_ error: TokenError) {
    switch error {
    case .invalidScope(let name): self = .invalidScope(name)
    case .secondResource(let name): self = .secondResource(name)
    case .expired: self = .expired
    case .unavailable: self = .unavailable
    default: self = .invalid
    }
  }
}
