/* host_loop.c: "loop":"host": who runs callbacks, and what the descriptor says. */
#include <poll.h>
#include <pthread.h>
#include <time.h>

#include "check.h"

static enfold_runtime runtime;
static int descriptor;

static bool readable(void) {
  struct pollfd poller = {descriptor, POLLIN, 0};
  return poll(&poller, 1, 0) == 1 && (poller.revents & POLLIN) != 0;
}

static void *send_increment(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_send(*(enfold_store *)argument, "\"increment\"", ENFOLD_NUL, NULL, &failure), ENFOLD_QUEUED);
  return NULL;
}

static void a_send_on_the_loop_thread_drains(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0|C 1");
  CHECK(!readable());
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK(!readable());
}

static void a_send_on_another_thread_waits_for_the_pump(void) {
  recorder r = {0};
  uint32_t done = 77;
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK(!readable());
  elsewhere(send_increment, &store);
  CHECK(readable());
  CHECK_TEXT(r.text, "I 0");
  CHECK_TEXT(state(store, "/count"), "0");
  CHECK_OK(enfold_runtime_pump(runtime, 0, &done, &problem));
  CHECK_INT(done, 1);
  CHECK_TEXT(r.text, "I 0|C 1");
  CHECK(!readable());
  CHECK_OK(enfold_runtime_pump(runtime, 0, &done, &problem));
  CHECK_INT(done, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void *pump_once(void *argument) {
  (void)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &failure));
  return NULL;
}

/* A thread of later may get the number that the loop thread had in memory, but it is another thread. */
static void nobody_takes_the_place_of_a_loop_thread_that_has_ended(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  for (int i = 0; i < 50; i++) {
    elsewhere(pump_once, NULL);
    elsewhere(send_increment, &store);
  }
  CHECK_TEXT(state(store, "/count"), "49");
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem)); /* this thread is the loop thread again */
  CHECK_TEXT(state(store, "/count"), "50");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void the_budget_of_a_pump_is_kept(void) {
  uint32_t done = 0;
  enfold_store first = open_store(runtime, "Counter"), second = open_store(runtime, "Counter");
  for (int i = 0; i < 3; i++) {
    elsewhere(send_increment, &first);
    elsewhere(send_increment, &second);
  }
  CHECK_STATUS(enfold_runtime_pump(runtime, 2, &done, &problem), ENFOLD_MORE);
  CHECK_INT(done, 2);
  CHECK(readable());
  CHECK_STATUS(enfold_runtime_pump(runtime, 3, &done, &problem), ENFOLD_MORE);
  CHECK_INT(done, 3);
  CHECK(readable());
  CHECK_OK(enfold_runtime_pump(runtime, 100, &done, &problem));
  CHECK_INT(done, 1);
  CHECK(!readable());
  CHECK_TEXT(state(first, "/count"), "3");
  CHECK_TEXT(state(second, "/count"), "3");
  CHECK_OK(enfold_store_close(first, &problem));
  CHECK_OK(enfold_store_close(second, &problem));
}

static void a_send_on_the_loop_thread_takes_what_waited_along(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  elsewhere(send_increment, &store);
  CHECK(readable());
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0|C 1|C 2");
  CHECK(!readable());
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_bad_action_leaves_what_waited_to_the_pump(void) {
  enfold_store store = open_store(runtime, "Counter");
  elsewhere(send_increment, &store);
  CHECK_FAILS(enfold_store_send(store, "\"nonsense\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "nonsense");
  CHECK(readable());
  CHECK_TEXT(state(store, "/count"), "0");
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK(!readable());
  CHECK_OK(enfold_store_close(store, &problem));
}

static recorder far;

static void *observe_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK(enfold_store_observe(*(enfold_store *)argument, "/count", ENFOLD_NUL, NULL, 0, record, &far, released, NULL,
                             &failure) == ENFOLD_OK);
  CHECK_INT(far.events, 0);
  return NULL;
}

static void an_observer_from_another_thread_is_called_by_the_pump(void) {
  enfold_store store = open_store(runtime, "Counter");
  far = (recorder){0};
  elsewhere(observe_elsewhere, &store);
  CHECK_INT(far.events, 0);
  CHECK(readable());
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_TEXT(far.text, "I 0");
  CHECK(!readable());
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_INT(far.releases, 1);
}

static void *cancel_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_subscription_cancel(*(enfold_subscription *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void a_release_from_another_thread_waits_for_the_pump(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  enfold_subscription subscription = observe(store, "/count", NULL, &r);
  elsewhere(cancel_elsewhere, &subscription);
  CHECK_INT(r.releases, 0);
  CHECK(readable());
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0"); /* cancelled at once all the same */
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(r.releases, 1);
  CHECK(!readable());
  CHECK_OK(enfold_store_close(store, &problem));
}

static void *close_store_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_close(*(enfold_store *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void a_store_closed_by_another_thread_ends_in_the_pump(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  elsewhere(close_store_elsewhere, &store);
  CHECK_TEXT(r.text, "I 0");
  CHECK(readable());
  CHECK_FAILS(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "closed");
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_TEXT(r.text, "I 0|X");
  CHECK_INT(r.releases, 1);
  CHECK(!readable());
}

enum { CLOSED = 3000 };

static void count_end(void *user, const enfold_event *event) {
  if (event->flags & ENFOLD_CLOSED) ++*(int *)user;
}

static void *close_many_elsewhere(void *argument) {
  const enfold_store *stores = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  for (int i = 0; i < CLOSED; i++) CHECK_OK(enfold_store_close(stores[i], &failure));
  return NULL;
}

/* Other threads may close stores all the time: a pump with a budget returns nevertheless. */
static void a_pump_with_a_budget_ends_only_some_of_the_closed_stores(void) {
  static enfold_store stores[CLOSED];
  static int ended;
  for (int i = 0; i < CLOSED; i++) {
    stores[i] = open_store(runtime, "Counter");
    CHECK_OK(enfold_store_observe(stores[i], "/count", ENFOLD_NUL, "{\"initial\":false}", ENFOLD_NUL, count_end, &ended, NULL, NULL,
                                  &problem));
  }
  elsewhere(close_many_elsewhere, stores);
  CHECK_STATUS(enfold_runtime_pump(runtime, 1, NULL, &problem), ENFOLD_MORE);
  CHECK(ended > 0 && ended < CLOSED);
  while (enfold_runtime_pump(runtime, 1, NULL, &problem) == ENFOLD_MORE) {
  }
  CHECK_INT(ended, CLOSED);
}

static void *pump_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  (void)argument;
  CHECK_INT(enfold_runtime_pump(runtime, 0, NULL, &failure), ENFOLD_OK);
  return NULL;
}

static void the_thread_that_pumps_is_the_loop_thread(void) {
  enfold_store store = open_store(runtime, "Counter");
  elsewhere(pump_elsewhere, NULL);
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK(readable());
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(state(store, "/count"), "2");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void waiting_on_the_loop_thread_pumps(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/fact", NULL, &r);
  int64_t begun = now_ms();
  CHECK_OK(send(store, "\"factTapped\""));
  enfold_status early = enfold_store_wait(store, 0, &problem);
  if (now_ms() - begun < FACT_MS) CHECK_INT(early, ENFOLD_TIMEOUT);
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK_INT(r.events, 2);
  CHECK(!readable());
  CHECK_OK(send(store, "\"factTapped\""));
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void effects_make_the_descriptor_readable(void) {
  recorder r = {0};
  struct pollfd poller = {descriptor, POLLIN, 0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/isLoading", NULL, &r);
  int64_t begun = now_ms();
  CHECK_OK(send(store, "\"factTapped\""));
  if (now_ms() - begun < FACT_MS) CHECK_TEXT(r.text, "I false|C true");
  while (r.events < 3) {
    CHECK_INT(poll(&poller, 1, 20000), 1);
    CHECK(enfold_runtime_pump(runtime, 0, NULL, &problem) >= 0);
  }
  CHECK_TEXT(r.text, "I false|C true|C false");
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK(!readable());
  CHECK_OK(enfold_store_close(store, &problem));
}

static void *close_runtime_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_runtime_close(*(enfold_runtime *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void a_runtime_closed_by_another_thread_leaves_nothing_behind(void) {
  recorder r = {0}, queued = {0};
  enfold_runtime other = open_runtime_with("{\"loop\":\"host\"}", counter_plugin());
  enfold_store store = open_store(other, "Counter");
  enfold_subscription subscription = observe(store, "/count", NULL, &queued);
  observe(store, "/count", NULL, &r);
  elsewhere(send_increment, &store);
  elsewhere(cancel_elsewhere, &subscription);
  elsewhere(close_runtime_elsewhere, &other);
  CHECK_INT(r.closes, 1);
  CHECK_INT(r.releases, 1);
  CHECK_TEXT(queued.text, "I 0");
  CHECK_INT(queued.releases, 1);
  CHECK_FAILS(enfold_runtime_pump(other, 0, NULL, &problem), ENFOLD_STALE, "closed");
}

static void an_inline_runtime_has_no_descriptor_and_nothing_to_pump(void) {
  enfold_runtime other = open_runtime(NULL);
  int fd = 77;
  uint32_t done = 77;
  CHECK_FAILS(enfold_runtime_fd(other, &fd, &problem), ENFOLD_UNSUPPORTED, "host");
  CHECK_INT(fd, 77);
  CHECK_OK(enfold_runtime_pump(other, 0, &done, &problem));
  CHECK_INT(done, 0);
  CHECK_OK(enfold_runtime_close(other, &problem));
}

int main(void) {
  runtime = open_runtime_with("{\"loop\":\"host\"}", counter_plugin());
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  CHECK(!readable());
  RUN(a_send_on_the_loop_thread_drains);
  RUN(a_send_on_another_thread_waits_for_the_pump);
  RUN(the_budget_of_a_pump_is_kept);
  RUN(a_send_on_the_loop_thread_takes_what_waited_along);
  RUN(a_bad_action_leaves_what_waited_to_the_pump);
  RUN(an_observer_from_another_thread_is_called_by_the_pump);
  RUN(a_release_from_another_thread_waits_for_the_pump);
  RUN(a_store_closed_by_another_thread_ends_in_the_pump);
  RUN(a_pump_with_a_budget_ends_only_some_of_the_closed_stores);
  RUN(the_thread_that_pumps_is_the_loop_thread);
  RUN(nobody_takes_the_place_of_a_loop_thread_that_has_ended);
  RUN(waiting_on_the_loop_thread_pumps);
  RUN(effects_make_the_descriptor_readable);
  RUN(a_runtime_closed_by_another_thread_leaves_nothing_behind);
  RUN(an_inline_runtime_has_no_descriptor_and_nothing_to_pump);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
