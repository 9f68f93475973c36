/* log.c: brings the write-ahead log to the disk, and moves it into the database. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "database.h"

#define LONG_LOG (4u << 20)

static int write_again(int descriptor) {
  static char buffer[1 << 16];
  for (off_t place = 0;;) {
    ssize_t length = pread(descriptor, buffer, sizeof buffer, place);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return errno;
    if (length == 0) return fdatasync(descriptor) == 0 ? 0 : errno;
    for (ssize_t done = 0; done < length;) {
      ssize_t count = pwrite(descriptor, buffer + done, (size_t)(length - done), place + done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      done += count;
    }
    place += length;
  }
}

/* SQLite has no lock on -wal, so that closing a descriptor of it takes nothing away. The buffer is used under the lock of all
 * holds. */
enfold_journal_status database_write_log_again(database *database, enfold_journal_error *error) {
  int descriptor = open(database->log, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0 && errno == ENOENT) return ENFOLD_JOURNAL_OK;
  int number = descriptor < 0 ? errno : write_again(descriptor);
  if (descriptor >= 0) close(descriptor);
  if (number == 0) return ENFOLD_JOURNAL_OK;
  if (number == EROFS || number == EACCES || number == EPERM)
    return database_stop(database, error, "%s is read-only: allow this user to write it", database->log);
  return problem(error, ENFOLD_JOURNAL_WAITING, "%s cannot be brought to the disk: %s", database->log, strerror(number));
}

int database_move_log(database *database) {
  int pages = -1, moved = -1;
  errno = 0;
  int result = sqlite.wal_checkpoint_v2(database->connection, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &moved);
  if (result == SQLITE_OK && pages >= 0) database->held_pages = pages - moved;
  database->tried_pages = database->log_pages;
  return result;
}

void database_move_long_log(database *database) {
  if ((uint64_t)(database->log_pages - database->tried_pages) * database->page_size >= LONG_LOG) (void)database_move_log(database);
}
