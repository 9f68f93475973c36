/* limits.h: a process that has no descriptors left, also for the C library and the dynamic linker. */
#ifndef ENFOLD_FAULTS_LIMITS_H
#define ENFOLD_FAULTS_LIMITS_H

#include <sys/resource.h>
#include <unistd.h>

/* Leaves so many descriptors. Returns the limit before. The lowest free descriptors must follow the open ones. */
static inline rlim_t limit_descriptors(unsigned left) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  rlim_t before = limit.rlim_cur;
  int lowest = dup(STDIN_FILENO);
  if (lowest >= 0) close(lowest);
  limit.rlim_cur = (lowest < 0 ? 0 : (rlim_t)lowest) + left;
  setrlimit(RLIMIT_NOFILE, &limit);
  return before;
}

static inline void allow_descriptors(rlim_t before) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = before;
  setrlimit(RLIMIT_NOFILE, &limit);
}

#endif
