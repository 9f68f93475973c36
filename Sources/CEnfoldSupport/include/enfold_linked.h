/* enfold_linked.h: finds the modules EnfoldFiles and EnfoldTesting, if they are linked into this image. */
#ifndef ENFOLD_LINKED_H
#define ENFOLD_LINKED_H

#include "enfold_this_thread.h"

/* Defined by the module EnfoldFiles. Returns an object that lives as long as the process. */
ENFOLD_HIDDEN extern void *_Nonnull enfold_files(void) __attribute__((weak));

/* The object of EnfoldFiles; NULL if this image has no such module. */
static inline void *_Nullable enfold_linked_files(void) { return enfold_files == NULL ? NULL : enfold_files(); }

/* Defined by the module EnfoldTesting. Returns an object that the caller releases; NULL outside of tests. */
ENFOLD_HIDDEN extern void *_Nullable enfold_running_test(void) __attribute__((weak));

/* The test that runs here; NULL if none does, or if this image has no such module. */
static inline void *_Nullable enfold_linked_test(void) {
  return enfold_running_test == NULL ? NULL : enfold_running_test();
}

#endif
