/* callback_libraries.c: real libraries call callbacks, also those that pass no user data.
 *
 * Packages: libuv gobject-2.0 gio-2.0 */
#include <gio/gio.h>
#include <glib-unix.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#define send send_action /* uv.h brings the one of sockets */
#include "keeper.h"

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

static enfold_runtime runtime;
static enfold_store store;

static void begin(const char *options) {
  runtime = open_runtime_with(options, test_plugin("keeper"));
  store = open_store(runtime, "Keeper");
  listen_to(runtime);
}

static void end(void) { CHECK_OK(enfold_runtime_close(runtime, &problem)); }

static void qsort_calls_it(void) {
  int numbers[50];
  begin(NULL);
  int (*compare)(const void *, const void *) = (int (*)(const void *, const void *))callback(
      store, "int compare(const void *a, const void *b)", "[\"$a\",\"$b\"]");
  for (int i = 0; i < 50; i++) numbers[i] = i;
  qsort(numbers, 50, sizeof *numbers, compare);
  for (int i = 0; i < 50; i++) CHECK_INT(numbers[i], i); /* all are equal, so nothing moves */
  CHECK(sent(store) >= 49);
  CHECK_CONTAINS(last(store), "[\"0x");
  end();
}

static int pumps;

static void pump(uv_poll_t *watcher, int status, int events) {
  (void)watcher, (void)status, (void)events;
  CHECK(enfold_runtime_pump(runtime, 0, NULL, &problem) >= 0);
  pumps++;
}

/* A timer on the loop's thread, work on others, and a signal: one loop, one store. */
static void libuv_calls_it(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  uv_poll_t watcher;
  uv_work_t work[2];
  int descriptor;
  begin("{\"loop\":\"host\"}");
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  CHECK_INT(uv_loop_init(&loop), 0);
  CHECK_INT(uv_poll_init(&loop, &watcher, descriptor), 0);
  CHECK_INT(uv_poll_start(&watcher, UV_READABLE, pump), 0);
  CHECK_INT(uv_timer_init(&loop, &timer), 0);
  CHECK_INT(uv_timer_start(&timer, (uv_timer_cb)callback(store, "void tick(void *timer)", "{\"tick\":\"$timer\"}"), 1, 0), 0);
  uv_work_cb worked = (uv_work_cb)callback(store, "void work(void *request)", "\"work\"");
  for (int i = 0; i < 2; i++) CHECK_INT(uv_queue_work(&loop, &work[i], worked, NULL), 0);
  function handler;
  callback_with(store, "void on_signal(int number)", "{\"signal\":\"$number\"}", "{\"signal\":true}", &handler);
  CHECK(signal(SIGUSR1, (void (*)(int))handler) != SIG_ERR);
  raise(SIGUSR1);
  /* The timer's action is reduced at once, because this is the loop thread; the others in pumps. */
  while (sent(store) < 4) uv_run(&loop, UV_RUN_ONCE);
  CHECK_INT(sent(store), 4);
  CHECK(pumps > 0);
  CHECK_INT(records.count, 0);
  signal(SIGUSR1, SIG_DFL);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&watcher, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_INT(uv_loop_close(&loop), 0);
  end();
}

/* g_signal_connect with NULL as the data; g_idle_add with a function that returns G_SOURCE_REMOVE. */
static void glib_calls_it(void) {
  begin(NULL);
  GSimpleAction *action = g_simple_action_new("do", NULL);
  function activated;
  enfold_callback closing = callback_with(store, "void activated(void *action, void *parameter, void *data)",
                                          "{\"activated\":\"$parameter\",\"data\":\"$data\"}", NULL, &activated);
  g_signal_connect(action, "activate", G_CALLBACK(activated), NULL);
  g_action_activate(G_ACTION(action), NULL);
  CHECK_TEXT(last(store), "{\"activated\":null,\"data\":null}");
  CHECK_OK(enfold_callback_close(closing, &problem));
  g_action_activate(G_ACTION(action), NULL);
  CHECK_INT(sent(store), 1);
  g_object_unref(action);
  function idle;
  callback_with(store, "int idle(void *data)", "\"idle\"", "{\"returns\":false}", &idle);
  g_idle_add((GSourceFunc)idle, NULL);
  while (g_main_context_pending(NULL)) g_main_context_iteration(NULL, FALSE);
  CHECK_INT(sent(store), 2);
  CHECK_TEXT(last(store), "\"idle\"");
  end();
}

/* ---- Without executable memory ----------------------------------------------------------------------------------- */

/* What a function does in a process of its own. */
static void alone(void (*test)(void)) {
  fflush(stderr);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    test();
    _exit(0);
  }
  int status = 0;
  CHECK_INT(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_INT(WEXITSTATUS(status), 0);
}

static void call_both_kinds(void) {
  if (prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) != 0) return; /* an older kernel */
  begin(NULL);
  ((void (*)(int))callback(store, "void f(int a)", "\"$a\""))(5);
  CHECK_TEXT(last(store), "5");
  function made = NULL;
  enfold_status status =
      enfold_store_callback(store, "double f(double a)", "\"$a\"", ENFOLD_NUL, NULL, 0, &made, NULL, &problem);
  if (status == ENFOLD_OK) {
    ((double (*)(double))made)(2.5);
    CHECK_TEXT(last(store), "2.5");
  } else { /* where libffi knows no other way */
    CHECK_INT(status, ENFOLD_UNSUPPORTED);
    CHECK_CONTAINS(problem.message, "PR_SET_MDWE");
  }
  end();
}

/* No mapping becomes executable any more. */
static void forbid_executable_memory(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  CHECK_INT(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  CHECK_INT(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

static void ask_for_what_is_forbidden(void) {
  function made = NULL;
  begin(NULL);
  /* libffi is opened, but has made no function yet. */
  CHECK_OK(enfold_runtime_bind(runtime, "double cos(double x)", (function)cos, NULL, 0, &problem));
  forbid_executable_memory();
  CHECK_FAILS(enfold_store_callback(store, "void f(double a)", "1", 1, NULL, 0, &made, NULL, &problem), ENFOLD_UNSUPPORTED,
              "needs executable memory, because its parameter a is double");
  CHECK_CONTAINS(problem.message, "SELinux");
  CHECK_CONTAINS(problem.message, "MemoryDenyWriteExecute");
  CHECK(made == NULL);
  ((void (*)(int))callback(store, "void f(int a)", "\"$a\""))(5);
  CHECK_TEXT(last(store), "5");
  end();
}

static void mdwe_forbids_nothing_that_is_needed(void) { alone(call_both_kinds); }
static void without_executable_memory_there_are_thunks(void) { alone(ask_for_what_is_forbidden); }

int main(void) {
  /* In children of a process that has no other thread yet. */
  RUN(mdwe_forbids_nothing_that_is_needed);
  RUN(without_executable_memory_there_are_thunks);
  RUN(qsort_calls_it);
  RUN(libuv_calls_it);
  RUN(glib_calls_it);
  return 0;
}
