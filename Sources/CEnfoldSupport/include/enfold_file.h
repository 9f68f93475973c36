/* enfold_file.h: the files of plugins: whether one has changed, and private copies of them. */
#ifndef ENFOLD_FILE_H
#define ENFOLD_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "enfold_siphash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Facts by which a file is recognised without reading it. If two stamps are equal, byte by byte, the file is the same one
 * and nobody has written it. */
typedef struct enfold_file_stamp {
  uint64_t device, inode, size;
  int64_t written, written_nanoseconds; /* when its contents changed */
  int64_t changed, changed_nanoseconds; /* when its contents or its attributes changed */
} enfold_file_stamp;

static inline int enfold_file_stamps_are_equal(enfold_file_stamp first, enfold_file_stamp second) {
  return memcmp(&first, &second, sizeof first) == 0;
}

/* A file that was read. `bytes` is to be freed. */
typedef struct enfold_file_content {
  enfold_file_stamp stamp;
  enfold_hash hash;
  void *_Nullable bytes;
  size_t count;
} enfold_file_content;

/* The functions return 0 or an errno. ESPIPE: it is a pipe. */
__attribute__((visibility("hidden"))) int enfold_file_look(const char *_Nonnull path, enfold_file_stamp *_Nonnull stamp);
/* EBUSY if somebody writes the file meanwhile. */
__attribute__((visibility("hidden"))) int enfold_file_read(const char *_Nonnull path,
                                                           enfold_file_content *_Nonnull content);

/* How long a path of enfold_file_name may be, with its NUL. */
#define ENFOLD_FILE_NAME_SIZE 512

/* Writes a path by which the process can open what is open as `file`. It is another one at each call: the dynamic loader
 * takes images with equal paths for the same image. */
__attribute__((visibility("hidden"))) void enfold_file_name(int file, char *_Nonnull name);

/* A copy that lives until it is loaded. */
typedef struct enfold_file_copy {
  char *_Nullable path;
  char *_Nullable folder; /* a folder that was made for it, or NULL */
  int memory;             /* the descriptor of a copy in memory, or -1 */
  char *_Nullable places; /* where no copy could be made, and why */
} enfold_file_copy;

/* Makes a copy of the file at an absolute path, with the given content, from which code can be mapped. In the file's own
 * folder, if that can be written; otherwise in a new folder among the temporary files, with a link to each neighbour of the
 * file. In both, what the image looks for in $ORIGIN is where the copy is. If neither can be, in memory: then only libraries
 * that are loaded already are found there. If it fails, `places` is to be freed by enfold_file_copy_remove, too. */
__attribute__((visibility("hidden"))) int enfold_file_copy_make(const char *_Nonnull path,
                                                                const enfold_file_content *_Nonnull content,
                                                                enfold_file_copy *_Nonnull copy);
/* Removes the copy and the folder that were made. An image that is mapped stays mapped. */
__attribute__((visibility("hidden"))) void enfold_file_copy_remove(enfold_file_copy *_Nonnull copy);

#ifdef __cplusplus
}
#endif

#endif
