/* misuse.c: every function called wrongly: a status, a message, and nothing changed. */
#include <enfold_plugin.h>

#include "check.h"

static enfold_runtime runtime, closed_runtime;
static enfold_store store, closed_store;
static recorder watcher;

static void on_log(void *user, int32_t level, const char *text, size_t length) {
  (void)user, (void)level, (void)text, (void)length;
}

static void on_end(void *user, enfold_status status, const char *message, size_t length) {
  (void)user, (void)status, (void)message, (void)length;
}

static void on_entry(void *user, const char *entry, size_t length) { (void)user, (void)entry, (void)length; }

static void on_request(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)request, (void)payload, (void)length;
}

static void nothing(void) {}

/* Every function with a handle of one kind, for handles that are none. */
static void try_handle(uint64_t handle, enfold_status expected, bool runtimes, bool plugins, bool stores, bool tasks,
                       bool subscriptions) {
  enfold_string text = {(char *)1, 77};
  enfold_store made = 77;
  uint64_t number = 77;
  uint32_t done = 77;
  int fd = 77;
  const char *part = expected == ENFOLD_STALE ? "closed" : "handle";
  int releases = watcher.releases;
  void (*function)(void) = NULL;
  if (runtimes) {
    CHECK_FAILS(enfold_runtime_close(handle, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_fd(handle, &fd, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_pump(handle, 0, NULL, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_wait(handle, 0, &problem), expected, part);
    CHECK_FAILS(enfold_clock_advance(handle, 1, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_stats(handle, &text, &problem), expected, part);
    watcher.releases = 0;
    CHECK_FAILS(enfold_runtime_log(handle, 2, on_log, &watcher, released, &problem), expected, part);
    CHECK_INT(watcher.releases, 1);
    watcher.releases = 0;
    CHECK_FAILS(enfold_runtime_trace(handle, NULL, 0, on_entry, &watcher, released, &number, &problem), expected, part);
    CHECK_INT(watcher.releases, 1);
    CHECK_FAILS(enfold_runtime_trace(handle, NULL, 0, on_entry, NULL, NULL, NULL, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_trace_end(handle, 1, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_record(handle, "x.jsonl", NULL, 0, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_record(handle, NULL, NULL, 0, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_mark(handle, "here", ENFOLD_NUL, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_inspect(handle, NULL, 0, &text, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_inspect(handle, "{\"off\":true}", ENFOLD_NUL, NULL, &problem), expected, part);
    CHECK_FAILS(enfold_plugin_load(handle, test_plugin("counter"), NULL, 0, &made, &problem), expected, part);
    CHECK_FAILS(enfold_runtime_features(handle, &text, &problem), expected, part);
    CHECK_FAILS(enfold_store_open(handle, "Counter", NULL, 0, &made, &problem), expected, part);
    CHECK_FAILS(enfold_shared_get(handle, "key", &text, &problem), expected, part);
    CHECK_FAILS(enfold_shared_set(handle, "key", "1", 1, &problem), expected, part);
    CHECK_FAILS(enfold_shared_replace(handle, "key", "1", 1, "2", 1, &done, &problem), expected, part);
    watcher.releases = 0;
    CHECK_FAILS(enfold_shared_observe(handle, "key", NULL, 0, record, &watcher, released, &made, &problem), expected, part);
    CHECK_INT(watcher.releases, 1);
    watcher.releases = 0;
    CHECK_FAILS(enfold_runtime_handle(handle, "name", on_request, NULL, &watcher, released, &problem), expected, part);
    CHECK_INT(watcher.releases, 1);
    CHECK_FAILS(enfold_runtime_handle(handle, "name", NULL, NULL, &watcher, released, &problem), expected, part);
    CHECK_INT(watcher.releases, 2);
    CHECK_FAILS(enfold_runtime_bind(handle, "void f(void)", nothing, NULL, 0, &problem), expected, part);
    watcher.releases = 0;
    static const enfold_plugin_feature no_feature = {.struct_size = sizeof no_feature};
    CHECK_FAILS(enfold_feature_register(handle, &no_feature, &watcher, released, &problem), expected, part);
    CHECK_INT(watcher.releases, 1);
  }
  /* There are none in this program: requests.c has them. */
  if (expected == ENFOLD_BAD_HANDLE) {
    CHECK_FAILS(enfold_request_emit(handle, "1", 1, &problem), expected, part);
    CHECK_FAILS(enfold_request_resolve(handle, "1", 1, &problem), expected, part);
    CHECK_FAILS(enfold_request_resolve(handle, NULL, 0, &problem), expected, part);
    CHECK_FAILS(enfold_request_fail(handle, "no", 2, &problem), expected, part);
    CHECK_FAILS(enfold_request_fail(handle, NULL, 0, &problem), expected, part);
  }
  if (plugins) CHECK_FAILS(enfold_plugin_info(handle, &text, &problem), expected, part);
  if (stores) {
    CHECK_FAILS(enfold_store_close(handle, &problem), expected, part);
    CHECK_FAILS(enfold_store_send(handle, "\"increment\"", ENFOLD_NUL, NULL, &problem), expected, part);
    CHECK_FAILS(enfold_store_send(handle, "\"increment\"", ENFOLD_NUL, &made, &problem), expected, part);
    CHECK_FAILS(enfold_store_send_batch(handle, "[]", ENFOLD_NUL, NULL, &problem), expected, part);
    CHECK_FAILS(enfold_store_state(handle, NULL, 0, &text, &problem), expected, part);
    CHECK_FAILS(enfold_store_revision(handle, &number, &problem), expected, part);
    CHECK_FAILS(enfold_store_wait(handle, 0, &problem), expected, part);
    CHECK_FAILS(enfold_store_flush(handle, &problem), expected, part);
    CHECK_FAILS(enfold_store_end(handle, NULL, 0, &problem), expected, part);
    CHECK_FAILS(enfold_store_hold(handle, 1, &problem), expected, part);
    CHECK_FAILS(enfold_store_hold(handle, 0, &problem), expected, part);
    CHECK_FAILS(enfold_store_step(handle, &done, &problem), expected, part);
    CHECK_FAILS(enfold_store_step(handle, NULL, &problem), expected, part);
    CHECK_FAILS(enfold_store_break(handle, "{\"action\":\"increment\"}", ENFOLD_NUL, &number, &problem), expected, part);
    CHECK_FAILS(enfold_store_break(handle, "{\"path\":\"/count\"}", ENFOLD_NUL, NULL, &problem), expected, part);
    watcher.releases = 0;
    CHECK_FAILS(enfold_store_observe(handle, NULL, 0, NULL, 0, record, &watcher, released, &made, &problem), expected,
                part);
    CHECK_INT(watcher.releases, 1);
    watcher.releases = 0;
    CHECK_FAILS(enfold_store_observe_actions(handle, NULL, 0, record, &watcher, released, &made, &problem), expected, part);
    CHECK_INT(watcher.releases, 1);
    CHECK_FAILS(enfold_store_set(handle, "/count", ENFOLD_NUL, "1", 1, NULL, 0, &problem), expected, part);
    CHECK_FAILS(enfold_store_scope(handle, "/count", ENFOLD_NUL, NULL, 0, &made, &problem), expected, part);
    CHECK_FAILS(enfold_store_callback(handle, "void f(void)", "\"increment\"", ENFOLD_NUL, NULL, 0, &function, &made, &problem),
                expected, part);
  }
  /* There are none in this program: store_callbacks.c has them. */
  if (expected == ENFOLD_BAD_HANDLE) CHECK_FAILS(enfold_callback_close(handle, &problem), expected, part);
  if (tasks) {
    CHECK_FAILS(enfold_task_wait(handle, 0, &problem), expected, part);
    CHECK_FAILS(enfold_task_status(handle, &problem), expected, part);
    watcher.releases = 0;
    CHECK_FAILS(enfold_task_on_end(handle, on_end, &watcher, released, &problem), expected, part);
    CHECK_INT(watcher.releases, 1);
    CHECK_FAILS(enfold_task_cancel(handle, &problem), expected, part);
    CHECK_FAILS(enfold_task_release(handle, &problem), expected, part);
  }
  if (subscriptions) CHECK_FAILS(enfold_subscription_cancel(handle, &problem), expected, part);
  watcher.releases = releases;
  CHECK(function == NULL);
  CHECK_INT(made, 77);
  CHECK_INT(number, 77);
  CHECK_INT(done, 77);
  CHECK_INT(fd, 77);
  CHECK(text.data == (char *)1 && text.length == 77);
}

static void handles_that_are_none_are_bad(void) {
  static const uint64_t garbage[] = {0, 1, UINT64_MAX, 0xDEADBEEFDEADBEEF, 0x0100000000000000, 0x03FFFFFFFFFFFFFF,
                                     0x0300000100FFFFFF, 0x7F00000100000000, 1ull << 63};
  for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++)
    try_handle(garbage[i], ENFOLD_BAD_HANDLE, true, true, true, true, true);
}

static void handles_of_another_kind_are_bad(void) {
  enfold_task task = 0;
  enfold_plugin plugin = 0;
  enfold_subscription subscription = observe(store, "/fact", "{\"initial\":false}", &watcher);
  CHECK_OK(enfold_plugin_load(runtime, counter_plugin(), NULL, 0, &plugin, &problem));
  CHECK_OK(enfold_store_send(store, "{\"setCount\":0}", ENFOLD_NUL, &task, &problem));
  try_handle(runtime, ENFOLD_BAD_HANDLE, false, true, true, true, true);
  try_handle(plugin, ENFOLD_BAD_HANDLE, true, false, true, true, true);
  try_handle(store, ENFOLD_BAD_HANDLE, true, true, false, true, true);
  try_handle(task, ENFOLD_BAD_HANDLE, true, true, true, false, true);
  watcher.releases = 0;
  CHECK_FAILS(enfold_task_on_end(task, NULL, &watcher, released, &problem), ENFOLD_INVALID, "fn is NULL");
  CHECK_INT(watcher.releases, 1);
  try_handle(subscription, ENFOLD_BAD_HANDLE, true, true, true, true, false);
  CHECK_FAILS(enfold_store_close(task, &problem), ENFOLD_BAD_HANDLE, "a task handle; a store handle is needed");
  watcher.releases = 0;
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_INT(watcher.releases, 1);
  CHECK_OK(enfold_task_release(task, &problem));
  try_handle(task, ENFOLD_STALE, false, false, false, true, false);
  try_handle(subscription, ENFOLD_STALE, false, false, false, false, true);
}

static void closed_handles_are_stale(void) {
  try_handle(closed_runtime, ENFOLD_STALE, true, false, false, false, false);
  try_handle(closed_store, ENFOLD_STALE, false, false, true, false, false);
}

static void stale_handles_stay_stale_when_their_place_is_used_again(void) {
  enfold_store handle = 0;
  for (int i = 0; i < 1000; i++) {
    enfold_store again = open_store(runtime, "Counter");
    CHECK(again != handle);
    handle = again;
    CHECK_OK(enfold_store_close(handle, &problem));
    CHECK_FAILS(enfold_store_close(closed_store, &problem), ENFOLD_STALE, "closed");
  }
}

static void missing_results_are_named(void) {
  CHECK_FAILS(enfold_runtime_open(NULL, 0, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_runtime_fd(runtime, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_runtime_stats(runtime, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_plugin_load(runtime, counter_plugin(), NULL, 0, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_plugin_info(0, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_runtime_features(runtime, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_store_open(runtime, "Counter", NULL, 0, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_store_state(store, NULL, 0, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_store_revision(store, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_store_scope(store, NULL, 0, NULL, 0, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  void (*function)(void) = NULL;
  CHECK_FAILS(enfold_store_callback(store, "void f(void)", "1", 1, NULL, 0, NULL, NULL, &problem), ENFOLD_INVALID,
              "fn is NULL");
  CHECK_FAILS(enfold_store_callback(store, NULL, "1", 1, NULL, 0, &function, NULL, &problem), ENFOLD_INVALID,
              "prototype is NULL");
  CHECK_FAILS(enfold_store_callback(store, "void f(void)", NULL, 0, NULL, 0, &function, NULL, &problem), ENFOLD_INVALID,
              "action is NULL");
  CHECK_FAILS(enfold_json_quote("text", ENFOLD_NUL, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_patch_apply("1", 1, "[]", 2, NULL, 0, NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_shared_get(runtime, "key", NULL, &problem), ENFOLD_INVALID, "out is NULL");
  CHECK_FAILS(enfold_shared_replace(runtime, "key", "1", 1, "2", 1, NULL, &problem), ENFOLD_INVALID, "done is NULL");
}

static void missing_texts_are_named(void) {
  enfold_store made = 77;
  enfold_string text = {0};
  CHECK_FAILS(enfold_plugin_load(runtime, NULL, NULL, 0, &made, &problem), ENFOLD_INVALID, "path is NULL");
  CHECK_FAILS(enfold_store_open(runtime, NULL, NULL, 0, &made, &problem), ENFOLD_INVALID, "feature is NULL");
  CHECK_FAILS(enfold_store_open(runtime, "", NULL, 0, &made, &problem), ENFOLD_INVALID, "feature is empty");
  CHECK_FAILS(enfold_json_quote(NULL, 0, &text, &problem), ENFOLD_INVALID, "text is NULL");
  CHECK_FAILS(enfold_json_quote("text", SIZE_MAX - 1, &text, &problem), ENFOLD_INVALID, "out of range");
  CHECK_FAILS(enfold_patch_apply(NULL, 0, "[]", 2, NULL, 0, &text, &problem), ENFOLD_INVALID, "document is NULL");
  CHECK_FAILS(enfold_patch_apply("1", 1, NULL, 0, NULL, 0, &text, &problem), ENFOLD_INVALID, "patch is NULL");
  CHECK_FAILS(enfold_patch_apply("1", 1, "[]", 2, NULL, 5, &text, &problem), ENFOLD_INVALID, "options is NULL");
  CHECK_FAILS(enfold_store_send(store, NULL, 0, NULL, &problem), ENFOLD_INVALID, "action is NULL");
  CHECK_FAILS(enfold_store_send(store, NULL, ENFOLD_NUL, NULL, &problem), ENFOLD_INVALID, "action is NULL");
  CHECK_FAILS(enfold_store_send(store, "\"increment\"", SIZE_MAX - 1, NULL, &problem), ENFOLD_INVALID, "out of range");
  CHECK_FAILS(enfold_store_send_batch(store, NULL, 5, NULL, &problem), ENFOLD_INVALID, "actions is NULL");
  CHECK_FAILS(enfold_runtime_open(NULL, 5, &made, &problem), ENFOLD_INVALID, "options is NULL, but its length");
  CHECK_FAILS(enfold_store_open(runtime, "Counter", NULL, 5, &made, &problem), ENFOLD_INVALID, "options is NULL");
  CHECK_FAILS(enfold_store_state(store, NULL, 5, &text, &problem), ENFOLD_INVALID, "pointer is NULL");
  watcher.releases = 0;
  CHECK_FAILS(enfold_store_observe(store, NULL, 5, NULL, 0, record, &watcher, released, NULL, &problem), ENFOLD_INVALID,
              "pointer is NULL");
  CHECK_INT(watcher.releases, 1);
  watcher.releases = 0;
  CHECK_FAILS(enfold_store_observe(store, NULL, 0, NULL, 5, record, &watcher, released, NULL, &problem), ENFOLD_INVALID,
              "options is NULL");
  CHECK_INT(watcher.releases, 1);
  watcher.releases = 0;
  CHECK_FAILS(enfold_store_observe(store, NULL, 0, NULL, 0, NULL, &watcher, released, NULL, &problem), ENFOLD_INVALID,
              "fn is NULL");
  CHECK_INT(watcher.releases, 1);
  watcher.releases = 0;
  CHECK_FAILS(enfold_store_observe_actions(store, NULL, 5, record, &watcher, released, NULL, &problem), ENFOLD_INVALID,
              "options is NULL");
  CHECK_INT(watcher.releases, 1);
  watcher.releases = 0;
  CHECK_FAILS(enfold_store_observe_actions(store, NULL, 0, NULL, &watcher, released, NULL, &problem), ENFOLD_INVALID,
              "fn is NULL");
  CHECK_INT(watcher.releases, 1);
  CHECK_FAILS(enfold_store_set(store, "/count", ENFOLD_NUL, NULL, 0, NULL, 0, &problem), ENFOLD_INVALID, "value is NULL");
  CHECK_FAILS(enfold_store_set(store, NULL, 5, "1", 1, NULL, 0, &problem), ENFOLD_INVALID, "pointer is NULL");
  CHECK_FAILS(enfold_store_set(store, "/count", ENFOLD_NUL, "1", 1, NULL, 5, &problem), ENFOLD_INVALID, "options is NULL");
  CHECK_FAILS(enfold_store_break(store, NULL, 0, &made, &problem), ENFOLD_INVALID, "exactly one of");
  CHECK_FAILS(enfold_store_break(store, NULL, 5, &made, &problem), ENFOLD_INVALID, "options is NULL");
  CHECK_FAILS(enfold_store_break(store, "{}", SIZE_MAX - 1, &made, &problem), ENFOLD_INVALID, "out of range");
  watcher.releases = 0;
  CHECK_FAILS(enfold_runtime_trace(runtime, NULL, 0, NULL, &watcher, released, &made, &problem), ENFOLD_INVALID, "fn is NULL");
  CHECK_INT(watcher.releases, 1);
  CHECK_FAILS(enfold_runtime_trace(runtime, NULL, 5, on_entry, &watcher, released, &made, &problem), ENFOLD_INVALID,
              "options is NULL");
  CHECK_INT(watcher.releases, 2);
  CHECK_FAILS(enfold_runtime_trace(runtime, "{}", SIZE_MAX - 1, on_entry, NULL, NULL, &made, &problem), ENFOLD_INVALID,
              "out of range");
  CHECK_FAILS(enfold_runtime_trace_end(runtime, 0, &problem), ENFOLD_NOT_FOUND, "the runtime has no reader 0");
  CHECK_FAILS(enfold_runtime_record(runtime, NULL, NULL, 0, &problem), ENFOLD_NOT_FOUND, "the runtime is not recorded");
  CHECK_FAILS(enfold_runtime_record(runtime, "", NULL, 0, &problem), ENFOLD_INVALID, "the name of a new file is needed");
  CHECK_FAILS(enfold_runtime_record(runtime, "x%q", NULL, 0, &problem), ENFOLD_INVALID, "behind % comes p");
  CHECK_FAILS(enfold_runtime_record(runtime, "\xff", NULL, 0, &problem), ENFOLD_INVALID, "path is not UTF-8");
  CHECK_FAILS(enfold_runtime_record(runtime, "/nonexistent/x", NULL, 0, &problem), ENFOLD_IO, "/nonexistent/x cannot be made");
  CHECK_FAILS(enfold_runtime_record(runtime, "x", "{\"byte\":1}", ENFOLD_NUL, &problem), ENFOLD_INVALID, "byte");
  CHECK_FAILS(enfold_runtime_inspect(runtime, "{\"off\":true}", ENFOLD_NUL, NULL, &problem), ENFOLD_NOT_FOUND,
              "the runtime is not inspected");
  CHECK_FAILS(enfold_runtime_inspect(runtime, "{\"look\":1}", ENFOLD_NUL, NULL, &problem), ENFOLD_INVALID, "control, off, bytes");
  CHECK_FAILS(enfold_runtime_inspect(runtime, "{\"control\":1}", ENFOLD_NUL, NULL, &problem), ENFOLD_INVALID, "control");
  CHECK_FAILS(enfold_runtime_inspect(runtime, "{", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_FAILS(enfold_runtime_mark(runtime, NULL, 0, &problem), ENFOLD_INVALID, "text is NULL; a text is needed");
  CHECK_FAILS(enfold_runtime_mark(runtime, "x", SIZE_MAX - 1, &problem), ENFOLD_INVALID, "out of range");
  CHECK_FAILS(enfold_runtime_mark(runtime, "", ENFOLD_NUL, &problem), ENFOLD_INVALID, "text has 0 bytes; a mark has 1 to 4096");
  CHECK_FAILS(enfold_runtime_mark(runtime, "x\xff", ENFOLD_NUL, &problem), ENFOLD_INVALID, "text is not UTF-8");
  CHECK_INT(problem.offset, 1);
  CHECK_FAILS(enfold_store_scope(store, NULL, 5, NULL, 0, &made, &problem), ENFOLD_INVALID, "pointer is NULL");
  CHECK_FAILS(enfold_store_scope(store, NULL, 0, NULL, 5, &made, &problem), ENFOLD_INVALID, "action is NULL");
  static const int32_t levels[] = {0, 5, -1, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    watcher.releases = 0;
    CHECK_FAILS(enfold_runtime_log(runtime, levels[i], on_log, &watcher, released, &problem), ENFOLD_INVALID, "level is ");
    CHECK_INT(watcher.releases, 1);
  }
  CHECK_INT(made, 77);
}

/* What an observer of a shared value is refused for: its release runs. */
static void refuse_shared(const char *key, const char *options, size_t length, enfold_observer_fn fn,
                          enfold_status status, const char *part) {
  enfold_subscription made = 77;
  watcher.releases = 0;
  CHECK_FAILS(enfold_shared_observe(runtime, key, options, length, fn, &watcher, released, &made, &problem), status, part);
  CHECK_INT(watcher.releases, 1);
  CHECK_INT(made, 77);
}

/* shared.c tells what is refused for a value that is there. */
static void shared_values_that_nobody_uses(void) {
  static const char *const keys[] = {"key", "", "org.enfold.counter/Counter.State.count", "\xe2\x82\xac"};
  static const char *const bad[] = {"\xff", "key\xed\xa0\x80", "\xc0\xaf"};
  enfold_string text = {(char *)1, 77};
  uint32_t done = 77;
  int events = watcher.events;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    CHECK_FAILS(enfold_shared_get(runtime, keys[i], &text, &problem), ENFOLD_NOT_FOUND, keys[i]);
    CHECK_FAILS(enfold_shared_set(runtime, keys[i], "1", 1, &problem), ENFOLD_NOT_FOUND, keys[i]);
    CHECK_FAILS(enfold_shared_replace(runtime, keys[i], "1", 1, "2", 1, &done, &problem), ENFOLD_NOT_FOUND, keys[i]);
    refuse_shared(keys[i], NULL, 0, record, ENFOLD_NOT_FOUND, keys[i]);
    refuse_shared(keys[i], NULL, 0, NULL, ENFOLD_INVALID, "fn is NULL");
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK_FAILS(enfold_shared_get(runtime, bad[i], &text, &problem), ENFOLD_INVALID, "key is not UTF-8");
    CHECK_INT(problem.offset, i == 1 ? 3 : 0);
    CHECK_FAILS(enfold_shared_set(runtime, bad[i], "1", 1, &problem), ENFOLD_INVALID, "key is not UTF-8");
    CHECK_FAILS(enfold_shared_replace(runtime, bad[i], "1", 1, "2", 1, &done, &problem), ENFOLD_INVALID,
                "key is not UTF-8");
    refuse_shared(bad[i], NULL, 0, record, ENFOLD_INVALID, "key is not UTF-8");
  }
  CHECK_FAILS(enfold_shared_get(runtime, NULL, &text, &problem), ENFOLD_INVALID, "key is NULL");
  CHECK_FAILS(enfold_shared_set(runtime, NULL, "1", 1, &problem), ENFOLD_INVALID, "key is NULL");
  CHECK_FAILS(enfold_shared_replace(runtime, NULL, "1", 1, "2", 1, &done, &problem), ENFOLD_INVALID, "key is NULL");
  refuse_shared(NULL, NULL, 0, record, ENFOLD_INVALID, "key is NULL");
  CHECK_FAILS(enfold_shared_set(runtime, "key", NULL, 0, &problem), ENFOLD_INVALID, "json is NULL");
  CHECK_FAILS(enfold_shared_set(runtime, "key", NULL, 5, &problem), ENFOLD_INVALID, "json is NULL");
  CHECK_FAILS(enfold_shared_set(runtime, "key", "1", SIZE_MAX - 1, &problem), ENFOLD_INVALID, "out of range");
  CHECK_FAILS(enfold_shared_replace(runtime, "key", NULL, ENFOLD_NUL, "2", 1, &done, &problem), ENFOLD_INVALID,
              "expected is NULL");
  CHECK_FAILS(enfold_shared_replace(runtime, "key", "1", SIZE_MAX - 1, "2", 1, &done, &problem), ENFOLD_INVALID,
              "out of range");
  CHECK_FAILS(enfold_shared_replace(runtime, "key", "1", 1, NULL, 0, &done, &problem), ENFOLD_INVALID, "json is NULL");
  refuse_shared("key", NULL, 5, record, ENFOLD_INVALID, "options is NULL");
  refuse_shared("key", "{\"initial\":1}", ENFOLD_NUL, record, ENFOLD_INVALID, "options");
  refuse_shared("key", "{\"nope\":1}", ENFOLD_NUL, record, ENFOLD_INVALID, "unknown key \"nope\"");
  refuse_shared("key", "{\"skipNull\":true,\"value\":false}", ENFOLD_NUL, record, ENFOLD_INVALID, "needs \"value\"");
  refuse_shared("key", "{", ENFOLD_NUL, record, ENFOLD_BAD_JSON, "options");
  static const char *const others[] = {"{\"patch\":true}", "{\"action\":true}", "{\"coalesce\":\"drain\"}",
                                       "{\"filter\":\"pulse\"}"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    refuse_shared("key", others[i], ENFOLD_NUL, record, ENFOLD_UNSUPPORTED, "for stores");
  CHECK(text.data == (char *)1 && text.length == 77);
  CHECK_INT(done, 77);
  CHECK_INT(watcher.events, events);
}

/* What a handler is refused for: its release runs. */
static void refuse_handler(const char *name, enfold_request_fn fn, const char *part) {
  watcher.releases = 0;
  CHECK_FAILS(enfold_runtime_handle(runtime, name, fn, NULL, &watcher, released, &problem), ENFOLD_INVALID, part);
  CHECK_INT(watcher.releases, 1);
}

static void names_of_requests_that_are_none(void) {
  static const char *const bad[] = {"\xff", "key\xed\xa0\x80", "\xc0\xaf"};
  for (int has_fn = 0; has_fn < 2; has_fn++) {
    enfold_request_fn fn = has_fn ? on_request : NULL;
    refuse_handler(NULL, fn, "name is NULL");
    refuse_handler("", fn, "name is");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
      refuse_handler(bad[i], fn, "name is not UTF-8");
      CHECK_INT(problem.offset, i == 1 ? 3 : 0);
    }
  }
  /* What nobody asks for can be handled, and what nobody handles can be given up. */
  CHECK_OK(enfold_runtime_handle(runtime, "nobody \xe2\x82\xac", on_request, NULL, NULL, NULL, &problem));
  CHECK_OK(enfold_runtime_handle(runtime, "nobody \xe2\x82\xac", NULL, NULL, NULL, NULL, &problem));
  watcher.releases = 0;
  CHECK_OK(enfold_runtime_handle(runtime, "nobody", NULL, NULL, &watcher, released, &problem));
  CHECK_INT(watcher.releases, 1);
  CHECK_OK(enfold_runtime_handle(runtime, "nobody", NULL, NULL, NULL, NULL, NULL));
}

static void errors_need_not_be_wanted(void) {
  struct {
    enfold_error error;
    char behind[8];
  } small;
  CHECK_INT(enfold_store_close(0, NULL), ENFOLD_BAD_HANDLE);
  CHECK_INT(enfold_store_send(store, "\"x\"", ENFOLD_NUL, NULL, NULL), ENFOLD_BAD_ACTION);
  CHECK_INT(enfold_runtime_open(NULL, 0, NULL, NULL), ENFOLD_INVALID);
  /* An error of another size is filled as far as it goes. */
  for (uint32_t size = 0; size <= sizeof small.error; size++) {
    memset(&small, 'x', sizeof small);
    small.error.struct_size = size;
    CHECK_INT(enfold_store_close(0, &small.error), ENFOLD_BAD_HANDLE);
    if (size >= 8) CHECK_INT(small.error.code, ENFOLD_BAD_HANDLE);
    for (uint32_t i = size; i < sizeof small; i++)
      if (i >= sizeof small.error.struct_size) CHECK_INT(((char *)&small)[i], 'x');
    if (size > offsetof(enfold_error, message))
      CHECK(memchr(small.error.message, 0, size - offsetof(enfold_error, message)) != NULL);
  }
}

static void texts_that_are_not_json_change_nothing(void) {
  static const char *const texts[] = {"", " ", "{", "{\"increment\":", "\"increment", "{\"increment\":{}} x",
                                      "{'increment':1}", "[1,", "\"\xff\xfe\"", "nul", "{\"setCount\":5]"};
  uint64_t before = revision(store);
  int events = watcher.events;
  size_t accepted = 77;
  enfold_task task = 77;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    CHECK_FAILS(enfold_store_send(store, texts[i], strlen(texts[i]), &task, &problem), ENFOLD_BAD_JSON, "");
    CHECK(problem.offset <= strlen(texts[i]));
    CHECK_FAILS(enfold_store_send_batch(store, texts[i], strlen(texts[i]), &accepted, &problem), ENFOLD_BAD_JSON, "");
  }
  CHECK_FAILS(enfold_store_send(store, "{\"increment\":{}} x", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_INT(problem.offset, 17);
  CHECK_INT(task, 77);
  CHECK_INT(accepted, 77);
  CHECK_INT(revision(store), before);
  CHECK_INT(watcher.events, events);
}

static void actions_that_are_none_change_nothing(void) {
  static const char *const texts[] = {"\"explode\"", "{\"explode\":{}}", "5", "[]", "null", "{}",
                                      "{\"setCount\":\"x\"}", "{\"setCount\":1.5}", "\"setCount\""};
  uint64_t before = revision(store);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    CHECK_FAILS(enfold_store_send(store, texts[i], ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "");
  CHECK_FAILS(enfold_store_send_batch(store, "[\"increment\",\"explode\"]", ENFOLD_NUL, NULL, &problem),
              ENFOLD_BAD_ACTION, "explode");
  CHECK_INT(revision(store), before);
}

static void texts_beyond_the_limits_are_refused(void) {
  size_t size = 100u << 20, depth = 100000;
  uint64_t before = revision(store);
  char *text = malloc(size + 1);
  enfold_runtime made = 77;
  enfold_store opened = 77;
  CHECK(text != NULL);
  memset(text, ' ', size);
  text[size] = '\0';
  memcpy(text, "\"increment\"", 11);
  CHECK_FAILS(enfold_store_send(store, text, size, NULL, &problem), ENFOLD_LIMIT, "67108864");
  CHECK_FAILS(enfold_store_send(store, text, ENFOLD_NUL, NULL, &problem), ENFOLD_LIMIT, "");
  CHECK_FAILS(enfold_store_send_batch(store, text, size, NULL, &problem), ENFOLD_LIMIT, "");
  CHECK_FAILS(enfold_runtime_open(text, size, &made, &problem), ENFOLD_LIMIT, "options");
  CHECK_FAILS(enfold_store_open(runtime, "Counter", text, size, &opened, &problem), ENFOLD_LIMIT, "options");
  CHECK_FAILS(enfold_store_break(store, text, size, &opened, &problem), ENFOLD_LIMIT, "options");
  CHECK_FAILS(enfold_runtime_trace(runtime, text, size, on_entry, NULL, NULL, &opened, &problem), ENFOLD_LIMIT, "options");
  memset(text, '[', depth);
  text[depth] = '\0';
  CHECK_FAILS(enfold_store_send(store, text, ENFOLD_NUL, NULL, &problem), ENFOLD_LIMIT, "");
  CHECK_FAILS(enfold_store_send_batch(store, text, ENFOLD_NUL, NULL, &problem), ENFOLD_LIMIT, "");
  memcpy(text, "{\"state\":", 9);
  CHECK_FAILS(enfold_store_open(runtime, "Counter", text, ENFOLD_NUL, &opened, &problem), ENFOLD_LIMIT, "options");
  memcpy(text, "{\"loop\": ", 9);
  CHECK_FAILS(enfold_runtime_open(text, ENFOLD_NUL, &made, &problem), ENFOLD_LIMIT, "options");
  memcpy(text, "{\"path\": ", 9);
  CHECK_FAILS(enfold_store_break(store, text, ENFOLD_NUL, &opened, &problem), ENFOLD_LIMIT, "options");
  memcpy(text, "{\"bytes\":", 9);
  CHECK_FAILS(enfold_runtime_trace(runtime, text, ENFOLD_NUL, on_entry, NULL, NULL, &opened, &problem), ENFOLD_LIMIT, "options");
  free(text);
  CHECK_INT(revision(store), before);
  CHECK_INT(made, 77);
  CHECK_INT(opened, 77);
}

static void options_are_checked(void) {
  static const struct {
    const char *options;
    enfold_status status;
    const char *part;
  } bad[] = {{"{\"lop\":1}", ENFOLD_INVALID, "unknown key \"lop\"; known: loop, clock, environment, limits, shared"},
             {"{\"loop\":\"fast\"}", ENFOLD_INVALID, "\"loop\" is \"fast\"; known: \"inline\", \"host\""},
             {"{\"loop\":7}", ENFOLD_INVALID, "options"},
             {"{\"limits\":{\"bytes\":0}}", ENFOLD_INVALID, "\"bytes\" is 0"},
             {"{\"limits\":{\"byte\":5}}", ENFOLD_INVALID, "unknown key \"byte\"; known: depth, bytes, queue"},
             {"{\"limits\":{\"depth\":-1}}", ENFOLD_INVALID, "options"},
             {"{\"environment\":\"prod\"}", ENFOLD_INVALID, "\"live\", \"preview\", \"test\""},
             {"{\"shared\":{\"directory\":\"here\"}}", ENFOLD_INVALID, "\"directory\" is \"here\""},
             {"{\"shared\":{\"directory\":\"\"}}", ENFOLD_INVALID, "an absolute path"},
             {"{\"shared\":{\"directory\":\"/\\u0000\"}}", ENFOLD_INVALID, "without NUL"},
             {"{\"shared\":{\"directory\":1}}", ENFOLD_INVALID, "options"},
             {"{\"shared\":{\"folder\":\"/\"}}", ENFOLD_INVALID, "unknown key \"folder\"; known: directory"},
             {"{\"shared\":\"/\"}", ENFOLD_INVALID, "options"},
             {"[]", ENFOLD_INVALID, "an object"},
             {" ", ENFOLD_BAD_JSON, "options"},
             {"{\"loop\":\"host\"", ENFOLD_BAD_JSON, "options"},
             {"{\"lop\":1} x", ENFOLD_BAD_JSON, "options"},
             {"{\"loop\":\"host\"}}", ENFOLD_BAD_JSON, "options"}};
  enfold_runtime made = 77;
  enfold_store opened = 77;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK_FAILS(enfold_runtime_open(bad[i].options, strlen(bad[i].options), &made, &problem), bad[i].status,
                bad[i].part);
    CHECK(problem.offset <= strlen(bad[i].options));
  }
  CHECK_FAILS(enfold_plugin_load(runtime, counter_plugin(), "{\"x\":1}", ENFOLD_NUL, &opened, &problem), ENFOLD_INVALID,
              "unknown key \"x\"; known: replace");
  CHECK_FAILS(enfold_store_open(runtime, "Counter", "{\"stat\":{}}", ENFOLD_NUL, &opened, &problem), ENFOLD_INVALID,
              "unknown key \"stat\"; known: dependencies, effects, name, state, stub, unknownKeys");
  CHECK_FAILS(enfold_store_open(runtime, "Counter", "{\"state\":[]}", ENFOLD_NUL, &opened, &problem), ENFOLD_BAD_STATE, "");
  CHECK_FAILS(enfold_runtime_trace(runtime, "{\"byte\":1}", ENFOLD_NUL, on_entry, NULL, NULL, &opened, &problem), ENFOLD_INVALID,
              "unknown key \"byte\"; known: bytes");
  static const struct {
    const char *options, *part;
  } observing[] = {
      {"{\"coalesc\":\"drain\"}",
       "unknown key \"coalesc\"; known: initial, filter, coalesce, value, patch, old, action, skipNull"},
      {"{\"filter\":\"puls\"}", "\"filter\" is \"puls\"; known: \"distinct\", \"raw\", \"pulse\""},
      {"{\"coalesce\":true}", "a boolean where a string is expected"},
      {"{\"coalesce\":\"commit\"}", "\"coalesce\" is \"commit\"; known: \"none\", \"drain\""},
      {"{\"skipNull\":1}", "options"},
      {"{\"patch\":\"named\"}", "\"patch\" is \"named\"; known: \"keyed\""},
      {"{\"patch\":1}", "options"},
      {"{\"old\":true}", "\"old\" needs \"patch\""},
      {"{\"skipNull\":true,\"value\":false}", "\"skipNull\" needs \"value\""},
      {"{\"value\":false,\"skipNull\":true}", "\"skipNull\" needs \"value\""}};
  watcher.releases = 0;
  for (size_t i = 0; i < sizeof observing / sizeof *observing; i++) {
    CHECK_FAILS(enfold_store_observe(store, "/count", ENFOLD_NUL, observing[i].options, ENFOLD_NUL, record, &watcher,
                                     released, &opened, &problem),
                ENFOLD_INVALID, observing[i].part);
    CHECK_INT(watcher.releases, i + 1);
  }
  static const struct {
    const char *options, *part;
  } acting[] = {{"{\"initial\":true}", "unknown key \"initial\"; known: phase, state, mutations"},
                {"{\"phase\":\"done\"}", "\"phase\" is \"done\"; known: \"reduced\", \"finished\""},
                {"{\"state\":{}}", "an object where a string is expected"},
                {"{\"mutations\":1}", "a number where a boolean is expected"},
                {"{\"mutations\":null}", "null where a boolean is expected"}};
  for (size_t i = 0; i < sizeof acting / sizeof *acting; i++) {
    watcher.releases = 0;
    CHECK_FAILS(enfold_store_observe_actions(store, acting[i].options, ENFOLD_NUL, record, &watcher, released, &opened,
                                             &problem),
                ENFOLD_INVALID, acting[i].part);
    CHECK_INT(watcher.releases, 1);
  }
  CHECK_INT(made, 77);
  CHECK_INT(opened, 77);
}

static void pointers_to_nothing_are_refused(void) {
  enfold_string text = {(char *)1, 77};
  CHECK_FAILS(enfold_store_state(store, "/nowhere", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "");
  CHECK_FAILS(enfold_store_state(store, "count", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "");
  CHECK_FAILS(enfold_store_state(store, "/count/deeper", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "");
  CHECK_FAILS(enfold_store_state(store, "/\xff", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "");
  CHECK(text.data == (char *)1 && text.length == 77);
}

static void long_messages_are_cut_between_characters(void) {
  enum { count = 2000 };
  static char name[3 * count + 1];
  enfold_store opened = 0;
  for (int i = 0; i < count; i++) memcpy(name + 3 * i, "\xe2\x82\xac", 3);
  CHECK_FAILS(enfold_store_open(runtime, name, NULL, 0, &opened, &problem), ENFOLD_NOT_FOUND, "no feature");
  size_t length = strlen(problem.message);
  CHECK(length > sizeof problem.message - 5);
  CHECK(memcmp(problem.message + length - 3, "\xe2\x82\xac", 3) == 0);
}

static void statuses_have_names_and_messages(void) {
  CHECK_TEXT(enfold_version(), "0.1.0");
  CHECK_INT(enfold_abi_version(), ENFOLD_ABI_VERSION);
#define CHECK_NAME(name, value, text)                  \
  CHECK_TEXT(enfold_status_name(value), #name);        \
  CHECK_TEXT(enfold_status_message(value), text);
  ENFOLD_STATUS_MAP(CHECK_NAME)
#undef CHECK_NAME
  CHECK_TEXT(enfold_status_name(12345), "ENFOLD_UNKNOWN");
  CHECK_TEXT(enfold_status_name(INT32_MIN), "ENFOLD_UNKNOWN");
  CHECK(strlen(enfold_status_message(-12345)) > 0);
  enfold_string_free(NULL);
}

int main(void) {
  runtime = open_runtime_with(NULL, counter_plugin());
  store = open_store(runtime, "Counter");
  closed_store = open_store(runtime, "Counter");
  CHECK_OK(enfold_store_close(closed_store, &problem));
  closed_runtime = open_runtime(NULL);
  CHECK_OK(enfold_runtime_close(closed_runtime, &problem));
  RUN(handles_that_are_none_are_bad);
  RUN(handles_of_another_kind_are_bad);
  RUN(closed_handles_are_stale);
  RUN(stale_handles_stay_stale_when_their_place_is_used_again);
  RUN(missing_results_are_named);
  RUN(missing_texts_are_named);
  RUN(shared_values_that_nobody_uses);
  RUN(names_of_requests_that_are_none);
  RUN(errors_need_not_be_wanted);
  RUN(texts_that_are_not_json_change_nothing);
  RUN(actions_that_are_none_change_nothing);
  RUN(texts_beyond_the_limits_are_refused);
  RUN(options_are_checked);
  RUN(pointers_to_nothing_are_refused);
  RUN(long_messages_are_cut_between_characters);
  RUN(statuses_have_names_and_messages);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
