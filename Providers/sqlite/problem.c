/* problem.c: fills an enfold_journal_error. */
#include "problem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enfold_journal_status problem(enfold_journal_error *error, enfold_journal_status status, const char *format, ...) {
  char text[sizeof error->message];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0) text[0] = '\0';
  if ((size_t)length >= sizeof text) {
    size_t end = sizeof text - 1;
    while (end > 0 && ((unsigned char)text[end - 1] & 0xc0) == 0x80) end--;
    if (end > 0 && ((unsigned char)text[end - 1] & 0xc0) == 0xc0) text[end - 1] = '\0';
  }
  if (error->struct_size >= offsetof(enfold_journal_error, status) + sizeof error->status) error->status = status;
  if (error->struct_size >= sizeof *error) memcpy(error->message, text, sizeof text);
  return status;
}

int problem_passes(int number) {
  return number == ENOSPC || number == EDQUOT || number == ENOMEM || number == EMFILE || number == ENFILE || number == EINTR ||
         number == EAGAIN || number == ENOLCK;
}
