/* threads.c: eight threads at once. Nothing is lost, nothing is called twice or at the same time. */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = SANITIZED ? 200 : 2000 };

static enfold_runtime runtime;
static enfold_store shared;

static void run(void *(*function)(void *)) {
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, function, (void *)i), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
}

/* ---- Sending ------------------------------------------------------------------------------------------------------ */

static atomic_int inside, seen;

static void one_at_a_time(void *user, const enfold_event *event) {
  (void)user;
  CHECK_INT(atomic_fetch_add(&inside, 1), 0);
  if (event->flags & ENFOLD_CHANGED) CHECK_INT(atoi(event->value), atomic_fetch_add(&seen, 1) + 1);
  atomic_fetch_sub(&inside, 1);
}

static void *send_many(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  (void)argument;
  for (int i = 0; i < ROUNDS; i++) {
    enfold_status status = enfold_store_send(shared, "\"increment\"", ENFOLD_NUL, NULL, &failure);
    CHECK(status == ENFOLD_OK || status == ENFOLD_QUEUED);
  }
  return NULL;
}

static void no_action_is_lost_and_callbacks_never_overlap(void) {
  char expected[32];
  shared = open_store(runtime, "Counter");
  seen = 0;
  CHECK_OK(enfold_store_observe(shared, "/count", ENFOLD_NUL, NULL, 0, one_at_a_time, NULL, NULL, NULL, &problem));
  run(send_many);
  CHECK_OK(enfold_store_wait(shared, 20000, &problem));
  snprintf(expected, sizeof expected, "%d", THREADS * ROUNDS);
  CHECK_TEXT(state(shared, "/count"), expected);
  CHECK_INT(seen, THREADS * ROUNDS);
  CHECK_INT(revision(shared), THREADS * ROUNDS);
  CHECK_OK(enfold_store_close(shared, &problem));
}

/* ---- Subscribing and cancelling while others send ------------------------------------------------------------------ */

typedef struct {
  atomic_int running, released;
} lifetime;

static void use_lifetime(void *user, const enfold_event *event) {
  lifetime *life = user;
  (void)event;
  CHECK_INT(atomic_load(&life->released), 0);
  atomic_fetch_add(&life->running, 1);
  CHECK_INT(atomic_load(&life->released), 0);
  atomic_fetch_sub(&life->running, 1);
}

static void release_lifetime(void *user) {
  lifetime *life = user;
  CHECK_INT(atomic_load(&life->running), 0);
  CHECK_INT(atomic_fetch_add(&life->released, 1), 0);
}

static lifetime lives[THREADS][ROUNDS];

static void *subscribe_many(void *argument) {
  intptr_t index = (intptr_t)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS; i++) {
    enfold_subscription subscription = 0;
    if (index % 2 == 0) {
      CHECK(enfold_store_send(shared, "\"increment\"", ENFOLD_NUL, NULL, &failure) >= 0);
      release_lifetime(&lives[index][i]);
      continue;
    }
    CHECK_INT(enfold_store_observe(shared, "/count", ENFOLD_NUL, NULL, 0, use_lifetime, &lives[index][i],
                                   release_lifetime, &subscription, &failure),
              ENFOLD_OK);
    if (i % 7 != 0) CHECK_INT(enfold_subscription_cancel(subscription, &failure), ENFOLD_OK);
  }
  return NULL;
}

static void each_release_runs_once_and_never_during_its_callback(void) {
  shared = open_store(runtime, "Counter");
  run(subscribe_many);
  CHECK_OK(enfold_store_wait(shared, 20000, &problem));
  CHECK_OK(enfold_store_close(shared, &problem));
  for (int t = 0; t < THREADS; t++)
    for (int i = 0; i < ROUNDS; i++) CHECK_INT(atomic_load(&lives[t][i].released), 1);
}

/* ---- Closing while others use ------------------------------------------------------------------------------------- */

static _Atomic(enfold_store) target;
static atomic_int refused;

static void *use_what_is_closed(void *argument) {
  intptr_t index = (intptr_t)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS / 4; i++) {
    enfold_store store = atomic_load(&target);
    enfold_status status = ENFOLD_OK;
    enfold_string text = {0};
    enfold_task task = 0;
    uint64_t number;
    switch (index) {
      case 0: {
        enfold_store next = 0;
        CHECK_INT(enfold_store_open(runtime, "Counter", NULL, 0, &next, &failure), ENFOLD_OK);
        atomic_store(&target, next);
        status = enfold_store_close(store, &failure);
        break;
      }
      case 1: status = enfold_store_send(store, "\"increment\"", ENFOLD_NUL, &task, &failure); break;
      case 2: status = enfold_store_state(store, NULL, 0, &text, &failure); break;
      case 3: status = enfold_store_revision(store, &number, &failure); break;
      case 4:
        status = enfold_store_observe(store, "", 0, NULL, 0, use_lifetime, &lives[0][0], NULL, NULL, &failure);
        break;
      case 5: status = enfold_store_wait(store, 0, &failure); break;
      case 6: status = enfold_store_send_batch(store, "[\"increment\",\"decrement\"]", ENFOLD_NUL, NULL, &failure); break;
      default: status = enfold_runtime_stats(runtime, &text, &failure); break;
    }
    if (status == ENFOLD_STALE) atomic_fetch_add(&refused, 1);
    CHECK(status >= 0 || status == ENFOLD_STALE);
    enfold_string_free(&text);
    if (task != 0) {
      enfold_task_wait(task, 20000, &failure);
      CHECK_INT(enfold_task_release(task, &failure), ENFOLD_OK);
    }
  }
  return NULL;
}

static void closing_never_hurts_those_who_use_the_handle(void) {
  memset(lives, 0, sizeof lives);
  atomic_store(&target, open_store(runtime, "Counter"));
  run(use_what_is_closed);
  CHECK_OK(enfold_store_close(atomic_load(&target), &problem));
}

/* ---- Runtimes ------------------------------------------------------------------------------------------------------- */

static void *live_alone(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  const char *options = (intptr_t)argument % 2 == 0 ? NULL : "{\"loop\":\"host\"}";
  for (int i = 0; i < ROUNDS / 20; i++) {
    enfold_runtime own = 0;
    enfold_plugin plugin = 0;
    enfold_store store = 0;
    recorder r = {0};
    CHECK_INT(enfold_runtime_open(options, options == NULL ? 0 : ENFOLD_NUL, &own, &failure), ENFOLD_OK);
    CHECK_INT(enfold_plugin_load(own, counter_plugin(), NULL, 0, &plugin, &failure), ENFOLD_OK);
    CHECK_INT(enfold_store_open(own, "Counter", NULL, 0, &store, &failure), ENFOLD_OK);
    CHECK_INT(enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, record, &r, released, NULL, &failure), ENFOLD_OK);
    CHECK_INT(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &failure), ENFOLD_OK);
    CHECK_INT(enfold_runtime_close(own, &failure), ENFOLD_OK);
    CHECK_TEXT(r.text, "I 0|C 1|X");
    CHECK_INT(r.releases, 1);
  }
  return NULL;
}

static void runtimes_on_different_threads_do_not_meet(void) { run(live_alone); }

int main(void) {
  runtime = open_runtime_with(NULL, counter_plugin());
  RUN(no_action_is_lost_and_callbacks_never_overlap);
  RUN(each_release_runs_once_and_never_during_its_callback);
  RUN(closing_never_hurts_those_who_use_the_handle);
  RUN(runtimes_on_different_threads_do_not_meet);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
