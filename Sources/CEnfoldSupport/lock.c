/* lock.c: how threads wait for a lock, a condition or a change, on Linux's futex. */
#define _GNU_SOURCE
#include "enfold_lock.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Sleeps if the word has the value: until another thread wakes this one, the deadline passes (nanoseconds of the monotonic
 * clock; negative: none), or a signal comes. Does not change errno. */
static void sleep_on(uint32_t *word, uint32_t value, int64_t deadline) {
  struct timespec time = {(time_t)(deadline / 1000000000), (long)(deadline % 1000000000)};
  int saved = errno;
  /* FUTEX_WAIT_BITSET, because its deadline is a point in time. */
  syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, value, deadline < 0 ? NULL : &time, NULL, FUTEX_BITSET_MATCH_ANY);
  errno = saved;
}

/* Async-signal-safe: the system call touches nothing of the C library but errno. */
static void wake_up(uint32_t *word, int count) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count);
  errno = saved;
}

void enfold_lock_wait(enfold_lock *lock) {
  /* Locks are held for a few instructions. Most often the lock is free again before a thread could fall asleep. */
  for (int attempt = 0; attempt < 64; attempt++) {
    uint32_t free = 0;
    if (__atomic_load_n(&lock->word, __ATOMIC_RELAXED) == 0 &&
        __atomic_compare_exchange_n(&lock->word, &free, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return;
    }
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  /* A thread that has waited takes the lock with the value 2, because it cannot know whether others wait, too. */
  while (__atomic_exchange_n(&lock->word, 2, __ATOMIC_ACQUIRE) != 0) sleep_on(&lock->word, 2, -1);
}

void enfold_lock_wake(enfold_lock *lock) { wake_up(&lock->word, 1); }

void enfold_condition_broadcast(enfold_condition *condition) {
  __atomic_fetch_add(&condition->count, 1, __ATOMIC_SEQ_CST);
  wake_up(&condition->count, INT_MAX);
}

void enfold_condition_wait(enfold_condition *condition, enfold_lock *lock, int64_t deadline) {
  /* The count is read with the lock held. If a broadcast changes it after that, this thread does not fall asleep. */
  uint32_t count = __atomic_load_n(&condition->count, __ATOMIC_SEQ_CST);
  enfold_lock_release(lock);
  sleep_on(&condition->count, count, deadline);
  enfold_lock_acquire(lock);
}

void enfold_change_count_add(enfold_change_count *changes) {
  /* A waiter counts itself and then looks at the count. This thread changes the count and then looks for waiters. So at
   * least one of them sees what the other did. */
  __atomic_fetch_add(&changes->count, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&changes->waiters, __ATOMIC_SEQ_CST) > 0) wake_up(&changes->count, INT_MAX);
}

bool enfold_change_count_wait(enfold_change_count *changes, uint32_t seen, int64_t deadline) {
  __atomic_fetch_add(&changes->waiters, 1, __ATOMIC_SEQ_CST);
  bool has_changed;
  while (!(has_changed = enfold_change_count_now(changes) != seen)) {
    if (deadline >= 0 && enfold_monotonic_now() >= deadline) break;
    sleep_on(&changes->count, seen, deadline);
  }
  __atomic_fetch_sub(&changes->waiters, 1, __ATOMIC_SEQ_CST);
  return has_changed;
}
