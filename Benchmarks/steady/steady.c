/* steady.c: the paths, each a feature, its state, its action and what is observed of it. */
#include "steady.h"

#include <enfold.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

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
  bool is_tagged;
} paths[] = {
  {"W1", NULL, "libCounter.so", "Counter", NULL, increment, "/count", NULL, false, 0, false},
  {"W1-no-observer", NULL, "libCounter.so", "Counter", NULL, increment, NULL, NULL, false, 0, false},
  {"W1-host", "{\"loop\":\"host\"}", "libCounter.so", "Counter", NULL, increment, "/count", NULL, false, 0, false},
  {"W1-reactor", NULL, "libWorkloads.so", "EffectCounter", NULL, increment, "/count", NULL, false, 0, false},
  {"W1-publisher", NULL, "libWorkloads.so", "PublisherCounter", NULL, increment, "/count", NULL, false, 0, false},
  {"W1-shared", NULL, "libWorkloads.so", "Sharing", NULL, increment, "/count", NULL, false, 0, false},
  {"W1-in-C", NULL, "libccounter.so", "CCounter", NULL, increment, "/count", NULL, false, 0, false},
  {"W2", NULL, "libTodos.so", "Todos", todos, toggle, "/items/id=4/isDone", NULL, false, 0, false},
  {"W2-patch", NULL, "libTodos.so", "Todos", todos, toggle, "/items", "{\"patch\":true,\"value\":false}", false, 0, false},
  {"W2-no-observer", NULL, "libTodos.so", "Todos", todos, toggle, NULL, NULL, false, 0, false},
  {"W3", NULL, "libWorkloads.so", "Cells", cells, set, "/items/id=4/value", NULL, false, 0, false},
  {"beside-shared", NULL, "libWorkloads.so", "BesideShared", NULL, increment, "/count", NULL, false, 0, false},
  {"shared-write", NULL, "libWorkloads.so", "Sharing", NULL, increment, NULL, NULL, false, 0, false},
  {"shared-write-1", NULL, "libWorkloads.so", "Sharing", NULL, increment, NULL, NULL, false, 1, false},
  {"shared-write-10", NULL, "libWorkloads.so", "Sharing", NULL, increment, NULL, NULL, false, 10, false},
  {"effect-send", NULL, "libWorkloads.so", "Effects", NULL, "{\"send\":{}}", NULL, NULL, false, 0, false},
  {"effect-run", NULL, "libWorkloads.so", "Effects", NULL, "{\"run\":{}}", NULL, NULL, false, 0, false},
  {"cancellable", NULL, "libWorkloads.so", "Effects", NULL, "{\"cancellable\":{}}", NULL, NULL, false, 0, false},
  {"debounce", NULL, "libWorkloads.so", "Effects", NULL, "{\"debounce\":{}}", NULL, NULL, false, 0, false},
  {"throttle", NULL, "libWorkloads.so", "Effects", NULL, "{\"throttle\":{}}", NULL, NULL, false, 0, false},
  {"request", NULL, "libWorkloads.so", "Asking", NULL, "{\"ask\":{}}", NULL, NULL, false, 0, false},
  {"plain-array", NULL, "libWorkloads.so", "Plain", NULL, "{\"toggle\":{\"index\":4000}}", NULL, NULL, false, 0, false},
  {"dictionary", NULL, "libWorkloads.so", "Plain", NULL, "{\"add\":{\"key\":\"key 4\"}}", NULL, NULL, false, 0, false},
  {"scope", NULL, "libWorkloads.so", "Composed", NULL, "{\"child\":{\"increment\":{}}}", "/child/count", NULL, false, 0, false},
  {"levels-0", NULL, "libWorkloads.so", "Level0", NULL, increment, "/count", NULL, false, 0, false},
  {"levels-1", NULL, "libWorkloads.so", "Level1", NULL, "{\"child\":{\"increment\":{}}}", "/child/count", NULL, false, 0, false},
  {"levels-5", NULL, "libWorkloads.so", "Level5", NULL,
   "{\"child\":{\"child\":{\"child\":{\"child\":{\"child\":{\"increment\":{}}}}}}}", "/child/child/child/child/child/count", NULL, false,
   0, false},
  {"row", NULL, "libWorkloads.so", "Composed", NULL, "{\"row\":{\"id\":4,\"action\":{\"increment\":{}}}}",
   "/rows/id=4/count", NULL, false, 0, false},
  {"tagged", NULL, "libCounter.so", "Counter", NULL, increment, "/count", NULL, false, 0, true},
  {"crash-line", "{\"crashLine\":true}", "libCounter.so", "Counter", NULL, increment, "/count", NULL, false, 0, false},
  {"recorded", NULL, "libCounter.so", "Counter", NULL, increment, "", "{\"patch\":true,\"value\":false,\"filter\":\"raw\",\"action\":true}",
   false, 0, false},
  {"traced", NULL, "libCounter.so", "Counter", NULL, increment, "", "{\"patch\":true,\"value\":false,\"filter\":\"raw\",\"action\":true}",
   false, 0, false}, /* by a reader that never returns, so that only the store's side counts */
  {"inspected", NULL, "libCounter.so", "Counter", NULL, increment, NULL, NULL, false, 0, false}, /* with somebody who reads */
  {"life", NULL, "libCounter.so", "Counter", NULL, NULL, "/count", NULL, false, 0, false}, /* a store, not an action */
  {"queued-send", "{\"loop\":\"host\"}", "libCounter.so", "Counter", NULL, increment, NULL, NULL, true, 0, false},
};

static enfold_runtime runtime;
static const struct path *path;
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

static void read_for_ever(void *user, const char *entry, size_t entry_length) {
  (void)user;
  (void)entry;
  (void)entry_length;
  for (;;) pause();
}

/* An inspector that reads what comes. */
static void *read_socket(void *path_of_socket) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  static char buffer[1 << 16];
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", (const char *)path_of_socket);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) exit(1);
  while (read(descriptor, buffer, sizeof buffer) > 0) continue;
  return NULL;
}

static void be_inspected(void) {
  enfold_error error = ENFOLD_ERROR_INIT;
  static enfold_string socket_path; /* kept for the thread */
  pthread_t thread;
  check(enfold_runtime_inspect(runtime, NULL, 0, &socket_path, &error), &error);
  if (pthread_create(&thread, NULL, read_socket, (void *)socket_path.data) != 0) exit(1);
}

static void *open_runtime(void *unused) {
  const char *loop = path->loop;
  (void)unused;
  enfold_error error = ENFOLD_ERROR_INIT;
  check(enfold_runtime_open(loop, loop ? ENFOLD_NUL : 0, &runtime, &error), &error);
  return NULL;
}

static void open_runtime_elsewhere(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, open_runtime, NULL) != 0 || pthread_join(thread, NULL) != 0) exit(1);
}

/* Opens a store, observes it and closes it. */
static void live(void) {
  enfold_store made;
  enfold_error error = ENFOLD_ERROR_INIT;
  check(enfold_store_open(runtime, path->feature, NULL, 0, &made, &error), &error);
  check(enfold_store_observe(made, path->pointer, ENFOLD_NUL, NULL, 0, event_seen, NULL, NULL, NULL, &error), &error);
  check(enfold_store_close(made, &error), &error);
}

void steady_open(const char *plugin_directory, const char *name) {
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) if (strcmp(paths[i].name, name) == 0) path = &paths[i];
  if (!path) { fprintf(stderr, "no path is called %s\n", name); exit(2); }
  char file[4096];
  enfold_plugin plugin;
  enfold_error error = ENFOLD_ERROR_INIT;
  if (path->is_queued) open_runtime_elsewhere();
  else open_runtime(NULL);
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
  if (strcmp(name, "traced") == 0)
    check(enfold_runtime_trace(runtime, "{\"bytes\":65536}", ENFOLD_NUL, read_for_ever, NULL, NULL, NULL, &error), &error);
  if (strcmp(name, "inspected") == 0) be_inspected();
  action = path->action;
  length = action ? strlen(action) : 0;
}

void steady_send(size_t count) {
  static const char tag[] = "{\"tag\":\"ada\"}";
  for (size_t i = 0; i < count && !action; i++) live();
  for (size_t i = 0; i < count && action; i++) {
    enfold_error error = ENFOLD_ERROR_INIT;
    /* A cell that gets an equal value is not told. */
    const char *next = action == set && i % 2 ? set_other : action;
    if (path->is_tagged)
      check(enfold_store_send_with(store, next, length, tag, sizeof tag - 1, NULL, &error), &error);
    else check(enfold_store_send(store, next, length, NULL, &error), &error);
  }
}
