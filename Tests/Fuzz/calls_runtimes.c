/* calls_runtimes.c: runtimes, the event loop, the receiver of logs. */
#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "callbacks.h"
#include "failure.h"
#include "operations.h"
#include "trace.h"

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

/* Everything is redacted. */
static const char hiding[] = ",\"redact\":[\"\",\"action:\",\"request:*\",\"dependency:*\"]";

/* What readers get, and whether times are counted. */
static const char *reading_options(random_source *r) {
  static const char *const all[] = {"",
                                    "",
                                    "",
                                    "",
                                    "",
                                    ",\"stats\":true",
                                    ",\"stats\":true",
                                    ",\"stats\":false",
                                    ",\"stats\":@",
                                    hiding,
                                    hiding,
                                    ",\"redact\":[]",
                                    ",\"redact\":[\"/count\",\"action:/setCount\",\"action:/factLoaded\"]",
                                    ",\"redact\":[\"/items/*/title\",\"/items/*/id\",\"action:/add/title\",\"action:/loaded\"]",
                                    ",\"redact\":[\"/child/*\",\"/*\",\"action:/*\",\"request:numberFact\"],\"stats\":true",
                                    ",\"redact\":[\"/session/name\",\"action:/rename\",\"request:*/a\",\"dependency:uuid\"]",
                                    ",\"redact\":[\"/last/any/*\",\"/$\",\"action:/any/#\",\"request:ticks\"]",
                                    ",\"redact\":[\"/items/id=#\"]",
                                    ",\"redact\":[\"count\",\"action:add\"]",
                                    ",\"redact\":[\"request:\"]",
                                    ",\"redact\":[\"dependency:/uuid\"]",
                                    ",\"redact\":[@]",
                                    ",\"redact\":@"};
  return all[random_below(r, sizeof all / sizeof *all)];
}

/* Options; and what follows from them, if they come as they are: whether what is kept in files stays in memory, or comes to the
 * fuzzer's own folder, and so on. */
static char *runtime_options(runtime_record *record, random_source *r) {
  /* No limit of depth beyond 1,000: how deep a text may be is the host's choice, and the stack's. */
  static const char *const more[] = {"",
                                     "",
                                     "",
                                     "",
                                     "",
                                     "",
                                     ",\"clock\":\"manual\"",
                                     ",\"clock\":\"manual\",\"environment\":\"test\"",
                                     ",\"clock\":\"system\"",
                                     ",\"clock\":@",
                                     ",\"environment\":\"preview\"",
                                     ",\"environment\":\"test\"",
                                     ",\"environment\":\"test\"",
                                     ",\"environment\":\"test\",\"shared\":{\"directory\":\"/nowhere/$\"}",
                                     ",\"shared\":{}",
                                     ",\"shared\":{\"directory\":\"$\"}",
                                     ",\"shared\":@",
                                     ",\"limits\":{\"depth\":20}",
                                     ",\"limits\":{\"queue\":3}",
                                     ",\"limits\":{\"bytes\":400}",
                                     ",\"limits\":{\"depth\":1000,\"bytes\":100000,\"queue\":100}",
                                     ",\"limits\":{\"requests\":2}",
                                     ",\"limits\":{}",
                                     ",\"limits\":{\"queue\":@}",
                                     ",\"loop\":\"inline\"",
                                     ",\"nope\":1"};
  bool is_host = settings.is_host != random_chance(r, 10);
  const char *extra = more[random_below(r, sizeof more / sizeof *more)];
  const char *reading = reading_options(r);
  char pattern[400], *result;
  record->keeps_files = strstr(extra, "\"preview\"") != NULL || strstr(extra, "\"test\"") != NULL;
  if (random_chance(r, 6) && *settings.files != '\0') {
    record->keeps_files = true;
    if (asprintf(&result, "{\"loop\":\"%s\",\"shared\":{\"directory\":\"%s\"}}", is_host ? "host" : "inline",
                 settings.files) < 0)
      abort();
    return result;
  }
  if (!is_host && random_chance(r, 2)) return NULL;
  record->hides_all = reading == hiding;
  record->has_times = strstr(reading, "\"stats\":true") != NULL;
  snprintf(pattern, sizeof pattern, "{\"loop\":\"%s\"%s%s}", is_host ? "host" : "inline", extra, reading);
  return text_fill(pattern, r);
}

held open_runtime(random_source *r) {
  held none = {.kind = RUNTIMES, .origin = NEVER_GIVEN}, made = {.kind = RUNTIMES, .origin = OPEN};
  call c;
  enfold_runtime out = UNTOUCHED;
  bool has_out = !random_chance(r, 100);
  runtime_record *record = ledger_runtime();
  text options = text_argument(runtime_options(record, r), SOMETIMES, r);
  if (!options.is_whole) record->keeps_files = record->hides_all = record->has_times = false;
  made.serial = record->serial;
  call_begin(&c, F_enfold_runtime_open, none, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_runtime_open(%s, %s%s, %s);", text_shown(&options), has_out ? "&" : "",
               has_out ? trace_handle(made) : "NULL", call_shown_error(&c));
  enfold_status status =
      call_end(&c, enfold_runtime_open(options.data, options.length, has_out ? &out : NULL, c.error));
  call_check_output(&c, has_out ? status : ENFOLD_INVALID, out);
  text_free(&options);
  if (status < 0) return none;
  int descriptor;
  made.runtime = record;
  record->is_host = enfold_runtime_fd(out, &descriptor, NULL) == ENFOLD_OK;
  made.handle = record->handle = out;
  return made;
}

void op_runtime_open(random_source *r) {
  held made = open_runtime(r);
  if (made.handle == 0) return;
  held before = pool_put(made, random_below(r, 64));
  load_usual_plugins(made, r);
  for (uint32_t count = random_below(r, 6); count > 0; count--) set_handler(made, r);
  /* Half of those that make room are closed now, the others at the end. */
  if (before.handle != 0 && random_chance(r, 2)) close_runtime(before, r);
}

void close_runtime(held runtime, random_source *r) {
  call c;
  if (runtime.origin == OPEN) {
    atomic_store(&runtime.runtime->is_ending, true);
    ledger_ends(runtime.runtime, NULL, 0);
  }
  call_begin(&c, F_enfold_runtime_close, runtime, r);
  if (tracing) trace_line("enfold_runtime_close(%s, %s);", trace_handle(runtime), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_close(runtime.handle, c.error));
  if (status < 0) return;
  atomic_store(&runtime.runtime->is_closed, true);
  pool_close(runtime);
  pool_close_all_of(runtime.runtime, NULL);
}

void op_runtime_close(random_source *r) { close_runtime(pool_pick(RUNTIMES, r), r); }

/* ---- The event loop ---------------------------------------------------------------------------------------------- */

void op_runtime_fd(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  int out = INT32_MIN;
  bool has_out = !random_chance(r, 30);
  call_begin(&c, F_enfold_runtime_fd, runtime, r);
  if (tracing)
    trace_line("enfold_runtime_fd(%s, %s, %s);", trace_handle(runtime), has_out ? "&descriptor" : "NULL",
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_fd(runtime.handle, has_out ? &out : NULL, c.error));
  if (has_out && (status < 0) != (out == INT32_MIN)) call_fail(&c, status, "the descriptor");
  if (status < 0) return;
  /* Left out: reading and closing it, which the header forbids. With several threads it may be closed by now. */
  struct pollfd poller = {out, POLLIN, 0};
  if (poll(&poller, 1, 0) < 0) call_fail(&c, status, "the descriptor cannot be polled");
}

void op_runtime_pump(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  uint32_t done = (uint32_t)UNTOUCHED, max = random_chance(r, 3)    ? random_below(r, 4)
                                             : random_chance(r, 20) ? UINT32_MAX
                                                                    : 0;
  bool has_done = !random_chance(r, 3);
  call_begin(&c, F_enfold_runtime_pump, runtime, r);
  if (tracing)
    trace_line("enfold_runtime_pump(%s, %uu, %s, %s);", trace_handle(runtime), max, has_done ? "&done" : "NULL",
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_pump(runtime.handle, max, has_done ? &done : NULL, c.error));
  if (!has_done) return;
  if ((status < 0) != (done == (uint32_t)UNTOUCHED)) call_fail(&c, status, "the number of actions");
  /* A pump that delivers what is left of a closed runtime knows no limit. */
  if (status >= 0 && max != 0 && done > max && !atomic_load(&runtime.runtime->is_ending))
    failed("pump", "enfold_runtime_pump gave %s and reduced %u actions; %u were allowed", enfold_status_name(status),
           done, max);
}

void op_runtime_wait(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  /* Left out: waits without end, since some effects never end. */
  int64_t timeout = random_chance(r, 3) ? 1 : 0;
  call_begin(&c, F_enfold_runtime_wait, runtime, r);
  if (tracing)
    trace_line("enfold_runtime_wait(%s, %" PRId64 ", %s);", trace_handle(runtime), timeout, call_shown_error(&c));
  call_end(&c, enfold_runtime_wait(runtime.handle, timeout, c.error));
}

void op_runtime_flush(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  call_begin(&c, F_enfold_runtime_flush, runtime, r);
  if (tracing) trace_line("enfold_runtime_flush(%s, %s);", trace_handle(runtime), call_shown_error(&c));
  call_end(&c, enfold_runtime_flush(runtime.handle, c.error));
}

void op_runtime_end(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  bool closes;
  char *options = end_options(&closes, r);
  if (closes && runtime.origin == OPEN && !in_callback()) {
    atomic_store(&runtime.runtime->is_ending, true);
    ledger_ends(runtime.runtime, NULL, 0);
  }
  call_begin(&c, F_enfold_runtime_end, runtime, r);
  c.longest = strlen(options);
  if (tracing)
    trace_line("enfold_runtime_end(%s, %s, %s);", trace_handle(runtime), trace_text(options, c.longest, true, ENFOLD_NUL),
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_end(runtime.handle, options, ENFOLD_NUL, c.error));
  free(options);
  if (status < 0) return;
  atomic_store(&runtime.runtime->takes_no_stores, true);
  if (!closes) return;
  atomic_store(&runtime.runtime->is_closed, true);
  pool_close(runtime);
  pool_close_all_of(runtime.runtime, NULL);
}

void op_clock_advance(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  /* Left out: hours, in which a timer wakes too often. */
  int64_t nanoseconds = random_chance(r, 10)  ? -(int64_t)random_below(r, 1000)
                        : random_chance(r, 5) ? 0
                                              : random_below(r, 2000000000);
  call_begin(&c, F_enfold_clock_advance, runtime, r);
  if (tracing)
    trace_line("enfold_clock_advance(%s, %" PRId64 ", %s);", trace_handle(runtime), nanoseconds, call_shown_error(&c));
  call_end(&c, enfold_clock_advance(runtime.handle, nanoseconds, c.error));
}

void op_runtime_stats(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 50);
  call_begin(&c, F_enfold_runtime_stats, runtime, r);
  if (tracing)
    trace_line("enfold_runtime_stats(%s, %s, %s);", trace_handle(runtime), has_out ? "&string" : "NULL",
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_stats(runtime.handle, has_out ? &out : NULL, c.error));
  /* One that is being closed has no times any more. */
  if (status == ENFOLD_OK && runtime.runtime->has_times && strstr(out.data, "\"times\":{\"commits\":") == NULL &&
      !atomic_load(&runtime.runtime->is_ending))
    call_fail(&c, status, "the times of commits are not there");
  call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out, false);
}

/* ---- Logs -------------------------------------------------------------------------------------------------------- */

void set_log(held runtime, random_source *r) {
  call c;
  callback_record *record = ledger_callback(LOG_RECEIVER, r);
  bool has_fn = !random_chance(r, 8);
  callback_plan(record, r);
  record->runtime = runtime.runtime;
  record->level = random_chance(r, 20) ? (int32_t)random_bits(r) : 1 + (int32_t)random_below(r, 4);
  ledger_add(record);
  call_begin(&c, F_enfold_runtime_log, runtime, r);
  if (tracing)
    trace_line("enfold_runtime_log(%s, %d, %s, user_%" PRIu64 ", %s, %s); // %s", trace_handle(runtime), record->level,
               has_fn ? "receiver" : "NULL", record->serial, record->has_release ? "released" : "NULL",
               call_shown_error(&c), callback_shown(record));
  enfold_status status = call_end(&c, enfold_runtime_log(runtime.handle, record->level, has_fn ? on_log : NULL, record,
                                                         record->has_release ? on_release : NULL, c.error));
  if (status == ENFOLD_OK) atomic_store(&record->is_accepted, true);
}

void op_runtime_log(random_source *r) { set_log(pool_pick(RUNTIMES, r), r); }
