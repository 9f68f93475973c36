/* trace.c: the text of a C program. */
#include "trace.h"

#include <enfold.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "watchdog.h"

bool tracing;
static int file = -1;
static _Atomic bool elsewhere;

void trace_to(const char *path) {
  file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  tracing = file >= 0;
}

void trace_elsewhere(bool on) { elsewhere = on; }

void trace_line(const char *format, ...) {
  char *text = NULL, *line = NULL;
  va_list list;
  watched *thread = watch_self();
  va_start(list, format);
  if (vasprintf(&text, format, list) < 0) abort();
  va_end(list);
  const char *place = thread->callbacks > 0          ? "//   inside: "
                      : thread->is_ours && elsewhere ? "/* on another thread: */ "
                                                     : "";
  if (!thread->is_ours) place = "//   on a thread of the library: ";
  int size = asprintf(&line, "  %s%s\n", place, text);
  if (size > 0 && write(file, line, (size_t)size) != size) abort();
  free(line);
  free(text);
}

const char *trace_handle(held h) {
  static const char *const names[KIND_COUNT] = {"runtime", "plugin", "store", "subscription", "task", "request",
                                             "callback", "reader"};
  char *text = NULL;
  int size = h.origin == NEVER_GIVEN ? asprintf(&text, h.handle == 0 ? "%" PRIu64 : "%" PRIu64 "u", h.handle)
             : h.serial == 0         ? asprintf(&text, "%s", names[h.kind])
                                     : asprintf(&text, "%s_%" PRIu64, names[h.kind], h.serial);
  if (size < 0) abort();
  return text;
}

const char *trace_text(const char *bytes, size_t size, bool is_terminated, size_t length) {
  char *text = malloc(4 * size + 64), *at = text;
  if (bytes == NULL) {
    sprintf(text, length == ENFOLD_NUL ? "NULL, ENFOLD_NUL" : "NULL, %zu", length);
    return text;
  }
  *at++ = '"';
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c == '"' || c == '\\') {
      *at++ = '\\';
      *at++ = (char)c;
    } else if (c >= 0x20 && c < 0x7f && c != '?') {
      *at++ = (char)c;
    } else {
      at += sprintf(at, "\\%03o", c);
    }
  }
  *at++ = '"';
  sprintf(at, is_terminated && length == ENFOLD_NUL ? ", ENFOLD_NUL" : ", %zu", length);
  return text;
}
