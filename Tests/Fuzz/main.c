/* main.c: api-fuzz SEED CALLS THREADS LOOP [OPTIONS]: calls everything in every order. See README.md.
 *
 * The calls are made in a child process, so that this one can say what became of it and make the sequence short. */
#include <pthread.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "call.h"
#include "doubling.h"
#include "epoch.h"
#include "failure.h"
#include "features.h"
#include "growth.h"
#include "ledger.h"
#include "operations.h"
#include "shrink.h"
#include "trace.h"
#include "watchdog.h"

typedef struct run {
  uint64_t seed, calls, first_epoch;
  unsigned threads, hang_seconds, shrink_seconds;
  bool prints_statuses, is_one_epoch;
  const char *trace;
} run;

static _Noreturn void usage(void) {
  fprintf(stderr, "usage: api-fuzz SEED CALLS THREADS inline|host [--epoch N] [--statuses] [--without OPERATION]... "
                  "[--feature NAME]\n"
                  "                [--hang SECONDS] [--shrink SECONDS] [--trace FILE]\n"
                  "  --epoch N    runs this epoch alone           --shrink S   seconds for making a failure short; 0: "
                  "not at all\n"
                  "   or: api-fuzz doubling [FAMILY]...\n"
                  "  --statuses   prints which statuses were seen  --trace FILE writes the calls as a C text\n");
  exit(2);
}

static const char *directory(const char *name) {
  const char *value = getenv(name);
  return value != NULL ? value : "";
}

static deliberate_fault chosen_fault(void) {
  static const char *const names[] = {"", "release", "closed", "revision", "hang", "leak", "cost"};
  const char *name = directory("ENFOLD_FUZZ_BREAK");
  for (int i = 0; i < 7; i++)
    if (strcmp(names[i], name) == 0) return (deliberate_fault)i;
  usage();
}

static void read_environment(void) {
  settings.broken = chosen_fault();
  settings.plugins = directory("ENFOLD_C_PLUGINS");
  settings.swift_plugins = directory("ENFOLD_TEST_PLUGINS");
  settings.twins = directory("ENFOLD_TWINS");
  settings.files = directory("ENFOLD_FUZZ_FILES");
}

static run read_arguments(int count, char **arguments) {
  run result = {.hang_seconds = 20, .shrink_seconds = 120};
  if (count < 5) usage();
  result.seed = strtoull(arguments[1], NULL, 0);
  result.calls = strtoull(arguments[2], NULL, 0);
  result.threads = (unsigned)strtoul(arguments[3], NULL, 0);
  settings.is_host = strcmp(arguments[4], "host") == 0;
  if (result.threads == 0 || (!settings.is_host && strcmp(arguments[4], "inline") != 0)) usage();
  for (int i = 5; i < count; i++) {
    const char *option = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
    if (strcmp(option, "--statuses") == 0) {
      result.prints_statuses = true;
      continue;
    }
    i++;
    if (strcmp(option, "--epoch") == 0) {
      result.first_epoch = strtoull(value, NULL, 0);
      result.is_one_epoch = true;
    } else if (strcmp(option, "--hang") == 0) {
      result.hang_seconds = (unsigned)strtoul(value, NULL, 0);
    } else if (strcmp(option, "--shrink") == 0) {
      result.shrink_seconds = (unsigned)strtoul(value, NULL, 0);
    } else if (strcmp(option, "--trace") == 0) {
      result.trace = value;
    } else if (strcmp(option, "--feature") == 0) {
      settings.only_feature = feature_named(value);
    } else if (strcmp(option, "--without") != 0 || !operation_leave_out(value)) {
      usage();
    }
  }
  return result;
}

static double seconds_since(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static int run_all(const run *all) {
  struct timespec start;
  uint64_t epoch = all->first_epoch, told = 0;
  clock_gettime(CLOCK_MONOTONIC, &start);
  watch_start((int)all->hang_seconds);
  if (all->trace != NULL) trace_to(all->trace);
  do {
    epoch_run(all->seed, epoch++, all->threads, NULL);
    size_t bytes = growth_note();
    if (calls_made() - told < 500000) continue;
    told = calls_made();
    printf("  %" PRIu64 " calls, %" PRIu64 " epochs, %zu kB allocated, %.0f s\n", told, epoch - all->first_epoch,
           bytes / 1024, seconds_since(&start));
    fflush(stdout);
  } while (!all->is_one_epoch && calls_made() < all->calls);
  growth_check();
  if (all->prints_statuses) print_statuses();
  printf("%" PRIu64 " calls: ", calls_made());
  print_groups();
  printf("%" PRIu64 " events, %" PRIu64 " records, %" PRIu64 " entries, %" PRIu64 " releases, %" PRIu64 " runtimes, %" PRIu64
         " stores, %" PRIu64 " epochs, %.0f s\n",
         (uint64_t)figures.events, (uint64_t)figures.logs, (uint64_t)figures.entries, (uint64_t)figures.releases, (uint64_t)figures.runtimes,
         (uint64_t)figures.stores, epoch - all->first_epoch, seconds_since(&start));
  return calls_made() < 100000 || every_function_was_reached() ? 0 : 1;
}

static void *run_in_thread(void *all) { return (void *)(intptr_t)run_all(all); }

/* In a thread of its own: Swift's runtime keeps the number of each thread, and that of a forked process's first thread is
 * its parent's. Two threads that meet at one of its locks would then spin for ever. */
static int run_in_child(run *all) {
  pthread_t thread;
  void *result;
  if (pthread_create(&thread, NULL, run_in_thread, all) != 0 || pthread_join(thread, &result) != 0) return 2;
  return (int)(intptr_t)result;
}

int main(int count, char **arguments) {
  read_environment();
  if (count > 1 && strcmp(arguments[1], "doubling") == 0) return doubling_run(count - 2, arguments + 2);
  run all = read_arguments(count, arguments);
  shared_progress = mmap(NULL, sizeof *shared_progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared_progress == MAP_FAILED) return 2;
  printf("seed %" PRIu64 ", %" PRIu64 " calls, %u thread%s, loop %s\n", all.seed, all.calls, all.threads,
         all.threads == 1 ? "" : "s", settings.is_host ? "host" : "inline");
  fflush(stdout);
  pid_t process = fork();
  if (process == 0) return run_in_child(&all);
  outcome o = outcome_of(process);
  if (o.signal == 0 && o.code == 0) return 0;
  uint64_t epoch = atomic_load(&shared_progress->epoch);
  printf("FAILED after %" PRIu64 " calls, in epoch %" PRIu64 ", operation %" PRIu64 ": ", calls_made(), epoch,
         (uint64_t)atomic_load(&shared_progress->operation));
  outcome_print(&o);
  printf("\nto repeat: api-fuzz %" PRIu64 " %" PRIu64 " %u %s --epoch %" PRIu64 "\n", all.seed, all.calls, all.threads,
         settings.is_host ? "host" : "inline", epoch);
  fflush(stdout);
  if (all.threads == 1 && all.shrink_seconds > 0) shrink(all.seed, epoch, &o, all.shrink_seconds);
  return 1;
}
