/* epoch.h: a few thousand operations, after which everything is closed and must be settled. */
#ifndef FUZZ_EPOCH_H
#define FUZZ_EPOCH_H

#include <stdint.h>

enum { EPOCH_OPERATIONS = 2000, EPOCH_OPERATIONS_OF_THREAD = 800 };

/* Runs one epoch. `keep`, if not NULL, says for each operation whether it is done; with one thread only. */
void epoch_run(uint64_t seed, uint64_t epoch, unsigned threads, const unsigned char *keep);

#endif
