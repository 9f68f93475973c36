/* hold_threads.c: several threads send, hold, step and release at once. For both loops. */
#include "hold.h"

enum { CROWD = 6, ROUNDS = SANITIZED ? 400 : 4000 };

static atomic_int accepted_actions, seen_actions, taken_steps, at_work;

static void count_action(void *user, const enfold_event *event) {
  (void)user;
  if (!(event->flags & ENFOLD_CLOSED)) atomic_fetch_add(&seen_actions, 1);
}

static void *crowd(void *first) {
  enfold_error error = ENFOLD_ERROR_INIT;
  int turn = (int)(intptr_t)first;
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t done = 0;
    enfold_status status;
    switch ((turn + i) % 9) {
      case 0: status = enfold_store_hold(store, 1, &error); break;
      case 3: status = enfold_store_hold(store, 0, &error); break;
      case 5:
      case 7:
        status = enfold_store_step(store, &done, &error);
        CHECK(done <= 1);
        atomic_fetch_add(&taken_steps, (int)done);
        if (status == ENFOLD_INVALID) status = ENFOLD_OK; /* somebody has released it */
        break;
      default:
        status = enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &error);
        if (status >= 0) atomic_fetch_add(&accepted_actions, 1);
    }
    CHECK(status == ENFOLD_OK || status == ENFOLD_QUEUED);
  }
  atomic_fetch_sub(&at_work, 1);
  return NULL;
}

static void several_threads(void) {
  pthread_t threads[CROWD];
  char count[32];
  accepted_actions = seen_actions = taken_steps = 0;
  at_work = CROWD;
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, count_action, NULL, NULL, NULL, &problem));
  for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_create(&threads[i], NULL, crowd, (void *)(intptr_t)(2 * i)), 0);
  while (at_work > 0) {
    in_call++;
    CHECK(enfold_runtime_pump(runtime, 100, NULL, &problem) >= 0); /* with a budget, because they never rest */
    in_call--;
    sched_yield();
  }
  for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  release(store);
  wait_for(runtime);
  snprintf(count, sizeof count, "%d", accepted_actions);
  CHECK_TEXT(state(store, "/count"), count);
  CHECK_INT(revision(store), accepted_actions);
  CHECK_INT(seen_actions, accepted_actions);
  CHECK(taken_steps <= accepted_actions);
  CHECK_INT(held(), 0);
  CHECK_INT(pending(), 0);
  CHECK(!readable());
}

static void *break_often(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS / 4; i++) {
    uint64_t number = 0;
    char given[64];
    const char *added = i % 2 ? "{\"action\":\"increment\"}" : "{\"path\":\"/count\"}";
    CHECK_INT(enfold_store_break(store, added, ENFOLD_NUL, &number, &error), ENFOLD_OK);
    snprintf(given, sizeof given, "{\"remove\":%" PRIu64 "}", number);
    CHECK_INT(enfold_store_break(store, given, ENFOLD_NUL, &number, &error), ENFOLD_OK);
    CHECK_INT(number, 0);
    CHECK(enfold_store_hold(store, 0, &error) >= 0);
  }
  atomic_fetch_sub(&at_work, 1);
  return unused;
}

/* While breakpoints come and go, and stop. */
static void several_threads_with_breakpoints(void) {
  pthread_t threads[CROWD + 2];
  char count[32];
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_INFO, NULL, NULL, NULL, &problem)); /* there are many records */
  accepted_actions = seen_actions = taken_steps = 0;
  at_work = CROWD + 2;
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, count_action, NULL, NULL, NULL, &problem));
  for (int i = 0; i < CROWD + 2; i++)
    CHECK_INT(pthread_create(&threads[i], NULL, i < CROWD ? crowd : break_often, (void *)(intptr_t)(2 * i)), 0);
  while (at_work > 0) {
    in_call++;
    CHECK(enfold_runtime_pump(runtime, 100, NULL, &problem) >= 0);
    in_call--;
    sched_yield();
  }
  for (int i = 0; i < CROWD + 2; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  add_break(store, "{\"clear\":true}");
  release(store);
  wait_for(runtime);
  snprintf(count, sizeof count, "%d", accepted_actions);
  CHECK_TEXT(state(store, "/count"), count);
  CHECK_INT(seen_actions, accepted_actions);
  CHECK_INT(held(), 0);
  CHECK_INT(stat_of(runtime, "subscriptions"), 1);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(several_threads);
  EACH(several_threads_with_breakpoints);
}

int main(void) { return with_each_loop(all); }
