/* bindings.c: features that take bindings: a write of the host is an action of them. Runs for both loops. */
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { LONG_WAIT_MS = 60000 };


static enfold_runtime runtime;
static enfold_store bound;
static recorder actions;
static char lines[4096];
static int line_count;

static void receive(void *user, int32_t level, const char *line, size_t length) {
  (void)user, (void)level;
  size_t used = strlen(lines);
  snprintf(lines + used, sizeof lines - used, "%s%.*s", used > 0 ? "|" : "", (int)length, line);
  line_count++;
}

#define CHECK_REFUSED(call, status, part)       \
  do {                                          \
    CHECK_STATUS(call, status);                 \
    CHECK_CONTAINS(problem.message, part);      \
  } while (0)

/* With a loop of the host, everything is done here. */
static void pump(void) {
  if (options != NULL) CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
}

static enfold_status set_with(enfold_store store, const char *pointer, const char *value, const char *with) {
  enfold_status status = enfold_store_set(store, pointer, ENFOLD_NUL, value, ENFOLD_NUL, with,
                                          with == NULL ? 0 : ENFOLD_NUL, &problem);
  return status == ENFOLD_QUEUED ? ENFOLD_OK : status;
}

/* Writes, and waits until that was done. */
static enfold_status set(enfold_store store, const char *pointer, const char *value) {
  enfold_status status = set_with(store, pointer, value, NULL);
  pump();
  return status;
}

static enfold_status act(enfold_store store, const char *action) {
  enfold_status status = send(store, action);
  pump();
  return status == ENFOLD_QUEUED ? ENFOLD_OK : status;
}

/* Opens a store and observes its actions from now on. */
static enfold_store open_bound(const char *feature, const char *with) {
  enfold_subscription subscription = 0;
  CHECK_OK(enfold_store_open(runtime, feature, with, with == NULL ? 0 : ENFOLD_NUL, &bound, &problem));
  memset(&actions, 0, sizeof actions);
  lines[0] = '\0', line_count = 0;
  CHECK_OK(enfold_store_observe_actions(bound, NULL, 0, record, &actions, released, &subscription, &problem));
  pump();
  return bound;
}

static enfold_store scope(enfold_store store, const char *pointer, const char *action) {
  enfold_store made = 0;
  CHECK_OK(enfold_store_scope(store, pointer, ENFOLD_NUL, action, action == NULL ? 0 : ENFOLD_NUL, &made, &problem));
  return made;
}

static void forget_actions(void) { actions.text[0] = '\0', actions.length = 0; }

static void close_bound(void) {
  CHECK_OK(enfold_store_close(bound, &problem));
  pump();
}

/* ---- Writes are actions -------------------------------------------------------------------------------------------- */

static void a_write_is_an_action(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(set(store, "/text", "\"x\""));
  CHECK_TEXT(state(store, "/text"), "\"x\"");
  CHECK_TEXT(state(store, "/changes"), "1"); /* onChange around the BindingReducer */
  CHECK_TEXT(actions.text, "C <- {\"binding\":{\"/text\":\"x\"}}");
  CHECK_INT(revision(store), 1);
  close_bound();
}

static void an_equal_value_sends_nothing(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(set(store, "/text", "\"\""));
  CHECK_OK(set(store, "/isOn", "false"));
  CHECK_TEXT(actions.text, "");
  CHECK_INT(revision(store), 0);
  /* Every assignment to this one counts. */
  CHECK_OK(set(store, "/clicks", "0"));
  CHECK_TEXT(actions.text, "C <- {\"binding\":{\"/clicks\":0}}");
  /* A binding that is sent is always reduced. */
  forget_actions();
  CHECK_OK(act(store, "{\"binding\":{\"/text\":\"\"}}"));
  CHECK_TEXT(actions.text, " <- {\"binding\":{\"/text\":\"\"}}");
  CHECK_INT(revision(store), 2);
  close_bound();
}

static void its_effects_follow(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(set(store, "/isOn", "true"));
  CHECK_TEXT(state(store, "/count"), "1");
  CHECK_TEXT(actions.text, "C <- {\"binding\":{\"/isOn\":true}}|C <- {\"count\":1}");
  close_bound();
}

static void the_action_behind_a_write_follows(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(set_with(store, "/clicks", "5", "{\"action\":{\"count\":\"$new\"}}"));
  pump();
  CHECK_TEXT(state(store, "/count"), "5");
  CHECK_OK(set_with(store, "/text", "\"\"", "{\"action\":{\"count\":1}}"));
  pump();
  CHECK_TEXT(state(store, "/count"), "5");
  CHECK_TEXT(actions.text, "C <- {\"binding\":{\"/clicks\":5}}|C <- {\"count\":5}");
  close_bound();
}

static void a_property_that_JSON_may_not_write_is_told(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(act(store, "{\"setCount\":7}"));
  CHECK_TEXT(state(store, "/count"), "7");
  CHECK_TEXT(actions.text, " <- {\"setCount\":7}|C <- {\"binding\":{\"/count\":7}}");
  CHECK_REFUSED(set(store, "/count", "8"), ENFOLD_UNSUPPORTED, "not marked @Bindable");
  close_bound();
}

/* ---- Of which feature it is the action ----------------------------------------------------------------------------- */

static void a_scope_sends_the_binding_of_its_child(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(act(store, "\"open\""));
  forget_actions();
  enfold_store editor = scope(store, "/editor", "{\"editor\":\"$action\"}");
  CHECK_OK(set(editor, "/name", "\"Ada\""));
  CHECK_TEXT(state(store, "/editor/name"), "\"Ada\"");
  CHECK_TEXT(actions.text, "C <- {\"editor\":{\"binding\":{\"/name\":\"Ada\"}}}");
  /* Scopes inside scopes: with a template, it is the action of that feature; without one, of the feature around it. */
  forget_actions();
  CHECK_OK(set(scope(editor, "/author", "{\"author\":\"$action\"}"), "/first", "\"A\""));
  CHECK_OK(set(scope(editor, "/author", NULL), "/first", "\"B\""));
  CHECK_OK(set(scope(store, "/editor", NULL), "/author/first", "\"C\""));
  CHECK_TEXT(actions.text,
             "C <- {\"editor\":{\"author\":{\"binding\":{\"/first\":\"A\"}}}}|"
             "C <- {\"editor\":{\"binding\":{\"/author/first\":\"B\"}}}|"
             "C <- {\"binding\":{\"/editor/author/first\":\"C\"}}");
  CHECK_TEXT(state(store, "/editor/author/first"), "\"C\"");
  close_bound();
}

static void without_a_scope_it_is_the_binding_of_the_root(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(act(store, "\"open\""));
  CHECK_OK(act(store, "{\"add\":9}"));
  forget_actions();
  CHECK_OK(set(store, "/editor/name", "\"Ada\""));
  CHECK_OK(set(store, "/rows/id=9/isDone", "true"));
  CHECK_OK(set(store, "/rows/0/isDone", "false"));
  CHECK_TEXT(actions.text,
             "C <- {\"binding\":{\"/editor/name\":\"Ada\"}}|C <- {\"binding\":{\"/rows/id=9/isDone\":true}}|"
             "C <- {\"binding\":{\"/rows/0/isDone\":false}}");
  close_bound();
}

static void a_child_that_takes_none_is_written_plainly(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(act(store, "{\"add\":9}"));
  forget_actions();
  enfold_store row = scope(store, "/rows/id=9", "{\"row\":{\"id\":9,\"action\":\"$action\"}}");
  CHECK_OK(set(row, "/isDone", "true"));
  CHECK_TEXT(state(store, "/rows/0/isDone"), "true");
  /* An enum with the case and without the protocol takes no bindings. */
  CHECK_OK(set(scope(store, "/note", "{\"note\":\"$action\"}"), "/body", "\"text\""));
  CHECK_TEXT(state(store, "/note/body"), "\"text\"");
  /* A template that leads elsewhere than the pointer. */
  CHECK_OK(set(scope(store, "", "{\"editor\":\"$action\"}"), "/text", "\"t\""));
  CHECK_TEXT(state(store, "/text"), "\"t\"");
  CHECK_TEXT(actions.text, "");
  close_bound();
  store = open_bound("Note", NULL);
  CHECK_OK(set(store, "/body", "\"text\""));
  CHECK_TEXT(state(store, "/body"), "\"text\"");
  CHECK_TEXT(actions.text, "");
  close_bound();
}

/* ---- Mistakes ------------------------------------------------------------------------------------------------------ */

#define WRITABLE                                                                                                       \
  "it may write /text, /isOn, /clicks, /pin, /editor/name, /editor/author/first, /note/body, /rows/*/isDone"

static void the_statuses_of_set_stay(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_REFUSED(set(store, "/text", "7"), ENFOLD_BAD_STATE, "a number where a string is expected");
  CHECK_REFUSED(set(store, "/text", "\"x"), ENFOLD_BAD_JSON, "");
  CHECK_REFUSED(set(store, "/nowhere", "7"), ENFOLD_BAD_POINTER, "leads nowhere");
  CHECK_REFUSED(set(store, "", "{}"), ENFOLD_UNSUPPORTED, "");
  CHECK_REFUSED(set_with(store, "/text", "\"x\"", "{\"action\":\"explode\"}"), ENFOLD_BAD_ACTION, "explode");
  if (options == NULL) {
    CHECK_REFUSED(set(store, "/editor/name", "\"x\""), ENFOLD_NO_TARGET, "nothing is at \"/editor/name\" to be set");
    CHECK_REFUSED(set(scope(store, "/editor", "{\"editor\":\"$action\"}"), "/name", "\"x\""), ENFOLD_NO_TARGET,
                "nothing is at \"/editor/name\" to be set");
  }
  CHECK_TEXT(actions.text, "");
  CHECK_INT(revision(store), 0);
  close_bound();
}

static void JSON_may_write_what_set_may(void) {
  static const char *const refused[] = {"/count", "/changes", "/editor", "/rows", "text", "", "/nowhere"};
  char action[128], message[512];
  enfold_store store = open_bound("Bound", NULL);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    snprintf(action, sizeof action, "{\"binding\":{\"%s\":1}}", refused[i]);
    snprintf(message, sizeof message, "\"%s\" cannot be written by a binding; " WRITABLE, refused[i]);
    CHECK_REFUSED(act(store, action), ENFOLD_BAD_ACTION, message);
  }
  CHECK_REFUSED(act(store, "{\"binding\":{}}"), ENFOLD_BAD_ACTION, "a binding writes one property; " WRITABLE);
  CHECK_REFUSED(act(store, "{\"binding\":{\"/text\":\"x\",\"/isOn\":true}}"), ENFOLD_BAD_ACTION,
              "a binding writes one property, and \"/text\" is followed by \"/isOn\": send several bindings as a batch");
  CHECK_REFUSED(act(store, "{\"binding\":{\"/text\":7}}"), ENFOLD_BAD_ACTION, "a number where a string is expected");
  CHECK_INT(revision(store), 0);
  size_t accepted = 0;
  CHECK(enfold_store_send_batch(store, "[{\"binding\":{\"/text\":\"x\"}},{\"binding\":{\"/isOn\":true}}]", ENFOLD_NUL,
                                &accepted, &problem) <= ENFOLD_QUEUED);
  pump();
  CHECK_INT(accepted, 2);
  CHECK_TEXT(state(store, "/text"), "\"x\"");
  close_bound();
}

static void the_first_binding_that_nobody_writes_is_logged(void) {
  enfold_store store = open_bound("Forgetful", NULL);
  CHECK_OK(set_with(store, "/text", "\"x\"", "{\"action\":{\"wrote\":\"$new\"}}"));
  pump();
  CHECK_OK(set(store, "/text", "\"y\""));
  CHECK_TEXT(state(store, "/text"), "\"\"");
  CHECK_INT(line_count, 1);
  CHECK_CONTAINS(lines, "a binding of \\\"/text\\\" was sent, but nothing writes it: Forgetful takes bindings and has no "
                        "BindingReducer. Put `BindingReducer()` into its body");
  CHECK_CONTAINS(lines, "\"topic\":\"a-binding-that-was-not-written\"");
  CHECK_TEXT(actions.text, " <- {\"binding\":{\"/text\":\"x\"}}| <- {\"binding\":{\"/text\":\"y\"}}");
  close_bound();
}

/* A binding that is sent is reduced, and its place may be absent then. */
static void a_sent_binding_of_an_absent_place_is_logged(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(act(store, "{\"binding\":{\"/editor/name\":\"x\"}}"));
  CHECK_CONTAINS(lines, "a binding was not written: nothing is at \\\"/editor/name\\\"");
  CHECK_INT(line_count, 1);
  CHECK_INT(revision(store), 1);
  close_bound();
}

static void stubs_are_written_plainly(void) {
  enfold_store store = open_bound("Bound", "{\"stub\":true}");
  CHECK_OK(set(store, "/text", "\"x\""));
  CHECK_TEXT(state(store, "/text"), "\"x\"");
  CHECK_TEXT(actions.text, "");
  close_bound();
}

/* ---- Traces, holding, secrets -------------------------------------------------------------------------------------- */

static char entries[8192];
static atomic_int entry_count;

static void keep_entry(void *user, const char *entry, size_t length) {
  (void)user;
  size_t used = strlen(entries);
  snprintf(entries + used, sizeof entries - used, "%.*s\n", (int)length, entry);
  atomic_fetch_add(&entry_count, 1);
}

static uint64_t read_trace(void) {
  uint64_t reader = 0;
  entries[0] = '\0';
  atomic_store(&entry_count, 0);
  CHECK_OK(enfold_runtime_trace(runtime, NULL, 0, keep_entry, NULL, NULL, &reader, &problem));
  return reader;
}

/* Waits until so many were told, and ends the reader. */
static void await_entries(int count, uint64_t reader) {
  int64_t end = now_ms() + LONG_WAIT_MS;
  while (atomic_load(&entry_count) < count && now_ms() < end) sched_yield();
  CHECK_INT(atomic_load(&entry_count), count);
  CHECK_OK(enfold_runtime_trace_end(runtime, reader, &problem));
}

static void a_trace_calls_it_a_binding(void) {
  uint64_t reader = read_trace();
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(set(store, "/text", "\"x\""));
  CHECK_OK(set(store, "/pin", "\"1234\""));
  CHECK_OK(act(store, "{\"binding\":{\"/text\":\"y\"}}"));
  CHECK_OK(set(scope(store, "/note", "{\"note\":\"$action\"}"), "/body", "\"plain\""));
  await_entries(5, reader);
  CHECK_CONTAINS(entries, "\"kind\":\"binding\",\"revision\":1,\"task\":1");
  CHECK_CONTAINS(entries, "\"action\":{\"binding\":{\"/text\":\"x\"}}");
  CHECK_CONTAINS(entries, "\"action\":{\"binding\":{\"/pin\":\"[redacted]\"}}");
  CHECK(strstr(entries, "1234") == NULL);
  CHECK_CONTAINS(entries, "\"kind\":\"action\",\"revision\":3");
  CHECK_CONTAINS(entries, "\"kind\":\"set\",\"revision\":4");
  close_bound();
}

/* The pointers of a binding begin at the state of its feature, and a pattern at that of the store. */
static void a_pattern_of_the_host_hides_the_values_of_all_bindings(void) {
  static char line[256];
  enfold_runtime all_bindings = runtime;
  snprintf(line, sizeof line, "{\"redact\":[\"/editor/name\"],\"loop\":\"%s\"}", options == NULL ? "inline" : "host");
  runtime = open_runtime_with(line, swift_plugin("Bound"));
  uint64_t reader = read_trace();
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(act(store, "\"open\""));
  CHECK_OK(set(scope(store, "/editor", "{\"editor\":\"$action\"}"), "/name", "\"secret\""));
  CHECK_OK(set(store, "/editor/name", "\"secret2\""));
  await_entries(4, reader);
  CHECK_CONTAINS(entries, "\"action\":{\"editor\":{\"binding\":{\"/name\":\"[redacted]\"}}}");
  CHECK_CONTAINS(entries, "\"action\":{\"binding\":{\"/editor/name\":\"[redacted]\"}}");
  CHECK(strstr(entries, "secret") == NULL);
  close_bound();
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  runtime = all_bindings;
}

static void a_held_store_keeps_it_back(void) {
  enfold_store store = open_bound("Bound", NULL);
  CHECK_OK(enfold_store_hold(store, 1, &problem));
  pump();
  CHECK_STATUS(set_with(store, "/text", "\"x\"", NULL), ENFOLD_OK);
  CHECK_TEXT(state(store, "/text"), "\"\"");
  CHECK_OK(enfold_store_hold(store, 0, &problem));
  pump();
  CHECK_TEXT(state(store, "/text"), "\"x\"");
  CHECK_TEXT(actions.text, "C <- {\"binding\":{\"/text\":\"x\"}}");
  close_bound();
}

static void set_from_inside(recorder *r, const enfold_event *event) {
  (void)r;
  if (event->flags & ENFOLD_INITIAL)
    CHECK_STATUS(enfold_store_set(event->store, "/text", ENFOLD_NUL, "\"inside\"", ENFOLD_NUL, NULL, 0, &problem),
                 ENFOLD_QUEUED);
}

static void a_write_in_a_callback_waits_its_turn(void) {
  enfold_store store = open_bound("Bound", NULL);
  recorder *r = fresh((recorder){.then = set_from_inside});
  observe(store, "/count", NULL, r);
  pump();
  CHECK_TEXT(state(store, "/text"), "\"inside\"");
  CHECK_TEXT(actions.text, "C <- {\"binding\":{\"/text\":\"inside\"}}");
  close_bound();
}

/* ---- Threads ------------------------------------------------------------------------------------------------------- */

enum { THREADS = 8, WRITES = 50 };

static void *write_many(void *number) {
  char value[32];
  for (int i = 0; i < WRITES; i++) {
    snprintf(value, sizeof value, "\"%d.%d\"", (int)(intptr_t)number, i);
    CHECK_OK(set_with(bound, "/text", value, NULL));
  }
  return NULL;
}

static void writes_of_many_threads_are_actions_one_by_one(void) {
  pthread_t threads[THREADS];
  enfold_store store = open_bound("Bound", NULL);
  for (intptr_t i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, write_many, (void *)i), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
  CHECK_INT(revision(store), THREADS * WRITES);
  CHECK_INT(actions.events, THREADS * WRITES);
  close_bound();
}

static void all(void) {
  runtime = open_runtime_with(options, swift_plugin("Bound"));
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, receive, NULL, NULL, &problem));
  RUN(a_write_is_an_action);
  RUN(an_equal_value_sends_nothing);
  RUN(its_effects_follow);
  RUN(the_action_behind_a_write_follows);
  RUN(a_property_that_JSON_may_not_write_is_told);
  RUN(a_scope_sends_the_binding_of_its_child);
  RUN(without_a_scope_it_is_the_binding_of_the_root);
  RUN(a_child_that_takes_none_is_written_plainly);
  RUN(the_statuses_of_set_stay);
  RUN(JSON_may_write_what_set_may);
  RUN(the_first_binding_that_nobody_writes_is_logged);
  RUN(a_sent_binding_of_an_absent_place_is_logged);
  RUN(stubs_are_written_plainly);
  RUN(a_trace_calls_it_a_binding);
  RUN(a_pattern_of_the_host_hides_the_values_of_all_bindings);
  RUN(a_held_store_keeps_it_back);
  RUN(a_write_in_a_callback_waits_its_turn);
  RUN(writes_of_many_threads_are_actions_one_by_one);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(all); }
