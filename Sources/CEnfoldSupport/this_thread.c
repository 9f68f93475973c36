/* this_thread.c: the record of each thread: libenfold's, if there is a libenfold, or the image's own. */
#include "enfold_this_thread.h"

/* The image's only thread-local variable of its kind, because the C library keeps only little space for initial-exec. */
_Thread_local enfold_thread *enfold_known_thread __attribute__((tls_model("initial-exec"))) = NULL;

/* The record that this image has for the thread. It is thread-local memory, because nothing that runs on a thread comes
 * after the end of that: plugins keep the address, and use it in the last destructor of thread-specific data, too. The C
 * library makes room for it when the thread first asks. */
static _Thread_local struct {
  enfold_thread thread;
  uint64_t serial; /* 0 until the thread asks for the record */
} own;

static uint64_t last_serial; /* accessed atomically */

enfold_thread *enfold_own_thread(void) {
  if (own.serial == 0) {
    own.thread.struct_size = sizeof own.thread;
    own.serial = __atomic_add_fetch(&last_serial, 1, __ATOMIC_RELAXED);
  }
  return &own.thread;
}

uint64_t enfold_thread_serial(void) {
  enfold_own_thread();
  return own.serial;
}

/* enfold_host.thread of the host; accessed atomically. */
static enfold_thread *(*source)(void) = NULL;

enfold_thread *enfold_find_thread(void) {
  enfold_thread *(*host)(void) = __atomic_load_n(&source, __ATOMIC_ACQUIRE);
  enfold_thread *found = host != NULL ? host() : NULL;
  return enfold_known_thread = found != NULL ? found : enfold_own_thread();
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
