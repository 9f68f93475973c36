/* request_faults.c: the faults of an engine that asks its host: of what it asks, and of what it does with the answers. */
#include <stdlib.h>
#include <string.h>

#include "engine.h"

/* One question, and what its functions do. */
typedef struct question {
  const enfold_requests *table;
  uint64_t number;
  enfold_status (*answered)(struct question *q, enfold_error *error); /* what `emit` and `resolve` do */
  int64_t kind;                                                       /* the fault's */
  void (*cause)(void *, enfold_write_fn, void *, void *);             /* of the user */
} question;

static const enfold_requests *table_of(const store *s) {
  return s->host->get_extension(ENFOLD_REQUESTS_EXTENSION, 1);
}

static enfold_status take(void *user, const char *text, size_t length, enfold_error *error) {
  question *q = user;
  (void)text, (void)length;
  return q->answered(q, error);
}

static void take_failure(void *user, const char *message, size_t length) { (void)user, (void)message, (void)length; }

static void let_go(void *user) {
  misbehave_board.questions_released++;
  free(user);
}

static question *new_question(const store *s, enfold_status (*answered)(question *, enfold_error *)) {
  question *q = calloc(1, sizeof *q);
  *q = (question){.table = table_of(s), .answered = answered, .kind = s->fault->number};
  misbehave_board.questions_asked++;
  misbehave_board.met++;
  return q;
}

static enfold_request_user user_of(question *q, uint32_t flags) {
  return (enfold_request_user){sizeof(enfold_request_user), flags, q, take, take, take_failure, let_go,
                               q->cause};
}

/* Asks as it should. The question may be released before this returns. */
static void ask(void *context, question *q, uint32_t flags) {
  enfold_error error = ENFOLD_ERROR_INIT;
  uint64_t number = 0;
  enfold_request_user user = user_of(q, flags);
  const enfold_requests *table = q->table;
  table->ask(misbehave_board.runtime, context, "question", 8, "[1]", 3, &user, &number, &error);
}

/* ---- What answers meet ------------------------------------------------------------------------------------------- */

static enfold_status give_status(question *q, enfold_error *error) {
  (void)error;
  return (enfold_status)q->kind;
}
static enfold_status give_error(question *q, enfold_error *error) { return fill_badly(error, q->kind, ENFOLD_BAD_STATE); }
static enfold_status give_call(question *q, enfold_error *error) {
  (void)error;
  call_api(q->kind);
  return ENFOLD_OK;
}

static enfold_status give_ok(question *q, enfold_error *error) {
  (void)q, (void)error;
  return ENFOLD_OK;
}

static void resolve_status(store *s) { ask(s->context, new_question(s, give_status), 0); }
static void resolve_error(store *s) { ask(s->context, new_question(s, give_error), 0); }
static void resolve_calls(store *s) { ask(s->context, new_question(s, give_call), 0); }
static void emit_status(store *s) { ask(s->context, new_question(s, give_status), ENFOLD_REQUEST_STREAM); }
static void emit_error(store *s) { ask(s->context, new_question(s, give_error), ENFOLD_REQUEST_STREAM); }
static void emit_calls(store *s) { ask(s->context, new_question(s, give_call), ENFOLD_REQUEST_STREAM); }

/* ---- Why it is asked --------------------------------------------------------------------------------------------- */

static void write_cause(void *user, enfold_write_fn write, void *action, void *tag) {
  question *q = user;
  enfold_error error = ENFOLD_ERROR_INIT;
  write_badly(q->kind, write, action, &error);
  write_badly(q->kind, write, tag, &error);
}
static void call_in_cause(void *user, enfold_write_fn write, void *action, void *tag) {
  (void)write, (void)action, (void)tag;
  call_api(((question *)user)->kind);
}

static void ask_with_cause(store *s, void (*cause)(void *, enfold_write_fn, void *, void *)) {
  question *q = new_question(s, give_ok);
  q->cause = cause;
  ask(s->context, q, 0);
}
static void cause_writes(store *s) { ask_with_cause(s, write_cause); }
static void cause_calls(store *s) { ask_with_cause(s, call_in_cause); }

/* ---- Questions that are none ------------------------------------------------------------------------------------- */

#define ASK_FAULTS(XX)                             \
  XX(ASK_NULL_USER, "null-user")                   \
  XX(ASK_SIZE_ZERO, "size-zero")                   \
  XX(ASK_SIZE_SHORT, "size-short")                 \
  XX(ASK_NULL_NAME, "name-null")                   \
  XX(ASK_NAME_NULL_LENGTH, "name-null-with-length") \
  XX(ASK_NAME_EMPTY, "name-empty")                 \
  XX(ASK_NAME_SIZE_MAX, "name-length-size-max")    \
  XX(ASK_NAME_NOT_UTF8, "name-not-utf8")           \
  XX(ASK_NULL_PAYLOAD, "payload-null")             \
  XX(ASK_PAYLOAD_NULL_LENGTH, "payload-null-with-length") \
  XX(ASK_PAYLOAD_SIZE_MAX, "payload-length-size-max") \
  XX(ASK_PAYLOAD_NO_JSON, "payload-no-json")       \
  XX(ASK_PAYLOAD_NOT_UTF8, "payload-not-utf8")     \
  XX(ASK_PAYLOAD_DEEP, "payload-deep")             \
  XX(ASK_NULL_NUMBER, "number-null")               \
  XX(ASK_NO_RESOLVE, "no-resolve")                 \
  XX(ASK_NO_FAIL, "no-fail")                       \
  XX(ASK_NO_EMIT, "no-emit")                       \
  XX(ASK_FLAGS_ALL, "flags-all")                   \
  XX(ASK_CONTEXT_GARBAGE, "context-garbage")       \
  XX(ASK_CONTEXT_ADDRESS, "context-address")       \
  XX(ASK_CONTEXT_ENDED, "context-ended")           \
  XX(ASK_RUNTIME_GARBAGE, "runtime-garbage")
#define FIRST_OF(number, name) number,
enum { ASK_FAULTS(FIRST_OF) };

static void ask_badly(store *s) {
  static char deep[2000];
  enfold_error error = ENFOLD_ERROR_INIT;
  const enfold_requests *table = table_of(s);
  question *q = new_question(s, give_status);
  uint64_t runtime = misbehave_board.runtime, number = 0, *out = &number;
  const char *name = "question", *payload = "[1]";
  size_t name_length = 8, payload_length = 3;
  void *context = s->context;
  enfold_request_user user = user_of(q, 0), *given = &user;
  bool is_read = true; /* whether the host can know what to release */
  q->kind = ENFOLD_OK;
  memset(deep, '[', sizeof deep / 2);
  memset(deep + sizeof deep / 2, ']', sizeof deep / 2);
  switch (s->fault->number) {
    case ASK_NULL_USER: given = NULL, is_read = false; break;
    case ASK_SIZE_ZERO: user.struct_size = 0, is_read = false; break;
    case ASK_SIZE_SHORT: user.struct_size = offsetof(enfold_request_user, cause) - 1, is_read = false; break;
    case ASK_NULL_NAME: name = NULL, name_length = 0; break;
    case ASK_NAME_NULL_LENGTH: name = NULL; break;
    case ASK_NAME_EMPTY: name_length = 0; break;
    case ASK_NAME_SIZE_MAX: name_length = SIZE_MAX - 1; break;
    case ASK_NAME_NOT_UTF8: name = "question\xff", name_length = 9; break;
    case ASK_NULL_PAYLOAD: payload = NULL, payload_length = 0; break;
    case ASK_PAYLOAD_NULL_LENGTH: payload = NULL; break;
    case ASK_PAYLOAD_SIZE_MAX: payload_length = SIZE_MAX - 1; break;
    case ASK_PAYLOAD_NO_JSON: payload = "[1,"; break;
    case ASK_PAYLOAD_NOT_UTF8: payload = "\"\xff\""; break;
    case ASK_PAYLOAD_DEEP: payload = deep, payload_length = sizeof deep; break;
    case ASK_NULL_NUMBER: out = NULL; break;
    case ASK_NO_RESOLVE: user.resolve = NULL; break;
    case ASK_NO_FAIL: user.fail = NULL; break;
    case ASK_NO_EMIT: user.emit = NULL, user.flags = ENFOLD_REQUEST_STREAM; break;
    case ASK_FLAGS_ALL: user.flags = UINT32_MAX; break;
    case ASK_CONTEXT_GARBAGE: context = (void *)(uintptr_t)0xDEADBEEFDEADBEEF; break;
    case ASK_CONTEXT_ADDRESS: context = s; break;
    case ASK_CONTEXT_ENDED: context = misbehave_board.ended.context; break;
    case ASK_RUNTIME_GARBAGE: context = NULL, runtime = 0xDEADBEEFDEADBEEF; break;
  }
  table->ask(runtime, context, name, name_length, payload, payload_length, given, out, &error);
  if (!is_read) let_go(q);
}

/* ---- At a wrong time --------------------------------------------------------------------------------------------- */

static enfold_status ask_in_open(void *feature, const enfold_store_options *options, const enfold_host *host,
                                 void *context, void **out, enfold_error *error) {
  enfold_status status = good_engine.open(feature, options, host, context, out, error);
  if (status == ENFOLD_OK) ask(context, new_question(*out, give_ok), 0);
  return status;
}
static void ask_after_closed(void *pointer, uint32_t drain) {
  store *s = pointer;
  s->references++; /* it may be released meanwhile */
  good_engine.close(pointer, drain);
  ask(s->context, new_question(s, give_ok), 0);
  drop_store(s);
}
static void ask_in_release(void *pointer) {
  store *s = pointer;
  ask(s->context, new_question(s, give_ok), 0);
  good_engine.release(pointer);
}
static void *ask_there(void *pointer) {
  store *s = pointer;
  ask(s->context, new_question(s, give_ok), 0);
  return NULL;
}
static void ask_on_thread(store *s) { on_other_thread(ask_there, s); }
/* Nobody answers, and nobody cancels: the request is there when its store is not any more. */
static void ask_and_forget(store *s) {
  enfold_error error = ENFOLD_ERROR_INIT;
  question *q = new_question(s, give_ok);
  enfold_request_user user = user_of(q, 0);
  q->table->ask(misbehave_board.runtime, s->context, "silence", 7, "1", 1, &user, &q->number, &error);
}

/* ---- Withdrawing what is no request ------------------------------------------------------------------------------ */

#define CANCEL_FAULTS(XX)               \
  XX(CANCEL_ZERO, "zero")               \
  XX(CANCEL_MAX, "max")                 \
  XX(CANCEL_GARBAGE, "garbage")         \
  XX(CANCEL_STORE, "store")             \
  XX(CANCEL_RUNTIME, "runtime")         \
  XX(CANCEL_CONTEXT, "context")         \
  XX(CANCEL_INTEREST, "interest")       \
  XX(CANCEL_TWICE, "twice")             \
  XX(CANCEL_ANSWERED, "answered")
enum { CANCEL_FAULTS(FIRST_OF) };

static void cancel_badly(store *s) {
  const enfold_requests *table = table_of(s);
  enfold_error error = ENFOLD_ERROR_INIT;
  uint64_t number = 0;
  bool is_answered = s->fault->number == CANCEL_ANSWERED;
  question *q = new_question(s, give_ok);
  enfold_request_user user = user_of(q, 0);
  table->ask(misbehave_board.runtime, s->context, is_answered ? "question" : "silence", is_answered ? 8 : 7, "1", 1, &user,
             &number, &error);
  switch (s->fault->number) {
    case CANCEL_ZERO: table->cancel(0); break;
    case CANCEL_MAX: table->cancel(UINT64_MAX); break;
    case CANCEL_GARBAGE: table->cancel(0xDEADBEEFDEADBEEF); break;
    case CANCEL_STORE: table->cancel(misbehave_board.store); break;
    case CANCEL_RUNTIME: table->cancel(misbehave_board.runtime); break;
    case CANCEL_CONTEXT: table->cancel((uint64_t)(uintptr_t)s->context); break;
    case CANCEL_INTEREST: table->cancel(s->interest_count > 0 ? s->interests[0].id : 0); break;
    case CANCEL_TWICE: table->cancel(number); break;
    case CANCEL_ANSWERED: break;
  }
  table->cancel(number);
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

#define REPLACED(name, place, function) {name, offsetof(enfold_engine, place), (any_function)function, 0, NULL}
#define IN_DRAIN(name, function, number) {name, 0, NULL, number, function}

const fault request_faults[] = {
#define XX(number, name) \
  IN_DRAIN("request-resolve-" name, resolve_status, number), IN_DRAIN("request-emit-" name, emit_status, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) \
  IN_DRAIN("request-resolve-" name, resolve_error, number), IN_DRAIN("request-emit-" name, emit_error, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) \
  IN_DRAIN("request-resolve-calls-" name, resolve_calls, number), IN_DRAIN("request-emit-calls-" name, emit_calls, number),
    API_CALLS(XX)
#undef XX
#define XX(number, name) IN_DRAIN("request-cause-writes-" name, cause_writes, number),
    WRITE_FAULTS(XX)
#undef XX
#define XX(number, name) IN_DRAIN("request-cause-calls-" name, cause_calls, number),
    API_CALLS(XX)
#undef XX
#define XX(number, name) IN_DRAIN("request-ask-" name, ask_badly, number),
    ASK_FAULTS(XX)
#undef XX
#define XX(number, name) IN_DRAIN("request-cancel-" name, cancel_badly, number),
    CANCEL_FAULTS(XX)
#undef XX
    REPLACED("request-in-open", open, ask_in_open),
    REPLACED("request-after-closed", close, ask_after_closed),
    REPLACED("request-in-release", release, ask_in_release),
    IN_DRAIN("request-on-thread", ask_on_thread, 0),
    IN_DRAIN("request-forgotten", ask_and_forget, 0),
    {NULL, 0, NULL, 0, NULL}};
