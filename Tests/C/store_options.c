/* store_options.c: stores without effects, and the names of stores. For both loops. */
#include "hold.h"

#define FAIL "{\"fail\":{\"message\":\"no\",\"isLate\":false}}"

/* ---- Without effects ----------------------------------------------------------------------------------------------- */

#define NO_EFFECTS "{\"effects\":\"none\"}"

static void effects_are_dropped(void) {
  load(runtime, swift_plugin("Asker"));
  enfold_store asker = open_with(runtime, "Asker", NO_EFFECTS), many = open_with(runtime, "Many", NO_EFFECTS);
  recorder *count = fresh((recorder){0}), *finished = fresh((recorder){0});
  handler *h = make((handler){0});
  handle(runtime, "numberFact", h);
  CHECK_OK(task_end(begin(asker, "{\"ask\":1}")));
  CHECK_OK(task_end(begin(asker, "\"askForEver\"")));
  CHECK_OK(task_end(begin(asker, "{\"learned\":\"two\"}")));
  CHECK_INT(h->asked, 0);
  CHECK_INT(stat_of(runtime, "requests"), 0);
  CHECK_TEXT(state(asker, "/facts"), "[\"two\"]");
  CHECK_INT(revision(asker), 3);

  observe(many, "/count", NULL, count);
  observe_actions(many, "{\"phase\":\"finished\"}", finished);
  enfold_task task = begin(many, "{\"climb\":3}");
  CHECK_OK(enfold_task_status(task, &problem)); /* it has ended with its action */
  CHECK_OK(enfold_task_release(task, &problem));
  say(many, "{\"flood\":{\"count\":5,\"means\":\"later\"}}");
  CHECK_INT(pending(), 0);
  CHECK_OK(wait_runtime(-1));
  CHECK_TEXT(count->text, "I 0|C 1");
  CHECK_TEXT(finished->text, "C <- {\"climb\":3}| <- {\"flood\":{\"count\":5,\"means\":\"later\"}}");
  CHECK_OK(enfold_store_restore(many, "{\"count\":7}", ENFOLD_NUL, &problem));
  CHECK_TEXT(count->text, "I 0|C 1|C 7");
  /* It can be held like others. */
  CHECK_OK(hold(many, 1));
  CHECK_STATUS(send(many, "\"increment\""), ENFOLD_QUEUED);
  CHECK_INT(step(many), 1);
  CHECK_TEXT(count->text, "I 0|C 1|C 7|C 8");
}

static void nothing_sleeps(void) {
  enfold_runtime timed = open_logged(",\"clock\":\"manual\"");
  load(timed, swift_plugin("Timers"));
  enfold_store timers = open_with(timed, "Timers", NO_EFFECTS);
  say(timers, "{\"type\":\"a\"}");
  say(timers, "\"tap\"");
  say(timers, "\"start\"");
  CHECK_INT(stat_of(timed, "sleepers"), 0);
  CHECK_INT(stat_of(timed, "pending"), 0);
  in_call++;
  CHECK_OK(enfold_store_flush(timers, &problem));
  CHECK_OK(enfold_clock_advance(timed, 10000 * MS, &problem));
  in_call--;
  CHECK_TEXT(state(timers, "/text"), "\"a\"");
  CHECK_TEXT(state(timers, "/searches"), "[]");
  CHECK_TEXT(state(timers, "/ticks"), "0");
  CHECK_TEXT(state(timers, "/taps"), "0");
  close_runtime(timed);
}

static void reactors_are_not_asked(void) {
  load(runtime, swift_plugin("Counters"));
  enfold_store reactor = open_with(runtime, "ReactorCounter", NO_EFFECTS), hen = open_with(runtime, "Hen", NO_EFFECTS);
  enfold_store chick = open_store(runtime, "Chick");
  recorder *r = fresh((recorder){0});
  observe_actions(reactor, "{\"mutations\":true}", r);
  CHECK_OK(task_end(begin(reactor, "\"increment\"")));
  CHECK_TEXT(r->text, " <- {\"increment\":{}}");
  CHECK_TEXT(state(reactor, "/count"), "0");
  CHECK_INT(revision(reactor), 1);
  CHECK_OK(enfold_store_restore(hen, "{\"heard\":[7]}", ENFOLD_NUL, &problem));
  CHECK_OK(send(chick, "\"peep\""));
  pump(runtime);
  CHECK_TEXT(state(hen, "/heard"), "[7]"); /* it does not listen */
  CHECK_INT(revision(hen), 1);
}

static void with_the_other_options(void) {
  enfold_store run = open_with(runtime, "Many", "{\"effects\":\"run\"}");
  enfold_store stub = open_with(runtime, "Many", "{\"effects\":\"none\",\"stub\":true}");
  enfold_store kept = open_with(runtime, "Many", "{\"state\":{\"count\":4},\"effects\":\"none\",\"name\":\"kept\"}");
  CHECK_OK(task_end(begin(run, "{\"climb\":3}")));
  CHECK_TEXT(state(run, "/count"), "3");
  say(stub, "{\"climb\":3}");
  CHECK_TEXT(state(stub, "/count"), "0"); /* a stub reduces nothing */
  say(kept, "{\"climb\":9}");
  CHECK_TEXT(state(kept, "/count"), "5");
}

/* ---- Names --------------------------------------------------------------------------------------------------------- */

static void fail_in(enfold_store failing) {
  records[0] = '\0';
  say(failing, FAIL);
  wait_for(runtime);
  pump(runtime);
}

static void records_have_the_name(void) {
  enfold_store named = open_with(runtime, "Responses", "{\"name\":\"m\\u00e4in \\\"x\\\"\"}");
  enfold_store same = open_with(runtime, "Responses", "{\"name\":\"m\\u00e4in \\\"x\\\"\"}");
  enfold_store unnamed[2] = {open_store(runtime, "Responses"), open_store(runtime, "Responses")};
  char text[64];
  int numbers[2] = {0, 0};
  fail_in(named);
  CHECK_CONTAINS(records, "\"name\":\"m\xc3\xa4in \\\"x\\\"\"");
  CHECK_CONTAINS(records, "\"feature\":\"Responses\"");
  snprintf(text, sizeof text, "\"store\":%" PRIu64, named);
  CHECK_CONTAINS(records, text);
  fail_in(same);
  CHECK_CONTAINS(records, "\"name\":\"m\xc3\xa4in \\\"x\\\"\"");
  for (int i = 0; i < 2; i++) {
    static const char key[] = "\"name\":\"Responses#";
    fail_in(unnamed[i]);
    const char *at = strstr(records, key);
    CHECK(at != NULL);
    numbers[i] = atoi(at + strlen(key));
    CHECK(numbers[i] > 0);
  }
  CHECK(numbers[0] != numbers[1]);
}

static void names_have_limits(void) {
  static const char letter[] = "x", umlaut[] = "\xc3\xa4";
  static const struct {
    const char *letter;
    int count;
    const char *part; /* NULL: it is allowed */
  } lengths[] = {{letter, 1, NULL}, {letter, 256, NULL}, {umlaut, 128, NULL},
                 {letter, 0, "\"name\" has 0 bytes; at least 1 and at most 256 are allowed"},
                 {letter, 257, "\"name\" has 257 bytes; at least 1 and at most 256 are allowed"},
                 {umlaut, 129, "\"name\" has 258 bytes"}};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    char given[300] = "{\"name\":\"";
    enfold_store opened = 0;
    for (int count = 0; count < lengths[i].count; count++) strcat(given, lengths[i].letter);
    strcat(given, "\"}");
    if (lengths[i].part == NULL) {
      close_store(open_with(runtime, "Many", given));
      continue;
    }
    CHECK_FAILS(enfold_store_open(runtime, "Many", given, ENFOLD_NUL, &opened, &problem), ENFOLD_INVALID, lengths[i].part);
    CHECK_INT(problem.offset, 8);
    CHECK_INT(opened, 0);
  }
}

static void wrong_options_of_a_store(void) {
  static const struct {
    const char *text, *part;
    uint64_t offset;
  } wrong[] = {
      {"{\"effects\":\"some\"}", "\"effects\" is \"some\"; known: \"run\", \"none\"", 11},
      {"{\"effects\":false}", "\"effects\": a boolean where a string is expected", 11},
      {"{\"name\":7}", "\"name\": a number where a string is expected", 8},
      {"{\"name\":null}", "\"name\": null where a string is expected", 8},
      {"{\"name\":\"left\\u0000right\"}", "\"name\" has U+0000 behind 4 bytes; a name without it is needed", 8},
      {"{\"nam\":\"x\"}", "unknown key \"nam\"; known: dependencies, effects, name, state, stub, unknownKeys", 1},
  };
  enfold_store opened = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    CHECK_FAILS(enfold_store_open(runtime, "Many", wrong[i].text, ENFOLD_NUL, &opened, &problem), ENFOLD_INVALID, wrong[i].part);
    CHECK_INT(problem.offset, wrong[i].offset);
    CHECK_INT(opened, 0);
  }
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(effects_are_dropped);
  EACH(nothing_sleeps);
  EACH(reactors_are_not_asked);
  EACH(with_the_other_options);
  EACH(records_have_the_name);
  EACH(names_have_limits);
  EACH(wrong_options_of_a_store);
}

int main(void) { return with_each_loop(all); }
