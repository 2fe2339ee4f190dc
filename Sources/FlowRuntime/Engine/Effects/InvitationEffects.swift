import FlowExpression
import FlowJSON
import FlowModel

extension EffectStep {
  mutating func sendInvitation(_ call: Call<InvitationSend>, _ permit: Permit) throws -> InvitationSend.Outcome {
    guard let addressee = addressee(call.call), let redeeming = call[InvitationSend.flow] else { return .undeliverable }
    _ = try invite(addressee.target, over: addressee.channel, to: redeeming, by: boundAccount(), permit)
    return .sent
  }

  /// Sends an invitation to an address. Whether it has an account is not asked, so that nobody learns it: whoever opens the
  /// link has proven the address, and may know. `inviter`: the account that sends it; nil: whoever operates the server. Returns
  /// the message's id.
  mutating func invite(
    _ target: Identifier, over channel: ChannelKind, to redeeming: FlowIndex, by inviter: AccountRecord? = nil,
    _ permit: Permit
  ) throws -> RandomID {
    let (token, tokenId) = newLinkToken()
    let (policy, name) = (table.links, table.flows[redeeming.number].name)
    let invitation: JSON = [
      "flow": .string(name), "attribute": .string(target.attribute), "value": .string(target.value),
      "by": inviter.map { .string($0.id) } ?? .null, "version": inviter.map { .int($0.credentialsVersion) } ?? .null,
    ]
    // It is nobody's: no account is made, and no name is kept, before it is redeemed.
    try records.put(
      TicketRecord(
        kind: .invitation, id: tokenId, tenant: table.tenant,
        account: invitationKeys(of: target, tenant: table.tenant, ports.key).first ?? tokenId,
        secretHash: hash(secret: token),
        sealed: ports.key.seal(invitation.utf8(), context: invitationContext(tokenId)),
        expires: now + Milliseconds(policy.invitations) * 1000))
    return try send(
      .invitation(
        token: token, tokenId: tokenId, url: "\(policy.base)/\(name)?token=\(token)&tokenId=\(tokenId)",
        lifetime: policy.invitations),
      to: target.value, over: channel, for: name, isDecoy: false, permit)
  }

  mutating func redeemInvitation(_ call: Call<InvitationRedeem>) throws -> InvitationRedeem.Outcome {
    let (token, tokenId) = (secret(call, InvitationRedeem.token), secret(call, InvitationRedeem.tokenId))
    guard let slot = call[InvitationRedeem.into], var ticket = try records.ticket(.invitation, tokenId),
      ticket.tenant == table.tenant, ports.key.isHash(ticket.secretHash, of: Array(token.utf8), .ticket),
      let content = ports.key.open(ticket.sealed, context: invitationContext(tokenId)),
      let invitation = try? JSON.parse(content), invitation["flow"]?.string == flow.name,
      let attribute = invitation["attribute"]?.string, let value = invitation["value"]?.string
    else { return .invalid }
    // Nobody has redeemed it, and whoever opens it is told no such thing.
    if invitation["withdrawn"]?.int == 1 {
      reason = "invitation_withdrawn"
      return .invalid
    }
    if ticket.used != nil { return .used }
    // What somebody has sent who was locked out since, is gone, or has changed the ways into the account, lets nobody in.
    if try !isSentByPresent(invitation) { return .invalid }
    if ticket.expires <= now { return .expired }
    let invited = Identifier(attribute: attribute, value: value)
    guard let name = table.definition(of: slot, in: flow)?.name,
      names(of: invited).contains(where: { $0.attribute == name })
    else { return .invalid }
    ticket.used = now
    try records.put(ticket)
    // It was sent for a new account, perhaps long ago, and may have been passed on: it is no way into one that is there.
    for name in names(of: invited) where try accounts.account(name) != nil { return .known }
    run[slot] = .string(value)
    run.readings.removeAll { $0.slot == slot }
    prove(invited: invited)
    note(returnedTo: invited)
    return .valid
  }
}

extension EffectStep {
  /// Whether the account that sent an invitation is as it was then; one of the operator's is nobody's. Those from before its version
  /// was kept ask whether it is enabled.
  private func isSentByPresent(_ invitation: JSON) throws -> Bool {
    guard let id = invitation["by"]?.string else { return true }
    guard let inviter = try accounts.account(id), inviter.isEnabled else { return false }
    return invitation["version"]?.int.map { $0 == inviter.credentialsVersion } ?? true
  }
}

/// What the content of an invitation is bound to.
func invitationContext(_ id: String) -> [UInt8] { Array("invitation\0\(id)".utf8) }
