/* poll.c: poll(2) watches a runtime and standard input. Each line is sent as an action, and each new state is printed.
 *
 *   cc Examples/loops/poll.c -o poll -Iinclude -Lbuild/lib -lenfold -Wl,-rpath,build/lib
 *   ./poll build/plugins/libCounter.so
 *
 * Type "increment" or "factTapped", with the quotes, and Control-D at the end. */
#include <enfold.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enfold_runtime runtime;
static enfold_store store;
static enfold_error error = ENFOLD_ERROR_INIT;
static int is_open = 1;

static void check(enfold_status status) {
  if (status < 0) fprintf(stderr, "%s\n", error.message), exit(EXIT_FAILURE);
}

static void show(void *user, const enfold_event *event) {
  (void)user;
  if (event->value) printf("%s\n", event->value);
  fflush(stdout);
  if (event->flags & ENFOLD_CLOSED) is_open = 0; /* the descriptor ends with the runtime */
}

/* Sends the lines that have arrived. At the end of the input it closes the runtime. */
static void read_actions(void) {
  static char text[4096];
  static size_t length;
  ssize_t count = read(STDIN_FILENO, text + length, sizeof text - length);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    check(enfold_runtime_close(runtime, &error));
    return;
  }
  length += (size_t)count;
  char *line = text, *end;
  while (is_open && (end = memchr(line, '\n', length - (size_t)(line - text)))) {
    if (enfold_store_send(store, line, (size_t)(end - line), NULL, &error) < 0) fprintf(stderr, "%s\n", error.message);
    line = end + 1;
  }
  length -= (size_t)(line - text); /* the beginning of a line that is still to come */
  memmove(text, line, length);
  if (length == sizeof text) length = 0; /* no action is that long */
}

int main(int argc, char **argv) {
  struct pollfd watched[] = {{.events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
  enfold_plugin plugin;
  if (argc != 2) return fprintf(stderr, "usage: poll PLUGIN\n"), EXIT_FAILURE;
  check(enfold_runtime_open("{\"loop\":\"host\"}", ENFOLD_NUL, &runtime, &error));
  check(enfold_plugin_load(runtime, argv[1], NULL, 0, &plugin, &error));
  check(enfold_store_open(runtime, "Counter", NULL, 0, &store, &error));
  check(enfold_store_observe(store, NULL, 0, NULL, 0, show, NULL, NULL, NULL, &error));
  check(enfold_runtime_fd(runtime, &watched[0].fd, &error));

  while (is_open) {
    if (poll(watched, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return perror("poll"), EXIT_FAILURE;
    }
    if (watched[0].revents) check(enfold_runtime_pump(runtime, 1000, NULL, &error)); /* the rest: in the next round */
    if (is_open && watched[1].revents) read_actions();
  }
  return EXIT_SUCCESS;
}
