/// Why a token was not made or not accepted.
public enum TokenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has not the form of a token.
  case malformed
  /// Its header names another algorithm or kind than asked for, or has parts that change its meaning.
  case wrongHeader
  /// It was signed with a key that this server has not, or no longer.
  case unknownKey
  /// Its signature does not hold.
  case badSignature
  /// Its time is over.
  case expired
  /// Its time has not come yet.
  case notYetValid
  /// It was made by, or for, somebody else.
  case wrongParty
  /// A claim that must be there is not, or has another type; with its name.
  case badClaim(String)
  /// No such refresh token or session: it was revoked, or never handed out.
  case unknownSession
  /// A refresh token that was replaced before was presented again; its whole family is revoked now.
  case reused
  /// A refresh token was presented by another client than it was handed to.
  case wrongClient
  /// A scope that this server does not know, or that was not granted at the sign-in; with its name.
  case invalidScope(String)
  /// A scope of another API than one before it, where an access token is for one; with its name.
  case secondResource(String)
  /// The account is gone, disabled, or not confirmed.
  case accountUnavailable
  /// Storage or libcjose failed, with the reason for the log.
  case unavailable(String)

  /// A stable name.
  public var code: String {
    switch self {
    case .malformed: "malformed_token"
    case .wrongHeader: "wrong_token_header"
    case .unknownKey: "unknown_key"
    case .badSignature: "bad_signature"
    case .expired: "token_expired"
    case .notYetValid: "token_not_yet_valid"
    case .wrongParty: "wrong_party"
    case .badClaim: "bad_claim"
    case .unknownSession: "unknown_session"
    case .reused: "token_reused"
    case .wrongClient: "wrong_client"
    case .invalidScope, .secondResource: "invalid_scope"
    case .accountUnavailable: "account_unavailable"
    case .unavailable: "unavailable"
    }
  }

  /// A sentence for people.
  public var description: String {
    switch self {
    case .malformed: "This is no token."
    case .wrongHeader: "The token is of another kind, or signed in another way, than asked for."
    case .unknownKey: "The token was signed with a key that is not known here."
    case .badSignature: "The token's signature does not hold."
    case .expired: "The token is no longer valid; sign in again."
    case .notYetValid: "The token is not valid yet."
    case .wrongParty: "The token was made by, or for, somebody else."
    case .badClaim(let name): "The token's claim \(name) is missing or not of the right type."
    case .unknownSession: "The session has ended; sign in again."
    case .reused: "The refresh token was used before, so the session has ended; sign in again."
    case .wrongClient: "The refresh token was handed to another client."
    case .invalidScope(let name): "The scope \(name) cannot be granted."
    case .secondResource(let name): "The scope \(name) is of another API than one before it; ask for one at a time."
    case .accountUnavailable: "The account may not sign in."
    case .unavailable(let reason): "Tokens cannot be made or read now: \(reason)."
    }
  }
}
