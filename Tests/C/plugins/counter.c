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
 *   force                      the same, and that it counts
 *   addExtra, removeExtra      makes the property "extra", an object, appear and disappear
 *   {"setDeep":n}              a property of that object, while it is there
 *   complain                   writes a diagnostic record
 *   {"wrap":ACTION}            the same as ACTION
 *
 * Bindable are count, fact and extra/deep; fact is a pulse.
 */
#include "counter_types.h"

#include <dlfcn.h>
#include <errno.h>
#include <time.h>

#include "counter_actions.h"
#include "counter_commits.h"
#include "counter_tables.h"

/* ---- Tasks ------------------------------------------------------------------------------------------------------ */

/* With the lock held: gives a reference back. */
static void drop_task(task *t) {
  if (t == NULL || --t->references > 0) return;
  drop_finished(t->finished);
  free(t);
}

/* With the lock held: something of the task ended. Releases the lock while it calls the host. */
static void leave_task(store *s, task *t) {
  if (t == NULL) return;
  if (--t->running == 0 && !t->ended) {
    t->ended = true;
    enfold_status status = t->cancelled ? ENFOLD_CANCELLED : t->status;
    finished **end = &s->finished;
    while (*end != NULL) end = &(*end)->next;
    *end = t->finished;
    t->finished = NULL;
    if (t->token != 0) {
      pthread_mutex_unlock(&s->lock);
      s->host->task_ended(s->context, t->token, status, t->message, strlen(t->message));
      pthread_mutex_lock(&s->lock);
    }
  }
  drop_task(t);
}

/* ---- Effects ------------------------------------------------------------------------------------------------------ */

static void release_store(void *pointer);
static enfold_status append_all(store *s, entry *entries, size_t count, bool may_drain, enfold_error *error);
static enfold_status run(store *s, uint32_t max, uint32_t *done);

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
    entry loaded = {FACT_LOADED, 0, strdup("a good number"), strdup("{\"factLoaded\":\"a good number\"}"), e->task, {0}, NULL};
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
  bool tells = s->finished != NULL && !s->draining && !s->closed;
  bool drains = tells && !s->scheduled_mode, schedules = tells && s->scheduled_mode && !s->scheduled;
  bool idle = !tells && s->effects == NULL && s->count == 0 && !s->draining && s->watchers > 0 && !s->closed;
  if (drains) s->draining = true;
  if (schedules) s->scheduled = true;
  pthread_mutex_unlock(&s->lock);
  if (drains) run(s, 0, NULL);
  if (schedules) s->host->schedule(s->context);
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
  if (s->is_stub) {
    commit(s, UNREDUCED, 0, false, e);
    return;
  }
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
    case FORCE: changed = COUNT | FORCED; break;
    case ADD_EXTRA: changed = s->extra ? 0 : EXTRA; s->extra = true; break;
    case REMOVE_EXTRA: changed = s->extra ? EXTRA : 0; s->extra = s->has_deep = false; break;
    case SET_DEEP:
      if (!s->extra) break;
      changed = DEEP;
      s->has_deep = true;
      s->deep = e->number;
      break;
    default: break;
  }
  s->revision++;
  pthread_mutex_unlock(&s->lock);
  if (e->kind == COMPLAIN) {
    static const char record[] = "{\"message\":\"as you wish\"}";
    s->host->log(s->context, ENFOLD_LOG_WARNING, record, sizeof record - 1);
  }
  commit(s, changed, 0, false, e);
}

/* As the drainer: replaces the state, of which only the count is given. */
static void reduce_restore(store *s, entry *e) {
  pthread_mutex_lock(&s->lock);
  unsigned changed = (s->number != e->number ? COUNT : 0) | (s->loading ? LOADING : 0) | (s->fact != NULL ? FACT : 0) |
                     (s->extra ? EXTRA : 0);
  s->number = e->number;
  s->loading = s->extra = s->has_deep = false;
  free(s->fact);
  s->fact = NULL;
  s->revision++;
  pthread_mutex_unlock(&s->lock);
  commit(s, changed, 0, false, NULL);
}

/* As the drainer: writes one property and appends the action that follows. */
static void reduce_set(store *s, entry *e) {
  enfold_status status = ENFOLD_OK;
  unsigned field = e->interest.field;
  bool changes = false;
  entry next = {0};
  pthread_mutex_lock(&s->lock);
  if (field == DEEP && !s->extra) {
    status = ENFOLD_NO_TARGET;
  } else {
    s->used = 0;
    if (is_there(s, field)) put_field(s, field);
    put(s, "", 1);
    char *before = strdup(s->buffer);
    changes = strcmp(before, e->text) != 0;
    if (changes) {
      if (field == COUNT) s->number = strtoll(e->text, NULL, 10);
      if (field == DEEP) s->deep = strtoll(e->text, NULL, 10), s->has_deep = true;
      if (field == FACT) {
        free(s->fact);
        s->fact = e->text[0] == '"' ? strndup(e->text + 1, strlen(e->text) - 2) : NULL;
      }
      s->revision++;
    }
    if (changes && e->json != NULL) {
      char *action = fill_template(e->json, *before != '\0' ? before : "null", e->text);
      text t = {action, action, action + strlen(action), 0};
      if (read_action(&t, &next, NULL) == ENFOLD_OK) {
        next.task = calloc(1, sizeof(task));
        next.task->references = next.task->running = 1;
        next.task->store = s;
      }
      free(action);
    }
    free(before);
  }
  e->outcome->status = status;
  pthread_mutex_unlock(&s->lock);
  if (changes) commit(s, field, 0, false, NULL);
  if (next.task != NULL) append_all(s, &next, 1, false, NULL);
}

/* With the lock held: gives a reference back. */
static void drop_outcome(outcome *o) {
  if (o != NULL && --o->references == 0) free(o);
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
    drop_outcome(e.outcome);
    drop_entry(&e);
  }
  drop_finished(s->finished);
  s->finished = NULL;
  /* Effects may run on for a moment, but nobody hears of them: their tasks end here. The host is told without the lock:
   * it may release a task that it has no use for any more. */
  uint64_t *tokens = NULL;
  size_t count = 0;
  for (effect *e = s->effects; e != NULL; e = e->next) {
    if (e->task->ended) continue;
    e->task->ended = e->task->cancelled = true;
    if (e->task->token == 0) continue;
    tokens = realloc(tokens, (count + 1) * sizeof *tokens);
    tokens[count++] = e->task->token;
  }
  pthread_cond_broadcast(&s->changed);
  s->closed = true;
  s->draining = false;
  pthread_mutex_unlock(&s->lock);
  for (size_t i = 0; i < count; i++)
    s->host->task_ended(s->context, tokens[i], ENFOLD_CANCELLED, "the store was closed", 20);
  free(tokens);
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
  if (i->flags & ENFOLD_INTEREST_INITIAL) commit(s, 0, i->id, false, NULL);
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
    if (s->finished != NULL) {
      finished *f = s->finished;
      s->finished = NULL;
      pthread_mutex_unlock(&s->lock);
      tell_finished(s, f);
      continue;
    }
    bool coalesced = false;
    for (size_t i = 0; i < s->interest_count; i++) coalesced = coalesced || s->interests[i].touched;
    if (coalesced && (s->count == 0 || (max != 0 && reduced == max))) {
      pthread_mutex_unlock(&s->lock);
      commit(s, 0, 0, true, NULL);
      continue;
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
    bool is_cancelled = e.task != NULL && e.task->cancelled;
    pthread_mutex_unlock(&s->lock);
    if (e.kind == OBSERVE) {
      begin_interest(s, &e.interest);
    } else if (e.kind == RESTORE) {
      reduced++;
      reduce_restore(s, &e);
    } else if (e.kind == SET) {
      reduced++;
      reduce_set(s, &e);
      pthread_mutex_lock(&s->lock);
      drop_outcome(e.outcome);
      pthread_mutex_unlock(&s->lock);
    } else {
      reduced++;
      if (!is_cancelled) reduce(s, &e);
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
      drop_outcome(entries[i].outcome);
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

/* Reads the count of a state, which is JSON. */
static enfold_status read_state(const char *text, size_t length, int64_t *number, enfold_error *error) {
  char *state = strndup(text, length); /* what is given does not end with a NUL */
  const char *count = strstr(state, "\"count\":");
  bool fits = state[0] == '{' && count != NULL;
  if (fits) *number = strtoll(count + 8, NULL, 10);
  free(state);
  return fits ? ENFOLD_OK : fail(error, ENFOLD_BAD_STATE, 0, "a state is an object with \"count\"");
}

#ifdef SHOWS_HOST
/* With SHOWS_HOST the test program calls the host in the plugin's place. */
ENFOLD_API const enfold_host *shown_host;
ENFOLD_API void *shown_context; /* of the store that was opened last */
#endif

static enfold_status engine_open(void *feature, const enfold_store_options *options, const enfold_host *host,
                                 void *context, void **out, enfold_error *error) {
  store *s = calloc(1, sizeof *s);
  (void)feature;
  s->host = host;
  s->context = context;
#ifdef SHOWS_HOST
  shown_host = host;
  shown_context = context;
#endif
  s->scheduled_mode = (options->flags & ENFOLD_STORE_SCHEDULED) != 0;
  s->depth_limit = options->depth_limit;
  s->byte_limit = options->byte_limit;
  s->queue_limit = options->queue_limit;
  s->references = 2; /* the host's, and one until it is closed */
  if (options->state != NULL && read_state(options->state, options->state_length, &s->number, error) != ENFOLD_OK) {
    free(s);
    return ENFOLD_BAD_STATE;
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
    memset(&entries[count], 0, sizeof *entries);
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

/* Every '~' of a pointer is an escape. */
static enfold_status check_pointer(const char *pointer, size_t length, enfold_error *error) {
  for (size_t i = 0; i < length; i++)
    if (pointer[i] == '~' && (i + 1 == length || (pointer[i + 1] != '0' && pointer[i + 1] != '1')))
      return fail(error, ENFOLD_BAD_POINTER, i + 1, "'~' is followed by '0' or '1'");
  return ENFOLD_OK;
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
  if (check_pointer(path, length, error) != ENFOLD_OK) return ENFOLD_BAD_POINTER;
  int found = find_pointer(path, length);
  store copy = {0};
  pthread_mutex_lock(&s->lock);
  copy.number = s->number;
  copy.loading = s->loading;
  copy.extra = s->extra;
  copy.has_deep = s->has_deep;
  copy.deep = s->deep;
  copy.fact = s->fact != NULL ? strdup(s->fact) : NULL;
  pthread_mutex_unlock(&s->lock);
  if (found < 0 || !is_there(&copy, pointers[found].field)) {
    free(copy.fact);
    return fail(error, ENFOLD_BAD_POINTER, UINT64_MAX, "nothing is at \"%.*s\"", length > 80 ? 80 : (int)length, path);
  }
  put_field(&copy, pointers[found].field);
  write(context, copy.buffer, copy.used / 2); /* in two pieces, as is allowed */
  write(context, copy.buffer + copy.used / 2, copy.used - copy.used / 2);
  free(copy.buffer);
  free(copy.fact);
  return ENFOLD_OK;
}

static enfold_status engine_set(void *pointer, const char *path, size_t length, const char *value, size_t value_length,
                                const char *action, size_t action_length, uint32_t flags, enfold_error *error) {
  store *s = pointer;
  text t;
  if (check_pointer(path, length, error) != ENFOLD_OK) return ENFOLD_BAD_POINTER;
  int found = find_pointer(path, length);
  if (found < 0)
    return fail(error, ENFOLD_BAD_POINTER, UINT64_MAX, "no state has \"%.*s\"", length > 80 ? 80 : (int)length, path);
  unsigned field = pointers[found].field;
  if (field != COUNT && field != FACT && field != DEEP)
    return fail(error, ENFOLD_UNSUPPORTED, UINT64_MAX, "\"%s\" is not bindable", pointers[found].pointer);
  enfold_status status = check_text(s, value, value_length, &t, error);
  if (status == ENFOLD_OK) status = check_value(&t, field, error);
  if (status != ENFOLD_OK) return status;
  entry e = {.kind = SET, .text = strndup(value, value_length), .interest = {.field = field}};
  if (action != NULL) {
    entry probe = {0};
    e.json = strndup(action, action_length);
    char *filled = fill_template(e.json, e.text, e.text);
    status = check_text(s, filled, strlen(filled), &t, error);
    if (status == ENFOLD_OK) status = read_action(&t, &probe, error);
    drop_entry(&probe);
    free(filled);
  }
  if (status != ENFOLD_OK) {
    drop_entry(&e);
    return status;
  }
  outcome *o = e.outcome = malloc(sizeof *o);
  *o = (outcome){2, ENFOLD_OK};
  status = append_all(s, &e, 1, (flags & ENFOLD_SEND_DRAIN) != 0, error);
  pthread_mutex_lock(&s->lock);
  if (status == ENFOLD_OK && o->status != ENFOLD_OK)
    status = fail(error, o->status, UINT64_MAX, "the property's place had gone");
  drop_outcome(o);
  pthread_mutex_unlock(&s->lock);
  return status;
}

static enfold_status engine_restore(void *pointer, const char *state, size_t length, uint32_t flags,
                                    enfold_error *error) {
  store *s = pointer;
  text t;
  entry e = {.kind = RESTORE};
  enfold_status status = check_text(s, state, length, &t, error);
  if (status == ENFOLD_OK) status = read_state(state, length, &e.number, error);
  if (status != ENFOLD_OK) return status;
  return append_all(s, &e, 1, (flags & ENFOLD_SEND_DRAIN) != 0, error);
}

static enfold_status stub_open(void *feature, const enfold_store_options *options, const enfold_host *host,
                               void *context, void **out, enfold_error *error) {
  enfold_status status = engine_open(feature, options, host, context, out, error);
  if (status == ENFOLD_OK) ((store *)*out)->is_stub = true;
  return status;
}

static const void *counter_extension(const char *name, uint32_t version) {
  static const enfold_restore restore = {sizeof restore, engine_restore};
  static const enfold_stub stub = {sizeof stub, stub_open};
  if (name == NULL || version != 1) return NULL;
#ifdef BEFORE_DEPENDENCIES
  /* Those who send to such a store send nothing that has an effect. */
  static const enfold_no_effects no_effects = {sizeof no_effects, engine_open};
  if (strcmp(name, ENFOLD_NO_EFFECTS_EXTENSION) == 0) return &no_effects;
#endif
  if (strcmp(name, ENFOLD_RESTORE_EXTENSION) == 0) return &restore;
  return strcmp(name, ENFOLD_STUB_EXTENSION) == 0 ? &stub : NULL;
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
  if (check_pointer(path, length, error) != ENFOLD_OK) return ENFOLD_BAD_POINTER;
  int found = find_pointer(path, length);
  if (found < 0)
    return fail(error, ENFOLD_BAD_POINTER, UINT64_MAX, "no state has \"%.*s\"", length > 80 ? 80 : (int)length, path);
  if (flags & ENFOLD_INTEREST_PULSE && pointers[found].field != FACT)
    return fail(error, ENFOLD_UNSUPPORTED, UINT64_MAX, "\"%s\" is no pulse", pointers[found].pointer);
  entry e = {.kind = OBSERVE, .interest = {id, pointers[found].field, flags, 0, false}};
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
  uint64_t pending = s->count + (s->draining ? 1 : 0) + (s->finished != NULL ? 1 : 0);
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
    .struct_size = sizeof engine, .set = engine_set, .open = engine_open, .close = engine_close,
    .release = release_store, .send = engine_send, .send_batch = engine_send_batch, .drain = engine_drain, .state = engine_state, .revision = engine_revision,
    .observe = engine_observe, .unobserve = engine_unobserve, .pending = engine_pending,
    .watch_idle = engine_watch_idle, .task_cancel = engine_task_cancel, .task_release = engine_task_release};

static const enfold_plugin_table *table;

__attribute__((constructor)) static void make_table(void) { table = counter_table(&engine, counter_extension); }

const enfold_plugin_table *enfold_plugin_entry(void) { return table; }

#ifdef LOADS_LATER
/* For the test program: loads a library as this plugin finds it. */
void *load_later(const char *name);
void *load_later(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }
#endif
