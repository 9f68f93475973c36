/* append.c: writes groups of several stores in one transaction. */
#include <inttypes.h>
#include <string.h>

#include "journal.h"
#include "rows.h"
#include "text.h"

/* What a transaction is broken off for: the disk, the connection, the whole journal. */
static bool is_of_all(enfold_journal_status status) {
  return status == ENFOLD_JOURNAL_WAITING || status == ENFOLD_JOURNAL_STOPPED || status == ENFOLD_JOURNAL_UNKNOWN;
}

static enfold_journal_status check(const enfold_journal_group *group, enfold_journal_error *error) {
  if (group->first == 0 || group->first - 1 != group->before || group->last < group->first || group->last > INT64_MAX)
    return problem(error, ENFOLD_JOURNAL_INVALID,
                   "the entries %" PRIu64 " to %" PRIu64 " do not follow the head %" PRIu64
                   ": a group begins with the number after it",
                   group->first, group->last, group->before);
  if (group->store > INT64_MAX || group->epoch > INT64_MAX || group->at > INT64_MAX)
    return problem(error, ENFOLD_JOURNAL_INVALID, "the store, the epoch or the time of a group is beyond INT64_MAX");
  if (group->length == 0 || !text_is_valid(group->body, group->length))
    return problem(error, ENFOLD_JOURNAL_INVALID,
                   "the body of the group %" PRIu64 " to %" PRIu64 " must be UTF-8 without U+0000, and not empty", group->first,
                   group->last);
  if (group->checkpoint == NULL) return ENFOLD_JOURNAL_OK;
  if (group->checkpoint->seq != group->last)
    return problem(error, ENFOLD_JOURNAL_INVALID, "the checkpoint of a group that ends at %" PRIu64 " is at %" PRIu64, group->last,
                   group->checkpoint->seq);
  return check_checkpoint(group->checkpoint, error);
}

/* Why no row had the epoch, the writer and the head. */
static enfold_journal_status refused(database *database, const enfold_journal_group *group, enfold_journal_error *error) {
  uint64_t head = 0;
  enfold_journal_status status = check_writer(database, group->store, group->epoch, group->writer, &head, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  return problem(error, ENFOLD_JOURNAL_CONFLICT,
                 "%s: the head of store %" PRIu64 " is %" PRIu64 ", and the group %" PRIu64 " to %" PRIu64 " follows %" PRIu64,
                 database->place.path, group->store, head, group->first, group->last, group->before);
}

/* Compares and swaps the head before anything else. So a group that is refused has changed nothing. */
static enfold_journal_status write(database *database, const enfold_journal_group *group, enfold_journal_error *error) {
  bind_number(database, STORE_ADVANCE, 1, group->store);
  bind_number(database, STORE_ADVANCE, 2, group->epoch);
  bind_bytes(database, STORE_ADVANCE, 3, group->writer, sizeof group->writer);
  bind_number(database, STORE_ADVANCE, 4, group->before);
  bind_number(database, STORE_ADVANCE, 5, group->last);
  bind_number(database, STORE_ADVANCE, 6, group->at);
  enfold_journal_status status = step_all(database, STORE_ADVANCE, "a group cannot be written", error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  if (sqlite.changes(database->connection) != 1) return refused(database, group, error);
  bind_number(database, GROUP_ADD, 1, group->store);
  bind_number(database, GROUP_ADD, 2, group->last);
  bind_number(database, GROUP_ADD, 3, group->first);
  bind_number(database, GROUP_ADD, 4, group->epoch);
  bind_number(database, GROUP_ADD, 5, group->at);
  bind_bytes(database, GROUP_ADD, 6, group->hash, sizeof group->hash);
  bind_text(database, GROUP_ADD, 7, group->body, group->length);
  status = step_all(database, GROUP_ADD, "a group cannot be written", error);
  if (status == ENFOLD_JOURNAL_OK && group->checkpoint != NULL)
    status = put_checkpoint(database, group->store, group->checkpoint, error);
  return status;
}

/* One attempt: those that are still ENFOLD_JOURNAL_MORE. Sets `is_spoiled` if a group was refused after it had changed something:
 * the transaction must be taken back, and tried without it. */
static enfold_journal_status write_all(database *database, enfold_journal_group *const *groups, size_t count, bool *is_spoiled,
                                       enfold_journal_error *first) {
  *is_spoiled = false;
  for (size_t index = 0; index < count; index++) {
    if (groups[index]->status != ENFOLD_JOURNAL_MORE) continue;
    enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
    enfold_journal_status status = write(database, groups[index], &error);
    if (status == ENFOLD_JOURNAL_OK) continue;
    if (is_of_all(status)) return problem(first, status, "%s", error.message);
    groups[index]->status = status;
    if (first->status == ENFOLD_JOURNAL_OK) problem(first, status, "%s", error.message);
    *is_spoiled = status != ENFOLD_JOURNAL_FENCED && status != ENFOLD_JOURNAL_CONFLICT;
    if (*is_spoiled) return ENFOLD_JOURNAL_CORRUPT;
  }
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status journal_append(void *context, enfold_journal_group *const *groups, size_t count,
                                     enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  enfold_journal_error first = ENFOLD_JOURNAL_ERROR_INIT;
  for (size_t index = 0; index < count; index++) {
    if (groups[index]->struct_size < sizeof **groups)
      return problem(error, ENFOLD_JOURNAL_INVALID, "a group of %u bytes: struct_size is not set", groups[index]->struct_size);
    enfold_journal_error one = ENFOLD_JOURNAL_ERROR_INIT;
    enfold_journal_status checked = check(groups[index], &one);
    /* ENFOLD_JOURNAL_MORE: it is to be written. */
    groups[index]->status = checked == ENFOLD_JOURNAL_OK ? ENFOLD_JOURNAL_MORE : checked;
    if (checked != ENFOLD_JOURNAL_OK && first.status == ENFOLD_JOURNAL_OK) first = one;
  }
  enfold_journal_status status = database_enter(database, true, error);
  if (status == ENFOLD_JOURNAL_OK) {
    bool is_spoiled = false;
    do {
      status = database_begin(database, true, error);
      if (status != ENFOLD_JOURNAL_OK) break;
      enfold_journal_error why = first;
      status = write_all(database, groups, count, &is_spoiled, &why);
      if (is_spoiled || status == ENFOLD_JOURNAL_OK)
        first = why;
      else
        problem(error, status, "%s", why.message);
      status = database_end(database, status, error);
    } while (is_spoiled);
    if (status == ENFOLD_JOURNAL_OK) database_move_long_log(database);
    database_leave(database);
  }
  bool is_whole = true;
  for (size_t index = 0; index < count; index++) {
    if (groups[index]->status == ENFOLD_JOURNAL_MORE) groups[index]->status = status;
    if (groups[index]->status != ENFOLD_JOURNAL_OK) is_whole = false;
  }
  if (status != ENFOLD_JOURNAL_OK || is_whole) return status;
  problem(error, first.status, "%s", first.message);
  return ENFOLD_JOURNAL_PARTLY;
}
