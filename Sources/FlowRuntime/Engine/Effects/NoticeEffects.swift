import FlowModel

extension EffectStep {
  mutating func sendMessage(_ call: Call<MessageSend>, _ permit: Permit) throws -> MessageSend.Outcome {
    guard let addressee = addressee(call.call), let notice = call[MessageSend.message] else { return .undeliverable }
    let (target, channel) = (addressee.target, addressee.channel)
    // As of a code: a refusal tells that a message was sent. Where the address is proven, it tells its owner alone.
    let isProven = run.proofs.contains(.verified(target))
    let tellsRefusal = flow.revealsAccounts && isProven
    if tellsRefusal, try isUndeliverable(target.value, over: channel) { return .undeliverable }
    // Without an account nothing is sent: the work and the answer are the same.
    let isOwn = try hadAddress(target)
    try send(
      .notice(notice.text, lifetime: table.notices.lifetime), to: target.value, over: channel, for: flow.name,
      isDecoy: !isProven && !isOwn, tellsRefusal: tellsRefusal, permit)
    return .sent
  }

  /// Whether an address is one of the bound account's own, or was before this run changed or deleted it.
  func hadAddress(_ address: Identifier) throws -> Bool {
    let own = try boundAccount()?.identifiers ?? []
    return names(of: address).contains { own.contains($0) || run.formerAddresses.contains($0) }
  }
}
