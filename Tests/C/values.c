/* values.c: equal values of any length, values that come and go. Uses the test plugin. */
#include "check.h"

static enfold_runtime runtime;

static void set_fact(enfold_store store, const char *text) {
  size_t size = strlen(text) + 64;
  char *action = malloc(size);
  snprintf(action, size, "{\"setFact\":\"%s\"}", text);
  CHECK_OK(send(store, action));
  free(action);
}

static char *repeat(char letter, size_t count) {
  char *text = malloc(count + 1);
  memset(text, letter, count);
  text[count] = '\0';
  return text;
}

static void an_assignment_that_is_no_change_is_skipped(void) {
  recorder r = {0}, raw = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  observe(store, "/count", "{\"filter\":\"raw\",\"initial\":false}", &raw);
  CHECK_OK(send(store, "\"touch\"")); /* says "changed", with an equal value */
  CHECK_OK(send(store, "\"noop\""));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "I 0|C 1");
  CHECK_TEXT(raw.text, " 0| 0|C 1");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void values_of_every_length_are_compared(void) {
  enfold_store store = open_store(runtime, "Counter");
  recorder r = {0};
  observe(store, "/fact", "{\"initial\":false}", &r);
  for (size_t length = 1; length <= 200000; length = length < 100 ? length + 1 : length * 3) {
    char *same = repeat('a', length), *other = repeat('a', length);
    r.length = 0;
    int before = r.events;
    set_fact(store, same);
    CHECK_INT(r.events, before + 1);
    set_fact(store, same);
    CHECK_INT(r.events, before + 1);
    other[length - 1] = 'b';
    set_fact(store, other);
    CHECK_INT(r.events, before + 2);
    other[length - 1] = 'a';
    other[0] = 'b';
    set_fact(store, other);
    CHECK_INT(r.events, before + 2 + (length > 1));
    set_fact(store, other);
    CHECK_INT(r.events, before + 2 + (length > 1));
    free(same);
    free(other);
  }
  CHECK_OK(enfold_store_close(store, &problem));
}

static void what_is_not_there_is_removed_and_comes_back(void) {
  recorder r = {0}, whole = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/extra", NULL, &r);
  observe(store, "", "{\"value\":false,\"patch\":true,\"initial\":false}", &whole);
  CHECK_OK(send(store, "\"removeExtra\""));
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_OK(send(store, "\"removeExtra\""));
  CHECK_TEXT(r.text, "IR|C {}|CR");
  CHECK_TEXT(whole.text,
             "C [{\"op\":\"add\",\"path\":\"/extra\",\"value\":{}}]|C [{\"op\":\"remove\",\"path\":\"/extra\"}]");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void value_and_patch_come_together(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "", "{\"patch\":true}", &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "{\"factLoaded\":null}"));
  CHECK_TEXT(r.text,
             "I {\"count\":0,\"isLoading\":false,\"fact\":null} "
             "[{\"op\":\"replace\",\"path\":\"\",\"value\":{\"count\":0,\"isLoading\":false,\"fact\":null}}]"
             "|C {\"count\":1,\"isLoading\":false,\"fact\":null} [{\"op\":\"replace\",\"path\":\"/count\",\"value\":1}]");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_state_can_be_given(void) {
  enfold_store store = 0;
  CHECK_OK(enfold_store_open(runtime, "Counter", " { \"state\" : {\"count\":41,\"isLoading\":false,\"fact\":null} } ",
                             ENFOLD_NUL, &store, &problem));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(state(store, ""), "{\"count\":42,\"isLoading\":false,\"fact\":null}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_batch_is_one_drain(void) {
  recorder r = {0};
  size_t accepted = 0;
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", "{\"initial\":false}", &r);
  CHECK_OK(enfold_store_send_batch(store, "[\"increment\",{\"setCount\":5},\"increment\"]", ENFOLD_NUL, &accepted, &problem));
  CHECK_INT(accepted, 3);
  CHECK_TEXT(r.text, "C 1|C 5|C 6");
  CHECK_OK(enfold_store_send_batch(store, "[]", ENFOLD_NUL, &accepted, &problem));
  CHECK_INT(accepted, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void the_queue_has_a_limit(void) {
  enfold_runtime small = open_runtime_with("{\"limits\":{\"queue\":3,\"bytes\":100,\"depth\":2}}", test_plugin("counter"));
  enfold_store store = open_store(small, "Counter");
  size_t accepted = 0;
  CHECK_OK(enfold_store_send_batch(store, "[\"noop\",\"noop\",\"noop\"]", ENFOLD_NUL, &accepted, &problem));
  CHECK_FAILS(enfold_store_send_batch(store, "[\"noop\",\"noop\",\"noop\",\"noop\"]", ENFOLD_NUL, &accepted, &problem),
              ENFOLD_LIMIT, "limit is 3");
  CHECK_INT(accepted, 3);
  CHECK_FAILS(enfold_store_send(store, "{\"setFact\":[[1]]}", ENFOLD_NUL, NULL, &problem), ENFOLD_LIMIT, "");
  CHECK_INT(revision(store), 3);
  CHECK_OK(enfold_runtime_close(small, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, test_plugin("counter"));
  RUN(an_assignment_that_is_no_change_is_skipped);
  RUN(values_of_every_length_are_compared);
  RUN(what_is_not_there_is_removed_and_comes_back);
  RUN(value_and_patch_come_together);
  RUN(a_state_can_be_given);
  RUN(a_batch_is_one_drain);
  RUN(the_queue_has_a_limit);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
