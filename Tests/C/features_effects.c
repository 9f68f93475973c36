/* features_effects.c: what a reducer in C asks for: actions that follow, and requests to the host. Run for both loops. */
#include "asker.h"
#include "board.h"

static enfold_runtime runtime;
static enfold_store store;
static world *w;

/* ---- Steps -------------------------------------------------------------------------------------------------------- */

/* What the next {"do":…} asks for: one line for each call. */
static struct ask {
  char kind; /* 's'end, 'r'equest, 'c'ancel */
  const char *first, *payload, *options;
  enfold_status expected;
  const char *part; /* of the message */
  uint64_t offset;
} asks[8];
static const char *failure;

static enfold_status ask_step(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)b, (void)changes;
  CHECK(effects->struct_size >= sizeof *effects);
  for (struct ask *a = asks; a->kind != 0; a++) {
    enfold_error own = ENFOLD_ERROR_INIT;
    size_t options_length = a->options != NULL ? ENFOLD_NUL : 0, payload_length = a->payload != NULL ? ENFOLD_NUL : 0;
    enfold_status status =
        a->kind == 's'   ? effects->send(effects, a->first, ENFOLD_NUL, &own)
        : a->kind == 'r' ? effects->request(effects, a->first, ENFOLD_NUL, a->payload, payload_length, a->options,
                                            options_length, &own)
                         : effects->cancel(effects, a->first, ENFOLD_NUL, &own);
    if (status != a->expected) fprintf(stderr, "%s: %s\n", a->first, own.message);
    CHECK_INT(status, a->expected);
    if (status == ENFOLD_OK) continue;
    CHECK_INT(own.code, status);
    CHECK_CONTAINS(own.message, a->part);
    CHECK_INT(own.offset, a->offset);
  }
  return failure != NULL ? board_fail(error, ENFOLD_FAILED, failure) : ENFOLD_OK;
}

/* Does what these say, and gives the task. */
static enfold_task do_all(const struct ask *list, size_t count) {
  CHECK(count < 8);
  memset(asks, 0, sizeof asks);
  memcpy(asks, list, count * sizeof *asks);
  step = ask_step;
  return begin(store, "{\"do\":1}");
}
#define DO(...) \
  do_all((const struct ask[]){__VA_ARGS__}, sizeof((const struct ask[]){__VA_ARGS__}) / sizeof(struct ask))
#define SEND(action) {.kind = 's', .first = action}
#define REQUEST(name, payload_text, options_text) \
  {.kind = 'r', .first = name, .payload = payload_text, .options = options_text}
#define CANCEL(name) {.kind = 'c', .first = name}
#define NO_SEND(action, status, text, at) {.kind = 's', .first = action, .expected = status, .part = text, .offset = at}
#define NO_REQUEST(name, payload_text, options_text, status, text, at)                                            \
  {.kind = 'r', .first = name, .payload = payload_text, .options = options_text, .expected = status, .part = text, \
   .offset = at}

static char records[4096];

static void keep_record(void *user, int32_t level, const char *record, size_t length) {
  (void)user;
  size_t used = strlen(records);
  snprintf(records + used, sizeof records - used, "%d %.*s\n", level, (int)length, record);
}

static void await_release(world *world) {
  struct timespec pause = {0, 200000};
  for (int rounds = 0; atomic_load(&world->releases) == 0; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    nanosleep(&pause, NULL);
  }
  CHECK_INT(world->releases, 1);
}

static void begin_test(void) {
  runtime = open_runtime(options);
  w = new_world("Board");
  failure = NULL;
  *records = '\0';
  CHECK_OK(board_register(runtime, w, &problem));
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, keep_record, NULL, NULL, &problem));
  store = open_store(runtime, "Board");
}

static void end_test(void) {
  close_runtime(runtime);
  await_release(w); /* an effect may be ending on another thread */
  CHECK_INT(w->opened, w->closed);
}

static const char *log_text(void) { return state(store, "/log"); }

/* ---- Actions that follow -------------------------------------------------------------------------------------------- */

static void actions_follow_as_parts_of_the_task(void) {
  CHECK_OK(task_end(DO(SEND("\"a\""), SEND("{\"b\":[1]}"), SEND("\"c\""))));
  CHECK_TEXT(log_text(), "[\"a\",{\"b\":[1]},\"c\"]");
  CHECK_INT(revision(store), 4);
}

static void actions_that_follow_are_checked_at_once(void) {
  CHECK_OK(task_end(DO(NO_SEND("[1,\"bad\"]", ENFOLD_BAD_ACTION, "that is bad", 4),
                       NO_SEND("[1,", ENFOLD_BAD_JSON, "", 3), NO_SEND("1 1", ENFOLD_BAD_JSON, "", 2),
                       NO_SEND(NULL, ENFOLD_INVALID, "action is NULL", UINT64_MAX), SEND("\"good\""))));
  CHECK_TEXT(log_text(), "[\"good\"]");
}

static void an_error_drops_what_was_asked_for(void) {
  handler *h = make((handler){.answer = "1"});
  handle(runtime, "fact", h);
  failure = "no";
  CHECK_STATUS(task_end(DO(SEND("\"a\""), REQUEST("fact", "1", "{\"answer\":\"$answer\"}"))), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "no");
  CHECK_TEXT(log_text(), "[]");
  CHECK_INT(h->asked, 0);
}

/* ---- Requests ------------------------------------------------------------------------------------------------------- */

static void an_answer_comes_as_an_action(void) {
  handler *h = make((handler){.answer = "{\"deep\":[7]}"});
  handle(runtime, "fact", h);
  CHECK_OK(task_end(DO(REQUEST("fact", "[1,2]", "{\"answer\":{\"learned\":[\"$answer\",\"$answer\",\"answer\"]}}"))));
  CHECK_TEXT(h->payload, "[1,2]");
  CHECK_TEXT(log_text(), "[{\"learned\":[{\"deep\":[7]},{\"deep\":[7]},\"answer\"]}]");
  CHECK_OK(task_end(DO(REQUEST("fact", NULL, NULL), REQUEST("fact", NULL, "{\"answer\":\"done\"}"))));
  CHECK_TEXT(h->payload, "null");
  CHECK_TEXT(log_text(), "[{\"learned\":[{\"deep\":[7]},{\"deep\":[7]},\"answer\"]},\"done\"]");
  CHECK_INT(h->status, ENFOLD_OK);
}

static void an_answer_that_comes_later(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  enfold_task task = DO(REQUEST("fact", "1", "{\"answer\":{\"learned\":\"$answer\"}}"));
  await(runtime, &h->asked, 1);
  CHECK_INT(open_requests(runtime), 1);
  CHECK_STATUS(enfold_task_status(task, &problem), ENFOLD_TIMEOUT);
  CHECK_STATUS(enfold_store_wait(store, 0, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(enfold_request_resolve(h->requests[0], "7", ENFOLD_NUL, &problem));
  CHECK_OK(task_end(task));
  CHECK_TEXT(log_text(), "[{\"learned\":7}]");
}

static void a_request_that_fails(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  enfold_task task = DO(REQUEST("fact", "1", "{\"failure\":{\"failed\":\"$error\"}}"));
  await(runtime, &h->asked, 1);
  CHECK_OK(enfold_request_fail(h->requests[0], "say \"no\"", ENFOLD_NUL, &problem));
  CHECK_OK(task_end(task));
  CHECK_TEXT(log_text(), "[{\"failed\":\"the request \\\"fact\\\" failed: say \\\"no\\\"\"}]");
  task = DO(REQUEST("fact", "1", NULL));
  await(runtime, &h->asked, 2);
  CHECK_OK(enfold_request_fail(h->requests[1], "no", ENFOLD_NUL, &problem));
  CHECK_STATUS(task_end(task), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "the request \"fact\" failed: no");
  pump(runtime); /* the record may come behind the end */
  CHECK_CONTAINS(records, "the request \\\"fact\\\" of Board");
  task = DO(REQUEST("fact", "1", "{\"failure\":[\"bad\",\"$error\"]}")); /* which is no action */
  await(runtime, &h->asked, 3);
  CHECK_OK(enfold_request_fail(h->requests[2], "no", ENFOLD_NUL, &problem));
  CHECK_STATUS(task_end(task), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "failed: no; and the action about that was refused: that is bad");
}

static void a_name_that_nobody_handles(void) {
  CHECK_STATUS(task_end(DO(REQUEST("nobody", "1", NULL))), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "nobody handles the request \"nobody\"");
  CHECK_OK(task_end(DO(REQUEST("nobody", "1", "{\"failure\":{\"failed\":\"$error\"}}"))));
  CHECK_CONTAINS(log_text(), "nobody handles the request \\\"nobody\\\"");
}

static void a_name_that_nobody_handles_among_many(void) {
  handler *h = make((handler){0});
  for (int i = 0; i < 100; i++) {
    char name[16];
    snprintf(name, sizeof name, "q%02d", i);
    CHECK_OK(enfold_runtime_handle(runtime, name, on_ask, NULL, h, NULL, &problem));
  }
  CHECK_STATUS(task_end(DO(REQUEST("q50x", "1", NULL))), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message,
                 "nobody handles the request \"q50x\"; handled are: \"q50\", \"q51\", \"q49\", \"q52\", \"q48\"");
}

static void an_answer_that_makes_no_action(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  enfold_task task = DO(REQUEST("fact", "1", "{\"answer\":{\"learned\":\"$answer\"}}"));
  await(runtime, &h->asked, 1);
  CHECK_FAILS(enfold_request_resolve(h->requests[0], "[7,\"bad\"]", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE,
              "the answer to the request \"fact\": /1: that is bad (byte 4)");
  CHECK_INT(problem.offset, 4);
  CHECK_STATUS(task_end(task), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "that is bad");
  CHECK_TEXT(log_text(), "[]");
  char deep[256] = "";
  memset(deep, '[', 127);
  memset(deep + 127, ']', 127);
  task = DO(REQUEST("fact", "1", "{\"stream\":true,\"answer\":[[\"$answer\"]]}")); /* each is within the limit, not both */
  await(runtime, &h->asked, 2);
  CHECK_FAILS(enfold_request_emit(h->requests[1], deep, ENFOLD_NUL, &problem), ENFOLD_BAD_STATE, "128");
  CHECK_STATUS(task_end(task), ENFOLD_FAILED);
  CHECK_INT(open_requests(runtime), 0);
}

static void what_is_wrong_is_refused_at_once(void) {
  CHECK_OK(task_end(DO(
      NO_REQUEST("", NULL, NULL, ENFOLD_INVALID, "name is empty", UINT64_MAX),
      NO_REQUEST(NULL, NULL, NULL, ENFOLD_INVALID, "name is NULL", UINT64_MAX),
      NO_REQUEST("a\xff", NULL, NULL, ENFOLD_INVALID, "name is not UTF-8", 1),
      NO_REQUEST("fact", "[1", NULL, ENFOLD_BAD_JSON, "payload: ", 2),
      NO_REQUEST("fact", NULL, "{\"nope\":1}", ENFOLD_INVALID,
                 "options: unknown key \"nope\"; known: answer, failure, stream, buffer, id, cancelInFlight", 1),
      NO_REQUEST("fact", NULL, "{\"answer\":[\"bad\"]}", ENFOLD_BAD_ACTION, "\"answer\": that is bad", 12),
      NO_REQUEST("fact", NULL, "{\"failure\":\"bad\"}", ENFOLD_BAD_ACTION, "\"failure\": that is bad", 12))));
  CHECK_OK(task_end(DO(
      NO_REQUEST("fact", NULL, "{\"answer\":", ENFOLD_BAD_JSON, "options: ", 10),
      NO_REQUEST("fact", NULL, "{\"buffer\":0}", ENFOLD_INVALID, "\"buffer\" is 0; at least 1 is needed", 10),
      NO_REQUEST("fact", NULL, "{\"cancelInFlight\":true}", ENFOLD_INVALID, "needs an \"id\"", UINT64_MAX),
      NO_REQUEST("fact", NULL, "{\"answer\":[\"$error\"]}", ENFOLD_INVALID, "places are: \"$answer\"", 11),
      NO_REQUEST("fact", NULL, "[]", ENFOLD_INVALID, "options: an array where an object is expected", 0),
      {.kind = 'c', .first = "\xff", .expected = ENFOLD_INVALID, .part = "id is not UTF-8", .offset = 0},
      {.kind = 'c', .first = NULL, .expected = ENFOLD_INVALID, .part = "id is NULL", .offset = UINT64_MAX})));
  CHECK_INT(open_requests(runtime), 0);
}

/* ---- Streams and cancelling ----------------------------------------------------------------------------------------- */

static void the_elements_of_a_stream_come_one_by_one(void) {
  handler *h = make((handler){0});
  handle(runtime, "ticks", h);
  enfold_task task = DO(REQUEST("ticks", NULL, "{\"stream\":true,\"answer\":{\"tick\":\"$answer\"}}"));
  await(runtime, &h->asked, 1);
  CHECK(enfold_request_emit(h->requests[0], "1", 1, &problem) >= 0);
  CHECK(enfold_request_emit(h->requests[0], "2", 1, &problem) >= 0);
  CHECK_OK(enfold_request_resolve(h->requests[0], NULL, 0, &problem));
  CHECK_OK(task_end(task));
  CHECK_TEXT(log_text(), "[{\"tick\":1},{\"tick\":2}]");
  task = DO(REQUEST("ticks", NULL, "{\"stream\":true,\"answer\":{\"tick\":\"$answer\"},\"failure\":\"over\"}"));
  await(runtime, &h->asked, 2);
  CHECK_FAILS(enfold_request_emit(h->requests[1], "\"bad\"", ENFOLD_NUL, &problem), ENFOLD_BAD_STATE, "that is bad");
  CHECK_OK(task_end(task));
  CHECK_TEXT(log_text(), "[{\"tick\":1},{\"tick\":2},\"over\"]");
}

static void an_id_cancels(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  enfold_task one = DO(REQUEST("fact", "1", "{\"id\":\"search\",\"answer\":\"$answer\",\"failure\":\"$error\"}"));
  await(runtime, &h->asked, 1);
  enfold_task two = DO(REQUEST("fact", "2", "{\"id\":\"search\",\"cancelInFlight\":true,\"answer\":\"$answer\"}"));
  await(runtime, &h->asked, 2);
  await(runtime, &h->cancels, 1);
  CHECK_OK(task_end(one)); /* as in Swift: an effect was cancelled, and not the task */
  CHECK_FAILS(enfold_request_resolve(h->requests[0], "1", 1, &problem), ENFOLD_STALE, "");
  CHECK_OK(task_end(DO(CANCEL("other"))));
  CHECK_INT(open_requests(runtime), 1);
  CHECK_OK(task_end(DO(CANCEL("search"))));
  CHECK_OK(task_end(two));
  await(runtime, &h->cancels, 2);
  CHECK_TEXT(log_text(), "[]");
  CHECK_OK(task_end(DO(REQUEST("fact", "3", "{\"id\":\"a\"}"), CANCEL("a")))); /* in this order */
  wait_for(runtime);
  CHECK_INT(open_requests(runtime), 0);
}

static void a_cancelled_task_and_a_closed_store_withdraw(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  enfold_task task = DO(REQUEST("fact", "1", "{\"answer\":\"$answer\",\"failure\":\"$error\"}"));
  await(runtime, &h->asked, 1);
  cancel(task);
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  await(runtime, &h->cancels, 1);
  CHECK_TEXT(log_text(), "[]");
  task = DO(REQUEST("fact", "1", "{\"answer\":\"$answer\"}"));
  await(runtime, &h->asked, 2);
  close_store(store);
  await(runtime, &h->cancels, 2);
  CHECK_OK(enfold_task_release(task, &problem));
  pump(runtime);
  CHECK_CONTAINS(records, "the store was closed while requests had no answer: \\\"fact\\\"");
  CHECK_INT(open_requests(runtime), 0);
}

/* ---- In the middle of it -------------------------------------------------------------------------------------------- */

static void close_at_once(handler *h, enfold_request request) {
  (void)h, (void)request;
  CHECK_INT(enfold_runtime_close(runtime, NULL), ENFOLD_OK);
}

static void a_handler_that_closes_the_runtime(void) {
  handler *h = make((handler){.then = close_at_once});
  handle(runtime, "fact", h);
  enfold_task task = DO(REQUEST("fact", "1", "{\"answer\":\"$answer\",\"failure\":\"$error\"}"));
  if (is_host()) { /* the handler is called by a pump */
    in_call++;
    enfold_runtime_pump(runtime, 0, NULL, NULL);
    in_call--;
  }
  CHECK_STATUS(enfold_task_release(task, &problem), ENFOLD_STALE);
  await_release(w);
  runtime = open_runtime(options); /* for the end of the test */
  w = new_world("Board");
  CHECK_OK(board_register(runtime, w, &problem));
}

static enfold_status replace_step(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)changes, (void)error;
  static world *next;
  next = new_world("Board");
  CHECK_INT(board_register(runtime, next, NULL), ENFOLD_OK);
  CHECK_INT(b->world->releases, 0);
  CHECK_INT(effects->send(effects, "\"after\"", ENFOLD_NUL, NULL), ENFOLD_OK);
  CHECK_INT(enfold_store_close(store, NULL), ENFOLD_OK);
  CHECK_INT(b->world->closed, 0);
  return ENFOLD_OK;
}

static void a_reducer_that_replaces_itself_and_closes_its_store(void) {
  world *first = w;
  step = replace_step;
  enfold_task task = begin(store, "{\"do\":1}");
  CHECK_OK(enfold_task_release(task, &problem));
  pump(runtime);
  CHECK_INT(first->opened, 1);
  CHECK_INT(first->closed, 1);
  CHECK_INT(first->releases, 1);
  store = open_store(runtime, "Board");
  CHECK_INT(first->opened, 1);
  w = first;
}

#define RUN_ONE(test)  \
  do {                 \
    begin_test();      \
    RUN(test);         \
    end_test();        \
  } while (0)

int main(void) {
  static const char *const loops[] = {NULL, "{\"loop\":\"host\"}"};
  has_effects = true;
  for (int i = 0; i < 2; i++) {
    options = loops[i];
    RUN_ONE(actions_follow_as_parts_of_the_task);
    RUN_ONE(actions_that_follow_are_checked_at_once);
    RUN_ONE(an_error_drops_what_was_asked_for);
    RUN_ONE(an_answer_comes_as_an_action);
    RUN_ONE(an_answer_that_comes_later);
    RUN_ONE(a_request_that_fails);
    RUN_ONE(a_name_that_nobody_handles);
    RUN_ONE(a_name_that_nobody_handles_among_many);
    RUN_ONE(an_answer_that_makes_no_action);
    RUN_ONE(what_is_wrong_is_refused_at_once);
    RUN_ONE(the_elements_of_a_stream_come_one_by_one);
    RUN_ONE(an_id_cancels);
    RUN_ONE(a_cancelled_task_and_a_closed_store_withdraw);
    RUN_ONE(a_handler_that_closes_the_runtime);
    RUN_ONE(a_reducer_that_replaces_itself_and_closes_its_store);
  }
  return 0;
}
