/* requests.c: what a feature asks its host, which answers at once, later, wrongly or not at all. Run for both loops. */
#include "asker.h"

static enfold_runtime runtime;
static enfold_store store;

/* A request of an action, asked and not answered. */
static enfold_request ask(handler *h, const char *name, const char *action) {
  if (name != NULL) handle(runtime, name, h);
  int before = h->asked;
  say(store, action);
  await(runtime, &h->asked, before + 1);
  return h->requests[before];
}

/* ---- Functions --------------------------------------------------------------------------------------------------- */

static void answered_inside_the_handler(void) {
  handler *h = make((handler){.answer = "\"seven\""});
  handle(runtime, "numberFact", h);
  CHECK_OK(task_end(begin(store, "{\"ask\":7}")));
  CHECK_INT(h->status, ENFOLD_OK);
  CHECK_INT(h->asked, 1);
  CHECK_TEXT(h->payload, "7");
  CHECK_TEXT(state(store, "/facts"), "[\"seven\"]");
  CHECK_INT(open_requests(runtime), 0);
  CHECK_FAILS(enfold_request_resolve(h->requests[0], "\"eight\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_request_fail(h->requests[0], "no", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_request_emit(h->requests[0], "1", 1, &problem), ENFOLD_STALE, "");
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", NULL, NULL, NULL, NULL, &problem));
  CHECK_INT(h->releases, 1);
  CHECK_INT(h->cancels, 0);
}

static void answered_later(void) {
  handler *h = make((handler){0});
  enfold_request request = ask(h, "numberFact", "{\"ask\":7}");
  CHECK_INT(open_requests(runtime), 1);
  CHECK_STATUS(enfold_store_wait(store, 0, &problem), ENFOLD_TIMEOUT);
  CHECK_FAILS(enfold_request_emit(request, "\"one\"", ENFOLD_NUL, &problem), ENFOLD_INVALID, "stream");
  CHECK_FAILS(enfold_request_fail(request, "\xff", 1, &problem), ENFOLD_INVALID, "UTF-8");
  CHECK_INT(open_requests(runtime), 1); /* neither has ended it */
  CHECK_OK(enfold_request_resolve(request, " \"\\u0073even\" ", ENFOLD_NUL, &problem));
  CHECK_INT(open_requests(runtime), 0);
  CHECK_FAILS(enfold_request_resolve(request, "\"eight\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  wait_for(runtime);
  CHECK_TEXT(state(store, "/facts"), "[\"seven\"]");
}

static void *answer_elsewhere(void *request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_request_resolve(*(enfold_request *)request, "\"elsewhere\"", ENFOLD_NUL, &error), ENFOLD_OK);
  return NULL;
}

static void answered_on_another_thread(void) {
  handler *h = make((handler){0});
  enfold_request request = ask(h, "numberFact", "{\"ask\":7}");
  elsewhere(answer_elsewhere, &request);
  wait_for(runtime);
  CHECK_TEXT(state(store, "/facts"), "[\"elsewhere\"]");
}

static void a_request_fails(void) {
  handler *h = make((handler){0});
  enfold_request request = ask(h, "numberFact", "{\"askSafely\":7}");
  CHECK_OK(enfold_request_fail(request, "no fact xyz", 7, &problem));
  CHECK_FAILS(enfold_request_resolve(request, "\"seven\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  wait_for(runtime);
  CHECK_CONTAINS(state(store, "/problem"), "numberFact");
  CHECK_CONTAINS(state(store, "/problem"), "no fact\"");
  request = ask(h, NULL, "{\"askSafely\":7}");
  CHECK_OK(enfold_request_fail(request, NULL, 0, &problem));
  wait_for(runtime);
  CHECK_CONTAINS(state(store, "/problem"), "failed\"");
  enfold_task task = begin(store, "{\"ask\":1}");
  await(runtime, &h->asked, 3);
  CHECK_OK(enfold_request_fail(h->requests[2], "at last", ENFOLD_NUL, &problem));
  CHECK_STATUS(task_end(task), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "at last");
  CHECK_TEXT(state(store, "/facts"), "[]");
}

static void no_value_is_null(void) {
  handler *h = make((handler){0});
  enfold_request request = ask(h, "save", "{\"save\":{\"name\":\"letter\",\"pages\":[1,2]}}");
  CHECK_TEXT(h->payload, "{\"name\":\"letter\",\"pages\":[1,2]}");
  CHECK_OK(enfold_request_resolve(request, NULL, 0, &problem));
  wait_for(runtime);
  CHECK_TEXT(state(store, "/hasSaved"), "true");
  /* For what needs a value it is a wrong one. */
  request = ask(h, "numberFact", "{\"askSafely\":7}");
  CHECK_FAILS(enfold_request_resolve(request, NULL, ENFOLD_NUL, &problem), ENFOLD_BAD_STATE, "null");
  wait_for(runtime);
}

/* ---- Wrong answers ----------------------------------------------------------------------------------------------- */

static void count_record(void *user, int32_t level, const char *text, size_t length) {
  recorder *r = user;
  (void)length;
  if (level == ENFOLD_LOG_ERROR) r->closes++;
  r->events++;
  record_text(r, text);
}

/* An answer that is none: the effect fails with what the call says. */
static void check_wrong_answer(const char *json, enfold_status expected, uint64_t offset, const char *part) {
  handler *h = make((handler){0});
  recorder log = {0};
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_ERROR, count_record, &log, NULL, &problem));
  handle(runtime, "numberFact", h);
  enfold_task task = begin(store, "{\"ask\":7}");
  await(runtime, &h->asked, 1);
  CHECK_FAILS(enfold_request_resolve(h->requests[0], json, ENFOLD_NUL, &problem), expected, part);
  CHECK_INT(problem.offset, offset);
  CHECK_FAILS(enfold_request_resolve(h->requests[0], "\"right\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  CHECK_STATUS(task_end(task), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "numberFact");
  CHECK_CONTAINS(problem.message, part);
  wait_for(runtime);
  pump(runtime);
  CHECK_INT(log.closes, 1);
  CHECK_CONTAINS(log.text, "numberFact");
  CHECK_TEXT(state(store, "/facts"), "[]");
  CHECK_INT(h->cancels, 0);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_ERROR, NULL, NULL, NULL, &problem));
}

static void answers_that_are_none(void) {
  check_wrong_answer("5", ENFOLD_BAD_STATE, 0, "number");
  check_wrong_answer(" {\"a\":1}", ENFOLD_BAD_STATE, 1, "object");
  check_wrong_answer("null", ENFOLD_BAD_STATE, 0, "null");
  check_wrong_answer("{\"a\":", ENFOLD_BAD_JSON, 5, "");
  check_wrong_answer("", ENFOLD_BAD_JSON, 0, "");
  check_wrong_answer("\"a\" x", ENFOLD_BAD_JSON, 4, "");
  check_wrong_answer("\"\xff\"", ENFOLD_BAD_JSON, 1, "");
}

static void answers_beyond_the_limits(void) {
  enfold_runtime small = open_runtime_with(is_host() ? "{\"loop\":\"host\",\"limits\":{\"bytes\":300,\"depth\":9}}"
                                                     : "{\"limits\":{\"bytes\":300,\"depth\":9}}",
                                           swift_plugin("Asker"));
  enfold_store asker = open_store(small, "Asker");
  char text[400];
  handler *h = make((handler){0});
  handle(small, "numberFact", h);
  handle(small, "ticks", h);
  memset(text, 'x', sizeof text);
  text[0] = text[398] = '"';
  text[399] = '\0';
  say(asker, "{\"askSafely\":1}");
  await(small, &h->asked, 1);
  CHECK_FAILS(enfold_request_resolve(h->requests[0], text, ENFOLD_NUL, &problem), ENFOLD_LIMIT, "300");
  CHECK(problem.offset != UINT64_MAX);
  CHECK_FAILS(enfold_request_resolve(h->requests[0], "\"a\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  wait_for(small);
  CHECK_CONTAINS(state(asker, "/problem"), "300");
  say(asker, "{\"askSafely\":1}");
  await(small, &h->asked, 2);
  CHECK_FAILS(enfold_request_resolve(h->requests[1], "[[[[[[[[[[]]]]]]]]]]", ENFOLD_NUL, &problem), ENFOLD_LIMIT, "9");
  CHECK(problem.offset != UINT64_MAX);
  /* ENFOLD_LIMIT of an element is that of those that wait. */
  say(asker, "{\"listen\":1}");
  await(small, &h->asked, 3);
  CHECK_FAILS(enfold_request_emit(h->requests[2], text, ENFOLD_NUL, &problem), ENFOLD_BAD_JSON, "300");
  CHECK_FAILS(enfold_request_emit(h->requests[2], "1", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  wait_for(small);
  CHECK_INT(h->cancels, 0);
  CHECK_INT(open_requests(small), 0);
  close_runtime(small);
  CHECK_INT(h->releases, 2);
}

/* ---- Who handles ------------------------------------------------------------------------------------------------- */

static void nobody_handles(void) {
  handler *h = make((handler){.answer = "1"});
  handle(runtime, "other", h);
  CHECK_STATUS(task_end(begin(store, "{\"ask\":7}")), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "\"numberFact\"");
  CHECK_OK(task_end(begin(store, "{\"askSafely\":7}")));
  CHECK_CONTAINS(state(store, "/problem"), "numberFact");
  CHECK_INT(open_requests(runtime), 0);
  CHECK_INT(h->asked, 0);
}

static void handlers_are_replaced_and_removed(void) {
  handler *first = make((handler){0}), *second = make((handler){.answer = "\"second\""});
  enfold_request request = ask(first, "numberFact", "{\"ask\":1}");
  enfold_request other = ask(first, NULL, "{\"ask\":2}");
  handle(runtime, "numberFact", second);
  CHECK_OK(task_end(begin(store, "{\"ask\":3}")));
  CHECK_INT(second->asked, 1);
  /* What came before stays with the first one, until its last request is over. */
  CHECK_OK(enfold_request_resolve(request, "\"first\"", ENFOLD_NUL, &problem));
  pump(runtime);
  CHECK_INT(first->releases, 0);
  CHECK_OK(enfold_request_fail(other, "no", ENFOLD_NUL, &problem));
  wait_for(runtime);
  await(runtime, &first->releases, 1);
  CHECK_TEXT(state(store, "/facts"), "[\"second\",\"first\"]");
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", NULL, NULL, NULL, NULL, &problem));
  await(runtime, &second->releases, 1);
  CHECK_STATUS(task_end(begin(store, "{\"ask\":4}")), ENFOLD_FAILED);
  /* Nobody was there; and what comes with no function is released. */
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", NULL, on_cancelled, second, on_release, &problem));
  await(runtime, &second->releases, 2);
  CHECK_INT(first->cancels + second->cancels, 0);
}

static void two_spellings_are_two_requests(void) {
  handler *composed = make((handler){0}), *decomposed = make((handler){0});
  handle(runtime, "caf\xc3\xa9", composed);
  handle(runtime, "cafe\xcc\x81", decomposed);
  pump(runtime);
  CHECK_INT(composed->releases + decomposed->releases, 0);
  CHECK_OK(enfold_runtime_handle(runtime, "caf\xc3\xa9", NULL, NULL, NULL, NULL, &problem));
  await(runtime, &composed->releases, 1);
  CHECK_INT(decomposed->releases, 0);
  CHECK_OK(enfold_runtime_handle(runtime, "cafe\xcc\x81", NULL, NULL, NULL, NULL, &problem));
  await(runtime, &decomposed->releases, 1);
}

static void mistakes_change_nothing(void) {
  handler *h = make((handler){.answer = "\"kept\""}), *refused = make((handler){0}), *saver = make((handler){0});
  handle(runtime, "numberFact", h);
  CHECK_FAILS(enfold_runtime_handle(runtime, NULL, on_ask, NULL, refused, on_release, &problem), ENFOLD_INVALID, "name");
  CHECK_FAILS(enfold_runtime_handle(runtime, "", on_ask, NULL, refused, on_release, &problem), ENFOLD_INVALID, "name");
  CHECK_FAILS(enfold_runtime_handle(runtime, "a\xff", on_ask, NULL, refused, on_release, &problem), ENFOLD_INVALID,
              "UTF-8");
  CHECK_INT(problem.offset, 1);
  CHECK_FAILS(enfold_runtime_handle(store, "numberFact", on_ask, NULL, refused, on_release, &problem),
              ENFOLD_BAD_HANDLE, "runtime");
  CHECK_INT(refused->releases, 4);
  enfold_request request = ask(saver, "save", "{\"save\":{}}");
  CHECK_FAILS(enfold_request_emit(store, "1", 1, &problem), ENFOLD_BAD_HANDLE, "request");
  CHECK_FAILS(enfold_request_resolve(runtime, "1", 1, &problem), ENFOLD_BAD_HANDLE, "request");
  CHECK_FAILS(enfold_request_fail(0, "no", 2, &problem), ENFOLD_BAD_HANDLE, "request");
  CHECK_FAILS(enfold_request_resolve(request, NULL, 5, &problem), ENFOLD_INVALID, "json is NULL");
  CHECK_FAILS(enfold_request_resolve(request, "1", SIZE_MAX - 1, &problem), ENFOLD_INVALID, "out of range");
  CHECK_FAILS(enfold_request_fail(request, NULL, 5, &problem), ENFOLD_INVALID, "message is NULL");
  CHECK_FAILS(enfold_request_fail(request, "no", SIZE_MAX - 1, &problem), ENFOLD_INVALID, "out of range");
  CHECK_FAILS(enfold_store_close(request, &problem), ENFOLD_BAD_HANDLE, "request");
  CHECK_OK(enfold_request_resolve(request, "null", ENFOLD_NUL, &problem));
  wait_for(runtime);
  CHECK_TEXT(state(store, "/hasSaved"), "true");
  CHECK_OK(task_end(begin(store, "{\"ask\":1}")));
  CHECK_TEXT(state(store, "/facts"), "[\"kept\"]");
}

static void what_features_declare(void) {
  enfold_string text = {NULL, 0};
  CHECK_OK(enfold_runtime_features(runtime, &text, &problem));
  CHECK_CONTAINS(text.data, "\"requests\":[{\"name\":\"numberFact\",\"stream\":false,\"payload\":");
  CHECK_CONTAINS(text.data, "{\"name\":\"ticks\",\"stream\":true,\"payload\":");
  CHECK_CONTAINS(text.data, "{\"name\":\"save\",\"stream\":false,\"payload\":");
  CHECK_CONTAINS(text.data, "\"pages\"");
  const char *parent = strstr(text.data, "\"name\":\"AskerParent\"");
  CHECK(parent != NULL);
  CHECK(strstr(parent, "\"requests\"") == NULL);
  enfold_string_free(&text);
}

static void what_a_feature_has_not_declared(void) {
  handler *h = make((handler){.answer = "42"});
  handle(runtime, "more", h);
  CHECK_OK(task_end(begin(store, "\"askForMore\"")));
  CHECK_TEXT(h->payload, "null");
  CHECK_TEXT(state(store, "/heard"), "[42]");
  enfold_store parent = open_store(runtime, "AskerParent");
  handler *facts = make((handler){.answer = "\"a child's\""});
  handle(runtime, "numberFact", facts);
  CHECK_OK(task_end(begin(parent, "{\"asker\":{\"ask\":1}}")));
  CHECK_TEXT(state(parent, "/asker/facts"), "[\"a child's\"]");
  close_store(parent);
}

static void stubs_ask_nothing(void) {
  enfold_store stub = 0;
  handler *h = make((handler){0});
  handle(runtime, "numberFact", h);
  CHECK_OK(enfold_store_open(runtime, "Asker", "{\"stub\":true}", ENFOLD_NUL, &stub, &problem));
  CHECK_OK(task_end(begin(stub, "{\"ask\":1}")));
  CHECK_INT(h->asked, 0);
  close_store(stub);
}

static void set(void) {
  runtime = open_runtime_with(options, swift_plugin("Asker"));
  store = open_store(runtime, "Asker");
}

static void everything(void) {
  EACH(answered_inside_the_handler);
  EACH(answered_later);
  EACH(answered_on_another_thread);
  EACH(a_request_fails);
  EACH(no_value_is_null);
  EACH(answers_that_are_none);
  EACH(answers_beyond_the_limits);
  EACH(nobody_handles);
  EACH(handlers_are_replaced_and_removed);
  EACH(two_spellings_are_two_requests);
  EACH(mistakes_change_nothing);
  EACH(what_features_declare);
  EACH(what_a_feature_has_not_declared);
  EACH(stubs_ask_nothing);
}

int main(void) { return with_each_loop(everything); }
