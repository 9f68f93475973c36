/* trial.h: one call of the C API with one fault, in a process of its own. */
#ifndef ENFOLD_FAULTS_TRIAL_H
#define ENFOLD_FAULTS_TRIAL_H

#include "calls.h"
#include "faults.h"

typedef struct trial {
  const api_call *call;
  fault_kind kind;
  unsigned first, last; /* which calls fail; first 0: none */
  int error;            /* the errno */
  bool everywhere;      /* on every thread, until the effects have ended */
} trial;

/* Makes the trial. What came of it is in `current`; with a reference, the transcript of the same call without a fault,
 * differences from it are failures. */
void trial_make(const trial *t, const char *reference);

/* Effects go on after the call. */
bool trial_has_effects(const api_call *call);

/* Whether the plugins that the call needs are there. */
bool trial_is_possible(const api_call *call);

#endif
