/* set.c: writing one property from the host. Uses the test plugin: count, fact and extra/deep are bindable. */
#include "check.h"

static enfold_runtime runtime;

static enfold_status set(enfold_store store, const char *pointer, const char *value, const char *options) {
  return enfold_store_set(store, pointer, ENFOLD_NUL, value, ENFOLD_NUL, options, options == NULL ? 0 : ENFOLD_NUL,
                          &problem);
}

static void a_write_is_a_commit_without_an_action(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/count", "{\"action\":true}", &r);
  CHECK_OK(set(store, "/count", "7", NULL));
  CHECK_TEXT(r.text, "I 0|C 7");
  CHECK_INT(revision(store), 1);
  CHECK_TEXT(state(store, "/count"), "7");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_equal_value_is_no_commit_and_sends_nothing(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "", "{\"initial\":false,\"filter\":\"raw\"}", &r);
  CHECK_OK(set(store, "/count", "0", "{\"action\":{\"setFact\":\"no\"}}"));
  CHECK_INT(r.events, 0);
  CHECK_INT(revision(store), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void the_action_follows_with_the_values_before_and_after(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  CHECK_OK(send(store, "{\"setFact\":\"before\"}"));
  observe(store, "/fact", "{\"initial\":false,\"filter\":\"raw\",\"action\":true}", &r);
  CHECK_OK(set(store, "/fact", "\"after\"", "{\"action\":{\"setFact\":\"$old\"}}"));
  CHECK_TEXT(r.text, "C \"after\"|C \"before\" <- {\"setFact\":\"before\"}");
  CHECK_OK(set(store, "/count", "5", "{\"action\":{\"setCount\":\"$new\"}}"));
  CHECK_TEXT(state(store, "/count"), "5");
  CHECK_INT(revision(store), 5);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_value_with_other_bytes_is_told_and_the_action_follows(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder fact = {0}, root = {0};
  CHECK_OK(send(store, "{\"setFact\":\"caf\u00e9\"}"));
  observe(store, "/fact", "{\"initial\":false}", &fact);
  observe(store, "", "{\"initial\":false,\"patch\":true,\"value\":false}", &root);
  CHECK_OK(set(store, "/fact", "\"cafe\u0301\"", "{\"action\":{\"setCount\":3}}"));
  CHECK_TEXT(fact.text, "C \"cafe\u0301\"");
  CHECK_INT(root.events, 2);
  CHECK_TEXT(state(store, "/count"), "3");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void set_in_callback(recorder *r, const enfold_event *event) {
  if (event->flags & ENFOLD_INITIAL) {
    CHECK_STATUS(set(event->store, "/count", "9", NULL), ENFOLD_QUEUED);
    CHECK_TEXT(state(event->store, "/count"), "0");
  }
  (void)r;
}

static void a_write_in_a_callback_waits_its_turn(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {.then = set_in_callback};
  observe(store, "/count", NULL, &r);
  CHECK_TEXT(r.text, "I 0|C 9");
  CHECK_OK(enfold_store_close(store, &problem));
}

/* 122 */
static void wrong_writes_change_nothing_and_say_where(void) {
  enfold_store store = open_store(runtime, "Counter");
  static const struct {
    const char *pointer, *value, *options;
    enfold_status status;
    uint64_t offset;
    const char *part;
  } bad[] = {
      {"/nowhere", "1", NULL, ENFOLD_BAD_POINTER, UINT64_MAX, "nowhere"},
      {"/isLoading", "true", NULL, ENFOLD_UNSUPPORTED, UINT64_MAX, "not bindable"},
      {"", "{}", NULL, ENFOLD_UNSUPPORTED, UINT64_MAX, "not bindable"},
      {"/count", " \"x\"", NULL, ENFOLD_BAD_STATE, 1, "another kind"},
      {"/count", "1 2", NULL, ENFOLD_BAD_JSON, 2, ""},
      {"/count", "", NULL, ENFOLD_BAD_JSON, 0, ""},
      {"/count", "1", "{\"action\":}", ENFOLD_BAD_JSON, 10, "options"},
      {"/count", "1", "{\"action\": \"what\"}", ENFOLD_BAD_ACTION, 11, "what"},
      {"/count", "1", "{\"action\":\"noop\",\"x\":1}", ENFOLD_INVALID, 17, "unknown key \"x\"; known: action"},
      {"/count", "1", "[]", ENFOLD_INVALID, 0, "an object"},
      {"/extra/deep", "1", NULL, ENFOLD_NO_TARGET, UINT64_MAX, "gone"}};
  recorder r = {0};
  observe(store, "", "{\"initial\":false,\"filter\":\"raw\"}", &r);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    problem = (enfold_error)ENFOLD_ERROR_INIT;
    CHECK_STATUS(set(store, bad[i].pointer, bad[i].value, bad[i].options), bad[i].status);
    CHECK_CONTAINS(problem.message, bad[i].part);
    CHECK_CONTAINS(problem.message, "enfold_store_set: ");
    CHECK(problem.offset == bad[i].offset);
  }
  CHECK_INT(r.events, 0);
  CHECK_INT(revision(store), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void texts_beyond_the_limits_are_refused(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime small = open_runtime_with("{\"limits\":{\"bytes\":60,\"depth\":3}}", test_plugin("counter"));
  enfold_store inner = open_store(small, "Counter");
  char value[80];
  memset(value, ' ', sizeof value);
  value[0] = '1';
  CHECK_FAILS(enfold_store_set(inner, "/count", ENFOLD_NUL, value, sizeof value, NULL, 0, &problem), ENFOLD_LIMIT, "60");
  CHECK_STATUS(set(inner, "/count", "1", "{\"action\":{\"wrap\":{\"wrap\":{\"setCount\":1}}}}"), ENFOLD_OK);
  CHECK_STATUS(set(inner, "/count", "2", "{\"action\":{\"wrap\":{\"wrap\":[[1]]}}}"), ENFOLD_LIMIT);
  CHECK_TEXT(state(inner, "/count"), "1");
  CHECK_OK(enfold_runtime_close(small, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_engine_of_before_has_no_bindings(void) {
  enfold_runtime other = open_runtime_with(NULL, test_plugin("counter-smallest"));
  enfold_store old = open_store(other, "Counter");
  CHECK_FAILS(enfold_store_set(old, "/count", ENFOLD_NUL, "1", 1, NULL, 0, &problem), ENFOLD_UNSUPPORTED, "Counter");
  CHECK_OK(send(old, "\"increment\""));
  CHECK_TEXT(state(old, "/count"), "1");
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void *set_elsewhere(void *store) {
  CHECK_STATUS(set(*(enfold_store *)store, "/count", "2", NULL), ENFOLD_QUEUED);
  return NULL;
}

static void a_hosts_loop_writes_in_the_pump(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", test_plugin("counter"));
  enfold_store inner = open_store(host, "Counter");
  recorder r = {0};
  uint32_t done = 0;
  observe(inner, "/count", "{\"initial\":false}", &r);
  CHECK_OK(set(inner, "/count", "1", NULL)); /* the loop thread writes at once */
  CHECK_TEXT(r.text, "C 1");
  elsewhere(set_elsewhere, &inner);
  CHECK_TEXT(r.text, "C 1");
  CHECK_OK(enfold_runtime_pump(host, 0, &done, &problem));
  CHECK_INT(done, 1);
  CHECK_TEXT(r.text, "C 1|C 2");
  CHECK_OK(enfold_runtime_close(host, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, test_plugin("counter"));
  RUN(a_write_is_a_commit_without_an_action);
  RUN(an_equal_value_is_no_commit_and_sends_nothing);
  RUN(a_value_with_other_bytes_is_told_and_the_action_follows);
  RUN(the_action_follows_with_the_values_before_and_after);
  RUN(a_write_in_a_callback_waits_its_turn);
  RUN(wrong_writes_change_nothing_and_say_where);
  RUN(texts_beyond_the_limits_are_refused);
  RUN(an_engine_of_before_has_no_bindings);
  RUN(a_hosts_loop_writes_in_the_pump);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
