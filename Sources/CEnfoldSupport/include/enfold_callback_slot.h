/* enfold_callback_slot.h: the C functions that a host hands to other libraries, and the slots that they lead to. */
#ifndef ENFOLD_CALLBACK_SLOT_H
#define ENFOLD_CALLBACK_SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "enfold_signal_queue.h"
#include "enfold_this_thread.h"

/* How many functions there are that need no executable memory: *thunks*. */
#define ENFOLD_THUNKS 256

/* Any C function, as its caller casts it. */
typedef void (*enfold_any_function)(void);

/* The target of a function. A slot is never freed and never used a second time, so the function stays harmless for ever.
 * Members that are not accessed atomically are written before the function is known to anybody. */
typedef struct enfold_callback_slot {
  uint64_t handle; /* of the callback; 0: there is none. Accessed atomically. */
  /* Receives the words of the arguments, each as it lies in memory. It is called on any thread. */
  void (*_Nullable receive)(uint64_t handle, const uint64_t *_Nonnull words);
  uint64_t answer;  /* the result of the function, as it lies in memory */
  unsigned forks;   /* enfold_fork_count() of the process that may use it */
  bool is_signal;   /* whether it may be called from signal handlers: then `receive` is not called */
  /* Where calls from signal handlers go; NULL: nowhere. Accessed atomically, as the other two. */
  enfold_signal_queue *_Nullable queue;
  uint32_t users;   /* how many calls may be using the queue */
  uint32_t dropped; /* how many calls found it full, since somebody last asked */
} enfold_callback_slot;

/* How many words the arguments of a thunk have at most: as many as the platform passes integers in registers. 0: this
 * platform has no thunks. */
ENFOLD_HIDDEN int enfold_thunk_words(void);

/* Hands out the next slot that has a thunk, and the thunk; NULL if none is left. */
ENFOLD_HIDDEN enfold_callback_slot *_Nullable enfold_thunk_take(enfold_any_function _Nullable *_Nonnull function);

/* A slot without a function. */
ENFOLD_HIDDEN enfold_callback_slot *_Nonnull enfold_callback_slot_make(void);

/* Called by a function when it is called. */
ENFOLD_HIDDEN void enfold_callback_slot_enter(enfold_callback_slot *_Nonnull slot, const uint64_t *_Nonnull words);

/* Opens a slot: from now on its function does something. `queue` is NULL unless the slot is a signal's. */
ENFOLD_HIDDEN void enfold_callback_slot_open(enfold_callback_slot *_Nonnull slot, uint64_t handle,
                                             enfold_signal_queue *_Nullable queue);

/* Closes a slot. Waits for signal handlers that are using its queue right now. False if one does not come to an end, perhaps
 * because somebody has left it with longjmp: then the queue must not be freed. */
ENFOLD_HIDDEN bool enfold_callback_slot_close(enfold_callback_slot *_Nonnull slot);

/* How many calls found the queue full since this was asked last. */
static inline uint32_t enfold_callback_slot_take_dropped(enfold_callback_slot *_Nonnull slot) {
  return __atomic_exchange_n(&slot->dropped, 0, __ATOMIC_RELAXED);
}

#endif
