/* functions.h: every function of enfold.h, with its group and the statuses that the header names for it.
 * every-function.sh compares the names with the header. */
#ifndef FUZZ_FUNCTIONS_H
#define FUZZ_FUNCTIONS_H

#include <enfold.h>
#include <stdint.h>

/* One bit for each status, -16 to 3. */
#define ST(name) (1u << (ENFOLD_##name + 16))
#define ST_HANDLE (ST(OK) | ST(BAD_HANDLE) | ST(STALE))
#define ST_TEXT (ST(BAD_JSON) | ST(INVALID) | ST(LIMIT))
#define ST_SEND (ST_HANDLE | ST_TEXT | ST(QUEUED) | ST(BAD_ACTION) | ST(NO_TARGET))
#define ST_OBSERVE (ST_HANDLE | ST_TEXT | ST(BAD_POINTER) | ST(UNSUPPORTED))
#define ST_SHARED (ST_HANDLE | ST(NOT_FOUND) | ST(INVALID))
#define ST_ASSIGN (ST_SHARED | ST_TEXT | ST(BAD_STATE) | ST(REENTRANT))
#define ST_WAIT (ST_HANDLE | ST(TIMEOUT) | ST(REENTRANT))
#define ST_END (ST_WAIT | ST(BAD_JSON) | ST(INVALID))

/* XX(name, group, statuses). A function without a status has none. */
#define FUNCTIONS(XX)                                                                                              \
  XX(enfold_version, LIBRARY, 0)                                                                                   \
  XX(enfold_abi_version, LIBRARY, 0)                                                                               \
  XX(enfold_status_name, LIBRARY, 0)                                                                               \
  XX(enfold_status_message, LIBRARY, 0)                                                                            \
  XX(enfold_string_free, LIBRARY, 0)                                                                               \
  XX(enfold_json_quote, LIBRARY, ST(OK) | ST(INVALID))                                                             \
  XX(enfold_patch_apply, LIBRARY, ST(OK) | ST_TEXT)                                                                \
  XX(enfold_runtime_open, RUNTIME, ST(OK) | ST_TEXT | ST(IO))                                                      \
  XX(enfold_runtime_close, RUNTIME, ST_HANDLE)                                                                     \
  XX(enfold_runtime_fd, RUNTIME, ST_HANDLE | ST(UNSUPPORTED) | ST(INVALID))                                        \
  XX(enfold_runtime_pump, RUNTIME, ST_HANDLE | ST(MORE) | ST(REENTRANT))                                           \
  XX(enfold_runtime_flush, RUNTIME, ST_HANDLE | ST(QUEUED) | ST(UNSUPPORTED))                                      \
  XX(enfold_runtime_end, RUNTIME, ST_END)                                                                          \
  XX(enfold_runtime_wait, RUNTIME, ST_WAIT)                                                                        \
  XX(enfold_clock_advance, RUNTIME, ST_HANDLE | ST(UNSUPPORTED) | ST(INVALID) | ST(REENTRANT))                     \
  XX(enfold_runtime_stats, RUNTIME, ST_HANDLE | ST(INVALID))                                                       \
  XX(enfold_runtime_log, RUNTIME, ST_HANDLE | ST(INVALID))                                                         \
  XX(enfold_runtime_trace, RUNTIME, ST_HANDLE | ST_TEXT | ST(FAILED))                                              \
  XX(enfold_runtime_trace_end, RUNTIME, ST_HANDLE | ST(NOT_FOUND))                                                 \
  XX(enfold_runtime_record, RUNTIME, ST_HANDLE | ST_TEXT | ST(NOT_FOUND) | ST(IO) | ST(FAILED))                    \
  XX(enfold_runtime_inspect, RUNTIME, ST_HANDLE | ST_TEXT | ST(NOT_FOUND) | ST(IO) | ST(FAILED))                    \
  XX(enfold_runtime_mark, RUNTIME, ST_HANDLE | ST(INVALID))                                                        \
  XX(enfold_plugin_load, PLUGIN, ST_HANDLE | ST_TEXT | ST(NOT_FOUND) | ST(BAD_PLUGIN) | ST(REENTRANT) | ST(IO))    \
  XX(enfold_plugin_info, PLUGIN, ST_HANDLE | ST(INVALID))                                                          \
  XX(enfold_runtime_features, PLUGIN, ST_HANDLE | ST(INVALID))                                                     \
  XX(enfold_feature_register, PLUGIN, ST_HANDLE | ST(BAD_PLUGIN) | ST(INVALID))                                    \
  XX(enfold_store_open, STORE,                                                                                     \
     ST_HANDLE | ST_TEXT | ST(NOT_FOUND) | ST(BAD_STATE) | ST(FAILED) | ST(UNSUPPORTED))                           \
  XX(enfold_store_close, STORE, ST_HANDLE)                                                                         \
  XX(enfold_store_send, STORE, ST_SEND)                                                                            \
  XX(enfold_store_send_with, STORE, ST_SEND | ST(UNSUPPORTED))                                                     \
  XX(enfold_store_send_batch, STORE, ST_SEND)                                                                      \
  XX(enfold_store_state, STORE,                                                                                    \
     ST_HANDLE | ST(INVALID) | ST(LIMIT) | ST(BAD_POINTER) | ST(NO_TARGET) | ST(REENTRANT) | ST(FAILED))           \
  XX(enfold_store_revision, STORE, ST_HANDLE | ST(INVALID))                                                        \
  XX(enfold_store_set, STORE, ST_SEND | ST(UNSUPPORTED) | ST(BAD_POINTER) | ST(BAD_STATE))                         \
  XX(enfold_store_restore, STORE,                                                                                  \
     ST_HANDLE | ST_TEXT | ST(QUEUED) | ST(BAD_STATE) | ST(UNSUPPORTED) | ST(FAILED))                              \
  XX(enfold_store_scope, STORE, ST_HANDLE | ST_TEXT | ST(BAD_POINTER))                                             \
  XX(enfold_store_wait, STORE, ST_WAIT)                                                                            \
  XX(enfold_store_flush, STORE, ST_HANDLE | ST(QUEUED) | ST(UNSUPPORTED))                                          \
  XX(enfold_store_hold, STORE, ST_HANDLE | ST(QUEUED) | ST(UNSUPPORTED))                                           \
  XX(enfold_store_step, STORE, ST_HANDLE | ST(QUEUED) | ST(INVALID) | ST(UNSUPPORTED))                             \
  XX(enfold_store_break, STORE, ST_HANDLE | ST_TEXT | ST(BAD_POINTER) | ST(NOT_FOUND) | ST(UNSUPPORTED))           \
  XX(enfold_store_end, STORE, ST_END | ST(UNSUPPORTED))                                                            \
  XX(enfold_store_observe, OBSERVATION, ST_OBSERVE)                                                                \
  XX(enfold_store_observe_actions, OBSERVATION, ST_OBSERVE)                                                        \
  XX(enfold_subscription_cancel, OBSERVATION, ST_HANDLE)                                                           \
  XX(enfold_task_wait, TASK, ST_WAIT | ST(CANCELLED) | ST(FAILED))                                                 \
  XX(enfold_task_status, TASK, ST_HANDLE | ST(TIMEOUT) | ST(CANCELLED) | ST(FAILED))                               \
  XX(enfold_task_on_end, TASK, ST_HANDLE | ST(INVALID))                                                            \
  XX(enfold_task_cancel, TASK, ST_HANDLE)                                                                          \
  XX(enfold_task_release, TASK, ST_HANDLE)                                                                         \
  XX(enfold_runtime_handle, REQUEST, ST_HANDLE | ST(INVALID))                                                      \
  XX(enfold_request_emit, REQUEST,                                                                                 \
     ST_HANDLE | ST(QUEUED) | ST(LIMIT) | ST(INVALID) | ST(BAD_JSON) | ST(BAD_STATE))                              \
  XX(enfold_request_resolve, REQUEST, ST_HANDLE | ST_TEXT | ST(BAD_STATE))                                         \
  XX(enfold_request_fail, REQUEST, ST_HANDLE | ST(INVALID))                                                        \
  XX(enfold_request_store, REQUEST, ST_HANDLE | ST(UNSUPPORTED) | ST(INVALID))                                     \
  XX(enfold_request_action, REQUEST, ST_HANDLE | ST(UNSUPPORTED) | ST(INVALID))                                    \
  XX(enfold_request_tag, REQUEST, ST_HANDLE | ST(UNSUPPORTED) | ST(INVALID))                                       \
  XX(enfold_runtime_bind, REQUEST, ST_HANDLE | ST_TEXT | ST(NOT_FOUND))                                            \
  XX(enfold_store_callback, CALLBACK, ST_HANDLE | ST_TEXT | ST(UNSUPPORTED) | ST(IO))                              \
  XX(enfold_callback_close, CALLBACK, ST_HANDLE)                                                                   \
  XX(enfold_shared_get, SHARED, ST_SHARED)                                                                         \
  XX(enfold_shared_set, SHARED, ST_ASSIGN)                                                                         \
  XX(enfold_shared_replace, SHARED, ST_ASSIGN)                                                                     \
  XX(enfold_shared_observe, SHARED, ST_SHARED | ST_TEXT | ST(UNSUPPORTED))

typedef enum function_id {
#define FUNCTION_ID(name, group, statuses) F_##name,
  FUNCTIONS(FUNCTION_ID)
#undef FUNCTION_ID
      FUNCTION_COUNT
} function_id;

#define GROUPS(XX) XX(LIBRARY, "library") XX(RUNTIME, "runtimes") XX(PLUGIN, "plugins") XX(STORE, "stores") \
  XX(OBSERVATION, "observation") XX(TASK, "tasks") XX(REQUEST, "requests") XX(CALLBACK, "callbacks") \
  XX(SHARED, "shared values")

typedef enum group_id {
#define GROUP_ID(name, text) G_##name,
  GROUPS(GROUP_ID)
#undef GROUP_ID
      GROUP_COUNT
} group_id;

typedef struct function_facts {
  const char *name;
  group_id group;
  uint32_t statuses;
} function_facts;

extern const function_facts functions[FUNCTION_COUNT];
extern const char *const group_names[GROUP_COUNT];

#endif
