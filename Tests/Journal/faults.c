/* faults.c: a library for LD_PRELOAD that lets calls on the files of one folder fail, and the power too. See faults.h. */
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* A write of `length` bytes, or with length -1 a cut to `offset` bytes, that no sync has brought to the disk. */
typedef struct pending {
  off_t offset, length;
} pending;

typedef struct file {
  struct file *next;
  dev_t device;
  ino_t inode;
  char path[PATH_MAX];
  int shadow;           /* what is synced of it */
  int live;             /* to read it. Never closed: that would drop the locks of this process on it */
  bool is_new, is_gone; /* its name, or that it has none any more, is not synced */
  pending *pending;
  size_t count, room;
} file;

#define MOST_DESCRIPTORS 4096

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX], shadows[PATH_MAX - 64];
static size_t folder_length;
static file *files, *gone; /* gone: descriptors may still lead to them */
static file *of_descriptor[MOST_DESCRIPTORS];
static bool is_folder[MOST_DESCRIPTORS];
static unsigned long calls[FAULTS_KINDS], points;

static struct {
  unsigned long cut;
  bool keeps_some;
  uint64_t random;
  int kind, error;
  unsigned long first, times;
  bool drops, dies, is_full, is_readonly, is_network, is_fast, has_no_library;
} plan;

static struct {
  int (*open)(const char *, int, ...);
  int (*close)(int);
  ssize_t (*write)(int, const void *, size_t);
  ssize_t (*pwrite)(int, const void *, size_t, off_t);
  int (*ftruncate)(int, off_t);
  int (*fsync)(int);
  int (*fdatasync)(int);
  int (*unlink)(const char *);
  int (*statfs)(const char *, struct statfs *);
  void *(*dlopen)(const char *, int);
} real;

void faults_plan(const char *text);
unsigned long faults_calls(int kind);

unsigned long faults_calls(int kind) { return kind == FAULTS_KINDS ? points : calls[kind]; }

static int kind_of(const char *name) {
  static const char *const names[] = {"write", "sync", "truncate", "open", "unlink"};
  for (int kind = 0; kind < FAULTS_KINDS; kind++)
    if (strcmp(name, names[kind]) == 0) return kind;
  fprintf(stderr, "faults: no calls are called %s\n", name);
  abort();
}

void faults_plan(const char *text) {
  char copy[512], *rest = copy;
  memset(&plan, 0, sizeof plan);
  memset(calls, 0, sizeof calls);
  points = 0;
  snprintf(copy, sizeof copy, "%s", text);
  for (char *part; (part = strsep(&rest, ";")) != NULL;) {
    char word[16] = "", kind[16] = "";
    unsigned long number = 0, times = 1;
    unsigned long long seed = 0;
    int error = 0;
    if (sscanf(part, " cut %lu %15s %llu", &number, word, &seed) >= 2) {
      plan.cut = number;
      plan.keeps_some = strcmp(word, "some") == 0;
      plan.random = seed * 2654435761u + 1;
    } else if (sscanf(part, " fail %15s %lu %d times %lu", kind, &number, &error, &times) >= 3) {
      plan.kind = kind_of(kind);
      plan.first = number;
      plan.times = times;
      plan.error = error;
    } else if (sscanf(part, " %15s", word) == 1) {
      plan.drops |= strcmp(word, "drop") == 0;
      plan.dies |= strcmp(word, "die") == 0;
      plan.is_full |= strcmp(word, "full") == 0;
      plan.is_readonly |= strcmp(word, "readonly") == 0;
      plan.is_network |= strcmp(word, "network") == 0;
      plan.has_no_library |= strcmp(word, "nolibrary") == 0;
      plan.is_fast |= strcmp(word, "fast") == 0;
    }
  }
}

__attribute__((constructor)) static void begin(void) {
  if (real.open != NULL) return;
#define FIND(name) *(void **)&real.name = dlsym(RTLD_NEXT, #name)
  FIND(close);
  FIND(write);
  FIND(pwrite);
  FIND(ftruncate);
  FIND(fsync);
  FIND(fdatasync);
  FIND(unlink);
  FIND(statfs);
  FIND(dlopen);
  FIND(open);
#undef FIND
  const char *watched = getenv("FAULTS_FOLDER"), *kept = getenv("FAULTS_SHADOW"), *planned = getenv("FAULTS_PLAN");
  if (watched != NULL && realpath(watched, folder) != NULL) folder_length = strlen(folder);
  snprintf(shadows, sizeof shadows, "%s", kept == NULL ? "" : kept);
  if (planned != NULL) faults_plan(planned);
}

/* ---- What is synced ------------------------------------------------------------------------------------------------ */

static void copy_range(int from, int to, off_t offset, off_t length) {
  static char buffer[1 << 16];
  while (length > 0) {
    ssize_t count = pread(from, buffer, length < (off_t)sizeof buffer ? (size_t)length : sizeof buffer, offset);
    if (count <= 0) return;
    if (real.pwrite(to, buffer, (size_t)count, offset) != count) abort();
    offset += count;
    length -= count;
  }
}

static off_t size_of(int descriptor) {
  struct stat found;
  return fstat(descriptor, &found) == 0 ? found.st_size : 0;
}

static void shadow_path(const file *file, char *out, size_t size) {
  snprintf(out, size, "%s/%lu", shadows, (unsigned long)file->inode);
}

/* A name that is not synced has a mark beside the shadow, for the processes that come. */
static void mark_path(const file *file, char *out, size_t size) {
  snprintf(out, size, "%s/%lu.new", shadows, (unsigned long)file->inode);
}

static void mark(const file *file, bool is_new) {
  char path[PATH_MAX];
  mark_path(file, path, sizeof path);
  int descriptor = is_new ? real.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (descriptor >= 0) real.close(descriptor);
}

static bool is_marked(const file *file) {
  char path[PATH_MAX];
  mark_path(file, path, sizeof path);
  return access(path, F_OK) == 0;
}

static void unmark(const file *file) {
  char path[PATH_MAX];
  mark_path(file, path, sizeof path);
  real.unlink(path);
}

/* The file behind a descriptor that was opened by that path. */
static file *file_of(int descriptor, const char *path, bool is_new) {
  struct stat found;
  if (fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode)) return NULL;
  for (file *each = files; each != NULL; each = each->next)
    if (each->inode == found.st_ino && each->device == found.st_dev && !each->is_gone) return each;
  file *made = calloc(1, sizeof *made);
  if (made == NULL) abort();
  made->device = found.st_dev;
  made->inode = found.st_ino;
  made->is_new = is_new;
  snprintf(made->path, sizeof made->path, "%s", path);
  char shadow[PATH_MAX];
  shadow_path(made, shadow, sizeof shadow);
  if (is_new) real.unlink(shadow);
  bool is_known = access(shadow, F_OK) == 0;
  /* A process before may have made the name, and not have synced its folder. */
  mark(made, is_new);
  made->is_new = is_marked(made);
  made->shadow = real.open(shadow, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (made->shadow < 0) abort();
  made->live = real.open(path, O_RDONLY | O_CLOEXEC);
  if (!is_known && !is_new) copy_range(made->live, made->shadow, 0, found.st_size);
  made->next = files;
  files = made;
  return made;
}

static void note(file *file, off_t offset, off_t length) {
  if (file->count == file->room) {
    file->room = file->room == 0 ? 64 : 2 * file->room;
    file->pending = realloc(file->pending, file->room * sizeof *file->pending);
    if (file->pending == NULL) abort();
  }
  file->pending[file->count++] = (pending){offset, length};
}

static void synced(file *file) {
  for (size_t index = 0; index < file->count; index++) {
    pending *one = &file->pending[index];
    if (one->length < 0)
      (void)!real.ftruncate(file->shadow, one->offset);
    else
      copy_range(file->live, file->shadow, one->offset, one->length);
  }
  if (size_of(file->shadow) > size_of(file->live)) (void)!real.ftruncate(file->shadow, size_of(file->live));
  file->count = 0;
}

static void names_synced(void) {
  for (file *each = files; each != NULL; each = each->next) {
    if (each->is_new && !each->is_gone) unmark(each);
    each->is_new = false;
  }
  for (file **place = &files; *place != NULL;) {
    file *each = *place;
    if (!each->is_gone) {
      place = &each->next;
      continue;
    }
    *place = each->next;
    each->next = gone;
    gone = each;
  }
}

static bool toss(void) {
  plan.random = plan.random * 6364136223846793005u + 1442695040888963407u;
  return plan.random >> 63;
}

/* Of a write that was not synced, some is on the disk: all, the first half, or any of its sectors. */
static void keep_some(int descriptor, file *file, const pending *one) {
  bool is_whole = toss(), is_half = toss();
  if (is_whole || one->length > 1 << 20) {
    copy_range(descriptor, file->shadow, one->offset, one->length);
  } else if (is_half) {
    copy_range(descriptor, file->shadow, one->offset, one->length / 2 / 512 * 512);
  } else {
    for (off_t done = 0; done < one->length; done += 512)
      if (toss()) copy_range(descriptor, file->shadow, one->offset + done, one->length - done < 512 ? one->length - done : 512);
  }
}

/* Brings the disk to what was synced, and of a file also to some of what was not. */
static void restore(file *file) {
  if (file->is_gone) {
    /* A name that is gone, but not for sure, may be there again. */
    if (file->is_new || access(file->path, F_OK) == 0 || (plan.keeps_some && toss())) return;
  } else if (file->is_new && !(plan.keeps_some && toss())) {
    real.unlink(file->path);
    return;
  }
  int descriptor = real.open(file->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  for (size_t index = 0; plan.keeps_some && !file->is_gone && index < file->count; index++) {
    pending *one = &file->pending[index];
    if (!toss()) continue;
    if (one->length < 0)
      (void)!real.ftruncate(file->shadow, one->offset);
    else
      keep_some(descriptor, file, one);
  }
  (void)!real.ftruncate(descriptor, 0);
  copy_range(file->shadow, descriptor, 0, size_of(file->shadow));
}

/* After a counted call. */
static void point(void) {
  points++;
  if (plan.cut == 0 || points != plan.cut) return;
  for (file *each = files; each != NULL; each = each->next)
    if (each->is_new && !each->is_gone) restore(each);
  for (file *each = files; each != NULL; each = each->next)
    if (!each->is_new || each->is_gone) restore(each);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* Counts a call. True: it has to fail, and errno is set. */
static bool fails(int kind) {
  calls[kind]++;
  if (plan.first == 0 || plan.kind != kind || calls[kind] < plan.first || calls[kind] >= plan.first + plan.times) return false;
  errno = plan.error;
  return true;
}

static file *watched(int descriptor) { return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? of_descriptor[descriptor] : NULL; }

/* ---- The calls ------------------------------------------------------------------------------------------------------ */

static bool is_watched(const char *path, char *absolute) {
  if (folder_length == 0) return false;
  if (*path == '/')
    snprintf(absolute, PATH_MAX, "%s", path);
  else if (realpath(path, absolute) == NULL)
    return false;
  return strncmp(absolute, folder, folder_length) == 0 && (absolute[folder_length] == '/' || absolute[folder_length] == '\0');
}

static int opens(const char *path, int flags, mode_t mode) {
  begin();
  char absolute[PATH_MAX];
  if (!is_watched(path, absolute)) return real.open(path, flags, mode);
  pthread_mutex_lock(&mutex);
  bool writes = (flags & O_ACCMODE) != O_RDONLY, is_there = access(absolute, F_OK) == 0;
  int result = -1;
  if (writes && plan.is_readonly)
    errno = is_there || flags & O_CREAT ? EROFS : ENOENT;
  else if (writes && plan.is_full && !is_there)
    errno = ENOSPC;
  else if (!(writes && fails(FAULTS_OPEN)))
    result = real.open(path, flags, mode);
  if (result >= 0 && result < MOST_DESCRIPTORS) {
    is_folder[result] = absolute[folder_length] == '\0';
    of_descriptor[result] = is_folder[result] ? NULL : file_of(result, absolute, !is_there);
    if (of_descriptor[result] != NULL && is_there && flags & O_TRUNC) note(of_descriptor[result], 0, -1);
  }
  int number = errno;
  pthread_mutex_unlock(&mutex);
  errno = number;
  return result;
}

static mode_t mode_of(int flags, va_list rest) { return flags & O_CREAT ? (mode_t)va_arg(rest, unsigned) : 0; }

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opens(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opens(path, flags, mode);
}

int close(int descriptor) {
  begin();
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS) {
    of_descriptor[descriptor] = NULL;
    is_folder[descriptor] = false;
  }
  return real.close(descriptor);
}

/* `offset` is where the write goes; -1: where the descriptor is. */
static ssize_t writes(int descriptor, const void *bytes, size_t count, off_t offset) {
  begin();
  file *file = watched(descriptor);
  if (file == NULL) return offset < 0 ? real.write(descriptor, bytes, count) : real.pwrite(descriptor, bytes, count, offset);
  pthread_mutex_lock(&mutex);
  off_t place = offset >= 0 ? offset : lseek(descriptor, 0, SEEK_CUR), size = size_of(descriptor);
  ssize_t result = -1;
  if (fails(FAULTS_WRITE)) {
  } else if (plan.is_readonly) {
    errno = EROFS;
  } else if (plan.is_full && place + (off_t)count > size && place / 4096 * 4096 >= size) {
    errno = ENOSPC;
  } else {
    /* A full disk has room in the last page of a file. */
    if (plan.is_full && place + (off_t)count > size && (size_t)((size + 4095) / 4096 * 4096 - place) < count)
      count = (size_t)((size + 4095) / 4096 * 4096 - place);
    if (count == 0)
      errno = ENOSPC;
    else
      result = offset < 0 ? real.write(descriptor, bytes, count) : real.pwrite(descriptor, bytes, count, offset);
  }
  int number = errno;
  if (result > 0) note(file, place, result);
  point();
  pthread_mutex_unlock(&mutex);
  errno = number;
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) { return writes(descriptor, bytes, count, -1); }
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) { return writes(descriptor, bytes, count, offset); }
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) { return writes(descriptor, bytes, count, offset); }

static int truncates(int descriptor, off_t size) {
  begin();
  file *file = watched(descriptor);
  if (file == NULL) return real.ftruncate(descriptor, size);
  pthread_mutex_lock(&mutex);
  int result = fails(FAULTS_TRUNCATE) ? -1 : real.ftruncate(descriptor, size);
  int number = errno;
  if (result == 0) note(file, size, -1);
  point();
  pthread_mutex_unlock(&mutex);
  errno = number;
  return result;
}

int ftruncate(int descriptor, off_t size) { return truncates(descriptor, size); }
int ftruncate64(int descriptor, off_t size) { return truncates(descriptor, size); }

static int syncs(int descriptor, int (*sync)(int)) {
  file *file = watched(descriptor);
  bool is_of_folder = descriptor >= 0 && descriptor < MOST_DESCRIPTORS && is_folder[descriptor];
  if (file == NULL && !is_of_folder) return sync(descriptor);
  pthread_mutex_lock(&mutex);
  int result = fails(FAULTS_SYNC) ? -1 : plan.is_fast ? 0 : sync(descriptor);
  int number = errno;
  if (result == 0 && file != NULL) synced(file);
  if (result == 0 && is_of_folder) names_synced();
  if (result != 0 && plan.drops && file != NULL) file->count = 0;
  if (result != 0 && plan.dies) kill(getpid(), SIGKILL);
  point();
  pthread_mutex_unlock(&mutex);
  errno = number;
  return result;
}

int fsync(int descriptor) {
  begin();
  return syncs(descriptor, real.fsync);
}

int fdatasync(int descriptor) {
  begin();
  return syncs(descriptor, real.fdatasync);
}

int unlink(const char *path) {
  begin();
  char absolute[PATH_MAX];
  if (!is_watched(path, absolute)) return real.unlink(path);
  pthread_mutex_lock(&mutex);
  struct stat found = {0};
  bool is_there = stat(absolute, &found) == 0;
  int result = real.unlink(path), number = errno;
  for (file *each = files; result == 0 && is_there && each != NULL; each = each->next)
    if (each->inode == found.st_ino && each->device == found.st_dev && !each->is_gone) {
      each->is_gone = true;
      if (each->is_new) unmark(each);
      /* The next file may get the number. What is in it stays for this process, by its descriptor. */
      char shadow[PATH_MAX];
      shadow_path(each, shadow, sizeof shadow);
      real.unlink(shadow);
    }
  point();
  pthread_mutex_unlock(&mutex);
  errno = number;
  return result;
}

int statfs(const char *path, struct statfs *out) {
  begin();
  int result = real.statfs(path, out);
  if (result == 0 && plan.is_network) out->f_type = 0x6969;
  return result;
}

void *dlopen(const char *path, int flags) {
  begin();
  return plan.has_no_library && path != NULL && strcmp(path, "libsqlite3.so.0") == 0 ? NULL : real.dlopen(path, flags);
}
