/* enfold_linked.h: finds the modules EnfoldFiles and EnfoldTesting, if they are linked into this image. */
#ifndef ENFOLD_LINKED_H
#define ENFOLD_LINKED_H

#include "enfold_this_thread.h"

/* Defined by the module EnfoldFiles. Returns an object that lives as long as the process. */
ENFOLD_HIDDEN extern void *_Nonnull enfold_files(void) __attribute__((weak));

/* The object of EnfoldFiles; NULL if this image has no such module. */
static inline void *_Nullable enfold_linked_files(void) { return enfold_files == NULL ? NULL : enfold_files(); }

/* The test that runs here, an object that the caller releases; NULL if none does. The module EnfoldTesting defines it; if this
 * image has no such module, a weak function that returns NULL takes its place. (A weak symbol that nobody defines would not
 * do: linkers need not give a hidden one the address NULL.) */
ENFOLD_HIDDEN void *_Nullable enfold_running_test(void);

#endif
