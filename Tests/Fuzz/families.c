/* families.c: the kinds of things that doubling.c counts. */
#include <enfold_plugin.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doubling.h"
#include "operations.h"

/* ---- Calls that must succeed -------------------------------------------------------------------------------------- */

#define DONE(call)                                                                                      \
  do {                                                                                                  \
    enfold_error problem = ENFOLD_ERROR_INIT, *error = &problem;                                        \
    enfold_status status = (call);                                                                      \
    if (status < 0) {                                                                                   \
      fprintf(stderr, "%s:%d: %s %s\n", __FILE__, __LINE__, enfold_status_name(status), problem.message); \
      exit(2);                                                                                          \
    }                                                                                                   \
  } while (0)

#define LIMITS "\"environment\":\"test\",\"limits\":{\"requests\":10000000,\"callbacks\":10000000}"

static void *room(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory == NULL) exit(2);
  return memory;
}

static void event_came(void *user, const enfold_event *event) { (void)user, (void)event; }
static void task_ended(void *user, enfold_status status, const char *message, size_t length) {
  (void)user, (void)status, (void)message, (void)length;
}

static enfold_runtime open_runtime_with(const char *options) {
  enfold_runtime runtime;
  DONE(enfold_runtime_open(options, ENFOLD_NUL, &runtime, error));
  return runtime;
}

static void load(enfold_runtime runtime, const char *folder, const char *file) {
  char path[4096];
  enfold_plugin plugin;
  snprintf(path, sizeof path, "%s/%s", folder, file);
  DONE(enfold_plugin_load(runtime, path, NULL, 0, &plugin, error));
}

static enfold_store open_store_of(enfold_runtime runtime, const char *feature) {
  enfold_store store;
  DONE(enfold_store_open(runtime, feature, NULL, 0, &store, error));
  return store;
}

static void close_store_of(enfold_store store) { DONE(enfold_store_close(store, error)); }
static void send(enfold_store store, const char *action) { DONE(enfold_store_send(store, action, ENFOLD_NUL, NULL, error)); }

/* ---- A feature of the host ---------------------------------------------------------------------------------------- */

/* "Thing" counts its actions; {"ask":NAME} asks for a request, too. */
static enfold_status thing_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  (void)user, (void)state, (void)length, (void)error;
  *instance = room(1, sizeof(long));
  return ENFOLD_OK;
}
static enfold_status thing_ignore(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  enfold_error *error) {
  (void)instance, (void)action, (void)length, (void)changes, (void)error;
  return ENFOLD_OK;
}
static enfold_status thing_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  const enfold_effects *effects, enfold_error *error) {
  static const char ask[] = "{\"ask\":\"";
  ++*(long *)instance;
  changes->changed(changes, "/count");
  if (length < sizeof ask || memcmp(action, ask, sizeof ask - 1) != 0) return ENFOLD_OK;
  const char *name = action + sizeof ask - 1;
  return effects->request(effects, name, (size_t)(action + length - 2 - name), "1", 1, "{\"answer\":\"$answer\"}", ENFOLD_NUL,
                          error);
}
static enfold_status thing_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  char text[40];
  (void)error;
  write(context, text, (size_t)snprintf(text, sizeof text, "{\"count\":%ld}", *(long *)instance));
  return ENFOLD_OK;
}
static const void *thing_extension(const char *name, uint32_t version) {
  static const enfold_effect_reducer effects = {sizeof effects, thing_reduce};
  return strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0 && version == 1 ? &effects : NULL;
}
static const enfold_reducer thing_reducer = {
    .struct_size = sizeof thing_reducer, .open = thing_open, .close = free, .reduce = thing_ignore, .state = thing_state};

static void register_thing(enfold_runtime runtime, const char *name) {
  enfold_plugin_feature feature = {
      .struct_size = sizeof feature, .name = name, .reducer = &thing_reducer, .get_extension = thing_extension};
  DONE(enfold_feature_register(runtime, &feature, NULL, NULL, error));
}

static enfold_runtime open_things(void) {
  enfold_runtime runtime = open_runtime_with("{" LIMITS "}");
  register_thing(runtime, "Thing");
  return runtime;
}

/* What was asked and has no answer. */
static enfold_request *asked;
static size_t asked_count;
static void keep_request(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)payload, (void)length;
  asked[asked_count++] = request;
}
static void request_cancelled(void *user, enfold_request request) { (void)user, (void)request; }

static void handle(enfold_runtime runtime, const char *name) {
  DONE(enfold_runtime_handle(runtime, name, keep_request, request_cancelled, NULL, NULL, error));
}

/* ---- Stores and what is in them ----------------------------------------------------------------------------------- */

static void stores(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store *all = room(count, sizeof *all);
  phase("open");
  for (size_t i = 0; i < count; i++) all[i] = open_store_of(runtime, "Thing");
  phase("send");
  for (size_t i = 0; i < count; i++) send(all[i], "1");
  phase("close, oldest first");
  for (size_t i = 0; i < count; i++) close_store_of(all[i]);
  phase(NULL);
  for (size_t i = 0; i < count; i++) all[i] = open_store_of(runtime, "Thing");
  phase("close, newest first");
  for (size_t i = count; i-- > 0;) close_store_of(all[i]);
  phase(NULL);
  free(all);
  DONE(enfold_runtime_close(runtime, error));
}

static void observe_all(enfold_store store, enfold_subscription *all, size_t count) {
  for (size_t i = 0; i < count; i++)
    DONE(enfold_store_observe(store, "/count", ENFOLD_NUL, "{\"initial\":false}", ENFOLD_NUL, event_came, NULL, NULL, &all[i],
                              error));
}

static void observers(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing");
  enfold_subscription *all = room(count, sizeof *all);
  phase("observe");
  observe_all(store, all, count);
  phase("statistics");
  for (size_t i = 0; i < count; i++) {
    enfold_string text;
    DONE(enfold_runtime_stats(runtime, &text, error));
    enfold_string_free(&text);
  }
  phase("another runtime");
  for (size_t i = 0; i < count; i++) DONE(enfold_runtime_close(open_runtime_with("{}"), error));
  phase("cancel, newest first");
  for (size_t i = count; i-- > 0;) DONE(enfold_subscription_cancel(all[i], error));
  phase(NULL);
  observe_all(store, all, count);
  phase("cancel, oldest first");
  for (size_t i = 0; i < count; i++) DONE(enfold_subscription_cancel(all[i], error));
  phase(NULL);
  /* All handles are free now. One request is open. */
  asked = room(1, sizeof *asked);
  asked_count = 0;
  handle(runtime, "q");
  send(store, "{\"ask\":\"q\"}");
  phase("stores after a peak");
  for (size_t i = 0; i < count; i++) close_store_of(open_store_of(runtime, "Thing"));
  phase(NULL);
  free(all);
  DONE(enfold_runtime_close(runtime, error));
  free(asked);
}

static void action_observers(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing");
  enfold_subscription *all = room(count, sizeof *all);
  phase("observe");
  for (size_t i = 0; i < count; i++)
    DONE(enfold_store_observe_actions(store, "{\"phase\":\"finished\"}", ENFOLD_NUL, event_came, NULL, NULL, &all[i], error));
  phase("cancel, newest first");
  for (size_t i = count; i-- > 0;) DONE(enfold_subscription_cancel(all[i], error));
  phase(NULL);
  free(all);
  DONE(enfold_runtime_close(runtime, error));
}

static void scopes(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing"), *all = room(count, sizeof *all);
  phase("make");
  for (size_t i = 0; i < count; i++) DONE(enfold_store_scope(store, "", 0, NULL, 0, &all[i], error));
  phase("observe");
  for (size_t i = 0; i < count; i++)
    DONE(enfold_store_observe(all[i], "/count", ENFOLD_NUL, NULL, 0, event_came, NULL, NULL, NULL, error));
  phase("close");
  for (size_t i = 0; i < count; i++) close_store_of(all[i]);
  phase(NULL);
  free(all);
  DONE(enfold_runtime_close(runtime, error));
}

/* Functions of callbacks stay for ever, so there are not many. */
static void scopes_with_callbacks(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing"), *all = room(count, sizeof *all);
  phase("make");
  for (size_t i = 0; i < count; i++) {
    void (*function)(void);
    enfold_callback callback;
    DONE(enfold_store_scope(store, "", 0, NULL, 0, &all[i], error));
    DONE(enfold_store_callback(all[i], "void f(int x)", "\"$x\"", ENFOLD_NUL, NULL, 0, &function, &callback, error));
  }
  phase("close");
  for (size_t i = 0; i < count; i++) close_store_of(all[i]);
  phase(NULL);
  free(all);
  DONE(enfold_runtime_close(runtime, error));
}

/* ---- Tasks -------------------------------------------------------------------------------------------------------- */

static void tasks(size_t count) {
  enfold_runtime runtime = open_runtime_with("{" LIMITS "}");
  load(runtime, settings.twins, "libBehaviours.so");
  enfold_store store = open_store_of(runtime, "Responses");
  enfold_task *all = room(count, sizeof *all);
  phase("send");
  for (size_t i = 0; i < count; i++) DONE(enfold_store_send(store, "\"never\"", ENFOLD_NUL, &all[i], error));
  phase("on_end");
  for (size_t i = 0; i < count; i++) DONE(enfold_task_on_end(all[i], task_ended, NULL, NULL, error));
  phase("cancel");
  for (size_t i = 0; i < count; i++) DONE(enfold_task_cancel(all[i], error));
  phase("release");
  for (size_t i = 0; i < count; i++) DONE(enfold_task_release(all[i], error));
  phase(NULL);
  free(all);
  DONE(enfold_runtime_close(runtime, error));
}

static void ends_of_a_task(size_t count) {
  enfold_runtime runtime = open_runtime_with("{" LIMITS "}");
  load(runtime, settings.twins, "libBehaviours.so");
  enfold_store store = open_store_of(runtime, "Responses");
  enfold_task task;
  DONE(enfold_store_send(store, "\"never\"", ENFOLD_NUL, &task, error));
  phase("on_end");
  for (size_t i = 0; i < count; i++) DONE(enfold_task_on_end(task, task_ended, NULL, NULL, error));
  phase("end");
  DONE(enfold_task_cancel(task, error));
  DONE(enfold_store_wait(store, -1, error));
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

static void sleepers(size_t count) {
  enfold_runtime runtime = open_runtime_with("{\"clock\":\"manual\"," LIMITS "}");
  load(runtime, settings.twins, "libTimers.so");
  enfold_store store = open_store_of(runtime, "Timers");
  phase("sleep");
  for (size_t i = 0; i < count; i++) {
    char action[80];
    snprintf(action, sizeof action, "{\"sleep\":{\"id\":%zu,\"milliseconds\":%zu}}", i, 1000 + i * 7919 % count);
    send(store, action);
  }
  phase("cancel");
  close_store_of(store);
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

/* ---- Requests ----------------------------------------------------------------------------------------------------- */

/* Waits first, so that no other thread drains the store. */
static void ask_all(enfold_store store, size_t count) {
  asked_count = 0;
  DONE(enfold_store_wait(store, -1, error));
  for (size_t i = 0; i < count; i++) send(store, "{\"ask\":\"q\"}");
}

static void requests(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing");
  asked = room(count, sizeof *asked);
  handle(runtime, "q");
  phase("ask");
  ask_all(store, count);
  phase("resolve, oldest first");
  for (size_t i = 0; i < count; i++) DONE(enfold_request_resolve(asked[i], "1", 1, error));
  phase(NULL);
  ask_all(store, count);
  phase("resolve, newest first");
  for (size_t i = count; i-- > 0;) DONE(enfold_request_resolve(asked[i], "1", 1, error));
  phase(NULL);
  ask_all(store, count);
  phase("close the store");
  close_store_of(store);
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
  free(asked);
}

static void stores_that_ask(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store *all = room(count, sizeof *all);
  asked = room(count, sizeof *asked);
  asked_count = 0;
  handle(runtime, "q");
  for (size_t i = 0; i < count; i++) {
    all[i] = open_store_of(runtime, "Thing");
    send(all[i], "{\"ask\":\"q\"}");
  }
  phase("close");
  for (size_t i = 0; i < count; i++) close_store_of(all[i]);
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
  free(all);
  free(asked);
}

static const char *numbered(const char *prefix, size_t number) {
  static char name[40];
  snprintf(name, sizeof name, "%s%zu", prefix, number);
  return name;
}

static void handlers(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing");
  phase("handle");
  for (size_t i = 0; i < count; i++) handle(runtime, numbered("h", i));
  phase("handle again");
  for (size_t i = 0; i < count; i++) handle(runtime, numbered("h", i));
  phase("ask nobody");
  for (size_t i = 0; i < count; i++) enfold_store_send(store, "{\"ask\":\"nobody\"}", ENFOLD_NUL, NULL, NULL);
  phase("handle no more");
  for (size_t i = 0; i < count; i++)
    DONE(enfold_runtime_handle(runtime, numbered("h", i), NULL, NULL, NULL, NULL, error));
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

static void natives(size_t count) {
  enfold_runtime runtime = open_things();
  phase("bind");
  for (size_t i = 0; i < count; i++) {
    char prototype[60];
    snprintf(prototype, sizeof prototype, "int f%zu(int x)", i);
    DONE(enfold_runtime_bind(runtime, prototype, (void (*)(void))abs, NULL, 0, error));
  }
  phase("close the runtime");
  DONE(enfold_runtime_close(runtime, error));
}

/* ---- Features, shared values, the queue --------------------------------------------------------------------------- */

static void features(size_t count) {
  enfold_runtime runtime = open_things();
  phase("register");
  for (size_t i = 0; i < count; i++) register_thing(runtime, numbered("F", i));
  phase("register again");
  for (size_t i = 0; i < count; i++) register_thing(runtime, numbered("F", i));
  phase("open and close");
  for (size_t i = 0; i < count; i++) close_store_of(open_store_of(runtime, numbered("F", i)));
  phase("open what is missing");
  for (size_t i = 0; i < count; i++) {
    enfold_store store;
    enfold_store_open(runtime, "missing", NULL, 0, &store, NULL);
  }
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

static void shared_observers(size_t count) {
  enfold_runtime runtime = open_runtime_with("{" LIMITS "}");
  load(runtime, settings.twins, "libSessionsA.so");
  enfold_store store = open_store_of(runtime, "Visitor");
  enfold_subscription *all = room(count, sizeof *all);
  for (int round = 0; round < 2; round++) {
    phase(round == 0 ? "observe" : NULL);
    for (size_t i = 0; i < count; i++)
      DONE(enfold_shared_observe(runtime, "session", NULL, 0, event_came, NULL, NULL, &all[i], error));
    phase(round == 0 ? "cancel, newest first" : "cancel, oldest first");
    for (size_t i = 0; i < count; i++)
      DONE(enfold_subscription_cancel(all[round == 0 ? count - 1 - i : i], error));
    phase(NULL);
  }
  free(all);
  close_store_of(store);
  DONE(enfold_runtime_close(runtime, error));
}

static void stores_that_share(size_t count) {
  enfold_runtime runtime = open_runtime_with("{" LIMITS "}");
  load(runtime, settings.twins, "libSessionsA.so");
  enfold_store *all = room(count, sizeof *all);
  phase("open");
  for (size_t i = 0; i < count; i++) all[i] = open_store_of(runtime, "Visitor");
  phase("close, newest first");
  for (size_t i = count; i-- > 0;) close_store_of(all[i]);
  phase(NULL);
  free(all);
  DONE(enfold_runtime_close(runtime, error));
}

/* Its thread is the loop thread. */
static void *open_host_loop(void *runtime) {
  *(enfold_runtime *)runtime = open_runtime_with("{\"loop\":\"host\"," LIMITS "}");
  return NULL;
}

static void queued_actions(size_t count) {
  enfold_runtime runtime;
  pthread_t thread;
  if (pthread_create(&thread, NULL, open_host_loop, &runtime) != 0 || pthread_join(thread, NULL) != 0) exit(2);
  register_thing(runtime, "Thing");
  enfold_store store = open_store_of(runtime, "Thing");
  phase("send");
  for (size_t i = 0; i < count; i++) send(store, "1");
  phase("pump");
  DONE(enfold_runtime_pump(runtime, 0, NULL, error));
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

/* What is kept back of a store that is held. */
static void held_actions(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing");
  DONE(enfold_store_hold(store, 1, error));
  phase("send");
  for (size_t i = 0; i < count; i++) send(store, "1");
  phase("step");
  for (size_t i = 0; i < count; i++) DONE(enfold_store_step(store, NULL, error));
  phase(NULL);
  for (size_t i = 0; i < count; i++) send(store, "1");
  phase("release");
  DONE(enfold_store_hold(store, 0, error));
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

/* ---- Readers of a trace --------------------------------------------------------------------------------------------- */

static void ignore_entry(void *user, const char *entry, size_t length) { (void)user, (void)entry, (void)length; }

static void add_readers(enfold_runtime runtime, uint64_t *all, size_t count) {
  for (size_t i = 0; i < count; i++)
    DONE(enfold_runtime_trace(runtime, "{\"bytes\":1000}", ENFOLD_NUL, ignore_entry, NULL, NULL, &all[i], error));
}

static void trace_readers(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing");
  uint64_t *all = room(count, sizeof *all);
  phase("add");
  add_readers(runtime, all, count);
  phase("tell");
  send(store, "1");
  phase("end, oldest first");
  for (size_t i = 0; i < count; i++) DONE(enfold_runtime_trace_end(runtime, all[i], error));
  phase(NULL);
  add_readers(runtime, all, count);
  phase("end, newest first");
  for (size_t i = count; i-- > 0;) DONE(enfold_runtime_trace_end(runtime, all[i], error));
  phase(NULL);
  add_readers(runtime, all, count);
  phase("close");
  DONE(enfold_runtime_close(runtime, error));
  phase(NULL);
  free(all);
}

/* What a reader was not told yet; and stores whose trace is turned on and off. */
static void traced_actions(size_t count) {
  enfold_runtime runtime = open_things();
  enfold_store store = open_store_of(runtime, "Thing");
  uint64_t reader;
  DONE(enfold_runtime_trace(runtime, "{\"bytes\":2000000000}", ENFOLD_NUL, ignore_entry, NULL, NULL, &reader, error));
  phase("send");
  for (size_t i = 0; i < count; i++) send(store, "1");
  phase("end");
  DONE(enfold_runtime_trace_end(runtime, reader, error));
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

static void traced_stores(size_t count) {
  enfold_runtime runtime = open_things();
  uint64_t reader;
  for (size_t i = 0; i < count; i++) open_store_of(runtime, "Thing");
  phase("turn on");
  DONE(enfold_runtime_trace(runtime, NULL, 0, ignore_entry, NULL, NULL, &reader, error));
  phase("turn off");
  DONE(enfold_runtime_trace_end(runtime, reader, error));
  phase(NULL);
  DONE(enfold_runtime_trace(runtime, NULL, 0, ignore_entry, NULL, NULL, NULL, error));
  phase("open more");
  for (size_t i = 0; i < count; i++) open_store_of(runtime, "Thing");
  phase(NULL);
  DONE(enfold_runtime_close(runtime, error));
}

/* ---- What costs too much on purpose ------------------------------------------------------------------------------- */

static void deliberate(size_t count) {
  if (settings.broken != BREAK_COST) return;
  volatile size_t *all = room(count, sizeof *all);
  phase("search");
  /* Each is sought once for each that is there: eight times as much for twice as many, so that a busy machine does not hide it. */
  for (size_t i = 0; i < count; i++) {
    all[i] = i + 1;
    for (size_t seeker = 0; seeker <= i; seeker++) {
      size_t place = 0;
      while (all[place] != i + 1) place++;
    }
  }
  phase(NULL);
  free((void *)all);
}

const family families[] = {
    {"stores", 4000, stores},
    {"observers", 8000, observers},
    {"action-observers", 8000, action_observers},
    {"scopes", 4000, scopes},
    {"scopes-with-callbacks", 1500, scopes_with_callbacks},
    {"tasks", 4000, tasks},
    {"ends-of-a-task", 40000, ends_of_a_task},
    {"sleepers", 4000, sleepers},
    {"requests", 4000, requests},
    {"stores-that-ask", 4000, stores_that_ask},
    {"handlers", 4000, handlers},
    {"natives", 4000, natives},
    {"features", 4000, features},
    {"shared-observers", 8000, shared_observers},
    {"stores-that-share", 2000, stores_that_share},
    {"queued-actions", 20000, queued_actions},
    {"held-actions", 20000, held_actions},
    {"trace-readers", 4000, trace_readers},
    {"traced-actions", 20000, traced_actions},
    {"traced-stores", 4000, traced_stores},
    {"deliberate", 300, deliberate},
};
const size_t family_count = sizeof families / sizeof *families;
