/* crash_line.c: installs the handlers of the crash line, and keeps what they write.
 *
 * A handler calls nothing but system calls. The memory that it reads was written before, by this thread or once for all. What
 * cannot be said without other code, such as the name of an action, a child process says: it is a copy of this one, and may
 * hang or crash. The handler waits for it for a short time only. */
#define _GNU_SOURCE
#include "enfold_crash_line.h"

#include <errno.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { TEXT_SIZE = 1024, IMAGE_COUNT = 256, STACK_SIZE = 1 << 16 };
/* What a child process says: at most so many bytes, and within a second. */
enum { NAME_SIZE = 400, VALUE_SIZE = 200, CHILD_STACK_SIZE = 1 << 20, PATIENCE_MS = 1000 };

/* The text about one thread, for the line. Never freed: when the thread has ended, another one uses it. */
typedef struct note {
  long thread; /* 0: none */
  size_t length; /* 0: no text */
  char text[TEXT_SIZE];
  enfold_crash_describe_fn describe; /* NULL: no action */
  const char *label;
  void *context;
  void *stack; /* the thread's stack for handlers, if it was given one */
  struct note *next, *next_free;
} note;

typedef struct image {
  uintptr_t start, end;
  char name[TEXT_SIZE];
} image;

static note *notes, *free_notes;
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
static int is_told, wants_values;
static char *child_stack; /* because the handler's own may be a small one, of somebody else */

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
  char text[2 * TEXT_SIZE];
  size_t length;
} line;

static void put(line *l, const char *text, size_t length) {
  for (size_t i = 0; i < length && text[i] != '\0' && l->length < sizeof l->text; i++) l->text[l->length++] = text[i];
}

/* ---- What a child process says ------------------------------------------------------------------------------------- */

/* Where the child writes the name of the action, or its value. */
typedef struct piece {
  int pipe;
  size_t left;
} piece;

static void write_piece(void *context, const char *bytes, size_t length) {
  piece *to = context;
  char text[NAME_SIZE];
  size_t count = length < to->left ? length : to->left;
  if (bytes == NULL || count > sizeof text) return;
  /* One line: a name that somebody has made may have others. */
  for (size_t i = 0; i < count; i++) text[i] = (unsigned char)bytes[i] < ' ' ? ' ' : bytes[i];
  to->left -= count;
  if (write(to->pipe, text, count) < 0) to->left = 0;
}

/* An action, before it is redacted. */
typedef struct collected {
  char *text;
  size_t length, capacity;
  bool is_lost;
} collected;

static enfold_crash_redact_fn redact_by;

static void collect(void *context, const char *bytes, size_t length) {
  collected *to = context;
  if (bytes == NULL || to->is_lost) return;
  if (length > to->capacity - to->length) {
    const size_t needed = 2 * (to->length + length);
    char *grown = needed > length ? realloc(to->text, needed) : NULL;
    to->is_lost = grown == NULL;
    if (to->is_lost) return;
    to->text = grown;
    to->capacity = needed;
  }
  memcpy(to->text + to->length, bytes, length);
  to->length += length;
}

static void describe_value(const note *n, piece *value) {
  const enfold_crash_redact_fn redact = __atomic_load_n(&redact_by, __ATOMIC_ACQUIRE);
  if (redact == NULL) {
    n->describe(n->context, write_piece, NULL, value);
    return;
  }
  collected whole = {0};
  n->describe(n->context, collect, NULL, &whole);
  if (!whole.is_lost && whole.length > 0) redact(n->label, whole.text, whole.length, write_piece, value);
}

typedef struct job {
  const note *note;
  int pipe;
} job;

static int describe_in_child(void *given) {
  const note *n = ((job *)given)->note;
  const int pipe = ((job *)given)->pipe;
  const struct sigaction plain = {.sa_handler = SIG_DFL};
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(signals[i].number, &plain, NULL);
  piece name = {pipe, NAME_SIZE}, value = {pipe, VALUE_SIZE};
  const int values = __atomic_load_n(&wants_values, __ATOMIC_RELAXED);
  n->describe(n->context, write_piece, &name, NULL);
  if (values && write(pipe, ": ", 2) == 2) describe_value(n, &value);
  syscall(SYS_exit_group, 0);
  return 0;
}

/* Puts the name of the action that the thread reduces, if a child process can say it. */
static void put_action(line *l, const note *n) {
  int ends[2];
  if (child_stack == NULL || pipe(ends) != 0) return;
  job work = {n, ends[1]};
  /* Without a signal at its end, which the process may handle. */
  const int child = clone(describe_in_child, child_stack + CHILD_STACK_SIZE, 0, &work);
  close(ends[1]);
  struct pollfd ready = {.fd = ends[0], .events = POLLIN};
  char text[256];
  ssize_t count;
  while (child > 0 && poll(&ready, 1, PATIENCE_MS) == 1 && (count = read(ends[0], text, sizeof text)) > 0)
    put(l, text, (size_t)count);
  close(ends[0]);
  if (child <= 0) return;
  kill(child, SIGKILL);
  waitpid(child, NULL, __WALL);
}

/* Writes the text about the thread; false if it was not inside code of a plugin. */
static bool put_note(line *l) {
  const long thread = syscall(SYS_gettid);
  for (const note *n = __atomic_load_n(&notes, __ATOMIC_ACQUIRE); n != NULL; n = n->next) {
    if (__atomic_load_n(&n->thread, __ATOMIC_RELAXED) != thread) continue;
    if (__atomic_load_n(&n->describe, __ATOMIC_RELAXED) != NULL) {
      put(l, n->label, TEXT_SIZE);
      put_action(l, n);
      return true;
    }
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

static int is_on;

static void install(void) {
  void *stack = mmap(NULL, CHILD_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack != MAP_FAILED) child_stack = stack;
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = handle;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(signals[i].number, NULL, &before[i]);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(signals[i].number, &action, NULL);
}

void enfold_crash_line_turn_on(bool values) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  if (values) __atomic_store_n(&wants_values, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&is_on, 1, __ATOMIC_RELEASE);
}

void enfold_crash_line_redact_by(enfold_crash_redact_fn function) {
  __atomic_store_n(&redact_by, function, __ATOMIC_RELEASE);
}

static void look_at_environment(void) {
  const char *wanted = secure_getenv("ENFOLD_CRASH_LINE");
  if (wanted == NULL) return;
  if (strcmp(wanted, "1") == 0) enfold_crash_line_turn_on(false);
  if (strcmp(wanted, "values") == 0) enfold_crash_line_turn_on(true);
}

bool enfold_crash_line_is_on(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, look_at_environment);
  return __atomic_load_n(&is_on, __ATOMIC_ACQUIRE);
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

static _Thread_local note *own_note;
static pthread_key_t end_of_thread;
static bool is_end_known;

/* Gives this thread a stack for handlers, unless it has one: so that a stack that overflows leaves its line, too. */
static void *give_stack(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return NULL;
  stack = (stack_t){.ss_sp = malloc(STACK_SIZE), .ss_size = STACK_SIZE};
  if (stack.ss_sp != NULL && sigaltstack(&stack, NULL) == 0) return stack.ss_sp;
  free(stack.ss_sp);
  return NULL;
}

static void take_stack(void *given) {
  stack_t stack;
  if (given == NULL || sigaltstack(NULL, &stack) != 0) return;
  if (stack.ss_sp == given) {
    stack = (stack_t){.ss_flags = SS_DISABLE};
    if (sigaltstack(&stack, NULL) != 0) return;
  }
  free(given);
}

/* Called when a thread ends. Later destructors of the thread may still reduce actions: then it gets a note again. */
static void give_back(void *given) {
  note *past = given;
  enfold_crash_line_end();
  own_note = NULL;
  __atomic_store_n(&past->thread, 0, __ATOMIC_RELAXED);
  take_stack(past->stack);
  past->stack = NULL;
  pthread_mutex_lock(&lock);
  past->next_free = free_notes;
  free_notes = past;
  pthread_mutex_unlock(&lock);
}

static void watch_ends(void) { is_end_known = pthread_key_create(&end_of_thread, give_back) == 0; }

static note *make_note(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_ends);
  if (!is_end_known) return NULL;
  pthread_mutex_lock(&lock);
  note *made = free_notes;
  if (made != NULL) {
    free_notes = made->next_free;
  } else if ((made = calloc(1, sizeof *made)) != NULL) {
    made->next = notes;
    __atomic_store_n(&notes, made, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
  if (made == NULL) return NULL;
  if (pthread_setspecific(end_of_thread, made) != 0) {
    give_back(made);
    return NULL;
  }
  made->stack = give_stack();
  __atomic_store_n(&made->thread, syscall(SYS_gettid), __ATOMIC_RELAXED);
  return made;
}

void enfold_crash_line_begin(const char *text, size_t length) {
  if (own_note == NULL && (own_note = make_note()) == NULL) return;
  if (length > sizeof own_note->text) length = sizeof own_note->text;
  memcpy(own_note->text, text, length);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&own_note->length, length, __ATOMIC_RELAXED);
}

void enfold_crash_line_enter(const char *label, enfold_crash_describe_fn describe, void *context) {
  if (label == NULL || describe == NULL) return;
  if (own_note == NULL && (own_note = make_note()) == NULL) return;
  own_note->label = label;
  own_note->context = context;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&own_note->describe, describe, __ATOMIC_RELAXED);
}

void enfold_crash_line_end(void) {
  if (own_note == NULL) return;
  __atomic_store_n(&own_note->length, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&own_note->describe, NULL, __ATOMIC_RELAXED);
}
