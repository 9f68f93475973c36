/* trace_requests.c: what a trace tells of requests: what is asked, the answers, and why there are none. For both loops. */
#include "trace.h"

static enfold_store asker;

static void open_asker(void) {
  load(runtime, swift_plugin("Asker"));
  asker = open_store(runtime, "Asker");
}

static handler *handle_as(const char *name, handler description) {
  handler *h = make(description);
  handle(runtime, name, h);
  return h;
}

/* Sends, and waits until that was asked. */
static enfold_request ask(handler *h, const char *action) {
  int before = h->asked;
  say(asker, action);
  await(runtime, &h->asked, before + 1);
  return h->requests[before];
}

static void resolve(enfold_request request, const char *json) {
  in_call++;
  CHECK_OK(enfold_request_resolve(request, json, json == NULL ? 0 : ENFOLD_NUL, &problem));
  in_call--;
}

static void fail(enfold_request request, const char *message) {
  in_call++;
  CHECK_OK(enfold_request_fail(request, message, ENFOLD_NUL, &problem));
  in_call--;
}

static const char *told_of_requests(reader *r, enfold_store of) { return told_where(r, of, 0, is_of_request); }

/* The first entry from an index on that has a kind; -1: there is none. */
static int index_of(reader *r, const char *kind, int first) {
  for (int i = first; i < r->heard; i++)
    if (strcmp(text_of(heard_at(r, i), "kind"), kind) == 0) return i;
  return -1;
}

/* All entries about requests have the number of one request, which is the trace's own. */
static void check_ids(reader *r) {
  int count = 0;
  uint64_t id = 0;
  for (int i = 0; i < r->heard; i++) {
    const char *entry = heard_at(r, i);
    if (!is_of_request(entry)) continue;
    if (count++ == 0) id = number_of(entry, "id");
    CHECK(id > 0 && number_of(entry, "id") == id);
  }
  CHECK(count > 0);
}

/* ---- One answer ---------------------------------------------------------------------------------------------------- */

static void an_answer(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"ask\":7}");
  resolve(request, "\"a \\\"fact\\\"\"");
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, asker), "request 1 #1 <1 numberFact 7|answer 1 #1 <1 numberFact \"a \\\"fact\\\"\" =finished");
  check_ids(r);
  CHECK(member(heard_at(r, index_of(r, "answer", 0)), "message") == NULL);
  /* It comes before what it causes. */
  CHECK(index_of(r, "answer", 0) < index_of(r, "action", index_of(r, "action", 0) + 1));
}

/* It is told after the commit whose effect asks. */
static void a_request_comes_behind_its_commit(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){.answer = "\"at once\""});
  reader *r = read_all();
  say(asker, "{\"ask\":7}");
  await(runtime, &h->asked, 1);
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, asker), "request 1 #1 <1 numberFact 7|answer 1 #1 <1 numberFact \"at once\" =finished");
  CHECK_INT(index_of(r, "action", 0), 0);
  CHECK_INT(index_of(r, "effect began", 0), 1);
  CHECK(index_of(r, "request", 0) > 1);
  CHECK(index_of(r, "answer", 0) > index_of(r, "request", 0));
  CHECK(index_of(r, "action", 1) > index_of(r, "answer", 0));
}

static void an_answer_of_several_values(void) {
  open_asker();
  handler *h = handle_as("save", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"save\":{\"name\":\"x\",\"pages\":[1,2]}}");
  resolve(request, NULL); /* that is null */
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, asker),
             "request 1 #1 <1 save {\"name\":\"x\",\"pages\":[1,2]}|answer 1 #1 <1 save null =finished");
  check_ids(r);
}

static void a_failure(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"askSafely\":7}");
  fail(request, "no \"facts\" today");
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, asker),
             "request 1 #1 <1 numberFact 7|answer 1 #1 <1 numberFact \"no \\\"facts\\\" today\" =failed");
  CHECK_TEXT(text_of(heard_at(r, index_of(r, "answer", 0)), "message"), "no \\\"facts\\\" today");
  check_ids(r);
}

/* What is no JSON is a failure, which says so. The request is over then. */
static void an_answer_that_is_no_json(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"askSafely\":7}");
  in_call++;
  CHECK_FAILS(enfold_request_resolve(request, "{", ENFOLD_NUL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_FAILS(enfold_request_resolve(request, "\"late\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  in_call--;
  wait_for(runtime);
  catch_up(r);
  int index = index_of(r, "answer", 0);
  CHECK(index > 0);
  CHECK_TEXT(text_of(heard_at(r, index), "outcome"), "failed");
  CHECK(*text_of(heard_at(r, index), "message") != '\0');
  CHECK_INT(index_of(r, "answer", index + 1), -1);
}

/* An answer of another type is no answer to the feature: its effect fails. */
static void an_answer_of_another_type(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"askSafely\":7}");
  in_call++;
  CHECK(enfold_request_resolve(request, "{\"no\":\"fact\"}", ENFOLD_NUL, &problem) < 0);
  in_call--;
  wait_for(runtime);
  catch_up(r);
  int index = index_of(r, "answer", 0);
  CHECK(index > 0);
  CHECK_TEXT(text_of(heard_at(r, index), "outcome"), "failed");
  CHECK_INT(index_of(r, "answer", index + 1), -1);
  check_ids(r);
}

/* Nobody handles it: that is the answer. */
static void what_nobody_handles(void) {
  open_asker();
  reader *r = read_all();
  say(asker, "{\"askSafely\":7}");
  wait_for(runtime);
  const char *told = told_of_requests(r, asker);
  CHECK(strncmp(told, "request 1 #1 <1 numberFact 7|answer 1 #1 <1 numberFact \"", 55) == 0);
  CHECK_CONTAINS(told, "nobody handles");
  CHECK_CONTAINS(told, "=failed");
  check_ids(r);
}

/* ---- No answer ----------------------------------------------------------------------------------------------------- */

static void the_feature_gives_up(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_all();
  ask(h, "{\"ask\":7}");
  say(asker, "{\"forget\":7}");
  await(runtime, &h->cancels, 1);
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, asker), "request 1 #1 <1 numberFact 7|answer 2 #1 <1 numberFact =cancelled");
  check_ids(r);
}

static void the_task_is_cancelled(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_all();
  enfold_task task = begin_as(asker, "ada", "{\"ask\":7}");
  await(runtime, &h->asked, 1);
  cancel(task);
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  await(runtime, &h->cancels, 1);
  CHECK_TEXT(told_of_requests(r, asker), "request 1 #1 <1 by ada numberFact 7|answer 1 #1 <1 by ada numberFact =cancelled");
}

/* The requests of a store end before it does. */
static void the_store_is_closed(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_as((reader){.hears_of_lives = true}, NULL);
  enfold_store other = open_store(runtime, "Asker");
  ask(h, "{\"ask\":7}");
  ask(h, "{\"ask\":8}");
  close_store(asker);
  await(runtime, &h->cancels, 2);
  pump(runtime);
  CHECK_TEXT(told_of_requests(r, other), "");
  const char *told_all = told_of_requests(r, asker); /* the effects end in any order */
  CHECK(strncmp(told_all, "request 1 #1 <1 numberFact 7|request 2 #2 <2 numberFact 8|answer 2 ", 67) == 0);
  CHECK_CONTAINS(told_all, "answer 2 #1 <1 numberFact =cancelled");
  CHECK_CONTAINS(told_all, "answer 2 #2 <2 numberFact =cancelled");
  int closed = index_of(r, "closed", 0), answer = index_of(r, "answer", 0), last = index_of(r, "answer", answer + 1);
  CHECK(answer > 0 && last > answer && closed > last);
  CHECK(number_of(heard_at(r, answer), "id") != number_of(heard_at(r, last), "id"));
}

/* Whatever is told of the end: at most one answer. */
static void the_runtime_is_closed(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  reader *r = read_all();
  ask(h, "{\"ask\":7}");
  close_runtime(runtime);
  until(&r->releases, 1);
  int answer = index_of(r, "answer", 0);
  CHECK(index_of(r, "request", 0) >= 0);
  CHECK(answer >= 0);
  CHECK(strcmp(text_of(heard_at(r, answer), "outcome"), "finished") != 0);
  CHECK_INT(index_of(r, "answer", answer + 1), -1);
}

/* ---- Several answers ----------------------------------------------------------------------------------------------- */

static void emit(enfold_request request, const char *json) {
  in_call++;
  CHECK(enfold_request_emit(request, json, ENFOLD_NUL, &problem) >= 0);
  in_call--;
}

static void elements_of_a_stream(void) {
  open_asker();
  handler *h = handle_as("ticks", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"listen\":5}");
  for (int i = 1; i <= 3; i++) {
    char json[8];
    snprintf(json, sizeof json, "%d", i);
    emit(request, json);
    int actions = 0;
    for (int rounds = 0; actions < 1 + i; rounds++) { /* until its action was told: then the trace has its revision */
      CHECK(rounds < LONG_MS * 5);
      rest();
      actions = 0;
      for (int at = index_of(r, "action", 0); at >= 0; at = index_of(r, "action", at + 1)) actions++;
    }
  }
  resolve(request, NULL); /* the end, which has no value */
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, asker), "request 1 #1 <1 ticks 5|answer 1 #1 <1 ticks 1|answer 2 #1 <1 ticks 2|"
                                         "answer 3 #1 <1 ticks 3|answer 4 #1 <1 ticks =finished");
  check_ids(r);
  /* Each comes before what it causes. The first action is the one whose effect listens. */
  int answer = index_of(r, "answer", 0), action = index_of(r, "action", index_of(r, "action", 0) + 1);
  for (int i = 0; i < 3; i++) {
    CHECK(answer >= 0 && action > answer);
    answer = index_of(r, "answer", answer + 1);
    action = index_of(r, "action", action + 1);
  }
}

static void a_stream_that_fails(void) {
  open_asker();
  handler *h = handle_as("ticks", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"listen\":5}");
  fail(request, "no more");
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, asker), "request 1 #1 <1 ticks 5|answer 1 #1 <1 ticks \"no more\" =failed");
}

static void the_feature_takes_only_the_first_element(void) {
  open_asker();
  handler *h = handle_as("ticks", (handler){0});
  reader *r = read_all();
  enfold_request request = ask(h, "{\"listenOnce\":5}");
  emit(request, "1");
  await(runtime, &h->cancels, 1);
  wait_for(runtime);
  catch_up(r);
  int element = index_of(r, "answer", 0), end = index_of(r, "answer", element + 1);
  CHECK(element >= 0 && end > element);
  CHECK(member(heard_at(r, element), "outcome") == NULL);
  CHECK_TEXT(text_of(heard_at(r, end), "outcome"), "cancelled");
  CHECK_INT(index_of(r, "answer", end + 1), -1);
  check_ids(r);
}

static int taken, refused;

/* Nobody takes elements while the handler runs on the thread that asks. */
static void emit_many(handler *h, enfold_request request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  (void)h;
  for (int i = 0; i < 10; i++) {
    enfold_status status = enfold_request_emit(request, "1", ENFOLD_NUL, &error);
    CHECK(status >= 0 || status == ENFOLD_LIMIT);
    *(status >= 0 ? &taken : &refused) += 1;
  }
  CHECK_INT(enfold_request_resolve(request, NULL, 0, &error), ENFOLD_OK);
}

/* What the feature could not take is no answer: it may be tried again. */
static void elements_that_are_refused_are_not_told(void) {
  open_asker();
  taken = refused = 0;
  handler *h = handle_as("ticks", (handler){.then = emit_many});
  reader *r = read_all();
  ask(h, "{\"listen\":5}");
  wait_for(runtime);
  catch_up(r);
  int elements = 0;
  for (int i = 0; i < r->heard; i++)
    elements += strcmp(text_of(heard_at(r, i), "kind"), "answer") == 0 && member(heard_at(r, i), "outcome") == NULL;
  CHECK_INT(taken + refused, 10);
  if (!is_host()) CHECK(refused > 0);
  CHECK_INT(elements, taken);
}

/* ---- Whose it is --------------------------------------------------------------------------------------------------- */

static void requests_have_the_tag_and_the_task(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  enfold_store other = open_store(runtime, "Asker");
  reader *r = read_all();
  say(asker, "{\"learned\":\"something\"}");
  enfold_task tasks[] = {begin_as(asker, "ada", "{\"ask\":1}"), 0};
  await(runtime, &h->asked, 1);
  tasks[1] = begin_as(other, "bob", "{\"ask\":2}");
  await(runtime, &h->asked, 2);
  say(asker, "{\"ask\":3}");
  await(runtime, &h->asked, 3);
  for (int i = 2; i >= 0; i--) resolve(h->requests[i], "\"f\"");
  for (int i = 0; i < 2; i++) CHECK_OK(task_end(tasks[i]));
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, other), "request 1 #1 <1 by bob numberFact 2|answer 1 #1 <1 by bob numberFact \"f\" =finished");
  catch_up(r);
  uint64_t ids[3] = {0, 0, 0};
  for (int i = 0; i < r->heard; i++) {
    const char *entry = heard_at(r, i), *payload = member(entry, "payload");
    if (payload != NULL) ids[atoi(payload) - 1] = number_of(entry, "id");
    if (strcmp(text_of(entry, "kind"), "answer") != 0) continue;
    uint64_t id = number_of(entry, "id");
    CHECK(id == ids[0] || id == ids[1] || id == ids[2]);
    CHECK_INT(number_of(entry, "task"), id == ids[0] ? 2 : id == ids[1] ? 1 : 3);
    CHECK_INT(number_of(member(entry, "cause"), "revision"), id == ids[0] ? 2 : id == ids[1] ? 1 : 3);
    CHECK_TEXT(text_of(entry, "tag"), id == ids[0] ? "ada" : id == ids[1] ? "bob" : "");
  }
  CHECK(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
}

/* A feature that does not declare its requests asks as its whole plugin does: no store is known, whether or not somebody reads. */
static void nobody_knows_whose_it_is(void) {
  enfold_store out = 0;
  enfold_string text = {NULL, 0};
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  enfold_store parent = open_store(runtime, "AskerParent");
  reader *r = read_all();
  say(parent, "{\"asker\":{\"ask\":1}}");
  await(runtime, &h->asked, 1);
  CHECK_FAILS(enfold_request_store(h->requests[0], &out, &problem), ENFOLD_UNSUPPORTED, "");
  CHECK_FAILS(enfold_request_action(h->requests[0], &text, &problem), ENFOLD_UNSUPPORTED, "");
  CHECK_FAILS(enfold_request_tag(h->requests[0], &text, &problem), ENFOLD_UNSUPPORTED, "");
  resolve(h->requests[0], "\"f\"");
  wait_for(runtime);
  CHECK_TEXT(told_of_requests(r, parent), "request 1 #1 <1 numberFact 1|answer 1 #1 <1 numberFact \"f\" =finished");
  CHECK_TEXT(state(parent, "/asker/facts"), "[\"f\"]");
}

/* An answer is told to whoever was told the request, and may be to those who came later. */
static void what_was_asked_before_anybody_read(void) {
  open_asker();
  handler *h = handle_as("numberFact", (handler){0});
  enfold_request request = ask(h, "{\"ask\":7}");
  reader *r = read_all();
  resolve(request, "\"f\"");
  wait_for(runtime);
  CHECK_INT(index_of(r, "request", 0), -1);
  enfold_request second = ask(h, "{\"ask\":8}");
  CHECK_OK(end_reader(r->number));
  reader *later = read_all();
  resolve(second, "\"f\"");
  wait_for(runtime);
  catch_up(later);
  CHECK_INT(index_of(later, "request", 0), -1);
  CHECK(index_of(later, "answer", 0) >= 0);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(an_answer);
  EACH(a_request_comes_behind_its_commit);
  EACH(an_answer_of_several_values);
  EACH(a_failure);
  EACH(an_answer_that_is_no_json);
  EACH(an_answer_of_another_type);
  EACH(what_nobody_handles);
  EACH(the_feature_gives_up);
  EACH(the_task_is_cancelled);
  EACH(the_store_is_closed);
  EACH(the_runtime_is_closed);
  EACH(elements_of_a_stream);
  EACH(a_stream_that_fails);
  EACH(the_feature_takes_only_the_first_element);
  EACH(elements_that_are_refused_are_not_told);
  EACH(requests_have_the_tag_and_the_task);
  EACH(nobody_knows_whose_it_is);
  EACH(what_was_asked_before_anybody_read);
}

int main(void) { return with_each_loop(all); }
