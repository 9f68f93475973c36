/* calls_callbacks.c: C functions that send actions: made, called and closed. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "call.h"
#include "failure.h"
#include "features.h"
#include "operations.h"
#include "trace.h"
#include "watchdog.h"

/* The functions are never freed. So they are made in the first epochs only; later ones make mistakes. */
enum { EPOCHS_THAT_MAKE = 30 };

static const struct {
  const char *prototype, *options;
} kinds[] = {
    {"void f(int n)", NULL},
    {"int f(const char *text, void *p)", "{\"returns\":3}"},
    {"double f(double x, int n)", "{\"returns\":-0.5}"},
    {"void f(int n)", "{\"signal\":true}"},
    /* Mistakes. */
    {"void f(int", NULL},
    {"", NULL},
    {"struct point f(void)", NULL},
    {"void f(void)", "{\"returns\":1}"},
    {"void f(int n)", "{\"signals\":true}"},
    {"void f(double n)", "{\"signal\":true}"},
};
enum { KINDS = sizeof kinds / sizeof *kinds, RIGHT_KINDS = 4 };

/* The action of a template, which has no place, or those of the first kinds. */
static const char *template_of(int feature, random_source *r) {
  static const char *const templates[] = {"{\"setCount\":\"$n\"}", "{\"add\":{\"title\":\"$text\"}}", "\"$x\"",
                                          "{\"any\":[\"$p\",\"$text\",\"$$\"]}", "\"$nobody\""};
  if (random_chance(r, 3)) return templates[random_below(r, sizeof templates / sizeof *templates)];
  const char *action = one_of(features_known[feature].actions, r);
  return *action == '!' ? action + 1 : action;
}

static void close_callback(held callback, random_source *r) {
  call c;
  call_begin(&c, F_enfold_callback_close, callback, r);
  if (tracing) trace_line("enfold_callback_close(%s, %s);", trace_handle(callback), call_shown_error(&c));
  if (call_end(&c, enfold_callback_close(callback.handle, c.error)) == ENFOLD_OK) pool_close(callback);
}

void op_store_callback(random_source *r) {
  held store = pool_pick(STORES, r);
  call c;
  enfold_callback out = UNTOUCHED;
  void (*function)(void) = NULL;
  bool makes = atomic_load(&shared_progress->epoch) < EPOCHS_THAT_MAKE && !random_chance(r, 4);
  int kind = (int)(makes ? random_below(r, RIGHT_KINDS) : RIGHT_KINDS + random_below(r, KINDS - RIGHT_KINDS));
  const char *options = kinds[kind].options;
  bool has_fn = !random_chance(r, 50);
  /* Not mutated: what a template becomes would be sent again and again. */
  text action = text_argument(text_fill(template_of(store.feature, r), r), NEVER, r);
  held made = store;
  made.kind = C_CALLBACKS;
  made.serial = ledger_serial();
  made.origin = OPEN;
  made.parameters = kind;
  call_begin(&c, F_enfold_store_callback, store, r);
  c.longest = action.size + strlen(kinds[kind].prototype) + (options != NULL ? strlen(options) : 0);
  if (tracing)
    trace_line("enfold_store_callback(%s, \"%s\", %s, options_%d, ..., %s, %s, %s);", trace_handle(store),
               kinds[kind].prototype, text_shown(&action), kind, has_fn ? "&function" : "NULL", trace_handle(made),
               call_shown_error(&c));
  enfold_status status = call_end(
      &c, enfold_store_callback(store.handle, kinds[kind].prototype, action.data, action.length, options,
                                options == NULL ? 0 : ENFOLD_NUL, has_fn ? &function : NULL, &out, c.error));
  call_check_output(&c, status, out);
  if ((status >= 0) != (function != NULL)) call_fail(&c, status, "the function was written, or it was not");
  if (status >= 0 && kind >= RIGHT_KINDS) call_fail(&c, status, "a mistake was accepted");
  text_free(&action);
  if (status < 0) return;
  made.handle = out;
  made.function = function;
  held before = pool_put(made, random_below(r, 64));
  if (before.handle != 0) close_callback(before, r);
}

/* A function may be called at any time, also when it was closed, and so was its store. */
void op_callback_call(random_source *r) {
  held callback = pool_pick(C_CALLBACKS, r);
  uint32_t n = random_below(r, 6);
  static const char *const words[] = {"", "hello", "\xff", "\"", "a longer text that is no shorter than others", NULL};
  const char *word = words[random_below(r, sizeof words / sizeof *words)];
  if (callback.function == NULL) return;
  if (callback.store != NULL) atomic_fetch_add(&callback.store->attempted, 1);
  if (tracing) trace_line("// function of %s is called with %u", trace_handle(callback), n);
  watched *thread = watch_self();
  watch_push("callback");
  thread->calls++;
  bool is_right = true;
  switch (callback.parameters) {
    case 1: is_right = ((int (*)(const char *, void *))callback.function)(word, thread) == 3; break;
    case 2: is_right = ((double (*)(double, int))callback.function)(0.5, (int)n) == -0.5; break;
    default: ((void (*)(int))callback.function)((int)n);
  }
  thread->calls--;
  watch_pop();
  if (!is_right) failed("callback", "callback_%" PRIu64 " returned something else", callback.serial);
}

void op_callback_close(random_source *r) { close_callback(pool_pick(C_CALLBACKS, r), r); }
