import FlowModel
import FlowRuntime

extension SQLiteTransaction {
  /// The number of an account that is no tenant's: see `Schema.version5`.
  private static let decoy: Int64 = 0

  func account(_ id: String, tenant: String) throws(StorageError) -> AccountRecord? {
    let number = try database.row("SELECT number FROM accounts WHERE tenant = ? AND id = ?", .text(tenant), .text(id)) {
      $0.integer(0)
    }
    return try account(number: number)
  }

  func account(_ identifier: Identifier, tenant: String) throws(StorageError) -> AccountRecord? {
    try account(number: owner(of: identifier, tenant: tenant))
  }

  func put(_ account: AccountRecord) throws(StorageError) -> Bool {
    let present = try database.row(
      "SELECT number FROM accounts WHERE tenant = ? AND id = ?", .text(account.tenant), .text(account.id)
    ) { $0.integer(0) }
    for identifier in account.identifiers {
      let owner = try owner(of: identifier, tenant: account.tenant)
      guard owner == nil || owner == present else { return false }
    }
    try beginWriting()
    let written = try database.rows(
      """
      INSERT INTO accounts
        (number, tenant, id, is_confirmed, is_enabled, attributes, password_hash, created, version, credentials_version,
          session_epoch)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET
        is_confirmed = excluded.is_confirmed, is_enabled = excluded.is_enabled, attributes = excluded.attributes,
        password_hash = excluded.password_hash, created = excluded.created, version = excluded.version,
        credentials_version = excluded.credentials_version, session_epoch = excluded.session_epoch
      RETURNING number
      """,
      .optional(present), .text(account.tenant), .text(account.id), .bool(account.isConfirmed),
      .bool(account.isEnabled), .text(account.attributes), .optional(account.passwordHash), .integer(account.created),
      .integer(account.version), .integer(account.credentialsVersion), .integer(account.sessionEpoch)
    ) { $0.integer(0) }
    guard let number = written.first else { throw .corrupted("account \(account.id)") }
    if present != nil { try database.execute("DELETE FROM identifiers WHERE account = ?", .integer(number)) }
    for (position, identifier) in account.identifiers.enumerated() {
      // What is there by now is this account's own: an identifier listed twice.
      try database.execute(
        """
        INSERT OR IGNORE INTO identifiers (tenant, attribute, value, account, position, is_proven)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .text(account.tenant), .text(identifier.attribute), .text(identifier.value), .integer(number),
        .integer(Int64(position)), .bool(!account.unproven.contains(identifier)))
    }
    if present != nil { try database.execute("DELETE FROM earlier_passwords WHERE account = ?", .integer(number)) }
    for (position, hash) in account.earlierPasswordHashes.enumerated() {
      try database.execute(
        "INSERT INTO earlier_passwords (account, position, hash) VALUES (?, ?, ?)",
        .integer(number), .integer(Int64(position)), .text(hash))
    }
    return true
  }

  func accounts(after last: AccountPlace?, limit: Int) throws(StorageError) -> [AccountRecord] {
    let numbers = try database.rows(
      "SELECT number FROM accounts WHERE (tenant, id) > (?, ?) ORDER BY tenant, id LIMIT ?",
      .text(last?.tenant ?? ""), .text(last?.id ?? ""), .integer(Int64(max(0, limit)))
    ) { $0.integer(0) }
    var accounts: [AccountRecord] = []
    for number in numbers { if let account = try account(number: number) { accounts.append(account) } }
    return accounts
  }

  func removeAccount(_ id: String, tenant: String) throws(StorageError) {
    try beginWriting()
    database.noteErasure()
    try database.execute("DELETE FROM accounts WHERE tenant = ? AND id = ?", .text(tenant), .text(id))
  }

  private func owner(of identifier: Identifier, tenant: String) throws(StorageError) -> Int64? {
    try database.row(
      "SELECT account FROM identifiers WHERE tenant = ? AND attribute = ? AND value = ?",
      .text(tenant), .text(identifier.attribute), .text(identifier.value)
    ) { $0.integer(0) }
  }

  private func account(number: Int64?) throws(StorageError) -> AccountRecord? {
    guard let number else {
      // In place of one that is not there, one that is nobody's is read: the time does not tell.
      _ = try self.account(number: Self.decoy)
      return nil
    }
    let identifiers = try database.rows(
      "SELECT attribute, value, is_proven FROM identifiers WHERE account = ? ORDER BY position", .integer(number)
    ) { (row) throws(StorageError) in
      (name: Identifier(attribute: try row.text(0), value: try row.text(1)), isProven: row.bool(2))
    }
    let hashes = try database.rows(
      "SELECT hash FROM earlier_passwords WHERE account = ? ORDER BY position", .integer(number)
    ) { (row) throws(StorageError) in try row.text(0) }
    return try database.row(
      """
      SELECT id, tenant, is_confirmed, is_enabled, attributes, password_hash, created, version, credentials_version,
        session_epoch
      FROM accounts WHERE number = ?
      """, .integer(number)
    ) { (row) throws(StorageError) in
      var account = AccountRecord(
        id: try row.text(0), tenant: try row.text(1), isConfirmed: row.bool(2),
        identifiers: identifiers.map(\.name),
        attributes: try row.text(4), created: row.integer(6))
      account.unproven = Set(identifiers.lazy.filter { !$0.isProven }.map(\.name))
      account.isEnabled = row.bool(3)
      account.passwordHash = row.isNull(5) ? nil : try row.text(5)
      account.earlierPasswordHashes = hashes
      account.version = row.integer(7)
      account.credentialsVersion = row.integer(8)
      account.sessionEpoch = row.integer(9)
      return account
    }
  }
}
