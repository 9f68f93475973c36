/* ccounter.c: a plugin written in plain C. It brings a reducer; the runtime brings everything else.
 *
 *   cc -std=c11 -shared -fPIC -Iinclude ccounter.c -o libccounter.so
 *
 * Feature "CCounter": state {"count":0}, actions "increment", {"add":5}.
 */
#include "enfold_plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct counter {
  int64_t count;
} counter;

static enfold_status fail(enfold_error *error, enfold_status code, const char *message) {
  if (error) {
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", message);
  }
  return code;
}

/* Reads exactly PREFIX, an integer and SUFFIX. */
static int parse(const char *text, size_t length, const char *prefix, const char *suffix, int64_t *out) {
  char copy[64], *end;
  if (length >= sizeof copy || strncmp(text, prefix, strlen(prefix)) != 0) return 0;
  memcpy(copy, text, length);
  copy[length] = 0;
  *out = strtoll(copy + strlen(prefix), &end, 10);
  return end != copy + strlen(prefix) && strcmp(end, suffix) == 0;
}

static int is(const char *text, size_t length, const char *other) {
  return length == strlen(other) && memcmp(text, other, length) == 0;
}

/* One action as its effect on the count; -1 is not used by any action. */
static int decode(const char *action, size_t length, int64_t *amount) {
  *amount = 1;
  return is(action, length, "\"increment\"") || is(action, length, "{\"increment\":{}}") ||
         parse(action, length, "{\"add\":", "}", amount);
}

static enfold_status open_counter(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  (void)user;
  counter made = {0};
  if (state && !parse(state, length, "{\"count\":", "}", &made.count))
    return fail(error, ENFOLD_BAD_STATE, "the state of CCounter is {\"count\":0}, compact");
  counter *copy = malloc(sizeof *copy);
  if (!copy) return fail(error, ENFOLD_FAILED, "out of memory");
  *copy = made;
  *instance = copy;
  return ENFOLD_OK;
}

static void close_counter(void *instance) { free(instance); }

static enfold_status check(void *user, const char *action, size_t length, enfold_error *error) {
  (void)user;
  int64_t amount;
  if (decode(action, length, &amount)) return ENFOLD_OK;
  return fail(error, ENFOLD_BAD_ACTION, "the actions of CCounter are \"increment\" and {\"add\":5}, compact");
}

static enfold_status reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                            enfold_error *error) {
  counter *self = instance;
  int64_t amount;
  if (!decode(action, length, &amount)) return fail(error, ENFOLD_BAD_ACTION, "no action of CCounter");
  if (amount != 0) {
    self->count = (int64_t)((uint64_t)self->count + (uint64_t)amount);
    changes->changed(changes, "/count");
  }
  return ENFOLD_OK;
}

static enfold_status state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  (void)error;
  char text[48];
  int length = snprintf(text, sizeof text, "{\"count\":%" PRId64 "}", ((counter *)instance)->count);
  write(context, text, (size_t)length);
  return ENFOLD_OK;
}

static const enfold_reducer reducer = {
    .struct_size = sizeof(enfold_reducer),
    .open = open_counter,
    .close = close_counter,
    .check = check,
    .reduce = reduce,
    .state = state,
};

static const enfold_plugin_feature feature = {
    .struct_size = sizeof(enfold_plugin_feature),
    .name = "CCounter",
    .state_schema = "{\"type\":\"object\",\"properties\":{\"count\":{\"type\":\"integer\"}},\"required\":[\"count\"]}",
    .reducer = &reducer,
};

static const enfold_plugin_feature *const features[] = {&feature};

const enfold_plugin_table *enfold_plugin_entry(void) {
  static const enfold_plugin_table table = {
      .struct_size = sizeof(enfold_plugin_table),
      .abi = ENFOLD_PLUGIN_ABI_INIT,
      .id = "org.enfold.ccounter",
      .version = "1.0.0",
      .features = features,
      .feature_count = 1,
  };
  return &table;
}
