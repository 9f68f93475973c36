/* requests_end.c: requests whose answer nobody wants any more, and handlers that end what calls them. For both loops. */
#include "asker.h"

static enfold_runtime runtime;
static enfold_store store;

static enfold_request ask(handler *h, const char *action) {
  handle(runtime, "numberFact", h);
  say(store, action);
  await(runtime, &h->asked, 1);
  return h->requests[0];
}

/* ---- Cancelled --------------------------------------------------------------------------------------------------- */

/* Called once, and the answer comes too late. */
static void check_cancelled(handler *h, enfold_request request) {
  await(runtime, &h->cancels, 1);
  CHECK_FAILS(enfold_request_resolve(request, "\"late\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_request_fail(request, "late", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  CHECK_INT(open_requests(runtime), 0);
  wait_for(runtime);
  pump(runtime);
  CHECK_INT(h->cancels, 1);
  CHECK_INT(h->asked, 1);
}

static void cancelled_by_an_action(void) {
  handler *h = make((handler){0});
  enfold_request request = ask(h, "{\"ask\":7}");
  say(store, "{\"forget\":8}"); /* another one */
  CHECK_INT(h->cancels, 0);
  say(store, "{\"forget\":7}");
  check_cancelled(h, request);
  CHECK_TEXT(state(store, "/facts"), "[]");
}

static void cancelled_with_its_task(void) {
  handler *h = make((handler){0});
  handle(runtime, "numberFact", h);
  enfold_task task = begin(store, "{\"askSafely\":7}");
  await(runtime, &h->asked, 1);
  cancel(task);
  check_cancelled(h, h->requests[0]);
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
}

static void cancelled_without_a_function(void) {
  handler *h = make((handler){0});
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", on_ask, NULL, h, on_release, &problem));
  say(store, "{\"ask\":7}");
  await(runtime, &h->asked, 1);
  say(store, "{\"forget\":7}");
  await_open(runtime, 0);
  CHECK_FAILS(enfold_request_resolve(h->requests[0], "\"late\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  CHECK_OK(enfold_runtime_handle(runtime, "numberFact", NULL, NULL, NULL, NULL, &problem));
  await(runtime, &h->releases, 1);
}

static void note_warning(void *user, int32_t level, const char *text, size_t length) {
  recorder *r = user;
  (void)length;
  if (level == ENFOLD_LOG_WARNING) r->closes++;
  record_text(r, text);
  r->events++;
}

static void cancelled_with_its_store(void) {
  static recorder log;
  memset(&log, 0, sizeof log);
  enfold_store other = open_store(runtime, "Asker");
  handler *h = make((handler){0}), *kept = make((handler){0});
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, note_warning, &log, released, &problem));
  handle(runtime, "save", kept);
  say(other, "{\"save\":{}}");
  await(runtime, &kept->asked, 1);
  enfold_request request = ask(h, "{\"ask\":7}");
  CHECK_INT(open_requests(runtime), 2);
  close_store(store);
  await(runtime, &h->cancels, 1);
  CHECK_FAILS(enfold_request_resolve(request, "\"late\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  pump(runtime);
  CHECK_INT(log.closes, 1);
  CHECK_INT(log.events, 1);
  CHECK_CONTAINS(log.text, "\"numberFact\\\"");
  CHECK(strstr(log.text, "save") == NULL);
  /* That of another store goes on, and a store without open requests is closed without a word. */
  CHECK_INT(open_requests(runtime), 1);
  CHECK_OK(enfold_request_resolve(kept->requests[0], NULL, 0, &problem));
  wait_for(runtime);
  CHECK_TEXT(state(other, "/hasSaved"), "true");
  close_store(other);
  pump(runtime);
  CHECK_INT(log.events, 1);
  CHECK_INT(kept->cancels, 0);
}

static void cancelled_with_its_runtime(void) {
  handler *h = make((handler){0}), *idle = make((handler){0});
  handle(runtime, "save", idle);
  enfold_request request = ask(h, "{\"ask\":7}");
  close_runtime(runtime);
  /* "host": what is left is delivered before the close returns. */
  struct timespec pause = {0, 200000};
  for (int rounds = 0; h->releases == 0 && rounds < LONG_MS * 5 && !is_host(); rounds++) nanosleep(&pause, NULL);
  CHECK_INT(h->cancels, 1);
  CHECK_INT(h->releases, 1);
  CHECK_INT(idle->releases, 1);
  CHECK_INT(idle->asked, 0);
  CHECK_FAILS(enfold_request_resolve(request, "\"late\"", ENFOLD_NUL, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_runtime_handle(runtime, "save", on_ask, NULL, idle, on_release, &problem), ENFOLD_STALE, "closed");
  CHECK_INT(idle->releases, 2);
  runtime = open_runtime(options);
}

/* ---- The host's loop --------------------------------------------------------------------------------------------- */

static void *ask_elsewhere(void *task) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK(enfold_store_send(store, "{\"ask\":7}", ENFOLD_NUL, task, &error) >= 0);
  return NULL;
}

static void *ask_and_close_elsewhere(void *unused) {
  (void)unused;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK(enfold_store_send(store, "{\"ask\":7}", ENFOLD_NUL, NULL, &error) >= 0);
  CHECK_INT(enfold_store_close(store, &error), ENFOLD_OK);
  return NULL;
}

static void a_store_that_is_closed_before_its_action_is_reduced_asks_nothing(void) {
  if (!is_host()) return;
  handler *h = make((handler){0});
  handle(runtime, "numberFact", h);
  elsewhere(ask_and_close_elsewhere, NULL);
  pump(runtime);
  CHECK_INT(h->asked, h->cancels);
  CHECK_INT(open_requests(runtime), 0);
}

static pthread_t loop_thread;

static void check_thread(handler *h, enfold_request request) {
  (void)h, (void)request;
  CHECK(pthread_equal(pthread_self(), loop_thread));
}

static void the_loop_thread_is_asked(void) {
  if (!is_host()) return;
  loop_thread = pthread_self();
  handler *h = make((handler){.then = check_thread, .when_cancelled = check_thread});
  handle(runtime, "numberFact", h);
  for (int i = 0; i < 20; i++) {
    enfold_task task = 0;
    elsewhere(ask_elsewhere, &task);
    await(runtime, &h->asked, i + 1);
    cancel(task);
    await(runtime, &h->cancels, i + 1);
    CHECK_OK(enfold_task_release(task, &problem));
  }
}

/* ---- Handlers that end things ------------------------------------------------------------------------------------ */

static void close_the_store(handler *h, enfold_request request) {
  (void)h, (void)request;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_close(store, &error), ENFOLD_OK);
}

static void answer_and_close_the_store(handler *h, enfold_request request) {
  close_the_store(h, request);
  h->status = enfold_request_resolve(request, "\"seven\"", ENFOLD_NUL, NULL);
}

static void a_handler_closes_its_store(void) {
  handler *h = make((handler){.then = close_the_store}), *other = make((handler){.then = answer_and_close_the_store});
  handle(runtime, "numberFact", h);
  say(store, "{\"ask\":7}");
  await(runtime, &h->asked, 1);
  await(runtime, &h->cancels, 1);
  CHECK_INT(open_requests(runtime), 0);
  /* An answer after that comes to nobody; but whoever gives it may not know yet. */
  store = open_store(runtime, "Asker");
  handle(runtime, "numberFact", other);
  await(runtime, &h->releases, 1);
  say(store, "{\"ask\":7}");
  await(runtime, &other->asked, 1);
  CHECK(other->status == ENFOLD_OK || other->status == ENFOLD_STALE);
  if (other->status == ENFOLD_STALE) await(runtime, &other->cancels, 1);
  await_open(runtime, 0);
  pump(runtime);
  CHECK_INT(other->cancels, other->status == ENFOLD_STALE);
}

static void close_the_runtime(handler *h, enfold_request request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_runtime_close(runtime, &error), ENFOLD_OK);
  CHECK_INT(h->releases, 0);
  CHECK_INT(enfold_request_resolve(request, "\"late\"", ENFOLD_NUL, &error), ENFOLD_STALE);
}

static void await_release(handler *h) {
  struct timespec pause = {0, 200000};
  for (int rounds = 0; h->releases == 0; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    nanosleep(&pause, NULL);
  }
  CHECK_INT(h->releases, 1);
}

/* Pumps a runtime that may be closed meanwhile. */
static void pump_until_asked(handler *h) {
  struct timespec pause = {0, 200000};
  for (int rounds = 0; h->asked == 0; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    nanosleep(&pause, NULL);
    pump(runtime);
  }
}

static void a_handler_closes_its_runtime(void) {
  handler *h = make((handler){.then = close_the_runtime});
  handle(runtime, "numberFact", h);
  say(store, "{\"ask\":7}");
  pump_until_asked(h);
  await_release(h);
  CHECK_INT(h->asked, 1);
  CHECK_INT(h->cancels, 1);
  runtime = open_runtime(options);
}

static void replace(handler *h, enfold_request request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_runtime_handle(runtime, "numberFact", on_ask, on_cancelled, h->context, on_release, &error), ENFOLD_OK);
  CHECK_INT(h->releases, 0);
  CHECK_INT(enfold_request_resolve(request, "\"first\"", ENFOLD_NUL, &error), ENFOLD_OK);
  CHECK_INT(h->releases, 0);
}

static void a_handler_replaces_itself(void) {
  handler *second = make((handler){.answer = "\"second\""}), *h = make((handler){.then = replace, .context = second});
  handle(runtime, "numberFact", h);
  CHECK_OK(task_end(begin(store, "{\"ask\":7}")));
  await(runtime, &h->releases, 1);
  CHECK_OK(task_end(begin(store, "{\"ask\":7}")));
  CHECK_TEXT(state(store, "/facts"), "[\"first\",\"second\"]");
  CHECK_INT(second->releases, 0);
}

static void remove_handler(handler *h, enfold_request request) {
  (void)request;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_runtime_handle(runtime, "numberFact", NULL, NULL, NULL, NULL, &error), ENFOLD_OK);
  CHECK_INT(h->releases, 0);
}

static void a_handler_is_removed_when_it_hears_of_the_end(void) {
  handler *h = make((handler){.when_cancelled = remove_handler});
  ask(h, "{\"ask\":7}");
  say(store, "{\"forget\":7}");
  await(runtime, &h->cancels, 1);
  await(runtime, &h->releases, 1);
}

static void the_store_is_closed_when_a_request_ends(void) {
  handler *h = make((handler){.when_cancelled = close_the_store});
  ask(h, "{\"ask\":7}");
  say(store, "{\"forget\":7}");
  await(runtime, &h->cancels, 1);
  await_open(runtime, 0);
}

static void close_when_cancelled(handler *h, enfold_request request) {
  (void)request;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_runtime_close(runtime, &error), ENFOLD_OK);
  CHECK_INT(h->releases, 0);
}

static void the_runtime_is_closed_when_a_request_ends(void) {
  handler *h = make((handler){.when_cancelled = close_when_cancelled});
  ask(h, "{\"ask\":7}");
  say(store, "{\"forget\":7}");
  struct timespec pause = {0, 200000};
  for (int rounds = 0; h->cancels == 0; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    nanosleep(&pause, NULL);
    pump(runtime);
  }
  await_release(h);
  CHECK_INT(h->cancels, 1);
  runtime = open_runtime(options);
}

/* Effects that wait for an answer end as cancelled, and nobody hears of an error. */
static void note_error(void *user, int32_t level, const char *text, size_t length) {
  (void)length;
  if (is_host()) CHECK(in_call > 0);
  if (level != ENFOLD_LOG_ERROR) return;
  fprintf(stderr, "    %s\n", text);
  atomic_fetch_add((atomic_int *)user, 1);
}

static void close_in_event(recorder *r, const enfold_event *event) {
  enfold_error error = ENFOLD_ERROR_INIT;
  (void)r;
  if (event->flags & ENFOLD_CHANGED) CHECK_INT(enfold_runtime_close(runtime, &error), ENFOLD_OK);
}

/* The effect has time to go on, if it does. */
static void give_time(handler *h, enfold_request request) {
  struct timespec moment = {0, 20000000};
  (void)h, (void)request;
  nanosleep(&moment, NULL);
}

static void an_observer_closes_the_runtime(void) {
  static atomic_int errors;
  static recorder r;
  handler *h = make((handler){.when_cancelled = give_time});
  errors = 0;
  r = (recorder){.then = close_in_event};
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, note_error, &errors, NULL, &problem));
  ask(h, "{\"ask\":7}");
  observe(store, "/facts", "{\"initial\":false}", &r);
  say(store, "{\"learned\":\"something\"}");
  await_release(h);
  CHECK_INT(h->cancels, 1);
  CHECK_INT(r.closes, 1);
  CHECK_INT(errors, 0);
  runtime = open_runtime(options);
}

static void wait_inside(handler *h, enfold_request request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  (void)h, (void)request;
  CHECK_INT(enfold_runtime_wait(runtime, 0, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_store_wait(store, 0, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_runtime_pump(runtime, 0, NULL, &error), ENFOLD_REENTRANT);
}

static void handlers_are_callbacks(void) {
  handler *h = make((handler){.then = wait_inside, .when_cancelled = wait_inside});
  ask(h, "{\"ask\":7}");
  say(store, "{\"forget\":7}");
  await(runtime, &h->cancels, 1);
}

static void set(void) {
  runtime = open_runtime_with(options, swift_plugin("Asker"));
  store = open_store(runtime, "Asker");
}

static void everything(void) {
  EACH(cancelled_by_an_action);
  EACH(cancelled_with_its_task);
  EACH(cancelled_without_a_function);
  EACH(cancelled_with_its_store);
  EACH(cancelled_with_its_runtime);
  EACH(a_store_that_is_closed_before_its_action_is_reduced_asks_nothing);
  EACH(the_loop_thread_is_asked);
  EACH(a_handler_closes_its_store);
  EACH(a_handler_closes_its_runtime);
  EACH(a_handler_replaces_itself);
  EACH(a_handler_is_removed_when_it_hears_of_the_end);
  EACH(the_store_is_closed_when_a_request_ends);
  EACH(the_runtime_is_closed_when_a_request_ends);
  EACH(an_observer_closes_the_runtime);
  EACH(handlers_are_callbacks);
}

int main(void) { return with_each_loop(everything); }
