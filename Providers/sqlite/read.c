/* read.c: reads groups, in slices, so that no transaction holds the log for long. */
#include <inttypes.h>
#include <time.h>

#include "journal.h"
#include "rows.h"

#define MOST_GROUPS 1000
#define MOST_NANOSECONDS 100000000

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static enfold_journal_status take_group(database *database, enfold_journal_group *group, uint64_t after,
                                        enfold_journal_error *error) {
  bool is_memory = false;
  if (!take_number(database, GROUPS_FROM, 0, &group->last) || !take_number(database, GROUPS_FROM, 1, &group->first) ||
      !take_number(database, GROUPS_FROM, 2, &group->epoch) || !take_number(database, GROUPS_FROM, 3, &group->at) ||
      !take_bytes(database, GROUPS_FROM, 4, group->hash, sizeof group->hash) ||
      !take_text(database, GROUPS_FROM, 5, &group->body, &group->length, &is_memory) || group->first == 0 ||
      group->first > group->last)
    return wrong_row(database, is_memory, group->store, "a group", group->last, error);
  if (after != 0 && group->first != after + 1)
    return problem(error, ENFOLD_JOURNAL_CORRUPT,
                   "%s: store %" PRIu64 ": the group that begins at %" PRIu64 " follows the entry %" PRIu64 ": restore a backup",
                   database->place.path, group->store, group->first, after);
  group->before = group->first - 1;
  return ENFOLD_JOURNAL_OK;
}

static enfold_journal_status read_slice(database *database, uint64_t store, uint64_t from, enfold_journal_group_fn fn,
                                        void *context, enfold_journal_error *error) {
  int64_t end = now() + MOST_NANOSECONDS;
  uint64_t after = 0;
  int given = 0;
  bind_number(database, GROUPS_FROM, 1, store);
  bind_number(database, GROUPS_FROM, 2, from > INT64_MAX ? INT64_MAX : from);
  bind_number(database, GROUPS_FROM, 3, MOST_GROUPS);
  enfold_journal_status status;
  for (;;) {
    status = step(database, GROUPS_FROM, "groups cannot be read", error);
    if (status != ENFOLD_JOURNAL_MORE) break;
    enfold_journal_group group = {.struct_size = sizeof group, .store = store};
    status = take_group(database, &group, after, error);
    if (status != ENFOLD_JOURNAL_OK) break;
    after = group.last;
    status = ENFOLD_JOURNAL_MORE;
    if (fn(context, &group) != 0 || ++given == MOST_GROUPS || now() >= end) break;
  }
  reset(database, GROUPS_FROM);
  return status;
}

enfold_journal_status journal_read(void *context, uint64_t store, uint64_t from, enfold_journal_group_fn fn, void *fn_context,
                                   enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  enfold_journal_status status = database_enter(database, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(database, false, error);
  if (status == ENFOLD_JOURNAL_OK) status = database_end(database, read_slice(database, store, from, fn, fn_context, error), error);
  database_leave(database);
  return status;
}
