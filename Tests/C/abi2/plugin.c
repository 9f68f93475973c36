/* plugin.c: a plugin that was written when ENFOLD_PLUGIN_ABI became 2. It is compiled with the headers beside it, which
 * are copies of that time, and must load and work for ever. It is never changed.
 *
 * "Counter" is an engine. State {"count":0,"runtime":0,"extensions":0}: the handle of its runtime, and how many of the
 * names that it asked the host for at opening lead to an extension. Actions: "increment", and "complain", which writes a
 * record. Observers may look at "" and "/count"; "/count" is bindable. Tasks cannot be cancelled.
 *
 * "Echo" is a reducer: its state is the last action, at first null. It refuses "no".
 *
 * Counter has the extension "org.enfold.tests.answer" in version 1 and 2, and the plugin "org.enfold.tests.plugin" in
 * version 1. */
#include <enfold_plugin.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

static enfold_status fail(enfold_error *error, enfold_status status, const char *message) {
  error->code = status;
  snprintf(error->message, sizeof error->message, "%s", message);
  return status;
}

static bool is(const char *text, size_t length, const char *other) {
  return length == strlen(other) && memcmp(text, other, length) == 0;
}

/* ---- Counter: the store ------------------------------------------------------------------------------------------ */

typedef struct entry {
  enum { INCREMENT, COMPLAIN, SET, OBSERVE } kind;
  char *action; /* JSON; NULL if it is no action */
  int64_t number;
  uint64_t interest, token;
  uint32_t flags;
  bool is_root;
  struct entry *next;
} entry;

typedef struct interest {
  uint64_t id;
  uint32_t flags;
  bool is_root;
} interest;

typedef struct store {
  const enfold_host *host;
  void *context;
  bool is_scheduled;
  enfold_runtime runtime;
  int extensions;
  pthread_mutex_t lock;
  /* With the lock held: */
  int references;
  bool is_draining, is_closing;
  entry *first, **end;
  uint64_t waiting, revision;
  uint32_t watchers;
  int64_t count;
  interest interests[16];
  size_t interest_count;
} store;

static void drop(store *s) {
  pthread_mutex_lock(&s->lock);
  bool is_last = --s->references == 0;
  pthread_mutex_unlock(&s->lock);
  if (!is_last) return;
  pthread_mutex_destroy(&s->lock);
  free(s);
}

static void free_entry(entry *e) {
  free(e->action);
  free(e);
}

static int write_count(const store *s, char *text, size_t size) { return snprintf(text, size, "%" PRId64, s->count); }

static int write_all(const store *s, char *text, size_t size) {
  return snprintf(text, size, "{\"count\":%" PRId64 ",\"runtime\":%" PRIu64 ",\"extensions\":%d}", s->count, s->runtime,
                  s->extensions);
}

/* Tells the interests of a change; if `initial` is not 0, that one of the value now. */
static void commit(store *s, const char *action, bool is_change, uint64_t initial) {
  enfold_change changes[16];
  char count[32], all[128];
  enfold_commit commit = {.struct_size = sizeof commit, .changes = changes};
  pthread_mutex_lock(&s->lock);
  size_t count_length = (size_t)write_count(s, count, sizeof count);
  size_t all_length = (size_t)write_all(s, all, sizeof all);
  commit.revision = s->revision;
  for (size_t i = 0; i < s->interest_count; i++) {
    const interest *each = &s->interests[i];
    if (initial != 0 ? each->id != initial : !is_change && !(each->flags & ENFOLD_INTEREST_RAW)) continue;
    changes[commit.change_count++] = (enfold_change){
        .interest = each->id,
        .op = ENFOLD_OP_REPLACE,
        .flags = initial != 0 ? ENFOLD_INITIAL : is_change ? ENFOLD_CHANGED : 0,
        .pointer = "",
        .value = each->is_root ? all : count,
        .value_length = each->is_root ? all_length : count_length,
    };
    if (each->flags & ENFOLD_INTEREST_ACTION && action != NULL) {
      commit.action = action;
      commit.action_length = strlen(action);
    }
  }
  pthread_mutex_unlock(&s->lock);
  if (commit.change_count > 0) s->host->commit(s->context, &commit);
}

static void perform(store *s, entry *e) {
  static const char record[] = "{\"message\":\"as you wish\"}";
  bool is_change = e->kind == INCREMENT, is_skipped = false;
  pthread_mutex_lock(&s->lock);
  switch (e->kind) {
    case INCREMENT: s->count++; break;
    case COMPLAIN: break;
    case SET:
      is_change = s->count != e->number;
      is_skipped = !is_change;
      s->count = e->number;
      break;
    case OBSERVE:
      /* 0 if it has ended before it began. */
      if (e->interest != 0 && s->interest_count < sizeof s->interests / sizeof *s->interests)
        s->interests[s->interest_count++] = (interest){e->interest, e->flags, e->is_root};
      is_skipped = true;
      break;
  }
  bool is_initial = e->interest != 0 && e->flags & ENFOLD_INTEREST_INITIAL;
  if (!is_skipped) s->revision++;
  pthread_mutex_unlock(&s->lock);
  if (e->kind == COMPLAIN) s->host->log(s->context, ENFOLD_LOG_WARNING, record, sizeof record - 1);
  if (!is_skipped) commit(s, e->action, is_change, 0);
  if (is_initial) commit(s, NULL, false, e->interest);
  if (e->token != 0) s->host->task_ended(s->context, e->token, ENFOLD_OK, NULL, 0);
}

/* By the thread that has set is_draining. */
static enfold_status run(store *s, uint32_t max, uint32_t *done) {
  uint32_t reduced = 0;
  for (;;) {
    pthread_mutex_lock(&s->lock);
    entry *e = s->first;
    if (e == NULL || (max != 0 && reduced == max && !s->is_closing)) {
      bool ends = s->is_closing, is_idle = !ends && e == NULL && s->watchers > 0;
      /* A store that ends is drained by nobody any more. */
      s->is_draining = ends;
      pthread_mutex_unlock(&s->lock);
      if (done != NULL) *done = reduced;
      if (is_idle) s->host->idle(s->context);
      if (ends) {
        s->host->closed(s->context);
        drop(s);
      }
      return e != NULL ? ENFOLD_MORE : ENFOLD_OK;
    }
    s->first = e->next;
    if (s->first == NULL) s->end = &s->first;
    s->waiting--;
    bool is_cancelled = s->is_closing;
    pthread_mutex_unlock(&s->lock);
    if (!is_cancelled) {
      perform(s, e);
      if (e->kind != OBSERVE) reduced++;
    } else if (e->token != 0) {
      s->host->task_ended(s->context, e->token, ENFOLD_CANCELLED, NULL, 0);
    }
    free_entry(e);
  }
}

/* Drains the store, if nobody does. */
static enfold_status drain_now(store *s, uint32_t max, uint32_t *done) {
  pthread_mutex_lock(&s->lock);
  bool drains = !s->is_draining;
  if (drains) {
    s->is_draining = true;
    s->references++;
  }
  pthread_mutex_unlock(&s->lock);
  if (!drains) return ENFOLD_QUEUED;
  enfold_status status = run(s, max, done);
  drop(s);
  return status;
}

/* Appends a list of entries, all or none. */
static enfold_status append(store *s, entry *list, size_t count, bool may_drain, enfold_error *error) {
  pthread_mutex_lock(&s->lock);
  if (s->is_closing) {
    pthread_mutex_unlock(&s->lock);
    for (entry *next; list != NULL; list = next) {
      next = list->next;
      free_entry(list);
    }
    return fail(error, ENFOLD_STALE, "the store was closed");
  }
  *s->end = list;
  while (*s->end != NULL) s->end = &(*s->end)->next;
  s->waiting += count;
  bool schedules = !may_drain && s->is_scheduled && !s->is_draining;
  pthread_mutex_unlock(&s->lock);
  if (schedules) s->host->schedule(s->context);
  return may_drain ? drain_now(s, 0, NULL) : ENFOLD_QUEUED;
}

static entry *read_action(const char *action, size_t length) {
  bool is_increment = is(action, length, "\"increment\"");
  if (!is_increment && !is(action, length, "\"complain\"")) return NULL;
  entry *e = calloc(1, sizeof *e);
  e->kind = is_increment ? INCREMENT : COMPLAIN;
  e->action = strndup(action, length);
  return e;
}

/* ---- Counter: the engine ----------------------------------------------------------------------------------------- */

static enfold_status counter_open(void *feature, const enfold_store_options *options, const enfold_host *host,
                                  void *context, void **out, enfold_error *error) {
  static const struct {
    const char *name;
    uint32_t version;
  } wanted[] = {{NULL, 1}, {"", 1}, {"enfold.nothing", 0}, {"enfold.nothing", 1}, {"enfold.nothing", UINT32_MAX}};
  (void)feature;
  if (options->state != NULL) return fail(error, ENFOLD_BAD_STATE, "it begins with a state of its own");
  store *s = calloc(1, sizeof *s);
  s->host = host;
  s->context = context;
  s->is_scheduled = (options->flags & ENFOLD_STORE_SCHEDULED) != 0;
  s->runtime = options->runtime;
  if (host->struct_size >= sizeof *host && host->get_extension != NULL)
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
      s->extensions += host->get_extension(wanted[i].name, wanted[i].version) != NULL;
  s->references = 2; /* the host's, and one until it has ended */
  s->end = &s->first;
  pthread_mutex_init(&s->lock, NULL);
  *out = s;
  return ENFOLD_OK;
}

static void counter_close(void *pointer, uint32_t drain) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  bool begins = !s->is_closing, schedules = begins && !drain && !s->is_draining;
  s->is_closing = true;
  pthread_mutex_unlock(&s->lock);
  if (begins && drain) drain_now(s, 0, NULL);
  if (schedules) s->host->schedule(s->context);
}

static void counter_release(void *pointer) { drop(pointer); }

static enfold_status counter_send(void *pointer, const char *action, size_t length, uint32_t flags, uint64_t token,
                                  void **task, enfold_error *error) {
  entry *e = read_action(action, length);
  (void)task;
  if (e == NULL) return fail(error, ENFOLD_BAD_ACTION, "known actions: increment, complain");
  e->token = token;
  return append(pointer, e, 1, (flags & ENFOLD_SEND_DRAIN) != 0, error);
}

static enfold_status counter_send_batch(void *pointer, const char *actions, size_t length, uint32_t flags,
                                        size_t *accepted, enfold_error *error) {
  (void)pointer, (void)flags, (void)error;
  *accepted = 0;
  return is(actions, length, "[]") ? ENFOLD_OK : fail(error, ENFOLD_UNSUPPORTED, "no batches but the empty one");
}

static enfold_status counter_drain(void *pointer, uint32_t max, uint32_t *done) {
  *done = 0;
  return drain_now(pointer, max, done);
}

static enfold_status counter_state(void *pointer, const char *path, size_t length, enfold_write_fn write, void *context,
                                   enfold_error *error) {
  store *s = pointer;
  char text[128];
  int written = -1;
  pthread_mutex_lock(&s->lock);
  if (length == 0) written = write_all(s, text, sizeof text);
  if (is(path, length, "/count")) written = write_count(s, text, sizeof text);
  if (is(path, length, "/runtime")) written = snprintf(text, sizeof text, "%" PRIu64, s->runtime);
  if (is(path, length, "/extensions")) written = snprintf(text, sizeof text, "%d", s->extensions);
  pthread_mutex_unlock(&s->lock);
  if (written < 0) return fail(error, ENFOLD_BAD_POINTER, "nothing is there");
  write(context, text, (size_t)written);
  return ENFOLD_OK;
}

static uint64_t counter_revision(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  uint64_t revision = s->revision;
  pthread_mutex_unlock(&s->lock);
  return revision;
}

static enfold_status counter_observe(void *pointer, uint64_t id, const char *path, size_t length, uint32_t flags,
                                     uint32_t drain, enfold_error *error) {
  if (length != 0 && !is(path, length, "/count"))
    return fail(error, ENFOLD_BAD_POINTER, "observers may look at \"\" and \"/count\"");
  entry *e = calloc(1, sizeof *e);
  e->kind = OBSERVE;
  e->interest = id;
  e->flags = flags;
  e->is_root = length == 0;
  return append(pointer, e, 1, drain != 0, error);
}

static void counter_unobserve(void *pointer, uint64_t id) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  size_t kept = 0;
  for (size_t i = 0; i < s->interest_count; i++)
    if (s->interests[i].id != id) s->interests[kept++] = s->interests[i];
  s->interest_count = kept;
  for (entry *e = s->first; e != NULL; e = e->next)
    if (e->kind == OBSERVE && e->interest == id) e->interest = 0;
  pthread_mutex_unlock(&s->lock);
}

static uint64_t counter_pending(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  uint64_t pending = s->waiting + s->is_draining;
  pthread_mutex_unlock(&s->lock);
  return pending;
}

static void counter_watch_idle(void *pointer, uint32_t on) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  s->watchers += on ? 1 : UINT32_MAX;
  pthread_mutex_unlock(&s->lock);
}

static void counter_task(void *task) { (void)task; }

static enfold_status counter_set(void *pointer, const char *path, size_t length, const char *value, size_t value_length,
                                 const char *action, size_t action_length, uint32_t flags, enfold_error *error) {
  char text[32];
  (void)action, (void)action_length;
  if (!is(path, length, "/count")) return fail(error, ENFOLD_UNSUPPORTED, "only /count is bindable");
  if (action != NULL) return fail(error, ENFOLD_BAD_ACTION, "no action follows a write");
  if (value_length >= sizeof text) return fail(error, ENFOLD_BAD_STATE, "a count is shorter");
  memcpy(text, value, value_length);
  text[value_length] = '\0';
  entry *e = calloc(1, sizeof *e);
  e->kind = SET;
  e->number = strtoll(text, NULL, 10);
  return append(pointer, e, 1, (flags & ENFOLD_SEND_DRAIN) != 0, error);
}

static const enfold_engine engine = {
    .struct_size = sizeof engine, .open = counter_open, .close = counter_close, .release = counter_release,
    .send = counter_send, .send_batch = counter_send_batch, .drain = counter_drain, .state = counter_state,
    .revision = counter_revision, .observe = counter_observe, .unobserve = counter_unobserve,
    .pending = counter_pending, .watch_idle = counter_watch_idle, .task_cancel = counter_task,
    .task_release = counter_task, .set = counter_set};

/* ---- Echo -------------------------------------------------------------------------------------------------------- */

static enfold_status echo_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  (void)user, (void)error;
  char **last = malloc(sizeof *last);
  *last = state == NULL ? strdup("null") : strndup(state, length);
  *instance = last;
  return ENFOLD_OK;
}

static void echo_close(void *instance) {
  free(*(char **)instance);
  free(instance);
}

static enfold_status echo_check(void *user, const char *action, size_t length, enfold_error *error) {
  (void)user;
  return is(action, length, "\"no\"") ? fail(error, ENFOLD_BAD_ACTION, "it does not say no") : ENFOLD_OK;
}

static enfold_status echo_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                 enfold_error *error) {
  char **last = instance;
  (void)error;
  free(*last);
  *last = strndup(action, length);
  changes->changed(changes, "");
  return ENFOLD_OK;
}

static enfold_status echo_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  char **last = instance;
  (void)error;
  write(context, *last, strlen(*last));
  return ENFOLD_OK;
}

static const enfold_reducer reducer = {.struct_size = sizeof reducer, .open = echo_open, .close = echo_close,
                                       .check = echo_check, .reduce = echo_reduce, .state = echo_state};

/* ---- The table --------------------------------------------------------------------------------------------------- */

/* The table of each extension. */
typedef struct answer {
  uint32_t struct_size;
  int number;
} answer;

static const void *counter_extension(const char *name, uint32_t version) {
  static const answer answers[] = {{sizeof(answer), 1}, {sizeof(answer), 2}};
  if (name == NULL || strcmp(name, "org.enfold.tests.answer") != 0) return NULL;
  return version == 1 || version == 2 ? &answers[version - 1] : NULL;
}

static const void *plugin_extension(const char *name, uint32_t version) {
  static const answer own = {sizeof(answer), 3};
  return name != NULL && strcmp(name, "org.enfold.tests.plugin") == 0 && version == 1 ? &own : NULL;
}

static const enfold_plugin_feature counter = {.struct_size = sizeof counter, .name = "Counter",
                                              .state_schema = "{\"type\":\"object\"}", .action_schema = "true",
                                              .engine = &engine, .get_extension = counter_extension};
static const enfold_plugin_feature echo = {.struct_size = sizeof echo, .name = "Echo", .reducer = &reducer};
static const enfold_plugin_feature *const features[] = {&counter, &echo};

const enfold_plugin_table *enfold_plugin_entry(void) {
  static const enfold_plugin_table table = {
      .struct_size = sizeof table, .abi = ENFOLD_PLUGIN_ABI_INIT, .id = "org.enfold.tests.abi2", .version = "1.0.0",
      .features = features, .feature_count = 2, .get_extension = plugin_extension};
  return &table;
}
