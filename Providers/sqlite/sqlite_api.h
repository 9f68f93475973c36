/* sqlite_api.h: the functions and numbers of SQLite that this provider uses.
 *
 * Rationale: they are declared here, and found by dlopen of "libsqlite3.so.0". So the provider is built without SQLite's header,
 * and a machine without the library gets a message that names the package, where the dynamic linker would only name a file. The
 * loader gives the copy that the process has already, because it goes by that name. Tests/Journal/declarations.c compares with
 * sqlite3.h. */
#ifndef ENFOLD_SQLITE_API_H
#define ENFOLD_SQLITE_API_H

#include <stdint.h>

#include "problem.h"

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

/* Result, name behind "sqlite3_", parameters. */
#define SQLITE_FUNCTIONS(XX)                                                                                     \
  XX(int, libversion_number, (void))                                                                             \
  XX(const char *, libversion, (void))                                                                           \
  XX(int, threadsafe, (void))                                                                                    \
  XX(int, open_v2, (const char *, sqlite3 **, int, const char *))                                                \
  XX(int, close, (sqlite3 *))                                                                                    \
  XX(const char *, errmsg, (sqlite3 *))                                                                          \
  XX(int, system_errno, (sqlite3 *))                                                                             \
  XX(int, extended_result_codes, (sqlite3 *, int))                                                               \
  XX(int, busy_timeout, (sqlite3 *, int))                                                                        \
  XX(int, db_config, (sqlite3 *, int, ...))                                                                      \
  XX(int, db_readonly, (sqlite3 *, const char *))                                                                \
  XX(int, get_autocommit, (sqlite3 *))                                                                           \
  XX(int, exec, (sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **))              \
  XX(int, prepare_v3, (sqlite3 *, const char *, int, unsigned int, sqlite3_stmt **, const char **))              \
  XX(int, step, (sqlite3_stmt *))                                                                                \
  XX(int, reset, (sqlite3_stmt *))                                                                               \
  XX(int, clear_bindings, (sqlite3_stmt *))                                                                      \
  XX(int, finalize, (sqlite3_stmt *))                                                                            \
  XX(int, bind_int64, (sqlite3_stmt *, int, long long))                                                          \
  XX(int, bind_text64, (sqlite3_stmt *, int, const char *, unsigned long long, void (*)(void *), unsigned char)) \
  XX(int, bind_blob64, (sqlite3_stmt *, int, const void *, unsigned long long, void (*)(void *)))                \
  XX(int, column_type, (sqlite3_stmt *, int))                                                                    \
  XX(long long, column_int64, (sqlite3_stmt *, int))                                                             \
  XX(const unsigned char *, column_text, (sqlite3_stmt *, int))                                                  \
  XX(const void *, column_blob, (sqlite3_stmt *, int))                                                           \
  XX(int, column_bytes, (sqlite3_stmt *, int))                                                                   \
  XX(int, changes, (sqlite3 *))                                                                                  \
  XX(long long, last_insert_rowid, (sqlite3 *))                                                                  \
  XX(int, wal_checkpoint_v2, (sqlite3 *, const char *, int, int *, int *))                                       \
  XX(void *, wal_hook, (sqlite3 *, int (*)(void *, sqlite3 *, const char *, int), void *))

/* Name behind "SQLITE_", number. */
#define SQLITE_NUMBERS(XX)       \
  XX(OK, 0)                      \
  XX(ERROR, 1)                   \
  XX(PERM, 3)                    \
  XX(BUSY, 5)                    \
  XX(LOCKED, 6)                  \
  XX(NOMEM, 7)                   \
  XX(READONLY, 8)                \
  XX(INTERRUPT, 9)               \
  XX(IOERR, 10)                  \
  XX(CORRUPT, 11)                \
  XX(FULL, 13)                   \
  XX(CANTOPEN, 14)               \
  XX(PROTOCOL, 15)               \
  XX(TOOBIG, 18)                 \
  XX(CONSTRAINT, 19)             \
  XX(NOTADB, 26)                 \
  XX(ROW, 100)                   \
  XX(DONE, 101)                  \
  XX(IOERR_NOMEM, 3082)          \
  XX(OPEN_READONLY, 1)           \
  XX(OPEN_READWRITE, 2)          \
  XX(OPEN_NOMUTEX, 0x8000)       \
  XX(OPEN_PRIVATECACHE, 0x40000) \
  XX(PREPARE_PERSISTENT, 1)      \
  XX(INTEGER, 1)                 \
  XX(TEXT, 3)                    \
  XX(BLOB, 4)                    \
  XX(UTF8, 1)                    \
  XX(CHECKPOINT_PASSIVE, 0)      \
  XX(CHECKPOINT_TRUNCATE, 3)     \
  XX(DBCONFIG_ENABLE_TRIGGER, 1003)     \
  XX(DBCONFIG_NO_CKPT_ON_CLOSE, 1006)   \
  XX(DBCONFIG_DEFENSIVE, 1010)          \
  XX(DBCONFIG_ENABLE_VIEW, 1015)        \
  XX(DBCONFIG_TRUSTED_SCHEMA, 1017)

#ifndef SQLITE_OK /* sqlite3.h is not there */
enum {
#define SQLITE_ENUM(name, number) SQLITE_##name = (number),
  SQLITE_NUMBERS(SQLITE_ENUM)
#undef SQLITE_ENUM
};
#endif

typedef struct sqlite_api {
#define SQLITE_MEMBER(result, name, parameters) result(*name) parameters;
  SQLITE_FUNCTIONS(SQLITE_MEMBER)
#undef SQLITE_MEMBER
} sqlite_api;

/* The functions, once sqlite_load has returned ENFOLD_JOURNAL_OK. */
extern sqlite_api sqlite;

/* Finds the functions, at the first call. ENFOLD_JOURNAL_UNSUPPORTED: the library is missing, too old, or a second copy. */
enfold_journal_status sqlite_load(enfold_journal_error *error);

#endif
