/* cycles.c: opening and closing ten thousand times leaves nothing behind: no memory, no descriptors, no threads. */
#include <dirent.h>

#include "check.h"

static int entries(const char *path) {
  DIR *directory = opendir(path);
  int count = 0;
  CHECK(directory != NULL);
  while (readdir(directory) != NULL) count++;
  closedir(directory);
  return count;
}

static void cycle(const char *options) {
  recorder r = {0};
  enfold_runtime runtime = open_runtime_with(options, counter_plugin());
  enfold_store store = open_store(runtime, "Counter");
  enfold_subscription subscription = observe(store, "/count", NULL, &r);
  for (int i = 0; i < 20; i++) {
    enfold_task task = 0;
    CHECK_OK(enfold_store_send(store, i % 2 == 0 ? "\"increment\"" : "{\"setCount\":5}", ENFOLD_NUL,
                               i % 4 == 0 ? &task : NULL, &problem));
    if (task != 0 && i % 8 == 0) CHECK_OK(enfold_task_release(task, &problem)); /* the others end with the runtime */
  }
  CHECK(r.events > 1);
  if (r.events % 2 == 0) CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(r.releases, 1);
}

static void nothing_grows(void) {
  int count = atoi(environment("ENFOLD_CYCLES", "10000"));
  for (int i = 0; i < 500; i++) cycle(i % 2 == 0 ? NULL : "{\"loop\":\"host\"}");
  int descriptors = entries("/proc/self/fd"), threads = entries("/proc/self/task");
  long before = memory();
  for (int i = 0; i < count; i++) cycle(i % 2 == 0 ? NULL : "{\"loop\":\"host\"}");
  CHECK_INT(entries("/proc/self/fd"), descriptors);
  CHECK_INT(entries("/proc/self/task"), threads);
  fprintf(stderr, "  %ld kB before, %ld kB after\n", before, memory());
  if (!SANITIZED && !TINY) CHECK(memory() - before < 1024);
}

int main(void) {
  RUN(nothing_grows);
  return 0;
}
