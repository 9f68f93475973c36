/* w1_request.c: an effect that asks the host, beside one that knows the answer. The host answers at once: with a handler in C,
 * and with a C function that libffi calls; beside the same function called directly. */
#include "bench.h"

static void answer(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)length;
  char text[24];
  int written = snprintf(text, sizeof text, "%lld", strtoll(payload, NULL, 10) + 1);
  MUST(enfold_request_resolve(request, text, (size_t)written, &error));
}

static void send_all(const char *action, enfold_store store, size_t count) {
  size_t length = strlen(action);
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(store, action, length, NULL, &error));
  MUST(enfold_store_wait(store, -1, &error));
}

static long long next(long long number) { return number + 1; }

static void know(void *context, size_t count) { send_all("{\"know\":{}}", *(enfold_store *)context, count); }
static void ask(void *context, size_t count) {
  MUST(enfold_runtime_handle(runtime, "number", answer, NULL, NULL, NULL, &error));
  send_all("{\"ask\":{}}", *(enfold_store *)context, count);
}
static void ask_native(void *context, size_t count) {
  static const char options[] = "{\"name\":\"number\"}";
  MUST(enfold_runtime_bind(runtime, "long long next(long long n)", (void (*)(void))next, options, ENFOLD_NUL, &error));
  send_all("{\"ask\":{}}", *(enfold_store *)context, count);
}

/* Through a pointer that the compiler does not know, as libffi calls it. */
static long long (*volatile next_pointer)(long long) = next;
static void call_directly(void *context, size_t count) {
  (void)context;
  long long number = 0;
  for (size_t i = 0; i < count; i++) number = next_pointer(number);
}

void w1_request(void) {
  enfold_store knowing = open_store("Asking", NULL), asking = open_store("Asking", NULL);
  enfold_store asking_native = open_store("Asking", NULL);
  observe(knowing, "/count", NULL);
  observe(asking, "/count", NULL);
  observe(asking_native, "/count", NULL);
  const side sides[] = {
    {"W1 request", "effect alone", know, &knowing, 100},
    {"W1 request", "request, answered at once", ask, &asking, 100},
    {"W1 request", "request, answered by a native", ask_native, &asking_native, 100},
    {"W1 request", "the native's function, called directly", call_directly, NULL, 0},
  };
  compare(sides, sizeof sides / sizeof *sides);
  close_store(knowing);
  close_store(asking);
  close_store(asking_native);
}
