import FlowModel

extension EffectStep {
  mutating func checkPassword(_ call: Call<PasswordCheck>) throws -> PasswordCheck.Outcome {
    try complaint(about: secret(call, PasswordCheck.password)).map(PasswordCheck.Outcome.refused) ?? .accepted
  }

  mutating func setPassword(_ call: Call<PasswordSet>) throws -> PasswordSet.Outcome {
    let password = secret(call, PasswordSet.password)
    try checkReadings()
    guard var account = try boundAccount() else { throw denied("password.set without an account") }
    if let complaint = try complaint(about: password) { return .refused(complaint) }
    let hash = try hash(of: password)
    if let old = account.passwordHash {
      account.earlierPasswordHashes = Array(([old] + account.earlierPasswordHashes).prefix(table.passwords.remember))
    }
    account.passwordHash = hash
    try claim(&account, keepingPassword: true)
    try endSessions(of: account)
    try write(account, changesCredentials: true)
    return .set
  }

  mutating func verifyPassword(_ call: Call<PasswordVerify>) throws -> PasswordVerify.Outcome {
    let account = try boundAccount()
    guard try matches(secret(call, PasswordVerify.password), account), let account else {
      return .mismatch
    }
    bind(account)
    run.proofs.append(.authenticated(account.id))
    note(.authenticated(account.id), by: .password)
    return .match
  }

  /// Whether a password is an account's. Without one a hash is compared all the same: it takes as long, and answers the
  /// same.
  func matches(_ password: String, _ account: AccountRecord?) throws -> Bool {
    let holds = try result(of: .verify(password: password, hash: account?.passwordHash)) == .holds(true)
    return holds && account?.passwordHash != nil
  }

  /// What rests of a password.
  func hash(of password: String) throws -> String {
    guard case .hash(let hash) = try result(of: .hash(password: password)) else {
      throw StorageError.unavailable("no hash")
    }
    return hash
  }

  /// Which outcome of the policy a password has; nil if it is accepted. What depends on an account is said only to who
  /// has proven to own it: others could guess its password here without end.
  func complaint(about password: String) throws -> PasswordComplaint? {
    let policy = table.passwords
    let length = password.unicodeScalars.count
    if length < policy.minLength { return .too_short }
    if length > policy.maxLength { return .too_long }
    if PasswordClasses.count(in: password) < policy.classes { return .too_weak }
    let account = try ownAccount()
    if policy.forbidsIdentifier, containsIdentifier(password, of: account) { return .banned }
    if policy.forbidsCommon, try result(of: .dictionary(password: password)) == .holds(true) { return .banned }
    if policy.remember > 0, let account {
      let used = [account.passwordHash].compactMap { $0 } + account.earlierPasswordHashes
      for hash in used.prefix(policy.remember)
      where try result(of: .verify(password: password, hash: hash)) == .holds(true) { return .recently_used }
    }
    return nil
  }

  /// Whether the password holds an identifier of this run or of the account, or the part before its `@`.
  private func containsIdentifier(_ password: String, of account: AccountRecord?) -> Bool {
    let password = password.lowercased()
    let names = table.identifierSlots.compactMap { run.text($0) } + (account?.identifiers.map(\.value) ?? [])
    return names.contains { name in
      let parts = name.lowercased().split(separator: "@", maxSplits: 1).prefix(1) + [Substring(name.lowercased())]
      return parts.contains { $0.count >= 4 && password.contains($0) }
    }
  }
}

/// The kinds of characters in a password: lower case, upper case, digits, others.
enum PasswordClasses {
  static func count(in password: String) -> Int {
    var found: Set<Int> = []
    for scalar in password.unicodeScalars {
      let properties = scalar.properties
      found.insert(
        properties.isLowercase ? 0 : properties.isUppercase ? 1 : properties.numericType == .decimal ? 2 : 3)
    }
    return found.count
  }
}
