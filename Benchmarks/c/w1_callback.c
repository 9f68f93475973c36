/* w1_callback.c: W1 by callbacks: C functions that send, beside enfold_store_send with the action's text ready. A thunk is a
 * function of libenfold; a closure is made by libffi, because thunks have no parameters of type double. */
#include "bench.h"

typedef void function(void);
typedef void function_of_int(int);
typedef void function_of_double(double);

typedef struct caller {
  enfold_store store;
  function *fn; /* NULL: enfold_store_send */
} caller;

static const char increment[] = "{\"increment\":{}}";
/* One after the other, so that each is a change. */
static const char *const set_count[] = {"{\"setCount\":0}", "{\"setCount\":1}"};

static void send_text(void *context, size_t count) {
  const caller *own = context;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(own->store, increment, sizeof increment - 1, NULL, &error));
}
static void call(void *context, size_t count) {
  function *fn = ((caller *)context)->fn;
  for (size_t i = 0; i < count; i++) fn();
}
static void call_with_double(void *context, size_t count) {
  function_of_double *fn = (function_of_double *)((caller *)context)->fn;
  for (size_t i = 0; i < count; i++) fn(1.5);
}

static void send_number(void *context, size_t count) {
  const caller *own = context;
  for (size_t i = 0; i < count; i++) {
    const char *action = set_count[i % 2];
    MUST(enfold_store_send(own->store, action, strlen(action), NULL, &error));
  }
}
static void call_with_number(void *context, size_t count) {
  function_of_int *fn = (function_of_int *)((caller *)context)->fn;
  for (size_t i = 0; i < count; i++) fn((int)(i % 2));
}

static caller open_caller(const char *prototype, const char *action) {
  caller new = {.store = open_store("Counter", NULL)};
  observe(new.store, "/count", NULL);
  if (prototype != NULL) {
    MUST(enfold_store_callback(new.store, prototype, action, ENFOLD_NUL, NULL, 0, &new.fn, NULL, &error));
  }
  return new;
}

void w1_callback(void) {
  caller sender = open_caller(NULL, NULL), thunk = open_caller("void f(void)", increment),
         closure = open_caller("void f(double x)", increment);
  const side sides[] = {
    {"W1 callback", "enfold_store_send", send_text, &sender, 100},
    {"W1 callback", "thunk", call, &thunk, 100},
    {"W1 callback", "closure", call_with_double, &closure, 100},
  };
  compare(sides, sizeof sides / sizeof *sides);

  static const char template[] = "{\"setCount\":\"$n\"}";
  caller number_sender = open_caller(NULL, NULL), number_thunk = open_caller("void f(int n)", template);
  const side numbers[] = {
    {"W1 callback with a number", "enfold_store_send", send_number, &number_sender, 100},
    {"W1 callback with a number", "thunk", call_with_number, &number_thunk, 100},
  };
  compare(numbers, sizeof numbers / sizeof *numbers);

  const caller *all[] = {&sender, &thunk, &closure, &number_sender, &number_thunk};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) close_store(all[i]->store);
}
