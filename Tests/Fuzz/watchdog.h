/* watchdog.h: what every thread is doing, and a thread that ends the program when one does it for too long. */
#ifndef FUZZ_WATCHDOG_H
#define FUZZ_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

enum { WATCH_FRAMES = 24 };

/* One thread: the calls and callbacks that it is in. */
typedef struct watched {
  _Atomic int used;
  _Atomic int depth;
  _Atomic uint64_t operation; /* the index of the operation in the epoch */
  _Atomic(const char *) names[WATCH_FRAMES];
  _Atomic int64_t since[WATCH_FRAMES];
  /* Only the thread itself uses what follows. */
  bool is_ours;                     /* a thread of the fuzzer, not one of the library */
  int calls;                        /* calls of the library that it is in */
  int callbacks;                    /* observers and receivers of logs that it is in */
  const void *stores[WATCH_FRAMES]; /* whose observers these are */
} watched;

watched *watch_self(void);
/* `name` must live as long as the program. */
void watch_push(const char *name);
void watch_pop(void);
void watch_start(int hang_seconds);
void watch_print(void);

#endif
