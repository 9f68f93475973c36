/* thread_start.c: starts a thread that leaves the host's signals to the host's threads. */
#include "enfold_thread_start.h"

#include "enfold_cancellation.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/* Starts a thread that is detached, or has a large stack and is to be joined. */
static int start(pthread_t *thread, bool is_detached, void *(*run)(void *), void *context) {
  /* A fault is the thread's own: if its signal were blocked, the process would end without the host's report. */
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  sigset_t masked, before;
  pthread_attr_t attributes;
  sigfillset(&masked);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&masked, faults[i]);
  int number = pthread_attr_init(&attributes);
  if (number != 0) return number;
  if (is_detached) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  } else {
    pthread_attr_setstacksize(&attributes, 8 << 20);
  }
  /* The thread inherits the mask. */
  pthread_sigmask(SIG_SETMASK, &masked, &before);
  number = pthread_create(thread, &attributes, run, context);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return number;
}

int enfold_thread_start(void *(*run)(void *)) {
  pthread_t thread;
  return start(&thread, true, run, NULL);
}

typedef struct call {
  void (*run)(void *);
  void *context;
  uint32_t callbacks;
} call;

static void *run_call(void *pointer) {
  call *call = pointer;
  enfold_this_thread()->callbacks = call->callbacks;
  call->run(call->context);
  return NULL;
}

void enfold_thread_call(void (*run)(void *), void *context) {
  pthread_t thread;
  const enfold_thread *caller = enfold_this_thread();
  call call = {run, context, caller->callbacks + caller->gates};
  /* The other thread uses this one's stack. */
  const int cancellation = enfold_cancellation_off();
  if (start(&thread, false, run_call, &call) == 0) {
    pthread_join(thread, NULL);
  } else {
    run(context);
  }
  enfold_cancellation_restore(cancellation);
}
