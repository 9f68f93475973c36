/* failure.h: how a check that fails ends the process, and what the parent process learns of it. */
#ifndef FUZZ_FAILURE_H
#define FUZZ_FAILURE_H

#include <stdint.h>

/* In memory that a child shares with its parent. */
typedef struct progress {
  _Atomic uint64_t epoch, operation, calls;
  char check[32]; /* the name of the check that failed, or "" */
  char message[480];
} progress;

extern progress *shared_progress;

enum { EXIT_FAILED = 70 };

/* Says what failed, and where, and ends the process. */
_Noreturn void failed(const char *check, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
