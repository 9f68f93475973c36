/* callback_signals.c: C functions that are called from signal handlers. */
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "keeper.h"

enum { PLACES = 1024 };

static enfold_runtime runtime;
static enfold_store store;
static int descriptor;

static void begin(void) {
  runtime = open_runtime_with("{\"loop\":\"host\"}", test_plugin("keeper"));
  store = open_store(runtime, "Keeper");
  listen_to(runtime);
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
}

static void end(void) { CHECK_OK(enfold_runtime_close(runtime, &problem)); }

static bool readable(void) {
  struct pollfd poller = {descriptor, POLLIN, 0};
  return poll(&poller, 1, 0) == 1 && (poller.revents & POLLIN) != 0;
}

static void (*handler(enfold_callback *callback))(int) {
  function made;
  enfold_callback opened = callback_with(store, "void on_signal(int number)", "{\"signal\":\"$number\"}",
                                         "{\"signal\":true}", &made);
  if (callback != NULL) *callback = opened;
  return (void (*)(int))made;
}

static void a_signal_becomes_an_action_in_the_next_pump(void) {
  uint32_t done = 0;
  begin();
  CHECK(signal(SIGUSR1, handler(NULL)) != SIG_ERR);
  CHECK(!readable());
  errno = 77;
  raise(SIGUSR1);
  CHECK_INT(errno, 77);
  CHECK(readable());
  CHECK_INT(sent(store), 0);
  CHECK_OK(enfold_runtime_pump(runtime, 0, &done, &problem));
  CHECK_INT(done, 1);
  CHECK(!readable());
  CHECK_TEXT(last(store), "{\"signal\":10}");
  CHECK_INT(records.count, 0);
  signal(SIGUSR1, SIG_DFL);
  end();
}

static void errno_stays_when_the_descriptor_is_full(void) {
  begin();
  CHECK(signal(SIGUSR1, handler(NULL)) != SIG_ERR);
  /* A counter that can take no more: writing to it fails. */
  uint64_t most = UINT64_MAX - 1;
  CHECK_INT(write(descriptor, &most, sizeof most), sizeof most);
  errno = 78;
  raise(SIGUSR1);
  CHECK_INT(errno, 78);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(sent(store), 1);
  CHECK(!readable());
  signal(SIGUSR1, SIG_DFL);
  end();
}

static void record_all(void *user, const enfold_event *event) {
  if (!(event->flags & ENFOLD_CLOSED)) record_text(user, event->action);
}

static void signals_keep_their_order(void) {
  recorder r = {0};
  begin();
  void (*first)(int) = handler(NULL), (*second)(int) = handler(NULL);
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, record_all, &r, NULL, NULL, &problem));
  CHECK(signal(SIGUSR1, first) != SIG_ERR);
  CHECK(signal(SIGUSR2, second) != SIG_ERR);
  raise(SIGUSR1);
  raise(SIGUSR2);
  raise(SIGUSR2);
  raise(SIGUSR1);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_TEXT(r.text, "{\"signal\":10}|{\"signal\":12}|{\"signal\":12}|{\"signal\":10}");
  signal(SIGUSR1, SIG_DFL);
  signal(SIGUSR2, SIG_DFL);
  end();
}

static void the_budget_of_a_pump_is_kept(void) {
  uint32_t done = 0;
  begin();
  void (*call)(int) = handler(NULL);
  for (int i = 0; i < 5; i++) call(i);
  CHECK_STATUS(enfold_runtime_pump(runtime, 2, &done, &problem), ENFOLD_MORE);
  CHECK_INT(done, 2);
  CHECK(readable());
  call(5);
  CHECK_OK(enfold_runtime_pump(runtime, 10, &done, &problem));
  CHECK_INT(done, 4);
  CHECK(!readable());
  CHECK_TEXT(last(store), "{\"signal\":5}");
  end();
}

static void (*called_again)(int);

static void call_again(void *user, const enfold_event *event) {
  (void)user;
  if (!(event->flags & ENFOLD_CLOSED)) called_again(1);
}

static void calls_that_come_for_ever_leave_the_pump(void) {
  enfold_subscription subscription;
  begin();
  called_again = handler(NULL);
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, call_again, NULL, NULL, &subscription, &problem));
  called_again(1);
  CHECK_INT(enfold_runtime_pump(runtime, 0, NULL, &problem), ENFOLD_MORE);
  long before = sent(store);
  CHECK(before > 1 && readable());
  /* The next pump goes on, and when nobody calls any more the rest is handled. */
  CHECK_INT(enfold_runtime_pump(runtime, 0, NULL, &problem), ENFOLD_MORE);
  CHECK(sent(store) > before);
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK(!readable());
  end();
}

static void what_is_too_much_is_counted(void) {
  function made;
  begin();
  callback_with(store, "int f(int a, bool b, void *c, uint8_t d)", "[\"$a\",\"$b\",\"$c\",\"$d\"]",
                "{\"signal\":true,\"returns\":-3}", &made);
  int (*call)(int, bool, void *, int) = (int (*)(int, bool, void *, int))made;
  for (int i = 0; i < PLACES + 7; i++) CHECK_INT(call(i, true, NULL, 0x101), -3);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(sent(store), PLACES);
  CHECK_TEXT(last(store), "[1023,true,null,1]");
  CHECK_INT(records.count, 1);
  CHECK_CONTAINS(records.last, "7 calls of signal handlers found 1024 others waiting");
  CHECK_CONTAINS(records.last, "int f(int a, bool b, void *c, uint8_t d)");
  CHECK(!readable());
  call(1, false, &store, 255);
  CHECK(readable());
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK_INT(records.count, 1);
  char expected[64];
  snprintf(expected, sizeof expected, "[1,false,\"%p\",255]", (void *)&store);
  CHECK_TEXT(last(store), expected);
  end();
}

static void a_closed_one_does_nothing(void) {
  enfold_callback callback;
  begin();
  void (*call)(int) = handler(&callback);
  call(1);
  call(2);
  CHECK_OK(enfold_callback_close(callback, &problem));
  call(3);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem)); /* what waited is forgotten */
  CHECK(!readable());
  CHECK_INT(sent(store), 0);
  call = handler(NULL);
  end();
  call(4);
}

static void a_wait_sees_signals(void) {
  enfold_task task = 0;
  begin();
  CHECK(signal(SIGALRM, handler(NULL)) != SIG_ERR);
  (void)task;
  raise(SIGALRM);
  CHECK_OK(enfold_store_wait(store, 10000, &problem));
  CHECK_TEXT(last(store), "{\"signal\":14}");
  signal(SIGALRM, SIG_DFL);
  end();
}

static void others_are_refused(void) {
  function made = NULL;
  begin();
  CHECK_FAILS(enfold_store_callback(store, "void f(const char *a)", "1", 1, "{\"signal\":true}", ENFOLD_NUL, &made, NULL,
                                    &problem), ENFOLD_UNSUPPORTED, "a is a text");
  CHECK_FAILS(enfold_store_callback(store, "void f(double a)", "1", 1, "{\"signal\":true}", ENFOLD_NUL, &made, NULL,
                                    &problem), ENFOLD_UNSUPPORTED, "its parameter a is double");
  CHECK_FAILS(enfold_store_callback(store, "float f(void)", "1", 1, "{\"signal\":true}", ENFOLD_NUL, &made, NULL, &problem),
              ENFOLD_UNSUPPORTED, "its result is float");
  CHECK_FAILS(enfold_store_callback(store, "void f(int a,int b,int c,int d,int e,int f,int g,int h,int i)", "1", 1,
                                    "{\"signal\":true}", ENFOLD_NUL, &made, NULL, &problem),
              ENFOLD_UNSUPPORTED, "it has 9 parameters");
  end();
  runtime = open_runtime_with(NULL, test_plugin("keeper"));
  store = open_store(runtime, "Keeper");
  CHECK_FAILS(enfold_store_callback(store, "void f(int a)", "1", 1, "{\"signal\":true}", ENFOLD_NUL, &made, NULL, &problem),
              ENFOLD_UNSUPPORTED, "\"loop\":\"host\"");
  end();
  CHECK(made == NULL);
}

/* ---- Signals while everything else happens ----------------------------------------------------------------------- */

static atomic_bool is_over;

static void *raise_signals(void *argument) {
  pthread_t target = *(pthread_t *)argument;
  while (!is_over) {
    pthread_kill(target, SIGUSR1);
    sched_yield();
  }
  return NULL;
}

static atomic_int calls;
static _Atomic(function) counted;

static void count_and_call(int number) {
  ((void (*)(int))atomic_load(&counted))(number);
  atomic_fetch_add(&calls, 1);
}

/* The loop thread itself is interrupted wherever it is: in a pump, in malloc, while a lock is held. */
static void signals_interrupt_the_loop_thread(void) {
  enum { ENOUGH = SANITIZED ? 300 : 3000 };
  pthread_t self = pthread_self(), other;
  begin();
  counted = (function)handler(NULL);
  calls = 0;
  is_over = false;
  CHECK(signal(SIGUSR1, count_and_call) != SIG_ERR);
  CHECK_INT(pthread_create(&other, NULL, raise_signals, &self), 0);
  while (calls < ENOUGH) {
    CHECK(enfold_runtime_pump(runtime, 0, NULL, &problem) >= 0);
    CHECK_OK(send(store, "\"a longer action that is kept\""));
    struct pollfd poller = {descriptor, POLLIN, 0};
    poll(&poller, 1, 1);
  }
  is_over = true;
  CHECK_INT(pthread_join(other, NULL), 0);
  signal(SIGUSR1, SIG_DFL);
  CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  CHECK(!readable());
  /* Nothing goes wrong but that a thread which does not get on drops calls. */
  if (records.count > 0) CHECK_CONTAINS(records.last, "calls of signal handlers found 1024 others waiting");
  end();
}

/* The handlers run on other threads, while the callback is closed and the runtime, too. */
static void *call_until_over(void *unused) {
  (void)unused;
  while (!is_over) {
    errno = 5;
    ((void (*)(int))atomic_load(&counted))(1);
    CHECK_INT(errno, 5);
  }
  return NULL;
}

static void many_threads_call_while_it_is_closed(void) {
  pthread_t threads[4];
  is_over = false;
  begin();
  enfold_callback callback;
  counted = (function)handler(&callback);
  for (int i = 0; i < 4; i++) CHECK_INT(pthread_create(&threads[i], NULL, call_until_over, NULL), 0);
  for (int round = 0; round < (SANITIZED ? 10 : 30); round++) {
    long before = sent(store);
    for (int pumps = 0; pumps < 1000 && sent(store) == before; pumps++) {
      struct pollfd poller = {descriptor, POLLIN, 0};
      poll(&poller, 1, 1000);
      CHECK(enfold_runtime_pump(runtime, 100, NULL, &problem) >= 0);
    }
    CHECK(sent(store) > before);
    if (round % 2 == 0) CHECK_OK(enfold_callback_close(callback, &problem));
    end();
    begin();
    counted = (function)handler(&callback);
  }
  is_over = true;
  for (int i = 0; i < 4; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  end();
}

int main(void) {
  RUN(a_signal_becomes_an_action_in_the_next_pump);
  RUN(errno_stays_when_the_descriptor_is_full);
  RUN(signals_keep_their_order);
  RUN(the_budget_of_a_pump_is_kept);
  RUN(calls_that_come_for_ever_leave_the_pump);
  RUN(what_is_too_much_is_counted);
  RUN(a_closed_one_does_nothing);
  RUN(a_wait_sees_signals);
  RUN(others_are_refused);
  RUN(signals_interrupt_the_loop_thread);
  RUN(many_threads_call_while_it_is_closed);
  return 0;
}
