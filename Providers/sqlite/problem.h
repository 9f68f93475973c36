/* problem.h: fills an enfold_journal_error. */
#ifndef ENFOLD_PROBLEM_H
#define ENFOLD_PROBLEM_H

#include "enfold_journal.h"

/* Writes the message, cut at the end of a character if it is too long, and returns the status. */
__attribute__((format(printf, 3, 4))) enfold_journal_status problem(enfold_journal_error *error, enfold_journal_status status,
                                                                    const char *format, ...);

/* What is worth a new try after a system call has failed with `number`: no space, no memory, no descriptor, a signal. */
int problem_passes(int number);

#endif
