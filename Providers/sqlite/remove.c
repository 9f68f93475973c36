/* remove.c: deletes stores, and what is not needed of them. */
#include "remove.h"

#include <inttypes.h>

#include "journal.h"
#include "rows.h"
#include "text.h"

#define MOST_GROUPS 1000

static enfold_journal_status remove_groups(database *database, uint64_t store, uint64_t before, enfold_journal_error *error) {
  bind_number(database, GROUPS_REMOVE, 1, store);
  bind_number(database, GROUPS_REMOVE, 2, before);
  bind_number(database, GROUPS_REMOVE, 3, MOST_GROUPS);
  enfold_journal_status status = step_all(database, GROUPS_REMOVE, "groups cannot be deleted", error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  return sqlite.changes(database->connection) == MOST_GROUPS ? ENFOLD_JOURNAL_MORE : ENFOLD_JOURNAL_OK;
}

static enfold_journal_status remove_checkpoints(database *database, uint64_t store, uint64_t before, enfold_journal_error *error) {
  bind_number(database, CHECKPOINTS_REMOVE, 1, store);
  bind_number(database, CHECKPOINTS_REMOVE, 2, before);
  return step_all(database, CHECKPOINTS_REMOVE, "checkpoints cannot be deleted", error);
}

/* A slice of what is left of a store that has no row any more. */
static enfold_journal_status remove_slice(database *database, uint64_t store, enfold_journal_error *error) {
  enfold_journal_status status = database_begin(database, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = remove_groups(database, store, INT64_MAX, error);
  if (status == ENFOLD_JOURNAL_OK) status = remove_checkpoints(database, store, INT64_MAX, error);
  return database_end(database, status, error);
}

/* The next store behind `after` that has rows of that kind; 0: there is none. */
static enfold_journal_status next_store(database *database, int statement, uint64_t after, uint64_t *out,
                                        enfold_journal_error *error) {
  bind_number(database, statement, 1, after);
  *out = 0;
  enfold_journal_status status = step(database, statement, "what is left of deleted stores cannot be looked for", error);
  if (status == ENFOLD_JOURNAL_MORE) {
    status = ENFOLD_JOURNAL_OK;
    if (!take_number(database, statement, 0, out)) *out = 0;
  }
  reset(database, statement);
  return status;
}

/* Looks at the next stores; `left` is the first that has groups or checkpoints and no row. */
static enfold_journal_status find_left(database *database, uint64_t *left, enfold_journal_error *error) {
  *left = 0;
  for (int looked = 0; looked < 1000; looked++) {
    uint64_t groups, checkpoints;
    enfold_journal_status status = next_store(database, NEXT_WITH_GROUPS, database->sweep_after, &groups, error);
    if (status == ENFOLD_JOURNAL_OK)
      status = next_store(database, NEXT_WITH_CHECKPOINTS, database->sweep_after, &checkpoints, error);
    if (status != ENFOLD_JOURNAL_OK) return status;
    uint64_t store = groups == 0 || (checkpoints != 0 && checkpoints < groups) ? checkpoints : groups;
    if (store == 0) {
      database->has_swept = true;
      return ENFOLD_JOURNAL_OK;
    }
    bind_number(database, STORE_BY_ID, 1, store);
    status = step(database, STORE_BY_ID, "a store cannot be looked for", error);
    reset(database, STORE_BY_ID);
    if (status == ENFOLD_JOURNAL_OK) {
      *left = store;
      return ENFOLD_JOURNAL_OK;
    }
    if (status != ENFOLD_JOURNAL_MORE) return status;
    database->sweep_after = store;
  }
  return ENFOLD_JOURNAL_MORE;
}

enfold_journal_status remove_left(database *database, enfold_journal_error *error) {
  if (database->has_swept) return ENFOLD_JOURNAL_OK;
  enfold_journal_status status = database_begin(database, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  uint64_t left;
  status = database_end(database, find_left(database, &left, error), error);
  if (status < 0 || left == 0) return status;
  status = remove_slice(database, left, error);
  return status == ENFOLD_JOURNAL_OK ? ENFOLD_JOURNAL_MORE : status;
}

enfold_journal_status journal_remove(void *context, const char *name, size_t length, enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  if (!text_is_name(name, length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "the name of a store is 1 to 255 bytes of UTF-8 without U+0000");
  enfold_journal_status status = database_enter(database, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(database, true, error);
  if (status == ENFOLD_JOURNAL_OK) {
    enfold_journal_store found;
    uint64_t store = 0;
    status = store_by_name(database, name, length, &found, error);
    if (status == ENFOLD_JOURNAL_OK) store = found.store;
    reset(database, STORE_BY_NAME);
    if (status == ENFOLD_JOURNAL_OK) {
      bind_number(database, STORE_REMOVE, 1, store);
      status = step_all(database, STORE_REMOVE, "a store cannot be deleted", error);
    }
    status = database_end(database, status, error);
    if (status == ENFOLD_JOURNAL_OK) {
      /* It is deleted. What the disk refuses from here on is left to `maintain`. */
      enfold_journal_error ignored = ENFOLD_JOURNAL_ERROR_INIT;
      enfold_journal_status rest;
      do rest = remove_slice(database, store, &ignored);
      while (rest == ENFOLD_JOURNAL_MORE);
      if (rest != ENFOLD_JOURNAL_OK) {
        database->has_swept = false;
        database->sweep_after = 0;
      }
      /* The log has the old pages until it is moved. */
      (void)database_move_log(database);
    }
  }
  database_leave(database);
  return status;
}

static enfold_journal_status trim(database *database, uint64_t store, uint64_t seq, enfold_journal_error *error) {
  bind_number(database, CHECKPOINT_IS_THERE, 1, store);
  bind_number(database, CHECKPOINT_IS_THERE, 2, seq);
  enfold_journal_status status = step(database, CHECKPOINT_IS_THERE, "a checkpoint cannot be looked for", error);
  reset(database, CHECKPOINT_IS_THERE);
  if (status == ENFOLD_JOURNAL_OK)
    return problem(error, ENFOLD_JOURNAL_NOT_FOUND,
                   "%s: store %" PRIu64 " has no checkpoint at %" PRIu64 ", so what is before it is needed", database->place.path,
                   store, seq);
  if (status != ENFOLD_JOURNAL_MORE) return status;
  /* The old checkpoints first: one whose groups are deleted could not be read from. */
  status = remove_checkpoints(database, store, seq, error);
  return status == ENFOLD_JOURNAL_OK ? remove_groups(database, store, seq, error) : status;
}

enfold_journal_status journal_trim(void *context, uint64_t store, uint64_t epoch, const uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE],
                                   uint64_t seq, enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  if (seq > INT64_MAX) return problem(error, ENFOLD_JOURNAL_INVALID, "the number %" PRIu64 " is beyond INT64_MAX", seq);
  enfold_journal_status status = database_enter(database, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(database, true, error);
  if (status == ENFOLD_JOURNAL_OK) {
    status = check_writer(database, store, epoch, writer, NULL, error);
    if (status == ENFOLD_JOURNAL_OK) status = trim(database, store, seq, error);
    status = database_end(database, status, error);
    if (status >= 0) database_move_long_log(database);
  }
  database_leave(database);
  return status;
}
