/* handles.h: the handles that were given, and what else is passed as one. */
#ifndef FUZZ_HANDLES_H
#define FUZZ_HANDLES_H

#include <stdbool.h>

#include "ledger.h"
#include "random.h"

typedef enum handle_kind { RUNTIMES, PLUGINS, STORES, SUBSCRIPTIONS, TASKS, REQUESTS, C_CALLBACKS, READERS, KIND_COUNT } handle_kind;
/* What a handle is that an operation uses. */
typedef enum handle_origin { OPEN, CLOSED, OTHER_KIND, NEVER_GIVEN } handle_origin;

typedef struct held {
  uint64_t handle;
  uint64_t serial; /* names it in a printed program */
  handle_kind kind;
  handle_origin origin;
  int feature; /* of a store or scope: which actions it takes */
  bool is_scope;
  runtime_record *runtime;
  store_record *store;
  callback_record *callback;
  request_record *request;
  void (*function)(void); /* a callback's */
  int parameters;         /* which prototype it has */
} held;

/* How many handles of a kind are kept. */
unsigned pool_size(handle_kind kind);
/* Usually an open handle of this kind, now and then something else. */
held pool_pick(handle_kind kind, random_source *r);
/* What a slot holds; handle 0 if it is empty. */
held pool_at(handle_kind kind, unsigned slot);
/* Puts a new handle into a slot, an empty one nearby if there is one, and gives back what was there. */
held pool_put(held new, unsigned slot);
/* After a handle was closed: it is stale from now on. */
void pool_close(held closed);
/* After a store or runtime was closed: so are its own. */
void pool_close_all_of(const runtime_record *runtime, const store_record *store);
/* Forgets everything, at the end of an epoch. */
void pool_clear(void);

#endif
