/* enfold_linked.h: finds the module EnfoldFiles, if it is linked into this image. */
#ifndef ENFOLD_LINKED_H
#define ENFOLD_LINKED_H

#include "enfold_this_thread.h"

/* Defined by the module EnfoldFiles. Returns an object that lives as long as the process. */
ENFOLD_HIDDEN extern void *_Nonnull enfold_files(void) __attribute__((weak));

/* The object of EnfoldFiles; NULL if this image has no such module. */
static inline void *_Nullable enfold_linked_files(void) { return enfold_files == NULL ? NULL : enfold_files(); }

#endif
