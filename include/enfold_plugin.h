/* enfold_plugin.h: the contract between libenfold and a plugin (.so).
 *
 * A plugin exports one function, enfold_plugin_entry, which returns a table. Nothing but this table and the host's
 * table crosses the boundary: plain C structs, each beginning with its size. See "Growth" for how they may grow.
 *
 * A plugin brings features in one of two ways:
 *   enfold_reducer  a reducer alone, for features written by hand in C or another language: the runtime brings the
 *                   queue, the observers and the tasks.
 *   enfold_engine   a whole engine of its own: the Swift library compiles features to it, so that state and actions stay
 *                   typed inside the plugin.
 *
 * Rationale: a commit is a list of changes, not a state, and the host tells the engine which places are observed (its
 * interests). So a commit costs only the values that have changed and are observed, not the whole state.
 *
 * Conventions
 *   Texts in      UTF-8 with a length, borrowed for the call. Not NUL-terminated, unless the member says so. NULL with
 *                 length 0: not given.
 *   enfold_error  never NULL; the host allocates and initialises it. Fill it when you return an error.
 *   Statuses      ENFOLD_OK or an error. A function that may give ENFOLD_QUEUED or ENFOLD_MORE, too, says so.
 *   Callbacks     while the host calls a plugin, the plugin may call the [any thread] functions of enfold.h. A [not in
 *                 callbacks] function would wait for itself: never call one. Almost always it gives ENFOLD_REENTRANT.
 *   Locks         a plugin holds none of its locks while it calls the host, except in `schedule`: the host may call
 *                 the plugin again before it returns (release, task_release, unobserve, and whatever its observers do).
 *
 * Growth
 *   A plugin that was built with this header loads into every later libenfold with the same ENFOLD_PLUGIN_ABI. (One in
 *   Swift needs the same compiler, too.)
 *   struct_size  whoever makes a struct sets it to the struct's size in the header that it was built with. Members are
 *                added at the ends of structs only. A member that struct_size does not cover is absent: nobody reads
 *                it.
 *   Smallest     all members in this header are always there, except `set` of enfold_engine, get_extension, and those that
 *                say "absent in older ones". So a plugin looks at the struct_size of a host's struct only before it uses a member that a later header
 *                added. A plugin with smaller tables is refused with ENFOLD_BAD_PLUGIN; a greater size is fine.
 *   Frozen       enfold_change is the element of an array; enfold_plugin_abi and enfold_later lie inside other structs.
 *                They never change.
 *   Extensions   later additions are asked for by their names. get_extension, the last member of enfold_host,
 *                enfold_plugin_table and enfold_plugin_feature, returns the table of an extension, or NULL if there is
 *                none. The member itself may be NULL, or absent: then there are no extensions.
 *     name       NUL-terminated, such as "enfold.requests". Names that begin with "enfold." are those of libenfold's
 *                headers; others begin like a plugin's id. NULL gives NULL.
 *     version    the version of the extension that the caller was built for, from 1. The table that is returned has
 *                exactly that version; the result is NULL if there are only others. A caller that knows several versions
 *                asks for the highest first. Within one version a table grows as above: it begins with its struct_size.
 *     lifetime   static: the table is valid as long as the process. The same arguments always give the same table.
 *     threads    [any thread], several at once. The function calls nothing, and waits for nothing. A plugin may ask the
 *                host from its first `open` on, wherever it is. The host may ask a plugin and its features from the
 *                moment it has the plugin's table, with or without stores. A feature is asked for the extensions of that
 *                feature, the plugin for the extensions of the plugin as a whole.
 *   Undefined if the table is another one than the extension's header describes.
 *
 * Trust
 *   A plugin's code runs in the host's process and is trusted not to corrupt its memory. Nothing that it returns or
 *   reports is trusted. Mistakes that can be recognised are refused by name, and the process goes on:
 *   Tables        with a NULL, a size or a text that cannot be right: ENFOLD_BAD_PLUGIN, and the message names the
 *                 field.
 *   Statuses      a number that is no status, or a status > 0 that has no place there, becomes ENFOLD_FAILED; the
 *                 message has the number and the function. Other errors reach the caller as they are, unless the member says
 *                 otherwise.
 *   Errors        an offset beyond the text that was given becomes none (UINT64_MAX). A message may be missing, without
 *                 its NUL, or not UTF-8: it is replaced, cut or repaired.
 *   Lengths       one with its top bit set, and NULL with a length: the text or list that they belong to is dropped, as if
 *                 it were not given. A text that is to be returned is ENFOLD_FAILED then.
 *   Contexts      a call of the host with a context that has ended, or never was one, is ignored. So is an interest or
 *                 a token that is unknown, has ended, or belongs to another store.
 *   Mistakes that cannot be recognised stand beside the member, with one of two words:
 *   Wrong         "Wrong if it ..." says what follows from the mistake. Nothing else follows from it.
 *   Undefined     "Undefined if it ...": anything can follow, also a crash. For every member, it is undefined if a plugin:
 *     gives a pointer, not NULL, that leads to no memory or to other things, or a function with another signature;
 *     gives a length or a count that is greater than the memory, or changes or frees memory that it gave before its time;
 *     changes or frees memory that it borrowed, uses it after the call, or writes behind an enfold_error's struct_size;
 *     does not return from a function, or waits in it for something that only the caller could do;
 *     unwinds past its caller: by longjmp, by a C++ exception, or because the thread is ended inside;
 *     gives a text that is not UTF-8, or not NUL-terminated where that is asked for.
 *   For every member, it is wrong if a plugin gives a status, a message, an offset or a number that is possible but does
 *   not fit the facts: it is passed on.
 */
#ifndef ENFOLD_PLUGIN_H
#define ENFOLD_PLUGIN_H

#include "enfold.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this contract. A change that "Growth" does not allow raises it: plugins with another one are refused. */
#define ENFOLD_PLUGIN_ABI 2u

/* Receives bytes: an encoded value. Borrowed until it returns. May be called several times, once for each piece.
 * Undefined if it is called after the function that received it has returned, or with another context. */
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

/* One change, as one interest sees it; its layout is frozen. An interest in both value and patch gets the value first,
 * then its operations.
 * `value` is the JSON of the new value: NULL where nothing is there (ENFOLD_REMOVED), and for ENFOLD_OP_REMOVE. Texts are
 * NUL-terminated too.
 * If a length of one change cannot be right, all changes of that interest in the commit are dropped.
 * The host passes each change on and does not read it again. A change of an interest that is unknown, or of another
 * store, is ignored. An `op` that is unknown counts as ENFOLD_OP_REPLACE, one without a value as ENFOLD_OP_REMOVE. Other
 * flags of enfold_event than those below, such as ENFOLD_CLOSED, are left out.
 * Undefined if `value` is not NUL-terminated. Wrong if
 *   value    is not JSON: observers get it as it is.
 *   pointer  is no JSON Pointer, or the operation does not lead from the last value to this one: observers get it as it is.
 *   flags    say ENFOLD_INITIAL twice, or ENFOLD_CHANGED of an equal value: observers may be told so. */
typedef struct enfold_change {
  uint64_t interest; /* the id that the host gave to the interest */
  uint32_t op;       /* ENFOLD_OP_... */
  uint32_t flags;    /* ENFOLD_INITIAL, ENFOLD_CHANGED, ENFOLD_PULSE, ENFOLD_REMOVED, ENFOLD_MUTATION as in enfold_event */
  const char *pointer;
  size_t pointer_length;
  const char *value;
  size_t value_length;
} enfold_change;

#define ENFOLD_COMMIT_LAST 1u /* reserved: nobody sets it, and the host does not look at it */

/* One commit of a store: its revision, its cause and its changes, grouped by interest. One whose struct_size is too
 * small, or that has no changes, is ignored.
 * Undefined if `action` is not NUL-terminated. Wrong if
 *   revision  goes backwards, repeats or jumps: observers are told so.
 *   action    is not JSON: observers get it as it is.
 *   changes   of one interest do not lie side by side: each group becomes an event of its own. */
typedef struct enfold_commit {
  uint32_t struct_size;
  uint32_t flags; /* ENFOLD_COMMIT_... */
  uint64_t revision;
  const char *action; /* the action's JSON; NULL unless an interest wants it, and for initial events */
  size_t action_length;
  const enfold_change *changes;
  size_t change_count;
  /* The tag that the action was sent with ("enfold.tags"), or that with which everything began that led to this commit; NULL:
   * none, and for initial events. At most 256 bytes, NUL-terminated too; a longer one is dropped. Absent in older ones. */
  const char *tag;
  size_t tag_length;
} enfold_commit;

/* ---- Threads ---------------------------------------------------------------------------------------------- */

/* Work that a thread does as soon as it is allowed to. */
typedef struct enfold_later {
  struct enfold_later *next;
  void (*run)(struct enfold_later *later);
} enfold_later;

/* The locks and callbacks that a thread is inside, whichever images its code is in. Only the thread itself uses it.
 *
 * A *gate* is a lock of a store under which code of its users runs, such as a reducer or the encoding of a state. A thread
 * that holds a gate waits for no store; otherwise two stores whose reducers use each other on two threads would wait for
 * ever. Its actions are queued, and drained when it holds no gate any more; libenfold refuses to read a state and to wait
 * with ENFOLD_REENTRANT.
 * An engine that has gates adds 1 to `gates` before it takes one, and subtracts it when it has released it. If `gates`
 * is 0 then and `is_settling` is 0, it sets `is_settling`, takes the entries of the list and runs them, one by one, until
 * the list is empty, and clears it. While `gates` is not 0 it drains nothing: it adds an entry that drains to the end of the
 * list.
 * Wrong if it does not do this: threads may wait for each other for ever. */
typedef struct enfold_thread {
  uint32_t struct_size;
  uint32_t gates;
  uint32_t callbacks;   /* how many calls of libenfold that may call back are on its stack; only libenfold changes it,
                           * except on a thread that an engine starts to do a part of such a call */
  uint32_t is_settling;
  enfold_later *first, *last;
  uint32_t shared_locks; /* 1 while it changes a shared value under its lock; counts in `gates`, too */
  uint32_t reserved;
  /* For whom it changes shared values: the step or the effect of a traced store that it is in; NULL if it is in none. An engine that
   * traces sets it before code runs that may change one, and then sets it to what it was before. Absent in older records. */
  const struct enfold_writer *writer;
} enfold_thread;

/* Who changes a shared value. Engines whose stores see the change may read it on the thread that tells them, before their
 * `changed` returns. */
typedef struct enfold_writer {
  uint32_t struct_size;
  uint32_t is_step;  /* 1: a step changes its state, and the value with it; 0: an effect, or what an effect has called */
  uint64_t store;    /* the store's context; in a program without a host a number that an engine has given the store */
  uint64_t revision; /* of the commit whose step, or whose effect, changes the value */
  const char *tag;   /* with which everything began; NULL: none */
  size_t tag_length;
} enfold_writer;

/* ---- The host's functions for an engine ------------------------------------------------------------------- */

/* The table stays valid as long as the process. `store` is the context that the host gave when it opened the store: a
 * number in the form of a pointer, never an address; an engine only passes it back. It is valid from the beginning of
 * `open` until `closed`, or until `open` gives an error. Calls with it afterwards are ignored, but they are still
 * wrong.
 * Wrong if it is the context of another open store: the plugin speaks in the name of that store. */
typedef struct enfold_host {
  uint32_t struct_size;
  /* A commit that touches an interest. Called on the draining thread, one at a time for each store, no lock held.
   * Undefined if two threads call it for one store at once. */
  void (*commit)(void *store, const enfold_commit *commit);
  /* There is work and the store was opened with ENFOLD_STORE_SCHEDULED: call drain, soon, from the loop. Any thread; the
   * engine's locks may be held, because the host calls nothing of the engine from here. It releases no engine's store here
   * either. Stores that become free here are released when the surrounding call of enfold.h returns. If there is none, the next
   * call that opens, closes or pumps releases them.
   * Wrong if it is called again and again without work: the loop wakes up each time. */
  void (*schedule)(void *store);
  /* A task that was asked for by a token ended, exactly once: ENFOLD_OK, ENFOLD_CANCELLED or ENFOLD_FAILED. Any thread.
   * The first call counts. Another status ends the task with ENFOLD_FAILED, and the message has the number. At most
   * 65,536 bytes of the message are kept. A task that was never reported is cancelled when its store has ended.
   * Wrong if the token is that of another task of the store, or if it is not called while the store lives: a thread that
   * waits for the task goes on waiting. */
  void (*task_ended)(void *store, uint64_t token, enfold_status status, const char *message, size_t length);
  /* The store became idle while watch_idle was on: pending is 0 already. Any thread. At other times it does nothing. */
  void (*idle)(void *store);
  /* A diagnostic record (JSON: an object with "message"). Any thread. The host adds "store", "name", "feature" and "time" to
   * an object that lacks them. Other JSON is passed on as it is. A text that is not JSON becomes the "message" of a new record.
   * A text that is NULL, empty or longer than byte_limit is dropped. A level outside 1..4 counts as the nearest one. */
  void (*log)(void *store, int32_t level, const char *record, size_t length);
  /* The store ended, after close: the last call with this context. Called where callbacks may run. The first call
   * counts. An engine may end a store that nobody closed; in `open` that is ENFOLD_FAILED. The engine's functions may
   * be called until `release`, also after this.
   * Wrong if commits or ends of tasks are still to be reported: they are ignored. */
  void (*closed)(void *store);
  /* The record of the calling thread, always the same one. It is valid as long as the thread lives. */
  enfold_thread *(*thread)(void);
  /* An extension of the host; see "Growth", and "Extensions of the host" below. */
  const void *(*get_extension)(const char *name, uint32_t version);
} enfold_host;

/* ---- Engines: features that bring their own ----------------------------------------------------------------- */

#define ENFOLD_STORE_SCHEDULED 1u      /* never drain but in drain(), and where the call allows it */
#define ENFOLD_STORE_IGNORE_UNKNOWN 2u /* unknown keys are skipped */
#define ENFOLD_STORE_TRACED 4u         /* its trace will be turned on right behind `open` */

/* The options of a new store, borrowed until `open` returns. depth_limit and byte_limit are those of one action or
 * value; queue_limit is that of the actions that wait. Anything beyond a limit is refused with ENFOLD_LIMIT. `state` is
 * JSON already, and may be nested 1,024 deep, whatever depth_limit is.
 * Wrong if an engine ignores limits, flags or the environment: the host does not check actions and values first. */
typedef struct enfold_store_options {
  uint32_t struct_size;
  uint32_t flags; /* ENFOLD_STORE_... */
  const char *state; /* JSON of the initial state; NULL: the feature's own */
  size_t state_length;
  uint64_t depth_limit, byte_limit, queue_limit;
  int32_t environment; /* 0 live, 1 preview, 2 test */
  uint64_t runtime;    /* the enfold_runtime that the store belongs to: for calls of enfold.h; 0: none */
  /* What dependencies give while the first state is made, as in `send` of enfold_dependencies; NULL: they make their values. Only for
   * `open` of enfold_no_effects, and for features with "enfold.dependencies". Absent in older ones. */
  const char *given;
  size_t given_length;
} enfold_store_options;

#define ENFOLD_SEND_DRAIN 1u /* this thread may reduce and run callbacks, if nobody else does and it holds no gate */

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
#define ENFOLD_INTEREST_MUTATIONS 512u /* with ACTIONS: report every mutation, too, together with its own commit, in an
                                        * enfold_commit of its own whose action is the mutation, with ENFOLD_MUTATION.
                                        * An engine without mutations ignores it. */

/* A feature with an engine. `store` is the one that `open` gave. Every function may be called from any thread, from several
 * at once, and from inside host->commit. All but `set` must be there. */
typedef struct enfold_engine {
  uint32_t struct_size;
  void *feature; /* passed to open */

  /* Opens a store. `context` is for the calls of `host`, see there. A store that is NULL is ENFOLD_BAD_PLUGIN. On an
   * error the context has ended at once: host->closed is not needed, and no function is called for the value in `store`.
   * Undefined if it gives a store that it gave before. */
  enfold_status (*open)(void *feature, const enfold_store_options *options, const enfold_host *host, void *context,
                        void **store, enfold_error *error);
  /* Closes it: waiting actions and effects end as cancelled, no commit follows but the one running now. host->closed is
   * called before this returns if `drain` is set, nobody drains and this thread holds no gate; otherwise by the thread
   * that drains, or in the next drain(). Sending and observing give ENFOLD_STALE from now on.
   * Wrong if host->closed is never called: no subscription of the store gets its last event or its release. */
  void (*close)(void *store, uint32_t drain);
  /* Gives up the last reference; after this `store` is not used again. Legal at any time, also inside callbacks. No
   * other function of this store runs then, and its tasks were released before.
   * Undefined if it frees memory that threads of the engine still use. */
  void (*release)(void *store);

  /* Sends one action; send_batch sends a JSON array of actions, all or none, and `accepted` receives their number.
   * ENFOLD_OK when reduced, ENFOLD_QUEUED, or an error. token != 0 asks for host->task_ended, which may come before
   * this returns, and `task` receives a reference to cancel and release. Without one the task cannot be cancelled; one
   * that comes with an error is released.
   * Undefined if it
   *   gives ENFOLD_OK and has not reduced, ENFOLD_QUEUED and never reduces, or an error and has accepted something;
   *   gives a task that it gave before, or one of another store.
   * Wrong if it
   *   reduces without ENFOLD_SEND_DRAIN, if the store is ENFOLD_STORE_SCHEDULED: observers are called on the wrong
   *     thread. The same is true of `set`;
   *   gives a wrong number in `accepted`: it is passed on. */
  enfold_status (*send)(void *store, const char *action, size_t length, uint32_t flags, uint64_t token, void **task,
                        enfold_error *error);
  enfold_status (*send_batch)(void *store, const char *actions, size_t length, uint32_t flags, size_t *accepted,
                              enfold_error *error);
  /* Reduces at most `max` waiting actions (0: all), and puts their number into `done`. ENFOLD_OK, or ENFOLD_MORE when
   * some are left; everything else counts as ENFOLD_OK. ENFOLD_MORE with 0 done, 1,024 times in a row, ends the pump.
   * Wrong if it gives ENFOLD_OK with actions left: they wait for the next call; or if it reduces more than `max` or
   * counts wrong: the pump's budget does not hold. With `max` 0 it must end: no budget stops it. */
  enfold_status (*drain)(void *store, uint32_t max, uint32_t *done);

  /* Writes the value at a pointer as JSON: inside host->commit as of that commit, else as of the last one.
   * ENFOLD_BAD_POINTER if nothing is there now. ENFOLD_OK with nothing written is ENFOLD_FAILED. Text that was written
   * before an error is discarded.
   * Wrong if it writes something that is not JSON: the caller gets it as it is. */
  enfold_status (*state)(void *store, const char *pointer, size_t length, enfold_write_fn write, void *context,
                         enfold_error *error);
  /* The number of commits so far. Wrong if it is another number: it is passed on. */
  uint64_t (*revision)(void *store);

  /* Begins an interest: queued behind the actions already waiting, and started by a drain; with `drain` by this thread
   * if nobody drains. Refused at once if no state can have the pointer. ENFOLD_OK or ENFOLD_QUEUED when it is accepted.
   * The host has interests of its own, too. An interest without flags that is ended at once asks whether the pointer is
   * possible. One with ENFOLD_INTEREST_INITIAL alone waits for a moment without callbacks: when its commit comes, the
   * host ends the subscriptions of closed scopes.
   * Wrong if it is accepted and never begins: nobody hears of the value, and those subscriptions end with the store; or
   * if it begins twice: each report is an event. After an error its reports are ignored. */
  enfold_status (*observe)(void *store, uint64_t interest, const char *pointer, size_t length, uint32_t flags,
                           uint32_t drain, enfold_error *error);
  /* Ends it, also one that has not begun, and inside its own commit. Reports that still come are ignored; one that is
   * kept costs memory. */
  void (*unobserve)(void *store, uint64_t interest);

  /* Waiting actions plus running effects, plus one while draining; 0 is idle.
   * Wrong if it is 0 too early, or never: waiting ends too early, or with its timeout. */
  uint64_t (*pending)(void *store);
  /* Counted: while on, host->idle is called whenever the store becomes idle.
   * Wrong if host->idle is not called: waiting ends with the next thing that happens, or with its timeout. */
  void (*watch_idle)(void *store, uint32_t on);

  /* Cancels everything in the task that has not ended, at any time before task_release, also when the task or its store
   * has ended.
   * Wrong if nothing is cancelled: the task goes on. */
  void (*task_cancel)(void *task);
  /* Gives up the host's reference; cancels nothing. The task runs on, and its end may be reported.
   * Undefined if it frees a task that runs. */
  void (*task_release)(void *task);

  /* Writes one bindable property, as an entry of the queue with a commit of its own, which has no action (unless the feature takes
   * bindings: see enfold_bindings); skipped if the
   * value is equal. After the write `action`, if not NULL, is sent, with "$old" and "$new" replaced by the values. If the
   * write was skipped, nothing is sent. Value and action are checked at once: ENFOLD_BAD_POINTER, ENFOLD_UNSUPPORTED (a
   * property that is not bindable), ENFOLD_BAD_STATE (no value of the property), ENFOLD_BAD_JSON, ENFOLD_BAD_ACTION
   * (offsets in their own text). ENFOLD_NO_TARGET when it was reduced before this returns and its place had gone.
   * ENFOLD_OK and ENFOLD_QUEUED as in send. NULL, or beyond struct_size: no property is bindable.
   * Undefined if it gives ENFOLD_OK and has not written another value, or gives an error and has. */
  enfold_status (*set)(void *store, const char *pointer, size_t length, const char *value, size_t value_length,
                       const char *action, size_t action_length, uint32_t flags, enfold_error *error);
} enfold_engine;

/* ---- Extensions of the host ------------------------------------------------------------------------------------ */

#define ENFOLD_CRASH_EXTENSION "enfold.crash"
/* Version 1: tells the host what a thread is doing, for the line that a process leaves when a plugin traps ("crashLine" of
 * enfold_runtime_open). The host has both versions from the moment when that is turned on: then an engine calls it around each
 * call of a reducer. */
typedef struct enfold_crash {
  uint32_t struct_size;
  /* This thread begins to reduce an action, of which `action` is the name. The name is copied, as far as it fits. */
  void (*begin)(void *store, const char *action, size_t length);
  /* The reducer has returned, on the same thread. Wrong if it is not called: a later crash may be taken for one in the
   * reducer. */
  void (*end)(void *store);
} enfold_crash;

/* Version 2: costs a few instructions, because the name of the action is made only when the process crashes. */
typedef struct enfold_crash_2 {
  uint32_t struct_size;
  /* The text about a store that `begin` needs; NULL if there is no such store. Valid until its `release`. Undefined if
   * `begin` gets any other text. */
  const char *(*label)(void *store);
  /* This thread begins to reduce an action. If the process crashes before `end`, `describe` is called with `context` in a copy
   * of the process, which may do anything and is then killed. It writes the action's name with the context `name` of `write`,
   * and its JSON with `value`. Either may be NULL: then it is not wanted.
   * Wrong if `end` does not follow on the same thread: a later crash may be taken for one in the reducer. */
  void (*begin)(const char *label, void (*describe)(void *context, enfold_write_fn write, void *name, void *value),
                void *context);
  void (*end)(void);
} enfold_crash_2;

#define ENFOLD_SHARED_EXTENSION "enfold.shared"
/* Version 1: the shared values of a runtime, which all its plugins and the host have in common. Each is a JSON text under a
 * key, with a version: the number of assignments so far, which need not have changed anything. A plugin keeps a decoded copy,
 * and decodes again when the version is another one. `value` is a handle that `open` gave; with any other number, nothing
 * happens. Every function may be called from any thread. */

/* The plugin's functions for a value that it opens. */
typedef struct enfold_shared_user {
  uint32_t struct_size;
  void *user;
  /* The value was assigned. On any thread, on several at once, and under gates: only note it.
   * Wrong if it does more: threads may wait for each other for ever. */
  void (*changed)(void *user);
  /* Is this text, which is JSON, a value of the plugin's type? If so, writes it as the plugin itself would, and returns
   * ENFOLD_OK. If not, any error with a message and an offset. With `is_strict` keys that the type does not know are an
   * error. Called for a text that a storage loads, and strictly for a text that a host assigns. If the value is open
   * several times, the user who has opened it first is asked. */
  enfold_status (*check)(void *user, const char *text, size_t length, uint32_t is_strict, enfold_write_fn write,
                         void *context, enfold_error *error);
  /* The last call, when the value was closed and no thread is inside the other functions. Called exactly once, also if `open`
   * fails. */
  void (*release)(void *user);
} enfold_shared_user;

typedef struct enfold_shared {
  uint32_t struct_size;
  /* Finds or makes the value of a key. `storage` is one of {"memory":{}}, {"memorySingleton":{}},
   * {"file":{"directory":…,"path":…}} (both may be left out), {"defaults":{"name":…}} and {"plugin":{}}: in memory here, and
   * in a storage that the plugin has. It and `initial`, a JSON text, count only if nobody has the value open. `is_new`
   * receives 1 if that was so, and else 0; or 2 if a plugin with {"plugin":{}} is to keep the value, because nobody does.
   * ENFOLD_STALE if the runtime was closed. */
  enfold_status (*open)(uint64_t runtime, const char *key, size_t length, const char *storage, size_t storage_length,
                        const char *initial, size_t initial_length, const enfold_shared_user *user, uint64_t *value,
                        uint32_t *is_new, enfold_error *error);
  void (*close)(uint64_t value);
  uint64_t (*version)(uint64_t value);
  /* Writes the text, and returns its version; 0 if there is no such value. */
  uint64_t (*read)(uint64_t value, enfold_write_fn write, void *context);
  /* Replaces the text and returns the new version. If the text is not JSON, nothing happens, and the result is 0. `has_changed`
   * tells whether the text is another one now. Waits while somebody has the value locked.
   * Wrong if this thread itself has it locked: it waits for ever. */
  uint64_t (*assign)(uint64_t value, const char *text, size_t length, uint32_t *has_changed);
  /* Waits until nobody has the value locked, and locks it. The thread must not hold another one, and counts this one in its
   * enfold_thread, in `gates` and `shared_locks`, before.
   * Wrong if it is not unlocked by the same thread: others wait for ever. */
  void (*lock)(uint64_t value);
  /* Replaces the text, unless it is NULL, as `assign` does, and unlocks. Ignored if this thread has not locked the value. */
  uint64_t (*unlock)(uint64_t value, const char *text, size_t length, uint32_t *has_changed);
  /* Removes the value from its storage. The value is then the one that it was opened with. */
  void (*remove)(uint64_t value);
  /* The condition of the storage: writes why the last load failed, with the context `load_error`, and why the last save
   * failed, with `save_error`; nothing if they did not. `is_loading` receives whether the storage has not answered yet. */
  void (*condition)(uint64_t value, enfold_write_fn write, void *load_error, void *save_error, uint32_t *is_loading);
  /* `save` saves the changes that were not saved, `load` loads the value again. `done` is called exactly once, on any
   * thread, perhaps at once; `message` is NULL if it succeeded. */
  void (*save)(uint64_t value, void (*done)(void *user, const char *message, size_t length), void *user);
  void (*load)(uint64_t value, void (*done)(void *user, const char *message, size_t length), void *user);
  /* Tells the receiver of diagnostics that something is wrong with the value of a key, such as that the plugin's own storage
   * has failed. */
  void (*report)(uint64_t runtime, const char *key, size_t key_length, const char *message, size_t length);
} enfold_shared;

#define ENFOLD_REQUESTS_EXTENSION "enfold.requests"
/* Version 1: a feature asks the host. Every function may be called from any thread that holds no lock and no gate. */

#define ENFOLD_REQUEST_STREAM 1u /* it has elements, and its end has no value */

/* The plugin's functions for a request that it asks. They are called on any thread, `emit` perhaps on several at once. Of
 * `resolve` and `fail` at most one is called, once. An `emit` that another thread has begun may come after that, or
 * after the request was withdrawn: such an `emit` gives ENFOLD_STALE. Texts are borrowed. They are JSON, not longer or
 * deeper than the runtime allows. */
typedef struct enfold_request_user {
  uint32_t struct_size;
  uint32_t flags; /* ENFOLD_REQUEST_... */
  void *user;
  /* One element of a stream. ENFOLD_OK, ENFOLD_QUEUED, ENFOLD_LIMIT (not kept), ENFOLD_STALE (nobody waits for it any more);
   * any other error if it is no element of this stream: then the request has failed. NULL if the request is no stream. */
  enfold_status (*emit)(void *user, const char *json, size_t length, enfold_error *error);
  /* The answer; for a stream its end, with NULL and 0. An error if it is no answer of this request: then the request
   * has failed. ENFOLD_STALE if nobody waits for the answer any more: the host still gets ENFOLD_OK, because its
   * answer came first. */
  enfold_status (*resolve)(void *user, const char *json, size_t length, enfold_error *error);
  /* The request failed, with this message. */
  void (*fail)(void *user, const char *message, size_t length);
  /* The last call, when the request is over and no thread is inside the other functions. Called exactly once, also if `ask`
   * fails. */
  void (*release)(void *user);
  /* Writes why it is asked: the name of the action whose reducer began the effect, without values, with the context `action`;
   * and the tag of the action with which everything began, if it had one, with `tag`. NULL: nobody knows. Absent in older
   * ones. */
  void (*cause)(void *user, enfold_write_fn write, void *action, void *tag);
} enfold_request_user;

typedef struct enfold_requests {
  uint32_t struct_size;
  /* Asks whoever handles `name`, perhaps before this returns. `store` is the context of the store that asks, or NULL; then
   * `runtime` says where. `request` receives a number for `cancel`, before anybody is asked.
   * ENFOLD_NOT_FOUND (nobody handles the name), ENFOLD_STALE (the store or the runtime was closed), ENFOLD_INVALID,
   * ENFOLD_BAD_JSON, ENFOLD_LIMIT (the payload; as many requests are open as the runtime allows). After an error only `release`
   * is called. */
  enfold_status (*ask)(uint64_t runtime, void *store, const char *name, size_t name_length, const char *payload,
                       size_t payload_length, const enfold_request_user *user, uint64_t *request, enfold_error *error);
  /* The answer is not wanted any more. Does nothing if the request is over, or never was one. */
  void (*cancel)(uint64_t request);
} enfold_requests;

#define ENFOLD_CLOCK_EXTENSION "enfold.clock"
/* Version 1: the clock of a runtime that was opened with "clock":"manual". Every function may be called from any thread. */
typedef struct enfold_clock {
  uint32_t struct_size;
  /* The nanoseconds that the host has let pass since it opened the runtime; -1 if its clock is the system's, or if it was
   * closed. */
  int64_t (*now)(uint64_t runtime);
  /* Calls `wake` exactly once, perhaps before this returns, without locks: with ENFOLD_OK as soon as the clock shows
   * `deadline`, with ENFOLD_CANCELLED after `cancel`, with ENFOLD_STALE when the runtime was closed, with ENFOLD_UNSUPPORTED if
   * its clock is the system's. If the deadline has passed, `wake` is called at once; if it is the present time, by the next
   * advance, also one of 0 ns. `number`, if not NULL, receives the number for `cancel`; it is set before `wake` can be
   * called. */
  void (*sleep)(uint64_t runtime, int64_t deadline, void (*wake)(void *user, enfold_status status), void *user,
                uint64_t *number);
  void (*cancel)(uint64_t runtime, uint64_t number);
  /* Announces work that follows from a wake or from an action. enfold_clock_advance waits until as much work has ended as
   * was announced, before it lets more time pass. */
  void (*begin)(uint64_t runtime);
  /* Does the work, on this thread, and ends it. The work is done in any case, also if the runtime was closed. It must not wait
   * for the runtime's clock: enfold_clock_advance and the other [not in callbacks] functions are ENFOLD_REENTRANT inside.
   * Wrong if it is not called once for each `begin`: enfold_clock_advance waits for ever, or too short. */
  void (*run)(uint64_t runtime, void (*work)(void *user), void *user);
} enfold_clock;

#define ENFOLD_TRACE_EXTENSION "enfold.trace"

/* What an entry of a trace is about. */
#define ENFOLD_TRACE_ACTION 1u   /* a commit: an action was reduced */
#define ENFOLD_TRACE_SET 2u      /* a commit: a part of the state was written */
#define ENFOLD_TRACE_RESTORE 3u  /* a commit: the state was replaced by one that was kept */
#define ENFOLD_TRACE_SHARED 4u   /* a commit: the state was brought up to its shared values */
#define ENFOLD_TRACE_MUTATION 5u /* a commit: of a mutation that is no part of its action's commit */
#define ENFOLD_TRACE_EFFECT_BEGAN 6u
#define ENFOLD_TRACE_EFFECT_ENDED 7u
#define ENFOLD_TRACE_HELD 8u
#define ENFOLD_TRACE_RELEASED 9u
#define ENFOLD_TRACE_DEPENDENCY 10u /* a dependency has given a value in the commit that comes next: `effect` has the name of the
                                     * dependency, and `action` the value as JSON */
#define ENFOLD_TRACE_REQUEST 11u /* an effect asks the host: `effect` has the name of the request, `action` the payload */
#define ENFOLD_TRACE_ANSWER 12u  /* an answer, or one element of a stream: as above with the value; of a failure `row` has the message */
#define ENFOLD_TRACE_BINDING 15u /* a commit: a part of the state was written, and the write was reduced as an action; see
                                  * enfold_bindings */
#define ENFOLD_TRACE_REACTOR 1u  /* a commit depends on the mutations of a reactor that was asked */
#define ENFOLD_TRACE_OTHERS 2u   /* a commit depends on a shared value as others have made it */
#define ENFOLD_TRACE_ELEMENT 3u  /* the outcome of what is one element of a stream, and no end */

/* One thing that has happened in a store. Texts are borrowed until the call returns, and need not be NUL-terminated; NULL: none.
 * Members that have no meaning for the kind are 0. One of an unknown kind, or whose struct_size is too small, is ignored.
 * Wrong if a text is not what it is said to be, or a number is another one: readers are told so. */
typedef struct enfold_trace_entry {
  uint32_t struct_size;
  uint32_t kind;     /* ENFOLD_TRACE_... */
  uint32_t outcome;  /* of the end of an effect, and of an answer: 0 finished, 1 failed, 2 cancelled; ENFOLD_TRACE_ELEMENT */
  uint32_t depends;  /* of a commit: on what it depends besides the state before and the action: ENFOLD_TRACE_REACTOR,
                      * ENFOLD_TRACE_OTHERS; 0: on nothing, or it is not known */
  uint64_t revision; /* of the commit; of other kinds, the revision at that time */
  uint64_t task;     /* all entries that one action from outside has caused have the same number; 0: they belong to none */
  uint64_t cause;    /* the revision of the commit whose effect has caused it; of ENFOLD_TRACE_SHARED, the commit that has
                      * changed the shared value, or whose effect has. 0: it came from outside */
  /* Nanoseconds: the action waited in the queue; the state was changed; the changes were collected, and observed values encoded;
   * the observers were told. */
  uint64_t waited, reduced, encoded, told;
  const char *action; /* JSON: the action that was reduced; of mutations and effects the one that they belong to */
  size_t action_length;
  const char *tag; /* with which everything began */
  size_t tag_length;
  const char *effect; /* where the effect was written, or its name */
  size_t effect_length;
  const char *row; /* the id of the element of a list to which the effect belongs */
  size_t row_length;
  uint64_t cause_store; /* the context of the store of `cause`; 0: this store */
  uint64_t request;     /* the number of the request; a request and its answers have the same */
  const char *next;     /* of a commit: a JSON object with the stacks that have given numbers, by their pointers, and the number that
                         * comes next in each: {"/path":7} */
  size_t next_length;
} enfold_trace_entry;

/* Version 1 of the host's extension: takes what traced stores report. */
typedef struct enfold_tracer {
  uint32_t struct_size;
  /* Any thread, no lock held. Commits of one store come in their order; what a commit has caused comes behind it. The call copies
   * the entry, and waits for nobody. */
  void (*entry)(void *store, const enfold_trace_entry *entry);
} enfold_tracer;

/* ---- Extensions of a feature with an engine ------------------------------------------------------------------- */

/* A feature offers these through its get_extension; see "Growth". A reducer needs none but "enfold.declares": the engine
 * that the runtime lends it has the others. The host asks when the plugin is loaded. A table that is too small, or whose
 * function is NULL, is ENFOLD_BAD_PLUGIN. */

#define ENFOLD_RESTORE_EXTENSION "enfold.restore"
/* Version 1: replaces the state of a store. Without it enfold_store_restore is ENFOLD_UNSUPPORTED. */
typedef struct enfold_restore {
  uint32_t struct_size;
  /* Replaces the state by the given JSON, as an entry of the queue with a commit of its own, which has no action. The text
   * is checked at once: ENFOLD_BAD_JSON, ENFOLD_BAD_STATE (both with an offset), ENFOLD_LIMIT. It may be nested 1,024 deep.
   * ENFOLD_OK, ENFOLD_QUEUED and `flags` as in `send` of enfold_engine.
   * Undefined if it gives ENFOLD_OK and has not replaced the state, or gives an error and has. */
  enfold_status (*restore)(void *store, const char *state, size_t length, uint32_t flags, enfold_error *error);
} enfold_restore;

#define ENFOLD_STUB_EXTENSION "enfold.stub"
/* Version 1: opens stores that reduce nothing. Without it the option "stub" is ENFOLD_UNSUPPORTED. */
typedef struct enfold_stub {
  uint32_t struct_size;
  /* Called in place of `open` of enfold_engine, and with the same rules. The engine checks the actions of such a store, and
   * reports them to the interests with ENFOLD_INTEREST_ACTIONS, without ENFOLD_CHANGED; with ENFOLD_INTEREST_FINISHED, too, at
   * once. It reduces nothing: no effects, no commits, and the revision stays. A task ends at once. `set` and `restore` write as
   * always.
   * Wrong if it reduces: observers are told so. */
  enfold_status (*open)(void *feature, const enfold_store_options *options, const enfold_host *host, void *context,
                        void **store, enfold_error *error);
} enfold_stub;

#define ENFOLD_NO_EFFECTS_EXTENSION "enfold.no_effects"
/* Version 1: opens stores that begin no effects, to see what reducers do. Without it the option "effects":"none" is
 * ENFOLD_UNSUPPORTED. */
typedef struct enfold_no_effects {
  uint32_t struct_size;
  /* Called in place of `open` of enfold_engine, and with the same rules. The engine reduces and commits as always, and drops the
   * effects that actions return: a task ends with its action, and nothing is asked of the host. A reactor is not asked for
   * mutations, and nothing that it would do by itself begins. `set` and `restore` write as always. Its shared values are its own:
   * they begin as the state has them, a state that is restored replaces them, and nobody else sees them.
   * Wrong if it begins an effect: it runs. */
  enfold_status (*open)(void *feature, const enfold_store_options *options, const enfold_host *host, void *context,
                        void **store, enfold_error *error);
} enfold_no_effects;

#define ENFOLD_HOLD_EXTENSION "enfold.hold"
#define ENFOLD_HOLD_PROGRAM 1u
#define ENFOLD_HOLD_BREAKPOINT 2u
/* Version 1: holds stores, and takes steps. Without it enfold_store_hold, enfold_store_step and enfold_store_break are
 * ENFOLD_UNSUPPORTED. */
typedef struct enfold_hold {
  uint32_t struct_size;
  /* Holds the store (`on` is ENFOLD_HOLD_PROGRAM, or ENFOLD_HOLD_BREAKPOINT for a breakpoint that the host knows), or releases it (0).
   * While it is held, the engine keeps back, in order, what would change its
   * state: actions, `set`, `restore`, mutations that come late, and changes of shared values. They are accepted, with
   * ENFOLD_QUEUED, and they count in `pending`. Everything else goes on, `observe`, `unobserve` and `close` above all. `drain`
   * gives ENFOLD_OK, and the engine does not ask to be scheduled for what it keeps back. What is being reduced is reduced as a
   * whole. ENFOLD_OK; ENFOLD_QUEUED when it was released and something is still to be reduced; `flags` as in `send` of
   * enfold_engine.
   * Wrong if something changes the state while it is held: observers are told so. */
  enfold_status (*hold)(void *store, uint32_t on, uint32_t flags, enfold_error *error);
  /* Who holds it: ENFOLD_HOLD_PROGRAM or ENFOLD_HOLD_BREAKPOINT; 0: nobody. The last one counts. Other numbers count as the first. */
  uint32_t (*is_held)(void *store);
  /* Takes the first entry that is kept back, in its turn, with the mutations that are at hand. ENFOLD_OK, and `done` receives 1 if
   * there was one, or 0; ENFOLD_QUEUED if it will be taken; ENFOLD_INVALID if the store is not held. */
  enfold_status (*step)(void *store, uint32_t flags, uint32_t *done, enfold_error *error);
  /* Adds a breakpoint: the store is held before each action with this name, and logs that ("topic":"a-store-is-held"), with the
   * number, which the host has chosen. The name is the text that the action is in JSON, or a key of its object; behind a / follows
   * the text or a key inside that: add, detail/rename. */
  void (*add_breakpoint)(void *store, uint64_t number, const char *action, size_t length);
  void (*remove_breakpoint)(void *store, uint64_t number);
} enfold_hold;

/* Version 1 of the feature's extension "enfold.trace": turns the trace of a store on and off. Without it the store is in no trace. */
typedef struct enfold_trace {
  uint32_t struct_size;
  /* Counted, as an entry of the queue: one more (`on` is not 0), or one less. While the count is above 0, the store reports to the
   * host's extension "enfold.trace". Several threads call it, so the count may be below 0 for a moment. It goes on while the store is
   * held. ENFOLD_OK, ENFOLD_QUEUED and `flags` as in `send` of enfold_engine. A store that
   * does not report costs what it costs without this extension. */
  enfold_status (*trace)(void *store, uint32_t on, uint32_t flags, enfold_error *error);
} enfold_trace;

#define ENFOLD_FLUSH_EXTENSION "enfold.flush"
/* Version 1: begins what waits, for the regular end of a store. Without it enfold_store_flush is ENFOLD_UNSUPPORTED, and
 * enfold_store_end waits for the effects that enfold_store_flush would begin. */
#define ENFOLD_FLUSH_BEGIN 2u /* the debounced and throttled effects that wait begin now; those that they debounce again wait */
#define ENFOLD_FLUSH_LAST 4u  /* from this call on the store takes nothing from outside any more: `send`, `send_batch`, `set` and
                               * `restore` give ENFOLD_STALE; what was accepted goes on, and effects go on and may send */
typedef struct enfold_flush {
  uint32_t struct_size;
  /* Does what `flags` says, as an entry of the queue, behind the actions that wait already. ENFOLD_OK, ENFOLD_QUEUED and
   * ENFOLD_SEND_DRAIN in `flags` as in `send` of enfold_engine.
   * Wrong if something is accepted after a call with ENFOLD_FLUSH_LAST: it may be cut off when the store is closed. */
  enfold_status (*flush)(void *store, uint32_t flags, enfold_error *error);
  /* Writes a JSON array with one text for each effect that runs, for the log: where it is written, or its name. */
  void (*running)(void *store, enfold_write_fn write, void *context);
} enfold_flush;

#define ENFOLD_TAGS_EXTENSION "enfold.tags"
/* Version 1: actions with tags. Without it enfold_store_send_with is ENFOLD_UNSUPPORTED if a tag is given. */
typedef struct enfold_tags {
  uint32_t struct_size;
  /* As `send` of enfold_engine. The commits and requests that follow from the action have the tag, and so have the "tag" of
   * log records and the tags of what its effects send. Features do not see it.
   * Wrong if it is left out or changed: it is passed on as it is. */
  enfold_status (*send)(void *store, const char *action, size_t length, const char *tag, size_t tag_length, uint32_t flags,
                        uint64_t token, void **task, enfold_error *error);
} enfold_tags;

#define ENFOLD_DEPENDENCIES_EXTENSION "enfold.dependencies"
/* Version 1: a traced store reports what the dependencies `uuid`, `date` and `random` give while an action is reduced
 * (ENFOLD_TRACE_DEPENDENCY), and a store that begins no effects takes these values from its host instead. Without it the option
 * "dependencies" is ENFOLD_UNSUPPORTED. */
typedef struct enfold_dependencies {
  uint32_t struct_size;
  /* As `send` of enfold_tags; the tag may be NULL. While this action is reduced, the dependencies give the values of the JSON array
   * `given`, in order: [{"uuid":"…"},{"date":"…"},{"random":"…"}], each as ENFOLD_TRACE_DEPENDENCY has reported it. A value that is
   * asked for and is not the next one, or that is left over, is logged ("topic":"a-dependency-that-differs"); the dependency then
   * makes its own value. ENFOLD_INVALID if `given` is no such array, or the store begins effects. */
  enfold_status (*send)(void *store, const char *action, size_t length, const char *tag, size_t tag_length, const char *given,
                        size_t given_length, uint32_t flags, uint64_t token, void **task, enfold_error *error);
} enfold_dependencies;

#define ENFOLD_BINDINGS_EXTENSION "enfold.bindings"
/* Version 1: a feature that takes bindings: a write is an action of it, which its reducer gets and observers of actions see. Without
 * it every write is that of enfold_engine. */
typedef struct enfold_bindings {
  uint32_t struct_size;
  /* As `set` of enfold_engine, with its statuses. But the write is an action of the feature to which a scope of the store sends, if
   * that takes bindings: {"binding":{"/text":"x"}} is put into `before` and `behind`, and reduced when the turn of the write comes
   * and the value differs. If it takes none, the property is written without an action, as `set` does.
   *   before, behind  the template of the scope, without the place of its action: {"editor": and }. Both empty: the store's own
   *                   actions. They make JSON with an action between them.
   *   place           how many bytes of `pointer` lead to the state of that feature; the binding has the rest.
   * Wrong if a write of a feature that takes bindings is no action of it: nobody is told. */
  enfold_status (*set)(void *store, const char *before, size_t before_length, const char *behind, size_t behind_length,
                       const char *pointer, size_t length, size_t place, const char *value, size_t value_length,
                       const char *action, size_t action_length, uint32_t flags, enfold_error *error);
} enfold_bindings;

#define ENFOLD_DECLARES_EXTENSION "enfold.declares"
/* Version 1: lists the requests of a feature, for enfold_runtime_features. */
typedef struct enfold_declares {
  uint32_t struct_size;
  /* Writes a JSON array with one object for each request: {"name":"numberFact","stream":false,"payload":…,"answer":…}, with
   * JSON Schemas of the payload and of the answer, or of an element. `feature` is that of enfold_engine, or `user` of
   * enfold_reducer. Called when the plugin is loaded; a text that is not a JSON array is ENFOLD_BAD_PLUGIN.
   * Wrong if it describes something else: it is handed on and not applied. */
  void (*requests)(void *feature, enfold_write_fn write, void *context);
} enfold_declares;

/* ---- Reducers: features written by hand ---------------------------------------------------------------------- */

/* Collects the changes of a reducer. */
typedef struct enfold_changes {
  uint32_t struct_size;
  /* Reports that the value at `pointer` (a JSON Pointer, NUL-terminated) is another one now. The reports select the
   * observers that hear of the commit: those of this place, of the places inside it and of the places around it. Nothing
   * else is written, and nobody else hears of the commit. So report a place that was added or removed, too. If an element
   * that is not the last was added or removed, all later indexes hold other elements: report the array. "" is the whole
   * state, and so is NULL, and a text that is no JSON Pointer. Without a report nothing has changed.
   * Undefined if it is called after `reduce` has returned, or with a copy of the struct.
   * Wrong if something has changed at a place that was not reported: observers there do not hear of it, and patches leave
   * it out until it is reported. */
  void (*changed)(const struct enfold_changes *changes, const char *pointer);
} enfold_changes;

/* A feature as a reducer alone. The runtime calls `check` on any thread, and the rest for one instance on one thread at
 * a time. `user` is that of enfold_feature_register (a plugin's: the `user` below). All but `check` must be there.
 * `reduce` and `state` run under a gate (see enfold_thread): they may send to every store, which is ENFOLD_QUEUED, and
 * read none, not only their own: enfold_store_state gives ENFOLD_REENTRANT. */
typedef struct enfold_reducer {
  uint32_t struct_size;
  void *user;
  /* Makes an instance: its own state, or the given JSON, which may be nested 1,024 deep. ENFOLD_BAD_STATE if it is
   * none. The instance may be NULL. After an error it is not closed.
   * Undefined if it gives an instance that it gave before and that is not closed. */
  enfold_status (*open)(void *user, const char *state, size_t length, void **instance, enfold_error *error);
  /* Ends an instance, on any thread, once nobody uses its store any more, or its state was replaced
   * (enfold_store_restore: that is another instance, opened with the new state). It is not used again. */
  void (*close)(void *instance);
  /* Is this an action of the feature? It is JSON already. ENFOLD_BAD_ACTION with a message if not. If `check` is NULL, JSON
   * that fits the feature's action_schema is an action; without a schema any JSON is.
   * Every error reaches the sender as ENFOLD_BAD_ACTION; without an offset it is about the action's first byte. May be
   * called on several threads at once, also while `reduce` runs.
   * Undefined if these threads share something and use it without a lock. */
  enfold_status (*check)(void *user, const char *action, size_t length, enfold_error *error);
  /* Reduces one action and reports its changes. An error must leave the state as it was. The action counts as sent
   * nevertheless: its task ends with ENFOLD_FAILED and the message, there is one diagnostic, and reports do not count.
   * Wrong if it gives an error and has changed the state, or changes it without a report: observers do not hear of it
   * before the next change. */
  enfold_status (*reduce)(void *instance, const char *action, size_t length, const enfold_changes *changes,
                          enfold_error *error);
  /* Writes the whole state as JSON, nested at most 1,024 deep. An error, and a text that is not JSON, is deeper or is
   * empty, is ENFOLD_FAILED for the reader of the state; observers get no event for that commit, and there is one
   * diagnostic. Called at most once for each commit, unless the feature has "enfold.parts". */
  enfold_status (*state)(void *instance, enfold_write_fn write, void *context, enfold_error *error);
} enfold_reducer;

/* ---- Extensions of a feature with a reducer ------------------------------------------------------------------- */

/* A feature offers these through its get_extension; see "Growth". The host asks when the plugin is loaded, or the feature
 * registered. A table that is too small, or whose function is NULL, is ENFOLD_BAD_PLUGIN. */

#define ENFOLD_EFFECTS_EXTENSION "enfold.effects"
/* Version 1: actions that follow an action, and requests to the host. */

/* Given to `reduce`, and valid until it returns. The calls of these functions only note what is to begin. It begins, in the
 * order of the calls, when the action's commit is made and told, and belongs to the action's task. If `reduce` gives an
 * error, nothing of it begins. An error of these functions is only the answer to that call: the reducer goes on.
 * Undefined if they are called after `reduce` has returned, on another thread, or with a copy of the struct. */
typedef struct enfold_effects {
  uint32_t struct_size;
  /* Sends an action of this feature: it is reduced after this one and after all that wait already. It is checked at once, as
   * enfold_store_send does: ENFOLD_BAD_JSON, ENFOLD_BAD_ACTION (both with an offset), ENFOLD_LIMIT. */
  enfold_status (*send)(const struct enfold_effects *effects, const char *action, size_t length, enfold_error *error);
  /* Asks whoever handles `name`, as features in Swift do: see "Requests" of enfold.h. `payload` is JSON; NULL is null.
   * The answer comes as an action. The options are a JSON object:
   *   "answer"          a template of the action that is sent with the answer, or with each element of a stream, which stands
   *                     where it has the string "$answer": {"learned":"$answer"}. Absent: nothing is sent. A text that
   *                     begins with $ is written with $$.
   *                     An answer that makes no action of this feature is a wrong one: the request fails.
   *   "failure"         a template of the action that is sent if the request fails, with the reason, a text, for "$error".
   *                     Absent: the task ends with ENFOLD_FAILED, and there is a diagnostic.
   *   "stream"          true: a stream. "buffer": how many elements may wait, 256 if absent.
   *   "id"              a text by which `cancel` finds it. With "cancelInFlight": true the requests with the same id are
   *                     cancelled first.
   * A request that is cancelled sends nothing more.
   * ENFOLD_INVALID (the name, an option, an unknown place in a template), ENFOLD_BAD_JSON, ENFOLD_BAD_ACTION (a template
   * without a place that is no action), ENFOLD_LIMIT. Offsets are in `options`, unless the message begins with "payload" or
   * "name". */
  enfold_status (*request)(const struct enfold_effects *effects, const char *name, size_t name_length,
                           const char *payload, size_t payload_length, const char *options, size_t options_length,
                           enfold_error *error);
  /* Cancels the requests of this store with that id. ENFOLD_INVALID (it is not UTF-8). */
  enfold_status (*cancel)(const struct enfold_effects *effects, const char *id, size_t length, enfold_error *error);
} enfold_effects;

typedef struct enfold_effect_reducer {
  uint32_t struct_size;
  /* As `reduce` of enfold_reducer, which is not called then. That function must be there nevertheless: a libenfold without
   * this extension calls it. */
  enfold_status (*reduce)(void *instance, const char *action, size_t length, const enfold_changes *changes,
                          const enfold_effects *effects, enfold_error *error);
} enfold_effect_reducer;

#define ENFOLD_PARTS_EXTENSION "enfold.parts"
/* Version 1: writes parts of a state. So a commit costs only the parts that are changed and observed, not the whole state. */
typedef struct enfold_parts {
  uint32_t struct_size;
  /* Writes the value at a JSON Pointer as `state` would. ENFOLD_BAD_POINTER: nothing is there now. In it a token
   * `name=value` may select an element of an array. ENFOLD_UNSUPPORTED: `state` is asked instead. Everything else as `state`
   * of enfold_reducer.
   * Wrong if it writes another value than `state`: observers get it as it is. */
  enfold_status (*part)(void *instance, const char *pointer, size_t length, enfold_write_fn write, void *context,
                        enfold_error *error);
} enfold_parts;

/* ---- The plugin's table -------------------------------------------------------------------------------------- */

/* One feature: exactly one of `engine` and `reducer` is set. Schemas are JSON Schema texts or NULL; a text that is not
 * JSON is refused. `name` is not empty, has no '/' and no '@', and no other feature of the plugin has it. Texts are
 * UTF-8 and NUL-terminated.
 * The schemas of a reducer are applied: state_schema to states that a host gives, and action_schema to actions, unless
 * there is a `check`. A schema with an unknown keyword, such as "pattern", is refused; docs/features-in-c.md lists the known
 * ones, under "Checks".
 * Wrong if a schema of an engine is JSON but describes something else: it is handed on and not applied. */
typedef struct enfold_plugin_feature {
  uint32_t struct_size;
  const char *name; /* "Todos" */
  const char *state_schema;
  const char *action_schema;
  const enfold_engine *engine;
  const enfold_reducer *reducer;
  /* An extension of this feature; see "Growth". NULL, or beyond struct_size: it has none. */
  const void *(*get_extension)(const char *name, uint32_t version);
} enfold_plugin_feature;

/* The facts that both sides must agree on; compared field by field at loading. Its layout is frozen. struct_size, abi,
 * pointer_size and change_size must be equal to the runtime's. The other sizes are those of the header that the plugin
 * was built with: they may be greater than the runtime's, and smaller as far as "Growth" allows.
 * Undefined if `compiler` names the right compiler and the plugin was built by another. */
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

/* The table of a plugin. `id` and `version` are not empty, and have no '/' and no '@'. There is at least one feature,
 * and at most 65,536.
 * Undefined, here and in every table that this one leads to, if struct_size is greater than the struct that is there,
 * or if anything in it changes or goes away after loading. */
typedef struct enfold_plugin_table {
  uint32_t struct_size;
  enfold_plugin_abi abi;
  const char *id;      /* "org.example.todos" */
  const char *version; /* "1.0.0" */
  const enfold_plugin_feature *const *features;
  size_t feature_count;
  /* An extension of the plugin; see "Growth". NULL, or beyond struct_size: it has none. */
  const void *(*get_extension)(const char *name, uint32_t version);
} enfold_plugin_table;

/* The one function that a plugin exports. The table lives as long as the process. NULL: it refuses to be loaded. Called
 * at each enfold_plugin_load; it gives the same table each time.
 * Undefined if the symbol is data and no function. */
ENFOLD_API const enfold_plugin_table *enfold_plugin_entry(void);
typedef const enfold_plugin_table *(*enfold_plugin_entry_fn)(void);

#ifdef __cplusplus
}
#endif

#endif /* ENFOLD_PLUGIN_H */
