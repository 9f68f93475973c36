/* encoding.c: a state that uses its own store while it is being written, or cannot be written. */
#include "check.h"

static enfold_runtime runtime;

static enfold_store open_narcissus(const char *deed) {
  char action[128];
  enfold_store store = open_store(runtime, "Narcissus");
  snprintf(action, sizeof action, "{\"look\":{\"store\":%" PRIu64 ",\"deed\":\"%s\"}}", store, deed);
  CHECK_OK(send(store, action));
  return store;
}

static void a_state_cannot_be_read_while_it_is_written(void) {
  char expected[16];
  recorder r = {0};
  enfold_store store = open_narcissus("read");
  snprintf(expected, sizeof expected, "%d", ENFOLD_REENTRANT);
  CHECK_TEXT(state(store, "/image"), expected);
  observe(store, "/image", NULL, &r);
  CHECK_CONTAINS(r.text, expected);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* The reader holds the state, so that it can drain only afterwards. */
static void what_is_sent_while_a_state_is_written_is_reduced_afterwards(void) {
  char expected[16];
  enfold_store store = open_narcissus("send");
  snprintf(expected, sizeof expected, "%d", ENFOLD_QUEUED);
  CHECK_TEXT(state(store, "/image"), expected);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_store_may_be_closed_while_its_state_is_written(void) {
  recorder r = {0};
  enfold_store store = open_narcissus("close");
  observe(store, "/count", NULL, &r);
  CHECK_TEXT(state(store, "/image"), "0");
  CHECK_INT(r.closes, 1);
  CHECK_INT(r.releases, 1);
  CHECK_FAILS(enfold_store_close(store, &problem), ENFOLD_STALE, "");
}

static void count_record(void *user, int32_t level, const char *text, size_t length) {
  (void)length;
  CHECK_INT(level, ENFOLD_LOG_ERROR);
  CHECK_CONTAINS(text, "nobody looks like this");
  ++*(int *)user;
}

static void what_cannot_be_written_is_an_error_and_no_event(void) {
  int records = 0;
  recorder whole = {0}, image = {0}, count = {0};
  enfold_string text = {0};
  enfold_store store = open_narcissus("fail");
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, count_record, &records, NULL, &problem));
  CHECK_FAILS(enfold_store_state(store, "", 0, &text, &problem), ENFOLD_FAILED, "nobody looks like this");
  CHECK(text.data == NULL);
  observe(store, "", "{\"filter\":\"raw\"}", &whole);
  observe(store, "/image", NULL, &image);
  observe(store, "/count", NULL, &count);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(records, 2);
  records = 0;
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(records, 1);
  CHECK_INT(whole.events + image.events, 0);
  CHECK_TEXT(count.text, "I 0|C 1");
  CHECK_OK(send(store, "{\"look\":{\"store\":0,\"deed\":\"nothing\"}}"));
  CHECK_TEXT(whole.text, "C {\"image\":1,\"count\":1}");
  CHECK_TEXT(image.text, "C 1");
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, NULL, NULL, NULL, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void everything(void) {
  runtime = open_runtime_with(options, swift_plugin("Neighbours"));
  RUN(a_state_cannot_be_read_while_it_is_written);
  RUN(what_is_sent_while_a_state_is_written_is_reduced_afterwards);
  RUN(a_store_may_be_closed_while_its_state_is_written);
  RUN(what_cannot_be_written_is_an_error_and_no_event);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(everything); }
