/* natives.c: C functions that answer requests: enfold_runtime_bind. For both loops. */
#include <errno.h>
#include <math.h>
#include <signal.h>

#include "plugin_asker.h"

typedef void (*function)(void);

static void bind(const char *prototype, function fn, const char *given) {
  CHECK_OK(enfold_runtime_bind(runtime, prototype, fn, given, given == NULL ? 0 : ENFOLD_NUL, &problem));
}

/* Asks, and waits for the answer; the message, if it fails. */
static const char *ask(const char *name, const char *payload) {
  asker *a = new_asker(ENFOLD_OK);
  CHECK_OK(ask_for(name, payload, a, 0));
  check_one_release(a);
  CHECK_INT(a->resolved + a->failed, 1);
  return a->text;
}

/* ---- The payload -------------------------------------------------------------------------------------------------- */

static int calls;
static int subtract(int a, int b) {
  calls++;
  return a - b;
}
static int negate(int a) {
  calls++;
  return -a;
}
static int seven(void) {
  calls++;
  return 7;
}

static void arguments_come_by_name_or_by_position(void) {
  static const struct {
    const char *name, *payload, *answer;
  } cases[] = {
      {"subtract", "{\"a\":7,\"b\":2}", "5"},
      {"subtract", "{\"b\":7,\"a\":2}", "-5"},
      {"subtract", " [ 7 , 2 ] ", "5"},
      {"subtract", "{\"\\u0061\":7,\"b\":2}", "5"},
      {"negate", "5", "-5"},
      {"negate", " 5 ", "-5"},
      {"negate", "[5]", "-5"},
      {"negate", "{\"a\":5}", "-5"},
      {"seven", "null", "7"},
      {"seven", "{}", "7"},
      {"seven", "[]", "7"},
      {"subtract", "{\"a\":7}", "subtract: b (int) is missing"},
      {"subtract", "{}", "subtract: a (int) is missing"},
      {"subtract", "{\"a\":7,\"b\":2,\"c\":3}", "subtract: there is no parameter c; its parameters are a, b"},
      {"subtract", "{\"a\":7,\"A\":2}", "subtract: there is no parameter A; its parameters are a, b"},
      {"subtract", "{\"a\":7,\"b\":2,\"a\":3}", "subtract: a is given twice"},
      {"subtract", "{\"a\":7,\"b\":null}", "subtract: b must be an integer from -2147483648 to 2147483647 (int), but is null"},
      {"subtract", "[7]", "subtract: the array has 1 element, but its parameters are a, b"},
      {"subtract", "[]", "subtract: the array has 0 elements, but its parameters are a, b"},
      {"subtract", "[7,2,1]", "subtract: the array has 3 elements, but its parameters are a, b"},
      {"subtract", "7", "subtract: an object or an array is needed, but the payload is a number; its parameters are a, b"},
      {"subtract", "null", "subtract: an object or an array is needed, but the payload is null; its parameters are a, b"},
      {"negate", "\"5\"", "negate: a must be an integer from -2147483648 to 2147483647 (int), but is a string"},
      {"negate", "null", "negate: a must be an integer from -2147483648 to 2147483647 (int), but is null"},
      {"negate", "[[5]]", "negate: a must be an integer from -2147483648 to 2147483647 (int), but is an array"},
      {"negate", "{\"x\":5}", "negate: there is no parameter x; its parameters are a"},
      {"seven", "7", "seven: it has no parameters; null, {} or [] is needed, but the payload is a number"},
      {"seven", "[7]", "seven: the array has 1 element, but it has no parameters"},
      {"seven", "{\"a\":7}", "seven: there is no parameter a; it has no parameters"},
  };
  bind("int subtract(int a, int b)", (function)subtract, NULL);
  bind("int negate(int a)", (function)negate, NULL);
  bind("int seven(void)", (function)seven, NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int before = calls;
    CHECK_TEXT(ask(cases[i].name, cases[i].payload), cases[i].answer);
    CHECK_INT(calls - before, strchr(cases[i].answer, ':') == NULL);
  }
  CHECK_INT(open_requests(runtime), 0);
}

static double sum(double a, double b, double c, double d, double e, double f, double g, double h, double i, double j) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}

static void parameters_without_a_name_are_counted(void) {
  bind("double sum(double, double b, double, double, double, double, double, double, double, double last)", (function)sum, NULL);
  CHECK_TEXT(ask("sum", "{\"arg0\":1,\"b\":1,\"arg2\":1,\"arg3\":1,\"arg4\":1,\"arg5\":1,\"arg6\":1,\"arg7\":1,\"arg8\":1,\"last\":1}"),
             "55.0");
  CHECK_TEXT(ask("sum", "[1,0,0,0,0,0,0,0,0,1]"), "11.0");
  CHECK_TEXT(ask("sum", "{\"arg1\":1}"), "sum: there is no parameter arg1; its parameters are arg0, b, arg2, arg3, arg4, arg5, arg6, "
                                         "arg7 \xE2\x80\xA6");
}

static void functions_of_the_c_library_answer(void) {
  bind("extern double cos (double __x);", (function)(double (*)(double))cos, NULL);
  bind("size_t strlen(const char *s)", (function)strlen, NULL);
  bind("char *strchr(const char *s, int c)", (function)(char *(*)(const char *, int))strchr, NULL);
  bind("int atoi(const char *)", (function)atoi, NULL);
  CHECK_TEXT(ask("cos", "0"), "1.0");
  CHECK_TEXT(ask("cos", "{\"__x\":0}"), "1.0");
  CHECK_TEXT(ask("cos", "\"zero\""), "cos: __x must be a number (double), but is a string");
  CHECK_TEXT(ask("strlen", "\"\xC3\xA9\""), "2");
  CHECK_TEXT(ask("strchr", "[\"hello\", 108]"), "\"llo\""); /* a part of the argument */
  CHECK_TEXT(ask("strchr", "[\"hello\", 120]"), "null");
  CHECK_TEXT(ask("atoi", "[\"-12\"]"), "-12");
}

/* ---- Who handles a name ------------------------------------------------------------------------------------------- */

static void a_native_is_a_handler_as_others_are(void) {
  handler *h = make((handler){.answer = "\"host\""});
  handle(runtime, "seven", h);
  CHECK_TEXT(ask("seven", "null"), "\"host\"");
  bind("int seven(void)", (function)seven, NULL); /* in its place */
  await(runtime, &h->releases, 1);
  CHECK_TEXT(ask("seven", "null"), "7");
  bind("int seven(int a)", (function)negate, NULL);
  CHECK_TEXT(ask("seven", "8"), "-8");
  bind("int seven(void)", (function)seven, "{\"name\":\"number of dwarfs\"}");
  CHECK_TEXT(ask("number of dwarfs", "null"), "7");
  CHECK_TEXT(ask("number of dwarfs", "1"), "number of dwarfs: it has no parameters; null, {} or [] is needed, but the payload is a number");
  CHECK_TEXT(ask("seven", "8"), "-8");
  CHECK_OK(enfold_runtime_handle(runtime, "seven", NULL, NULL, NULL, NULL, &problem));
  asker *a = new_asker(ENFOLD_OK);
  CHECK_STATUS(ask_for("seven", "8", a, 0), ENFOLD_NOT_FOUND);
  h = make((handler){.answer = "\"again\""});
  handle(runtime, "number of dwarfs", h);
  CHECK_TEXT(ask("number of dwarfs", "null"), "\"again\"");
}

static void a_stream_is_not_for_natives(void) {
  int before = calls;
  asker *a = new_asker(ENFOLD_OK);
  bind("int seven(void)", (function)seven, NULL);
  CHECK_OK(ask_for("seven", "null", a, ENFOLD_REQUEST_STREAM));
  check_one_release(a);
  CHECK_INT(a->failed, 1);
  CHECK_TEXT(a->text, "seven: it is a C function, which gives one answer and no elements of a stream");
  CHECK_INT(calls, before);
}

static void an_answer_that_the_feature_does_not_take_ends_the_request(void) {
  asker *a = new_asker(ENFOLD_BAD_STATE);
  bind("int seven(void)", (function)seven, NULL);
  CHECK_OK(ask_for("seven", "null", a, 0));
  check_one_release(a);
  CHECK_INT(a->resolved, 1);
  CHECK_INT(open_requests(runtime), 0);
}

/* ---- Texts that are freed ----------------------------------------------------------------------------------------- */

static void *library_function(const char *name) {
  static void *library;
  if (library == NULL) library = dlopen(test_plugin("library"), RTLD_NOW | RTLD_LOCAL);
  CHECK(library != NULL);
  void *found = dlsym(library, name);
  CHECK(found != NULL);
  return found;
}

static function fn(const char *name) {
  function result;
  void *address = library_function(name);
  memcpy(&result, &address, sizeof result);
  return result;
}

static void texts_are_freed_once(void) {
  int (*dropped)(void);
  void *address = library_function("dropped_texts");
  memcpy(&dropped, &address, sizeof dropped);
  int before = dropped();
  bind("char *strdup(const char *s)", (function)strdup, "{\"returns\":\"free\"}");
  CHECK_TEXT(ask("strdup", "\"a text\""), "\"a text\"");
  /* The library is not in the scope of the process. */
  CHECK(dlsym(RTLD_DEFAULT, "drop_text") == NULL);
  bind("char *make_text(int number)", fn("make_text"), "{\"returns\":{\"release\":\"drop_text\"}}");
  CHECK_TEXT(ask("make_text", "7"), "\"text 7\"");
  CHECK_INT(dropped() - before, 1);
  CHECK_TEXT(ask("make_text", "-1"), "null"); /* NULL is not freed */
  CHECK_TEXT(ask("make_text", "true"), "make_text: number must be an integer from -2147483648 to 2147483647 (int), but is a boolean");
  CHECK_INT(dropped() - before, 1);
  bind("const char *make_bad_text(void)", fn("make_bad_text"), "{\"returns\":{\"release\":\"drop_text\"}}");
  CHECK_TEXT(ask("make_bad_text", "null"), "make_bad_text: the result is a text that is not UTF-8: byte 1 is wrong");
  CHECK_INT(dropped() - before, 2);
}

/* ---- Options ------------------------------------------------------------------------------------------------------ */

static int fail_with(int number) {
  if (number != 0) errno = number;
  return -1;
}

static void errno_is_told_on_request(void) {
  bind("int fail_with(int number)", (function)fail_with, "{\"errno\":true}");
  errno = EDOM;
  CHECK_TEXT(ask("fail_with", "2"), "{\"value\":-1,\"errno\":2}");
  errno = EDOM;
  CHECK_TEXT(ask("fail_with", "0"), "{\"value\":-1,\"errno\":0}");
  bind("void fail_with(int number)", (function)fail_with, "{\"errno\":true}");
  CHECK_TEXT(ask("fail_with", "11"), "{\"value\":null,\"errno\":11}");
}

static void wrong_options_are_refused(void) {
  static const struct {
    const char *prototype, *options;
    enfold_status status;
    const char *part;
  } cases[] = {
      {"int f(void)", "{\"names\":\"x\"}", ENFOLD_INVALID, "unknown key \"names\"; known: name, returns, thread, errno"},
      {"int f(void)", "{\"name\":\"\"}", ENFOLD_INVALID, "a name that is not empty"},
      {"int f(void)", "{\"name\":\"a\\u0000b\"}", ENFOLD_INVALID, "has no U+0000"},
      {"int f(void)", "{\"name\":7}", ENFOLD_INVALID, "\"name\": a number where a string is expected"},
      {"int f(void)", "{\"returns\":\"free\"}", ENFOLD_INVALID, "only a text is freed, but f returns int"},
      {"void *f(void)", "{\"returns\":\"free\"}", ENFOLD_INVALID, "only a text is freed, but f returns void *"},
      {"void f(void)", "{\"returns\":{\"release\":\"free\"}}", ENFOLD_INVALID, "only a text is freed, but f returns void"},
      {"char *f(void)", "{\"returns\":\"g_free\"}", ENFOLD_INVALID, "\"free\" or an object such as {\"release\":\"g_free\"}"},
      {"char *f(void)", "{\"returns\":true}", ENFOLD_INVALID, "a boolean where an object is expected"},
      {"char *f(void)", "{\"returns\":{}}", ENFOLD_INVALID, "\"release\" is missing"},
      {"char *f(void)", "{\"returns\":{\"free\":\"x\"}}", ENFOLD_INVALID, "unknown key \"free\"; known: release"},
      {"char *f(void)", "{\"returns\":{\"release\":\"no_such_function\"}}", ENFOLD_NOT_FOUND, "no function no_such_function in this process"},
      {"int f(void)", "{\"thread\":\"main\"}", ENFOLD_INVALID, "\"thread\" is \"main\"; known: \"worker\", \"handler\""},
      {"int f(void)", "{\"errno\":1}", ENFOLD_INVALID, "\"errno\": a number where a boolean is expected"},
      {"int f(void)", "[]", ENFOLD_INVALID, "an array where an object is expected"},
      {"int f(void)", "{", ENFOLD_BAD_JSON, "the text ends"},
      {"int f(int)", "{\"name\":\"f\"} 1", ENFOLD_BAD_JSON, "the end of the text"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK_FAILS(enfold_runtime_bind(runtime, cases[i].prototype, (function)seven, cases[i].options, ENFOLD_NUL, &problem),
                cases[i].status, cases[i].part);
    asker *a = new_asker(ENFOLD_OK);
    CHECK_STATUS(ask_for("f", "null", a, 0), ENFOLD_NOT_FOUND); /* nothing is bound */
  }
  bind("int f(void)", (function)seven, "");
  bind("int f(void)", (function)seven, "{}");
  bind("int f(void)", (function)seven, "{\"thread\":\"handler\",\"errno\":false}");
  CHECK_TEXT(ask("f", "null"), "7");
}

static void wrong_arguments_are_refused(void) {
  enfold_runtime closed = open_runtime(NULL);
  CHECK_OK(enfold_runtime_close(closed, NULL));
  CHECK_FAILS(enfold_runtime_bind(runtime, NULL, (function)seven, NULL, 0, &problem), ENFOLD_INVALID, "prototype is NULL");
  CHECK_FAILS(enfold_runtime_bind(runtime, "int f(void)", NULL, NULL, 0, &problem), ENFOLD_INVALID, "fn is NULL");
  CHECK_FAILS(enfold_runtime_bind(runtime, "int f(void)", (function)seven, NULL, 3, &problem), ENFOLD_INVALID, "options is NULL");
  CHECK_FAILS(enfold_runtime_bind(0, "int f(void)", (function)seven, NULL, 0, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_runtime_bind(store, "int f(void)", (function)seven, NULL, 0, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_runtime_bind(closed, "int f(void)", (function)seven, NULL, 0, &problem), ENFOLD_STALE, "");
  CHECK_INT(enfold_runtime_bind(runtime, "int f(", NULL, NULL, 0, NULL), ENFOLD_INVALID);
}

/* ---- Other threads ------------------------------------------------------------------------------------------------ */

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside, begun, ended;
static pthread_t asked_on;

/* Blocks until the test opens the gate. */
static int wait_at_the_gate(int number) {
  CHECK(!pthread_equal(pthread_self(), asked_on));
  CHECK_STATUS(enfold_runtime_wait(runtime, 0, NULL), ENFOLD_REENTRANT); /* as in every handler */
  atomic_fetch_add(&inside, 1);
  atomic_fetch_add(&begun, 1);
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  atomic_fetch_sub(&inside, 1);
  atomic_fetch_add(&ended, 1);
  return number;
}

static void begin_workers(void) {
  asked_on = pthread_self();
  inside = begun = ended = 0;
  bind("int wait_at_the_gate(int number)", (function)wait_at_the_gate, "{\"thread\":\"worker\"}");
  CHECK_INT(pthread_mutex_lock(&gate), 0);
}

/* 0: the host's signals do not come to this thread, but those of its faults do. */
static int unexpected_signals(void) {
  static const int blocked[] = {SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGCHLD}, open[] = {SIGSEGV, SIGBUS, SIGABRT};
  sigset_t mask;
  int count = pthread_sigmask(SIG_SETMASK, NULL, &mask);
  for (size_t i = 0; i < sizeof blocked / sizeof *blocked; i++) count += !sigismember(&mask, blocked[i]);
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) count += sigismember(&mask, open[i]);
  return count;
}

static void workers_leave_signals_to_the_host(void) {
  asker *a = new_asker(ENFOLD_OK);
  bind("int unexpected_signals(void)", (function)unexpected_signals, "{\"thread\":\"worker\"}");
  CHECK_OK(ask_for("unexpected_signals", "null", a, 0));
  await(runtime, &a->releases, 1); /* the last call */
  CHECK_TEXT(a->text, "0");
  check_one_release(a);
}

/* Until two of them run at once. */
static void await_two(void) {
  struct timespec pause = {0, 200000};
  for (int rounds = 0; inside < 2; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    pump(runtime);
    nanosleep(&pause, NULL);
  }
}

static void what_blocks_runs_on_threads_of_its_own(void) {
  enum { COUNT = 200 };
  asker *all[COUNT];
  begin_workers();
  for (int i = 0; i < COUNT; i++) {
    char payload[16];
    snprintf(payload, sizeof payload, "%d", i);
    all[i] = new_asker(ENFOLD_OK);
    CHECK_OK(ask_for("wait_at_the_gate", payload, all[i], 0));
  }
  await_two();
  CHECK_INT(open_requests(runtime), COUNT);
  CHECK_INT(pthread_mutex_unlock(&gate), 0);
  for (int i = 0; i < COUNT; i++) {
    char expected[16];
    check_one_release(all[i]);
    snprintf(expected, sizeof expected, "%d", i);
    CHECK_TEXT(all[i]->text, expected);
  }
  CHECK_INT(ended, COUNT);
  CHECK_TEXT(ask("wait_at_the_gate", "\"x\""),
             "wait_at_the_gate: number must be an integer from -2147483648 to 2147483647 (int), but is a string");
}

static void an_answer_that_nobody_wants_is_dropped(void) {
  asker *a = new_asker(ENFOLD_OK);
  begin_workers();
  CHECK_OK(ask_for("wait_at_the_gate", "1", a, 0));
  await(runtime, &begun, 1);
  withdraw(a->number);
  check_one_release(a);
  CHECK_INT(open_requests(runtime), 0);
  CHECK_INT(pthread_mutex_unlock(&gate), 0);
  await(runtime, &ended, 1);
  CHECK_INT(a->resolved + a->failed, 0);
  CHECK_TEXT(ask("wait_at_the_gate", "2"), "2");
}

static void a_runtime_is_closed_while_a_function_blocks(void) {
  asker *a = new_asker(ENFOLD_OK);
  begin_workers();
  CHECK_OK(ask_for("wait_at_the_gate", "1", a, 0));
  await(runtime, &begun, 1);
  close_runtime(runtime);
  CHECK_INT(inside, 1);
  CHECK_INT(pthread_mutex_unlock(&gate), 0);
  runtime = open_runtime(options);
  await(runtime, &ended, 1);
  check_one_release(a);
  CHECK_INT(a->resolved, 0);
}

/* Binds again and again while others ask. */
static atomic_int stop;
static void *rebind(void *unused) {
  (void)unused;
  for (int i = 0; !stop; i++) {
    CHECK_INT(enfold_runtime_bind(runtime, "int seven(void)", (function)seven,
                                  i % 2 ? "{\"thread\":\"worker\"}" : NULL, i % 2 ? ENFOLD_NUL : 0, NULL), ENFOLD_OK);
  }
  return NULL;
}

static void a_native_is_replaced_while_it_is_asked(void) {
  pthread_t thread;
  bind("int seven(void)", (function)seven, NULL);
  stop = 0;
  CHECK_INT(pthread_create(&thread, NULL, rebind, NULL), 0);
  for (int i = 0; i < 500; i++) CHECK_TEXT(ask("seven", "null"), "7");
  stop = 1;
  CHECK_INT(pthread_join(thread, NULL), 0);
}

/* ---- What a function may do ---------------------------------------------------------------------------------------- */

static void bind_again(void) { bind("int seven(void)", (function)seven, NULL); }
static void close_everything(void) { close_runtime(runtime); }

static void a_function_may_replace_itself_and_close_its_runtime(void) {
  bind("void seven(void)", bind_again, NULL);
  CHECK_TEXT(ask("seven", "null"), "null");
  CHECK_TEXT(ask("seven", "null"), "7");
  bind("void seven(void)", close_everything, NULL);
  asker *a = new_asker(ENFOLD_OK);
  CHECK_OK(ask_for("seven", "null", a, 0));
  runtime = open_runtime(options);
  check_one_release(a);
}

/* ---- Pointers ----------------------------------------------------------------------------------------------------- */

static void pointers_come_back_to_their_runtime_alone(void) {
  char text[64];
  bind("FILE *tmpfile(void)", (function)tmpfile, NULL);
  bind("int fputs(const char *s, FILE *stream)", (function)fputs, NULL);
  bind("long ftell(FILE *stream)", (function)ftell, NULL);
  bind("int fclose(FILE *stream)", (function)fclose, NULL);
  snprintf(text, sizeof text, "%s", ask("tmpfile", "null"));
  CHECK(strncmp(text, "\"0x", 3) == 0);
  char payload[128];
  snprintf(payload, sizeof payload, "{\"s\":\"hello\",\"stream\":%s}", text);
  CHECK(atoi(ask("fputs", payload)) >= 0);
  CHECK_TEXT(ask("ftell", text), "5");
  CHECK_TEXT(ask("fclose", text), "0");
  /* Another runtime does not know the address. */
  close_runtime(runtime);
  set();
  bind("int fclose(FILE *stream)", (function)fclose, NULL);
  CHECK_CONTAINS(ask("fclose", text), "fclose: stream must be an address that C code has returned or passed before, but is \"0x");
  CHECK_TEXT(ask("fclose", "\"0x55d0c0ffee00\""),
             "fclose: stream must be an address that C code has returned or passed before, but is \"0x55d0c0ffee00\"");
}

static void *next_address(void) {
  static uintptr_t last;
  return (void *)(last += 16);
}
static bool is_null(const void *p) { return p == NULL; }

static void the_newest_65536_addresses_are_remembered(void) {
  bind("void *next_address(void)", (function)next_address, NULL);
  bind("bool is_null(const void *p)", (function)is_null, NULL);
  for (uintptr_t i = 1; i <= 140000; i++) {
    asker once = {.gives = ENFOLD_OK};
    CHECK_OK(ask_for("next_address", "null", &once, 0));
    if (once.releases == 0) pump(runtime); /* so many are answered at once, and the others in a pump */
    CHECK_INT(once.releases, 1);
  }
  char text[64];
  snprintf(text, sizeof text, "%s", ask("next_address", "null"));
  uintptr_t newest = strtoull(text + 1, NULL, 16);
  for (uintptr_t back = 0; back < 65536; back += 1 + back / 2) {
    snprintf(text, sizeof text, "\"0x%llx\"", (unsigned long long)(newest - 16 * back));
    CHECK_TEXT(ask("is_null", text), "false");
  }
  snprintf(text, sizeof text, "\"0x%llx\"", (unsigned long long)(newest - 16 * 139000));
  CHECK_CONTAINS(ask("is_null", text), "must be an address that C code has returned");
}

static void everything(void) {
  EACH(arguments_come_by_name_or_by_position);
  EACH(parameters_without_a_name_are_counted);
  EACH(functions_of_the_c_library_answer);
  EACH(a_native_is_a_handler_as_others_are);
  EACH(a_stream_is_not_for_natives);
  EACH(an_answer_that_the_feature_does_not_take_ends_the_request);
  EACH(texts_are_freed_once);
  EACH(errno_is_told_on_request);
  EACH(wrong_options_are_refused);
  EACH(wrong_arguments_are_refused);
  EACH(workers_leave_signals_to_the_host);
  EACH(what_blocks_runs_on_threads_of_its_own);
  EACH(an_answer_that_nobody_wants_is_dropped);
  EACH(a_runtime_is_closed_while_a_function_blocks);
  EACH(a_native_is_replaced_while_it_is_asked);
  EACH(a_function_may_replace_itself_and_close_its_runtime);
  EACH(pointers_come_back_to_their_runtime_alone);
  EACH(the_newest_65536_addresses_are_remembered);
}

int main(void) { return with_each_loop(everything); }
