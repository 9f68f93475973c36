/* keep.c: a plugin for values of every shape. The state of its feature "Keep" is the last action: any JSON. */
#include <stdlib.h>

#include "plugin.h"

typedef struct keep {
  char *text;
  size_t length;
} keep;

static enfold_status put(keep *self, const char *text, size_t length) {
  char *copy = malloc(length + 1);
  if (copy == NULL) return ENFOLD_FAILED;
  memcpy(copy, text, length);
  free(self->text);
  self->text = copy;
  self->length = length;
  return ENFOLD_OK;
}

static enfold_status keep_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  keep *made = calloc(1, sizeof *made);
  enfold_status status = ENFOLD_FAILED;
  (void)user, (void)error;
  if (made != NULL) status = state != NULL ? put(made, state, length) : put(made, "null", 4);
  if (status != ENFOLD_OK) free(made);
  *instance = made;
  return status;
}

static void keep_close(void *instance) {
  keep *self = instance;
  free(self->text);
  free(self);
}

static enfold_status keep_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                 enfold_error *error) {
  enfold_status status = put(instance, action, length);
  (void)error;
  if (status == ENFOLD_OK) changes->changed(changes, "");
  return status;
}

static enfold_status keep_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  const keep *self = instance;
  (void)error;
  write(context, self->text, self->length);
  return ENFOLD_OK;
}

REDUCER_PLUGIN("org.enfold.tests.keep", "Keep", .open = keep_open, .close = keep_close, .reduce = keep_reduce,
               .state = keep_state)
