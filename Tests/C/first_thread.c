/* first_thread.c: a process has one thread, and starts its second one inside a callback or a reducer. The C library's mutex takes
 * no locked instruction until then. What was taken before is given back to threads that wait for it. */
#include <fcntl.h>
#include <sched.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board.h"

/* Runs a test in a process that has one thread. */
static void alone(void (*test)(void)) {
  int status = 0;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    if (!SANITIZED) CHECK(__libc_single_threaded);
    test();
    CHECK(!__libc_single_threaded);
    exit(0);
  }
  CHECK_INT(waitpid(child, &status, 0), child);
  CHECK_INT(status, 0);
}

/* ---- Inside a callback: the store is being drained, and store and subscription are in use ------------------------- */

enum { SENDS = 1000 };
static enfold_store store;
static enfold_subscription first, second;
static atomic_int releases_of_first, releases_of_second, calls_of_second;
static atomic_bool is_calling;
static pthread_t thread;

static void *use_the_store(void *unused) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  (void)unused;
  for (int i = 0; i < SENDS; i++)
    CHECK_INT(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &failure), ENFOLD_QUEUED);
  CHECK_INT(enfold_subscription_cancel(first, &failure), ENFOLD_OK);
  CHECK_INT(enfold_subscription_cancel(second, &failure), ENFOLD_OK);
  return NULL;
}

static void start_the_first_thread(void *user, const enfold_event *event) {
  (void)user;
  if (event->flags & ENFOLD_INITIAL) return;
  atomic_store(&is_calling, true);
  elsewhere(use_the_store, NULL);
  /* This subscription is in use, and the other one is not. */
  CHECK_INT(atomic_load(&releases_of_first), 0);
  CHECK_INT(atomic_load(&releases_of_second), 1);
  atomic_store(&is_calling, false);
}

static void count_release(void *user) {
  CHECK(user == &releases_of_second || !atomic_load(&is_calling));
  atomic_fetch_add((atomic_int *)user, 1);
}

static void count_calls(void *user, const enfold_event *event) {
  (void)user;
  if (!(event->flags & ENFOLD_INITIAL)) atomic_fetch_add(&calls_of_second, 1);
}

static void in_a_callback(void) {
  enfold_runtime runtime = open_runtime_with(NULL, counter_plugin());
  char expected[32];
  store = open_store(runtime, "Counter");
  CHECK_OK(enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, start_the_first_thread, &releases_of_first,
                                count_release, &first, &problem));
  CHECK_OK(enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, count_calls, &releases_of_second, count_release,
                                &second, &problem));
  CHECK_OK(send(store, "\"increment\""));
  snprintf(expected, sizeof expected, "%d", SENDS + 1);
  CHECK_TEXT(state(store, "/count"), expected);
  CHECK_INT(atomic_load(&releases_of_first), 1);
  CHECK_INT(atomic_load(&releases_of_second), 1);
  CHECK_INT(atomic_load(&calls_of_second), 0);
  CHECK_FAILS(enfold_subscription_cancel(first, &problem), ENFOLD_STALE, "closed");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* ---- Inside a reducer: the state is locked ------------------------------------------------------------------------- */

static atomic_int reader;

/* Whether a thread of this process sleeps. */
static bool sleeps(int number) {
  char path[64], text[64] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", number);
  int file = open(path, O_RDONLY);
  CHECK(file >= 0);
  CHECK(read(file, text, sizeof text - 1) > 0);
  close(file);
  const char *behind_name = strchr(text, ')');
  return behind_name != NULL && behind_name[2] == 'S';
}

static void *read_the_state(void *unused) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_string text = {0};
  (void)unused;
  atomic_store(&reader, (int)syscall(SYS_gettid));
  CHECK_INT(enfold_store_state(store, "/title", ENFOLD_NUL, &text, &failure), ENFOLD_OK);
  CHECK_TEXT(text.data, "\"after\"");
  enfold_string_free(&text);
  return NULL;
}

static enfold_status wait_for_the_reader(board *b, const enfold_changes *changes, const enfold_effects *effects,
                                         enfold_error *error) {
  (void)effects;
  (void)error;
  CHECK_INT(pthread_create(&thread, NULL, read_the_state, NULL), 0);
  while (atomic_load(&reader) == 0) sched_yield();
  while (!sleeps(atomic_load(&reader))) sched_yield();
  snprintf(b->title, sizeof b->title, "after");
  changes->changed(changes, "/title");
  return ENFOLD_OK;
}

static void in_a_reducer(void) {
  enfold_runtime runtime = open_runtime(NULL);
  CHECK_OK(board_register(runtime, new_world("Board"), &problem));
  store = open_store(runtime, "Board");
  step = wait_for_the_reader;
  CHECK_OK(send(store, "{\"do\":1}"));
  CHECK_INT(pthread_join(thread, NULL), 0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void the_first_thread_is_started_in_a_callback(void) { alone(in_a_callback); }
static void the_first_thread_is_started_in_a_reducer(void) { alone(in_a_reducer); }

int main(void) {
  RUN(the_first_thread_is_started_in_a_callback);
  RUN(the_first_thread_is_started_in_a_reducer);
  return 0;
}
