import FlowModel
import FlowRuntime

extension PostgresTransaction {
  // Where there is no such account, one that is nobody's is read, so that the time does not tell (the key 00 of `Schema`).

  func account(_ id: String, tenant: String) throws(StorageError) -> AccountRecord? {
    let key = KeyValueKey(.account, texts: tenant, id)
    return try account(
      rows(
        """
        SELECT record, key FROM usher_accounts
        WHERE key = COALESCE((SELECT key FROM usher_accounts WHERE key = $1), decode('00', 'hex'))
        """, .key(key)))
  }

  func account(_ identifier: Identifier, tenant: String) throws(StorageError) -> AccountRecord? {
    try account(
      rows(
        """
        SELECT record, key FROM usher_accounts
        WHERE key = COALESCE((SELECT account FROM usher_identifiers WHERE key = $1), decode('00', 'hex'))
        """, .key(.owner(identifier, tenant))))
  }

  private func account(_ rows: Rows) throws(StorageError) -> AccountRecord? {
    if rows.count == 0 || rows.bytes(0, 1) == [0] { return nil }
    return try record(rows, at: KeyValueKey(bytes: rows.bytes(0, 1)))
  }

  func put(_ account: AccountRecord) throws(StorageError) -> Bool {
    var (account, wanted) = (account, Set<KeyValueKey>())
    account.identifiers = account.identifiers.filter { wanted.insert(.owner($0, account.tenant)).inserted }
    account.unproven.formIntersection(account.identifiers)
    let place = Value.key(account.place)
    let present: (StaticString, [Value]) = ("SELECT key FROM usher_identifiers WHERE account = $1", [place])
    let owners = wanted.map { key -> (StaticString, [Value]) in
      ("SELECT account FROM usher_identifiers WHERE key = $1", [.key(key)])
    }
    let found = try rows(of: [present] + owners)
    guard let own = found.first else { return false }
    for owner in found.dropFirst() where owner.count > 0 && owner.bytes(0, 0) != account.place.bytes { return false }
    try write(
      """
      INSERT INTO usher_accounts (key, record) VALUES ($1, $2)
      ON CONFLICT (key) DO UPDATE SET record = excluded.record
      """, place, .bytes(account.encodedBytes))
    let kept = Set((0..<own.count).map { KeyValueKey(bytes: own.bytes($0, 0)) })
    for key in kept.subtracting(wanted) { try write("DELETE FROM usher_identifiers WHERE key = $1", .key(key)) }
    for key in wanted.subtracting(kept) {
      try write("INSERT INTO usher_identifiers (key, account) VALUES ($1, $2)", .key(key), place)
    }
    return true
  }

  func removeAccount(_ id: String, tenant: String) throws(StorageError) {
    try write("DELETE FROM usher_accounts WHERE key = $1", .key(KeyValueKey(.account, texts: tenant, id)))
  }

  func accounts(after last: AccountPlace?, limit: Int) throws(StorageError) -> [AccountRecord] {
    if limit <= 0 { return [] }
    let all = KeyValueKey(.account)
    let start = last.map { KeyValueKey(.account, texts: $0.tenant, $0.id) } ?? all
    return try records(
      rows(
        "SELECT record FROM usher_accounts WHERE key > $1 AND key < $2 ORDER BY key LIMIT $3", .key(start),
        .bytes(all.end), .integer(Int64(limit))))
  }
}
