import FlowRuntime

extension SQLiteTransaction {
  func ticket(_ kind: TicketRecord.Kind, _ id: String) throws(StorageError) -> TicketRecord? {
    try database.row(
      "SELECT tenant, account, secret_hash, sealed, expires, used FROM tickets WHERE kind = ? AND id = ?",
      .integer(Int64(kind.rawValue)), .text(id)
    ) { (row) throws(StorageError) in
      var ticket = TicketRecord(
        kind: kind, id: id, tenant: try row.text(0), account: try row.text(1), secretHash: row.blob(2),
        sealed: row.blob(3), expires: row.integer(4))
      ticket.used = row.isNull(5) ? nil : row.integer(5)
      return ticket
    }
  }

  func put(_ ticket: TicketRecord) throws(StorageError) {
    try beginWriting()
    let values: [Value] = [
      .integer(Int64(ticket.kind.rawValue)), .text(ticket.id), .text(ticket.tenant), .text(ticket.account),
      .blob(ticket.secretHash), .blob(ticket.sealed), .integer(ticket.expires), .optional(ticket.used),
    ]
    // A ticket keeps its account and its end, whose indexes are left alone when the columns are not named.
    try database.execute(
      """
      INSERT INTO tickets (kind, id, tenant, account, secret_hash, sealed, expires, used)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (kind, id) DO UPDATE SET
        secret_hash = excluded.secret_hash, sealed = excluded.sealed, used = excluded.used
        WHERE tenant = excluded.tenant AND account = excluded.account AND expires = excluded.expires
      """, values)
    guard database.changes == 0 else { return }
    try database.execute(
      """
      REPLACE INTO tickets (kind, id, tenant, account, secret_hash, sealed, expires, used)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, values)
  }

  func tickets(
    _ kind: TicketRecord.Kind, account: String, tenant: String
  ) throws(StorageError) -> [TicketRecord] {
    try database.rows(
      "SELECT id, secret_hash, sealed, expires, used FROM tickets WHERE tenant = ? AND account = ? AND kind = ?",
      .text(tenant), .text(account), .integer(Int64(kind.rawValue))
    ) { (row) throws(StorageError) in
      var ticket = TicketRecord(
        kind: kind, id: try row.text(0), tenant: tenant, account: account, secretHash: row.blob(1),
        sealed: row.blob(2), expires: row.integer(3))
      ticket.used = row.isNull(4) ? nil : row.integer(4)
      return ticket
    }
  }

  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    try beginWriting()
    try database.execute(
      "DELETE FROM tickets WHERE tenant = ? AND account = ? AND kind = ?",
      .text(tenant), .text(account), .integer(Int64(kind.rawValue)))
  }
}
