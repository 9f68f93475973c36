/* callback_threads.c: many threads call one callback while it, its store and its runtime are closed. */
#include <poll.h>

#include "keeper.h"

enum { THREADS = 8, ROUNDS = SANITIZED ? 30 : 120 };

static enfold_runtime runtime;
static enfold_store store;
static _Atomic(function) current;
static atomic_bool is_over;
static atomic_long calls;
static bool by_closure;

static int call_current(void) {
  function made = atomic_load(&current);
  if (by_closure) return ((int (*)(double, const char *))made)(1.5, "text");
  return ((int (*)(int, const char *))made)(1, "text");
}

static void *call_until_over(void *unused) {
  (void)unused;
  while (!is_over) {
    CHECK_INT(call_current(), -5);
    if (atomic_fetch_add(&calls, 1) % 16 == 0) sched_yield(); /* so that the others get on, too */
  }
  return NULL;
}

static void begin(void) {
  runtime = open_runtime_with(options, test_plugin("keeper"));
  store = open_store(runtime, "Keeper");
}

static enfold_callback make(void) {
  function made;
  enfold_callback opened =
      callback_with(store, by_closure ? "int f(double x, const char *words)" : "int f(int x, const char *words)",
                    "{\"x\":\"$x\",\"words\":\"$words\"}", "{\"returns\":-5}", &made);
  atomic_store(&current, made);
  return opened;
}

static void pump(void) {
  if (options != NULL) CHECK(enfold_runtime_pump(runtime, 1000, NULL, &problem) >= 0);
}

static void await_calls(long more) {
  long enough = calls + more;
  while (calls < enough) {
    pump();
    sched_yield();
  }
}

static void threads_call_while_it_is_closed(void) {
  pthread_t threads[THREADS];
  calls = 0;
  is_over = false;
  begin();
  enfold_callback callback = make();
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, call_until_over, NULL), 0);
  for (int round = 0; round < ROUNDS; round++) {
    await_calls(20);
    switch (round % 3) {
      case 0: /* alone */
        CHECK_OK(enfold_callback_close(callback, &problem));
        break;
      case 1:
        CHECK_OK(enfold_store_close(store, &problem));
        store = open_store(runtime, "Keeper");
        break;
      default:
        CHECK_OK(enfold_runtime_close(runtime, &problem));
        begin();
    }
    if (round % 3 != 0) CHECK_STATUS(enfold_callback_close(callback, &problem), ENFOLD_STALE);
    CHECK_INT(open_callbacks(runtime), 0);
    await_calls(5);
    if (round % 3 != 0) CHECK_INT(sent(store), 0); /* old functions do not find the new store */
    callback = make();
  }
  is_over = true;
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  fprintf(stderr, "    %ld calls\n", calls);
}

/* ---- Nothing is lost --------------------------------------------------------------------------------------------- */

enum { CALLS = SANITIZED ? 500 : 5000 };

static void *call_often(void *unused) {
  (void)unused;
  for (int i = 0; i < CALLS; i++) CHECK_INT(call_current(), -5);
  return NULL;
}

static void each_call_is_one_action(void) {
  pthread_t threads[THREADS];
  begin();
  make();
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, call_often, NULL), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  CHECK_INT(sent(store), THREADS * CALLS);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* ---- Many are made at once --------------------------------------------------------------------------------------- */

static _Atomic(function) all[THREADS * 10];

static void *make_some(void *first) {
  for (int i = 0; i < 10; i++) {
    function made = NULL;
    enfold_callback out = 0;
    enfold_error error = ENFOLD_ERROR_INIT;
    CHECK_INT(enfold_store_callback(store, by_closure ? "int f(double x)" : "int f(int x)", "1", 1, NULL, 0, &made, &out,
                                    &error), ENFOLD_OK);
    atomic_store(&((_Atomic(function) *)first)[i], made);
    if (i % 2 == 0) CHECK_INT(enfold_callback_close(out, &error), ENFOLD_OK);
  }
  return NULL;
}

static void threads_make_them(void) {
  pthread_t threads[THREADS];
  begin();
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, make_some, &all[i * 10]), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_INT(open_callbacks(runtime), THREADS * 5);
  for (int i = 0; i < THREADS * 10; i++)
    for (int k = 0; k < i; k++) CHECK(all[i] != all[k]);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void everything(void) {
  options = NULL;
  RUN(each_call_is_one_action);
  RUN(threads_make_them);
  RUN(threads_call_while_it_is_closed);
  options = "{\"loop\":\"host\"}";
  RUN(each_call_is_one_action);
  RUN(threads_call_while_it_is_closed);
}

int main(void) {
  everything();
  by_closure = true;
  everything();
  return 0;
}
