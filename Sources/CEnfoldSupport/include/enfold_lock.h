/* enfold_lock.h: the one lock of the project, a pthread mutex and condition variable that ThreadSanitizer understands. */
#ifndef ENFOLD_LOCK_H
#define ENFOLD_LOCK_H

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct enfold_lock {
  pthread_mutex_t mutex;
} enfold_lock;

static inline void enfold_lock_init(enfold_lock *lock) { pthread_mutex_init(&lock->mutex, NULL); }
static inline void enfold_lock_destroy(enfold_lock *lock) { pthread_mutex_destroy(&lock->mutex); }
static inline void enfold_lock_acquire(enfold_lock *lock) { pthread_mutex_lock(&lock->mutex); }
static inline void enfold_lock_release(enfold_lock *lock) { pthread_mutex_unlock(&lock->mutex); }

/* A condition on the monotonic clock. */
typedef struct enfold_condition {
  pthread_cond_t condition;
} enfold_condition;

static inline void enfold_condition_init(enfold_condition *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&condition->condition, &attributes);
  pthread_condattr_destroy(&attributes);
}
static inline void enfold_condition_destroy(enfold_condition *condition) {
  pthread_cond_destroy(&condition->condition);
}
static inline void enfold_condition_broadcast(enfold_condition *condition) {
  pthread_cond_broadcast(&condition->condition);
}
/* Waits until a broadcast, or until `deadline` (nanoseconds of the monotonic clock; negative: for ever). */
static inline void enfold_condition_wait(enfold_condition *condition, enfold_lock *lock, int64_t deadline) {
  if (deadline < 0) {
    pthread_cond_wait(&condition->condition, &lock->mutex);
  } else {
    struct timespec time = {(time_t)(deadline / 1000000000), (long)(deadline % 1000000000)};
    pthread_cond_timedwait(&condition->condition, &lock->mutex, &time);
  }
}

/* Nanoseconds of the monotonic clock. */
static inline int64_t enfold_monotonic_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Lets other threads run. */
static inline void enfold_thread_yield(void) { sched_yield(); }

#endif
