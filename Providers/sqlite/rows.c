/* rows.c: what is bound to statements, and what comes back from a database that nobody vouches for. */
#include "rows.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "text.h"

void bind_number(database *database, int statement, int index, uint64_t number) {
  sqlite.bind_int64(database->statements[statement], index, (long long)number);
}

void bind_text(database *database, int statement, int index, const char *text, size_t length) {
  sqlite.bind_text64(database->statements[statement], index, text == NULL ? "" : text, length, NULL, SQLITE_UTF8);
}

void bind_bytes(database *database, int statement, int index, const void *bytes, size_t length) {
  sqlite.bind_blob64(database->statements[statement], index, bytes, length, NULL);
}

void reset(database *database, int statement) {
  (void)sqlite.reset(database->statements[statement]);
  (void)sqlite.clear_bindings(database->statements[statement]);
}

enfold_journal_status step(database *database, int statement, const char *doing, enfold_journal_error *error) {
  errno = 0;
  int result = sqlite.step(database->statements[statement]);
  if (result == SQLITE_ROW) return ENFOLD_JOURNAL_MORE;
  if (result == SQLITE_DONE) return ENFOLD_JOURNAL_OK;
  if ((result & 0xff) == SQLITE_CONSTRAINT)
    return problem(error, ENFOLD_JOURNAL_CORRUPT, "%s: %s: %s", database->place.path, doing, sqlite.errmsg(database->connection));
  return database_failed(database, result, doing, error);
}

enfold_journal_status step_all(database *database, int statement, const char *doing, enfold_journal_error *error) {
  enfold_journal_status status;
  do status = step(database, statement, doing, error);
  while (status == ENFOLD_JOURNAL_MORE);
  reset(database, statement);
  return status;
}

bool take_number(database *database, int statement, int column, uint64_t *out) {
  sqlite3_stmt *row = database->statements[statement];
  if (sqlite.column_type(row, column) != SQLITE_INTEGER) return false;
  long long number = sqlite.column_int64(row, column);
  *out = (uint64_t)number;
  return number >= 0;
}

bool take_bytes(database *database, int statement, int column, uint8_t *out, size_t size) {
  sqlite3_stmt *row = database->statements[statement];
  if (sqlite.column_type(row, column) != SQLITE_BLOB) return false;
  const void *bytes = sqlite.column_blob(row, column);
  if (bytes == NULL || (size_t)sqlite.column_bytes(row, column) != size) return false;
  memcpy(out, bytes, size);
  return true;
}

bool take_text(database *database, int statement, int column, const char **out, size_t *length, bool *is_memory) {
  sqlite3_stmt *row = database->statements[statement];
  if (sqlite.column_type(row, column) != SQLITE_TEXT) return false;
  *out = (const char *)sqlite.column_text(row, column);
  if (*out == NULL) {
    *is_memory = true;
    return false;
  }
  *length = (size_t)sqlite.column_bytes(row, column);
  return true;
}

enfold_journal_status take_store(database *database, int statement, enfold_journal_store *out, enfold_journal_error *error) {
  bool is_memory = false;
  *out = (enfold_journal_store){.struct_size = sizeof *out};
  bool is_right = take_number(database, statement, 0, &out->store) && out->store > 0 &&
                  take_text(database, statement, 1, &out->name, &out->name_length, &is_memory) &&
                  text_is_name(out->name, out->name_length) &&
                  take_text(database, statement, 2, &out->feature, &out->feature_length, &is_memory) &&
                  text_is_name(out->feature, out->feature_length) && take_number(database, statement, 3, &out->epoch) &&
                  out->epoch > 0 && take_bytes(database, statement, 4, out->writer, sizeof out->writer) &&
                  take_number(database, statement, 5, &out->head) && take_number(database, statement, 6, &out->touched);
  return is_right ? ENFOLD_JOURNAL_OK : wrong_row(database, is_memory, out->store, "its row in enfold_store", 0, error);
}

void give_store(const enfold_journal_store *found, enfold_journal_store *out) {
  uint32_t size = out->struct_size;
  memcpy(out, found, size < sizeof *found ? size : sizeof *found);
  out->struct_size = size;
}

enfold_journal_status wrong_row(database *database, bool is_memory, uint64_t store, const char *what, uint64_t seq,
                                enfold_journal_error *error) {
  if (is_memory) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: no memory to read store %" PRIu64, database->place.path, store);
  return problem(error, ENFOLD_JOURNAL_CORRUPT,
                 "%s: store %" PRIu64 ": %s (number %" PRIu64
                 ") has a NULL, a negative number or another type where that cannot be: "
                 "restore a backup",
                 database->place.path, store, what, seq);
}

enfold_journal_status store_by_name(database *database, const char *name, size_t length, enfold_journal_store *out,
                                    enfold_journal_error *error) {
  bind_text(database, STORE_BY_NAME, 1, name, length);
  enfold_journal_status status = step(database, STORE_BY_NAME, "a store cannot be looked for", error);
  if (status == ENFOLD_JOURNAL_MORE) return take_store(database, STORE_BY_NAME, out, error);
  if (status == ENFOLD_JOURNAL_OK)
    return problem(error, ENFOLD_JOURNAL_NOT_FOUND, "%s has no store \"%.*s\"", database->place.path, (int)length, name);
  return status;
}

enfold_journal_status check_writer(database *database, uint64_t store, uint64_t epoch, const uint8_t *writer, uint64_t *head,
                                   enfold_journal_error *error) {
  bind_number(database, STORE_BY_ID, 1, store);
  enfold_journal_status status = step(database, STORE_BY_ID, "a store cannot be looked for", error);
  enfold_journal_store found;
  if (status == ENFOLD_JOURNAL_MORE) {
    status = take_store(database, STORE_BY_ID, &found, error);
    if (status == ENFOLD_JOURNAL_OK && (found.epoch != epoch || memcmp(found.writer, writer, sizeof found.writer) != 0))
      status =
          problem(error, ENFOLD_JOURNAL_FENCED,
                  "%s: another writer has claimed the store \"%.*s\": its epoch is %" PRIu64 ", and this writer's was %" PRIu64,
                  database->place.path, (int)found.name_length, found.name, found.epoch, epoch);
    if (head != NULL) *head = found.head;
  } else if (status == ENFOLD_JOURNAL_OK) {
    status = problem(error, ENFOLD_JOURNAL_FENCED, "%s has no store %" PRIu64 ": it was deleted", database->place.path, store);
  }
  reset(database, STORE_BY_ID);
  return status;
}

enfold_journal_status check_checkpoint(const enfold_journal_checkpoint *checkpoint, enfold_journal_error *error) {
  if (checkpoint->struct_size < sizeof *checkpoint)
    return problem(error, ENFOLD_JOURNAL_INVALID, "a checkpoint of %u bytes: struct_size is not set", checkpoint->struct_size);
  if (!text_is_name(checkpoint->plugin, checkpoint->plugin_length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "the plugin of a checkpoint must be 1 to 255 bytes of UTF-8 without U+0000");
  if (checkpoint->length == 0 || !text_is_valid(checkpoint->body, checkpoint->length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "the body of a checkpoint must be UTF-8 without U+0000, and not empty");
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status put_checkpoint(database *database, uint64_t store, const enfold_journal_checkpoint *checkpoint,
                                     enfold_journal_error *error) {
  bind_number(database, CHECKPOINT_PUT, 1, store);
  bind_number(database, CHECKPOINT_PUT, 2, checkpoint->seq);
  bind_text(database, CHECKPOINT_PUT, 3, checkpoint->plugin, checkpoint->plugin_length);
  bind_bytes(database, CHECKPOINT_PUT, 4, checkpoint->hash, sizeof checkpoint->hash);
  bind_text(database, CHECKPOINT_PUT, 5, checkpoint->body, checkpoint->length);
  return step_all(database, CHECKPOINT_PUT, "a checkpoint cannot be written", error);
}
