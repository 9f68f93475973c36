/* observe.c: what observers see, and when. */
#include "check.h"

static enfold_runtime runtime;

static void initial_event_comes_before_observe_returns(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK_TEXT(r.text, "I 0");
  CHECK_INT(r.last_revision, 0);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_TEXT(r.text, "I 0|X");
  CHECK_INT(r.releases, 1);
}

static void events_carry_the_value_the_revision_and_the_handles(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  enfold_subscription subscription = observe(store, "/count", NULL, &r);
  CHECK_OK(send(store, "{\"increment\":{}}"));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0|C 1|C 2");
  CHECK_INT(r.last_revision, 2);
  CHECK(r.subscription == subscription);
  CHECK(r.store == store);
  CHECK_TEXT(state(store, "/count"), "2");
  CHECK_INT(revision(store), 2);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void initial_false_begins_with_the_first_change(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", "{\"initial\":false}", &r);
  CHECK_INT(r.events, 0);
  CHECK_OK(send(store, "{\"setCount\":0}"));
  CHECK_INT(r.events, 0);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "C 1");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void other_properties_are_not_heard_of(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/isLoading", NULL, &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I false");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void distinct_skips_equal_values(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  CHECK_OK(send(store, "{\"setCount\":5}"));
  CHECK_OK(send(store, "{\"setCount\":5}"));
  CHECK_TEXT(r.text, "I 0|C 5");
  CHECK_INT(revision(store), 2);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void raw_hears_of_every_commit(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", "{\"filter\":\"raw\"}", &r);
  CHECK_OK(send(store, "{\"setCount\":5}"));
  CHECK_OK(send(store, "{\"setCount\":5}"));
  CHECK_TEXT(r.text, "I 0|C 5| 5");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void events_carry_what_was_asked_for(void) {
  recorder none = {0}, action = {0}, patch = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", "{\"value\":false}", &none);
  observe(store, "/count", "{\"action\":true}", &action);
  observe(store, "", "{\"value\":false,\"patch\":true,\"initial\":false}", &patch);
  CHECK_OK(send(store, "{\"setCount\":7}"));
  CHECK_TEXT(none.text, "I|C");
  CHECK_TEXT(action.text, "I 0|C 7 <- {\"setCount\":7}");
  CHECK_TEXT(patch.text, "C [{\"op\":\"replace\",\"path\":\"/count\",\"value\":7}]");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void patch_of_a_whole_value_has_an_empty_path(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", "{\"patch\":true,\"initial\":false}", &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "C 1 [{\"op\":\"replace\",\"path\":\"\",\"value\":1}]");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void observers_are_called_in_the_order_of_subscription(void) {
  recorder log = {0}, a = {.name = "a", .log = &log}, b = {.name = "b", .log = &log}, c = {.name = "c", .log = &log};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", "{\"initial\":false}", &a);
  observe(store, "", "{\"initial\":false,\"value\":false}", &b);
  observe(store, "/count", "{\"initial\":false}", &c);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(log.text, "a:C 1|b:C|c:C 1");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_TEXT(log.text, "a:C 1|b:C|c:C 1|a:X|a:released|b:X|b:released|c:X|c:released");
}

static void impossible_pointers_are_refused_and_released(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  enfold_subscription subscription = 77;
  CHECK_FAILS(enfold_store_observe(store, "/nowhere", ENFOLD_NUL, NULL, 0, record, &r, released, &subscription, &problem),
              ENFOLD_BAD_POINTER, "nowhere");
  CHECK_INT(subscription, 77);
  CHECK_INT(r.releases, 1);
  CHECK_INT(r.events, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_observer_without_an_out_parameter_lives_as_long_as_its_store(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  CHECK_OK(enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, record, &r, released, NULL, &problem));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0|C 1");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_INT(r.releases, 1);
}

int main(void) {
  runtime = open_runtime_with(NULL, counter_plugin());
  RUN(initial_event_comes_before_observe_returns);
  RUN(events_carry_the_value_the_revision_and_the_handles);
  RUN(initial_false_begins_with_the_first_change);
  RUN(other_properties_are_not_heard_of);
  RUN(distinct_skips_equal_values);
  RUN(raw_hears_of_every_commit);
  RUN(events_carry_what_was_asked_for);
  RUN(patch_of_a_whole_value_has_an_empty_path);
  RUN(observers_are_called_in_the_order_of_subscription);
  RUN(impossible_pointers_are_refused_and_released);
  RUN(an_observer_without_an_out_parameter_lives_as_long_as_its_store);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
