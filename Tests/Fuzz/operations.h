/* operations.h: one operation is one call of the library, or a few that belong together. */
#ifndef FUZZ_OPERATIONS_H
#define FUZZ_OPERATIONS_H

#include <stdbool.h>

#include "handles.h"
#include "random.h"

typedef struct operation {
  const char *name; /* as --without names it */
  void (*run)(random_source *r);
  /* How often it is chosen, with each loop; and inside callbacks. */
  unsigned weight_inline, weight_host, weight_inside;
} operation;

/* What the fuzzer does wrong on purpose, so that one sees that it notices. */
typedef enum deliberate_fault {
  BREAK_NOTHING,
  BREAK_RELEASE,
  BREAK_CLOSED,
  BREAK_REVISION,
  BREAK_HANG,
  BREAK_LEAK,
  BREAK_COST
} deliberate_fault;

/* What the whole run is about. */
typedef struct fuzz_settings {
  bool is_host;     /* what most runtimes are */
  int only_feature; /* -1: all */
  deliberate_fault broken;
  /* For shrinking: */
  bool callbacks_are_quiet;
  bool never_helps;          /* an operation that finds no runtime or store does not open one instead */
  unsigned left_out_plugins; /* bits */
  const char *plugins, *swift_plugins, *twins; /* directories; "" where there are none */
  const char *files;                           /* where shared values may be kept; "" for nowhere */
} fuzz_settings;
extern fuzz_settings settings;

/* Leaves out an operation. False if there is none of this name. */
bool operation_leave_out(const char *name);
/* Chooses one and runs it. */
void operation_run(random_source *r);
/* Opens the runtimes and stores that an epoch begins with. */
void operations_begin(random_source *r);
/* Closes every runtime that is still open. */
void operations_close_all(random_source *r);

/* calls_library.c */
void op_library(random_source *r);
void op_json_quote(random_source *r);
void op_patch_apply(random_source *r);
/* calls_runtimes.c */
held open_runtime(random_source *r);
void close_runtime(held runtime, random_source *r);
void op_runtime_open(random_source *r);
void op_runtime_close(random_source *r);
void op_runtime_fd(random_source *r);
void op_runtime_pump(random_source *r);
void op_runtime_wait(random_source *r);
void op_runtime_flush(random_source *r);
void op_runtime_end(random_source *r);
void op_clock_advance(random_source *r);
void op_runtime_stats(random_source *r);
void set_log(held runtime, random_source *r);
void op_runtime_log(random_source *r);
/* calls_trace.c */
void end_reader(held runtime, held reader, random_source *r);
void op_runtime_trace(random_source *r);
void op_runtime_trace_end(random_source *r);
void op_runtime_record(random_source *r);
void op_runtime_inspect(random_source *r);
void op_runtime_mark(random_source *r);
/* calls_plugins.c */
enum { USUAL_PLUGINS = 15 };
void load_usual_plugins(held runtime, random_source *r);
void op_plugin_load(random_source *r);
void op_plugin_info(random_source *r);
void op_runtime_features(random_source *r);
/* calls_stores.c */
void open_store(held runtime, unsigned slot, random_source *r);
void close_store(held store, random_source *r);
void op_store_open(random_source *r);
void op_store_close(random_source *r);
void op_store_send(random_source *r);
void op_store_send_with(random_source *r);
void op_store_send_batch(random_source *r);
void op_store_state(random_source *r);
void op_store_revision(random_source *r);
void op_store_set(random_source *r);
void op_store_restore(random_source *r);
void op_store_scope(random_source *r);
void op_store_wait(random_source *r);
void op_store_flush(random_source *r);
/* Options of an end, and whether they say that it is closed. None waits long. To be freed. */
char *end_options(bool *closes, random_source *r);
void op_store_end(random_source *r);
/* calls_holding.c */
/* Whether the program holds the store, and nobody has begun to release it; `let_go` is for was_let_go. */
bool is_surely_held(const held *store, int64_t *let_go);
/* Whether somebody has begun to release it since. */
bool was_let_go(const held *store, int64_t let_go);
void release_store(held store, random_source *r);
void op_store_hold(random_source *r);
void op_store_step(random_source *r);
void op_store_break(random_source *r);
/* calls_observation.c */
void cancel_subscription(held subscription, random_source *r);
void op_store_observe(random_source *r);
void op_store_observe_actions(random_source *r);
void op_subscription_cancel(random_source *r);
/* calls_tasks.c */
void release_task(held task, random_source *r);
void op_task_wait(random_source *r);
void op_task_status(random_source *r);
void op_task_on_end(random_source *r);
void op_task_cancel(random_source *r);
void op_task_release(random_source *r);
/* calls_requests.c */
void set_handler(held runtime, random_source *r);
/* Answers a request in some way. */
void answer(held request, random_source *r);
void op_runtime_handle(random_source *r);
void op_request_emit(random_source *r);
void op_request_resolve(random_source *r);
void op_request_fail(random_source *r);
void op_request_asker(random_source *r);
/* calls_natives.c */
void op_runtime_bind(random_source *r);
/* calls_callbacks.c */
void op_store_callback(random_source *r);
void op_callback_call(random_source *r);
void op_callback_close(random_source *r);
/* calls_features.c */
void register_feature(held runtime, random_source *r);
void op_feature_register(random_source *r);
/* calls_shared.c */
/* Whether a value is one that a feature with this key writes. */
bool shared_is_normal(const char *key, const char *value, size_t length);
void op_shared_get(random_source *r);
void op_shared_set(random_source *r);
void op_shared_replace(random_source *r);
void op_shared_observe(random_source *r);

#endif
