/* calls_shared.c: values that features share, as a host uses them. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "call.h"
#include "callbacks.h"
#include "failure.h"
#include "features.h"
#include "json.h"
#include "operations.h"
#include "trace.h"

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

typedef struct shared_key {
  const char *key, *shown;
  const char *const *values; /* patterns of what it may be, and of what it may not be */
} shared_key;

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define SESSION                                                                                                        \
  LIST("{\"name\":\"$\",\"visits\":#}", "{\"name\":\"$\",\"visits\":#}", "{\"visits\":#}", "{\"name\":\"$\"}", "{}",   \
       " { \"visits\" : # ,\n\"name\" : \"\\u0041$\" } ", "{\"name\":\"$\",\"visits\":#,\"name\":\"$\"}",              \
       "{\"name\":null,\"visits\":#}", "{\"visits\":\"x\"}", "{\"nope\":#}", "[\"$\",#]", "null")
#define TEXT LIST("\"$\"", "\"$\"", " \"\\u0041$\" ", "\"light\"", "null", "#", "{\"a\":\"$\"}")
#define NUMBER LIST("#", "#", "-#", " #\n", "#", "@", "\"$\"", "null", "[#]")
#define MIXED LIST("#", "\"$\"", " \"$\" ", "-#", "null", "@", "[#]")
#define OTHER LIST("#", "\"$\"", "{}", "@")

/* The first ones have values, if stores with them are open. */
static const shared_key keys[] = {
    {"session", "\"session\"", SESSION},
    {"session", "\"session\"", SESSION},
    {"theme", "\"theme\"", TEXT},
    {"beat", "\"beat\"", NUMBER},
    {"mixed", "\"mixed\"", MIXED},
    {"org.enfold.tests.sessions/Visitor.State.own", "\"org.enfold.tests.sessions/Visitor.State.own\"", NUMBER},
    {"org.enfold.tests.sessions.b/Visitor.State.own", "\"org.enfold.tests.sessions.b/Visitor.State.own\"", NUMBER},
    {"kept", "\"kept\"", NUMBER},
    {"preference", "\"preference\"", TEXT},
    {"nobody", "\"nobody\"", OTHER},
    {"", "\"\"", OTHER},
    {"\xff", "\"\\xff\"", OTHER},
    {"session\xed\xa0\x80", "\"session\\xed\\xa0\\x80\"", OTHER},
    {"Session", "\"Session\"", SESSION},
    {"org.enfold.tests.sessions/Visitor", "\"org.enfold.tests.sessions/Visitor\"", OTHER},
    {NULL, "NULL", OTHER},
};
enum { KEYS = sizeof keys / sizeof *keys, USED_KEYS = 9 };

/* A key, usually one that a store of the runtime has. If none has one, mostly another runtime is taken. */
static const shared_key *key_pick(held *runtime, random_source *r) {
  const char *const *own = NULL;
  uint32_t index = random_below(r, 12) > 0 ? random_below(r, USED_KEYS) : USED_KEYS + random_below(r, KEYS - USED_KEYS);
  unsigned first = random_below(r, 64), other = random_below(r, 4);
  uint64_t bits = random_bits(r);
  if (random_chance(r, 5) || runtime->origin != OPEN) return &keys[index];
  for (unsigned i = 0; own == NULL && i < 2 * pool_size(STORES); i++) {
    held store = pool_at(STORES, first + i);
    if (store.handle == 0 || features_known[store.feature].keys == NULL) continue;
    if (store.runtime != runtime->runtime && (i < pool_size(STORES) || other == 0)) continue;
    own = features_known[store.feature].keys;
    if (store.runtime == runtime->runtime) continue;
    *runtime = (held){.kind = RUNTIMES, .origin = OPEN, .handle = store.runtime->handle, .serial = store.runtime->serial,
                      .runtime = store.runtime};
  }
  if (own == NULL) return &keys[index];
  unsigned count = 0;
  while (own[count] != NULL) count++;
  for (unsigned i = 0; i < USED_KEYS; i++)
    if (strcmp(keys[i].key, own[bits % count]) == 0) return &keys[i];
  return &keys[index];
}

static uint64_t longest_of(const shared_key *key, const text *first, const text *second) {
  uint64_t result = key->key != NULL ? strlen(key->key) : 0;
  if (first != NULL && first->size > result) result = first->size;
  if (second != NULL && second->size > result) result = second->size;
  return result;
}

static bool is_digits(const char *at, const char *end) {
  if (at < end && *at == '-') at++;
  if (at == end) return false;
  while (at < end && *at >= '0' && *at <= '9') at++;
  return at == end;
}

bool shared_is_normal(const char *key, const char *value, size_t length) {
  static const char name[] = "{\"name\":\"", visits[] = "\",\"visits\":";
  const char *end = value + length, *last = NULL;
  if (strcmp(key, "theme") == 0 || strcmp(key, "preference") == 0) return *value == '"';
  if (strcmp(key, "mixed") == 0) return *value == '"' || is_digits(value, end);
  if (strcmp(key, "session") != 0) return is_digits(value, end);
  if (strncmp(value, name, strlen(name)) != 0) return false;
  for (const char *at = value; (at = strstr(at, visits)) != NULL; at++) last = at;
  return last != NULL && end[-1] == '}' && is_digits(last + strlen(visits), end - 1);
}

/* ---- Who uses a value -------------------------------------------------------------------------------------------- */

/* An open store whose state has a value of this key; handle 0 if none is known. Without effects its values are its own. */
static held store_with(const runtime_record *runtime, const char *key) {
  held none = {.kind = STORES, .origin = NEVER_GIVEN};
  if (runtime == NULL || key == NULL) return none;
  for (unsigned slot = 0; slot < pool_size(STORES); slot++) {
    held store = pool_at(STORES, slot);
    if (store.handle == 0 || store.is_scope || store.runtime != runtime || store.store->is_stub) continue;
    if (store.store->has_no_effects) continue;
    const char *const *own = features_known[store.feature].keys;
    for (; own != NULL && *own != NULL; own++)
      if (strcmp(*own, key) == 0) return store;
  }
  return none;
}

static bool is_open(held store) {
  uint64_t revision;
  return store.handle != 0 && enfold_store_revision(store.handle, &revision, NULL) == ENFOLD_OK;
}

/* A subscription that was there before the call; NULL if there is none. */
static callback_record *observer_with(const runtime_record *runtime, const char *key) {
  if (runtime == NULL || key == NULL) return NULL;
  for (callback_record *c = ledger_callbacks(); c != NULL; c = c->next)
    if (c->kind == SHARED_OBSERVER && c->runtime == runtime && atomic_load(&c->is_accepted) &&
        !atomic_load(&c->is_ending) && strcmp(c->key, key) == 0)
      return c;
  return NULL;
}

typedef struct users {
  held store;
  callback_record *observer;
} users;

static users users_of(const held *runtime, const shared_key *key) {
  users none = {.store = {.handle = 0}};
  if (runtime->origin != OPEN) return none;
  return (users){store_with(runtime->runtime, key->key), observer_with(runtime->runtime, key->key)};
}

/* A value is there while somebody uses it. */
static void check_users(const call *c, enfold_status status, const users *before) {
  if (status != ENFOLD_NOT_FOUND) return;
  if (is_open(before->store)) call_fail(c, status, "a store whose state has the value is open");
  if (before->observer != NULL && !atomic_load(&before->observer->is_ending))
    call_fail(c, status, "the value is observed");
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

void op_shared_get(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  const shared_key *key = key_pick(&runtime, r);
  call c;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 60);
  users before = users_of(&runtime, key);
  call_begin(&c, F_enfold_shared_get, runtime, r);
  c.longest = longest_of(key, NULL, NULL);
  if (tracing)
    trace_line("enfold_shared_get(%s, %s, %s, %s);", trace_handle(runtime), key->shown, has_out ? "&string" : "NULL",
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_shared_get(runtime.handle, key->key, has_out ? &out : NULL, c.error));
  check_users(&c, status, &before);
  call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out, false);
}

/* The value now; NULL if there is none. */
static char *value_now(held runtime, const char *key) {
  enfold_string now = {NULL, 0};
  if (key == NULL || enfold_shared_get(runtime.handle, key, &now, NULL) != ENFOLD_OK) return NULL;
  return now.data;
}

static void free_value(char *value) {
  enfold_string string = {value, 0};
  enfold_string_free(&string);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* Whether a value is a text that was given, apart from spaces. */
static bool is_given(const char *value, const text *given) {
  size_t at = 0;
  for (; *value != '\0'; value++) {
    if (strchr(" \t\r\n", *value) != NULL) continue;
    while (at < given->size && given->data[at] != '\0' && strchr(" \t\r\n", given->data[at]) != NULL) at++;
    if (at == given->size || given->data[at++] != *value) return false;
  }
  return true;
}

/* What was assigned while a store with the value was open is as its feature writes it. Others may have begun to assign
 * something before the store was opened. */
static void check_normal(held runtime, const shared_key *key, const text *given, const users *before) {
  char *now = before->store.handle != 0 ? value_now(runtime, key->key) : NULL;
  if (now != NULL && !shared_is_normal(key->key, now, strlen(now)) && is_given(now, given) && is_open(before->store))
    failed("shared", "%s is %.200s, which is not as features write it; store_%" PRIu64 " has it", key->shown, now,
           before->store.store->serial);
  if (now != NULL) free_value(now);
}

static bool wait_for(held store, bool is_shown) {
  call c;
  random_source r = {0};
  call_begin(&c, F_enfold_store_wait, store, &r);
  if (tracing && is_shown) trace_line("enfold_store_wait(%s, 0, %s);", trace_handle(store), call_shown_error(&c));
  return call_end(&c, enfold_store_wait(store.handle, 0, c.error)) == ENFOLD_OK;
}

/* Whether a store has another value than the newest one, which is this. If somebody else has assigned another one
 * meanwhile, or given the store a state, nothing is known. */
static bool lacks(held runtime, held store, const char *value, int64_t restores) {
  enfold_string seen = {NULL, 0};
  char *before = value_now(runtime, "session");
  enfold_status status = enfold_store_state(store.handle, "/session", ENFOLD_NUL, &seen, NULL);
  char *after = value_now(runtime, "session");
  bool is_newest = before != NULL && after != NULL && strcmp(before, value) == 0 && strcmp(after, value) == 0 &&
                   restores == atomic_load(&store.store->restores);
  bool result = is_newest && status == ENFOLD_OK && strcmp(seen.data, value) != 0;
  if (seen.data != NULL) enfold_string_free(&seen);
  free_value(before);
  free_value(after);
  return result;
}

/* A store that has nothing to do any more has the newest value, unless its state was given from outside meanwhile. */
static void check_arrival(held runtime, held store, random_source *r) {
  char value[64];
  call c;
  if (in_callback()) return;
  int64_t restores = atomic_load(&store.store->restores);
  if (restores != atomic_load(&store.store->restored) || !wait_for(store, true)) return;
  snprintf(value, sizeof value, "{\"name\":\"n%" PRIu64 "\",\"visits\":%" PRIu64 "}", ledger_serial(),
           random_bits(r) % 1000);
  call_begin(&c, F_enfold_shared_set, runtime, r);
  c.longest = strlen(value);
  if (tracing)
    trace_line("enfold_shared_set(%s, \"session\", %s, %s);", trace_handle(runtime),
               trace_text(value, strlen(value), true, ENFOLD_NUL), call_shown_error(&c));
  if (call_end(&c, enfold_shared_set(runtime.handle, "session", value, ENFOLD_NUL, c.error)) != ENFOLD_OK) return;
  if (wait_for(store, true) && lacks(runtime, store, value, restores))
    failed("shared", "store_%" PRIu64 " is idle and does not have the shared value, %s", store.store->serial, value);
}

void op_shared_set(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  const shared_key *key = key_pick(&runtime, r);
  call c;
  text json = text_argument(text_fill(one_of(key->values, r), r), SOMETIMES, r);
  users before = users_of(&runtime, key);
  call_begin(&c, F_enfold_shared_set, runtime, r);
  c.longest = longest_of(key, &json, NULL);
  if (tracing)
    trace_line("enfold_shared_set(%s, %s, %s, %s);", trace_handle(runtime), key->shown, text_shown(&json),
               call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_shared_set(runtime.handle, key->key, json.data, json.length, c.error));
  check_users(&c, status, &before);
  if (status == ENFOLD_OK) check_normal(runtime, key, &json, &before);
  text_free(&json);
  if (status != ENFOLD_OK || before.store.handle == 0) return;
  if (strcmp(key->key, "session") == 0 && random_chance(r, 3)) check_arrival(runtime, before.store, r);
}

void op_shared_replace(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  const shared_key *key = key_pick(&runtime, r);
  call c;
  uint32_t done = (uint32_t)UNTOUCHED;
  bool has_done = !random_chance(r, 60);
  char *now = random_chance(r, 6) ? NULL : value_now(runtime, key->key);
  char *content = now != NULL ? strdup(now) : text_fill(one_of(key->values, r), r);
  free_value(now);
  text expected = text_argument(content, SOMETIMES, r);
  text json = text_argument(text_fill(one_of(key->values, r), r), SOMETIMES, r);
  users before = users_of(&runtime, key);
  call_begin(&c, F_enfold_shared_replace, runtime, r);
  c.longest = longest_of(key, &expected, &json);
  if (tracing)
    trace_line("enfold_shared_replace(%s, %s, %s, %s, %s, %s);", trace_handle(runtime), key->shown,
               text_shown(&expected), text_shown(&json), has_done ? "&done" : "NULL", call_shown_error(&c));
  enfold_status status = call_end(
      &c, enfold_shared_replace(runtime.handle, key->key, expected.data, expected.length, json.data, json.length,
                                has_done ? &done : NULL, c.error));
  check_users(&c, status, &before);
  if ((status < 0) != (done == (uint32_t)UNTOUCHED)) call_fail(&c, status, "done");
  if (status >= 0 && done > 1) call_fail(&c, status, "done is neither 0 nor 1");
  if (status >= 0 && done == 1 && !json_is_valid(expected.data, expected.size, false))
    call_fail(&c, status, "what was expected is not JSON, and still it was replaced");
  if (status == ENFOLD_OK && done == 1) check_normal(runtime, key, &json, &before);
  text_free(&expected);
  text_free(&json);
}

/* ---- Observing --------------------------------------------------------------------------------------------------- */

static char *shared_options(callback_record *record, random_source *r) {
  static const char *const wrong[] = {"{\"filter\":\"nope\"}",   "{\"filter\":\"pulse\"}",
                                      "{\"patch\":true}",        "{\"action\":true}",
                                      "{\"coalesce\":\"drain\"}", "{\"initial\":1}",
                                      "{\"nope\":true}",         "[]",
                                      "{\"skipNull\":true,\"value\":false}"};
  static const char *const filters[] = {"", "\"filter\":\"distinct\",", "\"filter\":\"raw\",", "\"filter\":\"raw\","};
  char *result = NULL;
  record->wants_initial = record->wants_values = true;
  if (random_chance(r, 3)) return NULL;
  if (random_chance(r, 12)) return strdup(wrong[random_below(r, sizeof wrong / sizeof *wrong)]);
  const char *filter = filters[random_below(r, 4)];
  record->is_raw = strstr(filter, "raw") != NULL;
  record->skips_null = random_chance(r, 6);
  record->wants_initial = !random_chance(r, 4);
  record->wants_values = record->skips_null || !random_chance(r, 4);
  if (asprintf(&result, "{%s%s\"initial\":%s,\"value\":%s}", filter, record->skips_null ? "\"skipNull\":true," : "",
               record->wants_initial ? "true" : "false", record->wants_values ? "true" : "false") < 0)
    abort();
  return result;
}

void op_shared_observe(random_source *r) {
  held runtime = pool_pick(RUNTIMES, r);
  const shared_key *key = key_pick(&runtime, r);
  call c;
  bool has_out = !random_chance(r, 6), has_fn = !random_chance(r, 64);
  enfold_subscription out = UNTOUCHED;
  callback_record *record = ledger_callback(SHARED_OBSERVER, r);
  callback_plan(record, r);
  record->runtime = runtime.runtime;
  record->key = key->key;
  record->has_release = !random_chance(r, 8);
  record->pointer = calloc(1, 1);
  char *content = shared_options(record, r);
  bool is_default = content == NULL;
  text options = text_argument(content, SOMETIMES, r);
  record->is_known = options.is_whole || is_default;
  ledger_add(record);
  users before = users_of(&runtime, key);
  call_begin(&c, F_enfold_shared_observe, runtime, r);
  c.longest = longest_of(key, &options, NULL);
  if (tracing)
    trace_line("enfold_shared_observe(%s, %s, %s, %s, user_%" PRIu64 ", %s, %s%" PRIu64 "%s, %s); // %s",
               trace_handle(runtime), key->shown, text_shown(&options), has_fn ? "observer" : "NULL", record->serial,
               record->has_release ? "released" : "NULL", has_out ? "&subscription_" : "NULL /* ", record->serial,
               has_out ? "" : " */", call_shown_error(&c), callback_shown(record));
  enfold_status status =
      call_end(&c, enfold_shared_observe(runtime.handle, key->key, options.data, options.length,
                                         has_fn ? on_event : NULL, record, record->has_release ? on_release : NULL,
                                         has_out ? &out : NULL, c.error));
  check_users(&c, status, &before);
  text_free(&options);
  if (has_out) call_check_output(&c, status, out);
  if (status < 0) return;
  atomic_store(&record->is_accepted, true);
  if (!has_out) return;
  uint64_t earlier = atomic_exchange(&record->subscription, out);
  if (earlier != 0 && earlier != out) call_fail(&c, status, "events came with another subscription");
  held made = {.kind = SUBSCRIPTIONS,
               .handle = out,
               .serial = record->serial,
               .runtime = runtime.runtime,
               .callback = record};
  held displaced = pool_put(made, random_below(r, 64));
  if (displaced.handle != 0 && random_chance(r, 2)) cancel_subscription(displaced, r);
}
