/* abi.c: the layout that programs and plugins are compiled with. Offsets never change; a size changes only when a struct
 * that nobody puts into an array grows at its end. That of plugins stands in abi2/layout.h. */
#include <enfold_plugin.h>

#include "abi2/layout.h"
#include "check.h"

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), "sizeof(" #type ") changed")
#define PLACE(type, field, offset) \
  _Static_assert(offsetof(type, field) == (offset), "offsetof(" #type ", " #field ") changed")

#if defined(__LP64__)
SIZE(enfold_error, 512);
PLACE(enfold_error, code, 4);
PLACE(enfold_error, offset, 8);
PLACE(enfold_error, message, 16);
SIZE(enfold_string, 16);
SIZE(enfold_event, 112);
PLACE(enfold_event, flags, 4);
PLACE(enfold_event, store, 8);
PLACE(enfold_event, subscription, 16);
PLACE(enfold_event, revision, 24);
PLACE(enfold_event, pointer, 32);
PLACE(enfold_event, value, 48);
PLACE(enfold_event, patch, 64);
PLACE(enfold_event, action, 80);
PLACE(enfold_event, tag, 96);
SIZE(enfold_no_effects, 16);
PLACE(enfold_no_effects, open, 8);
SIZE(enfold_hold, 48);
PLACE(enfold_hold, hold, 8);
PLACE(enfold_hold, is_held, 16);
PLACE(enfold_hold, step, 24);
PLACE(enfold_hold, add_breakpoint, 32);
PLACE(enfold_hold, remove_breakpoint, 40);
SIZE(enfold_trace, 16);
PLACE(enfold_trace, trace, 8);
SIZE(enfold_tracer, 16);
PLACE(enfold_tracer, entry, 8);
SIZE(enfold_bindings, 16);
PLACE(enfold_bindings, set, 8);
SIZE(enfold_dependencies, 16);
PLACE(enfold_dependencies, send, 8);
SIZE(enfold_trace_entry, 168);
PLACE(enfold_trace_entry, kind, 4);
PLACE(enfold_trace_entry, outcome, 8);
PLACE(enfold_trace_entry, depends, 12);
PLACE(enfold_trace_entry, revision, 16);
PLACE(enfold_trace_entry, task, 24);
PLACE(enfold_trace_entry, cause, 32);
PLACE(enfold_trace_entry, waited, 40);
PLACE(enfold_trace_entry, reduced, 48);
PLACE(enfold_trace_entry, encoded, 56);
PLACE(enfold_trace_entry, told, 64);
PLACE(enfold_trace_entry, action, 72);
PLACE(enfold_trace_entry, tag, 88);
PLACE(enfold_trace_entry, effect, 104);
PLACE(enfold_trace_entry, row, 120);
PLACE(enfold_trace_entry, cause_store, 136);
PLACE(enfold_trace_entry, request, 144);
PLACE(enfold_trace_entry, next, 152);
SIZE(enfold_writer, 40);
PLACE(enfold_writer, store, 8);
PLACE(enfold_writer, revision, 16);
PLACE(enfold_writer, tag, 24);
PLACE(enfold_writer, tag_length, 32);
#endif

static void the_library_has_the_headers_version(void) {
  CHECK_INT(enfold_abi_version(), ENFOLD_ABI_VERSION);
  CHECK_INT(ENFOLD_ABI_VERSION, 1);
  CHECK_INT(ENFOLD_PLUGIN_ABI, 2);
}

static void an_error_begins_alike_in_both_ways(void) {
  enfold_error one = ENFOLD_ERROR_INIT, other;
  memset(&other, 0x5a, sizeof other);
  enfold_error_init(&other);
  CHECK_INT(memcmp(&one, &other, offsetof(enfold_error, message) + 1), 0);
  CHECK_INT(enfold_runtime_close(0, &other), ENFOLD_BAD_HANDLE);
  CHECK_INT(other.code, ENFOLD_BAD_HANDLE);
}

int main(void) {
  RUN(an_error_begins_alike_in_both_ways);
  RUN(the_library_has_the_headers_version);
  return 0;
}
