/* regular_end.c: flush, and the end by which nothing is lost. For both loops, and what can be with both clocks. */
#include "asker.h"

static enfold_runtime runtime;
static enfold_store store;
static bool is_manual;

static char records[8192];

static void receive(void *user, int32_t level, const char *line, size_t length) {
  (void)user;
  CHECK_INT(level, ENFOLD_LOG_WARNING);
  CHECK_INT(strlen(line), length);
  strncat(records, line, sizeof records - strlen(records) - 1);
}

static enfold_runtime open_logged(void) {
  char text[100];
  snprintf(text, sizeof text, "{\"loop\":\"%s\",\"clock\":\"%s\",\"limits\":{\"queue\":100}}", is_host() ? "host" : "inline", is_manual ? "manual" : "system");
  enfold_runtime opened = open_runtime(text);
  records[0] = '\0';
  CHECK_OK(enfold_runtime_log(opened, ENFOLD_LOG_WARNING, receive, NULL, NULL, &problem));
  return opened;
}

static void load(enfold_runtime into, const char *plugin) {
  enfold_plugin loaded = 0;
  CHECK_OK(enfold_plugin_load(into, plugin, NULL, 0, &loaded, &problem));
}

static void set(void) {
  runtime = open_logged();
  load(runtime, swift_plugin("Timers"));
  load(runtime, swift_plugin("Asker"));
  load(runtime, swift_plugin("Behaviours"));
  store = open_store(runtime, "Timers");
}

static void flush(enfold_store flushed) {
  in_call++;
  CHECK_OK(enfold_store_flush(flushed, &problem));
  in_call--;
}

static enfold_status end_with(enfold_store ended, const char *given) {
  in_call++;
  enfold_status status = enfold_store_end(ended, given, given == NULL ? 0 : ENFOLD_NUL, &problem);
  in_call--;
  return status;
}

static enfold_status end_runtime(enfold_runtime ended, const char *given) {
  in_call++;
  enfold_status status = enfold_runtime_end(ended, given, given == NULL ? 0 : ENFOLD_NUL, &problem);
  in_call--;
  return status;
}

/* ---- Flush ------------------------------------------------------------------------------------------------------- */

static void a_debounce_begins(void) {
  say(store, "{\"type\":\"a\"}");
  say(store, "{\"type\":\"ab\"}");
  CHECK_TEXT(state(store, "/searches"), "[]");
  flush(store);
  CHECK_TEXT(state(store, "/searches"), "[\"ab\"]");
  flush(store); /* nothing waits any more */
  CHECK_TEXT(state(store, "/searches"), "[\"ab\"]");
  say(store, "{\"type\":\"abc\"}");
  CHECK_TEXT(state(store, "/searches"), "[\"ab\"]");
  in_call++;
  CHECK_OK(enfold_runtime_flush(runtime, &problem));
  in_call--;
  CHECK_TEXT(state(store, "/searches"), "[\"ab\",\"abc\"]");
  CHECK_OK(enfold_store_wait(store, 0, &problem));
}

/* What begins at the end of an interval opens the next one. */
static void a_throttle_begins(void) {
  say(store, "\"tap\"");
  say(store, "\"tap\"");
  CHECK_TEXT(state(store, "/taps"), "1");
  flush(store);
  CHECK_TEXT(state(store, "/taps"), "2");
  say(store, "\"tap\"");
  CHECK_TEXT(state(store, "/taps"), "2");
  flush(store);
  CHECK_TEXT(state(store, "/taps"), "3");
}

static void in_the_order_in_which_they_began_to_wait(void) {
  recorder *actions = fresh((recorder){0});
  say(store, "\"tap\"");
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, record, actions, released, NULL, &problem));
  say(store, "\"tap\"");
  say(store, "{\"type\":\"a\"}");
  flush(store);
  say(store, "{\"type\":\"b\"}");
  say(store, "\"tap\"");
  flush(store);
  CHECK_TEXT(actions->text,
             " <- {\"tap\":{}}|C <- {\"type\":\"a\"}|C <- {\"tapped\":{}}|C <- {\"search\":\"a\"}|"
             "C <- {\"type\":\"b\"}| <- {\"tap\":{}}|C <- {\"search\":\"b\"}|C <- {\"tapped\":{}}");
  CHECK_OK(enfold_subscription_cancel(actions->subscription, &problem));
}

static void sleepers_and_timers_go_on_sleeping(void) {
  say(store, "\"start\"");
  say(store, "{\"sleep\":{\"id\":1,\"milliseconds\":3600000}}");
  flush(store);
  CHECK_TEXT(state(store, "/ticks"), "0");
  CHECK_TEXT(state(store, "/woken"), "[]");
}

static void a_scope_flushes_its_store(void) {
  enfold_store scope = 0;
  CHECK_OK(enfold_store_scope(store, "/text", ENFOLD_NUL, NULL, 0, &scope, &problem));
  say(store, "{\"type\":\"a\"}");
  flush(scope);
  CHECK_TEXT(state(store, "/searches"), "[\"a\"]");
}

static void flush_inside(recorder *r, const enfold_event *event) {
  if (event->flags & ENFOLD_INITIAL) return;
  CHECK_STATUS(enfold_store_flush(store, &problem), ENFOLD_QUEUED);
  CHECK_STATUS(enfold_runtime_flush(runtime, &problem), ENFOLD_QUEUED);
  CHECK_TEXT(state(store, "/searches"), "[]");
  (void)r;
}

static void inside_a_callback_it_waits_its_turn(void) {
  recorder *r = fresh((recorder){.then = flush_inside});
  observe(store, "/text", NULL, r);
  say(store, "{\"type\":\"a\"}");
  CHECK_TEXT(state(store, "/searches"), "[\"a\"]");
  CHECK_OK(enfold_subscription_cancel(r->subscription, &problem));
}

static void *flush_elsewhere(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_flush(store, &error), is_host() ? ENFOLD_QUEUED : ENFOLD_OK);
  return unused;
}

static void elsewhere_it_may_wait_for_the_loop(void) {
  say(store, "{\"type\":\"a\"}");
  elsewhere(flush_elsewhere, NULL);
  pump(runtime);
  CHECK_TEXT(state(store, "/searches"), "[\"a\"]");
}

static void who_cannot_be_flushed(void) {
  load(runtime, test_plugin("counter"));
  enfold_store other = open_store(runtime, "Counter");
  enfold_store last = open_store(runtime, "Timers");
  say(store, "{\"type\":\"a\"}");
  say(last, "{\"type\":\"b\"}");
  CHECK_FAILS(enfold_store_flush(other, &problem), ENFOLD_UNSUPPORTED, "Counter cannot be flushed");
  CHECK_CONTAINS(problem.message, "\"enfold.flush\"");
  in_call++;
  CHECK_FAILS(enfold_runtime_flush(runtime, &problem), ENFOLD_UNSUPPORTED, "Counter cannot be flushed");
  in_call--;
  CHECK_TEXT(state(store, "/searches"), "[\"a\"]"); /* all others were */
  CHECK_TEXT(state(last, "/searches"), "[\"b\"]");
  CHECK_OK(end_with(other, NULL)); /* it is waited for */
}

/* A reducer in C has the runtime's own engine. */
static void a_reducer_in_c(void) {
  load(runtime, test_plugin("reducer"));
  enfold_store tally = open_store(runtime, "Tally");
  recorder *r = fresh((recorder){0});
  observe(tally, "/total", NULL, r);
  say(tally, "{\"say\":\"a\"}");
  flush(tally);
  CHECK_OK(end_with(tally, NULL));
  CHECK_TEXT(r->text, "I 0|C 1|X");
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

static void the_last_words_are_kept(void) {
  recorder *r = fresh((recorder){0});
  observe(store, "/searches", NULL, r);
  say(store, "{\"type\":\"a\"}");
  CHECK_OK(end_with(store, NULL));
  CHECK_TEXT(r->text, "I []|C [\"a\"]|X");
  CHECK_INT(r->releases, 1);
  CHECK_FAILS(enfold_store_send(store, "\"tick\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_store_end(store, NULL, 0, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_store_flush(store, &problem), ENFOLD_STALE, "");
  CHECK_TEXT(records, "");
}

static void without_a_flush_it_waits(void) {
  recorder *r = fresh((recorder){0});
  observe(store, "/searches", NULL, r);
  say(store, "{\"type\":\"a\"}");
  if (is_manual) {
    CHECK_STATUS(end_with(store, "{\"flush\":false,\"wait\":1}"), ENFOLD_TIMEOUT);
    CHECK_TEXT(r->text, "I []|X");
    pump(runtime);
    CHECK_CONTAINS(records, "Timers.swift:");
  } else {
    CHECK_OK(end_with(store, "{\"flush\":false,\"wait\":-1}"));
    CHECK_TEXT(r->text, "I []|C [\"a\"]|X");
  }
}

static void what_is_cut_off_is_named(void) {
  enfold_store responses = open_store(runtime, "Responses"), both = open_store(runtime, "Responses");
  enfold_task task = begin(responses, "\"never\"");
  recorder *r = fresh((recorder){0});
  observe(responses, "/text", NULL, r);
  CHECK_STATUS(end_with(responses, "{\"wait\":1}"), ENFOLD_TIMEOUT);
  CHECK_TEXT(r->text, "I \"\"|X");
  pump(runtime);
  CHECK_CONTAINS(records, "\"topic\":\"work-that-was-cut-off\"");
  CHECK_CONTAINS(records, "\"level\":\"warning\"");
  CHECK_CONTAINS(records, "Behaviours.swift:");
  CHECK_CONTAINS(records, " was cut off");
  CHECK_CONTAINS(records, "\"feature\":\"Responses\"");
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  records[0] = '\0';
  say(both, "\"never\"");
  say(both, "\"never\"");
  CHECK_STATUS(end_with(both, "{\"wait\":0}"), ENFOLD_TIMEOUT);
  pump(runtime);
  CHECK_CONTAINS(records, "(2 times) were cut off");
}

static void the_runtime_ends_with_all_its_stores(void) {
  recorder r[3] = {{0}};
  enfold_store stores[3] = {store, open_store(runtime, "Timers"), open_store(runtime, "Timers")}, none = 0;
  enfold_runtime other = open_logged();
  for (int i = 0; i < 3; i++) {
    observe(stores[i], "/searches", NULL, &r[i]);
    say(stores[i], "{\"type\":\"a\"}");
  }
  CHECK_OK(end_runtime(runtime, NULL));
  for (int i = 0; i < 3; i++) {
    CHECK_TEXT(r[i].text, "I []|C [\"a\"]|X");
    CHECK_INT(r[i].releases, 1);
    CHECK_FAILS(enfold_store_end(stores[i], NULL, 0, &problem), ENFOLD_STALE, "");
  }
  CHECK_FAILS(enfold_runtime_end(runtime, NULL, 0, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_runtime_flush(runtime, &problem), ENFOLD_STALE, "");
  CHECK_FAILS(enfold_store_open(runtime, "Timers", NULL, 0, &none, &problem), ENFOLD_STALE, "");
  runtime = other;
}

static void what_a_runtime_cuts_off_is_named(void) {
  enfold_store responses = open_store(runtime, "Responses");
  enfold_runtime other = open_logged();
  say(responses, "\"never\"");
  say(store, "\"start\"");
  CHECK_STATUS(end_runtime(runtime, "{\"wait\":1}"), ENFOLD_TIMEOUT);
  CHECK_CONTAINS(records, "Behaviours.swift:");
  CHECK_CONTAINS(records, "Timers.swift:");
  CHECK_FAILS(enfold_store_end(responses, NULL, 0, &problem), ENFOLD_STALE, "");
  runtime = other;
}

/* ---- What comes during the end ----------------------------------------------------------------------------------- */

static enfold_store ending;
static atomic_int refusals;

/* Sends until the store refuses it, because it ends. The queue may be full before: the loop thread may be slow. */
static void send_until_stale(const char *action, enfold_error *error) {
  enfold_status status;
  while ((status = enfold_store_send(ending, action, ENFOLD_NUL, NULL, error)) >= 0 || status == ENFOLD_LIMIT) sched_yield();
}

/* Each way to change a store from outside, until each is refused; then what is allowed still. */
static void *knock(void *request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  size_t accepted = 7;
  enfold_task task = 7;
  enfold_string text = {NULL, 0};
  send_until_stale("\"stop\"", &error);
  CHECK_INT(error.code, ENFOLD_STALE);
  CHECK_CONTAINS(error.message, "closed");
  CHECK_INT(enfold_store_send(ending, "\"stop\"", ENFOLD_NUL, &task, &error), ENFOLD_STALE);
  CHECK_INT(enfold_store_send_with(ending, "\"stop\"", ENFOLD_NUL, "{\"tag\":\"a\"}", ENFOLD_NUL, NULL, &error), ENFOLD_STALE);
  CHECK_INT(enfold_store_send_batch(ending, "[\"stop\"]", ENFOLD_NUL, &accepted, &error), ENFOLD_STALE);
  CHECK_INT(enfold_store_restore(ending, "{}", ENFOLD_NUL, &error), ENFOLD_STALE);
  CHECK_INT(enfold_store_state(ending, "/facts", ENFOLD_NUL, &text, &error), ENFOLD_OK);
  CHECK_TEXT(text.data, "[]");
  enfold_string_free(&text);
  atomic_fetch_add(&refusals, 1);
  CHECK_INT(enfold_request_resolve(*(enfold_request *)request, "\"one\"", ENFOLD_NUL, &error), ENFOLD_OK);
  return NULL;
}

static void refuse_inside(recorder *r, const enfold_event *event) {
  if (event->flags & (ENFOLD_INITIAL | ENFOLD_CLOSED)) return;
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_send(ending, "\"stop\"", ENFOLD_NUL, NULL, &error), ENFOLD_STALE);
  CHECK_TEXT(state(ending, "/facts"), "[\"one\"]");
  (void)r;
}

static void nothing_comes_in_and_effects_go_on(void) {
  for (int by_runtime = 0; by_runtime < 2; by_runtime++) {
    ending = open_store(runtime, "Asker");
    handler *h = make((handler){0});
    handle(runtime, "numberFact", h);
    recorder *r = fresh((recorder){.then = refuse_inside});
    pthread_t thread;
    observe(ending, "/facts", NULL, r);
    say(ending, "{\"ask\":1}");
    await(runtime, &h->asked, 1);
    refusals = 0;
    CHECK_INT(pthread_create(&thread, NULL, knock, &h->requests[0]), 0);
    CHECK_OK(by_runtime ? end_runtime(runtime, "{\"wait\":-1}") : end_with(ending, "{\"wait\":-1}"));
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(refusals, 1);
    CHECK_TEXT(r->text, "I []|C [\"one\"]|X");
  }
  set();
}

static void *close_it(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  send_until_stale("\"never\"", &error);
  CHECK_INT(enfold_store_close(ending, &error), ENFOLD_OK);
  return unused;
}

static void closed_meanwhile(void) {
  pthread_t thread;
  ending = open_store(runtime, "Responses");
  say(ending, "\"never\"");
  CHECK_INT(pthread_create(&thread, NULL, close_it, NULL), 0);
  CHECK_STATUS(end_with(ending, "{\"wait\":-1}"), ENFOLD_STALE);
  CHECK_CONTAINS(problem.message, "closed meanwhile");
  CHECK_INT(pthread_join(thread, NULL), 0);
}

/* ---- In steps ---------------------------------------------------------------------------------------------------- */

static void it_stays_open_if_that_is_wanted(void) {
  enfold_store responses = open_store(runtime, "Responses");
  recorder *r = fresh((recorder){0});
  observe(responses, "/text", NULL, r);
  enfold_task task = begin(responses, "\"never\"");
  for (int i = 0; i < 3; i++) CHECK_STATUS(end_with(responses, "{\"close\":false,\"wait\":1}"), ENFOLD_TIMEOUT);
  CHECK_FAILS(enfold_store_send(responses, "\"never\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "");
  CHECK_TEXT(state(responses, "/text"), "\"\"");
  CHECK_TEXT(records, "");
  cancel(task);
  CHECK_OK(end_with(responses, "{\"close\":false,\"wait\":-1}"));
  CHECK_TEXT(r->text, "I \"\"");
  CHECK_OK(end_with(responses, "{\"wait\":0}"));
  CHECK_TEXT(r->text, "I \"\"|X");

  enfold_store none = 0;
  CHECK_OK(end_runtime(runtime, "{\"close\":false}"));
  CHECK_FAILS(enfold_store_open(runtime, "Timers", NULL, 0, &none, &problem), ENFOLD_STALE, "it ends");
  CHECK_FAILS(enfold_store_send(store, "\"tick\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "");
  CHECK_TEXT(state(store, "/ticks"), "0");
}

/* ---- Mistakes ---------------------------------------------------------------------------------------------------- */

static void end_inside(recorder *r, const enfold_event *event) {
  if (event->flags & ENFOLD_CLOSED) return;
  CHECK_FAILS(enfold_store_end(store, NULL, 0, &problem), ENFOLD_REENTRANT, "callback");
  CHECK_FAILS(enfold_runtime_end(runtime, NULL, 0, &problem), ENFOLD_REENTRANT, "callback");
  (void)r;
}

static void not_in_callbacks(void) {
  recorder *r = fresh((recorder){.then = end_inside});
  observe(store, "/text", NULL, r);
  say(store, "{\"type\":\"a\"}");
  CHECK_TEXT(r->text, "I \"\"|C \"a\"");
  CHECK_TEXT(state(store, "/text"), "\"a\""); /* it is as it was */
}

static void refused(void) {
  enfold_store scope = 0;
  CHECK_OK(enfold_store_scope(store, "/text", ENFOLD_NUL, NULL, 0, &scope, &problem));
  CHECK_FAILS(enfold_store_end(scope, NULL, 0, &problem), ENFOLD_UNSUPPORTED, "a scope is a part of its store");
  static const struct {
    const char *text, *part;
    enfold_status status;
  } wrong[] = {
      {"{", "options", ENFOLD_BAD_JSON},
      {"{\"weit\":5}", "\"weit\"", ENFOLD_INVALID},
      {"{\"wait\":\"long\"}", "options", ENFOLD_INVALID},
      {"{\"wait\":1.5}", "options", ENFOLD_INVALID},
      {"{\"flush\":1}", "options", ENFOLD_INVALID},
      {"{\"close\":0}", "options", ENFOLD_INVALID},
      {"[]", "options", ENFOLD_INVALID},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    CHECK_FAILS(enfold_store_end(store, wrong[i].text, ENFOLD_NUL, &problem), wrong[i].status, wrong[i].part);
    CHECK_FAILS(enfold_runtime_end(runtime, wrong[i].text, ENFOLD_NUL, &problem), wrong[i].status, wrong[i].part);
  }
  CHECK_FAILS(enfold_store_end(0, NULL, 0, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_store_end(runtime, NULL, 0, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_runtime_end(store, NULL, 0, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_store_flush(runtime, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_runtime_flush(0, &problem), ENFOLD_BAD_HANDLE, "");
  say(store, "\"tick\"");
  CHECK_TEXT(state(store, "/ticks"), "1"); /* it is as it was */
}

/* ---- Under load -------------------------------------------------------------------------------------------------- */

enum { BOARDS = 32, EDITORS = 4, SHUTDOWNS = SANITIZED ? 5 : 25 };

/* A board that one thread edits: the last edit that was accepted, and what was saved last. */
static struct board {
  enfold_store store;
  atomic_int accepted;
  int saved;
  bool has_closed;
} boards[BOARDS];

static void save(void *user, const enfold_event *event) {
  struct board *board = user;
  if (event->flags & ENFOLD_CLOSED) board->has_closed = true;
  if (event->value == NULL) return;
  const char *last = strrchr(event->value, ','); /* of ["1","2"] */
  sscanf(last != NULL ? last : event->value, "%*[^0-9]%d", &board->saved);
}

/* Edits every fourth board until all of these refuse it. */
static void *edit(void *first) {
  int open = BOARDS / EDITORS;
  for (int number = 1; open > 0; number++) {
    open = 0;
    for (struct board *board = first; board < boards + BOARDS; board += EDITORS) {
      char action[32];
      enfold_error error = ENFOLD_ERROR_INIT;
      snprintf(action, sizeof action, "{\"type\":\"%d\"}", number);
      enfold_status status = enfold_store_send(board->store, action, ENFOLD_NUL, NULL, &error);
      if (status == ENFOLD_STALE) continue;
      open++;
      if (status == ENFOLD_LIMIT) { /* the queue is full: this edit is lost, and the editor knows it */
        sched_yield();
        continue;
      }
      CHECK(status >= 0);
      board->accepted = number;
    }
  }
  return NULL;
}

/* With a budget, because the editors never rest. */
static void await_more(enfold_runtime server, atomic_int *counter, int count) {
  while (atomic_load(counter) < count) {
    in_call++;
    if (is_host()) CHECK(enfold_runtime_pump(server, 100, NULL, &problem) >= 0);
    in_call--;
    sched_yield();
  }
}

static void the_last_edit_of_each_board_is_saved(void) {
  for (int round = 0; round < SHUTDOWNS; round++) {
    pthread_t threads[EDITORS];
    enfold_runtime server = open_logged();
    load(server, swift_plugin("Timers"));
    memset(boards, 0, sizeof boards);
    for (int i = 0; i < BOARDS; i++) {
      boards[i].store = open_store(server, "Timers");
      CHECK_OK(enfold_store_observe(boards[i].store, "/searches", ENFOLD_NUL, NULL, 0, save, &boards[i], NULL, NULL, &problem));
    }
    for (int i = 0; i < EDITORS; i++) CHECK_INT(pthread_create(&threads[i], NULL, edit, &boards[i]), 0);
    for (int i = 0; i < BOARDS; i++) await_more(server, &boards[i].accepted, 20);
    bool each_alone = round % 2 == 1;
    if (each_alone)
      for (int i = 0; i < BOARDS; i++) CHECK_OK(end_with(boards[i].store, "{\"wait\":-1}"));
    CHECK_OK(end_runtime(server, "{\"wait\":-1}"));
    for (int i = 0; i < EDITORS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < BOARDS; i++) {
      CHECK_INT(boards[i].saved, boards[i].accepted);
      CHECK(boards[i].has_closed);
    }
    CHECK_TEXT(records, "");
  }
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(a_debounce_begins);
  EACH(a_throttle_begins);
  EACH(in_the_order_in_which_they_began_to_wait);
  EACH(sleepers_and_timers_go_on_sleeping);
  EACH(a_scope_flushes_its_store);
  EACH(inside_a_callback_it_waits_its_turn);
  EACH(elsewhere_it_may_wait_for_the_loop);
  EACH(who_cannot_be_flushed);
  EACH(a_reducer_in_c);
  EACH(the_last_words_are_kept);
  EACH(without_a_flush_it_waits);
  EACH(what_is_cut_off_is_named);
  EACH(the_runtime_ends_with_all_its_stores);
  EACH(what_a_runtime_cuts_off_is_named);
  EACH(nothing_comes_in_and_effects_go_on);
  EACH(closed_meanwhile);
  EACH(it_stays_open_if_that_is_wanted);
  EACH(not_in_callbacks);
  EACH(refused);
  RUN(the_last_edit_of_each_board_is_saved);
}

int main(void) {
  with_each_loop(all);
  options = NULL;
  is_manual = true;
  return with_each_loop(all);
}
