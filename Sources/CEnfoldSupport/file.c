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
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

/* Writes the content to an open file. ENOEXEC: no code can be mapped from it, because it is mounted "noexec". */
static int write_code(int file, const enfold_file_content *content) {
  int problem = 0;
  for (size_t done = 0; problem == 0 && done < content->count;) {
    ssize_t now = write(file, (const char *)content->bytes + done, content->count - done);
    if (now >= 0) done += (size_t)now;
    else if (errno != EINTR) problem = errno;
  }
  if (problem != 0 || content->count == 0) return problem;
  void *code = mmap(NULL, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  if (code == MAP_FAILED) return errno == EPERM ? ENOEXEC : errno;
  munmap(code, 1);
  return 0;
}

static int write_file(const char *path, const enfold_file_content *content) {
  int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
  if (file < 0) return errno;
  int problem = write_code(file, content);
  if (close(file) != 0 && problem == 0) problem = errno;
  if (problem != 0) unlink(path);
  return problem;
}

void enfold_file_name(int file, char *name) {
  static unsigned last;
  unsigned number = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  strcpy(name, "/proc/self/fd/");
  /* Ways that lead nowhere else tell the paths apart. */
  for (; number > 0; number /= 2) strcat(name, number % 2 == 0 ? "./" : "../fd/");
  sprintf(name + strlen(name), "%d", file);
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

static const char *temporary_folder(void) {
  const char *folder = secure_getenv("TMPDIR");
  return folder != NULL && *folder != '\0' ? folder : "/tmp";
}

static int copy_among_temporary_files(const char *path, const enfold_file_content *content, enfold_file_copy *copy) {
  int length;
  const char *name = name_in(path, &length);
  char *original = strndup(path, (size_t)length);
  int problem = original == NULL ? ENOMEM : 0;
  if (problem == 0 && asprintf(&copy->folder, "%s/enfold-XXXXXX", temporary_folder()) < 0) {
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

static int copy_in_memory(const enfold_file_content *content, enfold_file_copy *copy) {
  enum { CLOEXEC = 1, EXECUTABLE = 0x10 }; /* MFD_CLOEXEC, and MFD_EXEC of Linux 6.3 */
  int memory = (int)syscall(SYS_memfd_create, "enfold", CLOEXEC | EXECUTABLE);
  if (memory < 0 && errno == EINVAL) memory = (int)syscall(SYS_memfd_create, "enfold", CLOEXEC);
  if (memory < 0) return errno;
  char *path = malloc(ENFOLD_FILE_NAME_SIZE);
  int problem = path == NULL ? ENOMEM : write_code(memory, content);
  if (problem == 0) {
    enfold_file_name(memory, path);
    copy->path = path;
    copy->memory = memory;
  } else {
    free(path);
    close(memory);
  }
  return problem;
}

static const char *reason(int problem) {
  return problem == ENOEXEC ? "no code can be mapped from there (noexec)" : strerror(problem);
}

int enfold_file_copy_make(const char *path, const enfold_file_content *content, enfold_file_copy *copy) {
  int length;
  *copy = (enfold_file_copy){.memory = -1};
  int beside = copy_beside(path, content, copy);
  if (beside == 0) return 0;
  int temporary = copy_among_temporary_files(path, content, copy);
  if (temporary == 0) return 0;
  int memory = copy_in_memory(content, copy);
  if (memory == 0) return 0;
  name_in(path, &length);
  if (asprintf(&copy->places, "in %.*s: %s; in %s: %s; in memory: %s", length, path, reason(beside), temporary_folder(),
               reason(temporary), reason(memory)) < 0)
    copy->places = NULL;
  return memory;
}

void enfold_file_copy_remove(enfold_file_copy *copy) {
  if (copy->folder != NULL) {
    for_each_in(copy->folder, unlink_one, copy->folder);
    rmdir(copy->folder);
  } else if (copy->memory >= 0) {
    close(copy->memory);
  } else if (copy->path != NULL) {
    unlink(copy->path);
  }
  free(copy->path);
  free(copy->folder);
  free(copy->places);
  *copy = (enfold_file_copy){.memory = -1};
}
