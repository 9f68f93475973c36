/* navigation.c: a stack of screens, as a host sees it. Runs for both loops. */
#include <pthread.h>

#include "check.h"

enum { LONG_WAIT_MS = 60000 };

static enfold_runtime runtime;
static enfold_store stacked;
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

static enfold_status act(const char *action) { return act_in(stacked, action); }

static enfold_store scope(enfold_store store, const char *pointer, const char *action) {
  enfold_store made = 0;
  CHECK_OK(enfold_store_scope(store, pointer, ENFOLD_NUL, action, ENFOLD_NUL, &made, &problem));
  return made;
}

static void open_stacked(void) {
  enfold_subscription subscription = 0;
  stacked = open_store(runtime, "Stacked");
  memset(&actions, 0, sizeof actions);
  lines[0] = '\0';
  CHECK_OK(enfold_store_observe_actions(stacked, NULL, 0, record, &actions, released, &subscription, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
}

static void close_stacked(void) {
  CHECK_OK(enfold_store_close(stacked, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
}

static void forget_actions(void) { actions.text[0] = '\0', actions.length = 0; }

static void observers_see_screens_by_their_ids(void) {
  recorder name = {0}, path = {0};
  open_stacked();
  observe(stacked, "/path/id=0/state/folder/name", NULL, &name);
  observe(stacked, "", "{\"patch\":true,\"value\":false}", &path);
  CHECK_OK(act("{\"open\":\"a\"}"));
  CHECK_TEXT(state(stacked, "/path"), "[{\"id\":0,\"state\":{\"folder\":{\"name\":\"a\"}}}]");
  CHECK_OK(act("{\"path\":{\"element\":{\"id\":0,\"action\":{\"folder\":{\"rename\":\"b\"}}}}}"));
  CHECK_OK(act("{\"path\":{\"push\":{\"state\":{\"note\":{\"text\":\"x\"}}}}}"));
  CHECK_TEXT(state(stacked, "/path/id=1/state/note/text"), "\"x\"");
  CHECK_TEXT(state(stacked, "/path/id=0/state/folder/name"), "\"b\"");
  CHECK_CONTAINS(name.text, "C \"b\"");
  CHECK_OK(act("{\"path\":{\"popFrom\":{\"id\":0}}}"));
  CHECK_TEXT(state(stacked, "/path"), "[]");
  CHECK_CONTAINS(name.text, "|CR");
  CHECK_CONTAINS(path.text, "{\"op\":\"add\",\"path\":\"/path/1\"");
  CHECK_CONTAINS(path.text, "{\"op\":\"remove\",\"path\":\"/path/0\"}");
  CHECK_TEXT(state(stacked, "/log"), "[\"push 1\",\"popFrom 0\"]");
  close_stacked();
}

static void no_id_is_given_twice(void) {
  open_stacked();
  CHECK_OK(act("{\"open\":\"a\"}"));
  CHECK_OK(act("{\"open\":\"b\"}"));
  CHECK_OK(act("\"home\""));
  CHECK_STATUS(act("{\"path\":{\"push\":{\"id\":1,\"state\":{\"folder\":{\"name\":\"c\"}}}}}"), ENFOLD_NO_TARGET);
  CHECK_CONTAINS(problem.message, "pushes the id 1 onto Stacked.State.path, which has given this number before");
  CHECK_TEXT(state(stacked, "/path"), "[]");
  CHECK_TEXT(state(stacked, "/log"), "[\"push 1\"]"); /* the parent gets it */
  CHECK_OK(act("{\"path\":{\"push\":{\"id\":7,\"state\":{\"folder\":{\"name\":\"c\"}}}}}"));
  CHECK_OK(act("{\"open\":\"d\"}"));
  CHECK_TEXT(state(stacked, "/path/1/id"), "8");
  close_stacked();
}

static void an_action_for_no_screen_has_no_target(void) {
  open_stacked();
  CHECK_OK(act("{\"open\":\"a\"}"));
  CHECK_STATUS(act("{\"path\":{\"element\":{\"id\":4,\"action\":{\"folder\":{\"rename\":\"b\"}}}}}"), ENFOLD_NO_TARGET);
  CHECK_CONTAINS(problem.message, "the screen with id 4 of Stacked.State.path, which is not there: there are 0");
  CHECK_STATUS(act("{\"path\":{\"popFrom\":{\"id\":4}}}"), ENFOLD_NO_TARGET);
  CHECK_TEXT(state(stacked, "/log"), "[\"popFrom 4\"]");
  CHECK_STATUS(act("{\"path\":{\"popFrom\":{\"id\":-1}}}"), ENFOLD_BAD_ACTION);
  CHECK_STATUS(act("{\"path\":{\"pop\":{}}}"), ENFOLD_BAD_ACTION);
  CHECK_CONTAINS(problem.message, "known: element, popFrom, push");
  close_stacked();
}

static void a_screen_is_a_store_of_its_own(void) {
  open_stacked();
  CHECK_OK(act("{\"path\":{\"push\":{\"state\":{\"note\":{\"text\":\"x\"}}}}}"));
  enfold_store note = scope(stacked, "/path/id=0/state/note",
                            "{\"path\":{\"element\":{\"id\":0,\"action\":{\"note\":\"$action\"}}}}");
  forget_actions();
  CHECK_OK(enfold_store_set(note, "/text", ENFOLD_NUL, "\"y\"", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
  CHECK_TEXT(state(note, "/text"), "\"y\"");
  CHECK_TEXT(actions.text, "C <- {\"path\":{\"element\":{\"id\":0,\"action\":{\"note\":{\"binding\":{\"/text\":\"y\"}}}}}}");
  forget_actions();
  /* The same value again is no action, and a wrong one is none either. */
  CHECK_OK(enfold_store_set(note, "/text", ENFOLD_NUL, " \"y\" ", ENFOLD_NUL, NULL, 0, &problem));
  CHECK_STATUS(enfold_store_set(note, "/text", ENFOLD_NUL, "  7", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_BAD_STATE);
  CHECK(problem.offset == 2);
  CHECK_STATUS(enfold_store_set(note, "/text", ENFOLD_NUL, "\"y", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_BAD_JSON);
  CHECK_STATUS(enfold_store_set(stacked, "/path/id=0/state/note/text", ENFOLD_NUL, "\"z\"", ENFOLD_NUL, NULL, 0, &problem),
               ENFOLD_UNSUPPORTED);
  CHECK_TEXT(actions.text, "");
  CHECK_OK(act_in(note, "\"close\""));
  CHECK_TEXT(state(stacked, "/path"), "[]");
  CHECK_CONTAINS(actions.text, "|C <- {\"path\":{\"popFrom\":{\"id\":0}}}");
  CHECK_STATUS(act_in(note, "\"close\""), ENFOLD_NO_TARGET);
  CHECK_STATUS(enfold_store_set(note, "/text", ENFOLD_NUL, "\"z\"", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_NO_TARGET);
  close_stacked();
}

static void what_runs_for_a_screen_ends_with_it(void) {
  enfold_task task = 0;
  open_stacked();
  CHECK_OK(act("{\"path\":{\"push\":{\"state\":{\"note\":{\"text\":\"x\"}}}}}"));
  CHECK(enfold_store_send(stacked, "{\"path\":{\"element\":{\"id\":0,\"action\":{\"note\":\"wait\"}}}}", ENFOLD_NUL, &task,
                          &problem) >= 0);
  CHECK_OK(act("\"home\""));
  CHECK(enfold_task_wait(task, LONG_WAIT_MS, &problem) != ENFOLD_TIMEOUT);
  CHECK_OK(enfold_task_release(task, &problem));
  close_stacked();
}

/* A state that was kept, or comes from a link, shows its screens, and does not lower the number that comes next. */
static void a_restored_state_shows_its_screens(void) {
  open_stacked();
  for (int i = 0; i < 3; i++) CHECK_OK(act("{\"open\":\"a\"}"));
  CHECK(enfold_store_restore(stacked, "{\"path\":[{\"id\":1,\"state\":{\"note\":{\"text\":\"b\"}}}],\"log\":[]}", ENFOLD_NUL,
                             &problem) >= 0);
  CHECK_OK(enfold_runtime_wait(runtime, LONG_WAIT_MS, &problem));
  CHECK_OK(act("{\"open\":\"c\"}"));
  CHECK_TEXT(state(stacked, "/path/1/id"), "3");
  CHECK_OK(act("{\"path\":{\"element\":{\"id\":1,\"action\":{\"note\":\"close\"}}}}"));
  CHECK_TEXT(state(stacked, "/path"), "[]");
  CHECK_STATUS(enfold_store_restore(stacked, "{\"path\":[{\"id\":1,\"state\":{\"note\":{\"text\":\"b\"}}},{\"id\":1,\"state\":{}}]}",
                                    ENFOLD_NUL, &problem),
               ENFOLD_BAD_STATE);
  close_stacked();
}

/* What a reader of the trace has heard of stacks. It runs on a thread of the library. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t heard;
  int count;
  char text[1000];
} stacks = {.lock = PTHREAD_MUTEX_INITIALIZER, .heard = PTHREAD_COND_INITIALIZER};

static void hear(void *user, const char *entry, size_t length) {
  char whole[4096];
  (void)user;
  snprintf(whole, sizeof whole, "%.*s", (int)length, entry);
  char *next = strstr(whole, ",\"next\":");
  char *end = next != NULL ? strchr(next, '}') : NULL;
  if (end == NULL) return;
  end[1] = '\0';
  pthread_mutex_lock(&stacks.lock);
  size_t used = strlen(stacks.text);
  snprintf(stacks.text + used, sizeof stacks.text - used, "%s", next + 1);
  stacks.count++;
  pthread_cond_signal(&stacks.heard);
  pthread_mutex_unlock(&stacks.lock);
}

static void the_trace_names_the_stacks_that_count_on(void) {
  uint64_t reader = 0;
  stacks.count = 0, stacks.text[0] = '\0';
  open_stacked();
  CHECK_OK(enfold_runtime_trace(runtime, NULL, 0, hear, NULL, NULL, &reader, &problem));
  CHECK_OK(act("{\"open\":\"a\"}"));
  CHECK_OK(act("\"home\""));
  CHECK_OK(act("{\"path\":{\"push\":{\"id\":7,\"state\":{\"folder\":{\"name\":\"c\"}}}}}"));
  pthread_mutex_lock(&stacks.lock);
  while (stacks.count < 2) pthread_cond_wait(&stacks.heard, &stacks.lock);
  CHECK_TEXT(stacks.text, "\"next\":{\"/path\":1}\"next\":{\"/path\":8}");
  pthread_mutex_unlock(&stacks.lock);
  CHECK_OK(enfold_runtime_trace_end(runtime, reader, &problem));
  close_stacked();
}

static void all(void) {
  runtime = open_runtime_with(options, swift_plugin("Stacked"));
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, receive, NULL, NULL, &problem));
  RUN(observers_see_screens_by_their_ids);
  RUN(no_id_is_given_twice);
  RUN(an_action_for_no_screen_has_no_target);
  RUN(a_screen_is_a_store_of_its_own);
  RUN(what_runs_for_a_screen_ends_with_it);
  RUN(a_restored_state_shows_its_screens);
  RUN(the_trace_names_the_stacks_that_count_on);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) { return with_each_loop(all); }
