/* enfold_this_thread.h: the enfold_thread of the calling thread, which all images of a process share. */
#ifndef ENFOLD_THIS_THREAD_H
#define ENFOLD_THIS_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "../../../include/enfold_plugin.h"

#define ENFOLD_HIDDEN __attribute__((visibility("hidden")))

/* What this image knows of it: NULL until it was asked for. Initial-exec: an access is one instruction, and the few
 * bytes fit into what the C library keeps for images that are loaded later. */
ENFOLD_HIDDEN extern _Thread_local enfold_thread *_Nullable enfold_known_thread
    __attribute__((tls_model("initial-exec")));

ENFOLD_HIDDEN enfold_thread *_Nonnull enfold_find_thread(void);

/* The record of this thread: libenfold's, or this image's own if no host had told it of another when the thread first
 * asked. In one image one thread always gets the same: it is also the thread's number. So a plugin must use no store before
 * its first `open`. */
static inline enfold_thread *_Nonnull enfold_this_thread(void) {
  enfold_thread *known = enfold_known_thread;
  return known != NULL ? known : enfold_find_thread();
}

/* This image's own record of it: what a host offers to others. */
ENFOLD_HIDDEN enfold_thread *_Nonnull enfold_own_thread(void);

/* The records of a host are used from now on, by threads that this image does not know yet. */
ENFOLD_HIDDEN void enfold_share_threads(const enfold_host *_Nonnull host);

/* A number for this thread that no other living thread has; never 0. */
static inline uintptr_t enfold_thread_id(void) { return (uintptr_t)enfold_this_thread(); }

static inline void enfold_thread_enter_gate(enfold_thread *_Nonnull thread) { ++thread->gates; }

/* Counts one gate less. True if it was the last one and something was put off: then call enfold_thread_settle. */
static inline bool enfold_thread_leave_gate(enfold_thread *_Nonnull thread) {
  return --thread->gates == 0 && thread->first != NULL;
}

/* Adds something to what is done when the last gate is left. */
ENFOLD_HIDDEN void enfold_thread_defer(enfold_thread *_Nonnull thread, enfold_later *_Nonnull later);

/* Does what was put off, in order, also what is put off meanwhile. Does nothing if it is called from there. */
ENFOLD_HIDDEN void enfold_thread_settle(enfold_thread *_Nonnull thread);

#endif
