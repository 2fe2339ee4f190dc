/// The one declaration of an effect: the type of its outcomes, its parameters as typed keys, and what all others know of
/// it. A handler reads its arguments by these keys and answers with this type, so that a typo does not build.
public protocol EffectDeclaration {
  /// What it can answer.
  associatedtype Outcome: EffectOutcome
  /// Its entry in the catalogue.
  static var definition: EffectDefinition { get }
}

extension EffectDeclaration {
  /// One of its parameters, which handlers read as a `Value`.
  public typealias Key<Value: ArgumentValue> = Parameter<Self, Value>
}

/// The outcomes of an effect as a type: their order is that of the transitions of a call.
public protocol EffectOutcome: CaseIterable, Hashable, Sendable {
  /// The name, a key of `then:`.
  var name: String { get }
  /// Its entry in the catalogue.
  var definition: OutcomeDefinition { get }
}

extension EffectOutcome {
  /// The place among the effect's outcomes, and so of its transition.
  public var index: Int { Self.allCases.prefix { $0 != self }.count }

  /// Their entries in the catalogue.
  static var definitions: [OutcomeDefinition] {
    allCases.map { outcome in
      var definition = outcome.definition
      definition.name = outcome.name
      return definition
    }
  }
}

extension EffectOutcome where Self: RawRepresentable, RawValue == String {
  /// The name, a key of `then:`.
  public var name: String { rawValue }
}

/// A call of one effect: its arguments by the keys of its declaration, and by no others.
public struct Call<Declaration: EffectDeclaration>: Sendable {
  /// The call as the table has it.
  public let call: EffectCall

  /// A call of this effect.
  public init(_ call: EffectCall) {
    assert(call.effect == Declaration.definition.effect)
    self.call = call
  }

  /// The argument of a parameter; nil where none is given.
  @inlinable public subscript<Value>(_ parameter: Parameter<Declaration, Value>) -> Value? {
    call.arguments.indices.contains(parameter.index) ? Value(call.arguments[parameter.index]) : nil
  }
}
