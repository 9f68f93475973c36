/* fairness.c: a thread that sends steadily does not keep the others, and nothing is lost when a drain changes hands. */
#include <stdatomic.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = SANITIZED ? 100 : 400 };

static enfold_runtime runtime;
static enfold_store shared;
static atomic_bool stops;
static atomic_int sent, closes, releases, inside;

static void count_events(void *user, const enfold_event *event) {
  (void)user;
  CHECK_INT(atomic_fetch_add(&inside, 1), 0);
  if (event->flags & ENFOLD_CLOSED) closes++;
  atomic_fetch_sub(&inside, 1);
}

static void count_release(void *user) {
  (void)user;
  releases++;
}

static void *send_steadily(void *argument) {
  (void)argument;
  while (!stops) {
    enfold_status status = enfold_store_send(shared, "\"increment\"", ENFOLD_NUL, NULL, NULL);
    CHECK(status == ENFOLD_OK || status == ENFOLD_QUEUED || status == ENFOLD_LIMIT);
    if (status != ENFOLD_LIMIT) sent++;
  }
  return NULL;
}

/* Whichever of these calls drains the store must come back although the other thread never stops sending. */
static void *open_and_close_scopes(void *argument) {
  (void)argument;
  for (int i = 0; i < ROUNDS; i++) {
    enfold_store scope;
    enfold_error failure = ENFOLD_ERROR_INIT;
    CHECK_INT(enfold_store_scope(shared, "", 0, NULL, 0, &scope, &failure), ENFOLD_OK);
    CHECK_INT(enfold_store_observe(scope, "/count", ENFOLD_NUL, NULL, 0, count_events, NULL, count_release, NULL, &failure),
              ENFOLD_OK);
    CHECK_INT(enfold_store_close(scope, &failure), ENFOLD_OK);
  }
  return NULL;
}

static void a_steady_sender_keeps_nobody(void) {
  pthread_t sender, threads[THREADS];
  shared = open_store(runtime, "Counter");
  CHECK_INT(pthread_create(&sender, NULL, send_steadily, NULL), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, open_and_close_scopes, NULL), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  stops = true;
  CHECK_INT(pthread_join(sender, NULL), 0);
  CHECK_OK(enfold_store_wait(shared, -1, &problem));
  CHECK_INT(revision(shared), sent);
  CHECK_INT(atoi(state(shared, "/count")), sent);
  CHECK_INT(releases, THREADS * ROUNDS);
  CHECK(closes <= releases);
  CHECK_OK(enfold_store_close(shared, &problem));
}

/* A drain may change hands, but not before what its caller sent is reduced. */
static void *send_and_look(void *argument) {
  (void)argument;
  for (int i = 0; i < 50 * ROUNDS; i++) {
    enfold_task task = 0;
    enfold_status status = enfold_store_send(shared, "\"increment\"", ENFOLD_NUL, &task, NULL);
    CHECK(status == ENFOLD_OK || status == ENFOLD_QUEUED);
    if (status == ENFOLD_OK) CHECK_INT(enfold_task_wait(task, 0, NULL), ENFOLD_OK);
    CHECK_INT(enfold_task_release(task, NULL), ENFOLD_OK);
  }
  return NULL;
}

static void what_is_answered_as_done_is_done(void) {
  pthread_t threads[THREADS];
  shared = open_store(runtime, "Counter");
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, send_and_look, NULL), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_OK(enfold_store_wait(shared, -1, &problem));
  CHECK_INT(revision(shared), THREADS * 50 * ROUNDS);
  CHECK_OK(enfold_store_close(shared, &problem));
}

int main(void) {
  const char *directory = environment("ENFOLD_TEST_PLUGINS", "");
  if (*directory == '\0') return 0; /* it is the Swift engine that changes hands */
  runtime = open_runtime_with(NULL, counter_plugin());
  RUN(a_steady_sender_keeps_nobody);
  RUN(what_is_answered_as_done_is_done);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
