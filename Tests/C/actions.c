/* actions.c: observing actions. Uses the test plugin: it knows "sleep", "touch" and "extra". */
#include "check.h"

static enfold_runtime runtime;

static enfold_subscription observe_actions(enfold_store store, const char *options, recorder *r) {
  enfold_subscription subscription = 0;
  CHECK_OK(enfold_store_observe_actions(store, options, options == NULL ? 0 : ENFOLD_NUL, record, r, released,
                                        &subscription, &problem));
  CHECK(subscription != 0);
  return subscription;
}

static void every_reduced_action_is_one_event(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe_actions(store, NULL, &r);
  CHECK_INT(r.events, 0); /* there is no initial event */
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "\"noop\""));
  CHECK_OK(send(store, "{\"setCount\":1}"));
  CHECK_OK(enfold_store_send_batch(store, "[\"increment\",\"noop\"]", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(r.text, "C <- \"increment\"| <- \"noop\"| <- {\"setCount\":1}|C <- \"increment\"| <- \"noop\"");
  CHECK_INT(r.last_revision, 5);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void writes_are_no_actions(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe_actions(store, "{}", &r);
  CHECK_OK(enfold_store_set(store, "/count", ENFOLD_NUL, "4", 1, "{\"action\":{\"setFact\":\"4\"}}", ENFOLD_NUL, &problem));
  CHECK_TEXT(r.text, "C <- {\"setFact\":\"4\"}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void events_carry_the_state_at_a_pointer(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder count = {0}, extra = {0}, whole = {0};
  observe_actions(store, "{\"state\":\"/count\"}", &count);
  observe_actions(store, "{\"state\":\"/extra\",\"phase\":\"reduced\"}", &extra);
  observe_actions(store, "{\"state\":\"\"}", &whole);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_TEXT(count.text, "C 1 <- \"increment\"|C 1 <- \"addExtra\"");
  CHECK_TEXT(extra.text, "CR <- \"increment\"|C {} <- \"addExtra\"");
  CHECK_CONTAINS(whole.text, "C {\"count\":1,\"isLoading\":false,\"fact\":null} <- \"increment\"|");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void check_pointer(recorder *r, const enfold_event *event) { CHECK_TEXT(event->pointer, (const char *)r->context); }

static void the_pointer_is_that_of_the_state(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder with = {.then = check_pointer, .context = "/count"}, without = {.then = check_pointer, .context = ""};
  observe_actions(store, "{\"state\":\"/count\"}", &with);
  observe_actions(store, NULL, &without);
  CHECK_OK(send(store, "\"noop\""));
  CHECK_INT(with.events, 1);
  CHECK_INT(without.events, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_finished_action_is_told_with_the_commit_that_it_made(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  enfold_task task = 0;
  observe_actions(store, "{\"phase\":\"finished\",\"state\":\"/count\"}", &r);
  CHECK_OK(enfold_store_send(store, "{\"sleep\":60000}", ENFOLD_NUL, &task, &problem));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "C 1 <- \"increment\""); /* the other one runs on */
  CHECK_OK(enfold_task_cancel(task, &problem));
  CHECK_STATUS(enfold_task_wait(task, 20000, &problem), ENFOLD_CANCELLED);
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK_TEXT(r.text, "C 1 <- \"increment\"| 0 <- {\"sleep\":60000}");
  CHECK_INT(r.last_revision, 1);
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_action_that_never_finishes_is_not_told(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  enfold_store inner = open_store(runtime, "Counter");
  observe_actions(inner, "{\"phase\":\"finished\"}", &r);
  CHECK_OK(send(inner, "{\"sleep\":60000}"));
  CHECK_OK(enfold_store_close(inner, &problem));
  CHECK_TEXT(r.text, "X");
  CHECK_INT(r.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void it_ends_like_every_subscription(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder closed = {0}, cancelled = {0};
  enfold_store inner = open_store(runtime, "Counter");
  observe_actions(inner, NULL, &closed);
  enfold_subscription subscription = observe_actions(inner, NULL, &cancelled);
  CHECK_OK(send(inner, "\"noop\""));
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_INT(cancelled.releases, 1);
  CHECK_OK(send(inner, "\"noop\""));
  CHECK_OK(enfold_store_close(inner, &problem));
  CHECK_TEXT(cancelled.text, " <- \"noop\"");
  CHECK_TEXT(closed.text, " <- \"noop\"| <- \"noop\"|X");
  CHECK_INT(closed.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void cancel_own(recorder *r, const enfold_event *event) {
  CHECK_OK(enfold_subscription_cancel(event->subscription, &problem));
  CHECK_INT(r->releases, 0); /* not while this runs */
}

static void it_may_be_cancelled_by_its_own_callback(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {.then = cancel_own};
  observe_actions(store, NULL, &r);
  CHECK_OK(send(store, "\"noop\""));
  CHECK_INT(r.releases, 1);
  CHECK_OK(send(store, "\"noop\""));
  CHECK_INT(r.events, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void it_is_called_in_the_order_of_subscription(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder log = {0}, a = {.name = "a", .log = &log}, b = {.name = "b", .log = &log}, c = {.name = "c", .log = &log};
  observe(store, "/count", "{\"initial\":false}", &a);
  observe_actions(store, NULL, &b);
  observe(store, "/count", "{\"initial\":false}", &c);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(log.text, "a:C 1|b:C <- \"increment\"|c:C 1");
  CHECK_OK(enfold_subscription_cancel(b.subscription, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_state_that_cannot_be_is_refused(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  enfold_subscription subscription = 77;
  CHECK_FAILS(enfold_store_observe_actions(store, "{\"state\":\"/nowhere\"}", ENFOLD_NUL, record, &r, released,
                                           &subscription, &problem),
              ENFOLD_BAD_POINTER, "nowhere");
  CHECK_INT(subscription, 77);
  CHECK_INT(r.releases, 1);
  CHECK_OK(send(store, "\"noop\""));
  CHECK_INT(r.events, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_hosts_loop_tells_in_the_pump(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", test_plugin("counter"));
  enfold_store inner = open_store(host, "Counter");
  enfold_task task = 0;
  recorder r = {0};
  observe_actions(inner, "{\"phase\":\"finished\"}", &r);
  CHECK_OK(enfold_store_send(inner, "{\"sleep\":1}", ENFOLD_NUL, &task, &problem));
  CHECK_INT(r.events, 0);
  CHECK_OK(enfold_task_wait(task, 20000, &problem)); /* pumps */
  CHECK_OK(enfold_runtime_wait(host, 20000, &problem));
  CHECK_TEXT(r.text, " <- {\"sleep\":1}");
  CHECK_OK(enfold_runtime_close(host, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, test_plugin("counter"));
  RUN(every_reduced_action_is_one_event);
  RUN(writes_are_no_actions);
  RUN(events_carry_the_state_at_a_pointer);
  RUN(the_pointer_is_that_of_the_state);
  RUN(a_finished_action_is_told_with_the_commit_that_it_made);
  RUN(an_action_that_never_finishes_is_not_told);
  RUN(it_ends_like_every_subscription);
  RUN(it_may_be_cancelled_by_its_own_callback);
  RUN(it_is_called_in_the_order_of_subscription);
  RUN(a_state_that_cannot_be_is_refused);
  RUN(a_hosts_loop_tells_in_the_pump);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
