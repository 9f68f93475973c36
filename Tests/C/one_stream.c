/* one_stream.c: what hosts hear is what observers in Swift hear. Each rule has a test of the same name in
 * Tests/EnfoldTests/Observation/OneStreamTests.swift. Uses the Swift plugin Tests/Plugins/Panel.swift. */
#include "check.h"

#define PULSE "{\"filter\":\"pulse\",\"initial\":false}"
#define RAW "{\"filter\":\"raw\",\"initial\":false}"
#define LATER "{\"initial\":false}"

static enfold_runtime runtime;

static void set(enfold_store store, const char *pointer, const char *value) {
  CHECK_OK(enfold_store_set(store, pointer, ENFOLD_NUL, value, ENFOLD_NUL, NULL, 0, &problem));
}

static void a_pulse_is_heard_after_a_replacement(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder pulse = {0}, values = {0};
  CHECK_OK(send(store, "{\"show\":\"again\"}"));
  observe(store, "/alert", PULSE, &pulse);
  observe(store, "/alert", LATER, &values);
  CHECK_OK(send(store, "{\"startAgain\":{\"alert\":\"again\"}}"));
  CHECK_OK(send(store, "\"reset\""));
  CHECK_TEXT(pulse.text, "CP \"again\"");
  CHECK_TEXT(values.text, "C null");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_replacement_counts_as_an_assignment(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder level = {0}, title = {0};
  observe(store, "/level", LATER, &level);
  observe(store, "/title", LATER, &title);
  CHECK_OK(send(store, "\"reset\""));
  CHECK_TEXT(level.text, "C 0");
  CHECK_INT(title.events, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_skipped_set_is_silent(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder raw = {0}, level = {0};
  CHECK_OK(send(store, "{\"setLevel\":3}"));
  observe(store, "/name", RAW, &raw);
  observe(store, "/level", LATER, &level);
  set(store, "/name", "\"\"");
  set(store, "/name", "\"\"");
  CHECK_INT(raw.events, 0);
  CHECK_INT(level.events, 0);
  CHECK_INT(revision(store), 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_equal_set_counts_where_equality_is_ignored(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder mark = {0};
  observe(store, "/mark", LATER, &mark);
  set(store, "/mark", "0");
  set(store, "/mark", "0");
  CHECK_TEXT(mark.text, "C 0|C 0");
  CHECK_INT(revision(store), 2);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void what_is_ignored_is_silent(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder whole = {0};
  enfold_subscription subscription = 0;
  CHECK_STATUS(enfold_store_observe(store, "/cache", ENFOLD_NUL, NULL, 0, record, &whole, NULL, &subscription, &problem),
               ENFOLD_BAD_POINTER);
  observe(store, "", LATER, &whole);
  CHECK_OK(send(store, "{\"remember\":7}"));
  CHECK_INT(whole.events, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_assignment_is_told_above(void) {
  enfold_store store = open_store(runtime, "Panel");
  recorder whole = {0}, other = {0};
  observe(store, "", LATER, &whole);
  observe(store, "/name", LATER, &other);
  CHECK_OK(send(store, "{\"setLevel\":0}"));
  CHECK_OK(send(store, "{\"setLevel\":0}"));
  CHECK_INT(whole.events, 2);
  CHECK_INT(other.events, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Panel"));
  RUN(a_pulse_is_heard_after_a_replacement);
  RUN(a_replacement_counts_as_an_assignment);
  RUN(a_skipped_set_is_silent);
  RUN(an_equal_set_counts_where_equality_is_ignored);
  RUN(what_is_ignored_is_silent);
  RUN(an_assignment_is_told_above);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
