import FlowModel
import FlowRuntime

extension PostgresTransaction {
  func append(_ audit: AuditRecord) throws(StorageError) -> Bool {
    // In one round trip, as whoever appends has to know.
    try changes([
      (
        "INSERT INTO usher_audit (key, record) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING",
        [.key(audit.place), .bytes(audit.encodedBytes)]
      )
    ]) > 0
  }

  func audit(chain: Int64, after number: Int64, limit: Int) throws(StorageError) -> [AuditRecord] {
    try records(
      rows(
        "SELECT record FROM usher_audit WHERE key > $1 AND key < $2 ORDER BY key LIMIT $3",
        .key(.audit(chain: chain, number: number)), .bytes(KeyValueKey.audit(chain: chain).end),
        .integer(Int64(max(0, limit)))))
  }
}
