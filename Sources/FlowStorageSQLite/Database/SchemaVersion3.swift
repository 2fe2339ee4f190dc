extension Schema {
  /// Which identifiers somebody has proven to control. Of accounts from before it is taken that all of confirmed ones were,
  /// and none of pending ones, which is not less safe than it was.
  static let version3 = """
    ALTER TABLE identifiers ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 1 CHECK (is_proven IN (0, 1));
    UPDATE identifiers SET is_proven = 0 WHERE account IN (SELECT number FROM accounts WHERE is_confirmed = 0);
    """
}
