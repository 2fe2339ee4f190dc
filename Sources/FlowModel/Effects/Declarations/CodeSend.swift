/// The declaration of `code.send`.
public enum CodeSend: EffectDeclaration {
  /// What it can answer.
  public enum Outcome: String, EffectOutcome {
    case sent, throttled, undeliverable

    /// Its entry in the catalogue.
    public var definition: OutcomeDefinition {
      switch self {
      case .sent: OutcomeDefinition("The code is on its way.", sendsCode: true)
      case .throttled:
        OutcomeDefinition(
          "Too soon after the last one, or too many to this address; nothing was sent.",
          security: .messageThrottled(.code))
      case .undeliverable:
        OutcomeDefinition("Nothing can be sent to that address.", cause: .unreachableAddress)
      }
    }
  }

  /// `to`.
  public static let to: Key<Slot> = .address(at: 0, "to", [.email, .phone], "The attribute that holds the address.")
  /// `channel`.
  public static let channel: Key<ChannelKind> = .word(
    at: 1, "channel", "How; follows from the attribute's type if left out.")
  /// `for`.
  public static let audience: Key<CodeFor> = .word(
    at: 2, "for",
    "`account`: only the bound account's own address gets it; without one all looks the same, and no code is right.")

  /// Its entry in the catalogue.
  public static let definition = EffectDefinition(
    Self.self, .codeSend, "code.send",
    "Sends a fresh one-time code, which voids an earlier one; one to another address, or with another `for`, is void even if nothing is sent.",
    parameters: [to, channel, audience], sends: .code(to: to, by: channel, for: audience),
    bounds: [
      Bound(.message, by: [.codesInARow, .codesOfRun, .codesToAddress], usedUp: .outcome(Outcome.throttled))
    ],
    takesTime: true)
}

/// Whom a code is for: what `for` of `code.send` says.
public enum CodeFor: Int32, ParameterWord {
  /// Anybody who reads what is sent to the address. It is what is meant where nothing is said.
  case anyone = 0
  /// The bound account, if the address is its own; else nobody.
  case account = 1

  /// The word.
  public var name: String {
    switch self {
    case .anyone: "anyone"
    case .account: "account"
    }
  }
}
