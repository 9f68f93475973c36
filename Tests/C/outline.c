/* outline.c: a feature that contains itself, down to the depth limit of JSON. Uses the Swift plugin
 * Tests/Plugins/Outline.swift. */
#include "check.h"

/* An action for the row so many levels below. Each level takes two of JSON. */
static const char *at(int level, const char *action) {
  static char text[8192];
  size_t length = 0;
  for (int i = 0; i < level; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "{\"row\":{\"id\":1,\"action\":");
  length += (size_t)snprintf(text + length, sizeof text - length, "%s", action);
  for (int i = 0; i < level; i++) length += (size_t)snprintf(text + length, sizeof text - length, "}}");
  return text;
}

static const char *pointer_to(const char *property, int level) {
  static char pointer[8192];
  size_t length = 0;
  for (int i = 0; i < level; i++) length += (size_t)snprintf(pointer + length, sizeof pointer - length, "/rows/id=1");
  snprintf(pointer + length, sizeof pointer - length, "/%s", property);
  return pointer;
}

static void note_value(void *user, const enfold_event *event) {
  if (event->value) snprintf((char *)user, 64, "%s", event->value);
}

/* 128 levels of JSON: 63 rows and the action {"rename":"…"} take 127, 64 rows and a bare name 128. */
static void actions_reach_as_deep_as_json_goes(void) {
  enfold_runtime runtime = open_runtime_with(NULL, swift_plugin("Outline"));
  enfold_store store = open_store(runtime, "Outline");
  char title[64] = "";
  for (int level = 0; level < 64; level++) CHECK_OK(send(store, at(level, "\"addRow\"")));
  const char *deepest = pointer_to("title", 63);
  CHECK_OK(enfold_store_observe(store, deepest, ENFOLD_NUL, NULL, 0, note_value, title, NULL, NULL, &problem));
  CHECK_TEXT(title, "\"\"");
  CHECK_OK(send(store, at(63, "{\"rename\":\"deep\"}")));
  CHECK_TEXT(title, "\"deep\"");
  CHECK_TEXT(state(store, deepest), "\"deep\"");
  CHECK_OK(send(store, at(64, "\"addRow\"")));
  CHECK_STATUS(send(store, at(64, "{\"rename\":\"deeper\"}")), ENFOLD_LIMIT);
  CHECK_STATUS(send(store, at(65, "\"addRow\"")), ENFOLD_LIMIT);
  CHECK_TEXT(state(store, pointer_to("rows", 63)),
             "[{\"id\":1,\"title\":\"\",\"rows\":[{\"id\":1,\"title\":\"\",\"rows\":[]}]}]");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void errors_in_states_name_the_place(void) {
  enfold_runtime runtime = open_runtime_with(NULL, swift_plugin("Outline"));
  enfold_store store = open_store(runtime, "Outline"), other = 0;
  static const struct {
    const char *state, *message;
  } wrong[] = {
      {"{\"rows\":[{\"id\":4},{\"rows\":[{\"title\":5}]}]}", "/rows/1/rows/0/title: a number where a string is expected"},
      {"{\"rows\":[{\"id\":4},{\"id\":5,\"more\":1}]}", "/rows/1: State has no key \"more\"; it has: id, title, rows"},
      {"{\"title\":null}", "/title: null where a string is expected"},
      {"{\"more\":null}", "State has no key \"more\"; it has: id, title, rows"}};
  char options[256], whole[256];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(options, sizeof options, "{\"state\":%s}", wrong[i].state);
    snprintf(whole, sizeof whole, "enfold_store_open: %s", wrong[i].message);
    CHECK_FAILS(enfold_store_open(runtime, "Outline", options, ENFOLD_NUL, &other, &problem), ENFOLD_BAD_STATE, "");
    CHECK_TEXT(problem.message, whole);
    snprintf(whole, sizeof whole, "enfold_store_restore: %s", wrong[i].message);
    CHECK_FAILS(enfold_store_restore(store, wrong[i].state, ENFOLD_NUL, &problem), ENFOLD_BAD_STATE, "");
    CHECK_TEXT(problem.message, whole);
  }
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  RUN(actions_reach_as_deep_as_json_goes);
  RUN(errors_in_states_name_the_place);
  return 0;
}
