/* enfold_plugin.h: the contract between libenfold and a plugin (.so).
 *
 * A plugin exports one function, enfold_plugin_entry, which returns a table. Nothing but this table and the host's
 * table crosses the boundary: plain C structs, each beginning with its size. The ABI only grows, at the ends.
 *
 * A plugin brings features in one of two ways:
 *   enfold_reducer  a reducer alone, for features written by hand in C or another language: the runtime brings the
 *                   queue, the observers and the tasks.
 *   enfold_engine   a whole engine of its own: what the Swift library compiles features to, so that state and actions
 *                   stay typed inside the plugin.
 *
 * Rationale: a commit is a list of changes, not a state, and the host tells the engine what is observed (its interests),
 * so that a commit costs what changed and is observed, never what exists.
 */
#ifndef ENFOLD_PLUGIN_H
#define ENFOLD_PLUGIN_H

#include "enfold.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this contract. */
#define ENFOLD_PLUGIN_ABI 1u

/* Receives bytes: an encoded value, a schema. Borrowed until it returns. */
typedef void (*enfold_write_fn)(void *context, const char *bytes, size_t length);

/* ---- Commits ---------------------------------------------------------------------------------------------- */

#define ENFOLD_OP_REPLACE 0u
#define ENFOLD_OP_ADD 1u
#define ENFOLD_OP_REMOVE 2u

/* In enfold_change.flags: the change is one operation of an ENFOLD_INTEREST_PATCH, at a pointer relative to the
 * interest's. Without it, the change is the whole value at the interest's pointer (`pointer` is empty). */
#define ENFOLD_CHANGE_OPERATION 256u
/* In enfold_change.flags: counts as a change even if the value is equal to the one before; do not compare. */
#define ENFOLD_CHANGE_FORCED 512u

/* One change, as one interest sees it. An interest in both value and patch gets the value first, then its operations.
 * `value` is the JSON of the new value: NULL where nothing is there (ENFOLD_REMOVED), and for ENFOLD_OP_REMOVE. Texts are
 * NUL-terminated too. */
typedef struct enfold_change {
  uint64_t interest; /* the id that the host gave to the interest */
  uint32_t op;       /* ENFOLD_OP_... */
  uint32_t flags;    /* ENFOLD_INITIAL, ENFOLD_CHANGED, ENFOLD_PULSE, ENFOLD_REMOVED as in enfold_event */
  const char *pointer;
  size_t pointer_length;
  const char *value;
  size_t value_length;
} enfold_change;

#define ENFOLD_COMMIT_LAST 1u /* no further commit follows in this drain */

/* One commit of a store: its revision, its cause and its changes, grouped by interest. */
typedef struct enfold_commit {
  uint32_t struct_size;
  uint32_t flags; /* ENFOLD_COMMIT_... */
  uint64_t revision;
  const char *action; /* the action's JSON; NULL unless an interest wants it, and for initial events */
  size_t action_length;
  const enfold_change *changes;
  size_t change_count;
} enfold_commit;

/* ---- What the host offers to an engine -------------------------------------------------------------------- */

/* `store` is the context that the host gave when it opened the store. */
typedef struct enfold_host {
  uint32_t struct_size;
  /* A commit that touches an interest. Called on the draining thread, one at a time for each store, no lock held. */
  void (*commit)(void *store, const enfold_commit *commit);
  /* There is work and the store was opened with ENFOLD_STORE_SCHEDULED: call drain, soon, from the loop. Any thread; the
   * engine's locks may be held, because the host calls nothing of the engine from here. */
  void (*schedule)(void *store);
  /* A task that was asked for by a token ended, exactly once: ENFOLD_OK, ENFOLD_CANCELLED or ENFOLD_FAILED. Any thread. */
  void (*task_ended)(void *store, uint64_t token, enfold_status status, const char *message, size_t length);
  /* The store became idle while watch_idle was on: pending is 0 already. Any thread. */
  void (*idle)(void *store);
  /* A diagnostic record (JSON). Any thread. */
  void (*log)(void *store, int32_t level, const char *record, size_t length);
  /* The store ended, after close: the last call with this context. */
  void (*closed)(void *store);
} enfold_host;

/* ---- Engines: features that bring their own ----------------------------------------------------------------- */

#define ENFOLD_STORE_SCHEDULED 1u      /* never drain but in drain(), and in send() with ENFOLD_SEND_DRAIN */
#define ENFOLD_STORE_IGNORE_UNKNOWN 2u /* unknown keys are skipped */

typedef struct enfold_store_options {
  uint32_t struct_size;
  uint32_t flags; /* ENFOLD_STORE_... */
  const char *state; /* JSON of the initial state; NULL: the feature's own */
  size_t state_length;
  uint64_t depth_limit, byte_limit, queue_limit;
  int32_t environment; /* 0 live, 1 preview, 2 test */
} enfold_store_options;

#define ENFOLD_SEND_DRAIN 1u /* this thread may reduce and run callbacks, if nobody else does */

#define ENFOLD_INTEREST_INITIAL 1u /* deliver the value now, as a commit of its own with ENFOLD_INITIAL changes */
#define ENFOLD_INTEREST_VALUE 2u   /* report the whole value at the pointer */
#define ENFOLD_INTEREST_PATCH 4u   /* report the operations below the pointer */
#define ENFOLD_INTEREST_RAW 8u     /* report on every commit, changed or not */
#define ENFOLD_INTEREST_ACTION 16u /* commits carry the action */
#define ENFOLD_INTEREST_PULSE 32u    /* report, with ENFOLD_PULSE, only assignments to the pulse at the pointer, equal or not */
#define ENFOLD_INTEREST_COALESCE 64u /* report once, when the drain ends: the value then, all operations since */
#define ENFOLD_INTEREST_ACTIONS 128u /* report every reduced action, changed or not, and no other commit */
#define ENFOLD_INTEREST_FINISHED 256u /* with ACTIONS: report when the effects that the action returned have ended, but
                                       * with the revision and the value of the commit that it made */

/* A feature with an engine. `store` is what open returned. Every function may be called from any thread. */
typedef struct enfold_engine {
  uint32_t struct_size;
  void *feature; /* passed to open and schema */

  /* Opens a store. `host` and `context` stay valid until host->closed(context). */
  enfold_status (*open)(void *feature, const enfold_store_options *options, const enfold_host *host, void *context,
                        void **store, enfold_error *error);
  /* Closes it: waiting actions and effects end as cancelled, no commit follows but the one running now. If `drain` is
   * set and nobody drains, host->closed is called before this returns, else by who drains, or in the next drain(). */
  void (*close)(void *store, uint32_t drain);
  /* Gives up the last reference; after this `store` is not used again. Legal at any time, also inside callbacks. */
  void (*release)(void *store);

  /* Sends one action, or an array of actions if `accepted` is not NULL. ENFOLD_OK when reduced, ENFOLD_QUEUED, or an
   * error. token != 0 asks for host->task_ended, and `task` receives a reference to cancel and release. */
  enfold_status (*send)(void *store, const char *action, size_t length, uint32_t flags, uint64_t token, void **task,
                        enfold_error *error);
  enfold_status (*send_batch)(void *store, const char *actions, size_t length, uint32_t flags, size_t *accepted,
                              enfold_error *error);
  /* Reduces at most `max` waiting actions (0: all). ENFOLD_OK, or ENFOLD_MORE when some are left. */
  enfold_status (*drain)(void *store, uint32_t max, uint32_t *done);

  enfold_status (*state)(void *store, const char *pointer, size_t length, enfold_write_fn write, void *context,
                         enfold_error *error);
  uint64_t (*revision)(void *store);

  /* Begins an interest: queued behind the actions already waiting, and started by a drain; with `drain` by this thread
   * if nobody drains. Refused at once if no state can have the pointer. */
  enfold_status (*observe)(void *store, uint64_t interest, const char *pointer, size_t length, uint32_t flags,
                           uint32_t drain, enfold_error *error);
  void (*unobserve)(void *store, uint64_t interest);

  /* Waiting actions plus running effects, plus one while draining; 0 is idle. */
  uint64_t (*pending)(void *store);
  /* Counted: while on, host->idle is called whenever the store becomes idle. */
  void (*watch_idle)(void *store, uint32_t on);

  void (*task_cancel)(void *task);
  void (*task_release)(void *task);

  /* Writes one bindable property, as an entry of the queue with a commit of its own, which has no action; skipped if the
   * value is equal. `action`, if not NULL, is sent right after it, in it "$old" and "$new" replaced by the values, unless
   * it was skipped. Value and action are checked at once: ENFOLD_BAD_POINTER, ENFOLD_UNSUPPORTED (a property that is not
   * bindable), ENFOLD_BAD_STATE (no value of the property), ENFOLD_BAD_JSON, ENFOLD_BAD_ACTION (offsets in their own text).
   * ENFOLD_NO_TARGET when it was reduced before this returns and its place had gone. NULL, or beyond struct_size: no
   * property is bindable. */
  enfold_status (*set)(void *store, const char *pointer, size_t length, const char *value, size_t value_length,
                       const char *action, size_t action_length, uint32_t flags, enfold_error *error);
} enfold_engine;

/* ---- Reducers: features written by hand ---------------------------------------------------------------------- */

/* Collects what a reducer changed, and its error. */
typedef struct enfold_changes {
  uint32_t struct_size;
  /* The value at `pointer` (NUL-terminated) is another one now. An absent report means that nothing changed. */
  void (*changed)(const struct enfold_changes *changes, const char *pointer);
} enfold_changes;

/* A feature as a reducer alone. The runtime calls `check` on any thread, and the rest for one instance on one thread at
 * a time. `user` is what the feature was registered with (a plugin's: the `user` below). */
typedef struct enfold_reducer {
  uint32_t struct_size;
  void *user;
  /* Makes an instance: its own state, or the given JSON. ENFOLD_BAD_STATE if it is none. */
  enfold_status (*open)(void *user, const char *state, size_t length, void **instance, enfold_error *error);
  void (*close)(void *instance);
  /* Is this an action of the feature? It is JSON already. ENFOLD_BAD_ACTION with a message if not. NULL: every JSON is. */
  enfold_status (*check)(void *user, const char *action, size_t length, enfold_error *error);
  /* Reduces one action and reports what it changed. An error must leave the state as it was. */
  enfold_status (*reduce)(void *instance, const char *action, size_t length, const enfold_changes *changes,
                          enfold_error *error);
  /* Writes the whole state as JSON. */
  enfold_status (*state)(void *instance, enfold_write_fn write, void *context, enfold_error *error);
} enfold_reducer;

/* ---- The plugin's table -------------------------------------------------------------------------------------- */

/* One feature: exactly one of `engine` and `reducer` is set. Schemas are JSON Schema texts or NULL. */
typedef struct enfold_plugin_feature {
  uint32_t struct_size;
  const char *name; /* "Todos" */
  const char *state_schema;
  const char *action_schema;
  const enfold_engine *engine;
  const enfold_reducer *reducer;
} enfold_plugin_feature;

/* What both sides must agree on; compared field by field at loading. */
typedef struct enfold_plugin_abi {
  uint32_t struct_size;
  uint32_t abi;          /* ENFOLD_PLUGIN_ABI */
  uint32_t pointer_size; /* sizeof(void *) */
  uint32_t change_size;  /* sizeof(enfold_change) */
  uint32_t commit_size;  /* sizeof(enfold_commit) */
  uint32_t host_size;    /* sizeof(enfold_host) */
  uint32_t engine_size;  /* sizeof(enfold_engine) */
  uint32_t reducer_size; /* sizeof(enfold_reducer) */
  const char *compiler;  /* of a Swift plugin: the compiler's version, which must be the runtime's; NULL: none */
} enfold_plugin_abi;

#define ENFOLD_PLUGIN_ABI_INIT                                                                                   \
  {                                                                                                              \
    sizeof(enfold_plugin_abi), ENFOLD_PLUGIN_ABI, sizeof(void *), sizeof(enfold_change), sizeof(enfold_commit),  \
        sizeof(enfold_host), sizeof(enfold_engine), sizeof(enfold_reducer), NULL                                 \
  }

typedef struct enfold_plugin_table {
  uint32_t struct_size;
  enfold_plugin_abi abi;
  const char *id;      /* "org.example.todos" */
  const char *version; /* "1.0.0" */
  const enfold_plugin_feature *const *features;
  size_t feature_count;
} enfold_plugin_table;

/* The one function that a plugin exports. The table lives as long as the process. NULL: it refuses to be loaded. */
ENFOLD_API const enfold_plugin_table *enfold_plugin_entry(void);
typedef const enfold_plugin_table *(*enfold_plugin_entry_fn)(void);

#ifdef __cplusplus
}
#endif

#endif /* ENFOLD_PLUGIN_H */
