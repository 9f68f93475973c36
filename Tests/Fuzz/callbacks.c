/* callbacks.c: checks everything that the library hands over, and then calls it from inside. */
#include "callbacks.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failure.h"
#include "json.h"
#include "operations.h"
#include "trace.h"
#include "watchdog.h"

enum { QUIET, RANDOM, CANCELS_ITSELF, CLOSES_STORE, CLOSES_RUNTIME, REPLACES_LOG, OPENS_RUNTIME, OPENS_STORE, SENDS };
enum { DEEPEST = 3 };

static const char *const behaviours[] = {"only looks",       "does this and that", "cancels itself",
                                         "closes its store", "closes its runtime", "replaces the receiver of logs",
                                         "opens a runtime",  "opens a store",      "sends"};

void callback_plan(callback_record *c, random_source *r) {
  uint32_t choice = random_below(r, 100);
  c->behaviour = choice < 55   ? QUIET
                 : choice < 80 ? RANDOM
                 : choice < 87 ? CANCELS_ITSELF
                 : choice < 90 ? CLOSES_STORE
                 : choice < 91 ? CLOSES_RUNTIME
                 : choice < 94 ? REPLACES_LOG
                 : choice < 95 ? OPENS_RUNTIME
                               : OPENS_STORE;
  /* What it sends is reported to it, too. */
  if (c->kind == READER && random_chance(r, 4)) c->behaviour = SENDS;
  c->behaves_at = (int)random_below(r, 4);
  c->reads_state = random_chance(r, 3);
  if (settings.callbacks_are_quiet) c->behaviour = QUIET;
}

const char *callback_shown(const callback_record *c) { return behaviours[c->behaviour]; }

static void fail_event(const callback_record *c, const char *check, const char *problem, const enfold_event *e) {
  failed(check,
         "user_%" PRIu64 ": %s; flags %u, revision %" PRIu64 ", call %d, last revision %" PRIu64 ", CLOSED %d, "
                                                                                                 "cancelled %d, "
                                                                                                 "released %d; "
         "pointer %.60s (%zu bytes), here %.60s (%zu), value %.80s",
         c->serial, problem, e != NULL ? e->flags : 0, e != NULL ? e->revision : 0, atomic_load(&c->calls),
         (uint64_t)atomic_load(&c->last_revision), atomic_load(&c->closes), atomic_load(&c->is_cancelled),
         atomic_load(&c->releases), c->pointer != NULL ? c->pointer : "(any)", c->pointer_length,
         e != NULL && e->pointer != NULL ? e->pointer : "NULL", e != NULL ? e->pointer_length : 0,
         e != NULL && e->value != NULL ? e->value : "NULL");
}

/* ---- Running things from inside ---------------------------------------------------------------------------------- */

static held store_of(const callback_record *c) {
  held store = {.kind = STORES,
                .origin = OPEN,
                .handle = c->kind == TASK_END ? c->store->handle : c->handle,
                .serial = c->kind == TASK_END ? c->store->serial : c->handle_serial,
                .is_scope = c->is_scope,
                .runtime = c->runtime,
                .store = c->store};
  return store;
}

static held runtime_of(const callback_record *c) {
  held runtime = {.kind = RUNTIMES,
                  .origin = OPEN,
                  .handle = c->runtime->handle,
                  .serial = c->runtime->serial,
                  .runtime = c->runtime};
  return runtime;
}

static void behave(callback_record *c, int call, uint64_t subscription) {
  random_source r = random_of(c->random.state, (uint64_t)call, 1);
  watched *thread = watch_self();
  if (c->runtime == NULL || thread->callbacks > DEEPEST || c->behaviour == QUIET) return;
  if (c->behaviour == RANDOM) {
    for (uint32_t count = random_below(&r, 4); count > 0; count--) {
      if (atomic_fetch_sub(&c->budget, 1) <= 0) return;
      random_source each = {random_bits(&r)};
      operation_run(&each);
    }
    return;
  }
  if (c->behaviour == SENDS && atomic_fetch_sub(&c->budget, 1) > 0) op_store_send(&r);
  if (call != c->behaves_at || c->behaviour == SENDS) return;
  switch (c->behaviour) {
    case CANCELS_ITSELF: {
      held self = {.kind = SUBSCRIPTIONS,
                   .origin = OPEN,
                   .handle = subscription,
                   .serial = c->serial,
                   .runtime = c->runtime,
                   .store = c->store,
                   .callback = c};
      if (subscription != 0) cancel_subscription(self, &r);
      if (c->kind == HANDLER) set_handler(runtime_of(c), &r);
      if (c->kind == READER) {
        self.kind = READERS;
        self.handle = atomic_load(&c->subscription);
        if (self.handle != 0) end_reader(runtime_of(c), self, &r);
      }
      if (c->kind == TASK_END) {
        self.kind = TASKS;
        self.handle = c->handle;
        self.serial = c->handle_serial;
        release_task(self, &r);
      }
      break;
    }
    case CLOSES_STORE:
      if (c->store != NULL) close_store(store_of(c), &r);
      if (c->kind == HANDLER) op_store_close(&r);
      break;
    case CLOSES_RUNTIME: close_runtime(runtime_of(c), &r); break;
    case REPLACES_LOG: set_log(runtime_of(c), &r); break;
    case OPENS_RUNTIME: op_runtime_open(&r); break;
    default: open_store(runtime_of(c), random_below(&r, 64), &r);
  }
}

/* Whether a call comes after the end of its epoch. Of a cancelled observer without a release nobody can say when its
 * last event is over. */
static bool is_late(const callback_record *c) {
  if (c->magic != CALLBACK_MAGIC) failed("late", "a callback is none");
  if (c->is_retired && c->has_release) failed("late", "a callback of an epoch that has ended was called");
  return c->is_retired;
}

/* What begins every callback: it is wanted still, and not running already. */
static void enter(callback_record *c, const char *name, const enfold_event *e) {
  watched *thread = watch_self();
  watch_push(name);
  if (thread->callbacks < WATCH_FRAMES) thread->stores[thread->callbacks] = c->store;
  thread->callbacks++;
  int running = atomic_fetch_add(&c->running, 1);
  if (atomic_load(&c->releases) > 0) fail_event(c, "released", "called after its release", e);
  if (running > 0 && c->kind != LOG_RECEIVER && c->kind != HANDLER) fail_event(c, "overlap", "it runs already", e);
  if (c->runtime == NULL) fail_event(c, "refused", "called, although its handle was none", e);
  if (c->kind == READER && thread->is_ours) fail_event(c, "thread", "a reader was called on a thread of the program", e);
  if (c->kind != READER && c->runtime->is_host && thread->calls == 0)
    fail_event(c, "loop", "called on a thread that is not inside a call, although the loop is the host's", e);
}

static void leave(callback_record *c) {
  watched *thread = watch_self();
  thread->callbacks--;
  watch_pop();
  atomic_fetch_sub(&c->running, 1);
}

/* ---- Observers of shared values ---------------------------------------------------------------------------------- */

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t result = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++) result = (result ^ (unsigned char)text[i]) * 0x100000001b3u;
  return result;
}

/* Each event has a newer value than the one before. */
static void check_shared(callback_record *c, const enfold_event *e, int call) {
  uint64_t last = atomic_load(&c->last_revision), last_value = atomic_load(&c->last_value);
  if (e->patch != NULL || e->action != NULL) fail_event(c, "event", "a shared value has no patches and no actions", e);
  if (e->flags != ENFOLD_INITIAL && e->flags != ENFOLD_CHANGED && e->flags != ENFOLD_CLOSED && e->flags != 0)
    fail_event(c, "event", "flags that a shared value does not have", e);
  if (call > 0 && e->revision < last) fail_event(c, "revision", "the revision went back", e);
  if ((e->flags & ENFOLD_CLOSED) != 0) {
    if (!atomic_load(&c->runtime->is_ending)) fail_event(c, "closed", "the runtime was not closed", e);
    return;
  }
  if (call > 0 && e->revision == last) fail_event(c, "revision", "one assignment came twice", e);
  if (!c->is_known) return;
  if (c->wants_values != (e->value != NULL)) fail_event(c, "event", "a value that nobody asked for, or none", e);
  if (!c->wants_initial && (e->flags & ENFOLD_INITIAL) != 0) fail_event(c, "event", "nobody asked for an initial event", e);
  if (c->wants_initial && !c->skips_null && call == 0 && (e->flags & ENFOLD_INITIAL) == 0)
    fail_event(c, "event", "the first event is not the initial one", e);
  if (e->flags == 0 && !c->is_raw) fail_event(c, "event", "an equal value", e);
  if (e->value == NULL) return;
  uint64_t value = hash_of(e->value, e->value_length);
  bool is_null = e->value_length == 4 && memcmp(e->value, "null", 4) == 0;
  if (c->skips_null && is_null) fail_event(c, "event", "null, which is skipped", e);
  /* With skipNull a null between the two was seen and not told. */
  if (call > 0 && !c->skips_null && ((e->flags & ENFOLD_CHANGED) != 0) == (value == last_value))
    fail_event(c, "event", value == last_value ? "the value has not changed" : "the value has changed", e);
  atomic_store(&c->last_value, value);
}

/* Inside a callback the value is there, whoever else uses it. */
static void check_is_used(const callback_record *c, const enfold_event *e) {
  enfold_string text = {NULL, 0};
  if (!c->reads_state || (e->flags & ENFOLD_CLOSED) != 0) return;
  enfold_status status = enfold_shared_get(c->runtime->handle, c->key, &text, NULL);
  if (status == ENFOLD_OK) enfold_string_free(&text);
  if (status == ENFOLD_OK || atomic_load(&c->is_ending) || atomic_load(&c->runtime->is_ending)) return;
  fail_event(c, "shared", enfold_status_name(status), e);
}

/* ---- Observers --------------------------------------------------------------------------------------------------- */

static void check_json(const callback_record *c, const enfold_event *e, const char *text, size_t length,
                       const char *problem) {
  if (text == NULL) {
    if (length != 0) fail_event(c, "event", "a NULL text has a length", e);
    return;
  }
  if (strlen(text) != length) fail_event(c, "event", "a length is wrong", e);
  if (!c->is_loose && !json_is_valid(text, length, false)) fail_event(c, "event", problem, e);
}

static void check_texts(const callback_record *c, const enfold_event *e) {
  if (e->struct_size != sizeof *e) fail_event(c, "event", "struct_size is another", e);
  if (e->pointer == NULL || e->pointer[e->pointer_length] != '\0')
    fail_event(c, "event", "the pointer does not end", e);
  if (c->pointer != NULL &&
      (c->pointer_length != e->pointer_length || memcmp(c->pointer, e->pointer, e->pointer_length) != 0))
    fail_event(c, "event", "the pointer is another than was given", e);
  check_json(c, e, e->value, e->value_length, "the value is not JSON");
  check_json(c, e, e->patch, e->patch_length, "the patch is not JSON");
  check_json(c, e, e->action, e->action_length, "the action is not JSON");
  if (e->tag == NULL ? e->tag_length != 0 : e->tag_length == 0 || e->tag_length > 256 || e->tag[e->tag_length] != '\0')
    fail_event(c, "tag", "its length is wrong, or it does not end", e);
  if (e->tag != NULL && !utf8_is_valid(e->tag, e->tag_length)) fail_event(c, "tag", "it is not UTF-8", e);
  if (e->tag != NULL && (c->store == NULL || !atomic_load(&c->store->is_tagged)))
    fail_event(c, "tag", "nobody has sent one", e);
  if (e->value != NULL && (e->flags & (ENFOLD_REMOVED | ENFOLD_CLOSED)) != 0)
    fail_event(c, "event", "nothing is there, with a value", e);
}

static void check_order(callback_record *c, const enfold_event *e, int call) {
  uint64_t last = atomic_load(&c->last_revision), known = 0;
  if (!atomic_compare_exchange_strong(&c->subscription, &known, e->subscription) && known != e->subscription)
    fail_event(c, "event", "the subscription is another", e);
  if (e->store != (c->kind == SHARED_OBSERVER ? 0 : c->handle)) fail_event(c, "event", "the store is another than was subscribed to", e);
  if ((e->flags & ENFOLD_INITIAL) != 0 && (call > 0 || c->kind == ACTION_OBSERVER))
    fail_event(c, "event", "an initial event is not the first", e);
  if (atomic_load(&c->closes) > 0) fail_event(c, "closed", "called after CLOSED", e);
  if (atomic_load(&c->is_cancelled)) {
    /* An event that was on its way when the cancel returned may arrive, but one alone. */
    if (atomic_fetch_add(&c->calls_after_cancel, 1) > 0)
      fail_event(c, "cancelled", "called again after it was cancelled", e);
  }
  if (c->kind == SHARED_OBSERVER) check_shared(c, e, call);
  if ((e->flags & ENFOLD_CLOSED) != 0) {
    atomic_fetch_add(&c->closes, 1);
    return;
  }
  if (c->kind == SHARED_OBSERVER) {
    atomic_store(&c->last_revision, e->revision);
    return;
  }
  bool in_order = c->kind == OBSERVER || c->is_reduced_action;
  if (c->is_raw && call > 0 && e->revision != last + 1)
    fail_event(c, "revision", "a commit is missing or came twice", e);
  if (in_order && call > 0 && e->revision < last) fail_event(c, "revision", "the revision went back", e);
  bool is_mutation = (e->flags & ENFOLD_MUTATION) != 0;
  if (is_mutation && !c->wants_mutations) fail_event(c, "mutation", "nobody asked for it", e);
  if (is_mutation && c->store->is_stub) fail_event(c, "mutation", "a stub has mutations", e);
  if (is_mutation && c->store->has_no_effects) fail_event(c, "mutation", "a store without effects has mutations", e);
  if (is_mutation) atomic_fetch_add(&c->mutations, 1);
  /* An action is told with the commit of its last mutation. The actions of a stub make no commits. */
  uint64_t last_action = is_mutation ? last : atomic_exchange(&c->last_action, e->revision);
  if (c->is_reduced_action && !c->store->is_stub && call > 0 && e->revision == last_action)
    fail_event(c, "revision", "one commit came twice", e);
  atomic_store(&c->last_revision, e->revision);
}

/* Inside a callback the state is that of the event. */
static void check_state(const callback_record *c, const enfold_event *e) {
  enfold_string text = {NULL, 0};
  if (!c->reads_state || c->kind != OBSERVER || e->value == NULL) return;
  if (enfold_store_state(e->store, e->pointer, e->pointer_length, &text, NULL) != ENFOLD_OK) return;
  if (text.length != e->value_length || memcmp(text.data, e->value, text.length) != 0) {
    fprintf(stderr, "the state is %.600s\nthe event has %.600s\n", text.data, e->value);
    fail_event(c, "state", "the state inside the callback is not the event's", e);
  }
  enfold_string_free(&text);
}

void on_event(void *user, const enfold_event *event) {
  callback_record *c = user;
  if (is_late(c)) return;
  if (settings.broken == BREAK_CLOSED && c->serial % 50 == 7 && (event->flags & ENFOLD_CLOSED) != 0) return;
  if (settings.broken == BREAK_REVISION && c->serial % 5 == 2 && event->revision % 10 == 7 &&
      (event->flags & ENFOLD_CLOSED) == 0 && atomic_load(&c->calls) > 0)
    return;
  enter(c,
        c->kind == OBSERVER          ? "(observer)"
        : c->kind == ACTION_OBSERVER ? "(observer of actions)"
                                     : "(observer of a shared value)",
        event);
  int call = atomic_load(&c->calls);
  uint64_t subscription = event->subscription;
  if (c->store != NULL && atomic_fetch_add(&c->store->inside, 1) > 0)
    fail_event(c, "overlap", "two callbacks of one store run at once", event);
  atomic_fetch_add_explicit(&figures.events, 1, memory_order_relaxed);
  check_texts(c, event);
  check_order(c, event, call);
  atomic_store(&c->calls, call + 1);
  if (c->kind == SHARED_OBSERVER) check_is_used(c, event);
  check_state(c, event);
  behave(c, call, subscription);
  if (settings.broken == BREAK_HANG && c->serial % 50 == 7) pause();
  check_texts(c, event); /* what was borrowed is still there */
  if (c->store != NULL) atomic_fetch_sub(&c->store->inside, 1);
  leave(c);
}

/* ---- Receivers, readers and releases ----------------------------------------------------------------------------- */

void on_log(void *user, int32_t level, const char *record, size_t length) {
  callback_record *c = user;
  if (is_late(c)) return;
  enter(c, "(receiver of logs)", NULL);
  atomic_fetch_add_explicit(&figures.logs, 1, memory_order_relaxed);
  if (level < ENFOLD_LOG_ERROR || level > c->level)
    failed("log", "level %d came to a receiver of level %d", level, c->level);
  if (record == NULL || !json_is_valid(record, length, false))
    failed("log", "not JSON: %.*s", record == NULL ? 0 : (int)length, record);
  behave(c, atomic_fetch_add(&c->calls, 1), 0);
  leave(c);
}

/* A number of an entry; 0 if it is not there. */
static uint64_t number_in(const char *entry, const char *key) {
  const char *at = strstr(entry, key);
  return at == NULL ? 0 : strtoull(at + strlen(key), NULL, 10);
}

/* Where everything is redacted, these members have no other value. Inside of a text there would be a backslash before the quote. */
static void check_hides_all(const callback_record *c, const char *entry) {
  static const char *const keys[] = {"\"action\":", "\"payload\":", "\"value\":", "\"message\":"};
  static const char hidden[] = "\"[redacted]\"";
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char *at = strstr(entry, keys[i]);
    if (at != NULL && strncmp(at + strlen(keys[i]), hidden, sizeof hidden - 1) != 0)
      failed("redact", "user_%" PRIu64 " is told what is redacted: %.400s", c->serial, entry);
  }
}

/* Its number comes first, before all texts of a program. */
void on_entry(void *user, const char *entry, size_t length) {
  callback_record *c = user;
  if (is_late(c)) return;
  enter(c, "(reader of a trace)", NULL);
  atomic_fetch_add_explicit(&figures.entries, 1, memory_order_relaxed);
  if (entry == NULL || strlen(entry) != length || length < 2 || entry[0] != '{' || entry[length - 1] != '}' ||
      !json_is_valid(entry, length, false))
    failed("trace", "user_%" PRIu64 " got %.*s (%zu bytes)", c->serial, entry == NULL ? 0 : 400, entry, length);
  if (c->runtime->hides_all) check_hides_all(c, entry);
  uint64_t seq = number_in(entry, "\"seq\":"), dropped = number_in(entry, "\"count\":");
  if (strncmp(entry, "{\"kind\":\"dropped\"", 17) == 0) {
    if (dropped == 0) failed("trace", "user_%" PRIu64 " is told that nothing was dropped: %.400s", c->serial, entry);
  } else if (seq <= atomic_exchange(&c->last_revision, seq)) {
    failed("trace", "user_%" PRIu64 ": the numbers of entries do not rise: %.400s", c->serial, entry);
  }
  /* One that was on its way when the end returned may come, but one alone. */
  if (atomic_load(&c->is_cancelled) && atomic_fetch_add(&c->calls_after_cancel, 1) > 0)
    failed("trace", "user_%" PRIu64 " is called again after its end: %.400s", c->serial, entry);
  behave(c, atomic_fetch_add(&c->calls, 1), 0);
  if (strlen(entry) != length) failed("trace", "the entry has changed");
  leave(c);
}

void on_task_end(void *user, enfold_status status, const char *message, size_t length) {
  callback_record *c = user;
  if (is_late(c)) return;
  enter(c, "(end of a task)", NULL);
  int call = atomic_fetch_add(&c->calls, 1);
  if (call > 0) fail_event(c, "end", "a task ended twice", NULL);
  if (atomic_fetch_add(&c->store->inside, 1) > 0) fail_event(c, "overlap", "it runs inside another callback", NULL);
  if (status != ENFOLD_OK && status != ENFOLD_CANCELLED && status != ENFOLD_FAILED)
    failed("end", "a task ended with %s", enfold_status_name(status));
  if (message == NULL || strlen(message) != length || (status == ENFOLD_OK) != (length == 0))
    failed("end", "a task ended with %s and the message %s (%zu bytes)", enfold_status_name(status),
           message == NULL ? "NULL" : message, length);
  behave(c, call, 0);
  atomic_fetch_sub(&c->store->inside, 1);
  leave(c);
}

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

/* Answers some at once. The others wait until an operation picks them, or until nobody wants an answer any more. */
void on_request(void *user, enfold_request request, const char *payload, size_t length) {
  callback_record *c = user;
  if (is_late(c)) return;
  enter(c, "(handler of requests)", NULL);
  int call = atomic_fetch_add(&c->calls, 1);
  random_source r = random_of(c->random.state, (uint64_t)call, 3);
  if (payload == NULL || strlen(payload) != length || !json_is_valid(payload, length, false))
    failed("request", "user_%" PRIu64 " got the payload %.*s (%zu bytes)", c->serial, payload == NULL ? 0 : 200,
           payload == NULL ? "" : payload, length);
  request_record *record = ledger_request(c, request);
  atomic_fetch_add(&record->inside, 1);
  held made = {.kind = REQUESTS, .origin = OPEN, .handle = request, .serial = record->serial, .runtime = c->runtime,
               .callback = c, .request = record};
  if (tracing) trace_line("// request_%" PRIu64 " comes to user_%" PRIu64 ": %s", record->serial, c->serial, payload);
  held displaced = pool_put(made, random_below(&r, 64));
  if (random_chance(&r, 3)) answer(made, &r);
  if (displaced.handle != 0 && random_chance(&r, 2)) answer(displaced, &r);
  behave(c, call, 0);
  if (atomic_load(&record->cancels) > 0) failed("request", "it is over, and its handler runs still");
  if (strlen(payload) != length) failed("request", "the payload has changed");
  atomic_fetch_sub(&record->inside, 1);
  leave(c);
}

void on_request_cancelled(void *user, enfold_request request) {
  callback_record *c = user;
  if (is_late(c)) return;
  enter(c, "(end of a request)", NULL);
  request_record *record = ledger_find_request(c, request);
  if (record == NULL) failed("request", "user_%" PRIu64 " is told of the end of what it never got", c->serial);
  if (atomic_load(&record->inside) > 0) failed("request", "it is told to be over while its handler runs");
  if (atomic_fetch_add(&record->cancels, 1) > 0 || atomic_load(&record->answers) > 0)
    failed("request", "request_%" PRIu64 " of user_%" PRIu64 " ended twice", record->serial, c->serial);
  held over = {.kind = REQUESTS, .origin = OPEN, .handle = request, .serial = record->serial};
  pool_close(over);
  behave(c, atomic_fetch_add(&c->calls, 1), 0);
  leave(c);
}

/* ---- Releases ---------------------------------------------------------------------------------------------------- */

void on_release(void *user) {
  callback_record *c = user;
  if (is_late(c)) failed("late", "a callback of an epoch that has ended was released");
  if (settings.broken == BREAK_RELEASE && c->serial % 50 == 7) return;
  watch_push("(release)");
  atomic_fetch_add_explicit(&figures.releases, 1, memory_order_relaxed);
  if (atomic_load(&c->running) > 0) fail_event(c, "released", "released while it runs", NULL);
  if (c->kind == READER && atomic_load(&c->is_accepted) && watch_self()->is_ours)
    fail_event(c, "thread", "a reader was released on a thread of the program", NULL);
  /* While this runs something, the record is in use: it counts as released at the end only. */
  if (c->behaviour == RANDOM && watch_self()->callbacks <= DEEPEST && atomic_fetch_sub(&c->budget, 2) > 0) {
    random_source r = random_of(c->random.state, 0, 2);
    operation_run(&r);
  }
  if (atomic_fetch_add(&c->releases, 1) > 0) fail_event(c, "released", "released twice", NULL);
  watch_pop();
}
