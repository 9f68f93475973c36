/* file.c: reads and copies the files of plugins. */
#define _GNU_SOURCE
#include "enfold_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static enfold_file_stamp stamp_of(const struct stat *status) {
  return (enfold_file_stamp){.device = (uint64_t)status->st_dev,
                             .inode = (uint64_t)status->st_ino,
                             .size = (uint64_t)status->st_size,
                             .written = status->st_mtim.tv_sec,
                             .written_nanoseconds = status->st_mtim.tv_nsec,
                             .changed = status->st_ctim.tv_sec,
                             .changed_nanoseconds = status->st_ctim.tv_nsec};
}

int enfold_file_look(const char *path, enfold_file_stamp *stamp) {
  struct stat status;
  if (stat(path, &status) != 0) return errno;
  if (S_ISFIFO(status.st_mode)) return ESPIPE; /* opening it would wait for its other end */
  *stamp = stamp_of(&status);
  return 0;
}

static int read_all(int file, char *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t now = pread(file, bytes + done, count - done, (off_t)done);
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) return errno;
    if (now == 0) return EBUSY; /* it was cut */
    done += (size_t)now;
  }
  return 0;
}

int enfold_file_read(const char *path, enfold_file_content *content) {
  struct stat before, after;
  *content = (enfold_file_content){.bytes = NULL};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int problem = fstat(file, &before) != 0 ? errno : 0;
  if (problem == 0 && S_ISREG(before.st_mode)) {
    content->count = (size_t)before.st_size;
    content->bytes = malloc(content->count + 1);
    problem = content->bytes == NULL ? ENOMEM : read_all(file, content->bytes, content->count);
  }
  if (problem == 0 && fstat(file, &after) != 0) problem = errno;
  close(file);
  if (problem == 0) {
    content->stamp = stamp_of(&before);
    if (!enfold_file_stamps_are_equal(content->stamp, stamp_of(&after))) problem = EBUSY;
  }
  if (problem != 0) {
    free(content->bytes);
    content->bytes = NULL;
    return problem;
  }
  /* Nobody outside of the process has to agree on the key. */
  content->hash = enfold_siphash(1, 3, (enfold_hash){0x656e666f6c64, 0x706c7567696e}, content->bytes, content->count);
  return 0;
}

/* ---- Copies ------------------------------------------------------------------------------------------------------- */

static int write_file(const char *path, const enfold_file_content *content) {
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
  if (file < 0) return errno;
  int problem = 0;
  for (size_t done = 0; problem == 0 && done < content->count;) {
    ssize_t now = write(file, (const char *)content->bytes + done, content->count - done);
    if (now >= 0) done += (size_t)now;
    else if (errno != EINTR) problem = errno;
  }
  if (close(file) != 0 && problem == 0) problem = errno;
  if (problem != 0) unlink(path);
  return problem;
}

/* The folder and the name of an absolute path. */
static const char *name_in(const char *path, int *folder_length) {
  const char *slash = strrchr(path, '/');
  *folder_length = (int)(slash - path);
  return slash + 1;
}

static int copy_beside(const char *path, const enfold_file_content *content, enfold_file_copy *copy) {
  static unsigned long number;
  int length;
  const char *name = name_in(path, &length);
  char *beside = NULL;
  unsigned long mine = __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED);
  if (asprintf(&beside, "%.*s/.%s.enfold-%ld-%lu", length, path, name, (long)getpid(), mine) < 0) return ENOMEM;
  int problem = write_file(beside, content);
  if (problem != 0) free(beside);
  else copy->path = beside;
  return problem;
}

/* Calls `each` with the name of everything in a folder. */
static int for_each_in(const char *folder, int (*each)(const char *name, void *context), void *context) {
  DIR *entries = opendir(folder);
  if (entries == NULL) return errno;
  int problem = 0;
  for (struct dirent *entry; problem == 0 && (entry = readdir(entries)) != NULL;) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) problem = each(entry->d_name, context);
  }
  closedir(entries);
  return problem;
}

typedef struct linking {
  const char *from, *to, *except;
} linking;

static int link_one(const char *name, void *context) {
  const linking *l = context;
  char target[PATH_MAX], place[PATH_MAX];
  if (strcmp(name, l->except) == 0) return 0;
  if (snprintf(target, sizeof target, "%s/%s", l->from, name) >= (int)sizeof target) return ENAMETOOLONG;
  if (snprintf(place, sizeof place, "%s/%s", l->to, name) >= (int)sizeof place) return ENAMETOOLONG;
  return symlink(target, place) == 0 ? 0 : errno;
}

static int unlink_one(const char *name, void *context) {
  char place[PATH_MAX];
  if (snprintf(place, sizeof place, "%s/%s", (const char *)context, name) < (int)sizeof place) unlink(place);
  return 0;
}

static int copy_among_temporary_files(const char *path, const enfold_file_content *content, enfold_file_copy *copy) {
  const char *base = secure_getenv("TMPDIR");
  int length;
  const char *name = name_in(path, &length);
  char *original = strndup(path, (size_t)length);
  int problem = original == NULL ? ENOMEM : 0;
  if (problem == 0 && asprintf(&copy->folder, "%s/enfold-XXXXXX", base != NULL && *base != '\0' ? base : "/tmp") < 0) {
    copy->folder = NULL;
    problem = ENOMEM;
  }
  if (problem == 0 && mkdtemp(copy->folder) == NULL) {
    problem = errno;
    free(copy->folder);
    copy->folder = NULL;
  }
  if (problem == 0 && asprintf(&copy->path, "%s/%s", copy->folder, name) < 0) {
    copy->path = NULL;
    problem = ENOMEM;
  }
  if (problem == 0) problem = write_file(copy->path, content);
  if (problem == 0) problem = for_each_in(original, link_one, &(linking){original, copy->folder, name});
  free(original);
  if (problem != 0) enfold_file_copy_remove(copy);
  return problem;
}

int enfold_file_copy_make(const char *path, const enfold_file_content *content, enfold_file_copy *copy) {
  *copy = (enfold_file_copy){NULL, NULL};
  if (copy_beside(path, content, copy) == 0) return 0;
  return copy_among_temporary_files(path, content, copy);
}

void enfold_file_copy_remove(enfold_file_copy *copy) {
  if (copy->folder != NULL) {
    for_each_in(copy->folder, unlink_one, copy->folder);
    rmdir(copy->folder);
  } else if (copy->path != NULL) {
    unlink(copy->path);
  }
  free(copy->path);
  free(copy->folder);
  *copy = (enfold_file_copy){NULL, NULL};
}
