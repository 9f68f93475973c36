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

/* What waits in the queue: an action, or an interest that is to begin. */
typedef struct entry {
  struct entry *next;
  char *action; /* NULL: an interest, or a written property */
  bool begins;
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

#endif
