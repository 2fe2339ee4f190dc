extension Schema {
  /// Counters have a tag; those from before have none, and begin again. Account 0 is nobody's: it is read in place of one that
  /// is not there.
  static let version5 = """
    DELETE FROM counters;
    ALTER TABLE counters ADD COLUMN tag BLOB NOT NULL DEFAULT (x'');
    INSERT INTO accounts (number, tenant, id, is_confirmed, is_enabled, attributes, created, version)
      VALUES (0, '', '', 1, 1, 'decoy:' || hex(zeroblob(256)), 0, 1);
    INSERT INTO identifiers (tenant, attribute, value, account, position, is_proven)
      VALUES ('', 'email', 'decoy:' || hex(zeroblob(13)), 0, 0, 1);
    """
}
