/* reducers.c: a feature that is a reducer alone, in C: opened, driven and observed like any other. */
#include "check.h"

static enfold_runtime runtime;

static void a_reducer_is_opened_driven_and_observed(void) {
  recorder total = {0}, last = {0}, whole = {0};
  enfold_store store = open_store(runtime, "Tally");
  observe(store, "/total", NULL, &total);
  observe(store, "/last", "{\"action\":true}", &last);
  observe(store, "", "{\"initial\":false}", &whole);
  CHECK_OK(send(store, "{\"say\":\"hello\"}"));
  CHECK_OK(send(store, "{\"say\":\"hello\"}"));
  CHECK_OK(send(store, "\"reset\""));
  CHECK_TEXT(total.text, "I 0|C 1|C 2|C 0");
  CHECK_TEXT(last.text, "I null|C \"hello\" <- {\"say\":\"hello\"}|C null <- \"reset\"");
  CHECK_TEXT(whole.text,
             "C {\"total\":1,\"last\":\"hello\"}|C {\"total\":2,\"last\":\"hello\"}|C {\"total\":0,\"last\":null}");
  CHECK_TEXT(state(store, "/total"), "0");
  CHECK_INT(revision(store), 3);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_INT(total.closes, 1);
  CHECK_INT(total.releases, 1);
}

static void a_refused_action_changes_nothing(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Tally");
  observe(store, "", NULL, &r);
  CHECK_FAILS(enfold_store_send(store, "\"shout\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION,
              "known actions: say, reset");
  CHECK_FAILS(enfold_store_send(store, "{\"say\":", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_INT(revision(store), 0);
  CHECK_INT(r.events, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_action_that_fails_leaves_the_state_and_fails_its_task(void) {
  enfold_store store = open_store(runtime, "Tally");
  enfold_task task = 0;
  CHECK_OK(send(store, "{\"say\":\"hello\"}"));
  CHECK(enfold_store_send(store, "{\"say\":\"\"}", ENFOLD_NUL, &task, &problem) >= 0);
  CHECK_FAILS(enfold_task_wait(task, 20000, &problem), ENFOLD_FAILED, "nothing was said");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_TEXT(state(store, ""), "{\"total\":1,\"last\":\"hello\"}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_state_is_given_and_checked(void) {
  enfold_store store = 0;
  CHECK_OK(enfold_store_open(runtime, "Tally", "{\"state\":{\"total\":41}}", ENFOLD_NUL, &store, &problem));
  CHECK_OK(send(store, "{\"say\":\"x\"}"));
  CHECK_TEXT(state(store, "/total"), "42");
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_FAILS(enfold_store_open(runtime, "Tally", "{\"state\":{}}", ENFOLD_NUL, &store, &problem), ENFOLD_BAD_STATE,
              "a state needs \"total\"");
}

static void stores_of_one_reducer_are_independent(void) {
  enfold_store first = open_store(runtime, "Tally"), second = open_store(runtime, "org.enfold.tests.tally/Tally");
  CHECK_OK(send(first, "{\"say\":\"a\"}"));
  CHECK_TEXT(state(first, "/total"), "1");
  CHECK_TEXT(state(second, "/total"), "0");
  CHECK_OK(enfold_store_close(first, &problem));
  CHECK_OK(enfold_store_close(second, &problem));
}

static void count_record(void *user, int32_t level, const char *text, size_t length) {
  (void)length;
  CHECK_INT(level, ENFOLD_LOG_ERROR);
  CHECK_CONTAINS(text, "the state of Tally cannot be written: that cannot be written");
  ++*(int *)user;
}

static void a_state_that_cannot_be_written_is_told_as_soon_as_it_can_be_again(void) {
  int records = 0;
  recorder r = {0};
  enfold_string text = {0};
  enfold_store store = open_store(runtime, "Tally");
  observe(store, "/total", NULL, &r);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, count_record, &records, NULL, &problem));
  for (int i = 0; i < 2; i++) {
    CHECK_OK(send(store, "{\"say\":\"unspeakable\"}"));
    CHECK_FAILS(enfold_store_state(store, "/total", 6, &text, &problem), ENFOLD_FAILED, "that cannot be written");
    CHECK_OK(send(store, "{\"say\":\"word\"}"));
    CHECK_OK(send(store, "{\"say\":\"word\"}"));
  }
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_TEXT(r.text, "I 0|C 2|C 3|C 5|C 6");
  CHECK_INT(records, 2);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, NULL, NULL, NULL, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void everything(void) {
  runtime = open_runtime_with(options, test_plugin("reducer"));
  RUN(a_reducer_is_opened_driven_and_observed);
  RUN(a_refused_action_changes_nothing);
  RUN(an_action_that_fails_leaves_the_state_and_fails_its_task);
  RUN(a_state_is_given_and_checked);
  RUN(stores_of_one_reducer_are_independent);
  RUN(a_state_that_cannot_be_written_is_told_as_soon_as_it_can_be_again);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(everything); }
