/* callback_waits.c: a thread that waits sleeps, and calls of signal handlers wake it. */
#include <sys/resource.h>

#include "asker.h"
#include "keeper.h"

static enfold_runtime runtime;
static enfold_store store, busy;
static handler *asked;
static void (*call)(int);

/* A store for the actions of signals, and one that is busy while its request has no answer. */
static void set(void) {
  enfold_plugin plugin = 0;
  options = "{\"loop\":\"host\"}";
  runtime = open_runtime_with(options, test_plugin("keeper"));
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin("Asker"), NULL, 0, &plugin, &problem));
  store = open_store(runtime, "Keeper");
  busy = open_store(runtime, "Asker");
  asked = make((handler){0});
  handle(runtime, "numberFact", asked);
  function made;
  callback_with(store, "void on_signal(int number)", "{\"signal\":\"$number\"}", "{\"signal\":true}", &made);
  call = (void (*)(int))made;
}

/* From now on the store is busy. */
static enfold_request ask(void) {
  int before = asked->asked;
  say(busy, "{\"ask\":7}");
  await(runtime, &asked->asked, before + 1);
  return asked->requests[before];
}

static long switches(void) {
  struct rusage usage;
  CHECK_INT(getrusage(RUSAGE_THREAD, &usage), 0);
  return usage.ru_nvcsw;
}

static void nothing_wakes_a_thread_that_waits_for_nothing(void) {
  set();
  ask();
  CHECK_STATUS(enfold_runtime_wait(runtime, 1, &problem), ENFOLD_TIMEOUT); /* what was at hand is done */
  long before = switches();
  CHECK_STATUS(enfold_runtime_wait(runtime, 300, &problem), ENFOLD_TIMEOUT);
  CHECK(switches() - before < 10);
  close_runtime(runtime);
}

/* ---- Calls at any moment ----------------------------------------------------------------------------------------- */

static enfold_request request;

/* The wait ends when the action of the signal has come. */
static void answer(void *user, const enfold_event *event) {
  enfold_error error = ENFOLD_ERROR_INIT;
  (void)user;
  if (event->flags & ENFOLD_CLOSED) return;
  CHECK_INT(enfold_request_resolve(request, "\"woken\"", ENFOLD_NUL, &error), ENFOLD_OK);
}

static void *call_a_little_later(void *argument) {
  volatile int turns = *(int *)argument;
  while (turns > 0) turns = turns - 1;
  call(1);
  return NULL;
}

static void a_call_wakes_the_thread_that_waits(void) {
  set();
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, answer, NULL, NULL, NULL, &problem));
  /* The calls come before the wait, inside it, and while it falls asleep. */
  for (int round = 0; round < KEPT_REQUESTS; round++) {
    pthread_t caller;
    int turns = round * 1000;
    request = ask();
    CHECK_INT(pthread_create(&caller, NULL, call_a_little_later, &turns), 0);
    in_call++;
    CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
    in_call--;
    CHECK_INT(pthread_join(caller, NULL), 0);
    CHECK_INT(sent(store), round + 1);
  }
  close_runtime(runtime);
}

int main(void) {
  RUN(nothing_wakes_a_thread_that_waits_for_nothing);
  RUN(a_call_wakes_the_thread_that_waits);
  return 0;
}
