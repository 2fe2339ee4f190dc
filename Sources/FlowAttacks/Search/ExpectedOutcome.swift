import FlowModel

/// An effect that the trace expects, with its outcome.
struct ExpectedOutcome: Hashable {
  let effect: Effect
  /// The place among the effect's outcomes.
  private let number: Int

  /// Nil where the catalogue has no such effect, or none of its outcomes has that name.
  init?(_ effect: String, _ outcome: String) {
    guard let effect = Effect(name: effect), let number = effect.definition.outcome(outcome) else { return nil }
    self.effect = effect
    self.number = number
  }

  /// The outcome's entry in the catalogue.
  var definition: OutcomeDefinition { effect.definition.outcomes[number] }

  /// Whether it depends on what is sent as a secret.
  func takes(_ secret: SecretField) -> Bool {
    effect.definition.parameters.contains { $0.kind == .secret(secret) }
  }
}
