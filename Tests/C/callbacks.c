/* callbacks.c: what callbacks may do: cancel, subscribe, send, close. Run for both loops. */
#include "check.h"

static enfold_runtime runtime;

static void pump_if_needed(void) {
  if (options != NULL) CHECK(enfold_runtime_pump(runtime, 0, NULL, &problem) >= 0);
}

static void cancel_own(recorder *r, const enfold_event *event) {
  if (!(event->flags & ENFOLD_CHANGED)) return;
  CHECK_OK(enfold_subscription_cancel(event->subscription, &problem));
  CHECK_INT(r->releases, 0); /* not while the callback is on the stack */
  CHECK_FAILS(enfold_subscription_cancel(event->subscription, &problem), ENFOLD_STALE, "closed");
}

static void an_observer_may_cancel_itself(void) {
  recorder r = {.then = cancel_own};
  enfold_store store = open_store(runtime, "Counter");
  enfold_subscription subscription = observe(store, "/count", NULL, &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_INT(r.releases, 1);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0|C 1");
  CHECK_FAILS(enfold_subscription_cancel(subscription, &problem), ENFOLD_STALE, "closed");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_TEXT(r.text, "I 0|C 1");
  CHECK_INT(r.releases, 1);
}

static void cancel_own_at_once(recorder *r, const enfold_event *event) {
  CHECK_OK(enfold_subscription_cancel(event->subscription, &problem));
  CHECK_INT(r->releases, 0);
}

static void an_observer_may_cancel_itself_in_its_first_event(void) {
  recorder r = {.then = cancel_own_at_once};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK_INT(r.releases, 1);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_INT(r.releases, 1);
}

static void cancel_other(recorder *r, const enfold_event *event) {
  recorder *other = r->context;
  if (!(event->flags & ENFOLD_CHANGED) || other->releases > 0) return;
  CHECK_OK(enfold_subscription_cancel(other->subscription, &problem));
  CHECK_INT(other->releases, 1); /* at once: it is not running */
}

static void an_observer_may_cancel_one_that_comes_later_in_the_same_commit(void) {
  recorder second = {0}, first = {.then = cancel_other, .context = &second};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &first);
  observe(store, "/count", NULL, &second);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(first.text, "I 0|C 1");
  CHECK_TEXT(second.text, "I 0");
  CHECK_INT(second.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_observer_may_cancel_one_that_came_before(void) {
  recorder first = {0}, second = {.then = cancel_other, .context = &first};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &first);
  observe(store, "/count", NULL, &second);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(first.text, "I 0|C 1");
  CHECK_TEXT(second.text, "I 0|C 1|C 2");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void subscribe(recorder *r, const enfold_event *event) {
  recorder *other = r->context;
  if (!(event->flags & ENFOLD_CHANGED) || other->subscription != 0) return;
  enfold_subscription made = 0;
  CHECK_OK(enfold_store_observe(event->store, "/count", ENFOLD_NUL, NULL, 0, record, other, released, &made, &problem));
  CHECK_INT(other->events, 0); /* the store is not idle: its first event comes later */
}

static void an_observer_may_subscribe_and_the_initial_event_comes_first(void) {
  recorder second = {0}, first = {.then = subscribe, .context = &second};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &first);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(second.text, "I 1");
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(second.text, "I 1|C 2");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void send_until_three(recorder *r, const enfold_event *event) {
  (void)r;
  if (event->value == NULL || event->value[0] >= '3') return;
  CHECK_STATUS(enfold_store_send(event->store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
  CHECK_TEXT(state(event->store, "/count"), event->value); /* the state of this event */
}

static void an_observer_may_send_and_the_action_goes_to_the_tail(void) {
  recorder first = {.then = send_until_three}, second = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", "{\"initial\":false}", &first);
  observe(store, "/count", "{\"initial\":false}", &second);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(first.text, "C 1|C 2|C 3");
  CHECK_TEXT(second.text, "C 1|C 2|C 3");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void send_elsewhere(recorder *r, const enfold_event *event) {
  enfold_store *other = r->context;
  if (!(event->flags & ENFOLD_CHANGED)) return;
  CHECK_STATUS(enfold_store_send(*other, "\"increment\"", ENFOLD_NUL, NULL, &problem),
               options != NULL ? ENFOLD_QUEUED : ENFOLD_OK);
}

static void an_observer_may_send_to_another_store(void) {
  enfold_store other = open_store(runtime, "Counter");
  recorder r = {.then = send_elsewhere, .context = &other};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK_OK(send(store, "\"increment\""));
  pump_if_needed();
  CHECK_TEXT(state(other, "/count"), "1");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_OK(enfold_store_close(other, &problem));
}

static void close_store(recorder *r, const enfold_event *event) {
  if (!(event->flags & ENFOLD_CHANGED)) return;
  CHECK_OK(enfold_store_close(event->store, &problem));
  CHECK_INT(r->closes, 0);
  CHECK_FAILS(enfold_store_send(event->store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "closed");
}

static void an_observer_may_close_its_store(void) {
  recorder r = {.then = close_store}, later = {0};
  enfold_store store = open_store(runtime, "Counter");
  enfold_subscription subscription = observe(store, "/count", NULL, &r);
  observe(store, "/count", NULL, &later);
  CHECK(send(store, "\"increment\"") >= 0);
  CHECK_TEXT(r.text, "I 0|C 1|X");
  CHECK_TEXT(later.text, "I 0|X"); /* who comes later in this commit gets no value: the store is stale */
  CHECK_INT(r.releases, 1);
  CHECK_INT(later.releases, 1);
  CHECK_FAILS(enfold_subscription_cancel(subscription, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_close(store, &problem), ENFOLD_STALE, "closed");
}

static void cancel_when_closed(recorder *r, const enfold_event *event) {
  (void)r;
  if (event->flags & ENFOLD_CLOSED) CHECK_OK(enfold_subscription_cancel(event->subscription, &problem));
}

static void an_observer_may_cancel_itself_in_its_last_event(void) {
  recorder r = {.then = cancel_when_closed};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_TEXT(r.text, "I 0|X");
  CHECK_INT(r.releases, 1);
}

static void close_runtime(recorder *r, const enfold_event *event) {
  enfold_runtime *closing = r->context;
  if (!(event->flags & ENFOLD_CHANGED)) return;
  CHECK_OK(enfold_runtime_close(*closing, &problem));
  CHECK_FAILS(enfold_runtime_close(*closing, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_close(event->store, &problem), ENFOLD_STALE, "closed");
}

static void an_observer_may_close_its_runtime(void) {
  enfold_runtime closing = open_runtime_with(options, counter_plugin());
  recorder r = {.then = close_runtime, .context = &closing}, later = {0}, elsewhere = {0};
  enfold_store store = open_store(closing, "Counter"), other = open_store(closing, "Counter");
  observe(store, "/count", NULL, &r);
  observe(store, "/count", NULL, &later);
  observe(other, "/count", NULL, &elsewhere);
  CHECK(send(store, "\"increment\"") >= 0);
  CHECK_TEXT(r.text, "I 0|C 1|X");
  CHECK_TEXT(later.text, "I 0|X");
  CHECK_TEXT(elsewhere.text, "I 0|X");
  CHECK_INT(r.releases, 1);
  CHECK_INT(elsewhere.releases, 1);
}

static void wait_inside(recorder *r, const enfold_event *event) {
  enfold_plugin plugin = 0;
  (void)r;
  if (!(event->flags & ENFOLD_INITIAL)) return;
  CHECK_FAILS(enfold_runtime_pump(runtime, 0, NULL, &problem), ENFOLD_REENTRANT, "callback");
  CHECK_FAILS(enfold_runtime_wait(runtime, 0, &problem), ENFOLD_REENTRANT, "callback");
  CHECK_FAILS(enfold_store_wait(event->store, 0, &problem), ENFOLD_REENTRANT, "callback");
  CHECK_FAILS(enfold_plugin_load(runtime, counter_plugin(), NULL, 0, &plugin, &problem), ENFOLD_REENTRANT, "callback");
}

static void waiting_inside_a_callback_is_refused(void) {
  recorder r = {.then = wait_inside};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK_INT(r.events, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void everything(void) {
  runtime = open_runtime_with(options, counter_plugin());
  RUN(an_observer_may_cancel_itself);
  RUN(an_observer_may_cancel_itself_in_its_first_event);
  RUN(an_observer_may_cancel_one_that_comes_later_in_the_same_commit);
  RUN(an_observer_may_cancel_one_that_came_before);
  RUN(an_observer_may_subscribe_and_the_initial_event_comes_first);
  RUN(an_observer_may_send_and_the_action_goes_to_the_tail);
  RUN(an_observer_may_send_to_another_store);
  RUN(an_observer_may_close_its_store);
  RUN(an_observer_may_cancel_itself_in_its_last_event);
  RUN(an_observer_may_close_its_runtime);
  RUN(waiting_inside_a_callback_is_refused);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(everything); }
