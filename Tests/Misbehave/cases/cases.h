/* cases.h: what a case is, and what the cases share.
 *
 * A case is one fault, what the host does with it, and what must come of it. Each runs in a process of its own. */
#ifndef MISBEHAVE_CASES_H
#define MISBEHAVE_CASES_H

#include <enfold.h>

#include "../../C/check.h"
#include "../plugin/misbehave.h"

/* As the expected status: whatever it is, as long as it is one of the header's. */
#define ANY_STATUS 1000

typedef struct test_case {
  const char *fault; /* the feature's name, or the mistake of the table */
  void (*run)(const struct test_case *);
  enfold_status status; /* what the call that meets the fault gives */
  const char *part;     /* a part of its message, or NULL */
} test_case;

/* Lists that end with a NULL fault. */
extern const test_case engine_cases[], host_cases[], reducer_cases[], request_cases[], trace_cases[], table_cases[];

/* ---- The stage: a runtime, and what is watched in it ------------------------------------------------------------- */

/* What was given to the library together with a release. */
typedef struct watched {
  int events, closes, releases;
  uint64_t last_revision;
  char value[128]; /* of the last event, cut */
} watched;

typedef struct stage {
  enfold_runtime runtime;
  board *board;     /* the plugin's */
  const char *loop; /* "inline" or "host" */
  bool table_only;  /* the misbehaving plugin is not loaded */
  bool is_traced;   /* somebody reads the trace: see trace.c */
  watched watched[64];
  int watched_count;
  int tags;              /* how many events had a tag */
  int errors;            /* how many records of level error there were */
  char last_error[4096]; /* the last of them */
} stage;
extern stage the_stage;

/* Opens the runtime, with a receiver of its logs, and loads the misbehaving plugin. */
void set_stage(void);
/* Closes the runtime and checks: each release ran once, each engine store, task and instance was given back. */
void strike_stage(void);

/* A store of a feature; the board knows it. */
enfold_store open_feature(const char *name);
/* Observes; the watched one is told to the caller. NULL if that was refused. */
watched *watch(enfold_store store, const char *pointer, const char *options);
watched *watch_actions(enfold_store store);
/* With the host's loop: pumps until nothing is left, or many times. */
void pump(void);

/* Does everything with a store that a host can do, whatever comes of it, and closes it. */
void live_through(enfold_store store);
/* Opens a good store of each kind and checks that it does its work. */
void check_good_stores(void);

/* ---- The trace of the stage ------------------------------------------------------------------------------------- */

/* Adds a reader, which checks that each entry is JSON and that their numbers rise. */
void begin_reading(void);
void end_reading(void);
/* Waits until it was told of all that was reported before. */
void catch_up(void);
/* When the runtime is closed: its release runs once. */
void check_reading(void);
/* How many entries have both parts. */
int count_entries(const char *part, const char *other);

/* ---- Expectations ------------------------------------------------------------------------------------------------ */

/* Starts a call: `problem` is as new. */
static inline enfold_error *begin_call(void) {
  problem = (enfold_error)ENFOLD_ERROR_INIT;
  return &problem;
}
/* Checks a status, the message in `problem`, and that the message names the function. */
#define expect(c, call, function) expect_status((c), (call), (function), &problem)
void expect_status(const test_case *c, enfold_status status, const char *function, const enfold_error *error);
/* Checks that a status is one of the header's. */
void expect_known(enfold_status status, const char *what);

#endif
