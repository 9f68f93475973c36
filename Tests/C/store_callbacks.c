/* store_callbacks.c: C functions that send actions: how they are made, called and closed. */
#include <sys/wait.h>
#include <unistd.h>

#include "keeper.h"

static enfold_runtime runtime;
static enfold_store store;

static void begin(void) {
  runtime = open_runtime_with(options, test_plugin("keeper"));
  store = open_store(runtime, "Keeper");
  listen_to(runtime);
}

static void end(void) { CHECK_OK(enfold_runtime_close(runtime, &problem)); }

static void pump(void) {
  if (options != NULL) CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
}

/* ---- Templates --------------------------------------------------------------------------------------------------- */

static void a_call_sends_the_action_with_its_arguments(void) {
  begin();
  void (*clicked)(void *, int, int) = (void (*)(void *, int, int))callback(
      store, "void clicked(void *button, int x, int y)", "{\"clicked\":{\"x\":\"$x\",\"y\":\"$y\"}}");
  clicked(&store, 3, -4);
  CHECK_TEXT(last(store), "{\"clicked\":{\"x\":3,\"y\":-4}}");
  clicked(NULL, INT32_MIN, INT32_MAX);
  CHECK_TEXT(last(store), "{\"clicked\":{\"x\":-2147483648,\"y\":2147483647}}");
  CHECK_INT(sent(store), 2);
  CHECK_INT(records.count, 0);
  end();
}

static void templates_are_any_json(void) {
  static const struct {
    const char *prototype, *action, *sent;
  } cases[] = {
      {"void f(int)", "\"$arg0\"", "7"},
      {"void f(int, int b)", " [ \"$b\" , \"$arg0\", \"$b\" ] ", "[ 8 , 7, 8 ]"},
      {"void f(int a)", "{\"$a\":\"$a\"}", "{\"$a\":7}"},
      {"void f(int a)", "{\"x\":\"$$a\"}", "{\"x\":\"$a\"}"},
      {"void f(int a)", "\"$$\"", "\"$\""},
      {"void f(int a)", "\"$$$a\"", "\"$$a\""},
      {"void f(int a)", "\"\\u0024a\"", "7"},
      {"void f(int a)", "\"\\u0024$a\"", "\"$a\""},
      {"void f(int a)", "\"a $a\"", "\"a $a\""},
      {"void f(int a)", "{\"none\":null}", "{\"none\":null}"},
      {"void f(void)", "\"ping\"", "\"ping\""},
  };
  begin();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ((void (*)(int, int))callback(store, cases[i].prototype, cases[i].action))(7, 8);
    CHECK_TEXT(last(store), cases[i].sent);
  }
  end();
}

static void wrong_templates_are_refused(void) {
  static const struct {
    const char *action;
    enfold_status status;
    uint64_t offset;
    const char *message;
  } cases[] = {
      {"{\"a\":\"$b\"}", ENFOLD_INVALID, 5, "\"$b\""},
      {"[\"$a\",\"$A\"]", ENFOLD_INVALID, 6, "\"$A\""},
      {"\"$\"", ENFOLD_INVALID, 0, "\"$\""},
      {"\"$a \"", ENFOLD_INVALID, 0, "places are: \"$a\""},
      {"{\"a\":", ENFOLD_BAD_JSON, 5, "ends"},
      {"", ENFOLD_BAD_JSON, 0, "ends"},
      {"1 2", ENFOLD_BAD_JSON, 2, "action"},
      {"\"\xff\"", ENFOLD_BAD_JSON, 1, "action"},
  };
  begin();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    function made = (function)abort;
    enfold_callback out = 77;
    CHECK_FAILS(enfold_store_callback(store, "void f(int a)", cases[i].action, ENFOLD_NUL, NULL, 0, &made, &out, &problem),
                cases[i].status, cases[i].message);
    CHECK_INT(problem.offset, cases[i].offset);
    CHECK(made == (function)abort);
    CHECK_INT(out, 77);
  }
  CHECK_INT(open_callbacks(runtime), 0);
  end();
}

static void wrong_prototypes_are_refused(void) {
  function made = NULL;
  begin();
  CHECK_FAILS(enfold_store_callback(store, "void f(int", "1", 1, NULL, 0, &made, NULL, &problem), ENFOLD_INVALID, "^");
  CHECK_INT(problem.offset, 10);
  CHECK_FAILS(enfold_store_callback(store, "void f(struct point p)", "1", 1, NULL, 0, &made, NULL, &problem), ENFOLD_INVALID,
              "struct");
  CHECK_FAILS(enfold_store_callback(store, "int f(const char *format, ...)", "1", 1, NULL, 0, &made, NULL, &problem),
              ENFOLD_INVALID, "...");
  CHECK_FAILS(enfold_store_callback(store, "", "1", 1, NULL, 0, &made, NULL, &problem), ENFOLD_INVALID, "prototype");
  end();
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static void it_returns_what_was_declared(void) {
  function made = NULL;
  begin();
  CHECK_INT(((int (*)(void))callback(store, "int f(void)", "1"))(), 0);
  callback_with(store, "int f(void)", "1", "{\"returns\":-7}", &made);
  CHECK_INT(((int (*)(void))made)(), -7);
  callback_with(store, "int f(void)", "1", "{\"returns\":true}", &made);
  CHECK_INT(((int (*)(void))made)(), 1);
  callback_with(store, "bool f(void)", "1", "{\"returns\":true}", &made);
  CHECK(((bool (*)(void))made)());
  callback_with(store, "bool f(void)", "1", "{\"returns\":1}", &made);
  CHECK(((bool (*)(void))made)());
  CHECK(!((bool (*)(void))callback(store, "_Bool f(void)", "1"))());
  callback_with(store, "int8_t f(void)", "1", "{\"returns\":-128}", &made);
  CHECK_INT(((int8_t (*)(void))made)(), -128);
  callback_with(store, "uint64_t f(void)", "1", "{\"returns\":18446744073709551615}", &made);
  CHECK(((uint64_t (*)(void))made)() == UINT64_MAX);
  callback_with(store, "long f(void)", "1", "{\"returns\":-9223372036854775808}", &made);
  CHECK(((long (*)(void))made)() == INT64_MIN);
  callback_with(store, "void *f(void)", "1", "{\"returns\":null}", &made);
  CHECK(((void *(*)(void))made)() == NULL);
  CHECK(((const char *(*)(void))callback(store, "const char *f(void)", "1"))() == NULL);
  callback_with(store, "double f(void)", "1", "{\"returns\":-2.5}", &made);
  CHECK(((double (*)(void))made)() == -2.5);
  callback_with(store, "float f(void)", "1", "{\"returns\":0.5}", &made);
  CHECK(((float (*)(void))made)() == 0.5f);
  CHECK(((double (*)(double))callback(store, "double f(double x)", "1"))(3) == 0);
  CHECK_INT(sent(store), 14);
  end();
}

static void wrong_options_are_refused(void) {
  static const struct {
    const char *prototype, *options;
    uint64_t offset;
    const char *message;
  } cases[] = {
      {"int8_t f(void)", "{\"returns\":128}", 11, "from -128 to 127"},
      {"int8_t f(void)", "{\"returns\":-129}", 11, "from -128 to 127"},
      {"unsigned char f(void)", "{\"returns\":256}", 11, "from 0 to 255"},
      {"unsigned f(void)", "{\"returns\": -1}", 12, "from 0 to 4294967295"},
      {"uint64_t f(void)", "{\"returns\":18446744073709551616}", 11, "from 0 to 18446744073709551615"},
      {"int f(void)", "{\"returns\":1.5}", 11, "\"returns\" is 1.5"},
      {"int f(void)", "{\"returns\":\"1\"}", 11, "int"},
      {"int f(void)", "{\"returns\":null}", 11, "int"},
      {"bool f(void)", "{\"returns\":2}", 11, "true or false"},
      {"void f(void)", "{\"returns\":0}", 11, "nothing to return"},
      {"void *f(void)", "{\"returns\":0}", 11, "null"},
      {"const char *f(void)", "{\"returns\":\"\"}", 11, "null"},
      {"double f(void)", "{\"returns\":true}", 11, "a number"},
      {"float f(void)", "{\"returns\":1e39}", 11, "range of float"},
      {"int f(void)", "{\"return\":0}", 1, "known: returns, signal"},
      {"int f(void)", "{\"signal\":1}", 10, "signal"},
      {"int f(void)", "[]", 0, "an object"},
  };
  begin();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    function made = NULL;
    CHECK_FAILS(enfold_store_callback(store, cases[i].prototype, "1", 1, cases[i].options, ENFOLD_NUL, &made, NULL, &problem),
                ENFOLD_INVALID, cases[i].message);
    CHECK_INT(problem.offset, cases[i].offset);
    CHECK(made == NULL);
  }
  end();
}

/* ---- What cannot be sent ----------------------------------------------------------------------------------------- */

static void what_cannot_be_sent_is_told(void) {
  static const char declaration[] = "void say(const char *words, void *unused)";
  begin();
  void (*say)(const char *, void *) = (void (*)(const char *, void *))callback(store, declaration, "\"$words\"");
  say("fine", NULL);
  pump();
  CHECK_INT(records.count, 0);
  say("not \xc3\x28 fine", NULL);
  pump();
  CHECK_INT(records.count, 1);
  CHECK_CONTAINS(records.last, "the callback say has sent nothing: words is a text that is not UTF-8: byte 4");
  CHECK_CONTAINS(records.last, "\"callback\":\"void say(const char *words, void *unused)\"");
  CHECK_CONTAINS(records.last, "\"level\":\"error\"");
  CHECK_CONTAINS(records.last, "\"feature\":\"Keeper\"");
  say("refused", NULL);
  pump();
  CHECK_CONTAINS(records.last, "the callback say has sent nothing: it wants to be refused");
  CHECK_INT(sent(store), 1);
  end();
}

static void a_text_may_be_long_but_not_too_long(void) {
  begin();
  enfold_runtime small = open_runtime_with("{\"limits\":{\"bytes\":4096}}", test_plugin("keeper"));
  enfold_store kept = open_store(small, "Keeper");
  void (*say)(const char *) = (void (*)(const char *))callback(store, "void say(const char *words)", "\"$words\"");
  char *text = malloc(1 << 20);
  memset(text, 'x', (1 << 20) - 1);
  text[(1 << 20) - 1] = '\0';
  say(text);
  CHECK_INT(strlen(last(store)), (1 << 20) + 1);
  listen_to(small);
  say = (void (*)(const char *))callback(kept, "void say(const char *words)", "\"$words\"");
  say(text);
  CHECK_INT(records.count, 1);
  CHECK_CONTAINS(records.last, "at most 4096 are allowed");
  CHECK_INT(sent(kept), 0);
  free(text);
  CHECK_OK(enfold_runtime_close(small, &problem));
  end();
}

/* ---- Closing ----------------------------------------------------------------------------------------------------- */

static void a_closed_callback_does_nothing(void) {
  function made = NULL;
  begin();
  enfold_callback closed = callback_with(store, "int f(int a)", "\"$a\"", "{\"returns\":5}", &made);
  int (*call)(int) = (int (*)(int))made;
  CHECK_INT(open_callbacks(runtime), 1);
  CHECK_INT(call(1), 5);
  CHECK_OK(enfold_callback_close(closed, &problem));
  CHECK_INT(open_callbacks(runtime), 0);
  CHECK_INT(call(2), 5);
  CHECK_TEXT(last(store), "1");
  CHECK_FAILS(enfold_callback_close(closed, &problem), ENFOLD_STALE, "a callback handle that was closed");
  CHECK_FAILS(enfold_callback_close(store, &problem), ENFOLD_BAD_HANDLE, "a store handle");
  CHECK_FAILS(enfold_store_close(closed, &problem), ENFOLD_BAD_HANDLE, "a callback handle");
  /* The next one gets another function. */
  function next = NULL;
  callback_with(store, "int f(int a)", "\"$a\"", NULL, &next);
  CHECK(next != made);
  CHECK_INT(call(3), 5);
  CHECK_TEXT(last(store), "1");
  CHECK_INT(records.count, 0);
  end();
}

static void it_ends_with_its_scope_store_and_runtime(void) {
  function of_store, of_scope;
  enfold_store scope;
  enfold_callback callbacks[2];
  begin();
  CHECK_OK(enfold_store_scope(store, "/last", ENFOLD_NUL, "{\"in\":\"$action\"}", ENFOLD_NUL, &scope, &problem));
  callbacks[0] = callback_with(store, "int f(int a)", "\"$a\"", "{\"returns\":1}", &of_store);
  callbacks[1] = callback_with(scope, "int f(int a)", "{\"x\":\"$a\"}", "{\"returns\":2}", &of_scope);
  CHECK_INT(((int (*)(int))of_scope)(7), 2);
  CHECK_TEXT(last(store), "{\"in\":{\"x\":7}}");
  CHECK_INT(open_callbacks(runtime), 2);
  CHECK_OK(enfold_store_close(scope, &problem));
  CHECK_INT(open_callbacks(runtime), 1);
  CHECK_INT(((int (*)(int))of_scope)(8), 2);
  CHECK_INT(((int (*)(int))of_store)(9), 1);
  CHECK_TEXT(last(store), "9");
  CHECK_STATUS(enfold_callback_close(callbacks[1], &problem), ENFOLD_STALE);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_INT(((int (*)(int))of_store)(9), 1);
  CHECK_STATUS(enfold_callback_close(callbacks[0], &problem), ENFOLD_STALE);
  store = open_store(runtime, "Keeper");
  callbacks[0] = callback_with(store, "int f(int a)", "\"$a\"", "{\"returns\":3}", &of_store);
  end();
  CHECK_INT(((int (*)(int))of_store)(9), 3);
  CHECK_STATUS(enfold_callback_close(callbacks[0], &problem), ENFOLD_STALE);
}

/* ---- Calls from everywhere --------------------------------------------------------------------------------------- */

static enfold_callback closing;
static function calling;
static int rounds;

static void close_and_call(void *user, const enfold_event *event) {
  (void)user;
  if (event->flags & ENFOLD_INITIAL) return;
  if (closing != 0) CHECK_OK(enfold_callback_close(closing, &problem));
  closing = 0;
  ((void (*)(int))calling)(99);
}

static void a_callback_closes_itself(void) {
  function made;
  begin();
  closing = callback_with(store, "void f(int a)", "\"$a\"", NULL, &made);
  calling = made;
  CHECK_OK(enfold_store_observe(store, "/last", ENFOLD_NUL, NULL, 0, close_and_call, NULL, NULL, NULL, &problem));
  ((void (*)(int))made)(1);
  CHECK_INT(closing, 0);
  CHECK_TEXT(last(store), "1");
  end();
}

static void call_again(void *user, const enfold_event *event) {
  (void)user;
  if (event->flags & ENFOLD_INITIAL) return;
  int before = rounds;
  if (rounds++ < 5) ((void (*)(int))calling)(rounds);
  CHECK_INT(rounds, before + 1); /* it is not called from inside itself */
}

static void an_observer_calls_it(void) {
  begin();
  rounds = 0;
  calling = callback(store, "void f(int a)", "\"$a\"");
  CHECK_OK(enfold_store_observe(store, "/last", ENFOLD_NUL, NULL, 0, call_again, NULL, NULL, NULL, &problem));
  ((void (*)(int))calling)(77);
  pump();
  CHECK_INT(rounds, 6);
  CHECK_TEXT(last(store), "5");
  CHECK_INT(records.count, 0);
  end();
}

static void a_reducer_calls_it(void) {
  char address[32];
  begin();
  snprintf(address, sizeof address, "%p", (void *)(uintptr_t)callback(store, "void f(int a)", "[\"$a\"]"));
  setenv("KEEPER_CALL", address, 1);
  CHECK_OK(send(store, "{\"call\":1}"));
  pump();
  CHECK_TEXT(last(store), "[7]");
  CHECK_INT(sent(store), 2);
  end();
}

static void *call_it(void *unused) {
  (void)unused;
  ((void (*)(int))calling)(5);
  return NULL;
}

static void another_thread_calls_it(void) {
  begin();
  calling = callback(store, "void f(int a)", "\"$a\"");
  elsewhere(call_it, NULL);
  CHECK_INT(sent(store), options == NULL ? 1 : 0);
  pump();
  CHECK_TEXT(last(store), "5");
  end();
}

static void the_child_of_a_fork_sends_nothing(void) {
  function made;
  begin();
  callback_with(store, "int f(int a)", "\"$a\"", "{\"returns\":9}", &made);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) _exit(((int (*)(int))made)(1));
  int status = 0;
  CHECK_INT(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_INT(WEXITSTATUS(status), 9);
  CHECK_INT(((int (*)(int))made)(2), 9);
  CHECK_INT(sent(store), 1);
  end();
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static void there_are_as_many_as_the_limit_allows(void) {
  function made;
  enfold_runtime few = open_runtime_with("{\"limits\":{\"callbacks\":3}}", test_plugin("keeper"));
  enfold_store kept = open_store(few, "Keeper");
  CHECK_OK(enfold_callback_close(callback_with(kept, "void f(void)", "1", NULL, &made), &problem));
  CHECK_FAILS(enfold_store_callback(kept, "void f(int", "1", 1, NULL, 0, &made, NULL, &problem), ENFOLD_INVALID, "");
  callback(kept, "void f(void)", "1");
  callback(kept, "double f(double x)", "1");
  CHECK_FAILS(enfold_store_callback(kept, "void f(void)", "1", 1, NULL, 0, &made, NULL, &problem), ENFOLD_LIMIT,
              "has made 3 callbacks");
  CHECK_INT(open_callbacks(few), 2);
  CHECK_OK(enfold_runtime_close(few, &problem));
}

static void everything(void) {
  RUN(a_call_sends_the_action_with_its_arguments);
  RUN(templates_are_any_json);
  RUN(wrong_templates_are_refused);
  RUN(wrong_prototypes_are_refused);
  RUN(it_returns_what_was_declared);
  RUN(wrong_options_are_refused);
  RUN(what_cannot_be_sent_is_told);
  RUN(a_text_may_be_long_but_not_too_long);
  RUN(a_closed_callback_does_nothing);
  RUN(it_ends_with_its_scope_store_and_runtime);
  RUN(a_callback_closes_itself);
  RUN(an_observer_calls_it);
  RUN(a_reducer_calls_it);
  RUN(another_thread_calls_it);
  RUN(the_child_of_a_fork_sends_nothing);
}

int main(void) {
  everything();
  options = "{\"loop\":\"host\"}";
  everything();
  RUN(there_are_as_many_as_the_limit_allows);
  options = NULL;
  RUN(use_up_thunks);
  everything(); /* once more, with libffi's functions */
  return 0;
}
