-- A database of schema version 4 as it was released. Never changed: later versions have to load it.
PRAGMA application_id = 1431521362;
PRAGMA user_version = 4;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE runs (
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  "table" BLOB NOT NULL CHECK (length("table") = 32),
  step INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
INSERT INTO runs VALUES(X'9e3779b97f4a7c150000000000000001',X'5fc2b71b573debc657aaa7391a72c64c2a4c7de59c65c5820fecfc8ce98a3d0e',3,1700000000000,X'0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8');
CREATE TABLE accounts (
  number INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  is_confirmed INTEGER NOT NULL CHECK (is_confirmed IN (0, 1)),
  is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
  attributes TEXT NOT NULL,
  password_hash TEXT,
  created INTEGER NOT NULL,
  version INTEGER NOT NULL, credentials_version INTEGER NOT NULL DEFAULT 0,
  UNIQUE (tenant, id)
) STRICT;
INSERT INTO accounts VALUES(1,'contoso','a1',1,0,'{"displayName":"Ada"}','$argon2id$2',5,4,2);
CREATE TABLE identifiers (
  tenant TEXT NOT NULL,
  attribute TEXT NOT NULL,
  value TEXT NOT NULL,
  account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  position INTEGER NOT NULL, is_proven INTEGER NOT NULL DEFAULT 1 CHECK (is_proven IN (0, 1)),
  PRIMARY KEY (tenant, attribute, value)
) STRICT, WITHOUT ROWID;
INSERT INTO identifiers VALUES('contoso','email','ada@example.com',1,0,1);
INSERT INTO identifiers VALUES('contoso','email','é',1,1,0);
CREATE TABLE earlier_passwords (
  account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  position INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (account, position)
) STRICT, WITHOUT ROWID;
INSERT INTO earlier_passwords VALUES(1,0,'$argon2id$1');
INSERT INTO earlier_passwords VALUES(1,1,'$argon2id$0');
CREATE TABLE counters (
  key TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counters VALUES('guess:contoso:1',2,7);
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
INSERT INTO tickets VALUES(1,'74','contoso','a1',X'010203',X'0405',1000,12);
CREATE TABLE messages (
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  tenant TEXT NOT NULL,
  due INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
INSERT INTO messages VALUES(X'9e3779b97f4a7c150000000000000001','contoso',9,0,1000,X'01');
CREATE TABLE tables (
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  file BLOB NOT NULL
) STRICT;
INSERT INTO tables VALUES(X'5fc2b71b573debc657aaa7391a72c64c2a4c7de59c65c5820fecfc8ce98a3d0e',X'0001ff');
CREATE TABLE secrets (
  name TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
INSERT INTO secrets VALUES('signing-keys',2,X'010203');
CREATE INDEX runs_by_table ON runs ("table");
CREATE INDEX runs_by_expiry ON runs (expires);
CREATE INDEX identifiers_by_account ON identifiers (account, position);
CREATE INDEX counters_by_expiry ON counters (expires);
CREATE INDEX tickets_by_account ON tickets (tenant, account, kind);
CREATE INDEX tickets_by_expiry ON tickets (expires);
CREATE INDEX messages_by_due ON messages (due);
CREATE INDEX messages_by_expiry ON messages (expires);
COMMIT;
