/* failure.c: the end of a run that found something. */
#include "failure.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "watchdog.h"

progress *shared_progress;

void failed(const char *check, const char *format, ...) {
  static atomic_flag once = ATOMIC_FLAG_INIT;
  char message[480];
  va_list list;
  while (atomic_flag_test_and_set(&once)) pause(); /* the first one ends the process */
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  snprintf(shared_progress->check, sizeof shared_progress->check, "%s", check);
  snprintf(shared_progress->message, sizeof shared_progress->message, "%s", message);
  fprintf(stderr, "FAILED %s: %s\n  epoch %llu\n", check, message,
          (unsigned long long)atomic_load(&shared_progress->epoch));
  watch_print();
  if (getenv("ENFOLD_FUZZ_ABORT") != NULL) abort();
  _exit(EXIT_FAILED);
}
