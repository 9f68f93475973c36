/* layout.h: where each member is, and the value of each constant, since ENFOLD_PLUGIN_ABI became 2. It is never changed: it
 * is compiled with the headers beside it, and with those of today. */
#ifndef ENFOLD_TESTS_LAYOUT_H
#define ENFOLD_TESTS_LAYOUT_H

#include <enfold_plugin.h>
#include <stddef.h>

#define VALUE(name, value) _Static_assert((name) == (value), #name " changed")
#define PLACE(type, member, offset) \
  _Static_assert(offsetof(type, member) == (offset), "offsetof(" #type ", " #member ") changed")
#define FROZEN(type, size) _Static_assert(sizeof(type) == (size), "sizeof(" #type ") changed")
/* Members may only be added behind the last one. */
#define GROWS(type, size) _Static_assert(sizeof(type) >= (size), "sizeof(" #type ") became smaller")

VALUE(ENFOLD_OP_REPLACE, 0);
VALUE(ENFOLD_OP_ADD, 1);
VALUE(ENFOLD_OP_REMOVE, 2);
VALUE(ENFOLD_CHANGE_OPERATION, 256);
VALUE(ENFOLD_CHANGE_FORCED, 512);
VALUE(ENFOLD_COMMIT_LAST, 1);
VALUE(ENFOLD_STORE_SCHEDULED, 1);
VALUE(ENFOLD_STORE_IGNORE_UNKNOWN, 2);
VALUE(ENFOLD_SEND_DRAIN, 1);
VALUE(ENFOLD_INTEREST_INITIAL, 1);
VALUE(ENFOLD_INTEREST_VALUE, 2);
VALUE(ENFOLD_INTEREST_PATCH, 4);
VALUE(ENFOLD_INTEREST_RAW, 8);
VALUE(ENFOLD_INTEREST_ACTION, 16);
VALUE(ENFOLD_INTEREST_PULSE, 32);
VALUE(ENFOLD_INTEREST_COALESCE, 64);
VALUE(ENFOLD_INTEREST_ACTIONS, 128);
VALUE(ENFOLD_INTEREST_FINISHED, 256);

#if defined(__LP64__)
FROZEN(enfold_change, 48);
PLACE(enfold_change, interest, 0);
PLACE(enfold_change, op, 8);
PLACE(enfold_change, flags, 12);
PLACE(enfold_change, pointer, 16);
PLACE(enfold_change, pointer_length, 24);
PLACE(enfold_change, value, 32);
PLACE(enfold_change, value_length, 40);

GROWS(enfold_commit, 48);
PLACE(enfold_commit, struct_size, 0);
PLACE(enfold_commit, flags, 4);
PLACE(enfold_commit, revision, 8);
PLACE(enfold_commit, action, 16);
PLACE(enfold_commit, action_length, 24);
PLACE(enfold_commit, changes, 32);
PLACE(enfold_commit, change_count, 40);

FROZEN(enfold_later, 16);
PLACE(enfold_later, next, 0);
PLACE(enfold_later, run, 8);

GROWS(enfold_thread, 32);
PLACE(enfold_thread, struct_size, 0);
PLACE(enfold_thread, gates, 4);
PLACE(enfold_thread, callbacks, 8);
PLACE(enfold_thread, is_settling, 12);
PLACE(enfold_thread, first, 16);
PLACE(enfold_thread, last, 24);

GROWS(enfold_host, 72);
PLACE(enfold_host, struct_size, 0);
PLACE(enfold_host, commit, 8);
PLACE(enfold_host, schedule, 16);
PLACE(enfold_host, task_ended, 24);
PLACE(enfold_host, idle, 32);
PLACE(enfold_host, log, 40);
PLACE(enfold_host, closed, 48);
PLACE(enfold_host, thread, 56);
PLACE(enfold_host, get_extension, 64);

GROWS(enfold_store_options, 64);
PLACE(enfold_store_options, struct_size, 0);
PLACE(enfold_store_options, flags, 4);
PLACE(enfold_store_options, state, 8);
PLACE(enfold_store_options, state_length, 16);
PLACE(enfold_store_options, depth_limit, 24);
PLACE(enfold_store_options, byte_limit, 32);
PLACE(enfold_store_options, queue_limit, 40);
PLACE(enfold_store_options, environment, 48);
PLACE(enfold_store_options, runtime, 56);

GROWS(enfold_engine, 136);
PLACE(enfold_engine, struct_size, 0);
PLACE(enfold_engine, feature, 8);
PLACE(enfold_engine, open, 16);
PLACE(enfold_engine, close, 24);
PLACE(enfold_engine, release, 32);
PLACE(enfold_engine, send, 40);
PLACE(enfold_engine, send_batch, 48);
PLACE(enfold_engine, drain, 56);
PLACE(enfold_engine, state, 64);
PLACE(enfold_engine, revision, 72);
PLACE(enfold_engine, observe, 80);
PLACE(enfold_engine, unobserve, 88);
PLACE(enfold_engine, pending, 96);
PLACE(enfold_engine, watch_idle, 104);
PLACE(enfold_engine, task_cancel, 112);
PLACE(enfold_engine, task_release, 120);
PLACE(enfold_engine, set, 128);

GROWS(enfold_changes, 16);
PLACE(enfold_changes, struct_size, 0);
PLACE(enfold_changes, changed, 8);

GROWS(enfold_reducer, 56);
PLACE(enfold_reducer, struct_size, 0);
PLACE(enfold_reducer, user, 8);
PLACE(enfold_reducer, open, 16);
PLACE(enfold_reducer, close, 24);
PLACE(enfold_reducer, check, 32);
PLACE(enfold_reducer, reduce, 40);
PLACE(enfold_reducer, state, 48);

GROWS(enfold_plugin_feature, 56);
PLACE(enfold_plugin_feature, struct_size, 0);
PLACE(enfold_plugin_feature, name, 8);
PLACE(enfold_plugin_feature, state_schema, 16);
PLACE(enfold_plugin_feature, action_schema, 24);
PLACE(enfold_plugin_feature, engine, 32);
PLACE(enfold_plugin_feature, reducer, 40);
PLACE(enfold_plugin_feature, get_extension, 48);

FROZEN(enfold_plugin_abi, 40);
PLACE(enfold_plugin_abi, struct_size, 0);
PLACE(enfold_plugin_abi, abi, 4);
PLACE(enfold_plugin_abi, pointer_size, 8);
PLACE(enfold_plugin_abi, change_size, 12);
PLACE(enfold_plugin_abi, commit_size, 16);
PLACE(enfold_plugin_abi, host_size, 20);
PLACE(enfold_plugin_abi, engine_size, 24);
PLACE(enfold_plugin_abi, reducer_size, 28);
PLACE(enfold_plugin_abi, compiler, 32);

GROWS(enfold_plugin_table, 88);
PLACE(enfold_plugin_table, struct_size, 0);
PLACE(enfold_plugin_table, abi, 8);
PLACE(enfold_plugin_table, id, 48);
PLACE(enfold_plugin_table, version, 56);
PLACE(enfold_plugin_table, features, 64);
PLACE(enfold_plugin_table, feature_count, 72);
PLACE(enfold_plugin_table, get_extension, 80);
#endif

#undef VALUE
#undef PLACE
#undef FROZEN
#undef GROWS

#endif
