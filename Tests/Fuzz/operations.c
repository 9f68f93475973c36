/* operations.c: how often each operation is chosen. */
#include "operations.h"

#include <stdatomic.h>
#include <string.h>

#include "call.h"
#include "trace.h"
#include "watchdog.h"

fuzz_settings settings = {.plugins = "", .swift_plugins = "", .twins = "", .files = "", .only_feature = -1};

/* Weights with the inline loop, with the host's, inside callbacks. Waits and openings cost most, and are rare. */
static operation operations[] = {
    {"library", op_library, 12, 12, 12},
    {"json_quote", op_json_quote, 6, 6, 6},
    {"patch_apply", op_patch_apply, 12, 12, 12},
    {"runtime_open", op_runtime_open, 3, 3, 1},
    {"runtime_close", op_runtime_close, 2, 2, 1},
    {"runtime_fd", op_runtime_fd, 6, 6, 6},
    {"runtime_pump", op_runtime_pump, 12, 140, 12},
    {"runtime_wait", op_runtime_wait, 4, 6, 8},
    {"runtime_flush", op_runtime_flush, 4, 4, 4},
    {"runtime_end", op_runtime_end, 1, 1, 1},
    {"clock_advance", op_clock_advance, 20, 20, 8},
    {"runtime_stats", op_runtime_stats, 8, 8, 8},
    {"runtime_log", op_runtime_log, 10, 10, 10},
    {"runtime_trace", op_runtime_trace, 8, 8, 6},
    {"runtime_trace_end", op_runtime_trace_end, 10, 10, 8},
    {"runtime_record", op_runtime_record, 6, 6, 5},
    {"runtime_inspect", op_runtime_inspect, 3, 3, 2},
    {"runtime_mark", op_runtime_mark, 6, 6, 5},
    {"plugin_load", op_plugin_load, 4, 4, 4},
    {"plugin_info", op_plugin_info, 6, 6, 6},
    {"feature_register", op_feature_register, 4, 4, 4},
    {"runtime_features", op_runtime_features, 1, 1, 1},
    {"store_open", op_store_open, 14, 14, 6},
    {"store_close", op_store_close, 8, 8, 8},
    {"store_send", op_store_send, 380, 300, 160},
    {"store_send_with", op_store_send_with, 80, 70, 40},
    {"store_send_batch", op_store_send_batch, 60, 60, 30},
    {"store_state", op_store_state, 110, 100, 100},
    {"store_revision", op_store_revision, 50, 40, 40},
    {"store_set", op_store_set, 60, 60, 60},
    {"store_restore", op_store_restore, 30, 30, 30},
    {"store_scope", op_store_scope, 24, 24, 16},
    {"store_wait", op_store_wait, 20, 20, 8},
    {"store_flush", op_store_flush, 20, 20, 16},
    {"store_hold", op_store_hold, 36, 36, 20},
    {"store_step", op_store_step, 30, 30, 20},
    {"store_break", op_store_break, 14, 14, 8},
    {"store_end", op_store_end, 6, 6, 2},
    {"store_observe", op_store_observe, 50, 50, 50},
    {"store_observe_actions", op_store_observe_actions, 25, 25, 25},
    {"subscription_cancel", op_subscription_cancel, 36, 36, 36},
    {"task_wait", op_task_wait, 16, 16, 8},
    {"task_status", op_task_status, 16, 16, 16},
    {"task_on_end", op_task_on_end, 40, 40, 30},
    {"task_cancel", op_task_cancel, 20, 20, 20},
    {"task_release", op_task_release, 50, 50, 40},
    {"runtime_handle", op_runtime_handle, 14, 14, 14},
    {"request_emit", op_request_emit, 36, 36, 24},
    {"request_resolve", op_request_resolve, 30, 30, 20},
    {"request_fail", op_request_fail, 10, 10, 8},
    {"request_asker", op_request_asker, 20, 20, 20},
    {"runtime_bind", op_runtime_bind, 10, 10, 10},
    {"store_callback", op_store_callback, 8, 8, 4},
    {"callback_call", op_callback_call, 40, 40, 24},
    {"callback_close", op_callback_close, 8, 8, 6},
    {"shared_get", op_shared_get, 24, 24, 24},
    {"shared_set", op_shared_set, 36, 36, 24},
    {"shared_replace", op_shared_replace, 24, 24, 20},
    {"shared_observe", op_shared_observe, 20, 20, 20},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

bool operation_leave_out(const char *name) {
  for (unsigned i = 0; i < OPERATIONS; i++) {
    if (strcmp(operations[i].name, name) != 0) continue;
    operations[i].weight_inline = operations[i].weight_host = operations[i].weight_inside = 0;
    return true;
  }
  return false;
}

static unsigned weight(const operation *o, bool inside) {
  return inside ? o->weight_inside : settings.is_host ? o->weight_host : o->weight_inline;
}

void operation_run(random_source *r) {
  bool inside = in_callback();
  unsigned sum = 0, at = 0;
  for (unsigned i = 0; i < OPERATIONS; i++) sum += weight(&operations[i], inside);
  uint32_t choice = random_below(r, sum);
  while (choice >= weight(&operations[at], inside)) choice -= weight(&operations[at++], inside);
  /* Without a runtime or a store most operations have nothing to work on. */
  if (!inside && !settings.never_helps && pool_at(RUNTIMES, (unsigned)random_below(r, 3)).handle == 0 &&
      !random_chance(r, 4)) {
    op_runtime_open(r);
    return;
  }
  if (!settings.never_helps && pool_at(STORES, (unsigned)random_below(r, 12)).handle == 0 && random_chance(r, 2)) {
    op_store_open(r);
    return;
  }
  operations[at].run(r);
}

void operations_begin(random_source *r) {
  op_runtime_open(r);
  op_runtime_open(r);
  for (unsigned i = 0; i < 10; i++) op_store_open(r);
}

void operations_close_all(random_source *r) {
  /* Some stores are closed while they are held. */
  for (unsigned slot = 0; slot < pool_size(STORES); slot++) {
    held store = pool_at(STORES, slot);
    if (store.handle != 0 && atomic_load(&store.store->may_be_held) && !random_chance(r, 4)) release_store(store, r);
  }
  for (runtime_record *each = ledger_runtimes(); each != NULL; each = each->next) {
    held runtime = {.kind = RUNTIMES, .origin = OPEN, .handle = each->handle, .serial = each->serial, .runtime = each};
    if (each->handle != 0 && !atomic_load(&each->is_closed)) close_runtime(runtime, r);
  }
  pool_clear();
}
