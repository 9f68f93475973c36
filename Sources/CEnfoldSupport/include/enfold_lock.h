/* enfold_lock.h: the one lock of the project, and how threads wait for a condition or for a change. */
#ifndef ENFOLD_LOCK_H
#define ENFOLD_LOCK_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* A mutex of four bytes on a futex. While nobody waits, taking it is one atomic instruction, and so is giving it back. A
 * pthread mutex needs two calls of about thirty instructions. ThreadSanitizer understands the atomic accesses. */
typedef struct enfold_lock {
  uint32_t word; /* 0: free; 1: held; 2: held, and somebody may wait. Accessed atomically. */
} enfold_lock;

/* The slow ways, when a thread must wait or is waiting. Hidden, like everything in this library. */
__attribute__((visibility("hidden"))) void enfold_lock_wait(enfold_lock *lock);
__attribute__((visibility("hidden"))) void enfold_lock_wake(enfold_lock *lock);

static inline void enfold_lock_acquire(enfold_lock *lock) {
  uint32_t free = 0;
  if (!__atomic_compare_exchange_n(&lock->word, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    enfold_lock_wait(lock);
  }
}
static inline void enfold_lock_release(enfold_lock *lock) {
  if (__atomic_exchange_n(&lock->word, 0, __ATOMIC_RELEASE) == 2) {
    enfold_lock_wake(lock);
  }
}

/* A condition on the monotonic clock. */
typedef struct enfold_condition {
  uint32_t count; /* The number of broadcasts; it wraps around. Accessed atomically. */
} enfold_condition;

static inline void enfold_condition_init(enfold_condition *condition) { condition->count = 0; }
static inline void enfold_condition_destroy(enfold_condition *condition) { (void)condition; }
__attribute__((visibility("hidden"))) void enfold_condition_broadcast(enfold_condition *condition);
/* Waits until a broadcast, but at most until `deadline` (nanoseconds of the monotonic clock; negative: no limit). It
 * may also return earlier, without a reason. The caller holds the lock; it is released while the thread waits. */
__attribute__((visibility("hidden"))) void enfold_condition_wait(enfold_condition *condition, enfold_lock *lock,
                                                                 int64_t deadline);

/* A count of changes, which threads wait for without a lock. */
typedef struct enfold_change_count {
  uint32_t count;   /* It wraps around. */
  uint32_t waiters; /* how many threads may be asleep. Both are accessed atomically. */
} enfold_change_count;

static inline uint32_t enfold_change_count_now(const enfold_change_count *changes) {
  return __atomic_load_n(&changes->count, __ATOMIC_SEQ_CST);
}
/* Counts one more, and wakes the threads that wait. Async-signal-safe; does not change errno. */
__attribute__((visibility("hidden"))) void enfold_change_count_add(enfold_change_count *changes);
/* Waits until the count is not `seen` any more. False if the deadline (see above) came first. */
__attribute__((visibility("hidden"))) bool enfold_change_count_wait(enfold_change_count *changes, uint32_t seen,
                                                                    int64_t deadline);

/* Nanoseconds of the clock that goes on while the system sleeps, as Swift's ContinuousClock. */
static inline int64_t enfold_continuous_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
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
