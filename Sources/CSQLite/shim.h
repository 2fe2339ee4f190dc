#pragma once
#include <sqlite3.h>

/// Lets no trigger and no view of the file do anything, whoever has put it there: the schema has none.
/// (`sqlite3_db_config` takes a list of arguments that Swift cannot give.)
static inline int usher_sqlite_distrust_schema(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}
