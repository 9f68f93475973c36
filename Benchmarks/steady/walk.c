/* walk.c: prints which instructions one action executes, once the first ones have filled caches.
 *
 * The program has a child that sends the actions, and lets it make one step at a time. It prints the places where files
 * are mapped, as /proc/PID/maps has them, an empty line, and a line for each instruction: its address, the stack pointer, and
 * "call" if the instruction before was a call. Reads registers of x86-64. Usage: walk PLUGIN_DIR PATH
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steady.h"

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void send_watched(const char *directory, const char *path) {
  steady_open(directory, path);
  steady_send(100);
  if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0) fail("ptrace");
  raise(SIGSTOP);
  steady_send(1);
  raise(SIGSTOP);
}

static void print_maps(pid_t child) {
  char name[64], line[4096];
  snprintf(name, sizeof name, "/proc/%d/maps", (int)child);
  FILE *maps = fopen(name, "r");
  if (!maps) fail(name);
  while (fgets(line, sizeof line, maps)) fputs(line, stdout);
  fclose(maps);
  putchar('\n');
}

/* Waits until the child has stopped, and says by which signal. */
static int stopped_by(pid_t child) {
  int status;
  if (waitpid(child, &status, 0) < 0) fail("waitpid");
  if (WIFSTOPPED(status)) return WSTOPSIG(status);
  fprintf(stderr, "walk: the child has ended\n");
  exit(1);
}

/* Whether the instruction at `last` was a call: the stack has grown by the address behind it. */
static int was_call(pid_t child, const struct user_regs_struct *last, const struct user_regs_struct *now) {
  if (now->rsp + sizeof(long) != last->rsp) return 0;
  errno = 0;
  unsigned long pushed = (unsigned long)ptrace(PTRACE_PEEKDATA, child, (void *)now->rsp, NULL);
  return errno == 0 && pushed > last->rip && pushed <= last->rip + 15;
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: walk PLUGIN_DIR PATH\n"), 2;
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) return send_watched(argv[1], argv[2]), 0;
  if (stopped_by(child) != SIGSTOP) return fprintf(stderr, "walk: the child has failed\n"), 1;
  if (ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL) < 0) fail("ptrace");
  print_maps(child);
  struct user_regs_struct last = {0}, now;
  for (long count = 0;; count++) {
    if (count > 10000000) return fprintf(stderr, "walk: the action does not end\n"), 1;
    if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) < 0) fail("ptrace");
    if (stopped_by(child) == SIGSTOP) break;
    if (ptrace(PTRACE_GETREGS, child, NULL, &now) < 0) fail("ptrace");
    printf("%llx %llx%s\n", now.rip, now.rsp, was_call(child, &last, &now) ? " call" : "");
    last = now;
  }
  return 0;
}
