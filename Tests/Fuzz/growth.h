/* growth.h: memory, descriptors and threads at the ends of epochs. */
#ifndef FUZZ_GROWTH_H
#define FUZZ_GROWTH_H

#include <stddef.h>

/* Notes what there is now; gives the bytes that are allocated. */
size_t growth_note(void);
/* Compares the last third of the run with the one before. The first is the warm-up. */
void growth_check(void);

#endif
