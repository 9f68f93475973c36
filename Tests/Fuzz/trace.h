/* trace.h: prints the calls of an epoch as the text of a C program. */
#ifndef FUZZ_TRACE_H
#define FUZZ_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include "handles.h"

extern bool tracing;

/* Writes to this file from now on; each line is there even if the next call ends the process. */
void trace_to(const char *path);
/* One statement; inside callbacks and on other threads it becomes a comment. */
void trace_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void trace_elsewhere(bool on);

/* Pieces of statements. What they return lives as long as the process, which is short when it traces. */
const char *trace_handle(held h);
const char *trace_text(const char *bytes, size_t size, bool is_terminated, size_t length);

#endif
