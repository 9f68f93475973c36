/* panel.c: what observers of a Swift feature are told: pulses, assignments that are equal, bindings, scopes, actions,
 * patches. Uses the Swift plugin Tests/Plugins/Panel.swift. */
#include "check.h"

#define PULSE "{\"filter\":\"pulse\",\"initial\":false}"
#define LATER "{\"initial\":false}"

static enfold_runtime runtime;

static enfold_status set(enfold_store store, const char *pointer, const char *value, const char *options) {
  return enfold_store_set(store, pointer, ENFOLD_NUL, value, ENFOLD_NUL, options, options == NULL ? 0 : ENFOLD_NUL,
                          &problem);
}

static void send_all(enfold_store store, const char *const *actions) {
  for (; *actions != NULL; actions++) CHECK_OK(send(store, *actions));
}

/* 103 */
static void a_pulse_is_heard_at_every_assignment_and_at_nothing_else(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder pulse = {0}, skipping = {0}, distinct = {0};
  observe(store, "/alert", PULSE, &pulse);
  observe(store, "/alert", "{\"filter\":\"pulse\",\"initial\":false,\"skipNull\":true}", &skipping);
  observe(store, "/alert", LATER, &distinct);
  static const char *const actions[] = {"{\"show\":\"1\"}", "{\"setTitle\":\"x\"}", "{\"show\":null}",
                                        "{\"show\":\"2\"}", "{\"show\":\"2\"}", NULL};
  send_all(store, actions);
  CHECK_TEXT(pulse.text, "CP \"1\"|CP null|CP \"2\"|CP \"2\"");
  CHECK_TEXT(skipping.text, "CP \"1\"|CP \"2\"|CP \"2\"");
  CHECK_INT(distinct.events, 3);
  CHECK_STATUS(enfold_store_observe(store, "/title", ENFOLD_NUL, PULSE, ENFOLD_NUL, record, &pulse, NULL, NULL, &problem),
               ENFOLD_UNSUPPORTED);
  CHECK_CONTAINS(problem.message, "/title");
  CHECK_OK(enfold_store_close(store, &problem));
}

/* 111, 119 */
static void an_equal_assignment_counts_where_equality_is_ignored(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder level = {0}, title = {0}, whole = {0};
  observe(store, "/level", LATER, &level);
  observe(store, "/title", LATER, &title);
  observe(store, "", LATER, &whole);
  static const char *const actions[] = {"{\"setLevel\":3}", "{\"setLevel\":3}", "{\"setTitle\":\"a\"}",
                                        "{\"setTitle\":\"a\"}", NULL};
  send_all(store, actions);
  CHECK_TEXT(level.text, "C 3|C 3");
  CHECK_TEXT(title.text, "C \"a\"");
  CHECK_INT(whole.events, 3); /* the second assignment counts for what the property is in, too; the fourth changes nothing */
  CHECK_OK(enfold_store_close(store, &problem));
}

/* 100 */
static void a_binding_is_one_commit_and_then_the_action(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder name = {0}, renames = {0};
  const char *options = "{\"action\":{\"renamed\":{\"from\":\"$old\",\"to\":\"$new\"}}}";
  observe(store, "/name", LATER, &name);
  observe(store, "/renames", LATER, &renames);
  CHECK_OK(set(store, "/name", "\"\"", options));
  CHECK_INT(revision(store), 0);
  CHECK_OK(set(store, "/name", "\"n\"", options));
  CHECK_INT(revision(store), 2);
  CHECK_TEXT(name.text, "C \"n\"");
  CHECK_TEXT(renames.text, "C [\" > n\"]");
  CHECK_STATUS(set(store, "/title", "\"t\"", NULL), ENFOLD_UNSUPPORTED);
  CHECK_CONTAINS(problem.message, "@Bindable");
  CHECK_STATUS(set(store, "/volume", "\"loud\"", NULL), ENFOLD_BAD_STATE);
  CHECK_CONTAINS(problem.message, ": /volume: a string where an integer is expected");
  CHECK_STATUS(set(store, "/volume", "[", NULL), ENFOLD_BAD_JSON);
  CHECK_STATUS(set(store, "/nowhere", "1", NULL), ENFOLD_BAD_POINTER);
  CHECK_STATUS(set(store, "/child/count", "1", NULL), ENFOLD_NO_TARGET);
  CHECK_STATUS(set(store, "/volume", "6", "{\"action\":\"what\"}"), ENFOLD_BAD_ACTION);
  CHECK_INT(revision(store), 2);
  CHECK_OK(send(store, "\"addChild\""));
  CHECK_OK(set(store, "/child/count", "4", NULL));
  CHECK_TEXT(state(store, "/child"), "{\"count\":4}");
  CHECK_OK(enfold_store_close(store, &problem));
}

/* 82 to 86, 92 */
static void a_scope_follows_a_child_that_comes_and_goes(void) {
  enfold_store store = open_store(runtime, "Panel"), child = 0;
  enfold_string text = {0};
  recorder count = {0};
  CHECK_OK(enfold_store_scope(store, "/child", ENFOLD_NUL, "{\"child\":\"$action\"}", ENFOLD_NUL, &child, &problem));
  observe(child, "/count", NULL, &count);
  CHECK_STATUS(enfold_store_state(child, "", 0, &text, &problem), ENFOLD_NO_TARGET);
  CHECK_OK(send(store, "\"addChild\""));
  CHECK_OK(send(child, "\"increment\""));
  CHECK_OK(send(child, "{\"setCount\":7}"));
  CHECK_OK(send(store, "\"removeChild\""));
  CHECK_TEXT(count.text, "IR|C 0|C 1|C 7|CR");
  CHECK_STATUS(send(child, "\"renamed\""), ENFOLD_BAD_ACTION);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_STATUS(send(child, "\"increment\""), ENFOLD_STALE);
  CHECK_INT(count.closes, 1);
  CHECK_INT(count.releases, 1);
}

static enfold_subscription observe_actions(enfold_store store, const char *options, recorder *r) {
  enfold_subscription subscription = 0;
  CHECK_OK(enfold_store_observe_actions(store, options, ENFOLD_NUL, record, r, released, &subscription, &problem));
  return subscription;
}

static void actions_are_reported_when_reduced_and_when_finished(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder reduced = {0}, finished = {0};
  enfold_subscription subscription = observe_actions(store, "{\"state\":\"/level\"}", &reduced);
  observe_actions(store, "{\"phase\":\"finished\",\"state\":\"/level\"}", &finished);
  enfold_task task = 0;
  CHECK_OK(set(store, "/volume", "9", NULL)); /* no action */
  CHECK(enfold_store_send(store, "\"twice\"", ENFOLD_NUL, &task, &problem) >= 0);
  CHECK_OK(enfold_task_wait(task, 60000, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_wait(store, 60000, &problem));
  CHECK_TEXT(reduced.text, "C 1 <- {\"twice\":{}}|C 2 <- {\"once\":{}}");
  CHECK_CONTAINS(finished.text, "C 1 <- {\"twice\":{}}");
  CHECK_CONTAINS(finished.text, "C 2 <- {\"once\":{}}");
  CHECK_INT(finished.events, 2);
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_OK(send(store, "\"removeChild\""));
  CHECK_INT(reduced.events, 2);
  CHECK_CONTAINS(finished.text, "| 2 <- {\"removeChild\":{}}"); /* it changed nothing */
  CHECK_OK(enfold_store_close(store, &problem));
}

static void patches_are_relative_and_small(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder whole = {0}, child = {0};
  const char *options = "{\"initial\":false,\"patch\":true,\"value\":false}";
  CHECK_OK(send(store, "\"addChild\""));
  observe(store, "", options, &whole);
  observe(store, "/child", options, &child);
  CHECK_OK(send(store, "{\"child\":\"increment\"}"));
  CHECK_TEXT(whole.text, "C [{\"op\":\"replace\",\"path\":\"/child/count\",\"value\":1}]");
  CHECK_TEXT(child.text, "C [{\"op\":\"replace\",\"path\":\"/count\",\"value\":1}]");
  CHECK_OK(send(store, "\"removeChild\""));
  CHECK_CONTAINS(whole.text, "[{\"op\":\"replace\",\"path\":\"/child\",\"value\":null}]");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_drain_is_one_event_for_who_coalesces(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder value = {0}, patch = {0}, each = {0};
  const char *actions = "[{\"setLevel\":1},{\"setTitle\":\"a\"},{\"setLevel\":2},{\"setTitle\":\"b\"}]";
  observe(store, "/level", "{\"initial\":false,\"coalesce\":\"drain\"}", &value);
  observe(store, "", "{\"initial\":false,\"coalesce\":\"drain\",\"patch\":true,\"value\":false}", &patch);
  CHECK_OK(enfold_store_send_batch(store, actions, ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(value.text, "C 2");
  CHECK_TEXT(patch.text, "C [{\"op\":\"replace\",\"path\":\"/title\",\"value\":\"b\"},"
                         "{\"op\":\"replace\",\"path\":\"/level\",\"value\":2}]");
  observe(store, "/level", LATER, &each); /* beside one that does not coalesce */
  CHECK_OK(enfold_store_send_batch(store, "[{\"setLevel\":3},{\"setLevel\":4}]", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(value.text, "C 2|C 4");
  CHECK_TEXT(each.text, "C 3|C 4");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void disturb(recorder *r, const enfold_event *event) {
  enfold_store scope = 0;
  if (event->value == NULL || strcmp(event->value, "2") != 0) return;
  CHECK_STATUS(send(event->store, "{\"setLevel\":3}"), ENFOLD_QUEUED);
  CHECK_OK(enfold_store_scope(event->store, "/child", ENFOLD_NUL, NULL, 0, &scope, &problem));
  observe(event->store, "/title", "{\"coalesce\":\"drain\"}", r->context);
  CHECK_STATUS(send(event->store, "{\"setTitle\":\"later\"}"), ENFOLD_QUEUED);
}

static void what_happens_in_a_drain_loses_nothing_for_who_coalesces(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder title = {0}, patch = {0}, level = {.then = disturb, .context = &title};
  observe(store, "/level", "{\"initial\":false,\"coalesce\":\"drain\"}", &level);
  observe(store, "/level", "{\"initial\":false,\"coalesce\":\"drain\",\"patch\":true,\"value\":false}", &patch);
  CHECK_OK(enfold_store_send_batch(store, "[{\"setLevel\":1},{\"setLevel\":2}]", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(level.text, "C 2|C 3");
  CHECK_INT(patch.events, 2);
  CHECK_CONTAINS(patch.text, "\"value\":3}]");
  CHECK_TEXT(title.text, "I null|C \"later\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_skipped_set_leaves_no_trace(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder level = {0}, patch = {0}, actions = {0};
  CHECK_OK(send(store, "\"addChild\""));
  observe(store, "/level", LATER, &level);
  observe(store, "", "{\"initial\":false,\"patch\":true,\"value\":false}", &patch);
  observe_actions(store, "{}", &actions);
  CHECK_OK(set(store, "/volume", "5", NULL));
  CHECK_OK(set(store, "/child/count", "0", NULL));
  CHECK_OK(send(store, "{\"setTitle\":null}"));
  CHECK_INT(level.events, 0);
  CHECK_INT(patch.events, 0);
  CHECK_TEXT(actions.text, " <- {\"setTitle\":null}");
  CHECK_STATUS(set(store, "/name", "\"a\"", "{\"action\":{\"nope\":\"$old\"}}"), ENFOLD_BAD_ACTION);
  CHECK_TEXT(state(store, "/name"), "\"\"");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void cancel_other(recorder *r, const enfold_event *event) {
  (void)event;
  recorder *other = r->context;
  if (other->subscription != 0) CHECK(enfold_subscription_cancel(other->subscription, &problem) <= 0);
}

/* 116, 117 */
static void observers_are_called_in_order_and_cancelled_ones_are_not(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder log = {0};
  recorder third = {.name = "3", .log = &log};
  recorder first = {.name = "1", .log = &log, .then = cancel_other, .context = &third};
  recorder second = {.name = "2", .log = &log};
  observe(store, "/level", LATER, &first);
  observe(store, "", "{\"initial\":false,\"value\":false}", &second);
  third.subscription = observe(store, "/level", LATER, &third);
  CHECK_OK(send(store, "{\"setLevel\":1}"));
  CHECK_TEXT(log.text, "1:C 1|3:released|2:C");
  CHECK_INT(third.events, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Panel"));
  RUN(a_pulse_is_heard_at_every_assignment_and_at_nothing_else);
  RUN(an_equal_assignment_counts_where_equality_is_ignored);
  RUN(a_binding_is_one_commit_and_then_the_action);
  RUN(a_scope_follows_a_child_that_comes_and_goes);
  RUN(actions_are_reported_when_reduced_and_when_finished);
  RUN(patches_are_relative_and_small);
  RUN(a_drain_is_one_event_for_who_coalesces);
  RUN(what_happens_in_a_drain_loses_nothing_for_who_coalesces);
  RUN(a_skipped_set_leaves_no_trace);
  RUN(observers_are_called_in_order_and_cancelled_ones_are_not);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
