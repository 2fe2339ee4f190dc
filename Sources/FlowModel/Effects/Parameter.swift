/// A parameter of one effect, by which its handler reads the argument as a `Value`.
public struct Parameter<Owner: EffectDeclaration, Value: ArgumentValue>: ParameterKey {
  /// Its place among the effect's parameters.
  public let index: Int
  /// Its entry in the catalogue.
  public let definition: ParameterDefinition

  private init(_ index: Int, _ name: String, _ kind: ParameterDefinition.Kind, required: Bool, _ summary: String) {
    self.index = index
    definition = ParameterDefinition(name: name, kind: kind, isRequired: required, summary: summary)
  }
}

/// A parameter of some type, of an effect.
public protocol ParameterKey<Owner>: Sendable {
  /// The effect's declaration.
  associatedtype Owner: EffectDeclaration
  /// Its place among the effect's parameters.
  var index: Int { get }
  /// Its entry in the catalogue.
  var definition: ParameterDefinition { get }
}

/// What a handler gets of an argument.
public protocol ArgumentValue: Sendable {
  /// The value of an argument; nil where it is none of this type.
  init?(_ argument: EffectArgument)
}

/// A word that a parameter takes, as a type; its raw value is its place among all cases, and stands in table files.
public protocol ParameterWord: ArgumentValue, CaseIterable, Hashable, RawRepresentable
where RawValue: FixedWidthInteger & Sendable {
  /// The word.
  var name: String { get }
  /// What a flow gives up that says the word, to be listed as an opt-out; nil: nothing.
  var givesUp: String? { get }
}

extension ParameterWord {
  /// What a flow gives up that says the word: nothing.
  public var givesUp: String? { nil }

  /// The word of an argument.
  @inlinable public init?(_ argument: EffectArgument) {
    guard case .word(let number) = argument, let value = RawValue(exactly: number) else { return nil }
    self.init(rawValue: value)
  }

  /// The word as an argument.
  public var argument: EffectArgument { .word(Int32(truncatingIfNeeded: rawValue)) }
}

extension Slot: ArgumentValue {
  /// The slot that an argument names.
  @inlinable public init?(_ argument: EffectArgument) {
    guard case .slot(let slot) = argument else { return nil }
    self = slot
  }
}

extension [Slot]: ArgumentValue {
  /// The slots that an argument names.
  @inlinable public init?(_ argument: EffectArgument) {
    guard case .slots(let slots) = argument else { return nil }
    self = slots
  }
}

/// One of the tenant's functions.
public struct FunctionIndex: ArgumentValue, Hashable {
  /// The index into `FlowTable.functions`.
  public let number: Int

  /// The function that an argument names.
  public init?(_ argument: EffectArgument) {
    guard case .function(let index) = argument else { return nil }
    number = Int(index)
  }
}

/// One of the tenant's flows.
public struct FlowIndex: ArgumentValue, Hashable {
  /// The index into `FlowTable.flows`.
  public let number: Int

  /// A flow by its index.
  public init(_ number: Int32) { self.number = Int(number) }

  /// The flow that an argument names.
  public init?(_ argument: EffectArgument) {
    guard case .flow(let index) = argument else { return nil }
    number = Int(index)
  }
}

/// A notice, by its name.
public struct NoticeName: ArgumentValue, Hashable {
  /// The name, such as `welcome`.
  public let text: String

  /// The notice that an argument names.
  public init?(_ argument: EffectArgument) {
    guard case .notice(let text) = argument else { return nil }
    self.text = text
  }
}

/// What a call attests.
public struct Attested: ArgumentValue, Hashable {
  /// The slot of the attribute of which `verified(…)` speaks.
  public let slot: Slot

  /// What an argument attests.
  public init?(_ argument: EffectArgument) {
    guard case .verified(let slot) = argument else { return nil }
    self.slot = slot
  }
}

// MARK: The kinds

extension Parameter where Value == Slot {
  /// The name of an attribute marked `identifier: true`; may be left out where the tenant has just one.
  static func identifier(at index: Int) -> Self {
    Self(
      index, "identifier", .identifier, required: false,
      "The attribute that identifies the account; may be left out where the tenant has just one.")
  }

  /// The name of an attribute of one of these types: a message goes to what it holds.
  static func address(at index: Int, _ name: String, _ types: [AttributeType], _ summary: String) -> Self {
    Self(index, name, .address(types), required: true, summary)
  }

  /// The name of an attribute of one of these types, which gets an address that is proven.
  static func proven(at index: Int, _ name: String, _ types: [AttributeType], _ summary: String) -> Self {
    Self(index, name, .proven(types), required: true, summary)
  }

  /// The name of an attribute that rests in accounts.
  static func attribute(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .attribute, required: true, summary)
  }

  /// The name of an attribute that rests in accounts, and is a factor of theirs.
  static func factor(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .factor, required: false, summary)
  }

  /// A secret input, under its own name.
  static func secret(at index: Int, _ secret: SecretField, required: Bool = true, _ summary: String) -> Self {
    Self(index, secret.name, .secret(secret), required: required, summary)
  }

  /// The name of one attribute or parameter that holds a list.
  static func list(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .list, required: false, summary)
  }
}

extension Parameter where Value == [Slot] {
  /// A list of attribute names.
  static func attributes(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .attributes, required: false, summary)
  }
}

extension Parameter where Value == [Slot] {
  /// A list of names of attributes that rest in accounts, and are written there.
  static func written(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .written, required: false, summary)
  }
}

extension Parameter where Value == NoticeName {
  /// The name of a notice.
  static func notice(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .notice, required: true, summary)
  }
}

extension Parameter where Value: ParameterWord {
  /// One of the words of a type.
  static func word(at index: Int, _ name: String, _ summary: String) -> Self {
    let words = Value.allCases.map { WordDefinition(name: $0.name, givesUp: $0.givesUp) }
    return Self(index, name, .word(words), required: false, summary)
  }
}

extension Parameter where Value == FunctionIndex {
  /// The name of a function of the tenant.
  static func function(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .function, required: true, summary)
  }
}

extension Parameter where Value == FlowIndex {
  /// The name of a flow that redeems links of a kind.
  static func flow(
    at index: Int, _ name: String, required: Bool, redeemedBy kind: RedeemedLink, _ summary: String
  ) -> Self {
    Self(index, name, .flow(kind), required: required, summary)
  }
}

extension Parameter where Value == Attested {
  /// `verified(ATTRIBUTE)`: what an answer proves.
  static func evidence(at index: Int, _ name: String, _ summary: String) -> Self {
    Self(index, name, .evidence, required: false, summary)
  }
}
