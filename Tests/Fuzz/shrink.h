/* shrink.h: makes a failing epoch short and prints what is left as a C program. */
#ifndef FUZZ_SHRINK_H
#define FUZZ_SHRINK_H

#include <stdint.h>

/* How a child process ended. */
typedef struct outcome {
  int signal, code; /* both 0: well */
  char check[160];  /* the check that failed, or "" */
} outcome;

/* Waits for a child and says how it ended. */
outcome outcome_of(int process);
void outcome_print(const outcome *o);

/* Repeats the epoch that ended in this way, with fewer and fewer of its operations, for so many seconds. */
void shrink(uint64_t seed, uint64_t epoch, const outcome *original, unsigned seconds);

#endif
