/* family.c: a composition of reducers as a host sees it: children that are absent, effects that go with them, and the
 * environment that dependencies come from. Uses the Swift plugin Tests/Plugins/Family.swift. */
#include "check.h"

typedef struct {
  char text[2048];
  int count;
} journal;

static void note(void *user, int32_t level, const char *record, size_t length) {
  journal *all = user;
  (void)level;
  all->count++;
  snprintf(all->text + strlen(all->text), sizeof all->text - strlen(all->text), "%.*s\n", (int)length, record);
}

static enfold_runtime open_family(const char *options) { return open_runtime_with(options, swift_plugin("Family")); }

/* 92 */
static void an_action_for_an_absent_child_is_refused_by_name(void) {
  enfold_runtime runtime = open_family(NULL);
  journal log = {0};
  CHECK_OK(enfold_runtime_log(runtime, 2, note, &log, NULL, &problem));
  enfold_store store = open_store(runtime, "Family");
  enfold_task task = 0;
  enfold_string before = {0}, after = {0};
  CHECK_OK(enfold_store_state(store, "", 0, &before, &problem));
  CHECK_STATUS(enfold_store_send(store, "{\"child\":\"increment\"}", ENFOLD_NUL, &task, &problem), ENFOLD_NO_TARGET);
  CHECK_CONTAINS(problem.message, "child");
  CHECK_INT(task, 0);
  CHECK_STATUS(enfold_store_send(store, "{\"row\":{\"id\":7,\"action\":\"start\"}}", ENFOLD_NUL, NULL, &problem),
               ENFOLD_NO_TARGET);
  CHECK_CONTAINS(problem.message, "7");
  CHECK_OK(enfold_store_state(store, "", 0, &after, &problem));
  CHECK_TEXT(after.data, before.data);
  CHECK_INT(log.count, 2);
  CHECK_CONTAINS(log.text, "child(.increment)");
  CHECK_CONTAINS(log.text, "\"row\":\"7\",\"store\":");
  CHECK_OK(enfold_store_wait(store, 1000, &problem));
  CHECK_OK(send(store, "\"addChild\""));
  CHECK_OK(send(store, "{\"child\":\"increment\"}"));
  CHECK_TEXT(state(store, "/child/count"), "1");
  enfold_string_free(&before);
  enfold_string_free(&after);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* 95 */
static void the_effects_of_a_child_end_when_it_goes(void) {
  enfold_runtime runtime = open_family(NULL);
  enfold_store store = open_store(runtime, "Family");
  enfold_task task = 0;
  CHECK_OK(send(store, "\"addChild\""));
  CHECK_OK(enfold_store_send(store, "{\"child\":\"run\"}", ENFOLD_NUL, &task, &problem));
  CHECK_STATUS(enfold_store_wait(store, 0, &problem), ENFOLD_TIMEOUT);
  CHECK_OK(send(store, "\"removeChild\""));
  CHECK_OK(enfold_task_wait(task, 10000, &problem));
  CHECK_OK(enfold_store_wait(store, 10000, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* 94 */
static void the_effects_of_one_row_end_with_it_and_leave_the_others_alone(void) {
  enfold_runtime runtime = open_family(NULL);
  enfold_store store = open_store(runtime, "Family");
  enfold_task tasks[3] = {0};
  for (int row = 0; row < 3; row++) {
    char action[64];
    snprintf(action, sizeof action, "{\"addRow\":{\"id\":%d}}", row);
    CHECK_OK(send(store, action));
    snprintf(action, sizeof action, "{\"row\":{\"id\":%d,\"action\":\"start\"}}", row);
    CHECK_OK(enfold_store_send(store, action, ENFOLD_NUL, &tasks[row], &problem));
  }
  CHECK_OK(send(store, "{\"removeRow\":{\"id\":0}}"));
  CHECK_OK(enfold_task_wait(tasks[0], 10000, &problem));
  /* The id is the row's own: the other one goes on, and what follows the cancelled part in its effect does not begin. */
  CHECK_OK(send(store, "{\"row\":{\"id\":1,\"action\":\"stop\"}}"));
  CHECK_OK(enfold_task_wait(tasks[1], 10000, &problem));
  CHECK_STATUS(enfold_task_wait(tasks[2], 0, &problem), ENFOLD_TIMEOUT);
  CHECK_TEXT(state(store, "/arrived"), "0");
  /* The parent reaches every row by it. */
  CHECK_OK(send(store, "\"stopAll\""));
  CHECK_OK(enfold_task_wait(tasks[2], 10000, &problem));
  CHECK_OK(enfold_store_wait(store, 10000, &problem));
  for (int row = 0; row < 3; row++) CHECK_OK(enfold_task_release(tasks[row], &problem));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void dependencies_come_from_the_environment_of_the_runtime(void) {
  static const char *const cases[][2] = {{NULL, "\"hello\""},
                                         {"{\"environment\":\"live\"}", "\"hello\""},
                                         {"{\"environment\":\"preview\"}", "\"hello, preview\""},
                                         {"{\"environment\":\"test\"}", "\"hello, test\""}};
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    enfold_runtime runtime = open_family(cases[index][0]);
    journal log = {0};
    CHECK_OK(enfold_runtime_log(runtime, 2, note, &log, NULL, &problem));
    enfold_store store = open_store(runtime, "Family");
    CHECK_TEXT(state(store, "/greeting"), cases[index][1]);
    CHECK_OK(send(store, "\"askForSecret\""));
    CHECK_TEXT(state(store, "/greeting"), "\"live secret\"");
    /* A value that tests should have been given is missed by name. */
    CHECK_INT(log.count, index == 3 ? 1 : 0);
    if (index == 3) CHECK_CONTAINS(log.text, "Secret");
    CHECK_OK(enfold_runtime_close(runtime, &problem));
  }
}

static void a_restored_state_takes_the_effects_of_absent_children_along(void) {
  enfold_runtime runtime = open_family(NULL);
  enfold_store store = open_store(runtime, "Family");
  enfold_task child = 0, row = 0;
  enfold_string kept = {0};
  recorder rows = {0};
  CHECK_OK(send(store, "{\"addRow\":{\"id\":1}}"));
  CHECK_OK(enfold_store_state(store, "", 0, &kept, &problem));
  CHECK_OK(send(store, "\"addChild\""));
  CHECK_OK(enfold_store_send(store, "{\"child\":\"run\"}", ENFOLD_NUL, &child, &problem));
  CHECK_OK(enfold_store_send(store, "{\"row\":{\"id\":1,\"action\":\"start\"}}", ENFOLD_NUL, &row, &problem));
  observe(store, "/rows/id=1/isRunning", NULL, &rows);
  uint64_t before = revision(store);
  CHECK_FAILS(enfold_store_restore(store, "{\"rows\":[{\"id\":1},{\"id\":2,\"isRunning\":3}]}", ENFOLD_NUL, &problem),
              ENFOLD_BAD_STATE, "/rows/1/isRunning: a number where a boolean is expected");
  CHECK_INT(problem.offset, 38);
  CHECK_INT(revision(store), before);
  CHECK_OK(enfold_store_restore(store, kept.data, kept.length, &problem));
  CHECK_INT(revision(store), before + 1);
  CHECK_OK(enfold_task_wait(child, 10000, &problem));
  CHECK_TEXT(state(store, "/child"), "null");
  CHECK_TEXT(rows.text, "I true|C false");
  CHECK_STATUS(enfold_task_status(row, &problem), ENFOLD_TIMEOUT); /* this row is still there */
  CHECK_OK(send(store, "{\"row\":{\"id\":1,\"action\":\"stop\"}}"));
  CHECK_OK(enfold_store_wait(store, 10000, &problem));
  CHECK_OK(enfold_task_release(child, &problem));
  CHECK_OK(enfold_task_release(row, &problem));
  enfold_string_free(&kept);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  RUN(an_action_for_an_absent_child_is_refused_by_name);
  RUN(the_effects_of_a_child_end_when_it_goes);
  RUN(the_effects_of_one_row_end_with_it_and_leave_the_others_alone);
  RUN(dependencies_come_from_the_environment_of_the_runtime);
  RUN(a_restored_state_takes_the_effects_of_absent_children_along);
  return 0;
}
