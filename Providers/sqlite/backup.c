/* backup.c: copies a journal to a new file. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "journal.h"

static bool sync_file(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  bool is_synced = fsync(descriptor) == 0;
  int number = errno;
  close(descriptor);
  errno = number;
  return is_synced;
}

static enfold_journal_status copy(database *database, const place *target, enfold_journal_error *error) {
  sqlite3_stmt *statement = NULL;
  int result = sqlite.prepare_v3(database->connection, "VACUUM INTO ?1", -1, 0, &statement, NULL);
  if (result == SQLITE_OK) {
    sqlite.bind_text64(statement, 1, target->path, strlen(target->path), NULL, SQLITE_UTF8);
    errno = 0;
    result = sqlite.step(statement);
  }
  int number = errno;
  enfold_journal_status status = ENFOLD_JOURNAL_OK;
  if (result != SQLITE_DONE) {
    /* A failure of the copy's disk must not count as one of the journal's. */
    int kind = result & 0xff;
    if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB)
      status = problem(error, ENFOLD_JOURNAL_CORRUPT, "%s cannot be copied, because it is damaged: %s", database->place.path,
                       sqlite.errmsg(database->connection));
    else
      status = problem(error, ENFOLD_JOURNAL_WAITING, "%s cannot be copied to %s: %s (result %d of SQLite: %s)",
                       database->place.path, target->path, sqlite.errmsg(database->connection), result, strerror(number));
  }
  sqlite.finalize(statement);
  /* VACUUM INTO does not sync what it writes. */
  if (status == ENFOLD_JOURNAL_OK && (!sync_file(target->path) || !place_sync(target->folder)))
    status = problem(error, ENFOLD_JOURNAL_WAITING, "the copy %s cannot be synced: %s", target->path, strerror(errno));
  if (status != ENFOLD_JOURNAL_OK) unlink(target->path);
  return status;
}

enfold_journal_status journal_backup(void *context, const char *text, size_t length, enfold_journal_error *error) {
  journal *journal = context;
  place target;
  enfold_journal_status status = database_enter(journal->database, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_check_files(journal->database, error);
  if (status == ENFOLD_JOURNAL_OK) status = place_make(text, length, &target, error);
  if (status == ENFOLD_JOURNAL_OK) status = copy(journal->database, &target, error);
  database_leave(journal->database);
  return status;
}
