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

/// One of the alternatives that allow an effect.
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
  case optedOut(Int, String)
  /// The parameter's attribute is no address, so there is nothing to prove.
  case noAddress(Int)
  /// The parameter's attribute holds an address of the bound account's own, or one that it had in this run. Without an account
  /// there is nobody to harm: nothing is sent then.
  case ownAddress(Int)
}

extension Demand {
  static func verifiedParameter<Owner>(_ key: Parameter<Owner, Slot>) -> Self { .verifiedParameter(key.index) }
  static func ownAddress<Owner>(_ key: Parameter<Owner, Slot>) -> Self { .ownAddress(key.index) }
  static func noAddress<Owner>(_ key: Parameter<Owner, Slot>) -> Self { .noAddress(key.index) }
  static func parameterIs<Owner, Word: ParameterWord>(_ key: Parameter<Owner, Word>, _ word: Word) -> Self {
    .parameterIs(key.index, word.name)
  }
  static func optedOut<Owner, Word: ParameterWord>(_ key: Parameter<Owner, Word>, _ word: Word) -> Self {
    .optedOut(key.index, word.name)
  }
}
