/* counter.c: a plugin written in C that brings a whole engine: the smallest one that keeps every rule of enfold_engine.
 *
 * The feature "Counter" has the state {"count":0,"isLoading":false,"fact":null} and the actions of the Swift example of
 * that name, and some more for tests:
 *
 *   increment, decrement, {"setCount":n}
 *   factTapped                 an effect: isLoading, and 20 ms later a fact
 *   {"setFact":"text"}         any text
 *   {"fail":"message"}         an effect that fails at once
 *   {"sleep":ms}               an effect that ends after so long, or when it is cancelled
 *   noop                       changes nothing
 *   touch                      says that the count changed although it did not
 *   addExtra, removeExtra      makes the property "extra" appear and disappear
 *   complain                   writes a diagnostic record
 */
#include <enfold_plugin.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef PLUGIN_ID
#define PLUGIN_ID "org.enfold.tests.counter"
#endif
#ifndef PLUGIN_VERSION
#define PLUGIN_VERSION "1.0.0"
#endif

/* ---- Types -------------------------------------------------------------------------------------------------- */

enum { COUNT = 1, LOADING = 2, FACT = 4, EXTRA = 8, EVERYTHING = 15 };
static const struct {
  const char *pointer;
  unsigned field;
} pointers[] = {{"", EVERYTHING}, {"/count", COUNT}, {"/isLoading", LOADING}, {"/fact", FACT}, {"/extra", EXTRA}};

typedef enum {
  INCREMENT, DECREMENT, SET_COUNT, FACT_TAPPED, FACT_LOADED, SET_FACT, FAIL, SLEEP, NOOP, TOUCH, ADD_EXTRA,
  REMOVE_EXTRA, COMPLAIN, ACTION_COUNT, OBSERVE
} kind;
static const char *const names[ACTION_COUNT] = {
    "increment", "decrement", "setCount", "factTapped", "factLoaded", "setFact", "fail", "sleep", "noop",
    "touch", "addExtra", "removeExtra", "complain"};

typedef struct task {
  unsigned references, running; /* under the store's lock */
  bool cancelled, ended;
  enfold_status status;
  char message[200];
  uint64_t token;
  struct store *store;
} task;

typedef struct {
  uint64_t id;
  unsigned field, flags;
} interest;

typedef struct {
  kind kind;
  int64_t number;
  char *text; /* owned */
  char *json; /* owned; for interests that want the action */
  task *task; /* a reference */
  interest interest; /* OBSERVE: what begins; without a field when it was ended before */
} entry;

typedef struct effect {
  struct store *store;
  task *task; /* a reference */
  int64_t milliseconds;
  bool loads_fact;
  struct effect *next;
} effect;

typedef struct store {
  const enfold_host *host;
  void *context;
  bool scheduled_mode;
  uint64_t depth_limit, byte_limit, queue_limit;

  pthread_mutex_t lock;
  pthread_cond_t changed;
  unsigned references;
  bool draining, scheduled, closing, closed;
  entry *queue;
  size_t head, count, capacity;
  effect *effects;
  unsigned watchers;
  interest *interests;
  size_t interest_count;

  /* Written by the draining thread with the lock held. */
  int64_t number;
  bool loading, extra;
  char *fact;
  uint64_t revision;

  /* The draining thread's. */
  char *buffer;
  size_t used, size;
  enfold_change *changes;
  size_t *offsets;
  size_t change_capacity;
} store;

static enfold_status fail(enfold_error *error, enfold_status status, uint64_t offset, const char *format, ...) {
  if (error != NULL) {
    va_list arguments;
    error->code = status;
    error->offset = offset;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
  }
  return status;
}

/* ---- Reading actions ------------------------------------------------------------------------------------------ */

typedef struct {
  const char *start, *at, *end;
  uint64_t depth;
} text;

static void skip_space(text *t) {
  while (t->at < t->end && (*t->at == ' ' || *t->at == '\n' || *t->at == '\t' || *t->at == '\r')) t->at++;
}

static bool skip_string(text *t) {
  if (t->at == t->end || *t->at != '"') return false;
  for (t->at++; t->at < t->end && *t->at != '"'; t->at++) {
    if ((unsigned char)*t->at < 0x20 || (unsigned char)*t->at >= 0xF8) return false;
    if (*t->at == '\\' && ++t->at == t->end) return false;
  }
  if (t->at == t->end) return false;
  t->at++;
  return true;
}

/* 1: one JSON value was skipped; 0: it is none; -1: too deep. Without recursion. */
static int skip_value(text *t, uint64_t limit) {
  char *stack = malloc(limit + 1);
  uint64_t depth = 0;
  int result = 0;
  for (;;) {
    skip_space(t);
    if (t->at == t->end) break;
    if (*t->at == '[' || *t->at == '{') {
      char opened = *t->at++;
      if (depth == limit) {
        result = -1;
        break;
      }
      stack[depth++] = opened;
      skip_space(t);
      if (t->at < t->end && *t->at == (opened == '[' ? ']' : '}')) {
        t->at++;
        depth--;
      } else if (opened == '{') {
        if (!skip_string(t)) break;
        skip_space(t);
        if (t->at == t->end || *t->at++ != ':') break;
        continue;
      } else {
        continue;
      }
    } else if (*t->at == '"') {
      if (!skip_string(t)) break;
    } else {
      const char *first = t->at;
      while (t->at < t->end && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *t->at) && *t->at) t->at++;
      size_t length = (size_t)(t->at - first);
      bool literal = (length == 4 && (!memcmp(first, "true", 4) || !memcmp(first, "null", 4))) ||
                     (length == 5 && !memcmp(first, "false", 5));
      if (!literal && (length == 0 || strchr("-0123456789", *first) == NULL)) {
        t->at = first;
        break;
      }
    }
    bool done = false;
    for (;;) { /* what ends here */
      if (depth == 0) {
        done = true;
        break;
      }
      skip_space(t);
      if (t->at == t->end) break;
      if (*t->at == ',') {
        t->at++;
        if (stack[depth - 1] == '{') {
          skip_space(t);
          if (!skip_string(t)) break;
          skip_space(t);
          if (t->at == t->end || *t->at++ != ':') break;
        }
        done = false;
        goto next;
      }
      if (*t->at != (stack[depth - 1] == '[' ? ']' : '}')) break;
      t->at++;
      depth--;
    }
    if (done) result = 1;
    break;
  next:;
  }
  free(stack);
  return result;
}

/* Reads one action of the text: "name" or {"name":value}. The text is JSON. */
static enfold_status read_action(text *t, entry *out, enfold_error *error) {
  skip_space(t);
  const char *begin = t->at;
  bool object = *t->at == '{';
  if (object) {
    t->at++;
    skip_space(t);
  }
  if (*t->at != '"')
    return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(t->at - t->start), "an action is a string or an object");
  const char *name = t->at + 1;
  skip_string(t);
  size_t length = (size_t)(t->at - name) - 1;
  memset(out, 0, sizeof *out);
  out->kind = ACTION_COUNT;
  for (int i = 0; i < ACTION_COUNT; i++)
    if (strlen(names[i]) == length && !memcmp(names[i], name, length)) out->kind = (kind)i;
  if (out->kind == ACTION_COUNT)
    return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(name - 1 - t->start),
                "unknown action \"%.*s\"; known: increment, decrement, setCount, ...", length > 80 ? 80 : (int)length,
                name);
  bool wants_number = out->kind == SET_COUNT || out->kind == SLEEP;
  bool wants_text = out->kind == SET_FACT || out->kind == FAIL;
  if (object) {
    skip_space(t);
    t->at++; /* the colon */
    skip_space(t);
    const char *value = t->at;
    skip_value(t, 100000);
    if (wants_number) {
      char *end;
      out->number = strtoll(value, &end, 10);
      if (end != t->at)
        return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(value - t->start), "%s wants an integer", names[out->kind]);
    } else if (wants_text) {
      if (*value != '"')
        return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(value - t->start), "%s wants a string", names[out->kind]);
      out->text = strndup(value + 1, (size_t)(t->at - value) - 2);
    }
    skip_space(t);
    if (*t->at != '}')
      return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(t->at - t->start), "an action has one key");
    t->at++;
  } else if (wants_number || wants_text) {
    return fail(error, ENFOLD_BAD_ACTION, (uint64_t)(name - 1 - t->start), "%s wants a value", names[out->kind]);
  }
  out->json = strndup(begin, (size_t)(t->at - begin));
  return ENFOLD_OK;
}

static void drop_entry(entry *e) {
  free(e->text);
  free(e->json);
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------ */

/* With the lock held: gives a reference back. */
static void drop_task(task *t) {
  if (t != NULL && --t->references == 0) free(t);
}

/* With the lock held: something of the task ended. Releases the lock while it calls the host. */
static void leave_task(store *s, task *t) {
  if (t == NULL) return;
  if (--t->running == 0 && !t->ended) {
    t->ended = true;
    enfold_status status = t->cancelled ? ENFOLD_CANCELLED : t->status;
    if (t->token != 0) {
      pthread_mutex_unlock(&s->lock);
      s->host->task_ended(s->context, t->token, status, t->message, strlen(t->message));
      pthread_mutex_lock(&s->lock);
    }
  }
  drop_task(t);
}

/* ---- Values ------------------------------------------------------------------------------------------------------- */

static void put(store *s, const char *bytes, size_t length) {
  if (s->used + length + 1 > s->size) {
    s->size = 2 * (s->used + length + 1);
    s->buffer = realloc(s->buffer, s->size);
  }
  memcpy(s->buffer + s->used, bytes, length);
  s->used += length;
}

static void put_field(store *s, unsigned field) {
  char number[32];
  switch (field) {
    case COUNT: put(s, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)s->number)); break;
    case LOADING: put(s, s->loading ? "true" : "false", s->loading ? 4 : 5); break;
    case EXTRA: put(s, "{}", 2); break;
    case FACT:
      if (s->fact == NULL) {
        put(s, "null", 4);
      } else {
        put(s, "\"", 1);
        put(s, s->fact, strlen(s->fact));
        put(s, "\"", 1);
      }
      break;
    default:
      put(s, "{\"count\":", 9);
      put_field(s, COUNT);
      put(s, ",\"isLoading\":", 13);
      put_field(s, LOADING);
      put(s, ",\"fact\":", 8);
      put_field(s, FACT);
      if (s->extra) put(s, ",\"extra\":{}", 11);
      put(s, "}", 1);
  }
}

/* ---- Commits ------------------------------------------------------------------------------------------------------ */

static void add_change(store *s, size_t *count, uint64_t id, uint32_t op, uint32_t flags, const char *pointer,
                       unsigned field, bool with_value) {
  if (*count == s->change_capacity) {
    s->change_capacity = 2 * s->change_capacity + 8;
    s->changes = realloc(s->changes, s->change_capacity * sizeof *s->changes);
    s->offsets = realloc(s->offsets, s->change_capacity * sizeof *s->offsets);
  }
  enfold_change *change = &s->changes[*count];
  *change = (enfold_change){id, op, flags, pointer, strlen(pointer), NULL, 0};
  s->offsets[*count] = SIZE_MAX;
  if (with_value && op != ENFOLD_OP_REMOVE) {
    s->offsets[*count] = s->used;
    put_field(s, field);
    change->value_length = s->used - s->offsets[*count];
    put(s, "", 1); /* every text is followed by a NUL */
  }
  ++*count;
}

/* What one interest sees of changed fields. */
static void add_interest(store *s, size_t *count, const interest *i, unsigned changed, uint32_t flags) {
  unsigned seen = i->field & changed;
  if (seen == 0 && !(i->flags & ENFOLD_INTEREST_RAW) && !(flags & ENFOLD_INITIAL)) return;
  if (!(flags & ENFOLD_INITIAL)) flags = seen != 0 ? ENFOLD_CHANGED : 0;
  bool there = i->field != EXTRA || s->extra;
  if (!there) flags |= ENFOLD_REMOVED;
  add_change(s, count, i->id, there ? ENFOLD_OP_REPLACE : ENFOLD_OP_REMOVE, flags, "", i->field, true);
  if (!(i->flags & ENFOLD_INTEREST_PATCH) || seen == 0) return;
  for (size_t p = 0; p < sizeof pointers / sizeof *pointers; p++) {
    unsigned field = pointers[p].field;
    if (i->field == EVERYTHING ? field == EVERYTHING || !(seen & field) : field != i->field) continue;
    uint32_t op = field != EXTRA ? ENFOLD_OP_REPLACE : s->extra ? ENFOLD_OP_ADD : ENFOLD_OP_REMOVE;
    add_change(s, count, i->id, op, ENFOLD_CHANGED | ENFOLD_CHANGE_OPERATION,
               i->field == EVERYTHING ? pointers[p].pointer : "", field, true);
  }
}

/* As the drainer: reports what `changed` (and, if `initial` is not 0, that interest's value) to the host. */
static void commit(store *s, unsigned changed, uint64_t initial, const char *action) {
  size_t count = 0;
  bool wants_action = false;
  s->used = 0;
  pthread_mutex_lock(&s->lock);
  /* Backwards, to show that the order is the host's business. */
  for (size_t i = s->interest_count; i-- > 0;) {
    interest *each = &s->interests[i];
    if (initial != 0 && each->id != initial) continue;
    wants_action = wants_action || each->flags & ENFOLD_INTEREST_ACTION;
    add_interest(s, &count, each, changed, initial != 0 ? ENFOLD_INITIAL : 0);
  }
  uint64_t revision = s->revision;
  pthread_mutex_unlock(&s->lock);
  if (count == 0) return;
  for (size_t i = 0; i < count; i++)
    s->changes[i].value = s->offsets[i] == SIZE_MAX ? NULL : s->buffer + s->offsets[i];
  enfold_commit record = {sizeof record, 0, revision, NULL, 0, s->changes, count};
  if (wants_action && action != NULL) {
    record.action = action;
    record.action_length = strlen(action);
  }
  s->host->commit(s->context, &record);
}

/* ---- Effects ------------------------------------------------------------------------------------------------------ */

static void release_store(void *pointer);
static enfold_status append_all(store *s, entry *entries, size_t count, bool may_drain, enfold_error *error);

static void *run_effect(void *context) {
  effect *e = context;
  store *s = e->store;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  int64_t nanoseconds = until.tv_nsec + e->milliseconds % 1000 * 1000000;
  until.tv_sec += e->milliseconds / 1000 + nanoseconds / 1000000000;
  until.tv_nsec = nanoseconds % 1000000000;
  pthread_mutex_lock(&s->lock);
  while (!(e->task->cancelled || s->closing || s->closed) &&
         pthread_cond_timedwait(&s->changed, &s->lock, &until) != ETIMEDOUT) {
  }
  if (s->closing || s->closed) e->task->cancelled = true;
  if (!e->task->cancelled && e->loads_fact) {
    entry loaded = {FACT_LOADED, 0, strdup("a good number"), strdup("{\"factLoaded\":\"a good number\"}"), e->task, {0, 0, 0}};
    e->task->references++;
    e->task->running++;
    pthread_mutex_unlock(&s->lock);
    append_all(s, &loaded, 1, !s->scheduled_mode, NULL);
    pthread_mutex_lock(&s->lock);
  }
  for (effect **each = &s->effects; *each != NULL; each = &(*each)->next) {
    if (*each != e) continue;
    *each = e->next;
    break;
  }
  leave_task(s, e->task);
  bool idle = s->effects == NULL && s->count == 0 && !s->draining && s->watchers > 0 && !s->closed;
  pthread_mutex_unlock(&s->lock);
  if (idle) s->host->idle(s->context);
  free(e);
  release_store(s);
  return NULL;
}

/* With the lock held. */
static void start_effect(store *s, task *t, int64_t milliseconds, bool loads_fact) {
  effect *e = malloc(sizeof *e);
  pthread_t thread;
  *e = (effect){s, t, milliseconds, loads_fact, s->effects};
  s->effects = e;
  t->references++;
  t->running++;
  s->references++;
  pthread_create(&thread, NULL, run_effect, e);
  pthread_detach(thread);
}

/* ---- Draining ----------------------------------------------------------------------------------------------------- */

static void reduce(store *s, entry *e) {
  unsigned changed = 0;
  pthread_mutex_lock(&s->lock);
  switch (e->kind) {
    case INCREMENT: s->number = (int64_t)((uint64_t)s->number + 1); changed = COUNT; break;
    case DECREMENT: s->number = (int64_t)((uint64_t)s->number - 1); changed = COUNT; break;
    case SET_COUNT: changed = s->number != e->number ? COUNT : 0; s->number = e->number; break;
    case FACT_TAPPED: s->loading = true; changed = LOADING; start_effect(s, e->task, 20, true); break;
    case FACT_LOADED: s->loading = false; changed = LOADING; /* fall through */
    case SET_FACT:
      changed |= FACT;
      free(s->fact);
      s->fact = e->text;
      e->text = NULL;
      break;
    case FAIL:
      e->task->status = ENFOLD_FAILED;
      snprintf(e->task->message, sizeof e->task->message, "%s", e->text);
      break;
    case SLEEP: start_effect(s, e->task, e->number, false); break;
    case TOUCH: changed = COUNT; break;
    case ADD_EXTRA: changed = s->extra ? 0 : EXTRA; s->extra = true; break;
    case REMOVE_EXTRA: changed = s->extra ? EXTRA : 0; s->extra = false; break;
    default: break;
  }
  s->revision++;
  pthread_mutex_unlock(&s->lock);
  if (e->kind == COMPLAIN) {
    static const char record[] = "{\"message\":\"as you wish\"}";
    s->host->log(s->context, ENFOLD_LOG_WARNING, record, sizeof record - 1);
  }
  commit(s, changed, 0, e->json);
}

/* With the lock held, as the drainer: ends the store. Releases the lock. */
static void finish(store *s) {
  while (s->count > 0) {
    entry e = s->queue[s->head];
    s->head = (s->head + 1) % s->capacity;
    s->count--;
    if (e.task != NULL) {
      e.task->cancelled = true;
      leave_task(s, e.task);
    }
    drop_entry(&e);
  }
  /* Effects may run on for a moment, but nobody hears of them: their tasks end here. */
  for (effect *e = s->effects; e != NULL; e = e->next) {
    if (e->task->ended) continue;
    e->task->ended = e->task->cancelled = true;
    if (e->task->token != 0)
      s->host->task_ended(s->context, e->task->token, ENFOLD_CANCELLED, "the store was closed", 20);
  }
  pthread_cond_broadcast(&s->changed);
  s->closed = true;
  s->draining = false;
  pthread_mutex_unlock(&s->lock);
  s->host->closed(s->context);
  release_store(s);
}

/* As the drainer. */
static void begin_interest(store *s, const interest *i) {
  if (i->field == 0) return;
  pthread_mutex_lock(&s->lock);
  s->interests = realloc(s->interests, (s->interest_count + 1) * sizeof *s->interests);
  s->interests[s->interest_count++] = *i;
  pthread_mutex_unlock(&s->lock);
  if (i->flags & ENFOLD_INTEREST_INITIAL) commit(s, 0, i->id, NULL);
}

/* As the drainer. */
static enfold_status run(store *s, uint32_t max, uint32_t *done) {
  uint32_t reduced = 0;
  for (;;) {
    pthread_mutex_lock(&s->lock);
    if (s->closing) {
      finish(s);
      break;
    }
    if (s->count == 0 || (max != 0 && reduced == max)) {
      bool more = s->count > 0;
      bool idle = !more && s->effects == NULL && s->watchers > 0;
      s->draining = false;
      s->scheduled = more;
      pthread_mutex_unlock(&s->lock);
      if (idle) s->host->idle(s->context);
      if (done != NULL) *done = reduced;
      return more ? ENFOLD_MORE : ENFOLD_OK;
    }
    entry e = s->queue[s->head];
    s->head = (s->head + 1) % s->capacity;
    s->count--;
    pthread_mutex_unlock(&s->lock);
    if (e.kind == OBSERVE) {
      begin_interest(s, &e.interest);
    } else {
      reduced++;
      if (!e.task->cancelled) reduce(s, &e);
      pthread_mutex_lock(&s->lock);
      leave_task(s, e.task);
      pthread_mutex_unlock(&s->lock);
    }
    drop_entry(&e);
  }
  if (done != NULL) *done = reduced;
  return ENFOLD_OK;
}

/* Appends entries under one lock; all or none. Then drains, if allowed and nobody else does, or asks the loop to. */
static enfold_status append_all(store *s, entry *entries, size_t count, bool may_drain, enfold_error *error) {
  pthread_mutex_lock(&s->lock);
  enfold_status status = ENFOLD_OK;
  if (s->closing || s->closed)
    status = fail(error, ENFOLD_STALE, UINT64_MAX, "the store was closed");
  else if (s->count + count > s->queue_limit && entries[0].kind != OBSERVE)
    status = fail(error, ENFOLD_LIMIT, UINT64_MAX, "%zu actions wait already; the limit is %llu", s->count,
                  (unsigned long long)s->queue_limit);
  if (status != ENFOLD_OK) {
    for (size_t i = 0; i < count; i++) {
      if (entries[i].task != NULL) {
        entries[i].task->ended = true; /* never accepted: no end is reported */
        drop_task(entries[i].task);
      }
      drop_entry(&entries[i]);
    }
    pthread_mutex_unlock(&s->lock);
    return status;
  }
  if (s->count + count > s->capacity) {
    size_t capacity = 2 * (s->count + count);
    entry *queue = malloc(capacity * sizeof *queue);
    for (size_t i = 0; i < s->count; i++) queue[i] = s->queue[(s->head + i) % s->capacity];
    free(s->queue);
    s->queue = queue;
    s->capacity = capacity;
    s->head = 0;
  }
  for (size_t i = 0; i < count; i++) s->queue[(s->head + s->count++) % s->capacity] = entries[i];
  bool drains = !s->draining && may_drain;
  bool schedules = !s->draining && !may_drain && s->scheduled_mode && !s->scheduled;
  if (drains) {
    s->draining = true;
    s->references++;
  }
  if (schedules) s->scheduled = true;
  pthread_mutex_unlock(&s->lock);
  if (schedules) s->host->schedule(s->context);
  if (!drains) return ENFOLD_QUEUED;
  run(s, 0, NULL);
  release_store(s);
  return ENFOLD_OK;
}

/* ---- The table ---------------------------------------------------------------------------------------------------- */

static enfold_status engine_open(void *feature, const enfold_store_options *options, const enfold_host *host,
                                 void *context, void **out, enfold_error *error) {
  store *s = calloc(1, sizeof *s);
  (void)feature;
  s->host = host;
  s->context = context;
  s->scheduled_mode = (options->flags & ENFOLD_STORE_SCHEDULED) != 0;
  s->depth_limit = options->depth_limit;
  s->byte_limit = options->byte_limit;
  s->queue_limit = options->queue_limit;
  s->references = 2; /* the host's, and one until it is closed */
  if (options->state != NULL) {
    const char *count = strstr(options->state, "\"count\":");
    if (options->state[0] != '{' || count == NULL) {
      free(s);
      return fail(error, ENFOLD_BAD_STATE, 0, "a state is an object with \"count\"");
    }
    s->number = strtoll(count + 8, NULL, 10);
  }
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  *out = s;
  return ENFOLD_OK;
}

static void release_store(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  bool last = --s->references == 0;
  pthread_mutex_unlock(&s->lock);
  if (!last) return;
  pthread_mutex_destroy(&s->lock);
  pthread_cond_destroy(&s->changed);
  free(s->queue);
  free(s->interests);
  free(s->fact);
  free(s->buffer);
  free(s->changes);
  free(s->offsets);
  free(s);
}

static void engine_close(void *pointer, uint32_t drain) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  if (s->closing || s->closed) {
    pthread_mutex_unlock(&s->lock);
    return;
  }
  s->closing = true;
  pthread_cond_broadcast(&s->changed);
  bool drains = drain && !s->draining;
  bool schedules = !drain && !s->draining && !s->scheduled;
  if (drains) s->draining = true;
  if (schedules) s->scheduled = true;
  pthread_mutex_unlock(&s->lock);
  if (drains) run(s, 0, NULL);
  if (schedules) s->host->schedule(s->context);
}

static enfold_status check_text(store *s, const char *bytes, size_t length, text *t, enfold_error *error) {
  *t = (text){bytes, bytes, bytes + length, 0};
  if (length > s->byte_limit) return fail(error, ENFOLD_LIMIT, UINT64_MAX, "the text is too long");
  int valid = length > 0 ? skip_value(t, s->depth_limit) : 0;
  if (valid < 0) return fail(error, ENFOLD_LIMIT, (uint64_t)(t->at - bytes), "the text is nested too deeply");
  if (valid > 0) skip_space(t);
  if (valid == 0 || t->at != t->end) return fail(error, ENFOLD_BAD_JSON, (uint64_t)(t->at - bytes), "not JSON");
  t->at = bytes;
  return ENFOLD_OK;
}

static enfold_status engine_send(void *pointer, const char *action, size_t length, uint32_t flags, uint64_t token,
                                 void **out, enfold_error *error) {
  store *s = pointer;
  entry e;
  text t;
  enfold_status status = check_text(s, action, length, &t, error);
  if (status == ENFOLD_OK) status = read_action(&t, &e, error);
  if (status != ENFOLD_OK) return status;
  task *made = calloc(1, sizeof *made);
  made->references = out != NULL ? 2 : 1;
  made->running = 1;
  made->token = token;
  made->store = s;
  e.task = made;
  if (out != NULL) *out = made;
  return append_all(s, &e, 1, (flags & ENFOLD_SEND_DRAIN) != 0, error);
}

static enfold_status engine_send_batch(void *pointer, const char *actions, size_t length, uint32_t flags,
                                       size_t *accepted, enfold_error *error) {
  store *s = pointer;
  entry *entries = NULL;
  size_t count = 0;
  text t;
  enfold_status status = check_text(s, actions, length, &t, error);
  if (status != ENFOLD_OK) return status;
  skip_space(&t);
  if (*t.at != '[') return fail(error, ENFOLD_BAD_ACTION, 0, "an array of actions is needed");
  t.at++;
  skip_space(&t);
  while (status == ENFOLD_OK && *t.at != ']') {
    if (*t.at == ',') t.at++;
    entries = realloc(entries, (count + 1) * sizeof *entries);
    status = read_action(&t, &entries[count], error);
    if (status == ENFOLD_OK) {
      entries[count].task = calloc(1, sizeof(task));
      entries[count].task->references = entries[count].task->running = 1;
      entries[count].task->store = s;
    }
    count++;
    skip_space(&t);
  }
  if (status != ENFOLD_OK) {
    for (size_t i = 0; i < count; i++) {
      if (i + 1 < count) free(entries[i].task);
      drop_entry(&entries[i]);
    }
  } else if (count > 0) {
    status = append_all(s, entries, count, (flags & ENFOLD_SEND_DRAIN) != 0, error);
  }
  free(entries);
  if (status >= 0) *accepted = count;
  return status;
}

static enfold_status engine_drain(void *pointer, uint32_t max, uint32_t *done) {
  store *s = pointer;
  *done = 0;
  pthread_mutex_lock(&s->lock);
  bool drains = !s->draining && !s->closed;
  if (drains) {
    s->draining = true;
    s->scheduled = false;
    s->references++;
  }
  pthread_mutex_unlock(&s->lock);
  if (!drains) return ENFOLD_OK;
  enfold_status status = run(s, max, done);
  release_store(s);
  return status;
}

static int find_pointer(const char *pointer, size_t length) {
  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
    if (strlen(pointers[i].pointer) == length && (length == 0 || !memcmp(pointers[i].pointer, pointer, length)))
      return (int)i;
  return -1;
}

static enfold_status engine_state(void *pointer, const char *path, size_t length, enfold_write_fn write, void *context,
                                  enfold_error *error) {
  store *s = pointer;
  int found = find_pointer(path, length);
  if (found < 0 || (pointers[found].field == EXTRA && !s->extra))
    return fail(error, ENFOLD_BAD_POINTER, UINT64_MAX, "nothing is at \"%.*s\"", length > 80 ? 80 : (int)length, path);
  store copy = {0};
  pthread_mutex_lock(&s->lock);
  copy.number = s->number;
  copy.loading = s->loading;
  copy.extra = s->extra;
  copy.fact = s->fact != NULL ? strdup(s->fact) : NULL;
  pthread_mutex_unlock(&s->lock);
  put_field(&copy, pointers[found].field);
  write(context, copy.buffer, copy.used / 2); /* in two pieces, as is allowed */
  write(context, copy.buffer + copy.used / 2, copy.used - copy.used / 2);
  free(copy.buffer);
  free(copy.fact);
  return ENFOLD_OK;
}

static uint64_t engine_revision(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  uint64_t revision = s->revision;
  pthread_mutex_unlock(&s->lock);
  return revision;
}

static enfold_status engine_observe(void *pointer, uint64_t id, const char *path, size_t length, uint32_t flags,
                                    uint32_t drain, enfold_error *error) {
  store *s = pointer;
  int found = find_pointer(path, length);
  if (found < 0)
    return fail(error, ENFOLD_BAD_POINTER, UINT64_MAX, "no state has \"%.*s\"", length > 80 ? 80 : (int)length, path);
  entry e = {OBSERVE, 0, NULL, NULL, NULL, {id, pointers[found].field, flags}};
  return append_all(s, &e, 1, drain != 0, error);
}

static void engine_unobserve(void *pointer, uint64_t id) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  for (size_t i = 0; i < s->interest_count; i++) {
    if (s->interests[i].id != id) continue;
    memmove(&s->interests[i], &s->interests[i + 1], (--s->interest_count - i) * sizeof *s->interests);
    break;
  }
  for (size_t i = 0; i < s->count; i++) {
    entry *waiting = &s->queue[(s->head + i) % s->capacity];
    if (waiting->kind == OBSERVE && waiting->interest.id == id) waiting->interest.field = 0;
  }
  pthread_mutex_unlock(&s->lock);
}

static uint64_t engine_pending(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  uint64_t pending = s->count + (s->draining ? 1 : 0);
  for (effect *e = s->effects; e != NULL; e = e->next) pending++;
  pthread_mutex_unlock(&s->lock);
  return pending;
}

static void engine_watch_idle(void *pointer, uint32_t on) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  if (on) {
    s->watchers++;
  } else {
    s->watchers--;
  }
  pthread_mutex_unlock(&s->lock);
}

static void engine_task_cancel(void *pointer) {
  task *t = pointer;
  pthread_mutex_lock(&t->store->lock);
  if (!t->ended) t->cancelled = true;
  pthread_cond_broadcast(&t->store->changed);
  pthread_mutex_unlock(&t->store->lock);
}

static void engine_task_release(void *pointer) {
  task *t = pointer;
  store *s = t->store;
  pthread_mutex_lock(&s->lock);
  drop_task(t);
  pthread_mutex_unlock(&s->lock);
}

static const enfold_engine engine = {
    sizeof engine,   NULL,           engine_open,      engine_close,       release_store,
    engine_send,     engine_send_batch, engine_drain,  engine_state,       engine_revision,
    engine_observe,  engine_unobserve,  engine_pending, engine_watch_idle, engine_task_cancel,
    engine_task_release};

static const enfold_plugin_feature counter = {
    sizeof counter, "Counter", "{\"type\":\"object\"}", NULL, &engine, NULL};
static const enfold_plugin_feature *const features[] = {&counter};
static const enfold_plugin_table table = {
    sizeof table, ENFOLD_PLUGIN_ABI_INIT, PLUGIN_ID, PLUGIN_VERSION, features, 1};

const enfold_plugin_table *enfold_plugin_entry(void) { return &table; }
