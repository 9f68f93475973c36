/* enfold_this_thread.h: the enfold_thread of the calling thread, which all images of a process share. */
#ifndef ENFOLD_THIS_THREAD_H
#define ENFOLD_THIS_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../include/enfold_plugin.h"

#define ENFOLD_HIDDEN __attribute__((visibility("hidden")))

/* The record of this thread, as this image knows it; NULL until the thread asks for it. The model is initial-exec: an
 * access is one instruction, and the few bytes fit into the space that the C library keeps for images that are loaded
 * later. */
ENFOLD_HIDDEN extern _Thread_local enfold_thread *_Nullable enfold_known_thread
    __attribute__((tls_model("initial-exec")));

ENFOLD_HIDDEN enfold_thread *_Nonnull enfold_find_thread(void);

/* The record of this thread. It is libenfold's, if a host had offered its records before the thread first asked;
 * otherwise it is this image's own. In one image a thread always gets the same record, because its address is also the
 * thread's number. So a plugin must not use a store before its first `open`. */
static inline enfold_thread *_Nonnull enfold_this_thread(void) {
  enfold_thread *known = enfold_known_thread;
  return known != NULL ? known : enfold_find_thread();
}

/* This image's own record of the calling thread. A host offers these records to other images. */
ENFOLD_HIDDEN enfold_thread *_Nonnull enfold_own_thread(void);

/* From now on, threads that this image does not know yet get the records of a host. */
ENFOLD_HIDDEN void enfold_share_threads(const enfold_host *_Nonnull host);

/* A number for this thread that no other living thread has; never 0. When the thread has ended, another one may get it. */
static inline uintptr_t enfold_thread_id(void) { return (uintptr_t)enfold_this_thread(); }

/* A number for this thread that no other thread of this image has or will have; never 0. It takes longer than
 * enfold_thread_id, and is for what remembers a thread that may have ended. */
ENFOLD_HIDDEN uint64_t enfold_thread_serial(void);

static inline void enfold_thread_enter_gate(enfold_thread *_Nonnull thread) { ++thread->gates; }

/* Counts one gate less. True if it was the last one and something was postponed: then call enfold_thread_settle. */
static inline bool enfold_thread_leave_gate(enfold_thread *_Nonnull thread) {
  return --thread->gates == 0 && thread->first != NULL;
}

/* Puts something off until the thread leaves its last gate. */
ENFOLD_HIDDEN void enfold_thread_defer(enfold_thread *_Nonnull thread, enfold_later *_Nonnull later);

/* Does the postponed work, in order, and also work that is postponed meanwhile. Does nothing if it is called from
 * such work. */
ENFOLD_HIDDEN void enfold_thread_settle(enfold_thread *_Nonnull thread);

#endif
