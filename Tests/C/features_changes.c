/* features_changes.c: what a reducer reports as changed selects who hears of a commit, and what is written for it. */
#include "board.h"

static enfold_runtime runtime;
static world *w;
static enfold_store store;

/* ---- Steps -------------------------------------------------------------------------------------------------------- */

static int place, value;
static const char *reported[8]; /* up to the first NULL */

/* Sets an item, if there is such a place, and reports what the test wants. */
static enfold_status set_item(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)effects, (void)error;
  if (place >= 0) b->items[place] = value;
  if (place >= b->count) b->count = place + 1;
  for (int i = 0; reported[i] != NULL; i++) changes->changed(changes, reported[i]);
  return ENFOLD_OK;
}

static enfold_status pop(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)effects, (void)error;
  b->count--;
  for (int i = 0; reported[i] != NULL; i++) changes->changed(changes, reported[i]);
  return ENFOLD_OK;
}

static enfold_status insert_first(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)effects, (void)error;
  memmove(b->items + 1, b->items, sizeof(int) * (size_t)b->count);
  b->items[0] = value;
  b->count++;
  for (int i = 0; reported[i] != NULL; i++) changes->changed(changes, reported[i]);
  return ENFOLD_OK;
}

static enfold_status toggle_note(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)effects, (void)error;
  b->has_note = !b->has_note;
  snprintf(b->note, sizeof b->note, "n");
  for (int i = 0; reported[i] != NULL; i++) changes->changed(changes, reported[i]);
  return ENFOLD_OK;
}

static enfold_status fail_after_reports(board *b, const enfold_changes *changes, const enfold_effects *effects,
                                        enfold_error *error) {
  (void)b, (void)effects;
  changes->changed(changes, "/items");
  return board_fail(error, ENFOLD_FAILED, "no");
}

static enfold_status report_many(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)effects, (void)error;
  char pointer[64];
  b->items[1] = value;
  for (int i = 0; i < 5000; i++) {
    snprintf(pointer, sizeof pointer, "/items/%d", i);
    changes->changed(changes, pointer);
  }
  return ENFOLD_OK;
}

static void run(step_fn what) {
  step = what;
  CHECK_OK(send(store, "{\"do\":1}"));
}

static void change(int at, int to, const char *pointer) {
  place = at;
  value = to;
  reported[0] = pointer;
  reported[1] = NULL;
  run(set_item);
}

static void begin_test(void) {
  runtime = open_runtime(NULL);
  w = new_world("Board");
  CHECK_OK(board_register(runtime, w, &problem));
  store = open_store(runtime, "Board");
}

static void end_test(void) {
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(w->opened, w->closed);
  CHECK_INT(w->releases, 1);
}

/* One that lives until the end of the test. */
static recorder *new_recorder(void) {
  static recorder recorders[16];
  static int next;
  recorder *r = &recorders[next++ % 16];
  *r = (recorder){0};
  return r;
}

static void forget(recorder *r) {
  r->text[0] = '\0';
  r->length = 0;
}

/* ---- Who hears of it ------------------------------------------------------------------------------------------------ */

static void only_those_concerned_hear_of_it(void) {
  recorder *whole = new_recorder(), *items = new_recorder(), *first = new_recorder(), *second = new_recorder(), *title = new_recorder(), *raw = new_recorder(), *deep = new_recorder();
  observe(store, "", "{\"initial\":false,\"value\":false}", whole);
  observe(store, "/items", "{\"initial\":false}", items);
  observe(store, "/items/0", "{\"initial\":false}", first);
  observe(store, "/items/1", "{\"initial\":false}", second);
  observe(store, "/items/1/deep", "{\"initial\":false}", deep);
  observe(store, "/title", "{\"initial\":false}", title);
  observe(store, "/title", "{\"initial\":false,\"filter\":\"raw\"}", raw);
  change(0, 5, "/items/0");
  CHECK_TEXT(whole->text, "C");
  CHECK_TEXT(items->text, "C [5,0]");
  CHECK_TEXT(first->text, "C 5");
  CHECK_TEXT(second->text, "");
  CHECK_TEXT(title->text, "");
  CHECK_TEXT(raw->text, " \"\"");
  CHECK_TEXT(deep->text, "");
  change(1, 6, "/items/1/more/than/there/is"); /* concerns the value around it, and not the one beside it */
  CHECK_TEXT(second->text, "C 6");
  CHECK_TEXT(deep->text, "");
  change(1, 7, "/item"); /* not the characters of a pointer count, but its tokens */
  CHECK_TEXT(second->text, "C 6");
  CHECK_INT(whole->events, 3);
}

static void what_is_no_pointer_is_the_whole_state(void) {
  static const char *const texts[] = {"", "items", "/a~", "/\xff"};
  recorder *title = new_recorder();
  observe(store, "/title", "{\"initial\":false,\"value\":false}", title);
  for (int i = 0; i < 4; i++) change(0, i + 1, texts[i]);
  CHECK_TEXT(title->text, "C|C|C|C");
}

static enfold_status report_null(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)b, (void)effects, (void)error;
  changes->changed(changes, NULL);
  changes->changed(NULL, "/title");
  return ENFOLD_OK;
}

static void null_is_the_whole_state(void) {
  recorder *title = new_recorder();
  observe(store, "/title", "{\"initial\":false,\"value\":false}", title);
  run(report_null);
  CHECK_TEXT(title->text, "C");
}

static void an_error_takes_the_reports_back(void) {
  recorder *items = new_recorder(), *actions = new_recorder();
  observe(store, "/items", "{\"initial\":false,\"value\":false}", items);
  CHECK_OK(enfold_store_observe_actions(store, NULL, 0, record, actions, released, NULL, &problem));
  run(fail_after_reports);
  change(0, 1, NULL);
  CHECK_TEXT(items->text, "");
  CHECK_TEXT(actions->text, " <- {\"do\":1}| <- {\"do\":1}");
  change(0, 2, "/items/0");
  CHECK_TEXT(items->text, "C");
}

static void many_reports_are_one(void) {
  recorder *items = new_recorder(), *title = new_recorder();
  observe(store, "/items/1", "{\"initial\":false}", items);
  observe(store, "/title", "{\"initial\":false,\"value\":false}", title);
  value = 9;
  run(report_many);
  CHECK_TEXT(items->text, "C 9");
  CHECK_TEXT(title->text, "");
}

static void commits_that_nobody_saw_are_told_when_the_drain_ends(void) {
  recorder *first = new_recorder(), *second = new_recorder();
  place = 0, value = 3, reported[0] = "/items/0", reported[1] = NULL, step = set_item;
  observe(store, "/items/0", "{\"initial\":false,\"coalesce\":\"drain\",\"patch\":true}", first);
  observe(store, "/items/1", "{\"initial\":false,\"coalesce\":\"drain\",\"patch\":true}", second);
  CHECK_OK(enfold_store_send_batch(store, "[{\"do\":1},{\"do\":1},{\"do\":1}]", ENFOLD_NUL, NULL, &problem));
  CHECK_TEXT(first->text, "C 3 [{\"op\":\"replace\",\"path\":\"\",\"value\":3}]");
  CHECK_TEXT(second->text, "");
}

/* ---- Patches -------------------------------------------------------------------------------------------------------- */

static void patches_are_found_below_the_reports(void) {
  recorder *r = new_recorder();
  observe(store, "", "{\"initial\":false,\"value\":false,\"patch\":true}", r);
  change(0, 1, "/items/0"); /* nobody knows what was there before: the first patch is the whole value */
  CHECK_TEXT(r->text, "C [{\"op\":\"replace\",\"path\":\"\",\"value\":{\"title\":\"\",\"items\":[1,0],\"log\":[]}}]");
#define PATCH(expected)          \
  CHECK_TEXT(r->text, expected);  \
  forget(r)
  forget(r);
  change(0, 2, "/items/0");
  PATCH("C [{\"op\":\"replace\",\"path\":\"/items/0\",\"value\":2}]");
  change(1, 3, "");
  PATCH("C [{\"op\":\"replace\",\"path\":\"/items/1\",\"value\":3}]");
  change(1, 3, "/items"); /* equal: nobody is told */
  PATCH("");
  change(2, 4, "/items/2");
  PATCH("C [{\"op\":\"add\",\"path\":\"/items/2\",\"value\":4}]");
  reported[0] = "/items/2";
  run(pop);
  PATCH("C [{\"op\":\"remove\",\"path\":\"/items/2\"}]");
  reported[0] = "/items", value = 8;
  run(insert_first);
  PATCH("C [{\"op\":\"add\",\"path\":\"/items/0\",\"value\":8}]");
  reported[0] = "/items/0", value = 9; /* a wrong report: what is behind it is another one, too, and one more is there */
  run(insert_first);
  PATCH("C [{\"op\":\"replace\",\"path\":\"/items/0\",\"value\":9}]");
  change(0, 9, "/items");
  PATCH("C [{\"op\":\"add\",\"path\":\"/items/1\",\"value\":8}]"); /* the next report finds it */
  reported[0] = "/note";
  run(toggle_note);
  PATCH("C [{\"op\":\"add\",\"path\":\"/note\",\"value\":\"n\"}]");
  run(toggle_note);
  PATCH("C [{\"op\":\"remove\",\"path\":\"/note\"}]");
  change(0, 1, "/nothing/is/there"); /* the places do not fit: everything is told */
  CHECK_CONTAINS(r->text, "{\"op\":\"replace\",\"path\":\"\"");
  forget(r);
  change(0, 2, "/items/0");
  PATCH("C [{\"op\":\"replace\",\"path\":\"/items/0\",\"value\":2}]");
}

static void patches_begin_anew_where_somebody_was_away(void) {
  recorder *first = new_recorder(), *second = new_recorder();
  enfold_subscription subscription = observe(store, "/items", "{\"initial\":false,\"value\":false,\"patch\":true}", first);
  change(0, 1, "/items/0");
  change(0, 2, "/items/0");
  CHECK_TEXT(first->text, "C [{\"op\":\"replace\",\"path\":\"\",\"value\":[1,0]}]|C [{\"op\":\"replace\",\"path\":\"/0\",\"value\":2}]");
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  change(1, 7, "/items/1"); /* nobody hears of it */
  observe(store, "/items", "{\"initial\":false,\"value\":false,\"patch\":true}", second);
  change(0, 3, "/items/0");
  CHECK_TEXT(second->text, "C [{\"op\":\"replace\",\"path\":\"\",\"value\":[3,7]}]");
}

static void a_patch_after_a_restored_state(void) {
  recorder *r = new_recorder();
  observe(store, "/title", "{\"initial\":false,\"value\":false,\"patch\":true}", r);
  CHECK_OK(enfold_store_restore(store, "{\"title\":\"a\"}", ENFOLD_NUL, &problem));
  change(0, 0, "/title");
  CHECK_OK(enfold_store_restore(store, "{\"title\":\"b\"}", ENFOLD_NUL, &problem));
  CHECK_TEXT(r->text, "C [{\"op\":\"replace\",\"path\":\"\",\"value\":\"a\"}]|C [{\"op\":\"replace\",\"path\":\"\",\"value\":\"a\"}]|"
                     "C [{\"op\":\"replace\",\"path\":\"\",\"value\":\"b\"}]");
}

/* ---- What is written ------------------------------------------------------------------------------------------------ */

static void the_state_is_written_once_for_each_commit(void) {
  recorder *one = new_recorder(), *two = new_recorder(), *three = new_recorder(), *title = new_recorder();
  observe(store, "/items/0", "{\"initial\":false}", one);
  observe(store, "/items", "{\"initial\":false}", two);
  observe(store, "", "{\"initial\":false,\"patch\":true}", three);
  observe(store, "/title", "{\"initial\":false}", title);
  w->states = 0;
  change(0, 1, "/items/0");
  CHECK_INT(w->states, 1);
  CHECK_TEXT(state(store, "/items"), "[1,0]");
  CHECK_TEXT(state(store, ""), "{\"title\":\"\",\"items\":[1,0],\"log\":[]}");
  CHECK_INT(w->states, 1);
  change(0, 2, NULL); /* nothing changed */
  CHECK_INT(w->states, 1);
}

static void what_is_not_concerned_is_not_written(void) {
  recorder *title = new_recorder();
  observe(store, "/title", "{\"initial\":false}", title);
  w->states = 0;
  change(0, 1, "/items/0");
  CHECK_INT(w->states, 0);
}

static const char *next_text;

static enfold_status put_text(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error) {
  (void)effects, (void)error;
  snprintf(b->log, sizeof b->log, "%s", next_text);
  changes->changed(changes, "/log");
  return ENFOLD_OK;
}

/* ENFOLD_PAIRS: how many pairs are tried. */
static void a_value_is_another_one_if_its_bytes_are(void) {
  static const char *const texts[] = {
    "\"caf\u00e9\"", "\"cafe\u0301\"", "0.0", "-0.0", "1", "1.0", "true", "null", "\"NaN\"", "[]", "[1]", "[1.0]",
    "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", "{\"a\":1,\"b\":2.0}", "{\"\u00e9\":1}", "{\"e\u0301\":1}",
    "{\"in\":{\"a\":1,\"b\":2}}", "{\"in\":{\"b\":2,\"a\":1}}", "[{\"a\":0.0,\"b\":1}]", "[{\"a\":-0.0,\"b\":1}]",
  };
  const char *wanted = getenv("ENFOLD_PAIRS");
  int pairs = wanted != NULL ? atoi(wanted) : 2000;
  recorder *value = new_recorder(), *patch = new_recorder(), *both = new_recorder();
  observe(store, "/log", "{\"initial\":false}", value);
  observe(store, "/log", "{\"initial\":false,\"patch\":true,\"value\":false}", patch);
  observe(store, "", "{\"initial\":false,\"patch\":true}", both);
  unsigned seed = 1;
  const char *last = "";
  for (int i = 0; i < pairs; i++) {
    next_text = texts[(unsigned)rand_r(&seed) % (sizeof texts / sizeof *texts)];
    run(put_text);
    int expected = strcmp(last, next_text) != 0;
    CHECK_INT(value->events, expected);
    CHECK_INT(patch->events, expected);
    CHECK_INT(both->events, expected);
    value->events = patch->events = both->events = 0;
    forget(value);
    forget(patch);
    forget(both);
    last = next_text;
  }
}

static void parts_are_written_alone(void) {
  recorder *one = new_recorder(), *two = new_recorder(), *note = new_recorder(), *patch = new_recorder();
  observe(store, "/items/0", "{\"initial\":false}", one);
  observe(store, "/items/1", "{\"initial\":false}", two);
  w->written[0] = '\0';
  w->parts = 0;
  change(0, 1, "/items/0");
  CHECK_TEXT(one->text, "C 1");
  CHECK_TEXT(w->written, "/items/0 ");
  change(1, 1, "/items");
  CHECK_INT(w->parts, 3);
  observe(store, "/note", NULL, note);
  CHECK_TEXT(note->text, "IR");
  reported[0] = "/note";
  run(toggle_note);
  run(toggle_note);
  CHECK_TEXT(note->text, "IR|C \"n\"|CR");
  CHECK_TEXT(state(store, "/title"), "\"\"");
  CHECK_INT(w->states, 0);
  observe(store, "", "{\"initial\":false,\"value\":false,\"patch\":true}", patch);
  change(0, 5, "/items/0");
  CHECK_INT(w->states, 1); /* nobody knows what was there before */
  forget(patch);
  w->written[0] = '\0';
  change(0, 6, "/items/0");
  CHECK_TEXT(patch->text, "C [{\"op\":\"replace\",\"path\":\"/items/0\",\"value\":6}]");
  CHECK_INT(w->states, 1);
  w->refuses_parts = true;
  change(0, 7, "/items/0");
  CHECK_INT(w->states, 2);
  CHECK_TEXT(one->text, "C 1|C 5|C 6|C 7");
  CHECK_FAILS(enfold_store_state(store, "/nothing", ENFOLD_NUL, &(enfold_string){0}, &problem), ENFOLD_BAD_POINTER, "");
}

static void a_part_that_cannot_be_written_is_told_as_soon_as_it_can_be(void) {
  static const char *const parts[] = {"wrote what is no JSON", "wrote what is no JSON", "a piece without an address",
                                      "77 from part", "1 from part", "cannot be read"};
  recorder *one = new_recorder(), *patch = new_recorder(), *title = new_recorder();
  enfold_string text = {0};
  observe(store, "/items/0", "{\"initial\":false}", one);
  observe(store, "/items", "{\"initial\":false,\"value\":false,\"patch\":true}", patch);
  observe(store, "/title", "{\"initial\":false,\"value\":false}", title);
  change(0, 1, "/items/0");
  for (int i = 0; i < 6; i++) {
    forget(one);
    forget(patch);
    w->bad_parts = i + 1;
    change(0, 2, "/items/0");
    CHECK_TEXT(one->text, "");
    CHECK_TEXT(patch->text, "");
    CHECK_FAILS(enfold_store_state(store, "/items/0", ENFOLD_NUL, &text, &problem), ENFOLD_FAILED, parts[i]);
    w->bad_parts = 0;
    change(0, 3 + i, NULL); /* reports nothing, but what was missed is told */
    change(0, 3 + i, "/items/0");
    CHECK(one->events > 0 && patch->events > 0 && title->events > 0);
    CHECK_CONTAINS(patch->text, "{\"op\":\"replace\",\"path\":\"\",\"value\":[");
  }
}

#define RUN_ONE(test)  \
  do {                 \
    begin_test();      \
    RUN(test);         \
    end_test();        \
  } while (0)

int main(void) {
  for (int i = 0; i < 2; i++) {
    has_effects = i > 0;
    RUN_ONE(only_those_concerned_hear_of_it);
    RUN_ONE(what_is_no_pointer_is_the_whole_state);
    RUN_ONE(null_is_the_whole_state);
    RUN_ONE(an_error_takes_the_reports_back);
    RUN_ONE(many_reports_are_one);
    RUN_ONE(commits_that_nobody_saw_are_told_when_the_drain_ends);
    RUN_ONE(patches_are_found_below_the_reports);
    RUN_ONE(patches_begin_anew_where_somebody_was_away);
    RUN_ONE(a_patch_after_a_restored_state);
    RUN_ONE(the_state_is_written_once_for_each_commit);
    RUN_ONE(what_is_not_concerned_is_not_written);
    RUN_ONE(a_value_is_another_one_if_its_bytes_are);
    has_parts = true;
    RUN_ONE(parts_are_written_alone);
    RUN_ONE(a_part_that_cannot_be_written_is_told_as_soon_as_it_can_be);
    RUN_ONE(only_those_concerned_hear_of_it);
    RUN_ONE(patches_are_found_below_the_reports);
    has_parts = false;
  }
  return 0;
}
