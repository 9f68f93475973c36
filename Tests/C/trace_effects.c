/* trace_effects.c: what a trace tells of effects: their causes, their tasks, where they are written and how they end. For both
 * loops. */
#include "trace.h"

#define INCREMENT "{\"increment\":{}}"

/* How many entries of a kind a reader has heard. */
static int count_of(reader *r, const char *kind) {
  int result = 0;
  for (int i = 0; i < r->heard; i++) result += strcmp(text_of(heard_at(r, i), "kind"), kind) == 0;
  return result;
}

/* Effects that were cancelled may end a while later. */
static void await_ends(reader *r, int expected) {
  for (int rounds = 0; count_of(r, "effect ended") < expected; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    rest();
  }
}

static const char *last_end(reader *r) {
  const char *result = NULL;
  for (int i = 0; i < r->heard; i++)
    if (strcmp(text_of(heard_at(r, i), "kind"), "effect ended") == 0) result = heard_at(r, i);
  CHECK(result != NULL);
  return result;
}

/* Sends, and waits until everything has ended that the action has caused. */
static enfold_status do_all(enfold_store in, const char *action) {
  enfold_status status = task_end(begin(in, action));
  wait_for(runtime);
  return status;
}

/* In place of the runtime of `set`. */
static void open_with_a_clock(const char *plugin) {
  close_runtime(runtime);
  runtime = open_logged(",\"clock\":\"manual\"");
  load(runtime, swift_plugin("Behaviours"));
  load(runtime, swift_plugin(plugin));
}

static void advance(int64_t milliseconds) {
  in_call++;
  CHECK_OK(enfold_clock_advance(runtime, milliseconds * MS, &problem));
  in_call--;
}

/* ---- Causes -------------------------------------------------------------------------------------------------------- */

#define LATER "{\"twice\":\"later\"}"
#define AT_ONCE "{\"twice\":\"run\"}"
#define CLIMB "{\"climb\":3}"

static void what_an_effect_sends_has_a_cause(void) {
  reader *r = read_all();
  CHECK_OK(do_all(store, LATER));
  CHECK_OK(send(store, "\"increment\"")); /* that comes from outside */
  const char *text = told(r);
  /* On a busy machine the effect may go on before it could leave the draining thread. Then it waits for nothing. */
  if (strstr(text, "effect ended 1") != NULL)
    CHECK_TEXT(text, "action 1 #1 " LATER "|effect began 1 #1 <1 " LATER "|effect ended 1 #1 <1 " LATER " =finished|action 2 #1 <1 "
                     INCREMENT "|action 3 #1 <1 " INCREMENT "|action 4 #2 " INCREMENT);
  else
    CHECK_TEXT(text, "action 1 #1 " LATER "|effect began 1 #1 <1 " LATER "|action 2 #1 <1 " INCREMENT "|action 3 #1 <1 " INCREMENT
                     "|effect ended 3 #1 <1 " LATER " =finished|action 4 #2 " INCREMENT);
}

/* It runs while its own action's step is being made. */
static void an_effect_that_does_not_suspend_comes_behind_its_commit(void) {
  reader *r = read_all();
  CHECK_OK(do_all(store, AT_ONCE));
  CHECK_TEXT(told(r), "action 1 #1 " AT_ONCE "|effect began 1 #1 <1 " AT_ONCE "|effect ended 1 #1 <1 " AT_ONCE
                      " =finished|action 2 #1 <1 " INCREMENT "|action 3 #1 <1 " INCREMENT);
  CHECK(number_of(heard_at(r, 3), "waited") > 0);
}

static void each_action_causes_the_next_one(void) {
  reader *r = read_all();
  CHECK_OK(do_all(store, CLIMB));
  CHECK_TEXT(told(r), "action 1 #1 " CLIMB "|action 2 #1 <1 " CLIMB "|action 3 #1 <2 " CLIMB);
  CHECK(number_of(heard_at(r, 1), "waited") > 0);
}

static void effects_of_effects(void) {
  enfold_store responses = open_store(runtime, "Responses");
  char text[400] = "", line[200];
  reader *r = read_all();
  enfold_task task = begin(responses, "\"cascade\"");
  for (int rounds = 0; count_of(r, "action") < 4; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    rest();
  }
  cancel(task);
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  wait_for(runtime);
  catch_up(r);
  await_ends(r, count_of(r, "effect began"));
  for (int i = 0; i < r->heard; i++) {
    if (strcmp(text_of(heard_at(r, i), "kind"), "action") != 0) {
      CHECK_INT(number_of(heard_at(r, i), "task"), 1);
      continue;
    }
    shorten(heard_at(r, i), line, sizeof line);
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s|", line);
  }
  CHECK_TEXT(text, "action 1 #1 {\"cascade\":{}}|action 2 #1 <1 {\"response\":{\"level\":1}}|"
                   "action 3 #1 <2 {\"response\":{\"level\":2}}|action 4 #1 <3 {\"response\":{\"level\":3}}|");
}

/* It begins when its time has passed, and the last action has caused it. */
static void what_is_debounced(void) {
  open_with_a_clock("Timers");
  enfold_store timers = open_store(runtime, "Timers");
  reader *r = read_all();
  say(timers, "{\"type\":\"a\"}");
  say(timers, "{\"type\":\"b\"}");
  advance(1000);
  CHECK_TEXT(told_since(r, timers, 0), "action 1 #1 {\"type\":\"a\"}|action 2 #2 {\"type\":\"b\"}|"
                                       "action 3 #2 <2 {\"search\":\"b\"}");
}

static void mutations_that_come_late(void) {
  static const char expected[] =
      "action 1 #1 {\"later\":2}|effect began 1 #1 <1 {\"later\":2}|mutation 2 #1 <1 {\"later\":2}|"
      "mutation 3 #1 <1 {\"later\":2}|effect ended 3 #1 <1 {\"later\":2} =finished";
  load(runtime, swift_plugin("Counters"));
  enfold_store sources = open_store(runtime, "Sources");
  reader *r = read_all();
  CHECK_OK(do_all(sources, "{\"later\":2}"));
  CHECK_TEXT(told_since(r, sources, 0), expected);
}

/* ---- Ends ---------------------------------------------------------------------------------------------------------- */

static void a_failed_effect(void) {
  static const char *const actions[] = {"{\"fail\":{\"message\":\"no\",\"isLate\":false}}",
                                        "{\"fail\":{\"message\":\"no\",\"isLate\":true}}"};
  enfold_store responses = open_store(runtime, "Responses");
  char expected[300], place[64];
  reader *r = read_all();
  for (int i = 0; i < 2; i++) {
    const char *action = actions[i];
    int first = r->heard;
    CHECK_STATUS(do_all(responses, action), ENFOLD_FAILED);
    int n = i + 1;
    snprintf(expected, sizeof expected, "action %d #%d %s|effect began %d #%d <%d %s|effect ended %d #%d <%d %s =failed", n, n,
             action, n, n, n, action, n, n, n, action);
    CHECK_TEXT(told_since(r, responses, first), expected);
    /* It says where it is written. */
    snprintf(place, sizeof place, "Behaviours.swift:%s", state(responses, "/line"));
    CHECK_CONTAINS(text_of(heard_at(r, first + 1), "effect"), place);
    CHECK_TEXT(text_of(last_end(r), "effect"), text_of(heard_at(r, first + 1), "effect"));
  }
  /* What catches its error finishes. */
  CHECK_OK(do_all(responses, "{\"runCatch\":\"oh\"}"));
  catch_up(r);
  CHECK_TEXT(text_of(last_end(r), "outcome"), "finished");
}

static void a_cancelled_effect(void) {
  static const char expected[] = "action 1 #1 {\"never\":{}}|effect began 1 #1 <1 {\"never\":{}}|"
                                 "effect ended 1 #1 <1 {\"never\":{}} =cancelled";
  enfold_store responses = open_store(runtime, "Responses");
  reader *r = read_all();
  enfold_task task = begin(responses, "\"never\"");
  cancel(task);
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  await_ends(r, 1);
  CHECK_TEXT(told_since(r, responses, 0), expected);
}

static void a_timer(void) {
  static const char expected[] =
      "action 1 #1 {\"start\":{}}|effect began 1 #1 <1 {\"start\":{}}|action 2 #1 <1 {\"tick\":{}}|action 3 #1 <1 {\"tick\":{}}|"
      "action 4 #2 {\"stop\":{}}|effect ended 4 #1 <1 {\"start\":{}} =cancelled";
  open_with_a_clock("Timers");
  enfold_store timers = open_store(runtime, "Timers");
  reader *r = read_all();
  say(timers, "\"start\"");
  advance(2000);
  say(timers, "\"stop\"");
  advance(0);
  await_ends(r, 1);
  CHECK_TEXT(told_since(r, timers, 0), expected);
  CHECK_CONTAINS(text_of(last_end(r), "effect"), "Timers.swift:");
}

/* ---- Requests ------------------------------------------------------------------------------------------------------ */

static enfold_store open_asker(handler *h) {
  load(runtime, swift_plugin("Asker"));
  handle(runtime, "numberFact", h);
  return open_store(runtime, "Asker");
}

static void effects_that_ask(void) {
  static const char expected[] =
      "action 1 #1 {\"ask\":1}|effect began 1 #1 <1 {\"ask\":1}|action 2 #1 <1 {\"learned\":\"one\"}|"
      "effect ended 2 #1 <1 {\"ask\":1} =finished";
  static const char requests[] = "request 1 #1 <1 numberFact 1|answer 1 #1 <1 numberFact \"one\" =finished";
  handler *h = make((handler){0});
  enfold_store asker = open_asker(h);
  reader *r = read_all();
  say(asker, "{\"ask\":1}");
  await(runtime, &h->asked, 1);
  in_call++;
  CHECK_OK(enfold_request_resolve(h->requests[0], "\"one\"", ENFOLD_NUL, &problem));
  in_call--;
  wait_for(runtime);
  CHECK_TEXT(told_where(r, asker, 0, is_not_of_request), expected);
  CHECK_TEXT(told_where(r, asker, 0, is_of_request), requests);
  CHECK_CONTAINS(text_of(last_end(r), "effect"), "Asker.swift:");
}

static void effects_whose_requests_fail(void) {
  handler *h = make((handler){0});
  enfold_store asker = open_asker(h);
  reader *r = read_all();
  say(asker, "{\"ask\":1}");
  await(runtime, &h->asked, 1);
  say(asker, "{\"askSafely\":2}");
  await(runtime, &h->asked, 2);
  in_call++;
  for (int i = 0; i < 2; i++) {
    CHECK_OK(enfold_request_fail(h->requests[i], "no", ENFOLD_NUL, &problem));
    await_ends(r, i + 1);
    CHECK_TEXT(text_of(last_end(r), "outcome"), i == 0 ? "failed" : "finished");
    CHECK_INT(number_of(last_end(r), "task"), i + 1);
    CHECK_INT(number_of(member(last_end(r), "cause"), "revision"), i + 1);
  }
  in_call--;
}

/* The end has the cause and the task of the effect, and not those of the action that cancels it. */
static void effects_that_another_action_cancels(void) {
  handler *h = make((handler){0});
  enfold_store asker = open_asker(h);
  reader *r = read_all();
  say(asker, "{\"ask\":1}");
  await(runtime, &h->asked, 1);
  say(asker, "{\"forget\":1}");
  await_ends(r, 1);
  await(runtime, &h->cancels, 1);
  CHECK_TEXT(told_where(r, asker, 0, is_not_of_request),
             "action 1 #1 {\"ask\":1}|effect began 1 #1 <1 {\"ask\":1}|action 2 #2 {\"forget\":1}|"
             "effect ended 2 #1 <1 {\"ask\":1} =cancelled");
  CHECK_TEXT(told_where(r, asker, 0, is_of_request), "request 1 #1 <1 numberFact 1|answer 2 #1 <1 numberFact =cancelled");
}

/* ---- Children ------------------------------------------------------------------------------------------------------ */

#define START "{\"row\":{\"id\":7,\"action\":{\"start\":{}}}}"

static void effects_of_a_row(void) {
  load(runtime, swift_plugin("Family"));
  enfold_store family = open_store(runtime, "Family");
  reader *r = read_all();
  say(family, "{\"addRow\":{\"id\":7}}");
  say(family, START);
  say(family, "{\"removeRow\":{\"id\":7}}");
  await_ends(r, 1);
  CHECK_TEXT(told_since(r, family, 0), "action 1 #1 {\"addRow\":{\"id\":7}}|action 2 #2 " START "|effect began 2 #2 <2 @7 " START
                                       "|action 3 #3 {\"removeRow\":{\"id\":7}}|effect ended 3 #2 <2 @7 " START " =cancelled");
}

static void effects_with_a_name(void) {
  load(runtime, swift_plugin("Family"));
  enfold_store family = open_store(runtime, "Family");
  reader *r = read_all();
  say(family, "\"addChild\"");
  say(family, "{\"child\":\"run\"}");
  say(family, "\"removeChild\"");
  await_ends(r, 1);
  const char *place = text_of(last_end(r), "effect");
  CHECK(strncmp(place, "\\\"child\\\" at ", 13) == 0);
  CHECK_CONTAINS(place, "Family.swift:");
  CHECK(member(last_end(r), "row") == NULL);
}

/* ---- Tags ---------------------------------------------------------------------------------------------------------- */

static void everything_that_follows_has_the_tag(void) {
  enfold_task task = 0;
  reader *r = read_all();
  in_call++;
  CHECK(enfold_store_send_with(store, LATER, ENFOLD_NUL, "{\"tag\":\"ada \\\"x\\\"\"}", ENFOLD_NUL, &task, &problem) >= 0);
  in_call--;
  CHECK_OK(task_end(task));
  wait_for(runtime);
  CHECK_OK(send(store, "\"increment\""));
  catch_up(r);
  CHECK_INT(r->heard, 6);
  for (int i = 0; i < 5; i++) {
    CHECK_TEXT(text_of(heard_at(r, i), "tag"), "ada \\\"x\\\"");
    CHECK_INT(number_of(heard_at(r, i), "task"), 1);
  }
  CHECK(member(heard_at(r, 5), "tag") == NULL);
}

static void two_tags_at_once(void) {
  static const char *const tags[] = {"{\"tag\":\"ada\"}", "{\"tag\":\"bob\"}"};
  int entries[2] = {0, 0};
  reader *r = read_all();
  in_call++;
  for (int i = 0; i < 2; i++)
    CHECK(enfold_store_send_with(store, LATER, ENFOLD_NUL, tags[i], ENFOLD_NUL, NULL, &problem) >= 0);
  in_call--;
  wait_for(runtime);
  catch_up(r);
  CHECK_INT(r->heard, 10);
  for (int i = 0; i < 10; i++) {
    int which = strcmp(text_of(heard_at(r, i), "tag"), "bob") == 0;
    CHECK_INT(number_of(heard_at(r, i), "task"), which + 1);
    entries[which]++;
  }
  CHECK_INT(entries[0], 5);
  CHECK_INT(entries[1], 5);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(what_an_effect_sends_has_a_cause);
  EACH(an_effect_that_does_not_suspend_comes_behind_its_commit);
  EACH(each_action_causes_the_next_one);
  EACH(effects_of_effects);
  EACH(what_is_debounced);
  EACH(mutations_that_come_late);
  EACH(a_failed_effect);
  EACH(a_cancelled_effect);
  EACH(a_timer);
  EACH(effects_that_ask);
  EACH(effects_whose_requests_fail);
  EACH(effects_that_another_action_cancels);
  EACH(effects_of_a_row);
  EACH(effects_with_a_name);
  EACH(everything_that_follows_has_the_tag);
  EACH(two_tags_at_once);
}

int main(void) { return with_each_loop(all); }
