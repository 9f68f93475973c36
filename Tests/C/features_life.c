/* features_life.c: how long a registered feature lives: its release runs once, whoever closes what, and on many threads. */
#include <time.h>

#include "board.h"

static enfold_runtime runtime;
static enfold_store store;

static void pump(void) {
  if (options != NULL) CHECK(enfold_runtime_pump(runtime, 0, NULL, NULL) >= ENFOLD_STALE);
}

static void await_release(world *w) {
  struct timespec pause = {0, 200000};
  for (int rounds = 0; atomic_load(&w->releases) == 0; rounds++) {
    CHECK(rounds < 300000);
    nanosleep(&pause, NULL);
  }
  CHECK_INT(w->releases, 1);
  CHECK_INT(w->opened, w->closed);
}

static void closing_the_runtime_releases(void) {
  world *w = new_world("Board"), *unused = new_world("Unused");
  CHECK_OK(board_register(runtime, w, &problem));
  CHECK_OK(board_register(runtime, unused, &problem));
  store = open_store(runtime, "Board");
  CHECK(send(store, "1") >= 0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(w->releases, 1);
  CHECK_INT(unused->releases, 1);
  CHECK_INT(w->closed, 1);
  CHECK_FAILS(enfold_feature_register(runtime, NULL, NULL, NULL, &problem), ENFOLD_INVALID, "feature is NULL");
  world *late = new_world("Board");
  CHECK_STATUS(board_register(runtime, late, &problem), ENFOLD_STALE);
  CHECK_INT(late->releases, 1);
}

static void close_store_inside(recorder *r, const enfold_event *event) {
  if ((event->flags & (ENFOLD_INITIAL | ENFOLD_CLOSED)) != 0) return;
  world *next = r->context;
  CHECK_INT(board_register(runtime, next, NULL), ENFOLD_OK);
  CHECK_INT(enfold_store_close(store, NULL), ENFOLD_OK);
}

static void an_observer_that_replaces_the_feature_and_closes_the_store(void) {
  world *w = new_world("Board"), *next = new_world("Board");
  static recorder r;
  r = (recorder){.then = close_store_inside, .context = next};
  CHECK_OK(board_register(runtime, w, &problem));
  store = open_store(runtime, "Board");
  observe(store, "/log", NULL, &r);
  CHECK(send(store, "1") >= 0);
  pump();
  CHECK_INT(r.closes, 1);
  CHECK_INT(w->releases, 1);
  CHECK_INT(next->releases, 0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(next->releases, 1);
}

static void close_runtime_inside(recorder *r, const enfold_event *event) {
  (void)r;
  if ((event->flags & (ENFOLD_INITIAL | ENFOLD_CLOSED)) == 0) CHECK_INT(enfold_runtime_close(runtime, NULL), ENFOLD_OK);
}

static void an_observer_that_closes_the_runtime(void) {
  world *w = new_world("Board");
  static recorder r;
  r = (recorder){.then = close_runtime_inside};
  CHECK_OK(board_register(runtime, w, &problem));
  store = open_store(runtime, "Board");
  observe(store, "/log", NULL, &r);
  send(store, "1");
  CHECK_INT(r.closes, 1);
  CHECK_INT(w->releases, 1);
}

static void register_another(world *w) {
  (void)w;
  CHECK_INT(board_register(runtime, new_world("Late"), NULL), ENFOLD_OK);
  CHECK_INT(enfold_runtime_close(runtime, NULL), ENFOLD_OK);
}

static void a_release_that_registers_and_closes(void) {
  world *w = new_world("Board"), *next = new_world("Board");
  w->at_release = register_another;
  CHECK_OK(board_register(runtime, w, &problem));
  CHECK_OK(board_register(runtime, next, &problem));
  if (options != NULL) enfold_runtime_pump(runtime, 0, NULL, NULL);
  CHECK_INT(w->releases, 1);
  CHECK_INT(next->releases, 1);
}

static enfold_status close_step(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)changes, (void)effects, (void)error;
  CHECK_INT(enfold_runtime_close(runtime, NULL), ENFOLD_OK);
  CHECK_INT(b->world->closed, 0);
  CHECK_INT(b->world->releases, 0);
  return ENFOLD_OK;
}

static void a_reducer_that_closes_the_runtime(void) {
  world *w = new_world("Board");
  CHECK_OK(board_register(runtime, w, &problem));
  store = open_store(runtime, "Board");
  step = close_step;
  send(store, "{\"do\":1}");
  CHECK_INT(w->releases, 1);
  CHECK_INT(w->closed, 1);
}

/* ---- Threads -------------------------------------------------------------------------------------------------------- */

enum { THREADS = 8, ROUNDS = SANITIZED ? 40 : 300 };
static world crowd[THREADS][ROUNDS];
static atomic_int rounds_done;

static void *work(void *mine) {
  world *worlds = mine;
  for (int round = 0; round < ROUNDS; round++) {
    enfold_error error = ENFOLD_ERROR_INIT;
    enfold_store own = 0;
    atomic_fetch_add(&rounds_done, 1);
    worlds[round].name = round % 2 == 0 ? "One" : "Two";
    enfold_status status = board_register(runtime, &worlds[round], &error);
    CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
    status = enfold_store_open(runtime, round % 3 == 0 ? "host/One" : "Two", NULL, 0, &own, &error);
    CHECK(status == ENFOLD_OK || status == ENFOLD_STALE || status == ENFOLD_NOT_FOUND);
    if (status != ENFOLD_OK) continue;
    for (int i = 0; i < 5; i++) enfold_store_send(own, "[\"x\"]", ENFOLD_NUL, NULL, NULL);
    enfold_string text = {0};
    if (enfold_store_state(own, "/items", ENFOLD_NUL, &text, NULL) == ENFOLD_OK) CHECK_TEXT(text.data, "[0,0]");
    enfold_string_free(&text);
    if (round % 4 != 0) enfold_store_close(own, NULL);
  }
  return NULL;
}

static void many_threads_register_open_and_close(void) {
  pthread_t threads[THREADS];
  memset(crowd, 0, sizeof crowd);
  rounds_done = 0;
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, work, crowd[i]), 0);
  while (atomic_load(&rounds_done) < THREADS * ROUNDS / 4) pump(); /* somewhere in the middle of it */
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  for (int i = 0; i < THREADS; i++)
    for (int round = 0; round < ROUNDS; round++) await_release(&crowd[i][round]);
}

#define RUN_ALONE(test)                             \
  do {                                              \
    runtime = open_runtime(options);                \
    step = NULL;                                    \
    RUN(test);                                      \
    enfold_runtime_close(runtime, NULL);            \
  } while (0)

int main(void) {
  static const char *const loops[] = {NULL, "{\"loop\":\"host\"}"};
  for (int i = 0; i < 4; i++) {
    options = loops[i % 2];
    has_effects = has_parts = i > 1;
    RUN_ALONE(closing_the_runtime_releases);
    RUN_ALONE(an_observer_that_replaces_the_feature_and_closes_the_store);
    RUN_ALONE(an_observer_that_closes_the_runtime);
    RUN_ALONE(a_release_that_registers_and_closes);
    RUN_ALONE(a_reducer_that_closes_the_runtime);
    RUN_ALONE(many_threads_register_open_and_close);
  }
  return 0;
}
