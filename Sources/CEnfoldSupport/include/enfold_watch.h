/* enfold_watch.h: calls a function when a file may have changed, whoever has changed it. */
#ifndef ENFOLD_WATCH_H
#define ENFOLD_WATCH_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A watch of the file of one path. The path may begin to exist later, and its folders, too.
 *
 * There is one inotify descriptor and one thread for all watches of an image. Both are made for the first watch and go
 * with the last one. In the child of a fork there is no such thread: nothing is called there, until something else is
 * watched there. */
typedef struct enfold_watch enfold_watch;

/* Begins to watch. From now on `changed` is called, on the thread of the watches, after each moment in which the file may
 * have changed: it was closed by somebody who wrote, it came, it went, or a folder on its path did. Several such moments
 * may be one call. The file need not differ. While somebody writes it, nothing is called, until it is closed.
 *
 * `release` is called once, on any thread, when `context` is no longer needed.
 * Returns NULL, and has not called `release`, if there is no memory. If the system refuses to watch, the watch only knows
 * why: see enfold_watch_problem. */
__attribute__((visibility("hidden"))) enfold_watch *_Nullable enfold_watch_begin(
    const char *_Nonnull path, void (*_Nonnull changed)(void *_Nonnull context),
    void (*_Nonnull release)(void *_Nonnull context), void *_Nonnull context);

/* Ends it. After this no call of `changed` is begun; one that has begun is not waited for. May be called from inside
 * `changed`. */
__attribute__((visibility("hidden"))) void enfold_watch_end(enfold_watch *_Nonnull watch);

/* Has `changed` called soon, as if the file might have changed. */
__attribute__((visibility("hidden"))) void enfold_watch_poke(enfold_watch *_Nonnull watch);

/* To be called inside of `changed`, after the file was read: whether it may have changed since the call began, so that
 * what was read may be a part of it. Then `changed` will be called again. */
__attribute__((visibility("hidden"))) bool enfold_watch_is_outdated(enfold_watch *_Nonnull watch);

/* Why changes may stay unnoticed: the errno of the system call whose name `call` receives; 0 if they do not. */
__attribute__((visibility("hidden"))) int enfold_watch_problem(enfold_watch *_Nonnull watch,
                                                               const char *_Nullable *_Nonnull call);

#ifdef __cplusplus
}
#endif

#endif
