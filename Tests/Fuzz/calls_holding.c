/* calls_holding.c: stores that are held, steps, breakpoints. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "failure.h"
#include "features.h"
#include "operations.h"
#include "trace.h"

/* ---- What is known ----------------------------------------------------------------------------------------------- */

/* Notes that a store may be held from now on. False if somebody waits for it without end, and so for the release: then it must
 * not be held. */
static bool may_hold(const held *store) {
  if (store->origin != OPEN) return true;
  atomic_store(&store->store->may_be_held, true);
  return atomic_load(&store->store->endless_waits) == 0;
}

bool is_surely_held(const held *store, int64_t *let_go) {
  if (store->origin != OPEN) return false;
  *let_go = atomic_load(&store->store->let_go);
  return atomic_load(&store->store->held_at) == *let_go + 1;
}

bool was_let_go(const held *store, int64_t let_go) { return atomic_load(&store->store->let_go) != let_go; }

/* A store that may be held, if one is found soon. */
static held pick_held(random_source *r) {
  held store = pool_pick(STORES, r);
  for (int i = 0; i < 4 && store.origin == OPEN && !atomic_load(&store.store->may_be_held); i++)
    store = pool_pick(STORES, r);
  return store;
}

/* ---- Holding ----------------------------------------------------------------------------------------------------- */

static void hold_store(held store, uint32_t on, random_source *r) {
  call c;
  int64_t let_go = 0;
  if (store.origin == OPEN) {
    if (on == 0) atomic_fetch_add(&store.store->let_go, 1);
    let_go = atomic_load(&store.store->let_go);
  }
  call_begin(&c, F_enfold_store_hold, store, r);
  if (tracing) trace_line("enfold_store_hold(%s, %uu, %s);", trace_handle(store), on, call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_hold(store.handle, on, c.error));
  if (store.origin == OPEN && on == 0) atomic_fetch_add(&store.store->has_let_go, 1);
  if (on != 0 && status == ENFOLD_QUEUED) call_fail(&c, status, "it holds the store, and releases nothing");
  /* Nobody releases it now: one that has begun before may still come. */
  if (on != 0 && status == ENFOLD_OK && store.origin == OPEN && atomic_load(&store.store->has_let_go) == let_go &&
      !was_let_go(&store, let_go))
    atomic_store(&store.store->held_at, let_go + 1);
}

void release_store(held store, random_source *r) { hold_store(store, 0, r); }

/* More are released than are held, so that most stores go on. */
void op_store_hold(random_source *r) {
  bool holds = random_chance(r, 4);
  held store = holds ? pool_pick(STORES, r) : pick_held(r);
  uint32_t on = random_chance(r, 3) ? (uint32_t)random_bits(r) | 1 : 1;
  hold_store(store, holds && may_hold(&store) ? on : 0, r);
}

void op_store_step(random_source *r) {
  held store = pick_held(r);
  call c;
  uint32_t done = (uint32_t)UNTOUCHED;
  int64_t let_go = 0;
  bool has_done = !random_chance(r, 4), is_held = is_surely_held(&store, &let_go);
  call_begin(&c, F_enfold_store_step, store, r);
  if (tracing)
    trace_line("enfold_store_step(%s, %s, %s);", trace_handle(store), has_done ? "&done" : "NULL", call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_step(store.handle, has_done ? &done : NULL, c.error));
  if (status == ENFOLD_INVALID && is_held && !was_let_go(&store, let_go)) call_fail(&c, status, "the store is held");
  if (!has_done) return;
  if ((status < 0) != (done == (uint32_t)UNTOUCHED)) call_fail(&c, status, "done");
  if (status >= 0 && done > 1) call_fail(&c, status, "done is neither 0 nor 1");
}

/* ---- Breakpoints ------------------------------------------------------------------------------------------------- */

/* The name of an action: "add" of {"add":{"title":"x"}}, and sometimes a name inside it. */
static char *name_of(const char *action, random_source *r) {
  char *name = malloc(strlen(action) + 2), *to = name;
  for (const char *at = action; *at == '{' || *at == '"';) {
    bool is_object = *at == '{';
    if (is_object && *++at != '"') break;
    size_t length = strcspn(at + 1, "\"");
    if (to > name) *to++ = '/';
    memcpy(to, at + 1, length);
    to += length;
    at += 1 + length;
    if (!is_object || strncmp(at, "\":", 2) != 0 || random_chance(r, 2)) break;
    at += 2;
  }
  *to = '\0';
  return name;
}

typedef enum breaking { ADDS, REMOVES, IS_WRONG } breaking;

static char *break_options(const held *store, breaking *breaking, random_source *r) {
  static const char *const wrong[] = {"{\"action\":\"$\",\"path\":\"$\"}", "{\"action\":\"a//b\"}", "{\"action\":\"/\"}",
                                      "{\"path\":#}", "{\"clear\":false}", "{\"nope\":1}", "{}", "[]"};
  static const char *const removing[] = {"{\"remove\":#}", "{\"remove\":#}", "{\"remove\":@}", "{\"clear\":true}",
                                         "{\"clear\":true}"};
  const feature *f = &features_known[store->feature];
  char *result = NULL;
  uint32_t choice = random_below(r, 16);
  *breaking = choice < 9 ? ADDS : choice < 14 ? REMOVES : IS_WRONG;
  if (choice < 5) {
    const char *pattern = one_of(f->actions, r);
    char *action = text_fill(*pattern == '!' ? pattern + 1 : pattern, r), *name = name_of(action, r);
    if (asprintf(&result, "{\"action\":\"%s\"}", name) < 0) abort();
    free(action);
    free(name);
  } else if (choice < 9) {
    char *pointer = text_fill(one_of(f->pointers, r), r);
    if (asprintf(&result, "{\"path\":\"%s\"}", pointer) < 0) abort();
    free(pointer);
  } else if (choice < 15) {
    result = text_fill(choice < 14 ? removing[choice - 9] : wrong[random_below(r, 8)], r);
  }
  return result;
}

/* Removes all breakpoints now and then, because with them each action takes longer. */
void op_store_break(random_source *r) {
  held store = random_chance(r, 2) ? pool_pick(STORES, r) : pick_held(r);
  call c;
  breaking breaking;
  uint64_t out = UNTOUCHED;
  bool has_out = !random_chance(r, 6);
  char *content = break_options(&store, &breaking, r);
  mutating mutating = SOMETIMES;
  /* What is mutated may add a breakpoint, too. */
  if (!may_hold(&store)) {
    free(content);
    content = strdup("{\"clear\":true}");
    breaking = REMOVES;
    mutating = NEVER;
  }
  text options = text_argument(content, mutating, r);
  call_begin(&c, F_enfold_store_break, store, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_store_break(%s, %s, %s, %s);", trace_handle(store), text_shown(&options), has_out ? "&number" : "NULL",
               call_shown_error(&c));
  enfold_status status =
      call_end(&c, enfold_store_break(store.handle, options.data, options.length, has_out ? &out : NULL, c.error));
  if (has_out) call_check_output(&c, status, out);
  if (status >= 0 && options.is_whole && breaking == IS_WRONG) call_fail(&c, status, "a mistake was accepted");
  if (status >= 0 && options.is_whole && has_out && (out != 0) != (breaking == ADDS))
    call_fail(&c, status, "the number of a breakpoint is 0, or there is one that was not added");
  text_free(&options);
}
