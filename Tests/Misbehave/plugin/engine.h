/* engine.h: the good engine, whose single functions the faults replace. */
#ifndef MISBEHAVE_ENGINE_H
#define MISBEHAVE_ENGINE_H

#include "misbehave.h"

#define MAX_INTERESTS 32

typedef struct interest {
  uint64_t id;
  bool is_count; /* at "/count", not at "" */
  uint32_t flags;
} interest;

/* What an action caused. The host has a reference, and so has the store until it ended. */
typedef struct task {
  struct store *store;
  uint64_t token;
  int references;
  bool ended;
  struct task *next;
} task;

/* What waits in the queue: an action, an interest that is to begin, or that the trace is to be turned on or off. */
typedef struct entry {
  struct entry *next;
  char *action; /* NULL: none, or a written property */
  bool begins, turns;
  bool on;
  interest interest;
  task *task;
} entry;

/* A store. Its state is {"count":N}; every action adds one. The task of "hold" ends when it is cancelled. */
typedef struct store {
  const fault *fault;
  const enfold_host *host;
  void *context;
  pthread_mutex_t lock;
  bool is_scheduled_mode, scheduled, draining, closing, closed;
  bool held;
  int traced; /* how often more its trace was turned on than off */
  uint32_t steps; /* that are to be taken while it is held */
  uint64_t count, revision;
  entry *first, *last;
  uint64_t waiting;
  interest interests[MAX_INTERESTS];
  size_t interest_count;
  task *tasks;
  uint64_t last_token;
  uint32_t watchers;
  int references;
} store;

/* A commit with room for its parts. */
typedef struct draft {
  enfold_commit commit;
  enfold_change changes[2 * MAX_INTERESTS];
  char state[64], count[32];
} draft;

/* Drafts a commit of the state as it is: for every interest, or the initial one of the interest `initial`. */
void draft_commit(store *s, draft *d, const char *action, uint64_t initial);
/* Ends a task unless it has ended. */
void end_task(store *s, task *t, enfold_status status);
/* Gives a reference to the store back. */
void drop_store(void *pointer);

/* The extension "enfold.hold" of the good engine. Its breakpoints never stop. */
enfold_status hold_store(void *pointer, uint32_t on, uint32_t flags, enfold_error *error);
uint32_t is_store_held(void *pointer);
enfold_status step_store(void *pointer, uint32_t flags, uint32_t *done, enfold_error *error);
void add_breakpoint(void *pointer, uint64_t number, const char *action, size_t length);
void remove_breakpoint(void *pointer, uint64_t number);

/* The extension "enfold.trace" of the good engine. It reports its commits. */
enfold_status trace_store(void *pointer, uint32_t on, uint32_t flags, enfold_error *error);
/* The host's half of it. */
const enfold_tracer *tracer_of(const enfold_host *host);
/* Reports an entry of which nothing is wrong; trace_faults.c has it. */
void report_good(store *s);

#endif
