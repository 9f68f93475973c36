/* bench.c: W1, W2, W5 and W8 through the C API, beside the floor, in one process.
 *
 * Usage: bench PLUGIN_DIR. Prints "workload<TAB>what<TAB>value<TAB>unit": medians of RUNS runs, floor and API in turn.
 */
#include <enfold.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "floor.h"

#define RUNS 7

static void must(enfold_status status, const enfold_error *error) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", enfold_status_name(status), error->message);
  exit(1);
}
#define MUST(call) do { enfold_error error = ENFOLD_ERROR_INIT; must((call), &error); } while (0)

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *values) {
  qsort(values, RUNS, sizeof *values, compare);
  return values[RUNS / 2];
}

static void row(const char *workload, const char *what, double value, const char *unit) {
  printf("%s\t%s\t%.1f\t%s\n", workload, what, value, unit);
}

static volatile size_t seen;
static void floor_seen(void *user, const char *value, size_t length) { (void)user; (void)value; seen += length; }
static void event_seen(void *user, const enfold_event *event) { (void)user; seen += event->value_length + event->patch_length; }

static enfold_runtime runtime;

static enfold_store open_store(const char *feature, const char *options) {
  enfold_store store;
  MUST(enfold_store_open(runtime, feature, options, ENFOLD_NUL, &store, &error));
  return store;
}

static void observe(enfold_store store, const char *pointer, const char *options) {
  MUST(enfold_store_observe(store, pointer, ENFOLD_NUL, options, ENFOLD_NUL, event_seen, NULL, NULL, NULL, &error));
}

static const char increment[] = "{\"increment\":{}}";

static double time_floor(floor_counter *counter, size_t n) {
  double start = now();
  for (size_t i = 0; i < n; i++) floor_counter_send(counter, increment, sizeof increment - 1);
  return (now() - start) / (double)n;
}

static double time_send(enfold_store store, size_t n) {
  double start = now();
  for (size_t i = 0; i < n; i++) MUST(enfold_store_send(store, increment, sizeof increment - 1, NULL, &error));
  return (now() - start) / (double)n;
}

static void counter_workloads(void) {
  enum { N = 200000, BATCH = 1000 };
  floor_counter counter = {.lock = PTHREAD_MUTEX_INITIALIZER, .observer = floor_seen};
  floor_counter silent = {.lock = PTHREAD_MUTEX_INITIALIZER};
  enfold_store observed = open_store("Counter", NULL), alone = open_store("Counter", NULL), batched = open_store("Counter", NULL);
  observe(observed, "/count", NULL);
  observe(batched, "/count", NULL);
  char *batch = malloc(BATCH * sizeof increment + 3), *at = batch;
  *at++ = '[';
  for (int i = 0; i < BATCH; i++) at += sprintf(at, "%s%s", i ? "," : "", increment);
  *at++ = ']';
  double floors[RUNS], silents[RUNS], sends[RUNS], alones[RUNS], batches[RUNS];
  for (int run = 0; run < RUNS; run++) {
    floors[run] = time_floor(&counter, N);
    sends[run] = time_send(observed, N);
    silents[run] = time_floor(&silent, N);
    alones[run] = time_send(alone, N);
    double start = now();
    for (int i = 0; i < N / BATCH; i++)
      MUST(enfold_store_send_batch(batched, batch, (size_t)(at - batch), NULL, &error));
    batches[run] = (now() - start) / N;
  }
  row("W1", "floor", median(floors), "ns");
  row("W1", "C API", median(sends), "ns");
  row("W1 no observer", "floor", median(silents), "ns");
  row("W1 no observer", "C API", median(alones), "ns");
  row("W5 batch of 1,000", "floor", median(floors), "ns");
  row("W5 batch of 1,000", "C API", median(batches), "ns");
  free(batch);
  MUST(enfold_store_close(observed, &error));
  MUST(enfold_store_close(alone, &error));
  MUST(enfold_store_close(batched, &error));
}

static char *todos_state(size_t count) {
  char *text = malloc(count * 64 + 64), *at = text;
  at += sprintf(at, "{\"state\":{\"items\":[");
  for (size_t i = 0; i < count; i++)
    at += sprintf(at, "%s{\"id\":%zu,\"title\":\"todo %zu\",\"isDone\":false}", i ? "," : "", i, i);
  sprintf(at, "]}}");
  return text;
}

static void todos_workload(size_t count, size_t n, const char *pointer_format, const char *options, const char *label) {
  size_t observed = count / 2;
  floor_todos todos = {.observed = (int64_t)observed, .observer = floor_seen};
  floor_todos_open(&todos, count);
  char *state = todos_state(count), pointer[64], name[64];
  enfold_store store = open_store("Todos", state);
  free(state);
  snprintf(pointer, sizeof pointer, pointer_format, observed);
  observe(store, pointer, options);
  char (*actions)[32] = malloc(n * sizeof *actions);
  uint64_t random = 42;
  for (size_t i = 0; i < n; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    snprintf(actions[i], sizeof actions[i], "{\"toggle\":{\"id\":%zu}}", (size_t)(random >> 33) % count);
  }
  double floors[RUNS], sends[RUNS];
  for (int run = 0; run < RUNS; run++) {
    double start = now();
    for (size_t i = 0; i < n; i++) floor_todos_send(&todos, actions[i], strlen(actions[i]));
    floors[run] = (now() - start) / (double)n;
    start = now();
    for (size_t i = 0; i < n; i++) MUST(enfold_store_send(store, actions[i], strlen(actions[i]), NULL, &error));
    sends[run] = (now() - start) / (double)n;
  }
  snprintf(name, sizeof name, "W2 %s, N = %zu", label, count);
  row(name, "floor", median(floors), "ns");
  row(name, "C API", median(sends), "ns");
  free(actions);
  floor_todos_close(&todos);
  MUST(enfold_store_close(store, &error));
}

static double resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long total = 0, resident = 0;
  if (!file || fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
  if (file) fclose(file);
  return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static void life(void) {
  enum { CYCLES = 2000, IDLE = 100000 };
  double cycles[RUNS];
  for (int run = 0; run < RUNS; run++) {
    double start = now();
    for (int i = 0; i < CYCLES; i++) MUST(enfold_store_close(open_store("Counter", NULL), &error));
    cycles[run] = (now() - start) / CYCLES;
  }
  row("W8 open and close a store", "C API", median(cycles), "ns");
  enfold_store *stores = malloc(IDLE * sizeof *stores);
  double before = resident_bytes();
  for (int i = 0; i < IDLE; i++) stores[i] = open_store("Counter", NULL);
  row("W8 an idle store, of 100,000", "C API", (resident_bytes() - before) / IDLE, "bytes");
  for (int i = 0; i < IDLE; i++) MUST(enfold_store_close(stores[i], &error));
  free(stores);
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: bench PLUGIN_DIR\n"), 2;
  char path[4096];
  MUST(enfold_runtime_open(NULL, 0, &runtime, &error));
  const char *plugins[] = {"libCounter.so", "libTodos.so"};
  for (int i = 0; i < 2; i++) {
    enfold_plugin plugin;
    snprintf(path, sizeof path, "%s/%s", argv[1], plugins[i]);
    double start = now();
    MUST(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &error));
    snprintf(path, sizeof path, "W8 load %s", plugins[i]);
    row(path, "C API", (now() - start) / 1e3, "us");
  }
  counter_workloads();
  const char *one = "/items/id=%zu/isDone", *list = "/items";
  todos_workload(100, 100000, one, NULL, "one item observed");
  todos_workload(10000, 2000, one, NULL, "one item observed");
  todos_workload(100000, 200, one, NULL, "one item observed");
  todos_workload(100, 20000, list, "{\"patch\":true,\"value\":false}", "patch of the list");
  todos_workload(10000, 100, list, "{\"patch\":true,\"value\":false}", "patch of the list");
  life();
  MUST(enfold_runtime_close(runtime, &error));
  return 0;
}
