/// Why the password policy refuses a password: common to `password.check`, `password.set` and `account.create`.
public enum PasswordComplaint: String, CaseIterable, Sendable {
  case too_short, too_long, too_weak, banned, recently_used

  var definition: OutcomeDefinition { outcome(needs: nil) }

  /// The outcome of an effect that may be handed a password, and need not be.
  func definition<Owner>(needs password: Parameter<Owner, Slot>) -> OutcomeDefinition { outcome(needs: password.index) }

  private func outcome(needs parameter: Int?) -> OutcomeDefinition {
    OutcomeDefinition(summary, verdict: .refuses, cause: .refusedPassword(self), needs: parameter)
  }

  private var summary: String {
    switch self {
    case .too_short: "It has fewer characters than the policy asks for."
    case .too_long: "It has more characters than the policy allows."
    case .too_weak: "It uses too few kinds of characters."
    case .banned: "It is common, was published, is made of the tenant's own words, or contains the identifier."
    case .recently_used: "It is one of the account's last passwords, or too many were compared with these of late."
    }
  }
}
