/* enfold_cancellation.h: a thread that holds what others wait for cannot be cancelled (pthread_cancel). */
#ifndef ENFOLD_CANCELLATION_H
#define ENFOLD_CANCELLATION_H

#include <pthread.h>

/* From now on the thread is not cancelled; a request waits. Returns what enfold_cancellation_restore needs. Calls may be
 * nested. */
static inline int enfold_cancellation_off(void) {
  int before = PTHREAD_CANCEL_ENABLE;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  return before;
}

static inline void enfold_cancellation_restore(int before) { pthread_setcancelstate(before, NULL); }

#endif
