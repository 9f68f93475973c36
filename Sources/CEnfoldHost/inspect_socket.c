/* inspect_socket.c: the folder of the sockets, who may connect, and that a forked child has none of them. */
#define _GNU_SOURCE
#include "enfold_inspect_socket.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* ---- What is open ----------------------------------------------------------------------------------------------- */

/* The descriptors that a forked child closes, and the paths that are gone at the end of the process. Of a connection the path is empty. */
static struct known {
  int descriptor;
  char path[ENFOLD_INSPECT_PATH];
} *known;
static size_t known_count, known_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void in_parent(void) { pthread_mutex_unlock(&lock); }

static void in_child(void) {
  for (size_t i = 0; i < known_count; i++) close(known[i].descriptor);
  known_count = 0;
  pthread_mutex_unlock(&lock);
}

static void at_exit(void) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < known_count; i++)
    if (known[i].path[0] != 0) unlink(known[i].path);
  pthread_mutex_unlock(&lock);
}

static void begin(void) {
  pthread_atfork(before_fork, in_parent, in_child);
  atexit(at_exit);
}

static bool remember(int descriptor, const char *path) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin);
  pthread_mutex_lock(&lock);
  bool has_room = known_count < known_room;
  if (!has_room) {
    size_t room = known_room * 2 + 16;
    struct known *more = realloc(known, room * sizeof *known);
    has_room = more != NULL;
    if (has_room) (known = more, known_room = room);
  }
  if (has_room) {
    known[known_count].descriptor = descriptor;
    snprintf(known[known_count].path, sizeof known->path, "%s", path);
    known_count++;
  }
  pthread_mutex_unlock(&lock);
  return has_room;
}

/* False: this process does not know it, because it is the child of a fork. */
static bool forget(int descriptor) {
  bool is_known = false;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < known_count && !is_known; i++) {
    if (known[i].descriptor != descriptor) continue;
    known[i] = known[--known_count];
    is_known = true;
  }
  pthread_mutex_unlock(&lock);
  return is_known;
}

/* ---- The folder ------------------------------------------------------------------------------------------------- */

static bool refuse(char *problem, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(problem, room, format, arguments);
  va_end(arguments);
  return false;
}

/* Where the sockets are; made if it is not there. Somebody else may have made it, to be found there. */
static bool find_folder(char *folder, size_t size, char *problem, size_t room) {
  const char *base = secure_getenv("XDG_RUNTIME_DIR");
  struct stat facts;
  int length = 0;
  if (base != NULL && base[0] == '/') {
    length = snprintf(folder, size, "%s/enfold", base);
  } else {
    base = secure_getenv("TMPDIR");
    if (base == NULL || base[0] != '/') base = "/tmp";
    length = snprintf(folder, size, "%s/enfold-%lu", base, (unsigned long)geteuid());
  }
  /* Behind it come a slash and at least the number of the process. */
  if (length < 0 || (size_t)length + 32 > size) return refuse(problem, room, "the folder %s/enfold has a path that is too long for a socket", base);
  if (mkdir(folder, 0700) != 0 && errno != EEXIST) return refuse(problem, room, "the folder %s cannot be made: %s", folder, strerror(errno));
  if (lstat(folder, &facts) != 0) return refuse(problem, room, "the folder %s cannot be looked at: %s", folder, strerror(errno));
  if (!S_ISDIR(facts.st_mode)) return refuse(problem, room, "%s is no folder", folder);
  if (facts.st_uid != geteuid()) return refuse(problem, room, "the folder %s belongs to another user", folder);
  if ((facts.st_mode & 07777) != 0700) {
    return refuse(problem, room, "the folder %s has the mode %04o; it must be 0700: chmod 700 %s", folder, facts.st_mode & 07777, folder);
  }
  return true;
}

/* Removes the sockets of processes that have ended. */
static void clean(const char *folder) {
  DIR *all = opendir(folder);
  struct dirent *entry;
  if (all == NULL) return;
  while ((entry = readdir(all)) != NULL) {
    char *end = NULL;
    long process = strtol(entry->d_name, &end, 10);
    size_t length = strlen(entry->d_name);
    struct stat facts;
    if (process <= 0 || (*end != '-' && *end != '.') || length < 5 || strcmp(entry->d_name + length - 5, ".sock") != 0) continue;
    if (kill((pid_t)process, 0) == 0 || errno != ESRCH) continue;
    if (fstatat(dirfd(all), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISSOCK(facts.st_mode) && facts.st_uid == geteuid())
      unlinkat(dirfd(all), entry->d_name, 0);
  }
  closedir(all);
}

/* The name of the program, of letters that are plain in each shell. */
static void write_name(char *name, size_t size) {
  const char *from = program_invocation_short_name;
  size_t length = 0;
  for (; *from != 0 && length + 1 < size; from++) {
    bool is_plain = (*from >= 'a' && *from <= 'z') || (*from >= 'A' && *from <= 'Z') || (*from >= '0' && *from <= '9') || *from == '_';
    if (is_plain || *from == '-') name[length++] = *from;
  }
  name[length] = 0;
}

bool enfold_inspect_listen(enfold_inspect_socket *made, uint64_t number, char *problem, size_t room) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char folder[ENFOLD_INSPECT_PATH], name[33], behind[24] = "";
  made->descriptor = -1;
  if (!find_folder(folder, sizeof folder, problem, room)) return false;
  clean(folder);
  write_name(name, sizeof name);
  if (number > 1) snprintf(behind, sizeof behind, "-%llu", (unsigned long long)number);
  int length = snprintf(made->path, sizeof made->path, "%s/%ld-%s%s.sock", folder, (long)getpid(), name, behind);
  if (length >= (int)sizeof made->path || name[0] == 0)
    length = snprintf(made->path, sizeof made->path, "%s/%ld%s.sock", folder, (long)getpid(), behind);
  if (length >= (int)sizeof made->path) return refuse(problem, room, "the folder %s has a path that is too long for a socket", folder);
  memcpy(address.sun_path, made->path, (size_t)length + 1);

  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return refuse(problem, room, "there is no socket: %s", strerror(errno));
  /* One of a process that had the same number. */
  unlink(made->path);
  /* The file gets the mode of the socket, so nobody else can connect between the two calls. */
  if (fchmod(descriptor, 0600) != 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
      chmod(made->path, 0600) != 0 || listen(descriptor, 8) != 0) {
    int error = errno;
    close(descriptor);
    return refuse(problem, room, "%s cannot be listened at: %s", made->path, strerror(error));
  }
  made->descriptor = descriptor;
  if (remember(descriptor, made->path)) return true;
  close(descriptor);
  unlink(made->path);
  return refuse(problem, room, "there is no memory for a socket");
}

void enfold_inspect_remove(const enfold_inspect_socket *made) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < known_count; i++) {
    if (known[i].descriptor != made->descriptor || known[i].path[0] == 0) continue;
    unlink(known[i].path);
    known[i].path[0] = 0;
  }
  pthread_mutex_unlock(&lock);
}

void enfold_inspect_unlisten(enfold_inspect_socket *made) {
  if (made->descriptor < 0 || !forget(made->descriptor)) return;
  close(made->descriptor);
  made->descriptor = -1;
}

/* ---- Connections ------------------------------------------------------------------------------------------------- */

int enfold_inspect_accept(const enfold_inspect_socket *from, pid_t *peer) {
  struct ucred who;
  socklen_t size = sizeof who;
  int descriptor = accept4(from->descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor < 0) return -1;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == geteuid() && remember(descriptor, "")) {
    *peer = who.pid;
    return descriptor;
  }
  close(descriptor);
  errno = EACCES;
  return -1;
}

int enfold_inspect_wake_up(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

const char *enfold_inspect_program(void) { return program_invocation_short_name; }

void enfold_inspect_close(int descriptor) {
  if (forget(descriptor)) close(descriptor);
}
