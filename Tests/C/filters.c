/* filters.c: which events a subscription gets: pulses, coalesced ones, without null, forced ones. Uses the test plugin:
 * its fact is a pulse, and it knows "force". */
#include "check.h"

static enfold_runtime runtime;

#define PULSE "{\"filter\":\"pulse\",\"initial\":false}"

static void a_pulse_fires_on_every_assignment_equal_or_not(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder pulse = {0}, distinct = {0};
  observe(store, "/fact", PULSE, &pulse);
  observe(store, "/fact", "{\"initial\":false}", &distinct);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "{\"setFact\":\"a\"}"));
  CHECK_OK(send(store, "{\"setFact\":\"a\"}"));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "{\"setFact\":\"b\"}"));
  CHECK_TEXT(pulse.text, "CP \"a\"|CP \"a\"|CP \"b\"");
  CHECK_TEXT(distinct.text, "C \"a\"|C \"b\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_pulse_may_begin_with_the_value_now(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/fact", "{\"filter\":\"pulse\"}", &r);
  CHECK_TEXT(r.text, "I null");
  CHECK_OK(send(store, "{\"setFact\":\"a\"}"));
  CHECK_TEXT(r.text, "I null|CP \"a\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_pulse_without_values_says_that_it_fired(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/fact", "{\"filter\":\"pulse\",\"initial\":false,\"value\":false,\"action\":true}", &r);
  CHECK_OK(send(store, "{\"setFact\":\"a\"}"));
  CHECK_TEXT(r.text, "CP <- {\"setFact\":\"a\"}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void what_is_no_pulse_is_refused(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  enfold_subscription subscription = 77;
  CHECK_FAILS(enfold_store_observe(store, "/count", ENFOLD_NUL, PULSE, ENFOLD_NUL, record, &r, released, &subscription,
                                   &problem),
              ENFOLD_UNSUPPORTED, "no pulse");
  CHECK_INT(subscription, 77);
  CHECK_INT(r.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* A drain of three actions, as a batch. */
static void coalesced_changes_are_one_event_at_the_end_of_the_drain(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder log = {0}, last = {.name = "last", .log = &log}, each = {.name = "each", .log = &log};
  observe(store, "/count", "{\"initial\":false,\"coalesce\":\"drain\"}", &last);
  observe(store, "/count", "{\"initial\":false,\"coalesce\":\"none\"}", &each);
  CHECK_OK(enfold_store_send_batch(store, "[\"increment\",\"increment\",\"increment\"]", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(log.text, "each:C 1|each:C 2|each:C 3|last:C 3");
  CHECK_INT(last.last_revision, 3);
  CHECK_OK(enfold_store_send_batch(store, "[\"increment\",\"decrement\"]", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(last.text, "last:C 3"); /* the value is what it was */
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_coalesced_pulse_fires_once(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/fact", "{\"filter\":\"pulse\",\"initial\":false,\"coalesce\":\"drain\"}", &r);
  CHECK_OK(enfold_store_send_batch(store, "[{\"setFact\":\"a\"},{\"setFact\":\"b\"},\"noop\"]", ENFOLD_NUL, NULL, &problem));
  CHECK_OK(send(store, "\"noop\""));
  CHECK_TEXT(r.text, "CP \"b\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void null_is_seen_but_not_delivered(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/fact", "{\"skipNull\":true}", &r);
  CHECK_INT(r.events, 0); /* the first is null, too */
  CHECK_OK(send(store, "{\"setFact\":\"1\"}"));
  CHECK_OK(send(store, "{\"setFact\":\"1\"}"));
  CHECK_OK(enfold_store_set(store, "/fact", ENFOLD_NUL, "null", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_TEXT(r.text, "C \"1\"");
  CHECK_OK(send(store, "{\"setFact\":\"1\"}"));
  CHECK_TEXT(r.text, "C \"1\"|C \"1\"");
  CHECK_OK(send(store, "{\"setFact\":\"null\"}")); /* a string */
  CHECK_TEXT(r.text, "C \"1\"|C \"1\"|C \"null\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void what_is_removed_is_skipped_like_null(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0}, raw = {0};
  observe(store, "/extra", "{\"skipNull\":true}", &r);
  observe(store, "/extra", "{\"skipNull\":true,\"filter\":\"raw\"}", &raw);
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_OK(send(store, "\"removeExtra\""));
  CHECK_OK(send(store, "\"noop\""));
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_TEXT(r.text, "C {}|C {}");
  CHECK_TEXT(raw.text, "C {}|C {}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_skipping_pulse_fires_on_what_is_not_null(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/fact", "{\"filter\":\"pulse\",\"skipNull\":true}", &r);
  CHECK_OK(send(store, "{\"setFact\":\"1\"}"));
  CHECK_OK(enfold_store_set(store, "/fact", ENFOLD_NUL, "null", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_OK(send(store, "{\"setFact\":\"1\"}"));
  CHECK_OK(send(store, "{\"setFact\":\"1\"}"));
  CHECK_TEXT(r.text, "CP \"1\"|CP \"1\"|CP \"1\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_forced_change_is_one_with_an_equal_value_too(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0}, raw = {0};
  observe(store, "/count", NULL, &r);
  observe(store, "/count", "{\"filter\":\"raw\"}", &raw);
  CHECK_OK(send(store, "\"touch\""));
  CHECK_OK(send(store, "\"force\""));
  CHECK_OK(send(store, "\"touch\""));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0|C 0|C 1");
  CHECK_TEXT(raw.text, "I 0| 0|C 0| 0|C 1");
  CHECK_OK(enfold_store_close(store, &problem));
}

/* Long values are compared by a hash, which is computed once for all who are given the same bytes. */
static void subscriptions_that_share_a_long_value_compare_it_alike(void) {
  enfold_store store = open_store(runtime, "Counter");
  static const char *const facts[] = {
      "{\"setFact\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
      "{\"setFact\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\"}"};
  recorder early = {0}, late = {0}, whole = {0};
  observe(store, "/fact", "{\"initial\":false}", &early);
  CHECK_OK(send(store, facts[0]));
  observe(store, "/fact", "{\"initial\":false}", &late);
  observe(store, "", "{\"initial\":false}", &whole);
  CHECK_OK(send(store, facts[0]));
  CHECK_INT(early.events, 1);
  CHECK_INT(late.events, 0);
  CHECK_INT(whole.events, 0);
  CHECK_OK(send(store, facts[1]));
  CHECK_INT(early.events, 2);
  CHECK_INT(late.events, 1);
  CHECK_INT(whole.events, 1);
  CHECK_OK(send(store, facts[1]));
  CHECK_OK(send(store, "{\"setFact\":\"short\"}"));
  CHECK_OK(send(store, facts[1]));
  CHECK_INT(early.events, 4);
  CHECK_INT(late.events, 3);
  CHECK_INT(whole.events, 3);
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, test_plugin("counter"));
  RUN(a_pulse_fires_on_every_assignment_equal_or_not);
  RUN(a_pulse_may_begin_with_the_value_now);
  RUN(a_pulse_without_values_says_that_it_fired);
  RUN(what_is_no_pulse_is_refused);
  RUN(coalesced_changes_are_one_event_at_the_end_of_the_drain);
  RUN(a_coalesced_pulse_fires_once);
  RUN(null_is_seen_but_not_delivered);
  RUN(what_is_removed_is_skipped_like_null);
  RUN(a_skipping_pulse_fires_on_what_is_not_null);
  RUN(a_forced_change_is_one_with_an_equal_value_too);
  RUN(subscriptions_that_share_a_long_value_compare_it_alike);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
