/* w5_batch.c: W5: a thousand actions of W1 in one text and one drain; the observer hears once, of the last count. */
#include "bench.h"
#include "floor.h"

enum { BATCH = 1000 };

typedef struct context {
  floor_counter floor;
  enfold_store store;
  char *text;
  size_t length;
} context;

static void run_floor(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i += BATCH) floor_counter_send_batch(&c->floor, c->text, c->length);
}

static void run_api(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i += BATCH) MUST(enfold_store_send_batch(c->store, c->text, c->length, NULL, &error));
}

static void run_single(void *user, size_t count) {
  static const char increment[] = "{\"increment\":{}}";
  enfold_store store = *(enfold_store *)user;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(store, increment, sizeof increment - 1, NULL, &error));
}

void w5_batch(void) {
  context c = {.floor = {.lock = PTHREAD_MUTEX_INITIALIZER, .observer = heard}, .text = malloc(BATCH * 20)};
  char *at = c.text;
  *at++ = '[';
  for (int i = 0; i < BATCH; i++) at += sprintf(at, "%s{\"increment\":{}}", i ? "," : "");
  *at++ = ']';
  c.length = (size_t)(at - c.text);
  c.store = open_store("Counter", NULL);
  observe(c.store, "/count", "{\"coalesce\":\"drain\"}");
  enfold_store single = open_store("Counter", NULL);
  observe(single, "/count", NULL);
  const side sides[] = {
    {"W5 batch of 1,000", "floor", run_floor, &c, BATCH},
    {"W5 batch of 1,000", "C API", run_api, &c, BATCH},
    {"W5 batch of 1,000", "C API, one by one", run_single, &single, 0},
  };
  compare(sides, sizeof sides / sizeof *sides);
  close_store(single);
  close_store(c.store);
  free(c.text);
}
