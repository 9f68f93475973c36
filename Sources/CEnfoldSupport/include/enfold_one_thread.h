/* enfold_one_thread.h: whether the process has one thread, so that changes of shared words need no locked instruction. */
#ifndef ENFOLD_ONE_THREAD_H
#define ENFOLD_ONE_THREAD_H

#include <stdbool.h>
#if __has_include(<sys/single_threaded.h>) /* glibc 2.32 */
#include <sys/single_threaded.h>
#define ENFOLD_ONE_THREAD __libc_single_threaded
#else
#define ENFOLD_ONE_THREAD false
#endif

/* A locked instruction takes about 5 ns, also if nobody else is there. So a word that threads share is changed by plain
 * accesses while the process has one thread, as the C library does in its mutex. It says so in a variable, which it clears
 * before it starts a second thread. Starting a thread orders memory: the new thread sees all that was written before.
 *
 * Ask before each change anew. A callback between two changes can start a thread. A word that a signal handler uses, too,
 * must be changed atomically: a handler can run between the two plain accesses. */
static inline bool enfold_has_one_thread(void) { return ENFOLD_ONE_THREAD; }

#endif
