extension Schema {
  /// Which identifiers somebody has proven to control: before, all of confirmed accounts and none of pending ones.
  static let version3 = """
    ALTER TABLE identifiers ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 1 CHECK (is_proven IN (0, 1));
    UPDATE identifiers SET is_proven = 0 WHERE account IN (SELECT number FROM accounts WHERE is_confirmed = 0);
    """
}
