/* behaviours.c: the engine's behaviours as a host sees them, with both loops, and sent from the loop's thread and from
 * another. The numbers above the tests are rows of docs/behaviours.md. Needs libBehaviours.so in ENFOLD_TWINS. */
#include <poll.h>

#include "check.h"

#define LONG 60000 /* milliseconds: longer than anything here takes */

/* Who drains, and who sends. */
static const struct way {
  const char *name, *options;
  bool is_host, sends_elsewhere;
} ways[] = {
    {"inline, from here", "{\"loop\":\"inline\"}", false, false},
    {"inline, from another thread", "{\"loop\":\"inline\"}", false, true},
    {"host, from the loop thread", "{\"loop\":\"host\"}", true, false},
    {"host, from another thread", "{\"loop\":\"host\"}", true, true},
}, *way;

static enfold_runtime runtime;

/* ---- Sending the way that is tested ----------------------------------------------------------------------------- */

/* What is done on the thread that the way says. */
struct call {
  enfold_store store;
  enfold_task *task;
  const char *action;
  enfold_status status;
};

static void *call_send(void *argument) {
  struct call *call = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  call->status = enfold_store_send(call->store, call->action, ENFOLD_NUL, call->task, &failure);
  return NULL;
}

static void *call_cancel(void *argument) {
  struct call *call = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  call->status = enfold_task_cancel(*call->task, &failure);
  return NULL;
}

static void *call_close(void *argument) {
  struct call *call = argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  call->status = enfold_store_close(call->store, &failure);
  return NULL;
}

static enfold_status perform(void *(*function)(void *), struct call call) {
  if (way->sends_elsewhere) {
    elsewhere(function, &call);
  } else {
    function(&call);
  }
  return call.status;
}

static void pump(void) {
  if (way->is_host) CHECK_OK(enfold_runtime_pump(runtime, 0, NULL, &problem));
}

/* Sends an action to an idle store. When this returns, it was reduced, and so was what its effects sent at once. */
static enfold_task dispatch_task(enfold_store store, const char *action) {
  enfold_task task = 0;
  bool waits = way->is_host && way->sends_elsewhere;
  uint64_t before = revision(store);
  CHECK_STATUS(perform(call_send, (struct call){.store = store, .task = &task, .action = action}),
               waits ? ENFOLD_QUEUED : ENFOLD_OK);
  CHECK(task != 0);
  if (waits) {
    CHECK_INT(revision(store), before);
    pump();
  }
  CHECK(revision(store) > before);
  return task;
}

static void dispatch(enfold_store store, const char *action) {
  CHECK_OK(enfold_task_release(dispatch_task(store, action), &problem));
}

/* Waits for an action and all that it caused; nothing else goes on in the store. */
static void finish(enfold_store store, enfold_task task) {
  CHECK_OK(enfold_task_wait(task, LONG, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_wait(store, LONG, &problem));
}

static void dispatch_and_wait(enfold_store store, const char *action) { finish(store, dispatch_task(store, action)); }

static void cancel(enfold_task task) {
  CHECK_OK(perform(call_cancel, (struct call){.task = &task}));
  pump();
}

static void close_store(enfold_store store) {
  CHECK_OK(perform(call_close, (struct call){.store = store}));
  pump();
}

static enfold_subscription observe_raw(enfold_store store, const char *pointer, recorder *r) {
  return observe(store, pointer, "{\"filter\":\"raw\",\"initial\":false}", r);
}

/* Whether an event carries this value. */
static bool carries(const enfold_event *event, const char *value) {
  return event->value != NULL && strcmp(event->value, value) == 0;
}

/* ---- What the plugin and the runtime say ------------------------------------------------------------------------ */

/* Waits for the plugin to count so many pieces of work that run, or stores that live. */
static void await(const char *what, int count) {
  enfold_store census = open_store(runtime, "Census");
  enfold_task task = 0;
  char action[64];
  snprintf(action, sizeof action, "{\"%s\":%d}", what, count);
  CHECK_OK(enfold_store_send(census, action, ENFOLD_NUL, &task, &problem));
  finish(census, task);
  CHECK_TEXT(state(census, "/isReached"), "true");
  CHECK_OK(enfold_store_close(census, &problem));
}

static int statistic(const char *name) {
  enfold_string text = {0};
  char key[32];
  snprintf(key, sizeof key, "\"%s\":", name);
  CHECK_OK(enfold_runtime_stats(runtime, &text, &problem));
  const char *found = strstr(text.data, key);
  CHECK(found != NULL);
  int value = atoi(found + strlen(key));
  enfold_string_free(&text);
  return value;
}

static char records[2048]; /* the diagnostics since the last test began, each followed by "|" */

static void receive(void *user, int32_t level, const char *record, size_t length) {
  (void)user, (void)level, (void)length;
  strncat(records, record, sizeof records - strlen(records) - 1);
  strncat(records, "|", sizeof records - strlen(records) - 1);
}

/* ---- Order and re-entrancy -------------------------------------------------------------------------------------- */

/* 4 */
static void a_new_observer_gets_the_last_state_and_no_history(void) {
  recorder first = {0}, second = {0};
  enfold_store store = open_store(runtime, "Many");
  enfold_subscription subscription = observe(store, "/count", NULL, &first);
  dispatch(store, "\"increment\"");
  dispatch(store, "\"increment\"");
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  observe(store, "/count", NULL, &second);
  CHECK_TEXT(first.text, "I 0|C 1|C 2");
  CHECK_TEXT(second.text, "I 2");
  close_store(store);
}

static void send_b_once(recorder *r, const enfold_event *event) {
  (void)r;
  if (!carries(event, "[\"enter A\"]")) return;
  CHECK_STATUS(enfold_store_send(event->store, "\"enterB\"", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
  CHECK_TEXT(state(event->store, "/lines"), "[\"enter A\"]"); /* not reduced yet */
}

/* 5 */
static void what_an_observer_sends_is_reduced_behind_what_waits(void) {
  recorder r = {.then = send_b_once};
  enfold_store store = open_store(runtime, "Log");
  observe(store, "/lines", "{\"initial\":false}", &r);
  dispatch(store, "\"enterA\"");
  CHECK_TEXT(state(store, "/lines"), "[\"enter A\",\"exit A\",\"enter B\",\"exit B\"]");
  CHECK_INT(r.events, 4);
  close_store(store);
}

/* 6: with actions in the place of mutations, each of which is an entry of its own in the queue */
static void what_a_reducer_sends_is_reduced_when_it_has_returned(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Log");
  dispatch(store, "\"listen\"");
  observe(store, "/lines", NULL, &r);
  dispatch(store, "\"wholeA\"");
  CHECK_TEXT(r.text, "I []|C [\"enter A\",\"exit A\"]|C [\"enter A\",\"exit A\",\"enter B\",\"exit B\"]");
  close_store(store);

  store = open_store(runtime, "Log");
  dispatch(store, "\"listen\"");
  dispatch(store, "\"interruptedA\"");
  CHECK_TEXT(state(store, "/lines"), "[\"enter A\",\"enter B\",\"exit A\",\"exit B\"]");
  close_store(store);
}

static void present_once(recorder *r, const enfold_event *event) {
  (void)r;
  if (!carries(event, "null")) return;
  CHECK_STATUS(enfold_store_send(event->store, "{\"present\":\"next\"}", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
}

/* 8 */
static void an_observer_may_present_the_next_route_when_one_is_dismissed(void) {
  recorder r = {.then = present_once};
  enfold_store store = open_store(runtime, "Fields");
  observe(store, "/route", NULL, &r);
  dispatch(store, "\"dismiss\"");
  CHECK_TEXT(r.text, "I \"initial\"|C null|C \"next\"");
  CHECK_TEXT(state(store, "/route"), "\"next\"");
  close_store(store);
}

/* 9 */
static void every_send_of_a_reducer_is_received_once(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Echo");
  dispatch(store, "\"listen\"");
  observe(store, "/count", "{\"filter\":\"raw\",\"initial\":false,\"action\":true}", &r);
  dispatch(store, "\"incrementTapped\"");
  CHECK_TEXT(r.text, " 0 <- {\"incrementTapped\":{}}|C 1 <- {\"doIncrement\":{}}");
  dispatch(store, "\"incrementTapped\"");
  CHECK_TEXT(r.text, " 0 <- {\"incrementTapped\":{}}|C 1 <- {\"doIncrement\":{}}"
                     "| 1 <- {\"incrementTapped\":{}}|C 2 <- {\"doIncrement\":{}}");
  close_store(store);
}

/* 10 */
static void what_a_reducer_sends_never_sees_its_half_made_state(void) {
  enfold_store store = open_store(runtime, "Echo");
  dispatch(store, "\"listen\"");
  dispatch(store, "\"tap\"");
  CHECK_TEXT(state(store, ""), "{\"count\":0,\"isOn\":false,\"echoes\":1}");
  close_store(store);
}

static void send_zero_when_one(recorder *r, const enfold_event *event) {
  (void)r;
  if (!carries(event, "1")) return;
  CHECK_STATUS(enfold_store_send(event->store, "{\"set\":0}", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
}

/* 11 */
static void observers_behind_one_that_sends_see_every_commit_in_order(void) {
  recorder sender = {.then = send_zero_when_one}, watcher = {0};
  enfold_store store = open_store(runtime, "Many");
  observe(store, "/count", NULL, &sender);
  observe(store, "/count", NULL, &watcher);
  dispatch(store, "{\"set\":1}");
  CHECK_TEXT(sender.text, "I 0|C 1|C 0");
  CHECK_TEXT(watcher.text, "I 0|C 1|C 0");
  close_store(store);
  CHECK_TEXT(records, ""); /* nothing to complain of */
}

/* 13 */
static void actions_come_breadth_first_and_effects_begin_with_their_action(void) {
  enfold_store store = open_store(runtime, "Log");
  recorder r = {0};
  observe(store, "/begun", "{\"filter\":\"raw\",\"value\":false,\"initial\":false,\"action\":true}", &r);
  dispatch_and_wait(store, "\"tap\"");
  CHECK_TEXT(r.text, " <- {\"tap\":{}}| <- {\"next1\":{}}| <- {\"next2\":{}}| <- {\"end\":{}}");
  dispatch(store, "\"collect\"");
  CHECK_TEXT(state(store, "/begun"), "[1,2,3,4]");
  close_store(store);
}

/* ---- Many actions ----------------------------------------------------------------------------------------------- */

#define MANY 100000

/* 15 */
static void an_action_may_send_the_next_a_hundred_thousand_times(void) {
  enfold_store store = open_store(runtime, "Many");
  dispatch_and_wait(store, "{\"climb\":100000}");
  CHECK_TEXT(state(store, "/count"), "100000");
  CHECK_INT(revision(store), MANY);
  close_store(store);
}

/* 16 */
static void an_effect_may_send_a_hundred_thousand_actions(void) {
  static const char *const means[] = {"run", "merge", "concatenate", "later"};
  for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
    char action[64];
    /* Fewer of the last: with "loop":"host" two threads then wait for each other at every action. */
    int count = i == 3 ? MANY / 10 : MANY;
    enfold_store store = open_store(runtime, "Many");
    snprintf(action, sizeof action, "{\"flood\":{\"count\":%d,\"means\":\"%s\"}}", count, means[i]);
    dispatch_and_wait(store, action);
    CHECK_TEXT(state(store, "/count"), i == 3 ? "10000" : "100000");
    CHECK_INT(revision(store), count + 1);
    close_store(store);
  }
}

#define SENDERS 8

static void *send_many(void *argument) {
  enfold_store store = *(enfold_store *)argument;
  enfold_error failure = ENFOLD_ERROR_INIT;
  for (int i = 0; i < MANY / SENDERS; i++)
    CHECK(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &failure) >= 0);
  return NULL;
}

/* 17 */
static void no_send_is_lost_however_many_threads_send(void) {
  pthread_t threads[SENDERS];
  enfold_store store = open_store(runtime, "Many");
  for (int i = 0; i < SENDERS; i++) CHECK_INT(pthread_create(&threads[i], NULL, send_many, &store), 0);
  if (way->is_host) {
    struct pollfd poller = {-1, POLLIN, 0};
    CHECK_OK(enfold_runtime_fd(runtime, &poller.fd, &problem));
    while (revision(store) < MANY) {
      CHECK_INT(poll(&poller, 1, LONG), 1);
      CHECK(enfold_runtime_pump(runtime, 1000, NULL, &problem) >= 0);
    }
  }
  for (int i = 0; i < SENDERS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_OK(enfold_store_wait(store, LONG, &problem));
  CHECK_TEXT(state(store, "/count"), "100000");
  CHECK_INT(revision(store), MANY);
  /* Fewer: a Swift task group looks at all of its tasks that run when one of them ends. */
  dispatch_and_wait(store, "{\"flood\":{\"count\":10000,\"means\":\"tasks\"}}");
  CHECK_TEXT(state(store, "/count"), "110000");
  close_store(store);
}

/* 18 */
static void an_effect_may_send_several_actions(void) {
  static const char *const twice[] = {"{\"twice\":\"run\"}", "{\"twice\":\"later\"}", "{\"twice\":\"tasks\"}",
                                      "{\"twice\":\"merge\"}", "{\"twice\":\"concatenate\"}"};
  for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
    recorder r = {0};
    enfold_store store = open_store(runtime, "Many");
    observe(store, "/count", NULL, &r);
    dispatch(store, "\"increment\"");
    dispatch(store, "\"increment\"");
    dispatch_and_wait(store, twice[i]);
    CHECK_TEXT(r.text, "I 0|C 1|C 2|C 3|C 4");
    close_store(store);
  }
}

/* ---- Observation ------------------------------------------------------------------------------------------------ */

/* 19 */
static void the_initial_state_is_the_state_and_the_first_event(void) {
  static const char *const options[] = {NULL, "{\"state\":{\"count\":5}}"};
  static const char *const states[] = {"{\"count\":0}", "{\"count\":5}"};
  for (int i = 0; i < 2; i++) {
    recorder r = {0};
    char event[32];
    enfold_store store = 0;
    CHECK_OK(enfold_store_open(runtime, "Many", options[i], i == 0 ? 0 : ENFOLD_NUL, &store, &problem));
    CHECK_TEXT(state(store, ""), states[i]);
    observe(store, "", NULL, &r);
    snprintf(event, sizeof event, "I %s", states[i]);
    CHECK_TEXT(r.text, event);
    CHECK_INT(r.last_revision, 0);
    close_store(store);
  }
}

/* 20 */
static void equal_values_are_delivered_once(void) {
  static const char *const texts[] = {"First", "First", "First", "Second", "Second", "Third"};
  recorder r = {0};
  enfold_store store = open_store(runtime, "Responses");
  observe(store, "/text", NULL, &r);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char action[64];
    snprintf(action, sizeof action, "{\"respond\":\"%s\"}", texts[i]);
    dispatch(store, action);
  }
  CHECK_TEXT(r.text, "I \"\"|C \"First\"|C \"Second\"|C \"Third\"");
  close_store(store);
}

/* 113 */
static void actions_that_change_nothing_are_not_heard_of(void) {
  recorder r = {0}, whole = {0}, raw = {0};
  enfold_store store = open_store(runtime, "Many");
  observe(store, "/count", NULL, &r);
  observe(store, "", NULL, &whole);
  observe_raw(store, "/count", &raw);
  for (int i = 0; i < 3; i++) dispatch(store, "\"nothing\"");
  CHECK_TEXT(r.text, "I 0");
  CHECK_TEXT(whole.text, "I {\"count\":0}");
  CHECK_TEXT(raw.text, " 0| 0| 0"); /* they were committed, though */
  close_store(store);
}

static void read_state(recorder *r, const enfold_event *event) {
  uint64_t now = 0;
  (void)r;
  if (event->flags & ENFOLD_CLOSED) return;
  CHECK_TEXT(state(event->store, "/count"), event->value);
  CHECK_OK(enfold_store_revision(event->store, &now, &problem));
  CHECK_INT(now, event->revision);
}

static void send_until_nine(recorder *r, const enfold_event *event) {
  read_state(r, event);
  if (event->revision >= 9 || event->flags & ENFOLD_CLOSED) return;
  CHECK_STATUS(enfold_store_send(event->store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
  read_state(r, event); /* what waits does not show */
}

/* 114 */
static void inside_a_callback_the_state_is_that_of_its_event(void) {
  recorder r = {.then = read_state}, sender = {.then = send_until_nine}, last = {.then = read_state};
  enfold_store store = open_store(runtime, "Many");
  observe(store, "/count", NULL, &r);
  for (int i = 0; i < 3; i++) dispatch(store, "\"increment\"");
  CHECK_TEXT(r.text, "I 0|C 1|C 2|C 3");
  observe(store, "/count", "{\"initial\":false}", &sender);
  observe(store, "/count", "{\"initial\":false}", &last);
  dispatch(store, "{\"twice\":\"run\"}");
  CHECK_TEXT(r.text, "I 0|C 1|C 2|C 3|C 4|C 5|C 6|C 7|C 8|C 9");
  CHECK_TEXT(last.text, sender.text);
  close_store(store);
}

/* 116 */
static void observers_are_called_in_the_order_in_which_they_subscribed(void) {
  recorder log = {0}, order[3] = {{0}};
  static const char *const pointers[] = {"/count", "", "/count"};
  enfold_store store = open_store(runtime, "Many");
  for (int i = 0; i < 3; i++) {
    order[i].name = (const char *[]){"0", "1", "2"}[i];
    order[i].log = &log;
    observe(store, pointers[i], "{\"initial\":false,\"value\":false}", &order[i]);
  }
  for (int i = 0; i < 10; i++) {
    log = (recorder){0};
    dispatch(store, "\"increment\"");
    CHECK_TEXT(log.text, "0:C|1:C|2:C");
  }
  CHECK_OK(enfold_subscription_cancel(order[0].subscription, &problem));
  observe(store, "/count", "{\"initial\":false,\"value\":false}", &order[0]); /* the last now */
  order[0].releases = 0;
  log = (recorder){0};
  dispatch(store, "\"increment\"");
  CHECK_TEXT(log.text, "1:C|2:C|0:C");
  close_store(store);
}

/* 124 */
static void an_observer_begins_with_the_state_as_it_is_then(void) {
  recorder initial = {0}, changes = {0}, late = {0};
  enfold_store store = 0;
  CHECK_OK(enfold_store_open(runtime, "Fields", "{\"state\":{\"number\":7}}", ENFOLD_NUL, &store, &problem));
  observe(store, "/number", NULL, &initial);
  CHECK_TEXT(initial.text, "I 7");
  close_store(store);

  store = open_store(runtime, "Fields");
  observe(store, "/number", NULL, &changes);
  dispatch(store, "{\"setNumber\":9}");
  CHECK_TEXT(changes.text, "I null|C 9");
  close_store(store);

  store = open_store(runtime, "Fields");
  dispatch(store, "{\"setNumber\":13}");
  observe(store, "/number", NULL, &late);
  CHECK_TEXT(late.text, "I 13");
  close_store(store);
}

/* 125 */
static void a_cancelled_subscription_hears_of_nothing(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Fields");
  dispatch(store, "{\"setNumber\":5}");
  enfold_subscription subscription = observe(store, "/number", NULL, &r);
  dispatch(store, "{\"setNumber\":10}");
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_INT(r.releases, 1);
  dispatch(store, "{\"setNumber\":15}");
  dispatch(store, "{\"setNumber\":25}");
  CHECK_TEXT(r.text, "I 5|C 10");
  r.releases = 0;
  observe(store, "/number", "{\"initial\":false}", &r);
  dispatch(store, "{\"setNumber\":20}");
  CHECK_TEXT(r.text, "I 5|C 10|C 20");
  close_store(store);
  CHECK_TEXT(r.text, "I 5|C 10|C 20|X");
  CHECK_INT(r.releases, 1);
}

/* 129: "distinct" compares what is delivered, so types need no equality of their own */
static void an_observer_hears_of_what_it_observes_and_of_no_repeats_unless_it_asks_for_them(void) {
  recorder text = {0}, tag = {0}, name = {0}, raw = {0};
  enfold_store store = open_store(runtime, "Fields");
  observe(store, "/text", "{\"initial\":false}", &text);
  observe(store, "/tag", "{\"initial\":false}", &tag);
  observe(store, "/tag/name", "{\"initial\":false}", &name);
  observe_raw(store, "/text", &raw);
  dispatch(store, "{\"setText\":\"a\"}");
  dispatch(store, "{\"setText\":\"a\"}");
  CHECK_TEXT(text.text, "C \"a\"");
  CHECK_TEXT(raw.text, "C \"a\"| \"a\"");
  CHECK_INT(tag.events, 0);
  dispatch(store, "{\"setTag\":\"b\"}");
  dispatch(store, "{\"setTag\":\"b\"}");
  CHECK_TEXT(tag.text, "C {\"name\":\"b\"}");
  CHECK_TEXT(name.text, "C \"b\"");
  dispatch(store, "{\"setNumber\":1}");
  dispatch(store, "\"nothing\"");
  CHECK_INT(text.events, 1);
  CHECK_INT(tag.events, 1);
  CHECK_INT(raw.events, 6);
  close_store(store);
}

/* ---- Effects ---------------------------------------------------------------------------------------------------- */

/* 34 */
static void a_response_is_received_from_an_effect_and_from_its_error_handler(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Responses");
  observe(store, "/text", NULL, &r);
  dispatch_and_wait(store, "{\"run\":\"here\"}");
  CHECK_TEXT(r.text, "I \"\"|C \"here\"");
  dispatch_and_wait(store, "{\"runCatch\":\"no luck\"}");
  CHECK_TEXT(r.text, "I \"\"|C \"here\"|C \"caught: no luck\"");
  close_store(store);
  CHECK_TEXT(records, "");
}

/* 35 */
static void an_error_that_nobody_catches_is_reported_with_its_place_and_fails_the_task(void) {
  static const char *const actions[] = {"{\"fail\":{\"message\":\"no luck\",\"isLate\":false}}",
                                        "{\"fail\":{\"message\":\"no luck\",\"isLate\":true}}"};
  for (int i = 0; i < 2; i++) {
    char record[512];
    enfold_store store = open_store(runtime, "Responses");
    records[0] = '\0';
    enfold_task task = dispatch_task(store, actions[i]);
    CHECK_FAILS(enfold_task_wait(task, LONG, &problem), ENFOLD_FAILED, "no luck");
    CHECK_OK(enfold_task_release(task, &problem));
    CHECK_OK(enfold_store_wait(store, LONG, &problem));
    pump();
    CHECK(atoi(state(store, "/line")) > 1);
    snprintf(record, sizeof record,
             "{\"level\":\"error\",\"message\":\"failed: no luck\",\"topic\":\"an-effect-failed\","
             "\"action\":\"fail(message:, isLate:)\","
             "\"effect\":\"Behaviours/Behaviours.swift:%s\",\"store\":%" PRIu64 ",\"feature\":\"Responses\",\"time\":",
             state(store, "/line"), store);
    CHECK(strncmp(records, record, strlen(record)) == 0);
    CHECK(strchr(records, '|') == records + strlen(records) - 1); /* one record */
    CHECK_INT(revision(store), 1);
    dispatch_and_wait(store, "{\"run\":\"still here\"}"); /* the store goes on */
    CHECK_TEXT(state(store, "/text"), "\"still here\"");
    close_store(store);
  }
}

/* 38 */
static void cancelling_ends_an_effect_that_would_never_end(void) {
  enfold_store store = open_store(runtime, "Responses");
  enfold_task task = dispatch_task(store, "\"never\"");
  await("awaitWork", 1);
  CHECK_STATUS(enfold_task_wait(task, 0, &problem), ENFOLD_TIMEOUT);
  CHECK_STATUS(enfold_store_wait(store, 0, &problem), ENFOLD_TIMEOUT);
  cancel(task);
  CHECK_FAILS(enfold_task_wait(task, LONG, &problem), ENFOLD_CANCELLED, "cancelled");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_wait(store, LONG, &problem));
  await("awaitWork", 0);
  CHECK_INT(revision(store), 1);
  close_store(store);
}

/* 39 */
static void cancelling_a_task_ends_everything_that_it_caused(void) {
  enfold_store store = open_store(runtime, "Responses");
  enfold_task task = dispatch_task(store, "\"cascade\"");
  await("awaitWork", 3); /* those of three levels, each sent by the one before */
  CHECK_TEXT(state(store, "/level"), "3");
  CHECK_STATUS(enfold_task_wait(task, 0, &problem), ENFOLD_TIMEOUT);
  cancel(task);
  CHECK_FAILS(enfold_task_wait(task, LONG, &problem), ENFOLD_CANCELLED, "cancelled");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_wait(store, LONG, &problem));
  await("awaitWork", 0);
  close_store(store);
}

/* 69 */
static void closing_a_store_cancels_its_effects_and_frees_it(void) {
  recorder r = {0};
  enfold_store store = open_store(runtime, "Responses");
  observe(store, "/number", NULL, &r);
  enfold_task task = dispatch_task(store, "\"never\"");
  dispatch(store, "\"cascade\"");
  await("awaitWork", 4);
  await("awaitStores", 1);
  close_store(store);
  CHECK_FAILS(enfold_task_wait(task, LONG, &problem), ENFOLD_CANCELLED, "cancelled");
  CHECK_OK(enfold_task_release(task, &problem));
  await("awaitWork", 0);
  await("awaitStores", 0);
  CHECK_TEXT(r.text, "I 0|X");
  CHECK_INT(r.releases, 1);
  CHECK_FAILS(enfold_store_send(store, "\"tap\"", ENFOLD_NUL, NULL, &problem), ENFOLD_STALE, "closed");
}

/* 71 */
static void a_task_that_has_ended_has_applied_its_response_and_a_cancelled_one_never_does(void) {
  enfold_store store = open_store(runtime, "Responses");
  enfold_task task = dispatch_task(store, "\"tap\"");
  CHECK_OK(enfold_task_wait(task, LONG, &problem));
  CHECK_TEXT(state(store, "/number"), "42");
  CHECK_OK(enfold_task_release(task, &problem));
  close_store(store);

  store = open_store(runtime, "Responses");
  task = dispatch_task(store, "\"tapSlowly\"");
  cancel(task);
  CHECK_FAILS(enfold_task_wait(task, LONG, &problem), ENFOLD_CANCELLED, "cancelled");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_wait(store, LONG, &problem));
  await("awaitWork", 0); /* the work itself is over: nothing can come any more */
  CHECK_TEXT(state(store, "/number"), "0");
  CHECK_INT(revision(store), 1);
  close_store(store);
}

/* ---- All of it, every way --------------------------------------------------------------------------------------- */

/* A test starts without diagnostics and leaves nothing behind. */
#define RUN_CLEAN(test)                       \
  do {                                        \
    records[0] = '\0';                        \
    RUN(test);                                \
    await("awaitWork", 0);                    \
    await("awaitStores", 0);                  \
    CHECK_INT(statistic("stores"), 0);        \
    CHECK_INT(statistic("tasks"), 0);         \
    CHECK_INT(statistic("subscriptions"), 0); \
  } while (0)

static void everything(void) {
  fprintf(stderr, "%s\n", way->name);
  runtime = open_runtime_with(way->options, swift_plugin("Behaviours"));
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, receive, NULL, NULL, &problem));
  RUN_CLEAN(a_new_observer_gets_the_last_state_and_no_history);
  RUN_CLEAN(what_an_observer_sends_is_reduced_behind_what_waits);
  RUN_CLEAN(what_a_reducer_sends_is_reduced_when_it_has_returned);
  RUN_CLEAN(an_observer_may_present_the_next_route_when_one_is_dismissed);
  RUN_CLEAN(every_send_of_a_reducer_is_received_once);
  RUN_CLEAN(what_a_reducer_sends_never_sees_its_half_made_state);
  RUN_CLEAN(observers_behind_one_that_sends_see_every_commit_in_order);
  RUN_CLEAN(actions_come_breadth_first_and_effects_begin_with_their_action);
  RUN_CLEAN(an_action_may_send_the_next_a_hundred_thousand_times);
  RUN_CLEAN(an_effect_may_send_a_hundred_thousand_actions);
  RUN_CLEAN(no_send_is_lost_however_many_threads_send);
  RUN_CLEAN(an_effect_may_send_several_actions);
  RUN_CLEAN(the_initial_state_is_the_state_and_the_first_event);
  RUN_CLEAN(equal_values_are_delivered_once);
  RUN_CLEAN(actions_that_change_nothing_are_not_heard_of);
  RUN_CLEAN(inside_a_callback_the_state_is_that_of_its_event);
  RUN_CLEAN(observers_are_called_in_the_order_in_which_they_subscribed);
  RUN_CLEAN(an_observer_begins_with_the_state_as_it_is_then);
  RUN_CLEAN(a_cancelled_subscription_hears_of_nothing);
  RUN_CLEAN(an_observer_hears_of_what_it_observes_and_of_no_repeats_unless_it_asks_for_them);
  RUN_CLEAN(a_response_is_received_from_an_effect_and_from_its_error_handler);
  RUN_CLEAN(an_error_that_nobody_catches_is_reported_with_its_place_and_fails_the_task);
  RUN_CLEAN(cancelling_ends_an_effect_that_would_never_end);
  RUN_CLEAN(cancelling_a_task_ends_everything_that_it_caused);
  RUN_CLEAN(closing_a_store_cancels_its_effects_and_frees_it);
  RUN_CLEAN(a_task_that_has_ended_has_applied_its_response_and_a_cancelled_one_never_does);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    way = &ways[i];
    everything();
  }
  return 0;
}
