/* shrink.c: delta debugging, in child processes. */
#include "shrink.h"

#include <pthread.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "epoch.h"
#include "failure.h"
#include "operations.h"
#include "trace.h"
#include "watchdog.h"

enum { SECONDS_OF_HANG = 5 };

typedef struct shrinking {
  uint64_t seed, epoch;
  const outcome *original;
  unsigned tries; /* a failure that depends on other threads may need several */
  time_t until;
} shrinking;

outcome outcome_of(int process) {
  outcome result = {0, 0, ""};
  int status = 0;
  if (waitpid(process, &status, 0) < 0) result.code = 1;
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  if (result.code == EXIT_FAILED) {
    int length = (int)strcspn(shared_progress->message, ";");
    if (strcmp(shared_progress->check, "call") != 0)
      length = 0; /* for a call, which function and what is wrong counts */
    snprintf(result.check, sizeof result.check, "%s %.*s", shared_progress->check, length, shared_progress->message);
  }
  return result;
}

void outcome_print(const outcome *o) {
  if (o->signal != 0) {
    printf("signal %d (%s)", o->signal, strsignal(o->signal));
  } else if (o->check[0] != '\0') {
    printf("%s: %s", shared_progress->check, shared_progress->message);
  } else {
    printf("exit code %d", o->code);
  }
}

typedef struct {
  const shrinking *s;
  const unsigned char *keep;
} repetition;

static void *repeat(void *argument) {
  const repetition *r = argument;
  epoch_run(r->s->seed, r->s->epoch, 1, r->keep);
  return NULL;
}

static outcome run_child(const shrinking *s, const unsigned char *keep, const char *trace) {
  shared_progress->check[0] = shared_progress->message[0] = '\0';
  fflush(NULL);
  pid_t process = fork();
  if (process == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    watch_start(SECONDS_OF_HANG);
    if (trace != NULL) trace_to(trace);
    /* In a thread of its own, as in main.c. */
    repetition r = {s, keep};
    pthread_t thread;
    if (pthread_create(&thread, NULL, repeat, &r) != 0) _exit(2);
    pthread_join(thread, NULL);
    _exit(0);
  }
  return outcome_of(process);
}

static bool is_same(const outcome *a, const outcome *b) {
  return a->signal == b->signal && a->code == b->code && strcmp(a->check, b->check) == 0;
}

static bool fails(const shrinking *s, const unsigned char *keep, const char *trace, unsigned tries) {
  for (unsigned i = 0; i < tries && time(NULL) < s->until; i++) {
    outcome o = run_child(s, keep, trace);
    if (is_same(&o, s->original)) return true;
  }
  return false;
}

static unsigned kept(const unsigned char *keep) {
  unsigned count = 0;
  for (unsigned i = 0; i < EPOCH_OPERATIONS; i++) count += keep[i];
  return count;
}

/* Leaves out parts, large ones first, as long as the rest still fails. */
static void reduce(const shrinking *s, unsigned char *keep) {
  unsigned char attempt[EPOCH_OPERATIONS];
  for (unsigned size = EPOCH_OPERATIONS / 2; size >= 1 && time(NULL) < s->until;) {
    bool was_reduced = false;
    /* From the end, because what comes after the failure goes at once. */
    for (unsigned end = EPOCH_OPERATIONS; end > 0 && time(NULL) < s->until;) {
      unsigned start = end, count = 0;
      memcpy(attempt, keep, sizeof attempt);
      while (start > 0 && count < size)
        if (attempt[--start]) {
          attempt[start] = 0;
          count++;
        }
      end = start;
      if (count == 0 || !fails(s, attempt, NULL, s->tries)) continue;
      memcpy(keep, attempt, sizeof attempt);
      was_reduced = true;
    }
    if (!was_reduced || size > 1) {
      if (size == 1) break;
      size /= 2;
    }
  }
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

/* Declares what the statements name: each "store_17" once. */
static void print_declarations(const char *text) {
  static const char *const kinds[] = {"runtime", "plugin", "store", "subscription", "task"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    size_t length = strlen(kinds[k]);
    unsigned char *seen = calloc(1 << 20, 1);
    for (const char *at = text; (at = strstr(at, kinds[k])) != NULL; at += length) {
      if (at[length] != '_' || at[length + 1] < '0' || at[length + 1] > '9' ||
          (at > text && (at[-1] == '_' || at[-1] == '.')))
        continue;
      unsigned long number = strtoul(at + length + 1, NULL, 10);
      if (number >= 1 << 20 || seen[number]) continue;
      seen[number] = 1;
      printf("static enfold_%s %s_%lu;\n", kinds[k], kinds[k], number);
    }
    free(seen);
  }
  unsigned char *seen = calloc(1 << 20, 1);
  for (const char *at = text; (at = strstr(at, "user_")) != NULL; at += 5) {
    unsigned long number = strtoul(at + 5, NULL, 10);
    if (number == 0 || number >= 1 << 20 || seen[number]) continue;
    seen[number] = 1;
    printf("static int user_%lu[1];\n", number);
  }
  free(seen);
}

static void print_program(const char *path) {
  static char text[1 << 20];
  FILE *file = fopen(path, "r");
  if (file == NULL) return;
  size_t size = fread(text, 1, sizeof text - 1, file);
  text[size] = '\0';
  fclose(file);
  printf("#include <enfold.h>\n\n"
         "/* What a callback did is said beside the call that it was given to, and where it did so, after \"inside:\". "
         "*/\n"
         "static void observer(void *user, const enfold_event *event) { (void)user, (void)event; }\n"
         "static void receiver(void *user, int32_t level, const char *record, size_t length) { (void)user, "
         "(void)level, (void)record, (void)length; }\n"
         "static void when_ended(void *user, enfold_status status, const char *message, size_t length) { (void)user, "
         "(void)status, (void)message, (void)length; }\n"
         "static void released(void *user) { (void)user; }\n\n"
         "static enfold_error error = ENFOLD_ERROR_INIT;\nstatic enfold_string string;\nstatic uint64_t revision;\n"
         "static size_t accepted;\nstatic uint32_t done;\nstatic int descriptor;\n");
  print_declarations(text);
  printf("\nint main(void) {\n%s  (void)observer, (void)receiver, (void)when_ended, (void)released, (void)error, (void)string, "
         "(void)revision, (void)accepted, (void)done, "
         "(void)descriptor;\n}\n",
         text);
}

void shrink(uint64_t seed, uint64_t epoch, const outcome *original, unsigned seconds) {
  unsigned char keep[EPOCH_OPERATIONS];
  char path[] = "/tmp/api-fuzz-XXXXXX";
  shrinking s = {seed, epoch, original, 1, time(NULL) + (time_t)seconds};
  unsigned failures = 0, runs = 0;
  memset(keep, 1, sizeof keep);
  for (; runs < 10; runs++) failures += fails(&s, keep, NULL, 1);
  if (failures == 0) {
    printf("epoch %" PRIu64 " alone does not fail in %u runs: it depends on other threads or on the epochs before\n",
           epoch, runs);
    return;
  }
  s.tries = failures == runs ? 1 : failures * 2 >= runs ? 4 : 10;
  printf("epoch %" PRIu64 " alone fails in %u of %u runs; making it shorter for at most %u s\n", epoch, failures, runs,
         seconds);
  fflush(stdout);
  settings.never_helps = true;
  if (!fails(&s, keep, NULL, s.tries)) settings.never_helps = false;
  settings.callbacks_are_quiet = true;
  if (!fails(&s, keep, NULL, s.tries)) settings.callbacks_are_quiet = false;
  reduce(&s, keep);
  for (unsigned i = 0; i < USUAL_PLUGINS; i++) {
    settings.left_out_plugins |= 1u << i;
    if (!fails(&s, keep, NULL, s.tries)) settings.left_out_plugins &= ~(1u << i);
  }
  reduce(&s, keep);
  printf("%u of %d operations are left%s:\n\n", kept(keep), EPOCH_OPERATIONS,
         settings.callbacks_are_quiet ? "; callbacks do nothing" : "");
  int file = mkstemp(path);
  if (file >= 0) close(file);
  s.until = time(NULL) + 60;
  if (!fails(&s, keep, path, 40)) printf("/* This run of it did not fail. */\n");
  print_program(path);
  unlink(path);
}
