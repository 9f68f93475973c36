/* scope_life.c: how scopes end: alone, with their store, in callbacks, among threads. Uses the test plugin. */
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

static enfold_runtime runtime;

#define WRAP "{\"wrap\":\"$action\"}"

static enfold_store scope(enfold_store store, const char *pointer) {
  enfold_store result = 0;
  CHECK_OK(enfold_store_scope(store, pointer, ENFOLD_NUL, WRAP, ENFOLD_NUL, &result, &problem));
  return result;
}

static int64_t stat_of(enfold_runtime of, const char *key) {
  enfold_string text = {0};
  char quoted[40];
  CHECK_OK(enfold_runtime_stats(of, &text, &problem));
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  CHECK_CONTAINS(text.data, quoted);
  int64_t result = strtoll(strstr(text.data, quoted) + strlen(quoted), NULL, 10);
  enfold_string_free(&text);
  return result;
}

/* Every call on a scope that has ended. */
static void check_stale(enfold_store ended) {
  enfold_string text = {(char *)1, 77};
  enfold_store made = 77;
  uint64_t number = 77;
  recorder r = {0};
  CHECK_FAILS(enfold_store_send(ended, "\"noop\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_send(ended, "\"noop\"", ENFOLD_NUL, &made, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_send_batch(ended, "[]", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_set(ended, "/count", ENFOLD_NUL, "1", 1, NULL, 0, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_state(ended, NULL, 0, &text, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_revision(ended, &number, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_scope(ended, NULL, 0, NULL, 0, &made, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_wait(ended, 0, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_observe(ended, NULL, 0, NULL, 0, record, &r, released, &made, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_observe_actions(ended, NULL, 0, record, &r, released, &made, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_close(ended, &problem), ENFOLD_STALE, "closed");
  CHECK_INT(r.releases, 2);
  CHECK_INT(r.events, 0);
  CHECK(text.data == (char *)1 && made == 77 && number == 77);
}

static void closing_a_scope_ends_its_own_subscriptions(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store first = scope(store, ""), second = scope(first, "");
  recorder log = {0}, root = {.name = "root", .log = &log}, a = {.name = "a", .log = &log}, b = {.name = "b", .log = &log},
           c = {.name = "c", .log = &log}, cancelled = {0};
  observe(first, "/count", NULL, &b);
  observe(store, "/count", NULL, &root);
  observe(second, "/count", NULL, &c);
  CHECK_OK(enfold_store_observe_actions(first, NULL, 0, record, &a, released, NULL, &problem));
  CHECK_OK(enfold_subscription_cancel(observe(first, "/fact", NULL, &cancelled), &problem));
  CHECK_INT(stat_of(runtime, "scopes"), 2);
  CHECK_INT(stat_of(runtime, "subscriptions"), 4);
  CHECK_OK(enfold_store_close(first, &problem));
  CHECK_INT(stat_of(runtime, "stores"), 1);
  CHECK_INT(stat_of(runtime, "scopes"), 1);
  CHECK_INT(stat_of(runtime, "subscriptions"), 2);
  check_stale(first);
  CHECK_OK(send(second, "\"increment\"")); /* it belongs to the store */
  CHECK_TEXT(log.text, "b:I 0|root:I 0|c:I 0|b:X|b:released|a:X|a:released|root:C 1|c:C 1");
  CHECK_INT(a.releases, 1);
  CHECK_INT(b.releases, 1);
  CHECK(b.store == first);
  CHECK_INT(cancelled.closes, 0);
  CHECK_INT(cancelled.releases, 1);
  CHECK_FAILS(enfold_subscription_cancel(b.subscription, &problem), ENFOLD_STALE, "closed");
  CHECK_OK(enfold_store_close(second, &problem));
  CHECK_OK(enfold_subscription_cancel(root.subscription, &problem));
  CHECK_INT(stat_of(runtime, "subscriptions"), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void closing_the_store_closes_its_scopes(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store inner = open_store(runtime, "Counter"), first = scope(inner, ""), second = scope(first, "/count");
  recorder log = {0}, root = {.name = "root", .log = &log}, a = {.name = "a", .log = &log}, b = {.name = "b", .log = &log};
  observe(second, "", "{\"initial\":false}", &b);
  observe(inner, "/count", "{\"initial\":false}", &root);
  observe(first, "/count", "{\"initial\":false}", &a);
  CHECK_OK(enfold_store_close(inner, &problem));
  CHECK_TEXT(log.text, "b:X|b:released|root:X|root:released|a:X|a:released");
  check_stale(first);
  check_stale(second);
  CHECK_INT(stat_of(runtime, "scopes"), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void closing_the_runtime_closes_scopes(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime other = open_runtime_with(NULL, test_plugin("counter"));
  enfold_store inner = scope(open_store(other, "Counter"), "/extra");
  recorder r = {0};
  observe(inner, "", NULL, &r);
  CHECK_OK(enfold_runtime_close(other, &problem));
  CHECK_TEXT(r.text, "IR|X");
  CHECK_INT(r.releases, 1);
  check_stale(inner);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* ---- In callbacks ------------------------------------------------------------------------------------------------- */

static void close_context(recorder *r, const enfold_event *event) {
  if (!(event->flags & ENFOLD_CHANGED)) return;
  CHECK_OK(enfold_store_close(*(enfold_store *)r->context, &problem));
  CHECK_INT(r->releases, 0); /* not while its callback runs */
  CHECK_INT(r->closes, 0);
}

static void a_scope_may_be_closed_by_its_own_callback(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store inner = scope(store, "");
  recorder log = {0}, before = {.name = "before", .log = &log}, r = {.name = "r", .log = &log, .then = close_context,
                                                                     .context = &inner},
           after = {.name = "after", .log = &log};
  observe(inner, "/count", "{\"initial\":false}", &before);
  observe(inner, "/count", "{\"initial\":false}", &r);
  observe(inner, "/count", "{\"initial\":false}", &after);
  CHECK_OK(enfold_store_send_batch(store, "[\"increment\",\"increment\"]", ENFOLD_NUL, NULL, &problem));
  /* Whoever comes later in the same commit hears nothing of it any more, nor of the next. */
  CHECK_TEXT(log.text, "before:C 1|r:C 1|before:X|before:released|r:X|r:released|after:X|after:released");
  CHECK_OK(send(store, "\"increment\""));
  CHECK_INT(r.events, 2);
  check_stale(inner);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_store_may_be_closed_by_a_callback_of_its_scope(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store root = open_store(runtime, "Counter"), inner = scope(root, "");
  recorder r = {.then = close_context, .context = &root}, other = {0};
  observe(inner, "/count", "{\"initial\":false}", &r);
  observe(root, "/count", "{\"initial\":false}", &other);
  CHECK_OK(send(inner, "\"increment\""));
  CHECK_TEXT(r.text, "C 1|X");
  CHECK_CONTAINS(other.text, "X");
  CHECK_INT(r.releases, 1);
  CHECK_INT(other.releases, 1);
  check_stale(inner);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void close_both(recorder *r, const enfold_event *event) {
  enfold_store *both = r->context;
  if (!(event->flags & ENFOLD_CHANGED)) return;
  CHECK_OK(enfold_store_close(both[0], &problem));
  CHECK_OK(enfold_store_close(both[1], &problem));
}

static void a_scope_and_then_its_store_may_be_closed_by_one_callback(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store both[2];
  both[1] = open_store(runtime, "Counter");
  both[0] = scope(both[1], "");
  recorder r = {.then = close_both, .context = both};
  observe(both[0], "/count", "{\"initial\":false}", &r);
  CHECK_OK(send(both[0], "\"increment\""));
  CHECK_TEXT(r.text, "C 1|X");
  CHECK_INT(r.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void cancel_after_closing(recorder *r, const enfold_event *event) {
  close_context(r, event);
  if (event->flags & ENFOLD_CHANGED) CHECK_OK(enfold_subscription_cancel(event->subscription, &problem));
}

static void a_subscription_cancelled_after_its_scope_was_closed_hears_nothing(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store inner = scope(store, "");
  recorder r = {.then = cancel_after_closing, .context = &inner};
  observe(inner, "/count", "{\"initial\":false}", &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "C 1");
  CHECK_INT(r.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static recorder late;

static void observe_and_close(recorder *r, const enfold_event *event) {
  enfold_store inner = *(enfold_store *)r->context;
  if (!(event->flags & ENFOLD_CHANGED) || r->events > 1) return;
  CHECK_STATUS(enfold_store_observe(inner, "/count", ENFOLD_NUL, NULL, 0, record, &late, released, NULL, &problem), ENFOLD_OK);
  CHECK_OK(enfold_store_close(inner, &problem));
}

static void a_subscription_that_waits_to_begin_ends_with_its_scope(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store inner = scope(store, "");
  recorder r = {.then = observe_and_close, .context = &inner};
  memset(&late, 0, sizeof late);
  enfold_subscription own = observe(store, "/count", "{\"initial\":false}", &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(late.text, "X");
  CHECK_INT(late.releases, 1);
  CHECK_OK(enfold_subscription_cancel(own, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void scope_in_callback(recorder *r, const enfold_event *event) {
  enfold_store *made = r->context;
  if (!(event->flags & ENFOLD_CHANGED) || r->events > 1) return;
  *made = scope(event->store, "/fact");
  CHECK_STATUS(send(*made, "{\"setFact\":\"x\"}"), ENFOLD_QUEUED);
}

static void a_scope_may_be_made_in_a_callback(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store made = 0;
  recorder r = {.then = scope_in_callback, .context = &made};
  enfold_subscription own = observe(store, "/count", "{\"initial\":false}", &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(state(made, ""), "\"x\"");
  CHECK_OK(enfold_subscription_cancel(own, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

/* ---- Waiting ------------------------------------------------------------------------------------------------------ */

static void *wait_for_scope(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_wait(*(enfold_store *)argument, 60000, &failure), ENFOLD_STALE);
  return NULL;
}

static void who_waits_for_a_scope_is_told_that_it_was_closed(void) {
  enfold_store store = open_store(runtime, "Counter");
  pthread_t thread;
  CHECK_OK(send(store, "{\"sleep\":60000}"));
  for (int i = 0; i < 100; i++) {
    enfold_store inner = scope(store, "");
    CHECK_INT(pthread_create(&thread, NULL, wait_for_scope, &inner), 0);
    for (int j = 0; j < i; j++) sched_yield(); /* it may wait by now, or not */
    CHECK_OK(enfold_store_close(inner, &problem));
    CHECK_INT(pthread_join(thread, NULL), 0);
  }
  CHECK_OK(enfold_store_close(store, &problem));
}

/* ---- With the host's loop ------------------------------------------------------------------------------------------- */

static void *close_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_close(*(enfold_store *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void a_hosts_loop_ends_scopes_in_the_pump(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", test_plugin("counter"));
  enfold_store root = open_store(host, "Counter"), first = scope(root, ""), second = scope(root, "");
  recorder a = {0}, b = {0};
  struct pollfd poller = {-1, POLLIN, 0};
  CHECK_OK(enfold_runtime_fd(host, &poller.fd, &problem));
  CHECK_OK(enfold_runtime_pump(host, 0, NULL, &problem));
  observe(first, "/count", "{\"initial\":false}", &a);
  observe(second, "/count", "{\"initial\":false}", &b);
  CHECK_OK(enfold_store_close(first, &problem)); /* on the loop thread: at once */
  CHECK_TEXT(a.text, "X");
  CHECK_INT(a.releases, 1);
  elsewhere(close_elsewhere, &second);
  CHECK_INT(b.events, 0);
  CHECK_INT(poll(&poller, 1, 0), 1);
  check_stale(second);
  CHECK_OK(send(root, "\"increment\"")); /* it hears nothing of this */
  CHECK_OK(enfold_runtime_pump(host, 0, NULL, &problem));
  CHECK_TEXT(b.text, "X");
  CHECK_INT(b.releases, 1);
  CHECK_INT(poll(&poller, 1, 0), 0);
  CHECK_INT(stat_of(host, "subscriptions"), 0);
  CHECK_OK(enfold_runtime_close(host, &problem));
  CHECK_INT(b.events, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_closed_runtime_ends_what_waits_for_the_pump(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", test_plugin("counter"));
  enfold_store inner = scope(open_store(host, "Counter"), "");
  recorder r = {0};
  observe(inner, "/count", "{\"initial\":false}", &r);
  elsewhere(close_elsewhere, &inner);
  CHECK_OK(enfold_runtime_close(host, &problem));
  CHECK_TEXT(r.text, "X");
  CHECK_INT(r.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* ---- Many ------------------------------------------------------------------------------------------------------------- */

static void open_and_close_scopes(enfold_store store, int count) {
  char text[3000];
  memset(text, 'x', sizeof text);
  text[0] = text[sizeof text - 2] = '"';
  text[sizeof text - 1] = '\0';
  for (int i = 0; i < count; i++) {
    recorder r = {0};
    enfold_store outer = scope(store, "/extra"), inner = scope(outer, "/deep");
    observe(inner, "", NULL, &r);
    CHECK_STATUS(send(inner, text), ENFOLD_BAD_ACTION); /* long: it has a buffer */
    CHECK_OK(enfold_store_close(inner, &problem));
    CHECK_INT(r.releases, 1);
    CHECK_OK(enfold_store_close(outer, &problem));
  }
}

static void ten_thousand_scopes_leave_nothing_behind(void) {
  enfold_store store = open_store(runtime, "Counter");
  open_and_close_scopes(store, 1000);
  long before = memory();
  open_and_close_scopes(store, SANITIZED ? 1000 : 10000);
  long grown = memory() - before;
  if (!SANITIZED) CHECK(grown < 1024);
  CHECK_INT(stat_of(runtime, "scopes"), 0);
  CHECK_INT(stat_of(runtime, "subscriptions"), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void ten_thousand_open_scopes_end_with_their_store(void) {
  enfold_store store = open_store(runtime, "Counter");
  enum { COUNT = 10000 };
  enfold_store root = open_store(runtime, "Counter"), inner = root;
  recorder r = {0};
  for (int i = 0; i < COUNT; i++) {
    CHECK_OK(enfold_store_scope(root, "/count", ENFOLD_NUL, WRAP, ENFOLD_NUL, &inner, &problem));
    if (i % 100 == 0)
      CHECK_OK(enfold_store_observe(inner, "", 0, "{\"initial\":false,\"value\":false}", ENFOLD_NUL, record, &r, NULL, NULL,
                                    &problem));
  }
  CHECK_INT(stat_of(runtime, "scopes"), COUNT);
  CHECK_OK(enfold_store_close(root, &problem));
  CHECK_INT(r.closes, COUNT / 100);
  CHECK_INT(stat_of(runtime, "scopes"), 0);
  check_stale(inner);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------ */

enum { THREADS = 6, ROUNDS = SANITIZED ? 100 : 1000 };

typedef struct {
  atomic_int running, events, closes, releases, closing;
} lifetime;

static lifetime lives[THREADS][ROUNDS];
static enfold_store shared;
static atomic_int inside, finished_sends;

static void live(void *user, const enfold_event *event) {
  lifetime *life = user;
  CHECK_INT(atomic_fetch_add(&inside, 1), 0); /* one store never runs two callbacks at once */
  atomic_fetch_add(&life->running, 1);
  CHECK_INT(atomic_load(&life->releases), 0);
  CHECK_INT(atomic_load(&life->closes), 0); /* the last event is the last */
  atomic_fetch_add(&life->events, 1);
  if (event->flags & ENFOLD_CLOSED) atomic_fetch_add(&life->closes, 1);
  if (event->value != NULL) CHECK(strlen(event->value) == event->value_length);
  atomic_fetch_sub(&life->running, 1);
  atomic_fetch_sub(&inside, 1);
}

static void end_life(void *user) {
  lifetime *life = user;
  CHECK_INT(atomic_load(&life->running), 0);
  atomic_fetch_add(&life->releases, 1);
}

static void *use_scopes(void *argument) {
  intptr_t index = (intptr_t)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS; i++) {
    enfold_store inner = 0;
    enfold_subscription subscription = 0;
    lifetime *life = &lives[index][i];
    enfold_status status = enfold_store_scope(shared, "/count", ENFOLD_NUL, WRAP, ENFOLD_NUL, &inner, &failure);
    if (status != ENFOLD_OK) { /* another test closes the store meanwhile */
      CHECK_INT(status, ENFOLD_STALE);
      end_life(life);
      atomic_fetch_add(&life->closing, 1);
      continue;
    }
    status = enfold_store_observe(inner, "", 0, i % 2 ? NULL : "{\"initial\":false}", i % 2 ? 0 : ENFOLD_NUL, live, life, end_life,
                                  &subscription, &failure);
    CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
    if (status != ENFOLD_OK) atomic_fetch_add(&life->closing, 1);
    status = enfold_store_send(inner, "\"increment\"", ENFOLD_NUL, NULL, &failure);
    CHECK(status >= 0 || status == ENFOLD_STALE);
    if (status >= 0) atomic_fetch_add(&finished_sends, 1);
    if (i % 5 == 0) {
      status = enfold_subscription_cancel(subscription, &failure);
      CHECK(status == ENFOLD_OK || status == ENFOLD_STALE || subscription == 0);
      atomic_fetch_add(&life->closing, 1);
    }
    status = enfold_store_close(inner, &failure);
    CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  }
  return NULL;
}

static void run_threads(void *(*function)(void *)) {
  pthread_t threads[THREADS];
  memset(lives, 0, sizeof lives);
  atomic_store(&finished_sends, 0);
  for (intptr_t i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, function, (void *)i), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
}

static void check_lives(void) {
  for (int t = 0; t < THREADS; t++)
    for (int i = 0; i < ROUNDS; i++) {
      CHECK_INT(atomic_load(&lives[t][i].releases), 1);
      if (atomic_load(&lives[t][i].closing) == 0) CHECK_INT(atomic_load(&lives[t][i].closes), 1);
    }
}

static void scopes_of_many_threads_end_once_each(void) {
  enfold_store store = open_store(runtime, "Counter");
  char expected[32];
  shared = store;
  run_threads(use_scopes);
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  check_lives();
  CHECK_INT(finished_sends, THREADS * ROUNDS);
  snprintf(expected, sizeof expected, "%d", THREADS * ROUNDS);
  CHECK_TEXT(state(store, "/count"), expected);
  CHECK_INT(stat_of(runtime, "scopes"), 0);
  CHECK_INT(stat_of(runtime, "subscriptions"), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* One scope for all: who observes through it while it is closed is refused, or is told of the end. */
static _Atomic(enfold_store) common;

static void *observe_common(void *argument) {
  intptr_t index = (intptr_t)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS; i++) {
    lifetime *life = &lives[index][i];
    enfold_store inner = atomic_load(&common);
    if (index == 0) {
      enfold_store next = 0;
      CHECK_INT(enfold_store_scope(shared, "/count", ENFOLD_NUL, WRAP, ENFOLD_NUL, &next, &failure), ENFOLD_OK);
      atomic_store(&common, next);
      CHECK_INT(enfold_store_close(inner, &failure), ENFOLD_OK);
      atomic_fetch_add(&life->closing, 1);
      end_life(life);
      continue;
    }
    enfold_status status = enfold_store_observe(inner, "", 0, "{\"initial\":false}", ENFOLD_NUL, live, life, end_life, NULL,
                                                &failure);
    CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
    if (status == ENFOLD_STALE) atomic_fetch_add(&life->closing, 1);
    status = enfold_store_send(inner, "\"increment\"", ENFOLD_NUL, NULL, &failure);
    CHECK(status >= 0 || status == ENFOLD_STALE);
  }
  return NULL;
}

static void a_scope_that_others_use_may_be_closed(void) {
  enfold_store store = open_store(runtime, "Counter");
  shared = store;
  atomic_store(&common, scope(store, "/count"));
  run_threads(observe_common);
  CHECK_OK(enfold_store_close(atomic_load(&common), &problem));
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  check_lives();
  CHECK_INT(stat_of(runtime, "subscriptions"), 0);
  CHECK_INT(stat_of(runtime, "scopes"), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void close_after_some(void *user, const enfold_event *event) {
  CHECK_INT(atomic_fetch_add(&inside, 1), 0);
  if (event->value != NULL && atoi(event->value) == *(int *)user) CHECK_OK(enfold_store_close(event->store, &problem));
  atomic_fetch_sub(&inside, 1);
}

static void a_store_closed_meanwhile_ends_them_all(void) {
  enfold_store store = open_store(runtime, "Counter");
  int limit = THREADS * ROUNDS / 4;
  shared = open_store(runtime, "Counter");
  CHECK_OK(enfold_store_observe(shared, "/count", ENFOLD_NUL, NULL, 0, close_after_some, &limit, NULL, NULL, &problem));
  run_threads(use_scopes);
  check_lives();
  CHECK_FAILS(enfold_store_close(shared, &problem), ENFOLD_STALE, "closed");
  CHECK_INT(stat_of(runtime, "scopes"), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, test_plugin("counter"));
  RUN(closing_a_scope_ends_its_own_subscriptions);
  RUN(closing_the_store_closes_its_scopes);
  RUN(closing_the_runtime_closes_scopes);
  RUN(a_scope_may_be_closed_by_its_own_callback);
  RUN(a_store_may_be_closed_by_a_callback_of_its_scope);
  RUN(a_scope_and_then_its_store_may_be_closed_by_one_callback);
  RUN(a_subscription_cancelled_after_its_scope_was_closed_hears_nothing);
  RUN(a_subscription_that_waits_to_begin_ends_with_its_scope);
  RUN(a_scope_may_be_made_in_a_callback);
  RUN(who_waits_for_a_scope_is_told_that_it_was_closed);
  RUN(a_hosts_loop_ends_scopes_in_the_pump);
  RUN(a_closed_runtime_ends_what_waits_for_the_pump);
  RUN(ten_thousand_scopes_leave_nothing_behind);
  RUN(ten_thousand_open_scopes_end_with_their_store);
  RUN(scopes_of_many_threads_end_once_each);
  RUN(a_scope_that_others_use_may_be_closed);
  RUN(a_store_closed_meanwhile_ends_them_all);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
