/* this_thread.c: one record for each thread, of libenfold if there is one. */
#include "enfold_this_thread.h"

_Thread_local enfold_thread *enfold_known_thread __attribute__((tls_model("initial-exec"))) = NULL;

static _Thread_local enfold_thread own = {.struct_size = sizeof(enfold_thread)};

/* enfold_host.thread of the host; accessed atomically. */
static enfold_thread *(*source)(void) = NULL;

enfold_thread *enfold_own_thread(void) { return &own; }

enfold_thread *enfold_find_thread(void) {
  enfold_thread *(*host)(void) = __atomic_load_n(&source, __ATOMIC_ACQUIRE);
  enfold_thread *found = host != NULL ? host() : NULL;
  return enfold_known_thread = found != NULL ? found : &own;
}

void enfold_share_threads(const enfold_host *host) {
  if (host->struct_size < offsetof(enfold_host, thread) + sizeof host->thread) return;
  if (host->thread != NULL) __atomic_store_n(&source, host->thread, __ATOMIC_RELEASE);
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
