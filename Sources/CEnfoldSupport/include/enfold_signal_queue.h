/* enfold_signal_queue.h: a queue into which signal handlers put the arguments of a call. */
#ifndef ENFOLD_SIGNAL_QUEUE_H
#define ENFOLD_SIGNAL_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "enfold_lock.h"
#include "enfold_this_thread.h"

/* The most words that one call has. */
#define ENFOLD_SIGNAL_WORDS 8

/* One call. */
typedef struct enfold_signal_call {
  uint64_t handle; /* of the callback */
  uint64_t words[ENFOLD_SIGNAL_WORDS];
} enfold_signal_call;

/* A bounded queue, first in, first out. Any number of threads and signal handlers add to it; one thread at a time takes from
 * it. Adding is async-signal-safe: it waits for nobody, takes no lock and no memory. */
typedef struct enfold_signal_queue enfold_signal_queue;

/* A queue for `capacity` calls, which must be a power of two. Each call that is added makes `descriptor`, an event descriptor,
 * readable, and is counted in `changes`. The queue has its own copy of the descriptor. NULL and errno if none is left. */
ENFOLD_HIDDEN enfold_signal_queue *_Nullable enfold_signal_queue_make(uint32_t capacity, int descriptor,
                                                                      enfold_change_count *_Nonnull changes);
/* Nobody may be using the queue any more. */
ENFOLD_HIDDEN void enfold_signal_queue_free(enfold_signal_queue *_Nonnull queue);

/* Adds a call with ENFOLD_SIGNAL_WORDS words, and wakes the threads that wait for it. If the queue is full, it counts in
 * `dropped` instead, which is accessed atomically. May change errno. */
ENFOLD_HIDDEN void enfold_signal_queue_add(enfold_signal_queue *_Nonnull queue, uint64_t handle,
                                           const uint64_t *_Nonnull words, uint32_t *_Nonnull dropped);
/* Takes the oldest call. False if there is none. */
ENFOLD_HIDDEN bool enfold_signal_queue_take(enfold_signal_queue *_Nonnull queue, enfold_signal_call *_Nonnull call);

/* Whether there is something for a pump: a call, or calls that found the queue full. [any thread] */
ENFOLD_HIDDEN bool enfold_signal_queue_has_work(enfold_signal_queue *_Nonnull queue);
/* Whether a call was dropped because the queue was full, since this was asked last. */
ENFOLD_HIDDEN bool enfold_signal_queue_take_overflow(enfold_signal_queue *_Nonnull queue);
/* Whether a call made the descriptor readable, since this was asked last. */
ENFOLD_HIDDEN bool enfold_signal_queue_take_written(enfold_signal_queue *_Nonnull queue);

#endif
