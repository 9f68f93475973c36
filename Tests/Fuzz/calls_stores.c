/* calls_stores.c: opening, sending, reading, writing, scopes. */
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

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

static char *store_options(const feature *f, bool is_stub, random_source *r) {
  static const char *const others[] = {
      "{}", "{\"unknownKeys\":\"ignore\"}", "{\"unknownKeys\":\"refuse\"}", "{\"unknownKeys\":1}", "{\"nope\":1}",
      "[]"};
  if (is_stub) return strdup("{\"stub\":true}");
  if (random_chance(r, 2)) return NULL;
  if (random_chance(r, 6)) return text_fill(others[random_below(r, 6)], r);
  char *state = text_fill(one_of(f->states, r), r), *result = NULL;
  if (asprintf(&result, "{%s\"state\":%s}", random_chance(r, 3) ? "\"unknownKeys\":\"ignore\"," : "", state) < 0)
    abort();
  free(state);
  return result;
}

static held store_handle(store_record *record, uint64_t handle) {
  held made = {.kind = STORES,
               .origin = OPEN,
               .handle = handle,
               .serial = record->serial,
               .feature = record->feature,
               .runtime = record->runtime,
               .store = record};
  return made;
}

void open_store(held runtime, unsigned slot, random_source *r) {
  static const char *const wrong[] = {
      NULL, "", "Nope", "Counter", "org.nope/Counter", "org.enfold.counter@9.9.9/Counter", "\xff", "/", "@/"};
  call c;
  enfold_store out = UNTOUCHED;
  int index = (int)random_below(r, OPENED_FEATURES);
  /* Usually a feature whose plugin is there. */
  for (int i = 0; i < 8 && runtime.runtime != NULL &&
                  !(atomic_load(&runtime.runtime->loaded) & 1u << features_known[index].plugin);
       i++)
    index = (int)random_below(r, OPENED_FEATURES);
  if (settings.only_feature >= 0) index = settings.only_feature;
  /* What is kept in files only where these are not the user's. */
  if (features_known[index].keeps_files && runtime.runtime != NULL && !runtime.runtime->keeps_files) index = 0;
  const feature *f = &features_known[index];
  const char *name = f->bare != NULL && random_chance(r, 6) ? f->bare : f->name;
  bool has_out = !random_chance(r, 100);
  if (random_chance(r, 30)) {
    name = wrong[random_below(r, 9)];
    index = 0;
  }
  bool is_stub = random_chance(r, 20);
  text options =
      text_argument(store_options(f, is_stub, r), is_stub || f->never_mutates ? NEVER : SOMETIMES, r);
  store_record *record = ledger_store(runtime.runtime, index);
  record->is_stub = is_stub && options.is_whole; /* options that are left out open an ordinary store */
  held made = store_handle(record, 0);
  call_begin(&c, F_enfold_store_open, runtime, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_store_open(%s, %s%s%s, %s, %s%s, %s);", trace_handle(runtime), name != NULL ? "\"" : "",
               name != NULL ? name : "NULL", name != NULL ? "\"" : "", text_shown(&options), has_out ? "&" : "",
               has_out ? trace_handle(made) : "NULL", call_shown_error(&c));
  enfold_status status = call_end(
      &c, enfold_store_open(runtime.handle, name, options.data, options.length, has_out ? &out : NULL, c.error));
  call_check_output(&c, has_out ? status : ENFOLD_INVALID, out);
  text_free(&options);
  if (status < 0) return;
  record->handle = made.handle = out;
  held before = pool_put(made, slot);
  /* Those that make room are closed, or stay open without a handle that anyone knows. */
  if (before.handle != 0 && !random_chance(r, 4)) close_store(before, r);
}

void op_store_open(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  open_store(runtime, random_below(r, 64), r);
}

void close_store(held store, random_source *r) {
  call c;
  if (store.origin == OPEN) ledger_ends(NULL, store.is_scope ? NULL : store.store, store.is_scope ? store.handle : 0);
  call_begin(&c, F_enfold_store_close, store, r);
  if (tracing) trace_line("enfold_store_close(%s, %s);", trace_handle(store), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_close(store.handle, c.error));
  if (status < 0) return;
  pool_close(store);
  if (!store.is_scope) pool_close_all_of(NULL, store.store);
}

void op_store_close(random_source *r) { close_store(pool_pick(STORES, r), r); }

void op_store_scope(random_source *r) {
  held store = pool_pick(STORES, r);
  const feature *f = &features_known[store.feature];
  call c;
  enfold_store out = UNTOUCHED;
  bool has_out = !random_chance(r, 100);
  int pair = one_pair_of(f->scopes, r);
  const char *template = pair >= 0 ? f->scopes[2 * pair + 1] : "";
  text pointer = text_argument(text_fill(pair >= 0 ? f->scopes[2 * pair] : "", r), SOMETIMES, r);
  text action = text_argument(*template != '\0' ? text_fill(template, r) : NULL, SOMETIMES, r);
  held made = store;
  made.serial = ledger_serial();
  made.origin = OPEN;
  made.is_scope = true;
  if (pair >= 0 && f->scoped != NULL) made.feature = feature_named(f->scoped[pair]);
  call_begin(&c, F_enfold_store_scope, store, r);
  c.longest = pointer.size > action.size ? pointer.size : action.size;
  if (tracing)
    trace_line("enfold_store_scope(%s, %s, %s, %s%s, %s);", trace_handle(store), text_shown(&pointer),
               text_shown(&action), has_out ? "&" : "", has_out ? trace_handle(made) : "NULL", call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_scope(store.handle, pointer.data, pointer.length, action.data,
                                                         action.length, has_out ? &out : NULL, c.error));
  call_check_output(&c, has_out ? status : ENFOLD_INVALID, out);
  text_free(&pointer);
  text_free(&action);
  if (status < 0) return;
  made.handle = out;
  held before = pool_put(made, random_below(r, 64));
  if (before.handle != 0 && !random_chance(r, 4)) close_store(before, r);
}

/* ---- Sending ----------------------------------------------------------------------------------------------------- */

/* An action of a feature; whether it may be mutated. */
static char *action_of(int index, mutating *mutating, random_source *r) {
  const char *pattern = one_of(features_known[index].actions, r);
  *mutating = features_known[index].never_mutates || *pattern == '!' ? NEVER : SOMETIMES;
  return text_fill(*pattern == '!' ? pattern + 1 : pattern, r);
}

static void begin_send(const held *store, int64_t most) {
  if (store->origin == OPEN) atomic_fetch_add(&store->store->attempted, most);
}

/* ENFOLD_OK says that the action was reduced: there is a commit more than before, unless the store is a stub. A store that
 * was closed is not asked. */
static void check_reduced(const call *c, const held *store, enfold_status status, uint64_t before) {
  uint64_t now = 0;
  if (status != ENFOLD_OK || before == UINT64_MAX || store->origin != OPEN || store->store->is_stub) return;
  if (enfold_store_revision(store->handle, &now, NULL) == ENFOLD_OK && now <= before)
    call_fail(c, status, "there is no commit more than before");
}

static uint64_t revision_before(const held *store) {
  uint64_t before = 0;
  if (store->origin != OPEN || enfold_store_revision(store->handle, &before, NULL) != ENFOLD_OK) return UINT64_MAX;
  return before;
}

/* `most` were announced, `count` were accepted. */
static void end_send(const held *store, int64_t most, int64_t count) {
  if (store->origin != OPEN) return;
  atomic_fetch_add(&store->store->accepted, count);
  atomic_fetch_sub(&store->store->attempted, most - count);
}

void op_store_send(random_source *r) {
  held store = pool_pick(STORES, r);
  mutating mutating;
  call c;
  enfold_task out = UNTOUCHED;
  bool has_task = random_chance(r, 3);
  char *content = action_of(store.feature, &mutating, r);
  text action = text_argument(content, mutating, r);
  held made = {.kind = TASKS,
               .origin = OPEN,
               .serial = ledger_serial(),
               .feature = store.feature,
               .runtime = store.runtime,
               .store = store.store};
  begin_send(&store, 1);
  uint64_t earlier = revision_before(&store);
  call_begin(&c, F_enfold_store_send, store, r);
  c.longest = action.size;
  if (tracing)
    trace_line("enfold_store_send(%s, %s, %s%s, %s);", trace_handle(store), text_shown(&action), has_task ? "&" : "",
               has_task ? trace_handle(made) : "NULL", call_shown_error(&c));
  enfold_status status =
      call_end(&c, enfold_store_send(store.handle, action.data, action.length, has_task ? &out : NULL, c.error));
  end_send(&store, 1, status >= 0);
  check_reduced(&c, &store, status, earlier);
  if (has_task) call_check_output(&c, status, out);
  text_free(&action);
  if (status < 0 || !has_task) return;
  made.handle = out;
  held before = pool_put(made, random_below(r, 64));
  if (before.handle != 0 && !random_chance(r, 4)) release_task(before, r);
}

void op_store_send_batch(random_source *r) {
  held store = pool_pick(STORES, r);
  mutating mutating = SOMETIMES, each;
  call c;
  size_t accepted = UNTOUCHED, used = 1;
  bool has_accepted = !random_chance(r, 4);
  unsigned count = random_chance(r, 40) ? 40 : random_below(r, 6);
  char *content = malloc(8192);
  *content = '[';
  for (unsigned i = 0; i < count; i++) {
    char *action = action_of(store.feature, &each, r);
    if (each == NEVER) mutating = NEVER;
    if (used + strlen(action) + 3 < 8192) used += (size_t)sprintf(content + used, "%s%s", used > 1 ? "," : "", action);
    free(action);
  }
  strcpy(content + used, "]");
  text actions = text_argument(content, mutating, r);
  int64_t most = (int64_t)actions.size;
  begin_send(&store, most);
  call_begin(&c, F_enfold_store_send_batch, store, r);
  c.longest = actions.size;
  if (tracing)
    trace_line("enfold_store_send_batch(%s, %s, %s, %s);", trace_handle(store), text_shown(&actions),
               has_accepted ? "&accepted" : "NULL", call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_send_batch(store.handle, actions.data, actions.length,
                                                              has_accepted ? &accepted : NULL, c.error));
  if (has_accepted) call_check_output(&c, status, accepted);
  if (status >= 0 && has_accepted && accepted > (size_t)most)
    call_fail(&c, status, "more actions were accepted than were given");
  end_send(&store, most, status >= 0 && has_accepted ? (int64_t)accepted : 0);
  text_free(&actions);
}

void op_store_set(random_source *r) {
  held store = pool_pick(STORES, r);
  /* Most features have nothing that can be set. */
  for (int i = 0; i < 4 && !features_known[store.feature].is_bindable; i++) store = pool_pick(STORES, r);
  const feature *f = &features_known[store.feature];
  call c;
  mutating mutating = NEVER;
  int pair = one_pair_of(f->sets, r);
  char *template = NULL;
  if (random_chance(r, 3)) {
    static const char *const templates[] = {"{\"renamed\":{\"from\":\"$old\",\"to\":\"$new\"}}",
                                            "{\"setCount\":\"$new\"}", "\"$old\""};
    char *action = random_chance(r, 2) ? action_of(store.feature, &mutating, r) : strdup(templates[random_below(r, 3)]);
    if (asprintf(&template, "{\"action\":%s}", action) < 0) abort();
    free(action);
  } else if (random_chance(r, 8)) {
    template = strdup("{}");
  }
  text pointer = text_argument(text_fill(pair >= 0 ? f->sets[2 * pair] : "/nope", r), SOMETIMES, r);
  text value = text_argument(text_fill(pair >= 0 ? f->sets[2 * pair + 1] : "1", r), SOMETIMES, r);
  text options = text_argument(template, mutating, r);
  call_begin(&c, F_enfold_store_set, store, r);
  c.longest = pointer.size > value.size ? pointer.size : value.size;
  if (c.longest < options.size) c.longest = options.size;
  /* The engine in C counts from the start of the template as it was filled in. */
  if (f->is_loose) c.longest = UINT64_MAX;
  if (tracing)
    trace_line("enfold_store_set(%s, %s, %s, %s, %s);", trace_handle(store), text_shown(&pointer), text_shown(&value),
               text_shown(&options), call_shown_error(&c));
  call_end(&c, enfold_store_set(store.handle, pointer.data, pointer.length, value.data, value.length, options.data,
                                options.length, c.error));
  text_free(&pointer);
  text_free(&value);
  text_free(&options);
}

void op_store_restore(random_source *r) {
  held store = pool_pick(STORES, r);
  const feature *f = &features_known[store.feature];
  call c;
  text state = text_argument(text_fill(one_of(f->states, r), r), f->never_mutates ? NEVER : SOMETIMES, r);
  if (store.origin == OPEN) atomic_fetch_add(&store.store->restores, 1);
  call_begin(&c, F_enfold_store_restore, store, r);
  c.longest = state.size;
  if (tracing)
    trace_line("enfold_store_restore(%s, %s, %s);", trace_handle(store), text_shown(&state), call_shown_error(&c));
  call_end(&c, enfold_store_restore(store.handle, state.data, state.length, c.error));
  if (store.origin == OPEN) atomic_fetch_add(&store.store->restored, 1);
  text_free(&state);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

void op_store_state(random_source *r) {
  held store = pool_pick(STORES, r);
  const feature *f = &features_known[store.feature];
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 60);
  text pointer = text_argument(random_chance(r, 4) ? NULL : text_fill(one_of(f->pointers, r), r), SOMETIMES, r);
  call_begin(&c, F_enfold_store_state, store, r);
  c.longest = pointer.size;
  if (tracing)
    trace_line("enfold_store_state(%s, %s, %s, %s);", trace_handle(store), text_shown(&pointer),
               has_out ? "&string" : "NULL", call_shown_error(&c));
  enfold_status status =
      call_end(&c, enfold_store_state(store.handle, pointer.data, pointer.length, has_out ? &out : NULL, c.error));
  call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out,
                    store.store == NULL || features_known[store.store->feature].is_loose);
  text_free(&pointer);
}

void op_store_revision(random_source *r) {
  held store = pool_pick(STORES, r);
  call c;
  uint64_t out = UNTOUCHED;
  bool has_out = !random_chance(r, 60);
  call_begin(&c, F_enfold_store_revision, store, r);
  if (tracing)
    trace_line("enfold_store_revision(%s, %s, %s);", trace_handle(store), has_out ? "&revision" : "NULL",
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_revision(store.handle, has_out ? &out : NULL, c.error));
  if (has_out) call_check_output(&c, status, out);
}

/* ---- Waiting, and what must hold then ---------------------------------------------------------------------------- */

/* Every action that was accepted before the wait began has made a commit, and who observes actions has seen it. */
static void check_idle(const held *store, int64_t accepted) {
  uint64_t revision = 0;
  if (enfold_store_revision(store->handle, &revision, NULL) != ENFOLD_OK) return;
  int64_t cancels = atomic_load(&store->store->cancels);
  if (!store->store->is_stub && (int64_t)revision + cancels < accepted)
    failed("accepted",
           "store_%" PRIu64 " (%s) accepted %" PRId64 " actions, of which %" PRId64 " may have been cancelled, and "
                                                                                    "made %" PRIu64 " commits",
           store->store->serial, features_known[store->store->feature].name, accepted, cancels, revision);
  for (callback_record *c = ledger_callbacks(); c != NULL; c = c->next) {
    if (c->store != store->store || !c->is_reduced_action || !atomic_load(&c->is_accepted)) continue;
    int64_t seen = atomic_load(&c->calls) - atomic_load(&c->mutations), expected = accepted - atomic_load(&c->attempts_before);
    cancels = atomic_load(&store->store->cancels);
    if (seen + cancels >= expected || atomic_load(&c->is_ending)) continue;
    failed("observed",
           "user_%" PRIu64 " observes the actions of store_%" PRIu64 " (%s) and was called %" PRId64
           " times for at least %" PRId64 " actions, of which %" PRId64 " may have been cancelled",
           c->serial, store->store->serial, features_known[store->store->feature].name, seen, expected, cancels);
  }
}

/* Whether every effect of the feature ends by itself. */
static bool always_ends(const held *store) {
  static const char *const names[] = {"Steps", "Todos", "org.enfold.tests.panel@1.0.0/Panel", "Fields",
                                      "ReactorCounter", "org.enfold.tests.sessions/Visitor",
                                      "org.enfold.tests.sessions.b/Visitor"};
  if (store->store == NULL || store->runtime->is_host || in_callback()) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(features_known[store->store->feature].name, names[i]) == 0) return true;
  return false;
}

void op_store_wait(random_source *r) {
  static const int64_t endless[] = {-1, INT64_MIN, INT64_MAX, 1000000000};
  held store = pool_pick(STORES, r);
  call c;
  int64_t timeout = (int64_t)random_below(r, 3), choice = random_below(r, 8);
  if (timeout == 2 && choice > 1) timeout = 0;
  /* Left out: waits without end for effects that never end. */
  if (store.origin == OPEN && choice < 4 && always_ends(&store)) timeout = endless[choice];
  int64_t accepted = store.origin == OPEN ? atomic_load(&store.store->accepted) : 0;
  call_begin(&c, F_enfold_store_wait, store, r);
  if (tracing)
    trace_line("enfold_store_wait(%s, %" PRId64 ", %s);", trace_handle(store), timeout, call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_wait(store.handle, timeout, c.error));
  if (status == ENFOLD_OK) check_idle(&store, accepted);
}
