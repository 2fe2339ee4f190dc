import FlowModel

extension EffectStep {
  /// Performs an effect whose demands are met, and answers the outcome's index in the catalogue.
  mutating func perform(_ call: EffectCall) throws -> Int {
    switch call.effect {
    case .accountFind: try findAccount(call)
    case .accountCreate: try createAccount(call)
    case .accountConfirm: try confirmAccount(call)
    case .accountUpdate: try updateAccount(call)
    case .accountDiscard: try discardAccount(call)
    case .accountRead: try readAccount(call)
    case .passwordCheck: try checkPassword(call)
    case .passwordSet: try setPassword(call)
    case .passwordVerify: try verifyPassword(call)
    case .codeSend: try sendCode(call)
    case .codeVerify: try verifyCode(call)
    case .linkSend: try sendLink(call)
    case .linkRedeem: try redeemLink(call)
    case .functionCall: try callFunction(call)
    case .grantRedeem: try redeemGrant(call)
    case .tokenIssue: try issueTokens(call)
    }
  }

  /// The index of an outcome by its name in the catalogue.
  func outcome(_ name: String, _ call: EffectCall) throws -> Int {
    guard let index = call.effect.definition.outcome(name) else {
      throw denied("\(call.effect.name) has no outcome \(name)")
    }
    return index
  }
}
