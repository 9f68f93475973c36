/* reactors.c: reactors as a host sees them: events that do not tell how a feature is written, and mutations. */
#include "check.h"

static enfold_runtime runtime;

static enfold_subscription observe_actions(enfold_store store, const char *options, recorder *r) {
  enfold_subscription subscription = 0;
  CHECK_OK(enfold_store_observe_actions(store, options, ENFOLD_NUL, record, r, released, &subscription, &problem));
  return subscription;
}

static void wait_for(enfold_store store) { CHECK_OK(enfold_store_wait(store, 20000, &problem)); }

/* ---- One counter, written four times ----------------------------------------------------------------------------- */

/* Everything that two observers of a store are told, and how much of it are mutations. */
typedef struct session {
  char *text;
  size_t length, room;
  uint64_t last_mutation;
  int events, mutations;
} session;

static void append(session *s, const char *text, size_t length) {
  if (s->length + length + 1 > s->room) {
    s->room = 2 * (s->length + length + 1);
    s->text = realloc(s->text, s->room);
    CHECK(s->text != NULL);
  }
  memcpy(s->text + s->length, text, length);
  s->length += length;
  s->text[s->length] = '\0';
}

static void write_event(void *user, const enfold_event *event) {
  session *s = user;
  char head[64];
  if (event->flags & ENFOLD_MUTATION) {
    s->mutations++;
    s->last_mutation = event->revision;
    CHECK(event->action != NULL && event->value != NULL);
    return;
  }
  s->events++;
  append(s, head, (size_t)snprintf(head, sizeof head, "#%" PRIu64 " %u", event->revision, event->flags));
  const struct {
    const char *text;
    size_t length;
  } texts[] = {{event->pointer, event->pointer_length},
               {event->value, event->value_length},
               {event->patch, event->patch_length},
               {event->action, event->action_length}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    append(s, " ", 1);
    append(s, texts[i].text != NULL ? texts[i].text : "NULL", texts[i].text != NULL ? texts[i].length : 4);
  }
  append(s, "\n", 1);
}

/* An action comes directly behind its mutation. */
static void write_action(void *user, const enfold_event *event) {
  session *s = user;
  if (s->mutations > 0 && !(event->flags & (ENFOLD_MUTATION | ENFOLD_CLOSED)))
    CHECK_INT(event->revision, s->last_mutation);
  write_event(user, event);
}

enum { ACTIONS = 1000 };

/* Opens a feature and sends it actions, always the same ones, with one mutation each. */
static session session_of(const char *feature, bool wants_mutations) {
  static const char *const patterns[] = {
      "\"increment\"",          "{\"setName\":\"n%u\"}",          "{\"addRow\":{\"id\":%u}}", "{\"raise\":{\"id\":%u}}",
      "{\"raise\":{\"id\":%u}}", "{\"removeRow\":{\"id\":%u}}", "{\"show\":\"a%u\"}",       "{\"show\":null}",
      "\"nothing\"",            "\"reset\"",                      "{\"setName\":\"same\"}"};
  enfold_store store = open_store(runtime, feature);
  session s = {0};
  uint64_t random = 42;
  char action[64];
  CHECK_OK(enfold_store_observe(store, "", 0, "{\"filter\":\"raw\",\"patch\":true,\"action\":true}", ENFOLD_NUL,
                                write_event, &s, NULL, NULL, &problem));
  CHECK_OK(enfold_store_observe_actions(store, wants_mutations ? "{\"state\":\"\",\"mutations\":true}" : "{\"state\":\"\"}",
                                        ENFOLD_NUL, write_action, &s, NULL, NULL, &problem));
  CHECK_OK(enfold_store_observe(store, "/rows", ENFOLD_NUL, "{\"patch\":true,\"value\":false}", ENFOLD_NUL, write_event,
                                &s, NULL, NULL, &problem));
  for (int i = 0; i < ACTIONS; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    size_t kind = (random >> 33) % (sizeof patterns / sizeof *patterns);
    snprintf(action, sizeof action, patterns[kind], (unsigned)(random >> 50) % 8);
    CHECK_OK(send(store, action));
  }
  CHECK_INT(revision(store), ACTIONS);
  CHECK_OK(enfold_store_close(store, &problem));
  return s;
}

static void check_equal(const session *s, const session *expected) {
  CHECK_INT(s->events, expected->events);
  for (size_t i = 0; i < expected->length; i++) {
    if (s->text[i] == expected->text[i]) continue;
    size_t from = i < 200 ? 0 : i - 200;
    fprintf(stderr, "%.400s\nis not\n%.400s\n", s->text + from, expected->text + from);
    CHECK(false);
  }
  CHECK_INT(s->length, expected->length);
}

static void no_event_tells_how_a_feature_is_written(void) {
  session function = session_of("FunctionCounter", false);
  CHECK(function.events > 2 * ACTIONS);
  CHECK_CONTAINS(function.text, "\"op\":\"add\",\"path\":\"/rows/");
  static const char *const features[] = {"ReducerCounter", "ReactorCounter", "ReactableCounter"};
  for (int wants_mutations = 0; wants_mutations < 2; wants_mutations++) {
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
      session other = session_of(features[i], wants_mutations);
      check_equal(&other, &function);
      CHECK_INT(other.mutations, wants_mutations && i > 0 ? ACTIONS : 0);
      free(other.text);
    }
  }
  free(function.text);
}

/* ---- Mutations --------------------------------------------------------------------------------------------------- */

static void a_mutation_is_told_before_its_action(void) {
  enfold_store store = open_store(runtime, "ReactorCounter");
  recorder r = {0};
  observe_actions(store, "{\"mutations\":true,\"state\":\"/count\"}", &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "{\"show\":null}"));
  CHECK_OK(send(store, "{\"addRow\":{\"id\":7}}"));
  CHECK_TEXT(r.text, "CM 1 <- {\"add\":1}|C 1 <- {\"increment\":{}}|CM 1 <- {\"setAlert\":null}|C 1 <- {\"show\":null}|"
                     "CM 1 <- {\"append\":{\"id\":7,\"value\":0}}|C 1 <- {\"addRow\":{\"id\":7}}");
  CHECK_INT(r.last_revision, 3);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void nobody_is_told_who_has_not_asked(void) {
  enfold_store store = open_store(runtime, "ReactorCounter");
  recorder without = {0}, with = {0}, off = {0};
  observe_actions(store, "{}", &without);
  observe_actions(store, "{\"mutations\":true}", &with);
  observe_actions(store, "{\"mutations\":false}", &off);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(without.text, "C <- {\"increment\":{}}");
  CHECK_TEXT(with.text, "CM <- {\"add\":1}|C <- {\"increment\":{}}");
  CHECK_TEXT(off.text, without.text);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_mutation_without_json_is_told_by_the_name_of_its_case(void) {
  enfold_store store = open_store(runtime, "Sources");
  recorder r = {0};
  observe_actions(store, "{\"mutations\":true,\"state\":\"/count\"}", &r);
  CHECK_OK(send(store, "{\"effect\":2}"));
  CHECK_TEXT(r.text, "CM 1 <- \"add\"|M 1 <- \"keep\"|C 1 <- {\"effect\":2}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void each_mutation_at_hand_is_a_commit_and_the_action_comes_behind_them(void) {
  static const char *const actions[] = {"{\"effect\":4}", "{\"publisher\":4}"};
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
    enfold_store store = open_store(runtime, "Sources");
    char expected[512];
    recorder log = {0}, value = {.name = "v", .log = &log}, action = {.name = "a", .log = &log};
    observe(store, "/count", "{\"filter\":\"raw\",\"action\":true}", &value);
    observe_actions(store, "{\"mutations\":true}", &action);
    CHECK_OK(send(store, actions[i]));
    snprintf(expected, sizeof expected,
             "v:I 0|v:C 1 <- %s|a:CM <- \"add\"|v:C 2 <- %s|a:CM <- \"add\"|v:C 3 <- %s|a:CM <- \"add\"|"
             "v: 3 <- %s|a:M <- \"keep\"|a:C <- %s",
             actions[i], actions[i], actions[i], actions[i], actions[i]);
    CHECK_TEXT(log.text, expected);
    CHECK_INT(action.last_revision, 4);
    /* Of a batch each action is followed by its own mutations. */
    CHECK_OK(enfold_store_send_batch(store, "[{\"effect\":2},{\"effect\":2}]", ENFOLD_NUL, NULL, &problem));
    CHECK_CONTAINS(action.text,
                   "|a:CM <- \"add\"|a:M <- \"keep\"|a:C <- {\"effect\":2}|a:CM <- \"add\"|a:M <- \"keep\"|a:C <- {\"effect\":2}");
    CHECK_OK(enfold_store_close(store, &problem));
  }
}

static void an_action_without_a_mutation_is_a_commit(void) {
  enfold_store store = open_store(runtime, "Sources");
  recorder r = {0}, raw = {0};
  observe_actions(store, "{\"mutations\":true}", &r);
  observe(store, "", "{\"filter\":\"raw\",\"initial\":false,\"action\":true}", &raw);
  CHECK_OK(send(store, "{\"effect\":0}"));
  CHECK_TEXT(r.text, " <- {\"effect\":0}");
  CHECK_TEXT(raw.text, " {\"count\":0} <- {\"effect\":0}");
  CHECK_INT(revision(store), 1);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void later_mutations_are_commits_with_the_action_as_their_cause(void) {
  enfold_store store = open_store(runtime, "Sources");
  recorder raw = {0}, reduced = {0}, finished = {0};
  enfold_task task = 0;
  observe(store, "/count", "{\"filter\":\"raw\",\"initial\":false,\"action\":true}", &raw);
  observe_actions(store, "{\"mutations\":true}", &reduced);
  observe_actions(store, "{\"mutations\":true,\"phase\":\"finished\",\"state\":\"/count\"}", &finished);
  CHECK_OK(enfold_store_send(store, "{\"later\":3}", ENFOLD_NUL, &task, &problem));
  CHECK_OK(enfold_task_wait(task, 20000, &problem));
  wait_for(store);
  CHECK_TEXT(raw.text, " 0 <- {\"later\":3}|C 1 <- {\"later\":3}|C 2 <- {\"later\":3}| 2 <- {\"later\":3}");
  CHECK_TEXT(reduced.text, " <- {\"later\":3}|CM <- \"add\"|CM <- \"add\"|M <- \"keep\"");
  /* The action is told last, with the commit that it made. */
  CHECK_TEXT(finished.text, "CM 1 <- \"add\"|CM 2 <- \"add\"|M 2 <- \"keep\"| 0 <- {\"later\":3}");
  CHECK_INT(revision(store), 4);
  CHECK_INT(reduced.last_revision, 4);
  CHECK_INT(finished.last_revision, 1);
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_stream_gives_its_mutations_in_order(void) {
  enfold_store store = open_store(runtime, "Sources");
  recorder r = {0};
  observe_actions(store, "{\"mutations\":true}", &r);
  CHECK(send(store, "{\"stream\":3}") >= 0);
  wait_for(store);
  CHECK_CONTAINS(r.text, "<- {\"stream\":3}");
  CHECK_INT(r.events, 4);
  CHECK_TEXT(state(store, "/count"), "2");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_source_that_fails_ends_the_task_and_not_the_store(void) {
  enfold_store store = open_store(runtime, "Sources");
  recorder r = {0};
  enfold_task task = 0;
  observe_actions(store, "{\"mutations\":true}", &r);
  CHECK_OK(enfold_store_send(store, "{\"fail\":{\"message\":\"no more\"}}", ENFOLD_NUL, &task, &problem));
  CHECK_STATUS(enfold_task_wait(task, 20000, &problem), ENFOLD_FAILED);
  CHECK_CONTAINS(problem.message, "no more");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(send(store, "{\"effect\":2}"));
  CHECK_TEXT(r.text, "CM <- \"add\"|C <- {\"fail\":{\"message\":\"no more\"}}|CM <- \"add\"|M <- \"keep\"|C <- {\"effect\":2}");
  CHECK_TEXT(state(store, ""), "{\"count\":2}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void an_action_that_cannot_be_read_is_not_mutated(void) {
  enfold_store store = open_store(runtime, "ReactorCounter");
  recorder r = {0};
  observe_actions(store, "{\"mutations\":true}", &r);
  CHECK_FAILS(enfold_store_send(store, "{\"raise\":{}}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "missing key \"id\"");
  CHECK_INT(problem.offset, 10);
  /* A mutation is no action. */
  CHECK_FAILS(enfold_store_send(store, "{\"add\":1}", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "increment");
  CHECK_FAILS(enfold_store_send(store, "{\"raise\":", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_JSON, "");
  CHECK_FAILS(enfold_store_send_batch(store, "[\"increment\",\"add\"]", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "");
  CHECK_INT(r.events, 0);
  CHECK_INT(revision(store), 0);
  CHECK_OK(enfold_store_close(store, &problem));
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

static void closing_ends_mutations_that_are_on_their_way(void) {
  enfold_store store = open_store(runtime, "Sources");
  recorder r = {0};
  enfold_task task = 0;
  observe_actions(store, "{\"mutations\":true}", &r);
  CHECK_OK(enfold_store_send(store, "\"endless\"", ENFOLD_NUL, &task, &problem));
  CHECK_STATUS(enfold_store_wait(store, 20, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(enfold_store_close(store, &problem));
  CHECK_STATUS(enfold_task_wait(task, 20000, &problem), ENFOLD_CANCELLED);
  CHECK_OK(enfold_task_release(task, &problem));
  /* It may have been telling a mutation on another thread, which then tells the end. */
  CHECK_OK(enfold_runtime_wait(runtime, 20000, &problem));
  for (int64_t begun = now_ms(); r.releases == 0 && now_ms() - begun < 20000;) sched_yield();
  CHECK_INT(r.closes, 1);
  CHECK_INT(r.releases, 1);
  CHECK_INT(r.last_flags, ENFOLD_CLOSED);
}

static void close_store(recorder *r, const enfold_event *event) {
  if (!(event->flags & ENFOLD_CLOSED) && event->revision == *(uint64_t *)r->context)
    CHECK_OK(enfold_store_close(event->store, &problem));
}

static void a_store_may_be_closed_by_an_observer_of_its_mutations(void) {
  enfold_store store = open_store(runtime, "Sources");
  recorder r = {.then = close_store, .context = &(uint64_t){2}};
  observe_actions(store, "{\"mutations\":true}", &r);
  CHECK_OK(send(store, "{\"effect\":5}"));
  CHECK_TEXT(r.text, "CM <- \"add\"|CM <- \"add\"|X");
  CHECK_INT(r.releases, 1);
}

static void cancel_own(recorder *r, const enfold_event *event) {
  CHECK_OK(enfold_subscription_cancel(event->subscription, &problem));
  CHECK_INT(r->releases, 0);
}

static void a_subscription_may_be_cancelled_at_a_mutation(void) {
  enfold_store store = open_store(runtime, "ReactorCounter");
  recorder r = {.then = cancel_own}, other = {0}, finished = {0};
  observe_actions(store, "{\"mutations\":true}", &r);
  observe_actions(store, "{\"mutations\":true}", &other);
  enfold_subscription subscription = observe_actions(store, "{\"mutations\":true,\"phase\":\"finished\"}", &finished);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, "CM <- {\"add\":1}");
  CHECK_INT(r.releases, 1);
  CHECK_TEXT(other.text, "CM <- {\"add\":1}|C <- {\"increment\":{}}");
  CHECK_TEXT(finished.text, "CM <- {\"add\":1}|C <- {\"increment\":{}}");
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_INT(finished.events, 2);
  CHECK_INT(other.events, 4);
  CHECK_OK(enfold_store_close(store, &problem));
}

static void a_stub_has_no_mutations(void) {
  enfold_store store = 0;
  recorder r = {0};
  CHECK_OK(enfold_store_open(runtime, "ReactorCounter", "{\"stub\":true}", ENFOLD_NUL, &store, &problem));
  observe_actions(store, "{\"mutations\":true}", &r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(r.text, " <- {\"increment\":{}}");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void the_reactors_of_a_stub_do_not_begin(void) {
  enfold_store hen = 0, chick = open_store(runtime, "Chick");
  CHECK_OK(enfold_store_open(runtime, "Hen", "{\"stub\":true}", ENFOLD_NUL, &hen, &problem));
  CHECK_OK(enfold_store_restore(hen, "{\"heard\":[7]}", ENFOLD_NUL, &problem));
  CHECK_OK(send(chick, "\"peep\""));
  CHECK_TEXT(state(hen, "/heard"), "[7]");
  CHECK_INT(revision(hen), 1);
  CHECK_OK(enfold_store_close(hen, &problem));
  CHECK_OK(enfold_store_close(chick, &problem));
}

static void a_hosts_loop_tells_mutations_in_the_pump(void) {
  enfold_runtime host = open_runtime_with("{\"loop\":\"host\"}", swift_plugin("Counters"));
  enfold_store store = open_store(host, "Sources");
  recorder r = {0};
  observe_actions(store, "{\"mutations\":true}", &r);
  CHECK_OK(send(store, "{\"later\":2}"));
  CHECK_TEXT(r.text, " <- {\"later\":2}");
  CHECK_OK(enfold_runtime_wait(host, 20000, &problem)); /* pumps */
  CHECK_TEXT(r.text, " <- {\"later\":2}|CM <- \"add\"|M <- \"keep\"");
  CHECK_OK(enfold_runtime_close(host, &problem));
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static void events_stay_within_a_runtime(void) {
  enfold_runtime other = open_runtime_with(NULL, swift_plugin("Counters"));
  enfold_store hen = open_store(runtime, "Hen"), chick = open_store(runtime, "Chick");
  enfold_store other_hen = open_store(other, "Hen"), other_chick = open_store(other, "Chick");
  CHECK_OK(send(chick, "\"peep\""));
  CHECK_OK(send(other_chick, "\"peep\""));
  CHECK_OK(send(chick, "\"peep\""));
  CHECK_TEXT(state(hen, "/heard"), "[1,2]");
  CHECK_TEXT(state(other_hen, "/heard"), "[1]");
  CHECK_OK(enfold_runtime_close(other, &problem));
  CHECK_OK(send(chick, "\"peep\""));
  CHECK_TEXT(state(hen, "/heard"), "[1,2,3]");
  CHECK_OK(enfold_store_close(chick, &problem));
  CHECK_OK(enfold_store_close(hen, &problem));
}

int main(void) {
  runtime = open_runtime_with(NULL, swift_plugin("Counters"));
  RUN(no_event_tells_how_a_feature_is_written);
  RUN(a_mutation_is_told_before_its_action);
  RUN(nobody_is_told_who_has_not_asked);
  RUN(a_mutation_without_json_is_told_by_the_name_of_its_case);
  RUN(each_mutation_at_hand_is_a_commit_and_the_action_comes_behind_them);
  RUN(an_action_without_a_mutation_is_a_commit);
  RUN(later_mutations_are_commits_with_the_action_as_their_cause);
  RUN(a_stream_gives_its_mutations_in_order);
  RUN(a_source_that_fails_ends_the_task_and_not_the_store);
  RUN(an_action_that_cannot_be_read_is_not_mutated);
  RUN(closing_ends_mutations_that_are_on_their_way);
  RUN(a_store_may_be_closed_by_an_observer_of_its_mutations);
  RUN(a_subscription_may_be_cancelled_at_a_mutation);
  RUN(a_stub_has_no_mutations);
  RUN(the_reactors_of_a_stub_do_not_begin);
  RUN(a_hosts_loop_tells_mutations_in_the_pump);
  RUN(events_stay_within_a_runtime);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
