import FlowModel
import Testing

/// The types of outcomes are what the catalogue is made of: an outcome's index is its place there.
@Suite struct EffectOutcomeTests {
  @Test(arguments: Effect.allCases)
  func `each effect has the outcomes of its declaration, under names of their own`(_ effect: Effect) {
    expect(effect.declaration, of: effect)
    let definition = effect.definition
    #expect(Set(definition.outcomes.map(\.name)).count == definition.outcomes.count)
    #expect(definition.outcomes.allSatisfy { !$0.name.isEmpty && !$0.summary.isEmpty })
  }

  private func expect<Declaration: EffectDeclaration>(_ declaration: Declaration.Type, of effect: Effect) {
    let definition = effect.definition
    #expect(definition.effect == effect && definition === Declaration.definition)
    #expect(Effect(name: definition.name) == effect)
    #expect(definition.outcomes.map(\.name) == Declaration.Outcome.allCases.map(\.name))
    for outcome in Declaration.Outcome.allCases { #expect(definition.outcome(outcome.name) == outcome.index) }
  }

  @Test func `a complaint about a password comes behind the outcome that passes`() {
    #expect(PasswordCheck.Outcome.accepted.index == 0 && PasswordCheck.Outcome.refused(.too_short).index == 1)
    #expect(PasswordSet.Outcome.refused(.recently_used).name == "recently_used")
    #expect(PasswordSet.Outcome.refused(.recently_used).index == 5)
  }

  @Test func `an account that is created with a password has the policy's complaints, and only then`() throws {
    #expect(AccountCreate.Outcome.refused(.too_short).index == 2 && AccountCreate.Outcome.allCases.count == 6)
    let plain = EffectCall(effect: .accountCreate, arguments: [.slot(21), .absent], transitions: [])
    let whole = EffectCall(effect: .accountCreate, arguments: [.slot(21), .absent, .slot(0)], transitions: [])
    for outcome in AccountCreate.definition.outcomes {
      let isComplaint = PasswordComplaint(rawValue: outcome.name) != nil
      #expect(plain.mayAnswer(outcome) == !isComplaint && whole.mayAnswer(outcome))
    }
    #expect(!plain.setsPassword && !plain.takesTime && whole.setsPassword && whole.takesTime)
  }
}
