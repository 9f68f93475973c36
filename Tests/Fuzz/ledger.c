/* ledger.c: the records of an epoch and what must hold at its end. */
#include "ledger.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

ledger_figures figures;

static _Atomic(runtime_record *) runtimes;
static _Atomic(store_record *) stores;
static _Atomic(callback_record *) callbacks;
static _Atomic uint64_t serials;
/* Records are used again, late, and never freed: a call that comes too late finds a record, and is recognised. */
enum { KEPT_SPARE = 4096 };
static callback_record *first_spare, *last_spare;
static size_t spare_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

uint64_t ledger_serial(void) { return atomic_fetch_add(&serials, 1) + 1; }

#define PREPEND(list, record)                                                                                          \
  do {                                                                                                                 \
    (record)->next = atomic_load(&(list));                                                                             \
    while (!atomic_compare_exchange_weak(&(list), &(record)->next, (record))) {                                        \
    }                                                                                                                  \
  } while (0)

runtime_record *ledger_runtime(void) {
  runtime_record *made = calloc(1, sizeof *made);
  made->serial = ledger_serial();
  PREPEND(runtimes, made);
  atomic_fetch_add(&figures.runtimes, 1);
  return made;
}

store_record *ledger_store(runtime_record *runtime, int feature) {
  store_record *made = calloc(1, sizeof *made);
  made->serial = ledger_serial();
  made->runtime = runtime;
  made->feature = feature;
  PREPEND(stores, made);
  atomic_fetch_add(&figures.stores, 1);
  return made;
}

callback_record *ledger_callback(callback_kind kind, random_source *r) {
  pthread_mutex_lock(&lock);
  callback_record *made = NULL;
  if (spare_count > KEPT_SPARE) {
    made = first_spare;
    first_spare = made->next;
    spare_count--;
  }
  pthread_mutex_unlock(&lock);
  if (made == NULL) made = malloc(sizeof *made);
  memset(made, 0, sizeof *made);
  made->magic = CALLBACK_MAGIC;
  made->serial = ledger_serial();
  made->kind = kind;
  made->random = (random_source){random_bits(r)};
  made->has_release = true;
  made->budget = 16;
  return made;
}

void ledger_add(callback_record *record) { PREPEND(callbacks, record); }

request_record *ledger_find_request(callback_record *handler, uint64_t handle) {
  request_record *found = atomic_load(&handler->requests);
  while (found != NULL && found->handle != handle) found = found->next;
  return found;
}

request_record *ledger_request(callback_record *handler, uint64_t handle) {
  if (handle == 0 || ledger_find_request(handler, handle) != NULL)
    failed("request", "user_%llu was asked twice for one request", (unsigned long long)handler->serial);
  request_record *made = calloc(1, sizeof *made);
  made->handle = handle;
  made->serial = ledger_serial();
  PREPEND(handler->requests, made);
  return made;
}

void ledger_answered(request_record *request, const char *function, enfold_status status) {
  if (atomic_fetch_add(&request->answers, 1) > 0)
    failed("request", "request_%llu was answered twice: %s gave %s, and %s gave %s", (unsigned long long)request->serial,
           atomic_load(&request->function), enfold_status_name(atomic_load(&request->status)), function,
           enfold_status_name(status));
  atomic_store(&request->function, function);
  atomic_store(&request->status, status);
}

runtime_record *ledger_runtimes(void) { return atomic_load(&runtimes); }
callback_record *ledger_callbacks(void) { return atomic_load(&callbacks); }

void ledger_ends(const runtime_record *runtime, const store_record *store, uint64_t scope) {
  for (callback_record *c = atomic_load(&callbacks); c != NULL; c = c->next)
    if ((runtime != NULL && c->runtime == runtime) || (store != NULL && c->store == store) ||
        (scope != 0 && c->handle == scope))
      atomic_store(&c->is_ending, true);
}

void ledger_releases_task(uint64_t task) {
  for (callback_record *c = atomic_load(&callbacks); c != NULL; c = c->next)
    if (c->kind == TASK_END && c->handle == task) atomic_store(&c->is_cancelled, true);
}

static const char *kind_name(const callback_record *c) {
  static const char *const names[] = {"observer", "observer of actions", "receiver of logs", "end of a task",
                                       "observer of a shared value", "handler of requests", "reader of a trace"};
  return names[c->kind];
}

/* What is called once in its life: it was promised, and nobody has ended that. */
static bool is_owed(const callback_record *c) { return atomic_load(&c->is_accepted) && !atomic_load(&c->is_cancelled); }

/* How often a callback must be told that its store, or its runtime, was closed, at least. */
static int owed_closes(const callback_record *c) {
  bool is_closed = c->kind != LOG_RECEIVER && c->kind != TASK_END && c->kind != HANDLER && c->kind != READER;
  return is_closed && is_owed(c) ? 1 : 0;
}

/* How often a request has ended. */
static int ends_of(const request_record *request) {
  return atomic_load(&request->answers) + atomic_load(&request->cancels);
}

bool ledger_is_settled(void) {
  for (callback_record *c = atomic_load(&callbacks); c != NULL; c = c->next) {
    if (atomic_load(&c->running) > 0 || (c->has_release && atomic_load(&c->releases) == 0)) return false;
    if (atomic_load(&c->closes) < owed_closes(c)) return false;
    if (c->kind == TASK_END && is_owed(c) && atomic_load(&c->calls) == 0) return false;
    for (request_record *q = atomic_load(&c->requests); q != NULL && c->hears_of_ends; q = q->next)
      if (ends_of(q) == 0) return false;
  }
  return true;
}

static void check_callback(const callback_record *c) {
  bool is_accepted = atomic_load(&c->is_accepted), is_cancelled = atomic_load(&c->is_cancelled);
  int closes = atomic_load(&c->closes);
  if (c->has_release && atomic_load(&c->releases) != 1)
    failed("release",
           "%s_%llu (%s) was released %d times, 10 s after everything was closed; accepted %d, called %d "
           "times, CLOSED %d times, cancelled %d",
           "user", (unsigned long long)c->serial, kind_name(c), atomic_load(&c->releases), is_accepted,
           atomic_load(&c->calls), closes, is_cancelled);
  if (c->kind == LOG_RECEIVER) return;
  if (!is_accepted && atomic_load(&c->calls) > 0)
    failed("refused", "user_%llu (%s) was refused, but called", (unsigned long long)c->serial, kind_name(c));
  for (const request_record *q = atomic_load(&c->requests); q != NULL; q = q->next)
    if (ends_of(q) > 1 || (ends_of(q) == 0 && c->hears_of_ends))
      failed("request", "request_%llu of user_%llu was answered %d times, and was told to be over %d times",
             (unsigned long long)q->serial, (unsigned long long)c->serial, atomic_load(&q->answers),
             atomic_load(&q->cancels));
  if (c->kind == HANDLER || c->kind == READER) return;
  if (c->kind == TASK_END) {
    if (is_owed(c) && atomic_load(&c->calls) != 1)
      failed("end", "user_%llu was called %d times for the end of its task", (unsigned long long)c->serial,
             atomic_load(&c->calls));
    return;
  }
  if (is_accepted && !is_cancelled && closes != 1)
    failed("closed", "user_%llu (%s) got CLOSED %d times; called %d times", (unsigned long long)c->serial, kind_name(c),
           closes, atomic_load(&c->calls));
}

void ledger_end(void) {
  for (callback_record *c = atomic_load(&callbacks); c != NULL; c = c->next) check_callback(c);
  pthread_mutex_lock(&lock);
  for (callback_record *c = atomic_exchange(&callbacks, NULL), *next; c != NULL; c = next) {
    next = c->next;
    free(c->pointer);
    c->pointer = NULL;
    for (request_record *q = atomic_exchange(&c->requests, NULL), *later; q != NULL; q = later) {
      later = q->next;
      free(q);
    }
    c->next = NULL;
    c->is_retired = true;
    if (spare_count++ == 0) {
      first_spare = c;
    } else {
      last_spare->next = c;
    }
    last_spare = c;
  }
  pthread_mutex_unlock(&lock);
  for (store_record *s = atomic_exchange(&stores, NULL), *next; s != NULL; s = next) {
    next = s->next;
    free(s);
  }
  for (runtime_record *r = atomic_exchange(&runtimes, NULL), *next; r != NULL; r = next) {
    next = r->next;
    free(r);
  }
  atomic_store(&serials, 0);
}
