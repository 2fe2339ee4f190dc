/// The declaration of `password.set`.
public enum PasswordSet: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: EffectOutcome {
    case set
    case refused(PasswordComplaint)

    /// The success, and then the complaints.
    public static let allCases = [.set] + PasswordComplaint.allCases.map(Self.refused)

    /// The name, a key of `then:`.
    public var name: String {
      switch self {
      case .set: "set"
      case .refused(let complaint): complaint.rawValue
      }
    }

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .set:
        OutcomeDefinition(
          "It signs the account in from now on.", bindsAccount: true, verdict: .passes, security: .passwordSet)
      case .refused(let complaint): complaint.definition
      }
    }
  }

  /// `password`.
  public static let password: Key<Slot> = .secret(at: 0, .password, "The new password.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .passwordSet, "password.set", "Gives the bound account this password, if the policy allows it.",
    parameters: [password],
    demands: [.created, .authenticated, .verifiedAccount], risk: "set the password of an account that is not theirs",
    impliedReads: .identifiersIfForbidden, setsPassword: true,
    bounds: [
      // Whoever sets another one has learnt nothing that still is so.
      Bound(
        .guess, by: [.guessesAtFormer], with: [password], usedUp: .withheld, isCommitted: true, isRenewed: true)
    ],
    takesTime: true)
}
