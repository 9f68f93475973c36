/* calls_requests.c: handlers of what features ask for, and the answers. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "callbacks.h"
#include "failure.h"
#include "features.h"
#include "json.h"
#include "operations.h"
#include "trace.h"

/* ---- Handlers ---------------------------------------------------------------------------------------------------- */

typedef struct request_name {
  const char *name, *shown;
  const char *const *answers; /* patterns of what it may be, and of what it may not be; of elements, if it is a stream */
} request_name;

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The first ones are asked for. */
static const request_name names[] = {
    {"numberFact", "\"numberFact\"", LIST("\"$\"", "\"$\"", "\"$\"", " \"\\u0041$\" ", "#", "null", "{\"a\":[#]}", "@")},
    {"ticks", "\"ticks\"", LIST("#", "#", "#", "#", " #\n", "^", "@", "\"$\"", "[#]")},
    {"save", "\"save\"", LIST("null", "null", " null ", "{}", "#")},
    {"more", "\"more\"", LIST("#", "#", "^", "@", "null", "\"$\"")},
    {"nobody", "\"nobody\"", LIST("#")},
    {"", "\"\"", LIST("#")},
    {"\xff", "\"\\xff\"", LIST("#")},
    {NULL, "NULL", LIST("#")},
};
enum { NAMES = sizeof names / sizeof *names, ASKED_NAMES = 4 };

static const request_name *name_of(const held *request, random_source *r) {
  const request_name *other = &names[random_below(r, ASKED_NAMES)];
  if (request->callback == NULL || request->callback->key == NULL) return other;
  for (unsigned i = 0; i < ASKED_NAMES; i++)
    if (strcmp(names[i].name, request->callback->key) == 0) return &names[i];
  return other;
}

void set_handler(held runtime, random_source *r) {
  call c;
  bool is_asked = !random_chance(r, 12);
  uint32_t index = is_asked ? random_below(r, ASKED_NAMES) : ASKED_NAMES + random_below(r, NAMES - ASKED_NAMES);
  const request_name *name = &names[index];
  bool has_fn = !random_chance(r, 8);
  callback_record *record = ledger_callback(HANDLER, r);
  callback_plan(record, r);
  record->runtime = runtime.runtime;
  record->key = name->name;
  record->has_release = !random_chance(r, 8);
  record->hears_of_ends = !random_chance(r, 8);
  ledger_add(record);
  call_begin(&c, F_enfold_runtime_handle, runtime, r);
  c.longest = name->name != NULL ? strlen(name->name) : 0;
  if (tracing)
    trace_line("enfold_runtime_handle(%s, %s, %s, %s, user_%" PRIu64 ", %s, %s); // %s", trace_handle(runtime),
               name->shown, has_fn ? "handler" : "NULL", record->hears_of_ends ? "over" : "NULL", record->serial,
               record->has_release ? "released" : "NULL", call_shown_error(&c), callback_shown(record));
  enfold_status status =
      call_end(&c, enfold_runtime_handle(runtime.handle, name->name, has_fn ? on_request : NULL,
                                         record->hears_of_ends ? on_request_cancelled : NULL, record,
                                         record->has_release ? on_release : NULL, c.error));
  if (status == ENFOLD_OK && has_fn) atomic_store(&record->is_accepted, true);
}

void op_runtime_handle(random_source *r) { set_handler(pool_pick(RUNTIMES, r), r); }

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* Whether a text that was accepted is none. */
static bool is_no_json(const text *t) {
  if (t->data == NULL) return false;
  size_t length = t->length == ENFOLD_NUL ? strlen(t->data) : t->length;
  return length > t->size || !json_is_valid(t->data, length, false);
}

/* After a call: what has ended is stale. */
static void note_end(const call *c, const held *request, enfold_status status, bool has_ended) {
  if (request->origin != OPEN) return;
  if (has_ended && request->request != NULL) ledger_answered(request->request, functions[c->function].name, status);
  if (has_ended || status == ENFOLD_STALE) pool_close(*request);
}

static void emit(held request, random_source *r) {
  call c;
  const request_name *name = name_of(&request, r);
  text json = text_argument(random_chance(r, 40) ? NULL : text_fill(one_of(name->answers, r), r), SOMETIMES, r);
  call_begin(&c, F_enfold_request_emit, request, r);
  c.longest = json.size;
  if (tracing)
    trace_line("enfold_request_emit(%s, %s, %s);", trace_handle(request), text_shown(&json), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_request_emit(request.handle, json.data, json.length, c.error));
  if (status >= 0 && is_no_json(&json)) call_fail(&c, status, "what is not JSON was accepted");
  note_end(&c, &request, status, status == ENFOLD_BAD_JSON || status == ENFOLD_BAD_STATE);
  text_free(&json);
}

static void resolve(held request, random_source *r) {
  call c;
  const request_name *name = name_of(&request, r);
  bool has_value = (name == &names[1]) == random_chance(r, 10); /* a stream usually has none */
  text json = text_argument(has_value ? text_fill(one_of(name->answers, r), r) : NULL, SOMETIMES, r);
  call_begin(&c, F_enfold_request_resolve, request, r);
  c.longest = json.size;
  if (tracing)
    trace_line("enfold_request_resolve(%s, %s, %s);", trace_handle(request), text_shown(&json), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_request_resolve(request.handle, json.data, json.length, c.error));
  if (status >= 0 && is_no_json(&json)) call_fail(&c, status, "what is not JSON was accepted");
  note_end(&c, &request, status, status != ENFOLD_INVALID && status != ENFOLD_STALE);
  text_free(&json);
}

static void fail(held request, random_source *r) {
  call c;
  text message = text_argument(random_chance(r, 4) ? NULL : text_fill("no $", r), SOMETIMES, r);
  call_begin(&c, F_enfold_request_fail, request, r);
  c.longest = message.size;
  if (tracing)
    trace_line("enfold_request_fail(%s, %s, %s);", trace_handle(request), text_shown(&message), call_shown_error(&c));
  enfold_status status = call_end(&c, enfold_request_fail(request.handle, message.data, message.length, c.error));
  if (status == ENFOLD_INVALID && message.is_whole && message.data != NULL && c.size > 0)
    call_fail(&c, status, "the message is one");
  note_end(&c, &request, status, status == ENFOLD_OK);
  text_free(&message);
}

void answer(held request, random_source *r) {
  const char *name = request.callback != NULL ? request.callback->key : NULL;
  bool is_stream = name != NULL && strcmp(name, "ticks") == 0;
  for (uint32_t count = is_stream ? random_below(r, 8) : random_chance(r, 30); count > 0; count--) emit(request, r);
  if (is_stream && random_chance(r, 3)) return; /* it goes on */
  if (random_chance(r, 5)) {
    fail(request, r);
  } else {
    resolve(request, r);
  }
}

/* Whether a store of this handle is known, and was opened without effects. */
static bool has_no_effects(enfold_store handle) {
  for (unsigned slot = 0; slot < pool_size(STORES); slot++) {
    held store = pool_at(STORES, slot);
    if (store.handle == handle && store.store->has_no_effects) return true;
  }
  return false;
}

/* Who asks: a store that is there, or was; an action with a name; a tag if somebody has sent one. */
static void ask_who(held request, random_source *r) {
  call c;
  enfold_store store = UNTOUCHED;
  enfold_string out = {(char *)(uintptr_t)UNTOUCHED, UNTOUCHED};
  bool has_out = !random_chance(r, 60);
  uint32_t which = random_below(r, 3);
  if (which == 0) {
    call_begin(&c, F_enfold_request_store, request, r);
    if (tracing)
      trace_line("enfold_request_store(%s, %s, %s);", trace_handle(request), has_out ? "&store" : "NULL", call_shown_error(&c));
    enfold_status status = call_end(&c, enfold_request_store(request.handle, has_out ? &store : NULL, c.error));
    call_check_output(&c, has_out ? status : ENFOLD_INVALID, store);
    uint64_t revision;
    if (status >= 0 && enfold_store_revision(store, &revision, NULL) == ENFOLD_BAD_HANDLE)
      call_fail(&c, status, "it is no store");
    if (status >= 0 && has_out && has_no_effects(store)) call_fail(&c, status, "its store has no effects");
    return;
  }
  function_id function = which == 1 ? F_enfold_request_action : F_enfold_request_tag;
  call_begin(&c, function, request, r);
  if (tracing)
    trace_line("%s(%s, %s, %s);", functions[function].name, trace_handle(request), has_out ? "&string" : "NULL",
               call_shown_error(&c));
  enfold_string *place = has_out ? &out : NULL;
  enfold_status status = call_end(&c, which == 1 ? enfold_request_action(request.handle, place, c.error)
                                                 : enfold_request_tag(request.handle, place, c.error));
  if (!has_out || status < 0) {
    call_check_string(&c, has_out ? status : ENFOLD_INVALID, &out, true);
    return;
  }
  if (out.data[out.length] != '\0' || !utf8_is_valid(out.data, out.length)) call_fail(&c, status, "the text is wrong");
  if (which == 1 ? out.length == 0 : out.length > 256) call_fail(&c, status, "the text has a wrong length");
  call_plain(F_enfold_string_free);
  enfold_string_free(&out);
}

/* If none waits, mostly something is sent instead, which may ask. */
static held request_pick(random_source *r) {
  held request = pool_pick(REQUESTS, r);
  if (request.handle != 0 || settings.never_helps || random_chance(r, 4)) return request;
  op_store_send(r);
  return pool_pick(REQUESTS, r);
}

/* Usually one that has elements. */
void op_request_emit(random_source *r) {
  held request = request_pick(r);
  for (int i = 0; i < 6 && request.origin == OPEN && name_of(&request, r) != &names[1]; i++)
    request = pool_pick(REQUESTS, r);
  emit(request, r);
}

void op_request_resolve(random_source *r) { resolve(request_pick(r), r); }

void op_request_fail(random_source *r) { fail(request_pick(r), r); }

void op_request_asker(random_source *r) { ask_who(request_pick(r), r); }
