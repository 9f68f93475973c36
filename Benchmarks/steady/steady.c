/* steady.c: the paths, each a feature, its state, its action and what is observed of it. */
#include "steady.h"

#include <enfold.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char todos[] = "{\"state\":{\"items\":["
                            "{\"id\":1,\"title\":\"a\"},{\"id\":2,\"title\":\"b\"},{\"id\":3,\"title\":\"c\"},"
                            "{\"id\":4,\"title\":\"d\"},{\"id\":5,\"title\":\"e\"},{\"id\":6,\"title\":\"f\"}]}}";
static const char cells[] = "{\"state\":{\"items\":["
                            "{\"id\":1,\"value\":0},{\"id\":2,\"value\":0},"
                            "{\"id\":3,\"value\":0},{\"id\":4,\"value\":0}]}}";
static const char set[] = "{\"set\":{\"id\":4,\"value\":1}}", set_other[] = "{\"set\":{\"id\":4,\"value\":2}}";
static const char increment[] = "{\"increment\":{}}", toggle[] = "{\"toggle\":{\"id\":4}}";

static const struct path {
  const char *name, *loop, *plugin, *feature, *options, *action, *pointer, *observation;
  bool is_queued; /* another thread is the loop thread, and nobody pumps */
  int readers;    /* how many other stores have the same feature, each with an observer */
} paths[] = {
  {"W1", NULL, "libCounter.so", "Counter", NULL, increment, "/count", NULL, false, 0},
  {"W1-no-observer", NULL, "libCounter.so", "Counter", NULL, increment, NULL, NULL, false, 0},
  {"W1-host", "{\"loop\":\"host\"}", "libCounter.so", "Counter", NULL, increment, "/count", NULL, false, 0},
  {"W1-reactor", NULL, "libWorkloads.so", "EffectCounter", NULL, increment, "/count", NULL, false, 0},
  {"W1-publisher", NULL, "libWorkloads.so", "PublisherCounter", NULL, increment, "/count", NULL, false, 0},
  {"W1-shared", NULL, "libWorkloads.so", "Sharing", NULL, increment, "/count", NULL, false, 0},
  {"W1-in-C", NULL, "libccounter.so", "CCounter", NULL, increment, "/count", NULL, false, 0},
  {"W2", NULL, "libTodos.so", "Todos", todos, toggle, "/items/id=4/isDone", NULL, false, 0},
  {"W2-patch", NULL, "libTodos.so", "Todos", todos, toggle, "/items", "{\"patch\":true,\"value\":false}", false, 0},
  {"W2-no-observer", NULL, "libTodos.so", "Todos", todos, toggle, NULL, NULL, false, 0},
  {"W3", NULL, "libWorkloads.so", "Cells", cells, set, "/items/id=4/value", NULL, false, 0},
  {"beside-shared", NULL, "libWorkloads.so", "BesideShared", NULL, increment, "/count", NULL, false, 0},
  {"shared-write", NULL, "libWorkloads.so", "Sharing", NULL, increment, NULL, NULL, false, 0},
  {"shared-write-1", NULL, "libWorkloads.so", "Sharing", NULL, increment, NULL, NULL, false, 1},
  {"shared-write-10", NULL, "libWorkloads.so", "Sharing", NULL, increment, NULL, NULL, false, 10},
  {"effect-send", NULL, "libWorkloads.so", "Effects", NULL, "{\"send\":{}}", NULL, NULL, false, 0},
  {"effect-run", NULL, "libWorkloads.so", "Effects", NULL, "{\"run\":{}}", NULL, NULL, false, 0},
  {"cancellable", NULL, "libWorkloads.so", "Effects", NULL, "{\"cancellable\":{}}", NULL, NULL, false, 0},
  {"debounce", NULL, "libWorkloads.so", "Effects", NULL, "{\"debounce\":{}}", NULL, NULL, false, 0},
  {"throttle", NULL, "libWorkloads.so", "Effects", NULL, "{\"throttle\":{}}", NULL, NULL, false, 0},
  {"request", NULL, "libWorkloads.so", "Asking", NULL, "{\"ask\":{}}", NULL, NULL, false, 0},
  {"plain-array", NULL, "libWorkloads.so", "Plain", NULL, "{\"toggle\":{\"index\":4000}}", NULL, NULL, false, 0},
  {"dictionary", NULL, "libWorkloads.so", "Plain", NULL, "{\"add\":{\"key\":\"key 4\"}}", NULL, NULL, false, 0},
  {"scope", NULL, "libWorkloads.so", "Composed", NULL, "{\"child\":{\"increment\":{}}}", "/child/count", NULL, false, 0},
  {"row", NULL, "libWorkloads.so", "Composed", NULL, "{\"row\":{\"id\":4,\"action\":{\"increment\":{}}}}",
   "/rows/id=4/count", NULL, false, 0},
  {"queued-send", "{\"loop\":\"host\"}", "libCounter.so", "Counter", NULL, increment, NULL, NULL, true, 0},
};

static enfold_store store;
static const char *action;
static size_t length;
static volatile size_t events;

static void check(enfold_status status, const enfold_error *error) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", enfold_status_name(status), error->message);
  exit(1);
}

static void event_seen(void *user, const enfold_event *event) {
  (void)user;
  events += event->value_length + event->patch_length;
}

static void answer(void *user, enfold_request request, const char *payload, size_t payload_length) {
  enfold_error error = ENFOLD_ERROR_INIT;
  (void)user;
  check(enfold_request_resolve(request, payload, payload_length, &error), &error);
}

static void *open_runtime(void *path) {
  static enfold_runtime runtime;
  const char *loop = ((const struct path *)path)->loop;
  enfold_error error = ENFOLD_ERROR_INIT;
  check(enfold_runtime_open(loop, loop ? ENFOLD_NUL : 0, &runtime, &error), &error);
  return &runtime;
}

static enfold_runtime open_runtime_elsewhere(const struct path *path) {
  pthread_t thread;
  void *runtime;
  if (pthread_create(&thread, NULL, open_runtime, (void *)path) != 0 || pthread_join(thread, &runtime) != 0) exit(1);
  return *(enfold_runtime *)runtime;
}

void steady_open(const char *plugin_directory, const char *name) {
  const struct path *path = NULL;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) if (strcmp(paths[i].name, name) == 0) path = &paths[i];
  if (!path) { fprintf(stderr, "no path is called %s\n", name); exit(2); }
  char file[4096];
  enfold_plugin plugin;
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_runtime runtime =
      path->is_queued ? open_runtime_elsewhere(path) : *(enfold_runtime *)open_runtime((void *)path);
  snprintf(file, sizeof file, "%s/%s", plugin_directory, path->plugin);
  check(enfold_plugin_load(runtime, file, NULL, 0, &plugin, &error), &error);
  check(enfold_runtime_handle(runtime, "number", answer, NULL, NULL, NULL, &error), &error);
  check(enfold_store_open(runtime, path->feature, path->options, path->options ? ENFOLD_NUL : 0, &store, &error), &error);
  for (int i = 0; i < path->readers; i++) {
    enfold_store reader;
    check(enfold_store_open(runtime, path->feature, NULL, 0, &reader, &error), &error);
    check(enfold_store_observe(reader, "/count", ENFOLD_NUL, NULL, 0, event_seen, NULL, NULL, NULL, &error), &error);
  }
  if (path->pointer)
    check(enfold_store_observe(store, path->pointer, ENFOLD_NUL, path->observation, path->observation ? ENFOLD_NUL : 0,
                               event_seen, NULL, NULL, NULL, &error), &error);
  action = path->action;
  length = strlen(action);
}

void steady_send(size_t count) {
  for (size_t i = 0; i < count; i++) {
    enfold_error error = ENFOLD_ERROR_INIT;
    /* A cell that gets an equal value is not told. */
    const char *next = action == set && i % 2 ? set_other : action;
    check(enfold_store_send(store, next, length, NULL, &error), &error);
  }
}
