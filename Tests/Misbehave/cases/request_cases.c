/* request_cases.c: the faults of an engine that asks its host. */
#include "drivers.h"

/* ---- The host's handlers ----------------------------------------------------------------------------------------- */

static const test_case *running;
static int answers, silences;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* An offset is none, or one of what was given. */
static void check_offset(const enfold_error *error, size_t length) {
  CHECK(error->offset == UINT64_MAX || error->offset <= length);
}

static void answer_gives(const test_case *c);

/* Whatever the plugin writes, it is a text, or there is none. */
static void ask_why(enfold_request request) {
  enfold_store store = 0;
  enfold_string text = {NULL, 0};
  expect_known(enfold_request_store(request, &store, NULL), "enfold_request_store");
  for (int tag = 0; tag < 2; tag++) {
    enfold_status status = (tag ? enfold_request_tag : enfold_request_action)(request, &text, NULL);
    expect_known(status, "enfold_request_action");
    CHECK(status < 0 ? text.data == NULL : text.data != NULL && text.data[text.length] == '\0');
    enfold_string_free(&text);
  }
}

/* Answers at once. What the plugin's function gives reaches this call. */
static void answer(void *user, enfold_request request, const char *payload, size_t length) {
  enfold_error error = ENFOLD_ERROR_INIT;
  bool emits = strncmp(running->fault, "request-emit-", 13) == 0, is_told = running->run == answer_gives;
  (void)user;
  CHECK_INT(strlen(payload), length);
  pthread_mutex_lock(&lock);
  answers++;
  pthread_mutex_unlock(&lock);
  ask_why(request);
  if (emits) {
    enfold_status status = enfold_request_emit(request, "[1]", 3, &error);
    if (is_told) expect_status(running, status, "enfold_request_emit", &error);
    expect_known(status, "enfold_request_emit");
    check_offset(&error, 3);
    expect_known(enfold_request_resolve(request, NULL, 0, NULL), "enfold_request_resolve");
    return;
  }
  enfold_status status = enfold_request_resolve(request, "[1]", 3, &error);
  expect_known(status, "enfold_request_resolve");
  if (status == ENFOLD_INVALID) status = enfold_request_resolve(request, NULL, 0, &error); /* a stream after all */
  if (is_told) expect_status(running, status, "enfold_request_resolve", &error);
  check_offset(&error, 3);
  CHECK_INT(enfold_request_resolve(request, "[1]", 3, NULL), ENFOLD_STALE);
}

static void keep_silent(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)request, (void)payload, (void)length;
  silences++;
}

static void end_silence(void *user, enfold_request request) {
  (void)user;
  CHECK_INT(enfold_request_fail(request, NULL, 0, NULL), ENFOLD_STALE);
  silences--;
}

static void set_handlers(const test_case *c) {
  running = c;
  answers = silences = 0;
  CHECK_OK(enfold_runtime_handle(the_stage.runtime, "question", answer, NULL, NULL, NULL, begin_call()));
  CHECK_OK(enfold_runtime_handle(the_stage.runtime, "silence", keep_silent, end_silence, NULL, NULL, begin_call()));
}

/* ---- Drivers ----------------------------------------------------------------------------------------------------- */

/* The answer gives c->status, if it is one. */
static void answer_gives(const test_case *c) {
  set_handlers(c);
  live_through(open_feature(c->fault));
  CHECK(answers > 0);
}

/* Nobody is asked. */
static void asks_nobody(const test_case *c) {
  set_handlers(c);
  enfold_store ended = open_feature("good-engine");
  CHECK_OK(enfold_store_close(ended, begin_call()));
  live_through(open_feature(c->fault));
  CHECK_INT(answers, 0);
}

static void asks(const test_case *c) {
  set_handlers(c);
  live_through(open_feature(c->fault));
  pump();
}

/* What was asked is over, and its handler heard of it once. */
static void withdraws(const test_case *c) {
  asks(c);
  CHECK_INT(silences, 0);
}

/* A request without an answer ends with its runtime at the latest. */
static void forgets(const test_case *c) {
  asks(c);
  enfold_status status = enfold_runtime_close(the_stage.runtime, begin_call());
  CHECK_INT(status, ENFOLD_OK);
  CHECK_INT(silences, 0);
  CHECK_INT(the_stage.board->questions_released, the_stage.board->questions_asked);
}

static void calls_api(const test_case *c) {
  set_handlers(c);
  calls_inside(c);
}

#define CALLS_CASES(place)                                                \
  CASE(place "-calls-state", calls_api, ANY_STATUS, NULL)                 \
  CASE(place "-calls-send", calls_api, ANY_STATUS, NULL)                  \
  CASE(place "-calls-set", calls_api, ANY_STATUS, NULL)                   \
  CASE(place "-calls-observe", calls_api, ANY_STATUS, NULL)               \
  CASE(place "-calls-scope", calls_api, ANY_STATUS, NULL)                 \
  CASE(place "-calls-revision", calls_api, ANY_STATUS, NULL)              \
  CASE(place "-calls-stats", calls_api, ENFOLD_OK, NULL)                  \
  CASE(place "-calls-open", calls_api, ANY_STATUS, NULL)                  \
  CASE(place "-calls-close", calls_api, ANY_STATUS, NULL)                 \
  CASE(place "-calls-runtime-close", calls_api, ANY_STATUS, NULL)         \
  CASE(place "-calls-wait", calls_api, ENFOLD_REENTRANT, NULL)            \
  CASE(place "-calls-runtime-wait", calls_api, ENFOLD_REENTRANT, NULL)    \
  CASE(place "-calls-pump", calls_api, ENFOLD_REENTRANT, NULL)            \
  CASE(place "-calls-flush", calls_api, ANY_STATUS, NULL)                 \
  CASE(place "-calls-hold", calls_api, ANY_STATUS, NULL)                  \
  CASE(place "-calls-step", calls_api, ANY_STATUS, NULL)                  \
  CASE(place "-calls-trace", calls_api, ANY_STATUS, NULL)                 \
  CASE(place "-calls-break", calls_api, ANY_STATUS, NULL)                 \
  CASE(place "-calls-end", calls_api, ENFOLD_REENTRANT, NULL)             \
  CASE(place "-calls-runtime-end", calls_api, ENFOLD_REENTRANT, NULL)

const test_case request_cases[] = {
    STATUS_CASES("request-resolve", answer_gives)
    STATUS_CASES("request-emit", answer_gives)
    ERROR_CASES("request-resolve", answer_gives, ENFOLD_BAD_STATE)
    ERROR_CASES("request-emit", answer_gives, ENFOLD_BAD_STATE)
    CALLS_CASES("request-resolve")
    CALLS_CASES("request-emit")

    CALLS_CASES("request-cause")
    CASE("request-cause-writes-nothing", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-deep", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-single-bytes", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-huge", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-empty-pieces", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-null-with-length", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-length-size-max", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-length-half-max", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-then-fails", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-no-json", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-not-utf8", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-two-values", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-cut", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-too-deep", asks, ANY_STATUS, NULL)
    CASE("request-cause-writes-abyss", asks, ANY_STATUS, NULL)

    CASE("request-ask-null-user", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-size-zero", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-size-short", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-name-null", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-name-null-with-length", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-name-empty", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-name-length-size-max", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-name-not-utf8", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-payload-null", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-payload-null-with-length", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-payload-length-size-max", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-payload-no-json", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-payload-not-utf8", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-payload-deep", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-number-null", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-no-resolve", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-no-fail", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-no-emit", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-flags-all", asks, ANY_STATUS, NULL)
    CASE("request-ask-context-garbage", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-context-address", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-context-ended", asks_nobody, ANY_STATUS, NULL)
    CASE("request-ask-runtime-garbage", asks_nobody, ANY_STATUS, NULL)

    CASE("request-cancel-zero", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-max", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-garbage", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-store", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-runtime", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-context", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-interest", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-twice", withdraws, ANY_STATUS, NULL)
    CASE("request-cancel-answered", withdraws, ANY_STATUS, NULL)

    CASE("request-in-open", asks, ANY_STATUS, NULL)
    CASE("request-after-closed", asks_nobody, ANY_STATUS, NULL)
    CASE("request-in-release", asks_nobody, ANY_STATUS, NULL)
    CASE("request-on-thread", answer_gives, ANY_STATUS, NULL)
    CASE("request-forgotten", forgets, ANY_STATUS, NULL)
    {NULL, NULL, 0, NULL}};
