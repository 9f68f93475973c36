/* calls_tasks.c: what became of an action. */
#include <inttypes.h>
#include <stdatomic.h>

#include "call.h"
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
  call_begin(&c, F_enfold_task_release, task, r);
  if (tracing) trace_line("enfold_task_release(%s, %s);", trace_handle(task), call_shown_error(&c));
  if (call_end(&c, enfold_task_release(task.handle, c.error)) == ENFOLD_OK) pool_close(task);
}

void op_task_release(random_source *r) { release_task(pool_pick(TASKS, r), r); }
