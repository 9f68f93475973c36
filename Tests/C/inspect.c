/* inspect.c: inspectors that come, ask and go while many threads send, while the runtime is closed, and from inside callbacks. For both
 * loops. What is spoken is tested in Python: tests/test_inspect.py. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
/* The tests have a function of that name. */
#define send send_to_socket
#include <sys/socket.h>
#undef send
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace.h"

enum { THREADS = 4, SENDS = SANITIZED ? 200 : 2000, VISITS = SANITIZED ? 20 : 100 };

static char path[256];

static enfold_status inspect(enfold_runtime of, const char *options) {
  enfold_string made = {0};
  enfold_status status = enfold_runtime_inspect(of, options, ENFOLD_NUL, &made, &problem);
  if (status >= 0) snprintf(path, sizeof path, "%s", made.data);
  enfold_string_free(&made);
  return status;
}

static enfold_status end_inspection(void) { return enfold_runtime_inspect(runtime, "{\"off\":true}", ENFOLD_NUL, NULL, &problem); }

/* -1: nobody listens there any more. */
static int connect_to(const char *where) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct timeval patience = {.tv_sec = 20};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", where);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK(descriptor >= 0);
  CHECK_INT(setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), 0);
  if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}

static void tell(int inspector, const char *line) { (void)!write(inspector, line, strlen(line)); }

/* Reads until a text has come. False: the connection has ended before. */
static bool hears(int from, const char *text) {
  static _Thread_local char heard[1 << 16];
  size_t length = 0;
  for (;;) {
    if (length > sizeof heard / 2) { /* the text may lie across the two halves */
      memmove(heard, heard + length - 256, 256);
      length = 256;
    }
    ssize_t count = recv(from, heard + length, sizeof heard - 1 - length, 0);
    if (count <= 0) return false;
    length += (size_t)count;
    heard[length] = '\0';
    if (strstr(heard, text) != NULL) return true;
  }
}

/* ---- Many threads -------------------------------------------------------------------------------------------------- */

static void *send_often(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  for (int i = 0; i < SENDS; i++) CHECK(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &error) >= 0);
  return unused;
}

static const char *const commands[] = {
    "{\"id\":1,\"do\":\"state\",\"store\":1,\"depth\":0}\n",
    "{\"id\":2,\"do\":\"send\",\"store\":1,\"action\":\"decrement\"}\n",
    "{\"id\":3,\"do\":\"hold\",\"store\":1}\n{\"id\":3,\"do\":\"step\",\"store\":1}\n{\"id\":3,\"do\":\"hold\",\"store\":1,\"on\":false}\n",
    "{\"id\":4,\"do\":\"record\",\"on\":false}\n{\"id\":4,\"do\":\"record\"}\n",
    "{\"id\":5,\"do\":\"stats\"}\n{\"id\":5,\"do\":\"features\"}\n",
    "nonsense\n",
};

static void *visit_often(void *unused) {
  for (int i = 0; i < VISITS; i++) {
    int inspector = connect_to(path);
    if (inspector < 0) continue;
    tell(inspector, commands[i % 6]);
    if (i % 3 != 0) (void)hears(inspector, i % 2 == 0 ? "\"reply\"" : "\"kind\":\"");
    close(inspector);
  }
  return unused;
}

static void inspectors_come_and_go_while_threads_send(void) {
  pthread_t threads[2 * THREADS];
  CHECK_OK(inspect(runtime, "{\"control\":true,\"bytes\":20000}"));
  for (int i = 0; i < 2 * THREADS; i++)
    CHECK_INT(pthread_create(&threads[i], NULL, i < THREADS ? send_often : visit_often, NULL), 0);
  for (int i = 0; i < 2 * THREADS; i++) pthread_join(threads[i], NULL);
  CHECK_OK(end_inspection());
  CHECK(connect_to(path) < 0);
  struct stat facts;
  CHECK(stat(path, &facts) != 0);
  /* One that has gone may have left the store held: it goes on with the end of the inspection. */
  CHECK_OK(enfold_store_hold(store, 0, &problem));
}

static void *inspect_often(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  for (int i = 0; i < VISITS; i++) {
    enfold_status status = enfold_runtime_inspect(runtime, i % 3 != 0 ? NULL : "{\"off\":true}", i % 3 != 0 ? 0 : ENFOLD_NUL, NULL, &error);
    CHECK(status == ENFOLD_OK || status == ENFOLD_NOT_FOUND || strstr(error.message, "another thread begins") != NULL);
  }
  return unused;
}

static void it_begins_and_ends_in_many_threads(void) {
  pthread_t threads[2 * THREADS];
  CHECK_OK(inspect(runtime, NULL));
  for (int i = 0; i < 2 * THREADS; i++)
    CHECK_INT(pthread_create(&threads[i], NULL, i < THREADS ? inspect_often : visit_often, NULL), 0);
  for (int i = 0; i < 2 * THREADS; i++) pthread_join(threads[i], NULL);
  (void)end_inspection();
  CHECK_OK(inspect(runtime, NULL));
  int inspector = connect_to(path);
  CHECK(hears(inspector, "\"kind\":\"hello\""));
  close(inspector);
  CHECK_OK(end_inspection());
}

/* ---- Ends ---------------------------------------------------------------------------------------------------------- */

static void end_inside(void *user, const enfold_event *event) {
  (void)event;
  int *calls = user;
  if ((*calls)++ == 0) CHECK_OK(end_inspection());
}

/* With "loop":"inline" it is called on the thread that serves the inspector. */
static void an_observer_ends_it_in_a_send_of_the_inspector(void) {
  int calls = 0;
  enfold_subscription subscription = 0;
  CHECK_OK(inspect(runtime, "{\"control\":true}"));
  CHECK_OK(enfold_store_observe(store, "/count", ENFOLD_NUL, "{\"initial\":false}", ENFOLD_NUL, end_inside, &calls, NULL, &subscription,
                                &problem));
  int inspector = connect_to(path);
  CHECK(hears(inspector, "\"kind\":\"opened\""));
  tell(inspector, "{\"id\":1,\"do\":\"send\",\"store\":1,\"action\":\"increment\"}\n");
  CHECK(hears(inspector, "\"reply\":1"));
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  while (hears(inspector, "\n")) continue;
  close(inspector);
  CHECK_INT(calls, 1);
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
}

static void a_runtime_is_closed_while_it_is_inspected(void) {
  for (int i = 0; i < VISITS; i++) {
    enfold_runtime other = 0;
    CHECK_OK(enfold_runtime_open(NULL, 0, &other, &problem));
    CHECK_OK(inspect(other, "{\"control\":true}"));
    int inspector = connect_to(path);
    CHECK(inspector >= 0);
    if (i % 2 == 0) CHECK(hears(inspector, "\"kind\":\"hello\""));
    tell(inspector, "{\"id\":1,\"do\":\"stats\"}\n{\"id\":2,\"do\":\"features\"}\n");
    CHECK_OK(enfold_runtime_close(other, &problem));
    while (hears(inspector, "\n")) continue;
    close(inspector);
    CHECK(connect_to(path) < 0);
  }
}

static void many_runtimes_are_inspected(void) {
  enum { MANY = 300 };
  static enfold_runtime all_of_them[MANY];
  for (int i = 0; i < MANY; i++) {
    CHECK_OK(enfold_runtime_open(NULL, 0, &all_of_them[i], &problem));
    CHECK_OK(inspect(all_of_them[i], NULL));
  }
  int inspector = connect_to(path);
  CHECK(hears(inspector, "\"kind\":\"hello\""));
  close(inspector);
  for (int i = 0; i < MANY; i++) CHECK_OK(enfold_runtime_close(all_of_them[i], &problem));
}

/* ---- The end of a program ------------------------------------------------------------------------------------------ */

enum { LAST_SENDS = 5000, TOLD = 9 /* a descriptor */ };

/* Another process with the store: when it is told to, it sends, and ends without closing anything. */
static void exit_with_everything_open(void) {
  char letter;
  CHECK_OK(inspect(runtime, NULL));
  CHECK(write(TOLD, path, sizeof path) == sizeof path);
  CHECK(read(STDIN_FILENO, &letter, 1) == 1);
  for (int i = 0; i < LAST_SENDS; i++) CHECK(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &problem) >= 0);
  exit(0);
}

static void a_program_that_exits_tells_its_last_lines(void) {
  int in[2], out[2], status;
  CHECK(pipe(in) == 0 && pipe(out) == 0);
  pid_t process = fork();
  if (process == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], TOLD);
    execl("/proc/self/exe", "inspect", "exits", (char *)NULL);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  CHECK(read(out[0], path, sizeof path) == sizeof path);
  int inspector = connect_to(path);
  CHECK(hears(inspector, "\"kind\":\"opened\""));
  CHECK(write(in[1], "x", 1) == 1);
  char last[64];
  snprintf(last, sizeof last, "\"value\":%d}", LAST_SENDS);
  CHECK(hears(inspector, last));
  close(inspector);
  close(in[1]);
  close(out[0]);
  CHECK(waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void all(void) {
  EACH(inspectors_come_and_go_while_threads_send);
  EACH(it_begins_and_ends_in_many_threads);
  EACH(an_observer_ends_it_in_a_send_of_the_inspector);
  EACH(a_runtime_is_closed_while_it_is_inspected);
  EACH(many_runtimes_are_inspected);
  if (options == NULL) EACH(a_program_that_exits_tells_its_last_lines);
}

int main(int count, char **arguments) {
  (void)arguments;
  if (count > 1) {
    EACH(exit_with_everything_open);
    return 1;
  }
  char folder[] = "/tmp/enfold-inspect-XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  setenv("XDG_RUNTIME_DIR", folder, 1);
  signal(SIGPIPE, SIG_IGN);
  int failed = with_each_loop(all);
  strcat(strcpy(path, folder), "/enfold");
  rmdir(path);
  rmdir(folder);
  return failed;
}
