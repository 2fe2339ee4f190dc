import FlowJSON
import FlowModel

extension EffectStep {
  mutating func sendLink(_ call: Call<LinkSend>, _ permit: Permit) throws -> LinkSend.Outcome {
    guard let addressee = addressee(call.call), let redeeming = call[LinkSend.flow] else {
      return .undeliverable
    }
    try checkGrounds(ofCreator: false)
    let (target, channel) = (addressee.target, addressee.channel)
    let policy = table.links
    run.sent = SentNotice(to: mask(target.value), channel: channel, length: 0, resendAt: now)
    // Without an account, or to an address that is not its own, nothing is sent: the work and the answer are the same.
    let (token, tokenId) = newLinkToken()
    let account = try boundAccount().flatMap { $0.identifiers.contains(target) ? $0 : nil }
    try put(link: token, tokenId, for: account, target: target, flow: redeeming)
    let name = table.flows[redeeming.number].name
    try send(
      .link(
        token: token, tokenId: tokenId, url: "\(policy.base)/\(name)?token=\(token)&tokenId=\(tokenId)",
        lifetime: policy.lifetime),
      to: target.value, over: channel, for: name, isDecoy: account == nil, permit)
    return .sent
  }

  mutating func redeemLink(_ call: Call<LinkRedeem>) throws -> LinkRedeem.Outcome {
    bind(nil)
    let token = secret(call, LinkRedeem.token)
    let tokenId = secret(call, LinkRedeem.tokenId)
    guard var ticket = try records.ticket(.reset, tokenId) ?? records.ticket(.link, tokenId),
      ticket.tenant == table.tenant,
      ports.key.isHash(ticket.secretHash, of: Array(token.utf8), .ticket),
      let link = self.link(in: ticket), link["flow"]?.string == flow.name,
      let attribute = link["attribute"]?.string, let value = link["value"]?.string
    else { return .invalid }
    if ticket.used != nil { return .used }
    if ticket.expires <= now { return .expired }
    let target = Identifier(attribute: attribute, value: value)
    guard let account = try accounts.account(ticket.account),
      account.identifiers.contains(target)
    else { return .invalid }
    // Of links that let in, all die with the ways into the account as they were, whoever has changed those.
    let isWayIn = ticket.kind == .reset || flow.letsIn
    if isWayIn, let version = link["version"]?.int, version != account.credentialsVersion { return .used }
    ticket.used = now
    // So do the others with the first that is used. Of links that only confirm, each is good for itself.
    if isWayIn { try useUp(.reset, of: account) }
    try records.put(ticket)
    bind(account)
    try prove(target)
    note(returnedTo: target)
    return .valid
  }

  /// Voids the tickets of a kind that are out for an account.
  func useUp(_ kind: TicketRecord.Kind, of account: AccountRecord) throws(StorageError) {
    try records.useTickets(kind, account: account.id, tenant: table.tenant, now: now)
  }

  /// Keeps a link's token, as its hash, so that `flow` can redeem it. That of a decoy, which has no account, rests as long,
  /// and is good for nothing.
  func put(link token: String, _ tokenId: String, for account: AccountRecord?, target: Identifier, flow: FlowIndex)
    throws
  {
    let redeeming = table.flows[flow.number]
    let link: JSON = [
      "flow": .string(redeeming.name), "attribute": .string(target.attribute),
      "value": .string(target.value), "version": .int(account?.credentialsVersion ?? 0),
    ]
    let ticket = TicketRecord(
      kind: redeeming.letsIn ? .reset : .link, id: tokenId, tenant: table.tenant, account: account?.id ?? tokenId,
      secretHash: hash(secret: token),
      sealed: ports.key.seal(link.utf8(), context: linkContext(tokenId)),
      expires: now + Milliseconds(table.links.lifetime) * 1000)
    try records.put(ticket)
  }

  private func linkContext(_ id: String) -> [UInt8] { Array("link\0\(id)".utf8) }

  /// Where a link leads. Those from before this had a label open, too.
  private func link(in ticket: TicketRecord) -> JSON? {
    let content =
      ports.key.open(ticket.sealed, context: linkContext(ticket.id))
      ?? ports.key.open(ticket.sealed, context: Array(ticket.id.utf8))
    return content.flatMap { try? JSON.parse($0) }
  }

  /// A link's secret of 128 and public part of 24 hexadecimal digits.
  mutating func newLinkToken() -> (token: String, tokenId: String) {
    (randomBytes(64).hex, randomBytes(12).hex)
  }

  func hash(secret: String) -> [UInt8] { ports.key.hash(Array(secret.utf8), .ticket) }
}

extension Flow {
  /// Whether who comes to its effects can act for the account, see into it or take it away, now or later by a grant. What only
  /// confirms does not.
  fileprivate var letsIn: Bool { calls.contains(where: \.definition.isWayIn) || ends.contains(where: \.grantsSignIn) }
}
