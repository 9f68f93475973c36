/* thread_start.c: starts a thread that leaves the host's signals to the host's threads. */
#include "enfold_thread_start.h"

#include <pthread.h>
#include <signal.h>

int enfold_thread_start(void *(*run)(void *)) {
  /* A fault is the thread's own: if its signal were blocked, the process would end without the host's report. */
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  sigset_t masked, before;
  pthread_attr_t attributes;
  pthread_t thread;
  sigfillset(&masked);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&masked, faults[i]);
  int number = pthread_attr_init(&attributes);
  if (number != 0) return number;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  /* The thread inherits the mask. */
  pthread_sigmask(SIG_SETMASK, &masked, &before);
  number = pthread_create(&thread, &attributes, run, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return number;
}
