/// An error that a transition keeps beside the new state.
public struct ErrorDefinition: Hashable, Sendable, BinaryCodable {
  /// The stable code that clients branch on.
  public var code: String
  /// What people read; tenants may write their own.
  public var message: String

  /// A code and its text.
  public init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Appends both.
  public func encode(to writer: inout ByteWriter) {
    writer.encode(code, message)
  }
  /// Reads both.
  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    (code, message) = try reader.decode()
  }
}

/// The errors every tenant can name without declaring them, under the codes that clients of the two seed protocols
/// know. A tenant's `errors:` adds its own and rewords these.
public let standardErrors: [ErrorDefinition] = [
  ErrorDefinition("user_already_exists", "There is an account with this address already."),
  ErrorDefinition("user_not_found", "There is no account with this address."),
  ErrorDefinition("user_has_no_password", "This account has no password; sign in with a code."),
  ErrorDefinition("user_disabled", "This account is disabled."),
  ErrorDefinition("confirmation_required", "Confirm your address first."),
  ErrorDefinition("already_confirmed", "This address is confirmed already."),
  ErrorDefinition("invalid_username", "Nothing can be sent to this address."),
  ErrorDefinition("invalid_credentials", "The address or the password is wrong."),
  ErrorDefinition("invalid_password", "The password is wrong."),
  ErrorDefinition("password_too_short", "The password is too short."),
  ErrorDefinition("password_too_long", "The password is too long."),
  ErrorDefinition("password_too_weak", "The password is too weak: mix letters, digits and signs."),
  ErrorDefinition("password_banned", "This password is too easy to guess."),
  ErrorDefinition("password_recently_used", "This password was used before."),
  ErrorDefinition("password_change_required", "Choose a new password first."),
  ErrorDefinition("invalid_code", "The code is wrong."),
  ErrorDefinition("code_expired", "The code is no longer valid; ask for another one."),
  ErrorDefinition("too_many_codes", "Too many codes were sent; wait a while."),
  ErrorDefinition("too_many_attempts", "Too many attempts."),
  ErrorDefinition("too_many_links", "Too many links were sent; wait a while."),
  ErrorDefinition("account_locked", "Too many attempts; wait a while."),
  ErrorDefinition("invalid_link", "This link is not valid."),
  ErrorDefinition("link_expired", "This link is no longer valid; ask for another one."),
  ErrorDefinition("link_used", "This link was used before."),
  ErrorDefinition("invalid_grant", "This sign-in is not valid; sign in again."),
  ErrorDefinition("confirmation_failed", "The address could not be confirmed."),
  ErrorDefinition("reset_failed", "The password could not be reset."),
  ErrorDefinition("contact_blocked", "Nothing is sent to this address; take another one."),
  ErrorDefinition("timed_out", "That took too long."),
  ErrorDefinition("denied", "This is not possible now."),
]

/// The errors the interpreter itself answers with; no flow names them.
public enum EngineError {
  /// Required fields are missing; `fields` names them.
  public static let attributesRequired = ErrorDefinition("attributes_required", "Something is missing.")
  /// Fields have values that their types do not allow; `fields` names them.
  public static let attributesInvalid = ErrorDefinition("attributes_invalid", "Something is not valid.")
  /// The page does not offer the event.
  public static let unknownEvent = ErrorDefinition("unknown_event", "This page has no such event.")
  /// The page does not have the field.
  public static let unknownField = ErrorDefinition("unknown_field", "This page has no such field.")
  /// What was sent is no event.
  public static let invalidRequest = ErrorDefinition("invalid_request", "This is not an event.")
  /// No run, or not this step of it, belongs to the token.
  public static let invalidToken = ErrorDefinition("invalid_token", "This step is over; go on from the newest one.")
  /// What was sent as a token is none, or one of another server. Clients tell it by the code of `invalidToken`.
  public static let noToken = ErrorDefinition(invalidToken.code, "This is no continuation token.")
  /// The run has outlived its time.
  public static let runExpired = ErrorDefinition("run_expired", "That took too long; start again.")
  /// The run has ended.
  public static let runEnded = ErrorDefinition("run_ended", "This is finished.")
  /// The tenant declares applications, and the client named none.
  public static let applicationRequired = ErrorDefinition(
    "application_required", "Name the application that starts this flow.")
  /// The tenant has no application of the name.
  public static let unknownApplication = ErrorDefinition("unknown_application", "There is no such application.")
  /// The tenant has no such flow, or the application does not offer it.
  public static let unknownFlow = ErrorDefinition("unknown_flow", "There is no such flow.")
  /// A guard failed or an effect's demand does not hold: the run stays where it was.
  public static let denied = ErrorDefinition("denied", "This is not possible now.")
  /// All that was given together is more than a run may hold: the run stays where it was.
  public static let runTooLarge = ErrorDefinition("run_too_large", "All of this together is too long.")
  /// Something outside the flow failed, such as storage; the run stays where it was.
  public static let unavailable = ErrorDefinition("unavailable", "This is not possible at the moment; try again.")
  /// Whoever asks has as many runs open as may be.
  public static let tooManyRuns = ErrorDefinition(
    "too_many_runs", "Too many runs were started from this address; wait a while.")
  /// More is asked for than the server can do, such as hash passwords; the run stays where it was.
  public static let busy = ErrorDefinition(
    "busy", "Too many people are here at the moment; try again in a few seconds.")

  /// Each of them, once.
  public static let all = [
    attributesRequired, attributesInvalid, unknownEvent, unknownField, invalidRequest, invalidToken, runExpired,
    runEnded,
    applicationRequired, unknownApplication, unknownFlow, denied, runTooLarge, unavailable, tooManyRuns, busy,
  ]
}
