import FlowExpression
import FlowJSON
import FlowModel

/// Whose an account is: what a stranger has put on it, before its owner came, is not the owner's.
extension EffectStep {
  /// The bound account, which is the client's alone from here on: see `claim(_:keepingPassword:)`.
  mutating func claim() throws -> AccountRecord? {
    guard var account = try boundAccount(), try claim(&account) else { return try boundAccount() }
    try endSessions(of: &account)
    try write(account, changesCredentials: true)
    return account
  }

  /// Where this run has proven an address of the account that nobody had proven before, the account is taken possession of;
  /// whether it was.
  @discardableResult
  mutating func claim(_ account: inout AccountRecord, keepingPassword: Bool = false) throws -> Bool {
    guard account.isConfirmed, account.unproven.contains(where: { run.proofs.contains(.verified($0)) }) else {
      return false
    }
    try takePossession(of: &account, keepingPassword: keepingPassword)
    return true
  }

  /// Takes off an account what this run has not shown to be its own: identifiers that nobody has proven, and, unless this
  /// run has created the account or given its password, all addresses that it has not proven itself, the second factors that
  /// functions show, what flows decide by that no second factor is asked for, the password, and whoever is signed in.
  func takePossession(of account: inout AccountRecord, keepingPassword: Bool) throws {
    let isOwn =
      isUnchanged(account)
      && (run.proofs.contains(.created(account.id)) || run.proofs.contains(.authenticated(account.id)))
    let strange = account.identifiers.filter {
      isAddress($0) && !run.proofs.contains(.verified($0)) && (!isOwn || account.unproven.contains($0))
    }
    account.identifiers.removeAll(where: strange.contains)
    account.unproven = []
    try drop(strange.map(\.attribute) + (isOwn ? [] : unprovenContacts(account) + aboutFactors), from: &account)
    if !isOwn, !keepingPassword {
      account.passwordHash = nil
      account.earlierPasswordHashes = []
      try endSessions(of: &account)
    }
  }

  /// The attributes, to which the tenant sends messages, whose values in the account this run has not proven.
  private func unprovenContacts(_ account: AccountRecord) throws -> [String] {
    let held = try account.held()
    return table.attributes.enumerated().compactMap { index, attribute in
      guard attribute.type.isAddress, !attribute.isIdentifier, program.isSentTo(firstAttributeSlot + Slot(index)),
        case .string(let text)? = value(of: attribute, in: account, held),
        !run.proofs.contains(.verified(Identifier(attribute: attribute.name, value: attribute.normalised(text))))
      else { return nil }
      return attribute.name
    }
  }

  /// The attributes that hold second factors which functions show, or by which flows do without one: no run proves them,
  /// whoever has put them there.
  private var aboutFactors: [String] {
    table.attributes.indices.filter { index in
      let slot = firstAttributeSlot + Slot(index)
      return (program.isShown(slot) || program.decides(slot)) && !table.attributes[index].isIdentifier
    }
    .map { table.attributes[$0].name }
  }

  private func drop(_ attributes: [String], from account: inout AccountRecord) throws {
    if attributes.isEmpty { return }
    var held = try account.held()
    for attribute in attributes { held[attribute] = nil }
    account.attributes = JSON.object(held).text
  }
}

extension AccountRecord {
  /// The attributes it holds.
  func held() throws(StorageError) -> JSONObject {
    guard case .object(let held)? = try? JSON.parse(attributes) else {
      throw .corrupted("the attributes of account \(id)")
    }
    return held
  }
}

/// What a run has read of its account is a snapshot: what is as it was read is not written back, and a decision that rests on
/// it is void when the account has changed since.
extension EffectStep {
  /// Whether the run holds of an attribute what it has read of the account, and so has collected nothing.
  func isAsRead(_ slot: Slot) -> Bool { run.readings.contains { $0.slot == slot && $0.value == run[slot] } }

  /// Whether the account still holds what this run has read of it.
  func holdsReadings(_ account: AccountRecord) throws -> Bool {
    let held = try account.held()
    return run.readings.allSatisfy { reading in
      guard let attribute = table.definition(of: reading.slot, in: flow) else { return true }
      return value(of: attribute, in: account, held) == reading.value
    }
  }

  /// Refuses to go on where the account is no longer what this run has read.
  func checkReadings() throws {
    guard !run.readings.isEmpty, let account = try boundAccount() else { return }
    if !(try holdsReadings(account)) { throw denied("the account has changed since it was read") }
  }

  /// Refuses to tell others of an account, or to send a link that lets in, by a run that rests on a proof from before the ways
  /// into the account changed. Whoever has proven nothing, as for a reset, is not asked; nor is, without `ofCreator`, whoever
  /// only created it: what is sent goes to its address.
  func checkGrounds(ofCreator: Bool = true) throws {
    guard let account = try boundAccount() else { return }
    let isMine =
      run.proofs.contains(.authenticated(account.id)) || ofCreator && run.proofs.contains(.created(account.id))
    let hasProven = run.proofs.contains { if case .verified = $0 { true } else { false } }
    if try isMine && ownAccount() == nil || hasProven && !isUnchanged(account) {
      throw denied("what was proven of the account is void")
    }
  }

  /// What was read is now what this run has written.
  mutating func readAgain(_ account: AccountRecord) throws {
    let held = try account.held()
    for index in run.readings.indices {
      guard let attribute = table.definition(of: run.readings[index].slot, in: flow) else { continue }
      run.readings[index].value = value(of: attribute, in: account, held)
    }
  }

  /// Whether an account has other addresses than before: ways into it, or second factors.
  func hasOtherAddresses(_ account: AccountRecord, than before: AccountRecord) throws -> Bool {
    if account.identifiers != before.identifiers { return true }
    let (held, heldBefore) = (try account.held(), try before.held())
    return table.attributes.enumerated().contains { index, attribute in
      guard attribute.type.isAddress || program.isShown(firstAttributeSlot + Slot(index)), !attribute.isIdentifier
      else {
        return false
      }
      return value(of: attribute, in: account, held) != value(of: attribute, in: before, heldBefore)
    }
  }

  /// Whether the flow says what comes after an outcome that need not be handled.
  func isHandled(_ call: EffectCall, _ outcome: some EffectOutcome) -> Bool {
    call.transition(of: outcome.index) != nil
  }
}
