/* requests_limits.c: how many requests may be open, and how many handlers one pump calls. For both loops. */
#include "plugin_asker.h"

enum { DEFAULT = 65536 };

static const char *with_limit(const char *limits) {
  static char text[128];
  snprintf(text, sizeof text, is_host() ? "{\"loop\":\"host\",\"limits\":%s}" : "{\"limits\":%s}", limits);
  return text;
}

/* The stage, once more, with these limits. */
static void set_with(const char *limits) {
  const char *kept = options;
  close_runtime(runtime);
  runtime = 0;
  options = with_limit(limits);
  set();
  options = kept;
}

/* ---- How many may be open ---------------------------------------------------------------------------------------- */

static void a_plugin_has_so_many_open_requests(void) {
  handler *h = make((handler){0});
  asker *askers[7];
  set_with("{\"requests\":3}");
  handle(runtime, "fact", h);
  for (int i = 0; i < 7; i++) askers[i] = new_asker(ENFOLD_OK);
  for (int i = 0; i < 3; i++) CHECK_OK(ask_for("fact", "1", askers[i], 0));
  CHECK_STATUS(ask_for("fact", "1", askers[3], 0), ENFOLD_LIMIT);
  CHECK_CONTAINS(problem.message, "3 requests");
  CHECK_CONTAINS(problem.message, "limits.requests");
  CHECK_INT(askers[3]->releases, 1);
  CHECK_INT(askers[3]->failed, 0);
  CHECK_INT(open_requests(runtime), 3);
  await(runtime, &h->asked, 3);
  /* What is answered or withdrawn makes room. */
  CHECK_OK(enfold_request_resolve(h->requests[0], "1", 1, &problem));
  CHECK_OK(ask_for("fact", "1", askers[4], 0));
  CHECK_STATUS(ask_for("fact", "1", askers[5], 0), ENFOLD_LIMIT);
  withdraw(askers[1]->number);
  CHECK_OK(ask_for("fact", "1", askers[6], 0));
  await(runtime, &h->asked, 5);
}

static atomic_int released_count;

static void count_release(void *user) {
  (void)user;
  atomic_fetch_add(&released_count, 1);
}

static enfold_status ignore_answer(void *user, const char *text, size_t length, enfold_error *error) {
  (void)user, (void)text, (void)length, (void)error;
  return ENFOLD_OK;
}

static void ignore_failure(void *user, const char *text, size_t length) { (void)user, (void)text, (void)length; }

/* Asks in the name of nobody. */
static enfold_status ask_for_nothing(uint64_t *number) {
  enfold_request_user user = {sizeof user, 0, NULL, NULL, ignore_answer, ignore_failure, count_release, NULL};
  return table->ask(runtime, NULL, "fact", 4, "1", 1, &user, number, &problem);
}

static void many_are_allowed_if_nothing_is_said(void) {
  handler *h = make((handler){0});
  uint64_t number;
  handle(runtime, "fact", h);
  released_count = 0;
  in_call++;
  for (int i = 0; i < DEFAULT; i++) CHECK_OK(ask_for_nothing(&number));
  CHECK_STATUS(ask_for_nothing(&number), ENFOLD_LIMIT);
  CHECK_CONTAINS(problem.message, "65536 requests");
  in_call--;
  CHECK_INT(released_count, 1);
  CHECK_INT(open_requests(runtime), DEFAULT);
  close_runtime(runtime);
  CHECK_INT(released_count, DEFAULT + 1);
  runtime = open_runtime(options);
}

static void *ask_and_withdraw(void *rounds) {
  uint64_t number;
  for (int i = 0; i < *(int *)rounds; i++) {
    CHECK_OK(ask_for_nothing(&number));
    table->cancel(number);
  }
  return NULL;
}

/* Nobody pumps. */
static void what_was_withdrawn_leaves_no_memory_behind(void) {
  if (!is_host()) return;
  handler *h = make((handler){0});
  uint64_t kept;
  int few = 1000, many = SANITIZED ? 10000 : 300000;
  handle(runtime, "fact", h);
  elsewhere(ask_and_withdraw, &few);
  long before = memory();
  elsewhere(ask_and_withdraw, &many);
  if (!SANITIZED && !TINY) CHECK(memory() - before < 1024);
  CHECK_INT(open_requests(runtime), 0);
  pump(runtime);
  CHECK_INT(h->asked + h->cancels, 0);
  in_call++;
  CHECK_OK(ask_for_nothing(&kept));
  in_call--;
  await(runtime, &h->asked, 1);
}

static void an_effect_that_asks_too_much_fails(void) {
  handler *h = make((handler){0});
  enfold_runtime other = open_runtime_with(with_limit("{\"requests\":1}"), swift_plugin("Asker"));
  enfold_store asking = open_store(other, "Asker");
  handle(other, "numberFact", h);
  say(asking, "{\"ask\":1}");
  await(other, &h->asked, 1);
  CHECK_STATUS(task_end(begin(asking, "{\"ask\":2}")), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "numberFact");
  CHECK_CONTAINS(problem.message, "limits.requests");
  CHECK_OK(enfold_request_resolve(h->requests[0], "\"first\"", ENFOLD_NUL, &problem));
  wait_for(other);
  say(asking, "{\"ask\":3}");
  await(other, &h->asked, 2);
  close_runtime(other);
}

static void a_limit_is_a_number(void) {
  enfold_runtime out = 0;
  CHECK_FAILS(enfold_runtime_open("{\"limits\":{\"requests\":0}}", ENFOLD_NUL, &out, &problem), ENFOLD_INVALID,
              "\"requests\" is 0");
  CHECK_FAILS(enfold_runtime_open("{\"limits\":{\"request\":1}}", ENFOLD_NUL, &out, &problem), ENFOLD_INVALID, "requests");
}

/* ---- The budget of a pump ---------------------------------------------------------------------------------------- */

static bool readable(void) {
  int descriptor;
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  struct pollfd poller = {descriptor, POLLIN, 0};
  return poll(&poller, 1, 0) == 1 && (poller.revents & POLLIN) != 0;
}

static enfold_status pump_a_little(uint32_t budget, uint32_t *done) {
  in_call++;
  enfold_status status = enfold_runtime_pump(runtime, budget, done, &problem);
  in_call--;
  return status;
}

static void *ask_often(void *count) {
  uint64_t number;
  for (int i = 0; i < *(int *)count; i++) CHECK_OK(ask_for_nothing(&number));
  return NULL;
}

static void handlers_count_for_the_budget(void) {
  if (!is_host()) return;
  handler *h = make((handler){0});
  int five = 5;
  uint32_t done = 77;
  handle(runtime, "fact", h);
  elsewhere(ask_often, &five);
  CHECK_STATUS(pump_a_little(2, &done), ENFOLD_MORE);
  CHECK_INT(done, 2);
  CHECK_INT(h->asked, 2);
  CHECK(readable());
  CHECK_OK(pump_a_little(10, &done));
  CHECK_INT(done, 3);
  CHECK_INT(h->asked, 5);
  CHECK(!readable());
}

static void *send_twice(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; i++)
    CHECK_INT(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, NULL), ENFOLD_QUEUED);
  return NULL;
}

static void requests_and_stores_take_turns(void) {
  if (!is_host()) return;
  handler *h = make((handler){0});
  int five = 5;
  uint32_t done;
  handle(runtime, "fact", h);
  elsewhere(ask_often, &five);
  elsewhere(send_twice, NULL);
  for (int i = 0; i < 2; i++) CHECK_STATUS(pump_a_little(1, &done), ENFOLD_MORE);
  CHECK_INT(h->asked, 1);
  CHECK_TEXT(state(store, "/count"), "1");
  for (int i = 0; i < 2; i++) CHECK_STATUS(pump_a_little(1, &done), ENFOLD_MORE);
  CHECK_INT(h->asked, 2);
  CHECK_TEXT(state(store, "/count"), "2");
  CHECK_OK(pump_a_little(0, &done));
  CHECK_INT(done, 3);
}

/* A plugin that asks again with each answer. */
static enfold_status ask_again(void *user, const char *text, size_t length, enfold_error *error) {
  uint64_t number;
  (void)text, (void)length, (void)error;
  enfold_request_user again = {sizeof again, 0, user, NULL, ask_again, ignore_failure, count_release, NULL};
  CHECK_OK(table->ask(runtime, NULL, "fact", 4, "1", 1, &again, &number, &problem));
  return ENFOLD_OK;
}

static void a_pump_ends_though_every_answer_brings_a_request(void) {
  if (!is_host()) return;
  handler *h = make((handler){.answer = "1"});
  uint32_t done;
  handle(runtime, "fact", h);
  in_call++;
  ask_again(NULL, NULL, 0, NULL);
  in_call--;
  pump_a_little(1, &done);
  int before = h->asked;
  for (int i = 0; i < 3; i++) CHECK_STATUS(pump_a_little(100, &done), ENFOLD_MORE);
  CHECK_INT(h->asked, before + 300);
  CHECK(readable());
}

static void *say_for_ever(void *asking) {
  CHECK_INT(enfold_store_send(*(enfold_store *)asking, "\"askForEver\"", ENFOLD_NUL, NULL, NULL), ENFOLD_QUEUED);
  return NULL;
}

/* An effect that asks again with each answer begins on the loop thread: in a send, and in a pump. */
static void nothing_is_endless_though_an_effect_asks_for_ever(void) {
  if (!is_host()) return;
  handler *h = make((handler){.answer = "\"1\""});
  enfold_plugin plugin = 0;
  uint32_t done;
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin("Asker"), NULL, 0, &plugin, &problem));
  enfold_store asking = open_store(runtime, "Asker");
  handle(runtime, "numberFact", h);
  say(asking, "\"askForEver\"");
  for (int before = h->asked, pumps = 0; pumps < 100; before = h->asked, pumps++) {
    CHECK(pump_a_little(10, &done) >= 0);
    CHECK(done <= 10);
    CHECK_INT(h->asked - before, done);
  }
  elsewhere(say_for_ever, &asking);
  for (int before = h->asked, pumps = 0; pumps < 100; before = h->asked, pumps++) {
    CHECK(pump_a_little(10, &done) >= 0);
    CHECK(done <= 11); /* an action, and ten handlers that its effect calls at once */
    CHECK(h->asked - before <= 10);
  }
}

static void everything(void) {
  EACH(a_plugin_has_so_many_open_requests);
  EACH(many_are_allowed_if_nothing_is_said);
  EACH(what_was_withdrawn_leaves_no_memory_behind);
  EACH(an_effect_that_asks_too_much_fails);
  EACH(a_limit_is_a_number);
  EACH(handlers_count_for_the_budget);
  EACH(requests_and_stores_take_turns);
  EACH(a_pump_ends_though_every_answer_brings_a_request);
  EACH(nothing_is_endless_though_an_effect_asks_for_ever);
}

int main(void) { return with_each_loop(everything); }
