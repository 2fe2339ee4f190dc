extension Schema {
  /// How often the ways into an account were changed; counted from here on.
  static let version4 = """
    ALTER TABLE accounts ADD COLUMN credentials_version INTEGER NOT NULL DEFAULT 0;
    """
}
