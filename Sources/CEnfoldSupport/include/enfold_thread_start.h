/* enfold_thread_start.h: starts threads for the library itself. They take none of the host's signals, but those of their own
 * faults. */
#ifndef ENFOLD_THREAD_START_H
#define ENFOLD_THREAD_START_H

#include "enfold_this_thread.h"

/* Starts a detached thread that calls `run` with NULL. Returns 0 or an errno. */
ENFOLD_HIDDEN int enfold_thread_start(void *_Nullable (*_Nonnull run)(void *_Nullable));

/* Calls `run` on a thread with a large stack, and waits for it. If the system has no thread left, calls it here.
 *
 * If the calling thread is inside a callback or a gate, the other one is inside a callback, so that calls which would wait
 * are refused there, too. It is in no gate: what is put off until the end of one happens at once. The calling thread is not
 * cancelled meanwhile. */
ENFOLD_HIDDEN void enfold_thread_call(void (*_Nonnull run)(void *_Nonnull), void *_Nonnull context);

#endif
