/* text_file.c: reads, replaces and removes the files of shared values. Every loop around a system call is here. */
#define _GNU_SOURCE
#include "enfold_text_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const enfold_text_problem none = {.step = NULL};

static enfold_text_problem failed(const char *step) { return (enfold_text_problem){.step = step, .number = errno}; }
static enfold_text_problem wrong(const char *reason) { return (enfold_text_problem){.reason = reason}; }
static bool is_problem(enfold_text_problem problem) { return problem.step != NULL || problem.reason != NULL; }

static const char no_memory[] = "there is no memory for it";
static const char mount_point[] = "the file is a mount point, so nothing can take its place: mount the folder instead";

const char *enfold_text_errno(int number, char *text, size_t size) { return strerror_r(number, text, size); }

/* open, until no signal interrupts it. */
static int open_at(int folder, const char *name, int flags, mode_t mode) {
  int file;
  do file = openat(folder, name, flags | O_CLOEXEC | O_NOCTTY, mode);
  while (file < 0 && errno == EINTR);
  return file;
}

static enfold_text_problem ordinary(const struct stat *status) {
  if (S_ISREG(status->st_mode)) return none;
  if (S_ISDIR(status->st_mode)) return wrong("it is a directory, not a file");
  return wrong("it is a pipe, a socket or a device, not an ordinary file");
}

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

/* Opens an ordinary file to read it. `file` is -1 if there is none. */
static enfold_text_problem open_to_read(const char *path, int *file, struct stat *status) {
  *file = -1;
  /* To open some devices does something, so it is looked at before. */
  if (stat(path, status) != 0) return errno == ENOENT ? none : failed("stat");
  enfold_text_problem problem = ordinary(status);
  if (is_problem(problem)) return problem;
  *file = open_at(AT_FDCWD, path, O_RDONLY | O_NONBLOCK, 0);
  if (*file < 0) return errno == ENOENT ? none : failed("open");
  problem = fstat(*file, status) == 0 ? ordinary(status) : failed("fstat");
  if (is_problem(problem)) {
    close(*file);
    *file = -1;
  }
  return problem;
}

/* Reads up to the end of the file, which may be farther than it was when the file was opened. */
static enfold_text_problem read_all(int file, size_t room, size_t limit, enfold_text *text) {
  for (;;) {
    if (text->bytes == NULL || text->count == room) {
      if (text->bytes != NULL) room *= 2;
      void *bytes = realloc(text->bytes, room);
      if (bytes == NULL) return wrong(no_memory);
      text->bytes = bytes;
    }
    ssize_t now = read(file, (char *)text->bytes + text->count, room - text->count);
    if (now == 0) return none;
    if (now > 0) text->count += (size_t)now;
    else if (errno != EINTR) return failed("read");
    if (text->count > limit) {
      text->is_too_long = true;
      return none;
    }
  }
}

enfold_text_problem enfold_text_read(const char *path, size_t limit, enfold_text *text) {
  struct stat status;
  int file;
  *text = (enfold_text){.bytes = NULL};
  enfold_text_problem problem = open_to_read(path, &file, &status);
  if (file < 0) return problem;
  if ((uint64_t)status.st_size > limit) text->is_too_long = true;
  else problem = read_all(file, (size_t)status.st_size + 1, limit, text);
  /* Somebody may just be cutting the file, to write it anew: then what was read is empty, and inotify may not have told it
   * yet. Looking for data takes the lock of the file that cutting holds. So when this returns, the event is there, and
   * enfold_watch_is_outdated says so. The result of looking does not matter. */
  if (lseek(file, 0, SEEK_DATA) < 0) errno = 0;
  close(file);
  if (is_problem(problem) || text->is_too_long) {
    free(text->bytes);
    text->bytes = NULL;
    text->count = 0;
  }
  return problem;
}

/* ---- Places ------------------------------------------------------------------------------------------------------- */

/* An open folder, and a name in it. */
typedef struct place {
  int folder;
  char *path;       /* to be freed */
  const char *name; /* the end of the path */
} place;

static void leave(place *p) {
  if (p->folder >= 0) close(p->folder);
  free(p->path);
  *p = (place){.folder = -1};
}

/* Makes the folders of a path that are not there. Each is synchronised into the one around it. */
static enfold_text_problem make_folders(const char *path) {
  char *folder = strdup(path);
  if (folder == NULL) return wrong(no_memory);
  enfold_text_problem problem = none;
  for (char *slash = strchr(folder + 1, '/'); slash != NULL && !is_problem(problem); slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(folder, 0700) == 0) {
      char *parent = strdup(folder);
      if (parent != NULL) {
        char *last = strrchr(parent, '/');
        last[last == parent ? 1 : 0] = '\0';
        int around = open_at(AT_FDCWD, parent, O_RDONLY | O_DIRECTORY, 0);
        if (around >= 0) {
          fsync(around);
          close(around);
        }
        free(parent);
      }
    } else if (errno != EEXIST) {
      /* Some that are there cannot be made for another reason. */
      const int number = errno;
      struct stat status;
      if (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) {
        errno = number;
        problem = failed("mkdir of a folder around it");
      }
    }
    *slash = '/';
  }
  free(folder);
  return problem;
}

/* Follows the links of the path's last name. */
static enfold_text_problem follow(char **path) {
  for (int links = 0;; links++) {
    struct stat status;
    if (lstat(*path, &status) != 0 || !S_ISLNK(status.st_mode)) return none;
    if (links == 40) {
      errno = ELOOP;
      return failed("readlink");
    }
    char target[PATH_MAX];
    ssize_t count = readlink(*path, target, sizeof target);
    if (count < 0) return failed("readlink");
    char *next = NULL;
    int folder = target[0] == '/' ? 0 : (int)(strrchr(*path, '/') - *path) + 1;
    if (asprintf(&next, "%.*s%.*s", folder, *path, (int)count, target) < 0) return wrong(no_memory);
    free(*path);
    *path = next;
  }
}

/* Opens the folder of the file that a path leads to. An absent folder is no problem: then `folder` is -1. */
static enfold_text_problem open_place(const char *path, bool follows, place *p) {
  *p = (place){.folder = -1, .path = strdup(path)};
  if (p->path == NULL) return wrong(no_memory);
  enfold_text_problem problem = follows ? follow(&p->path) : none;
  if (is_problem(problem)) return problem;
  char *slash = strrchr(p->path, '/');
  p->name = slash + 1;
  if (*p->name == '\0' || strcmp(p->name, ".") == 0 || strcmp(p->name, "..") == 0) {
    return wrong("it leads to a directory, not to a file");
  }
  *slash = '\0';
  p->folder = open_at(AT_FDCWD, slash == p->path ? "/" : p->path, O_RDONLY | O_DIRECTORY, 0);
  if (p->folder < 0 && errno != ENOENT) problem = failed("open of its folder");
  *slash = '/';
  return problem;
}

/* As open_place, but makes the folder if it is not there. */
static enfold_text_problem make_place(const char *path, bool follows, place *p) {
  enfold_text_problem problem = open_place(path, follows, p);
  if (is_problem(problem) || p->folder >= 0) return problem;
  leave(p);
  problem = make_folders(path);
  if (is_problem(problem)) return problem;
  problem = open_place(path, follows, p);
  if (!is_problem(problem) && p->folder < 0) {
    errno = ENOENT;
    problem = failed("open of its folder");
  }
  return problem;
}

/* A file system that cannot synchronise a folder says so with EINVAL. */
static enfold_text_problem sync_folder(int folder) {
  int result;
  do result = fsync(folder);
  while (result != 0 && errno == EINTR);
  return result == 0 || errno == EINVAL || errno == ENOTSUP ? none : failed("fsync of its folder");
}

/* ---- Temporary files ---------------------------------------------------------------------------------------------- */

/* A new file beside another one. As long as it is open it is locked (flock). So a temporary file that nobody has locked
 * was left by a process that is gone. */
typedef struct temporary {
  int file;
  char *name; /* to be freed */
} temporary;

enum { DIGITS = 16 };

static uint64_t random_number(void) {
  static uint64_t count;
  uint64_t number;
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) == (ssize_t)sizeof number) return number;
  /* The name need not be secret, only new. */
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  uint64_t mine = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return (uint64_t)now.tv_nsec << 34 ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid() << 8 ^ mine << 20;
}

static bool is_temporary_of(const char *name, const char *file) {
  const size_t length = strlen(file);
  if (strlen(name) != length + ENFOLD_TEMPORARY_ROOM || name[0] != '.') return false;
  if (strncmp(name + 1, file, length) != 0) return false;
  const char *digits = name + 1 + length;
  return *digits == '.' && strspn(digits + 1, "0123456789abcdef") == DIGITS &&
         strcmp(digits + 1 + DIGITS, ".tmp") == 0;
}

static void remove_leftovers(const place *p) {
  int folder = open_at(p->folder, ".", O_RDONLY | O_DIRECTORY, 0);
  if (folder < 0) return;
  DIR *entries = fdopendir(folder);
  if (entries == NULL) {
    close(folder);
    return;
  }
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    struct stat status;
    if (!is_temporary_of(entry->d_name, p->name)) continue;
    if (fstatat(p->folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) continue;
    int file = open_at(p->folder, entry->d_name, O_RDWR | O_NONBLOCK | O_NOFOLLOW, 0);
    if (file < 0) continue;
    if (flock(file, LOCK_EX | LOCK_NB) == 0) unlinkat(p->folder, entry->d_name, 0);
    close(file);
  }
  closedir(entries);
}

static enfold_text_problem make_temporary(const place *p, temporary *t) {
  *t = (temporary){.file = -1};
  for (int attempt = 0; attempt < 100; attempt++) {
    if (asprintf(&t->name, ".%s.%016llx.tmp", p->name, (unsigned long long)random_number()) < 0) {
      t->name = NULL;
      return wrong(no_memory);
    }
    t->file = open_at(p->folder, t->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    if (t->file >= 0) {
      struct stat status;
      /* Somebody may have taken it for a leftover before it was locked. Some file systems have no such lock. */
      bool is_taken = flock(t->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
      if (!is_taken && fstat(t->file, &status) == 0 && status.st_nlink > 0) return none;
      close(t->file);
    }
    int number = errno;
    bool may_try_again = t->file >= 0 || number == EEXIST;
    free(t->name);
    *t = (temporary){.file = -1};
    errno = number;
    if (!may_try_again) return failed("open of a temporary file beside it");
  }
  errno = EEXIST;
  return failed("open of a temporary file beside it");
}

static enfold_text_problem write_all(int file, const char *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t now = write(file, bytes + done, count - done);
    if (now > 0) {
      done += (size_t)now;
    } else if (now == 0) {
      errno = ENOSPC;
      return failed("write");
    } else if (errno != EINTR) {
      return failed("write");
    }
  }
  return none;
}

/* Gives the new file the owner, the group and the permissions of the old one. */
static enfold_text_problem take_permissions(int file, const struct stat *old) {
  struct stat own;
  if (old != NULL && fstat(file, &own) == 0 && (own.st_uid != old->st_uid || own.st_gid != old->st_gid)) {
    /* Only a privileged process may give a file away. The others replace it by one of their own. */
    if (fchown(file, old->st_uid, old->st_gid) != 0 && fchown(file, (uid_t)-1, old->st_gid) != 0) errno = 0;
  }
  return fchmod(file, old != NULL ? old->st_mode & 0777 : 0600) == 0 ? none : failed("fchmod");
}

static enfold_text_problem sync_file(int file) {
  int result;
  do result = fsync(file);
  while (result != 0 && errno == EINTR);
  return result == 0 ? none : failed("fsync");
}

/* Lets `fill` write a temporary file, and gives it the name of the file. */
static enfold_text_problem put_in_place(const place *p, const struct stat *old,
                                        enfold_text_problem (*fill)(int file, const void *context), const void *context,
                                        bool *is_replaced) {
  temporary t;
  enfold_text_problem problem = make_temporary(p, &t);
  if (is_problem(problem)) return problem;
  problem = fill(t.file, context);
  if (!is_problem(problem)) problem = take_permissions(t.file, old);
  if (!is_problem(problem)) problem = sync_file(t.file);
  /* It stays open, and locked, until it has its name. Errors of the writing came with fsync. */
  if (!is_problem(problem)) {
    if (renameat(p->folder, t.name, p->folder, p->name) == 0) *is_replaced = true;
    else problem = errno == EBUSY ? wrong(mount_point) : failed("rename of the temporary file to it");
  }
  if (!*is_replaced) unlinkat(p->folder, t.name, 0);
  close(t.file);
  free(t.name);
  return is_problem(problem) ? problem : sync_folder(p->folder);
}

/* ---- Replacing ---------------------------------------------------------------------------------------------------- */

/* Whether there is a file in a place; a problem if it is something else. */
static enfold_text_problem look(const place *p, struct stat *status, bool *is_there) {
  *is_there = false;
  if (fstatat(p->folder, p->name, status, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT ? none : failed("stat");
  *is_there = true;
  return ordinary(status);
}

typedef struct span {
  const void *bytes;
  size_t count;
} span;

static enfold_text_problem fill_from_memory(int file, const void *context) {
  const span *s = context;
  return write_all(file, s->bytes, s->count);
}

enfold_text_problem enfold_text_replace(const char *path, const void *bytes, size_t count, bool tidies,
                                        bool *is_replaced) {
  struct stat old;
  bool is_there;
  place p;
  *is_replaced = false;
  enfold_text_problem problem = make_place(path, true, &p);
  if (!is_problem(problem)) problem = look(&p, &old, &is_there);
  if (!is_problem(problem)) {
    if (tidies) remove_leftovers(&p);
    problem = put_in_place(&p, is_there ? &old : NULL, fill_from_memory, &(span){bytes, count}, is_replaced);
  }
  leave(&p);
  return problem;
}

enfold_text_problem enfold_text_remove(const char *path, bool *is_replaced) {
  struct stat old;
  bool is_there = false;
  place p;
  *is_replaced = false;
  enfold_text_problem problem = open_place(path, true, &p);
  if (!is_problem(problem) && p.folder >= 0) problem = look(&p, &old, &is_there);
  if (!is_problem(problem)) {
    *is_replaced = true;
    if (is_there && unlinkat(p.folder, p.name, 0) != 0 && errno != ENOENT) {
      *is_replaced = false;
      problem = errno == EBUSY ? wrong(mount_point) : failed("unlink");
    } else if (is_there) {
      problem = sync_folder(p.folder);
    }
  }
  leave(&p);
  return problem;
}

/* A file that is open, and how much of it is to be copied. */
typedef struct source {
  int file;
  size_t limit;
} source;

static enfold_text_problem fill_from_file(int file, const void *context) {
  const source *s = context;
  char bytes[1 << 14];
  for (size_t left = s->limit; left > 0;) {
    ssize_t now = read(s->file, bytes, left < sizeof bytes ? left : sizeof bytes);
    if (now == 0) break;
    if (now < 0 && errno != EINTR) return failed("read");
    enfold_text_problem problem = now > 0 ? write_all(file, bytes, (size_t)now) : none;
    if (is_problem(problem)) return problem;
    if (now > 0) left -= (size_t)now;
  }
  return none;
}

/* Gives a file a second name, in the place of what has it. `is_linked`: false if the file system, or the system, has no such
 * links. */
static enfold_text_problem link_in_place(const char *path, const place *p, bool *is_linked) {
  char *name = NULL;
  *is_linked = false;
  if (asprintf(&name, ".%s.%016llx.tmp", p->name, (unsigned long long)random_number()) < 0) return none;
  *is_linked = linkat(AT_FDCWD, path, p->folder, name, AT_SYMLINK_FOLLOW) == 0;
  if (*is_linked) {
    *is_linked = renameat(p->folder, name, p->folder, p->name) == 0;
    /* If both names are links to one file already, the renaming does nothing. */
    unlinkat(p->folder, name, 0);
  }
  free(name);
  return *is_linked ? sync_folder(p->folder) : none;
}

enfold_text_problem enfold_text_copy(const char *path, const char *copy, size_t limit) {
  struct stat status, old;
  bool is_replaced, is_linked = false;
  int file;
  place p;
  enfold_text_problem problem = open_to_read(path, &file, &status);
  if (file < 0) return problem;
  problem = open_place(copy, false, &p);
  if (!is_problem(problem) && p.folder < 0) {
    errno = ENOENT;
    problem = failed("open of its folder");
  }
  if (!is_problem(problem) && fstatat(p.folder, p.name, &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(old.st_mode)) {
    problem = wrong("there is a directory of that name");
  }
  if (!is_problem(problem) && (uint64_t)status.st_size > limit) problem = link_in_place(path, &p, &is_linked);
  if (!is_problem(problem) && !is_linked) {
    problem = put_in_place(&p, &status, fill_from_file, &(source){file, limit}, &is_replaced);
  }
  leave(&p);
  close(file);
  return problem;
}

/* ---- Locks -------------------------------------------------------------------------------------------------------- */

enfold_text_problem enfold_text_lock(const char *path, int *lock) {
  place p;
  *lock = -1;
  enfold_text_problem problem = make_place(path, false, &p);
  if (!is_problem(problem)) {
    *lock = open_at(p.folder, p.name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (*lock < 0) problem = failed("open of the lock file beside it");
  }
  leave(&p);
  if (is_problem(problem)) return problem;
  /* No waiting without end: the process that holds the lock may have been stopped. */
  const struct timespec pause = {.tv_nsec = 1000000};
  for (int attempt = 0; flock(*lock, LOCK_EX | LOCK_NB) != 0; attempt++) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) problem = failed("flock of the lock file beside it");
    else if (attempt == 5000) problem = wrong("another process has held the lock beside it for five seconds");
    if (is_problem(problem)) {
      close(*lock);
      *lock = -1;
      return problem;
    }
    nanosleep(&pause, NULL);
  }
  return none;
}

void enfold_text_unlock(int lock) {
  flock(lock, LOCK_UN); /* a child of a fork has the same lock, and would keep it */
  close(lock);
}

/* ---- Forks -------------------------------------------------------------------------------------------------------- */

static unsigned fork_count;

static void count_fork(void) { __atomic_fetch_add(&fork_count, 1, __ATOMIC_RELAXED); }
static void listen_to_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

unsigned enfold_fork_count(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, listen_to_forks);
  return __atomic_load_n(&fork_count, __ATOMIC_RELAXED);
}
