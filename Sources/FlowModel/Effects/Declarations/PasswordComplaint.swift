/// Why the password policy refuses a password: common to `password.check` and `password.set`.
public enum PasswordComplaint: String, CaseIterable, Sendable {
  case too_short, too_long, too_weak, banned, recently_used

  var definition: OutcomeDefinition {
    switch self {
    case .too_short:
      OutcomeDefinition(
        "It has fewer characters than the policy asks for.", verdict: .refuses, cause: .refusedPassword(self))
    case .too_long:
      OutcomeDefinition(
        "It has more characters than the policy allows.", verdict: .refuses, cause: .refusedPassword(self))
    case .too_weak:
      OutcomeDefinition("It uses too few kinds of characters.", verdict: .refuses, cause: .refusedPassword(self))
    case .banned:
      OutcomeDefinition(
        "It is a common password, or contains the identifier.", verdict: .refuses, cause: .refusedPassword(self))
    case .recently_used:
      OutcomeDefinition("It is one of the account's last passwords.", verdict: .refuses, cause: .refusedPassword(self))
    }
  }
}
