/// An effect's type: its parameters, what it can answer, and what it proves, needs and ends.
public struct EffectDefinition: Sendable {
  /// The effect.
  public let effect: Effect
  /// What it does, in one sentence.
  public let summary: String
  /// What `with:` may name.
  public let parameters: [ParameterDefinition]
  /// What it can answer; a flow must handle each.
  public let outcomes: [OutcomeDefinition]
  /// What must be proven before it on every path: one of these alternatives.
  public let demands: [Demand]
  /// What somebody can do to others who gets here without that, after "somebody can".
  public let risk: String
  /// Whether it ends all earlier proofs of the bound account by binding another one.
  public let rebindsAccount: Bool
  /// The index of the parameter that names the address to which a code goes. One that is out for another address is void
  /// behind it, whatever the outcome.
  public let codeTarget: Int?
  /// What it compares, sends or asks, and what is spent before it is performed.
  public let bounds: [Bound]
  /// Whether it hashes, sends, signs or asks somebody outside, so that a client can tell by the time whether it was run.
  public let takesTime: Bool
  /// Whether somebody outside, who is told of the bound account, decides on the outcome.
  public let asksOthers: Bool

  init<Outcome: EffectOutcome>(
    _ effect: Effect, _ summary: String, parameters: [ParameterDefinition] = [], outcomes: Outcome.Type,
    demands: [Demand] = [], risk: String = "", rebindsAccount: Bool = false, codeTarget: Int? = nil,
    bounds: [Bound] = [], takesTime: Bool = false, asksOthers: Bool = false
  ) {
    self.effect = effect
    self.summary = summary
    self.parameters = parameters
    self.outcomes = outcomes.definitions
    self.demands = demands
    self.risk = risk
    self.rebindsAccount = rebindsAccount
    self.codeTarget = codeTarget
    self.bounds = bounds
    self.takesTime = takesTime
    self.asksOthers = asksOthers
  }

  /// Whether it always compares something that can be guessed.
  public var isGuess: Bool { bounds.contains { $0.action == .guess && $0.parameters.isEmpty } }

  /// Whether it sends a one-time code: a step can be asked to rest before it.
  public var sendsCode: Bool { outcomes.contains(where: \.sendsCode) }

  /// The index of an outcome by its name.
  public func outcome(_ name: String) -> Int? { outcomes.firstIndex { $0.name == name } }
  /// The index of a parameter by its name.
  public func parameter(_ name: String) -> Int? { parameters.firstIndex { $0.name == name } }
}

/// A parameter of an effect.
public struct ParameterDefinition: Sendable {
  /// What may be given.
  public enum Kind: Sendable, Hashable {
    /// The name of an attribute marked `identifier: true`.
    case identifier
    /// The name of an attribute that a message can be sent to.
    case address
    /// The name of an attribute that rests in accounts.
    case attribute
    /// The name of a secret input.
    case secret(SecretField)
    /// A list of attribute names.
    case attributes
    /// The name of one attribute or parameter that holds a list.
    case list
    /// One of these words.
    case word([String])
    /// The name of a function of the tenant.
    case function
    /// The name of a flow that redeems links.
    case flow
    /// `verified(ATTRIBUTE)`: what the answer `success` proves.
    case evidence
  }

  /// The name under `with:`.
  public let name: String
  /// What may be given.
  public let kind: Kind
  /// Whether it must be given.
  public let isRequired: Bool
  /// What it is for, in one sentence.
  public let summary: String

  init(_ name: String, _ kind: Kind, required: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    isRequired = required
    self.summary = summary
  }
}

/// What an answer says of whoever is held at a gate.
public enum Verdict: Sendable, Hashable {
  /// Nothing.
  case none
  /// What was shown is right.
  case passes
  /// It is not.
  case refuses
  /// Nothing was compared: it was tried too often.
  case locksOut
}

/// One answer of an effect.
public struct OutcomeDefinition: Sendable {
  /// The name, a key of `then:`; that of the `EffectOutcome` it describes.
  public internal(set) var name = ""
  /// When it comes, in one sentence.
  public let summary: String
  /// Whether the account is bound, and its facts known, after it.
  public let bindsAccount: Bool
  /// What it proves.
  public let mints: [Evidence]
  /// Whether a fresh code is on its way after it.
  public let sendsCode: Bool
  /// What it writes into the run.
  public let writes: SlotWrite?
  /// Whether the account has the identifiers that the run has proven, after it.
  public let takesIdentifiers: Bool
  /// Whether it depends on the account that it comes at all.
  public let occurs: Occurrence
  /// What it says of whoever is held at this gate.
  public let verdict: Verdict
  /// Whether the secrets that the effect was handed stay in the run; else they are gone behind it.
  public let keepsSecrets: Bool

  init(
    _ summary: String, bindsAccount: Bool = false, mints: [Evidence] = [], sendsCode: Bool = false,
    writes: SlotWrite? = nil, takesIdentifiers: Bool = false, occurs: Occurrence = .whetherOrNot,
    verdict: Verdict = .none, keepsSecrets: Bool = false
  ) {
    self.summary = summary
    self.bindsAccount = bindsAccount
    self.mints = mints
    self.sendsCode = sendsCode
    self.writes = writes
    self.takesIdentifiers = takesIdentifiers
    self.occurs = occurs
    self.verdict = verdict
    self.keepsSecrets = keepsSecrets
  }
}

/// What an outcome writes into the run: the slot of the attribute that a parameter names. What was proven of the value
/// there before is not proven of the new one.
public enum SlotWrite: Sendable, Hashable {
  /// The value that the bound account holds; it is the account's own until another account is bound.
  case accountValue(of: Int)
  /// None: whatever was collected is taken back.
  case nothing(of: Int)

  /// The index of the parameter that names the attribute.
  public var parameter: Int {
    switch self {
    case .accountValue(let parameter), .nothing(let parameter): parameter
    }
  }
}

/// What an outcome tells of the account that the effect looks up by its identifier, or else of the bound one.
public enum Occurrence: Sendable, Hashable {
  /// Nothing: what it depends on is the same whether there is an account or not.
  case whetherOrNot
  /// It comes only where there is one.
  case withAccount
  /// It comes only where there is none.
  case withoutAccount
  /// It comes only where a code was sent and, if that was for the bound account alone, one is bound.
  case withCode
}

/// Something a run has proven. It holds for one subject, and dies when the subject is written or another account bound.
public enum Evidence: Sendable, Hashable {
  /// Control over the address the last code was sent to.
  case verifiedCodeTarget
  /// Control over the address that the redeemed link was sent to, and that it identifies the bound account.
  case verifiedLinkTarget
  /// What `attests:` of the call names.
  case attested
  /// The bound account was created in this run.
  case created
  /// The bound account's owner is present: by its password, or by a grant.
  case authenticated
}

/// One way to be allowed an effect.
public enum Demand: Sendable, Hashable {
  /// `verified` for the attribute that a parameter names (or the tenant's identifier).
  case verifiedParameter(Int)
  /// `verified` for an identifier of the bound account.
  case verifiedAccount
  /// The bound account was created in this run.
  case created
  /// The bound account's owner is present. Control over an identifier by which the account was found is that too: it
  /// is what signing in with a code means.
  case authenticated
  /// The parameter has this word, which gives the right up: `status: pending`.
  case parameterIs(Int, String)
  /// The parameter has this word, by which the flow does without the proof: `status: unproven`. It is told of as an
  /// opt-out, and never advised.
  case waived(Int, String)
  /// The parameter's attribute is no address, so there is nothing to prove.
  case noAddress(Int)
}
