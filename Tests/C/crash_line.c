/* crash_line.c: the crash line, by the environment and by "crashLine". Each crash happens in a child process, before which this one opens nothing. Uses the
 * plugins reducer (in C) and Twin (in Swift), whose sum overflows. */
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static char output[1 << 17]; /* Swift may write much */
static int ending;

static void own_handler(int number, siginfo_t *info, void *context) {
  static const char text[] = "mine\n";
  (void)number, (void)info, (void)context;
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(8);
  _exit(7);
}

static void trap_in_c(void) {
  enfold_store store = open_store(open_runtime_with(NULL, test_plugin("reducer")), "Tally");
  send(store, "\"reset\"");
  send(store, "{\"say\":\"trap\"}");
}

static const char *options; /* of the runtime */

static void trap_in_c_with_options(void) {
  enfold_store store = open_store(open_runtime_with(options, test_plugin("reducer")), "Tally");
  send(store, "{\"say\":\"trap\"}");
}

static void trap_in_swift_with_options(void) {
  enfold_store store = open_store(open_runtime_with(options, swift_plugin("TwinA")), "Twin");
  send(store, "{\"add\":9223372036854775807}");
  send(store, "{\"add\":1}");
}

/* A plugin that was loaded before another runtime turned the line on. */
static void trap_in_an_earlier_runtime(void) {
  enfold_runtime early = open_runtime_with(NULL, swift_plugin("TwinA"));
  open_runtime_with("{\"crashLine\":true}", test_plugin("reducer"));
  enfold_store store = open_store(early, "Twin");
  send(store, "{\"add\":9223372036854775807}");
  send(store, "{\"add\":1}");
}

static void trap_in_swift(void) {
  enfold_store store = open_store(open_runtime_with(NULL, swift_plugin("TwinA")), "Twin");
  send(store, "{\"add\":9223372036854775807}");
  send(store, "{\"add\":1}");
}

static void trap_behind_a_handler(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO};
  action.sa_sigaction = own_handler;
  CHECK_INT(sigaction(SIGILL, &action, NULL) + sigaction(SIGTRAP, &action, NULL), 0);
  trap_in_c();
}

static enfold_store tally;
static pthread_key_t at_end;

static void send_at_the_end(void *action) { send(tally, action); }

/* Sends, and once more when it ends. */
static void *send_from_a_thread(void *action) {
  send(tally, action);
  pthread_setspecific(at_end, action);
  return NULL;
}

static void run_thread(const char *action) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, send_from_a_thread, (void *)action) != 0 || pthread_join(thread, NULL) != 0) _exit(8);
}

static long pages(void) {
  long size = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld", &size) != 1) _exit(8);
  fclose(file);
  return size;
}

/* Many threads come and go. The last one traps. */
static void trap_after_many_threads(void) {
  tally = open_store(open_runtime_with("{\"crashLine\":true}", test_plugin("reducer")), "Tally");
  if (pthread_key_create(&at_end, send_at_the_end) != 0) _exit(8);
  for (int i = 0; i < 100; i++) run_thread("\"reset\"");
  const long before = pages();
  for (int i = 0; i < 2000; i++) run_thread("\"reset\"");
  if (!SANITIZED && pages() - before > 4096) _exit(9);
  run_thread("{\"say\":\"trap\"}");
}

/* The host's own mistake, after a plugin was used. */
static void abort_in_the_host(void) {
  enfold_store store = open_store(open_runtime_with(NULL, test_plugin("reducer")), "Tally");
  send(store, "\"reset\"");
  abort();
}

/* Runs it in a child process; what the child wrote is in `output`, and how it ended in `ending`. */
static void crash(void (*how)(void), const char *wanted) {
  int ends[2];
  size_t length = 0;
  CHECK_INT(pipe(ends), 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    static const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    dup2(ends[1], STDERR_FILENO);
    if (wanted == NULL) unsetenv("ENFOLD_CRASH_LINE");
    else setenv("ENFOLD_CRASH_LINE", wanted, 1);
    how();
    _exit(0);
  }
  close(ends[1]);
  for (ssize_t count; (count = read(ends[0], output + length, sizeof output - 1 - length)) > 0;) length += (size_t)count;
  CHECK(length < sizeof output - 1);
  output[length] = '\0';
  close(ends[0]);
  CHECK_INT(waitpid(child, &ending, 0), child);
}

/* The line alone: Swift may write lines of its own. */
static const char *the_line(void) {
  static char line[2048];
  const char *start = strstr(output, "enfold: ");
  if (start == NULL) return "";
  CHECK(strstr(start + 1, "enfold: ") == NULL);
  size_t length = strcspn(start, "\n");
  CHECK(start[length] == '\n');
  snprintf(line, sizeof line, "%.*s", (int)length, start);
  return line;
}

static void check_trap(void (*how)(void), const char *const *parts) {
  crash(how, NULL);
  CHECK(WIFSIGNALED(ending));
  CHECK_TEXT(the_line(), "");
  int number = WTERMSIG(ending);
  crash(how, "0");
  CHECK_TEXT(the_line(), "");
  crash(how, "1");
  CHECK(WIFSIGNALED(ending));
  CHECK_INT(WTERMSIG(ending), number);
  for (; *parts != NULL; parts++) CHECK_CONTAINS(the_line(), *parts);
}

static void a_trap_in_c_leaves_one_line(void) {
  check_trap(trap_in_c, (const char *const[]){"enfold: SIG", " in the plugin org.enfold.tests.tally@1.0.0 (/", "/reducer.so)",
                                              ": the feature Tally was reducing say", NULL});
}

static void a_trap_in_swift_leaves_one_line(void) {
  check_trap(trap_in_swift, (const char *const[]){"enfold: SIG", " in the plugin org.enfold.tests.twin-a@1.0.0 (/",
                                                  ": the feature Twin was reducing add(", NULL});
}

static void runtimes_turn_it_on(void) {
  options = "{\"crashLine\":true}";
  crash(trap_in_c_with_options, NULL);
  CHECK_CONTAINS(the_line(), ": the feature Tally was reducing say");
  crash(trap_in_swift_with_options, NULL);
  CHECK_CONTAINS(the_line(), ": the feature Twin was reducing add(");
  CHECK(strstr(the_line(), "{") == NULL);
  crash(trap_in_an_earlier_runtime, NULL);
  CHECK_CONTAINS(the_line(), ": the feature Twin was reducing add(");
  options = "{\"crashLine\":false}";
  crash(trap_in_c_with_options, NULL);
  CHECK_TEXT(the_line(), "");
}

static void values_are_the_beginning_of_the_action(void) {
  options = "{\"crashLine\":\"values\"}";
  crash(trap_in_c_with_options, NULL);
  CHECK_CONTAINS(the_line(), ": the feature Tally was reducing say: {\"say\":\"trap\"}");
  crash(trap_in_swift_with_options, NULL);
  CHECK_CONTAINS(the_line(), ": {\"add\":1}");
  options = NULL;
  crash(trap_in_swift_with_options, "values");
  CHECK_CONTAINS(the_line(), ": {\"add\":1}");
}

/* Not the stack that a thread was given for handlers, and not its part of the line. */
static void threads_that_have_ended_leave_nothing(void) {
  crash(trap_after_many_threads, NULL);
  CHECK(WIFSIGNALED(ending));
  CHECK_CONTAINS(the_line(), ": the feature Tally was reducing say");
}

static void other_values_of_the_option_are_refused(void) {
  enfold_runtime runtime;
  static const char *const wrong[] = {"{\"crashLine\":\"names\"}", "{\"crashLine\":1}", "{\"crashLine\":null}"};
  for (int i = 0; i < 3; i++) {
    CHECK_INT(enfold_runtime_open(wrong[i], ENFOLD_NUL, &runtime, &problem), ENFOLD_INVALID);
    CHECK_CONTAINS(problem.message, i == 0 ? "crashLine" : "boolean");
  }
}

static void the_handler_of_before_goes_on(void) {
  crash(trap_behind_a_handler, "1");
  CHECK(WIFEXITED(ending));
  CHECK_INT(WEXITSTATUS(ending), 7);
  CHECK_CONTAINS(the_line(), "Tally was reducing say");
  CHECK_CONTAINS(output, "\nmine\n");
}

static void what_is_no_plugins_leaves_no_line(void) {
  crash(abort_in_the_host, "1");
  CHECK(WIFSIGNALED(ending));
  CHECK_INT(WTERMSIG(ending), SIGABRT);
  CHECK_TEXT(the_line(), "");
}

static void no_handler_is_installed_otherwise(void) {
  static const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  struct sigaction before[6], after;
  for (int i = 0; i < 6; i++) CHECK_INT(sigaction(numbers[i], NULL, &before[i]), 0);
  enfold_runtime runtime = open_runtime_with(NULL, test_plugin("reducer"));
  CHECK_OK(send(open_store(runtime, "Tally"), "\"reset\""));
  for (int i = 0; i < 6; i++) {
    CHECK_INT(sigaction(numbers[i], NULL, &after), 0);
    CHECK(after.sa_handler == before[i].sa_handler);
  }
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  unsetenv("ENFOLD_CRASH_LINE");
  RUN(a_trap_in_c_leaves_one_line);
  RUN(a_trap_in_swift_leaves_one_line);
  RUN(runtimes_turn_it_on);
  RUN(values_are_the_beginning_of_the_action);
  RUN(threads_that_have_ended_leave_nothing);
  RUN(other_values_of_the_option_are_refused);
  RUN(the_handler_of_before_goes_on);
  RUN(what_is_no_plugins_leaves_no_line);
  RUN(no_handler_is_installed_otherwise);
  return 0;
}
