/* enfold_smallest.h: the smallest allowed size of each struct that may grow: up to the last member that it had when
 * ENFOLD_PLUGIN_ABI got its number. Later members may be absent. */
#ifndef ENFOLD_SMALLEST_H
#define ENFOLD_SMALLEST_H

#include <stddef.h>

#include "../../../include/enfold_plugin.h"

#define ENFOLD_END_OF(type, member) (offsetof(type, member) + sizeof(((type *)NULL)->member))

enum {
  ENFOLD_SMALLEST_PLUGIN_TABLE = ENFOLD_END_OF(enfold_plugin_table, feature_count),
  ENFOLD_SMALLEST_FEATURE = ENFOLD_END_OF(enfold_plugin_feature, reducer),
  ENFOLD_SMALLEST_ENGINE = ENFOLD_END_OF(enfold_engine, task_release),
  ENFOLD_SMALLEST_REDUCER = ENFOLD_END_OF(enfold_reducer, state),
  ENFOLD_SMALLEST_COMMIT = ENFOLD_END_OF(enfold_commit, change_count),
  ENFOLD_SMALLEST_HOST = ENFOLD_END_OF(enfold_host, thread),
  ENFOLD_SMALLEST_STORE_OPTIONS = ENFOLD_END_OF(enfold_store_options, runtime),
  ENFOLD_SMALLEST_RESTORE = ENFOLD_END_OF(enfold_restore, restore),
  ENFOLD_SMALLEST_SHARED = ENFOLD_END_OF(enfold_shared, report),
  ENFOLD_SMALLEST_SHARED_USER = ENFOLD_END_OF(enfold_shared_user, release),
  ENFOLD_SMALLEST_REQUESTS = ENFOLD_END_OF(enfold_requests, cancel),
  ENFOLD_SMALLEST_REQUEST_USER = ENFOLD_END_OF(enfold_request_user, release),
  ENFOLD_SMALLEST_CLOCK = ENFOLD_END_OF(enfold_clock, run),
  ENFOLD_SMALLEST_DECLARES = ENFOLD_END_OF(enfold_declares, requests),
  ENFOLD_SMALLEST_EFFECT_REDUCER = ENFOLD_END_OF(enfold_effect_reducer, reduce),
  ENFOLD_SMALLEST_PARTS = ENFOLD_END_OF(enfold_parts, part),
  ENFOLD_SMALLEST_CRASH = ENFOLD_END_OF(enfold_crash, end),
  ENFOLD_SMALLEST_FLUSH = ENFOLD_END_OF(enfold_flush, running),
  ENFOLD_SMALLEST_TAGS = ENFOLD_END_OF(enfold_tags, send),
  /* A commit that has a tag. */
  ENFOLD_COMMIT_WITH_TAG = ENFOLD_END_OF(enfold_commit, tag_length),
  ENFOLD_SMALLEST_CRASH_2 = ENFOLD_END_OF(enfold_crash_2, end),
  ENFOLD_SMALLEST_STUB = ENFOLD_END_OF(enfold_stub, open),
  ENFOLD_SMALLEST_NO_EFFECTS = ENFOLD_END_OF(enfold_no_effects, open),
  ENFOLD_SMALLEST_TRACE = ENFOLD_END_OF(enfold_trace, trace),
  ENFOLD_SMALLEST_DEPENDENCIES = ENFOLD_END_OF(enfold_dependencies, send),
  ENFOLD_SMALLEST_BINDINGS = ENFOLD_END_OF(enfold_bindings, set),
  ENFOLD_SMALLEST_TRACER = ENFOLD_END_OF(enfold_tracer, entry),
  ENFOLD_SMALLEST_TRACE_ENTRY = ENFOLD_END_OF(enfold_trace_entry, request),
  ENFOLD_SMALLEST_HOLD = ENFOLD_END_OF(enfold_hold, remove_breakpoint)
};

#endif
