/* unloading.c: a host that opens libenfold by dlopen, uses it, and closes it by dlclose. It is a copy of libenfold, because the
 * program itself is linked with the other one. */
#include <dlfcn.h>
#include <limits.h>
#include <semaphore.h>
#include <unistd.h>

#include "check.h"

static char copy[PATH_MAX];
static void *library;
static sem_t is_used, is_closed;

static void copy_the_library(void) {
  static char block[1 << 16];
  Dl_info here;
  CHECK(dladdr((void *)(uintptr_t)enfold_version, &here) != 0);
  snprintf(copy, sizeof copy, "%s.XXXXXX", test_plugin("unloading"));
  int file = mkstemp(copy);
  FILE *from = fopen(here.dli_fname, "rb");
  CHECK(file >= 0 && from != NULL);
  for (size_t count; (count = fread(block, 1, sizeof block, from)) > 0;) CHECK_INT(write(file, block, count), count);
  CHECK_INT(fclose(from) + close(file), 0);
}

static void *function(const char *name) {
  void *found = dlsym(library, name);
  CHECK(found != NULL);
  return found;
}

/* The type of a function cannot be cast from void * in strict C. */
#define FUNCTION(name)                         \
  __typeof__(&enfold_##name) name;             \
  do {                                         \
    void *found = function("enfold_" #name);   \
    memcpy(&name, &found, sizeof found);       \
  } while (0)

static void use_the_library(void) {
  library = dlopen(copy, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  CHECK(library != NULL);
  FUNCTION(runtime_open);
  FUNCTION(plugin_load);
  FUNCTION(store_open);
  FUNCTION(store_send);
  FUNCTION(runtime_close);
  enfold_runtime runtime = 0;
  enfold_plugin plugin = 0;
  enfold_store store = 0;
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(runtime_open(NULL, 0, &runtime, &failure), ENFOLD_OK);
  CHECK_INT(plugin_load(runtime, counter_plugin(), NULL, 0, &plugin, &failure), ENFOLD_OK);
  CHECK_INT(store_open(runtime, "Counter", NULL, 0, &store, &failure), ENFOLD_OK);
  CHECK_INT(store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &failure), ENFOLD_OK);
  CHECK_INT(runtime_close(runtime, &failure), ENFOLD_OK);
}

static void the_library_stays_in_memory(void) {
  use_the_library();
  CHECK_INT(dlclose(library), 0);
  void *still = dlopen(copy, RTLD_NOW | RTLD_NOLOAD);
  CHECK(still != NULL);
  CHECK_INT(dlclose(still), 0);
}

static void the_library_is_opened_and_closed_again(void) {
  for (int i = 0; i < 3; i++) {
    use_the_library();
    CHECK_INT(dlclose(library), 0);
  }
}

static void *use_and_wait(void *unused) {
  (void)unused;
  use_the_library();
  sem_post(&is_used);
  while (sem_wait(&is_closed) != 0) continue;
  return NULL;
}

static void a_thread_ends_after_the_library_was_closed(void) {
  pthread_t thread;
  sem_init(&is_used, 0, 0);
  sem_init(&is_closed, 0, 0);
  CHECK_INT(pthread_create(&thread, NULL, use_and_wait, NULL), 0);
  while (sem_wait(&is_used) != 0) continue;
  CHECK_INT(dlclose(library), 0);
  sem_post(&is_closed);
  CHECK_INT(pthread_join(thread, NULL), 0);
}

int main(void) {
  copy_the_library();
  RUN(the_library_stays_in_memory);
  RUN(the_library_is_opened_and_closed_again);
  RUN(a_thread_ends_after_the_library_was_closed);
  CHECK_INT(unlink(copy), 0);
  return 0;
}
