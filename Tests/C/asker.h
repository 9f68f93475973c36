/* asker.h: what the tests of requests have in common. They use the plugin Asker. */
#ifndef ASKER_H
#define ASKER_H

#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "check.h"

enum { LONG_MS = 60000, KEPT_REQUESTS = 64 };

/* ---- Handlers ---------------------------------------------------------------------------------------------------- */

/* One handler: what it was asked, and whether it was released. It is changed on several threads. */
typedef struct handler {
  const char *answer; /* given at once, inside fn; NULL: later */
  void (*then)(struct handler *, enfold_request);           /* what fn does besides */
  void (*when_cancelled)(struct handler *, enfold_request); /* what `cancelled` does besides */
  void *context;
  enfold_request requests[KEPT_REQUESTS]; /* in the order in which they came */
  char payload[128];                      /* the last one */
  enfold_status status;                   /* what the answer gave */
  atomic_int asked, cancels, releases;
  atomic_int inside; /* calls of fn that run now */
} handler;

/* Whether the loop thread is inside a call that may run callbacks. */
static _Thread_local int in_call;

static inline bool is_host(void) { return options != NULL; }

static inline void on_ask(void *user, enfold_request request, const char *payload, size_t length) {
  handler *h = user;
  CHECK_INT(h->releases, 0);
  CHECK(request != 0);
  CHECK_INT(strlen(payload), length);
  if (is_host()) CHECK(in_call > 0);
  atomic_fetch_add(&h->inside, 1);
  int at = atomic_load(&h->asked);
  if (at < KEPT_REQUESTS) h->requests[at] = request;
  snprintf(h->payload, sizeof h->payload, "%s", payload);
  if (h->answer != NULL) h->status = enfold_request_resolve(request, h->answer, ENFOLD_NUL, NULL);
  if (h->then != NULL) h->then(h, request);
  CHECK_INT(strlen(payload), length); /* it is still there */
  CHECK_INT(h->releases, 0);          /* not while it runs */
  atomic_fetch_sub(&h->inside, 1);
  atomic_fetch_add(&h->asked, 1);
}

static inline void on_cancelled(void *user, enfold_request request) {
  handler *h = user;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(h->releases, 0);
  CHECK_INT(h->inside, 0);
  if (is_host()) CHECK(in_call > 0);
  CHECK_INT(enfold_request_resolve(request, "\"late\"", ENFOLD_NUL, &error), ENFOLD_STALE);
  if (h->when_cancelled != NULL) h->when_cancelled(h, request);
  atomic_fetch_add(&h->cancels, 1);
}

static inline void on_release(void *user) {
  handler *h = user;
  CHECK_INT(h->inside, 0);
  atomic_fetch_add(&h->releases, 1);
}

/* A handler that lives as long as its runtime. */
static inline handler *make(handler description) {
  static handler handlers[32];
  static int next;
  handler *made = &handlers[next++ % 32];
  *made = description;
  return made;
}

static inline void handle(enfold_runtime runtime, const char *name, handler *h) {
  CHECK_OK(enfold_runtime_handle(runtime, name, on_ask, on_cancelled, h, on_release, &problem));
}

/* ---- Waiting ----------------------------------------------------------------------------------------------------- */

static inline void pump(enfold_runtime runtime) {
  if (!is_host()) return;
  in_call++;
  enfold_status status = enfold_runtime_pump(runtime, 0, NULL, &problem);
  in_call--;
  CHECK(status >= 0 || status == ENFOLD_STALE);
}

/* Until a counter has come so far. The loop thread pumps when the descriptor is readable. */
static inline void await(enfold_runtime runtime, atomic_int *counter, int expected) {
  struct timespec pause = {0, 200000};
  int descriptor = -1;
  if (is_host()) CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  for (int rounds = 0; atomic_load(counter) < expected; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    if (!is_host()) {
      nanosleep(&pause, NULL);
      continue;
    }
    struct pollfd poller = {descriptor, POLLIN, 0};
    poll(&poller, 1, 1);
    pump(runtime);
  }
  CHECK_INT(atomic_load(counter), expected);
}

static inline void wait_for(enfold_runtime runtime) {
  in_call++;
  CHECK_OK(enfold_runtime_wait(runtime, LONG_MS, &problem));
  in_call--;
}

static inline enfold_status task_end(enfold_task task) {
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  in_call++;
  enfold_status status = enfold_task_wait(task, LONG_MS, &problem);
  in_call--;
  CHECK_INT(enfold_task_release(task, NULL), ENFOLD_OK);
  return status;
}

/* Sends an action; gives its task. */
static inline enfold_task begin(enfold_store store, const char *action) {
  enfold_task task = 0;
  in_call++;
  CHECK(enfold_store_send(store, action, ENFOLD_NUL, &task, &problem) >= 0);
  in_call--;
  return task;
}

/* The same with a tag. */
static inline enfold_task begin_as(enfold_store store, const char *tag, const char *action) {
  char given[300];
  enfold_task task = 0;
  snprintf(given, sizeof given, "{\"tag\":\"%s\"}", tag);
  in_call++;
  CHECK(enfold_store_send_with(store, action, ENFOLD_NUL, given, ENFOLD_NUL, &task, &problem) >= 0);
  in_call--;
  return task;
}

static inline void say(enfold_store store, const char *action) {
  in_call++;
  CHECK(enfold_store_send(store, action, ENFOLD_NUL, NULL, &problem) >= 0);
  in_call--;
}

/* Callbacks run inside, too, if this is the loop thread. */
static inline void cancel(enfold_task task) {
  in_call++;
  CHECK_OK(enfold_task_cancel(task, &problem));
  in_call--;
}

static inline void close_store(enfold_store store) {
  in_call++;
  CHECK_OK(enfold_store_close(store, &problem));
  in_call--;
}

static inline void close_runtime(enfold_runtime runtime) {
  in_call++;
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  in_call--;
}

/* How many requests are open. */
static inline int open_requests(enfold_runtime runtime) {
  enfold_string text = {NULL, 0};
  CHECK_OK(enfold_runtime_stats(runtime, &text, &problem));
  const char *at = strstr(text.data, "\"requests\":");
  CHECK(at != NULL);
  int result = atoi(at + strlen("\"requests\":"));
  enfold_string_free(&text);
  return result;
}

/* Until so many are open. Nothing is pumped. */
static inline void await_open(enfold_runtime runtime, int expected) {
  struct timespec pause = {0, 200000};
  for (int rounds = 0; open_requests(runtime) != expected; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    nanosleep(&pause, NULL);
  }
}

/* Runs a test with a runtime of its own, which the function `set` of the program opens. */
#define EACH(test)          \
  do {                      \
    set();                  \
    RUN(test);              \
    close_runtime(runtime); \
  } while (0)

#endif
