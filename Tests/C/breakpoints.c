/* breakpoints.c: stores that are held before an action, or behind a change. For both loops. */
#include "hold.h"

static void check_stop(uint64_t number, const char *where) {
  char message[100];
  snprintf(message, sizeof message, "\"message\":\"the store is held: breakpoint %" PRIu64 " stops %s\"", number, where);
  pump(runtime);
  CHECK_CONTAINS(records, message);
  CHECK_CONTAINS(records, "\"topic\":\"a-store-is-held\"");
  CHECK_CONTAINS(records, "\"level\":\"info\"");
  records[0] = '\0';
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

static void a_breakpoint_stops_before_its_action(void) {
  recorder *r = fresh((recorder){0});
  char text[64];
  observe(store, "/count", "{\"action\":true}", r);
  uint64_t number = add_break(store, "{\"action\":\"increment\"}");
  CHECK(number != 0);
  CHECK_OK(send(store, "{\"set\":5}"));
  CHECK_TEXT(records, "");
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK_STATUS(send(store, "{\"set\":9}"), ENFOLD_QUEUED);
  CHECK_TEXT(state(store, "/count"), "5");
  CHECK_INT(held(), 1);
  CHECK_INT(pending(), 2);
  pump(runtime); /* the record */
  CHECK(!readable());
  snprintf(text, sizeof text, "\"store\":%" PRIu64, store);
  CHECK_CONTAINS(records, text);
  CHECK_CONTAINS(records, "\"action\":\"increment\"");
  CHECK_CONTAINS(records, "\"feature\":\"Many\"");
  CHECK_CONTAINS(records, "\"name\":\"Many#");
  check_stop(number, "before this action");
  release(store); /* it goes on with this action, and does not stop at it again */
  CHECK_TEXT(r->text, "I 0|C 5 <- {\"set\":5}|C 6 <- {\"increment\":{}}|C 9 <- {\"set\":9}");
  CHECK_INT(held(), 0);
  CHECK_TEXT(records, "");

  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED); /* the next one stops again */
  check_stop(number, "before this action");
  CHECK_INT(step(store), 1);
  CHECK_TEXT(state(store, "/count"), "10");
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK_INT(step(store), 1); /* a step asks no breakpoint */
  CHECK_TEXT(state(store, "/count"), "11");
  CHECK_TEXT(records, "");
  CHECK_OK(hold(store, 0));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  check_stop(number, "before this action");
}

static void it_may_be_held_by_the_program_then(void) {
  add_break(store, "{\"action\":\"increment\"}");
  enfold_task task = begin(store, "\"increment\"");
  CHECK_OK(hold(store, 1));
  CHECK_STATUS(wait_store(store, -1), ENFOLD_TIMEOUT);
  CHECK_STATUS(wait_task(task, -1), ENFOLD_TIMEOUT);
  release(store); /* one call releases it */
  CHECK_OK(task_end(task));
  CHECK_TEXT(state(store, "/count"), "1");
}

static void several_actions_stop_one_after_the_other(void) {
  add_break(store, "{\"action\":\"increment\"}");
  for (int i = 0; i < 3; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  static const char *const counts[] = {"0", "1", "2"};
  for (int i = 0; i < 3; i++) {
    CHECK_TEXT(state(store, "/count"), counts[i]);
    CHECK_INT(held(), 1);
    release(store);
  }
  CHECK_TEXT(state(store, "/count"), "3");
  CHECK_INT(held(), 0);
}

static void what_effects_send_stops_too(void) {
  add_break(store, "{\"action\":\"increment\"}");
  enfold_task task = begin(store, "{\"twice\":\"later\"}");
  for (int i = 0; i < 2; i++) {
    while (held() == 0) rest();
    CHECK_STATUS(enfold_task_status(task, &problem), ENFOLD_TIMEOUT);
    release(store);
  }
  CHECK_OK(task_end(task));
  CHECK_TEXT(state(store, "/count"), "2");
}

static void breakpoints_are_removed(void) {
  uint64_t number = add_break(store, "{\"action\":\"increment\"}"), other = add_break(store, "{\"action\":\"set\"}");
  enfold_store second = open_store(runtime, "Many");
  uint64_t out = 77;
  char given[64];
  CHECK(number != other);
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  remove_break(store, number);
  CHECK_INT(held(), 1); /* it stays held */
  release(store);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_STATUS(send(store, "{\"set\":8}"), ENFOLD_QUEUED);
  release(store);
  snprintf(given, sizeof given, "{\"remove\":%" PRIu64 "}", number);
  CHECK_FAILS(enfold_store_break(store, given, ENFOLD_NUL, &out, &problem), ENFOLD_NOT_FOUND, "the store has no breakpoint");
  CHECK_FAILS(enfold_store_break(store, "{\"remove\":0}", ENFOLD_NUL, &out, &problem), ENFOLD_NOT_FOUND,
              "the store has no breakpoint 0");
  CHECK_FAILS(enfold_store_break(store, "{\"remove\":18446744073709551615}", ENFOLD_NUL, &out, &problem), ENFOLD_NOT_FOUND, "");
  snprintf(given, sizeof given, "{\"remove\":%" PRIu64 "}", other);
  CHECK_FAILS(enfold_store_break(second, given, ENFOLD_NUL, &out, &problem), ENFOLD_NOT_FOUND, "");
  CHECK_INT(out, 77);
  CHECK_OK(enfold_store_break(store, "{\"action\":\"increment\"}", ENFOLD_NUL, NULL, &problem));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  release(store);
  CHECK_INT(add_break(store, "{\"clear\":true}"), 0);
  CHECK_OK(enfold_store_break(store, "{\"clear\":true}", ENFOLD_NUL, NULL, &problem)); /* there are none */
  CHECK_OK(send(store, "{\"set\":3}"));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(state(store, "/count"), "4");
  CHECK_FAILS(enfold_store_break(store, given, ENFOLD_NUL, &out, &problem), ENFOLD_NOT_FOUND, "");
}

static void names_lead_into_actions(void) {
  enfold_store panel = open_store(runtime, "Panel");
  say(panel, "\"addChild\"");
  uint64_t number = add_break(panel, "{\"action\":\"child/increment\"}");
  CHECK_OK(send(panel, "{\"child\":{\"setCount\":3}}"));
  CHECK_OK(send(panel, "{\"setLevel\":1}"));
  CHECK_STATUS(send(panel, "{\"child\":\"increment\"}"), ENFOLD_QUEUED);
  check_stop(number, "before this action");
  release(panel);
  CHECK_TEXT(state(panel, "/child/count"), "4");
  remove_break(panel, number);
  number = add_break(panel, "{\"action\":\"child\"}"); /* with any values */
  CHECK_STATUS(send(panel, "{\"child\":{\"setCount\":5}}"), ENFOLD_QUEUED);
  check_stop(number, "before this action");
  release(panel);
  CHECK_OK(send(panel, "{\"show\":\"child\"}"));
  CHECK_OK(send(panel, "\"addChild\""));
  remove_break(panel, number);
  /* No action has these names. */
  add_break(panel, "{\"action\":\"increment\"}");
  add_break(panel, "{\"action\":\"child/increment/more\"}");
  add_break(panel, "{\"action\":\"Child/increment\"}");
  CHECK_OK(send(panel, "{\"child\":\"increment\"}"));
  CHECK_TEXT(records, "");
}

static void names_lead_into_rows(void) {
  load(runtime, swift_plugin("Family"));
  enfold_store family = open_store(runtime, "Family");
  say(family, "{\"addRow\":{\"id\":1}}");
  uint64_t number = add_break(family, "{\"action\":\"row/action/start\"}");
  CHECK_OK(send(family, "{\"row\":{\"id\":1,\"action\":\"stop\"}}"));
  CHECK_STATUS(send(family, "{\"row\":{\"id\":1,\"action\":\"start\"}}"), ENFOLD_QUEUED);
  check_stop(number, "before this action");
  release(family);
  CHECK_TEXT(state(family, "/rows/id=1/isRunning"), "true");
}

/* A reducer in C has the runtime's own engine, and actions as they were given. */
static void a_reducer_in_c(void) {
  load(runtime, test_plugin("reducer"));
  enfold_store tally = open_store(runtime, "Tally");
  CHECK_OK(hold(tally, 1));
  CHECK_STATUS(send(tally, "{\"say\":\"a\"}"), ENFOLD_QUEUED);
  CHECK_STATUS(send(tally, "{\"say\":\"b\"}"), ENFOLD_QUEUED);
  CHECK_INT(step(tally), 1);
  CHECK_TEXT(state(tally, "/last"), "\"a\"");
  CHECK_OK(hold(tally, 0));
  CHECK_TEXT(state(tally, "/last"), "\"b\"");
  uint64_t word = add_break(tally, "{\"action\":\"say/stop\"}"), reset = add_break(tally, "{\"action\":\"reset\"}");
  CHECK_OK(send(tally, "{\"say\":\"go\"}"));
  CHECK_STATUS(send(tally, "{\"say\":\"stop\"}"), ENFOLD_QUEUED);
  check_stop(word, "before this action");
  release(tally);
  CHECK_STATUS(send(tally, "\"reset\""), ENFOLD_QUEUED);
  check_stop(reset, "before this action");
  release(tally);
  CHECK_TEXT(state(tally, "/total"), "0");
}

static void the_record_has_the_tag(void) {
  add_break(store, "{\"action\":\"increment\"}");
  in_call++;
  CHECK_STATUS(enfold_store_send_with(store, "\"increment\"", ENFOLD_NUL, "{\"tag\":\"ada\"}", ENFOLD_NUL, NULL, &problem),
               ENFOLD_QUEUED);
  in_call--;
  pump(runtime);
  CHECK_CONTAINS(records, "\"tag\":\"ada\"");
}

static void a_batch_stops_in_its_middle(void) {
  recorder *r = fresh((recorder){0});
  size_t accepted = 0;
  observe(store, "/count", NULL, r);
  uint64_t number = add_break(store, "{\"action\":\"increment\"}");
  CHECK_STATUS(batch("[{\"set\":1},{\"set\":2},\"increment\",{\"set\":9},{\"set\":8}]", &accepted), ENFOLD_QUEUED);
  CHECK_INT(accepted, 5);
  CHECK_TEXT(r->text, "I 0|C 1|C 2");
  CHECK_INT(pending(), 3);
  check_stop(number, "before this action");
  CHECK_STATUS(send(store, "{\"set\":7}"), ENFOLD_QUEUED);
  release(store);
  CHECK_TEXT(r->text, "I 0|C 1|C 2|C 3|C 9|C 8|C 7");
}

static void release_and_hold(recorder *r, const enfold_event *event) {
  (void)r;
  if (!(event->flags & ENFOLD_INITIAL)) return;
  CHECK_STATUS(enfold_store_hold(store, 0, &problem), ENFOLD_QUEUED);
  CHECK_OK(enfold_store_hold(store, 1, &problem));
}

/* The step takes the action that a release was to let pass. The next one stops. */
static void a_release_lets_one_action_pass_alone(void) {
  recorder *r = fresh((recorder){.then = release_and_hold});
  uint64_t number = add_break(store, "{\"action\":\"increment\"}");
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  check_stop(number, "before this action");
  observe(store, "/count", NULL, r);
  CHECK_TEXT(r->text, "I 0");
  CHECK_INT(held(), 1);
  CHECK_INT(step(store), 1);
  CHECK_TEXT(r->text, "I 0|C 1");
  CHECK_OK(hold(store, 0));
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  check_stop(number, "before this action");
}

static void break_inside(recorder *r, const enfold_event *event) {
  (void)r;
  uint64_t number = 0;
  if (!(event->flags & ENFOLD_INITIAL)) return;
  CHECK_OK(enfold_store_break(store, "{\"action\":\"increment\"}", ENFOLD_NUL, &number, &problem));
  CHECK(number != 0);
  CHECK_OK(enfold_store_break(store, "{\"path\":\"/count\"}", ENFOLD_NUL, &number, &problem));
}

static void a_callback_may_add_breakpoints(void) {
  recorder *r = fresh((recorder){.then = break_inside});
  observe(store, "/count", NULL, r);
  pump(runtime);
  CHECK_OK(send(store, "{\"set\":1}")); /* it was reduced */
  CHECK_INT(held(), 1);                  /* behind the change */
  release(store);
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
}

/* ---- Paths --------------------------------------------------------------------------------------------------------- */

static void a_breakpoint_stops_behind_a_change(void) {
  recorder *r = fresh((recorder){0});
  observe(store, "/count", NULL, r);
  int64_t before = stat_of(runtime, "subscriptions");
  uint64_t number = add_break(store, "{\"path\":\"/count\"}");
  CHECK(number != 0);
  CHECK_INT(stat_of(runtime, "subscriptions"), before + 1);
  CHECK_OK(send(store, "\"nothing\""));
  CHECK_OK(send(store, "{\"set\":0}"));
  CHECK_INT(held(), 0);
  CHECK_TEXT(records, "");
  CHECK_OK(send(store, "\"increment\"")); /* it was reduced */
  CHECK_TEXT(r->text, "I 0|C 1");
  CHECK_INT(held(), 1);
  check_stop(number, "behind the change of \\\"/count\\\"");
  for (int i = 0; i < 2; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  release(store);
  CHECK_TEXT(r->text, "I 0|C 1|C 2");
  CHECK_INT(held(), 1); /* behind the next change */
  check_stop(number, "behind the change of \\\"/count\\\"");
  CHECK_INT(step(store), 1);
  CHECK_TEXT(r->text, "I 0|C 1|C 2|C 3");
  CHECK_TEXT(records, ""); /* it was held already */
  remove_break(store, number);
  CHECK_INT(held(), 1);
  CHECK_INT(stat_of(runtime, "subscriptions"), before);
  release(store);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_INT(held(), 0);
}

static void a_batch_stops_behind_a_change(void) {
  recorder *r = fresh((recorder){0});
  size_t accepted = 0;
  observe(store, "/count", NULL, r);
  add_break(store, "{\"path\":\"/count\"}");
  CHECK_STATUS(batch("[\"nothing\",\"increment\",{\"set\":5},{\"set\":6}]", &accepted), ENFOLD_QUEUED);
  CHECK_INT(accepted, 4);
  CHECK_TEXT(r->text, "I 0|C 1");
  CHECK_STATUS(send(store, "{\"set\":7}"), ENFOLD_QUEUED);
  static const char *const texts[] = {"I 0|C 1|C 5", "I 0|C 1|C 5|C 6", "I 0|C 1|C 5|C 6|C 7"};
  for (int i = 0; i < 3; i++) {
    release(store);
    CHECK_TEXT(r->text, texts[i]);
    CHECK_INT(held(), 1);
  }
  release(store);
  CHECK_INT(held(), 0);
}

static void writes_stop_too(void) {
  enfold_store panel = open_store(runtime, "Panel"), scope = 0;
  uint64_t number = add_break(panel, "{\"path\":\"/volume\"}");
  in_call++;
  CHECK_OK(enfold_store_set(panel, "/name", ENFOLD_NUL, "\"n\"", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_INT(held(), 0);
  CHECK_OK(enfold_store_set(panel, "/volume", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_INT(held(), 1);
  check_stop(number, "behind the change of \\\"/volume\\\"");
  CHECK_STATUS(enfold_store_set(panel, "/volume", ENFOLD_NUL, "8", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_QUEUED);
  remove_break(panel, number);
  release(panel);
  add_break(panel, "{\"path\":\"\"}"); /* behind each change */
  CHECK_OK(enfold_store_restore(panel, "{\"volume\":9,\"child\":{\"count\":1}}", ENFOLD_NUL, &problem));
  CHECK_INT(held(), 1);
  in_call--;
  add_break(panel, "{\"clear\":true}");
  release(panel);
  /* In a scope it begins there. */
  CHECK_OK(enfold_store_scope(panel, "/child", ENFOLD_NUL, "{\"child\":\"$action\"}", ENFOLD_NUL, &scope, &problem));
  number = add_break(scope, "{\"path\":\"/count\"}");
  CHECK_OK(send(panel, "{\"setLevel\":1}"));
  CHECK_OK(send(scope, "\"increment\""));
  CHECK_INT(held(), 1);
  CHECK_STATUS(send(scope, "\"increment\""), ENFOLD_QUEUED);
  CHECK_INT(step(scope), 1); /* of the whole store */
  remove_break(scope, number);
  CHECK_OK(hold(scope, 0));
  CHECK_TEXT(state(panel, "/child/count"), "3");
  CHECK_FAILS(enfold_store_break(scope, "{\"action\":\"increment\"}", ENFOLD_NUL, &number, &problem), ENFOLD_UNSUPPORTED,
              "the actions of a scope with a template are the store's: add the breakpoint to the store");
}

static void it_ends_with_its_scope(void) {
  enfold_store panel = open_store(runtime, "Panel"), scope = 0;
  say(panel, "\"addChild\"");
  CHECK_OK(enfold_store_scope(panel, "/child", ENFOLD_NUL, "{\"child\":\"$action\"}", ENFOLD_NUL, &scope, &problem));
  uint64_t number = add_break(scope, "{\"path\":\"/count\"}");
  CHECK_INT(stat_of(runtime, "subscriptions"), 1);
  close_store(scope);
  pump(runtime);
  CHECK_INT(stat_of(runtime, "subscriptions"), 0);
  CHECK_OK(send(panel, "{\"child\":\"increment\"}"));
  CHECK_INT(held(), 0);
  CHECK_TEXT(records, "");
  remove_break(panel, number);
  /* One that was made through the store stays. */
  add_break(panel, "{\"path\":\"/child/count\"}");
  CHECK_OK(send(panel, "{\"child\":\"increment\"}"));
  CHECK_INT(held(), 1);
}

static void *break_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  uint64_t number = 0;
  CHECK_INT(enfold_store_break(*(enfold_store *)to, "{\"path\":\"/count\"}", ENFOLD_NUL, &number, &error), ENFOLD_OK);
  CHECK(number != 0);
  return NULL;
}

static void elsewhere_they_begin_with_the_next_pump(void) {
  elsewhere(break_there, &store);
  pump(runtime);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_INT(held(), 1);
}

/* The numbers of both kinds are those that the program was given. */
static void records_have_the_programs_numbers(void) {
  enfold_store other = open_store(runtime, "Many");
  add_break(other, "{\"action\":\"nothing\"}");
  uint64_t path = add_break(store, "{\"path\":\"/count\"}"), action = add_break(store, "{\"action\":\"nothing\"}");
  CHECK(path != action);
  say(store, "\"increment\"");
  check_stop(path, "behind the change of \\\"/count\\\"");
  release(store);
  CHECK_STATUS(send(store, "\"nothing\""), ENFOLD_QUEUED);
  check_stop(action, "before this action");
}

/* ---- Mistakes ------------------------------------------------------------------------------------------------------ */

#define ACTION_IS(name) \
  "options: \"action\" is \"" name "\"; it is the name of an action, or names with a / between them: add, detail/rename"
#define COUNTED(number) \
  "options: exactly one of \"action\", \"path\", \"remove\" and \"clear\" is needed, and there are " number

static void refused(void) {
  static const struct {
    const char *text, *message;
    enfold_status status;
    uint64_t offset;
  } wrong[] = {
      {"{}", COUNTED("0"), ENFOLD_INVALID, UINT64_MAX},
      {"", COUNTED("0"), ENFOLD_INVALID, UINT64_MAX},
      {"{\"action\":\"a\",\"path\":\"/count\"}", COUNTED("2"), ENFOLD_INVALID, UINT64_MAX},
      {"{\"clear\":true,\"remove\":1,\"path\":\"\"}", COUNTED("3"), ENFOLD_INVALID, UINT64_MAX},
      {"{\"action\":\"\"}", ACTION_IS(""), ENFOLD_INVALID, 10},
      {"{\"action\":\"/a\"}", ACTION_IS("/a"), ENFOLD_INVALID, 10},
      {"{\"action\": \"a/\"}", ACTION_IS("a/"), ENFOLD_INVALID, 11},
      {"{\"action\":\"a//b\"}", ACTION_IS("a//b"), ENFOLD_INVALID, 10},
      {"{\"action\":\"/\"}", ACTION_IS("/"), ENFOLD_INVALID, 10},
      {"{\"action\":7}", "options: \"action\": a number where a string is expected", ENFOLD_INVALID, 10},
      {"{\"path\":7}", "options: \"path\": a number where a string is expected", ENFOLD_INVALID, 8},
      {"{\"clear\":false}", "options: \"clear\" is false; it is true, or left out", ENFOLD_INVALID, 9},
      {"{\"clear\":1}", "options: \"clear\": a number where a boolean is expected", ENFOLD_INVALID, 9},
      {"{\"remove\":\"x\"}", "options: \"remove\": ", ENFOLD_INVALID, 10},
      {"{\"remove\":-1}", "options: \"remove\": ", ENFOLD_INVALID, 10},
      {"{\"remove\":1.5}", "options: \"remove\": ", ENFOLD_INVALID, 10},
      {"{\"acton\":\"a\"}", "options: unknown key \"acton\"; known: action, clear, path, remove", ENFOLD_INVALID, 1},
      {"[]", "options", ENFOLD_INVALID, 0},
      {"{\"action\":\"a\"", "options", ENFOLD_BAD_JSON, 13},
      {"{\"remove\":99}", "the store has no breakpoint 99", ENFOLD_NOT_FOUND, UINT64_MAX},
      {"{\"path\":\"/nowhere\"}", "nowhere", ENFOLD_BAD_POINTER, UINT64_MAX},
      {"{\"path\":\"count\"}", "", ENFOLD_BAD_POINTER, UINT64_MAX},
      {"{\"path\":\"/count/deeper\"}", "", ENFOLD_BAD_POINTER, UINT64_MAX},
  };
  uint64_t number = 77;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    CHECK_FAILS(enfold_store_break(store, wrong[i].text, strlen(wrong[i].text), &number, &problem), wrong[i].status,
                wrong[i].message);
    CHECK_INT(problem.offset, wrong[i].offset);
    CHECK_FAILS(enfold_store_break(store, wrong[i].text, ENFOLD_NUL, NULL, &problem), wrong[i].status, "");
  }
  CHECK_FAILS(enfold_store_break(store, NULL, 0, &number, &problem), ENFOLD_INVALID, COUNTED("0"));
  CHECK_FAILS(enfold_store_break(store, NULL, 5, &number, &problem), ENFOLD_INVALID, "options is NULL");
  CHECK_FAILS(enfold_store_break(runtime, "{\"clear\":true}", ENFOLD_NUL, &number, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_store_hold(runtime, 1, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_FAILS(enfold_store_step(0, NULL, &problem), ENFOLD_BAD_HANDLE, "");
  CHECK_INT(number, 77);
  CHECK_INT(held(), 0);
  CHECK_INT(stat_of(runtime, "subscriptions"), 0);
  CHECK_OK(send(store, "\"increment\"")); /* nothing has changed */
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(a_breakpoint_stops_before_its_action);
  EACH(it_may_be_held_by_the_program_then);
  EACH(several_actions_stop_one_after_the_other);
  EACH(what_effects_send_stops_too);
  EACH(breakpoints_are_removed);
  EACH(names_lead_into_actions);
  EACH(names_lead_into_rows);
  EACH(a_reducer_in_c);
  EACH(the_record_has_the_tag);
  EACH(a_batch_stops_in_its_middle);
  EACH(a_release_lets_one_action_pass_alone);
  EACH(a_callback_may_add_breakpoints);
  EACH(a_breakpoint_stops_behind_a_change);
  EACH(a_batch_stops_behind_a_change);
  EACH(writes_stop_too);
  EACH(it_ends_with_its_scope);
  EACH(elsewhere_they_begin_with_the_next_pump);
  EACH(records_have_the_programs_numbers);
  EACH(refused);
}

int main(void) { return with_each_loop(all); }
