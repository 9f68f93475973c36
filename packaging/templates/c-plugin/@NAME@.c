/* @NAME@: a plugin in C. It brings a reducer; the runtime brings the queue, the observers and the tasks.
 *
 * State {"count":0}; actions "increment" and {"add":5}. enfold_plugin.h says what each function below may do.
 */
#include <enfold_plugin.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct counter {
  int64_t count;
} counter;

static enfold_status fail(enfold_error *error, enfold_status code, const char *message) {
  error->code = code;
  snprintf(error->message, sizeof error->message, "%s", message);
  return code;
}

/* Reads exactly `before`, an integer and `after`. */
static int parse(const char *text, size_t length, const char *before, const char *after, int64_t *out) {
  char copy[64], *end;
  if (length >= sizeof copy || strncmp(text, before, strlen(before)) != 0) return 0;
  memcpy(copy, text, length);
  copy[length] = 0;
  *out = strtoll(copy + strlen(before), &end, 10);
  return end != copy + strlen(before) && strcmp(end, after) == 0;
}

/* By how much an action raises the count; 0: it is no action of this feature. */
static int decode(const char *action, size_t length, int64_t *amount) {
  *amount = 1;
  return (length == 11 && memcmp(action, "\"increment\"", 11) == 0) || parse(action, length, "{\"add\":", "}", amount);
}

static enfold_status open_counter(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  int64_t count = 0;
  counter *made;
  (void)user;
  if (state && !parse(state, length, "{\"count\":", "}", &count))
    return fail(error, ENFOLD_BAD_STATE, "the state of @NAME@ is {\"count\":0}");
  made = malloc(sizeof *made);
  if (!made) return fail(error, ENFOLD_FAILED, "out of memory");
  made->count = count;
  *instance = made;
  return ENFOLD_OK;
}

static void close_counter(void *instance) { free(instance); }

static enfold_status check(void *user, const char *action, size_t length, enfold_error *error) {
  int64_t amount;
  (void)user;
  if (decode(action, length, &amount)) return ENFOLD_OK;
  return fail(error, ENFOLD_BAD_ACTION, "the actions of @NAME@ are \"increment\" and {\"add\":5}, without blanks");
}

static enfold_status reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                            enfold_error *error) {
  counter *self = instance;
  int64_t amount;
  if (!decode(action, length, &amount)) return fail(error, ENFOLD_BAD_ACTION, "no action of @NAME@");
  self->count = (int64_t)((uint64_t)self->count + (uint64_t)amount);
  changes->changed(changes, "/count"); /* those who observe it are told */
  return ENFOLD_OK;
}

static enfold_status write_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  char text[48];
  int length = snprintf(text, sizeof text, "{\"count\":%" PRId64 "}", ((counter *)instance)->count);
  (void)error;
  write(context, text, (size_t)length);
  return ENFOLD_OK;
}

static const enfold_reducer reducer = {
    .struct_size = sizeof(enfold_reducer),
    .open = open_counter,
    .close = close_counter,
    .check = check,
    .reduce = reduce,
    .state = write_state,
};

static const enfold_plugin_feature feature = {
    .struct_size = sizeof(enfold_plugin_feature),
    .name = "@NAME@",
    .state_schema = "{\"type\":\"object\",\"properties\":{\"count\":{\"type\":\"integer\"}},\"required\":[\"count\"]}",
    .action_schema = "{\"anyOf\":[{\"const\":\"increment\"},{\"type\":\"object\",\"properties\":{\"add\":{\"type\":"
                     "\"integer\"}},\"required\":[\"add\"],\"additionalProperties\":false}]}",
    .reducer = &reducer,
};

static const enfold_plugin_feature *const features[] = {&feature};

const enfold_plugin_table *enfold_plugin_entry(void) {
  static const enfold_plugin_table table = {
      .struct_size = sizeof(enfold_plugin_table),
      .abi = ENFOLD_PLUGIN_ABI_INIT,
      .id = "org.example.@NAME@",
      .version = "0.1.0",
      .features = features,
      .feature_count = 1,
  };
  return &table;
}
