/* transaction.c: the transactions of a database, and what becomes of those that fail. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "database.h"

/* The third write or sync in a row that the disk refuses ends the journal. */
#define MOST_FAILURES 3

enfold_journal_status database_stop(database *database, enfold_journal_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(database->reason, sizeof database->reason, format, arguments);
  va_end(arguments);
  database->is_stopped = true;
  return problem(error, ENFOLD_JOURNAL_STOPPED, "%s", database->reason);
}

enfold_journal_status database_failed(database *database, int result, const char *doing, enfold_journal_error *error) {
  /* SQLite does not keep the number of a COMMIT that has failed. */
  int number = errno != 0 ? errno : sqlite.system_errno(database->connection);
  const char *path = database->place.path, *text = sqlite.errmsg(database->connection);
  switch (result & 0xff) {
    case SQLITE_FULL:
      return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s, because the disk is full: make room on it", path, doing);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s, because another program uses the database: %s", path, doing, text);
    case SQLITE_NOMEM:
    case SQLITE_INTERRUPT:
      return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s: %s", path, doing, text);
    case SQLITE_TOOBIG:
      return problem(error, ENFOLD_JOURNAL_INVALID, "%s: %s, because it is larger than SQLite keeps (1,000,000,000 bytes)", path,
                     doing);
    case SQLITE_CANTOPEN:
      if (problem_passes(number)) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s: %s", path, doing, strerror(number));
      return database_stop(database, error, "%s: %s: %s (%s)", path, doing, text, strerror(number));
    case SQLITE_IOERR:
      if (result == SQLITE_IOERR_NOMEM) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s: no memory", path, doing);
      if (number == ENOSPC || number == EDQUOT)
        return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s, because the disk is full: make room on it", path, doing);
      if (number == EROFS)
        return database_stop(database, error, "%s: %s, because the file system is read-only: mount it for writing", path, doing);
      database->failures++;
      if (database->failures >= MOST_FAILURES)
        return database_stop(database, error, "%s: %s, for the %uth time in a row: %s (result %d of SQLite: %s). Look at the disk",
                             path, doing, database->failures, text, result, strerror(number));
      return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s: %s (result %d of SQLite: %s)", path, doing, text, result,
                     strerror(number));
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return database_stop(database, error, "%s: %s, because it is read-only: allow this user to write it", path, doing);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return database_stop(database, error, "%s: %s: the database is damaged (%s). Restore a backup, or keep the file for repair",
                           path, doing, text);
    default:
      return database_stop(database, error, "%s: %s: %s (result %d of SQLite)", path, doing, text, result);
  }
}

enfold_journal_status database_check_files(database *database, enfold_journal_error *error) {
  const char *paths[] = {database->place.path, database->log, database->memory};
  /* A reader has only the database for sure. */
  for (int index = 0; index < (database->hold == NULL ? 1 : 3); index++) {
    struct stat found;
    file_identity now = {0};
    if (stat(paths[index], &found) == 0) now = (file_identity){.device = found.st_dev, .inode = found.st_ino, .is_there = true};
    if (!identity_is_same(&now, &database->opened[index])) {
      database->is_elsewhere = true;
      return database_stop(database, error, "%s was %s while the journal was open, so what is written would be lost: open it again",
                           paths[index], now.is_there ? "replaced by another file" : "deleted");
    }
    if (index == 1 && (uint64_t)found.st_size < database->log_size) {
      database->is_elsewhere = true;
      return database_stop(database, error, "%s was cut to %lld bytes while the journal was open: open it again", paths[index],
                           (long long)found.st_size);
    }
  }
  if (database->hold != NULL && !hold_is_valid(database->hold)) {
    database->is_elsewhere = true;
    return database_stop(database, error,
                         "%s-lock was deleted or replaced, so another process may write the journal: open it again",
                         database->place.path);
  }
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status database_enter(database *database, bool writes, enfold_journal_error *error) {
  if (pthread_mutex_lock(&database->mutex) != 0)
    return problem(error, ENFOLD_JOURNAL_INVALID, "a callback of this journal called the provider: it should only copy");
  enfold_journal_status status = ENFOLD_JOURNAL_OK;
  if (database->is_stopped)
    status = problem(error, ENFOLD_JOURNAL_STOPPED, "%s", database->reason);
  else if (writes && database->hold == NULL)
    status = problem(error, ENFOLD_JOURNAL_INVALID, "%s was opened for reading: open it with \"access\":\"write\"",
                     database->place.path);
  else if (database->process != getpid())
    status =
        problem(error, ENFOLD_JOURNAL_INVALID, "%s was opened before fork(): open it again in this process", database->place.path);
  if (status != ENFOLD_JOURNAL_OK) pthread_mutex_unlock(&database->mutex);
  return status;
}

void database_leave(database *database) { pthread_mutex_unlock(&database->mutex); }

static int run(database *database, int statement) {
  errno = 0;
  int result = sqlite.step(database->statements[statement]), number = errno;
  /* The result of step says it. */
  (void)sqlite.reset(database->statements[statement]);
  errno = number;
  return result;
}

enfold_journal_status database_begin(database *database, bool writes, enfold_journal_error *error) {
  enfold_journal_status status = database_check_files(database, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  database->is_writing = writes;
  int result = run(database, writes ? BEGIN_WRITE : BEGIN_READ);
  return result == SQLITE_DONE ? ENFOLD_JOURNAL_OK : database_failed(database, result, "no transaction can begin", error);
}

enfold_journal_status database_end(database *database, enfold_journal_status status, enfold_journal_error *error) {
  if (status >= 0) {
    int result = run(database, COMMIT);
    if (result == SQLITE_DONE) {
      if (database->is_writing) database->failures = 0;
      return status;
    }
    status = database_failed(database, result, "the transaction cannot be written", error);
  }
  /* The connection stays: what was refused is dirty in it again when it is written again. A new one would believe what the
   * system's cache has, and the disk may not. */
  if (!sqlite.get_autocommit(database->connection)) run(database, ROLLBACK);
  return status;
}
