/* calls_tasks.c: what became of an action. */
#include <inttypes.h>
#include <stdatomic.h>

#include "call.h"
#include "callbacks.h"
#include "operations.h"
#include "trace.h"

void op_task_wait(random_source *r) {
  held task = pool_pick(TASKS, r);
  call c;
  /* Left out: waits without end, since some effects never end. */
  int64_t timeout = random_chance(r, 3) ? 1 : 0;
  call_begin(&c, F_enfold_task_wait, task, r);
  if (tracing) trace_line("enfold_task_wait(%s, %" PRId64 ", %s);", trace_handle(task), timeout, call_shown_error(&c));
  call_end(&c, enfold_task_wait(task.handle, timeout, c.error));
}

void op_task_status(random_source *r) {
  held task = pool_pick(TASKS, r);
  call c;
  call_begin(&c, F_enfold_task_status, task, r);
  if (tracing) trace_line("enfold_task_status(%s, %s);", trace_handle(task), call_shown_error(&c));
  call_end(&c, enfold_task_status(task.handle, c.error));
}

void op_task_on_end(random_source *r) {
  held task = pool_pick(TASKS, r);
  call c;
  bool has_fn = !random_chance(r, 40);
  callback_record *record = ledger_callback(TASK_END, r);
  callback_plan(record, r);
  record->behaves_at = 0;
  record->runtime = task.runtime;
  record->store = task.store;
  record->handle = task.handle;
  record->handle_serial = task.serial;
  record->has_release = !random_chance(r, 8);
  ledger_add(record);
  call_begin(&c, F_enfold_task_on_end, task, r);
  if (tracing)
    trace_line("enfold_task_on_end(%s, %s, user_%" PRIu64 ", %s, %s); // %s", trace_handle(task),
               has_fn ? "when_ended" : "NULL", record->serial, record->has_release ? "released" : "NULL",
               call_shown_error(&c), callback_shown(record));
  enfold_status status = call_end(&c, enfold_task_on_end(task.handle, has_fn ? on_task_end : NULL, record,
                                                         record->has_release ? on_release : NULL, c.error));
  if (status == ENFOLD_OK) atomic_store(&record->is_accepted, true);
}

void op_task_cancel(random_source *r) {
  held task = pool_pick(TASKS, r);
  call c;
  if (task.origin == OPEN) atomic_fetch_add(&task.store->cancels, 1);
  call_begin(&c, F_enfold_task_cancel, task, r);
  if (tracing) trace_line("enfold_task_cancel(%s, %s);", trace_handle(task), call_shown_error(&c));
  call_end(&c, enfold_task_cancel(task.handle, c.error));
}

void release_task(held task, random_source *r) {
  call c;
  if (task.origin == OPEN) ledger_releases_task(task.handle);
  call_begin(&c, F_enfold_task_release, task, r);
  if (tracing) trace_line("enfold_task_release(%s, %s);", trace_handle(task), call_shown_error(&c));
  if (call_end(&c, enfold_task_release(task.handle, c.error)) != ENFOLD_OK) return;
  ledger_releases_task(task.handle); /* those that came while it was released, too */
  pool_close(task);
}

void op_task_release(random_source *r) { release_task(pool_pick(TASKS, r), r); }
