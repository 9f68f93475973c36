/* requests_streams.c: requests with elements: how many wait, in which order they come, how they end. For both loops. */
#include "asker.h"

static enfold_runtime runtime;
static enfold_store store;

static enfold_request listen(handler *h, const char *action) {
  handle(runtime, "ticks", h);
  int before = h->asked;
  say(store, action);
  await(runtime, &h->asked, before + 1);
  return h->requests[before];
}

static enfold_status emit(enfold_request request, int number) {
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  return enfold_request_emit(request, text, ENFOLD_NUL, &problem);
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

enum { EMITTED = 10 };

/* Nobody takes elements while the handler runs on the thread that asks. */
static void emit_many(handler *h, enfold_request request) {
  enfold_status *statuses = h->context;
  for (int i = 0; i < EMITTED; i++) statuses[i] = emit(request, i);
  if (statuses[EMITTED - 1] == ENFOLD_LIMIT) CHECK_CONTAINS(problem.message, "ticks");
  h->status = enfold_request_resolve(request, NULL, 0, NULL);
}

static void as_many_wait_as_the_feature_says(void) {
  static enfold_status statuses[EMITTED];
  char heard[64] = "[";
  handler *h = make((handler){.then = emit_many, .context = statuses});
  listen(h, "{\"listen\":5}");
  CHECK_TEXT(h->payload, "5");
  CHECK_INT(h->status, ENFOLD_OK);
  wait_for(runtime);
  int kept = 0;
  for (int i = 0; i < EMITTED; i++) {
    CHECK(statuses[i] == ENFOLD_OK || statuses[i] == ENFOLD_QUEUED || statuses[i] == ENFOLD_LIMIT);
    if (i < 4) CHECK(statuses[i] != ENFOLD_LIMIT);
    if (statuses[i] == ENFOLD_LIMIT) continue;
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%s%d", kept++ > 0 ? "," : "", i);
  }
  strcat(heard, "]");
  CHECK_TEXT(state(store, "/heard"), heard);
  CHECK_TEXT(state(store, "/hasEnded"), "true");
  if (is_host()) return;
  for (int i = 0; i < EMITTED; i++) CHECK_INT(statuses[i], i < 4 ? ENFOLD_QUEUED : ENFOLD_LIMIT);
}

/* Where the feature cannot come to its elements: "loop":"host", and nobody pumps. */
static void elements_come_in_their_order(void) {
  enum { COUNT = 2000 };
  handler *h = make((handler){0});
  enfold_request request = listen(h, "{\"listen\":5}");
  int limits = 0;
  for (int i = 0; i < COUNT;) {
    enfold_status status = emit(request, i);
    CHECK(status == ENFOLD_OK || status == ENFOLD_QUEUED || status == ENFOLD_LIMIT);
    if (status != ENFOLD_LIMIT) {
      i++;
      continue;
    }
    /* It is not kept, and the stream goes on. */
    CHECK_CONTAINS(problem.message, "enfold_request_emit");
    CHECK(problem.offset == UINT64_MAX);
    limits++;
    sched_yield();
    pump(runtime);
  }
  CHECK_OK(enfold_request_resolve(request, NULL, ENFOLD_NUL, &problem));
  CHECK_STATUS(emit(request, 0), ENFOLD_STALE);
  wait_for(runtime);
  char *expected = malloc(COUNT * 6), *at = expected;
  for (int i = 0; i < COUNT; i++) at += sprintf(at, "%c%d", i > 0 ? ',' : '[', i);
  strcpy(at, "]");
  CHECK_TEXT(state(store, "/heard"), expected);
  CHECK_TEXT(state(store, "/hasEnded"), "true");
  free(expected);
  CHECK_INT(h->cancels, 0);
  fprintf(stderr, "    %d times there was no room\n", limits);
}

/* ---- Ends -------------------------------------------------------------------------------------------------------- */

static void a_stream_ends_without_a_value(void) {
  handler *h = make((handler){0});
  enfold_request request = listen(h, "{\"listen\":5}");
  CHECK_FAILS(enfold_request_resolve(request, "1", 1, &problem), ENFOLD_INVALID, "stream");
  CHECK_FAILS(enfold_request_resolve(request, "null", 4, &problem), ENFOLD_INVALID, "stream");
  CHECK_FAILS(enfold_request_resolve(request, "{", 1, &problem), ENFOLD_INVALID, "stream");
  CHECK_FAILS(enfold_request_emit(request, NULL, 0, &problem), ENFOLD_INVALID, "json is NULL");
  CHECK_FAILS(enfold_request_emit(request, NULL, 5, &problem), ENFOLD_INVALID, "json is NULL");
  CHECK_INT(open_requests(runtime), 1); /* none of these has ended it */
  CHECK(emit(request, 3) >= 0);
  CHECK_OK(enfold_request_resolve(request, NULL, 0, &problem));
  CHECK_FAILS(enfold_request_resolve(request, NULL, 0, &problem), ENFOLD_STALE, "");
  wait_for(runtime);
  CHECK_TEXT(state(store, "/heard"), "[3]");
  CHECK_TEXT(state(store, "/hasEnded"), "true");
  CHECK_INT(h->cancels, 0);
}

static void a_stream_fails(void) {
  handler *h = make((handler){0});
  enfold_request request = listen(h, "{\"listen\":5}");
  CHECK(emit(request, 3) >= 0);
  CHECK(emit(request, 4) >= 0);
  CHECK_OK(enfold_request_fail(request, "no more", ENFOLD_NUL, &problem));
  CHECK_STATUS(emit(request, 5), ENFOLD_STALE);
  wait_for(runtime);
  CHECK_TEXT(state(store, "/heard"), "[3,4]"); /* what came before still counts */
  CHECK_TEXT(state(store, "/hasEnded"), "false");
  CHECK_CONTAINS(state(store, "/problem"), "no more");
}

static void check_wrong_element(const char *json, enfold_status expected, const char *part) {
  handler *h = make((handler){0});
  enfold_request request = listen(h, "{\"listen\":5}");
  CHECK(emit(request, 3) >= 0);
  CHECK_FAILS(enfold_request_emit(request, json, ENFOLD_NUL, &problem), expected, part);
  CHECK(problem.offset <= strlen(json));
  CHECK_FAILS(enfold_request_emit(request, "1", 1, &problem), ENFOLD_STALE, "");
  wait_for(runtime);
  CHECK_CONTAINS(state(store, "/problem"), "ticks");
  CHECK_CONTAINS(state(store, "/problem"), part);
  CHECK_TEXT(state(store, "/hasEnded"), "false");
  CHECK_INT(open_requests(runtime), 0);
  CHECK_INT(h->cancels, 0);
}

static void elements_that_are_none(void) {
  check_wrong_element("null", ENFOLD_BAD_STATE, "null");
  check_wrong_element("{\"a\":[1]}", ENFOLD_BAD_STATE, "object");
  check_wrong_element("1.5", ENFOLD_BAD_STATE, "1.5");
  check_wrong_element("[1", ENFOLD_BAD_JSON, "");
  check_wrong_element("", ENFOLD_BAD_JSON, "");
}

static void one_element_is_enough(void) {
  handler *h = make((handler){0});
  enfold_request request = listen(h, "{\"listenOnce\":5}");
  CHECK(emit(request, 8) >= 0);
  wait_for(runtime);
  await(runtime, &h->cancels, 1);
  CHECK_TEXT(state(store, "/heard"), "[8]");
  CHECK_TEXT(state(store, "/hasEnded"), "true");
  CHECK_STATUS(emit(request, 9), ENFOLD_STALE);
  CHECK_FAILS(enfold_request_resolve(request, NULL, 0, &problem), ENFOLD_STALE, "");
  CHECK_INT(open_requests(runtime), 0);
  pump(runtime);
  CHECK_INT(h->cancels, 1);
}

static void nobody_listens_any_more(void) {
  handler *h = make((handler){0});
  enfold_request request = listen(h, "{\"listen\":5}");
  for (int i = 0; i < 3; i++) CHECK(emit(request, i) >= 0);
  say(store, "\"stop\"");
  await(runtime, &h->cancels, 1);
  CHECK_STATUS(emit(request, 9), ENFOLD_STALE);
  wait_for(runtime);
  CHECK_TEXT(state(store, "/hasEnded"), "false");
  CHECK_INT(open_requests(runtime), 0);
}

static void two_streams_at_once(void) {
  handler *h = make((handler){0});
  enfold_store other = open_store(runtime, "Asker");
  enfold_request first = listen(h, "{\"listen\":1}");
  say(other, "{\"listen\":2}");
  await(runtime, &h->asked, 2);
  enfold_request second = h->requests[1];
  CHECK(emit(first, 1) >= 0);
  CHECK(emit(second, 2) >= 0);
  CHECK_OK(enfold_request_resolve(first, NULL, 0, &problem));
  CHECK(emit(second, 3) >= 0);
  CHECK_OK(enfold_request_resolve(second, NULL, 0, &problem));
  wait_for(runtime);
  CHECK_TEXT(state(store, "/heard"), "[1]");
  CHECK_TEXT(state(other, "/heard"), "[2,3]");
  close_store(other);
}

static void set(void) {
  runtime = open_runtime_with(options, swift_plugin("Asker"));
  store = open_store(runtime, "Asker");
}

static void everything(void) {
  EACH(as_many_wait_as_the_feature_says);
  EACH(elements_come_in_their_order);
  EACH(a_stream_ends_without_a_value);
  EACH(a_stream_fails);
  EACH(elements_that_are_none);
  EACH(one_element_is_enough);
  EACH(nobody_listens_any_more);
  EACH(two_streams_at_once);
}

int main(void) { return with_each_loop(everything); }
