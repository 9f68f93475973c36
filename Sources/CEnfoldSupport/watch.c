/* watch.c: notices changes of files, with inotify.
 *
 * inotify tells of files and folders, not of paths. So for each path the folders on the way are watched, each for its own
 * end or removal, and the last one that exists also for the name that comes next. When one of them changes, the way is
 * walked again. A symbolic link on the way is followed: its folder is watched for its name, and the way goes on where it
 * leads. */
#define _GNU_SOURCE
#include "enfold_watch.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "enfold_thread_start.h"

/* A name that is looked for in one folder. */
typedef struct sight {
  int folder;       /* inotify's number for it */
  char *path;       /* of the next name on the way, to be freed; NULL: only the folder itself counts */
  const char *name; /* the end of the path */
} sight;

struct enfold_watch {
  char *path;
  void (*changed)(void *);
  void (*release)(void *);
  void *context;
  sight *sights;
  size_t count, room;
  int number; /* of the problem */
  const char *call;
  bool is_moved; /* the way must be walked again */
  bool is_due;
  bool is_written; /* somebody writes it, and has not closed it */
  bool is_ended;
  bool is_called; /* the thread is inside of `changed` */
  enfold_watch *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* around everything here, never while `changed` is called */
static enfold_watch *watches;
static bool is_running;
static int events = -1; /* inotify's descriptor */
static int wake = -1;   /* an eventfd: something is due, or nobody watches any more */

/* ---- The way ------------------------------------------------------------------------------------------------------ */

enum {
  ITSELF = IN_DELETE_SELF | IN_MOVE_SELF,
  NAMES = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE,
};

static void note(enfold_watch *w, int number, const char *call) {
  if (w->number != 0) return;
  w->number = number;
  w->call = call;
}

/* Watches a folder for the name at the end of a path in it, or for itself alone. False if the folder is not there. */
static bool look_at(enfold_watch *w, const char *folder, const char *path) {
  int number = inotify_add_watch(events, *folder == '\0' ? "/" : folder,
                                 (path == NULL ? ITSELF : ITSELF | NAMES) | IN_MASK_ADD | IN_ONLYDIR);
  if (number < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return false;
    /* A folder that one may pass, but not read, is not watched. The folders inside it may be watched. */
    if (path != NULL || errno != EACCES) note(w, errno, "inotify_add_watch");
    return true;
  }
  if (w->count == w->room) {
    size_t room = w->room == 0 ? 8 : w->room * 2;
    sight *sights = realloc(w->sights, room * sizeof *sights);
    if (sights == NULL) {
      note(w, ENOMEM, "realloc");
      return true;
    }
    w->sights = sights;
    w->room = room;
  }
  char *copy = path == NULL ? NULL : strdup(path);
  if (path != NULL && copy == NULL) note(w, ENOMEM, "strdup");
  w->sights[w->count++] = (sight){number, copy, copy == NULL ? NULL : strrchr(copy, '/') + 1};
  return true;
}

static void forget(sight *sights, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool is_used = false;
    for (const enfold_watch *w = watches; w != NULL && !is_used; w = w->next) {
      for (size_t j = 0; j < w->count && !is_used; j++) is_used = w->sights[j].folder == sights[i].folder;
    }
    /* It may have gone by itself, with its folder. */
    if (!is_used && events >= 0) inotify_rm_watch(events, sights[i].folder);
    free(sights[i].path);
  }
  free(sights);
}

/* Takes the first name off the rest of a way. It has one slash or more before it. */
static char *take_name(char **rest) {
  while (**rest == '/') ++*rest;
  char *name = *rest;
  while (**rest != '/' && **rest != '\0') ++*rest;
  if (**rest == '/') *(*rest)++ = '\0';
  return name;
}

/* Whether nothing comes behind a name. */
static bool is_last(const char *rest) { return rest[strspn(rest, "/")] == '\0'; }

/* The state of a walk. Both texts are on the thread's stack: no path that the system knows is longer. */
typedef struct walk {
  char folder[PATH_MAX]; /* without links in it; empty: "/" */
  char rest[PATH_MAX];
  char *next; /* in `rest` */
} walk;

/* Goes on where a link leads. False if the way ends there. */
static bool follow(walk *k, const char *link) {
  char target[PATH_MAX], rest[PATH_MAX];
  ssize_t count = readlink(link, target, sizeof target - 1);
  if (count <= 0) return false;
  target[count] = '\0';
  if (snprintf(rest, sizeof rest, "%s/%s", target, k->next) >= (int)sizeof rest) return false;
  memcpy(k->rest, rest, sizeof rest);
  k->next = k->rest;
  if (target[0] == '/') k->folder[0] = '\0';
  return true;
}

/* One step of the way. False if it was the last one. */
static bool step(enfold_watch *w, walk *k) {
  char path[PATH_MAX];
  struct stat status;
  const char *name = take_name(&k->next);
  if (*name == '\0') return false;
  if (strcmp(name, ".") == 0) return true;
  if (strcmp(name, "..") == 0) {
    char *slash = strrchr(k->folder, '/');
    if (slash != NULL) *slash = '\0';
    return true;
  }
  if (snprintf(path, sizeof path, "%s/%s", k->folder, name) >= (int)sizeof path) {
    note(w, ENAMETOOLONG, "lstat");
    return false;
  }
  bool goes_on = !is_last(k->next);
  /* A folder in the middle is watched for its own sake: other events around it do not matter. */
  if (goes_on && lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && look_at(w, path, NULL)) {
    memcpy(k->folder, path, sizeof path);
    return true;
  }
  /* First it is watched, and then looked at. So nothing is missed in between. If the folder around it has gone, that was
   * noticed: it is watched, too, and the way will be walked again. */
  if (!look_at(w, k->folder, path) || lstat(path, &status) != 0) return false;
  if (S_ISLNK(status.st_mode)) return follow(k, path);
  if (!goes_on || !S_ISDIR(status.st_mode) || !look_at(w, path, NULL)) return false;
  memcpy(k->folder, path, sizeof path);
  return true;
}

static void walk_again(enfold_watch *w) {
  sight *old = w->sights;
  size_t count = w->count;
  walk k = {.folder = ""};
  w->sights = NULL;
  w->count = w->room = 0;
  w->number = 0;
  w->is_moved = false;
  k.next = k.rest;
  if (snprintf(k.rest, sizeof k.rest, "%s", w->path) >= (int)sizeof k.rest) {
    note(w, ENAMETOOLONG, "lstat");
  } else {
    /* Links may lead in a circle. */
    for (int steps = 0; steps < PATH_MAX && step(w, &k);) steps++;
  }
  forget(old, count);
}

/* ---- The thread --------------------------------------------------------------------------------------------------- */

static void free_watch(enfold_watch *w) {
  w->release(w->context);
  free(w->path);
  free(w);
}

/* Whether something that was just made is a new file. Whoever made it is about to write it, and to close it. */
static bool is_new_file(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
}

static void tell(enfold_watch *w, const struct inotify_event *event) {
  for (size_t i = 0; i < w->count; i++) {
    const sight *s = &w->sights[i];
    if (s->folder != event->wd) continue;
    if (event->len > 0 && (s->name == NULL || strcmp(s->name, event->name) != 0)) continue;
    if (event->len > 0) w->is_written = (event->mask & IN_MODIFY) != 0;
    if (w->is_written) continue;
    if (!(event->mask & IN_CLOSE_WRITE)) w->is_moved = true;
    if (!(event->mask & IN_CREATE) || s->path == NULL || !is_new_file(s->path)) w->is_due = true;
  }
}

/* Reads the events that inotify has. */
static void take_events(void) {
  _Alignas(struct inotify_event) char bytes[1 << 14];
  for (;;) {
    ssize_t count = read(events, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    for (char *place = bytes; place < bytes + count;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      for (enfold_watch *w = watches; w != NULL; w = w->next) {
        if (event->mask & IN_Q_OVERFLOW) {
          w->is_moved = w->is_due = true;
          w->is_written = false;
        } else {
          tell(w, event);
        }
      }
      place += sizeof *event + event->len;
    }
  }
}

static enfold_watch *next_due(void) {
  enfold_watch *w = watches;
  while (w != NULL && (!w->is_due || w->is_written)) w = w->next;
  return w;
}

static void stop(void) {
  if (events >= 0) close(events);
  if (wake >= 0) close(wake);
  events = wake = -1;
  is_running = false;
}

static void *run(void *unused) {
  (void)unused;
  pthread_setname_np(pthread_self(), "enfold-files");
  pthread_mutex_lock(&lock);
  while (watches != NULL) {
    struct pollfd both[] = {{.fd = events, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    uint64_t count;
    pthread_mutex_unlock(&lock);
    poll(both, 2, -1);
    pthread_mutex_lock(&lock);
    if (read(wake, &count, sizeof count) < 0) errno = 0; /* it was not set */
    take_events();
    for (enfold_watch *w = watches; w != NULL; w = w->next) {
      if (w->is_moved) walk_again(w);
    }
    for (enfold_watch *w; (w = next_due()) != NULL;) {
      if (w->is_moved) walk_again(w);
      w->is_due = false;
      w->is_called = true;
      pthread_mutex_unlock(&lock);
      w->changed(w->context);
      pthread_mutex_lock(&lock);
      w->is_called = false;
      bool is_ended = w->is_ended;
      if (!is_ended) continue;
      pthread_mutex_unlock(&lock);
      free_watch(w);
      pthread_mutex_lock(&lock);
    }
  }
  stop();
  pthread_mutex_unlock(&lock);
  return NULL;
}

/* Starts the thread, unless it runs. Returns 0 or an errno. */
static int start(const char **call) {
  if (is_running) return 0;
  int number = 0;
  *call = "inotify_init1";
  events = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (events < 0) number = errno;
  if (number == 0) {
    *call = "eventfd";
    wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wake < 0) number = errno;
  }
  if (number == 0) {
    *call = "pthread_create";
    number = enfold_thread_start(run);
  }
  if (number != 0) {
    stop();
    return number;
  }
  is_running = true;
  return 0;
}

/* ---- Forks -------------------------------------------------------------------------------------------------------- */

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void in_parent(void) { pthread_mutex_unlock(&lock); }

/* The thread is not here, and the descriptor is the parent's: events that are read from it would be missing there. */
static void in_child(void) {
  for (enfold_watch *w = watches; w != NULL; w = w->next) {
    w->count = 0; /* their names are lost: to free them is not allowed here */
    w->is_due = false;
    w->is_moved = true;
    note(w, ECHILD, "fork");
  }
  stop();
  pthread_mutex_unlock(&lock);
}

static void listen_to_forks(void) { pthread_atfork(before_fork, in_parent, in_child); }

/* ---- The functions of the header ---------------------------------------------------------------------------------- */

static void wake_up(void) {
  uint64_t one = 1;
  if (wake >= 0 && write(wake, &one, sizeof one) < 0) errno = 0; /* it is set already */
}

enfold_watch *enfold_watch_begin(const char *path, void (*changed)(void *), void (*release)(void *), void *context) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, listen_to_forks);
  enfold_watch *w = calloc(1, sizeof *w);
  if (w == NULL) return NULL;
  *w = (enfold_watch){.path = strdup(path), .changed = changed, .release = release, .context = context};
  if (w->path == NULL) {
    free(w);
    return NULL;
  }
  pthread_mutex_lock(&lock);
  bool was_running = is_running;
  w->next = watches;
  watches = w;
  const char *call;
  int number = start(&call);
  /* If the thread did not run before, the older watches were waiting for it, too. */
  for (enfold_watch *other = w; other != NULL; other = was_running ? NULL : other->next) {
    if (number == 0) walk_again(other);
    else note(other, number, call);
  }
  pthread_mutex_unlock(&lock);
  return w;
}

void enfold_watch_end(enfold_watch *w) {
  pthread_mutex_lock(&lock);
  enfold_watch **link = &watches;
  while (*link != NULL && *link != w) link = &(*link)->next;
  if (*link == w) *link = w->next;
  w->is_ended = true;
  bool is_called = w->is_called;
  forget(w->sights, w->count);
  w->sights = NULL;
  w->count = w->room = 0;
  if (watches == NULL) wake_up();
  pthread_mutex_unlock(&lock);
  if (!is_called) free_watch(w);
}

void enfold_watch_poke(enfold_watch *w) {
  pthread_mutex_lock(&lock);
  w->is_due = true;
  wake_up();
  pthread_mutex_unlock(&lock);
}

bool enfold_watch_is_outdated(enfold_watch *w) {
  pthread_mutex_lock(&lock);
  if (events >= 0) take_events();
  /* If the watch was ended meanwhile, the result does not matter: it is not called any more. */
  bool is_outdated = w->is_due || w->is_written;
  pthread_mutex_unlock(&lock);
  return is_outdated;
}

int enfold_watch_problem(enfold_watch *w, const char **call) {
  pthread_mutex_lock(&lock);
  int number = w->number;
  *call = w->call;
  pthread_mutex_unlock(&lock);
  return number;
}
