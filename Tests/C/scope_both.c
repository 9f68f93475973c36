/* scope_both.c: scopes over every engine: the test plugin's, and the Swift one's. */
#include "check.h"

static enfold_runtime runtime;

static enfold_store scope(enfold_store store, const char *pointer, const char *template) {
  enfold_store result = 0;
  CHECK_OK(enfold_store_scope(store, pointer, ENFOLD_NUL, template, template == NULL ? 0 : ENFOLD_NUL, &result, &problem));
  return result;
}

#define SET_COUNT "{\"setCount\":\"$action\"}"

static void a_scope_sends_reads_and_observes(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store count = scope(scope(store, "", SET_COUNT), "/count", NULL);
  recorder r = {0};
  size_t accepted = 0;
  observe(count, "", "{\"action\":true}", &r);
  CHECK_OK(send(count, "5"));
  CHECK_OK(enfold_store_send_batch(count, "[6, 7]", ENFOLD_NUL, &accepted, &problem));
  CHECK_INT(accepted, 2);
  CHECK_TEXT(r.text, "I 0|C 5 <- {\"setCount\":5}|C 6 <- {\"setCount\":6}|C 7 <- {\"setCount\":7}");
  CHECK(r.store == count);
  CHECK_TEXT(state(count, ""), "7");
  CHECK_INT(revision(count), 3);
  CHECK_OK(enfold_store_wait(count, 20000, &problem));
  CHECK_OK(enfold_store_close(count, &problem));
  CHECK_INT(r.closes, 1);
  CHECK_INT(r.releases, 1);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_INT(r.events, 5);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void wrong_actions_are_refused_with_the_callers_offset(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store count = scope(store, "/count", SET_COUNT);
  CHECK_FAILS(enfold_store_send(count, "1},\"x\":{", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON, "action");
  CHECK_INT(problem.offset, 1);
  CHECK_FAILS(enfold_store_send(count, "  true", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "");
  CHECK_INT(problem.offset, 2);
  CHECK_FAILS(enfold_store_send_batch(count, "[1, 2, true]", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "");
  CHECK_INT(problem.offset, 7);
  CHECK_FAILS(enfold_store_send(scope(store, "", "{\"nothing\":\"$action\"}"), "1", 1, NULL, &problem), ENFOLD_BAD_ACTION,
              "template");
  CHECK(problem.offset == UINT64_MAX);
  CHECK_INT(revision(store), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void impossible_places_are_refused_and_absent_ones_no_target(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_string text = {0};
  enfold_store out = 77;
  CHECK_FAILS(enfold_store_scope(store, "/nowhere", ENFOLD_NUL, NULL, 0, &out, &problem), ENFOLD_BAD_POINTER, "nowhere");
  CHECK_FAILS(enfold_store_scope(store, "/count~", ENFOLD_NUL, NULL, 0, &out, &problem), ENFOLD_BAD_POINTER, "'~'");
  CHECK_INT(problem.offset, 7);
  CHECK_INT(out, 77);
  CHECK_OK(enfold_store_wait(store, 20000, &problem)); /* nothing is left behind */
  CHECK_FAILS(enfold_store_state(scope(store, "/fact", NULL), "", 0, &text, &problem), ENFOLD_NO_TARGET, "/fact");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void close_context(recorder *r, const enfold_event *event) {
  if (event->flags & ENFOLD_CHANGED) CHECK_OK(enfold_store_close(*(enfold_store *)r->context, &problem));
}

static void a_callback_may_close_its_scope(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store inner = scope(store, "", NULL);
  recorder log = {0}, a = {.name = "a", .log = &log, .then = close_context, .context = &inner}, b = {.name = "b", .log = &log};
  observe(inner, "/count", "{\"initial\":false}", &a);
  observe(inner, "/count", "{\"initial\":false}", &b);
  CHECK_OK(enfold_store_send_batch(inner, "[\"increment\",\"increment\"]", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(log.text, "a:C 1|a:X|a:released|b:X|b:released");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void closing_the_store_ends_them(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store root = open_store(runtime, "Counter"), inner = scope(root, "/count", SET_COUNT);
  recorder r = {0};
  observe(inner, "", NULL, &r);
  CHECK_OK(enfold_store_close(root, &problem));
  CHECK_TEXT(r.text, "I 0|X");
  CHECK_INT(r.releases, 1);
  CHECK_FAILS(enfold_store_send(inner, "1", 1, NULL, &problem), ENFOLD_STALE, "closed");
  CHECK_FAILS(enfold_store_close(inner, &problem), ENFOLD_STALE, "closed");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void *close_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_close(*(enfold_store *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void a_hosts_loop_ends_it_in_the_pump(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", counter_plugin());
  enfold_store root = open_store(host, "Counter"), inner = scope(root, "/count", SET_COUNT);
  recorder r = {0};
  observe(inner, "", "{\"initial\":false}", &r);
  CHECK_OK(send(inner, "1"));
  elsewhere(close_elsewhere, &inner);
  CHECK_OK(send(root, "\"increment\""));
  CHECK_OK(enfold_runtime_pump(host, 0, NULL, &problem));
  CHECK_TEXT(r.text, "C 1|X");
  CHECK_INT(r.releases, 1);
  CHECK_OK(enfold_runtime_close(host, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void null_may_be_skipped(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/fact", "{\"skipNull\":true}", &r);
  CHECK_OK(send(store, "\"factTapped\""));
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  CHECK_INT(r.events, 1);
  CHECK(strncmp(r.text, "C \"", 3) == 0);
  CHECK_OK(enfold_subscription_cancel(r.subscription, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, counter_plugin());
  RUN(a_scope_sends_reads_and_observes);
  RUN(wrong_actions_are_refused_with_the_callers_offset);
  RUN(impossible_places_are_refused_and_absent_ones_no_target);
  RUN(a_callback_may_close_its_scope);
  RUN(closing_the_store_ends_them);
  RUN(a_hosts_loop_ends_it_in_the_pump);
  RUN(null_may_be_skipped);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
