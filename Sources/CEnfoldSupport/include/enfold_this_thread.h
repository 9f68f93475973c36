/* enfold_this_thread.h: the enfold_thread of the calling thread, which all images of a process share. */
#ifndef ENFOLD_THIS_THREAD_H
#define ENFOLD_THIS_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../include/enfold_plugin.h"

#define ENFOLD_HIDDEN __attribute__((visibility("hidden")))

/* Where the records come from; accessed atomically. */
ENFOLD_HIDDEN extern enfold_thread *_Nullable (*_Nonnull enfold_thread_source)(void);

/* This image's own record of the calling thread. */
ENFOLD_HIDDEN enfold_thread *_Nonnull enfold_own_thread(void);

/* The record of the calling thread: libenfold's, if there is a libenfold and a plugin of this image was opened in it; otherwise
 * the image's own. In one image a thread always gets the same record, because its address is also the thread's number. So a
 * plugin must not use a store before its first `open`. */
static inline enfold_thread *_Nonnull enfold_this_thread(void) {
  enfold_thread *found = __atomic_load_n(&enfold_thread_source, __ATOMIC_ACQUIRE)();
  return found != NULL ? found : enfold_own_thread();
}

/* Where a record says for whom the thread changes shared values; NULL if the record is older. */
static inline const enfold_writer *_Nullable *_Nullable enfold_thread_writer(enfold_thread *_Nonnull thread) {
  bool has_it = thread->struct_size >= offsetof(enfold_thread, writer) + sizeof thread->writer;
  return has_it ? (const enfold_writer **)&thread->writer : NULL;
}

/* From now on the records of threads come from a function; if it returns NULL, from this image. */
ENFOLD_HIDDEN void enfold_take_threads_from(enfold_thread *_Nullable (*_Nonnull source)(void));

/* From now on the records of threads come from a host, if it has them. */
ENFOLD_HIDDEN void enfold_share_threads(const enfold_host *_Nonnull host);

/* What the gate that the calling thread is in offers to the code in it; NULL if nothing. One for each image. */
ENFOLD_HIDDEN void *_Nullable *_Nonnull enfold_gate_home(void);

/* Where the step that the calling thread makes keeps what it replaces; NULL if nobody wants to know. One for each image. */
ENFOLD_HIDDEN void *_Nullable *_Nonnull enfold_former_values(void);

/* Who sees what dependencies give in the step that the calling thread makes; NULL if nobody does. One for each image. */
ENFOLD_HIDDEN void *_Nullable *_Nonnull enfold_dependency_tap(void);

/* A number for this thread that no other living thread has; never 0. When the thread has ended, another one may get it. */
static inline uintptr_t enfold_thread_id(void) { return (uintptr_t)enfold_this_thread(); }

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
