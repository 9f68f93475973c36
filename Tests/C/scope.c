/* scope.c: what a scope does: pointers and actions at a place of a store. Uses the test plugin: {"wrap":ACTION} is ACTION,
 * and "extra" comes and goes. */
#include "check.h"

static enfold_runtime runtime;

static enfold_store scope(enfold_store store, const char *pointer, const char *template) {
  enfold_store result = 0;
  CHECK_OK(enfold_store_scope(store, pointer, ENFOLD_NUL, template, template == NULL ? 0 : ENFOLD_NUL, &result, &problem));
  CHECK(result != 0 && result != store);
  return result;
}

static void pointers_start_at_the_scope(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store extra = scope(store, "/extra", NULL), deep = scope(extra, "/deep", NULL), whole = scope(store, "", NULL);
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_OK(send(deep, "{\"setDeep\":7}")); /* without a template actions are the store's */
  CHECK_TEXT(state(extra, ""), "{\"deep\":7}");
  CHECK_TEXT(state(extra, "/deep"), "7");
  CHECK_TEXT(state(deep, ""), "7");
  CHECK_TEXT(state(deep, NULL), "7");
  CHECK_TEXT(state(whole, "/count"), "0");
  CHECK_INT(revision(deep), 2);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void see_pointer(recorder *r, const enfold_event *event) {
  CHECK_TEXT(event->pointer, (const char *)r->context);
  if (!(event->flags & ENFOLD_CLOSED)) CHECK_TEXT(state(event->store, event->pointer), event->value);
}

static void events_carry_the_scope_and_the_pointer_as_subscribed(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store extra = scope(store, "/extra", NULL);
  recorder inner = {.then = see_pointer, .context = "/deep"}, own = {.context = ""};
  CHECK_OK(send(store, "\"addExtra\""));
  observe(extra, "/deep", "{\"initial\":false}", &inner);
  observe(extra, "", "{\"patch\":true}", &own);
  CHECK_OK(send(extra, "{\"setDeep\":1}"));
  CHECK_OK(send(extra, "{\"setDeep\":2}"));
  CHECK_TEXT(inner.text, "C 1|C 2");
  CHECK(inner.store == extra);
  CHECK(own.store == extra);
  CHECK_CONTAINS(own.text, "[{\"op\":\"replace\",\"path\":\"\",\"value\":{\"deep\":2}}]");
  CHECK_OK(enfold_store_close(extra, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void actions_are_put_where_the_template_says(void) {
  enfold_store store = open_store(runtime, "Counter");
  static const struct {
    const char *template, *action, *whole;
  } cases[] = {{"{\"setCount\":\"$action\"}", "5", "{\"setCount\":5}"},
               {" { \"setCount\" : \"$action\" } ", " 6 ", "{ \"setCount\" :  6  }"},
               {"{\"setCount\":\"\\u0024action\"}", "7", "{\"setCount\":7}"},
               {"\"$action\"", "{\"setCount\":8}", "{\"setCount\":8}"},
               {"{\"wrap\":\"$action\"}", "{\"setCount\":9}", "{\"wrap\":{\"setCount\":9}}"}};
  recorder r = {0};
  char expected[200] = "";
  observe(store, "/count", "{\"initial\":false,\"value\":false,\"action\":true}", &r);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK_OK(send(scope(store, "", cases[i].template), cases[i].action));
    snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%sC <- %s", i > 0 ? "|" : "",
             cases[i].whole);
  }
  CHECK_TEXT(r.text, expected);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void scopes_of_scopes_wrap_from_the_inside_out(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store inner = store;
  recorder r = {0};
  observe(store, "/count", "{\"initial\":false,\"action\":true}", &r);
  for (int i = 0; i < 3; i++) inner = scope(inner, "", "{\"wrap\":\"$action\"}");
  inner = scope(inner, "/count", NULL); /* keeps the template */
  inner = scope(inner, "", "{\"setCount\":\"$action\"}");
  CHECK_OK(send(inner, "5"));
  CHECK_TEXT(r.text, "C 5 <- {\"wrap\":{\"wrap\":{\"wrap\":{\"setCount\":5}}}}");
  CHECK_TEXT(state(inner, ""), "5");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_action_cannot_reach_out_of_its_place(void) {
  enfold_store store = open_store(runtime, "Counter");
  static const struct {
    const char *action;
    uint64_t offset;
  } bad[] = {{"1},\"x\":{", 1},     {"1}", 1},           {"", 0},          {" ", 1},      {"\"increment", 10},
             {"\"increment\",", 11}, {"\"a\" \"b\"", 4}, {"[1,]", 3},      {"{\"a\":1", 6}, {"nul", 3},
             {"\xff", 0},           {"\"\xff\"", 1},     {"1 // x", 2},    {"}", 0},      {"\"\\ud800\"", 7},
             {"{\"a\":1}}", 7},     {"1\0002", 1}};
  enfold_store wrapped = scope(store, "", "{\"setCount\":\"$action\"}");
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    size_t length = i + 1 == sizeof bad / sizeof *bad ? 3 : strlen(bad[i].action), accepted = 77;
    char batch[80];
    CHECK_FAILS(enfold_store_send(wrapped, bad[i].action, length, NULL, &problem), ENFOLD_BAD_JSON, "action: ");
    if (problem.offset != bad[i].offset) fprintf(stderr, "%s\n", bad[i].action);
    CHECK_INT(problem.offset, bad[i].offset);
    snprintf(batch, sizeof batch, "[1,%s]", bad[i].action);
    if (length == 3 || strcmp(bad[i].action, "\"increment\",") == 0) continue;
    CHECK_FAILS(enfold_store_send_batch(wrapped, batch, ENFOLD_NUL, &accepted, &problem), ENFOLD_BAD_JSON, "actions: ");
    CHECK_INT(accepted, 77);
  }
  CHECK_INT(revision(store), 0);
  CHECK_FAILS(enfold_store_send(wrapped, NULL, 0, NULL, &problem), ENFOLD_INVALID, "action is NULL");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void offsets_are_those_of_the_callers_text(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store wrapped = scope(store, "", "{\"wrap\":\"$action\"}"), nonsense = scope(store, "", "{\"nothing\":\"$action\"}");
  size_t accepted = 77;
  CHECK_FAILS(enfold_store_send(wrapped, "  \"incremnt\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "incremnt");
  CHECK_INT(problem.offset, 2);
  CHECK_FAILS(enfold_store_send(wrapped, "{\"setCount\":true}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "integer");
  CHECK_INT(problem.offset, 12);
  CHECK_FAILS(enfold_store_send_batch(wrapped, "[\"increment\", {\"wrap\":\"x\"}, \"noop\"]", ENFOLD_NUL, &accepted, &problem),
              ENFOLD_BAD_ACTION, "\"x\"");
  CHECK_INT(problem.offset, 22);
  CHECK_FAILS(enfold_store_send_batch(wrapped, "{\"setCount\":1}", ENFOLD_NUL, &accepted, &problem), ENFOLD_BAD_ACTION,
              "an array");
  CHECK_INT(problem.offset, 0);
  CHECK_INT(accepted, 77);
  CHECK_FAILS(enfold_store_send(nonsense, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "template");
  CHECK(problem.offset == UINT64_MAX);
  CHECK_FAILS(enfold_store_send_batch(nonsense, "[1]", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "template");
  CHECK(problem.offset == UINT64_MAX);
  CHECK_INT(revision(store), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void batches_wrap_each_item(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store wrapped = scope(store, "", "{\"setCount\":\"$action\"}");
  recorder r = {0};
  size_t accepted = 77;
  observe(store, "/count", "{\"initial\":false,\"action\":true}", &r);
  CHECK_OK(enfold_store_send_batch(wrapped, " [ 1 ,2, 3 ] ", ENFOLD_NUL, &accepted, &problem));
  CHECK_INT(accepted, 3);
  CHECK_TEXT(r.text, "C 1 <- {\"setCount\":1}|C 2 <- {\"setCount\":2}|C 3 <- {\"setCount\":3}");
  CHECK_OK(enfold_store_send_batch(wrapped, "[]", ENFOLD_NUL, &accepted, &problem));
  CHECK_INT(accepted, 0);
  CHECK_INT(revision(store), 3);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* Short texts lie on the stack, long ones in a buffer that is kept, longer ones in one that is not. */
static void send_more(recorder *r, const enfold_event *event) {
  if (r->events == 1) CHECK_STATUS(send(event->store, (const char *)r->context), ENFOLD_QUEUED);
}

static void actions_of_every_length_arrive_whole(void) {
  enfold_store store = open_store(runtime, "Counter");
  static const size_t lengths[] = {0, 1, 900, 1000, 1001, 1010, 1023, 1024, 1025, 5000, 3000, 65000, 66000, 65536, 200000, 10};
  enfold_store wrapped = scope(store, "/fact", "{\"wrap\":{\"setFact\":\"$action\"}}");
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    char *action = malloc(lengths[i] + 3), second[3000];
    recorder r = {.then = send_more, .context = second};
    memset(action, 'a' + (int)i, lengths[i] + 2);
    action[0] = action[lengths[i] + 1] = '"';
    action[lengths[i] + 2] = '\0';
    memset(second, 'z', sizeof second);
    second[0] = second[sizeof second - 2] = '"';
    second[sizeof second - 1] = '\0';
    /* The callback sends while the first text is still in use. */
    CHECK_OK(enfold_store_observe(wrapped, "", 0, "{\"initial\":false,\"value\":false}", ENFOLD_NUL, record, &r, released,
                                  NULL, &problem));
    CHECK_OK(send(wrapped, action));
    CHECK_TEXT(state(store, "/fact"), second);
    CHECK_OK(enfold_subscription_cancel(r.subscription, &problem));
    CHECK_OK(send(wrapped, action));
    CHECK_TEXT(state(store, "/fact"), action);
    free(action);
  }
  CHECK_OK(enfold_store_close(store, &problem));
}

static void tasks_are_the_stores(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store wrapped = scope(store, "", "{\"wrap\":\"$action\"}");
  enfold_task task = 0;
  CHECK_OK(enfold_store_send(wrapped, "{\"sleep\":60000}", ENFOLD_NUL, &task, &problem));
  CHECK_STATUS(enfold_store_wait(wrapped, 0, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(enfold_store_close(wrapped, &problem));
  CHECK_STATUS(enfold_task_wait(task, 0, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(enfold_task_cancel(task, &problem));
  CHECK_STATUS(enfold_task_wait(task, 20000, &problem), ENFOLD_CANCELLED);
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void what_is_absent_is_no_target(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store extra = scope(store, "/extra", NULL), fact = scope(store, "/fact", NULL);
  enfold_string text = {(char *)1, 77};
  recorder r = {0};
  CHECK_FAILS(enfold_store_state(extra, "", 0, &text, &problem), ENFOLD_NO_TARGET, "/extra");
  CHECK_FAILS(enfold_store_state(extra, "/deep", ENFOLD_NUL, &text, &problem), ENFOLD_NO_TARGET, "/extra");
  CHECK_FAILS(enfold_store_state(fact, NULL, 0, &text, &problem), ENFOLD_NO_TARGET, "/fact"); /* null */
  observe(extra, "", NULL, &r);
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_TEXT(state(extra, ""), "{}");
  CHECK_FAILS(enfold_store_state(extra, "/deep", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "");
  CHECK_FAILS(enfold_store_state(extra, "deep", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "begins with '/'");
  CHECK_INT(problem.offset, 0);
  CHECK_OK(send(store, "{\"setFact\":\"x\"}"));
  CHECK_TEXT(state(fact, ""), "\"x\"");
  CHECK_OK(send(store, "\"removeExtra\""));
  CHECK_FAILS(enfold_store_state(extra, "", 0, &text, &problem), ENFOLD_NO_TARGET, "/extra");
  CHECK_TEXT(r.text, "IR|C {}|CR");
  CHECK(text.data == (char *)1 && text.length == 77);
  CHECK_OK(enfold_store_close(extra, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void writes_go_through_the_scope(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store extra = scope(store, "/extra", "{\"wrap\":\"$action\"}");
  recorder r = {0};
  CHECK_FAILS(enfold_store_set(extra, "/deep", ENFOLD_NUL, "5", 1, NULL, 0, &problem), ENFOLD_NO_TARGET, "");
  CHECK_OK(send(extra, "\"addExtra\""));
  observe(store, "", "{\"initial\":false,\"value\":false,\"action\":true}", &r);
  CHECK_OK(enfold_store_set(extra, "/deep", ENFOLD_NUL, "5", 1, "{\"action\":{\"setCount\":\"$new\"}}", ENFOLD_NUL, &problem));
  CHECK_TEXT(state(extra, "/deep"), "5");
  CHECK_TEXT(r.text, "C|C <- {\"wrap\":{\"setCount\":5}}");
  CHECK_FAILS(enfold_store_set(extra, "/deep", ENFOLD_NUL, " x", 2, NULL, 0, &problem), ENFOLD_BAD_JSON, "");
  CHECK_INT(problem.offset, 1);
  CHECK_FAILS(enfold_store_set(extra, "/deep", ENFOLD_NUL, " x", 2, "{\"action\":\"noop\"}", ENFOLD_NUL, &problem),
              ENFOLD_BAD_JSON, "");
  CHECK_INT(problem.offset, 1);
  CHECK_FAILS(enfold_store_set(extra, "/deep", ENFOLD_NUL, "6", 1, "{\"action\": \"nop\"}", ENFOLD_NUL, &problem),
              ENFOLD_BAD_ACTION, "nop");
  CHECK_INT(problem.offset, 11);
  CHECK_FAILS(enfold_store_set(extra, "", 0, "{}", 2, NULL, 0, &problem), ENFOLD_UNSUPPORTED, "");
  CHECK_FAILS(enfold_store_set(extra, "x", 1, "{}", 2, NULL, 0, &problem), ENFOLD_BAD_POINTER, "begins");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void its_observed_actions_are_all_of_the_store(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store extra = scope(store, "/extra", "{\"wrap\":\"$action\"}");
  recorder r = {0}, bare = {0};
  CHECK_OK(enfold_store_observe_actions(extra, "{\"state\":\"/deep\"}", ENFOLD_NUL, record, &r, released, NULL, &problem));
  CHECK_OK(enfold_store_observe_actions(extra, NULL, 0, record, &bare, released, NULL, &problem));
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_OK(send(extra, "{\"setDeep\":3}"));
  CHECK_TEXT(r.text, "CR <- \"addExtra\"|C 3 <- {\"wrap\":{\"setDeep\":3}}");
  CHECK_TEXT(bare.text, "C <- \"addExtra\"|C <- {\"wrap\":{\"setDeep\":3}}");
  CHECK(r.store == extra);
  CHECK_FAILS(enfold_store_observe_actions(extra, "{\"state\":\"deep\"}", ENFOLD_NUL, record, &r, NULL, NULL, &problem),
              ENFOLD_BAD_POINTER, "begins with '/'");
  CHECK_OK(enfold_store_close(extra, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void offsets_in_pointers_are_those_of_the_callers_pointer(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_store extra = scope(store, "/extra", NULL), out = 77;
  enfold_string text = {0};
  recorder r = {0};
  CHECK_OK(send(store, "\"addExtra\""));
  CHECK_FAILS(enfold_store_state(extra, "/a~2", ENFOLD_NUL, &text, &problem), ENFOLD_BAD_POINTER, "'~'");
  CHECK_INT(problem.offset, 3);
  CHECK_FAILS(enfold_store_set(extra, "/~", ENFOLD_NUL, "1", 1, NULL, 0, &problem), ENFOLD_BAD_POINTER, "'~'");
  CHECK_INT(problem.offset, 2);
  CHECK_FAILS(enfold_store_scope(extra, "/ab~", ENFOLD_NUL, NULL, 0, &out, &problem), ENFOLD_BAD_POINTER, "'~'");
  CHECK_INT(problem.offset, 4);
  CHECK_FAILS(enfold_store_observe(extra, "/~x", ENFOLD_NUL, NULL, 0, record, &r, NULL, NULL, &problem),
              ENFOLD_BAD_POINTER, "'~'");
  CHECK_INT(problem.offset, 2);
  CHECK_FAILS(enfold_store_observe_actions(extra, "{\"state\":\"/~x\"}", ENFOLD_NUL, record, &r, NULL, NULL, &problem),
              ENFOLD_BAD_POINTER, "'~'");
  CHECK(problem.offset == UINT64_MAX); /* the options are the caller's text, not the pointer in them */
  CHECK_OK(enfold_store_close(store, &problem));
}

static void impossible_scopes_are_refused(void) {
  enfold_store store = open_store(runtime, "Counter");
  static const struct {
    const char *pointer, *template;
    enfold_status status;
    uint64_t offset;
    const char *part;
  } bad[] = {{"/nowhere", NULL, ENFOLD_BAD_POINTER, UINT64_MAX, "nowhere"},
             {"count", NULL, ENFOLD_BAD_POINTER, 0, "begins with '/'"},
             {"/extra/nowhere", NULL, ENFOLD_BAD_POINTER, UINT64_MAX, "nowhere"},
             {"", "", ENFOLD_BAD_JSON, 0, "action"},
             {"", "{\"a\":\"$action\"", ENFOLD_BAD_JSON, 14, "action"},
             {"", "{\"a\":\"$action\"} x", ENFOLD_BAD_JSON, 16, "action"},
             {"", "{a:\"$action\"}", ENFOLD_BAD_JSON, 1, "action"},
             {"", "{\"a\":\"action\"}", ENFOLD_INVALID, UINT64_MAX, "has no \"$action\""},
             {"", "{\"$action\":1}", ENFOLD_INVALID, UINT64_MAX, "has no \"$action\""},
             {"", "\"a $action\"", ENFOLD_INVALID, UINT64_MAX, "has no \"$action\""},
             {"", "[\"$action\",[\"$action\"]]", ENFOLD_INVALID, 12, "more than once"}};
  enfold_store out = 77, outer = scope(store, "/extra", "{\"wrap\":\"$action\"}");
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK_FAILS(enfold_store_scope(store, bad[i].pointer, ENFOLD_NUL, bad[i].template,
                                   bad[i].template == NULL ? 0 : ENFOLD_NUL, &out, &problem),
                bad[i].status, bad[i].part);
    CHECK(problem.offset == bad[i].offset);
  }
  CHECK_FAILS(enfold_store_scope(outer, "deep", ENFOLD_NUL, NULL, 0, &out, &problem), ENFOLD_BAD_POINTER, "begins");
  CHECK_FAILS(enfold_store_scope(outer, "/count", ENFOLD_NUL, NULL, 0, &out, &problem), ENFOLD_BAD_POINTER, "");
  CHECK_INT(out, 77);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void limits_hold_for_the_whole(void) {
  enfold_store store = open_store(runtime, "Counter");
  enfold_runtime small = open_runtime_with("{\"limits\":{\"bytes\":100,\"depth\":6}}", test_plugin("counter"));
  enfold_store inner = open_store(small, "Counter"), out = 77;
  char action[120];
  memset(action, 'a', sizeof action);
  action[0] = action[69] = '"';
  CHECK_FAILS(enfold_store_send(scope(inner, "", "{\"wrap\":{\"setFact\":\"$action\"}}               "), action, 70, NULL, &problem),
              ENFOLD_LIMIT, "100");
  CHECK_FAILS(enfold_store_send(scope(inner, "", "{\"setFact\":\"$action\"}"), action, sizeof action, NULL, &problem),
              ENFOLD_LIMIT, "");
  CHECK_OK(enfold_store_send(scope(inner, "", "{\"setFact\":\"$action\"}"), action, 70, NULL, &problem));
  for (int i = 0; i < 4; i++) inner = scope(inner, "", "{\"wrap\":\"$action\"}");
  CHECK_OK(send(inner, "{\"setCount\":1}"));
  CHECK_STATUS(send(inner, "{\"wrap\":{\"setCount\":1}}"), ENFOLD_OK);
  CHECK_STATUS(send(inner, "{\"wrap\":{\"wrap\":\"noop\"}}"), ENFOLD_OK);
  CHECK_STATUS(send(inner, "{\"wrap\":{\"wrap\":{\"setCount\":1}}}"), ENFOLD_LIMIT);
  CHECK_FAILS(enfold_store_scope(inner, "", 0, "[[[[[[[\"$action\"]]]]]]]", ENFOLD_NUL, &out, &problem), ENFOLD_LIMIT, "");
  CHECK_FAILS(enfold_store_scope(inner, "", 0, "[[[\"$action\"]]]", ENFOLD_NUL, &out, &problem), ENFOLD_LIMIT,
              "the templates of the scopes together are nested deeper than 6");
  CHECK_FAILS(enfold_store_scope(inner, "", 0,
                                 "{\"wrap\":\"$action\"                                                          }",
                                 ENFOLD_NUL, &out, &problem),
              ENFOLD_LIMIT, "100");
  CHECK_INT(out, 77);
  CHECK_OK(enfold_runtime_close(small, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, test_plugin("counter"));
  RUN(pointers_start_at_the_scope);
  RUN(events_carry_the_scope_and_the_pointer_as_subscribed);
  RUN(actions_are_put_where_the_template_says);
  RUN(scopes_of_scopes_wrap_from_the_inside_out);
  RUN(an_action_cannot_reach_out_of_its_place);
  RUN(offsets_are_those_of_the_callers_text);
  RUN(batches_wrap_each_item);
  RUN(actions_of_every_length_arrive_whole);
  RUN(tasks_are_the_stores);
  RUN(what_is_absent_is_no_target);
  RUN(writes_go_through_the_scope);
  RUN(its_observed_actions_are_all_of_the_store);
  RUN(offsets_in_pointers_are_those_of_the_callers_pointer);
  RUN(impossible_scopes_are_refused);
  RUN(limits_hold_for_the_whole);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
