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
    try database.execute(
      """
      REPLACE INTO tickets (kind, id, tenant, account, secret_hash, sealed, expires, used)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(Int64(ticket.kind.rawValue)), .text(ticket.id), .text(ticket.tenant), .text(ticket.account),
      .blob(ticket.secretHash), .blob(ticket.sealed), .integer(ticket.expires), .optional(ticket.used))
  }

  func removeTickets(_ kind: TicketRecord.Kind, account: String, tenant: String) throws(StorageError) {
    try beginWriting()
    try database.execute(
      "DELETE FROM tickets WHERE tenant = ? AND account = ? AND kind = ?",
      .text(tenant), .text(account), .integer(Int64(kind.rawValue)))
  }
}
