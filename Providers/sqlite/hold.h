/* hold.h: the right of this process to write a journal: a POSIX lock on a file beside it.
 *
 * Closing any descriptor of a file drops the POSIX locks of the process on it. So the file is opened once in a process, as is what
 * belongs to it: the content. Both are counted, and closed with the last. */
#ifndef ENFOLD_HOLD_H
#define ENFOLD_HOLD_H

#include <stdbool.h>
#include <sys/types.h>

#include "problem.h"

typedef struct hold hold;

/* Opens the content, while nobody else opens or closes any. */
typedef enfold_journal_status (*hold_open_fn)(void *context, hold *hold, void **content, enfold_journal_error *error);

/* Takes the lock, or counts one more who has it. `path` is absolute, and its folder is there.
 * ENFOLD_JOURNAL_LOCKED: another process has it; `error` has its number. */
enfold_journal_status hold_take(const char *path, hold_open_fn open, void *context, hold **out, enfold_journal_error *error);

/* The last one closes the content, and gives the lock back. */
void hold_give(hold *hold, void (*close_content)(void *content));

void *hold_content(const hold *hold);

/* Whether the path still leads to the file that is locked. Otherwise another process can lock another one. */
bool hold_is_valid(const hold *hold);

#endif
