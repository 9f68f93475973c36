/* What @NAME@ does with each action: a host that loads the plugin and compares. Usage: test PLUGIN */
#include <enfold.h>
#include <stdio.h>
#include <string.h>

static enfold_store store;
static enfold_error error = ENFOLD_ERROR_INIT;
static int failures;

static void expect_state(const char *expected, const char *what) {
  enfold_string state = {NULL, 0};
  if (enfold_store_state(store, "", ENFOLD_NUL, &state, &error) < 0 || strcmp(state.data, expected) != 0) {
    printf("not ok  %s: %s, not %s\n", what, state.data ? state.data : error.message, expected);
    failures++;
  } else {
    printf("ok      %s\n", what);
  }
  enfold_string_free(&state);
}

static enfold_status send(const char *action) { return enfold_store_send(store, action, ENFOLD_NUL, NULL, &error); }

int main(int count, char **arguments) {
  enfold_runtime runtime;
  enfold_plugin plugin;
  if (count != 2) return 2;
  if (enfold_runtime_open(NULL, 0, &runtime, &error) < 0 ||
      enfold_plugin_load(runtime, arguments[1], NULL, 0, &plugin, &error) < 0 ||
      enfold_store_open(runtime, "@NAME@", NULL, 0, &store, &error) < 0) {
    printf("not ok  %s\n", error.message);
    return 1;
  }
  expect_state("{\"count\":0}", "it begins with 0");
  send("\"increment\"");
  send("{\"add\":5}");
  expect_state("{\"count\":6}", "it counts");
  if (send("{\"add\":\"five\"}") != ENFOLD_BAD_ACTION) failures++;
  expect_state("{\"count\":6}", "a wrong action changes nothing");
  return enfold_runtime_close(runtime, &error) < 0 || failures > 0;
}
