/* claim.c: who writes a store. */
#include <inttypes.h>
#include <string.h>

#include "journal.h"
#include "rows.h"
#include "text.h"

static enfold_journal_status check(const enfold_journal_claim *claim, enfold_journal_error *error) {
  if (claim->struct_size < sizeof *claim)
    return problem(error, ENFOLD_JOURNAL_INVALID, "a claim of %u bytes: struct_size is not set", claim->struct_size);
  if (!text_is_name(claim->name, claim->name_length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "the name of a store must be 1 to 255 bytes of UTF-8 without U+0000");
  if (!text_is_name(claim->feature, claim->feature_length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "the feature of a store must be 1 to 255 bytes of UTF-8 without U+0000");
  if (claim->at > INT64_MAX) return problem(error, ENFOLD_JOURNAL_INVALID, "the time of a claim is beyond INT64_MAX");
  if (claim->initial == NULL) return ENFOLD_JOURNAL_OK;
  if (claim->initial->seq != 0)
    return problem(error, ENFOLD_JOURNAL_INVALID, "the first checkpoint of a store is at 0, not at %" PRIu64, claim->initial->seq);
  return check_checkpoint(claim->initial, error);
}

static enfold_journal_status make(database *database, enfold_journal_claim *claim, enfold_journal_error *error) {
  bind_text(database, STORE_ADD, 1, claim->name, claim->name_length);
  bind_text(database, STORE_ADD, 2, claim->feature, claim->feature_length);
  bind_bytes(database, STORE_ADD, 3, claim->writer, sizeof claim->writer);
  bind_number(database, STORE_ADD, 4, claim->at);
  enfold_journal_status status = step_all(database, STORE_ADD, "a store cannot be made", error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  claim->store = (uint64_t)sqlite.last_insert_rowid(database->connection);
  claim->epoch = 1;
  claim->head = 0;
  claim->is_new = 1;
  return put_checkpoint(database, claim->store, claim->initial, error);
}

static enfold_journal_status take_over(database *database, const enfold_journal_store *found, enfold_journal_claim *claim,
                                       enfold_journal_error *error) {
  if (found->feature_length != claim->feature_length || memcmp(found->feature, claim->feature, claim->feature_length) != 0)
    return problem(error, ENFOLD_JOURNAL_OTHER_FEATURE,
                   "%s keeps the store \"%.*s\" for the feature %.*s, not for %.*s: give it another name", database->place.path,
                   (int)claim->name_length, claim->name, (int)found->feature_length, found->feature, (int)claim->feature_length,
                   claim->feature);
  if (found->epoch == INT64_MAX) return wrong_row(database, false, found->store, "its epoch", found->epoch, error);
  claim->store = found->store;
  claim->epoch = found->epoch + 1;
  claim->head = found->head;
  claim->is_new = 0;
  bind_number(database, STORE_CLAIM, 1, found->store);
  bind_number(database, STORE_CLAIM, 2, claim->epoch);
  bind_bytes(database, STORE_CLAIM, 3, claim->writer, sizeof claim->writer);
  bind_number(database, STORE_CLAIM, 4, claim->at);
  return step_all(database, STORE_CLAIM, "a store cannot be claimed", error);
}

static enfold_journal_status claim_in_transaction(database *database, enfold_journal_claim *claim, enfold_journal_error *error) {
  enfold_journal_store found;
  enfold_journal_status status = store_by_name(database, claim->name, claim->name_length, &found, error);
  if (status == ENFOLD_JOURNAL_OK)
    status = take_over(database, &found, claim, error);
  else if (status == ENFOLD_JOURNAL_NOT_FOUND && claim->initial != NULL)
    status = make(database, claim, error);
  reset(database, STORE_BY_NAME);
  return status;
}

enfold_journal_status journal_claim(void *context, enfold_journal_claim *claim, enfold_journal_error *error) {
  journal *journal = context;
  enfold_journal_claim done;
  enfold_journal_status status = check(claim, error);
  if (status == ENFOLD_JOURNAL_OK) status = database_enter(journal->database, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(journal->database, true, error);
  if (status == ENFOLD_JOURNAL_OK) {
    done = *claim;
    status = database_end(journal->database, claim_in_transaction(journal->database, &done, error), error);
    if (status == ENFOLD_JOURNAL_OK) {
      claim->store = done.store;
      claim->epoch = done.epoch;
      claim->head = done.head;
      claim->is_new = done.is_new;
      database_move_long_log(journal->database);
    }
  }
  database_leave(journal->database);
  return status;
}
