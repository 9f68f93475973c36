/* sleeping_reader.c: what a reader of a trace that never comes back does to the store that it reads. Three stores get the same
 * actions in turn: one without a reader, one whose times are counted ("stats"), and one whose reader sleeps in its first entry.
 * Each send is measured.
 *
 * Usage: sleeping-reader PLUGIN_DIR [COUNT]. It prints a table. Exit status 1: memory grew by more than what may wait for a
 * reader, or an entry was neither told nor counted as dropped. Times are only printed.
 */
#include <enfold.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A round begins with cold caches, which is one of its sends, and less than one in a thousand. */
enum { SIDES = 3, ROUND = 10000, WARM_UP = 20000 };
/* What may wait for a reader (the default of "bytes"), and what comes with it: what the allocator adds to each entry, the
 * queue's own blocks, a thread. */
static const int64_t BOUND = 16777216, SLACK = 8388608;
/* What else may come while entries are dropped. */
static const int64_t STEADY_SLACK = 2097152;

static const char increment[] = "{\"increment\":{}}";

typedef struct side {
  const char *name, *options;
  enfold_runtime runtime;
  enfold_store store;
  uint32_t *times; /* ns of each send */
} side;

static side sides[SIDES] = {
  {.name = "no reader"},
  {.name = "times are counted", .options = "{\"stats\":true}"},
  {.name = "a reader that sleeps"},
};

static void check(enfold_status status, const enfold_error *error) {
  if (status >= 0) return;
  fprintf(stderr, "sleeping-reader: %s: %s\n", enfold_status_name(status), error->message);
  exit(2);
}
#define MUST(call) do { enfold_error error = ENFOLD_ERROR_INIT; check((call), &error); } while (0)

/* ---- The reader ------------------------------------------------------------------------------------------------------ */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_asleep, is_let_go, is_released;
static uint64_t told, dropped, reports, first_number, last_number;

static uint64_t number_of(const char *entry, const char *key) {
  const char *at = strstr(entry, key);
  return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static void read_entry(void *user, const char *entry, size_t length) {
  (void)user, (void)length;
  pthread_mutex_lock(&mutex);
  if (strstr(entry, "\"kind\":\"dropped\"")) {
    dropped += number_of(entry, "\"count\":");
    reports++;
  } else {
    last_number = number_of(entry, "\"seq\":");
    if (told++ == 0) first_number = last_number;
  }
  is_asleep = true;
  pthread_cond_broadcast(&changed);
  while (!is_let_go) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void release_reader(void *user) {
  (void)user;
  pthread_mutex_lock(&mutex);
  is_released = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

static void wait_for(const bool *condition) {
  pthread_mutex_lock(&mutex);
  while (!*condition) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void let_go(void) {
  pthread_mutex_lock(&mutex);
  is_let_go = true;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

/* ---- Measuring ------------------------------------------------------------------------------------------------------- */

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int64_t resident(void) { /* bytes */
  long size = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) exit(2);
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

static void send_one(const side *to) { MUST(enfold_store_send(to->store, increment, sizeof increment - 1, NULL, &error)); }

static void send_round(side *to, size_t first, size_t count) {
  for (size_t i = first; i < first + count; i++) {
    int64_t begin = now();
    send_one(to);
    int64_t time = now() - begin;
    to->times[i] = time < UINT32_MAX ? (uint32_t)time : UINT32_MAX;
  }
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

typedef struct whole_round {
  uint64_t time; /* ns, of all its sends */
  const uint32_t *times;
} whole_round;

static int quieter(const void *a, const void *b) {
  uint64_t x = ((const whole_round *)a)->time, y = ((const whole_round *)b)->time;
  return x < y ? -1 : x > y;
}

/* Of the quieter half of the rounds, because in some of them something else has run. The last column is how often in a
 * millisecond a send took very long: the machine interrupts each program so often. Longer sends meet more of these interrupts,
 * and then p99.9 tells of them. */
static void print_row(const char *name, const uint32_t *times, size_t first, size_t end) {
  enum { LONG_SEND = 2000 };
  size_t count = end > first ? (end - first) / ROUND : 0, half = (count + 1) / 2, sends = half * ROUND;
  uint32_t max = 0;
  uint64_t time = 0, stalls = 0;
  if (count == 0) return;
  whole_round *rounds = calloc(count, sizeof *rounds);
  uint32_t *all = malloc(sends * sizeof *all);
  if (!rounds || !all) exit(2);
  for (size_t i = 0; i < count; i++) {
    rounds[i].times = times + first + i * ROUND;
    for (size_t j = 0; j < ROUND; j++) {
      rounds[i].time += rounds[i].times[j];
      if (rounds[i].times[j] > max) max = rounds[i].times[j];
    }
  }
  qsort(rounds, count, sizeof *rounds, quieter);
  for (size_t i = 0; i < half; i++) {
    memcpy(all + i * ROUND, rounds[i].times, ROUND * sizeof *all);
    time += rounds[i].time;
  }
  qsort(all, sends, sizeof *all, ascending);
  for (size_t i = sends; i > 0 && all[i - 1] > LONG_SEND; i--) stalls++;
  printf("%-28s %8u %8u %8u %10u %12.1f\n", name, all[sends / 2], all[sends / 100 * 99], all[sends / 1000 * 999], max,
         (double)stalls / ((double)time / 1e6));
  free(all);
  free(rounds);
}

/* What the two looks at the clock add to each send. */
static void print_clock(uint32_t *times, size_t count) {
  for (size_t i = 0; i < count; i++) {
    int64_t begin = now();
    times[i] = (uint32_t)(now() - begin);
  }
  print_row("the clock alone", times, 0, count);
}

/* ---------------------------------------------------------------------------------------------------------------------- */

static void open_side(side *opened, const char *folder, size_t count) {
  char file[4096];
  enfold_plugin plugin;
  const char *options = opened->options;
  snprintf(file, sizeof file, "%s/libCounter.so", folder);
  MUST(enfold_runtime_open(options, options ? ENFOLD_NUL : 0, &opened->runtime, &error));
  MUST(enfold_plugin_load(opened->runtime, file, NULL, 0, &plugin, &error));
  MUST(enfold_store_open(opened->runtime, "Counter", NULL, 0, &opened->store, &error));
  opened->times = malloc(count * sizeof *opened->times);
  if (!opened->times) exit(2);
  memset(opened->times, 1, count * sizeof *opened->times); /* its pages are there before memory is measured */
  for (int i = 0; i < WARM_UP; i++) send_one(opened);
}

static double mib(int64_t bytes) { return (double)bytes / 1048576; }

static bool judge(bool is_right, const char *text) {
  printf("%-8s %s\n", is_right ? "ok" : "WRONG", text);
  return is_right;
}

int main(int argc, char **argv) {
  size_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;
  double load = 0;
  if (argc < 2 || argc > 3 || count < ROUND || count % ROUND != 0)
    return fprintf(stderr, "usage: sleeping-reader PLUGIN_DIR [COUNT, a multiple of %d]\n", ROUND), 2;
  getloadavg(&load, 1);
  for (int i = 0; i < SIDES; i++) open_side(&sides[i], argv[1], count);

  side *traced = &sides[SIDES - 1];
  int64_t before = resident(), middle = before, highest = before;
  MUST(enfold_runtime_trace(traced->runtime, NULL, 0, read_entry, NULL, release_reader, NULL, &error));
  send_one(traced);
  wait_for(&is_asleep);
  /* In rounds, so that what else the machine does falls on all of them; another one begins each round. */
  for (size_t first = 0, round = 0; first < count; first += ROUND, round++) {
    for (size_t i = 0; i < SIDES; i++) send_round(&sides[(round + i) % SIDES], first, ROUND);
    int64_t memory = resident();
    if (memory > highest) highest = memory;
    if (first < count / 2) middle = highest;
  }
  let_go();
  MUST(enfold_runtime_close(traced->runtime, &error)); /* tells what still waits */
  wait_for(&is_released);
  /* One for each action, and what the end of the store tells. */
  uint64_t entries = last_number - first_number + 1;

  printf("%zu actions for each store, in rounds of %d; load when it began: %.2f\n", count, ROUND, load);
  printf("ns for a send, in the quieter half of the rounds:\n\n");
  printf("%-28s %8s %8s %8s %10s %12s\n", "", "p50", "p99", "p99.9", "max of all", "> 2 us in ms");
  for (int i = 0; i < SIDES - 1; i++) print_row(sides[i].name, sides[i].times, 0, count);
  /* What was told at the end is what had room. */
  size_t full = dropped ? told / ROUND * ROUND : count;
  print_row("asleep, the queue fills", traced->times, 0, full);
  print_row("asleep, entries are dropped", traced->times, full + ROUND, count);
  print_clock(sides[0].times, count);
  printf("\nmemory in MiB: %.1f before the reader came, %.1f after half of the actions, %.1f at most while it slept\n",
         mib(before), mib(middle), mib(highest));
  printf("entries: %llu, told %llu, dropped %llu in %llu reports\n\n", (unsigned long long)entries, (unsigned long long)told,
         (unsigned long long)dropped, (unsigned long long)reports);

  bool is_right = judge(highest - before <= BOUND + SLACK, "memory grew by no more than what may wait for a reader");
  if (full < count / 2) is_right &= judge(highest - middle <= STEADY_SLACK, "it did not grow on while entries were dropped");
  is_right &= judge(told + dropped == entries, "each entry was told, or counted as dropped");
  is_right &= judge(entries > count, "the last action was told, too");
  for (int i = 0; i < SIDES - 1; i++) MUST(enfold_runtime_close(sides[i].runtime, &error));
  for (int i = 0; i < SIDES; i++) free(sides[i].times);
  return is_right ? 0 : 1;
}
