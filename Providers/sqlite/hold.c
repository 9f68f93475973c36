/* hold.c: the right of this process to write a journal: a POSIX lock on a file beside it. */
#include "hold.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct hold {
  hold *next;
  dev_t device;
  ino_t inode;
  int descriptor;
  unsigned count;
  void *content;
  char path[];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static hold *holds;

static bool leads_to(const char *path, dev_t device, ino_t inode) {
  struct stat found;
  return stat(path, &found) == 0 && found.st_dev == device && found.st_ino == inode;
}

/* A file that this process has open already must not be opened again. */
static hold *find(const char *path) {
  struct stat found;
  if (stat(path, &found) != 0) return NULL;
  for (hold *each = holds; each != NULL; each = each->next)
    if (each->device == found.st_dev && each->inode == found.st_ino) return each;
  return NULL;
}

static enfold_journal_status refused(int descriptor, const char *path, enfold_journal_error *error) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
    return problem(error, ENFOLD_JOURNAL_WAITING, "%s: another process had the lock a moment ago", path);
  if (error->struct_size >= sizeof *error) error->process = lock.l_pid > 0 ? lock.l_pid : 0;
  if (lock.l_pid > 0)
    return problem(error, ENFOLD_JOURNAL_LOCKED,
                   "process %ld has this journal open for writing: %s is locked. Close it there first", (long)lock.l_pid, path);
  return problem(error, ENFOLD_JOURNAL_LOCKED,
                 "a process of another container has this journal open for writing: %s is locked. Close it there first", path);
}

/* Opens and locks the file. Whoever deletes it between the two steps makes the lock worthless: then the new file is taken. */
static enfold_journal_status lock_file(hold *made, enfold_journal_error *error) {
  for (int attempt = 0; attempt < 10; attempt++) {
    made->descriptor = open(made->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (made->descriptor < 0) {
      int number = errno;
      return problem(error, problem_passes(number) ? ENFOLD_JOURNAL_WAITING : ENFOLD_JOURNAL_STOPPED,
                     "the lock %s cannot be opened for writing: %s", made->path, strerror(number));
    }
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    enfold_journal_status status = ENFOLD_JOURNAL_OK;
    if (fcntl(made->descriptor, F_SETLK, &lock) != 0) {
      int number = errno;
      status = number == EACCES || number == EAGAIN
                   ? refused(made->descriptor, made->path, error)
                   : problem(error, ENFOLD_JOURNAL_STOPPED, "%s cannot be locked: %s", made->path, strerror(number));
    }
    struct stat opened;
    if (status == ENFOLD_JOURNAL_OK && fstat(made->descriptor, &opened) == 0 &&
        leads_to(made->path, opened.st_dev, opened.st_ino)) {
      made->device = opened.st_dev;
      made->inode = opened.st_ino;
      return ENFOLD_JOURNAL_OK;
    }
    close(made->descriptor);
    if (status != ENFOLD_JOURNAL_OK) return status;
  }
  return problem(error, ENFOLD_JOURNAL_WAITING, "the lock %s is deleted again and again", made->path);
}

static enfold_journal_status make(const char *path, hold_open_fn open_content, void *context, hold **out,
                                  enfold_journal_error *error) {
  size_t size = strlen(path) + 1;
  hold *made = calloc(1, sizeof *made + size);
  if (made == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "no memory to open %s", path);
  memcpy(made->path, path, size);
  made->count = 1;
  enfold_journal_status status = lock_file(made, error);
  if (status == ENFOLD_JOURNAL_OK) {
    status = open_content(context, made, &made->content, error);
    if (status != ENFOLD_JOURNAL_OK) close(made->descriptor);
  }
  if (status != ENFOLD_JOURNAL_OK) {
    free(made);
    return status;
  }
  made->next = holds;
  holds = made;
  *out = made;
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status hold_take(const char *path, hold_open_fn open_content, void *context, hold **out,
                                enfold_journal_error *error) {
  pthread_mutex_lock(&mutex);
  enfold_journal_status status = ENFOLD_JOURNAL_OK;
  hold *found = find(path);
  if (found != NULL) {
    found->count++;
    *out = found;
  } else {
    status = make(path, open_content, context, out, error);
  }
  pthread_mutex_unlock(&mutex);
  return status;
}

void hold_give(hold *given, void (*close_content)(void *content)) {
  pthread_mutex_lock(&mutex);
  if (--given->count == 0) {
    close_content(given->content);
    hold **place = &holds;
    while (*place != given) place = &(*place)->next;
    *place = given->next;
    close(given->descriptor);
    free(given);
  }
  pthread_mutex_unlock(&mutex);
}

void *hold_content(const hold *hold) { return hold->content; }

bool hold_is_valid(const hold *hold) { return leads_to(hold->path, hold->device, hold->inode); }
