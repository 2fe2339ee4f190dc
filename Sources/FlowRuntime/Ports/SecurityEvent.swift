/// What happened to an account, or to the ways into it, for whoever watches over a server: an entry of the log that bears one is
/// written once, after what it tells of was committed.
///
/// It names accounts by their ids, and holds no address, no name, no code, no password and no token.
public struct SecurityEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Somebody was signed in: tokens were issued, or a session was opened.
    case signInSucceeded = "sign_in.succeeded"
    /// Somebody did not show to be an account's owner, or asked for one that is not there.
    case signInFailed = "sign_in.failed"
    /// Nothing was compared, as it was guessed too often of late.
    case signInLocked = "sign_in.locked"
    /// A second factor was shown.
    case secondFactorPassed = "second_factor.passed"
    /// A second factor was not shown by whoever had shown the first.
    case secondFactorFailed = "second_factor.failed"
    /// An address was not proven, as at a sign-up.
    case proofFailed = "proof.failed"
    /// No code or link was sent, as there were too many, or it is too soon.
    case messageThrottled = "message.throttled"
    /// A grant of a sign-in was handed out.
    case grantIssued = "grant.issued"
    /// A password was set by whoever had shown to be the owner, or the first one.
    case passwordSet = "password.set"
    /// A password was replaced by whoever proved an address, without the one before.
    case passwordReset = "password.reset"
    /// An account was made.
    case accountCreated = "account.created"
    /// An account was confirmed.
    case accountConfirmed = "account.confirmed"
    /// An account is found or reached by another address than before, or by one more, or one fewer.
    case addressChanged = "address.changed"
    /// An account was disabled.
    case accountDisabled = "account.disabled"
    /// An account that was disabled was enabled again.
    case accountEnabled = "account.enabled"
    /// An account was deleted.
    case accountDeleted = "account.deleted"
    /// Whoever operates the server has invited an address.
    case invitationSent = "invitation.sent"
    /// Whoever operates the server has withdrawn the invitations of an address.
    case invitationWithdrawn = "invitation.withdrawn"
    /// A token that was used up came again: it, or the one that replaced it, is in other hands.
    case tokenReused = "token.reused"
    /// A step was refused that its flow must not take.
    case stepDenied = "step.denied"
    /// What rests in storage is not as this server wrote it.
    case rowRefused = "row.refused"
    /// The keys that tokens are signed with are new.
    case keysRotated = "keys.rotated"

    /// How much it matters.
    public var level: LogEntry.Level {
      switch self {
      case .signInLocked, .tokenReused, .stepDenied: .warning
      case .rowRefused: .error
      default: .info
      }
    }

    /// What happened, as a sentence without a full stop.
    public var sentence: String {
      switch self {
      case .signInSucceeded: "somebody signed in"
      case .signInFailed: "a sign-in failed"
      case .signInLocked: "a sign-in was refused unseen, as there were too many attempts"
      case .secondFactorPassed: "a second factor was shown"
      case .secondFactorFailed: "a second factor was not shown"
      case .proofFailed: "an address was not proven"
      case .messageThrottled: "no message was sent, as there were too many, or it is too soon"
      case .grantIssued: "a grant of a sign-in was handed out"
      case .passwordSet: "a password was set"
      case .passwordReset: "a password was reset"
      case .accountCreated: "an account was created"
      case .accountConfirmed: "an account was confirmed"
      case .addressChanged: "an address of an account was changed"
      case .accountDisabled: "an account was disabled"
      case .accountEnabled: "an account was enabled again"
      case .accountDeleted: "an account was deleted"
      case .invitationSent: "an address was invited by whoever operates the server"
      case .invitationWithdrawn: "the invitations of an address were withdrawn"
      case .tokenReused: "a token that was used up came again"
      case .stepDenied: "a step was denied"
      case .rowRefused: "what rests in storage was refused"
      case .keysRotated: "the signing keys were rotated"
      }
    }
  }

  /// What happened.
  public var kind: Kind
  /// The account it is about, by its id, where there is one.
  public var account: String?
  /// The flow in which it happened.
  public var flow: String?
  /// Why, in a word such as `wrong_password`.
  public var reason: String?

  /// An event.
  public init(_ kind: Kind, account: String? = nil, flow: String? = nil, reason: String? = nil) {
    self.kind = kind
    self.account = account
    self.flow = flow
    self.reason = reason
  }
}
