/* calls.c: see calls.h. A call puts what it makes into the world, so that it can be looked at and closed. */
#include "calls.h"

#include <enfold_plugin.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "outcome.h"

#define INLINE NULL
#define HOST "{\"loop\":\"host\"}"
#define CALL(name) static enfold_status name(world *w, enfold_error *error)
#define PREPARE(name) static void name(world *w)

static enfold_status send_text(world *w, const char *action, enfold_task *task, enfold_error *error) {
  return enfold_store_send(w->store, action, ENFOLD_NUL, task, error);
}

static void must_send(world *w, const char *action, enfold_task *task) {
  if (send_text(w, action, task, NULL) < 0) outcome_fail("cannot prepare: %s is refused", action);
}

/* ---- Library ----------------------------------------------------------------------------------------------------- */

/* These have no status; what they return is compared. */
CALL(version) {
  (void)w;
  (void)error;
  return enfold_version()[0] != '\0' ? ENFOLD_OK : ENFOLD_FAILED;
}
CALL(abi_version) {
  (void)w;
  (void)error;
  return enfold_abi_version() == ENFOLD_ABI_VERSION ? ENFOLD_OK : ENFOLD_FAILED;
}
CALL(status_name) {
  (void)w;
  (void)error;
  return strcmp(enfold_status_name(ENFOLD_IO), "ENFOLD_IO") == 0 ? ENFOLD_OK : ENFOLD_FAILED;
}
CALL(status_message) {
  (void)w;
  (void)error;
  return enfold_status_message(-999)[0] != '\0' ? ENFOLD_OK : ENFOLD_FAILED;
}
PREPARE(has_text) { enfold_runtime_stats(w->runtime, &w->text, NULL); }
CALL(string_free) {
  (void)error;
  enfold_string_free(&w->text);
  return w->text.data == NULL && w->text.length == 0 ? ENFOLD_OK : ENFOLD_FAILED;
}

CALL(quote) { return enfold_json_quote("say \"hi\"", ENFOLD_NUL, &w->text, error); }
CALL(quote_bytes) { return enfold_json_quote("\xff", 1, &w->text, error); }
#define APPLY(patch, options) \
  enfold_patch_apply("[{\"id\":1},{\"id\":2}]", ENFOLD_NUL, patch, ENFOLD_NUL, options, ENFOLD_NUL, &w->text, error)
CALL(apply) { return APPLY("[{\"op\":\"move\",\"path\":\"/id=2\",\"after\":null}]", NULL); }
CALL(apply_revert) { return APPLY("[{\"op\":\"replace\",\"path\":\"/id=1\",\"value\":0,\"old\":7}]", "{\"revert\":true}"); }
CALL(apply_nothing) { return APPLY("[{\"op\":\"remove\",\"path\":\"/0\"},{\"op\":\"remove\",\"path\":\"/id=1\"}]", NULL); }

/* ---- Runtime and event loop -------------------------------------------------------------------------------------- */

CALL(open_inline) { return enfold_runtime_open(NULL, 0, &w->other_runtime, error); }
CALL(open_host) { return enfold_runtime_open(HOST, ENFOLD_NUL, &w->other_runtime, error); }
CALL(open_options) {
  const char *options = "{\"loop\":\"host\",\"environment\":\"test\","
                        "\"limits\":{\"depth\":64,\"bytes\":4096,\"queue\":16}}";
  return enfold_runtime_open(options, ENFOLD_NUL, &w->other_runtime, error);
}
CALL(open_reading) {
  const char *options = "{\"stats\":true,\"redact\":[\"/user/token\",\"/cards/*/note\",\"action:/login/password\","
                        "\"request:login/password\",\"dependency:uuid\"]}";
  return enfold_runtime_open(options, ENFOLD_NUL, &w->other_runtime, error);
}
CALL(open_wrong_pattern) {
  return enfold_runtime_open("{\"redact\":[\"/user/token\",\"login\"]}", ENFOLD_NUL, &w->other_runtime, error);
}
CALL(open_unknown) { return enfold_runtime_open("{\"lop\":1}", ENFOLD_NUL, &w->other_runtime, error); }
CALL(close_runtime) { return enfold_runtime_close(w->runtime, error); }
CALL(close_no_runtime) { return enfold_runtime_close(w->store, error); }
CALL(get_fd) { return enfold_runtime_fd(w->runtime, &w->number, error); }
CALL(increment) { return send_text(w, "\"increment\"", NULL, error); }
CALL(batch) {
  return enfold_store_send_batch(w->store, "[\"increment\",{\"setCount\":7}]", ENFOLD_NUL, &w->count, error);
}
PREPARE(has_queued) { elsewhere(w, increment); }
PREPARE(has_queued_batch) { elsewhere(w, batch); }
CALL(pump) { return enfold_runtime_pump(w->runtime, 0, NULL, error); }
CALL(pump_one) { return enfold_runtime_pump(w->runtime, 1, NULL, error); }
PREPARE(has_log) {
  enfold_runtime_log(w->runtime, ENFOLD_LOG_DEBUG, watch_log, &w->present, watch_release, NULL);
}
PREPARE(has_other_loop_thread) { world_move_loop(w); }
PREPARE(has_log_and_other_loop_thread) {
  has_log(w);
  world_move_loop(w);
}
CALL(flush_runtime) { return enfold_runtime_flush(w->runtime, error); }
CALL(end_runtime) { return enfold_runtime_end(w->runtime, "{\"wait\":3000}", ENFOLD_NUL, error); }
CALL(end_runtime_soon) { return enfold_runtime_end(w->runtime, "{\"wait\":1}", ENFOLD_NUL, error); }
CALL(wait_runtime) { return enfold_runtime_wait(w->runtime, 3000, error); }
CALL(advance) { return enfold_clock_advance(w->runtime, 1000, error); }
CALL(stats) { return enfold_runtime_stats(w->runtime, &w->text, error); }
CALL(set_log) { return enfold_runtime_log(w->runtime, ENFOLD_LOG_DEBUG, watch_log, give(w), watch_release, error); }
CALL(log_level) { return enfold_runtime_log(w->runtime, 7, watch_log, give(w), watch_release, error); }
CALL(log_none) { return enfold_runtime_log(w->runtime, ENFOLD_LOG_DEBUG, NULL, NULL, NULL, error); }

/* The one that was added last. */
static uint64_t reader;
static void read_nothing(void *user, const char *entry, size_t length) { (void)user, (void)entry, (void)length; }
static enfold_status trace_as(world *w, const char *options, watcher *user, enfold_error *error) {
  return enfold_runtime_trace(w->runtime, options, options == NULL ? 0 : ENFOLD_NUL, watch_entry, user, watch_release, &reader,
                              error);
}
PREPARE(has_reader) {
  if (trace_as(w, NULL, give(w), NULL) < 0) outcome_fail("cannot prepare: no reader");
}
PREPARE(has_reader_elsewhere) {
  has_reader(w);
  world_move_loop(w);
}
/* Of which nothing is noted. */
PREPARE(has_other_reader) {
  if (enfold_runtime_trace(w->runtime, NULL, 0, read_nothing, NULL, NULL, NULL, NULL) < 0)
    outcome_fail("cannot prepare: no reader");
}
PREPARE(has_two_readers) {
  has_other_reader(w);
  has_reader(w);
}
PREPARE(has_told_reader) {
  has_reader(w);
  must_send(w, "\"increment\"", NULL);
}
CALL(trace_runtime) { return trace_as(w, NULL, give(w), error); }
CALL(trace_little) { return trace_as(w, "{\"bytes\":4096}", give(w), error); }
CALL(trace_unknown) { return trace_as(w, "{\"byte\":4096}", give(w), error); }
CALL(trace_no_json) { return trace_as(w, "{\"bytes\":", give(w), error); }
CALL(trace_no_function) {
  return enfold_runtime_trace(w->runtime, NULL, 0, NULL, give(w), watch_release, &reader, error);
}
CALL(trace_no_runtime) { return enfold_runtime_trace(w->store, NULL, 0, watch_entry, give(w), watch_release, NULL, error); }
/* A file that is not there yet. */
static const char *new_file(void) {
  static char path[64];
  snprintf(path, sizeof path, "/tmp/enfold-faults-%d.jsonl", (int)getpid());
  unlink(path);
  return path;
}
/* Not here: the end of a recording whose file cannot be written fails, and ends it all the same. Tests/C/record.c has that. */
CALL(record) {
  enfold_status status = enfold_runtime_record(w->runtime, new_file(), NULL, 0, error);
  unlink(new_file());
  return status;
}
CALL(record_nowhere) { return enfold_runtime_record(w->runtime, "/nonexistent/x", NULL, 0, error); }
CALL(record_unknown) { return enfold_runtime_record(w->runtime, new_file(), "{\"byte\":1}", ENFOLD_NUL, error); }
CALL(record_end) { return enfold_runtime_record(w->runtime, NULL, NULL, 0, error); }
CALL(inspect) {
  enfold_string path = {0};
  enfold_status status = enfold_runtime_inspect(w->runtime, NULL, 0, &path, error);
  enfold_string_free(&path);
  return status;
}
CALL(inspect_unknown) { return enfold_runtime_inspect(w->runtime, "{\"look\":1}", ENFOLD_NUL, NULL, error); }
CALL(inspect_end) { return enfold_runtime_inspect(w->runtime, "{\"off\":true}", ENFOLD_NUL, NULL, error); }
CALL(mark) { return enfold_runtime_mark(w->runtime, "here", ENFOLD_NUL, error); }
CALL(mark_nothing) { return enfold_runtime_mark(w->runtime, "", 0, error); }
CALL(trace_end) { return enfold_runtime_trace_end(w->runtime, reader, error); }
CALL(trace_end_nobody) { return enfold_runtime_trace_end(w->runtime, 7, error); }

/* ---- Plugins ----------------------------------------------------------------------------------------------------- */

static enfold_status load(world *w, const char *path, enfold_error *error) {
  return enfold_plugin_load(w->runtime, path, NULL, 0, &w->other_plugin, error);
}
CALL(load_counter) { return load(w, plugin_path("Counter"), error); }
CALL(load_behaviours) { return load(w, plugin_path("Behaviours"), error); }
CALL(load_missing) { return load(w, "/nowhere/libNothing.so", error); }
CALL(load_text) { return load(w, "/proc/self/status", error); }
/* Half a file: loading it would end the process. run.sh makes it. */
CALL(load_cut) { return load(w, getenv("FAULTS_CUT_PLUGIN"), error); }
CALL(info) { return enfold_plugin_info(w->plugin, &w->text, error); }
CALL(features) { return enfold_runtime_features(w->runtime, &w->text, error); }

/* ---- Stores ------------------------------------------------------------------------------------------------------ */

CALL(open_store) { return enfold_store_open(w->runtime, "Counter", NULL, 0, &w->other_store, error); }
CALL(open_state) {
  const char *options = "{\"state\":{\"count\":3},\"unknownKeys\":\"ignore\"}";
  return enfold_store_open(w->runtime, "Counter", options, ENFOLD_NUL, &w->other_store, error);
}
CALL(open_bad_state) {
  return enfold_store_open(w->runtime, "Counter", "{\"state\":{\"count\":\"x\"}}", ENFOLD_NUL, &w->other_store, error);
}
CALL(open_no_feature) { return enfold_store_open(w->runtime, "Conter", NULL, 0, &w->other_store, error); }
CALL(close_store) { return enfold_store_close(w->store, error); }
PREPARE(has_never) { must_send(w, "\"never\"", NULL); }
PREPARE(has_scope) {
  if (enfold_store_scope(w->store, "/count", ENFOLD_NUL, NULL, 0, &w->other_store, NULL) < 0) {
    outcome_fail("cannot prepare: no scope");
  }
}
CALL(close_scope) { return enfold_store_close(w->other_store, error); }
CALL(send_task) { return send_text(w, "{\"setCount\":5}", &w->task, error); }
static enfold_status send_with(world *w, const char *options, enfold_error *error) {
  return enfold_store_send_with(w->store, "\"increment\"", ENFOLD_NUL, options, ENFOLD_NUL, NULL, error);
}
CALL(send_tagged) { return send_with(w, "{\"tag\":\"a tag that needs some memory\"}", error); }
CALL(send_wrongly_tagged) { return send_with(w, "{\"tag\":7}", error); }
CALL(open_given) {
  static const char given[] =
      "{\"effects\":\"none\",\"dependencies\":[{\"uuid\":\"6a1f0e2c-9d3b-4c58-8e07-2b5d9f4c1a60\"},{\"date\":\"2026-11-27T10:00:00Z\"}]}";
  return enfold_store_open(w->runtime, "Counter", given, ENFOLD_NUL, &w->other_store, error);
}
static enfold_status send_given(world *w, const char *options, enfold_error *error) {
  return enfold_store_send_with(w->other_store, "\"increment\"", ENFOLD_NUL, options, ENFOLD_NUL, NULL, error);
}
PREPARE(has_no_effects) {
  if (enfold_store_open(w->runtime, "Counter", "{\"effects\":\"none\"}", ENFOLD_NUL, &w->other_store, NULL) < 0)
    outcome_fail("cannot prepare: no store without effects");
}
CALL(send_values) {
  static const char given[] =
      "{\"tag\":\"a tag that needs some memory\",\"dependencies\":[{\"date\":\"2026-11-27T10:00:00.000000000Z\"}]}";
  return send_given(w, given, error);
}
CALL(send_wrong_values) { return send_given(w, "{\"dependencies\":[{\"clock\":\"a value that needs some memory\"}]}", error); }
CALL(send_bad) { return send_text(w, "{\"setCont\":5}", NULL, error); }
CALL(send_no_json) { return send_text(w, "{\"setCount\":", NULL, error); }
CALL(send_run) { return send_text(w, "{\"run\":\"r\"}", &w->task, error); }
CALL(send_fail) { return send_text(w, "{\"fail\":{\"message\":\"no\",\"isLate\":false}}", &w->task, error); }
CALL(send_fail_late) { return send_text(w, "{\"fail\":{\"message\":\"no\",\"isLate\":true}}", &w->task, error); }
CALL(bad_batch) { return enfold_store_send_batch(w->store, "[\"increment\",3]", ENFOLD_NUL, &w->count, error); }
CALL(state) { return enfold_store_state(w->store, NULL, 0, &w->text, error); }
CALL(state_count) { return enfold_store_state(w->store, "/count", ENFOLD_NUL, &w->text, error); }
CALL(state_nowhere) { return enfold_store_state(w->store, "/cont", ENFOLD_NUL, &w->text, error); }
CALL(revision) {
  uint64_t number = 0;
  return enfold_store_revision(w->store, &number, error);
}
CALL(set) { return enfold_store_set(w->store, "/volume", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, error); }
CALL(set_action) {
  const char *options = "{\"action\":{\"renamed\":{\"from\":\"$old\",\"to\":\"$new\"}}}";
  return enfold_store_set(w->store, "/name", ENFOLD_NUL, "\"n\"", ENFOLD_NUL, options, ENFOLD_NUL, error);
}
CALL(set_bad) { return enfold_store_set(w->store, "/volume", ENFOLD_NUL, "\"loud\"", ENFOLD_NUL, NULL, 0, error); }
CALL(restore) {
  const char *saved = "{\"count\":7,\"isLoading\":false,\"fact\":null}";
  return enfold_store_restore(w->store, saved, ENFOLD_NUL, error);
}
CALL(restore_bad) { return enfold_store_restore(w->store, "{\"count\":\"x\"}", ENFOLD_NUL, error); }
CALL(scope) { return enfold_store_scope(w->store, "/count", ENFOLD_NUL, NULL, 0, &w->other_store, error); }
CALL(scope_template) {
  const char *action = "{\"child\":\"$action\"}";
  return enfold_store_scope(w->store, "/child", ENFOLD_NUL, action, ENFOLD_NUL, &w->other_store, error);
}
CALL(scope_nowhere) { return enfold_store_scope(w->store, "/cont", ENFOLD_NUL, NULL, 0, &w->other_store, error); }
CALL(wait_store) { return enfold_store_wait(w->store, 3000, error); }
CALL(wait_briefly) { return enfold_store_wait(w->store, 1, error); }
CALL(flush_store) { return enfold_store_flush(w->store, error); }
PREPARE(is_held) {
  if (enfold_store_hold(w->store, 1, NULL) < 0) outcome_fail("cannot prepare: it cannot be held");
}
PREPARE(has_kept) {
  is_held(w);
  must_send(w, "\"increment\"", NULL);
}
PREPARE(has_kept_elsewhere) {
  has_kept(w);
  world_move_loop(w);
}
CALL(hold) { return enfold_store_hold(w->store, 1, error); }
CALL(release) { return enfold_store_hold(w->store, 0, error); }
CALL(step) {
  uint32_t done = 7;
  enfold_status status = enfold_store_step(w->store, &done, error);
  if (status >= 0) w->count = done;
  return status;
}
static enfold_status add_break(world *w, const char *options, enfold_error *error) {
  uint64_t number = 7;
  enfold_status status = enfold_store_break(w->store, options, ENFOLD_NUL, &number, error);
  if (status >= 0) w->count = number;
  return status;
}
static void must_break(world *w, const char *options) {
  if (add_break(w, options, NULL) < 0) outcome_fail("cannot prepare: no breakpoint");
}
PREPARE(has_breaks) {
  must_break(w, "{\"path\":\"/count\"}");
  must_break(w, "{\"action\":\"increment\"}");
}
/* The breakpoint is removed. */
PREPARE(has_stopped) {
  must_break(w, "{\"action\":\"increment\"}");
  must_send(w, "\"increment\"", NULL);
  must_break(w, "{\"clear\":true}");
}
CALL(break_action) { return add_break(w, "{\"action\":\"increment\"}", error); }
CALL(break_path) { return add_break(w, "{\"path\":\"/count\"}", error); }
CALL(break_nowhere) { return add_break(w, "{\"path\":\"/cont\"}", error); }
CALL(break_twice) { return add_break(w, "{\"path\":\"/count\",\"action\":\"increment\"}", error); }
CALL(break_clear) { return add_break(w, "{\"clear\":true}", error); }
CALL(break_remove) { return add_break(w, "{\"remove\":1}", error); }
CALL(open_named) {
  const char *options = "{\"effects\":\"none\",\"name\":\"a name that needs some memory\"}";
  return enfold_store_open(w->runtime, "Counter", options, ENFOLD_NUL, &w->other_store, error);
}
CALL(end_store) { return enfold_store_end(w->store, "{\"wait\":3000}", ENFOLD_NUL, error); }
CALL(end_soon) { return enfold_store_end(w->store, "{\"wait\":1}", ENFOLD_NUL, error); }
CALL(end_slowly) { return enfold_store_end(w->store, "{\"wait\":1,\"close\":false}", ENFOLD_NUL, error); }
CALL(end_scope) { return enfold_store_end(w->other_store, NULL, 0, error); }
PREPARE(has_run) { must_send(w, "{\"run\":\"r\"}", NULL); }

/* ---- Observation ------------------------------------------------------------------------------------------------- */

static enfold_status observe_at(world *w, const char *pointer, const char *options, enfold_error *error) {
  return enfold_store_observe(w->store, pointer, ENFOLD_NUL, options, options == NULL ? 0 : ENFOLD_NUL, watch, give(w),
                              watch_release, NULL, error);
}
CALL(observe) { return observe_at(w, "/count", NULL, error); }
CALL(observe_patch) {
  return observe_at(w, "", "{\"patch\":true,\"action\":true,\"filter\":\"raw\",\"coalesce\":\"drain\"}", error);
}
CALL(observe_nowhere) { return observe_at(w, "/cont", NULL, error); }
CALL(observe_scope) {
  return enfold_store_observe(w->other_store, "", 0, NULL, 0, watch, give(w), watch_release, NULL, error);
}
CALL(observe_actions) {
  return enfold_store_observe_actions(w->store, "{\"phase\":\"finished\",\"state\":\"/count\"}", ENFOLD_NUL, watch,
                                      give(w), watch_release, NULL, error);
}
CALL(cancel_subscription) { return enfold_subscription_cancel(w->subscription, error); }
CALL(cancel_no_subscription) { return enfold_subscription_cancel(w->runtime, error); }

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

PREPARE(has_task) { must_send(w, "\"increment\"", &w->task); }
PREPARE(has_run_task) { must_send(w, "{\"run\":\"r\"}", &w->task); }
PREPARE(has_failed_task) { must_send(w, "{\"fail\":{\"message\":\"no\",\"isLate\":false}}", &w->task); }
PREPARE(has_never_task) { must_send(w, "\"never\"", &w->task); }
CALL(wait_task) { return enfold_task_wait(w->task, 3000, error); }
CALL(cancel_task) { return enfold_task_cancel(w->task, error); }
CALL(release_task) { return enfold_task_release(w->task, error); }

static void watch_end(void *user, enfold_status status, const char *message, size_t length) {
  (void)user, (void)status, (void)message, (void)length;
}
CALL(task_status) { return enfold_task_status(w->task, error); }
CALL(task_on_end) { return enfold_task_on_end(w->task, watch_end, give(w), watch_release, error); }

/* ---- Shared values ----------------------------------------------------------------------------------------------- */

CALL(shared_get) { return enfold_shared_get(w->runtime, "session", &w->text, error); }
CALL(shared_get_nobody) { return enfold_shared_get(w->runtime, "nobody", &w->text, error); }
CALL(shared_set) {
  return enfold_shared_set(w->runtime, "session", " { \"visits\" : 5 } ", ENFOLD_NUL, error);
}
CALL(shared_set_bad) { return enfold_shared_set(w->runtime, "session", "{\"visits\":\"x\"}", ENFOLD_NUL, error); }
CALL(shared_set_no_json) { return enfold_shared_set(w->runtime, "session", "{\"visits\":", ENFOLD_NUL, error); }
static enfold_status replace(world *w, const char *expected, enfold_error *error) {
  uint32_t done = 7;
  enfold_status status = enfold_shared_replace(w->runtime, "session", expected, ENFOLD_NUL, "{\"name\":\"r\",\"visits\":1}",
                                               ENFOLD_NUL, &done, error);
  w->count = done;
  return status;
}
CALL(shared_replace) { return replace(w, "{\"name\":\"\",\"visits\":0}", error); }
CALL(shared_replace_another) { return replace(w, "{\"name\":\"\",\"visits\":1}", error); }
CALL(shared_observe) {
  return enfold_shared_observe(w->runtime, "session", "{\"filter\":\"raw\"}", ENFOLD_NUL, watch, give(w), watch_release,
                               NULL, error);
}
CALL(shared_observe_nobody) {
  return enfold_shared_observe(w->runtime, "nobody", NULL, 0, watch, give(w), watch_release, NULL, error);
}
PREPARE(is_shared) {
  if (enfold_shared_observe(w->runtime, "session", NULL, 0, watch, &w->present, watch_release, &w->subscription, NULL) < 0)
    outcome_fail("cannot prepare: no subscription");
}
PREPARE(is_shared_elsewhere) {
  is_shared(w);
  world_move_loop(w);
}
CALL(open_visitor) { return enfold_store_open(w->runtime, "Visitor", NULL, 0, &w->other_store, error); }
CALL(send_visit) { return send_text(w, "\"visit\"", NULL, error); }
CALL(open_directory) {
  const char *options = "{\"shared\":{\"directory\":\"/nowhere\"}}";
  return enfold_runtime_open(options, ENFOLD_NUL, &w->other_runtime, error);
}

/* ---- Features of the host ---------------------------------------------------------------------------------------- */

/* Its state is how many actions there were. `user` is a watcher. */
static enfold_status own_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  (void)user, (void)state, (void)length, (void)error;
  static int counts[8];
  static int next;
  *instance = &counts[next++ % 8];
  *(int *)*instance = 0;
  return ENFOLD_OK;
}
static void own_close(void *instance) { (void)instance; }
static enfold_status own_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                enfold_error *error) {
  (void)action, (void)length, (void)error;
  ++*(int *)instance;
  changes->changed(changes, "");
  return ENFOLD_OK;
}
static enfold_status own_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  char digit = (char)('0' + *(int *)instance % 10);
  (void)error;
  write(context, &digit, 1);
  return ENFOLD_OK;
}
static const enfold_reducer own_reducer = {sizeof own_reducer, NULL, own_open, own_close, NULL, own_reduce, own_state};

static enfold_status register_as(world *w, const char *name, watcher *user, enfold_error *error) {
  enfold_plugin_feature feature = {sizeof feature, name, "{\"type\":\"integer\"}", NULL, NULL, &own_reducer, NULL};
  return enfold_feature_register(w->runtime, &feature, user, watch_release, error);
}
PREPARE(has_own) {
  if (register_as(w, "Own", &w->present, NULL) < 0) outcome_fail("cannot prepare: no feature");
}
PREPARE(has_own_elsewhere) {
  has_own(w);
  world_move_loop(w);
}
CALL(register_own) { return register_as(w, "Own", give(w), error); }
CALL(register_wrong) { return register_as(w, "a/b", give(w), error); }
CALL(open_own) { return enfold_store_open(w->runtime, "host/Own", NULL, 0, &w->other_store, error); }

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

static enfold_status handle_as(world *w, const char *name, watcher *user, enfold_error *error) {
  return enfold_runtime_handle(w->runtime, name, watch_request, watch_cancelled, user, watch_release, error);
}
static void must_handle(world *w, const char *name) {
  if (handle_as(w, name, &w->present, NULL) < 0) outcome_fail("cannot prepare: no handler");
}
static void must_ask(world *w, const char *name, const char *action) {
  must_handle(w, name);
  must_send(w, action, NULL);
  if (w->present.request == 0) outcome_fail("cannot prepare: nothing was asked");
}
PREPARE(is_handled) { must_handle(w, "numberFact"); }
PREPARE(is_handled_elsewhere) {
  is_handled(w);
  world_move_loop(w);
}
PREPARE(has_request) { must_ask(w, "numberFact", "{\"askSafely\":7}"); }
PREPARE(has_request_elsewhere) {
  has_request(w);
  world_move_loop(w);
}
/* It ends with its first element. */
PREPARE(has_stream) { must_ask(w, "ticks", "{\"listenOnce\":7}"); }
CALL(handle) { return handle_as(w, "numberFact", give(w), error); }
CALL(handle_empty) { return handle_as(w, "", give(w), error); }
CALL(handle_none) { return enfold_runtime_handle(w->runtime, "numberFact", NULL, NULL, NULL, NULL, error); }
CALL(emit) { return enfold_request_emit(w->present.request, "5", 1, error); }
CALL(emit_wrong) { return enfold_request_emit(w->present.request, "{\"a\":1}", ENFOLD_NUL, error); }
CALL(emit_no_json) { return enfold_request_emit(w->present.request, "{", ENFOLD_NUL, error); }
CALL(emit_no_request) { return enfold_request_emit(w->store, "5", 1, error); }
CALL(resolve) { return enfold_request_resolve(w->present.request, "\"seven\"", ENFOLD_NUL, error); }
CALL(resolve_wrong) { return enfold_request_resolve(w->present.request, "{\"a\":1}", ENFOLD_NUL, error); }
CALL(resolve_no_json) { return enfold_request_resolve(w->present.request, "{", ENFOLD_NUL, error); }
CALL(resolve_stream) { return enfold_request_resolve(w->present.request, NULL, 0, error); }
CALL(resolve_no_request) { return enfold_request_resolve(w->runtime, NULL, 0, error); }
CALL(fail_request) { return enfold_request_fail(w->present.request, "no fact", ENFOLD_NUL, error); }
CALL(fail_no_request) { return enfold_request_fail(w->store, NULL, 0, error); }
/* The effect that asks ends. */
static enfold_status answered(world *w, enfold_status status) {
  enfold_request_resolve(w->present.request, "\"seven\"", ENFOLD_NUL, NULL);
  return status;
}
CALL(who_asks) {
  enfold_store store = 0; /* as it was: it is not to be closed */
  return answered(w, enfold_request_store(w->present.request, &store, error));
}
CALL(what_asks) { return answered(w, enfold_request_action(w->present.request, &w->text, error)); }
CALL(which_tag) { return answered(w, enfold_request_tag(w->present.request, &w->text, error)); }
CALL(who_asks_nothing) { return enfold_request_store(w->store, &w->other_store, error); }
CALL(send_ask) { return send_text(w, "{\"askSafely\":7}", NULL, error); }

/* ---- Natives ------------------------------------------------------------------------------------------------------ */

static int native(int number) { return number; }
static enfold_status bind(world *w, const char *prototype, const char *options, enfold_error *error) {
  return enfold_runtime_bind(w->runtime, prototype, (void (*)(void))native, options, ENFOLD_NUL, error);
}
CALL(bind_native) { return bind(w, "int numberFact(int number)", "{}", error); }
CALL(bind_worker) { return bind(w, "int numberFact(int number)", "{\"thread\":\"worker\"}", error); }
CALL(bind_wrong) { return bind(w, "int numberFact(flaot number)", "{}", error); }
CALL(bind_release) { return bind(w, "char *f(int number)", "{\"returns\":{\"release\":\"of_nobody\"}}", error); }

/* ---- Callbacks --------------------------------------------------------------------------------------------------- */

static enfold_status make_callback(world *w, const char *prototype, const char *options, void (**fn)(void),
                                   enfold_error *error) {
  enfold_callback made = 0;
  enfold_status status = enfold_store_callback(w->store, prototype, "{\"setCount\":\"$n\"}", ENFOLD_NUL, options,
                                               options == NULL ? 0 : ENFOLD_NUL, fn, &made, error);
  if (status < 0) return status;
  w->callback = made;
  return status;
}
CALL(thunk) {
  void (*fn)(void) = NULL;
  enfold_status status = make_callback(w, "void f(int n)", NULL, &fn, error);
  if (status == ENFOLD_OK) ((void (*)(int))fn)(7);
  return status;
}
CALL(closure) {
  void (*fn)(void) = NULL;
  enfold_status status = make_callback(w, "void f(int n, double x)", NULL, &fn, error);
  if (status == ENFOLD_OK) ((void (*)(int, double))fn)(7, 1);
  return status;
}
CALL(signal_callback) {
  void (*fn)(void) = NULL;
  return make_callback(w, "void f(int n)", "{\"signal\":true}", &fn, error);
}
CALL(callback_bad) {
  void (*fn)(void) = NULL;
  return make_callback(w, "void f(int m)", NULL, &fn, error);
}
PREPARE(has_callback) {
  void (*fn)(void) = NULL;
  if (make_callback(w, "void f(int n)", NULL, &fn, NULL) < 0) outcome_fail("cannot prepare: no callback");
}
CALL(close_callback) { return enfold_callback_close(w->callback, error); }

#define COUNTER "Counter", "Counter"
#define ASKER "Asker", "Asker"
#define RESPONSES "Behaviours", "Responses"
#define PANEL "Panel", "Panel"
#define VISITOR "SessionsA", "Visitor"
/* Nothing is kept in files. */
#define TEST "{\"environment\":\"test\"}"
#define MANUAL "{\"clock\":\"manual\"}"
#define HOST_MANUAL "{\"loop\":\"host\",\"clock\":\"manual\"}"
#define REDACTED "{\"redact\":[\"/count\",\"/fact\",\"action:/*\",\"request:numberFact\",\"dependency:*\"]}"
#define HOST_TEST "{\"loop\":\"host\",\"environment\":\"test\"}"
#define NO_PLUGIN NULL, NULL

const api_call api_calls[] = {
    {"enfold_version", "", NOTHING, NO_PLUGIN, INLINE, NULL, version, ENFOLD_OK},
    {"enfold_abi_version", "", NOTHING, NO_PLUGIN, INLINE, NULL, abi_version, ENFOLD_OK},
    {"enfold_status_name", "", NOTHING, NO_PLUGIN, INLINE, NULL, status_name, ENFOLD_OK},
    {"enfold_status_message", "", NOTHING, NO_PLUGIN, INLINE, NULL, status_message, ENFOLD_OK},
    {"enfold_string_free", "", RUNTIME, NO_PLUGIN, INLINE, has_text, string_free, ENFOLD_OK},

    {"enfold_json_quote", "", NOTHING, NO_PLUGIN, INLINE, NULL, quote, ENFOLD_OK},
    {"enfold_json_quote", "not UTF-8", NOTHING, NO_PLUGIN, INLINE, NULL, quote_bytes, ENFOLD_INVALID},
    {"enfold_patch_apply", "", NOTHING, NO_PLUGIN, INLINE, NULL, apply, ENFOLD_OK},
    {"enfold_patch_apply", "reverted", NOTHING, NO_PLUGIN, INLINE, NULL, apply_revert, ENFOLD_OK},
    {"enfold_patch_apply", "impossible", NOTHING, NO_PLUGIN, INLINE, NULL, apply_nothing, ENFOLD_INVALID},

    {"enfold_runtime_open", "a directory", NOTHING, NO_PLUGIN, INLINE, NULL, open_directory, ENFOLD_OK},
    {"enfold_runtime_open", "inline", NOTHING, NO_PLUGIN, INLINE, NULL, open_inline, ENFOLD_OK},
    {"enfold_runtime_open", "host", NOTHING, NO_PLUGIN, INLINE, NULL, open_host, ENFOLD_OK},
    {"enfold_runtime_open", "all options", RUNTIME, NO_PLUGIN, INLINE, NULL, open_options, ENFOLD_OK},
    {"enfold_runtime_open", "what readers get", RUNTIME, NO_PLUGIN, INLINE, NULL, open_reading, ENFOLD_OK},
    {"enfold_runtime_open", "a wrong pattern", NOTHING, NO_PLUGIN, INLINE, NULL, open_wrong_pattern, ENFOLD_INVALID},
    {"enfold_runtime_open", "an unknown option", NOTHING, NO_PLUGIN, INLINE, NULL, open_unknown, ENFOLD_INVALID},
    {"enfold_runtime_close", "empty", RUNTIME, NO_PLUGIN, INLINE, NULL, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "host, empty", RUNTIME, NO_PLUGIN, HOST, NULL, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "observed", OBSERVED, COUNTER, INLINE, NULL, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "host, queued", OBSERVED, COUNTER, HOST, has_queued, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, close_runtime,
     ENFOLD_OK},
    {"enfold_runtime_close", "an effect", OBSERVED, RESPONSES, INLINE, has_never_task, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "a shared value", STORE, VISITOR, TEST, is_shared, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "host, a shared value", STORE, VISITOR, HOST_TEST, is_shared_elsewhere, close_runtime,
     ENFOLD_OK},
    {"enfold_runtime_close", "a request", OBSERVED, ASKER, INLINE, has_request, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "host, a request elsewhere", STORE, ASKER, HOST, has_request_elsewhere, close_runtime,
     ENFOLD_OK},
    {"enfold_runtime_close", "a reader", OBSERVED, COUNTER, INLINE, has_told_reader, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "host, a reader elsewhere", OBSERVED, COUNTER, HOST, has_reader_elsewhere, close_runtime, ENFOLD_OK},
    {"enfold_runtime_close", "a store's handle", STORE, COUNTER, INLINE, NULL, close_no_runtime, ENFOLD_BAD_HANDLE},
    {"enfold_runtime_fd", "", RUNTIME, NO_PLUGIN, HOST, NULL, get_fd, ENFOLD_OK},
    {"enfold_runtime_fd", "inline", RUNTIME, NO_PLUGIN, INLINE, NULL, get_fd, ENFOLD_UNSUPPORTED},
    {"enfold_runtime_pump", "inline", STORE, COUNTER, INLINE, NULL, pump, ENFOLD_OK},
    {"enfold_runtime_pump", "host", OBSERVED, COUNTER, HOST, has_queued, pump, ENFOLD_OK},
    {"enfold_runtime_pump", "host, a budget", OBSERVED, COUNTER, HOST, has_queued_batch, pump_one, ENFOLD_MORE},
    {"enfold_runtime_flush", "", OBSERVED, COUNTER, INLINE, NULL, flush_runtime, ENFOLD_OK},
    {"enfold_runtime_flush", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, flush_runtime,
     ENFOLD_QUEUED},
    {"enfold_runtime_end", "observed", OBSERVED, COUNTER, INLINE, NULL, end_runtime, ENFOLD_OK},
    {"enfold_runtime_end", "host, queued", OBSERVED, COUNTER, HOST, has_queued, end_runtime, ENFOLD_OK},
    {"enfold_runtime_end", "an effect", OBSERVED, RESPONSES, INLINE, has_run, end_runtime, ENFOLD_OK},
    {"enfold_runtime_end", "no end", OBSERVED, RESPONSES, INLINE, has_never_task, end_runtime_soon, ENFOLD_TIMEOUT},
    {"enfold_runtime_wait", "idle", STORE, COUNTER, INLINE, NULL, wait_runtime, ENFOLD_OK},
    {"enfold_runtime_wait", "host, queued", OBSERVED, COUNTER, HOST, has_queued, wait_runtime, ENFOLD_OK},
    {"enfold_runtime_wait", "an effect", OBSERVED, RESPONSES, INLINE, has_run, wait_runtime, ENFOLD_OK},
    {"enfold_clock_advance", "", OBSERVED, RESPONSES, MANUAL, has_run, advance, ENFOLD_OK},
    {"enfold_clock_advance", "host, queued", OBSERVED, COUNTER, HOST_MANUAL, has_queued, advance, ENFOLD_OK},
    {"enfold_clock_advance", "the system's clock", RUNTIME, NO_PLUGIN, INLINE, NULL, advance, ENFOLD_UNSUPPORTED},
    {"enfold_runtime_stats", "", OBSERVED, COUNTER, INLINE, NULL, stats, ENFOLD_OK},
    {"enfold_runtime_log", "first", RUNTIME, NO_PLUGIN, INLINE, NULL, set_log, ENFOLD_OK},
    {"enfold_runtime_log", "another", RUNTIME, NO_PLUGIN, INLINE, has_log, set_log, ENFOLD_OK},
    {"enfold_runtime_log", "host, another", RUNTIME, NO_PLUGIN, HOST, has_log, set_log, ENFOLD_OK},
    {"enfold_runtime_log", "host, elsewhere", RUNTIME, NO_PLUGIN, HOST, has_log_and_other_loop_thread, set_log,
     ENFOLD_OK},
    {"enfold_runtime_log", "none", RUNTIME, NO_PLUGIN, INLINE, has_log, log_none, ENFOLD_OK},
    {"enfold_runtime_log", "no level", RUNTIME, NO_PLUGIN, INLINE, NULL, log_level, ENFOLD_INVALID},
    {"enfold_runtime_trace", "no stores", RUNTIME, NO_PLUGIN, INLINE, NULL, trace_runtime, ENFOLD_OK},
    {"enfold_runtime_trace", "a store", OBSERVED, COUNTER, INLINE, NULL, trace_runtime, ENFOLD_OK},
    {"enfold_runtime_trace", "a queue", OBSERVED, COUNTER, INLINE, NULL, trace_little, ENFOLD_OK},
    {"enfold_runtime_trace", "another", OBSERVED, COUNTER, INLINE, has_other_reader, trace_runtime, ENFOLD_OK},
    {"enfold_runtime_trace", "redacted", OBSERVED, COUNTER, REDACTED, NULL, trace_runtime, ENFOLD_OK},
    {"enfold_runtime_trace", "host", OBSERVED, COUNTER, HOST, NULL, trace_runtime, ENFOLD_OK},
    {"enfold_runtime_trace", "host, queued", OBSERVED, COUNTER, HOST, has_queued, trace_runtime, ENFOLD_OK},
    {"enfold_runtime_trace", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, trace_runtime, ENFOLD_OK},
    {"enfold_runtime_trace", "an unknown option", OBSERVED, COUNTER, INLINE, NULL, trace_unknown, ENFOLD_INVALID},
    {"enfold_runtime_trace", "no JSON", OBSERVED, COUNTER, INLINE, NULL, trace_no_json, ENFOLD_BAD_JSON},
    {"enfold_runtime_trace", "no function", OBSERVED, COUNTER, INLINE, NULL, trace_no_function, ENFOLD_INVALID},
    {"enfold_runtime_trace", "a store's handle", STORE, COUNTER, INLINE, NULL, trace_no_runtime, ENFOLD_BAD_HANDLE},
    {"enfold_runtime_record", "", OBSERVED, COUNTER, INLINE, NULL, record, ENFOLD_OK},
    {"enfold_runtime_record", "host", OBSERVED, COUNTER, HOST, NULL, record, ENFOLD_OK},
    {"enfold_runtime_record", "nowhere", OBSERVED, COUNTER, INLINE, NULL, record_nowhere, ENFOLD_IO},
    {"enfold_runtime_record", "an unknown option", OBSERVED, COUNTER, INLINE, NULL, record_unknown, ENFOLD_INVALID},
    {"enfold_runtime_record", "no end", OBSERVED, COUNTER, INLINE, NULL, record_end, ENFOLD_NOT_FOUND},
    {"enfold_runtime_inspect", "", OBSERVED, COUNTER, INLINE, NULL, inspect, ENFOLD_OK},
    {"enfold_runtime_inspect", "host", OBSERVED, COUNTER, HOST, NULL, inspect, ENFOLD_OK},
    {"enfold_runtime_inspect", "an unknown option", OBSERVED, COUNTER, INLINE, NULL, inspect_unknown, ENFOLD_INVALID},
    {"enfold_runtime_inspect", "no end", OBSERVED, COUNTER, INLINE, NULL, inspect_end, ENFOLD_NOT_FOUND},
    {"enfold_runtime_mark", "", OBSERVED, COUNTER, INLINE, has_reader, mark, ENFOLD_OK},
    {"enfold_runtime_mark", "host", OBSERVED, COUNTER, HOST, has_two_readers, mark, ENFOLD_OK},
    {"enfold_runtime_mark", "nobody reads", OBSERVED, COUNTER, INLINE, NULL, mark, ENFOLD_OK},
    {"enfold_runtime_mark", "nothing", OBSERVED, COUNTER, INLINE, has_reader, mark_nothing, ENFOLD_INVALID},
    {"enfold_runtime_trace_end", "", OBSERVED, COUNTER, INLINE, has_reader, trace_end, ENFOLD_OK},
    {"enfold_runtime_trace_end", "one of two", OBSERVED, COUNTER, INLINE, has_two_readers, trace_end, ENFOLD_OK},
    {"enfold_runtime_trace_end", "host", OBSERVED, COUNTER, HOST, has_reader, trace_end, ENFOLD_OK},
    {"enfold_runtime_trace_end", "host, elsewhere", OBSERVED, COUNTER, HOST, has_reader_elsewhere, trace_end, ENFOLD_OK},
    {"enfold_runtime_trace_end", "nobody", OBSERVED, COUNTER, INLINE, has_other_reader, trace_end_nobody, ENFOLD_NOT_FOUND},

    {"enfold_plugin_load", "first", RUNTIME, NO_PLUGIN, INLINE, NULL, load_counter, ENFOLD_OK},
    {"enfold_plugin_load", "again", PLUGIN, COUNTER, INLINE, NULL, load_counter, ENFOLD_OK},
    {"enfold_plugin_load", "a second", PLUGIN, COUNTER, INLINE, NULL, load_behaviours, ENFOLD_OK},
    {"enfold_plugin_load", "no file", RUNTIME, NO_PLUGIN, INLINE, NULL, load_missing, ENFOLD_NOT_FOUND},
    {"enfold_plugin_load", "a text", RUNTIME, NO_PLUGIN, INLINE, NULL, load_text, ENFOLD_BAD_PLUGIN},
    {"enfold_plugin_load", "a cut file", RUNTIME, NO_PLUGIN, INLINE, NULL, load_cut, ENFOLD_BAD_PLUGIN},
    {"enfold_plugin_info", "", PLUGIN, COUNTER, INLINE, NULL, info, ENFOLD_OK},
    {"enfold_runtime_features", "", PLUGIN, COUNTER, INLINE, NULL, features, ENFOLD_OK},

    {"enfold_store_open", "first", PLUGIN, COUNTER, INLINE, NULL, open_store, ENFOLD_OK},
    {"enfold_store_open", "second", OBSERVED, COUNTER, INLINE, NULL, open_store, ENFOLD_OK},
    {"enfold_store_open", "host, a state", PLUGIN, COUNTER, HOST, NULL, open_state, ENFOLD_OK},
    {"enfold_store_open", "shared values", PLUGIN, VISITOR, TEST, NULL, open_visitor, ENFOLD_OK},
    {"enfold_store_open", "shared values that are there", STORE, VISITOR, TEST, is_shared, open_visitor, ENFOLD_OK},
    {"enfold_store_open", "traced", OBSERVED, COUNTER, INLINE, has_other_reader, open_store, ENFOLD_OK},
    {"enfold_store_open", "a name, no effects", PLUGIN, COUNTER, INLINE, NULL, open_named, ENFOLD_OK},
    {"enfold_store_open", "values for dependencies", PLUGIN, COUNTER, INLINE, NULL, open_given, ENFOLD_OK},
    {"enfold_store_open", "a bad state", PLUGIN, COUNTER, INLINE, NULL, open_bad_state, ENFOLD_BAD_STATE},
    {"enfold_store_open", "no feature", PLUGIN, COUNTER, INLINE, NULL, open_no_feature, ENFOLD_NOT_FOUND},
    {"enfold_store_close", "bare", STORE, COUNTER, INLINE, NULL, close_store, ENFOLD_OK},
    {"enfold_store_close", "observed", OBSERVED, COUNTER, INLINE, NULL, close_store, ENFOLD_OK},
    {"enfold_store_close", "host, queued", OBSERVED, COUNTER, HOST, has_queued, close_store, ENFOLD_OK},
    {"enfold_store_close", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, close_store, ENFOLD_OK},
    {"enfold_store_close", "an effect", OBSERVED, RESPONSES, INLINE, has_never, close_store, ENFOLD_OK},
    {"enfold_store_close", "a request", OBSERVED, ASKER, INLINE, has_request, close_store, ENFOLD_OK},
    {"enfold_store_close", "a scope", OBSERVED, COUNTER, INLINE, has_scope, close_scope, ENFOLD_OK},
    {"enfold_store_send", "bare", STORE, COUNTER, INLINE, NULL, increment, ENFOLD_OK},
    {"enfold_store_send", "observed, a task", OBSERVED, COUNTER, INLINE, NULL, send_task, ENFOLD_OK},
    {"enfold_store_send", "host", OBSERVED, COUNTER, HOST, NULL, increment, ENFOLD_OK},
    {"enfold_store_send", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, increment, ENFOLD_QUEUED},
    {"enfold_store_send", "an effect", OBSERVED, RESPONSES, INLINE, NULL, send_run, ENFOLD_OK},
    {"enfold_store_send", "host, an effect", OBSERVED, RESPONSES, HOST, NULL, send_run, ENFOLD_OK},
    {"enfold_store_send", "an effect that fails", OBSERVED, RESPONSES, INLINE, NULL, send_fail, ENFOLD_OK},
    {"enfold_store_send", "one that fails late", OBSERVED, RESPONSES, INLINE, NULL, send_fail_late, ENFOLD_OK},
    {"enfold_store_send", "a bad action", STORE, COUNTER, INLINE, NULL, send_bad, ENFOLD_BAD_ACTION},
    {"enfold_store_send", "no JSON", STORE, COUNTER, INLINE, NULL, send_no_json, ENFOLD_BAD_JSON},
    {"enfold_store_send", "redacted", OBSERVED, COUNTER, REDACTED, NULL, send_task, ENFOLD_OK},
    {"enfold_store_send", "redacted, a bad action", STORE, COUNTER, REDACTED, NULL, send_bad, ENFOLD_BAD_ACTION},
    {"enfold_store_send", "redacted, no JSON", STORE, COUNTER, REDACTED, NULL, send_no_json, ENFOLD_BAD_JSON},
    {"enfold_store_send", "a shared value", OBSERVED, VISITOR, TEST, NULL, send_visit, ENFOLD_OK},
    {"enfold_store_send", "what nobody handles", OBSERVED, ASKER, INLINE, NULL, send_ask, ENFOLD_OK},
    {"enfold_store_send_with", "", OBSERVED, COUNTER, INLINE, NULL, send_tagged, ENFOLD_OK},
    {"enfold_store_send_with", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, send_tagged,
     ENFOLD_QUEUED},
    {"enfold_store_send_with", "no tag", STORE, COUNTER, INLINE, NULL, send_wrongly_tagged, ENFOLD_INVALID},
    {"enfold_store_send_with", "values", OBSERVED, COUNTER, INLINE, has_no_effects, send_values, ENFOLD_OK},
    {"enfold_store_send_with", "wrong values", STORE, COUNTER, INLINE, has_no_effects, send_wrong_values, ENFOLD_INVALID},
    {"enfold_store_send_batch", "", OBSERVED, COUNTER, INLINE, NULL, batch, ENFOLD_OK},
    {"enfold_store_send_batch", "a bad action", STORE, COUNTER, INLINE, NULL, bad_batch, ENFOLD_BAD_ACTION},
    {"enfold_store_state", "all", STORE, COUNTER, INLINE, NULL, state, ENFOLD_OK},
    {"enfold_store_state", "a property", STORE, COUNTER, INLINE, NULL, state_count, ENFOLD_OK},
    {"enfold_store_state", "nowhere", STORE, COUNTER, INLINE, NULL, state_nowhere, ENFOLD_BAD_POINTER},
    {"enfold_store_revision", "", STORE, COUNTER, INLINE, NULL, revision, ENFOLD_OK},
    {"enfold_store_set", "", OBSERVED, PANEL, INLINE, NULL, set, ENFOLD_OK},
    {"enfold_store_set", "an action", OBSERVED, PANEL, INLINE, NULL, set_action, ENFOLD_OK},
    {"enfold_store_set", "host, elsewhere", OBSERVED, PANEL, HOST, has_other_loop_thread, set, ENFOLD_QUEUED},
    {"enfold_store_set", "a bad value", STORE, PANEL, INLINE, NULL, set_bad, ENFOLD_BAD_STATE},
    {"enfold_store_restore", "", OBSERVED, COUNTER, INLINE, NULL, restore, ENFOLD_OK},
    {"enfold_store_restore", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, restore, ENFOLD_QUEUED},
    {"enfold_store_restore", "no such state", STORE, COUNTER, INLINE, NULL, restore_bad, ENFOLD_BAD_STATE},
    {"enfold_store_restore", "redacted, no such state", STORE, COUNTER, REDACTED, NULL, restore_bad, ENFOLD_BAD_STATE},
    {"enfold_store_scope", "", STORE, COUNTER, INLINE, NULL, scope, ENFOLD_OK},
    {"enfold_store_scope", "a template", STORE, PANEL, INLINE, NULL, scope_template, ENFOLD_OK},
    {"enfold_store_scope", "nowhere", STORE, COUNTER, INLINE, NULL, scope_nowhere, ENFOLD_BAD_POINTER},
    {"enfold_store_flush", "", OBSERVED, COUNTER, INLINE, NULL, flush_store, ENFOLD_OK},
    {"enfold_store_flush", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, flush_store, ENFOLD_QUEUED},
    {"enfold_store_hold", "", OBSERVED, COUNTER, INLINE, NULL, hold, ENFOLD_OK},
    {"enfold_store_hold", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, hold, ENFOLD_OK},
    {"enfold_store_hold", "held", OBSERVED, COUNTER, INLINE, is_held, hold, ENFOLD_OK},
    {"enfold_store_hold", "released", OBSERVED, COUNTER, INLINE, has_kept, release, ENFOLD_OK},
    {"enfold_store_hold", "released at a breakpoint", OBSERVED, COUNTER, INLINE, has_stopped, release, ENFOLD_OK},
    {"enfold_store_hold", "host, released elsewhere", OBSERVED, COUNTER, HOST, has_kept_elsewhere, release, ENFOLD_QUEUED},
    {"enfold_store_step", "", OBSERVED, COUNTER, INLINE, has_kept, step, ENFOLD_OK},
    {"enfold_store_step", "nothing", OBSERVED, COUNTER, INLINE, is_held, step, ENFOLD_OK},
    {"enfold_store_step", "host, elsewhere", OBSERVED, COUNTER, HOST, has_kept_elsewhere, step, ENFOLD_QUEUED},
    {"enfold_store_step", "not held", OBSERVED, COUNTER, INLINE, NULL, step, ENFOLD_INVALID},
    {"enfold_store_break", "an action", OBSERVED, COUNTER, INLINE, NULL, break_action, ENFOLD_OK},
    {"enfold_store_break", "a path", OBSERVED, COUNTER, INLINE, NULL, break_path, ENFOLD_OK},
    {"enfold_store_break", "host, a path", OBSERVED, COUNTER, HOST, NULL, break_path, ENFOLD_OK},
    {"enfold_store_break", "host, a path elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread, break_path, ENFOLD_OK},
    {"enfold_store_break", "more", OBSERVED, COUNTER, INLINE, has_breaks, break_action, ENFOLD_OK},
    {"enfold_store_break", "remove", OBSERVED, COUNTER, INLINE, has_breaks, break_remove, ENFOLD_OK},
    {"enfold_store_break", "clear", OBSERVED, COUNTER, INLINE, has_breaks, break_clear, ENFOLD_OK},
    {"enfold_store_break", "no such breakpoint", OBSERVED, COUNTER, INLINE, NULL, break_remove, ENFOLD_NOT_FOUND},
    {"enfold_store_break", "nowhere", OBSERVED, COUNTER, INLINE, NULL, break_nowhere, ENFOLD_BAD_POINTER},
    {"enfold_store_break", "two at once", OBSERVED, COUNTER, INLINE, NULL, break_twice, ENFOLD_INVALID},
    {"enfold_store_end", "observed", OBSERVED, COUNTER, INLINE, NULL, end_store, ENFOLD_OK},
    {"enfold_store_end", "host, queued", OBSERVED, COUNTER, HOST, has_queued, end_store, ENFOLD_OK},
    {"enfold_store_end", "an effect", OBSERVED, RESPONSES, INLINE, has_run, end_store, ENFOLD_OK},
    {"enfold_store_end", "no end", OBSERVED, RESPONSES, INLINE, has_never, end_soon, ENFOLD_TIMEOUT},
    {"enfold_store_end", "it stays open", OBSERVED, RESPONSES, INLINE, has_never, end_slowly, ENFOLD_TIMEOUT},
    {"enfold_store_end", "a scope", OBSERVED, COUNTER, INLINE, has_scope, end_scope, ENFOLD_UNSUPPORTED},
    {"enfold_store_wait", "idle", STORE, COUNTER, INLINE, NULL, wait_store, ENFOLD_OK},
    {"enfold_store_wait", "an effect", OBSERVED, RESPONSES, INLINE, has_run, wait_store, ENFOLD_OK},
    {"enfold_store_wait", "no end", OBSERVED, RESPONSES, INLINE, has_never, wait_briefly, ENFOLD_TIMEOUT},

    {"enfold_store_observe", "", STORE, COUNTER, INLINE, NULL, observe, ENFOLD_OK},
    {"enfold_store_observe", "all options", OBSERVED, COUNTER, INLINE, NULL, observe_patch, ENFOLD_OK},
    {"enfold_store_observe", "host", STORE, COUNTER, HOST, NULL, observe, ENFOLD_OK},
    {"enfold_store_observe", "host, elsewhere", STORE, COUNTER, HOST, has_other_loop_thread, observe, ENFOLD_OK},
    {"enfold_store_observe", "a scope", STORE, COUNTER, INLINE, has_scope, observe_scope, ENFOLD_OK},
    {"enfold_store_observe", "nowhere", STORE, COUNTER, INLINE, NULL, observe_nowhere, ENFOLD_BAD_POINTER},
    {"enfold_store_observe_actions", "", STORE, COUNTER, INLINE, NULL, observe_actions, ENFOLD_OK},
    {"enfold_subscription_cancel", "", OBSERVED, COUNTER, INLINE, NULL, cancel_subscription, ENFOLD_OK},
    {"enfold_subscription_cancel", "host, elsewhere", OBSERVED, COUNTER, HOST, has_other_loop_thread,
     cancel_subscription, ENFOLD_OK},
    {"enfold_subscription_cancel", "a shared value", STORE, VISITOR, TEST, is_shared, cancel_subscription, ENFOLD_OK},
    {"enfold_subscription_cancel", "host, a shared value", STORE, VISITOR, HOST_TEST, is_shared_elsewhere,
     cancel_subscription, ENFOLD_OK},
    {"enfold_subscription_cancel", "a runtime", RUNTIME, NO_PLUGIN, INLINE, NULL, cancel_no_subscription,
     ENFOLD_BAD_HANDLE},

    {"enfold_task_wait", "ended", STORE, COUNTER, INLINE, has_task, wait_task, ENFOLD_OK},
    {"enfold_task_wait", "an effect", STORE, RESPONSES, INLINE, has_run_task, wait_task, ENFOLD_OK},
    {"enfold_task_wait", "a failed effect", STORE, RESPONSES, INLINE, has_failed_task, wait_task, ENFOLD_FAILED},
    {"enfold_task_status", "ended", STORE, COUNTER, INLINE, has_task, task_status, ENFOLD_OK},
    {"enfold_task_status", "an effect", STORE, RESPONSES, INLINE, has_never_task, task_status, ENFOLD_TIMEOUT},
    {"enfold_task_on_end", "ended", STORE, COUNTER, INLINE, has_task, task_on_end, ENFOLD_OK},
    {"enfold_task_on_end", "host, ended", STORE, COUNTER, HOST, has_task, task_on_end, ENFOLD_OK},
    {"enfold_task_cancel", "", OBSERVED, RESPONSES, INLINE, has_never_task, cancel_task, ENFOLD_OK},
    {"enfold_task_release", "", STORE, COUNTER, INLINE, has_task, release_task, ENFOLD_OK},

    {"enfold_runtime_bind", "", PLUGIN, ASKER, INLINE, NULL, bind_native, ENFOLD_OK},
    {"enfold_runtime_bind", "another", PLUGIN, ASKER, INLINE, is_handled, bind_worker, ENFOLD_OK},
    {"enfold_runtime_bind", "host, elsewhere", PLUGIN, ASKER, HOST, is_handled_elsewhere, bind_native, ENFOLD_OK},
    {"enfold_runtime_bind", "no such type", RUNTIME, NO_PLUGIN, INLINE, NULL, bind_wrong, ENFOLD_INVALID},
    {"enfold_runtime_bind", "no such release", RUNTIME, NO_PLUGIN, INLINE, NULL, bind_release, ENFOLD_NOT_FOUND},
    {"enfold_feature_register", "", RUNTIME, NO_PLUGIN, INLINE, NULL, register_own, ENFOLD_OK},
    {"enfold_feature_register", "again", RUNTIME, NO_PLUGIN, INLINE, has_own, register_own, ENFOLD_OK},
    {"enfold_feature_register", "host, elsewhere", RUNTIME, NO_PLUGIN, HOST, has_own_elsewhere, register_own, ENFOLD_OK},
    {"enfold_feature_register", "wrong", RUNTIME, NO_PLUGIN, INLINE, has_own, register_wrong, ENFOLD_BAD_PLUGIN},
    {"enfold_store_open", "a registered feature", RUNTIME, NO_PLUGIN, INLINE, has_own, open_own, ENFOLD_OK},

    {"enfold_runtime_handle", "", PLUGIN, ASKER, INLINE, NULL, handle, ENFOLD_OK},
    {"enfold_runtime_handle", "host", PLUGIN, ASKER, HOST, NULL, handle, ENFOLD_OK},
    {"enfold_runtime_handle", "another", PLUGIN, ASKER, INLINE, is_handled, handle, ENFOLD_OK},
    {"enfold_runtime_handle", "host, elsewhere", PLUGIN, ASKER, HOST, is_handled_elsewhere, handle, ENFOLD_OK},
    {"enfold_runtime_handle", "none", PLUGIN, ASKER, INLINE, is_handled, handle_none, ENFOLD_OK},
    {"enfold_runtime_handle", "no name", PLUGIN, ASKER, INLINE, is_handled, handle_empty, ENFOLD_INVALID},
    {"enfold_request_emit", "", STORE, ASKER, INLINE, has_stream, emit, ENFOLD_OK},
    {"enfold_request_emit", "a wrong element", STORE, ASKER, INLINE, has_stream, emit_wrong, ENFOLD_BAD_STATE},
    {"enfold_request_emit", "no JSON", STORE, ASKER, INLINE, has_stream, emit_no_json, ENFOLD_BAD_JSON},
    {"enfold_request_emit", "a store", STORE, ASKER, INLINE, NULL, emit_no_request, ENFOLD_BAD_HANDLE},
    {"enfold_request_resolve", "", OBSERVED, ASKER, INLINE, has_request, resolve, ENFOLD_OK},
    {"enfold_request_resolve", "host", OBSERVED, ASKER, HOST, has_request, resolve, ENFOLD_OK},
    {"enfold_request_resolve", "host, elsewhere", STORE, ASKER, HOST, has_request_elsewhere, resolve, ENFOLD_OK},
    {"enfold_request_resolve", "a stream", STORE, ASKER, INLINE, has_stream, resolve_stream, ENFOLD_OK},
    {"enfold_request_resolve", "a wrong answer", STORE, ASKER, INLINE, has_request, resolve_wrong, ENFOLD_BAD_STATE},
    {"enfold_request_resolve", "redacted, a wrong answer", STORE, ASKER, REDACTED, has_request, resolve_wrong, ENFOLD_BAD_STATE},
    {"enfold_request_resolve", "no JSON", STORE, ASKER, INLINE, has_request, resolve_no_json, ENFOLD_BAD_JSON},
    {"enfold_request_resolve", "a runtime", STORE, ASKER, INLINE, NULL, resolve_no_request, ENFOLD_BAD_HANDLE},
    {"enfold_request_store", "", STORE, ASKER, INLINE, has_request, who_asks, ENFOLD_OK},
    {"enfold_request_store", "a store", STORE, ASKER, INLINE, NULL, who_asks_nothing, ENFOLD_BAD_HANDLE},
    {"enfold_request_action", "", STORE, ASKER, INLINE, has_request, what_asks, ENFOLD_OK},
    {"enfold_request_tag", "", STORE, ASKER, INLINE, has_request, which_tag, ENFOLD_OK},
    {"enfold_request_fail", "", STORE, ASKER, INLINE, has_request, fail_request, ENFOLD_OK},
    {"enfold_request_fail", "a store", STORE, ASKER, INLINE, NULL, fail_no_request, ENFOLD_BAD_HANDLE},

    {"enfold_store_callback", "a thunk", OBSERVED, COUNTER, INLINE, NULL, thunk, ENFOLD_OK},
    {"enfold_store_callback", "host", OBSERVED, COUNTER, HOST, NULL, thunk, ENFOLD_OK},
    {"enfold_store_callback", "a closure", OBSERVED, COUNTER, INLINE, NULL, closure, ENFOLD_OK},
    {"enfold_store_callback", "host, signal", STORE, COUNTER, HOST, NULL, signal_callback, ENFOLD_OK},
    {"enfold_store_callback", "signal", STORE, COUNTER, INLINE, NULL, signal_callback, ENFOLD_UNSUPPORTED},
    {"enfold_store_callback", "another name", STORE, COUNTER, INLINE, NULL, callback_bad, ENFOLD_INVALID},
    {"enfold_callback_close", "", STORE, COUNTER, INLINE, has_callback, close_callback, ENFOLD_OK},

    {"enfold_shared_get", "", STORE, VISITOR, TEST, NULL, shared_get, ENFOLD_OK},
    {"enfold_shared_get", "nobody", STORE, VISITOR, TEST, NULL, shared_get_nobody, ENFOLD_NOT_FOUND},
    {"enfold_shared_set", "", OBSERVED, VISITOR, TEST, NULL, shared_set, ENFOLD_OK},
    {"enfold_shared_set", "observed", STORE, VISITOR, TEST, is_shared, shared_set, ENFOLD_OK},
    {"enfold_shared_set", "host", OBSERVED, VISITOR, HOST_TEST, NULL, shared_set, ENFOLD_OK},
    {"enfold_shared_set", "host, elsewhere", STORE, VISITOR, HOST_TEST, is_shared_elsewhere, shared_set, ENFOLD_OK},
    {"enfold_shared_set", "a bad value", STORE, VISITOR, TEST, NULL, shared_set_bad, ENFOLD_BAD_STATE},
    {"enfold_shared_set", "no JSON", STORE, VISITOR, TEST, NULL, shared_set_no_json, ENFOLD_BAD_JSON},
    {"enfold_shared_replace", "", OBSERVED, VISITOR, TEST, NULL, shared_replace, ENFOLD_OK},
    {"enfold_shared_replace", "another value", OBSERVED, VISITOR, TEST, NULL, shared_replace_another, ENFOLD_OK},
    {"enfold_shared_observe", "", STORE, VISITOR, TEST, NULL, shared_observe, ENFOLD_OK},
    {"enfold_shared_observe", "host", STORE, VISITOR, HOST_TEST, NULL, shared_observe, ENFOLD_OK},
    {"enfold_shared_observe", "host, elsewhere", STORE, VISITOR, HOST_TEST, has_other_loop_thread, shared_observe,
     ENFOLD_OK},
    {"enfold_shared_observe", "nobody", STORE, VISITOR, TEST, NULL, shared_observe_nobody, ENFOLD_NOT_FOUND},
};
const int api_call_count = sizeof api_calls / sizeof *api_calls;
