/* calls_observation.c: observers of values and of actions, and how they end. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "callbacks.h"
#include "failure.h"
#include "features.h"
#include "operations.h"
#include "trace.h"

/* ---- Observing --------------------------------------------------------------------------------------------------- */

/* Options of an observer of values. `is_raw`: it must hear of every commit. */
static char *value_options(bool *is_raw, random_source *r) {
  char *result = NULL;
  static const char *const wrong[] = {"{\"filter\":\"nope\"}", "{\"initial\":1}", "{\"nope\":true}", "[]",
                                      "{\"skipNull\":true,\"value\":false}", "{\"old\":true}",
                                      "{\"patch\":\"nope\"}"};
  static const char *const filters[] = {
      "", "", "\"filter\":\"distinct\",", "\"filter\":\"raw\",", "\"filter\":\"raw\",", "\"filter\":\"pulse\","};
  static const char *const patches[] = {"\"patch\":true,", "\"patch\":\"keyed\",", "\"patch\":true,\"old\":true,",
                                        "\"patch\":\"keyed\",\"old\":true,"};
  *is_raw = false;
  if (random_chance(r, 3)) return NULL;
  if (random_chance(r, 20)) return strdup(wrong[random_below(r, 7)]);
  const char *filter = filters[random_below(r, 6)];
  bool coalesces = random_chance(r, 4), skips = random_chance(r, 8);
  *is_raw = strstr(filter, "raw") != NULL && !coalesces && !skips;
  if (asprintf(&result, "{%s%s%s%s%s\"action\":%s}", filter, coalesces ? "\"coalesce\":\"drain\"," : "",
               skips ? "\"skipNull\":true," : "", random_chance(r, 4) ? "\"initial\":false," : "",
               random_chance(r, 3)             ? patches[random_below(r, 4)]
               : !skips && random_chance(r, 4) ? "\"value\":false,\"patch\":true,"
                                               : "",
               random_chance(r, 3) ? "true" : "false") < 0)
    abort();
  return result;
}

static callback_record *observer_of(const held *store, callback_kind kind, random_source *r) {
  callback_record *record = ledger_callback(kind, r);
  callback_plan(record, r);
  record->runtime = store->runtime;
  record->store = store->store;
  record->handle = store->handle;
  record->handle_serial = store->serial;
  record->is_scope = store->is_scope;
  record->is_loose = store->store == NULL || features_known[store->store->feature].is_loose;
  record->has_release = !random_chance(r, 8);
  return record;
}

static void set_pointer(callback_record *record, const text *pointer) {
  record->pointer_length = pointer->size;
  record->pointer = malloc(pointer->size + 1);
  if (pointer->size > 0) memcpy(record->pointer, pointer->data, pointer->size);
  record->pointer[pointer->size] = '\0';
}

/* After the call: notes that it was accepted, and keeps the handle. */
static void accept(call *c, const held *store, callback_record *record, bool has_out, enfold_subscription out,
                   enfold_status status, random_source *r) {
  if (has_out) call_check_output(c, status, out);
  if (status < 0) return;
  atomic_store(&record->attempts_before, atomic_load(&store->store->attempted));
  atomic_store(&record->is_accepted, true);
  if (!has_out) return;
  uint64_t before = atomic_exchange(&record->subscription, out);
  if (before != 0 && before != out) call_fail(c, status, "events came with another subscription");
  held made = {.kind = SUBSCRIPTIONS,
               .handle = out,
               .serial = record->serial,
               .feature = store->feature,
               .runtime = store->runtime,
               .store = store->store,
               .callback = record};
  held displaced = pool_put(made, random_below(r, 64));
  if (displaced.handle != 0 && random_chance(r, 2)) cancel_subscription(displaced, r);
}

void op_store_observe(random_source *r) {
  held store = pool_pick(STORES, r);
  call c;
  bool is_raw, has_out = !random_chance(r, 6), has_fn = !random_chance(r, 64);
  enfold_subscription out = UNTOUCHED;
  callback_record *record = observer_of(&store, OBSERVER, r);
  text pointer = text_argument(
      random_chance(r, 5) ? NULL : text_fill(one_of(features_known[store.feature].pointers, r), r), SOMETIMES, r);
  text options = text_argument(value_options(&is_raw, r), SOMETIMES, r);
  record->is_raw = is_raw && options.is_whole && !record->is_loose && store.store != NULL;
  set_pointer(record, &pointer);
  ledger_add(record);
  call_begin(&c, F_enfold_store_observe, store, r);
  c.longest = pointer.size > options.size ? pointer.size : options.size;
  if (tracing)
    trace_line("enfold_store_observe(%s, %s, %s, %s, user_%" PRIu64 ", %s, %s%" PRIu64 "%s, %s); // %s",
               trace_handle(store), text_shown(&pointer), text_shown(&options), has_fn ? "observer" : "NULL",
               record->serial, record->has_release ? "released" : "NULL", has_out ? "&subscription_" : "NULL /* ",
               record->serial, has_out ? "" : " */", call_shown_error(&c), callback_shown(record));
  enfold_status status =
      call_end(&c, enfold_store_observe(store.handle, pointer.data, pointer.length, options.data, options.length,
                                        has_fn ? on_event : NULL, record, record->has_release ? on_release : NULL,
                                        has_out ? &out : NULL, c.error));
  accept(&c, &store, record, has_out, out, status, r);
  text_free(&pointer);
  text_free(&options);
}

void op_store_observe_actions(random_source *r) {
  static const char *const wrong[] = {"{\"phase\":\"nope\"}", "{\"state\":1}", "{\"filter\":\"raw\"}",
                                      "{\"state\":\"~\"}", "{\"mutations\":1}"};
  held store = pool_pick(STORES, r);
  call c;
  bool has_out = !random_chance(r, 6), has_fn = !random_chance(r, 64), is_finished = false, mutations = false;
  enfold_subscription out = UNTOUCHED;
  callback_record *record = observer_of(&store, ACTION_OBSERVER, r);
  char *content = NULL;
  if (random_chance(r, 20)) {
    content = strdup(wrong[random_below(r, 5)]);
  } else if (!random_chance(r, 3)) {
    is_finished = random_chance(r, 2);
    char *state = random_chance(r, 2) ? text_fill(one_of(features_known[store.feature].pointers, r), r) : NULL;
    mutations = random_chance(r, 2);
    if (asprintf(&content, "{\"phase\":\"%s\"%s%s%s%s}", is_finished ? "finished" : "reduced",
                 state != NULL ? ",\"state\":\"" : "", state != NULL ? state : "", state != NULL ? "\"" : "",
                 mutations ? ",\"mutations\":true" : random_chance(r, 4) ? ",\"mutations\":false" : "") < 0)
      abort();
    free(state);
  }
  text options = text_argument(content, SOMETIMES, r);
  record->is_reduced_action = !is_finished && options.is_whole;
  record->wants_mutations = mutations || !options.is_whole;
  ledger_add(record);
  call_begin(&c, F_enfold_store_observe_actions, store, r);
  c.longest = options.size;
  if (tracing)
    trace_line("enfold_store_observe_actions(%s, %s, %s, user_%" PRIu64 ", %s, %s%" PRIu64 "%s, %s); // %s",
               trace_handle(store), text_shown(&options), has_fn ? "observer" : "NULL", record->serial,
               record->has_release ? "released" : "NULL", has_out ? "&subscription_" : "NULL /* ", record->serial,
               has_out ? "" : " */", call_shown_error(&c), callback_shown(record));
  enfold_status status = call_end(
      &c, enfold_store_observe_actions(store.handle, options.data, options.length, has_fn ? on_event : NULL, record,
                                       record->has_release ? on_release : NULL, has_out ? &out : NULL, c.error));
  accept(&c, &store, record, has_out, out, status, r);
  text_free(&options);
}

/* ---- Ending ------------------------------------------------------------------------------------------------------ */

void cancel_subscription(held subscription, random_source *r) {
  call c;
  bool is_known = subscription.origin == OPEN && subscription.callback != NULL;
  if (is_known) atomic_store(&subscription.callback->is_ending, true);
  call_begin(&c, F_enfold_subscription_cancel, subscription, r);
  if (tracing) trace_line("enfold_subscription_cancel(%s, %s);", trace_handle(subscription), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_subscription_cancel(subscription.handle, c.error));
  if (status < 0) return;
  if (is_known) atomic_store(&subscription.callback->is_cancelled, true);
  pool_close(subscription);
}

void op_subscription_cancel(random_source *r) { cancel_subscription(pool_pick(SUBSCRIPTIONS, r), r); }
