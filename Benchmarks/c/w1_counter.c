/* w1_counter.c: W1: {"increment":{}} in, /count out, and the same without an observer. */
#include <pthread.h>
#include <unistd.h>

#include "bench.h"
#include "floor.h"

static const char increment[] = "{\"increment\":{}}";

static void run_floor(void *context, size_t count) {
  for (size_t i = 0; i < count; i++) floor_counter_send(context, increment, sizeof increment - 1);
}

static void run_api(void *context, size_t count) {
  enfold_store store = *(enfold_store *)context;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(store, increment, sizeof increment - 1, NULL, &error));
}

void w1_counter(void) {
  floor_counter counter = {.lock = PTHREAD_MUTEX_INITIALIZER, .observer = heard};
  floor_counter silent = {.lock = PTHREAD_MUTEX_INITIALIZER};
  enfold_store observed = open_store("Counter", NULL), alone = open_store("Counter", NULL);
  observe(observed, "/count", NULL);
  /* What Python's runtimes use: the loop is the host's, and this is its thread. */
  enfold_runtime host;
  enfold_store hosted, hosted_alone;
  MUST(enfold_runtime_open("{\"loop\":\"host\"}", ENFOLD_NUL, &host, &error));
  load_plugin(host, "libCounter.so");
  MUST(enfold_store_open(host, "Counter", NULL, 0, &hosted, &error));
  MUST(enfold_store_open(host, "Counter", NULL, 0, &hosted_alone, &error));
  observe(hosted, "/count", NULL);
  const side sides[] = {
    {"W1 counter", "floor", run_floor, &counter, 100},
    {"W1 counter", "C API", run_api, &observed, 100},
    {"W1 counter", "C API, host's loop", run_api, &hosted, 100},
    {"W1 no observer", "floor", run_floor, &silent, 0},
    {"W1 no observer", "C API", run_api, &alone, 0},
    {"W1 no observer", "C API, host's loop", run_api, &hosted_alone, 0},
  };
  compare(sides, sizeof sides / sizeof *sides);
  close_store(observed);
  close_store(alone);
  MUST(enfold_runtime_close(host, &error));
}

static void *sleep_on(void *unused) {
  for (;;) pause();
  return unused;
}

/* W1 where the process has a second thread, which sleeps. From then on the mutex of the floor takes locked instructions, as
 * Enfold's locks always do. So this is the last workload. */
void w1_second_thread(void) {
  floor_counter counter = {.lock = PTHREAD_MUTEX_INITIALIZER, .observer = heard};
  floor_counter silent = {.lock = PTHREAD_MUTEX_INITIALIZER};
  enfold_store observed = open_store("Counter", NULL), alone = open_store("Counter", NULL);
  pthread_t thread;
  observe(observed, "/count", NULL);
  if (pthread_create(&thread, NULL, sleep_on, NULL) != 0) return;
  const side sides[] = {
    {"W1 counter, two threads", "floor", run_floor, &counter, 100},
    {"W1 counter, two threads", "C API", run_api, &observed, 100},
    {"W1 no observer, two threads", "floor", run_floor, &silent, 0},
    {"W1 no observer, two threads", "C API", run_api, &alone, 0},
  };
  compare(sides, sizeof sides / sizeof *sides);
  close_store(observed);
  close_store(alone);
}
