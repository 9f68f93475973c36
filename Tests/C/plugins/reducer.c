/* reducer.c: a plugin whose feature is a reducer alone: "Tally" counts words.
 *
 * State {"total":0,"last":null}, which cannot be written while the last word is "unspeakable"; actions {"say":"word"} and "reset"; {"say":""} is refused by the reducer, and
 * {"say":"trap"} ends the process. */
#include <stdlib.h>

#include "plugin.h"

typedef struct {
  long total;
  char last[64];
} tally;

static enfold_status reducer_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  tally *made = calloc(1, sizeof *made);
  (void)user;
  if (state != NULL) {
    char *copy = strndup(state, length); /* what is given does not end with a NUL */
    const char *total = strstr(copy, "\"total\":");
    bool fits = total != NULL;
    if (fits) made->total = strtol(total + 8, NULL, 10);
    free(copy);
    if (!fits) {
      free(made);
      return fail(error, ENFOLD_BAD_STATE, "a state needs \"total\"");
    }
  }
  *instance = made;
  return ENFOLD_OK;
}

static void reducer_close(void *instance) { free(instance); }

/* The word of {"say":"word"}; NULL if the action is another. */
static const char *word(const char *action, size_t length, size_t *count) {
  static const char begin[] = "{\"say\":\"";
  if (length < sizeof begin + 1 || memcmp(action, begin, sizeof begin - 1) != 0) return NULL;
  *count = length - sizeof begin - 1;
  return action + sizeof begin - 1;
}

static enfold_status reducer_check(void *user, const char *action, size_t length, enfold_error *error) {
  size_t count;
  (void)user;
  if (word(action, length, &count) != NULL) return ENFOLD_OK;
  if (is(action, length, "\"reset\"")) return ENFOLD_OK;
  return fail(error, ENFOLD_BAD_ACTION, "known actions: say, reset");
}

static enfold_status reducer_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                    enfold_error *error) {
  tally *t = instance;
  size_t count = 0;
  const char *said = word(action, length, &count);
  if (said == NULL) {
    t->total = 0;
    t->last[0] = '\0';
    changes->changed(changes, "");
    return ENFOLD_OK;
  }
  if (count == 4 && memcmp(said, "trap", 4) == 0) __builtin_trap();
  if (count == 0) return fail(error, ENFOLD_FAILED, "nothing was said");
  if (count >= sizeof t->last) count = sizeof t->last - 1;
  t->total += 1;
  changes->changed(changes, "/total");
  if (strncmp(t->last, said, count) != 0 || t->last[count] != '\0') {
    memcpy(t->last, said, count);
    t->last[count] = '\0';
    changes->changed(changes, "/last");
  }
  return ENFOLD_OK;
}

static enfold_status reducer_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  const tally *t = instance;
  char text[128];
  if (strcmp(t->last, "unspeakable") == 0) return fail(error, ENFOLD_FAILED, "that cannot be written");
  int length = t->last[0] != '\0'
                   ? snprintf(text, sizeof text, "{\"total\":%ld,\"last\":\"%s\"}", t->total, t->last)
                   : snprintf(text, sizeof text, "{\"total\":%ld,\"last\":null}", t->total);
  write(context, text, (size_t)length);
  return ENFOLD_OK;
}

REDUCER_PLUGIN("org.enfold.tests.tally", "Tally", .open = reducer_open, .close = reducer_close, .check = reducer_check,
               .reduce = reducer_reduce, .state = reducer_state)
