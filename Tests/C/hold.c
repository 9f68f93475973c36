/* hold.c: stores that are held, and the steps that they take. For both loops. */
#include "hold.h"

/* ---- What is kept back --------------------------------------------------------------------------------------------- */

static void actions_are_kept_back_in_order(void) {
  recorder *actions = fresh((recorder){0});
  size_t accepted = 0;
  observe_actions(store, NULL, actions);
  CHECK_OK(hold(store, 1));
  CHECK_OK(hold(store, 7)); /* it is held already */
  CHECK_INT(held(), 1);
  CHECK_INT(pending(), 0);
  CHECK_STATUS(send(store, "{\"set\":5}"), ENFOLD_QUEUED);
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK_STATUS(batch("[\"increment\",{\"set\":3}]", &accepted), ENFOLD_QUEUED);
  CHECK_INT(accepted, 2);
  CHECK_FAILS(enfold_store_send(store, "\"explode\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "explode");
  pump(runtime);
  CHECK_TEXT(state(store, "/count"), "0");
  CHECK_INT(revision(store), 0);
  CHECK_INT(actions->events, 0);
  CHECK_INT(held(), 1);
  CHECK_INT(pending(), 4);
  CHECK_OK(hold(store, 0)); /* this thread reduces what was kept back */
  CHECK_TEXT(actions->text, "C <- {\"set\":5}|C <- {\"increment\":{}}|C <- {\"increment\":{}}|C <- {\"set\":3}");
  CHECK_INT(revision(store), 4);
  CHECK_INT(held(), 0);
  CHECK_INT(pending(), 0);
  CHECK_OK(hold(store, 0));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(state(store, "/count"), "4");
}

static void tasks_end_when_it_is_released(void) {
  CHECK_OK(hold(store, 1));
  enfold_task first = begin(store, "\"increment\""), last = begin(store, "{\"twice\":\"later\"}");
  pump(runtime);
  CHECK_STATUS(enfold_task_status(first, &problem), ENFOLD_TIMEOUT);
  CHECK_STATUS(enfold_task_status(last, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(hold(store, 0));
  CHECK_OK(task_end(first));
  CHECK_OK(task_end(last));
  CHECK_TEXT(state(store, "/count"), "3");
}

static void a_cancelled_task_is_not_reduced(void) {
  CHECK_OK(hold(store, 1));
  enfold_task task = begin(store, "\"increment\"");
  say(store, "\"increment\"");
  cancel(task);
  CHECK_OK(hold(store, 0));
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK_INT(revision(store), 1);
}

/* What another thread has sent, and no pump has come to. */
static void what_waited_before_is_not_lost(void) {
  elsewhere(send_there, &store);
  CHECK_OK(hold(store, 1));
  pump(runtime);
  CHECK(!readable());
  CHECK_TEXT(state(store, "/count"), is_host() ? "0" : "1");
  CHECK_INT(pending(), is_host() ? 1 : 0);
  release(store);
  CHECK_TEXT(state(store, "/count"), "1");

  elsewhere(send_there, &store);
  CHECK(hold(store, 1) >= 0);
  CHECK(hold(store, 0) >= 0); /* no pump in between */
  pump(runtime);
  CHECK_TEXT(state(store, "/count"), "2");

  elsewhere(send_there, &store);
  CHECK(hold(store, 0) >= 0); /* it is not held */
  pump(runtime);
  CHECK_TEXT(state(store, "/count"), "3");

  CHECK_OK(hold(store, 1));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  elsewhere(release_there, &store);
  CHECK(hold(store, 0) >= 0); /* it was released already */
  pump(runtime);
  CHECK_TEXT(state(store, "/count"), "4");
  CHECK_OK(wait_store(store, 0));
}

static void the_queue_has_its_limit(void) {
  enfold_runtime small = open_logged(",\"limits\":{\"queue\":3}");
  load(small, swift_plugin("Behaviours"));
  enfold_store many = open_store(small, "Many");
  size_t accepted = 77;
  CHECK_OK(hold(many, 1));
  CHECK_STATUS(send(many, "\"increment\""), ENFOLD_QUEUED);
  CHECK_STATUS(send(many, "\"increment\""), ENFOLD_QUEUED);
  CHECK_FAILS(enfold_store_send_batch(many, "[\"increment\",\"increment\"]", ENFOLD_NUL, &accepted, &problem), ENFOLD_LIMIT,
              "3 actions wait");
  CHECK_INT(accepted, 77); /* none of them */
  CHECK_STATUS(send(many, "\"increment\""), ENFOLD_QUEUED);
  CHECK_FAILS(enfold_store_send(many, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_LIMIT, "which is its limit");
  CHECK_INT(step(many), 1); /* there is room for one again */
  CHECK_STATUS(send(many, "\"increment\""), ENFOLD_QUEUED);
  CHECK_FAILS(enfold_store_send(many, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_LIMIT, "");
  CHECK_OK(hold(many, 0));
  CHECK_TEXT(state(many, "/count"), "4");
  CHECK_OK(send(many, "\"increment\""));
  close_runtime(small);
}

static void writes_are_kept_back(void) {
  enfold_store panel = open_store(runtime, "Panel");
  recorder *raw = fresh((recorder){0});
  const char *action = "{\"action\":{\"renamed\":{\"from\":\"$old\",\"to\":\"$new\"}}}";
  observe(panel, "", "{\"initial\":false,\"filter\":\"raw\",\"value\":false,\"action\":true}", raw);
  CHECK_OK(hold(panel, 1));
  CHECK_STATUS(enfold_store_set(panel, "/name", ENFOLD_NUL, "\"n\"", ENFOLD_NUL, action, ENFOLD_NUL, &problem), ENFOLD_QUEUED);
  CHECK_STATUS(send(panel, "{\"setLevel\":1}"), ENFOLD_QUEUED);
  CHECK_STATUS(enfold_store_restore(panel, "{\"volume\":9}", ENFOLD_NUL, &problem), ENFOLD_QUEUED);
  /* What is wrong is refused at once. */
  CHECK_FAILS(enfold_store_set(panel, "/volume", ENFOLD_NUL, "\"loud\"", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_BAD_STATE, "");
  CHECK_FAILS(enfold_store_restore(panel, "[]", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE, "");
  pump(runtime);
  CHECK_TEXT(state(panel, "/name"), "\"\"");
  CHECK_TEXT(state(panel, "/volume"), "5");
  CHECK_INT(revision(panel), 0);
  CHECK_INT(pending(), 3);
  CHECK_OK(hold(panel, 0));
  CHECK_TEXT(raw->text, "C|C <- {\"setLevel\":1}|C|C <- {\"renamed\":{\"from\":\"\",\"to\":\"n\"}}");
  CHECK_TEXT(state(panel, "/name"), "\"\"");
  CHECK_TEXT(state(panel, "/volume"), "9");
  CHECK_TEXT(state(panel, "/renames"), "[\" > n\"]");
}

static void shared_values_are_kept_back(void) {
  load(runtime, swift_plugin("SessionsA"));
  enfold_store a = open_store(runtime, "Visitor"), b = open_store(runtime, "Visitor");
  recorder *visits = fresh((recorder){0});
  observe(a, "/session/visits", NULL, visits);
  CHECK_OK(hold(a, 1));
  CHECK_OK(set_shared(runtime, "session", "{\"visits\":5}"));
  pump(runtime);
  CHECK_TEXT(state(b, "/session/visits"), "5");
  CHECK_TEXT(state(a, "/session/visits"), "0");
  say(b, "\"visit\"");
  pump(runtime);
  CHECK_TEXT(shared(runtime, "session"), "{\"name\":\"\",\"visits\":6}");
  CHECK_TEXT(state(a, "/session/visits"), "0");
  CHECK(pending() > 0);
  CHECK(!readable());
  CHECK_INT(step(a), 1); /* both together are one write */
  CHECK_TEXT(visits->text, "I 0|C 6");
  CHECK_INT(step(a), 0);
  CHECK_OK(set_shared(runtime, "session", "{\"visits\":7}"));
  pump(runtime);
  CHECK_TEXT(visits->text, "I 0|C 6");
  release(a);
  CHECK_TEXT(visits->text, "I 0|C 6|C 7");
}

/* ---- What goes on -------------------------------------------------------------------------------------------------- */

static recorder *far;

static void *observe_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_observe(*(enfold_store *)to, "/count", ENFOLD_NUL, NULL, 0, record, far, released, NULL, &error),
            ENFOLD_OK);
  return NULL;
}

static void observers_begin_and_end(void) {
  recorder *near = fresh((recorder){0}), *gone = fresh((recorder){0}), *actions = fresh((recorder){0}),
           *inside = fresh((recorder){0});
  enfold_store scope = 0;
  far = fresh((recorder){0});
  enfold_subscription early = observe(store, "/count", NULL, gone);
  CHECK_OK(hold(store, 1));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  observe(store, "/count", NULL, near);
  CHECK_TEXT(near->text, "I 0");
  observe_actions(store, "{\"state\":\"/count\"}", actions);
  elsewhere(observe_there, &store);
  CHECK_INT(readable(), is_host());
  pump(runtime);
  CHECK(!readable());
  CHECK_TEXT(far->text, "I 0");
  CHECK_OK(enfold_store_scope(store, "/count", ENFOLD_NUL, NULL, 0, &scope, &problem));
  observe(scope, "", NULL, inside);
  CHECK_TEXT(inside->text, "I 0");
  CHECK_TEXT(state(scope, ""), "0");
  close_store(scope);
  CHECK_TEXT(inside->text, "I 0|X");
  CHECK_INT(inside->releases, 1);
  CHECK_OK(enfold_subscription_cancel(early, &problem));
  CHECK_INT(gone->releases, 1);
  CHECK_TEXT(state(store, ""), "{\"count\":0}");
  CHECK_OK(hold(store, 0));
  CHECK_TEXT(near->text, "I 0|C 1");
  CHECK_TEXT(far->text, "I 0|C 1");
  CHECK_TEXT(actions->text, "C 1 <- {\"increment\":{}}");
  CHECK_TEXT(gone->text, "I 0");
}

static void other_stores_know_nothing_of_it(void) {
  enfold_store other = open_store(runtime, "Many");
  CHECK_OK(hold(store, 1));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK_OK(send(other, "\"increment\""));
  CHECK_TEXT(state(other, "/count"), "1");
  CHECK_OK(wait_store(other, -1));
  CHECK_OK(task_end(begin(other, "{\"twice\":\"later\"}")));
  CHECK_INT(held(), 1);
}

/* Effects run, and ask; what they send is kept back. */
static void effects_run(void) {
  load(runtime, swift_plugin("Asker"));
  enfold_store asker = open_store(runtime, "Asker");
  handler *h = make((handler){0});
  handle(runtime, "numberFact", h);
  enfold_task task = begin(asker, "{\"ask\":1}");
  await(runtime, &h->asked, 1);
  CHECK_OK(hold(asker, 1));
  in_call++;
  CHECK_OK(enfold_request_resolve(h->requests[0], "\"one\"", ENFOLD_NUL, &problem));
  in_call--;
  uint32_t done;
  for (uint64_t before = revision(asker); revision(asker) == before; rest()) try_step(asker, &done); /* until the effect has sent */
  CHECK_TEXT(state(asker, "/facts"), "[\"one\"]");
  CHECK_OK(task_end(task));
  CHECK_OK(wait_store(asker, LONG_MS));
  CHECK_INT(held(), 1);
}

static void what_is_debounced_begins_and_is_kept_back(void) {
  load(runtime, swift_plugin("Timers"));
  enfold_store timers = open_store(runtime, "Timers");
  say(timers, "{\"type\":\"a\"}");
  CHECK_OK(hold(timers, 1));
  in_call++;
  CHECK(enfold_store_flush(timers, &problem) >= 0);
  in_call--;
  pump(runtime);
  CHECK_TEXT(state(timers, "/searches"), "[]");
  CHECK(pending() > 0);
  release(timers);
  CHECK_TEXT(state(timers, "/searches"), "[\"a\"]");
  CHECK_OK(wait_store(timers, LONG_MS));
}

/* ---- Steps --------------------------------------------------------------------------------------------------------- */

static void a_step_takes_exactly_one(void) {
  uint32_t done = 7;
  CHECK_FAILS(enfold_store_step(store, &done, &problem), ENFOLD_INVALID, "the store is not held, so there is no step to take");
  CHECK_INT(done, 7);
  CHECK_OK(hold(store, 1));
  CHECK_INT(step(store), 0);
  for (int i = 0; i < 3; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK_INT(step(store), 1);
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK_INT(pending(), 2);
  CHECK_INT(held(), 1);
  CHECK_OK(enfold_store_step(store, NULL, &problem));
  CHECK_TEXT(state(store, "/count"), "2");
  CHECK_STATUS(send(store, "{\"set\":9}"), ENFOLD_QUEUED);
  CHECK_INT(step(store), 1);
  CHECK_TEXT(state(store, "/count"), "3");
  CHECK_INT(step(store), 1);
  CHECK_TEXT(state(store, "/count"), "9");
  CHECK_INT(step(store), 0);
  CHECK_OK(wait_store(store, -1));
  CHECK_OK(hold(store, 0));
  CHECK_FAILS(enfold_store_step(store, NULL, &problem), ENFOLD_INVALID, "not held");
}

static void what_an_action_sends_is_another_step(void) {
  CHECK_OK(hold(store, 1));
  CHECK_STATUS(send(store, "{\"climb\":3}"), ENFOLD_QUEUED);
  CHECK_STATUS(send(store, "{\"set\":10}"), ENFOLD_QUEUED);
  static const char *const counts[] = {"1", "10", "11"}; /* it is not below 3 any more */
  for (int i = 0; i < 3; i++) {
    CHECK_INT(step(store), 1);
    CHECK_TEXT(state(store, "/count"), counts[i]);
  }
  CHECK_INT(step(store), 0);
}

static void mutations_at_hand_are_of_one_step(void) {
  load(runtime, swift_plugin("Counters"));
  enfold_store sources = open_store(runtime, "Sources");
  CHECK_OK(hold(sources, 1));
  CHECK_STATUS(send(sources, "{\"effect\":3}"), ENFOLD_QUEUED);
  CHECK_STATUS(send(sources, "{\"effect\":2}"), ENFOLD_QUEUED);
  CHECK_INT(step(sources), 1);
  CHECK_TEXT(state(sources, "/count"), "2");
  CHECK_INT(pending(), 1);
  CHECK_INT(step(sources), 1);
  CHECK_TEXT(state(sources, "/count"), "3");
  CHECK_INT(step(sources), 0);
}

static void mutations_that_come_late_are_steps(void) {
  load(runtime, swift_plugin("Counters"));
  enfold_store sources = open_store(runtime, "Sources");
  CHECK_OK(hold(sources, 1));
  CHECK_STATUS(send(sources, "{\"later\":3}"), ENFOLD_QUEUED);
  CHECK_INT(step(sources), 1);
  bool is_taken = true;
  for (uint64_t seen = revision(sources); seen < 4; seen = revision(sources)) {
    uint32_t done;
    rest();
    if (is_taken) CHECK_INT(revision(sources), seen); /* nothing changes without a step */
    is_taken = try_step(sources, &done);
    if (done > 0) CHECK(revision(sources) > seen);
  }
  CHECK_TEXT(state(sources, "/count"), "2");
  CHECK_OK(wait_store(sources, LONG_MS));
}

static void *step_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  uint32_t done = 7;
  CHECK_INT(enfold_store_step(*(enfold_store *)to, &done, &error), is_host() ? ENFOLD_QUEUED : ENFOLD_OK);
  CHECK_INT(done, is_host() ? 0 : 1);
  return NULL;
}

static void elsewhere_it_may_wait_for_the_loop(void) {
  uint32_t done = 7;
  elsewhere(hold_there, &store);
  CHECK_INT(held(), 1);
  for (int i = 0; i < 3; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  elsewhere(step_there, &store);
  CHECK_TEXT(state(store, "/count"), is_host() ? "0" : "1");
  CHECK_INT(readable(), is_host());
  in_call++;
  CHECK_OK(enfold_runtime_pump(runtime, 0, &done, &problem));
  in_call--;
  CHECK_INT(done, is_host() ? 1 : 0);
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK(!readable());
  elsewhere(release_there, &store);
  CHECK_TEXT(state(store, "/count"), is_host() ? "1" : "3");
  CHECK_INT(readable(), is_host());
  pump(runtime);
  CHECK_TEXT(state(store, "/count"), "3");
}

/* What is kept back is no work for a pump. */
static void the_descriptor_is_not_readable(void) {
  uint32_t done = 7;
  if (!is_host()) return;
  CHECK_OK(hold(store, 1));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK(!readable());
  elsewhere(send_there, &store);
  CHECK_OK(enfold_runtime_pump(runtime, 0, &done, &problem));
  CHECK_INT(done, 0);
  CHECK(!readable());
  CHECK_INT(pending(), 2);
  CHECK_OK(enfold_runtime_pump(runtime, 1, &done, &problem));
  CHECK_INT(done, 0);
  elsewhere(release_there, &store);
  CHECK(readable());
  CHECK_STATUS(enfold_runtime_pump(runtime, 1, &done, &problem), ENFOLD_MORE);
  CHECK_INT(done, 1);
  CHECK(readable());
  CHECK_OK(enfold_runtime_pump(runtime, 0, &done, &problem));
  CHECK_INT(done, 1);
  CHECK(!readable());
  CHECK_TEXT(state(store, "/count"), "2");
}

/* ---- Inside callbacks ---------------------------------------------------------------------------------------------- */

static void hold_at_one(recorder *r, const enfold_event *event) {
  (void)r;
  if (event->value == NULL || strcmp(event->value, "1") != 0) return;
  CHECK_STATUS(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
  CHECK_OK(enfold_store_hold(store, 1, &problem));
  CHECK_STATUS(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
}

static void a_callback_may_hold(void) {
  recorder *r = fresh((recorder){.then = hold_at_one});
  observe(store, "/count", NULL, r);
  CHECK_OK(send(store, "\"increment\"")); /* what was being reduced is reduced as a whole */
  CHECK_TEXT(r->text, "I 0|C 1");
  CHECK_INT(pending(), 2);
  CHECK_OK(hold(store, 0));
  CHECK_TEXT(r->text, "I 0|C 1|C 2|C 3");
}

static void hold_in_a_batch(void) {
  recorder *r = fresh((recorder){.then = hold_at_one});
  size_t accepted = 0;
  observe(store, "/count", NULL, r);
  CHECK_STATUS(batch("[\"increment\",{\"set\":5},{\"set\":6}]", &accepted), ENFOLD_QUEUED);
  CHECK_INT(accepted, 3);
  CHECK_TEXT(r->text, "I 0|C 1");
  CHECK_OK(hold(store, 0));
  CHECK_TEXT(r->text, "I 0|C 1|C 5|C 6|C 7|C 8");
}

static void release_inside(recorder *r, const enfold_event *event) {
  (void)r;
  if (!(event->flags & ENFOLD_INITIAL)) return;
  CHECK_STATUS(enfold_store_hold(store, 0, &problem), ENFOLD_QUEUED);
  CHECK_TEXT(state(store, "/count"), "0");
}

static void a_callback_may_release(void) {
  recorder *r = fresh((recorder){.then = release_inside});
  CHECK_OK(hold(store, 1));
  for (int i = 0; i < 2; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  observe(store, "/count", NULL, r);
  CHECK_TEXT(r->text, "I 0|C 1|C 2");
  CHECK_INT(held(), 0);
}

static void step_inside(recorder *r, const enfold_event *event) {
  (void)r;
  uint32_t done = 7;
  if (!(event->flags & ENFOLD_INITIAL)) return;
  CHECK_STATUS(enfold_store_step(store, &done, &problem), ENFOLD_QUEUED);
  CHECK_INT(done, 0);
  CHECK_TEXT(state(store, "/count"), "0");
}

static void a_callback_may_take_a_step(void) {
  recorder *r = fresh((recorder){.then = step_inside});
  CHECK_OK(hold(store, 1));
  for (int i = 0; i < 2; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  observe(store, "/count", NULL, r);
  CHECK_TEXT(r->text, "I 0|C 1");
  CHECK_INT(held(), 1);
  CHECK_INT(pending(), 1);
}

static void release_the_other(recorder *r, const enfold_event *event) {
  (void)event;
  if (r->events == 2) CHECK(enfold_store_hold(store, 0, &problem) >= 0);
}

static void a_callback_may_release_another_store(void) {
  enfold_store other = open_store(runtime, "Many");
  recorder *r = fresh((recorder){.then = release_the_other});
  observe(other, "/count", NULL, r);
  CHECK_OK(hold(store, 1));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  say(other, "\"increment\"");
  pump(runtime);
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK_INT(held(), 0);
  close_store(other);
}

static void hold_each_time(recorder *r, const enfold_event *event) {
  (void)r;
  if (event->flags == ENFOLD_CHANGED) CHECK_OK(enfold_store_hold(store, 1, &problem));
}

/* The callback holds it while the call that releases it reduces. The program holds it then. */
static void a_callback_may_hold_what_is_being_released(void) {
  recorder *r = fresh((recorder){.then = hold_each_time});
  observe(store, "/count", NULL, r);
  CHECK_OK(hold(store, 1));
  for (int i = 0; i < 3; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  release(store);
  CHECK_TEXT(r->text, "I 0|C 1");
  CHECK_INT(held(), 1);
  CHECK_STATUS(wait_store(store, -1), ENFOLD_TIMEOUT);
  CHECK_STATUS(wait_runtime(-1), ENFOLD_TIMEOUT);
  release(store);
  CHECK_TEXT(r->text, "I 0|C 1|C 2");
  CHECK_OK(enfold_subscription_cancel(r->subscription, &problem));
  release(store);
  CHECK_TEXT(state(store, "/count"), "3");
  CHECK_INT(held(), 0);
}

/* ---- Waiting ------------------------------------------------------------------------------------------------------- */

static void a_wait_without_end_ends_at_once(void) {
  static const int64_t endless[] = {-1, -1000, INT64_MIN};
  enfold_task ended = begin(store, "\"increment\"");
  CHECK_OK(hold(store, 1));
  CHECK_OK(wait_store(store, -1)); /* there is nothing to wait for */
  CHECK_OK(wait_runtime(-1));
  CHECK_OK(wait_task(ended, -1));
  enfold_task task = begin(store, "\"increment\"");
  for (int i = 0; i < 3; i++) {
    CHECK_STATUS(wait_store(store, endless[i]), ENFOLD_TIMEOUT);
    CHECK_STATUS(wait_runtime(endless[i]), ENFOLD_TIMEOUT);
    CHECK_STATUS(wait_task(task, endless[i]), ENFOLD_TIMEOUT);
  }
  for (int i = 0; i < 2; i++) {
    CHECK_STATUS(wait_store(store, i), ENFOLD_TIMEOUT);
    CHECK_STATUS(wait_runtime(i), ENFOLD_TIMEOUT);
    CHECK_STATUS(wait_task(task, i), ENFOLD_TIMEOUT);
  }
  CHECK_OK(wait_task(ended, -1)); /* its end is known */
  CHECK_OK(hold(store, 0));
  CHECK_OK(wait_store(store, -1));
  CHECK_OK(wait_runtime(-1));
  CHECK_OK(wait_task(task, -1));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_task_release(ended, &problem));
}

static atomic_int waiters;

static void *wait_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_wait(*(enfold_store *)to, -1, &error), ENFOLD_OK);
  atomic_fetch_add(&waiters, 1);
  return NULL;
}

/* A breakpoint has stopped, and not the program. */
static void a_wait_at_a_breakpoint_waits_for_the_release(void) {
  pthread_t thread;
  struct timespec pause = {0, 20000000};
  add_break(store, "{\"action\":\"increment\"}");
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK_STATUS(wait_store(store, 10), ENFOLD_TIMEOUT);
  waiters = 0;
  CHECK_INT(pthread_create(&thread, NULL, wait_there, &store), 0);
  nanosleep(&pause, NULL);
  CHECK_INT(waiters, 0);
  release(store);
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_TEXT(state(store, "/count"), "1");
}

static void a_clock_goes_on(void) {
  enfold_runtime timed = open_logged(",\"clock\":\"manual\"");
  load(timed, swift_plugin("Timers"));
  enfold_store stopped = open_store(timed, "Timers"), other = open_store(timed, "Timers");
  say(stopped, "{\"step\":{\"times\":3}}");
  say(other, "\"start\"");
  CHECK_OK(hold(stopped, 1));
  in_call++;
  for (int i = 0; i < 3; i++) CHECK_OK(enfold_clock_advance(timed, 1000 * MS, &problem));
  CHECK_TEXT(state(stopped, "/woken"), "[]");
  CHECK_TEXT(state(other, "/ticks"), "3");
  CHECK(stat_of(timed, "pending") > 0);
  CHECK(hold(stopped, 0) >= 0);
  CHECK_OK(enfold_clock_advance(timed, 0, &problem));
  CHECK_TEXT(state(stopped, "/woken"), "[0]");
  CHECK_OK(enfold_clock_advance(timed, 1 * MS, &problem));
  CHECK_TEXT(state(stopped, "/woken"), "[0,1]");
  CHECK_OK(enfold_clock_advance(timed, 1 * MS, &problem));
  CHECK_TEXT(state(stopped, "/woken"), "[0,1,2]");
  in_call--;
  close_runtime(timed);
}

/* ---- The end of a held store --------------------------------------------------------------------------------------- */

static int ends;
static enfold_status end_status;

static void note_end(void *user, enfold_status status, const char *message, size_t length) {
  (void)user, (void)message, (void)length;
  ends++;
  end_status = status;
}

static void closing_cancels_what_is_kept_back(void) {
  recorder *r = fresh((recorder){0}), *actions = fresh((recorder){0});
  observe(store, "/count", NULL, r);
  observe_actions(store, NULL, actions);
  CHECK_OK(hold(store, 1));
  enfold_task first = begin(store, "\"increment\""), last = begin(store, "\"increment\"");
  ends = 0;
  CHECK_OK(enfold_task_on_end(last, note_end, NULL, NULL, &problem));
  CHECK_STATUS(enfold_store_restore(store, "{\"count\":7}", ENFOLD_NUL, &problem), ENFOLD_QUEUED);
  close_store(store);
  CHECK_STATUS(task_end(first), ENFOLD_CANCELLED);
  CHECK_STATUS(task_end(last), ENFOLD_CANCELLED);
  CHECK_INT(ends, 1);
  CHECK_INT(end_status, ENFOLD_CANCELLED);
  CHECK_TEXT(r->text, "I 0|X");
  CHECK_TEXT(actions->text, "X");
  CHECK_INT(r->releases + actions->releases, 2);
  CHECK_INT(held(), 0);
  CHECK_INT(pending(), 0);
  CHECK_FAILS(enfold_store_hold(store, 0, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_store_step(store, NULL, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_store_break(store, "{\"clear\":true}", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "");
}

static void *close_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_close(*(enfold_store *)to, &error), ENFOLD_OK);
  return NULL;
}

static void another_thread_may_close_it(void) {
  recorder *r = fresh((recorder){0});
  observe(store, "/count", NULL, r);
  add_break(store, "{\"action\":\"increment\"}");
  enfold_task first = begin(store, "\"increment\""), last = begin(store, "{\"set\":3}"); /* before the first it has stopped */
  elsewhere(close_there, &store);
  pump(runtime);
  CHECK_TEXT(r->text, "I 0|X");
  CHECK_INT(r->releases, 1);
  CHECK_STATUS(task_end(first), ENFOLD_CANCELLED);
  CHECK_STATUS(task_end(last), ENFOLD_CANCELLED);
}

static void a_runtime_closes_with_held_stores(void) {
  enfold_runtime other = open_logged("");
  load(other, swift_plugin("Behaviours"));
  recorder *r[2] = {fresh((recorder){0}), fresh((recorder){0})};
  for (int i = 0; i < 2; i++) {
    enfold_store many = open_store(other, "Many");
    observe(many, "/count", NULL, r[i]);
    CHECK_OK(hold(many, 1));
    CHECK_STATUS(send(many, "\"increment\""), ENFOLD_QUEUED);
    add_break(many, "{\"path\":\"/count\"}");
  }
  CHECK_INT(stat_of(other, "held"), 2);
  close_runtime(other);
  for (int i = 0; i < 2; i++) {
    CHECK_TEXT(r[i]->text, "I 0|X");
    CHECK_INT(r[i]->releases, 1);
  }
}

static void the_regular_end_does_not_wait_for_ever(void) {
  enfold_store idle = open_store(runtime, "Many");
  recorder *r = fresh((recorder){0});
  observe(store, "/count", NULL, r);
  CHECK_OK(hold(idle, 1));
  CHECK_OK(hold(store, 1));
  enfold_task task = begin(store, "\"increment\"");
  in_call++;
  CHECK_OK(enfold_store_end(idle, "{\"wait\":-1}", ENFOLD_NUL, &problem));
  CHECK_STATUS(enfold_store_end(store, "{\"wait\":-1,\"close\":false}", ENFOLD_NUL, &problem), ENFOLD_TIMEOUT);
  CHECK_FAILS(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "");
  CHECK_STATUS(enfold_store_end(store, "{\"wait\":-1}", ENFOLD_NUL, &problem), ENFOLD_TIMEOUT);
  in_call--;
  CHECK_TEXT(r->text, "I 0|X");
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  pump(runtime);
  CHECK_CONTAINS(records, "\"topic\":\"work-that-was-cut-off\"");
}

/* What was accepted is reduced after the release, although the store ends. */
static void an_ending_store_may_be_released(void) {
  recorder *r = fresh((recorder){0});
  observe(store, "/count", NULL, r);
  CHECK_OK(hold(store, 1));
  for (int i = 0; i < 3; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  in_call++;
  CHECK_STATUS(enfold_store_end(store, "{\"wait\":0,\"close\":false}", ENFOLD_NUL, &problem), ENFOLD_TIMEOUT);
  CHECK_INT(step(store), 1);
  release(store);
  CHECK_OK(enfold_store_end(store, "{\"wait\":-1}", ENFOLD_NUL, &problem));
  in_call--;
  CHECK_TEXT(r->text, "I 0|C 1|C 2|C 3|X");
}

/* ---- Mistakes ------------------------------------------------------------------------------------------------------ */

/* An engine in C, which does not know of it. */
static void who_cannot_be_held(void) {
  load(runtime, test_plugin("counter"));
  enfold_store counter = open_store(runtime, "Counter"), none = 0;
  uint64_t number = 77;
  uint32_t done = 77;
  CHECK_FAILS(enfold_store_hold(counter, 1, &problem), ENFOLD_UNSUPPORTED, "Counter cannot be held");
  CHECK_CONTAINS(problem.message, "\"enfold.hold\"");
  CHECK_FAILS(enfold_store_hold(counter, 0, &problem), ENFOLD_UNSUPPORTED, "Counter cannot be held");
  CHECK_FAILS(enfold_store_step(counter, &done, &problem), ENFOLD_UNSUPPORTED, "\"enfold.hold\"");
  CHECK_FAILS(enfold_store_break(counter, "{\"action\":\"increment\"}", ENFOLD_NUL, &number, &problem), ENFOLD_UNSUPPORTED,
              "\"enfold.hold\"");
  CHECK_FAILS(enfold_store_break(counter, "{\"path\":\"/count\"}", ENFOLD_NUL, &number, &problem), ENFOLD_UNSUPPORTED,
              "\"enfold.hold\"");
  CHECK_FAILS(enfold_store_open(runtime, "Counter", "{\"effects\":\"none\"}", ENFOLD_NUL, &none, &problem), ENFOLD_UNSUPPORTED,
              "Counter has no stores without effects");
  CHECK_CONTAINS(problem.message, "\"enfold.no_effects\"");
  CHECK_INT(none, 0);
  CHECK_INT(number, 77);
  CHECK_INT(done, 77);
  CHECK_INT(held(), 0);
  CHECK_OK(send(counter, "\"increment\""));
  CHECK_OK(wait_store(counter, -1));
  close_store(open_with(runtime, "Counter", "{\"effects\":\"run\",\"name\":\"mine\"}"));
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(actions_are_kept_back_in_order);
  EACH(tasks_end_when_it_is_released);
  EACH(a_cancelled_task_is_not_reduced);
  EACH(what_waited_before_is_not_lost);
  EACH(the_queue_has_its_limit);
  EACH(writes_are_kept_back);
  EACH(shared_values_are_kept_back);
  EACH(observers_begin_and_end);
  EACH(other_stores_know_nothing_of_it);
  EACH(effects_run);
  EACH(what_is_debounced_begins_and_is_kept_back);
  EACH(a_step_takes_exactly_one);
  EACH(what_an_action_sends_is_another_step);
  EACH(mutations_at_hand_are_of_one_step);
  EACH(mutations_that_come_late_are_steps);
  EACH(elsewhere_it_may_wait_for_the_loop);
  EACH(the_descriptor_is_not_readable);
  EACH(a_callback_may_hold);
  EACH(hold_in_a_batch);
  EACH(a_callback_may_release);
  EACH(a_callback_may_take_a_step);
  EACH(a_callback_may_release_another_store);
  EACH(a_callback_may_hold_what_is_being_released);
  EACH(a_wait_without_end_ends_at_once);
  EACH(a_wait_at_a_breakpoint_waits_for_the_release);
  EACH(a_clock_goes_on);
  EACH(closing_cancels_what_is_kept_back);
  EACH(another_thread_may_close_it);
  EACH(a_runtime_closes_with_held_stores);
  EACH(the_regular_end_does_not_wait_for_ever);
  EACH(an_ending_store_may_be_released);
  EACH(who_cannot_be_held);
}

int main(void) { return with_each_loop(all); }
