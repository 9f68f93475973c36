/* calls_features.c: a feature that the fuzzer has written itself, registered again and again, rightly and wrongly.
 *
 * "Own": state {"count":0,"last":null}. Every JSON is an action and becomes "last". An array with a text asks for requests of
 * that name; {"again":…} sends its value; {"refuse":…} is refused by the reducer; {"drop":…} cancels requests. */
#include <enfold_plugin.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "callbacks.h"
#include "failure.h"
#include "operations.h"
#include "trace.h"

typedef struct own {
  callback_record *record;
  long count;
  char *last;
  atomic_int inside;
} own;

/* What is called must not have been released, and nothing else may run for the same instance. */
static void enter(own *o) {
  if (o->record->magic != CALLBACK_MAGIC || atomic_load(&o->record->releases) > 0)
    failed("feature", "a feature was called after its release");
  if (atomic_fetch_add(&o->inside, 1) > 0) failed("feature", "an instance is used on two threads at once");
}
static void leave(own *o) { atomic_fetch_sub(&o->inside, 1); }

static enfold_status own_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  static const char begin[] = "{\"count\":";
  long count = 0;
  if (state != NULL) {
    if (length < sizeof begin || memcmp(state, begin, sizeof begin - 1) != 0) {
      error->offset = length; /* which is allowed */
      snprintf(error->message, sizeof error->message, "a state begins with {\"count\":");
      return ENFOLD_BAD_STATE;
    }
    char *copy = strndup(state, length);
    count = strtol(copy + sizeof begin - 1, NULL, 10);
    free(copy);
  }
  own *made = calloc(1, sizeof *made);
  made->record = user;
  made->count = count;
  *instance = made;
  return ENFOLD_OK;
}

static void own_close(void *instance) {
  own *o = instance;
  enter(o);
  free(o->last);
  free(o);
}

static bool begins(const char *text, size_t length, const char *with) {
  return length > strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

static void ask(const enfold_effects *effects, const char *name, size_t length) {
  static const char *const options[] = {
      NULL, "{\"answer\":{\"again\":\"$answer\"},\"failure\":\"$error\"}",
      "{\"answer\":\"$answer\",\"stream\":true,\"buffer\":2,\"id\":\"a\"}",
      "{\"answer\":[0,\"$answer\"],\"id\":\"a\",\"cancelInFlight\":true,\"failure\":{\"refuse\":\"$error\"}}",
      "{\"nope\":1}", "{\"answer\":\"$nope\"}", "[", "\xff"};
  static atomic_uint next;
  const char *chosen = options[atomic_fetch_add(&next, 1) % 8];
  effects->request(effects, name, length, "5", 1, chosen, chosen != NULL ? ENFOLD_NUL : 0, NULL);
}

static enfold_status own_effects(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                 const enfold_effects *effects, enfold_error *error) {
  own *o = instance;
  (void)error;
  enter(o);
  bool is_refused = begins(action, length, "{\"refuse\":");
  if (effects != NULL && begins(action, length, "{\"again\":"))
    effects->send(effects, action + 9, length - 10, NULL);
  if (effects != NULL && begins(action, length, "[\"")) {
    const char *end = memchr(action + 2, '"', length - 2);
    if (end != NULL) ask(effects, action + 2, (size_t)(end - action - 2));
  }
  if (effects != NULL && begins(action, length, "{\"drop\":")) effects->cancel(effects, "a", 1, NULL);
  if (!is_refused) {
    free(o->last);
    o->last = strndup(action, length);
    o->count++;
  }
  changes->changed(changes, "/last");
  changes->changed(changes, o->count % 7 == 0 ? "what is no pointer" : "/count");
  leave(o);
  return is_refused ? ENFOLD_FAILED : ENFOLD_OK;
}

static enfold_status own_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                enfold_error *error) {
  return own_effects(instance, action, length, changes, NULL, error);
}

static enfold_status own_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  own *o = instance;
  char begin[64];
  (void)error;
  enter(o);
  int length = snprintf(begin, sizeof begin, "{\"count\":%ld,\"last\":", o->count);
  write(context, begin, (size_t)length);
  write(context, o->last != NULL ? o->last : "null", o->last != NULL ? strlen(o->last) : 4);
  write(context, "}", 1);
  leave(o);
  return ENFOLD_OK;
}

static enfold_status own_part(void *instance, const char *pointer, size_t length, enfold_write_fn write, void *context,
                              enfold_error *error) {
  own *o = instance;
  char text[32];
  (void)error;
  if (length == 5 && memcmp(pointer, "/last", 5) == 0) {
    write(context, o->last != NULL ? o->last : "null", o->last != NULL ? strlen(o->last) : 4);
  } else if (length == 6 && memcmp(pointer, "/count", 6) == 0) {
    int count = snprintf(text, sizeof text, "%ld", o->count);
    write(context, text, (size_t)count);
  } else {
    return memcmp(pointer, "/last", length < 5 ? length : 5) == 0 ? ENFOLD_UNSUPPORTED : ENFOLD_BAD_POINTER;
  }
  return ENFOLD_OK;
}

static const enfold_effect_reducer with_effects = {sizeof with_effects, own_effects};
static const enfold_effect_reducer without_reduce = {sizeof without_reduce, NULL};
static const enfold_parts with_parts = {sizeof with_parts, own_part};

static const void *all(const char *name, uint32_t version) {
  if (name == NULL || version != 1) return NULL;
  if (strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0) return &with_effects;
  return strcmp(name, ENFOLD_PARTS_EXTENSION) == 0 ? &with_parts : NULL;
}
static const void *effects_alone(const char *name, uint32_t version) {
  return name != NULL && version == 1 && strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0 ? &with_effects : NULL;
}
static const void *broken(const char *name, uint32_t version) {
  return name != NULL && version == 1 && strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0 ? &without_reduce : NULL;
}

static void register_own(held runtime, bool is_right, random_source *r) {
  static const char *const names[] = {"Own", NULL, "", "a/b", "\xff", "Own"};
  call c;
  enfold_reducer reducer = {sizeof reducer, NULL, own_open, own_close, NULL, own_reduce, own_state};
  enfold_plugin_feature feature = {sizeof feature, "Own", NULL, NULL, NULL, &reducer, NULL};
  uint32_t wrong = is_right || !random_chance(r, 3) ? 0 : 1 + random_below(r, 8);
  switch (random_below(r, 3)) {
    case 0: feature.get_extension = all; break;
    case 1: feature.get_extension = effects_alone; break;
    default: break;
  }
  if (wrong > 0 && wrong < 5) feature.name = names[wrong];
  if (wrong == 5) feature.get_extension = broken;
  if (wrong == 6) feature.state_schema = "{";
  if (wrong == 7) reducer.struct_size = random_below(r, 16);
  if (wrong == 8) reducer.close = NULL;
  bool is_given = !random_chance(r, 40);
  callback_record *record = ledger_callback(HANDLER, r);
  callback_plan(record, r);
  record->runtime = runtime.runtime;
  record->has_release = true;
  ledger_add(record);
  call_begin(&c, F_enfold_feature_register, runtime, r);
  if (tracing)
    trace_line("enfold_feature_register(%s, %s, user_%" PRIu64 ", released, %s); // wrong in %u", trace_handle(runtime),
               is_given ? "&own" : "NULL", record->serial, call_shown_error(&c), wrong);
  enfold_status status =
      call_end(&c, enfold_feature_register(runtime.handle, is_given ? &feature : NULL, record, on_release, c.error));
  if (status == ENFOLD_OK && (wrong > 0 || !is_given)) call_fail(&c, status, "it does not fit, and was accepted");
  if (status == ENFOLD_OK) atomic_store(&record->is_accepted, true);
  if (status == ENFOLD_OK && runtime.runtime != NULL)
    atomic_fetch_or(&runtime.runtime->loaded, 1u << USUAL_PLUGINS); /* as if it came from one more plugin */
  memset(&feature, 0xff, sizeof feature);
  memset(&reducer, 0xff, sizeof reducer);
}

void register_feature(held runtime, random_source *r) { register_own(runtime, true, r); }

void op_feature_register(random_source *r) { register_own(pool_pick(RUNTIMES, r), false, r); }
