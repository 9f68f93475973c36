/* task_end.c: what became of a task, and callbacks for its end. Uses the test plugin: it knows "fail" and "sleep". */
#include <poll.h>
#include <pthread.h>

#include "check.h"

static bool is_host;
static const char *plugin;
static enfold_runtime runtime;

/* With "loop":"inline" callbacks run on the thread that ends the task, which may be another one than this. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_released = PTHREAD_COND_INITIALIZER;

typedef struct ending {
  int calls;
  _Atomic int releases; /* counted last */
  enfold_status status;
  char message[64], order[64];
  struct ending *log; /* whose `order` gets `name` */
  const char *name;
  enfold_task task;
  void (*then)(struct ending *);
  pthread_t thread;
  bool runs;
} ending;

static enfold_store the_store;

static void on_end(void *user, enfold_status status, const char *message, size_t length) {
  ending *e = user;
  CHECK_INT(e->releases, 0);
  CHECK(message != NULL);
  CHECK_INT(strlen(message), length);
  e->calls++;
  e->status = status;
  e->thread = pthread_self();
  snprintf(e->message, sizeof e->message, "%s", message);
  if (e->log != NULL) strcat(e->log->order, e->name);
  e->runs = true;
  if (e->then != NULL) e->then(e);
  e->runs = false;
}

static void on_release(void *user) {
  ending *e = user;
  CHECK(!e->runs);
  pthread_mutex_lock(&lock);
  e->releases++;
  pthread_cond_broadcast(&is_released);
  pthread_mutex_unlock(&lock);
}

static enfold_task send_task(enfold_store store, const char *action) {
  enfold_task task = 0;
  enfold_status status = enfold_store_send(store, action, ENFOLD_NUL, &task, &problem);
  CHECK(status == ENFOLD_OK || status == ENFOLD_QUEUED);
  CHECK(task != 0);
  return task;
}

static void when_ended(enfold_task task, ending *e) {
  e->task = task;
  CHECK_OK(enfold_task_on_end(task, on_end, e, on_release, &problem));
}

/* Lets callbacks run until the store is idle. */
static void settle(enfold_store store) {
  CHECK_OK(enfold_store_wait(store, 20000, &problem));
  if (is_host) CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
}

/* The same, until the release has run. Who waits for a task may go on before its end has reached the loop. */
static void settle_until_released(enfold_store store, ending *e) {
  settle(store);
  if (is_host) {
    struct pollfd poller = {-1, POLLIN, 0};
    CHECK_OK(enfold_runtime_fd(runtime, &poller.fd, &problem));
    while (e->releases == 0) {
      CHECK_INT(poll(&poller, 1, 20000), 1);
      CHECK(enfold_runtime_pump(runtime, 0, NULL, &problem) >= 0);
    }
    return;
  }
  pthread_mutex_lock(&lock);
  while (e->releases == 0) pthread_cond_wait(&is_released, &lock);
  pthread_mutex_unlock(&lock);
}

static void check_ended(const ending *e, enfold_status status, const char *message) {
  CHECK_INT(e->calls, 1);
  CHECK_INT(e->releases, 1);
  CHECK_INT(e->status, status);
  CHECK_CONTAINS(e->message, message);
}

static void a_task_that_has_ended_calls_at_once(void) {
  ending e = {0};
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "\"increment\"");
  CHECK_OK(enfold_task_status(task, &problem));
  when_ended(task, &e);
  check_ended(&e, ENFOLD_OK, "");
  CHECK_TEXT(e.message, "");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_INT(e.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_effect_calls_when_it_has_ended(void) {
  ending first = {.name = "1"}, second = {.name = "2"};
  first.log = second.log = &first;
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "\"factTapped\"");
  when_ended(task, &first);
  when_ended(task, &second);
  settle(store);
  CHECK_OK(enfold_task_wait(task, 20000, &problem));
  settle_until_released(store, &second);
  check_ended(&first, ENFOLD_OK, "");
  check_ended(&second, ENFOLD_OK, "");
  CHECK_TEXT(first.order, "12");
  if (is_host) CHECK(pthread_equal(first.thread, pthread_self()));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_failed_effect_passes_on_its_message(void) {
  ending e = {0};
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "{\"fail\":\"no such number\"}");
  when_ended(task, &e);
  settle_until_released(store, &e);
  check_ended(&e, ENFOLD_FAILED, "no such number");
  CHECK_TEXT(e.message, "no such number");
  CHECK_FAILS(enfold_task_status(task, &problem), ENFOLD_FAILED, "no such number");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_cancelled_task_says_so(void) {
  ending e = {0};
  enfold_store store = open_store(runtime, "Counter");
  enfold_task task = send_task(store, "{\"sleep\":100000}");
  when_ended(task, &e);
  CHECK_INT(e.calls, 0);
  CHECK_STATUS(enfold_task_status(task, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(enfold_task_cancel(task, &problem));
  CHECK_STATUS(enfold_task_wait(task, 20000, &problem), ENFOLD_CANCELLED);
  settle_until_released(store, &e);
  check_ended(&e, ENFOLD_CANCELLED, "cancelled");
  CHECK_FAILS(enfold_task_status(task, &problem), ENFOLD_CANCELLED, "cancelled");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_released_task_calls_nobody(void) {
  ending e = {0};
  enfold_store store = open_store(runtime, "Counter");
  int64_t begun = now_ms();
  enfold_task task = send_task(store, "\"factTapped\"");
  when_ended(task, &e);
  CHECK_OK(enfold_task_release(task, &problem));
  bool is_in_time = now_ms() - begun < FACT_MS;
  if (is_in_time) CHECK_INT(e.releases, 1);
  settle_until_released(store, &e);
  CHECK_TEXT(state(store, "/isLoading"), "false");
  if (is_in_time) CHECK_INT(e.calls, 0);
  CHECK_INT(e.releases, 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void note_closed(recorder *r, const enfold_event *event) {
  if (event->flags & ENFOLD_CLOSED) strcat(((ending *)r->context)->order, "X");
}

static void closing_the_store_comes_before_its_last_events(void) {
  ending e = {.name = "E"}, late = {0};
  e.log = &e;
  recorder r = {.then = note_closed, .context = &e};
  enfold_store store = open_store(runtime, "Counter");
  observe(store, "/count", NULL, &r);
  enfold_task task = send_task(store, "{\"sleep\":100000}");
  when_ended(task, &e);
  CHECK_OK(enfold_store_close(store, &problem));
  check_ended(&e, ENFOLD_CANCELLED, "was c"); /* "the store was closed", or "cancelled" if its effect noticed first */
  CHECK_TEXT(e.order, "EX");
  when_ended(task, &late); /* the store has ended, too */
  check_ended(&late, ENFOLD_CANCELLED, "was c");
  CHECK_OK(enfold_task_release(task, &problem));
}

static void *close_runtime_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_runtime_close(*(enfold_runtime *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void closing_the_runtime_calls_everybody(void) {
  for (int round = 0; round < 2; round++) {
    ending e = {0}, done = {0};
    enfold_runtime other = open_runtime_with(options, plugin);
    enfold_store store = open_store(other, "Counter");
    when_ended(send_task(store, "\"increment\""), &done);
    when_ended(send_task(store, "\"factTapped\""), &e);
    if (round == 0) CHECK_OK(enfold_runtime_close(other, &problem));
    if (round == 1) elsewhere(close_runtime_elsewhere, &other);
    check_ended(&done, ENFOLD_OK, "");
    CHECK_INT(e.calls, 1);
    CHECK_INT(e.releases, 1);
    CHECK(e.status == ENFOLD_CANCELLED || e.status == ENFOLD_OK);
    CHECK_FAILS(enfold_task_on_end(e.task, on_end, &e, on_release, &problem), ENFOLD_STALE, "closed");
    CHECK_INT(e.releases, 2);
  }
}

/* ---- Inside callbacks -------------------------------------------------------------------------------------------- */

static void release_own(ending *e) { CHECK_OK(enfold_task_release(e->task, &problem)); }
static void close_store(ending *e) {
  (void)e;
  CHECK_OK(enfold_store_close(the_store, &problem));
}
static void close_runtime(ending *e) {
  (void)e;
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}
static void wait_inside(ending *e) {
  CHECK_FAILS(enfold_task_wait(e->task, 0, &problem), ENFOLD_REENTRANT, "callback");
  CHECK_OK(enfold_task_status(e->task, &problem));
}
static ending next;
static void ask_again(ending *e) {
  when_ended(e->task, &next);
  CHECK_INT(next.calls, 0);
}

static void everything_may_be_closed_inside(void) {
  void (*const each[])(ending *) = {release_own, close_store, close_runtime, wait_inside, ask_again};
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    for (int is_effect = 0; is_effect < 2; is_effect++) {
      ending e = {.then = each[i]};
      enfold_runtime before = runtime;
      runtime = open_runtime_with(options, plugin);
      the_store = open_store(runtime, "Counter");
      next = (ending){0};
      enfold_task task = send_task(the_store, is_effect ? "\"factTapped\"" : "\"increment\"");
      when_ended(task, &e);
      while (e.releases == 0) {
        struct pollfd poller = {-1, POLLIN, 0};
        if (is_host && enfold_runtime_fd(runtime, &poller.fd, NULL) == ENFOLD_OK) {
          CHECK_INT(poll(&poller, 1, 20000), 1);
          CHECK(enfold_runtime_pump(runtime, 0, NULL, &problem) >= 0);
        } else {
          enfold_runtime_wait(runtime, 20000, NULL);
        }
      }
      check_ended(&e, ENFOLD_OK, "");
      if (each[i] == ask_again) {
        settle_until_released(the_store, &next);
        check_ended(&next, ENFOLD_OK, "");
      }
      if (each[i] != close_runtime) CHECK_OK(enfold_runtime_close(runtime, &problem));
      runtime = before;
    }
  }
}

/* An observer runs while the task ends: the callback comes after it. */
static ending inside;
static enfold_task inside_task;

static void ask_in_observer(recorder *r, const enfold_event *event) {
  (void)r;
  if (!(event->flags & ENFOLD_CHANGED)) return;
  when_ended(inside_task, &inside);
  CHECK_INT(inside.calls, 0);
}

static void it_never_runs_inside_an_observer(void) {
  recorder r = {.then = ask_in_observer};
  enfold_store store = open_store(runtime, "Counter");
  inside = (ending){0};
  inside_task = send_task(store, "\"noop\"");
  observe(store, "/count", NULL, &r);
  CHECK_OK(send(store, "\"increment\""));
  if (is_host) CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
  check_ended(&inside, ENFOLD_OK, "");
  CHECK_OK(enfold_task_release(inside_task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

static void *ask_elsewhere(void *argument) {
  ending *e = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_task_on_end(e->task, on_end, e, on_release, &failure), ENFOLD_OK);
  return NULL;
}

static void another_thread_leaves_it_to_the_loop(void) {
  ending e = {0};
  int descriptor = -1;
  enfold_store store = open_store(runtime, "Counter");
  e.task = send_task(store, "\"increment\"");
  elsewhere(ask_elsewhere, &e);
  if (is_host) {
    CHECK_INT(e.calls, 0);
    CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
    struct pollfd poller = {descriptor, POLLIN, 0};
    CHECK_INT(poll(&poller, 1, 0), 1);
    CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
    CHECK_INT(poll(&poller, 1, 0), 0);
    CHECK(pthread_equal(e.thread, pthread_self()));
  }
  check_ended(&e, ENFOLD_OK, "");
  CHECK_OK(enfold_task_release(e.task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void *release_elsewhere(void *argument) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_task_release(*(enfold_task *)argument, &failure), ENFOLD_OK);
  return NULL;
}

static void a_release_from_another_thread_waits_for_the_pump(void) {
  ending e = {0};
  enfold_store store = open_store(runtime, "Counter");
  int64_t begun = now_ms();
  enfold_task task = send_task(store, "\"factTapped\"");
  when_ended(task, &e);
  elsewhere(release_elsewhere, &task);
  bool is_sure = is_host || now_ms() - begun < FACT_MS;
  if (is_sure) CHECK_INT(e.releases, is_host ? 0 : 1);
  settle_until_released(store, &e);
  CHECK_INT(e.releases, 1);
  if (is_sure) CHECK_INT(e.calls, 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* Tasks end on their own threads while this one asks and releases: each callback is called or dropped, once. */
static void ends_and_releases_race(void) {
  enum { COUNT = 200 };
  static ending each[COUNT];
  static enfold_task tasks[COUNT];
  enfold_store store = open_store(runtime, "Counter");
  memset(each, 0, sizeof each);
  for (int i = 0; i < COUNT; i++) {
    tasks[i] = send_task(store, i % 2 ? "{\"sleep\":1}" : "\"noop\"");
    when_ended(tasks[i], &each[i]);
  }
  for (int i = 0; i < COUNT; i += 3) CHECK_OK(enfold_task_release(tasks[i], &problem));
  for (int i = 0; i < COUNT; i++)
    if (i % 3 != 0) CHECK_OK(enfold_task_wait(tasks[i], 20000, &problem));
  for (int i = 0; i < COUNT; i++) settle_until_released(store, &each[i]);
  CHECK_OK(enfold_store_close(store, &problem));
  for (int i = 0; i < COUNT; i++) {
    CHECK_INT(each[i].releases, 1);
    CHECK(i % 3 == 0 ? each[i].calls <= 1 : each[i].calls == 1);
    if (i % 3 != 0) CHECK_OK(enfold_task_release(tasks[i], &problem));
  }
}

static void everything(bool knows_tests) {
  runtime = open_runtime_with(options, plugin);
  RUN(a_task_that_has_ended_calls_at_once);
  RUN(an_effect_calls_when_it_has_ended);
  RUN(a_released_task_calls_nobody);
  RUN(closing_the_runtime_calls_everybody);
  RUN(everything_may_be_closed_inside);
  RUN(another_thread_leaves_it_to_the_loop);
  RUN(a_release_from_another_thread_waits_for_the_pump);
  if (knows_tests) {
    RUN(a_failed_effect_passes_on_its_message);
    RUN(a_cancelled_task_says_so);
    RUN(closing_the_store_comes_before_its_last_events);
    RUN(it_never_runs_inside_an_observer);
    RUN(ends_and_releases_race);
  }
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  plugin = counter_plugin();
  bool knows_tests = strcmp(plugin, test_plugin("counter")) == 0;
  everything(knows_tests);
  options = "{\"loop\":\"host\"}";
  is_host = true;
  everything(knows_tests);
  return 0;
}
