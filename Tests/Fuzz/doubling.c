/* doubling.c: measures the phases of each family, and judges them. */
#include "doubling.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PHASES = 12, USUAL_ROUNDS = 3, MOST_ROUNDS = 9 };

/* The least times of a phase, for the number and for its double: other programs make a phase longer, and nothing shorter. */
typedef struct measurement {
  char name[40];
  double least[2];
  bool seemed_too_much; /* with each of the smaller numbers */
} measurement;

/* In memory that the processes share. */
typedef struct table {
  measurement phases[MOST_PHASES];
  size_t count;
} table;

static table *measured;
static const family *measured_family;
static size_t measured_count;
static int is_double; /* 1 while the double number runs */
static const char *current;
static double start;

static double cpu_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void note(const char *name, double seconds) {
  size_t i = 0;
  while (i < measured->count && strcmp(measured->phases[i].name, name) != 0) i++;
  if (i == MOST_PHASES) return;
  if (i == measured->count) {
    snprintf(measured->phases[i].name, sizeof measured->phases[i].name, "%s", name);
    measured->phases[i].seemed_too_much = true;
    measured->count++;
  }
  double *least = &measured->phases[i].least[is_double];
  if (*least == 0 || seconds < *least) *least = seconds;
}

void phase(const char *name) {
  double now = cpu_seconds();
  if (current != NULL) note(current, now - start);
  current = name;
  start = cpu_seconds();
}

static double factor(const measurement *m) { return m->least[0] > 0 ? m->least[1] / m->least[0] : 0; }

static bool phase_is_too_much(const measurement *m) { return m->seemed_too_much && factor(m) >= 3; }

static bool is_too_much(void) {
  for (size_t i = 0; i < measured->count; i++)
    if (phase_is_too_much(&measured->phases[i])) return true;
  return false;
}

static void *run_in_thread(void *nothing) {
  (void)nothing;
  measured_family->run(measured_count << is_double);
  phase(NULL);
  return NULL;
}

/* Each run has a process of its own, so that nothing is left there of greater numbers, such as places for handles. The thread:
 * see run_in_child of main.c. False if it did not come to its end. */
static bool run_once(void) {
  int status;
  pid_t process = fork();
  if (process == 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_in_thread, NULL) != 0 || pthread_join(thread, NULL) != 0) _exit(2);
    _exit(0);
  }
  return process > 0 && waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Measures a family with a number of things and with twice as many. False if it did not come to its end. */
static bool measure(size_t count) {
  measured_count = count;
  for (size_t i = 0; i < measured->count; i++) memset(measured->phases[i].least, 0, sizeof measured->phases[i].least);
  for (int round = 0; round < USUAL_ROUNDS || (round < MOST_ROUNDS && is_too_much()); round++)
    for (is_double = 0; is_double < 2; is_double++)
      if (!run_once()) return false;
  return true;
}

/* False if one of its phases became more than three times as long. What seems so is measured again with twice as many, and with
 * four times as many, so that it is no accident, and not the step at which the things leave a cache: what costs more the more
 * there are of it shows at all of them. */
static bool judge(const family *f) {
  measured_family = f;
  measured->count = 0;
  bool ended = measure(f->count);
  for (int times = 2; times <= 4 && ended && is_too_much(); times *= 2) {
    for (size_t i = 0; i < measured->count; i++) measured->phases[i].seemed_too_much = phase_is_too_much(&measured->phases[i]);
    ended = measure((size_t)times * f->count);
  }
  if (!ended) {
    printf("FAILED cost  %s did not come to its end\n", f->name);
    return false;
  }
  for (size_t i = 0; i < measured->count; i++) {
    const measurement *m = &measured->phases[i];
    double each = m->least[0] / (double)measured_count, each_of_double = m->least[1] / (double)measured_count / 2;
    printf("%s  %-22s %-22s %6zu: %9.2f us each, twice as many: %9.2f us each, factor %.2f\n",
           phase_is_too_much(m) ? "FAILED cost" : "ok", f->name, m->name, measured_count, each * 1e6, each_of_double * 1e6,
           factor(m));
  }
  fflush(stdout);
  return !is_too_much();
}

static bool is_wanted(const family *f, int count, char **names) {
  for (int i = 0; i < count; i++)
    if (strcmp(names[i], f->name) == 0) return true;
  return count == 0;
}

int doubling_run(int count, char **names) {
  int run = 0, failures = 0;
  measured = mmap(NULL, sizeof *measured, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (measured == MAP_FAILED) return 2;
  for (size_t i = 0; i < family_count; i++) {
    if (!is_wanted(&families[i], count, names)) continue;
    run++;
    if (!judge(&families[i])) failures++;
  }
  if (run == 0) fprintf(stderr, "there is no such family; they are in families.c\n");
  return run == 0 ? 2 : failures > 0 ? 1 : 0;
}
