/* A host in C for the tests of the page: Todos, PrimeTime and TextBoard, driven by lines such as `Todos {"add":{"title":"milk"}}`.
 *
 *   host FOLDER_OF_THE_PLUGINS
 *
 * It prints `ready`, then a line for each line that it has read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enfold.h"

static const char *const features[] = {"Todos", "PrimeTime", "TextBoard"};
enum { COUNT = sizeof features / sizeof *features };

static void check(enfold_status status, const enfold_error *error) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", enfold_status_name(status), error->message);
  exit(EXIT_FAILURE);
}

static void say(const char *word) {
  puts(word);
  fflush(stdout);
}

int main(int argc, char **argv) {
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_runtime runtime;
  enfold_store stores[COUNT];
  char line[4096];

  if (argc != 2) return EXIT_FAILURE;
  check(enfold_runtime_open(NULL, 0, &runtime, &error), &error);
  for (size_t i = 0; i < COUNT; i++) {
    enfold_plugin plugin;
    char path[4096];
    snprintf(path, sizeof path, "%s/lib%s.so", argv[1], features[i]);
    check(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &error), &error);
    check(enfold_store_open(runtime, features[i], NULL, 0, &stores[i], &error), &error);
  }
  say("ready");
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    char *action = strchr(line, ' ');
    if (!action) break;
    *action++ = '\0';
    for (size_t i = 0; i < COUNT; i++)
      if (strcmp(line, features[i]) == 0) check(enfold_store_send(stores[i], action, ENFOLD_NUL, NULL, &error), &error);
    say("done");
  }
  check(enfold_runtime_close(runtime, &error), &error);
  return EXIT_SUCCESS;
}
