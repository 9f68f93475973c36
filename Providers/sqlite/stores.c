/* stores.c: finds stores, and lists them. */
#include <string.h>

#include "journal.h"
#include "rows.h"
#include "text.h"

#define MOST_STORES 1000

enfold_journal_status journal_find(void *context, const char *name, size_t length, enfold_journal_store *out,
                                   enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  if (!text_is_name(name, length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "the name of a store is 1 to 255 bytes of UTF-8 without U+0000");
  enfold_journal_status status = database_enter(database, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(database, false, error);
  if (status == ENFOLD_JOURNAL_OK) {
    enfold_journal_store found;
    status = store_by_name(database, name, length, &found, error);
    if (status == ENFOLD_JOURNAL_OK) {
      memcpy(journal->name, found.name, found.name_length);
      memcpy(journal->feature, found.feature, found.feature_length);
      found.name = journal->name;
      found.feature = journal->feature;
    }
    reset(database, STORE_BY_NAME);
    status = database_end(database, status, error);
    if (status == ENFOLD_JOURNAL_OK) give_store(&found, out);
  }
  database_leave(database);
  return status;
}

static enfold_journal_status list(database *database, const char *after, size_t length, enfold_journal_store_fn fn, void *context,
                                  enfold_journal_error *error) {
  bind_text(database, STORES_AFTER, 1, after, length);
  bind_number(database, STORES_AFTER, 2, MOST_STORES);
  enfold_journal_status status;
  int given = 0;
  for (;;) {
    status = step(database, STORES_AFTER, "stores cannot be listed", error);
    if (status != ENFOLD_JOURNAL_MORE) break;
    enfold_journal_store found;
    status = take_store(database, STORES_AFTER, &found, error);
    if (status != ENFOLD_JOURNAL_OK) break;
    status = ENFOLD_JOURNAL_MORE;
    if (fn(context, &found) != 0 || ++given == MOST_STORES) break;
  }
  reset(database, STORES_AFTER);
  return status;
}

enfold_journal_status journal_names(void *context, const char *after, size_t length, enfold_journal_store_fn fn, void *fn_context,
                                    enfold_journal_error *error) {
  journal *journal = context;
  database *database = journal->database;
  if (!text_is_valid(after, length)) return problem(error, ENFOLD_JOURNAL_INVALID, "the name is not UTF-8");
  enfold_journal_status status = database_enter(database, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = database_begin(database, false, error);
  if (status == ENFOLD_JOURNAL_OK) status = database_end(database, list(database, after, length, fn, fn_context, error), error);
  database_leave(database);
  return status;
}
