/* conformance.c: whether a provider of journals keeps the contract of enfold_journal.h.
 *
 *   conformance PROVIDER.so TARGET [TEST...]
 *
 * TARGET is what `open` gets. If it has "{}", it is the path of a file: each test puts a word for it, and has a file of its own.
 * Then the tests of files are run, too. Otherwise it is a database that all tests share, and names are made for this run.
 * With TESTs those alone are run: the beginning of a name is enough. Exit status 0: none has failed.
 *
 *   ENFOLD_FAULTS   the library faults.so; without it the tests of failing calls and power cuts are left out
 *   ENFOLD_KILLS    how many times a process is killed (150)
 *   ENFOLD_CUTS     at how many points the power is cut (200)
 *   ENFOLD_SEED     what the random numbers begin with; each run prints it
 *   ENFOLD_TIMEOUT  seconds for each test (60) */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "kit.h"
#include "run.h"
#include "tests.h"

typedef struct test {
  const char *name;
  void (*run)(void);
  enum { OF_ALL, OF_FILES, OF_FAULTS, OF_SQLITE } kind;
} test;

static const test tests[] = {
#define OF_ALL_TEST(name) {#name, name, OF_ALL},
#define OF_FILES_TEST(name) {#name, name, OF_FILES},
#define OF_FAULTS_TEST(name) {#name, name, OF_FAULTS},
#define OF_SQLITE_TEST(name) {#name, name, OF_SQLITE},
    TESTS_OF_ALL(OF_ALL_TEST) TESTS_OF_FILES(OF_FILES_TEST) TESTS_OF_FAULTS(OF_FAULTS_TEST) TESTS_OF_SQLITE(OF_SQLITE_TEST)};
#define TEST_COUNT (int)(sizeof tests / sizeof *tests)

static const struct {
  const char *name;
  void (*run)(int count, char **words);
} roles[] = {
#define ROLE(name) {#name, name},
    ROLES(ROLE)};

static char word[16], session[16];
static int why = -1; /* where a test writes why it has failed */
static bool is_worker;

const char *run_word(void) { return word; }
const char *run_session(void) { return session; }

double run_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

unsigned long run_number(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text == NULL || *text == '\0' ? otherwise : strtoul(text, NULL, 10);
}

void run_end(int result, const char *format, va_list arguments) {
  char text[2000];
  int length = vsnprintf(text, sizeof text, format, arguments);
  if (length >= (int)sizeof text) length = sizeof text - 1;
  if (is_worker)
    fprintf(stderr, "%s\n", text);
  else if (why < 0)
    fprintf(stderr, "conformance: %s\n", text);
  else if (length > 0)
    (void)!write(why, text, (size_t)length);
  _exit(result);
}

/* ---- Workers -------------------------------------------------------------------------------------------------------- */

__attribute__((noreturn)) static void become(const char *role, const char *const *words) {
  const char *arguments[32] = {program_path, "--worker", provider_path, given_target, target, folder, word, role};
  int count = 8;
  for (; words != NULL && *words != NULL && count < 31; words++) arguments[count++] = *words;
  execv(program_path, (char *const *)(uintptr_t)arguments);
  _exit(127);
}

void run_become(const char *role) { become(role, NULL); }

worker worker_start(const char *role, const char *const *words, const char *plan, bool keeps_shadow) {
  int in[2], out[2];
  char shadow[2100], preload[8200];
  snprintf(shadow, sizeof shadow, "%s.synced", folder);
  if (plan != NULL && !keeps_shadow) shell("rm -rf '%s'", shadow);
  if (plan != NULL) shell("mkdir -p '%s'", shadow);
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) fail("no pipes");
  pid_t process = fork();
  if (process < 0) fail("no process");
  if (process == 0) {
    dup2(in[0], 3);
    dup2(out[1], 4);
    fcntl(3, F_SETFD, 0);
    fcntl(4, F_SETFD, 0);
    if (plan != NULL) {
      const char *before = getenv("LD_PRELOAD");
      snprintf(preload, sizeof preload, "%s%s%s", faults_path, before == NULL ? "" : ":", before == NULL ? "" : before);
      setenv("LD_PRELOAD", preload, 1);
      setenv("FAULTS_FOLDER", folder, 1);
      setenv("FAULTS_SHADOW", shadow, 1);
      setenv("FAULTS_PLAN", plan, 1);
    }
    become(role, words);
  }
  close(in[0]);
  close(out[1]);
  return (worker){process, in[1], out[0]};
}

int worker_end(worker *worker) {
  char rest[256];
  close(worker->input);
  while (read(worker->output, rest, sizeof rest) > 0) {
  }
  close(worker->output);
  int status = 0;
  while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

bool worker_ready(worker *worker) {
  char byte;
  return read(worker->output, &byte, 1) == 1;
}

void worker_say(worker *worker) { (void)!write(worker->input, "!", 1); }

void tell(void) { (void)!write(4, "!", 1); }

void wait_for_word(void) {
  char byte;
  (void)!read(3, &byte, 1);
}

/* ---- The provider --------------------------------------------------------------------------------------------------- */

static void load_provider(void) {
  void *library = dlopen(provider_path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  enfold_journal_provider_fn entry;
  *(void **)&entry = dlsym(library, "enfold_journal_provider");
  provider = entry == NULL ? NULL : entry();
  if (provider == NULL || provider->struct_size < offsetof(enfold_journal_provider_table, get_extension) ||
      provider->abi.abi != ENFOLD_JOURNAL_ABI || provider->id == NULL) {
    fprintf(stderr, "%s exports no enfold_journal_provider, or its table is for another version of enfold_journal.h\n",
            provider_path);
    exit(2);
  }
}

/* The file of a test lies in a folder of its own. */
static void set_target(int number) {
  snprintf(word, sizeof word, "t%d", number);
  const char *place = strstr(given_target, "{}");
  has_files = place != NULL;
  if (!has_files) {
    snprintf(target, sizeof target, "%s", given_target);
    return;
  }
  if (strlen(given_target) > sizeof folder - 200) fail("TARGET is too long");
  snprintf(folder, sizeof folder, "%.*s%s%s.d", (int)(place - given_target), given_target, session, word);
  snprintf(target, sizeof target, "%s/journal%.64s", folder, place + 2);
}

/* ---- Tests ---------------------------------------------------------------------------------------------------------- */

static int passed, failed, left_out;

static void show(const test *test, int result, const char *text) {
  if (result == RUN_OK) passed++;
  if (result == RUN_FAILED) failed++;
  if (result == RUN_LEFT_OUT) left_out++;
  printf(result == RUN_OK ? "ok %s\n" : result == RUN_FAILED ? "FAILED %s: %s\n" : "left out %s: %s\n", test->name, text);
  fflush(stdout);
}

static void run(const test *test, int number) {
  if (test->kind == OF_SQLITE && strcmp(provider->id, "sqlite") != 0) return;
  set_target(number);
  const char *missing = test->kind != OF_ALL && !has_files               ? "TARGET is no path with {}"
                        : test->kind == OF_FAULTS && faults_path == NULL ? "ENFOLD_FAULTS names no library"
                                                                         : NULL;
  if (missing != NULL) {
    show(test, RUN_LEFT_OUT, missing);
    return;
  }
  if (has_files) shell("rm -rf '%s' && mkdir -p '%s'", folder, folder);
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) exit(2);
  double begun = run_seconds();
  pid_t process = fork();
  if (process == 0) {
    close(pipes[0]);
    why = pipes[1];
    alarm((unsigned)run_number("ENFOLD_TIMEOUT", 60));
    test->run();
    exit(RUN_OK);
  }
  close(pipes[1]);
  char text[2001];
  size_t length = 0;
  for (ssize_t count; length < sizeof text - 1 && (count = read(pipes[0], text + length, sizeof text - 1 - length)) > 0;)
    length += (size_t)count;
  close(pipes[0]);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  text[length] = '\0';
  int result = WIFEXITED(status) ? WEXITSTATUS(status) : RUN_FAILED;
  if (WIFSIGNALED(status))
    snprintf(text, sizeof text, "%s", WTERMSIG(status) == SIGALRM ? "it takes too long" : strsignal(WTERMSIG(status)));
  if (result != RUN_OK && result != RUN_LEFT_OUT) {
    if (length == 0 && WIFEXITED(status)) snprintf(text, sizeof text, "exit status %d", result);
    result = RUN_FAILED;
  }
  show(test, result, text);
  if (getenv("ENFOLD_TIMES") != NULL) printf("   %.2f s\n", run_seconds() - begun);
  fflush(stdout);
  if (has_files && result == RUN_OK) shell("rm -rf '%s' '%s.synced'", folder, folder);
}

static bool is_chosen(const char *name, int count, char **chosen) {
  for (int index = 0; index < count; index++)
    if (strncmp(name, chosen[index], strlen(chosen[index])) == 0) return true;
  return count == 0;
}

static int work(int count, char **arguments) {
  is_worker = true;
  provider_path = arguments[2];
  given_target = arguments[3];
  snprintf(target, sizeof target, "%s", arguments[4]);
  snprintf(folder, sizeof folder, "%s", arguments[5]);
  snprintf(word, sizeof word, "%s", arguments[6]);
  snprintf(session, sizeof session, "%s", getenv("ENFOLD_SESSION"));
  has_files = strstr(given_target, "{}") != NULL;
  faults_path = getenv("ENFOLD_FAULTS");
  load_provider();
  for (size_t index = 0; index < sizeof roles / sizeof *roles; index++)
    if (strcmp(roles[index].name, arguments[7]) == 0) {
      roles[index].run(count - 8, arguments + 8);
      return 0;
    }
  return 3;
}

int main(int count, char **arguments) {
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return 2;
  self[length] = '\0';
  program_path = self;
  signal(SIGPIPE, SIG_IGN);
  if (count >= 8 && strcmp(arguments[1], "--worker") == 0) return work(count, arguments);
  if (count < 3) {
    fprintf(stderr, "usage: conformance PROVIDER.so TARGET [TEST...]\n");
    return 2;
  }
  provider_path = realpath(arguments[1], NULL);
  if (provider_path == NULL) {
    fprintf(stderr, "conformance: there is no file %s\n", arguments[1]);
    return 2;
  }
  given_target = arguments[2];
  faults_path = getenv("ENFOLD_FAULTS");
  if (faults_path != NULL && *faults_path == '\0') faults_path = NULL;
  snprintf(session, sizeof session, "%d", (int)getpid());
  setenv("ENFOLD_SESSION", session, 1);
  char seed[32];
  snprintf(seed, sizeof seed, "%lu", run_number("ENFOLD_SEED", (unsigned long)time(NULL)));
  setenv("ENFOLD_SEED", seed, 1);
  load_provider();
  double begun = run_seconds();
  for (int index = 0; index < TEST_COUNT; index++)
    if (is_chosen(tests[index].name, count - 3, arguments + 3)) run(&tests[index], index);
  printf("%s %s: %d passed, %d failed, %d left out, in %.1f s (ENFOLD_SEED=%s)\n", provider->id, provider->version, passed, failed,
         left_out, run_seconds() - begun, seed);
  return failed == 0 ? 0 : 1;
}
