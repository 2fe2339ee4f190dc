/// The protocol that an application speaks over HTTP.
public enum SpokenProtocol: UInt8, Hashable, Sendable, CaseIterable, BinaryCodable {
  /// The flow API: replies and events as they are, for any flow.
  case flowAPI
  /// The native-authentication API of MSAL's SDKs, version 1.
  case nativeAuth
  /// The App Services API of the Realm SDKs, e-mail/password users.
  case appServices

  /// The name in YAML.
  public var name: String {
    switch self {
    case .flowAPI: "flow-api"
    case .nativeAuth: "native-auth"
    case .appServices: "app-services"
    }
  }

  /// The parts that flows play in it; none for the flow API, which plays any flow.
  public var parts: [String] {
    switch self {
    case .flowAPI: []
    case .nativeAuth: ["sign-up", "sign-in", "reset-password"]
    case .appServices:
      [
        "register", "confirm", "resend-confirmation", "retry-confirmation", "reset-send", "reset-call", "reset",
        "log-in",
      ]
    }
  }

  /// The errors of flows that have a form of their own on its wire: all others must be mapped to one of these. Empty for
  /// the flow API, which speaks every error as it is.
  public var errors: [String] {
    let passwords = [
      "password_too_short", "password_too_long", "password_too_weak", "password_banned", "password_recently_used",
    ]
    return switch self {
    case .flowAPI: []
    case .nativeAuth:
      passwords + [
        "user_already_exists", "user_not_found", "user_has_no_password", "user_disabled", "confirmation_required",
        "invalid_username", "invalid_credentials", "invalid_password", "account_locked", "invalid_code",
        "code_expired", "too_many_codes", "too_many_attempts", "invalid_grant", "reset_failed", "timed_out", "denied",
        "contact_blocked", "password_change_required",
      ]
    case .appServices:
      passwords + [
        "user_already_exists", "user_not_found", "user_disabled", "confirmation_required", "already_confirmed",
        "invalid_username", "invalid_credentials", "invalid_password", "account_locked", "invalid_link",
        "link_expired", "link_used", "too_many_links", "confirmation_failed", "reset_failed", "timed_out", "denied",
      ]
    }
  }

  /// The part without which the others lead nowhere: it is what issues tokens.
  public var neededPart: String? {
    switch self {
    case .flowAPI: nil
    case .nativeAuth: "sign-in"
    case .appServices: "log-in"
    }
  }
}

/// A flow that plays a part of an application's protocol.
public struct ApplicationPart: Hashable, Sendable, BinaryCodable {
  /// The part, one of `SpokenProtocol.parts`.
  public var name: String
  /// The flow, as an index into `FlowTable.flows`.
  public var flow: Int32

  /// A part and its flow.
  public init(name: String, flow: Int32) {
    self.name = name
    self.flow = flow
  }

  /// Appends both.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(name, flow)
  }
  /// Reads both.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (name, flow) = try reader.decode()
  }
}

/// An error of the tenant's own that an application's protocol speaks as another one.
public struct ErrorMapping: Hashable, Sendable, BinaryCodable {
  /// The tenant's code.
  public var code: String
  /// The standard code whose form it takes.
  public var spokenAs: String

  /// A code and the one it is spoken as.
  public init(code: String, spokenAs: String) {
    self.code = code
    self.spokenAs = spokenAs
  }

  /// Appends both.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(code, spokenAs)
  }
  /// Reads both.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (code, spokenAs) = try reader.decode()
  }
}
