/* counter_types.h: what the parts of the plugin "Counter" share. */
#ifndef COUNTER_TYPES_H
#define COUNTER_TYPES_H

#include <enfold_plugin.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With LATER_HEADER the structs are those of a header that is still to come: they have more members than this one. */
#ifdef LATER_HEADER
#define LATER_MEMBERS uintptr_t later[5];
#else
#define LATER_MEMBERS
#endif

typedef struct counter_commit {
  enfold_commit known;
  LATER_MEMBERS
} counter_commit;

/* What interests look at: bits, since a change may be of several. FORCED counts as a change of what else is changed.
 * UNREDUCED: an action of a stub, of which nobody is told but who observes actions. */
enum { COUNT = 1, LOADING = 2, FACT = 4, EXTRA = 8 | 16, DEEP = 16, EVERYTHING = 31, FORCED = 64, UNREDUCED = 128 };
static const struct {
  const char *pointer;
  unsigned field;
} pointers[] = {{"", EVERYTHING}, {"/count", COUNT}, {"/isLoading", LOADING}, {"/fact", FACT}, {"/extra", EXTRA},
                {"/extra/deep", DEEP}};

typedef enum {
  INCREMENT, DECREMENT, SET_COUNT, FACT_TAPPED, FACT_LOADED, SET_FACT, FAIL, SLEEP, NOOP, TOUCH, ADD_EXTRA,
  REMOVE_EXTRA, COMPLAIN, SET_DEEP, FORCE, ACTION_COUNT, OBSERVE, SET, RESTORE
} kind;
static const char *const names[ACTION_COUNT] = {
    "increment", "decrement", "setCount", "factTapped", "factLoaded", "setFact", "fail", "sleep", "noop",
    "touch", "addExtra", "removeExtra", "complain", "setDeep", "force"};

/* What an interest is told when everything that an action caused has ended. */
typedef struct finished {
  uint64_t interest, revision;
  uint32_t flags;
  char *value, *action; /* owned; value is NULL where nothing was */
  struct finished *next;
} finished;

typedef struct task {
  unsigned references, running; /* under the store's lock */
  bool cancelled, ended;
  enfold_status status;
  char message[200];
  uint64_t token;
  struct store *store;
  finished *finished; /* in order */
} task;

/* What came of a write, for the thread that asked for it. */
typedef struct outcome {
  unsigned references; /* under the store's lock */
  enfold_status status;
} outcome;

typedef struct {
  uint64_t id;
  unsigned field, flags;
  unsigned waiting; /* COALESCE: what changed in this drain */
  bool touched;     /* COALESCE: there is something to report */
} interest;

typedef struct {
  kind kind;
  int64_t number;
  char *text; /* owned */
  char *json; /* owned; for interests that want the action */
  task *task; /* a reference */
  interest interest; /* OBSERVE: what begins; without a field when it was ended before. SET: the field */
  outcome *outcome;  /* SET: a reference */
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
  bool scheduled_mode, is_stub;
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
  finished *finished; /* what is to be told, in order */

  /* Written by the draining thread with the lock held. */
  int64_t number, deep;
  bool loading, extra, has_deep;
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

#endif
