import FlowRuntime

/// The tables, and how those of earlier versions become them.
///
/// A released step never changes. Keys and records are bytes (`KeyValueRecord`): texts may have characters that no text of
/// PostgreSQL may, and differ and are ordered as their bytes. Times are milliseconds since 1970. No more of SQL is used than
/// CockroachDB and YugabyteDB speak too: no advisory locks, no extensions, no types of our own.
struct Schema {
  /// The steps, from the first version on.
  let steps: [String]

  static let current = Schema(steps: [
    """
    CREATE TABLE usher_runs (
      key BYTEA PRIMARY KEY, pin BYTEA NOT NULL, expires INT8 NOT NULL, record BYTEA NOT NULL);
    CREATE INDEX usher_runs_by_pin ON usher_runs (pin);
    CREATE INDEX usher_runs_by_expiry ON usher_runs (expires);

    CREATE TABLE usher_accounts (key BYTEA PRIMARY KEY, record BYTEA NOT NULL);
    CREATE TABLE usher_identifiers (
      key BYTEA PRIMARY KEY, account BYTEA NOT NULL REFERENCES usher_accounts ON DELETE CASCADE);
    CREATE INDEX usher_identifiers_by_account ON usher_identifiers (account);

    CREATE TABLE usher_counters (key BYTEA PRIMARY KEY, expires INT8 NOT NULL, record BYTEA NOT NULL);
    CREATE INDEX usher_counters_by_expiry ON usher_counters (expires);

    CREATE TABLE usher_tickets (
      key BYTEA PRIMARY KEY, owner BYTEA NOT NULL, expires INT8 NOT NULL, record BYTEA NOT NULL);
    CREATE INDEX usher_tickets_by_owner ON usher_tickets (owner);
    CREATE INDEX usher_tickets_by_expiry ON usher_tickets (expires);

    CREATE TABLE usher_messages (
      key BYTEA PRIMARY KEY, due INT8 NOT NULL, expires INT8 NOT NULL, record BYTEA NOT NULL);
    CREATE INDEX usher_messages_by_due ON usher_messages (due, key);
    CREATE INDEX usher_messages_by_expiry ON usher_messages (expires);

    CREATE TABLE usher_tables (key BYTEA PRIMARY KEY, file BYTEA NOT NULL);
    CREATE TABLE usher_secrets (key BYTEA PRIMARY KEY, record BYTEA NOT NULL);

    INSERT INTO usher_accounts (key, record) VALUES (decode('00', 'hex'), decode(repeat('00', 512), 'hex'));
    """,
    "CREATE TABLE usher_audit (key BYTEA PRIMARY KEY, record BYTEA NOT NULL);",
  ])

  /// Where the steps have led to.
  var version: Int { steps.count }

  /// What a connection has set before its first statement.
  static let session = """
    SET default_transaction_isolation = 'serializable';
    SET statement_timeout = '15s';
    SET idle_in_transaction_session_timeout = '15s';
    """

  /// Brings a database to this version, or sees that it has it. Nodes that start at the same time do so one after the other, as
  /// the row of the version is locked.
  func prepare(_ connection: Connection, migrating: Bool) throws(Failure) {
    let found = try version(of: connection)
    if found == version { return }
    if found > version { throw .final(.newerSchema(found: found, known: version)) }
    guard migrating else {
      throw .final(
        .unavailable(
          found == 0
            ? "the database has no tables of this program" : "the database has schema version \(found), an earlier one")
      )
    }
    try connection.run(script: "BEGIN")
    try connection.run(
      script: """
        CREATE TABLE IF NOT EXISTS usher_schema (one INT8 PRIMARY KEY CHECK (one = 1), version INT8 NOT NULL);
        INSERT INTO usher_schema VALUES (1, 0) ON CONFLICT (one) DO NOTHING;
        """)
    let locked = Self.number(try connection.answer(to: "SELECT version FROM usher_schema WHERE one = 1 FOR UPDATE"))
    guard locked <= version else { throw .final(.newerSchema(found: locked, known: version)) }
    for step in steps.dropFirst(locked) { try connection.run(script: step) }
    try connection.run(script: "UPDATE usher_schema SET version = \(version); COMMIT")
  }

  /// The version that a database has; 0: none of it is ours.
  private func version(of connection: Connection) throws(Failure) -> Int {
    let found = try connection.answer(
      to: "SELECT count(*) FROM information_schema.tables WHERE table_name = 'usher_schema' "
        + "AND table_schema = ANY (current_schemas(false))")
    if Self.number(found) == 0 { return 0 }
    return Self.number(try connection.answer(to: "SELECT version FROM usher_schema"))
  }

  /// The one number of an answer in text form.
  private static func number(_ rows: Rows) -> Int {
    rows.count == 0 ? 0 : Int(String(decoding: rows.bytes(0, 0), as: UTF8.self)) ?? 0
  }
}
