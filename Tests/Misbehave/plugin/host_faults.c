/* host_faults.c: the faults of an engine's calls of its host: at a wrong time, with a wrong context, with garbage. */
#include <stdlib.h>
#include <string.h>

#include "engine.h"

static const char record[] = "{\"level\":\"error\",\"message\":\"from the engine\"}";

/* ---- Good calls, at the wrong time or with the wrong context ----------------------------------------------------- */

static void call_host(const enfold_host *host, acquaintance who, int64_t which) {
  const enfold_trace_entry entry = {.struct_size = sizeof entry, .kind = ENFOLD_TRACE_ACTION, .revision = 1, .task = 1,
                                    .action = "\"host\"", .action_length = 6};
  enfold_change change = {who.interest, ENFOLD_OP_REPLACE, ENFOLD_CHANGED, "", 0, "666", 3};
  enfold_commit commit = {sizeof commit, 0, 1, NULL, 0, &change, 1, NULL, 0};
  misbehave_board.met++;
  switch (which) {
    case HOST_COMMIT: host->commit(who.context, &commit); break;
    case HOST_SCHEDULE: host->schedule(who.context); break;
    case HOST_TASK_ENDED: host->task_ended(who.context, who.token, ENFOLD_FAILED, "not yours", 9); break;
    case HOST_IDLE: host->idle(who.context); break;
    case HOST_LOG: host->log(who.context, ENFOLD_LOG_ERROR, record, sizeof record - 1); break;
    case HOST_TRACE: tracer_of(host)->entry(who.context, &entry); break;
    case HOST_CLOSED: host->closed(who.context); break;
  }
}

/* A store as it knows itself. */
static acquaintance self(const store *s) {
  return (acquaintance){s->context, s->interest_count > 0 ? s->interests[0].id : 0, s->last_token, NULL};
}

static enfold_status call_in_open(void *feature, const enfold_store_options *options, const enfold_host *host,
                                  void *context, void **out, enfold_error *error) {
  int64_t which = ((const fault *)feature)->number;
  call_host(host, (acquaintance){.context = context}, which);
  enfold_status status = good_engine.open(feature, options, host, context, out, error);
  if (which == HOST_CLOSED) drop_store(*out); /* it has said that it has ended, and keeps nothing for itself */
  return status;
}

/* The host's loop may come for a store that is not there yet, and, if `number` is set, never will be. */
static void *pump(void *unused) {
  (void)unused;
  (void)enfold_runtime_pump(misbehave_board.runtime, 0, NULL, NULL);
  return NULL;
}
static enfold_status schedule_and_pump_in_open(void *feature, const enfold_store_options *options,
                                               const enfold_host *host, void *context, void **out,
                                               enfold_error *error) {
  bool fails = ((const fault *)feature)->number != 0;
  call_host(host, (acquaintance){.context = context}, HOST_SCHEDULE);
  on_other_thread(pump, NULL);
  if (!fails) return good_engine.open(feature, options, host, context, out, error);
  strcpy(error->message, "scheduled and refused");
  return ENFOLD_FAILED;
}

/* An engine that says that a store has ended must end it: nobody else asks it to. */
static void call_in_drain(store *s) {
  call_host(s->host, self(s), s->fault->number);
  if (s->fault->number == HOST_CLOSED) good_engine.close(s, 0);
}
/* With the host's loop closed may come later than this; then the call is none of a store that ended. */
static void call_after_closed(void *pointer, uint32_t drain) {
  store *s = pointer;
  acquaintance who = self(s);
  s->references++; /* it may be released meanwhile */
  good_engine.close(pointer, drain);
  call_host(s->host, who, s->fault->number);
  drop_store(s);
}
static void call_in_release(void *pointer) {
  store *s = pointer;
  call_host(s->host, self(s), s->fault->number);
  good_engine.release(pointer);
}
static void *call_there(void *pointer) {
  call_in_drain(pointer);
  return NULL;
}
static void call_on_thread(store *s) { on_other_thread(call_there, s); }
static void call_as_ended(store *s) { call_host(s->host, misbehave_board.ended, s->fault->number); }
static void call_as_other(store *s) {
  acquaintance other = misbehave_board.other;
  call_host(s->host, other, s->fault->number);
  if (s->fault->number == HOST_CLOSED) good_engine.close(other.store, 1);
}

static void call_with(store *s, void *context) {
  acquaintance who = self(s);
  who.context = context;
  call_host(s->host, who, s->fault->number);
}
static void call_with_null(store *s) { call_with(s, NULL); }
static void call_with_garbage(store *s) { call_with(s, (void *)(uintptr_t)0xDEADBEEFDEADBEEF); }
static void call_with_address(store *s) { call_with(s, s); }
static void call_with_handle(store *s) { call_with(s, (void *)(uintptr_t)misbehave_board.store); }
static void call_with_interest(store *s) { call_with(s, (void *)(uintptr_t)self(s).interest); }

/* A thread calls while the store lives, ends and has ended: it stops after some thousand calls. */
typedef struct caller {
  const enfold_host *host;
  acquaintance who;
} caller;
static void *call_and_call(void *pointer) {
  caller *c = pointer;
  for (int times = 0; times < 20000; times++) {
    call_host(c->host, c->who, HOST_SCHEDULE);
    call_host(c->host, c->who, HOST_TASK_ENDED);
    call_host(c->host, c->who, HOST_IDLE);
    if (times % 100 == 0) call_host(c->host, c->who, HOST_LOG);
    if (times % 10 == 0) call_host(c->host, c->who, HOST_TRACE);
  }
  free(c);
  return NULL;
}
static void call_for_long(store *s) {
  caller *c = malloc(sizeof *c);
  *c = (caller){s->host, self(s)};
  misbehave_board.met++; /* the thread may begin only when the case is over */
  if (misbehave_board.thread_count == 0)
    begin_thread(call_and_call, c);
  else
    free(c);
}

/* ---- Commits with garbage ---------------------------------------------------------------------------------------- */

#define COMMIT_FAULTS(XX)                                     \
  XX(COMMIT_NULL, "null")                                     \
  XX(COMMIT_SIZE_ZERO, "size-zero")                           \
  XX(COMMIT_SIZE_SHORT, "size-short")                         \
  XX(COMMIT_SIZE_MAX, "size-max")                             \
  XX(COMMIT_EMPTY, "no-changes")                              \
  XX(COMMIT_NULL_CHANGES, "null-changes")                     \
  XX(COMMIT_POINTER_NULL, "pointer-null-with-length")         \
  XX(COMMIT_POINTER_SIZE_MAX, "pointer-length-size-max")      \
  XX(COMMIT_POINTER_NOT_UTF8, "pointer-not-utf8")             \
  XX(COMMIT_VALUE_NULL, "value-null-with-length")             \
  XX(COMMIT_VALUE_SIZE_MAX, "value-length-size-max")          \
  XX(COMMIT_VALUE_HALF_MAX, "value-length-half-max")          \
  XX(COMMIT_PATCH_VALUE_SIZE_MAX, "patch-value-length-size-max") \
  XX(COMMIT_PATCH_VALUE_NULL, "patch-value-null")             \
  XX(COMMIT_ACTION_NULL, "action-null-with-length")           \
  XX(COMMIT_ACTION_SIZE_MAX, "action-length-size-max")        \
  XX(COMMIT_TAG, "tag")                                       \
  XX(COMMIT_TAG_ABSENT, "tag-absent")                         \
  XX(COMMIT_TAG_NULL, "tag-null-with-length")                 \
  XX(COMMIT_TAG_EMPTY, "tag-empty")                           \
  XX(COMMIT_TAG_LONG, "tag-length-257")                       \
  XX(COMMIT_TAG_SIZE_MAX, "tag-length-size-max")              \
  XX(COMMIT_TAG_NOT_UTF8, "tag-not-utf8")                     \
  XX(COMMIT_OP_77, "op-77")                                   \
  XX(COMMIT_FLAGS_ALL, "flags-all")                           \
  XX(COMMIT_FLAGS_CLOSED, "flags-closed")                     \
  XX(COMMIT_INTEREST_ZERO, "interest-zero")                   \
  XX(COMMIT_INTEREST_MAX, "interest-max")                     \
  XX(COMMIT_INTEREST_SMALL, "interest-small")                 \
  XX(COMMIT_INTEREST_STORE, "interest-store")                 \
  XX(COMMIT_INTEREST_TOKEN, "interest-token")                 \
  XX(COMMIT_INTEREST_OTHER, "interest-other")                 \
  XX(COMMIT_INTEREST_ENDED, "interest-ended")                 \
  XX(COMMIT_UNGROUPED, "ungrouped")                           \
  XX(COMMIT_AGAIN, "again-and-again")                         \
  XX(COMMIT_REVISION_BACK, "revision-backwards")              \
  XX(COMMIT_REVISION_MAX, "revision-max")
#define FIRST_OF(number, name) number,
enum { COMMIT_FAULTS(FIRST_OF) };

/* Commits once more, with one thing wrong. The first interest is one in the value, the action and the patch. */
static void commit_badly(store *s) {
  draft d;
  draft_commit(s, &d, "\"again\"", 0);
  if (d.commit.change_count < 2) return;
  enfold_change *whole = &d.changes[0], *operation = &d.changes[1];
  misbehave_board.met++;
  bool has_tag = s->fault->number >= COMMIT_TAG && s->fault->number <= COMMIT_TAG_NOT_UTF8;
  if (has_tag) d.commit.tag = "ada", d.commit.tag_length = 3;
  switch (s->fault->number) {
    case COMMIT_NULL: s->host->commit(s->context, NULL); return;
    case COMMIT_SIZE_ZERO: d.commit.struct_size = 0; break;
    case COMMIT_SIZE_SHORT: d.commit.struct_size = offsetof(enfold_commit, tag) - 1; break;
    case COMMIT_SIZE_MAX: d.commit.struct_size = UINT32_MAX; break;
    case COMMIT_EMPTY: d.commit.change_count = 0; break;
    case COMMIT_NULL_CHANGES: d.commit.changes = NULL; break;
    case COMMIT_POINTER_NULL: operation->pointer = NULL, operation->pointer_length = 6; break;
    case COMMIT_POINTER_SIZE_MAX: operation->pointer_length = SIZE_MAX; break;
    case COMMIT_POINTER_NOT_UTF8: operation->pointer = "/\xff\"\xc3", operation->pointer_length = 4; break;
    case COMMIT_VALUE_NULL: whole->value = NULL, whole->value_length = 11; break;
    case COMMIT_VALUE_SIZE_MAX: whole->value_length = SIZE_MAX; break;
    case COMMIT_VALUE_HALF_MAX: whole->value_length = SIZE_MAX / 2 + 1; break;
    case COMMIT_PATCH_VALUE_SIZE_MAX: operation->value_length = SIZE_MAX; break;
    case COMMIT_PATCH_VALUE_NULL: operation->value = NULL; break;
    case COMMIT_ACTION_NULL: d.commit.action = NULL, d.commit.action_length = 7; break;
    case COMMIT_ACTION_SIZE_MAX: d.commit.action_length = SIZE_MAX; break;
    case COMMIT_TAG_ABSENT: d.commit.struct_size = offsetof(enfold_commit, tag_length), d.commit.tag = (char *)1; break;
    case COMMIT_TAG_NULL: d.commit.tag = NULL; break;
    case COMMIT_TAG_EMPTY: d.commit.tag_length = 0; break;
    case COMMIT_TAG_LONG: d.commit.tag_length = 257; break;
    case COMMIT_TAG_SIZE_MAX: d.commit.tag_length = SIZE_MAX; break;
    case COMMIT_TAG_NOT_UTF8: d.commit.tag = "\xff\"\xc3"; break;
    case COMMIT_OP_77: operation->op = 77; break;
    case COMMIT_FLAGS_ALL: whole->flags = operation->flags = UINT32_MAX; break;
    case COMMIT_FLAGS_CLOSED: whole->flags |= ENFOLD_CLOSED; break;
    case COMMIT_INTEREST_ZERO: whole->interest = operation->interest = 0; break;
    case COMMIT_INTEREST_MAX: whole->interest = operation->interest = UINT64_MAX; break;
    case COMMIT_INTEREST_SMALL: whole->interest = operation->interest = 3; break;
    case COMMIT_INTEREST_STORE: whole->interest = operation->interest = misbehave_board.store; break;
    case COMMIT_INTEREST_TOKEN: whole->interest = operation->interest = s->last_token; break;
    case COMMIT_INTEREST_OTHER: whole->interest = operation->interest = misbehave_board.other.interest; break;
    case COMMIT_INTEREST_ENDED: whole->interest = operation->interest = misbehave_board.ended.interest; break;
    case COMMIT_UNGROUPED:
      for (size_t i = 0; i < d.commit.change_count; i++) d.changes[d.commit.change_count + i] = d.changes[i];
      d.commit.change_count *= 2;
      break;
    case COMMIT_AGAIN:
      for (int times = 0; times < 1000; times++) s->host->commit(s->context, &d.commit);
      break;
    case COMMIT_REVISION_BACK: d.commit.revision = 0; break;
    case COMMIT_REVISION_MAX: d.commit.revision = UINT64_MAX; break;
  }
  s->host->commit(s->context, &d.commit);
}

/* ---- Records with garbage ---------------------------------------------------------------------------------------- */

#define LOG_FAULTS(XX)                     \
  XX(LOG_NULL, "null")                     \
  XX(LOG_NULL_LENGTH, "null-with-length")  \
  XX(LOG_SIZE_MAX, "length-size-max")      \
  XX(LOG_HALF_MAX, "length-half-max")      \
  XX(LOG_TOO_LONG, "too-long")             \
  XX(LOG_EMPTY, "empty")                   \
  XX(LOG_LEVEL_ZERO, "level-zero")         \
  XX(LOG_LEVEL_MIN, "level-min")           \
  XX(LOG_LEVEL_77, "level-77")             \
  XX(LOG_NO_JSON, "no-json")               \
  XX(LOG_NOT_UTF8, "not-utf8")
enum { LOG_FAULTS(FIRST_OF) };

static void log_badly(store *s) {
  void (*log)(void *, int32_t, const char *, size_t) = s->host->log;
  misbehave_board.met++;
  switch (s->fault->number) {
    case LOG_NULL: log(s->context, ENFOLD_LOG_ERROR, NULL, 0); break;
    case LOG_NULL_LENGTH: log(s->context, ENFOLD_LOG_ERROR, NULL, 7); break;
    case LOG_SIZE_MAX: log(s->context, ENFOLD_LOG_ERROR, record, SIZE_MAX); break;
    case LOG_HALF_MAX: log(s->context, ENFOLD_LOG_ERROR, record, SIZE_MAX / 2 + 1); break;
    case LOG_TOO_LONG: {
      size_t length = (64 << 20) + 3;
      char *text = malloc(length);
      memset(text, '"', length);
      memset(text + 1, 'x', length - 2);
      log(s->context, ENFOLD_LOG_ERROR, text, length);
      free(text);
      break;
    }
    case LOG_EMPTY: log(s->context, ENFOLD_LOG_ERROR, record, 0); break;
    case LOG_LEVEL_ZERO: log(s->context, 0, record, sizeof record - 1); break;
    case LOG_LEVEL_MIN: log(s->context, INT32_MIN, record, sizeof record - 1); break;
    case LOG_LEVEL_77: log(s->context, 77, record, sizeof record - 1); break;
    case LOG_NO_JSON: log(s->context, ENFOLD_LOG_ERROR, "no record", 9); break;
    case LOG_NOT_UTF8: log(s->context, ENFOLD_LOG_ERROR, "\"\xff\xc3\"", 4); break;
  }
}

/* ---- Ends of tasks, with garbage --------------------------------------------------------------------------------- */

#define TASK_FAULTS(XX)                        \
  XX(TASK_TOKEN_ZERO, "token-zero")            \
  XX(TASK_TOKEN_MAX, "token-max")              \
  XX(TASK_TOKEN_STORE, "token-store")          \
  XX(TASK_TOKEN_INTEREST, "token-interest")    \
  XX(TASK_TOKEN_OTHER, "token-other")          \
  XX(TASK_STATUS_UNKNOWN, "gives-minus-12345") \
  XX(TASK_STATUS_77, "gives-77")               \
  XX(TASK_STATUS_QUEUED, "gives-queued")       \
  XX(TASK_STATUS_MORE, "gives-more")           \
  XX(TASK_STATUS_TIMEOUT, "gives-timeout")     \
  XX(TASK_NO_MESSAGE, "no-message")            \
  XX(TASK_NULL_LENGTH, "null-with-length")     \
  XX(TASK_SIZE_MAX, "length-size-max")         \
  XX(TASK_HALF_MAX, "length-half-max")         \
  XX(TASK_NOT_UTF8, "message-not-utf8")        \
  XX(TASK_LONG, "message-long")                \
  XX(TASK_TWICE, "twice")                      \
  XX(TASK_NEVER, "never")
enum { TASK_FAULTS(FIRST_OF) };

/* Ends the task of "hold", which runs; what the good engine does later is a second end. */
static void end_badly(store *s) {
  void (*ended)(void *, uint64_t, enfold_status, const char *, size_t) = s->host->task_ended;
  uint64_t token = s->last_token;
  if (token == 0) return;
  misbehave_board.met++;
  switch (s->fault->number) {
    case TASK_TOKEN_ZERO: ended(s->context, 0, ENFOLD_FAILED, "none", 4); break;
    case TASK_TOKEN_MAX: ended(s->context, UINT64_MAX, ENFOLD_FAILED, "none", 4); break;
    case TASK_TOKEN_STORE: ended(s->context, misbehave_board.store, ENFOLD_FAILED, "none", 4); break;
    case TASK_TOKEN_INTEREST: ended(s->context, s->interests[0].id, ENFOLD_FAILED, "none", 4); break;
    case TASK_TOKEN_OTHER: ended(s->context, misbehave_board.other.token, ENFOLD_FAILED, "none", 4); break;
    case TASK_STATUS_UNKNOWN: ended(s->context, token, -12345, NULL, 0); break;
    case TASK_STATUS_77: ended(s->context, token, 77, NULL, 0); break;
    case TASK_STATUS_QUEUED: ended(s->context, token, ENFOLD_QUEUED, NULL, 0); break;
    case TASK_STATUS_MORE: ended(s->context, token, ENFOLD_MORE, NULL, 0); break;
    case TASK_STATUS_TIMEOUT: ended(s->context, token, ENFOLD_TIMEOUT, NULL, 0); break;
    case TASK_NO_MESSAGE: ended(s->context, token, ENFOLD_FAILED, NULL, 0); break;
    case TASK_NULL_LENGTH: ended(s->context, token, ENFOLD_FAILED, NULL, 7); break;
    case TASK_SIZE_MAX: ended(s->context, token, ENFOLD_FAILED, "a message", SIZE_MAX); break;
    case TASK_HALF_MAX: ended(s->context, token, ENFOLD_FAILED, "a message", SIZE_MAX / 2 + 1); break;
    case TASK_NOT_UTF8: ended(s->context, token, ENFOLD_FAILED, "as\xff it \xc3", 8); break;
    case TASK_LONG: {
      size_t length = 10 << 20;
      char *text = malloc(length);
      memset(text, 'x', length);
      ended(s->context, token, ENFOLD_FAILED, text, length);
      free(text);
      break;
    }
    case TASK_TWICE:
      ended(s->context, token, ENFOLD_OK, NULL, 0);
      ended(s->context, token, ENFOLD_FAILED, "second", 6);
      break;
    case TASK_NEVER: break;
  }
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

#define REPLACED(name, place, function, number) \
  {name, offsetof(enfold_engine, place), (any_function)function, number, NULL}
#define IN_DRAIN(name, function, number) {name, 0, NULL, number, function}

const fault host_faults[] = {
#define XX(number, name)                                                    \
  REPLACED("host-" name "-in-open", open, call_in_open, number),            \
      IN_DRAIN("host-" name "-in-drain", call_in_drain, number),            \
      REPLACED("host-" name "-after-closed", close, call_after_closed, number), \
      REPLACED("host-" name "-in-release", release, call_in_release, number), \
      IN_DRAIN("host-" name "-on-thread", call_on_thread, number),          \
      IN_DRAIN("host-" name "-as-ended", call_as_ended, number),            \
      IN_DRAIN("host-" name "-as-other", call_as_other, number),            \
      IN_DRAIN("host-" name "-with-null", call_with_null, number),          \
      IN_DRAIN("host-" name "-with-garbage", call_with_garbage, number),    \
      IN_DRAIN("host-" name "-with-address", call_with_address, number),    \
      IN_DRAIN("host-" name "-with-handle", call_with_handle, number),      \
      IN_DRAIN("host-" name "-with-interest", call_with_interest, number),
    HOST_CALLS(XX)
#undef XX
    REPLACED("host-schedule-in-open-and-pump", open, schedule_and_pump_in_open, 0),
    REPLACED("host-schedule-in-open-and-fail", open, schedule_and_pump_in_open, 1),
    IN_DRAIN("host-calls-for-long", call_for_long, 0),
#define XX(number, name) IN_DRAIN("commit-" name, commit_badly, number),
    COMMIT_FAULTS(XX)
#undef XX
#define XX(number, name) IN_DRAIN("log-" name, log_badly, number),
    LOG_FAULTS(XX)
#undef XX
#define XX(number, name) IN_DRAIN("task-" name, end_badly, number),
    TASK_FAULTS(XX)
#undef XX
    {NULL, 0, NULL, 0, NULL}};
