import FlowJSON

/// What a step of a sign-up leads to.
enum SignUpProgress: Sendable {
  case completed(token: String)
  case passwordRequired(token: String)
  case attributesRequired([RequiredAttribute], token: String)
}

/// What a sign-up proves or adds.
enum SignUpGrant: Sendable {
  case code(String)
  case password(String)
  case attributes([String: String])

  fileprivate var fields: [Wire.Field] {
    switch self {
    case .code(let code): [("grant_type", "oob"), ("oob", code)]
    case .password(let password): [("grant_type", "password"), ("password", password)]
    case .attributes(let attributes): [("grant_type", "attributes"), ("attributes", Wire.text(attributes))]
    }
  }
}

extension Wire {
  /// Starts a sign-up and asks for its code.
  func signUp(
    _ username: String, password: String?, attributes: [String: String]?, _ correlation: String
  ) async throws(WireFailure) -> (token: String, sent: SentCode) {
    guard !username.isEmpty else { throw .emptyUsername(correlation) }
    if let password { try Self.check(password: password, correlation) }
    var fields = start(username)
    if let password { fields.append(("password", password)) }
    if let attributes { fields.append(("attributes", Self.text(attributes))) }
    let token = try await post(.signUpStart, fields, correlation).continuation
    return try await codeChallenge(.signUpChallenge, token, correlation)
  }

  /// Goes on with a sign-up.
  func signUp(_ grant: SignUpGrant, _ token: String, _ correlation: String) async throws(WireFailure) -> SignUpProgress
  {
    switch grant {
    case .code(let code): try Self.check(code: code, correlation)
    case .password(let password): try Self.check(password: password, correlation)
    case .attributes: break
    }
    do {
      let answer = try await post(.signUpContinue, [("continuation_token", token)] + grant.fields, correlation)
      return .completed(token: try answer.continuation)
    } catch {
      if let token = error.refusal?.asks(for: "credential_required") {
        guard case (let token, .password) = try await challenge(.signUpChallenge, token, correlation) else {
          throw WireFailure(.general, "The server asks for another code where it asked for a password.", correlation)
        }
        return .passwordRequired(token: token)
      }
      if let token = error.refusal?.asks(for: "attributes_required") {
        return .attributesRequired(error.refusal?.requiredAttributes ?? [], token: token)
      }
      throw error
    }
  }

  /// A code that cannot be one is not sent, and the state is kept: an empty field gives an empty text.
  static func check(code: String, _ correlation: String) throws(WireFailure) {
    guard isPossible(code) else { throw WireFailure(.invalidCode, "The code is empty, or none.", correlation) }
  }

  /// So with a password.
  static func check(
    password: String, _ correlation: String, orElse reason: ErrorReason = .invalidPassword
  ) throws(WireFailure) {
    guard isPossible(password) else { throw WireFailure(reason, "The password is empty, or none.", correlation) }
  }

  private static func isPossible(_ secret: String) -> Bool {
    !secret.isEmpty && secret.utf8.count <= 8192 && !secret.utf8.contains(0)
  }

  /// What each start says.
  func start(_ username: String) -> [Field] {
    var fields: [Field] = [("username", username), ("challenge_type", configuration.challengeTypes.wire)]
    if let capabilities = configuration.capabilities.wire { fields.append(("capabilities", capabilities)) }
    return fields
  }

  /// Attributes as one field, in an order of their own: the same attributes are the same text.
  static func text(_ attributes: [String: String]) -> String {
    let members = attributes.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
    return JSON.object(JSONObject(members: members)).text
  }
}

extension WireFailure {
  static func emptyUsername(_ correlation: String) -> WireFailure {
    WireFailure(.invalidUsername, "The user name is empty.", correlation)
  }
}
