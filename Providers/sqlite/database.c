/* database.c: opens and closes a connection to a database of SQLite. */
#include "database.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How long opening waits for readers that keep it from moving the log, and everything else for a program in the way. */
#define PATIENCE_OPENING_MS 2000
#define PATIENCE_MS 100

static int note_log(void *context, sqlite3 *connection, const char *name, int pages) {
  (void)connection;
  (void)name;
  database *database = context;
  database->log_pages = pages;
  if (pages < database->tried_pages) database->tried_pages = 0;
  database->log_size = 32 + (uint64_t)pages * (database->page_size + 24);
  return SQLITE_OK;
}

static enfold_journal_status execute(database *database, const char *text, const char *doing, enfold_journal_error *error) {
  errno = 0;
  int result = sqlite.exec(database->connection, text, NULL, NULL, NULL);
  return result == SQLITE_OK ? ENFOLD_JOURNAL_OK : database_failed(database, result, doing, error);
}

/* The first row of a statement, which has integers and texts; at most three columns. An integer that is none is -1. */
typedef struct row {
  bool is_there;
  long long numbers[3];
  char text[64];
} row;

static enfold_journal_status query(database *database, const char *text, row *out, enfold_journal_error *error) {
  sqlite3_stmt *statement = NULL;
  *out = (row){.numbers = {-1, -1, -1}};
  errno = 0;
  int result = sqlite.prepare_v3(database->connection, text, -1, 0, &statement, NULL);
  if (result == SQLITE_OK) {
    result = sqlite.step(statement);
    if (result == SQLITE_ROW) {
      out->is_there = true;
      for (int index = 0; index < 3; index++)
        if (sqlite.column_type(statement, index) == SQLITE_INTEGER) out->numbers[index] = sqlite.column_int64(statement, index);
      const char *first = (const char *)sqlite.column_text(statement, 0);
      snprintf(out->text, sizeof out->text, "%s", first == NULL ? "" : first);
      result = SQLITE_OK;
    } else if (result == SQLITE_DONE) {
      result = SQLITE_OK;
    }
  }
  enfold_journal_status status =
      result == SQLITE_OK ? ENFOLD_JOURNAL_OK : database_failed(database, result, "the database cannot be read", error);
  sqlite.finalize(statement);
  return status;
}

/* Nothing that a database file says may run: no trigger, no view, no function in its schema. */
static void distrust(database *database) {
  const int off[] = {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA};
  for (size_t index = 0; index < sizeof off / sizeof *off; index++)
    sqlite.db_config(database->connection, off[index], 0, (int *)NULL);
  sqlite.db_config(database->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
}

/* Whose database it is. A new one gets its tables. */
static enfold_journal_status check_tables(database *database, enfold_journal_error *error) {
  const char *path = database->place.path;
  row found;
  enfold_journal_status status = query(
      database, "SELECT count(*), coalesce(sum(name = 'enfold_meta' AND type = 'table'), 0) FROM sqlite_master", &found, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  bool is_empty = found.numbers[0] == 0;
  if (is_empty && database->hold == NULL)
    return problem(error, ENFOLD_JOURNAL_NOT_FOUND, "%s is empty: no journal has been written to it", path);
  if (!is_empty && found.numbers[1] != 1)
    return database_stop(database, error,
                         "%s is the database of another program: it has no table enfold_meta. Give a journal a file of "
                         "its own",
                         path);
  status = query(database, "PRAGMA encoding", &found, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  if (strcmp(found.text, "UTF-8") != 0)
    return database_stop(database, error, "%s keeps its texts as %s; a journal keeps them as UTF-8", path, found.text);
  if (database->hold != NULL) {
    status = query(database, "PRAGMA journal_mode = WAL", &found, error);
    if (status != ENFOLD_JOURNAL_OK) return status;
    if (strcmp(found.text, "wal") != 0)
      return database_stop(database, error, "%s cannot have a write-ahead log here: SQLite says journal_mode is %s", path,
                           found.text);
  }
  if (is_empty) {
    status = execute(database, tables_text, "the tables cannot be made", error);
    if (status != ENFOLD_JOURNAL_OK) {
      if (!sqlite.get_autocommit(database->connection)) sqlite.exec(database->connection, "ROLLBACK", NULL, NULL, NULL);
      return status;
    }
  }
  status = query(database, "SELECT version, count(*) OVER () FROM enfold_meta", &found, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  if (!found.is_there || found.numbers[1] != 1 || found.numbers[0] != TABLES_VERSION)
    return database_stop(
        database, error,
        "%s: the version of its tables is \"%s\" in %lld rows, and this libenfold-sqlite knows version %d: use the one that "
        "wrote it, or a later one",
        path, found.is_there ? found.text : "", found.is_there ? found.numbers[1] : 0, TABLES_VERSION);
  return ENFOLD_JOURNAL_OK;
}

static enfold_journal_status prepare(database *database, enfold_journal_error *error) {
  for (int index = 0; index < STATEMENT_COUNT; index++) {
    errno = 0;
    int result = sqlite.prepare_v3(database->connection, statement_texts[index], -1, SQLITE_PREPARE_PERSISTENT,
                                   &database->statements[index], NULL);
    if (result != SQLITE_OK)
      return database_failed(database, result, "the tables are not those of a journal, and it cannot be opened", error);
  }
  return ENFOLD_JOURNAL_OK;
}

/* After this the database alone has everything, and it is synced. Nothing is shown before. */
static enfold_journal_status settle_log(database *database, enfold_journal_error *error) {
  int pages = 0, moved = 0;
  sqlite.busy_timeout(database->connection, PATIENCE_OPENING_MS);
  errno = 0;
  int result = sqlite.wal_checkpoint_v2(database->connection, "main", SQLITE_CHECKPOINT_TRUNCATE, &pages, &moved), number = errno;
  sqlite.busy_timeout(database->connection, PATIENCE_MS);
  errno = number;
  if (result == SQLITE_BUSY)
    return problem(error, ENFOLD_JOURNAL_WAITING,
                   "%s: a reader of another process holds %s, so it is not known what is on the disk: "
                   "end that reader, or try again when it has ended",
                   database->place.path, database->log);
  if (result != SQLITE_OK) return database_failed(database, result, "the log cannot be moved into the database", error);
  return ENFOLD_JOURNAL_OK;
}

/* A log without its database is all that is left of a journal. SQLite would delete it. */
static enfold_journal_status refuse_orphaned_log(database *database, enfold_journal_error *error) {
  struct stat file, log;
  if (stat(database->place.path, &file) != 0 || file.st_size > 0) return ENFOLD_JOURNAL_OK;
  if (stat(database->log, &log) != 0 || log.st_size == 0) return ENFOLD_JOURNAL_OK;
  return database_stop(database, error,
                       "%s is there, and its database %s is new or empty: put the database back, or move the log away",
                       database->log, database->place.path);
}

static enfold_journal_status connect(database *database, enfold_journal_error *error) {
  bool is_reader = database->hold == NULL;
  file_identity before = identity_of(database->place.path);
  errno = 0;
  int result = sqlite.open_v2(
      database->place.path, &database->connection,
      (is_reader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, NULL);
  if (database->connection == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: no memory to open it", database->place.path);
  if (result != SQLITE_OK) return database_failed(database, result, "it cannot be opened", error);
  sqlite.extended_result_codes(database->connection, 1);
  sqlite.busy_timeout(database->connection, PATIENCE_MS);
  distrust(database);
  if (!is_reader && sqlite.db_readonly(database->connection, "main") == 1)
    return database_stop(database, error, "%s is read-only: allow this user to write it, or open it with \"access\":\"read\"",
                         database->place.path);
  enfold_journal_status status =
      execute(database,
              "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0; PRAGMA mmap_size = 0;"
              "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 16777216",
              "it cannot be opened", error);
  if (status == ENFOLD_JOURNAL_OK) status = check_tables(database, error);
  if (status == ENFOLD_JOURNAL_OK) status = prepare(database, error);
  row size;
  if (status == ENFOLD_JOURNAL_OK) status = query(database, "PRAGMA page_size", &size, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  database->page_size = (uint32_t)size.numbers[0];
  if (!is_reader) {
    status = settle_log(database, error);
    if (status != ENFOLD_JOURNAL_OK) return status;
    sqlite.wal_hook(database->connection, note_log, database);
  }
  database->opened[0] = identity_of(database->place.path);
  database->opened[1] = identity_of(database->log);
  database->opened[2] = identity_of(database->memory);
  if (!identity_is_same(&before, &database->opened[0]) || !before.is_there) {
    database->is_elsewhere = true;
    return problem(error, ENFOLD_JOURNAL_WAITING, "%s was replaced while it was opened: open it again", database->place.path);
  }
  /* A name that a power cut takes back would take the whole journal with it. SQLite syncs the folder with its first sync
   * of the log, and there may be none before something is shown. */
  if (!is_reader && !place_sync(database->place.folder))
    return problem(error, ENFOLD_JOURNAL_WAITING, "the folder %s cannot be synced: %s", database->place.folder, strerror(errno));
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status database_open(const place *place, hold *hold, database **out, enfold_journal_error *error) {
  database *made = calloc(1, sizeof *made);
  if (made == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: no memory to open it", place->path);
  made->place = *place;
  made->hold = hold;
  made->process = getpid();
  size_t length = strlen(place->path);
  memcpy(made->log, place->path, length);
  memcpy(made->log + length, "-wal", 5);
  memcpy(made->memory, place->path, length);
  memcpy(made->memory + length, "-shm", 5);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&made->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  enfold_journal_status status = ENFOLD_JOURNAL_OK;
  if (hold != NULL) status = refuse_orphaned_log(made, error);
  if (hold != NULL && status == ENFOLD_JOURNAL_OK) status = database_write_log_again(made, error);
  if (status == ENFOLD_JOURNAL_OK) status = connect(made, error);
  if (status != ENFOLD_JOURNAL_OK) {
    made->is_stopped = true;
    database_close(made);
    return status;
  }
  *out = made;
  return ENFOLD_JOURNAL_OK;
}

void database_close(database *database) {
  for (int index = 0; index < STATEMENT_COUNT; index++)
    if (database->statements[index] != NULL) sqlite.finalize(database->statements[index]);
  if (database->connection != NULL) {
    enfold_journal_error ignored = ENFOLD_JOURNAL_ERROR_INIT;
    bool is_tidy = database->hold != NULL && !database->is_stopped && database_check_files(database, &ignored) == ENFOLD_JOURNAL_OK;
    /* SQLite moves the log when the last connection closes, and deletes -wal and -shm by their names. Those may be of another
     * database now, and after a failure the log is what the next one must look at. */
    if (!is_tidy) sqlite.db_config(database->connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
    sqlite.close(database->connection);
  }
  pthread_mutex_destroy(&database->mutex);
  free(database);
}
