/* clock.c: the manual clock: effects that sleep are woken by enfold_clock_advance. Run for both loops. */
#include "asker.h"

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

static enfold_runtime runtime;
static enfold_store store;

static void advance(int64_t nanoseconds) {
  in_call++;
  CHECK_OK(enfold_clock_advance(runtime, nanoseconds, &problem));
  in_call--;
}

/* A number of the statistics. */
static int64_t stat_of(enfold_runtime of, const char *key) {
  enfold_string text = {NULL, 0};
  CHECK_OK(enfold_runtime_stats(of, &text, &problem));
  const char *at = strstr(text.data, key);
  CHECK(at != NULL);
  int64_t result = strtoll(at + strlen(key), NULL, 10);
  enfold_string_free(&text);
  return result;
}

static int64_t now(void) { return stat_of(runtime, "\"now\":"); }
static int64_t sleepers(void) { return stat_of(runtime, "\"sleepers\":"); }

/* ---- Time -------------------------------------------------------------------------------------------------------- */

static void a_debounce(void) {
  say(store, "{\"type\":\"a\"}");
  advance(299 * MS);
  say(store, "{\"type\":\"ab\"}");
  advance(299 * MS);
  CHECK_TEXT(state(store, "/searches"), "[]");
  advance(1 * MS);
  CHECK_TEXT(state(store, "/searches"), "[\"ab\"]");
  CHECK_INT(now(), 599 * MS);
}

static void a_timer(void) {
  say(store, "\"start\"");
  advance(SECOND - 1);
  CHECK_TEXT(state(store, "/ticks"), "0");
  advance(1);
  CHECK_TEXT(state(store, "/ticks"), "1");
  advance(3600 * SECOND); /* it sleeps again 3,600 times */
  CHECK_TEXT(state(store, "/ticks"), "3601");
  say(store, "\"stop\"");
  advance(10 * SECOND);
  CHECK_TEXT(state(store, "/ticks"), "3601");
  CHECK_INT(sleepers(), 0);
}

static void a_throttle(void) {
  for (int i = 0; i < 5; i++) say(store, "\"tap\"");
  advance(0);
  CHECK_TEXT(state(store, "/taps"), "1");
  advance(99 * MS);
  say(store, "\"tap\"");
  advance(0);
  CHECK_TEXT(state(store, "/taps"), "1");
  advance(1 * MS);
  int64_t before = atoi(state(store, "/taps"));
  say(store, "\"tap\"");
  advance(100 * MS);
  CHECK_INT(atoi(state(store, "/taps")), before + 1);
}

/* What begins at the end of an interval opens the next one. */
static void a_throttle_whose_intervals_follow_each_other(void) {
  say(store, "\"tap\"");
  advance(50 * MS);
  say(store, "\"tap\"");
  advance(49 * MS);
  CHECK_TEXT(state(store, "/taps"), "1");
  advance(1 * MS);
  CHECK_TEXT(state(store, "/taps"), "2");
  advance(1 * MS);
  say(store, "\"tap\"");
  advance(98 * MS);
  CHECK_TEXT(state(store, "/taps"), "2");
  advance(1 * MS);
  CHECK_TEXT(state(store, "/taps"), "3");
  advance(100 * MS); /* nothing waits */
  say(store, "\"tap\"");
  advance(0);
  CHECK_TEXT(state(store, "/taps"), "4");
}

static void the_order_of_waking(void) {
  say(store, "{\"sleep\":{\"id\":3,\"milliseconds\":30}}");
  say(store, "{\"sleep\":{\"id\":1,\"milliseconds\":10}}");
  say(store, "{\"sleep\":{\"id\":2,\"milliseconds\":20}}");
  say(store, "{\"sleep\":{\"id\":4,\"milliseconds\":30}}");
  CHECK_INT(sleepers(), 4);
  advance(30 * MS);
  CHECK_TEXT(state(store, "/woken"), "[1,2,3,4]");
}

static void who_sleeps_for_no_time_waits_for_an_advance(void) {
  say(store, "{\"sleep\":{\"id\":1,\"milliseconds\":0}}");
  CHECK_TEXT(state(store, "/woken"), "[]");
  advance(0);
  CHECK_TEXT(state(store, "/woken"), "[1]");
  CHECK_INT(now(), 0);
}

/* Each step sleeps again when it was woken: no step is missed, and none is too early. */
static void many_steps(void) {
  enfold_store stores[8];
  for (int i = 0; i < 8; i++) {
    stores[i] = open_store(runtime, "Timers");
    say(stores[i], "{\"step\":{\"times\":500}}");
  }
  advance(250 * MS);
  for (int i = 0; i < 8; i++) CHECK_TEXT(state(stores[i], "/woken/249"), "249");
  for (int i = 0; i < 8; i++) {
    enfold_string text = {NULL, 0};
    CHECK_STATUS(enfold_store_state(stores[i], "/woken/250", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER);
  }
  advance(250 * MS);
  for (int i = 0; i < 8; i++) {
    CHECK_TEXT(state(stores[i], "/woken/499"), "499");
    close_store(stores[i]);
  }
  wait_for(runtime);
  CHECK_INT(sleepers(), 0);
}

static void the_date_follows(void) {
  say(store, "\"look\"");
  advance(0);
  CHECK_TEXT(state(store, "/time"), "\"2001-02-03T04:05:06Z\"");
  advance(90 * SECOND + 500 * MS);
  say(store, "\"look\"");
  advance(0);
  CHECK_TEXT(state(store, "/time"), "\"2001-02-03T04:06:36.5Z\"");
}

static void a_reactor(void) {
  enfold_store delays = open_store(runtime, "Delays");
  say(delays, "{\"say\":\"one\"}");
  advance(250 * MS);
  say(delays, "{\"say\":\"two\"}");
  advance(250 * MS);
  CHECK_TEXT(state(delays, "/words"), "[\"one\"]");
  advance(250 * MS);
  CHECK_TEXT(state(delays, "/words"), "[\"one\",\"two\"]");
  close_store(delays);
}

/* ---- What effects wait for besides ------------------------------------------------------------------------------- */

static void an_effect_that_asks_its_host(void) {
  handler *h = make((handler){.answer = "\"seven\""});
  handle(runtime, "fact", h);
  say(store, "\"ask\"");
  advance(20 * MS);
  CHECK_TEXT(state(store, "/facts"), "[\"seven\"]");
  CHECK_INT(h->asked, 1);
  /* Nobody waits for an answer that does not come. */
  h = make((handler){0});
  handle(runtime, "fact", h);
  say(store, "\"ask\"");
  advance(SECOND);
  await(runtime, &h->asked, 1);
  CHECK_TEXT(state(store, "/facts"), "[\"seven\"]");
  CHECK_OK(enfold_request_resolve(h->requests[0], "\"eight\"", ENFOLD_NUL, &problem));
  advance(10 * MS);
  CHECK_TEXT(state(store, "/facts"), "[\"seven\",\"eight\"]");
}

/* ---- Ends -------------------------------------------------------------------------------------------------------- */

static void a_cancelled_sleep(void) {
  enfold_task task = begin(store, "{\"sleep\":{\"id\":1,\"milliseconds\":10}}");
  enfold_task stubborn = begin(store, "\"sleepStubbornly\"");
  CHECK_INT(sleepers(), 2);
  cancel(task);
  cancel(stubborn);
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  CHECK_STATUS(task_end(stubborn), ENFOLD_CANCELLED);
  CHECK_INT(sleepers(), 0);
  advance(SECOND);
  CHECK_TEXT(state(store, "/woken"), "[]");
}

static void closing_with_sleepers(void) {
  enfold_runtime other = open_runtime(is_host() ? "{\"clock\":\"manual\",\"loop\":\"host\"}" : "{\"clock\":\"manual\"}");
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_plugin_load(other, swift_plugin("Timers"), NULL, 0, &plugin, &problem));
  for (int i = 0; i < 4; i++) {
    enfold_store asleep = open_store(other, "Timers");
    say(asleep, "\"start\"");
    say(asleep, "\"sleepStubbornly\"");
    if (i == 0) close_store(asleep);
  }
  CHECK_INT(stat_of(other, "\"sleepers\":"), 6);
  close_runtime(other);
  CHECK_FAILS(enfold_clock_advance(other, 1, &problem), ENFOLD_STALE, "");
}

static void *close_it(void *argument) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_runtime_close(*(enfold_runtime *)argument, &error), ENFOLD_OK);
  return NULL;
}

static void close_on_tick(void *user, const enfold_event *event) {
  if (event->flags & ENFOLD_CHANGED) elsewhere(close_it, user);
}

/* Closed by another thread while time passes: what is left of the time does not pass. */
static void closing_while_time_passes(void) {
  enfold_runtime other = open_runtime(is_host() ? "{\"clock\":\"manual\",\"loop\":\"host\"}" : "{\"clock\":\"manual\"}");
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_plugin_load(other, swift_plugin("Timers"), NULL, 0, &plugin, &problem));
  enfold_store ticking = open_store(other, "Timers");
  CHECK_OK(enfold_store_observe(ticking, "/ticks", ENFOLD_NUL, NULL, 0, close_on_tick, &other, NULL, NULL, &problem));
  say(ticking, "\"start\"");
  CHECK_FAILS(enfold_clock_advance(other, 5 * SECOND, &problem), ENFOLD_STALE, "closed meanwhile");
}

/* ---- Mistakes ---------------------------------------------------------------------------------------------------- */

static void try_to_advance(void *user, const enfold_event *event) {
  int *calls = user;
  enfold_error error = ENFOLD_ERROR_INIT;
  (void)event;
  CHECK_INT(enfold_clock_advance(runtime, 1, &error), ENFOLD_REENTRANT);
  CHECK_CONTAINS(error.message, "callback");
  (*calls)++;
}

static void not_in_callbacks(void) {
  int calls = 0;
  enfold_subscription subscription = 0;
  CHECK_OK(enfold_store_observe(store, "/ticks", ENFOLD_NUL, NULL, 0, try_to_advance, &calls, NULL, &subscription, &problem));
  say(store, "\"start\"");
  advance(2 * SECOND);
  CHECK_INT(calls, 3);
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
}

static void refused(void) {
  CHECK_FAILS(enfold_clock_advance(0, 1, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_clock_advance(store, 1, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_clock_advance(runtime, -1, &problem), ENFOLD_INVALID, "time never goes back");
  CHECK_OK(enfold_clock_advance(runtime, INT64_MAX, &problem));
  CHECK_INT(now(), INT64_MAX);
  CHECK_FAILS(enfold_clock_advance(runtime, 1, &problem), ENFOLD_INVALID, "its end");
  CHECK_OK(enfold_clock_advance(runtime, 0, &problem));
  say(store, "{\"sleep\":{\"id\":1,\"milliseconds\":10}}"); /* for ever */
  enfold_runtime live = open_runtime(NULL);
  CHECK_FAILS(enfold_clock_advance(live, 1, &problem), ENFOLD_UNSUPPORTED, "\"clock\":\"manual\"");
  close_runtime(live);
  enfold_runtime none = 0;
  CHECK_FAILS(enfold_runtime_open("{\"clock\":\"slow\"}", ENFOLD_NUL, &none, &problem), ENFOLD_INVALID, "manual");
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

static void *advance_often(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  for (int i = 0; i < 50; i++) CHECK_INT(enfold_clock_advance(runtime, MS, &error), ENFOLD_OK);
  return unused;
}

/* Four threads let time pass, one after the other; four send meanwhile. */
static void *send_often(void *unused) {
  for (int i = 0; i < 100; i++) {
    enfold_error error = ENFOLD_ERROR_INIT;
    CHECK(enfold_store_send(store, "{\"sleep\":{\"id\":1,\"milliseconds\":1}}", ENFOLD_NUL, NULL, &error) >= 0);
  }
  return unused;
}

static void many_threads(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    CHECK_INT(pthread_create(&threads[i], NULL, i < 4 ? advance_often : send_often, NULL), 0);
  for (int i = 0; i < 8; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_INT(now(), 200 * MS);
  advance(MS);
  CHECK_TEXT(state(store, "/woken/399"), "1");
  CHECK_INT(sleepers(), 0);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void with_new_runtime(const char *name, void (*test)(void)) {
  fprintf(stderr, "  %s%s\n", name, is_host() ? " (host)" : "");
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  runtime = open_runtime_with(is_host() ? "{\"clock\":\"manual\",\"loop\":\"host\"}" : "{\"clock\":\"manual\"}", swift_plugin("Timers"));
  store = open_store(runtime, "Timers");
  test();
  close_runtime(runtime);
}

int main(void) {
  for (int host = 0; host < 2; host++) {
    options = host ? "host" : NULL;
#define WITH(test) with_new_runtime(#test, test)
    WITH(a_debounce);
    WITH(a_timer);
    WITH(a_throttle);
    WITH(a_throttle_whose_intervals_follow_each_other);
    WITH(the_order_of_waking);
    WITH(who_sleeps_for_no_time_waits_for_an_advance);
    WITH(many_steps);
    WITH(the_date_follows);
    WITH(a_reactor);
    WITH(an_effect_that_asks_its_host);
    WITH(a_cancelled_sleep);
    WITH(closing_with_sleepers);
    WITH(closing_while_time_passes);
    WITH(not_in_callbacks);
    WITH(refused);
    WITH(many_threads);
  }
  return 0;
}
