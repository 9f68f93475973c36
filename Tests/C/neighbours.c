/* neighbours.c: stores whose reducers and encodings use each other. Nobody waits for anybody, on however many threads. */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"

enum { ROUNDS = SANITIZED ? 2000 : 20000, LONG_CHAIN = SANITIZED ? 500 : 4000 };

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

/* The loop lets go of a store that another thread had scheduled: its reducer's end may use the loop. */
static void *send_there(void *store) {
  CHECK_INT(enfold_store_send(*(enfold_store *)store, "\"greet\"", ENFOLD_NUL, NULL, NULL), ENFOLD_QUEUED);
  return NULL;
}

static void a_reducer_may_send_when_it_ends(void) {
  enfold_store waiting = open_neighbour("CNeighbour"), ending = open_neighbour("CNeighbour");
  enfold_store other = open_neighbour("Neighbour"), both[] = {waiting, ending};
  meet(ending, other);
  for (int i = 0; i < 2 && options != NULL; i++) {
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, send_there, &both[i]), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
  }
  CHECK_OK(enfold_store_close(ending, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  CHECK_TEXT(state(other, "/greetings"), "1");
  CHECK_OK(enfold_store_close(waiting, &problem));
  CHECK_OK(enfold_store_close(other, &problem));
}

/* ---- No lock is held while a callback runs ------------------------------------------------------------------------ */

static pthread_mutex_t the_programs = PTHREAD_MUTEX_INITIALIZER;
static enfold_store observed;
static enfold_subscription subscription;
static int records, releases;

/* Another thread reads the store whose reducer caused this. If that still held its gate, this would not return. */
static void *read_visits(void *visits) {
  enfold_string text = {NULL, 0};
  CHECK_INT(enfold_store_state(observed, "/visits", ENFOLD_NUL, &text, NULL), ENFOLD_OK);
  *(int *)visits = atoi(text.data);
  enfold_string_free(&text);
  return NULL;
}

static int visits_seen_elsewhere(void) {
  int visits = -1;
  pthread_t thread;
  pthread_mutex_lock(&the_programs);
  CHECK_INT(pthread_create(&thread, NULL, read_visits, &visits), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
  pthread_mutex_unlock(&the_programs);
  return visits;
}

static void receive(void *user, int32_t level, const char *record, size_t length) {
  (void)user, (void)level, (void)length;
  CHECK_CONTAINS(record, "\"message\"");
  CHECK_INT(visits_seen_elsewhere(), 1);
  records++;
}

static void ignore(void *user, const enfold_event *event) { (void)user, (void)event; }

static void note_release(void *user) {
  (void)user;
  CHECK_INT(visits_seen_elsewhere(), 1);
  releases++;
}

static void what_a_reducer_causes_is_told_when_it_has_returned(void) {
  enfold_store other = open_neighbour("Neighbour");
  observed = open_neighbour("CNeighbour");
  meet(observed, other);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, receive, NULL, NULL, &problem));
  CHECK_OK(enfold_store_observe(other, "", 0, NULL, 0, ignore, NULL, note_release, &subscription, &problem));
  char action[64];
  snprintf(action, sizeof action, "{\"spoil\":%" PRIu64 "}", subscription);
  CHECK_OK(send(observed, action));
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(records, 1);
  CHECK_INT(releases, 1);
  records = releases = 0;
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, NULL, NULL, NULL, &problem));
  CHECK_OK(enfold_store_close(observed, &problem));
  CHECK_OK(enfold_store_close(other, &problem));
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
  }
  for (int i = 0; i < 2; i++) CHECK_OK(enfold_store_close(sides[i].store, &problem));
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
  a_reducer_may_send_when_it_ends();
  what_a_reducer_causes_is_told_when_it_has_returned();
  a_long_row_of_neighbours_takes_no_stack();
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(everything); }
