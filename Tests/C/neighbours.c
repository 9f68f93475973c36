/* neighbours.c: stores whose reducers and encodings use each other. Nobody waits for anybody, on however many threads. */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"

enum { ROUNDS = SANITIZED ? 2000 : 20000, LONG_CHAIN = SANITIZED ? 500 : 4000 };

static const char *options;
static enfold_runtime runtime;

static enfold_store open_neighbour(const char *feature) { return open_store(runtime, feature); }

static void meet(enfold_store store, enfold_store other) {
  char action[64];
  snprintf(action, sizeof action, "{\"meet\":%" PRIu64 "}", other);
  CHECK_OK(send(store, action));
}

/* ---- One thread --------------------------------------------------------------------------------------------------- */

static void a_reducer_may_send_to_another_store_but_not_read_it(const char *one, const char *two) {
  char expected[16];
  recorder r = {0};
  enfold_store a = open_neighbour(one), b = open_neighbour(two);
  meet(a, b);
  observe(b, "/greetings", NULL, &r);
  CHECK_OK(send(a, "\"visit\""));
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  CHECK_TEXT(r.text, "I 0|C 1");
  snprintf(expected, sizeof expected, "%d", ENFOLD_QUEUED);
  CHECK_TEXT(state(a, "/sent"), expected);
  snprintf(expected, sizeof expected, "%d", ENFOLD_REENTRANT);
  CHECK_TEXT(state(a, "/read"), expected);
  CHECK_TEXT(state(a, "/window"), expected);
  CHECK_TEXT(state(b, "/window"), "0");
  CHECK_OK(enfold_store_close(a, &problem));
  CHECK_OK(enfold_store_close(b, &problem));
}

/* With the inline loop what a reducer sent to another store is done when the call returns that made it reduce. */
static void it_follows_when_the_reducer_has_returned(const char *one, const char *two) {
  enfold_store a = open_neighbour(one), b = open_neighbour(two);
  meet(a, b);
  CHECK_OK(send(a, "\"visit\""));
  CHECK_TEXT(state(b, "/greetings"), options == NULL ? "1" : "0");
  CHECK_OK(enfold_store_close(b, &problem));
  CHECK_OK(send(a, "\"visit\""));
  CHECK_TEXT(state(a, "/visits"), "2");
  CHECK_OK(enfold_store_close(a, &problem));
}

/* Each store sees itself in the next one: visiting all of them takes no stack. */
static void a_long_row_of_neighbours_takes_no_stack(void) {
  static enfold_store row[LONG_CHAIN];
  for (int i = 0; i < LONG_CHAIN; i++) {
    row[i] = open_neighbour(i % 2 == 0 ? "CNeighbour" : "Neighbour");
    if (i > 0) meet(row[i], row[i - 1]);
  }
  meet(row[0], row[LONG_CHAIN - 1]);
  CHECK_OK(send(row[LONG_CHAIN - 1], "\"visit\""));
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  CHECK_TEXT(state(row[LONG_CHAIN - 2], "/greetings"), "1");
  for (int i = 0; i < LONG_CHAIN; i++) CHECK_OK(enfold_store_close(row[i], &problem));
}

/* ---- Two threads -------------------------------------------------------------------------------------------------- */

static atomic_int left;

typedef struct side {
  enfold_store store;
  recorder seen;
} side;

/* Sends, and reads its own store, which reads the other one meanwhile. */
static void *visit(void *argument) {
  side *s = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS; i++) {
    enfold_string text = {NULL, 0};
    CHECK(enfold_store_send(s->store, "\"visit\"", ENFOLD_NUL, NULL, &failure) >= 0);
    if (i % 8 != 0) continue;
    CHECK_INT(enfold_store_state(s->store, "/window", ENFOLD_NUL, &text, &failure), ENFOLD_OK);
    enfold_string_free(&text);
  }
  atomic_fetch_sub(&left, 1);
  return NULL;
}

static void two_that_use_each_other_never_wait_for_each_other(const char *one, const char *two) {
  char expected[16];
  pthread_t threads[2];
  side sides[2] = {{.store = open_neighbour(one)}, {.store = open_neighbour(two)}};
  meet(sides[0].store, sides[1].store);
  meet(sides[1].store, sides[0].store);
  atomic_store(&left, 2);
  for (int i = 0; i < 2; i++) CHECK_INT(pthread_create(&threads[i], NULL, visit, &sides[i]), 0);
  while (options != NULL && atomic_load(&left) > 0) CHECK(enfold_runtime_pump(runtime, 0, NULL, &problem) >= 0);
  for (int i = 0; i < 2; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  snprintf(expected, sizeof expected, "%d", ROUNDS);
  for (int i = 0; i < 2; i++) {
    CHECK_TEXT(state(sides[i].store, "/visits"), expected);
    CHECK_TEXT(state(sides[i].store, "/greetings"), expected);
    CHECK_OK(enfold_store_close(sides[i].store, &problem));
  }
}

static void everything(void) {
  static const char *const pairs[][2] = {
      {"CNeighbour", "CNeighbour"}, {"Neighbour", "Neighbour"}, {"CNeighbour", "Neighbour"}};
  enfold_plugin loaded = 0;
  runtime = open_runtime_with(options, swift_plugin("Neighbours"));
  CHECK_OK(enfold_plugin_load(runtime, test_plugin("neighbour"), NULL, 0, &loaded, &problem));
  for (int i = 0; i < 3; i++) {
    a_reducer_may_send_to_another_store_but_not_read_it(pairs[i][0], pairs[i][1]);
    it_follows_when_the_reducer_has_returned(pairs[i][0], pairs[i][1]);
    two_that_use_each_other_never_wait_for_each_other(pairs[i][0], pairs[i][1]);
  }
  a_long_row_of_neighbours_takes_no_stack();
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  everything();
  options = "{\"loop\":\"host\"}";
  everything();
  return 0;
}
