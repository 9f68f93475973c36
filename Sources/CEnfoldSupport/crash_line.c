/* crash_line.c: installs the handlers of ENFOLD_CRASH_LINE=1, and keeps the texts that they write.
 *
 * A handler calls nothing but gettid, write, sigaction and raise. The memory that it reads was written before, by this
 * thread or once for all. */
#define _GNU_SOURCE
#include "enfold_crash_line.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { TEXT_SIZE = 1024, IMAGE_COUNT = 256, STACK_SIZE = 1 << 16 };

/* The text about one thread, for the line. Never freed: a later thread with the same number uses it. */
typedef struct note {
  long thread;
  size_t length; /* 0: nothing of a plugin */
  char text[TEXT_SIZE];
  struct note *next;
} note;

typedef struct image {
  uintptr_t start, end;
  char name[TEXT_SIZE];
} image;

static note *notes;
static image *images[IMAGE_COUNT];
static size_t image_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* around writes to the lists */

static const struct {
  int number;
  const char *name;
} signals[] = {{SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},
               {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGSEGV, "SIGSEGV"}};
enum { SIGNAL_COUNT = sizeof signals / sizeof *signals };
static struct sigaction before[SIGNAL_COUNT];
static int is_told;

/* ---- The handler -------------------------------------------------------------------------------------------------- */

static uintptr_t program_counter(const void *context) {
#if defined(__x86_64__)
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

typedef struct line {
  char text[TEXT_SIZE + 64];
  size_t length;
} line;

static void put(line *l, const char *text, size_t length) {
  for (size_t i = 0; i < length && text[i] != '\0' && l->length < sizeof l->text; i++) l->text[l->length++] = text[i];
}

/* Writes the text about the thread; false if it was not inside code of a plugin. */
static bool put_note(line *l) {
  const long thread = syscall(SYS_gettid);
  for (const note *n = __atomic_load_n(&notes, __ATOMIC_ACQUIRE); n != NULL; n = n->next) {
    if (__atomic_load_n(&n->thread, __ATOMIC_RELAXED) != thread) continue;
    const size_t length = __atomic_load_n(&n->length, __ATOMIC_RELAXED);
    if (length == 0) return false;
    put(l, n->text, length);
    return true;
  }
  return false;
}

/* Writes the name of the plugin that has code at `address`. False if no plugin has. */
static bool put_image(line *l, uintptr_t address) {
  const size_t count = __atomic_load_n(&image_count, __ATOMIC_ACQUIRE);
  for (size_t i = 0; i < count; i++) {
    if (address < images[i]->start || address >= images[i]->end) continue;
    put(l, "the plugin ", TEXT_SIZE);
    put(l, images[i]->name, TEXT_SIZE);
    put(l, ", outside of its reducers", TEXT_SIZE);
    return true;
  }
  return false;
}

static void handle(int number, siginfo_t *info, void *context) {
  const int saved = errno;
  int index = 0;
  while (index < SIGNAL_COUNT - 1 && signals[index].number != number) index++;
  if (!__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED)) {
    line l = {.length = 0};
    put(&l, "enfold: ", TEXT_SIZE);
    put(&l, signals[index].name, TEXT_SIZE);
    put(&l, " in ", TEXT_SIZE);
    if (put_note(&l) || put_image(&l, program_counter(context))) {
      if (l.length == sizeof l.text) l.length--;
      l.text[l.length++] = '\n';
      if (write(STDERR_FILENO, l.text, l.length) < 0) errno = saved; /* there is nobody to be told */
    }
  }
  errno = saved;
  const struct sigaction *old = &before[index];
  if (old->sa_flags & SA_SIGINFO) {
    old->sa_sigaction(number, info, context);
  } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
    old->sa_handler(number);
  } else {
    /* The signal is blocked in here. So it comes when this returns, and ends the process where it has trapped. */
    sigaction(number, old, NULL);
    raise(number);
  }
}

static bool is_on;

static void install(void) {
  const char *wanted = getenv("ENFOLD_CRASH_LINE");
  if (wanted == NULL || strcmp(wanted, "1") != 0) return;
  is_on = true;
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = handle;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(signals[i].number, NULL, &before[i]);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(signals[i].number, &action, NULL);
}

bool enfold_crash_line_is_on(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  return is_on;
}

/* ---- What the handler reads ----------------------------------------------------------------------------------------- */

static int find_image(struct dl_phdr_info *info, size_t size, void *context) {
  image *found = context;
  const uintptr_t address = found->start;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    if (address < start || address >= start + info->dlpi_phdr[i].p_memsz) continue;
    found->start = start;
    found->end = start + info->dlpi_phdr[i].p_memsz;
    return 1;
  }
  return 0;
}

void enfold_crash_line_add_image(const void *address, const char *name) {
  image *made = calloc(1, sizeof *made);
  if (made == NULL) return;
  made->start = (uintptr_t)address;
  strncpy(made->name, name, sizeof made->name - 1);
  bool is_kept = dl_iterate_phdr(find_image, made) != 0;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < image_count; i++) is_kept = is_kept && images[i]->start != made->start;
  is_kept = is_kept && image_count < IMAGE_COUNT;
  if (is_kept) {
    images[image_count] = made;
    __atomic_store_n(&image_count, image_count + 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
  if (!is_kept) free(made);
}

/* Gives this thread a stack for handlers, unless it has one: so that a stack that overflows leaves its line, too. */
static void give_stack(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
  stack = (stack_t){.ss_sp = malloc(STACK_SIZE), .ss_size = STACK_SIZE};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
}

static _Thread_local note *own_note;

static note *make_note(void) {
  const long thread = syscall(SYS_gettid);
  pthread_mutex_lock(&lock);
  note *found = notes;
  while (found != NULL && found->thread != thread) found = found->next;
  if (found == NULL && (found = calloc(1, sizeof *found)) != NULL) {
    found->thread = thread;
    found->next = notes;
    __atomic_store_n(&notes, found, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
  give_stack();
  return found;
}

void enfold_crash_line_begin(const char *text, size_t length) {
  if (own_note == NULL && (own_note = make_note()) == NULL) return;
  if (length > sizeof own_note->text) length = sizeof own_note->text;
  memcpy(own_note->text, text, length);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&own_note->length, length, __ATOMIC_RELAXED);
}

void enfold_crash_line_end(void) {
  if (own_note != NULL) __atomic_store_n(&own_note->length, 0, __ATOMIC_RELAXED);
}
