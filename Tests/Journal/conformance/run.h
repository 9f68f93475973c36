/* run.h: tests and workers, each in a process of its own. */
#ifndef ENFOLD_RUN_H
#define ENFOLD_RUN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { RUN_OK, RUN_FAILED, RUN_LEFT_OUT };

__attribute__((noreturn)) void run_end(int result, const char *format, va_list arguments);

/* A short word for the test that runs, and one for this run of the kit. */
const char *run_word(void);
const char *run_session(void);

/* ---- Workers: this program, started anew by fork and exec ---- */

typedef struct worker {
  pid_t process;
  int input, output; /* pipes to and from it */
} worker;

/* Starts the program with a role and words for it; with a plan the layer faults.so stands before its system calls. What the layer
 * knows of synced files is forgotten first, unless `keeps_shadow`. */
worker worker_start(const char *role, const char *const *words, const char *plan, bool keeps_shadow);
/* In a worker: becomes another one, by exec. */
__attribute__((noreturn)) void run_become(const char *role);
/* Reads until the worker has ended, and returns how: what waitpid gives. */
int worker_end(worker *worker);
/* Waits for one byte of it. False: it has ended. */
bool worker_ready(worker *worker);
void worker_say(worker *worker);

/* In a worker: tells and waits. */
void tell(void);
void wait_for_word(void);

/* Whether that many seconds are left for what can be cut short. */
double run_seconds(void);
/* A number of the environment, or `otherwise`. */
unsigned long run_number(const char *name, unsigned long otherwise);

#endif
