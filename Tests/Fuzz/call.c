/* call.c: what surrounds every call of the library. */
#include "call.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "json.h"
#include "trace.h"
#include "watchdog.h"

enum { LOWEST = -16, HIGHEST = 3, STATUS_COUNT = HIGHEST - LOWEST + 1, FILL = 0x5a };

static _Atomic uint64_t seen[FUNCTION_COUNT][STATUS_COUNT];

bool in_callback(void) { return watch_self()->callbacks > 0; }

void call_begin(call *c, function_id function, held handle, random_source *r) {
  c->function = function;
  c->handle = handle;
  c->longest = 0;
  uint32_t form = random_below(r, 16);
  memset(&c->frame, FILL, sizeof c->frame);
  c->error = form < 3 ? NULL : &c->frame.error;
  /* Sizes that hold nothing, the code, the offset, some of the message; and one of a newer header. */
  static const uint32_t sizes[] = {0, 4, 7, 8, 12, 16, 17, 18, 40, 200, sizeof(enfold_error) + 8, 0};
  c->size = form < 12 ? (uint32_t)sizeof(enfold_error) : sizes[random_below(r, sizeof sizes / sizeof *sizes)];
  c->frame.error.struct_size = c->size;
  watch_push(functions[function].name);
  watch_self()->calls++;
}

const char *call_shown_error(const call *c) { return c->error == NULL ? "NULL" : "&error"; }

void call_fail(const call *c, enfold_status status, const char *problem) {
  failed("call", "%s gave %s: %s; handle %016" PRIx64 ", serial %" PRIu64 "%s; message: %.200s",
         functions[c->function].name, enfold_status_name(status), problem, c->handle.handle, c->handle.serial,
         c->handle.is_scope ? " (a scope)" : "",
         c->error != NULL && status < 0 && c->size > 100 ? c->frame.error.message : "");
}

static bool is_filled(const call *c, size_t from) {
  const unsigned char *bytes = (const unsigned char *)&c->frame;
  for (size_t i = from; i < sizeof c->frame; i++)
    if (bytes[i] != FILL) return false;
  return true;
}

static void check_error(const call *c, enfold_status status) {
  const size_t offset_at = offsetof(enfold_error, offset), message_at = offsetof(enfold_error, message);
  size_t size = c->size < sizeof(enfold_error) ? c->size : sizeof(enfold_error);
  if (c->error == NULL) return;
  if (c->frame.error.struct_size != c->size) call_fail(c, status, "struct_size has changed");
  if (status >= 0) {
    if (!is_filled(c, sizeof c->size)) call_fail(c, status, "the error was written without an error");
    return;
  }
  if (!is_filled(c, size < sizeof c->size ? sizeof c->size : size)) call_fail(c, status, "wrote beyond struct_size");
  if (size >= offset_at && c->frame.error.code != status) call_fail(c, status, "the code is another");
  if (size >= message_at && c->frame.error.offset != UINT64_MAX && c->frame.error.offset > c->longest)
    call_fail(c, status, "the offset is beyond the text");
  if (size > message_at) {
    const char *message = c->frame.error.message, *end = memchr(message, 0, size - message_at);
    if (end == NULL) call_fail(c, status, "the message does not end");
    if (!utf8_is_valid(message, (size_t)(end - message))) call_fail(c, status, "the message is not UTF-8");
    if (size > 100 && strncmp(message, functions[c->function].name, strlen(functions[c->function].name)) != 0)
      call_fail(c, status, "the message does not begin with the function");
  }
}

/* An error about an action that is redacted as a whole neither quotes it nor says where the mistake is. */
static void check_hidden(const call *c, enfold_status status) {
  if (c->error == NULL || status >= 0 || c->function != F_enfold_store_send || c->size < sizeof(enfold_error)) return;
  if (c->handle.runtime == NULL || !c->handle.runtime->hides_all) return;
  if (status != ENFOLD_BAD_ACTION && status != ENFOLD_BAD_JSON) return;
  if (c->frame.error.offset != UINT64_MAX) call_fail(c, status, "the error has an offset, and everything is redacted");
  /* The longest word of texts.c: a word of less than eight bytes may stand in the message for another reason. */
  if (strstr(c->frame.error.message, "01234567") != NULL) call_fail(c, status, "the message quotes what is redacted");
}

static bool waits(function_id function) {
  return function == F_enfold_runtime_pump || function == F_enfold_runtime_wait || function == F_enfold_store_wait ||
         function == F_enfold_runtime_end || function == F_enfold_store_end ||
         function == F_enfold_task_wait || function == F_enfold_plugin_load ||
         function == F_enfold_clock_advance;
}

enfold_status call_end(call *c, enfold_status status) {
  watched *thread = watch_self();
  thread->calls--;
  watch_pop();
  atomic_fetch_add_explicit(&shared_progress->calls, 1, memory_order_relaxed);
  if (status < LOWEST || status > HIGHEST) call_fail(c, status, "no status of the header");
  atomic_fetch_add_explicit(&seen[c->function][status - LOWEST], 1, memory_order_relaxed);
  if ((functions[c->function].statuses & 1u << (status + 16)) == 0)
    call_fail(c, status, "a status that the header does not name");
  check_error(c, status);
  check_hidden(c, status);
  if (waits(c->function) && thread->callbacks > 0 && status >= 0)
    call_fail(c, status, "it is not allowed in callbacks");
  if (c->function != F_enfold_runtime_open && c->handle.origin != OPEN && status >= 0)
    call_fail(c, status,
              c->handle.origin == CLOSED ? "the handle was closed before" : "the handle is none of this kind");
  if (status == ENFOLD_BAD_HANDLE && (c->handle.origin == OPEN || c->handle.origin == CLOSED))
    call_fail(c, status, c->handle.origin == OPEN ? "the handle is open" : "the handle was closed: it is stale");
  if (status == ENFOLD_STALE && c->handle.origin == OTHER_KIND)
    call_fail(c, status, "the handle is none of this kind");
  return status;
}

void call_plain(function_id function) {
  atomic_fetch_add_explicit(&shared_progress->calls, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&seen[function][ENFOLD_OK - LOWEST], 1, memory_order_relaxed);
}

void call_check_output(const call *c, enfold_status status, uint64_t value) {
  if (status < 0 && value != UNTOUCHED) call_fail(c, status, "an output has changed");
  if (status >= 0 && value == UNTOUCHED) call_fail(c, status, "an output was not written");
}

void call_check_string(const call *c, enfold_status status, enfold_string *string, bool is_loose) {
  if (status < 0) {
    if (string->data != (char *)(uintptr_t)UNTOUCHED || string->length != UNTOUCHED)
      call_fail(c, status, "an output has changed");
    return;
  }
  if (string->data == NULL || string->data[string->length] != '\0') call_fail(c, status, "the text is not terminated");
  if (strlen(string->data) != string->length) call_fail(c, status, "the length is not that of the text");
  if (!is_loose && !json_is_valid(string->data, string->length, false)) call_fail(c, status, "the text is not JSON");
  call_plain(F_enfold_string_free);
  enfold_string_free(string);
  if (string->data != NULL) call_fail(c, status, "enfold_string_free does not clear the text");
}

uint64_t calls_made(void) { return atomic_load(&shared_progress->calls); }

void print_statuses(void) {
  for (int f = 0; f < FUNCTION_COUNT; f++) {
    printf("%-30s", functions[f].name);
    for (int s = STATUS_COUNT - 1; s >= 0; s--)
      if (seen[f][s] > 0)
        printf(" %s=%" PRIu64, enfold_status_name(s + LOWEST) + strlen("ENFOLD_"), (uint64_t)seen[f][s]);
    if (functions[f].statuses != 0) {
      const char *comma = "  never: ";
      for (int s = STATUS_COUNT - 1; s >= 0; s--) {
        if (seen[f][s] > 0 || (functions[f].statuses & 1u << s) == 0) continue;
        printf("%s%s", comma, enfold_status_name(s + LOWEST) + strlen("ENFOLD_"));
        comma = ", ";
      }
    }
    printf("\n");
  }
}

void print_groups(void) {
  for (int g = 0; g < GROUP_COUNT; g++) {
    uint64_t good = 0, all = 0;
    for (int f = 0; f < FUNCTION_COUNT; f++) {
      if (functions[f].group != (group_id)g) continue;
      for (int s = 0; s < STATUS_COUNT; s++) {
        all += seen[f][s];
        if (s + LOWEST >= 0) good += seen[f][s];
      }
    }
    printf("%s %" PRIu64 " (%.0f %% succeed), ", group_names[g], all, all > 0 ? 100.0 * (double)good / (double)all : 0);
  }
}

bool every_function_was_reached(void) {
  bool result = true;
  for (int f = 0; f < FUNCTION_COUNT; f++) {
    if (seen[f][ENFOLD_OK - LOWEST] > 0) continue;
    fprintf(stderr, "%s never succeeded: the fuzzer does not reach it\n", functions[f].name);
    result = false;
  }
  return result;
}
