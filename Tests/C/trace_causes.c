/* trace_causes.c: who has changed a shared value, as the entries of the stores say that follow it. For both loops, with stores of one
 * plugin and of two. */
#include "trace.h"

static const char *follower; /* the feature of b and c; a is of the first plugin */
static enfold_store a, b, c;

static void open_all(void) {
  load(runtime, swift_plugin("SessionsA"));
  load(runtime, swift_plugin("SessionsB"));
  a = open_store(runtime, VISITOR_A);
  b = open_store(runtime, follower);
  c = open_store(runtime, follower);
}

/* Sends, and waits until the effects have ended, and the stores that are not held have followed. */
static void say_as(enfold_store in, const char *tag, const char *action) {
  CHECK_OK(task_end(begin_as(in, tag, action)));
  pump(runtime);
}

static void write_later(enfold_store in, const char *tag, int times) {
  char action[60];
  snprintf(action, sizeof action, "{\"visitLater\":{\"times\":%d}}", times);
  say_as(in, tag, action);
  wait_for(runtime);
}

static void set_session(const char *json) {
  in_call++;
  CHECK_OK(set_shared(runtime, "session", json));
  in_call--;
  pump(runtime);
}

static const char *name_of(uint64_t of) { return of == 0 ? "nobody" : of == a ? "a" : of == b ? "b" : of == c ? "c" : "?"; }

/* "REVISION <REVISION OF THE CAUSE of STORE by TAG" of each entry in which a store follows shared values. */
static const char *followed(reader *r, enfold_store of) {
  static char texts[4][4096];
  static int next;
  char *text = texts[next++ % 4];
  text[0] = '\0';
  catch_up(r);
  for (int i = 0; i < r->heard; i++) {
    char line[400], from[80] = "";
    const char *entry = heard_at(r, i);
    if (number_of(entry, "store") != of || strcmp(text_of(entry, "kind"), "shared") != 0) continue;
    const char *cause = member(entry, "cause");
    if (cause != NULL)
      snprintf(from, sizeof from, " <%" PRIu64 " of %s", number_of(cause, "revision"), name_of(number_of(cause, "store")));
    snprintf(line, sizeof line, "%s%" PRIu64 "%s%s%s", *text != '\0' ? "|" : "", number_of(entry, "revision"), from,
             member(entry, "tag") != NULL ? " by " : "", text_of(entry, "tag"));
    CHECK(member(entry, "task") == NULL);
    CHECK(member(entry, "action") == NULL);
    strncat(text, line, sizeof texts[0] - strlen(text) - 1);
  }
  return text;
}

/* ---- Reducers ------------------------------------------------------------------------------------------------------ */

static void a_reducer_writes(void) {
  open_all();
  reader *r = read_all();
  CHECK_OK(send(a, "\"visit\"")); /* under a lock */
  pump(runtime);
  CHECK_OK(send(a, "{\"rename\":\"Ada\"}")); /* an assignment */
  pump(runtime);
  CHECK_TEXT(followed(r, a), "");
  CHECK_TEXT(followed(r, b), "1 <1 of a|2 <2 of a");
  CHECK_TEXT(followed(r, c), "1 <1 of a|2 <2 of a");
}

static void a_reducer_writes_for_somebody(void) {
  open_all();
  reader *r = read_all();
  say_as(a, "ada", "\"visit\"");
  say_as(a, "", "\"visit\"");
  say_as(a, "bob \\\"x\\\"", "{\"rename\":\"Bob\"}");
  say_as(a, "eve", "\"count\""); /* it writes nothing */
  CHECK_TEXT(followed(r, b), "1 <1 of a by ada|2 <2 of a|3 <3 of a by bob \\\"x\\\"");
  CHECK_TEXT(followed(r, c), followed(r, b));
}

static void each_follows_the_others(void) {
  open_all();
  reader *r = read_all();
  say_as(b, "bob", "\"visit\"");
  say_as(a, "ada", "\"visit\"");
  say_as(c, "cleo", "\"visit\"");
  CHECK_TEXT(followed(r, a), "1 <1 of b by bob|3 <3 of c by cleo");
  CHECK_TEXT(followed(r, b), "2 <2 of a by ada|3 <3 of c by cleo");
  CHECK_TEXT(followed(r, c), "1 <1 of b by bob|2 <2 of a by ada");
}

/* A value that is equal is none that anybody follows. */
static void an_equal_value_has_no_entry(void) {
  open_all();
  say_as(a, "ada", "{\"rename\":\"Ada\"}");
  reader *r = read_all();
  say_as(a, "bob", "{\"rename\":\"Ada\"}");
  say_as(a, "cleo", "\"visit\"");
  CHECK_TEXT(followed(r, b), "2 <3 of a by cleo");
}

/* What a child writes, its parent follows in a commit of its own. */
static void a_child_writes(void) {
  open_all();
  CHECK_OK(send(a, "\"invite\""));
  pump(runtime);
  reader *r = read_all();
  say_as(a, "ada", "{\"greet\":\"hello\"}");
  CHECK_TEXT(followed(r, a), "3 <2 of a by ada");
  CHECK_TEXT(followed(r, b), "1 <2 of a by ada");
}

/* ---- Effects ------------------------------------------------------------------------------------------------------- */

static void an_effect_writes(void) {
  open_all();
  CHECK_OK(send(a, "\"count\""));
  reader *r = read_all();
  write_later(a, "ada", 1);
  CHECK_TEXT(followed(r, a), "3 <2 of a by ada");
  CHECK_TEXT(followed(r, b), "1 <2 of a by ada");
  write_later(b, "", 1);
  CHECK_TEXT(followed(r, a), "3 <2 of a by ada|4 <2 of b");
  CHECK_TEXT(followed(r, b), "1 <2 of a by ada|3 <2 of b");
}

/* However many of its writes come together in one commit, it is the cause of each. */
static void an_effect_writes_again_and_again(void) {
  open_all();
  reader *r = read_all();
  write_later(a, "ada", 100);
  CHECK_TEXT(state(b, "/session/visits"), "100");
  const enfold_store all[] = {a, b, c};
  for (int which = 0; which < 3; which++) {
    const char *text = followed(r, all[which]);
    int entries = 0;
    for (; *text != '\0'; entries++) {
      text += strspn(text, "0123456789");
      CHECK(strncmp(text, " <1 of a by ada", 15) == 0);
      text += 15;
      if (*text == '|') text++;
    }
    CHECK(entries >= 1 && entries <= 100);
  }
}

static void effects_of_two_stores_at_once(void) {
  open_all();
  reader *r = read_all();
  enfold_task tasks[] = {begin_as(a, "ada", "{\"visitLater\":{\"times\":50}}"),
                         begin_as(b, "bob", "{\"visitLater\":{\"times\":50}}")};
  for (int i = 0; i < 2; i++) CHECK_OK(task_end(tasks[i]));
  wait_for(runtime);
  pump(runtime);
  CHECK_TEXT(state(c, "/session/visits"), "100");
  catch_up(r);
  for (int i = 0; i < r->heard; i++) {
    const char *entry = heard_at(r, i), *cause = member(entry, "cause");
    if (strcmp(text_of(entry, "kind"), "shared") != 0) continue;
    CHECK(cause != NULL);
    uint64_t of = number_of(cause, "store");
    CHECK(of == a || of == b);
    CHECK_TEXT(text_of(entry, "tag"), of == a ? "ada" : "bob");
  }
}

/* ---- The host ------------------------------------------------------------------------------------------------------ */

static void *set_there(void *unused) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_shared_set(runtime, "session", "{\"visits\":8}", ENFOLD_NUL, &error), ENFOLD_OK);
  return unused;
}

static void the_host_writes(void) {
  open_all();
  reader *r = read_all();
  set_session("{\"visits\":7}");
  say_as(a, "ada", "\"visit\"");
  elsewhere(set_there, NULL); /* an equal value */
  set_session("{\"visits\":9}");
  CHECK_TEXT(followed(r, b), "1|2 <2 of a by ada|3");
  CHECK_TEXT(followed(r, a), "1|3");
  set_session("{\"visits\":10}");
  elsewhere(set_there, NULL);
  wait_for(runtime);
  pump(runtime);
  CHECK_TEXT(followed(r, b), "1|2 <2 of a by ada|3|4|5");
  CHECK_TEXT(followed(r, a), "1|3|4|5");
}

static void set_inside(recorder *r, const enfold_event *event) {
  if (event->flags & (ENFOLD_INITIAL | ENFOLD_CLOSED)) return;
  (void)r;
  CHECK_OK(enfold_shared_set(runtime, "session", "{\"name\":\"host\"}", ENFOLD_NUL, &problem));
}

/* A callback belongs to the host, whoever has caused it. */
static void a_callback_writes(void) {
  open_all();
  recorder *count = fresh((recorder){.then = set_inside});
  observe(a, "/count", NULL, count);
  reader *r = read_all();
  say_as(a, "ada", "\"count\"");
  CHECK_INT(count->events, 2);
  CHECK_TEXT(state(b, "/session/name"), "\"host\"");
  CHECK_TEXT(followed(r, a), "2");
  CHECK_TEXT(followed(r, b), "1");
}

/* ---- What comes together ------------------------------------------------------------------------------------------- */

static void the_first_write_counts(void) {
  open_all();
  reader *r = read_all();
  CHECK_OK(hold(b, 1));
  say_as(a, "ada", "\"visit\"");
  say_as(a, "bob", "\"visit\"");
  set_session("{\"visits\":5}");
  CHECK_TEXT(followed(r, b), "");
  release(b);
  CHECK_TEXT(followed(r, b), "1 <1 of a by ada");
  CHECK_TEXT(followed(r, c), "1 <1 of a by ada|2 <2 of a by bob|3");
  CHECK_TEXT(state(b, "/session/visits"), "5");
  for (int i = 0; i < r->heard; i++)
    if (number_of(heard_at(r, i), "store") == b && strcmp(text_of(heard_at(r, i), "kind"), "shared") == 0)
      CHECK(number_of(heard_at(r, i), "waited") > 0);
}

static void the_first_write_may_be_the_hosts(void) {
  open_all();
  reader *r = read_all();
  CHECK_OK(hold(b, 1));
  set_session("{\"visits\":5}");
  say_as(a, "ada", "\"visit\"");
  release(b);
  CHECK_TEXT(followed(r, b), "1");
  say_as(a, "ada", "\"visit\"");
  CHECK_TEXT(followed(r, b), "1|2 <3 of a by ada");
}

/* What has come to nothing says nothing about what follows. */
static void a_write_that_is_taken_back(void) {
  open_all();
  say_as(a, "x", "{\"rename\":\"one\"}");
  reader *r = read_all();
  CHECK_OK(hold(b, 1));
  say_as(a, "ada", "{\"rename\":\"two\"}");
  say_as(a, "bob", "{\"rename\":\"one\"}");
  release(b);
  CHECK_TEXT(followed(r, b), "");
  set_session("{\"name\":\"three\"}");
  CHECK_TEXT(followed(r, b), "2");
}

/* ---- Who is not there ---------------------------------------------------------------------------------------------- */

/* Then the handle of its store is not known any more. */
static void the_writer_is_closed_meanwhile(void) {
  open_all();
  reader *r = read_all();
  CHECK_OK(hold(b, 1));
  say_as(a, "ada", "\"visit\"");
  close_store(a);
  pump(runtime);
  release(b);
  CHECK_TEXT(followed(r, b), "1 <1 of nobody by ada");
  CHECK_TEXT(followed(r, c), "1 <1 of a by ada");
}

/* A store notes why only while somebody reads. */
static void what_nobody_read_has_no_cause(void) {
  open_all();
  CHECK_OK(hold(b, 1));
  say_as(a, "ada", "\"visit\"");
  reader *r = read_all();
  release(b);
  CHECK_TEXT(followed(r, b), "1");
  say_as(a, "bob", "\"visit\"");
  CHECK_TEXT(followed(r, b), "1|2 <2 of a by bob");
}

/* Nor the cause of what was written before, for another reader. */
static void a_cause_is_forgotten_with_its_commit(void) {
  open_all();
  reader *first = read_all();
  CHECK_OK(hold(b, 1));
  say_as(a, "ada", "\"visit\"");
  CHECK_OK(end_reader(first->number));
  pump(runtime);
  release(b);
  CHECK_OK(hold(b, 1));
  say_as(a, "bob", "\"visit\"");
  reader *r = read_all();
  release(b);
  CHECK_TEXT(followed(r, b), "2");
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  static const char *const followers[] = {VISITOR_A, VISITOR_B};
  for (int i = 0; i < 2; i++) {
    follower = followers[i];
    EACH(a_reducer_writes);
    EACH(a_reducer_writes_for_somebody);
    EACH(each_follows_the_others);
    EACH(an_equal_value_has_no_entry);
    EACH(a_child_writes);
    EACH(an_effect_writes);
    EACH(an_effect_writes_again_and_again);
    EACH(effects_of_two_stores_at_once);
    EACH(the_host_writes);
    EACH(a_callback_writes);
    EACH(the_first_write_counts);
    EACH(the_first_write_may_be_the_hosts);
    EACH(a_write_that_is_taken_back);
    EACH(the_writer_is_closed_meanwhile);
    EACH(what_nobody_read_has_no_cause);
    EACH(a_cause_is_forgotten_with_its_commit);
  }
}

int main(void) { return with_each_loop(all); }
