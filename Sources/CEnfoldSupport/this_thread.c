/* this_thread.c: the record of each thread: libenfold's, if there is a libenfold, or the image's own. */
#include "enfold_this_thread.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

/* The image's only thread-local variable of its kind, because the C library keeps only little space for initial-exec. */
_Thread_local enfold_thread *enfold_known_thread __attribute__((tls_model("initial-exec"))) = NULL;

/* A record that this image made. */
typedef struct own_thread {
  enfold_thread thread;
  int endings; /* how often end_thread was called for it */
  uint64_t serial;
} own_thread;

static uint64_t last_serial; /* accessed atomically */

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Called when the thread ends, in each round of destructors. Other destructors may still need the record, so it is
 * freed late: in the last round but one, because ThreadSanitizer frees its own data in the last one. */
static void end_thread(void *pointer) {
  own_thread *own = pointer;
  if (++own->endings < PTHREAD_DESTRUCTOR_ITERATIONS - 1 && pthread_setspecific(key, own) == 0) return;
  enfold_known_thread = NULL;
  free(own);
}

static void make_key(void) {
  if (pthread_key_create(&key, end_thread) != 0) abort();
}

enfold_thread *enfold_own_thread(void) {
  pthread_once(&once, make_key);
  own_thread *own = pthread_getspecific(key);
  if (own != NULL) return &own->thread;
  own = calloc(1, sizeof *own);
  /* As everywhere in Swift, a process that is out of memory ends. */
  if (own == NULL || pthread_setspecific(key, own) != 0) abort();
  own->thread.struct_size = sizeof own->thread;
  own->serial = __atomic_add_fetch(&last_serial, 1, __ATOMIC_RELAXED);
  return &own->thread;
}

uint64_t enfold_thread_serial(void) { return ((own_thread *)enfold_own_thread())->serial; }

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
