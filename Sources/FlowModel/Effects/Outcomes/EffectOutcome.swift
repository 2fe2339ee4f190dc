/// The outcomes of an effect as a type: the catalogue is made of its cases, in their order, and the effect's handler answers
/// with one of them. An outcome that one side lacks does not build.
public protocol EffectOutcome: CaseIterable, Hashable, Sendable {
  /// The name, a key of `then:`.
  var name: String { get }
  /// What the catalogue says of it.
  var definition: OutcomeDefinition { get }
}

extension EffectOutcome {
  /// The place among the effect's outcomes, and so of its transition.
  public var index: Int { Self.allCases.prefix { $0 != self }.count }

  /// What the catalogue says of all of them.
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
