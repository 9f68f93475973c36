/* hold.h: what the tests of held stores, breakpoints and the options of stores have in common. Their program has the function `all`,
 * whose tests run for both loops. */
#ifndef HOLD_H
#define HOLD_H

#include "asker.h"
#include "sessions.h"

#define MS INT64_C(1000000)

static enfold_runtime runtime;
static enfold_store store; /* of the feature Many, which counts */

static char records[16384];

static inline void receive(void *user, int32_t level, const char *line, size_t length) {
  (void)user;
  CHECK(level <= ENFOLD_LOG_INFO);
  CHECK_INT(strlen(line), length);
  strncat(records, line, sizeof records - strlen(records) - 1);
}

/* More options begin with a comma. */
static inline enfold_runtime open_logged(const char *more) {
  char text[200];
  snprintf(text, sizeof text, "{\"loop\":\"%s\"%s}", is_host() ? "host" : "inline", more);
  enfold_runtime opened = open_runtime(text);
  records[0] = '\0';
  CHECK_OK(enfold_runtime_log(opened, ENFOLD_LOG_INFO, receive, NULL, NULL, &problem));
  return opened;
}

static inline void load(enfold_runtime into, const char *plugin) {
  enfold_plugin loaded = 0;
  CHECK_OK(enfold_plugin_load(into, plugin, NULL, 0, &loaded, &problem));
}

static inline enfold_store open_with(enfold_runtime in, const char *feature, const char *given) {
  enfold_store opened = 0;
  CHECK_OK(enfold_store_open(in, feature, given, ENFOLD_NUL, &opened, &problem));
  return opened;
}

static inline void set(void) {
  runtime = open_logged("");
  load(runtime, swift_plugin("Behaviours"));
  load(runtime, swift_plugin("Panel"));
  store = open_store(runtime, "Many");
}

static inline enfold_status hold(enfold_store held, uint32_t on) {
  in_call++;
  enfold_status status = enfold_store_hold(held, on, &problem);
  in_call--;
  return status;
}

/* Released, whatever it gives: what was kept back may be reduced by the next pump. */
static inline void release(enfold_store held) {
  CHECK(hold(held, 0) >= 0);
  pump(runtime);
}

/* Takes a step on the loop thread. False if another thread is draining, which takes it then: this can be with the inline loop only,
 * while effects run. */
static inline bool try_step(enfold_store held, uint32_t *done) {
  *done = 7;
  in_call++;
  enfold_status status = enfold_store_step(held, done, &problem);
  in_call--;
  if (status != ENFOLD_QUEUED || is_host()) CHECK_INT(status, ENFOLD_OK);
  if (status == ENFOLD_QUEUED) CHECK_INT(*done, 0);
  return status == ENFOLD_OK;
}

/* How many were taken by one step of the loop thread. No other thread is draining. */
static inline uint32_t step(enfold_store held) {
  uint32_t done;
  CHECK(try_step(held, &done));
  return done;
}

static inline uint64_t add_break(enfold_store in, const char *given) {
  uint64_t number = 0;
  in_call++;
  CHECK_OK(enfold_store_break(in, given, ENFOLD_NUL, &number, &problem));
  in_call--;
  return number;
}

static inline void remove_break(enfold_store in, uint64_t number) {
  char given[64];
  snprintf(given, sizeof given, "{\"remove\":%" PRIu64 "}", number);
  CHECK_INT(add_break(in, given), 0);
}

static inline enfold_status batch(const char *actions, size_t *accepted) {
  in_call++;
  enfold_status status = enfold_store_send_batch(store, actions, ENFOLD_NUL, accepted, &problem);
  in_call--;
  return status;
}

static inline enfold_status wait_store(enfold_store waited, int64_t milliseconds) {
  in_call++;
  enfold_status status = enfold_store_wait(waited, milliseconds, &problem);
  in_call--;
  return status;
}

static inline enfold_status wait_runtime(int64_t milliseconds) {
  in_call++;
  enfold_status status = enfold_runtime_wait(runtime, milliseconds, &problem);
  in_call--;
  return status;
}

static inline enfold_status wait_task(enfold_task task, int64_t milliseconds) {
  in_call++;
  enfold_status status = enfold_task_wait(task, milliseconds, &problem);
  in_call--;
  return status;
}

/* A number of the statistics. */
static inline int64_t stat_of(enfold_runtime of, const char *key) {
  enfold_string text = {NULL, 0};
  char name[40];
  snprintf(name, sizeof name, "\"%s\":", key);
  CHECK_OK(enfold_runtime_stats(of, &text, &problem));
  const char *at = strstr(text.data, name);
  CHECK(at != NULL);
  int64_t result = strtoll(at + strlen(name), NULL, 10);
  enfold_string_free(&text);
  return result;
}

static inline int64_t held(void) { return stat_of(runtime, "held"); }
static inline int64_t pending(void) { return stat_of(runtime, "pending"); }

static inline bool readable(void) {
  int descriptor = -1;
  if (!is_host()) return false;
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  struct pollfd poller = {descriptor, POLLIN, 0};
  return poll(&poller, 1, 0) == 1;
}

static inline void observe_actions(enfold_store observed, const char *given, recorder *r) {
  CHECK_OK(enfold_store_observe_actions(observed, given, given == NULL ? 0 : ENFOLD_NUL, record, r, released, NULL, &problem));
}

static inline void rest(void) {
  struct timespec pause = {0, 200000};
  pump(runtime);
  nanosleep(&pause, NULL);
}

static inline void *send_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK(enfold_store_send(*(enfold_store *)to, "\"increment\"", ENFOLD_NUL, NULL, &error) >= 0);
  return NULL;
}

static inline void *hold_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_hold(*(enfold_store *)to, 1, &error), ENFOLD_OK);
  return NULL;
}

/* Something is kept back. */
static inline void *release_there(void *to) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK_INT(enfold_store_hold(*(enfold_store *)to, 0, &error), is_host() ? ENFOLD_QUEUED : ENFOLD_OK);
  return NULL;
}

#endif
