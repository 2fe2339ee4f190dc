extension Schema {
  /// The audit log.
  static let version7 = """
    CREATE TABLE audit (
      chain INTEGER NOT NULL,
      number INTEGER NOT NULL,
      content BLOB NOT NULL,
      hash BLOB NOT NULL,
      PRIMARY KEY (chain, number)
    ) STRICT, WITHOUT ROWID;
    """
}
