/* maintain.c: what is done while nothing is to be written. */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "journal.h"
#include "remove.h"

/* A log file that is longer is cut when it has been moved. */
#define LONG_FILE (4u << 20)

static uint64_t size_of(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 ? (uint64_t)found.st_size : 0;
}

static void tell(database *database, enfold_journal_health *out) {
  enfold_journal_health found = {.failures = database->failures,
                                 .log_bytes = size_of(database->log),
                                 .held_bytes = (uint64_t)database->held_pages * database->page_size};
  found.bytes = size_of(database->place.path) + found.log_bytes;
  found.struct_size = out->struct_size;
  memcpy(out, &found, found.struct_size < sizeof found ? found.struct_size : sizeof found);
}

static enfold_journal_status move_log(database *database, enfold_journal_error *error) {
  int result = database_move_log(database), number = errno;
  if (result == SQLITE_OK && database->held_pages == 0 && size_of(database->log) > LONG_FILE) {
    sqlite.busy_timeout(database->connection, 0);
    if (sqlite.wal_checkpoint_v2(database->connection, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK) {
      database->log_pages = database->tried_pages = 0;
      database->log_size = 0;
    }
    sqlite.busy_timeout(database->connection, 100);
  }
  if (result == SQLITE_OK || (result & 0xff) == SQLITE_BUSY) return ENFOLD_JOURNAL_OK;
  errno = number;
  return database_failed(database, result, "the log cannot be moved into the database", error);
}

enfold_journal_status journal_maintain(void *context, enfold_journal_health *out, enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  enfold_journal_status status = database_enter(database, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  if (database->hold != NULL) {
    status = database_check_files(database, error);
    if (status == ENFOLD_JOURNAL_OK) status = move_log(database, error);
    if (status == ENFOLD_JOURNAL_OK) status = remove_left(database, error);
  }
  if (out != NULL) tell(database, out);
  database_leave(database);
  return status;
}
