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

  /// Tables have effects by their numbers, and transitions by the places of outcomes: another order is another meaning. A new
  /// outcome comes last, and need not be handled.
  @Test func `effects have the numbers, and outcomes the places, that tables know`() {
    let known: [(UInt8, String, [String])] =
      [
        (0, "account.find", ["found", "missing"]),
        (1, "account.create", ["created", "exists", "too_short", "too_long", "too_weak", "banned"]),
        (2, "account.confirm", ["confirmed", "already"]),
        (3, "account.update", ["updated", "conflict", "taken"]),
        (4, "password.check", ["accepted", "too_short", "too_long", "too_weak", "banned", "recently_used"]),
        (5, "password.set", ["set", "too_short", "too_long", "too_weak", "banned", "recently_used"]),
        (6, "password.verify", ["match", "mismatch", "locked"]),
        (7, "code.send", ["sent", "throttled", "undeliverable"]),
        (8, "code.verify", ["valid", "invalid", "expired", "exhausted"]),
        (9, "link.send", ["sent", "throttled", "undeliverable"]),
        (10, "link.redeem", ["valid", "invalid", "expired", "used"]),
        (11, "function.call", ["success", "pending", "fail"]),
        (12, "grant.redeem", ["valid", "invalid", "expired", "used"]),
        (13, "token.issue", ["issued"]),
        (14, "account.discard", ["discarded"]),
        (15, "account.read", ["present", "absent"]),
        (16, "account.disable", ["disabled"]),
        (17, "message.send", ["sent", "throttled", "undeliverable"]),
        (18, "account.delete", ["deleted"]),
        (19, "invitation.send", ["sent", "throttled", "undeliverable"]),
        (20, "invitation.redeem", ["valid", "invalid", "expired", "used", "known"]),
      ]
    #expect(Effect.allCases.map(\.rawValue) == known.map(\.0))
    for (effect, known) in zip(Effect.allCases, known) {
      #expect(effect.name == known.1 && effect.definition.outcomes.map(\.name) == known.2)
    }
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
