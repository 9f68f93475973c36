/* presentation.c: children that are presented, as a host sees them. Runs for both loops. */
#include "check.h"

enum { LONG_WAIT_MS = 60000 };

static enfold_runtime runtime;
static enfold_store presented;
static recorder actions;
static char lines[4096];

static void receive(void *user, int32_t level, const char *line, size_t length) {
  (void)user, (void)level;
  size_t used = strlen(lines);
  snprintf(lines + used, sizeof lines - used, "%s%.*s", used > 0 ? "|" : "", (int)length, line);
}

/* Sends, and waits until everything has ended that this causes. */
static enfold_status act_in(enfold_store store, const char *action) {
  enfold_task task = 0;
  enfold_status status = enfold_store_send(store, action, ENFOLD_NUL, &task, &problem);
  if (status < 0) return status;
  enfold_status end = enfold_task_wait(task, LONG_WAIT_MS, &problem);
  CHECK_OK(enfold_task_release(task, NULL));
  return end;
}

static enfold_status act(const char *action) { return act_in(presented, action); }

static enfold_store scope(enfold_store store, const char *pointer, const char *action) {
  enfold_store made = 0;
  CHECK_OK(enfold_store_scope(store, pointer, ENFOLD_NUL, action, ENFOLD_NUL, &made, &problem));
  return made;
}

static void open_presented(void) {
  enfold_subscription subscription = 0;
  presented = open_store(runtime, "Presented");
  memset(&actions, 0, sizeof actions);
  lines[0] = '\0';
  CHECK_OK(enfold_store_observe_actions(presented, NULL, 0, record, &actions, released, &subscription, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
}

static void close_presented(void) {
  CHECK_OK(enfold_store_close(presented, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
}

static void forget_actions(void) { actions.text[0] = '\0', actions.length = 0; }

static void the_state_is_that_of_a_plain_optional(void) {
  recorder note = {0};
  open_presented();
  observe(presented, "/note/text", NULL, &note);
  CHECK_OK(act("{\"open\":7}"));
  CHECK_TEXT(state(presented, "/note"), "{\"id\":7,\"text\":\"\",\"note\":null}");
  CHECK_OK(act("{\"note\":{\"presented\":{\"binding\":{\"/text\":\"x\"}}}}"));
  CHECK_TEXT(state(presented, "/note/text"), "\"x\"");
  CHECK_CONTAINS(note.text, "C \"x\"");
  close_presented();
}

static void a_dismissal_is_an_action(void) {
  open_presented();
  CHECK_OK(act("{\"open\":7}"));
  CHECK_OK(act("{\"note\":{\"dismiss\":{}}}"));
  CHECK_TEXT(state(presented, "/note"), "null");
  CHECK_OK(act("{\"open\":8}"));
  CHECK_OK(act("{\"note\":\"dismiss\"}"));
  CHECK_TEXT(state(presented, "/note"), "null");
  CHECK_TEXT(state(presented, "/log"), "[\"note dismissed\",\"note dismissed\"]");
  CHECK_TEXT(actions.text,
             "C <- {\"open\":7}|C <- {\"note\":{\"dismiss\":{}}}|C <- {\"open\":8}|C <- {\"note\":{\"dismiss\":{}}}");
  close_presented();
}

static void a_dismissal_of_nothing_has_no_target(void) {
  open_presented();
  CHECK_STATUS(act("{\"note\":{\"dismiss\":{}}}"), ENFOLD_NO_TARGET);
  CHECK_CONTAINS(problem.message, "Presented.State.note");
  CHECK_TEXT(state(presented, "/log"), "[\"note dismissed\"]"); /* the parent gets it */
  CHECK_STATUS(act("{\"note\":{\"presented\":\"close\"}}"), ENFOLD_NO_TARGET);
  close_presented();
}

static void a_child_dismisses_itself(void) {
  open_presented();
  CHECK_OK(act("{\"open\":7}"));
  forget_actions();
  CHECK_OK(act("{\"note\":{\"presented\":{\"close\":{}}}}"));
  CHECK_TEXT(state(presented, "/note"), "null");
  CHECK_TEXT(actions.text, "C <- {\"note\":{\"presented\":{\"close\":{}}}}|C <- {\"note\":{\"dismiss\":{}}}");
  close_presented();
}

static void a_child_inside_a_child_dismisses_itself_alone(void) {
  open_presented();
  CHECK_OK(act("{\"open\":7}"));
  enfold_store note = scope(presented, "/note", "{\"note\":{\"presented\":\"$action\"}}");
  enfold_store inner = scope(note, "/note", "{\"note\":{\"presented\":\"$action\"}}");
  CHECK_OK(act_in(note, "{\"open\":8}"));
  CHECK_OK(enfold_store_set(inner, "/text", ENFOLD_NUL, "\"deep\"", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
  CHECK_TEXT(state(presented, "/note/note/text"), "\"deep\"");
  forget_actions();
  CHECK_OK(act_in(inner, "\"close\""));
  CHECK_TEXT(state(presented, "/note"), "{\"id\":7,\"text\":\"\",\"note\":null}");
  CHECK_CONTAINS(actions.text, "C <- {\"note\":{\"presented\":{\"note\":{\"dismiss\":{}}}}}");
  close_presented();
}

static void what_runs_for_a_child_ends_with_it(void) {
  enfold_task task = 0;
  open_presented();
  CHECK_OK(act("{\"open\":7}"));
  CHECK(enfold_store_send(presented, "{\"note\":{\"presented\":\"wait\"}}", ENFOLD_NUL, &task, &problem) >= 0);
  CHECK_OK(act("{\"note\":{\"dismiss\":{}}}"));
  CHECK(enfold_task_wait(task, LONG_WAIT_MS, &problem) != ENFOLD_TIMEOUT);
  CHECK_OK(enfold_task_release(task, &problem));
  close_presented();
}

static void a_child_that_is_not_presented_cannot_dismiss_itself(void) {
  open_presented();
  CHECK_OK(act("\"openAside\""));
  CHECK_OK(act("{\"aside\":\"close\"}"));
  CHECK(strcmp(state(presented, "/aside"), "null") != 0);
  CHECK_CONTAINS(lines, "this child is not presented");
  close_presented();
}

static void an_alert_is_data_for_the_host(void) {
  open_presented();
  CHECK_OK(act("\"warn\""));
  CHECK_CONTAINS(state(presented, "/alert"), "\"title\":\"Delete?\"");
  CHECK_CONTAINS(state(presented, "/alert/buttons/0"), "\"action\":{\"delete\":{}}");
  CHECK_TEXT(state(presented, "/alert/buttons/1/action"), "null");
  /* What a button says is sent, and the alert goes by itself. */
  CHECK_OK(act_in(scope(presented, "/alert", "{\"alert\":{\"presented\":\"$action\"}}"), "{\"delete\":{}}"));
  CHECK_TEXT(state(presented, "/alert"), "null");
  CHECK_OK(act("\"warn\""));
  CHECK_OK(act("{\"alert\":{\"dismiss\":{}}}"));
  CHECK_TEXT(state(presented, "/log"), "[\"delete\",\"alert dismissed\"]");
  close_presented();
}

/* A state that was kept, or comes from a link, shows what it presents. */
static void a_restored_state_presents(void) {
  static const char deep[] = "{\"note\":{\"id\":1,\"text\":\"a\",\"note\":{\"id\":2,\"text\":\"b\"}}}";
  open_presented();
  enfold_status status = enfold_store_restore(presented, deep, ENFOLD_NUL, &problem);
  CHECK(status >= 0);
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
  CHECK_OK(act("{\"note\":{\"presented\":{\"note\":{\"presented\":\"close\"}}}}"));
  CHECK_TEXT(state(presented, "/note"), "{\"id\":1,\"text\":\"a\",\"note\":null}");
  close_presented();
}

/* The state of an @Reducer enum, and its actions. */
static void one_of_several_is_presented(void) {
  recorder text = {0};
  presented = open_store(runtime, "Routes");
  observe(presented, "/destination/edit/text", NULL, &text);
  CHECK_OK(act("\"edit\""));
  CHECK_OK(act("{\"destination\":{\"presented\":{\"edit\":{\"setText\":\"x\"}}}}"));
  CHECK_TEXT(state(presented, "/destination"), "{\"edit\":{\"text\":\"x\"}}");
  CHECK_TEXT(state(presented, "/destination/edit/text"), "\"x\"");
  CHECK_CONTAINS(text.text, "C \"x\"");
  /* A scope of the feature. */
  enfold_store edit = scope(presented, "/destination/edit", "{\"destination\":{\"presented\":{\"edit\":\"$action\"}}}");
  CHECK_OK(act_in(edit, "{\"setText\":\"y\"}"));
  CHECK_TEXT(state(presented, "/destination/edit/text"), "\"y\"");
  /* An action for another case. */
  CHECK_STATUS(act("{\"destination\":{\"presented\":{\"alert\":\"delete\"}}}"), ENFOLD_NO_TARGET);
  CHECK_CONTAINS(problem.message, "Destination");
  CHECK_OK(act("{\"destination\":\"dismiss\"}"));
  CHECK_TEXT(state(presented, "/destination"), "null");
  close_presented();
}

/* Alerts, cases that are marked, and data. */
static void what_has_no_logic_is_presented(void) {
  presented = open_store(runtime, "Routes");
  CHECK_OK(act("\"warn\""));
  CHECK_CONTAINS(state(presented, "/destination/alert"), "\"title\":\"Delete?\"");
  CHECK_OK(act("{\"destination\":{\"presented\":{\"alert\":\"delete\"}}}"));
  CHECK_TEXT(state(presented, "/destination"), "null");
  CHECK_OK(act("\"menu\""));
  CHECK_TEXT(state(presented, "/destination/menu/entries"), "[\"cut\",\"copy\"]");
  CHECK_OK(act("{\"destination\":{\"presented\":{\"menu\":{\"chosen\":\"cut\"}}}}"));
  CHECK_TEXT(state(presented, "/destination"), "null");
  CHECK_OK(act("{\"share\":\"a link\"}"));
  CHECK_TEXT(state(presented, "/destination"), "{\"share\":{\"link\":\"a link\"}}");
  CHECK_STATUS(act("{\"destination\":{\"presented\":{\"share\":{}}}}"), ENFOLD_BAD_ACTION);
  CHECK_OK(act("{\"destination\":{\"dismiss\":{}}}"));
  CHECK_TEXT(state(presented, "/log"), "[\"alert\",\"menu\",\"dismiss\"]");
  close_presented();
}

/* A write to a feature in a case needs its scope. */
static void a_case_is_written_through_a_scope(void) {
  presented = open_store(runtime, "Routes");
  CHECK_OK(enfold_store_restore(presented, "{\"destination\":{\"note\":{\"id\":1}},\"log\":[]}", ENFOLD_NUL, &problem));
  CHECK_FAILS(enfold_store_set(presented, "/destination/note/text", ENFOLD_NUL, "\"x\"", ENFOLD_NUL, NULL, 0, &problem),
              ENFOLD_UNSUPPORTED,
              "\"/destination/note/text\" cannot be set: it is in a case of an enum. Set it through a scope of the feature there");
  CHECK_FAILS(enfold_store_set(presented, "/log", ENFOLD_NUL, "[]", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_UNSUPPORTED,
              "it is not marked @Bindable or @ViewState");
  enfold_store note = scope(presented, "/destination/note", "{\"destination\":{\"presented\":{\"note\":\"$action\"}}}");
  CHECK_OK(enfold_store_set(note, "/text", ENFOLD_NUL, "\"x\"", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_TEXT(state(presented, "/destination/note/text"), "\"x\"");
  close_presented();
}

static void all(void) {
  runtime = open_runtime_with(options, swift_plugin("Presented"));
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, receive, NULL, NULL, &problem));
  RUN(the_state_is_that_of_a_plain_optional);
  RUN(a_dismissal_is_an_action);
  RUN(a_dismissal_of_nothing_has_no_target);
  RUN(a_child_dismisses_itself);
  RUN(a_child_inside_a_child_dismisses_itself_alone);
  RUN(what_runs_for_a_child_ends_with_it);
  RUN(a_child_that_is_not_presented_cannot_dismiss_itself);
  RUN(an_alert_is_data_for_the_host);
  RUN(a_restored_state_presents);
  RUN(one_of_several_is_presented);
  RUN(what_has_no_logic_is_presented);
  RUN(a_case_is_written_through_a_scope);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(all); }
