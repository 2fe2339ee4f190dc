import FlowJSON
import FlowModel

extension EffectStep {
  mutating func checkPassword(_ call: Call<PasswordCheck>, _ permit: Permit) throws -> PasswordCheck.Outcome {
    let password = secret(call, PasswordCheck.password)
    let complaint = try complaint(about: password) ?? reuse(of: password, permit)
    return complaint.map(PasswordCheck.Outcome.refused) ?? .accepted
  }

  mutating func setPassword(_ call: Call<PasswordSet>, _ permit: Permit) throws -> PasswordSet.Outcome {
    let password = secret(call, PasswordSet.password)
    guard var account = try boundAccount() else { throw denied("password.set without an account") }
    if let complaint = try complaint(about: password) ?? reuse(of: password, permit) { return .refused(complaint) }
    let hash = try hash(of: password)
    if let old = account.passwordHash {
      account.earlierPasswordHashes = Array(([old] + account.earlierPasswordHashes).prefix(table.passwords.remember))
    }
    account.passwordHash = hash
    try claim(&account, keepingPassword: true)
    try endSessions(of: &account)
    try write(account, changesCredentials: true)
    return .set
  }

  mutating func verifyPassword(_ call: Call<PasswordVerify>, _ permit: Permit) throws -> PasswordVerify.Outcome {
    // Guessed too often by another of its names, it is one that nobody has.
    let account = permit.withholds(.guessesAtAccount) ? nil : try boundAccount()
    let password = secret(call, PasswordVerify.password)
    guard case .match(let isOutdated) = try comparison(of: password, with: account, permit), let account else {
      return .mismatch
    }
    bind(account)
    run.proofs.append(.authenticated(account.id))
    note(.authenticated(account.id), by: .password)
    if isOutdated { try renew(account, password) }
    return .match
  }

  /// Whether a password is an account's. Without one it takes as long, and answers the same.
  func matches(_ password: String, _ account: AccountRecord?, _ permit: Permit) throws -> Bool {
    if case .match = try comparison(of: password, with: account, permit) { true } else { false }
  }

  private func comparison(
    of password: String, with account: AccountRecord?, _ permit: Permit
  ) throws -> PasswordHasher.Comparison {
    try check(permit, for: .guess)
    let work = Work.verify(password: password, with: account?.passwordHash, by: table.passwords.hashing)
    guard case .compared(let comparison) = try result(of: work) else {
      throw StorageError.unavailable("no comparison")
    }
    return comparison
  }

  /// Makes anew what rests of a password that its owner has just typed. The password is the same, and so whatever rests on it
  /// stays good: sessions, grants, and what other runs have proven.
  private mutating func renew(_ account: AccountRecord, _ password: String) throws {
    var account = account
    account.passwordHash = try hash(of: password)
    try write(account)
  }

  /// What rests of a password.
  func hash(of password: String) throws -> String {
    guard case .hash(let hash) = try result(of: .hash(password: password, by: table.passwords.hashing)) else {
      throw StorageError.unavailable("no hash")
    }
    return hash
  }

  /// Which outcome of the policy a password has by itself; nil if it is accepted. What depends on an account is said only to
  /// who has proven to own it.
  func complaint(about password: String) throws -> PasswordComplaint? {
    let policy = table.passwords
    guard let normal = PasswordText.normal(password) else { throw StorageError.unavailable("no memory") }
    let length = normal.unicodeScalars.count
    if length < policy.minLength { return .too_short }
    if length > policy.maxLength { return .too_long }
    if PasswordClasses.count(in: normal) < policy.classes { return .too_weak }
    // It could become another one with the next version of Unicode, and lock its owner out.
    if !PasswordText.isStable(normal) { return .banned }
    let account = try ownAccount()
    if policy.forbidsIdentifier, containsIdentifier(normal, of: account) { return .banned }
    if PasswordText.consists(normal, of: policy.words) { return .banned }
    if policy.forbidsCommon, try result(of: .dictionary(password: normal)) == .holds(true) { return .banned }
    return try isLeaked(normal, policy) ? .banned : nil
  }

  /// Whether a password that the policy accepts otherwise is one of the account's last ones.
  ///
  /// INVARIANT: where too many were compared of late nothing is, and each one is refused: neither does anybody guess the
  /// account's password here, nor does an earlier one come back.
  private func reuse(of password: String, _ permit: Permit) throws -> PasswordComplaint? {
    let used = try lastPasswords(of: ownAccount())
    if used.isEmpty { return nil }
    if permit.withholds(.guessesAtFormer) { return .recently_used }
    try check(permit, for: .guess)
    for hash in used {
      let work = Work.verify(password: password, with: hash, by: nil)
      if case .compared(.match) = try result(of: work) { return .recently_used }
    }
    return nil
  }

  /// What rests of the passwords that an account may not get again.
  private func lastPasswords(of account: AccountRecord?) -> [String] {
    let used = [account?.passwordHash].compactMap { $0 } + (account?.earlierPasswordHashes ?? [])
    return Array(used.prefix(table.passwords.remember))
  }

  /// The account whose passwords a call compares a new one with, so that it could be guessed: by who owns it and has not
  /// shown its password, of whom so many comparisons are counted. What the policy refuses anyhow is not compared.
  func guessedByNewPassword(_ call: EffectCall) throws -> AccountRecord? {
    let parameters = call.definition.parameters
    guard let index = parameters.firstIndex(where: { $0.kind == .secret(.password) }),
      let password = call.slot(index).flatMap({ run.text($0) }), let account = try ownAccount(),
      !lastPasswords(of: account).isEmpty, !hasShownPassword(of: account), try complaint(about: password) == nil
    else { return nil }
    return account
  }

  /// Whether a password was published. Where that cannot be said, the step fails: a list that is not there must not let
  /// every password in. A function is told neither the password nor whose it is, but five digits of its digest.
  private func isLeaked(_ normal: String, _ policy: PasswordPolicy) throws -> Bool {
    switch policy.breaches {
    case nil: return false
    case .file(let path): return try result(of: .leak(password: normal, file: path)) == .holds(true)
    case .function(let index):
      guard let digest = PasswordDigest.sha1(normal), table.functions.indices.contains(Int(index)) else {
        throw StorageError.unavailable("no SHA-1: libcrypto is not installed")
      }
      let function = table.functions[Int(index)]
      let request: JSONObject = [
        "tenant": .string(table.tenant), "function": .string(function.name),
        "prefix": .string(String(digest.prefix(PasswordDigest.prefixLength))),
      ]
      return try result(of: .leaked(function, request: .object(request), digest: digest)) == .holds(true)
    }
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
