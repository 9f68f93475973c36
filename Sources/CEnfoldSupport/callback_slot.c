/* callback_slot.c: the bank of thunks, and the function that a thunk calls. */
#include "enfold_callback_slot.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

#include "enfold_text_file.h"

/* ---- Calls ------------------------------------------------------------------------------------------------- */

/* Calls only async-signal-safe functions. */
static void enter_from_signal(enfold_callback_slot *slot, uint64_t handle, const uint64_t *words) {
  int saved = errno;
  /* The thread that closes the slot takes the queue away, and then waits until there are no users. This counts a user, and
   * then looks for the queue. So a queue that is found here is not freed meanwhile. */
  __atomic_fetch_add(&slot->users, 1, __ATOMIC_SEQ_CST);
  enfold_signal_queue *queue = __atomic_load_n(&slot->queue, __ATOMIC_SEQ_CST);
  if (queue != NULL) enfold_signal_queue_add(queue, handle, words, &slot->dropped);
  __atomic_fetch_sub(&slot->users, 1, __ATOMIC_SEQ_CST);
  errno = saved;
}

void enfold_callback_slot_enter(enfold_callback_slot *slot, const uint64_t *words) {
  uint64_t handle = __atomic_load_n(&slot->handle, __ATOMIC_ACQUIRE);
  /* In the child of a fork there may be locks that nobody will release. And its event descriptors are the parent's. */
  if (handle == 0 || slot->forks != enfold_fork_count()) return;
  if (slot->is_signal) {
    enter_from_signal(slot, handle, words);
  } else {
    slot->receive(handle, words);
  }
}

enfold_callback_slot *enfold_callback_slot_make(void) {
  enfold_callback_slot *slot = calloc(1, sizeof *slot);
  if (slot == NULL) abort(); /* as everywhere, a process that is out of memory ends */
  return slot;
}

void enfold_callback_slot_open(enfold_callback_slot *slot, uint64_t handle, enfold_signal_queue *queue) {
  slot->forks = enfold_fork_count();
  slot->is_signal = queue != NULL;
  __atomic_store_n(&slot->queue, queue, __ATOMIC_SEQ_CST);
  __atomic_store_n(&slot->handle, handle, __ATOMIC_RELEASE);
}

bool enfold_callback_slot_close(enfold_callback_slot *slot) {
  enum { PATIENCE = 10000 };
  __atomic_store_n(&slot->handle, 0, __ATOMIC_RELEASE);
  if (!slot->is_signal) return true;
  __atomic_store_n(&slot->queue, NULL, __ATOMIC_SEQ_CST);
  for (int attempt = 0; attempt < PATIENCE; attempt++) {
    if (__atomic_load_n(&slot->users, __ATOMIC_SEQ_CST) == 0) return true;
    sched_yield();
  }
  return false;
}

/* ---- Thunks ------------------------------------------------------------------------------------------------ */

/* A thunk takes as many integers as the platform passes in registers. A function that is declared with fewer of them, or with
 * narrower ones, is called in the same way: the other registers, and the upper bits, hold anything. So is one that returns a
 * narrower integer, or nothing. This is so on x86-64 (System V) and on AArch64 (AAPCS64). */
#if defined(__x86_64__) && !defined(_WIN32)
#define WORDS 6
#define PARAMETERS uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f
#define ARGUMENTS a, b, c, d, e, f, 0, 0
#elif defined(__aarch64__)
#define WORDS 8
#define PARAMETERS uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h
#define ARGUMENTS a, b, c, d, e, f, g, h
#else
#define WORDS 0
#endif

int enfold_thunk_words(void) { return WORDS; }

#if WORDS > 0

static enfold_callback_slot slots[ENFOLD_THUNKS];

#define THUNK(n)                                              \
  static uint64_t thunk_##n(PARAMETERS) {                     \
    const uint64_t words[ENFOLD_SIGNAL_WORDS] = {ARGUMENTS};  \
    enfold_callback_slot_enter(&slots[n], words);             \
    return slots[n].answer;                                   \
  }
/* 0x00 to 0xFF. */
#define SIXTEEN(XX, d)                                                                                             \
  XX(0x##d##0) XX(0x##d##1) XX(0x##d##2) XX(0x##d##3) XX(0x##d##4) XX(0x##d##5) XX(0x##d##6) XX(0x##d##7)          \
  XX(0x##d##8) XX(0x##d##9) XX(0x##d##A) XX(0x##d##B) XX(0x##d##C) XX(0x##d##D) XX(0x##d##E) XX(0x##d##F)
#define ALL(XX)                                                                                                    \
  SIXTEEN(XX, 0) SIXTEEN(XX, 1) SIXTEEN(XX, 2) SIXTEEN(XX, 3) SIXTEEN(XX, 4) SIXTEEN(XX, 5) SIXTEEN(XX, 6)         \
  SIXTEEN(XX, 7) SIXTEEN(XX, 8) SIXTEEN(XX, 9) SIXTEEN(XX, A) SIXTEEN(XX, B) SIXTEEN(XX, C) SIXTEEN(XX, D)         \
  SIXTEEN(XX, E) SIXTEEN(XX, F)
ALL(THUNK)

#define POINTER(n) (enfold_any_function)thunk_##n,
static const enfold_any_function thunks[ENFOLD_THUNKS] = {ALL(POINTER)};

enfold_callback_slot *enfold_thunk_take(enfold_any_function *function) {
  static uint32_t used;
  uint32_t index = __atomic_load_n(&used, __ATOMIC_RELAXED);
  do {
    if (index >= ENFOLD_THUNKS) return NULL;
  } while (!__atomic_compare_exchange_n(&used, &index, index + 1, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  *function = thunks[index];
  return &slots[index];
}

#else

enfold_callback_slot *enfold_thunk_take(enfold_any_function *function) {
  *function = NULL;
  return NULL;
}

#endif
