package import FlowJSON

/// How somebody signed in, and when: what tokens say of it.
///
/// It counts what was shown of the account's owner in the run that signed in, or in the one whose grant did. A password that
/// was only chosen was not shown: whoever took an account over could choose one.
public struct SignIn: Hashable, Sendable {
  /// Something that was shown, by its value in `amr` (RFC 8176, section 2).
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// A code or a link that was sent and is good once.
    case once = "otp"
    /// The password.
    case password = "pwd"
    /// The code came as a text message.
    case sms = "sms"
  }

  /// What was shown; nothing where a function alone said who it is.
  public var methods: Set<Method>
  /// When the last of it was shown (`auth_time`).
  public var time: Milliseconds

  /// What was shown by a time.
  public init(methods: Set<Method>, time: Milliseconds) {
    self.methods = methods
    self.time = time
  }

  /// Whether two things of different kinds were shown: what somebody knows, and what reaches them.
  public var hasTwoFactors: Bool { methods.contains(.password) && methods.contains(.once) }

  /// The value of `amr`.
  public var references: [String] { (methods.map(\.rawValue) + (hasTwoFactors ? ["mfa"] : [])).sorted() }

  /// The value of `acr`: `0` says that none is shown (OpenID Connect Core 1.0, section 2).
  public var context: String {
    if methods.isEmpty { return "0" }
    return hasTwoFactors ? "urn:usher:acr:2" : "urn:usher:acr:1"
  }

  /// As it rests in what was handed out.
  package var json: JSON {
    ["amr": .array(methods.map(\.rawValue).sorted().map(JSON.string)), "time": .int(time)]
  }

  /// Reads what rests; nil where there is none, as in what an earlier version handed out.
  package init?(_ json: JSON?) {
    guard let time = json?["time"]?.int, let methods = json?["amr"]?.array else { return nil }
    self.init(methods: Set(methods.compactMap { $0.string.flatMap(Method.init) }), time: time)
  }
}
