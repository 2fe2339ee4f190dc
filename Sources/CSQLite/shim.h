#pragma once
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

/// Lets no trigger and no view of the file do anything, whoever has put it there: the schema has none.
/// (`sqlite3_db_config` takes a list of arguments that Swift cannot give.)
static inline int usher_sqlite_distrust_schema(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

// SQLite goes on from memory where somebody cuts or overwrites its files in place. What it has open is asked, as a descriptor
// of our own would give up its locks when it is closed (fcntl(2)).

/// What has become of the database's files, behind their path, if they are not what this connection has made of them; null
/// where they are, or where that cannot be said. `seen` is the size that the file had the last time, at first 0.
static inline const char *usher_sqlite_damage(sqlite3 *connection, int64_t *seen) {
  sqlite3_file *file = 0, *log = 0;
  sqlite3_int64 size = 0, logged = 0;
  unsigned char head[100] = {0};
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file || !file->pMethods)
    return 0;
  if (file->pMethods->xFileSize(file, &size) != SQLITE_OK) return 0;
  // A new database has all that it holds in its log.
  if (size == 0 && *seen > 0) return " was cut";
  if (size > 0 &&
      (file->pMethods->xRead(file, head, sizeof head, 0) != SQLITE_OK || memcmp(head, "SQLite format 3", 16) != 0))
    return " was overwritten or cut";
  // Where it was made shorter on purpose, its head says so (database file format, section 1.3).
  sqlite3_int64 page = head[16] << 8 | head[17];
  sqlite3_int64 pages = (sqlite3_int64)head[28] << 24 | head[29] << 16 | head[30] << 8 | head[31];
  if (size < *seen && size < pages * (page == 1 ? 65536 : page)) return " was cut";
  *seen = size;
  if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK || !log ||
      !log->pMethods || file->pMethods->iVersion < 2)
    return 0;
  void volatile *region = 0;
  // The first part of the index is always there in a connection that has read (WAL-mode file format, section 2).
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || !region) return 0;
  unsigned char one[48], two[48];
  uint32_t frames;
  uint16_t size_of_page;
  memcpy(one, (const void *)region, sizeof one);
  memcpy(two, (const char *)region + 48, sizeof two);
  // Somebody is writing it just now.
  if (memcmp(one, two, sizeof one) != 0) return 0;
  memcpy(&size_of_page, one + 14, sizeof size_of_page);
  memcpy(&frames, one + 16, sizeof frames);
  page = size_of_page == 1 ? 65536 : size_of_page;
  if (frames > 0 && log->pMethods->xFileSize(log, &logged) == SQLITE_OK &&
      logged < 32 + (sqlite3_int64)frames * (24 + page))
    return "-wal was cut";
  return 0;
}

/// Leaves the file as it is when the connection is closed: what the log holds may not be what it should.
static inline int usher_sqlite_keep_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
