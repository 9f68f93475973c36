/* w3_fanout.c: W3: 100,000 cells, S of them observed, each by a subscription of its own; each action hits one. */
#include "bench.h"
#include "floor.h"

enum { CELLS = 100000 };

typedef struct context {
  floor_cells floor;
  enfold_store store;
  actions actions;
} context;

static void run_floor(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) {
    const action *next = &c->actions.list[c->actions.next[0]++ % ACTIONS];
    floor_cells_send(&c->floor, next->text, next->length);
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
  char *text = malloc(count * 32 + 64), *at = text;
  at += sprintf(at, "{\"state\":{\"items\":[");
  for (size_t i = 0; i < count; i++) at += sprintf(at, "%s{\"id\":%zu,\"value\":0}", i ? "," : "", i);
  sprintf(at, "]}}");
  return text;
}

static void open_context(context *c, size_t subscriptions) {
  char *state = state_of(CELLS), text[64];
  size_t stride = CELLS / subscriptions;
  floor_cells_open(&c->floor, CELLS);
  c->store = open_store("Cells", state);
  free(state);
  /* The number of the action is the value: it differs from the one before. */
  write_actions(&c->actions, "{\"set\":{\"id\":%zu,\"value\":%zu}}", subscriptions, stride);
  double start = now(), times[RUNS];
  for (size_t i = 0; i < subscriptions; i++) {
    snprintf(text, sizeof text, "/items/id=%zu/value", i * stride);
    observe(c->store, text, NULL);
  }
  for (int run = 0; run < RUNS; run++) times[run] = (now() - start) / (double)subscriptions;
  snprintf(text, sizeof text, "W3 subscribing, S = %zu", subscriptions);
  row(text, "C API, once", times, "ns");
  for (size_t i = 0; i < subscriptions; i++) floor_cells_observe(&c->floor, (int64_t)(i * stride), heard, NULL);
}

static void close_context(context *c) {
  free_actions(&c->actions);
  floor_cells_close(&c->floor);
  close_store(c->store);
}

void w3_fanout(void) {
  static const size_t counts[] = {1, 1000, 100000};
  context contexts[3];
  side sides[6];
  for (size_t i = 0; i < 3; i++) {
    open_context(&contexts[i], counts[i]);
    side *floor = &sides[2 * i], *api = floor + 1;
    *floor = (side){.what = "floor", .run = run_floor, .context = &contexts[i], .same = 20};
    snprintf(floor->workload, sizeof floor->workload, "W3 fan-out, S = %zu", counts[i]);
    *api = *floor;
    api->what = "C API";
    api->run = run_api;
  }
  compare(sides, 6);
  for (size_t i = 0; i < 3; i++) close_context(&contexts[i]);
}
