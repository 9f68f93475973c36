/* load.c: what a process pays that begins to use Enfold: libenfold and its first plugin, each time in a new process.
 *
 * Usage: load LIBENFOLD PLUGIN. It prints the rows that Benchmarks/c/bench.h describes.
 */
#include <dlfcn.h>
#include <enfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 15 };

typedef enfold_status (*open_function)(const char *, size_t, enfold_runtime *, enfold_error *);
typedef enfold_status (*load_function)(enfold_runtime, const char *, const char *, size_t, enfold_plugin *, enfold_error *);

static double now(clockid_t clock) { /* ms */
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void find(void *library, const char *name, void **function) {
  *function = library ? dlsym(library, name) : NULL;
  if (*function) return;
  fprintf(stderr, "load: %s\n", dlerror());
  exit(1);
}

/* What the child does: it writes the milliseconds and those of the processor. */
static void load(const char *libenfold, const char *plugin_file, int output) {
  double times[2] = {now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID)};
  void *library = dlopen(libenfold, RTLD_NOW);
  open_function open_runtime;
  load_function load_plugin;
  find(library, "enfold_runtime_open", (void **)&open_runtime);
  find(library, "enfold_plugin_load", (void **)&load_plugin);
  enfold_runtime runtime;
  enfold_plugin plugin;
  enfold_error error = ENFOLD_ERROR_INIT;
  if (open_runtime(NULL, 0, &runtime, &error) < 0 || load_plugin(runtime, plugin_file, NULL, 0, &plugin, &error) < 0) {
    fprintf(stderr, "load: %s\n", error.message);
    exit(1);
  }
  times[0] = now(CLOCK_MONOTONIC) - times[0];
  times[1] = now(CLOCK_PROCESS_CPUTIME_ID) - times[1];
  _exit(write(output, times, sizeof times) != sizeof times);
}

static int order(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static void row(const char *what, double *times) {
  qsort(times, RUNS, sizeof *times, order);
  double median = times[RUNS / 2], lowest = times[0], highest = times[RUNS - 1];
  printf("W8 load libenfold and libCounter.so\t%s\t%.2f\tms\t%.2f\t%.2f\n", what, median, lowest, highest);
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: load LIBENFOLD PLUGIN\n"), 2;
  double all[RUNS], processor[RUNS];
  for (int run = 0; run < RUNS; run++) {
    int ends[2];
    double times[2];
    if (pipe(ends) != 0) return perror("pipe"), 1;
    pid_t child = fork();
    if (child < 0) return perror("fork"), 1;
    if (child == 0) load(argv[1], argv[2], ends[1]);
    close(ends[1]);
    if (read(ends[0], times, sizeof times) != sizeof times) return 1;
    close(ends[0]);
    waitpid(child, NULL, 0);
    all[run] = times[0];
    processor[run] = times[1];
  }
  row("a new process", all);
  row("of that the processor's time", processor);
  return 0;
}
