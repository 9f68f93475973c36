/* preload.c: a library for LD_PRELOAD that lets calls of the C library fail, when a test program asks for it.
 *
 * The C library's own calls, and those of the dynamic linker, do not come through here, with one exception: both ask
 * for memory through malloc. For their descriptors, see limits.h. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>

#include "faults.h"

static atomic_bool is_armed, is_everywhere;
static atomic_uint calls[FAULT_KINDS], hits;
static fault_kind chosen;
static unsigned chosen_first, chosen_last;
static int chosen_error;
/* Initial-exec: an access must not allocate. */
static _Thread_local bool is_armed_here __attribute__((tls_model("initial-exec")));
static _Thread_local bool has_failed_to_load __attribute__((tls_model("initial-exec")));

void faults_arm(fault_kind kind, unsigned first, unsigned last, int error, bool everywhere);
void faults_disarm(void);
unsigned faults_calls(fault_kind kind);
unsigned faults_hits(void);

void faults_arm(fault_kind kind, unsigned first, unsigned last, int error, bool everywhere) {
  for (int each = 0; each < FAULT_KINDS; each++) atomic_store(&calls[each], 0);
  atomic_store(&hits, 0);
  chosen = kind;
  chosen_first = first;
  chosen_last = last;
  chosen_error = error;
  is_armed_here = true;
  atomic_store(&is_everywhere, everywhere);
  atomic_store(&is_armed, true);
}

void faults_disarm(void) {
  atomic_store(&is_armed, false);
  is_armed_here = false;
}

unsigned faults_calls(fault_kind kind) { return atomic_load(&calls[kind]); }
unsigned faults_hits(void) { return atomic_load(&hits); }

/* Counts a call. True if it has to fail; errno is set then. */
static bool fails(fault_kind kind) {
  if (!atomic_load(&is_armed) || !(is_armed_here || atomic_load(&is_everywhere))) return false;
  unsigned number = atomic_fetch_add(&calls[kind], 1) + 1;
  if (kind != chosen || number < chosen_first || number > chosen_last || chosen_first == 0) return false;
  atomic_fetch_add(&hits, 1);
  errno = chosen_error;
  return true;
}

/* ---- The functions that are behind these ------------------------------------------------------------------------- */

static struct {
  int (*open)(const char *, int, ...);
  int (*openat)(int, const char *, int, ...);
  int (*eventfd)(unsigned, int);
  void *(*dlopen)(const char *, int);
  char *(*dlerror)(void);
  int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  ssize_t (*read)(int, void *, size_t);
  ssize_t (*write)(int, const void *, size_t);
  ssize_t (*pread)(int, void *, size_t, off_t);
  char *(*realpath)(const char *, char *);
  void *(*mmap)(void *, size_t, int, int, int, off_t);
  int (*epoll_create1)(int);
  int (*timerfd_create)(int, int);
} next;

/* Found before anything is armed, because the search may allocate. */
__attribute__((constructor)) static void find_next(void) {
#define FIND(name) *(void **)&next.name = dlsym(RTLD_NEXT, #name)
  FIND(open);
  FIND(openat);
  FIND(eventfd);
  FIND(dlopen);
  FIND(dlerror);
  FIND(pthread_create);
  FIND(read);
  FIND(write);
  FIND(pread);
  FIND(realpath);
  FIND(mmap);
  FIND(epoll_create1);
  FIND(timerfd_create);
#undef FIND
}

/* Constructors of other libraries may run before this one's. */
#define NEXT(name) (next.name == NULL ? find_next() : (void)0, next.name)

/* ---- Descriptors, files, threads --------------------------------------------------------------------------------- */

static mode_t mode_of(int flags, va_list rest) {
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return fails(FAULT_OPEN) ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return fails(FAULT_OPEN) ? -1 : NEXT(open)(path, flags | O_LARGEFILE, mode);
}

int openat(int directory, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return fails(FAULT_OPEN) ? -1 : NEXT(openat)(directory, path, flags, mode);
}

int eventfd(unsigned value, int flags);
int eventfd(unsigned value, int flags) { return fails(FAULT_EVENTFD) ? -1 : NEXT(eventfd)(value, flags); }

int epoll_create1(int flags);
int epoll_create1(int flags) { return fails(FAULT_EPOLL) ? -1 : NEXT(epoll_create1)(flags); }

int timerfd_create(int clock, int flags);
int timerfd_create(int clock, int flags) { return fails(FAULT_TIMERFD) ? -1 : NEXT(timerfd_create)(clock, flags); }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  return fails(FAULT_THREAD) ? chosen_error : NEXT(pthread_create)(thread, attributes, function, argument);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  return fails(FAULT_READ) ? -1 : NEXT(read)(descriptor, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  return fails(FAULT_WRITE) ? -1 : NEXT(write)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t place) {
  return fails(FAULT_PREAD) ? -1 : NEXT(pread)(descriptor, bytes, count, place);
}

char *realpath(const char *path, char *resolved) {
  return fails(FAULT_REALPATH) ? NULL : NEXT(realpath)(path, resolved);
}

void *mmap(void *place, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return fails(FAULT_MMAP) ? MAP_FAILED : NEXT(mmap)(place, length, protection, flags, descriptor, offset);
}

void *dlopen(const char *path, int flags) {
  has_failed_to_load = fails(FAULT_DLOPEN);
  return has_failed_to_load ? NULL : NEXT(dlopen)(path, flags);
}

char *dlerror(void) {
  static char text[] = "cannot allocate memory for program header";
  if (!has_failed_to_load) return NEXT(dlerror)();
  has_failed_to_load = false;
  return text;
}

/* ---- Memory: the C library's functions have second names, so no search is needed --------------------------------- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return fails(FAULT_MEMORY) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails(FAULT_MEMORY) ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails(FAULT_MEMORY) ? NULL : __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) {
  return fails(FAULT_MEMORY) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (fails(FAULT_MEMORY)) return ENOMEM;
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}
