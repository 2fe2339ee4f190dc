import FlowExpression
import FlowJSON
public import FlowModel

/// Why whoever operates the server cannot invite somebody.
public enum InvitationRefusal: Error, Hashable, Sendable {
  /// The tenant has no such flow, or the flow redeems no invitations.
  case noFlow
  /// It is no address that the flow takes.
  case noAddress
}

/// What came of an invitation on behalf of whoever operates the server.
public struct Invited: Hashable, Sendable {
  /// The message with the link, in the outbox.
  public let message: RandomID
  /// The address, in the form in which it is compared.
  public let address: String
  /// Until when the link is good.
  public let expires: Milliseconds
  /// How many earlier invitations of the address to that flow are good beside it.
  public let earlier: Int
  /// Why the last message of an earlier invitation of the address to that flow was given up, as one was within the last week.
  public let refused: String?
  /// The id of the account that has the address, to which the link is no way in.
  public let account: String?
}

extension Engine {
  /// Invites an address to a flow that redeems invitations, on behalf of whoever operates the server: nobody is asked for a
  /// proof, and no limit counts it. The message is in the outbox then, and leaves with the others. Earlier invitations stay good.
  ///
  /// `locale`: what whoever is invited reads; nil, or none that the tenant speaks: the tenant's own language.
  ///
  /// Throws `InvitationRefusal`, or what storage throws.
  @discardableResult
  public func invite(
    _ address: String, to name: String, tenant: String, in locale: LanguageTag? = nil
  ) async throws -> Invited {
    let (program, flow, target) = try invited(address, to: name, tenant: tenant)
    let attempts = StepAttempts(seed: ports.randomness.bytes(Expansion.seedSize), now: ports.clock.now())
    let invited = try await storage.transact { [ports] transaction in
      var step = EffectStep(
        ports, program, transaction, attempts: attempts, runID: RandomID(high: 0, low: 0),
        run: Run(flow: flow, of: program.table, now: attempts.now))
      step.run.locale = program.table.language(for: locale.map(LanguagePreferences.init))
      let owners = invitationKeys(of: target, tenant: tenant, ports.key)
      let earlier = try openInvitations(owners, name, tenant, transaction, ports.key, now: attempts.now).count
      let account = try step.names(of: target).lazy.compactMap { try step.accounts.account($0)?.id }.first
      let refused = try givenUp(target, tenant, name, transaction, ports.key)
      let message = try step.invite(target, over: .email, to: FlowIndex(flow), .ofOperator)
      return Invited(
        message: message, address: target.value,
        expires: attempts.now + Milliseconds(program.table.links.invitations) * 1000, earlier: earlier,
        refused: refused,
        account: account)
    }
    ports.log.write(LogEntry(SecurityEvent(.invitationSent, flow: name), tenant: tenant))
    return invited
  }

  /// Withdraws all invitations of an address to a flow: their links are dead, also where they have left, and those that wait in
  /// the outbox do not leave. How many there were.
  ///
  /// Throws `InvitationRefusal`, or what storage throws.
  public func withdrawInvitations(of address: String, to name: String, tenant: String) async throws -> Int {
    let (_, _, target) = try invited(address, to: name, tenant: tenant)
    let now = ports.clock.now()
    let count = try await storage.transact { [key = ports.key] transaction in
      let owners = invitationKeys(of: target, tenant: tenant, key)
      let open = try openInvitations(owners, name, tenant, transaction, key, now: now)
      for var ticket in open {
        let context = invitationContext(ticket.id)
        if case .object(var content)? = key.open(ticket.sealed, context: context).flatMap({ try? JSON.parse($0) }) {
          content["withdrawn"] = .int(1)
          ticket.sealed = key.seal(JSON.object(content).utf8(), context: context)
        }
        ticket.used = now
        try transaction.put(ticket)
      }
      let ids = Set(open.map(\.id))
      for record in try transaction.messages(dueBy: .max, limit: OutboxEntries.limit) where record.tenant == tenant {
        guard let message = RestingMessage(record, key)?.message,
          case .invitation(_, let tokenId, _, _) = message.content, ids.contains(tokenId)
        else { continue }
        try transaction.removeMessage(record.id)
      }
      return open.count
    }
    if count > 0 { ports.log.write(LogEntry(SecurityEvent(.invitationWithdrawn, flow: name), tenant: tenant)) }
    return count
  }

  private func invited(
    _ address: String, to name: String, tenant: String
  ) throws -> (Program, Int32, Identifier) {
    guard let program = program(of: tenant), let flow = program.table.flow(named: name),
      let attribute = program.table.invitedAttribute(of: program.table.flows[Int(flow)])
    else { throw InvitationRefusal.noFlow }
    guard attribute.complaint(about: .string(address)) == nil else { throw InvitationRefusal.noAddress }
    return (program, flow, Identifier(attribute: attribute.name, value: attribute.normalised(address)))
  }
}

/// By what the invitations of an address are found: where the account of other tickets stands. It is no account's id, and says the
/// address to nobody without the key. By each master key, the newest first.
func invitationKeys(of target: Identifier, tenant: String, _ key: ServerKey) -> [String] {
  let name = Array("invited\0\(tenant)\0\(target.value)".utf8)
  return key.hashes(name, .counter, length: 16).map { "invited:" + $0.hex }
}

/// Why the message of an invitation to an address was given up last; nil where none was.
private func givenUp(
  _ target: Identifier, _ tenant: String, _ flow: String, _ transaction: any StorageTransaction, _ key: ServerKey
) throws -> String? {
  let dead = try transaction.messages(dueBy: .max, limit: OutboxEntries.limit).filter {
    $0.due == MessageRecord.never && $0.tenant == tenant
  }
  let failures = dead.compactMap { record -> DeliveryFailure? in
    guard let resting = RestingMessage(record, key), resting.message.to == target.value, resting.message.flow == flow,
      case .invitation = resting.message.content
    else { return nil }
    return resting.failure
  }
  return failures.max { $0.time < $1.time }?.reason
}

/// The invitations to a flow that are good for something.
private func openInvitations(
  _ owners: [String], _ flow: String, _ tenant: String, _ transaction: any StorageTransaction, _ key: ServerKey,
  now: Milliseconds
) throws -> [TicketRecord] {
  try owners.flatMap { try transaction.tickets(.invitation, account: $0, tenant: tenant) }.filter { ticket in
    let content = key.open(ticket.sealed, context: invitationContext(ticket.id))
    return ticket.used == nil && ticket.expires > now
      && content.flatMap { try? JSON.parse($0) }?["flow"]?.string == flow
  }
}

extension FlowTable {
  /// The attribute into which a flow takes over the address that was invited; nil where it redeems no invitations.
  func invitedAttribute(of flow: Flow) -> AttributeDefinition? {
    for call in flow.calls where call.definition.redeems == .invitation {
      guard let slot = Call<InvitationRedeem>(call)[InvitationRedeem.into] else { continue }
      return definition(of: slot, in: flow)
    }
    return nil
  }
}
