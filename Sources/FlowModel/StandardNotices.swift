/// The notices that every tenant has words for.
public enum StandardNotice: String, Sendable, CaseIterable {
  /// There is an account now.
  case welcome
  /// The address was changed: what the former one is told.
  case addressChanged = "address-changed"
  /// The password was changed.
  case passwordChanged = "password-changed"
  /// The account is gone.
  case accountDeleted = "account-deleted"
  /// Somebody has signed in.
  case signedIn = "signed-in"

  /// The name in YAML, and of the tenant's own words for it.
  public var name: String { rawValue }
}
