import FlowModel
import Testing

/// A parameter's key is its place in table files, and the one thing by which a handler finds its argument.
@Suite struct EffectParameterTests {
  @Test func `each key stands at its place among the parameters of its effect`() {
    expect(AccountFind.self, AccountFind.identifier)
    expect(AccountCreate.self, AccountCreate.identifier, AccountCreate.status, AccountCreate.password)
    expect(AccountConfirm.self, AccountConfirm.keep)
    expect(AccountUpdate.self, AccountUpdate.attributes)
    expect(AccountDelete.self)
    expect(MessageSend.self, MessageSend.message, MessageSend.to)
    expect(InvitationSend.self, InvitationSend.to, InvitationSend.flow)
    expect(InvitationRedeem.self, InvitationRedeem.token, InvitationRedeem.tokenId, InvitationRedeem.into)
    expect(AccountDiscard.self)
    expect(AccountDisable.self)
    expect(AccountRead.self, AccountRead.attribute)
    expect(PasswordCheck.self, PasswordCheck.password)
    expect(PasswordSet.self, PasswordSet.password)
    expect(PasswordVerify.self, PasswordVerify.password)
    expect(CodeSend.self, CodeSend.to, CodeSend.channel, CodeSend.audience)
    expect(CodeVerify.self, CodeVerify.code)
    expect(LinkSend.self, LinkSend.to, LinkSend.flow)
    expect(LinkRedeem.self, LinkRedeem.token, LinkRedeem.tokenId)
    expect(
      FunctionCall.self, FunctionCall.function, FunctionCall.pass, FunctionCall.arguments, FunctionCall.password,
      FunctionCall.link, FunctionCall.attests, FunctionCall.factor)
    expect(GrantRedeem.self, GrantRedeem.grant)
    expect(TokenIssue.self)
  }

  private func expect(_ declaration: any EffectDeclaration.Type, _ keys: any ParameterKey...) {
    #expect(keys.map(\.index) == Array(keys.indices))
    #expect(declaration.definition.parameters.map(\.name) == keys.map(\.definition.name))
    #expect(Set(keys.map(\.definition.name)).count == keys.count)
  }

  @Test(arguments: Effect.allCases)
  func `a word that stands for a proof says what it gives up`(_ effect: Effect) throws {
    for demand in effect.definition.demands {
      switch demand {
      case .parameterIs(let index, let name), .optedOut(let index, let name):
        guard case .word(let words) = effect.definition.parameters[index].kind else {
          Issue.record("\(effect.name): no words")
          continue
        }
        let word = try #require(words.first { $0.name == name })
        #expect(word.givesUp?.isEmpty == false, "\(effect.name), \(name)")
      case .verifiedParameter(let index), .noAddress(let index), .ownAddress(let index):
        #expect(effect.definition.parameters.indices.contains(index))
      case .verifiedAccount, .created, .authenticated: break
      }
    }
  }

  @Test func `the number of a word is its place among the words, as table files have it`() {
    expect(AccountStatus.self, at: AccountCreate.status)
    expect(KeptCredential.self, at: AccountConfirm.keep)
    expect(CodeFor.self, at: CodeSend.audience)
    expect(ChannelKind.self, at: CodeSend.channel)
  }

  private func expect<Owner, Word: ParameterWord>(_ type: Word.Type, at key: Parameter<Owner, Word>) {
    guard case .word(let words) = key.definition.kind else { return #expect(Bool(false), "no words") }
    #expect(words.map(\.name) == Word.allCases.map(\.name))
    for (number, word) in Word.allCases.enumerated() {
      #expect(word.argument == .word(Int32(number)) && Word(word.argument) == word)
    }
    for other in [EffectArgument.word(Int32(words.count)), .word(-1), .word(.max), .absent, .slot(0)] {
      #expect(Word(other) == nil)
    }
  }

  @Test func `a call has its arguments as values of their types, and nothing where none is given`() {
    let send = EffectCall(effect: .codeSend, arguments: [.slot(21), .word(1), .absent], transitions: [0, 0, 0])
    let call = Call<CodeSend>(send)
    #expect(call[CodeSend.to] == 21 && call[CodeSend.channel] == .sms && call[CodeSend.audience] == nil)
    #expect(send.address == 21 && send.channel == .sms && !send.isForAccount)
    #expect(send.linkFlow == nil && send.function == nil && send.attested == nil)
    let ask = EffectCall(
      effect: .functionCall,
      arguments: [.function(2), .slots([21, 22]), .absent, .absent, .flow(3), .verified(22)], transitions: [0, 0, 0])
    let asked = Call<FunctionCall>(ask)
    #expect(asked[FunctionCall.function]?.number == 2 && asked[FunctionCall.pass] == [21, 22])
    #expect(asked[FunctionCall.link]?.number == 3 && asked[FunctionCall.attests]?.slot == 22)
    #expect(ask.function == 2 && ask.linkFlow == 3 && ask.attested == 22 && ask.address == nil)
  }

  @Test func `a call made by hand may lack arguments, and is asked all the same`() {
    let call = EffectCall(effect: .codeSend, arguments: [], transitions: [])
    #expect(Call<CodeSend>(call)[CodeSend.channel] == nil && call.channel == nil && call.address == nil)
    #expect(!call.says("email", at: 1) && call.argument(7) == .absent)
    let create = EffectCall(effect: .accountCreate, arguments: [.slot(21), .word(1)], transitions: [])
    #expect(create.says("pending", at: 1) && !create.says("unproven", at: 1) && !create.says("pending", at: 0))
  }
}

/// What others ask of effects, which they know by no name.
@Suite struct EffectPropertyTests {
  private func effects(where holds: (EffectDefinition) -> Bool) -> Set<Effect> {
    Set(effectCatalogue.filter(holds).map(\.effect))
  }

  @Test func `which effects do what others ask for`() {
    #expect(effects(where: \.createsAccount) == [.accountCreate])
    #expect(effects(where: \.writesAttributes) == [.accountCreate, .accountUpdate])
    #expect(effects(where: \.setsPassword) == [.passwordSet])
    #expect(effects(where: \.opensSession) == [.tokenIssue])
    #expect(effects(where: \.sendsCode) == [.codeSend])
    #expect(effects(where: \.sendsLink) == [.linkSend])
    #expect(effects(where: \.leadsToFlow) == [.linkSend, .invitationSend])
    #expect(effects(where: \.sendsToAccount) == [.linkSend, .messageSend])
    #expect(effects(where: \.redeemsLinks) == [.linkRedeem])
    #expect(effects(where: { $0.redeems == .invitation }) == [.invitationRedeem])
    #expect(effects(where: \.asksOthers) == [.functionCall])
  }

  @Test(arguments: Effect.allCases)
  func `a code is on its way only where one is sent, and a standing is told of an account that is bound`(
    _ effect: Effect
  ) {
    let definition = effect.definition
    #expect(definition.outcomes.contains(where: \.sendsCode) == definition.sendsCode)
    for outcome in definition.outcomes where outcome.standing != nil { #expect(outcome.bindsAccount) }
  }
}
