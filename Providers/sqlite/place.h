/* place.h: where a journal's files are, and whether they are still the same ones. */
#ifndef ENFOLD_PLACE_H
#define ENFOLD_PLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "options.h"
#include "problem.h"

/* Behind a database: "-wal", "-shm", "-lock". */
#define PLACE_SIZE (PATH_MAX + 8)

typedef struct place {
  char path[PLACE_SIZE];   /* absolute, without symbolic links */
  char folder[PLACE_SIZE]; /* of it */
  bool is_new;             /* place_find has made the file, which is empty */
} place;

typedef struct file_identity {
  dev_t device;
  ino_t inode;
  bool is_there;
} file_identity;

/* Finds the file that `target` names, and makes it if the options say so.
 * ENFOLD_JOURNAL_NOT_FOUND, ENFOLD_JOURNAL_UNSUPPORTED (a network file system), ENFOLD_JOURNAL_INVALID (no path, no file). */
enfold_journal_status place_find(const char *target, size_t length, const open_options *options, place *out,
                                 enfold_journal_error *error);

/* The same for a file that must be new: that of a backup. It is made, with the mode 0600. */
enfold_journal_status place_make(const char *target, size_t length, place *out, enfold_journal_error *error);

/* Syncs a folder, so that the names in it are on the disk. False: errno says why. */
bool place_sync(const char *folder);

file_identity identity_of(const char *path);
bool identity_is_same(const file_identity *one, const file_identity *other);

#endif
