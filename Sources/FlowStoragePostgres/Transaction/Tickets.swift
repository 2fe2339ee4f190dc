import FlowModel
import FlowRuntime

extension PostgresTransaction {
  func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord? {
    let key = KeyValueKey.ticket(kind, id)
    return try record(rows("SELECT record FROM usher_tickets WHERE key = $1", .key(key)), at: key)
  }

  func put(_ ticket: TicketRecord) throws(StorageError) {
    try write(
      """
      INSERT INTO usher_tickets (key, owner, expires, record) VALUES ($1, $2, $3, $4)
      ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, expires = excluded.expires, record = excluded.record
      """, .key(ticket.place), .key(.ticket(ticket.kind, of: ticket.account, tenant: ticket.tenant)),
      .integer(ticket.expires), .bytes(ticket.encodedBytes))
  }

  func tickets(
    _ kind: TicketRecord.Kind, account: String, tenant: String
  ) throws(StorageError) -> [TicketRecord] {
    try records(
      rows("SELECT record FROM usher_tickets WHERE owner = $1", .key(.ticket(kind, of: account, tenant: tenant))))
  }

  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    try write("DELETE FROM usher_tickets WHERE owner = $1", .key(.ticket(kind, of: account, tenant: tenant)))
  }

  // MARK: Messages

  func put(_ message: MessageRecord) throws(StorageError) {
    try write(
      """
      INSERT INTO usher_messages (key, due, expires, record) VALUES ($1, $2, $3, $4)
      ON CONFLICT (key) DO UPDATE SET due = excluded.due, expires = excluded.expires, record = excluded.record
      """, .key(message.place), .integer(message.due), .integer(message.expires), .bytes(message.encodedBytes))
  }

  func messages(dueBy now: Milliseconds, limit: Int) throws(StorageError) -> [MessageRecord] {
    if limit <= 0 { return [] }
    // With a lower end, too: where PostgreSQL (15.18) reads an index in which nothing ever was from its end on, it may miss that
    // another transaction writes the first row, and commits both.
    return try records(
      rows(
        "SELECT record FROM usher_messages WHERE due >= $1 AND due <= $2 ORDER BY due, key LIMIT $3",
        .integer(.min), .integer(now), .integer(Int64(limit))))
  }

  func message(_ id: RandomID) throws(StorageError) -> MessageRecord? {
    let key = KeyValueKey(.message, id.bytes)
    return try record(rows("SELECT record FROM usher_messages WHERE key = $1", .key(key)), at: key)
  }

  func waitingMessages() throws(StorageError) -> Int {
    let rows = try rows("SELECT count(*) FROM usher_messages WHERE due < $1", .integer(MessageRecord.never))
    return rows.count == 0 ? 0 : Int(rows.integer(0, 0))
  }

  func removeMessage(_ id: RandomID) throws(StorageError) {
    try write("DELETE FROM usher_messages WHERE key = $1", .key(KeyValueKey(.message, id.bytes)))
  }

  // MARK: What ended

  func removeExpired(before now: Milliseconds, limit: Int, keeping: [ContentHash]) throws(StorageError) -> Int {
    if limit <= 0 { return 0 }
    let (end, most) = (Value.integer(now), Value.integer(Int64(limit)))
    var count = try changes([
      (
        """
        DELETE FROM usher_runs WHERE key IN (SELECT key FROM usher_runs WHERE expires < $1 ORDER BY expires LIMIT $2)
        """, [end, most]
      ),
      (
        """
        DELETE FROM usher_counters
        WHERE key IN (SELECT key FROM usher_counters WHERE expires < $1 ORDER BY expires LIMIT $2)
        """, [end, most]
      ),
      (
        """
        DELETE FROM usher_tickets
        WHERE key IN (SELECT key FROM usher_tickets WHERE expires < $1 ORDER BY expires LIMIT $2)
        """, [end, most]
      ),
      (
        """
        DELETE FROM usher_messages
        WHERE key IN (SELECT key FROM usher_messages WHERE expires < $1 ORDER BY expires LIMIT $2)
        """, [end, most]
      ),
    ])
    let unpinned = try rows(
      "SELECT key FROM usher_tables WHERE NOT EXISTS (SELECT 1 FROM usher_runs WHERE pin = usher_tables.key) ORDER BY key"
    )
    let kept = Set(keeping.map(\.bytes))
    for hash in (0..<unpinned.count).map({ unpinned.bytes($0, 0) }).filter({ !kept.contains($0) }).prefix(limit) {
      try write("DELETE FROM usher_tables WHERE key = $1", .bytes(hash))
      count += 1
    }
    return count
  }
}
