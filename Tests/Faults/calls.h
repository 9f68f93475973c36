/* calls.h: every function of enfold.h, called in one or more ways. */
#ifndef ENFOLD_FAULTS_CALLS_H
#define ENFOLD_FAULTS_CALLS_H

#include "world.h"

typedef struct api_call {
  const char *function;
  const char *variant;
  depth made;
  const char *plugin; /* a name for plugin_path */
  const char *feature;
  const char *options; /* the runtime's */
  void (*prepare)(world *w); /* NULL: nothing more */
  enfold_status (*call)(world *w, enfold_error *error);
  enfold_status expected; /* without a fault */
} api_call;

extern const api_call api_calls[];
extern const int api_call_count;

#endif
