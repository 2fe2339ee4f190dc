import FlowJSON
import FlowModel
import FlowRuntime

/// What is signed for a client: the token answer of native authentication (an OAuth 2.0 token response, RFC 6749, section
/// 5.1, with an id token and `client_info`).
struct TokenAnswer: Sendable {
  let account: AccountRecord
  let client: TokenClient
  let refresh: RefreshToken
  /// How the account's owner signed in; nil: not known.
  let signIn: SignIn?
  let now: Milliseconds
  /// What names the access token, 16 bytes.
  let name: [UInt8]

  /// Signs the access token (RFC 9068) and the id token (OpenID Connect Core 1.0, section 2).
  func signed(_ keys: KeySet, _ settings: TokenSettings) throws(TokenError) -> JSONObject {
    let access = try keys.sign(accessClaims(settings), with: settings.algorithm, type: AccessToken.type)
    let id = try keys.sign(idClaims(settings), with: settings.algorithm, type: "JWT")
    let info: JSON = ["uid": .string(account.id), "utid": .string(account.tenant)]
    return [
      "token_type": "Bearer", "scope": .string(client.scopes.joined(separator: " ")),
      "expires_in": .int(settings.access), "ext_expires_in": .int(settings.access), "access_token": .string(access),
      "refresh_token": .string(refresh.text), "id_token": .string(id),
      "client_info": .string(Base64URL.encode(info.utf8())),
    ]
  }

  private func accessClaims(_ settings: TokenSettings) -> JSONObject {
    var claims = commonClaims(settings)
    claims["aud"] = .string(client.audience)
    claims["jti"] = .string(Base64URL.encode(name))
    claims["client_id"] = .string(client.id)
    claims["scope"] = .string(client.scopes.joined(separator: " "))
    // A token for an API is for nobody else, and names its permissions in short, as the service's do.
    let granted = client.scopes.compactMap(APIScope.init)
    if let resource = granted.first?.resource {
      claims["aud"] = .string(resource)
      claims["scp"] = .string(granted.map(\.name).joined(separator: " "))
    }
    return claims
  }

  private func idClaims(_ settings: TokenSettings) -> JSONObject {
    var claims = commonClaims(settings)
    let profile = Profile(account, client.claims)
    if client.scopes.contains("profile") {
      claims["preferred_username"] = profile.username.map(JSON.string)
      claims["name"] = profile.name.map(JSON.string)
    }
    if client.scopes.contains("profile") || client.scopes.contains("email") {
      claims["email"] = profile.email.map(JSON.string)
      claims["email_verified"] = profile.email.map { _ in true }
    }
    if client.scopes.contains("phone") {
      claims["phone_number"] = profile.phone.map(JSON.string)
      claims["phone_number_verified"] = profile.phone.map { _ in true }
    }
    return claims
  }

  private func commonClaims(_ settings: TokenSettings) -> JSONObject {
    let seconds = now / 1000
    var claims: JSONObject = [
      "iss": .string(client.issuer), "sub": .string(account.id), "aud": .string(client.id), "iat": .int(seconds),
      "nbf": .int(seconds), "exp": .int(seconds + settings.access), "oid": .string(account.id),
      "tid": .string(account.tenant), "ver": "2.0", "sid": .string(refresh.id),
    ]
    if let signIn { claims.add(signIn) }
    return claims
  }
}

extension JSONObject {
  /// Adds how somebody signed in (OpenID Connect Core 1.0, section 2; RFC 8176).
  mutating func add(_ signIn: SignIn) {
    self["auth_time"] = .int(signIn.time / 1000)
    self["acr"] = .string(signIn.context)
    if !signIn.methods.isEmpty { self["amr"] = .array(signIn.references.map(JSON.string)) }
  }
}

/// What an account's attributes say of its owner.
private struct Profile {
  let username: String?
  let name: String?
  let email: String?
  let phone: String?

  init(_ account: AccountRecord, _ claims: IdentifierClaims) {
    let attributes = try? JSON.parse(account.attributes)
    func text(_ name: String) -> String? { attributes?[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    // What nobody has proven must not pass for the account's: an attribute that identifies nobody never was.
    let proven = account.identifiers.filter { !account.unproven.contains($0) }
    /// The first of some attributes, as its owner writes it if that is the same address.
    func first(of names: [String]) -> String? {
      proven.first { names.contains($0.attribute) }.map { identifier in
        let written = text(identifier.attribute)
        return written?.lowercased() == identifier.value.lowercased() ? written ?? identifier.value : identifier.value
      }
    }
    email = first(of: claims.emails)
    phone = first(of: claims.phones)
    username = email ?? proven.first?.value
    let parts = [text("givenName"), text("surname")].compactMap { $0 }
    name = text("displayName") ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
  }
}
