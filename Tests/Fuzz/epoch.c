/* epoch.c: one epoch, by one thread or by several. */
#include "epoch.h"

#include <ftw.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#include <time.h>

#include "failure.h"
#include "ledger.h"
#include "operations.h"
#include "trace.h"
#include "watchdog.h"

/* ---- One thread, and one that helps it --------------------------------------------------------------------------- */

/* A second thread does an operation while the first one waits for it: another thread, but in a known order. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  random_source *source; /* of the operation that is to be done; NULL when it is done */
  uint64_t index;
} helper = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0};

static void *help(void *unused) {
  (void)unused;
  watch_self()->is_ours = true;
  pthread_mutex_lock(&helper.lock);
  for (;;) {
    while (helper.source == NULL) pthread_cond_wait(&helper.changed, &helper.lock);
    random_source *source = helper.source;
    atomic_store(&watch_self()->operation, helper.index);
    pthread_mutex_unlock(&helper.lock);
    operation_run(source);
    pthread_mutex_lock(&helper.lock);
    helper.source = NULL;
    pthread_cond_broadcast(&helper.changed);
  }
  return NULL;
}

static void run_elsewhere(random_source *r, uint64_t index) {
  static pthread_t thread;
  static bool is_started;
  if (!is_started && pthread_create(&thread, NULL, help, NULL) != 0) failed("threads", "no thread could be started");
  is_started = true;
  trace_elsewhere(true);
  pthread_mutex_lock(&helper.lock);
  helper.source = r;
  helper.index = index;
  pthread_cond_broadcast(&helper.changed);
  while (helper.source != NULL) pthread_cond_wait(&helper.changed, &helper.lock);
  pthread_mutex_unlock(&helper.lock);
  trace_elsewhere(false);
}

/* The first operations open what the others use. */
static void run_operation(uint64_t index, random_source *r) {
  if (index < 2) {
    op_runtime_open(r);
  } else if (index < 12) {
    op_store_open(r);
  } else if (random_chance(r, settings.is_host ? 4 : 12)) {
    run_elsewhere(r, index);
  } else {
    operation_run(r);
  }
}

static void run_alone(uint64_t seed, uint64_t epoch, const unsigned char *keep) {
  for (uint64_t i = 0; i < EPOCH_OPERATIONS; i++) {
    if (keep != NULL && !keep[i]) continue;
    random_source r = random_of(seed, epoch, i);
    atomic_store_explicit(&shared_progress->operation, i, memory_order_relaxed);
    atomic_store_explicit(&watch_self()->operation, i, memory_order_relaxed);
    run_operation(i, &r);
  }
}

/* ---- Several threads --------------------------------------------------------------------------------------------- */

typedef struct worker {
  pthread_t thread;
  uint64_t seed, epoch, index;
} worker;

static void *work(void *argument) {
  const worker *w = argument;
  watch_self()->is_ours = true;
  for (uint64_t i = 0; i < EPOCH_OPERATIONS_OF_THREAD; i++) {
    random_source r = random_of(w->seed, w->epoch, (w->index + 1) << 32 | i);
    atomic_store_explicit(&watch_self()->operation, i, memory_order_relaxed);
    /* With the host's loop the first thread mostly pumps. Others do so now and then, and take the loop over. */
    if (settings.is_host && w->index == 0 && random_chance(&r, 2)) {
      op_runtime_pump(&r);
    } else {
      operation_run(&r);
    }
  }
  return NULL;
}

static void run_together(uint64_t seed, uint64_t epoch, unsigned threads) {
  enum { MOST = 64 };
  worker workers[MOST];
  random_source r = random_of(seed, epoch, 0);
  operations_begin(&r);
  if (threads > MOST) threads = MOST;
  for (unsigned i = 0; i < threads; i++) {
    workers[i] = (worker){.seed = seed, .epoch = epoch, .index = i};
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
      failed("threads", "no thread could be started");
  }
  for (unsigned i = 0; i < threads; i++) pthread_join(workers[i].thread, NULL);
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)facts, (void)kind;
  if (place->level > 0) remove(path);
  return 0;
}

void epoch_run(uint64_t seed, uint64_t epoch, unsigned threads, const unsigned char *keep) {
  const struct timespec moment = {0, 200000};
  struct timespec start, now;
  random_source r = random_of(seed, epoch, UINT64_MAX);
  watch_self()->is_ours = true;
  atomic_store(&shared_progress->epoch, epoch);
  /* Every epoch begins without files of shared values. */
  if (*settings.files != '\0') nftw(settings.files, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  if (threads > 1) {
    run_together(seed, epoch, threads);
  } else {
    run_alone(seed, epoch, keep);
  }
  /* Callbacks that are still under way may open something again; so this is repeated until all is quiet. */
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (;;) {
    operations_close_all(&r);
    if (ledger_is_settled()) break;
    nanosleep(&moment, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - start.tv_sec >= 10) break;
  }
  operations_close_all(&r);
  if (settings.broken == BREAK_LEAK) *(void *volatile *)malloc(20000) = NULL;
  ledger_end();
}
