// SQLITE_TRANSIENT is a cast that Swift cannot import.
#pragma once
#include <sqlite3.h>

/// Tells SQLite to copy the bytes it is given: SQLITE_TRANSIENT.
static inline sqlite3_destructor_type mam_sqlite_transient(void) { return SQLITE_TRANSIENT; }
