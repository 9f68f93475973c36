/* @NAME@: loads a plugin, opens one of its features, sends it the actions that it reads, and prints each new state.
 *
 *   @NAME@ PLUGIN FEATURE
 */
#include <enfold.h>
#include <stdio.h>
#include <string.h>

static int failed(const char *what, const enfold_error *error) {
  fprintf(stderr, "%s: %s: %s\n", what, enfold_status_name(error->code), error->message);
  return 1;
}

/* May run on another thread while main waits: here it only prints. */
static void show(void *user, const enfold_event *event) {
  (void)user;
  if (event->value) printf("%s\n", event->value);
}

int main(int count, char **arguments) {
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_runtime runtime = 0;
  enfold_plugin plugin;
  enfold_store store;
  char line[4096];
  if (count != 3) {
    fprintf(stderr, "usage: @NAME@ PLUGIN FEATURE\n");
    return 2;
  }
  if (enfold_runtime_open(NULL, 0, &runtime, &error) < 0) return failed("runtime", &error);
  if (enfold_plugin_load(runtime, arguments[1], NULL, 0, &plugin, &error) < 0) return failed(arguments[1], &error);
  if (enfold_store_open(runtime, arguments[2], NULL, 0, &store, &error) < 0) return failed(arguments[2], &error);
  if (enfold_store_observe(store, "", ENFOLD_NUL, NULL, 0, show, NULL, NULL, NULL, &error) < 0)
    return failed("observe", &error);

  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    /* A wrong action changes nothing, and the message says what would be right. */
    if (enfold_store_send(store, line, ENFOLD_NUL, NULL, &error) < 0) printf("%s\n", error.message);
  }
  if (enfold_store_wait(store, -1, &error) < 0) return failed("wait", &error); /* for effects */
  return enfold_runtime_close(runtime, &error) < 0 ? failed("close", &error) : 0;
}
