/* measure.c: calibrates, measures in turn, takes medians, prints rows. */
#include <time.h>

#include "bench.h"

static const double RUN_TIME = 50e6;   /* ns of one run of one side */
static const double CALIBRATION = 5e6; /* ns: a trial at least this long tells how many actions fit */

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

void row(const char *workload, const char *what, double *values, const char *unit) {
  qsort(values, RUNS, sizeof *values, ascending);
  printf("%s\t%s\t%.2f\t%s\t%.2f\t%.2f\n", workload, what, values[RUNS / 2], unit, values[0], values[RUNS - 1]);
  fflush(stdout);
}

void note(const char *text) {
  printf("note\t%s\n", text);
  fflush(stdout);
}

static double time_of(const side *side, size_t count) {
  double start = now();
  side->run(side->context, count);
  return now() - start;
}

static size_t calibrated(const side *side) {
  side->run(side->context, 1); /* the first one may make a copy or fill a cache, and tells nothing */
  for (size_t count = 1;; count *= 2) {
    double time = time_of(side, count);
    if (time < CALIBRATION && count < SIZE_MAX / 4) continue;
    double fitting = RUN_TIME / time * (double)count;
    return fitting < 1 ? 1 : (size_t)fitting;
  }
}

/* The hash of what observers hear of a side's first actions. */
static uint64_t hash_of(const side *side) {
  is_hashing = 1;
  heard_hash = heard_bytes = 0;
  side->run(side->context, side->same);
  is_hashing = 0;
  return heard_hash;
}

/* A difference is told, not fatal: the ratio is then one of unequal work. */
static void check_same(const side *sides, size_t count) {
  const side *first = NULL;
  uint64_t first_hash = 0, first_bytes = 0;
  char text[256];
  for (const side *side = sides; side < sides + count; side++) {
    if (side->same == 0) continue;
    uint64_t hash = hash_of(side);
    if (!first || strcmp(first->workload, side->workload) != 0) {
      first = side;
      first_hash = hash;
      first_bytes = heard_bytes;
      if (first_bytes) continue;
      snprintf(text, sizeof text, "%s: no observer heard of the %zu actions to be compared.", side->workload, side->same);
      note(text);
    } else if (hash != first_hash || heard_bytes != first_bytes) {
      snprintf(text, sizeof text, "%s: not the same bytes for %zu actions: %s delivers %llu, %s delivers %llu.",
               side->workload, side->same, first->what, (unsigned long long)first_bytes, side->what,
               (unsigned long long)heard_bytes);
      note(text);
    }
  }
}

void compare(const side *sides, size_t count) {
  double times[SIDES][RUNS];
  size_t counts[SIDES];
  if (count > SIDES) abort();
  check_same(sides, count);
  for (size_t i = 0; i < count; i++) counts[i] = calibrated(&sides[i]);
  for (int run = 0; run < RUNS; run++)
    for (size_t i = 0; i < count; i++) times[i][run] = time_of(&sides[i], counts[i]) / (double)counts[i];
  for (size_t i = 0; i < count; i++) row(sides[i].workload, sides[i].what, times[i], "ns");
}
