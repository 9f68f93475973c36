/* keeper.c: a plugin whose feature "Keeper" takes any JSON as an action, and keeps it as it is.
 *
 * State {"count":0,"last":null}. "refused" is no action. {"call":...}: the reducer calls the function whose address is in the
 * environment variable KEEPER_CALL. */
#include <stdlib.h>

#include "plugin.h"

typedef struct {
  unsigned long count;
  char *last;
  size_t length;
} keeper;

static enfold_status keeper_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  (void)user, (void)state, (void)length, (void)error;
  keeper *made = calloc(1, sizeof *made);
  made->last = strdup("null");
  made->length = 4;
  *instance = made;
  return ENFOLD_OK;
}

static void keeper_close(void *instance) {
  free(((keeper *)instance)->last);
  free(instance);
}

static enfold_status keeper_check(void *user, const char *action, size_t length, enfold_error *error) {
  (void)user;
  return is(action, length, "\"refused\"") ? fail(error, ENFOLD_BAD_ACTION, "it wants to be refused") : ENFOLD_OK;
}

static enfold_status keeper_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                   enfold_error *error) {
  keeper *k = instance;
  (void)error;
  free(k->last);
  k->last = malloc(length);
  memcpy(k->last, action, length);
  k->length = length;
  k->count++;
  changes->changed(changes, "");
  if (length > 8 && memcmp(action, "{\"call\":", 8) == 0) {
    void (*function)(int);
    unsigned long long address = strtoull(getenv("KEEPER_CALL"), NULL, 0);
    memcpy(&function, &address, sizeof function);
    function(7);
  }
  return ENFOLD_OK;
}

static enfold_status keeper_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  const keeper *k = instance;
  char head[64];
  (void)error;
  write(context, head, (size_t)snprintf(head, sizeof head, "{\"count\":%lu,\"last\":", k->count));
  write(context, k->last, k->length);
  write(context, "}", 1);
  return ENFOLD_OK;
}

REDUCER_PLUGIN("org.enfold.tests.keeper", "Keeper", .open = keeper_open, .close = keeper_close, .check = keeper_check,
               .reduce = keeper_reduce, .state = keeper_state)
