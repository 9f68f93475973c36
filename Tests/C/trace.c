/* trace.c: what a trace tells of actions, writes, mutations and stores that are held. For both loops. */
#include "trace.h"

#define INCREMENT "{\"increment\":{}}"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

static void an_action_is_told(void) {
  static const char *const absent[] = {"waited", "cause", "tag", "effect", "row", "outcome"};
  static const char *const times[] = {"reduced", "encoded", "told"};
  double before = now();
  reader *r = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
  const char *entry = heard_at(r, 0);
  CHECK_INT(number_of(entry, "seq"), 1);
  CHECK(number_of(entry, "store") == store);
  CHECK(strncmp(text_of(entry, "name"), "Many#", 5) == 0);
  double time = strtod(member(entry, "time"), NULL);
  CHECK(time > before - 0.001 && time < now() + 0.001);
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) CHECK(member(entry, absent[i]) == NULL);
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) CHECK(number_of(entry, times[i]) < LONG_MS * (uint64_t)MS);
  CHECK(number_of(entry, "reduced") > 0);
}

static void each_action_from_outside_is_a_task(void) {
  size_t accepted = 0;
  reader *r = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(task_end(begin(store, "\"nothing\"")));
  CHECK_OK(batch("[{\"set\":5},\"increment\"]", &accepted));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT "|action 2 #2 {\"nothing\":{}}|action 3 #3 {\"set\":5}|action 4 #4 " INCREMENT);
}

static void the_name_is_that_of_the_store(void) {
  enfold_store named = open_with(runtime, "Many", "{\"name\":\"the \\\"first\\\" \\u00e4\"}");
  reader *r = read_all();
  CHECK_OK(send(named, "\"increment\""));
  CHECK_TEXT(told_since(r, named, 0), "action 1 #1 " INCREMENT);
  CHECK_TEXT(text_of(heard_at(r, 0), "name"), "the \\\"first\\\" \xc3\xa4");
}

/* An action of a scope is one of its store. */
static void scopes_have_the_stores_handle(void) {
  enfold_store scope = 0;
  CHECK_OK(enfold_store_scope(store, "/count", ENFOLD_NUL, NULL, 0, &scope, &problem));
  reader *r = read_all();
  CHECK_OK(send(scope, "\"increment\""));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
}

static void refused_actions_are_not_told(void) {
  reader *r = read_all();
  CHECK_FAILS(enfold_store_send(store, "\"explode\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "");
  CHECK_OK(hold(store, 1));
  enfold_task task = begin(store, "\"increment\"");
  cancel(task);
  release(store);
  CHECK_STATUS(task_end(task), ENFOLD_CANCELLED);
  CHECK_TEXT(told(r), "held 0|released 0");
}

/* ---- How long an action waits -------------------------------------------------------------------------------------- */

static void send_one_more(recorder *r, const enfold_event *event) {
  (void)event;
  if (r->events == 2) CHECK_STATUS(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &problem), ENFOLD_QUEUED);
}

static void what_waits_says_how_long(void) {
  recorder *count = fresh((recorder){.then = send_one_more});
  observe(store, "/count", NULL, count);
  reader *r = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT "|action 2 #2 " INCREMENT);
  CHECK(member(heard_at(r, 0), "waited") == NULL);
  CHECK(number_of(heard_at(r, 1), "waited") > 0);
}

/* Whoever sends it, and however: it was reduced at once. */
static void what_does_not_wait_says_nothing(void) {
  size_t accepted = 0;
  reader *r = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(task_end(begin(store, "\"increment\"")));
  CHECK_OK(batch("[\"increment\",\"increment\"]", &accepted));
  in_call++;
  CHECK_OK(enfold_store_send_with(store, "\"increment\"", ENFOLD_NUL, "{\"tag\":\"ada\"}", ENFOLD_NUL, NULL, &problem));
  in_call--;
  catch_up(r);
  CHECK_INT(r->heard, 5);
  for (int i = 0; i < 5; i++) CHECK(member(heard_at(r, i), "waited") == NULL);
}

static void what_another_thread_sends_may_wait_for_the_loop(void) {
  reader *r = read_all();
  elsewhere(send_there, &store);
  pump(runtime);
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
  CHECK((member(heard_at(r, 0), "waited") != NULL) == is_host());
}

/* ---- Writes -------------------------------------------------------------------------------------------------------- */

static void writes_are_told(void) {
  enfold_store panel = open_store(runtime, "Panel");
  reader *r = read_all();
  in_call++;
  /* An equal value is no change. */
  for (int i = 0; i < 2; i++)
    CHECK_OK(enfold_store_set(panel, "/volume", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_OK(enfold_store_restore(panel, "{\"volume\":9}", ENFOLD_NUL, &problem));
  CHECK_OK(enfold_store_set(panel, "/name", ENFOLD_NUL, "\"n\"", ENFOLD_NUL,
                            "{\"action\":{\"renamed\":{\"from\":\"$old\",\"to\":\"$new\"}}}", ENFOLD_NUL, &problem));
  in_call--;
  CHECK_TEXT(told_since(r, panel, 0), "set 1|restore 2|set 3|action 4 #1 {\"renamed\":{\"from\":\"\",\"to\":\"n\"}}");
}

static void shared_values_are_told(void) {
  static const char of_b[] = "shared 1|action 2 #1 {\"visit\":{}}";
  load(runtime, swift_plugin("SessionsA"));
  enfold_store a = open_store(runtime, "Visitor"), b = open_store(runtime, "Visitor");
  reader *r = read_all();
  CHECK_OK(set_shared(runtime, "session", "{\"visits\":5}"));
  pump(runtime);
  say(b, "\"visit\"");
  pump(runtime);
  CHECK_TEXT(told_since(r, a, 0), "shared 1|shared 2 <2");
  CHECK(strncmp(told_since(r, b, 0), of_b, sizeof of_b - 1) == 0);
}

/* ---- Mutations ----------------------------------------------------------------------------------------------------- */

#define THREE "{\"effect\":3}"

static void mutations_are_told(void) {
  load(runtime, swift_plugin("Counters"));
  enfold_store sources = open_store(runtime, "Sources"), reactor = open_store(runtime, "ReactorCounter");
  reader *r = read_all();
  CHECK_OK(send(sources, THREE)); /* the first mutation is a part of the action's commit */
  CHECK_TEXT(told_since(r, sources, 0), "action 1 #1 " THREE "|mutation 2 #1 <1 " THREE "|mutation 3 #1 <1 " THREE);
  CHECK_OK(send(reactor, "\"increment\""));
  CHECK_TEXT(told_since(r, reactor, 0), "action 1 #1 " INCREMENT);
  CHECK_OK(send(sources, "{\"effect\":0}"));
  CHECK_TEXT(told_since(r, sources, r->heard - 1), "action 4 #2 {\"effect\":0}");
}

/* ---- Holding ------------------------------------------------------------------------------------------------------- */

static void holding_is_told(void) {
  reader *r = read_all();
  CHECK_OK(hold(store, 1));
  CHECK_OK(hold(store, 1)); /* it is held already */
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  CHECK_INT(step(store), 1);
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  release(store);
  release(store);
  CHECK_TEXT(told(r), "held 0|action 1 #1 " INCREMENT "|released 1|action 2 #2 " INCREMENT);
  CHECK(number_of(heard_at(r, 1), "waited") > 0);
  CHECK(number_of(heard_at(r, 3), "waited") > 0);
}

static void breakpoints_are_told(void) {
  reader *r = read_all();
  add_break(store, "{\"action\":\"increment\"}");
  CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  release(store);
  add_break(store, "{\"clear\":true}");
  add_break(store, "{\"path\":\"/count\"}");
  say(store, "\"increment\"");
  release(store);
  CHECK_TEXT(told(r), "held 0|released 0|action 1 #1 " INCREMENT "|action 2 #2 " INCREMENT "|held 2|released 2");
}

/* A reader is added to a store that is held, and ended. */
static void a_trace_begins_and_ends_in_held_stores(void) {
  CHECK_OK(hold(store, 1));
  for (int i = 0; i < 3; i++) CHECK_STATUS(send(store, "\"increment\""), ENFOLD_QUEUED);
  reader *r = read_all();
  CHECK_INT(step(store), 1);
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
  CHECK_OK(end_reader(r->number));
  CHECK_INT(step(store), 1);
  reader *other = read_all();
  release(store);
  CHECK_TEXT(told(other), "released 2|action 3 #2 " INCREMENT);
  CHECK_INT(r->heard, 1);
}

/* ---- Order --------------------------------------------------------------------------------------------------------- */

static void no_commit_is_missing(void) {
  enfold_store stores[] = {store, open_store(runtime, "Many")};
  uint64_t revisions[2] = {0, 0}, seq = 0;
  size_t accepted = 0;
  reader *r = read_all();
  in_call++;
  for (int i = 0; i < 20; i++) {
    CHECK_OK(send(stores[i % 2], "{\"climb\":9}"));
    CHECK_OK(enfold_store_restore(stores[i % 3 % 2], "{\"count\":3}", ENFOLD_NUL, &problem));
    CHECK_OK(batch("[\"nothing\",\"increment\",{\"climb\":5}]", &accepted));
  }
  in_call--;
  catch_up(r);
  for (int i = 0; i < r->heard; i++) {
    const char *entry = heard_at(r, i);
    int which = number_of(entry, "store") == stores[1];
    CHECK_INT(number_of(entry, "revision"), ++revisions[which]);
    CHECK_INT(number_of(entry, "seq"), ++seq);
  }
  for (int i = 0; i < 2; i++) CHECK_INT(revisions[i], revision(stores[i]));
}

static void readers_hear_the_same(void) {
  enfold_store other = open_store(runtime, "Many");
  reader *one = read_all(), *two = read_all();
  for (int i = 0; i < 10; i++) CHECK_OK(send(i % 3 == 0 ? other : store, "\"increment\""));
  catch_up(one);
  catch_up(two);
  CHECK_INT(one->heard, 10);
  CHECK_INT(two->heard, 10);
  for (int i = 0; i < 10; i++) CHECK_TEXT(heard_at(two, i), heard_at(one, i));
}

/* ---- When ---------------------------------------------------------------------------------------------------------- */

static void a_later_reader_hears_what_follows(void) {
  reader *early = read_all();
  CHECK_OK(send(store, "\"increment\""));
  reader *late = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(late), "action 2 #2 " INCREMENT);
  CHECK_TEXT(told(early), "action 1 #1 " INCREMENT "|action 2 #2 " INCREMENT);
}

static void later_stores_are_heard_of(void) {
  reader *r = read_all();
  enfold_store later = open_store(runtime, "Many");
  CHECK_OK(send(later, "\"increment\""));
  CHECK_TEXT(told_since(r, later, 0), "action 1 #1 " INCREMENT);
  close_store(later);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
  CHECK_INT(r->heard, 2);
}

/* After the last reader stores report nothing, and then to the next one. */
static void nobody_reads_for_a_while(void) {
  reader *first = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(first), "action 1 #1 " INCREMENT);
  CHECK_OK(end_reader(first->number));
  CHECK_OK(send(store, "\"increment\""));
  enfold_store meanwhile = open_store(runtime, "Many");
  reader *second = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(meanwhile, "\"increment\""));
  CHECK_TEXT(told(second), "action 3 #2 " INCREMENT);
  CHECK_TEXT(told_since(second, meanwhile, 0), "action 1 #1 " INCREMENT);
  CHECK_INT(first->heard, 1);
}

/* ---- Stores that are opened and closed ------------------------------------------------------------------------------ */

static reader *read_lives(void) { return read_as((reader){.hears_of_lives = true}, NULL); }

static void stores_that_are_opened_and_closed_are_told(void) {
  reader *r = read_lives();
  enfold_store later = open_with(runtime, "Many", "{\"name\":\"later\"}");
  CHECK_OK(send(later, "\"increment\""));
  close_store(later);
  pump(runtime);
  CHECK_TEXT(told_since(r, later, 0), "opened 0 Many|action 1 #1 " INCREMENT "|closed 1");
  for (int i = 0; i < 3; i++) CHECK_TEXT(text_of(heard_at(r, i), "name"), "later");
  /* Of a store that was opened before somebody read, the end is told. */
  close_store(store);
  pump(runtime);
  CHECK_TEXT(told_since(r, store, 0), "closed 0");
  CHECK_INT(r->heard, 4);
}

/* Whatever it does. */
static void every_store_is_opened_and_closed(void) {
  static const char *const modes[] = {"{\"effects\":\"none\"}", "{\"stub\":true}", "{\"state\":{\"count\":5}}"};
  load(runtime, test_plugin("counter"));
  load(runtime, test_plugin("reducer"));
  reader *r = read_lives();
  for (int i = 0; i < 3; i++) {
    enfold_store opened = open_with(runtime, "Many", modes[i]);
    close_store(opened);
    pump(runtime);
    CHECK_TEXT(told_since(r, opened, 0), "opened 0 Many|closed 0");
  }
  enfold_store counter = open_store(runtime, "Counter"), tally = open_store(runtime, "Tally");
  CHECK_OK(send(counter, "\"increment\""));
  close_store(counter);
  close_store(tally);
  pump(runtime);
  CHECK_TEXT(told_since(r, counter, 0), ""); /* its engine is in no trace */
  CHECK_TEXT(told_since(r, tally, 0), "opened 0 Tally|closed 0");
}

static void what_is_not_opened_is_not_told(void) {
  enfold_store none = 0, scope = 0;
  reader *r = read_lives();
  CHECK_FAILS(enfold_store_open(runtime, "Many", "{\"state\":5}", ENFOLD_NUL, &none, &problem), ENFOLD_BAD_STATE, "");
  CHECK_FAILS(enfold_store_open(runtime, "Fewer", NULL, 0, &none, &problem), ENFOLD_NOT_FOUND, "");
  CHECK_OK(enfold_store_scope(store, "/count", ENFOLD_NUL, NULL, 0, &scope, &problem));
  close_store(scope);
  CHECK_TEXT(told_since(r, 0, 0), "");
}

/* The end is the last entry, also if the whole runtime is closed, or the store is ended. */
static void a_runtime_that_closes_closes_its_stores(void) {
  reader *r = read_lives();
  enfold_store ended = open_store(runtime, "Many");
  in_call++;
  CHECK_OK(enfold_store_end(ended, NULL, 0, &problem));
  in_call--;
  pump(runtime);
  CHECK_TEXT(told_since(r, ended, 0), "opened 0 Many|closed 0");
  CHECK_OK(send(store, "\"increment\""));
  close_runtime(runtime);
  until(&r->releases, 1);
  CHECK_INT(r->heard, 4);
  CHECK_TEXT(text_of(heard_at(r, 2), "kind"), "action");
  CHECK_TEXT(text_of(heard_at(r, 3), "kind"), "closed");
  CHECK_INT(number_of(heard_at(r, 3), "revision"), 1);
  CHECK(number_of(heard_at(r, 3), "store") == store);
}

/* ---- Features in C, and other stores ------------------------------------------------------------------------------- */

static void a_reducer_in_c_is_told(void) {
  load(runtime, test_plugin("reducer"));
  enfold_store tally = open_store(runtime, "Tally");
  reader *r = read_all();
  CHECK_OK(send(tally, "{\"say\":\"hello\"}"));
  say(tally, "{\"say\":\"\"}"); /* its reducer refuses it: the task fails */
  wait_for(runtime);
  CHECK_TEXT(told_since(r, tally, 0), "action 1 #1 {\"say\":\"hello\"}|action 2 #2 {\"say\":\"\"}|"
                                      "effect began 2 #2 <2 {\"say\":\"\"}|effect ended 2 #2 <2 {\"say\":\"\"} =failed");
  CHECK_TEXT(text_of(heard_at(r, 3), "effect"), "the reducer of Tally");
}

/* An engine in C, which does not know of it. */
static void an_engine_without_the_extension_is_left_out(void) {
  load(runtime, test_plugin("counter"));
  enfold_store counter = open_store(runtime, "Counter");
  reader *r = read_all();
  CHECK_OK(send(counter, "\"increment\""));
  CHECK_OK(send(store, "\"increment\""));
  enfold_store later = open_store(runtime, "Counter");
  CHECK_OK(send(later, "\"increment\""));
  CHECK_TEXT(told_since(r, 0, 0), "action 1 #1 " INCREMENT);
  CHECK_TEXT(state(counter, "/count"), "1");
}

static void stores_without_effects_are_told(void) {
  enfold_store none = open_with(runtime, "Many", "{\"effects\":\"none\"}");
  reader *r = read_all();
  say(none, "{\"twice\":\"later\"}");
  say(none, "{\"climb\":3}");
  CHECK_OK(enfold_store_restore(none, "{\"count\":7}", ENFOLD_NUL, &problem));
  wait_for(runtime);
  CHECK_TEXT(told_since(r, none, 0), "action 1 #1 {\"twice\":\"later\"}|action 2 #2 {\"climb\":3}|restore 3");
}

/* A stub makes no commits of actions. */
static void of_stubs_writes_are_told(void) {
  enfold_store stub = open_with(runtime, "Many", "{\"stub\":true}");
  reader *r = read_all();
  CHECK_OK(send(stub, "\"increment\""));
  CHECK_OK(enfold_store_restore(stub, "{\"count\":7}", ENFOLD_NUL, &problem));
  CHECK_OK(send(stub, "\"increment\""));
  CHECK_TEXT(told_since(r, stub, 0), "restore 1");
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(an_action_is_told);
  EACH(each_action_from_outside_is_a_task);
  EACH(the_name_is_that_of_the_store);
  EACH(scopes_have_the_stores_handle);
  EACH(refused_actions_are_not_told);
  EACH(what_waits_says_how_long);
  EACH(what_does_not_wait_says_nothing);
  EACH(what_another_thread_sends_may_wait_for_the_loop);
  EACH(writes_are_told);
  EACH(shared_values_are_told);
  EACH(mutations_are_told);
  EACH(holding_is_told);
  EACH(breakpoints_are_told);
  EACH(a_trace_begins_and_ends_in_held_stores);
  EACH(no_commit_is_missing);
  EACH(readers_hear_the_same);
  EACH(a_later_reader_hears_what_follows);
  EACH(later_stores_are_heard_of);
  EACH(nobody_reads_for_a_while);
  EACH(stores_that_are_opened_and_closed_are_told);
  EACH(every_store_is_opened_and_closed);
  EACH(what_is_not_opened_is_not_told);
  EACH(a_runtime_that_closes_closes_its_stores);
  EACH(a_reducer_in_c_is_told);
  EACH(an_engine_without_the_extension_is_left_out);
  EACH(stores_without_effects_are_told);
  EACH(of_stubs_writes_are_told);
}

int main(void) { return with_each_loop(all); }
