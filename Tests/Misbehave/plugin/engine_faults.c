/* engine_faults.c: the faults of the functions of an engine, and the functions that have them. */
#include <stdlib.h>
#include <string.h>

#include "engine.h"

static int64_t number_of(const void *feature) { return ((const fault *)feature)->number; }
static int64_t number_in(const void *store_) { return ((const store *)store_)->fault->number; }

#define OPEN_PARAMETERS                                                                                         \
  void *feature, const enfold_store_options *options, const enfold_host *host, void *context, void **out, \
      enfold_error *error
#define SEND_PARAMETERS \
  void *pointer, const char *action, size_t length, uint32_t flags, uint64_t token, void **out, enfold_error *error
#define BATCH_PARAMETERS \
  void *pointer, const char *actions, size_t length, uint32_t flags, size_t *accepted, enfold_error *error
#define DRAIN_PARAMETERS void *pointer, uint32_t max, uint32_t *done
#define STATE_PARAMETERS \
  void *pointer, const char *path, size_t length, enfold_write_fn write, void *context, enfold_error *error
#define OBSERVE_PARAMETERS \
  void *pointer, uint64_t id, const char *path, size_t length, uint32_t flags, uint32_t drain, enfold_error *error
#define SET_PARAMETERS                                                                                         \
  void *pointer, const char *path, size_t length, const char *value, size_t value_length, const char *action, \
      size_t action_length, uint32_t flags, enfold_error *error

/* What a replaced function does not use. */
#define UNUSED_OPEN (void)feature, (void)options, (void)host, (void)context, (void)out, (void)error
#define UNUSED_SEND (void)pointer, (void)action, (void)length, (void)flags, (void)token, (void)out, (void)error
#define UNUSED_BATCH (void)pointer, (void)actions, (void)length, (void)flags, (void)accepted, (void)error
#define UNUSED_STATE (void)pointer, (void)path, (void)length, (void)write, (void)context, (void)error
#define UNUSED_OBSERVE (void)pointer, (void)id, (void)path, (void)length, (void)flags, (void)drain, (void)error
#define UNUSED_SET                                                                                            \
  (void)pointer, (void)path, (void)length, (void)value, (void)value_length, (void)action, (void)action_length, \
      (void)flags, (void)error

/* ---- Statuses: nothing is done, and a number is given ------------------------------------------------------------ */

static enfold_status open_gives(OPEN_PARAMETERS) {
  UNUSED_OPEN;
  return (enfold_status)number_of(feature);
}
static enfold_status send_gives(SEND_PARAMETERS) {
  UNUSED_SEND;
  return (enfold_status)number_in(pointer);
}
static enfold_status batch_gives(BATCH_PARAMETERS) {
  UNUSED_BATCH;
  return (enfold_status)number_in(pointer);
}
static enfold_status drain_gives(DRAIN_PARAMETERS) {
  (void)max, (void)done;
  return (enfold_status)number_in(pointer);
}
static enfold_status state_gives(STATE_PARAMETERS) {
  UNUSED_STATE;
  return (enfold_status)number_in(pointer);
}
static enfold_status observe_gives(OBSERVE_PARAMETERS) {
  UNUSED_OBSERVE;
  return (enfold_status)number_in(pointer);
}
static enfold_status set_gives(SET_PARAMETERS) {
  UNUSED_SET;
  return (enfold_status)number_in(pointer);
}

/* ---- Errors: a good status with a bad enfold_error --------------------------------------------------------------- */

static enfold_status open_spoils(OPEN_PARAMETERS) {
  UNUSED_OPEN;
  return fill_badly(error, number_of(feature), ENFOLD_BAD_STATE);
}
static enfold_status send_spoils(SEND_PARAMETERS) {
  UNUSED_SEND;
  return fill_badly(error, number_in(pointer), ENFOLD_BAD_ACTION);
}
static enfold_status batch_spoils(BATCH_PARAMETERS) {
  UNUSED_BATCH;
  return fill_badly(error, number_in(pointer), ENFOLD_BAD_ACTION);
}
static enfold_status state_spoils(STATE_PARAMETERS) {
  UNUSED_STATE;
  return fill_badly(error, number_in(pointer), ENFOLD_BAD_POINTER);
}
static enfold_status observe_spoils(OBSERVE_PARAMETERS) {
  UNUSED_OBSERVE;
  return fill_badly(error, number_in(pointer), ENFOLD_BAD_POINTER);
}
static enfold_status set_spoils(SET_PARAMETERS) {
  UNUSED_SET;
  return fill_badly(error, number_in(pointer), ENFOLD_BAD_STATE);
}

/* ---- Calls of the API from inside -------------------------------------------------------------------------------- */

static enfold_status open_calls(OPEN_PARAMETERS) {
  call_api(number_of(feature));
  return good_engine.open(feature, options, host, context, out, error);
}
static void close_calls(void *pointer, uint32_t drain) {
  call_api(number_in(pointer));
  good_engine.close(pointer, drain);
}
static void release_calls(void *pointer) {
  call_api(number_in(pointer));
  good_engine.release(pointer);
}
static enfold_status send_calls(SEND_PARAMETERS) {
  call_api(number_in(pointer));
  return good_engine.send(pointer, action, length, flags, token, out, error);
}
static enfold_status batch_calls(BATCH_PARAMETERS) {
  call_api(number_in(pointer));
  return good_engine.send_batch(pointer, actions, length, flags, accepted, error);
}
static enfold_status drain_calls(DRAIN_PARAMETERS) {
  call_api(number_in(pointer));
  return good_engine.drain(pointer, max, done);
}
static enfold_status state_calls(STATE_PARAMETERS) {
  call_api(number_in(pointer));
  return good_engine.state(pointer, path, length, write, context, error);
}
static uint64_t revision_calls(void *pointer) {
  call_api(number_in(pointer));
  return good_engine.revision(pointer);
}
static enfold_status observe_calls(OBSERVE_PARAMETERS) {
  call_api(number_in(pointer));
  return good_engine.observe(pointer, id, path, length, flags, drain, error);
}
static void unobserve_calls(void *pointer, uint64_t id) {
  call_api(number_in(pointer));
  good_engine.unobserve(pointer, id);
}
static uint64_t pending_calls(void *pointer) {
  call_api(number_in(pointer));
  return good_engine.pending(pointer);
}
static void watch_idle_calls(void *pointer, uint32_t on) {
  call_api(number_in(pointer));
  good_engine.watch_idle(pointer, on);
}
static void task_cancel_calls(void *pointer) {
  call_api(number_in(((task *)pointer)->store));
  good_engine.task_cancel(pointer);
}
static void task_release_calls(void *pointer) {
  call_api(number_in(((task *)pointer)->store));
  good_engine.task_release(pointer);
}
static enfold_status set_calls(SET_PARAMETERS) {
  call_api(number_in(pointer));
  return good_engine.set(pointer, path, length, value, value_length, action, action_length, flags, error);
}

/* ---- open -------------------------------------------------------------------------------------------------------- */

static enfold_status open_nothing(OPEN_PARAMETERS) {
  UNUSED_OPEN;
  return ENFOLD_OK;
}
/* An error, and a store that is none: it must not be used. */
static enfold_status open_and_refuse(OPEN_PARAMETERS) {
  UNUSED_OPEN;
  *out = (void *)(uintptr_t)16;
  strcpy(error->message, "opened and refused");
  return ENFOLD_FAILED;
}
/* The context of a store that never was is kept for later. */
static enfold_status open_fails_and_keeps(OPEN_PARAMETERS) {
  UNUSED_OPEN;
  misbehave_board.ended = (acquaintance){.context = context};
  strcpy(error->message, "not today");
  return ENFOLD_FAILED;
}

/* ---- close ------------------------------------------------------------------------------------------------------- */

/* The tasks that run are forgotten: the host never hears of them. */
static void close_forgets_tasks(void *pointer, uint32_t drain) {
  store *s = pointer;
  task *forgotten = s->tasks;
  s->tasks = NULL;
  good_engine.close(pointer, drain);
  for (task *next; forgotten != NULL; forgotten = next) {
    next = forgotten->next;
    bool is_last = --forgotten->references == 0;
    forgotten->ended = true;
    if (!is_last) continue;
    free(forgotten);
    drop_store(s);
  }
}

/* The tasks that run end after the store. */
static void close_before_tasks(void *pointer, uint32_t drain) {
  store *s = pointer;
  task *late = s->tasks;
  s->tasks = NULL;
  good_engine.close(pointer, drain);
  for (task *next; late != NULL; late = next) {
    next = late->next;
    end_task(s, late, ENFOLD_OK);
  }
}

static void *close_there(void *pointer) {
  good_engine.close(pointer, 1);
  return NULL;
}
/* Nobody drains, but closed is called by another thread before this returns. */
static void close_on_thread(void *pointer, uint32_t drain) {
  (void)drain;
  on_other_thread(close_there, pointer);
}
/* The same, and this may return before. */
static void close_later(void *pointer, uint32_t drain) {
  (void)drain;
  begin_thread(close_there, pointer);
}

/* ---- send -------------------------------------------------------------------------------------------------------- */

/* A task was asked for, and there is none. */
static enfold_status send_without_task(SEND_PARAMETERS) {
  (void)token, (void)out;
  return good_engine.send(pointer, action, length, flags, 0, NULL, error);
}
/* An error, and a task. */
static enfold_status send_refuses_with_task(SEND_PARAMETERS) {
  good_engine.send(pointer, action, length, flags, token, out, error);
  strcpy(error->message, "sent and refused");
  return ENFOLD_BAD_ACTION;
}
/* A task that ends, and then an error. */
static enfold_status send_ends_and_refuses(SEND_PARAMETERS) {
  store *s = pointer;
  (void)action, (void)length, (void)flags, (void)out;
  s->host->task_ended(s->context, token, ENFOLD_OK, NULL, 0);
  strcpy(error->message, "ended and refused");
  return ENFOLD_BAD_ACTION;
}
static void *send_there(void *pointer) {
  good_engine.send(pointer, "\"elsewhere\"", 11, ENFOLD_SEND_DRAIN, 0, NULL, NULL);
  return NULL;
}
/* Commits come from another thread, while nobody else drains. */
static enfold_status send_on_thread(SEND_PARAMETERS) {
  (void)action, (void)length, (void)flags, (void)token, (void)out, (void)error;
  on_other_thread(send_there, pointer);
  return ENFOLD_OK;
}

/* ---- send_batch -------------------------------------------------------------------------------------------------- */

static enfold_status batch_accepts_max(BATCH_PARAMETERS) {
  enfold_status status = good_engine.send_batch(pointer, actions, length, flags, accepted, error);
  *accepted = SIZE_MAX;
  return status;
}
static enfold_status batch_accepts_and_refuses(BATCH_PARAMETERS) {
  UNUSED_BATCH;
  *accepted = 2;
  strcpy(error->message, "accepted and refused");
  return ENFOLD_BAD_ACTION;
}

/* ---- drain ------------------------------------------------------------------------------------------------------- */

/* Everything is done, and more than was there. */
static enfold_status drain_counts_wrong(DRAIN_PARAMETERS) {
  enfold_status status = good_engine.drain(pointer, max, done);
  *done = UINT32_MAX;
  return status;
}
/* One action less than there was room for, and always more to do; at the end nothing is done. */
static enfold_status drain_wants_more(DRAIN_PARAMETERS) {
  good_engine.drain(pointer, max, done);
  return ENFOLD_MORE;
}

/* ---- state, revision, pending ------------------------------------------------------------------------------------ */

static enfold_status state_writes(STATE_PARAMETERS) {
  (void)path, (void)length;
  return write_badly(number_in(pointer), write, context, error);
}
static uint64_t gives_number(void *pointer) { return (uint64_t)number_in(pointer); }
static uint64_t revision_backwards(void *pointer) {
  store *s = pointer;
  return UINT64_MAX - good_engine.revision(s);
}

/* ---- observe and unobserve --------------------------------------------------------------------------------------- */

/* The interest never begins. */
static enfold_status observe_nothing(OBSERVE_PARAMETERS) {
  UNUSED_OBSERVE;
  return ENFOLD_OK;
}
static enfold_status observe_twice(OBSERVE_PARAMETERS) {
  good_engine.observe(pointer, id, path, length, flags, drain, error);
  return good_engine.observe(pointer, id, path, length, flags, drain, error);
}
/* The interest begins, and stays although it was refused. */
static enfold_status observe_and_refuse(OBSERVE_PARAMETERS) {
  good_engine.observe(pointer, id, path, length, flags, drain, error);
  strcpy(error->message, "begun and refused");
  return ENFOLD_UNSUPPORTED;
}
/* The interest stays. */
static void unobserve_nothing(void *pointer, uint64_t id) { (void)pointer, (void)id; }
/* One more event for the interest that ends. */
static void unobserve_and_commit(void *pointer, uint64_t id) {
  store *s = pointer;
  draft d;
  draft_commit(s, &d, NULL, id);
  good_engine.unobserve(pointer, id);
  s->host->commit(s->context, &d.commit);
}

/* ---- watch_idle, task_cancel ------------------------------------------------------------------------------------- */

static void watch_nothing(void *pointer, uint32_t on) { (void)pointer, (void)on; }
static void watch_and_call(void *pointer, uint32_t on) {
  store *s = pointer;
  good_engine.watch_idle(pointer, on);
  s->host->idle(s->context);
}
static void cancel_nothing(void *pointer) { (void)pointer; }
static void cancel_twice(void *pointer) {
  task *t = pointer;
  good_engine.task_cancel(pointer);
  t->store->host->task_ended(t->store->context, t->token, ENFOLD_OK, NULL, 0);
}
/* The host hears of a task that it has just given up. */
static void release_and_end(void *pointer) {
  task *t = pointer;
  store *s = t->store;
  uint64_t token = t->token;
  s->references++; /* it may be the last reference */
  good_engine.task_release(pointer);
  s->host->task_ended(s->context, token, ENFOLD_OK, NULL, 0);
  drop_store(s);
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

#define ROW(name, place, function, number) \
  {"engine-" name, offsetof(enfold_engine, place), (any_function)function, number, NULL}

const fault engine_faults[] = {
#define XX(number, name) ROW("open-" name, open, open_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("send-" name, send, send_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("batch-" name, send_batch, batch_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("drain-" name, drain, drain_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("state-" name, state, state_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("observe-" name, observe, observe_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("set-" name, set, set_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) {"engine-restore-" name, 0, NULL, number, NULL},
    STATUS_FAULTS(XX)
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) {"engine-stub-" name, 0, NULL, number, NULL}, {"engine-no-effects-" name, 0, NULL, number, NULL},
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) {"engine-hold-" name, 0, NULL, number, NULL}, {"engine-step-" name, 0, NULL, number, NULL},
    STATUS_FAULTS(XX)
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name)                                                                                             \
  {"engine-hold-calls-" name, 0, NULL, number, NULL}, {"engine-step-calls-" name, 0, NULL, number, NULL},             \
      {"engine-held-calls-" name, 0, NULL, number, NULL}, {"engine-breakpoint-calls-" name, 0, NULL, number, NULL},   \
      {"engine-unbreak-calls-" name, 0, NULL, number, NULL},
    API_CALLS(XX)
#undef XX
    {"engine-hold-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-hold-gives-queued", 0, NULL, ENFOLD_QUEUED, NULL},
    {"engine-held-gives-7", 0, NULL, 7, NULL},
    {"engine-held-gives-max", 0, NULL, -1, NULL},
    {"engine-held-gives-zero", 0, NULL, 0, NULL},
    {"engine-held-drains", 0, NULL, 0, NULL},
    {"engine-held-for-ever", 0, NULL, 0, NULL},
    {"engine-step-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-stepped-tells-9", 0, NULL, 9, NULL},
    {"engine-stepped-tells-max", 0, NULL, -1, NULL},
    {"engine-stepped-tells-zero", 0, NULL, 0, NULL},
    {"engine-stepped-tells-and-refuses", 0, NULL, 1, NULL},
    {"engine-stepped-all", 0, NULL, 0, NULL},
    {"engine-breakpoint-stops-at-once", 0, NULL, 0, NULL},
    {"engine-no-effects-gives-no-store", 0, NULL, 0, NULL},
#define XX(number, name)                                                                          \
  {"engine-flush-" name, 0, NULL, number, NULL}, {"engine-tags-" name, 0, NULL, number, NULL},      \
      {"engine-dependencies-" name, 0, NULL, number, NULL}, {"engine-bindings-" name, 0, NULL, number, NULL},
    STATUS_FAULTS(XX)
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) {"engine-running-writes-" name, 0, NULL, number, NULL},
    WRITE_FAULTS(XX)
#undef XX
#define XX(number, name) \
  {"engine-bindings-calls-" name, 0, NULL, number, NULL}, {"engine-flush-calls-" name, 0, NULL, number, NULL}, \
      {"engine-running-calls-" name, 0, NULL, number, NULL},
    API_CALLS(XX)
#undef XX
    {"engine-flush-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-flush-gives-queued", 0, NULL, ENFOLD_QUEUED, NULL},
    {"engine-tags-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-bindings-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-dependencies-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-restore-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-stub-gives-no-store", 0, NULL, 0, NULL},
    ROW("open-gives-queued", open, open_gives, ENFOLD_QUEUED),
    ROW("send-gives-more", send, send_gives, ENFOLD_MORE),
    ROW("batch-gives-more", send_batch, batch_gives, ENFOLD_MORE),
    ROW("drain-gives-queued", drain, drain_gives, ENFOLD_QUEUED),
    ROW("drain-gives-failed", drain, drain_gives, ENFOLD_FAILED),
    ROW("state-gives-queued", state, state_gives, ENFOLD_QUEUED),
    ROW("observe-gives-more", observe, observe_gives, ENFOLD_MORE),
    ROW("set-gives-more", set, set_gives, ENFOLD_MORE),

#define XX(number, name) ROW("open-" name, open, open_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("send-" name, send, send_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("batch-" name, send_batch, batch_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("state-" name, state, state_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("observe-" name, observe, observe_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("set-" name, set, set_spoils, number),
    ERROR_FAULTS(XX)
#undef XX

#define XX(number, name)                                                                                            \
  ROW("open-calls-" name, open, open_calls, number), ROW("close-calls-" name, close, close_calls, number),           \
      ROW("release-calls-" name, release, release_calls, number), ROW("send-calls-" name, send, send_calls, number), \
      ROW("batch-calls-" name, send_batch, batch_calls, number), ROW("drain-calls-" name, drain, drain_calls, number), \
      ROW("state-calls-" name, state, state_calls, number),                                                           \
      ROW("revision-calls-" name, revision, revision_calls, number),                                                  \
      ROW("observe-calls-" name, observe, observe_calls, number),                                                     \
      ROW("unobserve-calls-" name, unobserve, unobserve_calls, number),                                               \
      ROW("pending-calls-" name, pending, pending_calls, number),                                                     \
      ROW("watch-idle-calls-" name, watch_idle, watch_idle_calls, number),                                            \
      ROW("task-cancel-calls-" name, task_cancel, task_cancel_calls, number),                                         \
      ROW("task-release-calls-" name, task_release, task_release_calls, number),                                      \
      ROW("set-calls-" name, set, set_calls, number),
    API_CALLS(XX)
#undef XX

#define XX(number, name) ROW("state-writes-" name, state, state_writes, number),
    WRITE_FAULTS(XX)
#undef XX

    ROW("open-gives-no-store", open, open_nothing, 0),
    ROW("open-refuses-with-store", open, open_and_refuse, 0),
    ROW("open-fails-and-keeps", open, open_fails_and_keeps, 0),
    ROW("close-forgets-tasks", close, close_forgets_tasks, 0),
    ROW("close-before-tasks", close, close_before_tasks, 0),
    ROW("close-on-thread", close, close_on_thread, 0),
    ROW("close-later", close, close_later, 0),
    ROW("send-does-nothing", send, send_gives, ENFOLD_OK),
    ROW("send-queues-for-ever", send, send_gives, ENFOLD_QUEUED),
    ROW("send-without-task", send, send_without_task, 0),
    ROW("send-refuses-with-task", send, send_refuses_with_task, 0),
    ROW("send-ends-and-refuses", send, send_ends_and_refuses, 0),
    ROW("send-on-thread", send, send_on_thread, 0),
    ROW("batch-does-nothing", send_batch, batch_gives, ENFOLD_OK),
    ROW("batch-accepts-max", send_batch, batch_accepts_max, 0),
    ROW("batch-accepts-and-refuses", send_batch, batch_accepts_and_refuses, 0),
    ROW("drain-does-nothing", drain, drain_gives, ENFOLD_OK),
    ROW("drain-does-nothing-for-ever", drain, drain_gives, ENFOLD_MORE),
    ROW("drain-wants-more", drain, drain_wants_more, 0),
    ROW("drain-counts-wrong", drain, drain_counts_wrong, 0),
    ROW("revision-max", revision, gives_number, -1),
    ROW("revision-backwards", revision, revision_backwards, 0),
    ROW("pending-max", pending, gives_number, -1),
    ROW("pending-zero", pending, gives_number, 0),
    ROW("observe-does-nothing", observe, observe_nothing, 0),
    ROW("observe-twice", observe, observe_twice, 0),
    ROW("observe-and-refuse", observe, observe_and_refuse, 0),
    ROW("unobserve-does-nothing", unobserve, unobserve_nothing, 0),
    ROW("unobserve-and-commit", unobserve, unobserve_and_commit, 0),
    ROW("watch-idle-does-nothing", watch_idle, watch_nothing, 0),
    ROW("watch-idle-and-call", watch_idle, watch_and_call, 0),
    ROW("task-cancel-does-nothing", task_cancel, cancel_nothing, 0),
    ROW("task-cancel-twice", task_cancel, cancel_twice, 0),
    ROW("task-release-and-end", task_release, release_and_end, 0),
    {NULL, 0, NULL, 0, NULL}};
