/* steps.c: a well-behaved plugin whose feature is a reducer alone: "Steps" counts actions and keeps the last one.
 *
 * State {"steps":0,"last":null}; every JSON value is an action; {"refuse":…} is refused by the reducer. */
#include <stdlib.h>

#include "../../C/plugins/plugin.h"

typedef struct steps {
  long count;
  char *last;
} steps;

static enfold_status steps_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  static const char begin[] = "{\"steps\":";
  steps *made = calloc(1, sizeof *made);
  (void)user;
  if (state != NULL) {
    if (length < sizeof begin || memcmp(state, begin, sizeof begin - 1) != 0) {
      free(made);
      return fail(error, ENFOLD_BAD_STATE, "a state begins with {\"steps\":");
    }
    made->count = strtol(state + sizeof begin - 1, NULL, 10);
  }
  *instance = made;
  return ENFOLD_OK;
}

static void steps_close(void *instance) {
  steps *s = instance;
  free(s->last);
  free(s);
}

static enfold_status steps_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  enfold_error *error) {
  steps *s = instance;
  if (length > 10 && memcmp(action, "{\"refuse\":", 10) == 0) return fail(error, ENFOLD_FAILED, "as you wish");
  free(s->last);
  s->last = malloc(length + 1);
  memcpy(s->last, action, length);
  s->last[length] = '\0';
  s->count++;
  changes->changed(changes, "/steps");
  changes->changed(changes, "/last");
  return ENFOLD_OK;
}

static enfold_status steps_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  const steps *s = instance;
  char begin[64];
  (void)error;
  int length = snprintf(begin, sizeof begin, "{\"steps\":%ld,\"last\":", s->count);
  write(context, begin, (size_t)length);
  write(context, s->last != NULL ? s->last : "null", s->last != NULL ? strlen(s->last) : 4);
  write(context, "}", 1);
  return ENFOLD_OK;
}

REDUCER_PLUGIN("org.enfold.tests.steps", "Steps", .open = steps_open, .close = steps_close, .reduce = steps_reduce,
               .state = steps_state)
