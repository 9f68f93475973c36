/* requests_plugin.c: the extension "enfold.requests" as a plugin in C uses it, rightly and wrongly. For both loops. */
#include "plugin_asker.h"

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

/* ---- Why it asks ------------------------------------------------------------------------------------------------- */

static void write_cause(void *user, enfold_write_fn write, void *action, void *tag) {
  CHECK_INT(((asker *)user)->releases, 0);
  write(action, "sa", 2);
  write(action, "ve", 2);
  write(tag, "ada", 3);
}
static void write_no_tag(void *user, enfold_write_fn write, void *action, void *tag) {
  (void)user, (void)tag;
  write(action, "load", 4);
}

static void a_plugin_says_why_it_asks(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  static const struct {
    void (*cause)(void *, enfold_write_fn, void *, void *);
    uint32_t size;
    const char *action, *tag; /* NULL: nobody knows */
  } cases[] = {{write_cause, sizeof(enfold_request_user), "save", "ada"},
               {write_no_tag, sizeof(enfold_request_user), "load", ""},
               {NULL, sizeof(enfold_request_user), NULL, NULL},
               {write_cause, offsetof(enfold_request_user, cause), NULL, NULL}}; /* one that is older */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    asker *a = new_asker(ENFOLD_OK);
    enfold_request_user user = user_of(a, 0);
    enfold_string action = {NULL, 0}, tag = {NULL, 0};
    enfold_store asking = 0;
    user.cause = cases[i].cause;
    user.struct_size = cases[i].size;
    in_call++;
    CHECK_OK(table->ask(runtime, context, "fact", 4, "1", 1, &user, &a->number, &problem));
    in_call--;
    await(runtime, &h->asked, (int)i + 1);
    enfold_request request = h->requests[i];
    if (cases[i].action == NULL) {
      CHECK_FAILS(enfold_request_action(request, &action, &problem), ENFOLD_UNSUPPORTED, "nobody knows who asks for \"fact\"");
      CHECK_FAILS(enfold_request_tag(request, &tag, &problem), ENFOLD_UNSUPPORTED, "nobody knows");
    } else {
      CHECK_OK(enfold_request_action(request, &action, &problem));
      CHECK_OK(enfold_request_tag(request, &tag, &problem));
      CHECK_TEXT(action.data, cases[i].action);
      CHECK_TEXT(tag.data, cases[i].tag);
    }
    CHECK_OK(enfold_request_store(request, &asking, &problem));
    CHECK(asking == store);
    enfold_string_free(&action);
    enfold_string_free(&tag);
    CHECK_OK(enfold_request_resolve(request, "5", ENFOLD_NUL, &problem));
    check_one_release(a);
  }
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
  static const uint32_t sizes[] = {0, 4, 8, 16, offsetof(enfold_request_user, cause) - 1};
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
  CHECK_TEXT(problem.message, "enfold.requests: the store of this context has ended");
  CHECK_INT(a->releases, 1);
  static void *const garbage[] = {(void *)1, (void *)UINTPTR_MAX, (void *)(uintptr_t)0xDEADBEEFDEADBEEF};
  for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
    a = new_asker(ENFOLD_OK);
    context = garbage[i];
    CHECK(ask_for("fact", "1", a, 0) < 0);
    CHECK_INT(a->releases, 1);
  }
  context = (void *)(uintptr_t)runtime;
  a = new_asker(ENFOLD_OK);
  CHECK_STATUS(ask_for("fact", "1", a, 0), ENFOLD_BAD_HANDLE);
  CHECK_CONTAINS(problem.message, "the handle is a runtime handle; a context handle is needed");
  CHECK_INT(a->releases, 1);
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

static void everything(void) {
  EACH(a_plugin_asks);
  EACH(what_the_plugin_gives_reaches_the_host);
  EACH(what_resolve_gives_ends_the_request);
  EACH(a_plugin_says_why_it_asks);
  EACH(wrong_questions_are_refused);
  EACH(what_was_closed_asks_nothing);
}

int main(void) { return with_each_loop(everything); }
