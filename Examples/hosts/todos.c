/* A C host: plays recorded actions to the Todos plugin and prints what changes.
 *
 *   todos PLUGIN SESSION
 *
 * todos.py does the same and prints the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enfold.h"

static void check(enfold_status status, const enfold_error *error) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", enfold_status_name(status), error->message);
  exit(EXIT_FAILURE);
}

static void show(void *user, const enfold_event *event) {
  unsigned *events = user;
  ++*events;
  printf("%" PRIu64 " %" PRIu32 " %s %s\n", event->revision, event->flags, event->pointer,
         event->value ? event->value : "-");
}

int main(int argc, char **argv) {
  static const char *const pointers[] = {"/items", "/filter", "/error"};
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_runtime runtime;
  enfold_plugin plugin;
  enfold_store store;
  uint64_t revision;
  unsigned actions = 0, events = 0;
  char line[4096];

  if (argc != 3) {
    fprintf(stderr, "usage: todos PLUGIN SESSION\n");
    return EXIT_FAILURE;
  }
  FILE *session = fopen(argv[2], "r");
  if (!session) {
    perror(argv[2]);
    return EXIT_FAILURE;
  }

  check(enfold_runtime_open("{\"loop\":\"host\"}", ENFOLD_NUL, &runtime, &error), &error);
  check(enfold_plugin_load(runtime, argv[1], NULL, 0, &plugin, &error), &error);
  check(enfold_store_open(runtime, "Todos", NULL, 0, &store, &error), &error);
  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
    check(enfold_store_observe(store, pointers[i], ENFOLD_NUL, NULL, 0, show, &events, NULL, NULL, &error), &error);

  while (fgets(line, sizeof line, session)) {
    check(enfold_store_send(store, line, strcspn(line, "\n"), NULL, &error), &error);
    actions++;
    if (strncmp(line, "{\"load\"", 7) == 0)
      check(enfold_store_wait(store, -1, &error), &error); /* it reads a file meanwhile */
  }
  fclose(session);
  check(enfold_store_revision(store, &revision, &error), &error);
  check(enfold_store_close(store, &error), &error); /* each observer gets its last event */
  check(enfold_runtime_close(runtime, &error), &error);
  printf("%u actions, %u events, revision %" PRIu64 "\n", actions, events, revision);
  return EXIT_SUCCESS;
}
