/// The entry of a parameter in the catalogue.
public struct ParameterDefinition: Sendable {
  /// What may be given.
  public enum Kind: Sendable, Hashable {
    /// The name of an attribute marked `identifier: true`.
    case identifier
    /// The name of an attribute of one of these types: a message goes to what it holds.
    case address([AttributeType])
    /// The name of an attribute of one of these types, which gets an address that is proven.
    case proven([AttributeType])
    /// The name of an attribute that rests in accounts.
    case attribute
    /// The name of a secret input.
    case secret(SecretField)
    /// A list of attribute names.
    case attributes
    /// A list of names of attributes that rest in accounts, and are written there.
    case written
    /// The name of one attribute or parameter that holds a list.
    case list
    /// One of these words.
    case word([WordDefinition])
    /// The name of a function of the tenant.
    case function
    /// The name of a flow that redeems links of a kind.
    case flow(RedeemedLink)
    /// The name of a notice.
    case notice
    /// The name of an attribute that rests in accounts: the second factor that the answer `success` shows.
    case factor
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

  /// Whether it names a flow to which a link leads.
  public var isFlow: Bool { if case .flow = kind { true } else { false } }
}

/// What kind of link a flow redeems.
public enum RedeemedLink: Sendable, Hashable {
  /// One that was sent for an account.
  case link
  /// One that was sent to an address, whoever reads there.
  case invitation
}

/// The entry of a word in the catalogue.
public struct WordDefinition: Sendable, Hashable {
  /// The word.
  public let name: String
  /// What a flow gives up that says it; nil: nothing.
  public let givesUp: String?
}
