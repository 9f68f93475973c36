/* w2_todos.c: W2: one of N todos toggled; either one of them is observed, or the list as patches without values. */
#include "bench.h"
#include "floor.h"

typedef struct context {
  floor_todos floor;
  enfold_store store;
  actions actions;
} context;

static void run_floor(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) {
    const action *next = &c->actions.list[c->actions.next[0]++ % ACTIONS];
    floor_todos_send(&c->floor, next->text, next->length);
  }
}

static void run_api(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) {
    const action *next = &c->actions.list[c->actions.next[1]++ % ACTIONS];
    MUST(enfold_store_send(c->store, next->text, next->length, NULL, &error));
  }
}

static char *state_of(size_t count) {
  char *text = malloc(count * 64 + 64), *at = text;
  at += sprintf(at, "{\"state\":{\"items\":[");
  for (size_t i = 0; i < count; i++)
    at += sprintf(at, "%s{\"id\":%zu,\"title\":\"todo %zu\",\"isDone\":false}", i ? "," : "", i, i);
  sprintf(at, "]}}");
  return text;
}

static void open_context(context *c, size_t count, int is_patch) {
  char *state = state_of(count), pointer[64];
  c->floor = (floor_todos){.observer = heard};
  floor_todos_open(&c->floor, count);
  c->store = open_store("Todos", state);
  free(state);
  write_actions(&c->actions, "{\"toggle\":{\"id\":%zu}}", count, 1);
  if (is_patch) {
    c->floor.observed = -1;
    observe(c->store, "/items", "{\"patch\":true,\"value\":false}");
  } else {
    /* One that the first actions reach, so that their bytes can be compared. */
    c->floor.observed = strtol(c->actions.list[10].text + strlen("{\"toggle\":{\"id\":"), NULL, 10);
    snprintf(pointer, sizeof pointer, "/items/id=%lld/isDone", (long long)c->floor.observed);
    observe(c->store, pointer, NULL);
  }
}

static void close_context(context *c) {
  free_actions(&c->actions);
  floor_todos_close(&c->floor);
  close_store(c->store);
}

static void measure(const char *what, int is_patch) {
  static const size_t counts[] = {100, 10000, 100000};
  context contexts[3];
  side sides[6];
  for (size_t i = 0; i < 3; i++) {
    open_context(&contexts[i], counts[i], is_patch);
    side *floor = &sides[2 * i], *api = floor + 1;
    *floor = (side){.what = "floor", .run = run_floor, .context = &contexts[i], .same = 50};
    snprintf(floor->workload, sizeof floor->workload, "W2 %s, N = %zu", what, counts[i]);
    *api = *floor;
    api->what = "C API";
    api->run = run_api;
  }
  compare(sides, 6);
  for (size_t i = 0; i < 3; i++) close_context(&contexts[i]);
}

void w2_todos(void) {
  measure("one item", 0);
  measure("patch of the list", 1);
}
