/* CEnfoldHost.h: libenfold's record of each thread, which all images of the process share. Only libenfold contains it: plugins
 * do not.
 *
 * libenfold is loaded once and stays, so its thread-local memory may have a fixed place (initial-exec): an access takes two
 * instructions. Plugins are loaded often, and the C library has little space for such places. They ask libenfold, by
 * enfold_host.thread.
 */
#ifndef CENFOLD_HOST_H
#define CENFOLD_HOST_H

#include <stdint.h>

#include "enfold_inspect_socket.h"
#include "enfold_this_thread.h"

typedef struct enfold_host_record {
  enfold_thread thread;
  uint64_t serial; /* 0 until the thread asks for the record */
} enfold_host_record;

ENFOLD_HIDDEN extern _Thread_local enfold_host_record enfold_known_host_record
    __attribute__((tls_model("initial-exec")));

ENFOLD_HIDDEN void enfold_host_record_begin(enfold_host_record *_Nonnull record);

static inline enfold_host_record *_Nonnull enfold_this_host_record(void) {
  enfold_host_record *record = &enfold_known_host_record;
  if (record->serial == 0) enfold_host_record_begin(record);
  return record;
}

/* The record of the calling thread: libenfold's end of enfold_this_thread. */
static inline enfold_thread *_Nonnull enfold_host_thread(void) { return &enfold_this_host_record()->thread; }

/* enfold_host_thread for other images: enfold_host.thread. */
ENFOLD_HIDDEN enfold_thread *_Nullable enfold_offered_thread(void);

/* A number for this thread that no other thread has or will have; never 0. */
static inline uint64_t enfold_host_thread_serial(void) { return enfold_this_host_record()->serial; }

#endif
