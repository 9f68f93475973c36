/* watchdog.c: finds hangs. */
#include "watchdog.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "failure.h"

enum { THREADS = 512 };

static watched threads[THREADS];
static _Thread_local watched *self;
static pthread_key_t ending;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic int64_t ticks; /* tenths of a second, so that a call costs no look at the clock */
static int limit;

static void forget(void *pointer) {
  watched *thread = pointer;
  atomic_store(&thread->depth, 0);
  atomic_store(&thread->used, 0);
}

static void make_key(void) { pthread_key_create(&ending, forget); }

watched *watch_self(void) {
  if (self != NULL) return self;
  pthread_once(&once, make_key);
  for (int i = 0; i < THREADS; i++) {
    int unused = 0;
    if (!atomic_compare_exchange_strong(&threads[i].used, &unused, 1)) continue;
    self = &threads[i];
    self->is_ours = false;
    self->calls = self->callbacks = 0;
    pthread_setspecific(ending, self);
    return self;
  }
  failed("threads", "more than %d threads live at once", THREADS);
}

void watch_push(const char *name) {
  watched *thread = watch_self();
  int depth = atomic_load_explicit(&thread->depth, memory_order_relaxed);
  if (depth < WATCH_FRAMES) {
    atomic_store_explicit(&thread->names[depth], name, memory_order_relaxed);
    atomic_store_explicit(&thread->since[depth], atomic_load_explicit(&ticks, memory_order_relaxed),
                          memory_order_relaxed);
  }
  atomic_store_explicit(&thread->depth, depth + 1, memory_order_release);
}

void watch_pop(void) { atomic_fetch_sub_explicit(&watch_self()->depth, 1, memory_order_release); }

void watch_print(void) {
  int64_t now = atomic_load(&ticks);
  for (int i = 0; i < THREADS; i++) {
    int depth = atomic_load(&threads[i].depth);
    if (!atomic_load(&threads[i].used) || depth == 0) continue;
    fprintf(stderr, "  thread %d, operation %llu:", i, (unsigned long long)atomic_load(&threads[i].operation));
    for (int f = 0; f < depth && f < WATCH_FRAMES; f++)
      fprintf(stderr, "%s %s (%.1f s)", f > 0 ? " >" : "", atomic_load(&threads[i].names[f]),
              (double)(now - atomic_load(&threads[i].since[f])) / 10);
    fprintf(stderr, "\n");
  }
}

static void *watch(void *unused) {
  const struct timespec tenth = {0, 100000000};
  (void)unused;
  for (;;) {
    nanosleep(&tenth, NULL);
    int64_t now = atomic_fetch_add(&ticks, 1) + 1;
    for (int i = 0; i < THREADS; i++) {
      int depth = atomic_load_explicit(&threads[i].depth, memory_order_acquire);
      if (depth == 0 || !atomic_load(&threads[i].used)) continue;
      int top = depth <= WATCH_FRAMES ? depth - 1 : WATCH_FRAMES - 1;
      if (now - atomic_load(&threads[i].since[top]) <= 10 * (int64_t)limit) continue;
      failed("hang", "%s takes more than %d s", atomic_load(&threads[i].names[top]), limit);
    }
  }
  return NULL;
}

void watch_start(int hang_seconds) {
  pthread_t thread;
  limit = hang_seconds;
  if (pthread_create(&thread, NULL, watch, NULL) != 0) failed("threads", "the watchdog could not be started");
  pthread_detach(thread);
}
