/* outcome.h: what a child process tells its parent, in memory that both share, so that a crash loses nothing. */
#ifndef ENFOLD_FAULTS_OUTCOME_H
#define ENFOLD_FAULTS_OUTCOME_H

#include <enfold.h>
#include <stdint.h>
#include <sys/types.h>

#include "faults.h"

/* Where the child is. */
typedef enum { PREPARING, CALLING, CHECKING, DONE } phase;

typedef struct frame {
  char module[160], symbol[96]; /* the symbol may be the nearest exported one */
  uint64_t offset;              /* from the beginning of the module */
} frame;

#define FRAME_LIMIT 48

typedef struct outcome {
  phase phase;
  unsigned calls[FAULT_KINDS], hits;
  enfold_status status; /* of the call with the fault */
  int signal, exit_code; /* how the child ended, if not by itself */
  uint64_t address; /* of the memory whose access ended it */
  bool has_stalled;
  char message[512];      /* the call's */
  char failure[2048];     /* what was not as it should be; empty: all was well */
  char transcript[16384]; /* what is compared with the transcript without a fault */
  int frame_count;
  frame frames[FRAME_LIMIT];
} outcome;

/* Of this child; of the parent: of the child that ran last. */
extern outcome *current;

/* Says what is wrong and ends the child. */
_Noreturn void outcome_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs `body` in a child process. One that takes longer is a stall: its frames are noted, then it is ended. */
void outcome_of(void (*body)(void *context), void *context, int timeout_ms);

/* The function that a frame is in, hidden ones included, as addr2line finds it; "?" if it does not. */
const char *function_of(const frame *f);

const char *status_text(enfold_status status);

/* ---- The preloaded library ---- */

/* Finds it. Ends the process if it was not preloaded. */
void faults_find(void);
extern faults_arm_fn faults_arm;
extern faults_disarm_fn faults_disarm;
extern faults_calls_fn faults_calls;
extern faults_hits_fn faults_hits;

#endif
