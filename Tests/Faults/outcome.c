/* outcome.c: see outcome.h. */
#include "outcome.h"

#include <pthread.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

outcome *current;
faults_arm_fn faults_arm;
faults_disarm_fn faults_disarm;
faults_calls_fn faults_calls;
faults_hits_fn faults_hits;

void faults_find(void) {
  *(void **)&faults_arm = dlsym(RTLD_DEFAULT, "faults_arm");
  *(void **)&faults_disarm = dlsym(RTLD_DEFAULT, "faults_disarm");
  *(void **)&faults_calls = dlsym(RTLD_DEFAULT, "faults_calls");
  *(void **)&faults_hits = dlsym(RTLD_DEFAULT, "faults_hits");
  if (faults_arm != NULL && faults_disarm != NULL && faults_calls != NULL && faults_hits != NULL) return;
  fprintf(stderr, "preload.so is not preloaded: set LD_PRELOAD, or use run.sh\n");
  exit(2);
}

const char *status_text(enfold_status status) {
  switch (status) {
#define STATUS_CASE(name, value, text) \
  case value:                          \
    return #name;
    ENFOLD_STATUS_MAP(STATUS_CASE)
#undef STATUS_CASE
    default:
      return "no status";
  }
}

void outcome_fail(const char *format, ...) {
  va_list rest;
  faults_disarm();
  va_start(rest, format);
  vsnprintf(current->failure, sizeof current->failure, format, rest);
  va_end(rest);
  _exit(0);
}

/* ---- Crashes and stalls ------------------------------------------------------------------------------------------ */

static void *interrupted_place(void *context) {
  ucontext_t *registers = context;
#if defined(__x86_64__)
  return (void *)registers->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (void *)registers->uc_mcontext.pc;
#else
  (void)registers;
  return NULL;
#endif
}

static void *interrupted_frame(void *context) {
  ucontext_t *registers = context;
#if defined(__x86_64__)
  return (void *)registers->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  return (void *)registers->uc_mcontext.regs[29];
#else
  (void)registers;
  return NULL;
#endif
}

/* Follows the frame pointers, which the Swift libraries keep, and reads them so that a bad one does no harm. */
static int walk(void *context, void **places, int limit) {
  int count = 0;
  void *at = interrupted_frame(context), *words[2];
  places[count++] = interrupted_place(context);
  while (at != NULL && count < limit) {
    struct iovec here = {words, sizeof words}, there = {at, sizeof words};
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t)sizeof words) break;
    places[count++] = words[1];
    if (words[0] <= at) break;
    at = words[0];
  }
  return count;
}

static void note_frame(char *place) {
  Dl_info found;
  frame *f = &current->frames[current->frame_count];
  if (dladdr(place, &found) == 0) return;
  snprintf(f->module, sizeof f->module, "%s", found.dli_fname);
  snprintf(f->symbol, sizeof f->symbol, "%s", found.dli_sname == NULL ? "?" : found.dli_sname);
  f->offset = (uint64_t)(place - (char *)found.dli_fbase);
  current->frame_count++;
}

/* Notes the frames from the one that was interrupted: as the compiler describes them, or by frame pointers, because
 * each of the ways may end early. */
static void handle(int signal_number, siginfo_t *info, void *context) {
  void *described[FRAME_LIMIT], *walked[FRAME_LIMIT], **places = described;
  faults_disarm();
  signal(signal_number, SIG_DFL);
  alarm(5);
  if (signal_number == SIGUSR1) {
    current->has_stalled = true;
  } else {
    current->signal = signal_number;
    current->address = (uint64_t)(uintptr_t)info->si_addr;
  }
  int count = backtrace(described, FRAME_LIMIT), first = 0;
  while (first < count && described[first] != interrupted_place(context)) first++;
  if (first == count) first = count > 2 ? 2 : 0;
  int walked_count = walk(context, walked, FRAME_LIMIT);
  if (walked_count > count - first) {
    places = walked;
    count = walked_count;
    first = 0;
  }
  /* What is on the stack is where a call returns to, which may be the next function already. */
  for (int i = first; i < count; i++) note_frame((char *)places[i] - (i > first ? 1 : 0));
  _exit(0);
}

static void handle_signals(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGUSR1};
  static char stack[1 << 16];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  void *place;
  backtrace(&place, 1); /* the first call loads a library */
  sigaltstack(&alternate, NULL);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}

const char *function_of(const frame *f) {
  static char name[256];
  char command[512];
  snprintf(command, sizeof command, "addr2line -f -e '%s' 0x%llx 2>/dev/null", f->module,
           (unsigned long long)f->offset);
  FILE *output = popen(command, "r");
  if (output == NULL || fgets(name, sizeof name, output) == NULL) snprintf(name, sizeof name, "?");
  if (output != NULL) pclose(output);
  name[strcspn(name, "\n")] = '\0';
  return name[0] == '\0' || name[0] == '?' ? "?" : name;
}

/* ---- Processes --------------------------------------------------------------------------------------------------- */

typedef struct {
  void (*body)(void *context);
  void *context;
} child_work;

static void *do_work(void *argument) {
  const child_work *work = argument;
  handle_signals();
  work->body(work->context);
  current->phase = DONE;
  return NULL;
}

static void be_child(void (*body)(void *context), void *context, const sigset_t *mask) {
  struct rlimit none = {0, 0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  setrlimit(RLIMIT_CORE, &none);
  if (getenv("FAULTS_VERBOSE") == NULL) {
    int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDERR_FILENO);
    close(nothing);
  }
  /* In a thread of its own: Swift's runtime keeps the number of each thread, and that of a forked process's first thread
   * is its parent's. Two threads that meet at one of its locks would then spin for ever. */
  child_work work = {body, context};
  pthread_t thread;
  if (pthread_create(&thread, NULL, do_work, &work) != 0) _exit(2);
  pthread_join(thread, NULL);
  _exit(0);
}

/* True if the child ended in time. */
static bool wait_for(pid_t child, int timeout_ms, int *status, const sigset_t *chld) {
  struct timespec now, end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += timeout_ms / 1000;
  end.tv_nsec += timeout_ms % 1000 * 1000000L;
  while (waitpid(child, status, WNOHANG) == 0) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t left = (end.tv_sec - now.tv_sec) * 1000000000LL + end.tv_nsec - now.tv_nsec;
    if (left <= 0) return false;
    struct timespec pause = {left / 1000000000, left % 1000000000};
    sigtimedwait(chld, NULL, &pause);
  }
  return true;
}

void outcome_of(void (*body)(void *context), void *context, int timeout_ms) {
  sigset_t chld, mask;
  int status = 0;
  if (current == NULL) {
    current = mmap(NULL, sizeof *current, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (current == MAP_FAILED) abort();
  }
  memset(current, 0, sizeof *current);
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  sigprocmask(SIG_BLOCK, &chld, &mask);
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    exit(2);
  }
  if (child == 0) be_child(body, context, &mask);
  if (!wait_for(child, timeout_ms, &status, &chld)) {
    kill(child, SIGUSR1);
    if (!wait_for(child, 2000, &status, &chld)) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
    }
    current->has_stalled = true;
  }
  sigprocmask(SIG_SETMASK, &mask, NULL);
  if (WIFSIGNALED(status) && !current->has_stalled && current->signal == 0) current->signal = WTERMSIG(status);
  if (WIFEXITED(status)) current->exit_code = WEXITSTATUS(status);
}
