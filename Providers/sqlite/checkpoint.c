/* checkpoint.c: writes and reads checkpoints. */
#include <inttypes.h>

#include "journal.h"
#include "rows.h"

enfold_journal_status journal_put_checkpoint(void *context, const enfold_journal_checkpoint *checkpoint,
                                             enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  enfold_journal_status status = check_checkpoint(checkpoint, error);
  if (status == ENFOLD_JOURNAL_OK) status = database_enter(database, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(database, true, error);
  if (status == ENFOLD_JOURNAL_OK) {
    uint64_t head = 0;
    status = check_writer(database, checkpoint->store, checkpoint->epoch, checkpoint->writer, &head, error);
    if (status == ENFOLD_JOURNAL_OK && checkpoint->seq > head)
      status = problem(error, ENFOLD_JOURNAL_CONFLICT,
                       "%s: a checkpoint of store %" PRIu64 " at %" PRIu64 " lies behind its head %" PRIu64, database->place.path,
                       checkpoint->store, checkpoint->seq, head);
    if (status == ENFOLD_JOURNAL_OK) status = put_checkpoint(database, checkpoint->store, checkpoint, error);
    status = database_end(database, status, error);
    if (status == ENFOLD_JOURNAL_OK) database_move_long_log(database);
  }
  database_leave(database);
  return status;
}

static enfold_journal_status read_one(database *database, uint64_t store, uint64_t seq, enfold_journal_checkpoint_fn fn,
                                      void *context, enfold_journal_error *error) {
  bind_number(database, CHECKPOINT_AT, 1, store);
  bind_number(database, CHECKPOINT_AT, 2, seq > INT64_MAX ? INT64_MAX : seq);
  enfold_journal_status status = step(database, CHECKPOINT_AT, "a checkpoint cannot be read", error);
  if (status == ENFOLD_JOURNAL_MORE) {
    enfold_journal_checkpoint found = {.struct_size = sizeof found, .store = store};
    bool is_memory = false;
    if (take_number(database, CHECKPOINT_AT, 0, &found.seq) &&
        take_text(database, CHECKPOINT_AT, 1, &found.plugin, &found.plugin_length, &is_memory) &&
        take_bytes(database, CHECKPOINT_AT, 2, found.hash, sizeof found.hash) &&
        take_text(database, CHECKPOINT_AT, 3, &found.body, &found.length, &is_memory)) {
      (void)fn(context, &found);
      status = ENFOLD_JOURNAL_OK;
    } else {
      status = wrong_row(database, is_memory, store, "a checkpoint", found.seq, error);
    }
  } else if (status == ENFOLD_JOURNAL_OK) {
    status = problem(error, ENFOLD_JOURNAL_NOT_FOUND, "%s: store %" PRIu64 " has no checkpoint at %" PRIu64 " or before",
                     database->place.path, store, seq);
  }
  reset(database, CHECKPOINT_AT);
  return status;
}

enfold_journal_status journal_checkpoint(void *context, uint64_t store, uint64_t seq, enfold_journal_checkpoint_fn fn,
                                         void *fn_context, enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  enfold_journal_status status = database_enter(database, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(database, false, error);
  if (status == ENFOLD_JOURNAL_OK) status = database_end(database, read_one(database, store, seq, fn, fn_context, error), error);
  database_leave(database);
  return status;
}
