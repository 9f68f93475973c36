/* program.c: what a program does first, against an installed Enfold. Usage: program PLUGIN */
#include <enfold.h>
#include <stdio.h>
#include <string.h>

#define DO(call) if ((call) < 0) return fprintf(stderr, "%s\n", error.message), 1

static void answer(void *user, const enfold_event *event) {
  (void)user;
  if (event->value != NULL) printf("%s\n", event->value);
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: program PLUGIN\n"), 2;
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_runtime runtime;
  enfold_plugin plugin;
  enfold_store store;
  enfold_callback callback;
  void (*increment)(void);
  DO(enfold_runtime_open(NULL, 0, &runtime, &error));
  DO(enfold_plugin_load(runtime, argv[1], NULL, 0, &plugin, &error));
  DO(enfold_store_open(runtime, "Counter", NULL, 0, &store, &error));
  DO(enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, answer, NULL, NULL, NULL, &error));
  /* libffi is found beside the Swift runtime: no thunk takes a double. */
  DO(enfold_store_callback(store, "void f(double x)", "{\"increment\":{}}", ENFOLD_NUL, NULL, 0, &increment, &callback, &error));
  ((void (*)(double))increment)(1.5);
  DO(enfold_runtime_close(runtime, &error));
  return 0;
}
