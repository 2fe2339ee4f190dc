import FlowModel
import Testing

/// The types of outcomes are what the catalogue is made of: an outcome's index is its place there.
@Suite struct EffectOutcomeTests {
  private func expect<Outcome: EffectOutcome>(_ type: Outcome.Type, of effect: Effect) {
    #expect(effect.definition.outcomes.map(\.name) == Outcome.allCases.map(\.name))
    for outcome in Outcome.allCases { #expect(effect.definition.outcome(outcome.name) == outcome.index) }
  }

  @Test func `each effect has the outcomes of its handler's type, under names of their own`() {
    expect(AccountFindOutcome.self, of: .accountFind)
    expect(AccountCreateOutcome.self, of: .accountCreate)
    expect(AccountConfirmOutcome.self, of: .accountConfirm)
    expect(AccountUpdateOutcome.self, of: .accountUpdate)
    expect(AccountDiscardOutcome.self, of: .accountDiscard)
    expect(AccountReadOutcome.self, of: .accountRead)
    expect(PasswordCheckOutcome.self, of: .passwordCheck)
    expect(PasswordSetOutcome.self, of: .passwordSet)
    expect(PasswordVerifyOutcome.self, of: .passwordVerify)
    expect(CodeSendOutcome.self, of: .codeSend)
    expect(CodeVerifyOutcome.self, of: .codeVerify)
    expect(LinkSendOutcome.self, of: .linkSend)
    expect(LinkRedeemOutcome.self, of: .linkRedeem)
    expect(FunctionCallOutcome.self, of: .functionCall)
    expect(GrantRedeemOutcome.self, of: .grantRedeem)
    expect(TokenIssueOutcome.self, of: .tokenIssue)
    for definition in effectCatalogue {
      #expect(Set(definition.outcomes.map(\.name)).count == definition.outcomes.count, "\(definition.effect.name)")
      #expect(definition.outcomes.allSatisfy { !$0.name.isEmpty && !$0.summary.isEmpty })
    }
  }

  @Test func `a complaint about a password comes behind the outcome that passes`() {
    #expect(PasswordCheckOutcome.accepted.index == 0 && PasswordCheckOutcome.refused(.too_short).index == 1)
    #expect(PasswordSetOutcome.refused(.recently_used).name == "recently_used")
    #expect(PasswordSetOutcome.refused(.recently_used).index == 5)
  }
}
