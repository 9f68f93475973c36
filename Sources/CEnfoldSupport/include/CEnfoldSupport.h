/* CEnfoldSupport.h: what Swift cannot do, or does badly, on Linux: the lock (enfold_lock.h), the hash
 * (enfold_siphash.h), the files of plugins (enfold_file.h) and of shared values (enfold_text_file.h, enfold_watch.h), the line
 * of a crash (enfold_crash_line.h), the record of the calling thread (enfold_this_thread.h), its stack (enfold_stack_room.h)
 * and its hand-overs (enfold_hand_over.h), the functions of callbacks (enfold_callback_slot.h) and what signal handlers note
 * (enfold_signal_queue.h), threads of the library's own (enfold_thread_start.h), modules that may be missing
 * (enfold_linked.h), the cancellation of threads (enfold_cancellation.h), event descriptors, dynamic loading, the compiler's
 * name.
 *
 * These symbols are linked into several images of one process (libenfold and every plugin), each with its own copy:
 * everything here is static inline or hidden, so no image can bind to another's.
 */
#ifndef CENFOLD_SUPPORT_H
#define CENFOLD_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "enfold_callback_slot.h"
#include "enfold_cancellation.h"
#include "enfold_crash_line.h"
#include "enfold_file.h"
#include "enfold_hand_over.h"
#include "enfold_linked.h"
#include "enfold_lock.h"
#include "enfold_signal_queue.h"
#include "enfold_siphash.h"
#include "enfold_smallest.h"
#include "enfold_stack_room.h"
#include "enfold_text_file.h"
#include "enfold_this_thread.h"
#include "enfold_thread_start.h"
#include "enfold_watch.h"

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

/* dlopen with RTLD_NOW, RTLD_LOCAL and RTLD_NODELETE; NULL on failure. An image is never closed, because a Swift image
 * must stay mapped. The path is taken as it is, also "$ORIGIN" in it; with such a path the image may keep a
 * descriptor of its folder. */
ENFOLD_HIDDEN void *_Nullable enfold_image_open(const char *_Nonnull path);
/* `size` receives the size of an image's file, and `needed` the size that its segments need. Both are 0 if the file is
 * not an image. Loading a file that was cut short would crash the process. Returns 0, or the errno of a system call
 * that failed. */
ENFOLD_HIDDEN int enfold_image_size(const char *_Nonnull path, uint64_t *_Nonnull size, uint64_t *_Nonnull needed);
/* The address of a symbol, or NULL. */
ENFOLD_HIDDEN void *_Nullable enfold_image_symbol(void *_Nonnull image, const char *_Nonnull name);
/* Whether the process has as many maps as the system allows: then no image can be loaded. */
ENFOLD_HIDDEN bool enfold_process_maps_are_full(void);

/* The last error on this thread of enfold_image_open or enfold_image_symbol; borrowed until the next call. Never NULL. */
ENFOLD_HIDDEN const char *_Nonnull enfold_image_error(void);

/* ---- Compiler --------------------------------------------------------------------------------------------- */

/* "swift " and the version of the clang that comes with the Swift compiler: two images with the same text were built
 * by the same toolchain. Static. */
ENFOLD_HIDDEN const char *_Nonnull enfold_compiler_id(void);

/* ---- The handle table's root ------------------------------------------------------------------------------- */

/* One for each bit of the greatest index plus the size of the first chunk; the lowest few are not used. */
#define ENFOLD_HANDLE_CHUNKS 33

/* The root of the handle table: zeroed memory that is there before any code runs. Swift initialises a global variable
 * at its first use, so every access to it would check whether that was done. */
typedef struct enfold_handle_places {
  uint64_t used;       /* how many slots were ever used; accessed with the lock held */
  uint32_t first_free; /* the index of the first free slot plus one, or 0; accessed with the lock held */
  /* Not the first member: ThreadSanitizer takes a change of another member for a change of the struct's first byte. */
  _Alignas(8) enfold_lock lock;
} enfold_handle_places;

ENFOLD_HIDDEN extern void *_Nullable enfold_handle_chunk_storage[ENFOLD_HANDLE_CHUNKS];
ENFOLD_HIDDEN extern enfold_handle_places enfold_handle_place_storage;

/* Accessed atomically. */
static inline void *_Nullable *_Nonnull enfold_handle_chunks(void) { return enfold_handle_chunk_storage; }
static inline enfold_handle_places *_Nonnull enfold_handle_table_places(void) { return &enfold_handle_place_storage; }

/* ---- Kept pins -------------------------------------------------------------------------------------------- */

/* How many pins are kept until a thread holds no lock of an engine (KeptPins). Accessed atomically, so that each
 * function of enfold.h can ask by one load. */
ENFOLD_HIDDEN extern int32_t enfold_kept_pins;
static inline bool enfold_has_kept_pins(void) { return __atomic_load_n(&enfold_kept_pins, __ATOMIC_RELAXED) != 0; }
static inline void enfold_kept_pins_set(int32_t count) { __atomic_store_n(&enfold_kept_pins, count, __ATOMIC_RELAXED); }

/* ---- Key paths -------------------------------------------------------------------------------------------- */

/* How many threads of this image want to know by which ids elements of lists are looked up (KeyPathHints). Accessed
 * atomically, so that asking is one load. */
ENFOLD_HIDDEN extern int32_t enfold_hint_readers;
static inline bool enfold_hints_wanted(void) { return __atomic_load_n(&enfold_hint_readers, __ATOMIC_RELAXED) != 0; }
static inline void enfold_hint_readers_add(int32_t number) {
  __atomic_fetch_add(&enfold_hint_readers, number, __ATOMIC_RELAXED);
}

/* ---- Statuses --------------------------------------------------------------------------------------------- */

/* The results of enfold_status_name and enfold_status_message. In C, because Swift cannot expand ENFOLD_STATUS_MAP. The
 * texts are static. */
ENFOLD_HIDDEN bool enfold_status_is_known(int32_t status);
ENFOLD_HIDDEN const char *_Nonnull enfold_status_name_text(int32_t status);
ENFOLD_HIDDEN const char *_Nonnull enfold_status_message_text(int32_t status);

/* ---- Files ------------------------------------------------------------------------------------------------ */

/* The absolute path of a file, to be freed; NULL and errno if there is none. */
ENFOLD_HIDDEN char *_Nullable enfold_real_path(const char *_Nonnull path);

/* A variable of the environment; NULL if there is none, or the process has more rights than who has started it. */
ENFOLD_HIDDEN const char *_Nullable enfold_variable(const char *_Nonnull name);

#ifdef __cplusplus
}
#endif

#endif /* CENFOLD_SUPPORT_H */
