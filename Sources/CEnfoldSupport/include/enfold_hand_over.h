/* enfold_hand_over.h: how deeply the calling thread is inside the hand-overs of streams. */
#ifndef ENFOLD_HAND_OVER_H
#define ENFOLD_HAND_OVER_H

#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "enfold_this_thread.h"

typedef struct enfold_hand_overs {
  int32_t depth;
  int32_t pushes;           /* how many of them want their values to have arrived when they return */
  void *_Nullable put_off;  /* work for when this thread has left the last hand-over; owned by the image */
} enfold_hand_overs;

ENFOLD_HIDDEN extern _Thread_local enfold_hand_overs enfold_known_hand_overs __attribute__((tls_model("initial-exec")));

/* The hand-overs of this thread in this image. */
static inline enfold_hand_overs *_Nonnull enfold_this_threads_hand_overs(void) { return &enfold_known_hand_overs; }

/* Lets other threads run: the more often somebody has waited in vain, the longer. */
static inline void enfold_let_others_run(int32_t attempt) {
  const struct timespec pause = {0, 100000};
  if (attempt < 1000) {
    sched_yield();
  } else {
    nanosleep(&pause, NULL);
  }
}

#endif
