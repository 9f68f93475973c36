/* reducer_faults.c: the faults of reducers, and the functions that have them. */
#include <stdlib.h>
#include <string.h>

#include "reducer.h"

static int64_t number_of(const void *feature) { return ((const fault *)feature)->number; }
static int64_t number_in(const void *instance_) { return ((const instance *)instance_)->fault->number; }

/* ---- Statuses ---------------------------------------------------------------------------------------------------- */

#define OPEN_PARAMETERS void *user, const char *state, size_t length, void **out, enfold_error *error
#define CHECK_PARAMETERS void *user, const char *action, size_t length, enfold_error *error
#define REDUCE_PARAMETERS \
  void *pointer, const char *action, size_t length, const enfold_changes *changes, enfold_error *error
#define STATE_PARAMETERS void *pointer, enfold_write_fn write, void *context, enfold_error *error

static enfold_status open_gives(OPEN_PARAMETERS) {
  (void)state, (void)length, (void)out, (void)error;
  return (enfold_status)number_of(user);
}
static enfold_status check_gives(CHECK_PARAMETERS) {
  (void)action, (void)length, (void)error;
  return (enfold_status)number_of(user);
}
static enfold_status reduce_gives(REDUCE_PARAMETERS) {
  (void)action, (void)length, (void)changes, (void)error;
  return (enfold_status)number_in(pointer);
}
static enfold_status state_gives(STATE_PARAMETERS) {
  (void)write, (void)context, (void)error;
  return (enfold_status)number_in(pointer);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

static enfold_status open_spoils(OPEN_PARAMETERS) {
  (void)state, (void)length, (void)out;
  return fill_badly(error, number_of(user), ENFOLD_BAD_STATE);
}
static enfold_status check_spoils(CHECK_PARAMETERS) {
  (void)action, (void)length;
  return fill_badly(error, number_of(user), ENFOLD_BAD_ACTION);
}
static enfold_status reduce_spoils(REDUCE_PARAMETERS) {
  (void)action, (void)length, (void)changes;
  return fill_badly(error, number_in(pointer), ENFOLD_FAILED);
}
static enfold_status state_spoils(STATE_PARAMETERS) {
  (void)write, (void)context;
  return fill_badly(error, number_in(pointer), ENFOLD_FAILED);
}

/* ---- Calls of the API -------------------------------------------------------------------------------------------- */

static enfold_status open_calls(OPEN_PARAMETERS) {
  call_api(number_of(user));
  return good_reducer.open(user, state, length, out, error);
}
static void close_calls(void *pointer) {
  call_api(number_in(pointer));
  good_reducer.close(pointer);
}
static enfold_status check_calls(CHECK_PARAMETERS) {
  call_api(number_of(user));
  return good_reducer.check(user, action, length, error);
}
static enfold_status reduce_calls(REDUCE_PARAMETERS) {
  call_api(number_in(pointer));
  return good_reducer.reduce(pointer, action, length, changes, error);
}
static enfold_status state_calls(STATE_PARAMETERS) {
  call_api(number_in(pointer));
  return good_reducer.state(pointer, write, context, error);
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

static enfold_status state_writes(STATE_PARAMETERS) { return write_badly(number_in(pointer), write, context, error); }

/* ---- The rest ---------------------------------------------------------------------------------------------------- */

enum {
  CHANGED_NULL_CHANGES,
  CHANGED_NULL_POINTER,
  CHANGED_NO_POINTER,
  CHANGED_NOT_UTF8,
  CHANGED_OFTEN,
  CHANGED_ON_THREAD
};

static void *report_change(void *changes) {
  ((const enfold_changes *)changes)->changed(changes, "/count");
  return NULL;
}

static enfold_status reduce_reports(REDUCE_PARAMETERS) {
  instance *i = pointer;
  (void)action, (void)length, (void)error;
  i->count++;
  switch (i->fault->number) {
    case CHANGED_NULL_CHANGES: changes->changed(NULL, "/count"); break;
    case CHANGED_NULL_POINTER: changes->changed(changes, NULL); break;
    case CHANGED_NO_POINTER: changes->changed(changes, "count~7//"); break;
    case CHANGED_NOT_UTF8: changes->changed(changes, "/\xff\xfe"); break;
    case CHANGED_OFTEN:
      for (int times = 0; times < 100000; times++) changes->changed(changes, "/count");
      break;
    case CHANGED_ON_THREAD: on_other_thread(report_change, (void *)(uintptr_t)changes); break;
  }
  return ENFOLD_OK;
}

/* Says that it failed, and that something changed. */
static enfold_status reduce_fails_and_reports(REDUCE_PARAMETERS) {
  (void)pointer, (void)action, (void)length;
  changes->changed(changes, "/count");
  strcpy(error->message, "failed after all");
  return ENFOLD_FAILED;
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

#define ROW(name, place, function, number) \
  {"reducer-" name, offsetof(enfold_reducer, place), (any_function)function, number, NULL}

const fault reducer_faults[] = {
#define XX(number, name) ROW("open-" name, open, open_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("check-" name, check, check_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("reduce-" name, reduce, reduce_gives, number),
    STATUS_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("state-" name, state, state_gives, number),
    STATUS_FAULTS(XX)
#undef XX
    ROW("open-gives-queued", open, open_gives, ENFOLD_QUEUED),
    ROW("check-gives-queued", check, check_gives, ENFOLD_QUEUED),
    ROW("reduce-gives-more", reduce, reduce_gives, ENFOLD_MORE),
    ROW("state-gives-more", state, state_gives, ENFOLD_MORE),

#define XX(number, name) ROW("open-" name, open, open_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("check-" name, check, check_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("reduce-" name, reduce, reduce_spoils, number),
    ERROR_FAULTS(XX)
#undef XX
#define XX(number, name) ROW("state-" name, state, state_spoils, number),
    ERROR_FAULTS(XX)
#undef XX

#define XX(number, name) ROW("open-calls-" name, open, open_calls, number),
    API_CALLS(XX)
#undef XX
#define XX(number, name) ROW("close-calls-" name, close, close_calls, number),
    API_CALLS(XX)
#undef XX
#define XX(number, name) ROW("check-calls-" name, check, check_calls, number),
    API_CALLS(XX)
#undef XX
#define XX(number, name) ROW("reduce-calls-" name, reduce, reduce_calls, number),
    API_CALLS(XX)
#undef XX
#define XX(number, name) ROW("state-calls-" name, state, state_calls, number),
    API_CALLS(XX)
#undef XX

#define XX(number, name) ROW("state-writes-" name, state, state_writes, number),
    WRITE_FAULTS(XX)
#undef XX

    ROW("changed-null-changes", reduce, reduce_reports, CHANGED_NULL_CHANGES),
    ROW("changed-null-pointer", reduce, reduce_reports, CHANGED_NULL_POINTER),
    ROW("changed-no-pointer", reduce, reduce_reports, CHANGED_NO_POINTER),
    ROW("changed-not-utf8", reduce, reduce_reports, CHANGED_NOT_UTF8),
    ROW("changed-often", reduce, reduce_reports, CHANGED_OFTEN),
    ROW("changed-on-thread", reduce, reduce_reports, CHANGED_ON_THREAD),
    ROW("reduce-fails-and-reports", reduce, reduce_fails_and_reports, 0),
    {NULL, 0, NULL, 0, NULL}};
