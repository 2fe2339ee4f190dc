/// The declaration of `password.check`.
public enum PasswordCheck: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: EffectOutcome {
    case accepted
    case refused(PasswordComplaint)

    /// The acceptance, and then the complaints.
    public static let allCases = [.accepted] + PasswordComplaint.allCases.map(Self.refused)

    /// The name, a key of `then:`.
    public var name: String {
      switch self {
      case .accepted: "accepted"
      case .refused(let complaint): complaint.rawValue
      }
    }

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .accepted: OutcomeDefinition("The policy allows it.", verdict: .passes, keepsSecrets: true)
      case .refused(let complaint): complaint.definition
      }
    }
  }

  /// `password`.
  public static let password: Key<Slot> = .secret(at: 0, .password, "The password to check.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .passwordCheck, "password.check", "Holds a password against the tenant's policy; changes nothing.",
    parameters: [password], impliedReads: .identifiersIfForbidden,
    bounds: [Bound(.guess, by: [.guessesAtFormer], with: [password], usedUp: .withheld, isCommitted: true)],
    takesTime: true)
}
