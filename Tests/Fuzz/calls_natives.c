/* calls_natives.c: C functions that answer what features ask for. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "failure.h"
#include "features.h"
#include "operations.h"
#include "texts.h"
#include "trace.h"

static char *number_fact(long long number) {
  char *text = strdup("a native fact");
  if (text != NULL) text[0] = (char)('a' + (number & 15));
  return text;
}
static int more(void) { return 7; }
/* Has no arguments and returns 0 or NULL, whatever its prototype says. */
static uintptr_t nothing(void) { return 0; }

typedef struct native {
  const char *prototype;
  void (*fn)(void);
  const char *const *options; /* that make it right */
} native;

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const native natives[] = {
    {"char *numberFact(long long number)", (void (*)(void))number_fact,
     LIST("{\"returns\":\"free\"}", "{\"returns\":{\"release\":\"free\"},\"thread\":\"worker\"}")},
    {"extern int more ( void ) ; // more", (void (*)(void))more,
     LIST("{}", "{\"thread\":\"worker\"}", "{\"name\":\"more\",\"errno\":false}", "{\"errno\":true}", "{\"name\":\"$\"}")},
    {"void save(const char *name, int pages)", (void (*)(void))nothing, LIST("{}", "{\"thread\":\"handler\"}")},
    {"const char *numberFact(uint8_t number)", (void (*)(void))nothing, LIST("{}", "{\"returns\":\"free\"}")},
    {"bool ticks(double, float x, const char *, void *p)", (void (*)(void))nothing, LIST("{}", "{\"thread\":\"worker\"}")},
    {"struct tm f(struct tm *)", (void (*)(void))nothing, LIST("{}")},
    {"flaot f(flaot x, ...", (void (*)(void))nothing, LIST("{\"returns\":\"free\"}", "{\"thread\":@}", "#")},
};
enum { NATIVES = sizeof natives / sizeof *natives };

void op_runtime_bind(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  call c;
  const native *chosen = &natives[random_below(r, NATIVES)];
  text prototype = text_terminated(random_chance(r, 40) ? NULL : text_fill(chosen->prototype, r), SOMETIMES, r);
  text options = text_argument(random_chance(r, 4) ? NULL : text_fill(one_of(chosen->options, r), r), SOMETIMES, r);
  /* A prototype that has become another one must not be believed. Nor may options be missing that free a text. */
  bool is_true = prototype.data != NULL && strcmp(prototype.data, chosen->prototype) == 0 && options.data != NULL &&
                 options.is_whole;
  void (*fn)(void) = random_chance(r, 30) ? NULL : is_true ? chosen->fn : (void (*)(void))nothing;
  call_begin(&c, F_enfold_runtime_bind, runtime, r);
  c.longest = prototype.size > options.size ? prototype.size : options.size;
  if (tracing) {
    trace_line("enfold_runtime_bind(%s, /* without the length: */ %s, %s, %s, %s);", trace_handle(runtime),
               text_shown(&prototype), fn == NULL ? "NULL" : is_true ? "its function" : "nothing", text_shown(&options),
               call_shown_error(&c));
  }
  enfold_status status =
      call_end(&c, enfold_runtime_bind(runtime.handle, prototype.data, fn, options.data, options.length, c.error));
  if (status == ENFOLD_OK && (fn == NULL || prototype.data == NULL)) call_fail(&c, status, "there is no function");
  if (status == ENFOLD_OK && strchr(prototype.data, '(') == NULL) call_fail(&c, status, "this is no prototype");
  text_free(&prototype);
  text_free(&options);
}
