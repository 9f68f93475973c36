/* engine.c: the good engine: as small as an engine can be that keeps the rules. */
#include "engine.h"

#include <stdlib.h>

#include "../../C/plugins/plugin.h"

/* Only good stores become acquaintances. */
static bool is_good(const store *s) { return s->fault->member == 0 && s->fault->in_drain == NULL; }

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

static void drop_task(task *t) {
  store *s = t->store;
  pthread_mutex_lock(&s->lock);
  bool is_last = --t->references == 0;
  pthread_mutex_unlock(&s->lock);
  if (!is_last) return;
  free(t);
  drop_store(s);
}

/* True if it was running. The store's reference is the caller's then. */
static bool take_task(task *t) {
  store *s = t->store;
  pthread_mutex_lock(&s->lock);
  bool was_running = !t->ended;
  t->ended = true;
  for (task **each = &s->tasks; was_running && *each != NULL; each = &(*each)->next) {
    if (*each != t) continue;
    *each = t->next;
    break;
  }
  pthread_mutex_unlock(&s->lock);
  return was_running;
}

void end_task(store *s, task *t, enfold_status status) {
  if (!take_task(t)) return;
  s->host->task_ended(s->context, t->token, status, "cancelled", status == ENFOLD_OK ? 0 : 9);
  drop_task(t);
}

static task *make_task(store *s, uint64_t token) {
  task *t = calloc(1, sizeof *t);
  *t = (task){.store = s, .token = token, .references = 2};
  misbehave_board.tasks_made++;
  pthread_mutex_lock(&s->lock);
  s->references++;
  t->next = s->tasks;
  s->tasks = t;
  s->last_token = token;
  pthread_mutex_unlock(&s->lock);
  return t;
}

/* Its action was refused: nobody hears of it. */
static void forget_task(task *t) {
  misbehave_board.tasks_made--;
  if (take_task(t)) drop_task(t);
  drop_task(t);
}

static void task_cancel(void *pointer) {
  task *t = pointer;
  end_task(t->store, t, ENFOLD_CANCELLED);
}

static void task_release(void *pointer) {
  misbehave_board.tasks_released++;
  drop_task(pointer);
}

/* ---- Commits ----------------------------------------------------------------------------------------------------- */

void draft_commit(store *s, draft *d, const char *action, uint64_t initial) {
  memset(d, 0, sizeof *d);
  pthread_mutex_lock(&s->lock);
  snprintf(d->state, sizeof d->state, "{\"count\":%llu}", (unsigned long long)s->count);
  snprintf(d->count, sizeof d->count, "%llu", (unsigned long long)s->count);
  size_t count = 0;
  for (size_t i = 0; i < s->interest_count; i++) {
    const interest *in = &s->interests[i];
    if (initial != 0 ? in->id != initial : (in->flags & ENFOLD_INTEREST_ACTIONS) != 0 && action == NULL) continue;
    const char *value = in->is_count ? d->count : d->state;
    uint32_t flags = initial != 0 ? ENFOLD_INITIAL : ENFOLD_CHANGED;
    bool has_value = (in->flags & ENFOLD_INTEREST_VALUE) != 0, has_patch = (in->flags & ENFOLD_INTEREST_PATCH) != 0;
    if (has_value || !has_patch || initial != 0)
      d->changes[count++] = (enfold_change){in->id, ENFOLD_OP_REPLACE, flags, "", 0, has_value ? value : NULL,
                                            has_value ? strlen(value) : 0};
    if (has_patch && initial == 0)
      d->changes[count++] = (enfold_change){in->id, ENFOLD_OP_REPLACE, flags | ENFOLD_CHANGE_OPERATION,
                                            in->is_count ? "" : "/count", in->is_count ? 0 : 6, d->count,
                                            strlen(d->count)};
  }
  d->commit = (enfold_commit){sizeof d->commit, 0, s->revision, initial != 0 ? NULL : action,
                              initial != 0 || action == NULL ? 0 : strlen(action), d->changes, count,
                              NULL, 0};
  pthread_mutex_unlock(&s->lock);
}

static void commit(store *s, const char *action, uint64_t initial) {
  draft d;
  draft_commit(s, &d, action, initial);
  if (d.commit.change_count > 0) s->host->commit(s->context, &d.commit);
}

/* ---- The trace --------------------------------------------------------------------------------------------------- */

const enfold_tracer *tracer_of(const enfold_host *host) { return host->get_extension(ENFOLD_TRACE_EXTENSION, 1); }

/* The commit of an action, or of a written property. */
static void report(store *s, const char *action) {
  pthread_mutex_lock(&s->lock);
  bool traced = s->traced > 0;
  enfold_trace_entry told = {.struct_size = sizeof told, .kind = action != NULL ? ENFOLD_TRACE_ACTION : ENFOLD_TRACE_SET,
                             .revision = s->revision, .task = action != NULL ? s->revision : 0, .action = action,
                             .action_length = action != NULL ? strlen(action) : 0};
  pthread_mutex_unlock(&s->lock);
  if (traced) tracer_of(s->host)->entry(s->context, &told);
}

/* ---- Draining ---------------------------------------------------------------------------------------------------- */

static void free_entry(entry *e) {
  free(e->action);
  free(e);
}

/* As the drainer. */
static void finish(store *s) {
  for (entry *e; (e = s->first) != NULL;) {
    s->first = e->next;
    free_entry(e);
  }
  while (s->tasks != NULL) end_task(s, s->tasks, ENFOLD_CANCELLED);
  pthread_mutex_lock(&s->lock);
  s->waiting = 0;
  s->closed = true;
  s->draining = false;
  if (is_good(s)) misbehave_board.ended = misbehave_board.other;
  pthread_mutex_unlock(&s->lock);
  s->host->closed(s->context);
  drop_store(s);
}

/* Whether it changes the state. */
static bool changes(const entry *e) { return !e->begins && !e->turns; }

static void perform(store *s, entry *e) {
  pthread_mutex_lock(&s->lock);
  if (e->turns) s->traced += e->on ? 1 : -1;
  if (e->begins && s->interest_count < MAX_INTERESTS && e->interest.id != 0)
    s->interests[s->interest_count++] = e->interest;
  if (changes(e)) {
    s->count++;
    s->revision++;
  }
  pthread_mutex_unlock(&s->lock);
  if (e->begins && e->interest.flags & ENFOLD_INTEREST_INITIAL && e->interest.id != 0) commit(s, NULL, e->interest.id);
  if (!changes(e)) return;
  commit(s, e->action, 0);
  report(s, e->action);
  if (s->fault->in_drain != NULL) s->fault->in_drain(s);
  bool holds = e->action != NULL && strstr(e->action, "hold") != NULL;
  if (e->task != NULL && !holds) end_task(s, e->task, ENFOLD_OK);
}

/* Whether an entry may be taken: while the store is held, what would change its state waits for a step. */
static bool can_take(const store *s, const entry *e) { return !s->held || s->steps > 0 || !changes(e); }

static bool has_work(const store *s) {
  for (const entry *e = s->first; e != NULL; e = e->next)
    if (can_take(s, e)) return true;
  return false;
}

/* The first entry that may be taken, out of the queue. With the lock held. */
static entry *take_entry(store *s) {
  entry *before = NULL, *e = s->first;
  while (e != NULL && !can_take(s, e)) before = e, e = e->next;
  if (e == NULL) return NULL;
  *(before != NULL ? &before->next : &s->first) = e->next;
  if (s->last == e) s->last = before;
  s->waiting--;
  if (s->held && changes(e)) s->steps--;
  return e;
}

/* As the drainer. */
static enfold_status run(store *s, uint32_t max, uint32_t *done) {
  uint32_t reduced = 0;
  for (;;) {
    pthread_mutex_lock(&s->lock);
    if (s->closing) {
      pthread_mutex_unlock(&s->lock);
      finish(s);
      break;
    }
    entry *e = max == 0 || reduced < max ? take_entry(s) : NULL;
    if (e == NULL) {
      bool more = has_work(s), idle = s->first == NULL && s->watchers > 0 && s->tasks == NULL;
      if (!more) s->steps = 0;
      s->draining = false;
      s->scheduled = more;
      pthread_mutex_unlock(&s->lock);
      if (idle) s->host->idle(s->context);
      if (done != NULL) *done = reduced;
      return more ? ENFOLD_MORE : ENFOLD_OK;
    }
    pthread_mutex_unlock(&s->lock);
    if (changes(e)) reduced++;
    perform(s, e);
    free_entry(e);
  }
  if (done != NULL) *done = reduced;
  return ENFOLD_OK;
}

/* Drains, if allowed and nobody else does, or asks the loop to. Called with the lock held, which it gives back. */
static enfold_status drain_or_schedule(store *s, bool may_drain) {
  bool drains = may_drain && !s->draining;
  bool schedules = s->is_scheduled_mode && !drains && !s->draining && !s->scheduled && has_work(s);
  if (drains) {
    s->draining = true;
    s->references++;
  }
  if (schedules) s->scheduled = true;
  pthread_mutex_unlock(&s->lock);
  if (schedules) s->host->schedule(s->context);
  if (!drains) return ENFOLD_QUEUED;
  run(s, 0, NULL);
  drop_store(s);
  return ENFOLD_OK;
}

/* Appends an entry; see above. */
static enfold_status append(store *s, entry *e, bool may_drain, enfold_error *error) {
  pthread_mutex_lock(&s->lock);
  if (s->closing || s->closed) {
    pthread_mutex_unlock(&s->lock);
    free_entry(e);
    return fail(error, ENFOLD_STALE, "the store was closed");
  }
  if (s->last != NULL) s->last->next = e;
  if (s->first == NULL) s->first = e;
  s->last = e;
  s->waiting++;
  bool is_kept = s->held && changes(e);
  enfold_status status = drain_or_schedule(s, may_drain);
  return is_kept ? ENFOLD_QUEUED : status;
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static enfold_status open_store(void *feature, const enfold_store_options *options, const enfold_host *host,
                                void *context, void **out, enfold_error *error) {
  store *s = calloc(1, sizeof *s);
  (void)error;
  s->fault = feature;
  s->host = host;
  s->context = context;
  s->is_scheduled_mode = (options->flags & ENFOLD_STORE_SCHEDULED) != 0;
  s->references = 2; /* the host's, and one until it is closed */
  pthread_mutex_init(&s->lock, NULL);
  misbehave_board.stores_opened++;
  if (is_good(s)) misbehave_board.other = (acquaintance){context, 0, 0, s};
  *out = s;
  return ENFOLD_OK;
}

void drop_store(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  bool is_last = --s->references == 0;
  pthread_mutex_unlock(&s->lock);
  if (!is_last) return;
  pthread_mutex_destroy(&s->lock);
  free(s);
}

static void release_store(void *pointer) {
  misbehave_board.stores_released++;
  drop_store(pointer);
}

static void close_store(void *pointer, uint32_t drain) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  bool is_first = !s->closing && !s->closed;
  s->closing = true;
  bool drains = is_first && drain && !s->draining;
  bool schedules = is_first && !drain && !s->draining && !s->scheduled;
  if (drains) s->draining = true;
  if (schedules) s->scheduled = true;
  pthread_mutex_unlock(&s->lock);
  if (drains) run(s, 0, NULL);
  if (schedules) s->host->schedule(s->context);
}

static enfold_status send_action(void *pointer, const char *action, size_t length, uint32_t flags, uint64_t token,
                                 void **out, enfold_error *error) {
  store *s = pointer;
  entry *e = calloc(1, sizeof *e);
  e->action = strndup(action, length);
  if (token != 0) e->task = make_task(s, token);
  if (out != NULL && e->task != NULL) *out = e->task;
  if (token != 0 && is_good(s)) misbehave_board.other.token = token;
  task *made = e->task;
  enfold_status status = append(s, e, (flags & ENFOLD_SEND_DRAIN) != 0, error);
  if (status < 0 && made != NULL) {
    forget_task(made);
    *out = NULL;
  }
  return status;
}

/* Of numbers and words: what is between commas is one. */
static enfold_status send_batch(void *pointer, const char *actions, size_t length, uint32_t flags, size_t *accepted,
                                enfold_error *error) {
  enfold_status status = ENFOLD_OK;
  *accepted = 1;
  for (size_t i = 0; i < length; i++) *accepted += actions[i] == ',';
  for (size_t i = 0; i < *accepted && status >= 0; i++)
    status = send_action(pointer, "\"one\"", 5, flags, 0, NULL, error);
  return status;
}

static enfold_status drain_store(void *pointer, uint32_t max, uint32_t *done) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  bool drains = !s->draining && !s->closed;
  if (drains) {
    s->draining = true;
    s->references++;
  }
  pthread_mutex_unlock(&s->lock);
  if (!drains) return ENFOLD_OK;
  enfold_status status = run(s, max, done);
  drop_store(s);
  return status;
}

static bool is_known(const char *pointer, size_t length, bool *is_count) {
  *is_count = is(pointer, length, "/count");
  return length == 0 || *is_count;
}

static enfold_status read_state(void *pointer, const char *path, size_t length, enfold_write_fn write, void *context,
                                enfold_error *error) {
  draft d;
  bool is_count;
  if (!is_known(path, length, &is_count)) return fail(error, ENFOLD_BAD_POINTER, "there are only \"\" and \"/count\"");
  draft_commit(pointer, &d, NULL, 0);
  const char *text = is_count ? d.count : d.state;
  write(context, text, strlen(text));
  return ENFOLD_OK;
}

static uint64_t read_revision(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  uint64_t revision = s->revision;
  pthread_mutex_unlock(&s->lock);
  return revision;
}

static enfold_status observe(void *pointer, uint64_t id, const char *path, size_t length, uint32_t flags,
                             uint32_t drain, enfold_error *error) {
  store *s = pointer;
  bool is_count;
  if (!is_known(path, length, &is_count)) return fail(error, ENFOLD_BAD_POINTER, "there are only \"\" and \"/count\"");
  if (is_good(s)) misbehave_board.other.interest = id;
  entry *e = calloc(1, sizeof *e);
  e->begins = true;
  e->interest = (interest){id, is_count, flags};
  enfold_status status = append(s, e, drain != 0, error);
  return status == ENFOLD_QUEUED ? ENFOLD_OK : status;
}

static void unobserve(void *pointer, uint64_t id) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  for (size_t i = 0; i < s->interest_count; i++) {
    if (s->interests[i].id != id) continue;
    memmove(&s->interests[i], &s->interests[i + 1], (--s->interest_count - i) * sizeof *s->interests);
    break;
  }
  for (entry *e = s->first; e != NULL; e = e->next)
    if (e->begins && e->interest.id == id) e->interest.id = 0;
  pthread_mutex_unlock(&s->lock);
}

static uint64_t count_pending(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  uint64_t pending = s->waiting + (s->draining ? 1 : 0);
  for (task *t = s->tasks; t != NULL; t = t->next) pending++;
  pthread_mutex_unlock(&s->lock);
  return pending;
}

static void watch_idle(void *pointer, uint32_t on) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  s->watchers += on ? 1 : UINT32_MAX;
  pthread_mutex_unlock(&s->lock);
}

/* Whatever is written: one is added. */
static enfold_status set_property(void *pointer, const char *path, size_t length, const char *value,
                                  size_t value_length, const char *action, size_t action_length, uint32_t flags,
                                  enfold_error *error) {
  bool is_count;
  (void)value, (void)value_length, (void)action, (void)action_length;
  if (!is_known(path, length, &is_count)) return fail(error, ENFOLD_BAD_POINTER, "there are only \"\" and \"/count\"");
  return append(pointer, calloc(1, sizeof(entry)), (flags & ENFOLD_SEND_DRAIN) != 0, error);
}

/* ---- Holding ----------------------------------------------------------------------------------------------------- */

enfold_status hold_store(void *pointer, uint32_t on, uint32_t flags, enfold_error *error) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  if (s->closing || s->closed) {
    pthread_mutex_unlock(&s->lock);
    return fail(error, ENFOLD_STALE, "the store was closed");
  }
  s->held = on != 0;
  s->steps = 0;
  enfold_status status = ENFOLD_OK;
  if (has_work(s)) {
    status = drain_or_schedule(s, (flags & ENFOLD_SEND_DRAIN) != 0);
  } else {
    pthread_mutex_unlock(&s->lock);
  }
  return on != 0 ? ENFOLD_OK : status;
}

uint32_t is_store_held(void *pointer) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  bool held = s->held && !s->closed;
  pthread_mutex_unlock(&s->lock);
  return held;
}

enfold_status step_store(void *pointer, uint32_t flags, uint32_t *done, enfold_error *error) {
  store *s = pointer;
  pthread_mutex_lock(&s->lock);
  if (s->closing || s->closed || !s->held) {
    pthread_mutex_unlock(&s->lock);
    return fail(error, ENFOLD_INVALID, "the store is not held");
  }
  s->steps++;
  uint64_t before = s->count;
  enfold_status status = drain_or_schedule(s, (flags & ENFOLD_SEND_DRAIN) != 0);
  if (status == ENFOLD_OK) {
    pthread_mutex_lock(&s->lock);
    *done = s->count > before;
    pthread_mutex_unlock(&s->lock);
  }
  return status;
}

void add_breakpoint(void *pointer, uint64_t number, const char *action, size_t length) {
  (void)pointer, (void)number, (void)action, (void)length;
}

void remove_breakpoint(void *pointer, uint64_t number) { (void)pointer, (void)number; }

/* ---- Tracing ----------------------------------------------------------------------------------------------------- */

enfold_status trace_store(void *pointer, uint32_t on, uint32_t flags, enfold_error *error) {
  entry *e = calloc(1, sizeof *e);
  e->turns = true;
  e->on = on != 0;
  return append(pointer, e, (flags & ENFOLD_SEND_DRAIN) != 0, error);
}

const enfold_engine good_engine = {
    .struct_size = sizeof good_engine, .open = open_store, .close = close_store, .release = release_store,
    .send = send_action, .send_batch = send_batch, .drain = drain_store, .state = read_state,
    .revision = read_revision, .observe = observe, .unobserve = unobserve, .pending = count_pending,
    .watch_idle = watch_idle, .task_cancel = task_cancel, .task_release = task_release, .set = set_property};
