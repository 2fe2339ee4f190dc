import FlowExpression
import FlowJSON
import FlowModel

extension EffectStep {
  mutating func findAccount(_ call: Call<AccountFind>) throws -> AccountFind.Outcome {
    bind(nil)
    run.lookedUp = call[AccountFind.identifier].flatMap(identifier)
    guard let lookedUp = run.lookedUp, let account = try accounts.account(lookedUp) else {
      return .missing
    }
    bind(account)
    return .found
  }

  mutating func createAccount(_ call: Call<AccountCreate>) throws -> AccountCreate.Outcome {
    bind(nil)
    guard let slot = call[AccountCreate.identifier], let identifier = identifier(slot) else {
      throw denied("an account without an identifier")
    }
    run.lookedUp = identifier
    // The password first, and its hash in any case: neither what is answered nor the time tells who has an account.
    var hash: String?
    if call.call.createsWithPassword {
      let password = secret(call, AccountCreate.password)
      if let complaint = try complaint(about: password) { return .refused(complaint) }
      hash = try self.hash(of: password)
    }
    if try accounts.account(identifier) != nil { return .exists }
    var account = AccountRecord(
      id: newTextID(), tenant: table.tenant, isConfirmed: call[AccountCreate.status] != .pending,
      identifiers: [identifier] + otherIdentifiers(than: slot), attributes: "", created: now)
    account.passwordHash = hash
    account.unproven = Set(account.identifiers.filter { isAddress($0) && !run.proofs.contains(.verified($0)) })
    account.attributes = JSON.object(collectedAttributes(for: account, by: call.call)).text
    guard try accounts.put(account, isNew: true, on: evidence(about: account.id)) else { return .exists }
    keepProofs(of: account)
    bind(account)
    run.proofs.append(.created(account.id))
    return .created
  }

  mutating func confirmAccount(_ call: Call<AccountConfirm>) throws -> AccountConfirm.Outcome {
    guard var account = try boundAccount() else { throw denied("account.confirm without an account") }
    if account.isConfirmed, !account.unproven.contains(where: { run.proofs.contains(.verified($0)) }) {
      return .already
    }
    try takePossession(of: &account, keepingPassword: call[AccountConfirm.keep] == .password)
    // Only now, as who confirms an account otherwise vouches for all that it is found by.
    account.isConfirmed = true
    // What others have begun with it, who were before its owner, is void: also where there was no password to take off.
    try write(account, changesCredentials: true)
    return .confirmed
  }

  mutating func updateAccount(_ call: Call<AccountUpdate>) throws -> AccountUpdate.Outcome {
    guard var account = try boundAccount() else { throw denied("account.update without an account") }
    if !(try holdsReadings(account)) {
      if isHandled(call.call, AccountUpdate.Outcome.conflict) { return .conflict }
      throw denied("the account has changed since it was read")
    }
    let isTaken = try claim(&account)
    let before = account
    let proven = (run.proofs, run.provenFor)
    // What is taken off by that is not written back.
    var attributes = try account.held()
    var former: [Identifier] = []
    for slot in table.identifierSlots where call.call.writes(slot) && !isAsRead(slot) {
      guard let identifier = identifier(slot), !account.identifiers.contains(identifier) else { continue }
      // A new identifier belongs to whoever proved it; an unproven one must not become a way in.
      if !isProven(identifier, slot) {
        try violate("a new identifier that was not verified", subject: [identifier.value])
      }
      let replaced = account.identifiers.filter { $0.attribute == identifier.attribute }
      // Its names stay taken.
      if !replaced.isEmpty { try checkEnabled(before: "another name") }
      account.identifiers.removeAll(where: replaced.contains)
      account.identifiers.append(identifier)
      if table.definition(of: slot, in: flow)?.type.isAddress == false { rename(replaced, to: identifier) }
      former += replaced
    }
    for attribute in removedAttributes(by: call.call) { attributes[attribute] = nil }
    for member in collectedAttributes(for: account, by: call.call).members { attributes[member.name] = member.value }
    account.attributes = JSON.object(attributes).text
    let isOther = try isTaken || hasOtherAddresses(account, than: before)
    guard try write(account, changesCredentials: isOther) else {
      // INVARIANT: the name is another account's, and so is what is proven by it.
      (run.proofs, run.provenFor) = proven
      if isHandled(call.call, AccountUpdate.Outcome.taken) { return .taken }
      throw denied("an identifier belongs to another account")
    }
    hasChangedAddress = try hasOtherAddresses(account, than: before)
    run.formerAddresses += former.filter { isAddress($0) && !run.formerAddresses.contains($0) }
    try readAgain(account)
    return .updated
  }

  mutating func discardAccount(_ call: Call<AccountDiscard>) throws -> AccountDiscard.Outcome {
    guard let id = run.account else { throw denied("account.discard without an account") }
    try accounts.discard(id, on: evidence(about: id))
    run.proofs.removeAll { $0 == .created(id) || $0 == .authenticated(id) }
    bind(nil)
    return .discarded
  }

  mutating func deleteAccount(_ call: Call<AccountDelete>) throws -> AccountDelete.Outcome {
    guard let account = try boundAccount() else { throw denied("account.delete without an account") }
    try accounts.discard(account.id, on: evidence(about: account.id))
    let former = run.formerAddresses + account.identifiers.filter(isAddress)
    forgetProofs(of: account)
    bind(nil)
    // A farewell can still be said.
    run.formerAddresses = former
    return .deleted
  }

  mutating func disableAccount(_ call: Call<AccountDisable>) throws -> AccountDisable.Outcome {
    guard var account = try boundAccount() else { throw denied("account.disable without an account") }
    account.isEnabled = false
    try endSessions(of: &account)
    try write(account, changesCredentials: true)
    return .disabled
  }

  mutating func readAccount(_ call: Call<AccountRead>) throws -> AccountRead.Outcome {
    guard let slot = call[AccountRead.attribute], let definition = table.definition(of: slot, in: flow),
      let account = try boundAccount()
    else { throw denied("account.read without an account") }
    let value = try value(of: definition, in: account)
    // What a second factor is made of, or decided by, does not count as absent because its type has changed.
    if value == nil, definition.type.isAddress || program.isShown(slot) || program.decides(slot),
      try Self.held(definition, account.held()) != nil
    {
      throw denied("the account's value of \(definition.name) is not allowed any more")
    }
    run[slot] = value
    run.readings.removeAll { $0.slot == slot }
    run.readings.append(Reading(slot: slot, value: run[slot]))
    return run[slot] == nil ? .absent : .present
  }

  /// What an account holds of an attribute. The account may be older than the attribute's type: a value that this one does
  /// not allow is none.
  func value(of attribute: AttributeDefinition, in account: AccountRecord) throws -> Value? {
    value(of: attribute, in: account, try account.held())
  }

  /// The same, of an account whose attributes were read already.
  func value(of attribute: AttributeDefinition, in account: AccountRecord, _ attributes: JSONObject) -> Value? {
    if attribute.isIdentifier {
      return account.identifiers.first { $0.attribute == attribute.name }.map { .string($0.value) }
    }
    guard let held = Self.held(attribute, attributes) else { return nil }
    let rule = code.rules.first { $0.definition.name == attribute.name }
    let rests = Value(held, for: attribute.type)
    let value = attribute.type == .phone ? rule?.tidied(rests) ?? rests : rests
    return (rule?.complaint(about: value) ?? attribute.complaint(about: value)) == nil ? value : nil
  }

  /// What an account's attributes hold of one that does not identify it, whether its type allows it or not.
  private static func held(_ attribute: AttributeDefinition, _ attributes: JSONObject) -> JSON? {
    guard let held = attributes[attribute.name], held != .null else { return nil }
    return held
  }

  /// The attributes of this run that belong to an account. One that identifies accounts is its own or none of it: what
  /// nobody proved must not pass for the account's address, in a token for instance.
  private func collectedAttributes(for account: AccountRecord, by call: EffectCall) -> JSONObject {
    var object = JSONObject()
    for (index, attribute) in table.attributes.enumerated() where !attribute.isTransient {
      let slot = firstAttributeSlot + Slot(index)
      guard call.writes(slot), let value = run[slot], !isAsRead(slot) else { continue }
      if attribute.isIdentifier, identifier(slot).map(account.identifiers.contains) != true { continue }
      object[attribute.name] = JSON(value)
    }
    return object
  }

  /// The attributes that the client has taken out of the account. By what it is found it stays.
  private func removedAttributes(by call: EffectCall) -> [String] {
    table.attributes.indices.filter { index in
      call.writes(firstAttributeSlot + Slot(index)) && !table.attributes[index].isIdentifier
        && !table.attributes[index].isTransient
        && run.removed.contains(firstAttributeSlot + Slot(index)) && run[firstAttributeSlot + Slot(index)] == nil
    }.map { table.attributes[$0].name }
  }

  /// What was proven of an account by a name that is no address is proven by its new name, and by the former one no more:
  /// that may be another account's soon.
  private mutating func rename(_ former: [Identifier], to identifier: Identifier) {
    let count = run.proofs.count
    run.proofs.removeAll { proof in former.contains { proof == .verified($0) } }
    guard run.proofs.count < count else { return }
    run.proofs.append(.verified(identifier))
    run.provenFor[identifier] = run.provenFor.removeValue(forKey: former.first ?? identifier)
  }

  /// The further identifiers collected in this run that nobody needs to prove, or that were proven.
  private func otherIdentifiers(than first: Slot) -> [Identifier] {
    table.identifierSlots.filter { $0 != first }.compactMap { slot in
      identifier(slot).flatMap { isProven($0, slot) ? $0 : nil }
    }
  }

  private func isProven(_ identifier: Identifier, _ slot: Slot) -> Bool {
    table.definition(of: slot, in: flow)?.type.isAddress == false || run.proofs.contains(.verified(identifier))
  }
}
