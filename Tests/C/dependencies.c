/* dependencies.c: what uuid, date and random give is told in a trace, and given again to a store without effects. For both loops. */
#include "trace.h"

#define NO_EFFECTS "{\"effects\":\"none\"}"

enum { MOST = 32 };

/* What a trace has told of a store: enough to do it again. */
typedef struct recording {
  char opening[512]; /* the values of the first state, as the option has them */
  struct {
    char action[256], values[2048];
  } steps[MOST];
  int count;
} recording;

static void open_plugin(void) { load(runtime, swift_plugin("Lottery")); }

static void add_value(char *values, size_t size, const char *entry) {
  char one[160];
  snprintf(one, sizeof one, "%s{\"%s\":%s}", values[1] == '\0' ? "" : ",", text_of(entry, "dependency"), member(entry, "value"));
  CHECK(strlen(values) + strlen(one) < size);
  strcat(values, one);
}

/* The values come before the entry of their commit, and have its revision. */
static void take(recording *to, reader *r, enfold_store of) {
  char values[2048] = "[";
  uint64_t announced = 0;
  memset(to, 0, sizeof *to);
  strcpy(to->opening, "[");
  catch_up(r);
  for (int i = 0; i < r->heard; i++) {
    const char *entry = heard_at(r, i), *kind = text_of(entry, "kind");
    if (number_of(entry, "store") != of) continue;
    if (strcmp(kind, "dependency") == 0) {
      uint64_t revision = number_of(entry, "revision");
      if (revision == 0) {
        CHECK_INT(to->count, 0);
        add_value(to->opening, sizeof to->opening, entry);
        continue;
      }
      CHECK(announced == 0 || announced == revision);
      announced = revision;
      add_value(values, sizeof values, entry);
    } else if (strcmp(kind, "action") == 0) {
      if (announced != 0) CHECK_INT(announced, number_of(entry, "revision"));
      announced = 0;
      CHECK(to->count < MOST);
      snprintf(to->steps[to->count].action, sizeof to->steps[0].action, "%s", member(entry, "action"));
      CHECK(strlen(values) + 2 <= sizeof to->steps[0].values);
      strcpy(to->steps[to->count].values, values);
      strcat(to->steps[to->count].values, "]");
      to->count++;
      strcpy(values, "[");
    }
  }
  CHECK_INT(announced, 0);
  strcat(to->opening, "]");
}

static enfold_status send_given(enfold_store to, const char *action, const char *values, const char *tag) {
  char given[4096];
  snprintf(given, sizeof given, "{\"dependencies\":%s%s%s%s}", values, tag != NULL ? ",\"tag\":\"" : "", tag != NULL ? tag : "",
           tag != NULL ? "\"" : "");
  in_call++;
  enfold_status status = enfold_store_send_with(to, action, ENFOLD_NUL, given, ENFOLD_NUL, NULL, &problem);
  in_call--;
  return status;
}

static enfold_store open_given(const char *feature, const char *values) {
  char given[1024];
  snprintf(given, sizeof given, "{\"effects\":\"none\",\"dependencies\":%s}", values);
  return open_with(runtime, feature, given);
}

/* How many log records there are about values that differ. */
static int differences(void) {
  int count = 0;
  pump(runtime);
  for (const char *at = records; (at = strstr(at, "\"topic\":\"a-dependency-that-differs\"")) != NULL; at++) count++;
  return count;
}

static void forget_records(void) {
  pump(runtime);
  records[0] = '\0';
}

static const char *const actions[] = {"\"buy\"",       "\"count\"",     "\"everything\"", "{\"draw\":3}", "\"stamp\"",
                                      "\"everything\"", "\"buyLater\"", "{\"draw\":0}",   "\"buy\""};
enum { ACTIONS = sizeof actions / sizeof *actions };

/* Makes a session, which has a step more than there are actions: that of the effect. */
static enfold_store play(recording *to, reader *r) {
  enfold_store lottery = open_store(runtime, "Lottery");
  for (int i = 0; i < ACTIONS; i++) {
    CHECK_OK(task_end(begin(lottery, actions[i])));
    wait_for(runtime);
  }
  take(to, r, lottery);
  CHECK_INT(to->count, ACTIONS + 1);
  return lottery;
}

/* ---- What is told -------------------------------------------------------------------------------------------------- */

static bool is_dependency(const char *entry) { return member(entry, "dependency") != NULL; }

/* The names of what is told of a store, without what changes each time. */
static const char *names_told(reader *r, enfold_store of) {
  static char text[2048];
  text[0] = '\0';
  catch_up(r);
  for (int i = 0; i < r->heard; i++) {
    const char *entry = heard_at(r, i);
    if (number_of(entry, "store") != of) continue;
    char line[100];
    snprintf(line, sizeof line, "%s%s %" PRIu64, *text != '\0' ? "|" : "",
             is_dependency(entry) ? text_of(entry, "dependency") : text_of(entry, "kind"), number_of(entry, "revision"));
    strncat(text, line, sizeof text - strlen(text) - 1);
  }
  return text;
}

static void values_are_told_before_their_commit(void) {
  open_plugin();
  reader *r = read_as((reader){.hears_of_lives = true}, NULL);
  enfold_store lottery = open_store(runtime, "Lottery");
  say(lottery, "\"everything\"");
  say(lottery, "\"count\"");
  say(lottery, "{\"draw\":2}");
  CHECK_TEXT(names_told(r, lottery), "opened 0|uuid 0|date 0|uuid 1|date 1|random 1|action 1|action 2|random 3|random 3|action 3");
}

/* Each as the state has it. */
static void they_are_what_the_feature_got(void) {
  open_plugin();
  reader *r = read_all();
  enfold_store lottery = open_store(runtime, "Lottery");
  say(lottery, "\"everything\"");
  catch_up(r);
  CHECK_TEXT(member(heard_at(r, 0), "value"), state(lottery, "/id"));
  CHECK_TEXT(member(heard_at(r, 1), "value"), state(lottery, "/opened"));
  CHECK_TEXT(member(heard_at(r, 2), "value"), state(lottery, "/tickets/0"));
  CHECK_TEXT(member(heard_at(r, 3), "value"), state(lottery, "/times/0"));
  CHECK_INT(strtoull(text_of(heard_at(r, 4), "value"), NULL, 10) % 1000000, strtoull(state(lottery, "/numbers/0"), NULL, 10));
}

/* Effects run when the commit was made. Their values come with their actions. */
static void what_effects_ask_is_not_told(void) {
  open_plugin();
  reader *r = read_all();
  enfold_store lottery = open_store(runtime, "Lottery");
  CHECK_OK(task_end(begin(lottery, "\"buyLater\"")));
  wait_for(runtime);
  catch_up(r);
  int count = 0;
  for (int i = 0; i < r->heard; i++) count += is_dependency(heard_at(r, i));
  CHECK_INT(count, 2); /* those of the first state */
}

/* What was given while nobody read is told to nobody. */
static void nobody_reads_at_first(void) {
  open_plugin();
  enfold_store early = open_store(runtime, "Lottery"), late = open_store(runtime, "Lottery");
  say(late, "\"everything\"");
  reader *r = read_all();
  pump(runtime);
  say(early, "\"buy\"");
  say(late, "\"buy\"");
  CHECK_TEXT(names_told(r, early), "uuid 1|action 1");
  CHECK_TEXT(names_told(r, late), "uuid 2|action 2");
}

static void each_reader_is_told(void) {
  open_plugin();
  reader *one = read_all(), *two = read_all();
  enfold_store lottery = open_store(runtime, "Lottery");
  say(lottery, "\"everything\"");
  catch_up(one);
  catch_up(two);
  CHECK_INT(one->heard, 6);
  CHECK_INT(two->heard, 6);
  for (int i = 0; i < 6; i++) CHECK_TEXT(heard_at(two, i), heard_at(one, i));
}

/* ---- Doing it again ------------------------------------------------------------------------------------------------ */

static void the_same_actions_and_values_give_the_same_state(void) {
  static recording made, again;
  open_plugin();
  reader *r = read_all();
  enfold_store lottery = play(&made, r), second = open_given("Lottery", made.opening);
  CHECK_TEXT(state(second, "/id"), state(lottery, "/id"));
  CHECK_TEXT(state(second, "/opened"), state(lottery, "/opened"));
  for (int i = 0; i < made.count; i++) CHECK_OK(send_given(second, made.steps[i].action, made.steps[i].values, NULL));
  CHECK_TEXT(state(second, ""), state(lottery, ""));
  CHECK_INT(revision(second), revision(lottery));
  CHECK_INT(differences(), 0);
  /* And the trace of the second one tells the same. */
  take(&again, r, second);
  CHECK_TEXT(again.opening, made.opening);
  CHECK_INT(again.count, made.count);
  for (int i = 0; i < made.count; i++) {
    CHECK_TEXT(again.steps[i].action, made.steps[i].action);
    CHECK_TEXT(again.steps[i].values, made.steps[i].values);
  }
}

/* Nobody need read. */
static void without_a_reader(void) {
  static recording made;
  open_plugin();
  reader *r = read_all();
  enfold_store lottery = play(&made, r);
  CHECK_OK(end_reader(r->number));
  enfold_store second = open_given("Lottery", made.opening);
  for (int i = 0; i < made.count; i++) CHECK_OK(send_given(second, made.steps[i].action, made.steps[i].values, NULL));
  CHECK_TEXT(state(second, ""), state(lottery, ""));
  CHECK_INT(differences(), 0);
}

/* What waits in a queue keeps its values. */
static void what_is_kept_back_has_its_own_values(void) {
  static recording made;
  open_plugin();
  reader *r = read_all();
  enfold_store lottery = play(&made, r), second = open_given("Lottery", made.opening);
  CHECK_OK(hold(second, 1));
  for (int i = 0; i < made.count; i++)
    CHECK_STATUS(send_given(second, made.steps[i].action, made.steps[i].values, NULL), ENFOLD_QUEUED);
  release(second);
  CHECK_TEXT(state(second, ""), state(lottery, ""));
  /* And it may be dropped with its store. */
  CHECK_OK(hold(second, 1));
  CHECK_STATUS(send_given(second, "\"buy\"", "[{\"random\":\"1\"}]", NULL), ENFOLD_QUEUED);
  close_store(second);
  CHECK_INT(differences(), 0);
}

typedef struct there {
  enfold_store store;
  const recording *made;
} there;

static void *send_all_there(void *given) {
  enfold_error error = ENFOLD_ERROR_INIT;
  const there *t = given;
  for (int i = 0; i < t->made->count; i++) {
    char text[4096];
    snprintf(text, sizeof text, "{\"dependencies\":%s}", t->made->steps[i].values);
    CHECK(enfold_store_send_with(t->store, t->made->steps[i].action, ENFOLD_NUL, text, ENFOLD_NUL, NULL, &error) >= 0);
  }
  return NULL;
}

static void another_thread_sends(void) {
  static recording made;
  open_plugin();
  reader *r = read_all();
  enfold_store lottery = play(&made, r), second = open_given("Lottery", made.opening);
  there t = {second, &made};
  elsewhere(send_all_there, &t);
  pump(runtime);
  CHECK_TEXT(state(second, ""), state(lottery, ""));
  CHECK_INT(differences(), 0);
}

/* Also with a task, a tag, and through a scope. */
static void with_everything_else(void) {
  static const char values[] = "[{\"uuid\":\"9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f\"}]";
  static const char options_text[] = "{\"tag\":\"ada\",\"dependencies\":[{\"date\":\"2026-11-27T10:00:00Z\"}]}";
  enfold_task task = 0;
  enfold_store scope = 0;
  open_plugin();
  enfold_store lottery = open_with(runtime, "Lottery", NO_EFFECTS);
  recorder *tickets = fresh((recorder){0});
  observe(lottery, "/tickets", "{\"initial\":false}", tickets);
  CHECK_OK(send_given(lottery, "\"buy\"", values, "bob"));
  CHECK_TEXT(tickets->text, "C [\"9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f\"] by bob");
  CHECK_OK(enfold_store_scope(lottery, "/times", ENFOLD_NUL, NULL, 0, &scope, &problem));
  in_call++;
  CHECK_OK(enfold_store_send_with(scope, "\"stamp\"", ENFOLD_NUL, options_text, ENFOLD_NUL, &task, &problem));
  in_call--;
  CHECK_OK(task_end(task));
  CHECK_TEXT(state(scope, ""), "[\"2026-11-27T10:00:00Z\"]");
  CHECK_INT(differences(), 0);
}

/* ---- What differs -------------------------------------------------------------------------------------------------- */

#define ID "{\"uuid\":\"9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f\"}"
#define TIME "{\"date\":\"2026-11-27T10:00:00Z\"}"
#define BITS "{\"random\":\"18446744073709551615\"}"

static void what_differs_is_logged(void) {
  static const struct {
    const char *action, *values, *part;
  } all[] = {
      {"\"everything\"", "[" ID "," TIME "]", "asked for and not given: random\""},
      {"\"everything\"", "[]", "asked for and not given: uuid, date, random\""},
      {"\"everything\"", "[" ID "," TIME "," BITS "," ID "]", "given and not asked for: uuid\""},
      {"\"everything\"", "[" TIME "," ID "," BITS "]", "asked for and not given: uuid, random; given and not asked for: uuid, random\""},
      {"\"count\"", "[" TIME "," BITS "]", "given and not asked for: date, random\""},
      {"{\"draw\":2}", "[" BITS "," ID "," BITS "]", "asked for and not given: random; given and not asked for: uuid, random\""},
  };
  open_plugin();
  enfold_store lottery = open_with(runtime, "Lottery", NO_EFFECTS);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    forget_records();
    CHECK_OK(send_given(lottery, all[i].action, all[i].values, NULL));
    CHECK_INT(revision(lottery), i + 1); /* it is reduced all the same */
    CHECK_INT(differences(), 1);
    CHECK_CONTAINS(records, all[i].part);
    CHECK_CONTAINS(records, "the values of its dependencies differ");
  }
  /* The dependency has made its own value where one was missing. */
  CHECK_INT(strlen(state(lottery, "/numbers/0")) > 0, 1);
}

static void what_is_right_is_not_logged(void) {
  open_plugin();
  enfold_store lottery = open_with(runtime, "Lottery", NO_EFFECTS);
  forget_records();
  CHECK_OK(send_given(lottery, "\"count\"", "[]", NULL));
  CHECK_OK(send_given(lottery, "\"everything\"", " [ " ID " , " TIME " , " BITS " ] ", NULL));
  CHECK_OK(send(lottery, "\"everything\"")); /* without the option they make their values */
  CHECK_TEXT(state(lottery, "/numbers/0"), "551615");
  CHECK_INT(differences(), 0);
}

static void the_first_state_may_differ(void) {
  static const struct {
    const char *values, *part;
  } all[] = {
      {"[]", "asked for and not given: uuid, date\""},
      {"[" ID "]", "asked for and not given: date\""},
      {"[" ID "," TIME "," TIME "]", "given and not asked for: date\""},
  };
  open_plugin();
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    forget_records();
    enfold_store lottery = open_given("Lottery", all[i].values);
    CHECK_INT(differences(), 1);
    CHECK_CONTAINS(records, all[i].part);
    CHECK_CONTAINS(records, "the values of the dependencies of the first state differ");
    CHECK_OK(send(lottery, "\"buy\""));
  }
}

/* ---- What is refused ----------------------------------------------------------------------------------------------- */

static void wrong_values(void) {
  static const struct {
    const char *values;
    enfold_status status;
  } wrong[] = {
      {"5", ENFOLD_INVALID},
      {"null", ENFOLD_INVALID},
      {"{}", ENFOLD_INVALID},
      {"\"uuid\"", ENFOLD_INVALID},
      {"[5]", ENFOLD_INVALID},
      {"[[]]", ENFOLD_INVALID},
      {"[{}]", ENFOLD_INVALID},
      {"[{\"clock\":1}]", ENFOLD_INVALID},
      {"[{\"uuid\":\"no id\"}]", ENFOLD_INVALID},
      {"[{\"uuid\":7}]", ENFOLD_INVALID},
      {"[" ID ",{\"date\":\"yesterday\"}]", ENFOLD_INVALID},
      {"[{\"random\":7}]", ENFOLD_INVALID},
      {"[{\"random\":\"-1\"}]", ENFOLD_INVALID},
      {"[" ID ",{\"uuid\":\"a\",\"date\":\"b\"}]", ENFOLD_INVALID},
      {"[" ID, ENFOLD_BAD_JSON},
      {"[\"\xff\"]", ENFOLD_BAD_JSON},
  };
  char given[300];
  open_plugin();
  enfold_store lottery = open_with(runtime, "Lottery", NO_EFFECTS), none = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    enfold_task task = 0;
    snprintf(given, sizeof given, "{\"dependencies\":%s}", wrong[i].values);
    in_call++;
    CHECK_FAILS(enfold_store_send_with(lottery, "\"buy\"", ENFOLD_NUL, given, ENFOLD_NUL, &task, &problem), wrong[i].status, "");
    CHECK(problem.offset == UINT64_MAX || problem.offset <= strlen(given));
    in_call--;
    CHECK_INT(task, 0);
    snprintf(given, sizeof given, "{\"effects\":\"none\",\"dependencies\":%s}", wrong[i].values);
    CHECK_FAILS(enfold_store_open(runtime, "Lottery", given, ENFOLD_NUL, &none, &problem), wrong[i].status, "");
    CHECK(problem.offset == UINT64_MAX || problem.offset <= strlen(given));
    CHECK_INT(none, 0);
  }
  CHECK_INT(revision(lottery), 0);
  CHECK_FAILS(enfold_store_send_with(lottery, "\"sell\"", ENFOLD_NUL, "{\"dependencies\":[]}", ENFOLD_NUL, NULL, &problem),
              ENFOLD_BAD_ACTION, "sell");
  CHECK_INT(revision(lottery), 0);
  close_store(lottery);
  CHECK_FAILS(enfold_store_send_with(lottery, "\"buy\"", ENFOLD_NUL, "{\"dependencies\":[]}", ENFOLD_NUL, NULL, &problem),
              ENFOLD_STALE, "");
}

/* Values are for stores that begin no effects. */
static void stores_with_effects(void) {
  static const char *const others[] = {"{}", "{\"effects\":\"run\"}", "{\"stub\":true}"};
  static const char *const openings[] = {"{\"dependencies\":[]}", "{\"effects\":\"run\",\"dependencies\":[]}",
                                         "{\"dependencies\":[],\"stub\":true}"};
  enfold_store none = 0;
  open_plugin();
  for (int i = 0; i < 3; i++) {
    enfold_store lottery = open_with(runtime, "Lottery", others[i]);
    CHECK_FAILS(enfold_store_send_with(lottery, "\"buy\"", ENFOLD_NUL, "{\"dependencies\":[]}", ENFOLD_NUL, NULL, &problem),
                ENFOLD_INVALID, "\"effects\":\"none\"");
    CHECK_INT(revision(lottery), 0);
    CHECK_FAILS(enfold_store_open(runtime, "Lottery", openings[i], ENFOLD_NUL, &none, &problem), ENFOLD_INVALID,
                "\"effects\":\"none\"");
  }
  CHECK_INT(none, 0);
}

/* An engine in C that has no effects to drop, and one that is older than the option. */
static void engines_that_cannot(void) {
  static const char given[] = "{\"effects\":\"none\",\"dependencies\":[]}";
  enfold_store none = 0;
  enfold_task task = 0;
  load(runtime, test_plugin("counter"));
  load(runtime, test_plugin("counter-older"));
  CHECK_FAILS(enfold_store_open(runtime, "org.enfold.tests.counter/Counter", given, ENFOLD_NUL, &none, &problem),
              ENFOLD_UNSUPPORTED, "");
  CHECK_FAILS(enfold_store_open(runtime, "org.enfold.tests.older/Counter", given, ENFOLD_NUL, &none, &problem),
              ENFOLD_UNSUPPORTED, "\"enfold.dependencies\"");
  CHECK_INT(none, 0);
  enfold_store older = open_with(runtime, "org.enfold.tests.older/Counter", NO_EFFECTS);
  CHECK_FAILS(enfold_store_send_with(older, "\"increment\"", ENFOLD_NUL, "{\"dependencies\":[]}", ENFOLD_NUL, &task, &problem),
              ENFOLD_UNSUPPORTED, "\"enfold.dependencies\"");
  CHECK_INT(task, 0);
  CHECK_TEXT(state(older, "/count"), "0");
  CHECK_OK(send(older, "\"increment\""));
  CHECK_TEXT(state(older, "/count"), "1");
}

/* The runtime's own engine runs reducers in C. They ask for nothing that it could see. */
static void reducers_in_c_ask_for_nothing(void) {
  load(runtime, test_plugin("reducer"));
  reader *r = read_all();
  enfold_store tally = open_given("Tally", "[]");
  CHECK_OK(send_given(tally, "{\"say\":\"hello\"}", "[]", NULL));
  CHECK_INT(differences(), 0);
  CHECK_OK(send_given(tally, "{\"say\":\"again\"}", "[" ID "]", NULL));
  CHECK_INT(differences(), 1);
  CHECK_CONTAINS(records, "given and not asked for: uuid\"");
  CHECK_TEXT(told_where(r, tally, 0, is_dependency), "");
  CHECK_INT(revision(tally), 2);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(values_are_told_before_their_commit);
  EACH(they_are_what_the_feature_got);
  EACH(what_effects_ask_is_not_told);
  EACH(nobody_reads_at_first);
  EACH(each_reader_is_told);
  EACH(the_same_actions_and_values_give_the_same_state);
  EACH(without_a_reader);
  EACH(what_is_kept_back_has_its_own_values);
  EACH(another_thread_sends);
  EACH(with_everything_else);
  EACH(what_differs_is_logged);
  EACH(what_is_right_is_not_logged);
  EACH(the_first_state_may_differ);
  EACH(wrong_values);
  EACH(stores_with_effects);
  EACH(engines_that_cannot);
  EACH(reducers_in_c_ask_for_nothing);
}

int main(void) { return with_each_loop(all); }
