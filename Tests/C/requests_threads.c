/* requests_threads.c: many requests at once, answered and cancelled by many threads: each ends exactly once. */
#include "asker.h"

enum { REQUESTS = SANITIZED ? 1000 : 10000, THREADS = 8 };

/* Some are cancelled by an action, some answered, and some both at the same time: then whoever comes first counts. */
static bool is_cancelled(int number) { return number / THREADS % 8 < 5; }
static bool is_answered(int number) { return number / THREADS % 8 > 1; }

/* What becomes of each: its handle, whether it was answered, how often it was cancelled. */
static _Atomic(enfold_request) handles[REQUESTS];
static atomic_int answered[REQUESTS], refused[REQUESTS], cancelled[REQUESTS], expected_facts[REQUESTS];
static atomic_int asked_count, end_count, releases;
static enfold_runtime runtime;
static enfold_store store;
static enfold_task tasks[REQUESTS];

static void on_fact(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)length;
  int number = atoi(payload);
  CHECK(number >= 0 && number < REQUESTS);
  CHECK_INT(atomic_exchange(&handles[number], request), 0);
  CHECK_INT(releases, 0);
  atomic_fetch_add(&asked_count, 1);
}

static int number_of(enfold_request request) {
  for (int i = 0; i < REQUESTS; i++)
    if (atomic_load(&handles[i]) == request) return i;
  return -1;
}

static void on_end(void *user, enfold_request request) {
  (void)user;
  int number = number_of(request);
  CHECK(number >= 0);
  CHECK_INT(releases, 0);
  CHECK_INT(atomic_fetch_add(&cancelled[number], 1), 0);
  CHECK_INT(atomic_load(&answered[number]), 0);
  atomic_fetch_add(&end_count, 1);
}

static void on_let_go(void *user) {
  (void)user;
  atomic_fetch_add(&releases, 1);
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

/* What a thread does, in an order of its own: answers a share of the requests, and cancels another share. */
typedef struct worker {
  pthread_t thread;
  unsigned seed;
  int first;
} worker;

static unsigned random_below(unsigned *seed, unsigned bound) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 8) % bound;
}

static void answer(int number) {
  enfold_error error = ENFOLD_ERROR_INIT;
  char text[32];
  enfold_request request = atomic_load(&handles[number]);
  snprintf(text, sizeof text, "\"%d\"", number);
  bool fails = number % 5 == 1;
  enfold_status status = fails ? enfold_request_fail(request, text, ENFOLD_NUL, &error)
                               : enfold_request_resolve(request, text, ENFOLD_NUL, &error);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  if (status == ENFOLD_STALE) {
    atomic_fetch_add(&refused[number], 1);
    CHECK(is_cancelled(number)); /* nobody else ends the others */
    return;
  }
  CHECK_INT(atomic_fetch_add(&answered[number], 1), 0);
  CHECK_INT(enfold_request_resolve(request, text, ENFOLD_NUL, &error), ENFOLD_STALE);
  if (!fails) atomic_store(&expected_facts[number], 1);
  atomic_fetch_add(&end_count, 1);
}

static void forget(int number) {
  enfold_error error = ENFOLD_ERROR_INIT;
  char text[32];
  if (is_answered(number)) {
    CHECK_INT(enfold_task_cancel(tasks[number], &error), ENFOLD_OK);
    return;
  }
  snprintf(text, sizeof text, "{\"forget\":%d}", number);
  CHECK(enfold_store_send(store, text, ENFOLD_NUL, NULL, &error) >= 0);
}

static void *work(void *argument) {
  worker *w = argument;
  enum { MOST = 2 * (REQUESTS / THREADS + 1) };
  int steps[MOST], count = 0;
  in_call = 1; /* "host" is checked elsewhere */
  /* Whom one thread answers, another one cancels. */
  for (int i = w->first; i < REQUESTS; i += THREADS)
    if (is_answered(i)) steps[count++] = i;
  for (int i = (w->first + 3) % THREADS; i < REQUESTS; i += THREADS)
    if (is_cancelled(i)) steps[count++] = -i - 1;
  for (int i = count - 1; i > 0; i--) {
    int other = (int)random_below(&w->seed, (unsigned)i + 1), kept = steps[i];
    steps[i] = steps[other];
    steps[other] = kept;
  }
  for (int i = 0; i < count; i++) {
    if (steps[i] >= 0) {
      answer(steps[i]);
    } else {
      forget(-steps[i] - 1);
    }
  }
  return NULL;
}

/* ---- What must hold ---------------------------------------------------------------------------------------------- */

/* A fact comes once for each answer. One that was cancelled right after its answer may be lost on its way. */
static void check_facts(void) {
  const char *text = state(store, "/facts");
  static int seen[REQUESTS];
  memset(seen, 0, sizeof seen);
  for (const char *at = text; (at = strchr(at, '"')) != NULL;) {
    int number = atoi(at + 1);
    CHECK(number >= 0 && number < REQUESTS);
    CHECK_INT(seen[number]++, 0);
    at = strchr(at + 1, '"') + 1;
  }
  for (int i = 0; i < REQUESTS; i++) {
    if (seen[i] > 0) CHECK_INT(expected_facts[i], 1);
    if (!is_cancelled(i)) CHECK_INT(seen[i], expected_facts[i]);
  }
}

static void each_request_ends_once(void) {
  worker workers[THREADS];
  char text[32];
  memset(handles, 0, sizeof handles);
  memset(answered, 0, sizeof answered);
  memset(refused, 0, sizeof refused);
  memset(cancelled, 0, sizeof cancelled);
  memset(expected_facts, 0, sizeof expected_facts);
  asked_count = end_count = releases = 0;
  runtime = open_runtime_with(options, swift_plugin("Asker"));
  store = open_store(runtime, "Asker");
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", on_fact, on_end, NULL, on_let_go, &problem));
  for (int i = 0; i < REQUESTS; i++) {
    snprintf(text, sizeof text, "{\"ask\":%d}", i);
    tasks[i] = begin(store, text);
  }
  await(runtime, &asked_count, REQUESTS);
  CHECK_INT(open_requests(runtime), REQUESTS);
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (worker){.seed = (unsigned)i * 7919 + 1, .first = i};
    CHECK_INT(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(workers[i].thread, NULL), 0);
  for (int rounds = 0; open_requests(runtime) > 0; rounds++) {
    struct timespec pause = {0, 200000};
    CHECK(rounds < LONG_MS * 5);
    pump(runtime);
    nanosleep(&pause, NULL);
  }
  wait_for(runtime);
  pump(runtime);
  int cancels = 0;
  for (int i = 0; i < REQUESTS; i++) {
    if (answered[i] + cancelled[i] != 1)
      fprintf(stderr, "request %d: answered %d times, refused as stale %d times, cancelled %d times\n", i, answered[i],
              refused[i], cancelled[i]);
    CHECK_INT(answered[i] + cancelled[i], 1);
    cancels += cancelled[i];
    if (!is_answered(i)) CHECK_INT(cancelled[i], 1);
    enfold_error error = ENFOLD_ERROR_INIT;
    CHECK_INT(enfold_request_fail(handles[i], "late", ENFOLD_NUL, &error), ENFOLD_STALE);
    CHECK_INT(enfold_task_release(tasks[i], &error), ENFOLD_OK);
  }
  CHECK_INT(open_requests(runtime), 0);
  CHECK_INT(asked_count, REQUESTS);
  check_facts();
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", NULL, NULL, NULL, NULL, &problem));
  await(runtime, &releases, 1);
  close_runtime(runtime);
  CHECK_INT(releases, 1);
  CHECK_INT(end_count, REQUESTS);
  fprintf(stderr, "    %d of %d were cancelled\n", cancels, REQUESTS);
}

/* ---- Handlers that change meanwhile ------------------------------------------------------------------------------ */

enum { ROUNDS = SANITIZED ? 200 : 2000 };
static atomic_int answered_by[2];

static void answer_now(void *user, enfold_request request, const char *payload, size_t length) {
  (void)payload, (void)length;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_request_resolve(request, "\"now\"", ENFOLD_NUL, &error), ENFOLD_OK);
  atomic_fetch_add(&answered_by[user == &answered_by[1]], 1);
}

static void *change_handlers(void *unused) {
  (void)unused;
  enfold_error error = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS; i++)
    CHECK_INT(enfold_runtime_handle(runtime, "numberFact", answer_now, NULL, &answered_by[i % 2], on_let_go, &error),
              ENFOLD_OK);
  return NULL;
}

static void handlers_are_replaced_while_features_ask(void) {
  pthread_t thread;
  answered_by[0] = answered_by[1] = releases = 0;
  runtime = open_runtime_with(options, swift_plugin("Asker"));
  store = open_store(runtime, "Asker");
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", answer_now, NULL, &answered_by[0], on_let_go, &problem));
  CHECK_INT(pthread_create(&thread, NULL, change_handlers, NULL), 0);
  for (int i = 0; i < ROUNDS; i++) {
    say(store, "{\"ask\":1}");
    pump(runtime);
  }
  CHECK_INT(pthread_join(thread, NULL), 0);
  wait_for(runtime);
  CHECK_INT(answered_by[0] + answered_by[1], ROUNDS);
  char expected[16];
  snprintf(expected, sizeof expected, "%d", ROUNDS);
  CHECK_TEXT(state(store, "/answered"), expected);
  await(runtime, &releases, ROUNDS); /* all but the last one */
  close_runtime(runtime);
  CHECK_INT(releases, ROUNDS + 1);
}

/* ---- Two ends at once -------------------------------------------------------------------------------------------- */

/* One thread gives an element that is none, which ends the request. Another one ends it, too. Only one of them does. */
static struct {
  pthread_barrier_t start;
  enfold_task task;
  _Atomic(enfold_request) request;
  enum { RESOLVES, FAILS, CANCELS, WAYS } way;
  atomic_int asked, cancelled, ended;
} two;

static void take_stream(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)payload, (void)length;
  two.request = request;
  atomic_fetch_add(&two.asked, 1);
}

static void stream_is_over(void *user, enfold_request request) {
  (void)user, (void)request;
  atomic_fetch_add(&two.cancelled, 1);
}

static void *end_it(void *unused) {
  (void)unused;
  enfold_error error = ENFOLD_ERROR_INIT;
  pthread_barrier_wait(&two.start);
  if (two.way == CANCELS) {
    CHECK_INT(enfold_task_cancel(two.task, &error), ENFOLD_OK);
    return NULL;
  }
  enfold_status status = two.way == FAILS ? enfold_request_fail(two.request, "no", 2, &error)
                                          : enfold_request_resolve(two.request, NULL, 0, &error);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  if (status == ENFOLD_OK) atomic_fetch_add(&two.ended, 1);
  return NULL;
}

static void a_request_has_one_end(void) {
  int wrong_elements = 0;
  pthread_barrier_init(&two.start, NULL, 2);
  runtime = open_runtime_with(options, swift_plugin("Asker"));
  store = open_store(runtime, "Asker");
  CHECK_OK(enfold_runtime_handle(runtime, "ticks", take_stream, stream_is_over, NULL, NULL, &problem));
  two.asked = 0;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_t thread;
    two.way = i % WAYS;
    two.cancelled = two.ended = 0;
    two.task = begin(store, "{\"listen\":1}");
    await(runtime, &two.asked, i + 1);
    CHECK_INT(pthread_create(&thread, NULL, end_it, NULL), 0);
    pthread_barrier_wait(&two.start);
    enfold_status status = enfold_request_emit(two.request, "null", ENFOLD_NUL, &problem);
    CHECK(status == ENFOLD_BAD_STATE || status == ENFOLD_STALE);
    CHECK_INT(pthread_join(thread, NULL), 0);
    wait_for(runtime);
    pump(runtime);
    CHECK_OK(enfold_task_release(two.task, &problem));
    CHECK_INT(open_requests(runtime), 0);
    if (status == ENFOLD_BAD_STATE) wrong_elements++;
    if ((status == ENFOLD_BAD_STATE) + two.ended + two.cancelled != 1)
      fprintf(stderr, "round %d: emit gave %s, %s, %d times told to be over\n", i, enfold_status_name(status),
              two.ended ? "another answer ENFOLD_OK" : "no other answer", two.cancelled);
    CHECK_INT((status == ENFOLD_BAD_STATE) + two.ended + two.cancelled, 1);
  }
  close_runtime(runtime);
  pthread_barrier_destroy(&two.start);
  fprintf(stderr, "    %d of %d ended with the element\n", wrong_elements, ROUNDS);
}

/* ---- Closing meanwhile ------------------------------------------------------------------------------------------- */

static atomic_int begun, ended;

static void answer_never(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)request, (void)payload, (void)length;
  atomic_fetch_add(&begun, 1);
}

static void note_end(void *user, enfold_request request) {
  (void)user, (void)request;
  atomic_fetch_add(&ended, 1);
}

static void *ask_until_closed(void *unused) {
  (void)unused;
  enfold_status status;
  do {
    status = enfold_store_send(store, "{\"ask\":1}", ENFOLD_NUL, NULL, NULL);
    if (status == ENFOLD_LIMIT) sched_yield(); /* the queue is full */
  } while (status >= 0 || status == ENFOLD_LIMIT);
  CHECK_INT(status, ENFOLD_STALE);
  return NULL;
}

static void a_runtime_is_closed_while_features_ask(void) {
  struct timespec pause = {0, 200000};
  for (int round = 0; round < (SANITIZED ? 5 : 20); round++) {
    pthread_t threads[4];
    begun = ended = releases = 0;
    runtime = open_runtime_with(is_host() ? "{\"loop\":\"host\",\"limits\":{\"queue\":100}}"
                                          : "{\"limits\":{\"queue\":100}}",
                                swift_plugin("Asker"));
    store = open_store(runtime, "Asker");
    CHECK_OK(enfold_runtime_handle(runtime, "numberFact", answer_never, note_end, NULL, on_let_go, &problem));
    for (int i = 0; i < 4; i++) CHECK_INT(pthread_create(&threads[i], NULL, ask_until_closed, NULL), 0);
    /* A pump without a budget would go on as long as the threads do. */
    while (atomic_load(&begun) < 10 * round) CHECK(enfold_runtime_pump(runtime, 100, NULL, &problem) >= 0);
    close_runtime(runtime);
    for (int i = 0; i < 4; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    for (int rounds = 0; atomic_load(&releases) == 0; rounds++) {
      CHECK(rounds < LONG_MS * 5);
      nanosleep(&pause, NULL);
    }
    CHECK_INT(begun, ended);
    CHECK_INT(releases, 1);
  }
}

static void everything(void) {
  RUN(each_request_ends_once);
  RUN(handlers_are_replaced_while_features_ask);
  RUN(a_request_has_one_end);
  RUN(a_runtime_is_closed_while_features_ask);
}

int main(void) { return with_each_loop(everything); }
