extension Schema {
  /// The server's own secrets.
  static let version2 = """
    CREATE TABLE secrets (
      name TEXT NOT NULL UNIQUE,
      version INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
    """
}
