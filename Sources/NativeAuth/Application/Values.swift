/// Where a code was sent.
public struct SentCode: Hashable, Sendable {
  /// The address or number, in part: `a***@example.com`.
  public let sentTo: String
  /// What carries it.
  public let channelTargetType: ChannelType
  /// How many digits it has.
  public let codeLength: Int
  /// In how many seconds another one can be sent; nil where the server does not say.
  public let resendAfter: Int?
}

/// What carries codes.
public struct ChannelType: Hashable, Sendable {
  /// Its name, as the server says it.
  public let value: String
  /// Whether it is mail.
  public var isEmailType: Bool { value == "email" }
  /// Whether it is text messages.
  public var isSMSType: Bool { value == "sms" }
}

/// An attribute that is to be given.
public struct RequiredAttribute: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// The type of its value, as the tenant declares it.
  public let type: String
  /// Whether there is no going on without it.
  public let required: Bool
  /// What its text must match, where there is such a pattern.
  public let regex: String?
}

/// A method of a second factor, or what can become one.
public struct AuthMethod: Hashable, Sendable {
  /// Its name to the server.
  public let id: String
  /// How it is challenged: `oob`.
  public let challengeType: String
  /// What carries its codes.
  public let channelTargetType: ChannelType
  /// Its address, in part; empty where none is known yet.
  public let loginHint: String
}
