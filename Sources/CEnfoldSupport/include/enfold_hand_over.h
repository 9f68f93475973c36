/* enfold_hand_over.h: counts, for each thread, in how many calls it is that pass values from a
 * stream to a subscriber. */
#ifndef ENFOLD_HAND_OVER_H
#define ENFOLD_HAND_OVER_H

#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "enfold_this_thread.h"

typedef struct enfold_hand_overs {
  int32_t depth;
  int32_t pushes;           /* how many of them return only when their values have arrived */
  void *_Nullable put_off;  /* work that waits until this thread has left its last hand-over; the image frees it */
} enfold_hand_overs;

ENFOLD_HIDDEN extern _Thread_local enfold_hand_overs enfold_known_hand_overs;

/* The hand-overs of this thread in this image. */
static inline enfold_hand_overs *_Nonnull enfold_this_threads_hand_overs(void) { return &enfold_known_hand_overs; }

/* Lets other threads run. From attempt 1,000 on it sleeps for 0.1 ms. */
static inline void enfold_let_others_run(int32_t attempt) {
  const struct timespec pause = {0, 100000};
  if (attempt < 1000) {
    sched_yield();
  } else {
    nanosleep(&pause, NULL);
  }
}

#endif
