/* tasks.c: waiting for what an action caused, and cancelling it. Uses the test plugin: it knows "fail" and "sleep". */
#include <pthread.h>

#include "check.h"

static enfold_runtime runtime;

static enfold_task send_task(enfold_store store, const char *action) {
  enfold_task task = 0;
  CHECK_OK(enfold_store_send(store, action, ENFOLD_NUL, &task, &problem));
  CHECK(task != 0);
  return task;
}

static int task_count(void) {
  enfold_string text = {0};
  CHECK_OK(enfold_runtime_stats(runtime, &text, &problem));
  const char *tasks = strstr(text.data, "\"tasks\":");
  CHECK(tasks != NULL);
  int count = atoi(tasks + 8);
  enfold_string_free(&text);
  return count;
}

static void a_task_without_effects_has_ended(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "\"increment\"");
  CHECK_INT(task_count(), 1);
  CHECK_OK(enfold_task_wait(task, 0, &problem));
  CHECK_OK(enfold_task_wait(task, -1, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_INT(task_count(), 0);
  CHECK_FAILS(enfold_task_wait(task, 0, &problem), ENFOLD_STALE, "closed");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_task_covers_what_its_effect_sends(void) {
  enfold_store store = open_store(runtime, "Counter");
  int64_t begun = now_ms();
  enfold_task task = send_task(store, "\"factTapped\"");
  bool is_loading = strcmp(state(store, "/isLoading"), "true") == 0;
  enfold_status early = enfold_task_wait(task, 0, &problem);
  if (now_ms() - begun < FACT_MS) {
    CHECK(is_loading);
    CHECK_INT(early, ENFOLD_TIMEOUT);
  }
  CHECK_OK(enfold_task_wait(task, 20000, &problem));
  CHECK_TEXT(state(store, "/isLoading"), "false");
  CHECK_TEXT(state(store, "/fact"), "\"a good number\"");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_failed_effect_fails_its_task_with_its_message(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "{\"fail\":\"no such number\"}");
  CHECK_FAILS(enfold_task_wait(task, 20000, &problem), ENFOLD_FAILED, "no such number");
  CHECK_FAILS(enfold_task_wait(task, 0, &problem), ENFOLD_FAILED, "no such number");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_cancelled_task_ends_as_cancelled(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "{\"sleep\":100000}");
  CHECK_STATUS(enfold_task_wait(task, 10, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(enfold_task_cancel(task, &problem));
  CHECK_FAILS(enfold_task_wait(task, 20000, &problem), ENFOLD_CANCELLED, "cancelled");
  CHECK_OK(enfold_task_cancel(task, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void releasing_a_task_cancels_nothing(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "\"factTapped\"");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK_TEXT(state(store, "/isLoading"), "false");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void closing_a_store_cancels_its_tasks(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "{\"sleep\":100000}");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_FAILS(enfold_task_wait(task, 20000, &problem), ENFOLD_CANCELLED, "was c"); /* closed; or cancelled, if the effect is first */
  CHECK_OK(enfold_task_cancel(task, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
}

static void closing_a_runtime_closes_its_own_tasks_only(void) {
  enfold_runtime mine = runtime, other = open_runtime_with(options, counter_plugin());
  enfold_store store = open_store(mine, "Counter"), other_store = open_store(other, "Counter");
  enfold_task tasks[6];
  for (int i = 0; i < 6; i++) tasks[i] = send_task(i % 2 == 0 ? store : other_store, "\"increment\"");
  CHECK_OK(enfold_task_release(tasks[2], &problem)); /* from the middle */
  CHECK_INT(task_count(), 2);
  CHECK_OK(enfold_runtime_close(other, &problem));
  for (int i = 1; i < 6; i += 2) CHECK_FAILS(enfold_task_status(tasks[i], &problem), ENFOLD_STALE, "closed");
  CHECK_INT(task_count(), 2);
  CHECK_OK(enfold_task_status(tasks[0], &problem));
  CHECK_OK(enfold_task_release(tasks[4], &problem));
  CHECK_OK(enfold_task_release(tasks[0], &problem));
  CHECK_INT(task_count(), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void *cancel_soon(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_runtime_wait(runtime, 20, &failure);
  CHECK_INT(enfold_task_cancel(*(enfold_task *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void *close_soon(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_runtime_wait(runtime, 20, &failure);
  CHECK_INT(enfold_store_close(*(enfold_store *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void a_waiter_is_woken(void) {
  pthread_t thread;
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "{\"sleep\":100000}");
  CHECK_INT(pthread_create(&thread, NULL, cancel_soon, &task), 0);
  CHECK_FAILS(enfold_task_wait(task, -1, &problem), ENFOLD_CANCELLED, "");
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_OK(enfold_task_release(task, &problem));
  task = send_task(store, "{\"sleep\":100000}");
  CHECK_INT(pthread_create(&thread, NULL, close_soon, &store), 0);
  CHECK_FAILS(enfold_store_wait(store, -1, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_task_wait(task, -1, &problem), ENFOLD_CANCELLED, "");
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_OK(enfold_task_release(task, &problem));
}

static enfold_runtime other;

static void *close_other_soon(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  (void)argument;
  enfold_runtime_wait(runtime, 20, &failure);
  CHECK_INT(enfold_runtime_close(other, &failure), ENFOLD_OK);
  return NULL;
}

static void closing_a_runtime_wakes_its_waiters(void) {
  for (int round = 0; round < 3; round++) {
    pthread_t thread;
    other = open_runtime_with(options, test_plugin("counter"));
    enfold_store store = open_store(other, "Counter");
    enfold_task task = send_task(store, "{\"sleep\":100000}");
    CHECK_INT(pthread_create(&thread, NULL, close_other_soon, NULL), 0);
    if (round == 0) CHECK_FAILS(enfold_runtime_wait(other, -1, &problem), ENFOLD_STALE, "closed");
    if (round == 1) CHECK_FAILS(enfold_store_wait(store, -1, &problem), ENFOLD_STALE, "closed");
    if (round == 2) {
      enfold_status status = enfold_task_wait(task, -1, &problem);
      CHECK(status == ENFOLD_STALE || status == ENFOLD_CANCELLED);
    }
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_FAILS(enfold_task_wait(task, 0, &problem), ENFOLD_STALE, "closed");
  }
}

static void waiting_for_ever_is_not_overflown(void) {
  enfold_store store = open_store(runtime, "Counter");
  CHECK_OK(enfold_store_wait(store, INT64_MAX, &problem));
  CHECK_OK(enfold_store_wait(store, INT64_MIN, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, 0, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_task_is_known_before_the_first_callback(void);
static enfold_task known;

static void use_task(recorder *r, const enfold_event *event) {
  if (!(event->flags & ENFOLD_CHANGED) || r->events > 2) return;
  CHECK(known != 0);
  CHECK_FAILS(enfold_task_wait(known, 0, &problem), ENFOLD_REENTRANT, "callback");
  CHECK_OK(enfold_task_cancel(known, &problem));
  CHECK_OK(enfold_task_release(known, &problem));
}

static void a_task_is_known_before_the_first_callback(void) {
  recorder r = {.then = use_task};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/isLoading", NULL, &r);
  known = 0;
  CHECK_OK(enfold_store_send(store, "\"factTapped\"", ENFOLD_NUL, &known, &problem));
  CHECK_FAILS(enfold_task_release(known, &problem), ENFOLD_STALE, "closed");
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK_TEXT(state(store, "/isLoading"), r.events == 2 ? "true" : "false"); /* it was cancelled, unless too late */
  CHECK_OK(enfold_store_close(store, &problem));
}

static void everything(void) {
  runtime = open_runtime_with(options, test_plugin("counter"));
  RUN(a_task_without_effects_has_ended);
  RUN(a_task_covers_what_its_effect_sends);
  RUN(a_failed_effect_fails_its_task_with_its_message);
  RUN(a_cancelled_task_ends_as_cancelled);
  RUN(releasing_a_task_cancels_nothing);
  RUN(closing_a_store_cancels_its_tasks);
  RUN(closing_a_runtime_closes_its_own_tasks_only);
  RUN(a_waiter_is_woken);
  RUN(closing_a_runtime_wakes_its_waiters);
  RUN(waiting_for_ever_is_not_overflown);
  RUN(a_task_is_known_before_the_first_callback);
  CHECK_INT(task_count(), 0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(everything); }
