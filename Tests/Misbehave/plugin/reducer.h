/* reducer.h: the good reducer, whose single functions the faults replace. */
#ifndef MISBEHAVE_REDUCER_H
#define MISBEHAVE_REDUCER_H

#include "misbehave.h"

/* An instance. Its state is {"count":N}; every action adds one. */
typedef struct instance {
  const fault *fault;
  unsigned long count;
} instance;

#endif
