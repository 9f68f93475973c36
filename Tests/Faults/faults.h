/* faults.h: what the preloaded library (preload.c) can let fail, and how a test program tells it to. */
#ifndef ENFOLD_FAULTS_H
#define ENFOLD_FAULTS_H

#include <stdbool.h>

/* Every kind: its name, and the errno that fits. FAULT_DESCRIPTORS is not a function: see limits.h. */
#define FAULT_MAP(XX)                          \
  XX(FAULT_OPEN, "open", EMFILE)               \
  XX(FAULT_EVENTFD, "eventfd", EMFILE)         \
  XX(FAULT_DLOPEN, "dlopen", ENOMEM)           \
  XX(FAULT_THREAD, "pthread_create", EAGAIN)   \
  XX(FAULT_READ, "read", EIO)                  \
  XX(FAULT_WRITE, "write", EIO)                \
  XX(FAULT_PREAD, "pread", EIO)                \
  XX(FAULT_REALPATH, "realpath", ENOMEM)       \
  XX(FAULT_MMAP, "mmap", ENOMEM)               \
  XX(FAULT_EPOLL, "epoll_create1", EMFILE)     \
  XX(FAULT_TIMERFD, "timerfd_create", EMFILE)  \
  XX(FAULT_DESCRIPTORS, "descriptors", EMFILE) \
  XX(FAULT_MEMORY, "malloc", ENOMEM)

typedef enum {
#define FAULT_ENUM(name, text, error) name,
  FAULT_MAP(FAULT_ENUM)
#undef FAULT_ENUM
  FAULT_KINDS
} fault_kind;

/* Begins to count the calls of every kind, and lets those of one kind fail whose numbers are first to last, counted
 * from 1. `first` 0: none fails. Counts the calls of this thread alone, or with `everywhere` those of all threads. */
typedef void (*faults_arm_fn)(fault_kind kind, unsigned first, unsigned last, int error, bool everywhere);
/* Lets nothing fail any more. May be called by a signal handler. */
typedef void (*faults_disarm_fn)(void);
/* How many calls of a kind there were since it was armed. */
typedef unsigned (*faults_calls_fn)(fault_kind kind);
/* How many of them failed. */
typedef unsigned (*faults_hits_fn)(void);

#endif
