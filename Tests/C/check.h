/* check.h: what the C tests share: assertions that print both values, and a few helpers.
 *
 * A test is a program. main() calls test functions with RUN, and returns 0 if none failed. */
#ifndef ENFOLD_TEST_CHECK_H
#define ENFOLD_TEST_CHECK_H

#include <enfold.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Whether a sanitizer watches, which makes everything slower and bigger. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif
/* Whether libenfold has the smallest sizes. Then slots of handles retire soon and are never used again: memory grows. */
#define TINY (getenv("ENFOLD_TINY") != NULL)

/* How long the effect of Counter's "factTapped" takes. What must hold before its end is checked only if the machine was in time. */
enum { FACT_MS = 20 };

static inline int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- Assertions: the first that fails ends the program ------------------------------------------------------ */

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);       \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

#define CHECK_INT(actual, expected)                                                                                \
  do {                                                                                                             \
    intmax_t check_actual = (intmax_t)(actual), check_expected = (intmax_t)(expected);                             \
    if (check_actual != check_expected) {                                                                          \
      fprintf(stderr, "%s:%d: %s is %" PRIdMAX ", not %s = %" PRIdMAX "\n", __FILE__, __LINE__, #actual,           \
              check_actual, #expected, check_expected);                                                            \
      exit(1);                                                                                                     \
    }                                                                                                              \
  } while (0)

#define CHECK_TEXT(actual, expected)                                                                               \
  do {                                                                                                             \
    const char *check_actual = (actual), *check_expected = (expected);                                             \
    if (check_actual == NULL || strcmp(check_actual, check_expected) != 0) {                                       \
      fprintf(stderr, "%s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #actual,                            \
              check_actual == NULL ? "(null)" : check_actual, check_expected);                                     \
      exit(1);                                                                                                     \
    }                                                                                                              \
  } while (0)

#define CHECK_CONTAINS(actual, part)                                                                               \
  do {                                                                                                             \
    const char *check_actual = (actual), *check_part = (part);                                                     \
    if (check_actual == NULL || strstr(check_actual, check_part) == NULL) {                                        \
      fprintf(stderr, "%s:%d: %s is \"%s\", without \"%s\"\n", __FILE__, __LINE__, #actual,                        \
              check_actual == NULL ? "(null)" : check_actual, check_part);                                         \
      exit(1);                                                                                                     \
    }                                                                                                              \
  } while (0)

/* A call that returns a status; `problem` is the enfold_error that it was given. */
#define CHECK_STATUS(call, expected)                                                                               \
  do {                                                                                                             \
    enfold_status check_status = (call);                                                                           \
    if (check_status != (expected)) {                                                                              \
      fprintf(stderr, "%s:%d: %s gave %s, not %s\n  %s\n", __FILE__, __LINE__, #call,                              \
              enfold_status_name(check_status), #expected, problem.message);                                       \
      exit(1);                                                                                                     \
    }                                                                                                              \
  } while (0)

/* A call that must fail, with a message that names the function and contains `part`. */
#define CHECK_FAILS(call, expected, part)                                              \
  do {                                                                                 \
    problem = (enfold_error)ENFOLD_ERROR_INIT;                                         \
    CHECK_STATUS(call, expected);                                                      \
    CHECK_INT(problem.code, expected);                                                 \
    CHECK_CONTAINS(problem.message, part);                                             \
    CHECK(strncmp(problem.message, #call, strcspn(#call, "(")) == 0);                  \
  } while (0)

#define CHECK_OK(call) CHECK_STATUS(call, ENFOLD_OK)

#define RUN(test)                                \
  do {                                           \
    fprintf(stderr, "  %s\n", #test);            \
    problem = (enfold_error)ENFOLD_ERROR_INIT;   \
    test();                                      \
  } while (0)

static enfold_error problem = ENFOLD_ERROR_INIT;

/* ---- Helpers -------------------------------------------------------------------------------------------------- */

static inline const char *environment(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : otherwise;
}

/* A test plugin of this directory, built by run.sh. */
static inline const char *test_plugin(const char *name) {
  static _Thread_local char path[4][4096];
  static _Thread_local int next;
  char *result = path[next++ % 4];
  snprintf(result, sizeof path[0], "%s/%s.so", environment("ENFOLD_C_PLUGINS", "plugins"), name);
  return result;
}

/* A plugin of Tests/Plugins. Programs that use one are left out if ENFOLD_TWINS names no directory. */
static inline const char *swift_plugin(const char *name) {
  static _Thread_local char path[4][4096];
  static _Thread_local int next;
  char *result = path[next++ % 4];
  snprintf(result, sizeof path[0], "%s/lib%s.so", environment("ENFOLD_TWINS", "."), name);
  return result;
}

/* The plugin that brings Counter: the Swift example if ENFOLD_TEST_PLUGINS names a directory, else the one in C. */
static inline const char *counter_plugin(void) {
  static _Thread_local char path[4096];
  const char *directory = environment("ENFOLD_TEST_PLUGINS", "");
  if (*directory == '\0') return test_plugin("counter");
  snprintf(path, sizeof path, "%s/libCounter.so", directory);
  return path;
}

/* Runs a function on another thread and waits for it. */
static inline void elsewhere(void *(*function)(void *), void *argument) {
  pthread_t thread;
  CHECK_INT(pthread_create(&thread, NULL, function, argument), 0);
  CHECK_INT(pthread_join(thread, NULL), 0);
}

static inline enfold_runtime open_runtime(const char *options) {
  enfold_runtime runtime = 0;
  CHECK_OK(enfold_runtime_open(options, options == NULL ? 0 : ENFOLD_NUL, &runtime, &problem));
  return runtime;
}

/* A runtime with a plugin. */
static inline enfold_runtime open_runtime_with(const char *options, const char *plugin) {
  enfold_runtime runtime = open_runtime(options);
  enfold_plugin loaded = 0;
  CHECK_OK(enfold_plugin_load(runtime, plugin, NULL, 0, &loaded, &problem));
  return runtime;
}

static inline enfold_store open_store(enfold_runtime runtime, const char *feature) {
  enfold_store store = 0;
  CHECK_OK(enfold_store_open(runtime, feature, NULL, 0, &store, &problem));
  return store;
}

static inline enfold_status send(enfold_store store, const char *action) {
  return enfold_store_send(store, action, ENFOLD_NUL, NULL, &problem);
}

/* The state at a pointer; valid until the fourth call from now. */
static inline const char *state(enfold_store store, const char *pointer) {
  static enfold_string texts[4];
  static int next;
  enfold_string *text = &texts[next++ % 4];
  enfold_string_free(text);
  CHECK_OK(enfold_store_state(store, pointer, ENFOLD_NUL, text, &problem));
  CHECK_INT(strlen(text->data), text->length);
  return text->data;
}

static inline uint64_t revision(enfold_store store) {
  uint64_t result = 0;
  CHECK_OK(enfold_store_revision(store, &result, &problem));
  return result;
}

/* The options of runtimes. */
static const char *options;

/* Runs tests without a loop of the host's, and with one. */
static inline int with_each_loop(void (*tests)(void)) {
  tests();
  options = "{\"loop\":\"host\"}";
  tests();
  return 0;
}

/* Resident memory in kilobytes. */
static inline long memory(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL);
  CHECK_INT(fscanf(file, "%ld %ld", &size, &resident), 2);
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* ---- Recording what observers see -------------------------------------------------------------------------------- */

typedef struct recorder {
  const char *name;
  char text[4096]; /* "name:flags value patch <- action by tag|..." of every event */
  size_t length;
  int events, releases, closes;
  uint32_t last_flags;
  uint64_t last_revision;
  enfold_store store;
  enfold_subscription subscription;
  void (*then)(struct recorder *, const enfold_event *); /* what the callback does */
  struct recorder *log;                                  /* another recorder that gets the text, too */
  void *context;
} recorder;

static inline void record_text(recorder *r, const char *text) {
  int added = snprintf(r->text + r->length, sizeof r->text - r->length, "%s%s", r->length > 0 ? "|" : "", text);
  if (added > 0 && r->length + (size_t)added < sizeof r->text) r->length += (size_t)added;
}

static inline const char *flag_text(uint32_t flags) {
  static _Thread_local char text[8];
  char *at = text;
  if (flags & ENFOLD_INITIAL) *at++ = 'I';
  if (flags & ENFOLD_CHANGED) *at++ = 'C';
  if (flags & ENFOLD_PULSE) *at++ = 'P';
  if (flags & ENFOLD_REMOVED) *at++ = 'R';
  if (flags & ENFOLD_CLOSED) *at++ = 'X';
  if (flags & ENFOLD_MUTATION) *at++ = 'M';
  *at = '\0';
  return text;
}

/* A recorder that lives on when its test has returned, and its runtime is closed. */
static inline recorder *fresh(recorder description) {
  static recorder recorders[32];
  static int next;
  recorder *made = &recorders[next++ % 32];
  *made = description;
  return made;
}

static inline void record(void *user, const enfold_event *event) {
  recorder *r = user;
  char line[512];
  CHECK_INT(event->struct_size, sizeof *event);
  CHECK_INT(r->releases, 0);
  CHECK(event->subscription != 0);
  CHECK(event->store != 0);
  CHECK_INT(strlen(event->pointer), event->pointer_length);
  if (event->value != NULL) CHECK_INT(strlen(event->value), event->value_length);
  if (event->patch != NULL) CHECK_INT(strlen(event->patch), event->patch_length);
  if (event->action != NULL) CHECK_INT(strlen(event->action), event->action_length);
  if (event->tag != NULL) CHECK_INT(strlen(event->tag), event->tag_length);
  r->events++;
  r->last_flags = event->flags;
  r->last_revision = event->revision;
  r->subscription = event->subscription;
  r->store = event->store;
  if (event->flags & ENFOLD_CLOSED) r->closes++;
  snprintf(line, sizeof line, "%s%s%s%s%s%s%s%s%s%s%s", r->name != NULL ? r->name : "", r->name != NULL ? ":" : "",
           flag_text(event->flags), event->value != NULL ? " " : "", event->value != NULL ? event->value : "",
           event->patch != NULL ? " " : "", event->patch != NULL ? event->patch : "", event->action != NULL ? " <- " : "",
           event->action != NULL ? event->action : "", event->tag != NULL ? " by " : "", event->tag != NULL ? event->tag : "");
  record_text(r, line);
  if (r->log != NULL) record_text(r->log, line);
  if (r->then != NULL) r->then(r, event);
}

static inline void released(void *user) {
  recorder *r = user;
  r->releases++;
  if (r->log != NULL) {
    char line[64];
    snprintf(line, sizeof line, "%s:released", r->name != NULL ? r->name : "");
    record_text(r->log, line);
  }
}

static inline enfold_subscription observe(enfold_store store, const char *pointer, const char *options, recorder *r) {
  enfold_subscription subscription = 0;
  CHECK_OK(enfold_store_observe(store, pointer, ENFOLD_NUL, options, options == NULL ? 0 : ENFOLD_NUL, record, r,
                                released, &subscription, &problem));
  CHECK(subscription != 0);
  return subscription;
}

#endif
