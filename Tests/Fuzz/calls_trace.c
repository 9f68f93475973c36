/* calls_trace.c: readers of a runtime's trace, recordings, and marks in both. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "callbacks.h"
#include "json.h"
#include "operations.h"
#include "trace.h"

static const char *const right[] = {"{}", "{\"bytes\":#}", "{\"bytes\":2000}", "{\"bytes\":2000}", "{\"bytes\":1000000}"};
static const char *const wrong[] = {"{\"byte\":1}", "[]", "{\"bytes\":-1}", "{\"bytes\":\"$\"}", "{\"bytes\":1.5}"};

static void add_reader(held runtime, random_source *r) {
  call c;
  callback_record *record = ledger_callback(READER, r);
  bool has_fn = !random_chance(r, 20), has_out = !random_chance(r, 10), is_wrong = random_chance(r, 12);
  uint64_t out = UNTOUCHED;
  callback_plan(record, r);
  record->runtime = runtime.runtime;
  record->has_release = !random_chance(r, 8);
  const char *pattern = is_wrong ? wrong[random_below(r, 5)] : random_chance(r, 3) ? NULL : right[random_below(r, 5)];
  text options = text_argument(pattern == NULL ? NULL : text_fill(pattern, r), SOMETIMES, r);
  ledger_add(record);
  call_begin(&c, F_enfold_runtime_trace, runtime, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_runtime_trace(%s, %s, %s, user_%" PRIu64 ", %s, %s, %s); // %s", trace_handle(runtime), text_shown(&options),
               has_fn ? "reader" : "NULL", record->serial, record->has_release ? "released" : "NULL", has_out ? "&number" : "NULL",
               call_shown_error(&c), callback_shown(record));
  enfold_status status =
      call_end(&c, enfold_runtime_trace(runtime.handle, options.data, options.length, has_fn ? on_entry : NULL, record,
                                        record->has_release ? on_release : NULL, has_out ? &out : NULL, c.error));
  if (has_out) call_check_output(&c, status, out);
  if (status >= 0 && !has_fn) call_fail(&c, status, "there is no function");
  if (status >= 0 && options.is_whole && is_wrong) call_fail(&c, status, "a mistake was accepted");
  text_free(&options);
  if (status != ENFOLD_OK) return;
  atomic_store(&record->is_accepted, true);
  if (!has_out) return;
  if (out == 0) call_fail(&c, status, "the number is 0");
  atomic_store(&record->subscription, out);
  held made = {.kind = READERS, .origin = OPEN, .handle = out, .serial = record->serial, .runtime = runtime.runtime,
               .callback = record};
  held before = pool_put(made, random_below(r, 64));
  /* With many readers everything takes longer. */
  if (before.handle == 0) return;
  held its_runtime = {.kind = RUNTIMES, .origin = OPEN, .handle = before.runtime->handle, .serial = before.runtime->serial,
                      .runtime = before.runtime};
  end_reader(its_runtime, before, r);
}

void op_runtime_trace(random_source *r) { add_reader(pool_pick(RUNTIMES, r), r); }

void end_reader(held runtime, held reader, random_source *r) {
  call c;
  call_begin(&c, F_enfold_runtime_trace_end, runtime, r);
  if (tracing)
    trace_line("enfold_runtime_trace_end(%s, %s, %s);", trace_handle(runtime), trace_handle(reader), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_trace_end(runtime.handle, reader.handle, c.error));
  if (status >= 0 && (reader.origin != OPEN || reader.runtime != runtime.runtime))
    call_fail(&c, status, "the runtime has no such reader");
  if (status == ENFOLD_OK && reader.callback != NULL) atomic_store(&reader.callback->is_cancelled, true);
  if (reader.origin == OPEN && reader.runtime == runtime.runtime && status != ENFOLD_BAD_HANDLE) pool_close(reader);
}

/* Mostly of its own runtime. */
void op_runtime_trace_end(random_source *r) {
  held reader = pool_pick(READERS, r), runtime = pool_pick(RUNTIMES, r);
  if (reader.origin == OPEN && !random_chance(r, 8))
    runtime = (held){.kind = RUNTIMES, .origin = OPEN, .handle = reader.runtime->handle, .serial = reader.runtime->serial,
                     .runtime = reader.runtime};
  end_reader(runtime, reader, r);
}

static const char *const right_recordings[] = {"{}", "{\"bytes\":2000}", "{\"checkpoint\":0}", "{\"checkpoint\":3,\"bytes\":100000}"};
static const char *const wrong_recordings[] = {"{\"byte\":1}", "[]", "{\"checkpoint\":-1}", "{\"bytes\":\"$\"}"};

/* Begins a recording, or ends it. Its files are removed with the others. */
void op_runtime_record(random_source *r) {
  static const char *const odd[] = {"", "/", "/nonexistent/session", "/dev/null", "%", "%q", "\xff"};
  static _Atomic uint64_t count;
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  char room[4096];
  const char *path = NULL;
  uint64_t kind = random_below(r, 10), place = random_below(r, 7);
  bool is_wrong = random_chance(r, 12), is_new = kind < 5 && *settings.files != '\0';
  const char *pattern = is_wrong ? wrong_recordings[random_below(r, 4)] : right_recordings[random_below(r, 4)];
  text options = text_argument(random_chance(r, 3) && !is_wrong ? NULL : text_fill(pattern, r), SOMETIMES, r);
  if (is_new) {
    snprintf(room, sizeof room, "%s/%%p-%%n-%" PRIu64 ".jsonl", settings.files, atomic_fetch_add(&count, 1));
    path = room;
  } else if (kind < 7) {
    path = odd[place];
  }
  call_begin(&c, F_enfold_runtime_record, runtime, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_runtime_record(%s, %s%s%s, %s, %s);", trace_handle(runtime), path != NULL ? "\"" : "",
               path != NULL ? path : "NULL", path != NULL ? "\"" : "", text_shown(&options), call_shown_error(&c));
  enfold_status status =
      call_end(&c, enfold_runtime_record(runtime.handle, path, options.data, options.length, c.error));
  if (status >= 0 && options.is_whole && is_wrong) call_fail(&c, status, "a mistake was accepted");
  if (status >= 0 && path != NULL && !is_new) call_fail(&c, status, "a file was made that cannot be");
  text_free(&options);
}

/* Lets an inspector look, or ends that. */
void op_runtime_inspect(random_source *r) {
  static const char *const right_options[] = {"{}", "{\"control\":true}", "{\"bytes\":2000}", "{\"off\":true}", "{\"off\":true}"};
  static const char *const wrong_options[] = {"{\"look\":1}", "[]", "{\"control\":1}", "{\"bytes\":\"$\"}"};
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool is_wrong = random_chance(r, 12), has_out = !random_chance(r, 6);
  const char *pattern = is_wrong ? wrong_options[random_below(r, 4)] : right_options[random_below(r, 5)];
  text options = text_argument(random_chance(r, 5) && !is_wrong ? NULL : text_fill(pattern, r), SOMETIMES, r);
  call_begin(&c, F_enfold_runtime_inspect, runtime, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_runtime_inspect(%s, %s, %s, %s);", trace_handle(runtime), text_shown(&options), has_out ? "&string" : "NULL",
               call_shown_error(&c));
  enfold_status status =
      call_end(&c, enfold_runtime_inspect(runtime.handle, options.data, options.length, has_out ? &out : NULL, c.error));
  if (status >= 0 && options.is_whole && is_wrong) call_fail(&c, status, "a mistake was accepted");
  if (status < 0 && out.length != UNTOUCHED) call_fail(&c, status, "the path was written though the call failed");
  if (status >= 0 && has_out) enfold_string_free(&out);
  text_free(&options);
}

/* A mark: a text, one that is empty, or one about as long as the longest. */
void op_runtime_mark(random_source *r) {
  static const char *const patterns[] = {"here", "$", "\xc3\xa4 $", "{\"$\":@}", ""};
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  char *content = NULL;
  if (random_chance(r, 8)) {
    size_t length = 4090 + random_below(r, 12);
    content = calloc(length + 1, 1);
    memset(content, 'x', length);
  } else if (!random_chance(r, 16)) {
    content = text_fill(patterns[random_below(r, 5)], r);
  }
  text given = text_argument(content, SOMETIMES, r);
  bool is_right = given.data != NULL && given.size >= 1 && given.size <= 4096 && utf8_is_valid(given.data, given.size);
  call_begin(&c, F_enfold_runtime_mark, runtime, r);
  c.longest = given.size;
  if (tracing) trace_line("enfold_runtime_mark(%s, %s, %s);", trace_handle(runtime), text_shown(&given), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_runtime_mark(runtime.handle, given.data, given.length, c.error));
  if ((status == ENFOLD_INVALID) == is_right) call_fail(&c, status, is_right ? "a mark was refused" : "a mistake was accepted");
  text_free(&given);
}
