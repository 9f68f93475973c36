/* database.h: one connection to a database of SQLite, and its transactions.
 *
 * A process has one that writes for each file, whatever the number of its journals; a journal that reads has one of its own. */
#ifndef ENFOLD_DATABASE_H
#define ENFOLD_DATABASE_H

#include <pthread.h>
#include <stdbool.h>

#include "hold.h"
#include "place.h"
#include "sqlite_api.h"
#include "statements.h"

typedef struct database {
  place place;
  char log[PLACE_SIZE], memory[PLACE_SIZE]; /* the paths of -wal and -shm */
  sqlite3 *connection;
  sqlite3_stmt *statements[STATEMENT_COUNT];
  hold *hold; /* NULL: it reads */
  pid_t process;
  pthread_mutex_t mutex;   /* held during each call of a journal; finds calls from callbacks */
  file_identity opened[3]; /* of the database, -wal and -shm */
  uint32_t page_size;
  /* What the log has, in pages: since it was last begun, when it was last moved, and what could not be moved then. */
  int log_pages, tried_pages, held_pages;
  uint64_t log_size;             /* -wal is at least so long */
  uint32_t failures;             /* writes and syncs that failed since the last one that did not */
  bool is_writing;               /* the transaction that is open */
  bool is_stopped, is_elsewhere; /* is_elsewhere: the path leads to other files, which must not be touched */
  bool has_swept;
  uint64_t sweep_after; /* groups of deleted stores are looked for behind this store */
  char reason[496];
} database;

/* Opens the database that writes, behind the lock `hold`, or one that reads. */
enfold_journal_status database_open(const place *place, hold *hold, database **out, enfold_journal_error *error);
void database_close(database *database);

/* Takes the mutex, and looks whether the database goes on. Then database_leave is called. */
enfold_journal_status database_enter(database *database, bool writes, enfold_journal_error *error);
void database_leave(database *database);

/* Begins a transaction, after a look at the files. database_end commits it if `status` is ENFOLD_JOURNAL_OK or positive, and
 * otherwise takes it back; it returns `status`, or what became of the COMMIT. */
enfold_journal_status database_begin(database *database, bool writes, enfold_journal_error *error);
enfold_journal_status database_end(database *database, enfold_journal_status status, enfold_journal_error *error);

/* The status for a result of SQLite that is none of OK, ROW and DONE. `doing` is what failed: "a group cannot be written". errno
 * was 0 before SQLite was called, and is what the last call of the system that failed has set. */
enfold_journal_status database_failed(database *database, int result, const char *doing, enfold_journal_error *error);

/* Stops it for good. */
__attribute__((format(printf, 3, 4))) enfold_journal_status database_stop(database *database, enfold_journal_error *error,
                                                                          const char *format, ...);

/* Looks whether the paths lead to the files that are open. */
enfold_journal_status database_check_files(database *database, enfold_journal_error *error);

/* Writes what the log has once more, in its place, and syncs it. After a sync that failed in a process that is gone, the system's
 * cache may have pages that the disk has not, and that no sync writes any more. SQLite believes them. A checkpoint alone brings
 * them into the database, but if the power fails before the log is cut, the shorter log of the disk is read over the newer
 * database. */
enfold_journal_status database_write_log_again(database *database, enfold_journal_error *error);

/* Moves the log into the database as far as no reader needs it. Waits for nobody. Returns a result of SQLite. */
int database_move_log(database *database);
/* Does so when 4 MB have come since the last time. An error is of no account: what is in the log is on the disk. */
void database_move_long_log(database *database);

#endif
