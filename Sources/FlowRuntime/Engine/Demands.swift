import FlowExpression
import FlowModel

extension EffectStep {
  /// Refuses an effect none of whose demands is met, or that was decided by what the account holds no more. The compiler
  /// proves that the former never happens; a table made by hand, or a flaw of the compiler, must not get further than here.
  func checkDemands(of call: EffectCall) throws {
    let demands = call.effect.definition.demands
    if call.effect.definition.needsEnabled { try checkEnabled(before: call.effect.name) }
    if call.effect.definition.needsPresentReadings { try checkReadings() }
    if demands.isEmpty { return }
    for demand in demands where try isMet(demand, call) { return }
    let named = demands.compactMap { demand in
      if case .verifiedParameter(let parameter) = demand {
        call.slot(parameter).flatMap(identifier)?.value
      } else {
        nil
      }
    }
    try violate("\(call.effect.name) without the proof that must stand before it", subject: named)
  }

  /// Who was shut out neither takes the account away, to come again as somebody new, nor acts for the tenant: also not in a
  /// run that was under way before.
  func checkEnabled(before action: String) throws {
    if try boundAccount()?.isEnabled == false {
      try violate("\(action) of an account that is disabled", isProvable: false)
    }
  }

  private func isMet(_ demand: Demand, _ call: EffectCall) throws -> Bool {
    switch demand {
    case .verifiedParameter(let parameter):
      guard let identifier = call.slot(parameter).flatMap(identifier) else { return false }
      return run.proofs.contains(.verified(identifier))
    case .verifiedAccount:
      return try boundAccount().map(isVerified) ?? false
    case .created:
      return try boundAccount().map(isCreator) ?? false
    case .authenticated:
      return try boundAccount().map(isAuthenticated) ?? false
    case .parameterIs(let parameter, let word), .optedOut(let parameter, let word):
      return call.says(word, at: parameter)
    case .noAddress(let parameter):
      guard let slot = call.slot(parameter) else { return false }
      return table.definition(of: slot, in: flow)?.type.isAddress == false
    case .ownAddress(let parameter):
      guard let target = call.slot(parameter).flatMap(identifier) else { return false }
      return try boundAccount() == nil || hadAddress(target)
    }
  }

  /// The ways into an account, as a short keyed hash: another one after each change of its password or its addresses, and
  /// none is a disabled account's. A password that is hashed anew is the same way in.
  func credentials(_ account: AccountRecord) -> [UInt8] {
    ports.key.hash(Array(credentialText(account).utf8), .ticket, length: 8)
  }

  private func credentialText(_ account: AccountRecord) -> String {
    let flags = [account.isEnabled, account.passwordHash != nil].map { $0 ? "1" : "0" }.joined()
    return "ways\0\(account.id)\0\(account.credentialsVersion)\0\(flags)"
  }

  /// The same as it was when the hash of the password stood in it: runs from then go on.
  private func earlierCredentialText(_ account: AccountRecord) -> String? {
    var ways = account.isEnabled ? account.passwordHash : "disabled\0" + (account.passwordHash ?? "")
    if account.credentialsVersion > 0 { ways = "\(account.credentialsVersion)\0" + (ways ?? "") }
    return ways
  }

  /// Whether the ways into the account are still those that it had when the run was bound to it. What was proven before is
  /// void: a reset ends what a stranger has begun. Runs from before this was kept have nothing to compare.
  func isUnchanged(_ account: AccountRecord) -> Bool {
    guard let known = run.credentials else { return true }
    let earlier = earlierCredentialText(account)
    if known.isEmpty { return earlier == nil }
    return [credentialText(account), earlier].contains { text in
      text.map { ports.key.isHash(known, of: Array($0.utf8), .ticket, length: 8) } ?? false
    }
  }

  /// Keeps that control over an address is proven, of the account that it identifies as it is now: in whichever attribute
  /// it stands.
  mutating func prove(_ address: Identifier) throws(StorageError) {
    for name in names(of: address) {
      if !run.proofs.contains(.verified(name)) { run.proofs.append(.verified(name)) }
      run.provenFor[name] = try accounts.account(name)?.credentialsVersion ?? 0
    }
    if let account = try boundAccount() { run[AccountFact.confirmed.slot] = .bool(isConfirmed(account)) }
  }

  /// Keeps that an address was invited: it is proven for the account that this run makes, and void where one is found.
  mutating func prove(invited address: Identifier) {
    for name in names(of: address) where !run.proofs.contains(.verified(name)) {
      run.proofs.append(.verified(name))
      run.provenFor[name] = Run.forNewAccount
    }
  }

  /// An account that this run makes: what was proven of its addresses is proven of it.
  mutating func keepProofs(of account: AccountRecord) {
    for identifier in account.identifiers where run.provenFor[identifier] != nil {
      run.provenFor[identifier] = account.credentialsVersion
    }
  }

  /// Forgets what was proven of the addresses of an account before the ways into it changed.
  mutating func forgetOldProofs(of account: AccountRecord) {
    forget(
      account.identifiers.filter { address in
        run.provenFor[address].map { $0 != account.credentialsVersion } ?? false
      })
  }

  /// Forgets what was proven of an account.
  mutating func forgetProofs(of account: AccountRecord) {
    run.proofs.removeAll { $0 == .authenticated(account.id) || $0 == .created(account.id) }
    forget(account.identifiers)
  }

  private mutating func forget(_ addresses: [Identifier]) {
    if addresses.isEmpty || run.proofs.isEmpty { return }
    let all = Set(addresses.flatMap(names))
    run.proofs.removeAll { proof in
      if case .verified(let address) = proof { all.contains(address) } else { false }
    }
  }

  /// An address as each attribute holds it that compares addresses alike.
  func names(of address: Identifier) -> [Identifier] {
    guard let own = table.attributes.first(where: { $0.name == address.attribute }), own.type.isAddress else {
      return [address]
    }
    return table.attributes.filter(own.holdsSameAddresses).map {
      Identifier(attribute: $0.name, value: address.value)
    }
  }

  /// The bound account, if it was created in this run or its owner is present.
  func ownAccount() throws(StorageError) -> AccountRecord? {
    guard let account = try boundAccount() else { return nil }
    return isAuthenticated(account) || isCreator(account) ? account : nil
  }

  /// Whether the account's owner is here. Of one that may sign in though nobody has proven its address, that is who created
  /// it; a pending one waits for its owner.
  func isAuthenticated(_ account: AccountRecord) -> Bool {
    run.proofs.contains(.authenticated(account.id)) && isUnchanged(account) || isVerified(account)
      || isCreator(account) && isConfirmed(account)
  }

  /// Whether the account was created in this run, and is still its creator's. One that was created without a proof is its
  /// owner's as soon as the owner has confirmed it or set its password, perhaps in another run.
  private func isCreator(_ account: AccountRecord) -> Bool {
    guard run.proofs.contains(.created(account.id)), isUnchanged(account) else { return false }
    return isVerified(account) || account.identifiers.allSatisfy { !isAddress($0) || account.unproven.contains($0) }
  }

  func isAddress(_ identifier: Identifier) -> Bool {
    table.attributes.first { $0.name == identifier.attribute }?.type.isAddress ?? true
  }

  /// Whether control over one of the account's identifiers was proven in this run.
  func isVerified(_ account: AccountRecord) -> Bool {
    isUnchanged(account) && account.identifiers.contains { run.proofs.contains(.verified($0)) }
  }
}
