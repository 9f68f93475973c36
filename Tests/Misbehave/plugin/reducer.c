/* reducer.c: the good reducer. */
#include "reducer.h"

#include <stdio.h>
#include <stdlib.h>

static enfold_status open_instance(void *user, const char *state, size_t length, void **out, enfold_error *error) {
  instance *made = calloc(1, sizeof *made);
  (void)state, (void)length, (void)error;
  made->fault = user;
  misbehave_board.instances_opened++;
  *out = made;
  return ENFOLD_OK;
}

static void close_instance(void *pointer) {
  misbehave_board.instances_closed++;
  free(pointer);
}

static enfold_status check(void *user, const char *action, size_t length, enfold_error *error) {
  (void)user, (void)action, (void)length, (void)error;
  return ENFOLD_OK;
}

static enfold_status reduce(void *pointer, const char *action, size_t length, const enfold_changes *changes,
                            enfold_error *error) {
  instance *i = pointer;
  (void)action, (void)length, (void)error;
  i->count++;
  changes->changed(changes, "/count");
  return ENFOLD_OK;
}

static enfold_status write_state(void *pointer, enfold_write_fn write, void *context, enfold_error *error) {
  const instance *i = pointer;
  char text[64];
  (void)error;
  int length = snprintf(text, sizeof text, "{\"count\":%lu}", i->count);
  write(context, text, (size_t)length);
  return ENFOLD_OK;
}

const enfold_reducer good_reducer = {.struct_size = sizeof good_reducer, .open = open_instance, .close = close_instance,
                                     .check = check, .reduce = reduce, .state = write_state};
