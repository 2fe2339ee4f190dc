extension Schema {
  /// Runs and messages are ordinary tables, so that those in use at the same time lie together; what is short and found
  /// by its key alone is `WITHOUT ROWID`. Times are milliseconds since 1970.
  static let version1 = """
    CREATE TABLE runs (
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      "table" BLOB NOT NULL CHECK (length("table") = 32),
      step INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    CREATE INDEX runs_by_table ON runs ("table");
    CREATE INDEX runs_by_expiry ON runs (expires);

    CREATE TABLE accounts (
      number INTEGER PRIMARY KEY,
      tenant TEXT NOT NULL,
      id TEXT NOT NULL,
      is_confirmed INTEGER NOT NULL CHECK (is_confirmed IN (0, 1)),
      is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
      attributes TEXT NOT NULL,
      password_hash TEXT,
      created INTEGER NOT NULL,
      version INTEGER NOT NULL,
      UNIQUE (tenant, id)
    ) STRICT;

    CREATE TABLE identifiers (
      tenant TEXT NOT NULL,
      attribute TEXT NOT NULL,
      value TEXT NOT NULL,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      position INTEGER NOT NULL,
      PRIMARY KEY (tenant, attribute, value)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identifiers_by_account ON identifiers (account, position);

    CREATE TABLE earlier_passwords (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      position INTEGER NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (account, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE counters (
      key TEXT NOT NULL PRIMARY KEY,
      count INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX counters_by_expiry ON counters (expires);

    CREATE TABLE tickets (
      kind INTEGER NOT NULL,
      id TEXT NOT NULL,
      tenant TEXT NOT NULL,
      account TEXT NOT NULL,
      secret_hash BLOB NOT NULL,
      sealed BLOB NOT NULL,
      expires INTEGER NOT NULL,
      used INTEGER,
      UNIQUE (kind, id)
    ) STRICT;
    CREATE INDEX tickets_by_account ON tickets (tenant, account, kind);
    CREATE INDEX tickets_by_expiry ON tickets (expires);

    CREATE TABLE messages (
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      tenant TEXT NOT NULL,
      due INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    CREATE INDEX messages_by_due ON messages (due);
    CREATE INDEX messages_by_expiry ON messages (expires);

    CREATE TABLE tables (
      hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
      file BLOB NOT NULL
    ) STRICT;
    """
}
