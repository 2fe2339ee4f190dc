extension Schema {
  /// How often all that an account was signed in by was ended; counted from here on.
  static let version6 = """
    ALTER TABLE accounts ADD COLUMN session_epoch INTEGER NOT NULL DEFAULT 0;
    """
}
