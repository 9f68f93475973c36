/* enfold_text_file.h: the files of shared values: read whole, replaced as a whole, kept aside. */
#ifndef ENFOLD_TEXT_FILE_H
#define ENFOLD_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The length that the name of a temporary file adds to the name of the file: a dot, and ".0123456789abcdef.tmp". */
enum { ENFOLD_TEMPORARY_ROOM = 22 };

/* Why a function below has failed. If it has not, all members are 0. */
typedef struct enfold_text_problem {
  const char *_Nullable step;   /* which system call, and its purpose; static */
  int number;                   /* its errno */
  const char *_Nullable reason; /* the problem, if it was no system call; static */
} enfold_text_problem;

/* The meaning of an errno, as strerror says it. `text` is of `size` bytes, and the result is `text` or static. */
__attribute__((visibility("hidden"))) const char *_Nonnull enfold_text_errno(int number, char *_Nonnull text,
                                                                             size_t size);

/* A text that was read. `bytes` is to be freed; NULL if there is no file. */
typedef struct enfold_text {
  void *_Nullable bytes;
  size_t count;
  bool is_too_long;
} enfold_text;

/* All paths are absolute. Nothing but an ordinary file is opened, so nobody waits for the other end of a pipe. */

/* Reads a file of at most `limit` bytes. */
__attribute__((visibility("hidden"))) enfold_text_problem enfold_text_read(const char *_Nonnull path, size_t limit,
                                                                           enfold_text *_Nonnull text);

/* Puts a text in the place of the old one in the file, in one step: whoever reads the file finds the old text or the new
 * one, also after a crash. If the path is a symbolic link, the file that it leads to is replaced. A file that is there
 * keeps its permissions; a new one is for its owner alone, and so are folders that are made for it.
 *
 * With `tidies`, temporary files of this file that killed processes have left are removed.
 * `is_replaced`: whether the new text is in its place. It can be although the last step has failed. */
__attribute__((visibility("hidden"))) enfold_text_problem enfold_text_replace(const char *_Nonnull path,
                                                                              const void *_Nullable bytes, size_t count,
                                                                              bool tidies, bool *_Nonnull is_replaced);

/* Removes the file, or the one that the link leads to. It may be absent. */
__attribute__((visibility("hidden"))) enfold_text_problem enfold_text_remove(const char *_Nonnull path,
                                                                             bool *_Nonnull is_replaced);

/* Puts a copy of a file in the place of another one, in one step. An absent file is not copied. A file of more than `limit`
 * bytes gets a second name (a hard link) instead; where that is not possible, its first `limit` bytes are copied. If the
 * last step has failed, which is to make that last, the copy or the name is there nevertheless. */
__attribute__((visibility("hidden"))) enfold_text_problem enfold_text_copy(const char *_Nonnull path,
                                                                           const char *_Nonnull copy, size_t limit);

/* Makes a lock file and the folders around it, and takes its lock (flock). Waits for at most five seconds for a process
 * that holds it. `lock` is to be given to enfold_text_unlock. */
__attribute__((visibility("hidden"))) enfold_text_problem enfold_text_lock(const char *_Nonnull path,
                                                                           int *_Nonnull lock);
__attribute__((visibility("hidden"))) void enfold_text_unlock(int lock);

/* How often this process has come out of a fork as the child. */
__attribute__((visibility("hidden"))) unsigned enfold_fork_count(void);

#ifdef __cplusplus
}
#endif

#endif
