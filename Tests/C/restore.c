/* restore.c: replacing the whole state, and stores that are stubs. Uses the test plugin, in C and in Swift, and the
 * plugin Family for children. */
#include "check.h"

static enfold_runtime runtime;

static enfold_status restore(enfold_store store, const char *state) {
  return enfold_store_restore(store, state, ENFOLD_NUL, &problem);
}

static enfold_store open_with(enfold_runtime owner, const char *feature, const char *options) {
  enfold_store store = 0;
  CHECK_OK(enfold_store_open(owner, feature, options, ENFOLD_NUL, &store, &problem));
  return store;
}

static void record_actions(enfold_store store, const char *options, recorder *r) {
  CHECK_OK(enfold_store_observe_actions(store, options, options == NULL ? 0 : ENFOLD_NUL, record, r, released,
                                        &r->subscription, &problem));
}

/* ---- Restoring ---------------------------------------------------------------------------------------------------- */

static void a_restored_state_is_a_commit_without_an_action(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder count = {0}, fact = {0}, raw = {0}, actions = {0};
  CHECK_OK(send(store, "{\"setCount\":3}"));
  char kept[256];
  snprintf(kept, sizeof kept, "%s", state(store, ""));
  CHECK_OK(send(store, "{\"setCount\":5}"));
  observe(store, "/count", "{\"initial\":false,\"action\":true}", &count);
  observe(store, "/fact", "{\"initial\":false}", &fact);
  observe(store, "", "{\"initial\":false,\"filter\":\"raw\",\"value\":false,\"action\":true}", &raw);
  record_actions(store, NULL, &actions);
  CHECK_OK(restore(store, kept));
  CHECK_TEXT(count.text, "C 3");
  CHECK_INT(fact.events, 0); /* it does not differ */
  CHECK_TEXT(raw.text, "C");
  CHECK_INT(actions.events, 0);
  CHECK_INT(revision(store), 3);
  CHECK_TEXT(state(store, ""), kept);
  CHECK_OK(restore(store, kept)); /* an equal one is a commit, too */
  CHECK_INT(revision(store), 4);
  CHECK_INT(count.events, 1);
  CHECK_INT(raw.events, 2);
  CHECK_OK(send(store, "{\"setCount\":4}"));
  CHECK_TEXT(count.text, "C 3|C 4 <- {\"setCount\":4}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void restore_in_callback(recorder *r, const enfold_event *event) {
  if (!(event->flags & ENFOLD_INITIAL)) return;
  (void)r;
  CHECK_STATUS(send(event->store, "{\"setCount\":1}"), ENFOLD_QUEUED);
  CHECK_STATUS(restore(event->store, "{\"count\":10}"), ENFOLD_QUEUED);
  CHECK_STATUS(send(event->store, "{\"setCount\":11}"), ENFOLD_QUEUED);
  CHECK_TEXT(state(event->store, "/count"), "0");
}

static void a_restored_state_waits_its_turn_among_the_actions(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {.then = restore_in_callback};
  observe(store, "/count", "{\"action\":true}", &r);
  CHECK_TEXT(r.text, "I 0|C 1 <- {\"setCount\":1}|C 10|C 11 <- {\"setCount\":11}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void what_is_no_state_changes_nothing(void) {
  enfold_store store = open_store(runtime, "Counter"), scope = 0, whole = 0;
  recorder r = {0};
  CHECK_OK(send(store, "{\"setCount\":3}"));
  observe(store, "", "{\"initial\":false,\"filter\":\"raw\"}", &r);
  CHECK_FAILS(enfold_store_restore(store, "{\"count\":1", ENFOLD_NUL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_INT(problem.offset, 10);
  CHECK_FAILS(enfold_store_restore(store, "[]", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE, "object");
  CHECK_INT(problem.offset, 0);
  CHECK_FAILS(enfold_store_restore(store, "", 0, &problem), ENFOLD_BAD_JSON, "");
  CHECK_FAILS(enfold_store_restore(store, NULL, 0, &problem), ENFOLD_INVALID, "state");
  CHECK_FAILS(enfold_store_restore(0, "{}", 2, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_store_restore(runtime, "{}", 2, &problem), ENFOLD_BAD_HANDLE, "");
  /* A part cannot be restored alone; a scope without a pointer is no part. */
  CHECK_OK(enfold_store_scope(store, "/count", ENFOLD_NUL, NULL, 0, &scope, &problem));
  CHECK_FAILS(enfold_store_restore(scope, "{}", 2, &problem), ENFOLD_UNSUPPORTED, "/count");
  CHECK_INT(r.events, 0);
  CHECK_INT(revision(store), 1);
  CHECK_TEXT(state(store, "/count"), "3");
  CHECK_OK(enfold_store_scope(store, "", 0, NULL, 0, &whole, &problem));
  CHECK_OK(restore(whole, "{\"count\":8}"));
  CHECK_TEXT(state(store, "/count"), "8");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_FAILS(enfold_store_restore(store, "{\"count\":1}", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
}

static void a_plugin_of_before_cannot_restore_and_has_no_stubs(void) {
  static const char *const plugins[] = {"counter-smallest", "abi2"};
  for (int i = 0; i < 2; i++) {
    enfold_runtime other = open_runtime_with(NULL, test_plugin(plugins[i]));
    enfold_store old = open_store(other, "Counter"), stub = 0;
    CHECK_FAILS(enfold_store_restore(old, "{\"count\":1}", ENFOLD_NUL, &problem), ENFOLD_UNSUPPORTED, "enfold.restore");
    CHECK_TEXT(state(old, "/count"), "0");
    CHECK_FAILS(enfold_store_open(other, "Counter", "{\"stub\":true}", ENFOLD_NUL, &stub, &problem), ENFOLD_UNSUPPORTED,
                "enfold.stub");
    CHECK_INT(stub, 0);
    CHECK_OK(enfold_store_close(open_with(other, "Counter", "{\"stub\":false}"), &problem));
    CHECK_OK(enfold_runtime_close(other, &problem));
  }
}

static void *restore_elsewhere(void *store) {
  CHECK_STATUS(restore(*(enfold_store *)store, "{\"count\":2}"), ENFOLD_QUEUED);
  return NULL;
}

static void a_hosts_loop_restores_in_the_pump(void) {
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", counter_plugin());
  enfold_store store = open_store(host, "Counter");
  recorder r = {0};
  observe(store, "/count", "{\"initial\":false}", &r);
  CHECK_OK(restore(store, "{\"count\":1}")); /* the loop thread does it at once */
  CHECK_TEXT(r.text, "C 1");
  elsewhere(restore_elsewhere, &store);
  CHECK_TEXT(r.text, "C 1");
  CHECK_OK(enfold_runtime_pump(host, 0, NULL, &problem));
  CHECK_TEXT(r.text, "C 1|C 2");
  CHECK_OK(enfold_runtime_close(host, &problem));
}

/* Effects go on: what they send meets the restored state. */
static void effects_go_on(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = 0;
  for (int tries = 0;; tries++) {
    CHECK(tries < 100); /* on a busy machine the effect may end before the state is restored */
    CHECK_OK(enfold_store_send(store, "\"factTapped\"", ENFOLD_NUL, &task, &problem));
    CHECK(restore(store, "{\"count\":41}") >= 0);
    CHECK_OK(enfold_task_wait(task, 20000, &problem));
    CHECK_OK(enfold_task_release(task, &problem));
    CHECK_OK(enfold_store_wait(store, 20000, &problem));
    CHECK_TEXT(state(store, "/count"), "41");
    if (strcmp(state(store, "/fact"), "null") != 0) break;
  }
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_texts_length_has_the_usual_limit(void) {
  enfold_runtime small = open_runtime_with("{\"limits\":{\"bytes\":60}}", counter_plugin());
  enfold_store store = open_store(small, "Counter");
  char text[80];
  memset(text, ' ', sizeof text);
  memcpy(text, "{\"count\":1}", 11);
  CHECK_FAILS(enfold_store_restore(store, text, sizeof text, &problem), ENFOLD_LIMIT, "60");
  CHECK_OK(enfold_store_restore(store, text, 11, &problem));
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK_OK(enfold_runtime_close(small, &problem));
}

/* A reducer alone: the runtime opens another instance with the new state. */
static void the_state_of_a_plain_reducer_can_be_restored(void) {
  enfold_runtime other = open_runtime_with(NULL, test_plugin("reducer"));
  enfold_store store = open_store(other, "Tally");
  recorder r = {0};
  char before[256];
  snprintf(before, sizeof before, "%s", state(store, ""));
  observe(store, "", "{\"initial\":false}", &r);
  CHECK_OK(send(store, "{\"say\":\"hm\"}"));
  CHECK_OK(restore(store, before));
  CHECK_TEXT(state(store, ""), before);
  CHECK_INT(r.events, 2);
  CHECK_INT(revision(store), 2);
  CHECK_FAILS(enfold_store_restore(store, "\"no\"", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE, "");
  CHECK_TEXT(state(store, ""), before);
  /* The reducer would take these: it is given JSON alone, and not too deep. */
  CHECK_FAILS(enfold_store_restore(store, "{\"total\":1", ENFOLD_NUL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_INT(problem.offset, 10);
  CHECK_FAILS(enfold_store_restore(store, "{\"total\":1} x", ENFOLD_NUL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_INT(problem.offset, 12);
  static char deep[5000] = "{\"total\":1,\"x\":";
  size_t length = strlen(deep);
  memset(deep + length, '[', 1024);
  memset(deep + length + 1024, ']', 1024);
  deep[length + 2048] = '}';
  CHECK_FAILS(enfold_store_restore(store, deep, ENFOLD_NUL, &problem), ENFOLD_LIMIT, "1024");
  CHECK_TEXT(state(store, ""), before);
  CHECK_OK(restore(store, " {\"total\":1}\n"));
  CHECK_OK(enfold_runtime_close(other, &problem));
}

/* ---- Stubs ---------------------------------------------------------------------------------------------------------- */

static void a_stub_reports_actions_and_reduces_nothing(void) {
  enfold_store store = open_with(runtime, "Counter", "{\"stub\":true,\"state\":{\"count\":7}}");
  recorder count = {0}, raw = {0}, drain = {0}, reduced = {0}, finished = {0};
  observe(store, "/count", NULL, &count);
  observe(store, "", "{\"initial\":false,\"filter\":\"raw\",\"value\":false}", &raw);
  observe(store, "", "{\"initial\":false,\"filter\":\"raw\",\"value\":false,\"coalesce\":\"drain\"}", &drain);
  record_actions(store, "{\"state\":\"/count\"}", &reduced);
  record_actions(store, "{\"phase\":\"finished\"}", &finished);
  enfold_task task = 0;
  CHECK_OK(send(store, "{\"setCount\":1}"));
  CHECK_OK(enfold_store_send(store, "\"factTapped\"", ENFOLD_NUL, &task, &problem));
  CHECK_OK(enfold_task_status(task, &problem)); /* no effects */
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_send_batch(store, "[{\"setCount\":2},{\"setCount\":3}]", ENFOLD_NUL, NULL, &problem));
  CHECK_INT(reduced.events, 4);
  CHECK_CONTAINS(reduced.text, " 7 <- {\"setCount\":1}| 7 <- ");
  CHECK_CONTAINS(reduced.text, "factTapped");
  CHECK_CONTAINS(reduced.text, "| 7 <- {\"setCount\":2}| 7 <- {\"setCount\":3}");
  CHECK_INT(finished.events, 4);
  CHECK_CONTAINS(finished.text, " <- {\"setCount\":1}| <- ");
  CHECK_TEXT(count.text, "I 7");
  CHECK_INT(raw.events + drain.events, 0);
  CHECK_INT(revision(store), 0);
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK_FAILS(enfold_store_send(store, "\"nonsense\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "nonsense");
  CHECK_INT(reduced.events, 4);
  /* What is written is a commit as always. */
  CHECK_OK(restore(store, "{\"count\":1}"));
  CHECK_TEXT(count.text, "I 7|C 1");
  CHECK_INT(revision(store), 1);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK_INT(raw.events, 1);
  CHECK_INT(drain.events, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void *send_elsewhere(void *store) {
  CHECK_STATUS(send(*(enfold_store *)store, "{\"setCount\":2}"), ENFOLD_QUEUED);
  return NULL;
}

static void a_stub_reports_in_the_pump_of_a_hosts_loop(void) {
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", counter_plugin());
  enfold_store store = open_with(host, "Counter", "{\"stub\":true}");
  recorder r = {0};
  record_actions(store, NULL, &r);
  CHECK_OK(enfold_runtime_pump(host, 0, NULL, &problem));
  elsewhere(send_elsewhere, &store);
  CHECK_INT(r.events, 0);
  CHECK_OK(enfold_runtime_pump(host, 0, NULL, &problem));
  CHECK_TEXT(r.text, " <- {\"setCount\":2}");
  CHECK_OK(enfold_runtime_close(host, &problem));
}

static void a_stub_of_a_plain_reducer_never_calls_it(void) {
  enfold_runtime other = open_runtime_with(NULL, test_plugin("reducer"));
  enfold_store store = open_with(other, "Tally", "{\"stub\":true}");
  recorder r = {0};
  char before[256];
  snprintf(before, sizeof before, "%s", state(store, ""));
  record_actions(store, NULL, &r);
  CHECK_OK(send(store, "{\"say\":\"hm\"}"));
  CHECK_TEXT(r.text, " <- {\"say\":\"hm\"}");
  CHECK_TEXT(state(store, ""), before);
  CHECK_INT(revision(store), 0);
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void the_option_must_be_a_boolean(void) {
  enfold_store store = 0;
  CHECK_FAILS(enfold_store_open(runtime, "Counter", "{\"stub\":1}", ENFOLD_NUL, &store, &problem), ENFOLD_INVALID, "stub");
  CHECK_INT(store, 0);
}

int main(void) {
  runtime = open_runtime_with(NULL, counter_plugin());
  RUN(a_restored_state_is_a_commit_without_an_action);
  RUN(a_restored_state_waits_its_turn_among_the_actions);
  RUN(what_is_no_state_changes_nothing);
  RUN(a_plugin_of_before_cannot_restore_and_has_no_stubs);
  RUN(a_hosts_loop_restores_in_the_pump);
  RUN(effects_go_on);
  RUN(a_texts_length_has_the_usual_limit);
  RUN(the_state_of_a_plain_reducer_can_be_restored);
  RUN(a_stub_reports_actions_and_reduces_nothing);
  RUN(a_stub_reports_in_the_pump_of_a_hosts_loop);
  RUN(a_stub_of_a_plain_reducer_never_calls_it);
  RUN(the_option_must_be_a_boolean);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
