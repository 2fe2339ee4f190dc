import FlowModel

extension EffectStep {
  /// Performs an effect whose demands are met and whose bounds are spent, and answers the outcome's index in the catalogue.
  mutating func perform(_ call: EffectCall, _ permit: Permit) throws -> Int {
    switch call.effect {
    case .accountFind: try findAccount(call).index
    case .accountCreate: try createAccount(call).index
    case .accountConfirm: try confirmAccount(call).index
    case .accountUpdate: try updateAccount(call).index
    case .accountDiscard: try discardAccount(call).index
    case .accountRead: try readAccount(call).index
    case .passwordCheck: try checkPassword(call).index
    case .passwordSet: try setPassword(call).index
    case .passwordVerify: try verifyPassword(call).index
    case .codeSend: try sendCode(call).index
    case .codeVerify: try verifyCode(call).index
    case .linkSend: try sendLink(call).index
    case .linkRedeem: try redeemLink(call).index
    case .functionCall: try callFunction(call, permit).index
    case .grantRedeem: try redeemGrant(call).index
    case .tokenIssue: try issueTokens(call).index
    }
  }
}
