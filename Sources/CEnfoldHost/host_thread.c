/* host_thread.c: libenfold's records of threads. The image itself uses them, too, from the moment when it is loaded. */
#include "CEnfoldHost.h"

/* Thread-local memory, because nothing that runs on a thread comes after the end of that: the record is used in the last
 * destructor of thread-specific data, too. */
_Thread_local enfold_host_record enfold_known_host_record __attribute__((tls_model("initial-exec")));

static uint64_t last_serial; /* accessed atomically */

void enfold_host_record_begin(enfold_host_record *record) {
  record->thread.struct_size = sizeof record->thread;
  record->serial = __atomic_add_fetch(&last_serial, 1, __ATOMIC_RELAXED);
}

enfold_thread *enfold_offered_thread(void) { return enfold_host_thread(); }

__attribute__((constructor)) static void offer(void) { enfold_take_threads_from(enfold_offered_thread); }
