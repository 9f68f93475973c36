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

/* Options of an opening. */
typedef struct store_plan {
  bool is_stub, has_no_effects;
  size_t name_length; /* of a long name; 0: none */
} store_plan;

static store_plan plan_store(random_source *r) {
  uint32_t choice = random_below(r, 100);
  return (store_plan){.is_stub = choice < 5, .has_no_effects = choice >= 5 && choice < 12,
                      .name_length = choice == 12 || choice == 13 ? 250 + random_below(r, 12) : 0};
}

static char *long_name(size_t length) {
  static const char begin[] = "{\"name\":\"";
  char *result = malloc(sizeof begin + length + 3);
  strcpy(result, begin);
  memset(result + sizeof begin - 1, 'x', length);
  strcpy(result + sizeof begin - 1 + length, "\"}");
  return result;
}

/* Values for dependencies; what nothing asks for is logged, and no array of them is refused. */
static const char *const given_values[] = {"[]", "[]", "[{\"uuid\":\"$\"}]", "[{\"date\":\"2026-11-27T10:00:00Z\"},{\"random\":\"#\"}]",
                                           "[{\"uuid\":@},{\"uuid\":@}]", "[{\"$\":@}]", "[@]", "@"};
enum { GIVEN_VALUES = sizeof given_values / sizeof *given_values };

/* Options with them, between two pieces of text. To be freed. */
static char *options_with_values(const char *before, const char *behind, random_source *r) {
  char pattern[300];
  snprintf(pattern, sizeof pattern, "{%s\"dependencies\":%s%s}", before, given_values[random_below(r, GIVEN_VALUES)], behind);
  return text_fill(pattern, r);
}

static char *store_options(const feature *f, const store_plan *plan, random_source *r) {
  static const char *const others[] = {
      "{}", "{\"unknownKeys\":\"ignore\"}", "{\"unknownKeys\":\"refuse\"}", "{\"unknownKeys\":1}", "{\"nope\":1}", "[]",
      "{\"name\":\"$\"}", "{\"name\":\"$ #\",\"effects\":\"run\"}", "{\"name\":@}", "{\"effects\":\"$\"}", "{\"effects\":@}",
      "{\"dependencies\":[]}", "{\"stub\":true,\"dependencies\":@}"};
  if (plan->is_stub) return strdup("{\"stub\":true}");
  if (plan->has_no_effects && random_chance(r, 2)) return options_with_values("\"effects\":\"none\",", "", r);
  if (plan->has_no_effects) return strdup("{\"effects\":\"none\"}");
  if (plan->name_length > 0) return long_name(plan->name_length);
  if (random_chance(r, 2)) return NULL;
  if (random_chance(r, 5)) return text_fill(others[random_below(r, sizeof others / sizeof *others)], r);
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
  store_plan plan = plan_store(r);
  bool is_known = plan.is_stub || plan.has_no_effects || plan.name_length > 0;
  text options = text_argument(store_options(f, &plan, r), is_known || f->never_mutates ? NEVER : SOMETIMES, r);
  store_record *record = ledger_store(runtime.runtime, index);
  record->is_stub = plan.is_stub && options.is_whole; /* options that are left out open an ordinary store */
  record->has_no_effects = plan.has_no_effects && options.is_whole;
  held made = store_handle(record, 0);
  bool takes_none = runtime.origin == OPEN && atomic_load(&runtime.runtime->takes_no_stores);
  call_begin(&c, F_enfold_store_open, runtime, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_store_open(%s, %s%s%s, %s, %s%s, %s);", trace_handle(runtime), name != NULL ? "\"" : "",
               name != NULL ? name : "NULL", name != NULL ? "\"" : "", text_shown(&options), has_out ? "&" : "",
               has_out ? trace_handle(made) : "NULL", call_shown_error(&c));
  enfold_status status = call_end(
      &c, enfold_store_open(runtime.handle, name, options.data, options.length, has_out ? &out : NULL, c.error));
  call_check_output(&c, has_out ? status : ENFOLD_INVALID, out);
  bool is_whole = options.is_whole;
  text_free(&options);
  if (status < 0) return;
  if (takes_none) call_fail(&c, status, "the runtime ends, and opens no stores any more");
  if (is_whole && plan.name_length > 256) call_fail(&c, status, "the name is too long");
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

/* ENFOLD_OK says that it was done now. A store that is held keeps it back. A store that was closed meanwhile, which ends what it has
 * kept back, is not asked. */
static void check_kept(const call *c, const held *store, enfold_status status, bool was_held, int64_t let_go) {
  uint64_t now = 0;
  if (!was_held || status != ENFOLD_OK || was_let_go(store, let_go)) return;
  if (enfold_store_revision(store->handle, &now, NULL) == ENFOLD_OK) call_fail(c, status, "the store is held");
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

/* Options of a send to a store; whether they may have a tag. Values are for stores without effects, mostly. */
static char *send_options(const held *store, bool *has_tag, random_source *r) {
  static const char *const patterns[] = {"{\"tag\":\"$\"}", "{\"tag\":\"$\"}", "{\"tag\":\"$$\"}", "{ \"tag\" : \"#\" }",
                                         "{\"tag\":\"\"}", "{\"tag\":@}", "{}", "{\"tog\":\"$\"}", "[]"};
  uint32_t choice = random_below(r, 12);
  bool takes_values = store->origin == OPEN && store->store->has_no_effects;
  *has_tag = true;
  if (random_chance(r, takes_values ? 2 : 20))
    return options_with_values("", random_chance(r, 2) ? "" : ",\"tag\":\"$\"", r);
  *has_tag = choice < 10;
  if (choice >= 10) return choice == 10 ? NULL : strdup("{}");
  if (choice < 9) return text_fill(patterns[choice], r);
  /* Sometimes too long. */
  char *result = malloc(320);
  size_t length = 250 + random_below(r, 10);
  memcpy(result, "{\"tag\":\"", 8);
  memset(result + 8, 'x', length);
  strcpy(result + 8 + length, "\"}");
  return result;
}

static void send_action(held store, bool has_options, random_source *r) {
  mutating mutating;
  call c;
  enfold_task out = UNTOUCHED;
  bool has_task = random_chance(r, 3), has_tag = false;
  char *content = action_of(store.feature, &mutating, r);
  text action = text_argument(content, mutating, r), options = {0};
  if (has_options) options = text_argument(send_options(&store, &has_tag, r), SOMETIMES, r);
  bool is_refused = store.origin == OPEN && atomic_load(&store.store->takes_nothing);
  if (store.origin == OPEN && (has_tag || !options.is_whole)) atomic_store(&store.store->is_tagged, true);
  held made = {.kind = TASKS,
               .origin = OPEN,
               .serial = ledger_serial(),
               .feature = store.feature,
               .runtime = store.runtime,
               .store = store.store};
  begin_send(&store, 1);
  uint64_t earlier = revision_before(&store);
  int64_t let_go = 0;
  bool was_held = is_surely_held(&store, &let_go);
  call_begin(&c, has_options ? F_enfold_store_send_with : F_enfold_store_send, store, r);
  c.longest = action.size > options.size ? action.size : options.size;
  if (tracing)
    trace_line("%s(%s, %s, %s%s%s%s, %s);", functions[c.function].name, trace_handle(store), text_shown(&action),
               has_options ? text_shown(&options) : "", has_options ? ", " : "", has_task ? "&" : "",
               has_task ? trace_handle(made) : "NULL", call_shown_error(&c));
  enfold_task *task = has_task ? &out : NULL;
  enfold_status status = call_end(
      &c, has_options ? enfold_store_send_with(store.handle, action.data, action.length, options.data, options.length, task,
                                               c.error)
                      : enfold_store_send(store.handle, action.data, action.length, task, c.error));
  if (is_refused && status >= 0) call_fail(&c, status, "it ends, and takes nothing any more");
  end_send(&store, 1, status >= 0);
  check_reduced(&c, &store, status, earlier);
  check_kept(&c, &store, status, was_held, let_go);
  if (has_task) call_check_output(&c, status, out);
  text_free(&action);
  text_free(&options);
  if (status < 0 || !has_task) return;
  made.handle = out;
  held before = pool_put(made, random_below(r, 64));
  if (before.handle != 0 && !random_chance(r, 4)) release_task(before, r);
}

void op_store_send(random_source *r) { send_action(pool_pick(STORES, r), false, r); }

void op_store_send_with(random_source *r) { send_action(pool_pick(STORES, r), true, r); }

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
  int64_t most = (int64_t)actions.size, let_go = 0;
  bool was_held = is_surely_held(&store, &let_go);
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
  if (has_accepted && accepted > 0) check_kept(&c, &store, status, was_held, let_go);
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
  int64_t let_go = 0;
  bool was_held = is_surely_held(&store, &let_go);
  if (tracing)
    trace_line("enfold_store_set(%s, %s, %s, %s, %s);", trace_handle(store), text_shown(&pointer), text_shown(&value),
               text_shown(&options), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_set(store.handle, pointer.data, pointer.length, value.data, value.length,
                                                       options.data, options.length, c.error));
  check_kept(&c, &store, status, was_held, let_go);
  text_free(&pointer);
  text_free(&value);
  text_free(&options);
}

void op_store_restore(random_source *r) {
  held store = pool_pick(STORES, r);
  const feature *f = &features_known[store.feature];
  call c;
  text state = text_argument(text_fill(one_of(f->states, r), r), f->never_mutates ? NEVER : SOMETIMES, r);
  int64_t let_go = 0;
  bool was_held = is_surely_held(&store, &let_go);
  if (store.origin == OPEN) atomic_fetch_add(&store.store->restores, 1);
  call_begin(&c, F_enfold_store_restore, store, r);
  c.longest = state.size;
  if (tracing)
    trace_line("enfold_store_restore(%s, %s, %s);", trace_handle(store), text_shown(&state), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_restore(store.handle, state.data, state.length, c.error));
  check_kept(&c, &store, status, was_held, let_go);
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
  /* Left out: waits without end for effects that never end, and for stores that may be held. From here on this one is not. */
  bool is_endless = store.origin == OPEN && choice < 4 && always_ends(&store);
  if (is_endless) {
    atomic_fetch_add(&store.store->endless_waits, 1);
    if (!atomic_load(&store.store->may_be_held)) timeout = endless[choice];
  }
  int64_t accepted = store.origin == OPEN ? atomic_load(&store.store->accepted) : 0;
  call_begin(&c, F_enfold_store_wait, store, r);
  if (tracing)
    trace_line("enfold_store_wait(%s, %" PRId64 ", %s);", trace_handle(store), timeout, call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_wait(store.handle, timeout, c.error));
  if (is_endless) atomic_fetch_sub(&store.store->endless_waits, 1);
  if (status == ENFOLD_OK) check_idle(&store, accepted);
}

/* ---- The regular end --------------------------------------------------------------------------------------------- */

void op_store_flush(random_source *r) {
  held store = pool_pick(STORES, r);
  call c;
  call_begin(&c, F_enfold_store_flush, store, r);
  if (tracing) trace_line("enfold_store_flush(%s, %s);", trace_handle(store), call_shown_error(&c));
  call_end(&c, enfold_store_flush(store.handle, c.error));
}

/* Left out: long waits, since some effects never end; and so options that are mutated or left out. */
char *end_options(bool *closes, random_source *r) {
  static const char *const patterns[] = {
      "{\"wait\":0}", "{\"wait\":1}", "{\"flush\":false,\"wait\":0}", "{\"wait\":0,\"flush\":true,\"close\":true}",
      "{\"close\":false,\"wait\":0}", "{\"close\":false,\"wait\":1,\"flush\":false}", "{\"weit\":0}", "{\"wait\":\"$\"}",
      "{\"flush\":#,\"wait\":0}", "{\"close\":null}", "[]", "{\"wait\":0"};
  uint32_t choice = random_below(r, 12);
  *closes = choice < 4;
  return text_fill(patterns[choice], r);
}

/* The engine in C has no "enfold.flush": it takes everything until it is closed. It is the first. */
static bool has_flush(const held *store) { return store->store->feature != 0; }

void op_store_end(random_source *r) {
  held store = pool_pick(STORES, r);
  call c;
  bool closes;
  char *options = end_options(&closes, r);
  int64_t accepted = store.origin == OPEN ? atomic_load(&store.store->accepted) : 0;
  if (closes && store.origin == OPEN && !store.is_scope && !in_callback()) ledger_ends(NULL, store.store, 0);
  call_begin(&c, F_enfold_store_end, store, r);
  c.longest = strlen(options);
  if (tracing)
    trace_line("enfold_store_end(%s, %s, %s);", trace_handle(store), trace_text(options, c.longest, true, ENFOLD_NUL),
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_store_end(store.handle, options, ENFOLD_NUL, c.error));
  free(options);
  if (status < 0) return;
  if (has_flush(&store)) atomic_store(&store.store->takes_nothing, true);
  if (!closes) {
    if (status == ENFOLD_OK) check_idle(&store, accepted);
    return;
  }
  pool_close(store);
  pool_close_all_of(NULL, store.store);
}
