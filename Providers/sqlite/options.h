/* options.h: the options of `open`. */
#ifndef ENFOLD_OPTIONS_H
#define ENFOLD_OPTIONS_H

#include <stdbool.h>

#include "problem.h"

typedef struct open_options {
  bool is_reader; /* "access":"read" */
  bool creates;   /* "create" */
} open_options;

/* ENFOLD_JOURNAL_INVALID: not a JSON object, or an unknown key or value. */
enfold_journal_status options_read(const char *text, size_t length, open_options *out, enfold_journal_error *error);

#endif
