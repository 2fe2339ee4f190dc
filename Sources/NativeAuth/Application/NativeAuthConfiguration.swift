public import FlowClient

/// What an app is to its server.
public struct NativeAuthConfiguration: Sendable {
  /// The application's name in `tenant.yaml`.
  public var clientId: String
  /// The tenant's name.
  public var tenantSubdomain: String
  /// What the app can ask people for.
  public var challengeTypes: ChallengeTypes
  /// What it can do beyond that.
  public var capabilities: Capabilities
  /// The way to the server.
  public var connection: any Connection
  /// The clock by which tokens are too old; by default the system's.
  public var time = NativeAuthTime()

  /// A configuration.
  public init(
    clientId: String, tenantSubdomain: String, challengeTypes: ChallengeTypes, capabilities: Capabilities = [],
    connection: any Connection
  ) {
    self.clientId = clientId
    self.tenantSubdomain = tenantSubdomain
    self.challengeTypes = challengeTypes
    self.capabilities = capabilities
    self.connection = connection
  }

  /// What stands before the paths of the endpoints.
  var prefix: String { "/\(PercentEncoding.encode(tenantSubdomain))/" }
}

/// What an app can ask people for.
public struct ChallengeTypes: OptionSet, Hashable, Sendable {
  /// The types as bits.
  public let rawValue: Int
  /// Types from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A one-time code that was sent to them (out of band).
  public static let OOB = ChallengeTypes(rawValue: 1)
  /// A password.
  public static let password = ChallengeTypes(rawValue: 2)

  /// As it is said to a server, which may always send people to a browser.
  var wire: String { (contains(.OOB) ? "oob " : "") + (contains(.password) ? "password " : "") + "redirect" }
}

/// What an app can do beyond asking for codes and passwords.
public struct Capabilities: OptionSet, Hashable, Sendable {
  /// The capabilities as bits.
  public let rawValue: Int
  /// Capabilities from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It asks for a second factor: its delegates have `onSignInAwaitingMFA`.
  public static let mfaRequired = Capabilities(rawValue: 1)
  /// It registers strong methods: its delegates have `onSignInStrongAuthMethodRegistration`.
  public static let registrationRequired = Capabilities(rawValue: 2)

  /// As it is said to a server; nil: nothing is said.
  var wire: String? {
    let words = [
      contains(.mfaRequired) ? "mfa_required" : nil, contains(.registrationRequired) ? "registration_required" : nil,
    ]
    let said = words.compactMap(\.self)
    return said.isEmpty ? nil : said.joined(separator: " ")
  }
}
