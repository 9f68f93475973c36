/* requests_plugin.c: the extension "enfold.requests" as a plugin in C uses it, rightly and wrongly. Run for both loops. */
#include "asker.h"

#include <dlfcn.h>
#include <enfold_plugin.h>

static enfold_runtime runtime;
static enfold_store store;
static const enfold_requests *table;
static void *context; /* of the store */

/* ---- Who asks ---------------------------------------------------------------------------------------------------- */

/* One request on the plugin's side. */
typedef struct asker {
  enfold_status gives; /* what `emit` and `resolve` give */
  const char *message; /* and what they say is wrong */
  uint64_t *cancels;   /* cancelled from inside them */
  uint64_t number;
  char text[128]; /* the last one */
  atomic_int emitted, resolved, failed, releases, inside, late;
} asker;

/* Askers live as long as the program: late calls find one. */
static asker *new_asker(enfold_status gives) {
  asker *made = calloc(1, sizeof *made);
  made->gives = gives;
  return made;
}

static enfold_status receive(asker *a, const char *text, size_t length, enfold_error *error) {
  CHECK_INT(a->releases, 0);
  CHECK(error != NULL);
  snprintf(a->text, sizeof a->text, "%.*s", (int)length, text == NULL ? "" : text);
  if (a->cancels != NULL) table->cancel(*a->cancels);
  if (a->message != NULL) {
    error->code = a->gives;
    error->offset = 1;
    snprintf(error->message, sizeof error->message, "%s", a->message);
  }
  return a->gives;
}

static enfold_status take_element(void *user, const char *text, size_t length, enfold_error *error) {
  asker *a = user;
  CHECK(text != NULL);
  atomic_fetch_add(&a->inside, 1);
  if (a->resolved + a->failed > 0) atomic_fetch_add(&a->late, 1);
  atomic_fetch_add(&a->emitted, 1);
  enfold_status status = receive(a, text, length, error);
  atomic_fetch_sub(&a->inside, 1);
  return status;
}

static enfold_status take_answer(void *user, const char *text, size_t length, enfold_error *error) {
  asker *a = user;
  CHECK(text != NULL || length == 0);
  CHECK_INT(atomic_fetch_add(&a->resolved, 1), 0);
  CHECK_INT(a->failed, 0);
  return receive(a, text, length, error);
}

static void take_failure(void *user, const char *text, size_t length) {
  asker *a = user;
  CHECK_INT(atomic_fetch_add(&a->failed, 1), 0);
  CHECK_INT(a->resolved, 0);
  CHECK_INT(a->releases, 0);
  snprintf(a->text, sizeof a->text, "%.*s", (int)length, text == NULL ? "" : text);
}

static void take_release(void *user) {
  asker *a = user;
  CHECK_INT(a->inside, 0);
  CHECK_INT(atomic_fetch_add(&a->releases, 1), 0);
}

static enfold_request_user user_of(asker *a, uint32_t flags) {
  return (enfold_request_user){sizeof(enfold_request_user), flags, a, take_element, take_answer, take_failure,
                               take_release};
}

/* Asks as a plugin should. Callbacks run inside. */
static enfold_status ask_for(const char *name, const char *payload, asker *a, uint32_t flags) {
  enfold_request_user user = user_of(a, flags);
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  in_call++;
  enfold_status status =
      table->ask(runtime, context, name, strlen(name), payload, strlen(payload), &user, &a->number, &problem);
  in_call--;
  return status;
}

static void withdraw(uint64_t number) {
  in_call++;
  table->cancel(number);
  in_call--;
}

static void check_one_release(asker *a) {
  await(runtime, &a->releases, 1);
  CHECK_INT(a->releases, 1);
}

/* ---- As it should be --------------------------------------------------------------------------------------------- */

static void a_plugin_asks(void) {
  handler *h = make((handler){0});
  asker *a = new_asker(ENFOLD_OK), *without_store = new_asker(ENFOLD_OK);
  handle(runtime, "fact", h);
  CHECK_OK(ask_for("fact", " {\"a\": 1} ", a, 0));
  await(runtime, &h->asked, 1);
  CHECK_TEXT(h->payload, " {\"a\": 1} ");
  CHECK(a->number != 0);
  CHECK_INT(open_requests(runtime), 1);
  CHECK_FAILS(enfold_request_emit(h->requests[0], "1", 1, &problem), ENFOLD_INVALID, "stream");
  CHECK_OK(enfold_request_resolve(h->requests[0], " [1] xyz", 4, &problem));
  CHECK_TEXT(a->text, " [1]");
  CHECK_INT(a->resolved, 1);
  check_one_release(a);
  /* Without a store there is a runtime. */
  context = NULL;
  CHECK_OK(ask_for("fact", "null", without_store, 0));
  await(runtime, &h->asked, 2);
  CHECK_OK(enfold_request_fail(h->requests[1], "no fact at all", 7, &problem));
  CHECK_TEXT(without_store->text, "no fact");
  CHECK_INT(without_store->failed, 1);
  check_one_release(without_store);
}

static void what_the_plugin_gives_reaches_the_host(void) {
  static const struct {
    enfold_status gives, expected;
    const char *message;
    bool goes_on; /* after an element */
  } cases[] = {{ENFOLD_OK, ENFOLD_OK, NULL, true},
               {ENFOLD_QUEUED, ENFOLD_QUEUED, NULL, true},
               {ENFOLD_LIMIT, ENFOLD_LIMIT, NULL, true},
               {ENFOLD_BAD_STATE, ENFOLD_BAD_STATE, "no such thing", false},
               {ENFOLD_FAILED, ENFOLD_FAILED, "broken", false},
               {ENFOLD_MORE, ENFOLD_FAILED, NULL, false},
               {ENFOLD_TIMEOUT, ENFOLD_FAILED, NULL, false},
               {77, ENFOLD_FAILED, NULL, false},
               {-12345, ENFOLD_FAILED, NULL, false}};
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    asker *a = new_asker(cases[i].gives);
    a->message = cases[i].message;
    CHECK_OK(ask_for("fact", "1", a, ENFOLD_REQUEST_STREAM));
    await(runtime, &h->asked, (int)i + 1);
    enfold_request request = h->requests[i];
    problem = (enfold_error)ENFOLD_ERROR_INIT;
    CHECK_STATUS(enfold_request_emit(request, "[5]", ENFOLD_NUL, &problem), cases[i].expected);
    if (cases[i].message != NULL) {
      CHECK_CONTAINS(problem.message, cases[i].message);
      CHECK_INT(problem.offset, 1);
    }
    CHECK_INT(a->emitted, 1);
    a->gives = ENFOLD_OK;
    a->message = NULL;
    CHECK_STATUS(enfold_request_resolve(request, NULL, 0, &problem), cases[i].goes_on ? ENFOLD_OK : ENFOLD_STALE);
    check_one_release(a);
    CHECK_INT(a->resolved, cases[i].goes_on);
    CHECK_INT(h->cancels, 0);
  }
  CHECK_INT(open_requests(runtime), 0);
}

static void what_resolve_gives_ends_the_request(void) {
  static const struct {
    enfold_status gives, expected;
  } cases[] = {{ENFOLD_OK, ENFOLD_OK}, {ENFOLD_BAD_STATE, ENFOLD_BAD_STATE}, {ENFOLD_FAILED, ENFOLD_FAILED},
               {77, ENFOLD_FAILED},    {-12345, ENFOLD_FAILED},              {ENFOLD_TIMEOUT, ENFOLD_FAILED}};
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    asker *a = new_asker(cases[i].gives);
    CHECK_OK(ask_for("fact", "1", a, 0));
    await(runtime, &h->asked, (int)i + 1);
    problem = (enfold_error)ENFOLD_ERROR_INIT;
    CHECK_STATUS(enfold_request_resolve(h->requests[i], "5", ENFOLD_NUL, &problem), cases[i].expected);
    CHECK_STATUS(enfold_request_resolve(h->requests[i], "5", ENFOLD_NUL, &problem), ENFOLD_STALE);
    check_one_release(a);
  }
  CHECK_INT(open_requests(runtime), 0);
  CHECK_INT(h->cancels, 0);
}

/* ---- Wrong questions --------------------------------------------------------------------------------------------- */

static void check_refused(const char *name, size_t name_length, const char *payload, size_t payload_length,
                          const enfold_request_user *user, uint64_t *number, enfold_status expected) {
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  CHECK_STATUS(table->ask(runtime, context, name, name_length, payload, payload_length, user, number, &problem), expected);
  CHECK_INT(problem.code, expected);
  CHECK(problem.message[0] != '\0');
}

static void wrong_questions_are_refused(void) {
  handler *h = make((handler){.answer = "1"});
  uint64_t number = 77;
  handle(runtime, "fact", h);
  check_refused("fact", 4, "1", 1, NULL, &number, ENFOLD_INVALID);
  enfold_request_user user = user_of(new_asker(ENFOLD_OK), 0);
  static const uint32_t sizes[] = {0, 4, 8, 16, sizeof user - 1};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    user.struct_size = sizes[i];
    check_refused("fact", 4, "1", 1, &user, &number, ENFOLD_INVALID);
  }
  static const struct {
    const char *name;
    size_t name_length;
    const char *payload;
    size_t payload_length;
    enfold_status expected;
  } texts[] = {{NULL, 0, "1", 1, ENFOLD_INVALID},        {NULL, 4, "1", 1, ENFOLD_INVALID},
               {"fact", SIZE_MAX / 2 + 1, "1", 1, ENFOLD_INVALID}, {"fa\xff", 3, "1", 1, ENFOLD_INVALID},
               {"facts", 5, "1", 1, ENFOLD_NOT_FOUND},   {"fact", 3, "1", 1, ENFOLD_NOT_FOUND},
               {"fact", 4, NULL, 0, ENFOLD_INVALID},     {"fact", 4, NULL, 5, ENFOLD_INVALID},
               {"fact", 4, "{", 1, ENFOLD_BAD_JSON},     {"fact", 4, "1 2", 3, ENFOLD_BAD_JSON},
               {"fact", 4, "\"\xff\"", 3, ENFOLD_BAD_JSON}, {"fact", 4, "", 0, ENFOLD_BAD_JSON},
               {"fact", 4, "1", SIZE_MAX - 1, ENFOLD_INVALID}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    asker *a = new_asker(ENFOLD_OK);
    user = user_of(a, 0);
    check_refused(texts[i].name, texts[i].name_length, texts[i].payload, texts[i].payload_length, &user, &number,
                  texts[i].expected);
    CHECK_INT(a->releases, 1);
    CHECK_INT(a->resolved + a->failed + a->emitted, 0);
  }
  for (int missing = 0; missing < 4; missing++) {
    asker *a = new_asker(ENFOLD_OK);
    user = user_of(a, ENFOLD_REQUEST_STREAM);
    if (missing == 0) user.emit = NULL;
    if (missing == 1) user.resolve = NULL;
    if (missing == 2) user.fail = NULL;
    check_refused("fact", 4, "1", 1, &user, missing == 3 ? NULL : &number, ENFOLD_INVALID);
    CHECK_INT(a->releases, 1);
  }
  char *deep = malloc(401);
  memset(deep, '[', 200);
  memset(deep + 200, ']', 200);
  asker *a = new_asker(ENFOLD_OK);
  user = user_of(a, 0);
  check_refused("fact", 4, deep, 400, &user, &number, ENFOLD_LIMIT);
  CHECK_INT(a->releases, 1);
  free(deep);
  CHECK_INT(h->asked, 0);
  CHECK_INT(open_requests(runtime), 0);
  /* No error is wanted, nothing is to be released, and a later header has more. */
  struct {
    enfold_request_user known;
    uintptr_t later[4];
  } greater;
  memset(&greater, 0xAA, sizeof greater);
  a = new_asker(ENFOLD_OK);
  greater.known = user_of(a, 0);
  greater.known.struct_size = sizeof greater;
  greater.known.emit = NULL;
  greater.known.release = NULL;
  in_call++;
  CHECK_OK(table->ask(runtime, context, "fact", 4, "1", 1, &greater.known, &a->number, &problem));
  in_call--;
  await(runtime, &h->asked, 1);
  CHECK_INT(a->resolved, 1);
}

static void what_was_closed_asks_nothing(void) {
  handler *h = make((handler){.answer = "1"});
  handle(runtime, "fact", h);
  close_store(store);
  asker *a = new_asker(ENFOLD_OK);
  CHECK_STATUS(ask_for("fact", "1", a, 0), ENFOLD_STALE);
  CHECK_INT(a->releases, 1);
  static void *const garbage[] = {(void *)1, (void *)UINTPTR_MAX, (void *)(uintptr_t)0xDEADBEEFDEADBEEF};
  for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
    a = new_asker(ENFOLD_OK);
    context = garbage[i];
    CHECK(ask_for("fact", "1", a, 0) < 0);
    CHECK_INT(a->releases, 1);
  }
  enfold_runtime open = runtime;
  context = NULL;
  a = new_asker(ENFOLD_OK);
  runtime = 0;
  CHECK(ask_for("fact", "1", a, 0) < 0);
  CHECK_INT(a->releases, 1);
  runtime = open;
  close_runtime(runtime);
  a = new_asker(ENFOLD_OK);
  CHECK_STATUS(ask_for("fact", "1", a, 0), ENFOLD_STALE);
  CHECK_INT(a->releases, 1);
  CHECK_INT(h->asked, 0);
  runtime = open_runtime(options);
}

/* ---- Withdrawing ------------------------------------------------------------------------------------------------- */

static void numbers_that_never_were_requests(void) {
  handler *h = make((handler){0});
  asker *a = new_asker(ENFOLD_OK), *gone = new_asker(ENFOLD_OK);
  handle(runtime, "fact", h);
  CHECK_OK(ask_for("fact", "1", gone, 0));
  await(runtime, &h->asked, 1);
  CHECK_OK(enfold_request_resolve(h->requests[0], "1", 1, &problem));
  CHECK_OK(ask_for("fact", "1", a, 0));
  await(runtime, &h->asked, 2);
  const uint64_t numbers[] = {0,     1,     UINT64_MAX, 0xDEADBEEFDEADBEEF, runtime,
                              store, gone->number, (uint64_t)(uintptr_t)context, 1ull << 63};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) withdraw(numbers[i]);
  CHECK_INT(h->cancels, 0);
  CHECK_INT(open_requests(runtime), 1);
  withdraw(a->number);
  withdraw(a->number);
  await(runtime, &h->cancels, 1);
  CHECK_FAILS(enfold_request_resolve(h->requests[1], "1", 1, &problem), ENFOLD_STALE, "");
  check_one_release(a);
  check_one_release(gone);
  CHECK_INT(a->resolved + a->failed, 0);
  pump(runtime);
  CHECK_INT(h->cancels, 1);
}

static uint64_t *number_inside;

static void withdraw_inside(handler *h, enfold_request request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK(*number_inside != 0); /* it is there before anybody is asked */
  table->cancel(*number_inside);
  CHECK_INT(h->cancels, 0); /* not while fn runs */
  CHECK_INT(enfold_request_resolve(request, "1", 1, &error), ENFOLD_STALE);
}

static void withdrawn_inside(void) {
  handler *h = make((handler){.then = withdraw_inside}), *other = make((handler){0});
  asker *a = new_asker(ENFOLD_OK), *itself = new_asker(ENFOLD_OK);
  handle(runtime, "fact", h);
  number_inside = &a->number;
  CHECK_OK(ask_for("fact", "1", a, 0));
  await(runtime, &h->cancels, 1);
  check_one_release(a);
  /* Inside its own `emit`: the request is over. Inside its own `resolve` it was over already. */
  handle(runtime, "fact", other);
  CHECK_OK(ask_for("fact", "1", itself, ENFOLD_REQUEST_STREAM));
  await(runtime, &other->asked, 1);
  itself->cancels = &itself->number;
  itself->gives = ENFOLD_STALE;
  in_call++;
  CHECK_FAILS(enfold_request_emit(other->requests[0], "1", 1, &problem), ENFOLD_STALE, "");
  in_call--;
  await(runtime, &other->cancels, 1);
  check_one_release(itself);
  asker *last = new_asker(ENFOLD_OK);
  CHECK_OK(ask_for("fact", "1", last, 0));
  await(runtime, &other->asked, 2);
  last->cancels = &last->number;
  CHECK_OK(enfold_request_resolve(other->requests[1], "1", 1, &problem));
  check_one_release(last);
  pump(runtime);
  CHECK_INT(other->cancels, 1);
}

/* With "loop":"host" a thread that is not the loop's asks, and the request waits for the pump. */
static void *ask_there(void *a) {
  enfold_request_user user = user_of(a, 0);
  CHECK_INT(table->ask(runtime, context, "fact", 4, "1", 1, &user, &((asker *)a)->number, &problem), ENFOLD_OK);
  return NULL;
}

static void what_is_over_before_the_pump_is_never_told(void) {
  if (!is_host()) return;
  handler *h = make((handler){0});
  asker *withdrawn = new_asker(ENFOLD_OK), *kept = new_asker(ENFOLD_OK), *closed = new_asker(ENFOLD_OK);
  handle(runtime, "fact", h);
  elsewhere(ask_there, withdrawn);
  elsewhere(ask_there, kept);
  CHECK_INT(h->asked, 0);
  CHECK_INT(open_requests(runtime), 2);
  int descriptor;
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  struct pollfd poller = {descriptor, POLLIN, 0};
  CHECK_INT(poll(&poller, 1, 0), 1);
  table->cancel(withdrawn->number);
  CHECK_INT(open_requests(runtime), 1);
  pump(runtime);
  CHECK_INT(h->asked, 1);
  CHECK_INT(h->cancels, 0);
  check_one_release(withdrawn);
  CHECK_INT(poll(&poller, 1, 0), 0);
  CHECK_OK(enfold_request_resolve(h->requests[0], "1", 1, &problem));
  check_one_release(kept);
  elsewhere(ask_there, closed);
  close_runtime(runtime);
  CHECK_INT(h->asked - 1, h->cancels); /* a runtime may deliver what waits before it is closed */
  CHECK_INT(h->releases, 1);
  CHECK_INT(closed->releases, 1);
  CHECK_INT(closed->resolved, 0);
  runtime = open_runtime(options);
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

static void *emit_often(void *request) {
  enfold_status status;
  do {
    status = enfold_request_emit(*(enfold_request *)request, "1", 1, NULL);
    CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  } while (status == ENFOLD_OK);
  return NULL;
}

/* `emit` may be called on several threads at once, but none of the functions after `resolve`; `release` is the last. */
static void nothing_comes_after_the_end(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  for (int round = 0; round < (SANITIZED ? 10 : KEPT_REQUESTS); round++) {
    pthread_t threads[3];
    asker *a = new_asker(ENFOLD_OK);
    CHECK_OK(ask_for("fact", "1", a, ENFOLD_REQUEST_STREAM));
    await(runtime, &h->asked, round + 1);
    for (int i = 0; i < 3; i++) CHECK_INT(pthread_create(&threads[i], NULL, emit_often, &h->requests[round]), 0);
    while (a->emitted < 100) sched_yield();
    CHECK_OK(enfold_request_resolve(h->requests[round], NULL, 0, &problem));
    for (int i = 0; i < 3; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    check_one_release(a);
    CHECK_INT(a->late, 0);
  }
}

static void set(void) {
  static void *image;
  runtime = open_runtime_with(options, test_plugin("counter-shown"));
  store = open_store(runtime, "Counter");
  if (image == NULL) image = dlopen(test_plugin("counter-shown"), RTLD_NOW);
  CHECK(image != NULL);
  const enfold_host **host = (const enfold_host **)dlsym(image, "shown_host");
  void **shown = (void **)dlsym(image, "shown_context");
  CHECK(host != NULL && shown != NULL && *host != NULL);
  table = (*host)->get_extension(ENFOLD_REQUESTS_EXTENSION, 1);
  CHECK(table != NULL);
  CHECK(table->struct_size >= sizeof *table);
  CHECK((*host)->get_extension(ENFOLD_REQUESTS_EXTENSION, 2) == NULL);
  context = *shown;
}

#define EACH(test)          \
  do {                      \
    set();                  \
    RUN(test);              \
    close_runtime(runtime); \
  } while (0)

static void everything(void) {
  EACH(a_plugin_asks);
  EACH(what_the_plugin_gives_reaches_the_host);
  EACH(what_resolve_gives_ends_the_request);
  EACH(wrong_questions_are_refused);
  EACH(what_was_closed_asks_nothing);
  EACH(numbers_that_never_were_requests);
  EACH(withdrawn_inside);
  EACH(what_is_over_before_the_pump_is_never_told);
  EACH(nothing_comes_after_the_end);
}

int main(void) {
  everything();
  options = "{\"loop\":\"host\"}";
  everything();
  return 0;
}
