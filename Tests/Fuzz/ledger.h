/* ledger.h: what was promised and what came: a record for each runtime, store and callback of an epoch. */
#ifndef FUZZ_LEDGER_H
#define FUZZ_LEDGER_H

#include <enfold.h>
#include <stdbool.h>
#include <stdint.h>

#include "random.h"

/* What `magic` is while a record is in use. */
#define CALLBACK_MAGIC 0x5ec0deu

typedef struct runtime_record {
  _Atomic uint64_t handle; /* 0 until it is open */
  uint64_t serial;
  bool is_host;
  bool keeps_files; /* what is kept in files stays in memory, or comes to a folder of the fuzzer's own */
  bool hides_all;   /* everything is redacted */
  bool has_times;   /* its statistics have the times of commits */
  _Atomic bool is_ending, is_closed; /* a call that closes it has begun, has returned */
  _Atomic bool takes_no_stores;      /* a call that ends it has returned */
  _Atomic unsigned loaded;           /* bits of the usual plugins */
  struct runtime_record *next;
} runtime_record;

/* A store. Its scopes share its record. */
typedef struct store_record {
  uint64_t handle, serial;
  int feature;
  bool is_stub; /* it reduces nothing */
  bool has_no_effects;
  runtime_record *runtime;
  _Atomic int inside;        /* observers of it that run now */
  _Atomic int64_t attempted; /* actions of sends that have begun, at most, without those that failed */
  _Atomic int64_t accepted;  /* actions of sends that succeeded */
  _Atomic int64_t cancels;   /* tasks that were cancelled: each may take one accepted action away */
  _Atomic int64_t restores, restored; /* calls that may replace its state: begun, returned */
  _Atomic bool is_tagged;             /* some of its actions may have a tag */
  _Atomic bool takes_nothing;         /* a call that ends it has returned, and it can be ended so */
  _Atomic bool may_be_held;           /* a call that may hold it, or add a breakpoint, has begun */
  _Atomic int endless_waits;          /* waits for it without end that have begun; it must not be held meanwhile */
  _Atomic int64_t let_go, has_let_go; /* calls that release it: begun, returned */
  _Atomic int64_t held_at;            /* one more than `let_go` when a call that holds it returned, and none of those ran */
  struct store_record *next;
} store_record;

typedef enum callback_kind { OBSERVER, ACTION_OBSERVER, LOG_RECEIVER, TASK_END, SHARED_OBSERVER, HANDLER, READER } callback_kind;

/* A request that came to a handler. It ends once: with an answer, or because nobody wants one. */
typedef struct request_record {
  uint64_t handle, serial;
  _Atomic int inside; /* calls of the handler for it that run now */
  _Atomic int answers, cancels;
  _Atomic(const char *) function; /* that has ended it */
  _Atomic enfold_status status;
  struct request_record *next;
} request_record;

/* One triple of fn, user and release; `user` is the record. */
typedef struct callback_record {
  uint64_t magic, serial;
  callback_kind kind;
  int behaviour, behaves_at; /* see callbacks.c */
  random_source random;
  runtime_record *runtime;
  store_record *store;
  uint64_t handle, handle_serial; /* the store or scope it was made through; the task */
  bool is_scope;
  char *pointer; /* as given */
  size_t pointer_length;
  int32_t level;   /* of a receiver of logs */
  const char *key; /* of a shared value; the name of requests */
  _Atomic bool is_retired; /* its epoch is over */
  bool is_raw, is_reduced_action, wants_mutations, has_release, reads_state, is_loose;
  /* Of an observer of a shared value: its options are known; and what they are. */
  bool is_known, wants_initial, wants_values, skips_null;
  _Atomic bool is_accepted;        /* the function that got it succeeded */
  _Atomic int64_t attempts_before; /* store->attempted when it was accepted */
  _Atomic int running, releases, closes, calls, mutations, calls_after_cancel, budget;
  _Atomic bool is_cancelled; /* by a call that has returned */
  _Atomic bool is_ending;    /* a call that ends it has begun */
  _Atomic uint64_t subscription, last_revision, last_action, last_value; /* of a reader: its number, the last "seq" */
  bool hears_of_ends;                 /* a handler that is told of requests that nobody wants any more */
  _Atomic(request_record *) requests; /* a handler's */
  struct callback_record *next;
} callback_record;

runtime_record *ledger_runtime(void);
store_record *ledger_store(runtime_record *runtime, int feature);
/* Made here, filled in by the caller, and then added, so that other threads see it whole. */
callback_record *ledger_callback(callback_kind kind, random_source *r);
void ledger_add(callback_record *record);
/* A request comes to a handler, which has not seen its handle before. And the record of one that came; NULL if none did. */
request_record *ledger_request(callback_record *handler, uint64_t handle);
request_record *ledger_find_request(callback_record *handler, uint64_t handle);
/* A call has ended a request: what it was, and what it gave. */
void ledger_answered(request_record *request, const char *function, enfold_status status);
/* Before a call that ends the callbacks of a runtime, a store, or the scope with this handle. */
void ledger_ends(const runtime_record *runtime, const store_record *store, uint64_t scope);
/* Before and after a call that releases a task: what waits for its end need not be called any more. */
void ledger_releases_task(uint64_t task);
/* A number for what has none in the ledger. */
uint64_t ledger_serial(void);

runtime_record *ledger_runtimes(void);
callback_record *ledger_callbacks(void);

/* After every runtime was closed: has everything that was promised come? */
bool ledger_is_settled(void);
/* Checks what must hold then, and forgets everything. */
void ledger_end(void);

typedef struct ledger_figures {
  _Atomic uint64_t events, logs, entries, releases, stores, runtimes;
} ledger_figures;
extern ledger_figures figures;

#endif
