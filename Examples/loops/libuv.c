/* libuv.c: libuv watches a runtime and standard input. Each line is sent as an action, and each new state is printed.
 *
 *   cc Examples/loops/libuv.c -o libuv -Iinclude -Lbuild/lib -lenfold -Wl,-rpath,build/lib \
 *     $(pkg-config --cflags --libs libuv)
 *   ./libuv build/plugins/libCounter.so */
#include <enfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

static enfold_runtime runtime;
static enfold_store store;
static enfold_error error = ENFOLD_ERROR_INIT;
static uv_poll_t watcher;
static uv_pipe_t input;
static char text[4096]; /* what has arrived of a line */
static size_t length;

static void check(int status, const char *message) {
  if (status < 0) fprintf(stderr, "%s\n", message ? message : uv_strerror(status)), exit(EXIT_FAILURE);
}

static void show(void *user, const enfold_event *event) {
  (void)user;
  if (event->value) printf("%s\n", event->value);
  fflush(stdout);
  if (!(event->flags & ENFOLD_CLOSED)) return;
  uv_close((uv_handle_t *)&watcher, NULL); /* now, because the descriptor ends with the runtime */
  uv_close((uv_handle_t *)&input, NULL);   /* then nothing is left to watch, and uv_run returns */
}

static void pump(uv_poll_t *handle, int status, int events) {
  (void)handle, (void)events;
  check(status, NULL);
  check(enfold_runtime_pump(runtime, 1000, NULL, &error), error.message); /* the rest: in the next round */
}

static void make_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
  (void)handle, (void)suggested;
  if (length == sizeof text) length = 0; /* no action is that long */
  *buffer = uv_buf_init(text + length, (unsigned)(sizeof text - length));
}

/* Sends the lines that have arrived. At the end of the input it closes the runtime. */
static void read_actions(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
  (void)buffer;
  if (count < 0) {
    check(enfold_runtime_close(runtime, &error), error.message);
    return;
  }
  length += (size_t)count;
  char *line = text, *end;
  while (!uv_is_closing((uv_handle_t *)stream) && (end = memchr(line, '\n', length - (size_t)(line - text)))) {
    if (enfold_store_send(store, line, (size_t)(end - line), NULL, &error) < 0) fprintf(stderr, "%s\n", error.message);
    line = end + 1;
  }
  memmove(text, line, length -= (size_t)(line - text));
}

int main(int argc, char **argv) {
  enfold_plugin plugin;
  int descriptor;
  if (argc != 2 || uv_guess_handle(STDIN_FILENO) == UV_FILE) /* libuv cannot wait for a file */
    return fprintf(stderr, "usage: libuv PLUGIN, with a terminal or a pipe as its input\n"), EXIT_FAILURE;
  check(enfold_runtime_open("{\"loop\":\"host\"}", ENFOLD_NUL, &runtime, &error), error.message);
  check(enfold_plugin_load(runtime, argv[1], NULL, 0, &plugin, &error), error.message);
  check(enfold_store_open(runtime, "Counter", NULL, 0, &store, &error), error.message);
  check(enfold_store_observe(store, NULL, 0, NULL, 0, show, NULL, NULL, NULL, &error), error.message);
  check(enfold_runtime_fd(runtime, &descriptor, &error), error.message);
  check(uv_poll_init(uv_default_loop(), &watcher, descriptor), NULL);
  check(uv_poll_start(&watcher, UV_READABLE, pump), NULL);
  check(uv_pipe_init(uv_default_loop(), &input, 0), NULL);
  check(uv_pipe_open(&input, STDIN_FILENO), NULL);
  check(uv_read_start((uv_stream_t *)&input, make_room, read_actions), NULL);
  check(uv_run(uv_default_loop(), UV_RUN_DEFAULT), NULL);
  return uv_loop_close(uv_default_loop()) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
