import FlowModel

extension EffectStep {
  /// Performs an effect whose demands are met and whose bounds are spent, and answers the outcome's index in the catalogue.
  mutating func perform(_ call: EffectCall, _ permit: Permit) throws -> Int {
    switch call.effect {
    case .accountFind: try findAccount(Call(call)).index
    case .accountCreate: try createAccount(Call(call)).index
    case .accountConfirm: try confirmAccount(Call(call)).index
    case .accountUpdate: try updateAccount(Call(call)).index
    case .accountDiscard: try discardAccount(Call(call)).index
    case .accountRead: try readAccount(Call(call)).index
    case .accountDisable: try disableAccount(Call(call)).index
    case .passwordCheck: try checkPassword(Call(call), permit).index
    case .passwordSet: try setPassword(Call(call), permit).index
    case .passwordVerify: try verifyPassword(Call(call), permit).index
    case .codeSend: try sendCode(Call(call), permit).index
    case .codeVerify: try verifyCode(Call(call), permit).index
    case .linkSend: try sendLink(Call(call), permit).index
    case .linkRedeem: try redeemLink(Call(call)).index
    case .functionCall: try callFunction(Call(call), permit).index
    case .grantRedeem: try redeemGrant(Call(call)).index
    case .tokenIssue: try issueTokens(Call(call)).index
    case .messageSend: try sendMessage(Call(call), permit).index
    case .accountDelete: try deleteAccount(Call(call)).index
    case .invitationSend: try sendInvitation(Call(call), permit).index
    case .invitationRedeem: try redeemInvitation(Call(call)).index
    }
  }
}
