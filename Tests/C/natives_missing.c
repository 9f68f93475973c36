/* natives_missing.c: what enfold_runtime_bind says where libffi is not installed, and when it is installed later. */
#include <dlfcn.h>
#include <stdatomic.h>

#include "check.h"

/* This program's dlopen comes before that of the C library. */
static atomic_bool is_missing = true;
static atomic_int tried;

void *dlopen(const char *path, int flags) {
  void *(*original)(const char *, int);
  void *address = dlsym(RTLD_NEXT, "dlopen");
  memcpy(&original, &address, sizeof original);
  if (path != NULL && strstr(path, "libffi.so") != NULL) {
    atomic_fetch_add(&tried, 1);
    if (is_missing) return original("libffi.so.of-nobody", flags);
  }
  return original(path, flags);
}

static int seven(void) { return 7; }

static void without_libffi_everything_else_works(void) {
  enfold_runtime runtime = open_runtime_with(NULL, counter_plugin());
  CHECK_INT(tried, 0);
  CHECK_FAILS(enfold_runtime_bind(runtime, "int seven(void)", (void (*)(void))seven, NULL, 0, &problem), ENFOLD_UNSUPPORTED,
              "libffi is not installed: libffi.so.of-nobody: cannot open");
  CHECK_INT(tried, 2); /* both of its versions */
  CHECK_FAILS(enfold_runtime_bind(runtime, "int seven(", (void (*)(void))seven, NULL, 0, &problem), ENFOLD_INVALID, "^");
  enfold_store store = open_store(runtime, "Counter");
  CHECK_OK(send(store, "\"increment\""));
  is_missing = false;
  CHECK_OK(enfold_runtime_bind(runtime, "int seven(void)", (void (*)(void))seven, NULL, 0, &problem));
  CHECK_INT(tried, 3); /* the first one, at last */
  CHECK_OK(enfold_runtime_bind(runtime, "int seven(void)", (void (*)(void))seven, NULL, 0, &problem));
  CHECK_INT(tried, 3);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  RUN(without_libffi_everything_else_works);
  return 0;
}
