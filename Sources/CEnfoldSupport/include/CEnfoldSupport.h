/* CEnfoldSupport.h: what Swift cannot reach or does badly on Linux: the lock (enfold_lock.h), the hash
 * (enfold_siphash.h), what a thread is in the middle of (enfold_this_thread.h), event descriptors, dynamic loading, the
 * compiler's name.
 *
 * These symbols are linked into several images of one process (libenfold and every plugin), each with its own copy:
 * everything here is static inline or hidden, so no image can bind to another's.
 */
#ifndef CENFOLD_SUPPORT_H
#define CENFOLD_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "enfold_lock.h"
#include "enfold_siphash.h"
#include "enfold_smallest.h"
#include "enfold_this_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Event descriptors ------------------------------------------------------------------------------------ */

/* A non-blocking, close-on-exec eventfd; -1 and errno on failure. */
ENFOLD_HIDDEN int enfold_event_create(void);
/* Makes it readable. False if the system refuses. */
ENFOLD_HIDDEN bool enfold_event_set(int descriptor);
/* Makes it unreadable. False if the system refuses. */
ENFOLD_HIDDEN bool enfold_event_clear(int descriptor);
ENFOLD_HIDDEN void enfold_event_close(int descriptor);

/* ---- Dynamic loading -------------------------------------------------------------------------------------- */

/* dlopen with RTLD_NOW, RTLD_LOCAL and RTLD_NODELETE; NULL on failure. Never undone: a Swift image must stay mapped. */
ENFOLD_HIDDEN void *_Nullable enfold_image_open(const char *_Nonnull path);
/* How many bytes the file of an image must have for all of its segments, and how many it has; both 0 for what is no
 * image. Loading one that is cut short would end the process. Returns 0, or the errno of a system call that failed. */
ENFOLD_HIDDEN int enfold_image_size(const char *_Nonnull path, uint64_t *_Nonnull size, uint64_t *_Nonnull needed);
/* The address of a symbol, or NULL. */
ENFOLD_HIDDEN void *_Nullable enfold_image_symbol(void *_Nonnull image, const char *_Nonnull name);
/* What went wrong last on this thread in one of the two; borrowed until the next call. Never NULL. */
ENFOLD_HIDDEN const char *_Nonnull enfold_image_error(void);

/* ---- Compiler --------------------------------------------------------------------------------------------- */

/* "swift " and the version of the clang that comes with the Swift compiler: two images with the same text were built
 * by the same toolchain. Static. */
ENFOLD_HIDDEN const char *_Nonnull enfold_compiler_id(void);

/* ---- The handle table's root ------------------------------------------------------------------------------- */

#define ENFOLD_HANDLE_CHUNKS 32

/* Where a handle table begins: zeroed memory that is there before any code runs. A global variable of Swift would be
 * initialised lazily, and every access would ask whether it was. */
typedef struct enfold_handle_places {
  uint64_t used; /* with the lock held, like the next */
  uint32_t first_free;
  /* Not at the beginning: ThreadSanitizer takes a change of a member for one of the struct's first byte. */
  _Alignas(8) enfold_lock lock;
} enfold_handle_places;

ENFOLD_HIDDEN extern void *_Nullable enfold_handle_chunk_storage[ENFOLD_HANDLE_CHUNKS];
ENFOLD_HIDDEN extern enfold_handle_places enfold_handle_place_storage;

/* Accessed atomically. */
static inline void *_Nullable *_Nonnull enfold_handle_chunks(void) { return enfold_handle_chunk_storage; }
static inline enfold_handle_places *_Nonnull enfold_handle_table_places(void) { return &enfold_handle_place_storage; }

/* ---- Key paths -------------------------------------------------------------------------------------------- */

/* How many threads of this image want to know by which ids elements of lists are looked up (KeyPathHints). Accessed
 * atomically: asking is one load. */
ENFOLD_HIDDEN extern int32_t enfold_hint_readers;
static inline bool enfold_hints_wanted(void) { return __atomic_load_n(&enfold_hint_readers, __ATOMIC_RELAXED) != 0; }
static inline void enfold_hint_readers_add(int32_t number) {
  __atomic_fetch_add(&enfold_hint_readers, number, __ATOMIC_RELAXED);
}

/* ---- Statuses --------------------------------------------------------------------------------------------- */

/* What enfold_status_name and enfold_status_message return: Swift cannot expand ENFOLD_STATUS_MAP. Static. */
ENFOLD_HIDDEN bool enfold_status_is_known(int32_t status);
ENFOLD_HIDDEN const char *_Nonnull enfold_status_name_text(int32_t status);
ENFOLD_HIDDEN const char *_Nonnull enfold_status_message_text(int32_t status);

/* ---- Files ------------------------------------------------------------------------------------------------ */

/* The absolute path of a file, to be freed; NULL and errno if there is none. */
ENFOLD_HIDDEN char *_Nullable enfold_real_path(const char *_Nonnull path);

#ifdef __cplusplus
}
#endif

#endif /* CENFOLD_SUPPORT_H */
