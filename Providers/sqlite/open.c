/* open.c: opens and closes journals. Those that write one file share its database. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal.h"

static enfold_journal_status open_content(void *context, hold *hold, void **content, enfold_journal_error *error) {
  database *made = NULL;
  enfold_journal_status status = database_open(context, hold, &made, error);
  *content = made;
  return status;
}

static void close_content(void *content) { database_close(content); }

static enfold_journal_status open_in(journal *made, const place *place, bool is_reader, enfold_journal_error *error) {
  if (is_reader) return database_open(place, NULL, &made->database, error);
  char lock[PLACE_SIZE];
  size_t length = strlen(place->path);
  memcpy(lock, place->path, length);
  memcpy(lock + length, "-lock", 6);
  enfold_journal_status status = hold_take(lock, open_content, (void *)(uintptr_t)place, &made->hold, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  made->database = hold_content(made->hold);
  /* One that was opened before, and whose file is another one since, would write to the wrong file. */
  status = database_enter(made->database, true, error);
  if (status == ENFOLD_JOURNAL_OK) {
    status = database_check_files(made->database, error);
    database_leave(made->database);
  }
  if (status != ENFOLD_JOURNAL_OK) hold_give(made->hold, close_content);
  return status;
}

enfold_journal_status journal_open(const char *target, size_t length, const char *text, size_t text_length, void **out,
                                   enfold_journal_error *error) {
  *out = NULL;
  open_options options;
  place place;
  enfold_journal_status status = options_read(text, text_length, &options, error);
  if (status == ENFOLD_JOURNAL_OK) status = sqlite_load(error);
  if (status == ENFOLD_JOURNAL_OK) status = place_find(target, length, &options, &place, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  journal *made = calloc(1, sizeof *made);
  if (made == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: no memory to open it", place.path);
  status = open_in(made, &place, options.is_reader, error);
  if (status != ENFOLD_JOURNAL_OK) {
    free(made);
    return status;
  }
  *out = made;
  return ENFOLD_JOURNAL_OK;
}

void journal_close(void *context) {
  journal *closed = context;
  if (closed == NULL) return;
  if (closed->hold != NULL)
    hold_give(closed->hold, close_content);
  else
    database_close(closed->database);
  free(closed);
}
