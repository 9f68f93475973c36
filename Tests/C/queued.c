/* queued.c: many actions that wait. What a send costs does not depend on how many wait already. */
#include <stddef.h>

#include "check.h"

/* The program brings its own malloc: libenfold calls it, too. A sanitizer has one already. */
static size_t greatest, live;
#if !SANITIZED
void *__libc_malloc(size_t size);
void *__libc_realloc(void *memory, size_t size);
static void note(size_t size) {
  if (size > greatest) greatest = size;
}
void *malloc(size_t size) {
  live++;
  note(size);
  return __libc_malloc(size);
}
void *realloc(void *memory, size_t size) {
  note(size);
  return __libc_realloc(memory, size);
}
#endif

enum { ACTIONS = 300000 };

/* Its thread is the loop thread: what others send must wait. */
static void *open_host_loop(void *runtime) {
  *(enfold_runtime *)runtime = open_runtime_with("{\"loop\":\"host\"}", test_plugin("reducer"));
  return NULL;
}

static void a_queue_never_grows_in_one_piece(void) {
  enfold_runtime runtime = 0;
  elsewhere(open_host_loop, &runtime);
  enfold_store store = open_store(runtime, "Tally");
  CHECK_STATUS(send(store, "\"reset\""), ENFOLD_QUEUED);
  greatest = live = 0;
  for (int i = 1; i < ACTIONS; i++) CHECK_STATUS(send(store, "\"reset\""), ENFOLD_QUEUED);
  if (!SANITIZED) {
    CHECK(live > 0);
    CHECK(greatest <= 64 * 1024);
  }
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(revision(store), ACTIONS);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void a_store_that_is_closed_drops_what_waits(void) {
  enfold_runtime runtime = 0;
  elsewhere(open_host_loop, &runtime);
  enfold_store store = open_store(runtime, "Tally");
  enfold_task first = 0, last = 0;
  CHECK_STATUS(enfold_store_send(store, "\"reset\"", ENFOLD_NUL, &first, &problem), ENFOLD_QUEUED);
  for (int i = 0; i < 1000; i++) CHECK_STATUS(send(store, "\"reset\""), ENFOLD_QUEUED);
  CHECK_STATUS(enfold_store_send(store, "\"reset\"", ENFOLD_NUL, &last, &problem), ENFOLD_QUEUED);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_FAILS(enfold_task_status(first, &problem), ENFOLD_CANCELLED, "");
  CHECK_FAILS(enfold_task_status(last, &problem), ENFOLD_CANCELLED, "");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  RUN(a_queue_never_grows_in_one_piece);
  RUN(a_store_that_is_closed_drops_what_waits);
  return 0;
}
