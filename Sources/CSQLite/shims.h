// What Swift cannot import: a cast, and a function with a variable number of arguments.
#pragma once
#include <sqlite3.h>

/// Tells SQLite to copy the bytes it is given: SQLITE_TRANSIENT.
static inline sqlite3_destructor_type mam_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/// Says whether the end of the last connection leaves the write-ahead log as it is (1), or moves it into
/// the file and removes it (0, the default).
static inline void mam_sqlite_leave_log(sqlite3 *database, int leaves) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves, (int *)0);
}
