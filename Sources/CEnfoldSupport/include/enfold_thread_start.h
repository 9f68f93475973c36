/* enfold_thread_start.h: starts a thread for the library itself. */
#ifndef ENFOLD_THREAD_START_H
#define ENFOLD_THREAD_START_H

#include "enfold_this_thread.h"

/* Starts a detached thread that calls `run` with NULL. It takes none of the host's signals, but those of its own faults.
 * Returns 0 or an errno. */
ENFOLD_HIDDEN int enfold_thread_start(void *_Nullable (*_Nonnull run)(void *_Nullable));

#endif
