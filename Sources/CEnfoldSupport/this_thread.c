/* this_thread.c: the record of each thread: libenfold's, if there is a libenfold, or the image's own. */
#include "enfold_this_thread.h"

/* The image's own record of the calling thread: thread-local memory, because nothing that runs on a thread comes after the end
 * of that. The C library makes room for it when the thread first asks. */
static _Thread_local enfold_thread own;

enfold_thread *enfold_own_thread(void) {
  own.struct_size = sizeof own;
  return &own;
}

static _Thread_local void *gate_home;

void **enfold_gate_home(void) { return &gate_home; }

static _Thread_local void *former_values;

void **enfold_former_values(void) { return &former_values; }

static _Thread_local void *dependency_tap;

void **enfold_dependency_tap(void) { return &dependency_tap; }

enfold_thread *(*enfold_thread_source)(void) = enfold_own_thread;

void enfold_take_threads_from(enfold_thread *(*source)(void)) {
  __atomic_store_n(&enfold_thread_source, source, __ATOMIC_RELEASE);
}

void enfold_share_threads(const enfold_host *host) {
  if (host->struct_size < offsetof(enfold_host, thread) + sizeof host->thread) return;
  if (host->thread != NULL) enfold_take_threads_from(host->thread);
}

void enfold_thread_defer(enfold_thread *thread, enfold_later *later) {
  later->next = NULL;
  if (thread->first == NULL) {
    thread->first = later;
  } else {
    thread->last->next = later;
  }
  thread->last = later;
}

void enfold_thread_settle(enfold_thread *thread) {
  if (thread->is_settling) return;
  thread->is_settling = 1;
  while (thread->first != NULL) {
    enfold_later *later = thread->first;
    thread->first = later->next;
    later->run(later);
  }
  thread->is_settling = 0;
}
