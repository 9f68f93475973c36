/* ending.c: how stores and runtimes end while other threads use them. Each test repeats a race many times. */
#include "check.h"

/* A program that is watched by a sanitizer is ten times slower. */
enum { ROUNDS = SANITIZED ? 600 : 3000 };

static uint32_t random_state = 1;

/* A small number that another thread's progress does not depend on. */
static uint32_t random_below(uint32_t limit) {
  random_state = random_state * 1664525u + 1013904223u;
  return (random_state >> 8) % limit;
}

static void waste_time(uint32_t turns) {
  for (volatile uint32_t i = 0; i < turns; i++) continue;
}

static void count_record(void *user, int32_t level, const char *record, size_t length) {
  (void)level;
  CHECK_INT(strlen(record), length);
  __atomic_add_fetch((int *)user, 1, __ATOMIC_RELAXED);
}

static void fail_while_closing(const char *options) {
  static int records; /* its receiver may run behind the end of the runtime */
  enfold_runtime runtime = open_runtime_with(options, swift_plugin("Behaviours"));
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, count_record, &records, NULL, &problem));
  for (int round = 0; round < ROUNDS; round++) {
    enfold_store store = open_store(runtime, "Responses");
    for (int i = 0; i < 8; i++)
      CHECK(send(store, "{\"fail\":{\"message\":\"no\",\"isLate\":true}}") >= 0);
    waste_time(random_below(20000));
    CHECK_OK(enfold_store_close(store, &problem));
  }
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* An effect that fails on its own thread reports that when its store may have ended already. */
static void effects_may_fail_while_their_store_closes(void) { fail_while_closing(NULL); }
static void effects_may_fail_while_their_store_closes_with_the_hosts_loop(void) {
  fail_while_closing("{\"loop\":\"host\"}");
}

static void *pump_until_closed(void *argument) {
  enfold_status status;
  do status = enfold_runtime_pump(*(enfold_runtime *)argument, 0, NULL, NULL);
  while (status >= 0);
  CHECK(status == ENFOLD_STALE);
  return NULL;
}

/* The pump that just ends when the runtime is closed on another thread must not leave the stores behind. */
static void nothing_is_lost_when_a_runtime_closes_while_another_thread_pumps(void) {
  for (int round = 0; round < ROUNDS; round++) {
    recorder observers[4] = {0};
    enfold_runtime runtime = open_runtime_with("{\"loop\":\"host\"}", counter_plugin());
    for (int i = 0; i < 4; i++) observe(open_store(runtime, "Counter"), "/count", NULL, &observers[i]);
    CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
    enfold_runtime pumped = runtime;
    pthread_t pump;
    CHECK_INT(pthread_create(&pump, NULL, pump_until_closed, &pumped), 0);
    waste_time(random_below(40000));
    CHECK_OK(enfold_runtime_close(runtime, &problem));
    CHECK_INT(pthread_join(pump, NULL), 0);
    for (int i = 0; i < 4; i++) {
      CHECK_INT(observers[i].closes, 1);
      CHECK_INT(observers[i].releases, 1);
    }
  }
}

typedef struct {
  enfold_runtime runtime;
  bool has_observed;
  recorder observer;
} opener;

static void *open_and_observe(void *argument) {
  opener *o = argument;
  enfold_store store;
  enfold_status status = enfold_store_open(o->runtime, "Counter", NULL, 0, &store, NULL);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  if (status == ENFOLD_STALE) return NULL;
  status = enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, record, &o->observer, released, NULL, NULL);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  o->has_observed = true;
  return NULL;
}

/* A store that is opened while its runtime closes ends, too. */
static void a_store_may_be_opened_while_its_runtime_closes(void) {
  for (int round = 0; round < ROUNDS; round++) {
    opener o = {0};
    o.runtime = open_runtime_with("{\"loop\":\"host\"}", counter_plugin());
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, open_and_observe, &o), 0);
    waste_time(random_below(40000));
    CHECK_OK(enfold_runtime_close(o.runtime, &problem));
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(o.observer.releases, o.has_observed ? 1 : 0);
  }
}

typedef struct {
  enfold_runtime runtime;
  int releases;
  int given;
} receiver;

static void release_receiver(void *user) { __atomic_add_fetch(&((receiver *)user)->releases, 1, __ATOMIC_RELAXED); }

static void *replace_receivers(void *argument) {
  receiver *r = argument;
  enfold_status status;
  do {
    status = enfold_runtime_log(r->runtime, ENFOLD_LOG_ERROR, count_record, r, release_receiver, NULL);
    r->given++;
  } while (status >= 0);
  CHECK_INT(status, ENFOLD_STALE);
  return NULL;
}

/* A receiver of diagnostics that is set while the runtime closes is released. */
static void receivers_may_be_replaced_while_their_runtime_closes(void) {
  for (int round = 0; round < ROUNDS; round++) {
    receiver r = {open_runtime(NULL), 0, 0};
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, replace_receivers, &r), 0);
    waste_time(random_below(20000));
    CHECK_OK(enfold_runtime_close(r.runtime, &problem));
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(r.releases, r.given);
  }
}

enum { SCOPES = 16 };

typedef struct {
  enfold_runtime runtime;
  enfold_store store, scopes[SCOPES];
} family;

/* Whoever is told that something was closed finds everything inside closed. */
static void check_closed(const family *f, enfold_status status) {
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  for (int i = SCOPES - 1; status == ENFOLD_OK && i >= 0; i--)
    CHECK_INT(enfold_store_send(f->scopes[i], "\"increment\"", ENFOLD_NUL, NULL, NULL), ENFOLD_STALE);
}

static void *close_family_store(void *argument) {
  const family *f = argument;
  check_closed(f, enfold_store_close(f->store, NULL));
  return NULL;
}

static void scopes_are_stale_whoever_of_two_threads_has_closed_them(void) {
  for (int round = 0; round < ROUNDS; round++) {
    family f = {.runtime = open_runtime_with(NULL, counter_plugin())};
    f.store = open_store(f.runtime, "Counter");
    for (int i = 0; i < SCOPES; i++)
      CHECK_OK(enfold_store_scope(f.store, "/count", ENFOLD_NUL, NULL, 0, &f.scopes[i], &problem));
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, close_family_store, &f), 0);
    waste_time(random_below(40000));
    check_closed(&f, enfold_runtime_close(f.runtime, &problem));
    CHECK_INT(pthread_join(thread, NULL), 0);
  }
}

int main(void) {
  RUN(effects_may_fail_while_their_store_closes);
  RUN(effects_may_fail_while_their_store_closes_with_the_hosts_loop);
  RUN(nothing_is_lost_when_a_runtime_closes_while_another_thread_pumps);
  RUN(a_store_may_be_opened_while_its_runtime_closes);
  RUN(receivers_may_be_replaced_while_their_runtime_closes);
  RUN(scopes_are_stale_whoever_of_two_threads_has_closed_them);
  return 0;
}
