/* enfold.h: the C API of Enfold, an embeddable runtime for unidirectional state.
 *
 * A program opens a runtime, loads plugins, opens stores of the features they bring, sends actions (JSON)
 * and observes state (JSON). C11 and C++17.
 *
 * Conventions
 *   Handles     64-bit ids. 0 is never valid. A closed handle gives ENFOLD_STALE, another kind ENFOLD_BAD_HANDLE.
 *   Statuses    0 done, > 0 information, < 0 error. On an error nothing has changed. Exception: if enfold_store_send gives
 *               ENFOLD_NO_TARGET, the reducers around the absent child did run, and a commit was made.
 *   enfold_error  nullable everywhere; allocated by the caller, initialised once with ENFOLD_ERROR_INIT or enfold_error_init.
 *   Texts in    a pointer and a length, or ENFOLD_NUL as the length of a NUL-terminated text. UTF-8, borrowed for
 *               the call. NULL with length 0 (or ENFOLD_NUL) means "not given".
 *   Texts out   enfold_string, freed with enfold_string_free. Texts that a callback receives are borrowed until it returns.
 *   Callbacks   the triple (fn, user, release): release(user) runs exactly once, after the last call of fn, also when
 *               the function that received the triple fails. release may be NULL. Callbacks and releases must return: no
 *               exception of C++ may leave them, and no longjmp. An exception that does so ends the process.
 *   Options     a JSON object; an unknown key is refused with ENFOLD_INVALID. An empty text is "not given", too.
 *
 * Threads: every function says where it may be called.
 *   [any thread]        from every thread, also from inside callbacks.
 *   [not in callbacks]  from every thread, but ENFOLD_REENTRANT from inside a callback, or from inside a reducer or the
 *                       encoding of a state: it would wait for itself.
 *   A callback may call every [any thread] function, may close its own store and cancel its own subscription.
 *   One store never runs two callbacks at once. No lock is held while a callback runs.
 *   A thread is not cancelled (pthread_cancel) while it changes, saves or loads a shared value, nor in what the library itself
 *   does while others wait for it: the request waits. Code that the library calls meanwhile, such as a reducer in C or a
 *   callback, must not be cancelled: if it calls the system, it disables that (pthread_setcancelstate).
 *   A signal handler may call none of these functions. It may call the function of a callback with "signal"
 *   (enfold_store_callback).
 *
 * A thread that ends may call every function until its last destructor (pthread_key_create, thread_local) has returned.
 * A thread with a small stack uses no values that are nested more deeply than its stack holds: that is ENFOLD_LIMIT, and the
 * message has both numbers. docs/json.md says what stack a thread needs.
 * After fork() the child must not use handles opened before it, and should call exec(): docs/robustness.md says why.
 * dlclose leaves the library in memory: threads that have used it end in its code.
 */
#ifndef ENFOLD_H
#define ENFOLD_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define ENFOLD_API
#else
#define ENFOLD_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The ABI this header describes. It only ever grows; compare with enfold_abi_version(). */
#define ENFOLD_ABI_VERSION 1

typedef int32_t enfold_status;
typedef uint64_t enfold_runtime;
typedef uint64_t enfold_plugin;
typedef uint64_t enfold_store;
typedef uint64_t enfold_task;
typedef uint64_t enfold_subscription;
typedef uint64_t enfold_request;
typedef uint64_t enfold_callback;

/* As a length: the text is NUL-terminated. */
#define ENFOLD_NUL SIZE_MAX

/* Every status: name, value, meaning. */
#define ENFOLD_STATUS_MAP(XX)                                                                       \
  XX(ENFOLD_OK, 0, "done")                                                                          \
  XX(ENFOLD_QUEUED, 1, "accepted, and reduced later, in order")                                     \
  XX(ENFOLD_MORE, 2, "the pump's budget ran out with work left")                                    \
  XX(ENFOLD_TIMEOUT, 3, "the wait ended first")                                                     \
  XX(ENFOLD_INVALID, -1, "an argument is NULL, out of range or contradicts another")                \
  XX(ENFOLD_BAD_HANDLE, -2, "not a handle of this kind")                                            \
  XX(ENFOLD_STALE, -3, "the handle was closed")                                                     \
  XX(ENFOLD_BAD_JSON, -4, "not JSON")                                                               \
  XX(ENFOLD_BAD_ACTION, -5, "JSON, but no action of this feature")                                  \
  XX(ENFOLD_BAD_STATE, -6, "JSON, but no state of this feature")                                    \
  XX(ENFOLD_BAD_POINTER, -7, "not a JSON Pointer, or nothing is there")                             \
  XX(ENFOLD_NOT_FOUND, -8, "no such feature, file, symbol or key")                                  \
  XX(ENFOLD_BAD_PLUGIN, -9, "not a plugin, or one for another ABI or compiler")                     \
  XX(ENFOLD_NO_TARGET, -10, "a child that is absent now")                                           \
  XX(ENFOLD_REENTRANT, -11, "not allowed from inside a callback or a reducer")                      \
  XX(ENFOLD_LIMIT, -12, "a configured limit was reached")                                           \
  XX(ENFOLD_CANCELLED, -13, "the task was cancelled")                                               \
  XX(ENFOLD_FAILED, -14, "the task's effect, the host function or the plugin failed")               \
  XX(ENFOLD_IO, -15, "a file or system call failed")                                                \
  XX(ENFOLD_UNSUPPORTED, -16, "not on this system, or not by this feature")

enum {
#define ENFOLD_STATUS_ENUM(name, value, text) name = (value),
  ENFOLD_STATUS_MAP(ENFOLD_STATUS_ENUM)
#undef ENFOLD_STATUS_ENUM
};

/* The details of an error. `message` says what is wrong, where, and what would be right; `offset` is the byte of the
 * caller's text that could not be accepted, or UINT64_MAX. It is filled on every error and left alone otherwise. Only the
 * members that `struct_size` covers are written, so an error whose struct_size is 0 (memset, "= {0}") receives nothing.
 * Initialise it once, with ENFOLD_ERROR_INIT or enfold_error_init. enfold_status_name(code), such as ENFOLD_BAD_JSON, is the
 * name under which docs/errors.md has the cause and the cure: `enfold explain ENFOLD_BAD_JSON`, errors.html#enfold_bad_json on
 * the site. */
typedef struct enfold_error {
  uint32_t struct_size;
  enfold_status code;
  uint64_t offset;
  char message[496];
} enfold_error;
#define ENFOLD_ERROR_INIT { sizeof(enfold_error), 0, UINT64_MAX, "" }

/* The same as ENFOLD_ERROR_INIT, but writes the beginning of the struct alone, where that writes all of its 512 bytes. One error
 * may be used for many calls, and need not be initialised again. */
static inline void enfold_error_init(enfold_error *error) {
  error->struct_size = (uint32_t)sizeof *error;
  error->code = 0;
  error->offset = UINT64_MAX;
  error->message[0] = '\0';
}

/* A text that the library allocated; also NUL-terminated. Free it with enfold_string_free. */
typedef struct enfold_string {
  char *data;
  size_t length;
} enfold_string;

/* Called exactly once when a callback is no longer needed. */
typedef void (*enfold_release_fn)(void *user);

/* ---- Library ---------------------------------------------------------------------------------------------- */

/* The library's version, "0.1.0". Static.
 * [any thread] [since 0.1] */
ENFOLD_API const char *enfold_version(void);

/* The ABI version of the library; a program built for a smaller one keeps working.
 * [any thread] [since 0.1] */
ENFOLD_API uint32_t enfold_abi_version(void);

/* The name of a status, "ENFOLD_BAD_JSON"; "ENFOLD_UNKNOWN" for any other number. Static.
 * [any thread] [since 0.1] */
ENFOLD_API const char *enfold_status_name(enfold_status status);

/* The meaning of a status, as one short text. Static, for any input.
 * [any thread] [since 0.1] */
ENFOLD_API const char *enfold_status_message(enfold_status status);

/* Frees a text and clears it, so that a second call does nothing. NULL is fine.
 * [any thread] [since 0.1] */
ENFOLD_API void enfold_string_free(enfold_string *string);

/* A text as a JSON string, in quotes, with escapes where JSON needs them: for actions that are put together by hand. The
 * text may contain NUL bytes, if its length is given. Free `out` with enfold_string_free.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (text or out is NULL; not UTF-8, with the offset of the first byte that is not). */
ENFOLD_API enfold_status enfold_json_quote(const char *text, size_t length, enfold_string *out, enfold_error *error);

/* Applies a patch to a document and gives the document that results. The patch is a JSON Patch (RFC 6902), or a keyed one as
 * enfold_store_observe tells with "patch":"keyed". All of its operations are done, or none.
 * Options:
 *   "revert"  false (default). true: takes back what the patch did to the document. Each "replace" and "remove" needs the member
 *             "old", which "old":true of enfold_store_observe gives. What a "copy", a "move" with "from" and an "add" in the
 *             place of another value did cannot be taken back.
 * `out` is compact JSON. Members of objects keep their places, and new ones come last. Integers are exact, and must fit into
 * 64 bits; other numbers are doubles. The texts may be 1,024 levels deep and have 64 MiB; so much may the patch add, too. Free
 * `out` with enfold_string_free.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_JSON, ENFOLD_INVALID (an operation that is none or cannot be done; the message has its number), ENFOLD_LIMIT. */
ENFOLD_API enfold_status enfold_patch_apply(const char *document, size_t length, const char *patch, size_t patch_length,
                                            const char *options, size_t options_length, enfold_string *out,
                                            enfold_error *error);

/* ---- Runtime and event loop ------------------------------------------------------------------------------- */

/* Opens a runtime, which owns plugins and stores. Two runtimes in one process are independent.
 * Options:
 *   "loop"        "inline" (default): the thread that finds a store idle reduces its actions and runs its callbacks. That
 *                 may be a thread on which an effect runs. A thread that has drained for others long enough hands over to the
 *                 next sender.
 *                 "host": callbacks run only inside enfold_runtime_pump, or in a send on the loop thread: the thread
 *                 that opened the runtime, until another one pumps.
 *   "clock"       "system" (default). "manual": effects sleep on a clock that stands still until enfold_clock_advance moves
 *                 it, and for which it is 2001-02-03T04:05:06Z at the beginning. So debounces, throttles and timers need no
 *                 waiting in tests. Shared values are written to their files after real time.
 *   "environment" "live" (default), "preview" or "test": which dependencies features see.
 *   "limits"      {"depth":128,"bytes":67108864,"queue":1048576,"callbacks":1024,"requests":65536}: nesting and size of one
 *                 JSON text, the actions that may wait in one store, the callbacks that the runtime may ever make, and the
 *                 requests that may be open at once. Anything beyond them is refused with ENFOLD_LIMIT; an effect that asks
 *                 too much fails with a message that says so. "depth" is at most 1024. A pointer may have "depth" tokens,
 *                 counted from the store, and "$action" in a scope's template may lie that deep.
 *   "shared"      {"directory":"/absolute/path"}: where shared values are kept that outlive the process. Absent: in the
 *                 live environment $XDG_STATE_HOME/enfold, or else ~/.local/state/enfold; in the other two
 *                 environments they stay in memory.
 *   "crashLine"   false (default). true: a plugin that traps, which ends the process, leaves one line on stderr. It names the
 *                 signal, the plugin and, inside a reducer, the feature and the action. Then the process ends by the same
 *                 signal, or the handler goes on that was installed before. "values": the line has the first 200 bytes of the
 *                 action, too. It holds for the whole process from then on. ENFOLD_CRASH_LINE=1 or =values in the environment
 *                 does the same.
 *   "stats"       false (default). true: the times of commits are counted always, for enfold_runtime_stats, and not only while
 *                 the trace has a reader.
 *   "redact"      an array of at most 256 patterns, each of at most 1024 bytes: places whose values no reader gets. Readers are
 *                 those of the trace, ENFOLD_TRACE=1, the receiver of the log, the messages of errors, and the crash line. They
 *                 get "[redacted]" instead, and an error about a text with such values has no offset. Observers and
 *                 enfold_store_state get the values. A pattern is a JSON Pointer in which a token "*" is every member or
 *                 element: of states ("/user/token"), behind "action:" of actions ("action:/login/password"), and behind
 *                 "request:" and the name of a request of its payload and its answers ("request:login/password";
 *                 "request:login": all of them; "request:*": of all requests), and behind "dependency:" of what uuid, date or
 *                 random gave ("dependency:uuid"; "dependency:*": of all). "" is whole states, and "action:" whole actions. It
 *                 holds for all stores. Beside these, schemas of features mark places by "x-enfold-redacted": true.
 * Without the crash line the library installs no signal handler. Swift's runtime, which it is linked with, may install some that
 * print a report, if Swift's tools are on the machine: SWIFT_BACKTRACE=enable=no in the environment prevents that.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (out is NULL, an unknown option, a wrong pattern), ENFOLD_BAD_JSON, ENFOLD_IO (no descriptor left). */
ENFOLD_API enfold_status enfold_runtime_open(const char *options, size_t length, enfold_runtime *out, enfold_error *error);

/* Closes a runtime: closes its stores as enfold_store_close does, retires its plugins, and makes all of its handles stale (of
 * tasks, too; those of subscriptions when they have had their last event). Never waits for a callback. Nobody can pump a
 * closed runtime. So with "loop":"host" the pump that is running now delivers the rest, whatever its budget is. If no
 * pump is running, this thread delivers it before this returns; inside a reducer, when that has returned.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_close(enfold_runtime runtime, enfold_error *error);

/* Begins the debounced and throttled effects that wait in the runtime's stores, as enfold_store_flush does for each.
 * ENFOLD_OK: they have begun. ENFOLD_QUEUED: some will.
 * [any thread] [since 0.1]
 * ENFOLD_UNSUPPORTED (a feature that cannot be flushed: the message names it, and all other stores were flushed),
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_flush(enfold_runtime runtime, enfold_error *error);

/* Ends a runtime so that nothing is lost: does with all of its stores together what enfold_store_end does with one, with the
 * same options, and closes it. From the beginning of this call on no store is opened.
 * [not in callbacks] [since 0.1]
 * ENFOLD_TIMEOUT (something was cut off, and the runtime is closed), ENFOLD_BAD_JSON, ENFOLD_INVALID (an option),
 * ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE (also when it is closed meanwhile). */
ENFOLD_API enfold_status enfold_runtime_end(enfold_runtime runtime, const char *options, size_t length, enfold_error *error);

/* The descriptor that is readable while enfold_runtime_pump has work ("loop":"host"). Before the pump is called, somebody
 * else may have done the work. Level-triggered: poll it for reading, never read it, never close it. It lives as long as the
 * runtime.
 * [any thread] [since 0.1]
 * ENFOLD_UNSUPPORTED ("loop":"inline"), ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_fd(enfold_runtime runtime, int *out, enfold_error *error);

/* Reduces the actions that wait in the runtime's stores, at most max_actions of them (0: until nothing is left), and runs
 * the callbacks. A request that waits for its handler counts like an action. Stores that were closed end here, too: with
 * max_actions at most 1,024 of them in a row. Makes this thread the loop thread; while
 * another thread pumps, it does nothing and gives ENFOLD_MORE. `done`, if not NULL, receives how many there were. With
 * "loop":"inline" there is never anything to do.
 * [not in callbacks] [since 0.1]
 * ENFOLD_MORE (work is left), ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_pump(enfold_runtime runtime, uint32_t max_actions, uint32_t *done, enfold_error *error);

/* Waits until every store is idle: queue empty, no effect running. With "loop":"host" the loop thread pumps
 * meanwhile. timeout_ms < 0 waits without end.
 * [not in callbacks] [since 0.1]
 * ENFOLD_TIMEOUT, ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE (also when it is closed meanwhile). */
ENFOLD_API enfold_status enfold_runtime_wait(enfold_runtime runtime, int64_t timeout_ms, enfold_error *error);

/* Lets time pass on the clock of a runtime that was opened with "clock":"manual". Effects that sleep until then are woken one
 * after the other, in the order of their deadlines. Before the next one is woken, and before this returns, they go as far as
 * they can: until they sleep again, end, or wait for something else, such as an answer of the host. Their actions are reduced.
 * With "loop":"host" this thread becomes the loop thread, and pumps. Other threads that let time pass meanwhile wait.
 * 0 nanoseconds lets the effects go as far as they can, and wakes those that sleep for no time.
 * [not in callbacks] [since 0.1]
 * ENFOLD_UNSUPPORTED (the clock is the system's), ENFOLD_INVALID (less than 0, or a time after 2^63 nanoseconds),
 * ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE (also when it is closed meanwhile). */
ENFOLD_API enfold_status enfold_clock_advance(enfold_runtime runtime, int64_t nanoseconds, enfold_error *error);

/* Numbers about the runtime, as a JSON object: {"stores":2,"scopes":1,"subscriptions":3,"tasks":0,"requests":0,
 * "callbacks":0,...}.
 * "pending" is how many actions wait and effects run in all stores: 0 exactly if enfold_runtime_wait would return at once.
 * "plugins" is how many plugins are loaded: the generations of a file are one, and the features of a host are none.
 * "held" is how many stores are held, by enfold_store_hold or by a breakpoint.
 * "times" is there while the trace has a reader, or always with "stats":true: how many "commits" there were, how many of them were
 * "slow" (50 ms or more; the receiver of diagnostics is warned of one in a second at most), and for "waited", "reduced", "encoded",
 * "told" (see enfold_runtime_trace) and the "whole" of the last three their "count", "p50", "p90", "p99", "p999" and "max" in
 * nanoseconds; each is known to an eighth of itself.
 * "sleepers" is how many effects and timers sleep on a manual clock, and "now" is its time, in nanoseconds.
 * Subscriptions made through a scope count among the others.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_stats(enfold_runtime runtime, enfold_string *out, enfold_error *error);

/* Adds a reader of the runtime's trace: it hears of everything that happens in the runtime's stores. `fn` gets one entry at a time,
 * a JSON object:
 *   "seq"       its number in this runtime, and "time": seconds since 1970;
 *   "store"     the handle of the store, and "name", what it is called (see enfold_store_open);
 *   "kind"      of a commit "action", "set", "binding" (a write that was an action), "restore", "shared" or "mutation"; otherwise "effect began", "effect ended", "held",
 *               "released", "opened", "closed" (a store), "request", "answer" (see enfold_runtime_handle), "dependency" (what
 *               uuid, date or random gave in the commit that comes next or, with revision 0, in the first state), or "mark" (see
 *               enfold_runtime_mark: it has "seq", "time", "kind" and "text" only);
 *   "revision"  that of the commit; of other kinds the store's at that time;
 *   "task"      a number in the store: all entries that one action from outside has caused have the same;
 *   "cause"     {"store":…,"revision":…}: the commit whose effect has caused it; of "shared" the commit that has changed the
 *               shared value, or whose effect has. Absent: it came from outside;
 *   "tag"       that with which everything began, see enfold_store_send_with; of "shared" that of who has changed the value;
 *   "action"    the action that was reduced; of mutations and effects the one that they belong to;
 *   "effect"    where the effect is written, behind its name if it has one; "row", the id of the element of a list to which it
 *               belongs, of lists inside lists the innermost one; and of an end "outcome": "finished", "failed" or "cancelled";
 *   "request"   the name of the request, and "id" its number; of a request "payload"; of an answer "value", or "message" if it
 *               failed, and "outcome" as above; an element of a stream has none;
 *   "next"      of a commit after which stacks (navigation.md) count on: {"/path":7}, the number that each gives next;
 *   "feature"   of a store that is opened; "dependency" and "value" of what a dependency gave;
 *   "waited", "reduced", "encoded", "told"  nanoseconds of a commit: the action waited in the queue; the state was changed; the
 *               changes were collected and what is observed was written; the observers were told.
 * Members that are not known, and an empty wait, are left out. Later versions may add members and kinds.
 * `fn` and `release` run on a thread of the library's own, also with "loop":"host". All readers of the process have this thread in
 * common: one that does not return holds up the others. They run on after enfold_runtime_close has returned. (If this call is
 * refused, `release` runs all the same, on this thread or on that one.) No store ever waits for a reader: what it has
 * not been told yet waits in a queue of its own. If that is full, the oldest entries are dropped, and in their place comes
 * {"kind":"dropped","count":n}. Options:
 *   "bytes"     16777216 (default): how much may wait. One entry that is larger is taken when nothing else waits.
 * `reader`, if not NULL, receives a number for enfold_runtime_trace_end. Without readers nothing is written, and the stores ask
 * whether there is one: a few instructions for each action. When the runtime is closed, the readers are told what still waits. Effects
 * that the end of their store cuts off have no end in the trace. A feature whose plugin has no "enfold.trace" is left out.
 * A program need not call this: with ENFOLD_TRACE=1 in the environment each runtime of the process has a reader that writes a line on
 * stderr for each commit and each mark, and when a store is held or released. The line of a commit has the store's name, the revision,
 * the action, what was changed, the revision of the cause, the tag, and how long the commit took. At a terminal it is coloured, unless
 * NO_COLOR forbids that. A program with more rights than its user takes no notice of the variable.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (fn is NULL, an option), ENFOLD_BAD_JSON, ENFOLD_LIMIT, ENFOLD_FAILED (the system has no thread left),
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_trace(enfold_runtime runtime, const char *options, size_t length,
                                              void (*fn)(void *user, const char *entry, size_t length), void *user,
                                              enfold_release_fn release, uint64_t *reader, enfold_error *error);

/* Ends a reader: what it has not been told is dropped. A call that has begun, or is just being made, goes on; `release` comes behind
 * it.
 * [any thread] [since 0.1]
 * ENFOLD_NOT_FOUND (no such reader, or it has ended), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_trace_end(enfold_runtime runtime, uint64_t reader, enfold_error *error);

/* Records what happens in the runtime's stores into a new file, until the runtime is closed or `path` is NULL: the file can be
 * sent to somebody, looked through and replayed. Each line is a JSON object: first what it is, then for each store its state, and from
 * then on its entries as enfold_runtime_trace gives them, commits with their patch. docs/session-format.md has all keys.
 * `path` is copied. In it `%p` stands for the number of the process, `%n` for that of the runtime in the process, `%%` for `%`.
 * Only the user can read the file. One that exists is refused, a symbolic link, too. Options:
 *   "bytes"       16777216 (default): how much may wait to be written, see enfold_runtime_trace. No store waits for the file: what does
 *                 not fit is dropped, the file says so, and goes on with the states as they are then;
 *   "checkpoint"  1000 (default): after how many entries of a store its state is written again, or after a megabyte; 0: never.
 * The file is written by the thread of enfold_runtime_trace. When the call with NULL returns, or enfold_runtime_close does, all that has
 * happened until then is in the file. A process that exits waits for it, at most a second; one that crashes may lose the last entries,
 * and the file ends with a whole line or a part of one. If the file cannot be written any more, a diagnostic says so, and nothing more
 * is recorded; what cannot be written as a whole line is taken away again.
 * What is redacted is no part of the file. A program need not call this: with ENFOLD_RECORD=session-%p-%n.enfold.jsonl in the environment
 * each runtime is recorded from its beginning. A program that runs with other rights than its user's ignores the variable.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (also if it is recorded already), ENFOLD_NOT_FOUND (NULL, and it is not recorded), ENFOLD_IO (the file cannot be made;
 * with NULL: not all could be written), ENFOLD_BAD_HANDLE, ENFOLD_STALE, ENFOLD_FAILED (the system gives no thread). */
ENFOLD_API enfold_status enfold_runtime_record(enfold_runtime runtime, const char *path, const char *options, size_t length,
                                               enfold_error *error);

/* Writes a mark between the entries: into the recording of the runtime, {"seq":…,"time":…,"kind":"mark","text":"…"}, and to the readers of
 * its trace, the same with their "seq" and "time". It has no store. `text` is UTF-8, has 1 to 4096 bytes, and is told as it is: it is not
 * redacted. A mark comes behind the entries that were told before this call, and before those that are told after it. The entry of a
 * commit is told when its observers were: so what an observer marks comes before the commit of which it is called. If nobody reads or
 * records, this does nothing.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (the text is not UTF-8, is empty or too long), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_mark(enfold_runtime runtime, const char *text, size_t length, enfold_error *error);

/* Lets an inspector look into the runtime: at a Unix socket that only this user can connect to. `path`, if not NULL, receives where it is:
 * $XDG_RUNTIME_DIR/enfold/PID-PROGRAM.sock, or without that variable in a folder of the user's below the temporary files; of the second
 * runtime of a process -2 follows the program's name. Free it with enfold_string_free. docs/inspector-protocol.md tells what is spoken
 * there. A second call gives the same path.
 * Options:
 *   "control"  false (default): an inspector may look. true: it may also send actions, restore states, hold stores and take steps.
 *   "off"      false (default). true: ends it. The socket is gone when this returns, and `path` receives an empty string.
 *   "bytes"    16777216 (default): how much is kept for an inspector that comes later, or is slow. What does not fit is dropped, and the
 *              inspector is told how much, and the states behind it.
 * From then on everything that happens is kept as a recording keeps it, in memory: with what is redacted left out, and at the price of a
 * trace. One thread serves the inspectors of all runtimes of the process: commands of an inspector run on it, as a send on any other
 * thread. One inspector at a time. When it goes, stores that it holds go on after 5 seconds. The socket is gone when the runtime is closed
 * and when the process exits. In a child of a fork it is closed.
 * A program need not call this: ENFOLD_INSPECT=1 in the environment, or ENFOLD_INSPECT=control, does it for each runtime.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (also if it is inspected with another "control"), ENFOLD_NOT_FOUND ("off", and it is not inspected), ENFOLD_IO (the
 * socket cannot be made; the message says why), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_inspect(enfold_runtime runtime, const char *options, size_t length, enfold_string *path,
                                                enfold_error *error);

/* Levels of diagnostics. */
#define ENFOLD_LOG_ERROR 1
#define ENFOLD_LOG_WARNING 2
#define ENFOLD_LOG_INFO 3
#define ENFOLD_LOG_DEBUG 4

/* Receives diagnostics of this level and the more serious ones, as JSON records: an effect that failed, an action
 * for an absent child. A record is an object with "message" and, as far as they are known:
 *   "level"    "error", "warning", "info" or "debug";
 *   "topic"    the name under which docs/errors.md tells more, such as "an-effect-failed": `enfold explain an-effect-failed`;
 *   "store"    the handle of the store that it is about; "name", what the store is called (see enfold_store_open); and "feature",
 *              the name of the store's feature;
 *   "time"     when it was noticed: seconds since 1970;
 *   "action"   the name of the action with which it began, and "effect", where the effect is written that went wrong;
 *   "row"      the id of the element of a list whose effect it was, or that the action was meant for, as a text;
 *   "tag"      the tag of the action with which it began, see enfold_store_send_with;
 *   "callback" the prototype of the callback that could not send an action;
 *   "key"      the key of the shared value that it is about.
 * Without a receiver they are dropped. But if no receiver wants warnings, errors in loading and saving a shared value are
 * written to the standard error stream.
 * Replaces the receiver set before, whose release runs; fn NULL removes it, whatever the level.
 * The receiver runs on the thread that noticed; with "loop":"host" only on the loop thread.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (a level outside 1..4), ENFOLD_BAD_HANDLE, ENFOLD_STALE (also when it is closed meanwhile). */
ENFOLD_API enfold_status enfold_runtime_log(enfold_runtime runtime, int32_t level,
                                            void (*fn)(void *user, int32_t level, const char *record, size_t length),
                                            void *user, enfold_release_fn release, enfold_error *error);

/* ---- Plugins and features --------------------------------------------------------------------------------- */

/* Loads a plugin. Its code stays mapped until the process ends. Loading one file twice gives two handles of one plugin;
 * another file with the id and version of a loaded plugin is ENFOLD_INVALID. `path` is the path of a file:
 * no directories of libraries are searched, and "$ORIGIN", "$LIB" or "$PLATFORM" in it mean what they say.
 * A file that has changed since this process loaded it is ENFOLD_INVALID, too. Options:
 *   "replace"  false (default). true: such a file is loaded as a new *generation*, and takes the place of the one before:
 *              its names, whatever its version is. New stores get it; open ones keep theirs. It is mapped from a private
 *              copy, which is made beside the file, or among the temporary files if that folder cannot be written, and
 *              removed at once; it finds the libraries that it needs from $ORIGIN. If code can be mapped from neither, the
 *              copy is in memory, and finds only libraries that are loaded already. These are never loaded again.
 * To change a file, write another one and rename it. Overwriting a file that is mapped changes running code; the next load
 * of it is ENFOLD_INVALID, whatever the options are.
 * [not in callbacks] [since 0.1]
 * ENFOLD_NOT_FOUND (no such file), ENFOLD_BAD_PLUGIN (the message names what does not fit), ENFOLD_IO (a system call
 * failed, no descriptor is left), ENFOLD_INVALID, ENFOLD_BAD_JSON, ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_plugin_load(enfold_runtime runtime, const char *path, const char *options, size_t length,
                                            enfold_plugin *out, enfold_error *error);

/* {"id":"org.example.todos","version":"1.0.0","path":"...","generation":1,"compiler":"...","features":["Todos"]}
 * "generation" counts the contents of the file that were loaded, from 1. The handle of an older generation describes that
 * generation.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_plugin_info(enfold_plugin plugin, enfold_string *out, enfold_error *error);

/* All features: [{"name":"Todos","plugin":"org.example.todos","version":"1.0.0","state":SCHEMA,"action":SCHEMA}, ...]
 * with JSON Schemas (2020-12). Registered ones (enfold_feature_register) have the plugin "host" and the version "0". A feature
 * that asks its host has "requests", too: [{"name":"numberFact","stream":false,"payload":SCHEMA,"answer":SCHEMA}, ...].
 * [any thread] [since 0.1]
 * ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_features(enfold_runtime runtime, enfold_string *out, enfold_error *error);

/* Registers a feature that is written in the host itself: the struct that plugins export, see enfold_plugin.h. It is opened,
 * driven and observed like any other. Its full name is "host/Cart": "host" is the id of no plugin. The struct and its texts
 * are copied; the functions and the tables of its extensions stay. It is checked as the features of plugins are.
 *   user      the `user` of the functions of a reducer, in place of the one in the struct. A feature with an engine gets
 *             its own `feature`; then `user` is for the release alone.
 *   release   runs once the runtime was closed or the feature was replaced, no store or instance of it exists any more, and no
 *             thread is inside it. It runs where callbacks may run, also if this fails.
 * A name that was registered before is replaced: new stores get the new feature, open ones keep theirs, and the receiver of
 * diagnostics gets an info. A plugin's feature of the same name stays: then the name alone is ambiguous.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_PLUGIN (the message names what does not fit), ENFOLD_INVALID (feature is NULL), ENFOLD_BAD_HANDLE, ENFOLD_STALE
 * (also when it is closed meanwhile). */
struct enfold_plugin_feature;
ENFOLD_API enfold_status enfold_feature_register(enfold_runtime runtime, const struct enfold_plugin_feature *feature, void *user,
                                                 enfold_release_fn release, enfold_error *error);

/* ---- Stores ----------------------------------------------------------------------------------------------- */

/* Opens a store of a feature: "Todos", "org.example.todos/Todos" or "org.example.todos@1.0.0/Todos". A bare name that
 * two loaded plugins share is ENFOLD_INVALID, and the message lists the candidates.
 * Options:
 *   "state"        the initial state (absent: the feature's own), nested at most 1,024 deep whatever the runtime's limits
 *                  are.
 *   "stub"         false (default). true: actions are checked and reported to enfold_store_observe_actions, and nothing
 *                  is reduced: no effects, no commits, and the revision stays. A task ends at once. enfold_store_set and
 *                  enfold_store_restore write as always. For tests of the code around a store.
 *   "effects"      "run" (default) or "none": actions are reduced and commits made as always, and the effects that they return are
 *                  dropped, so that nothing is asked of the host and a task ends with its action. A reactor is not asked for
 *                  mutations. The store's shared values are its own: they are in memory, and those of the states that it is
 *                  opened and restored with. To see what a feature does with actions that were recorded.
 *   "dependencies" with "effects":"none": what the dependencies uuid, date and random give while the first state is made, in place
 *                  of their own values; see enfold_store_send_with. {"stacks":{"/path":7}} among them has the stacks of the state
 *                  count on from there, if they do not count further already.
 *   "name"         what log records call the store ("name"): 1 to 256 bytes without U+0000. Absent: the feature's name and a
 *                  number, such as Todos#2. Two stores may have the same name.
 *   "unknownKeys"  "refuse" (default) or "ignore".
 * The offset of an error about the state counts from the start of the options, too.
 * [any thread] [since 0.1]
 * ENFOLD_NOT_FOUND, ENFOLD_BAD_STATE, ENFOLD_BAD_JSON, ENFOLD_LIMIT, ENFOLD_FAILED (the plugin), ENFOLD_UNSUPPORTED ("stub",
 * "effects" or "dependencies", and the plugin has no "enfold.stub", "enfold.no_effects" or "enfold.dependencies"), ENFOLD_INVALID,
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_open(enfold_runtime runtime, const char *feature, const char *options, size_t length,
                                           enfold_store *out, enfold_error *error);

/* Closes a store. Waiting actions and running effects end as cancelled; each subscription gets one ENFOLD_CLOSED event
 * and then its release. All of this happens before this returns, but
 *   if one of the store's callbacks is running right now: right after it;
 *   if this is inside a reducer: when that has returned;
 *   if this is not the loop thread ("loop":"host"): in the next pump.
 * A callback that closes its store is the last one that gets a value: subscriptions that would hear of the same commit after
 * it get ENFOLD_CLOSED alone. Its scopes and its callbacks are closed with it.
 * A scope (enfold_store_scope) is closed alone: its own subscriptions hear nothing more but ENFOLD_CLOSED. They hear it
 * before this returns, or when they would be called next: at the latest after the actions that wait already, if the store
 * is being drained right now; in the next pump, if this is not the loop thread, or is inside a callback ("loop":"host").
 * [any thread] [since 0.1]
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_close(enfold_store store, enfold_error *error);

/* Sends an action: {"increment":{}}, "increment", {"setCount":5}, {"add":{"title":"x"}}, {"type":"setCount","payload":5}.
 *   ENFOLD_OK         it was reduced and its observers were called.
 *   ENFOLD_QUEUED     it will be reduced, in order: by the thread that reduces the store's actions right now; in the next
 *                     pump, if this is not the loop thread ("loop":"host"); if this is inside a reducer or an encoding of
 *                     any store, when that has returned, or in the next pump.
 *   ENFOLD_NO_TARGET  it was meant for a child that is absent, and the message says which. There is no task. The reducers
 *                     around the child got it.
 * `task`, if not NULL, receives a handle over everything that the action causes; release it.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_JSON, ENFOLD_BAD_ACTION (both with an offset), ENFOLD_LIMIT, ENFOLD_NO_TARGET, ENFOLD_INVALID,
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_send(enfold_store store, const char *action, size_t length, enfold_task *task,
                                           enfold_error *error);

/* As enfold_store_send, with options:
 *   "tag"  a text of at most 256 bytes of UTF-8, such as the name of a user. It comes back in the events of the commits that
 *          follow from this action, also through everything that its effects send; in log records; and in requests
 *          (enfold_request_tag). Features do not see it. Absent or "": no tag.
 *   "dependencies"  for a store with "effects":"none": what the dependencies uuid, date and random give while this action is
 *          reduced, in order, in place of their own values: [{"uuid":"…"},{"date":"…"},{"random":"…"}], each value as an entry of
 *          the trace of the kind "dependency" has it. What is asked for and not given, or given and not asked for, is logged
 *          ("topic":"a-dependency-that-differs"), and the dependency makes its own value.
 * [any thread] [since 0.1]
 * As enfold_store_send, and ENFOLD_UNSUPPORTED (a feature whose plugin has no "enfold.tags" or no "enfold.dependencies"). */
ENFOLD_API enfold_status enfold_store_send_with(enfold_store store, const char *action, size_t length, const char *options,
                                                size_t options_length, enfold_task *task, enfold_error *error);

/* Sends a JSON array of actions in one drain. If one item is bad, none is accepted. `accepted`, if not NULL, receives the
 * number of actions.
 * [any thread] [since 0.1]
 * As enfold_store_send, but never ENFOLD_NO_TARGET: of an action for an absent child the log tells. */
ENFOLD_API enfold_status enfold_store_send_batch(enfold_store store, const char *actions, size_t length, size_t *accepted,
                                                 enfold_error *error);

/* The value at a pointer, as JSON, to be freed with enfold_string_free. NULL or "" is the whole state. Inside an array, a
 * token `name=value` selects the element with that property: "/items/id=7/title". Inside a callback: the state of that
 * event; elsewhere: of the last commit.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_POINTER, ENFOLD_NO_TARGET (a scope whose own place is absent or null now), ENFOLD_REENTRANT (from inside a
 * reducer, or while a state is being written, whichever store's), ENFOLD_FAILED (the state cannot be written; observers
 * of its value get no event for it then), ENFOLD_LIMIT (the pointer; a value that the stack of this thread does not hold),
 * ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_state(enfold_store store, const char *pointer, size_t length, enfold_string *out,
                                            enfold_error *error);

/* The number of commits so far: every reduced action is one, and so is every write and every restored state.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_revision(enfold_store store, uint64_t *out, enfold_error *error);

/* Writes one property: the host's half of a two-way binding. It waits its turn among the actions, makes a commit of its
 * own without an action, and is skipped if the value is equal to the one that is there then. If the feature takes bindings, the
 * write is an action of it, {"binding":{"/text":"x"}}, which its reducer gets and enfold_store_observe_actions reports. The
 * feature is the one to which this store or scope sends.
 * Options: "action": a JSON template of an action that is sent right after it, unless it was skipped; in it the strings
 * "$old" and "$new" stand for the value before and the value written: {"action":{"renamed":{"from":"$old","to":"$new"}}}.
 * In every template a string that begins with "$" must be such a name; "$$" at the beginning stands for one "$". Keys are
 * never names.
 * ENFOLD_OK and ENFOLD_QUEUED as with enfold_store_send.
 * [any thread] [since 0.1]
 * ENFOLD_UNSUPPORTED (a property that is not bindable, or a feature that has none), ENFOLD_BAD_POINTER, ENFOLD_BAD_STATE
 * (JSON, but no value of the property), ENFOLD_BAD_ACTION (the template), ENFOLD_BAD_JSON, ENFOLD_NO_TARGET (the value
 * that contains it is absent now), ENFOLD_LIMIT, ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. An offset counts in
 * `value`; with ENFOLD_BAD_POINTER in `pointer`; with ENFOLD_BAD_ACTION, or where the message says so, in `options`. */
ENFOLD_API enfold_status enfold_store_set(enfold_store store, const char *pointer, size_t length, const char *value,
                                          size_t value_length, const char *options, size_t options_length,
                                          enfold_error *error);

/* Replaces the state by one that was kept: the JSON that enfold_store_state gave for "". It waits its turn among the
 * actions, and makes one commit without an action. Observers are told if their value differs from the last one that they
 * were told. Effects go on, but those of children that are not in the new state are cancelled, as after any commit. A
 * text that is no state of the feature changes nothing, and the message says where it is wrong. It may be nested 1,024
 * deep.
 * ENFOLD_OK and ENFOLD_QUEUED as with enfold_store_send.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_STATE and ENFOLD_BAD_JSON (both with an offset), ENFOLD_UNSUPPORTED (a scope with a pointer, because only whole
 * states can be restored; a feature whose plugin has no "enfold.restore"), ENFOLD_FAILED (the plugin), ENFOLD_LIMIT,
 * ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_restore(enfold_store store, const char *state, size_t length, enfold_error *error);

/* A part of a store as a store of its own: a handle whose pointers start at `pointer`, and whose actions are put where
 * the JSON template `action` has the string "$action": {"counter":"$action"}. It stands there exactly once, as a
 * value; see enfold_store_set for other strings with "$". NULL: its actions are the store's own. It costs the same however
 * deeply scopes are nested.
 *   send, send_batch          wrap each action; offsets of errors count in the text that was given. UINT64_MAX: it is the
 *                             template that cannot be accepted.
 *   state, set, observe, scope  take pointers that begin there. Events carry the scope's handle and the pointer as given.
 *   observe_actions           reports all actions of the store; only its "state" starts at the scope.
 *   restore                   is refused, unless `pointer` is empty: then it is the store's.
 *   revision, wait            are the store's; tasks are the store's, too.
 *   close                     ends the scope alone, and the subscriptions made through it; see enfold_store_close.
 * With an empty `pointer` and no `action` it is a binding: a group of subscriptions that ends as one when it is closed.
 * A scope does not keep its store open: when that is closed, its subscriptions get ENFOLD_CLOSED with the store's, and it
 * is stale. A scope of a scope belongs to the store, and may outlive the scope that it was made of.
 * The value at `pointer` may be absent at any time; but the feature must have such a place. Close the handle with
 * enfold_store_close.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_POINTER (a pointer that no state of the feature can have), ENFOLD_BAD_JSON and ENFOLD_INVALID (the template;
 * both with an offset in `action`, where there is one), ENFOLD_LIMIT, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_scope(enfold_store store, const char *pointer, size_t length, const char *action,
                                            size_t action_length, enfold_store *out, enfold_error *error);

/* Waits until the store is idle: queue empty, no effect running, no value waiting for its time in a reactor's transform. As enfold_runtime_wait; for a scope, the whole store.
 * [not in callbacks] [since 0.1]
 * ENFOLD_TIMEOUT, ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE (also when it is closed meanwhile). */
ENFOLD_API enfold_status enfold_store_wait(enfold_store store, int64_t timeout_ms, enfold_error *error);

/* Begins the debounced and throttled effects that wait, now and in the order in which they began to wait, also if the runtime's
 * clock is a manual one; and lets the values go that wait in a debounce or throttle of a reactor's transforms. It waits its turn
 * among the actions. What these begin and debounce again waits as usual. Effects that sleep and timers go on sleeping. For a
 * scope, the whole store.
 * ENFOLD_OK: they have begun. ENFOLD_QUEUED: they will, as with enfold_store_send.
 * [any thread] [since 0.1]
 * ENFOLD_UNSUPPORTED (a feature whose plugin has no "enfold.flush"), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_flush(enfold_store store, enfold_error *error);

/* Holds a store (`on` is not 0), or releases it (0), to look at a program between two changes. While a store is held, its state
 * does not change: actions, enfold_store_set, enfold_store_restore, mutations that come late and changes of shared values are kept
 * back, in order. They are accepted with ENFOLD_QUEUED, as long as the queue has room, and their tasks end when the store was
 * released. Everything else goes on: the store can be read, observed and closed, effects run, and other stores and threads know
 * nothing of it. What is being reduced is reduced as a whole. Under "loop":"host" a held store keeps no descriptor readable.
 * A wait with a timeout < 0 that begins while the program itself holds the store by this function (of the store, of its tasks, of
 * the runtime) gives ENFOLD_TIMEOUT at once, unless there is nothing to wait for. One that has begun, and one on a store at which
 * a breakpoint has stopped, waits for the release.
 * Holding a store that is held does nothing; one call releases it, whoever holds it. For a scope, the whole store.
 * ENFOLD_OK. ENFOLD_QUEUED: it was released, and what was kept back will be reduced, as with enfold_store_send.
 * [any thread] [since 0.1]
 * ENFOLD_UNSUPPORTED (a feature whose plugin has no "enfold.hold"), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_hold(enfold_store store, uint32_t on, enfold_error *error);

/* Lets a store that is held take the first thing of what is kept back: one action with the mutations that are at hand, or one
 * write. It stays held. `done`, if not NULL, receives 1 if that was done before this returned, and else 0: nothing is kept back, or
 * it will be done (ENFOLD_QUEUED). For a scope, the whole store.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (the store is not held), ENFOLD_UNSUPPORTED (as enfold_store_hold), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_step(enfold_store store, uint32_t *done, enfold_error *error);

/* Adds a breakpoint, at which the store is held as by enfold_store_hold, or removes breakpoints. Options, exactly one:
 *   "action"  "add": before each action of this name. The name is the text that the action is in JSON, or a key of its object;
 *             behind a / follows a name inside that: "detail/rename" stops before {"detail":{"rename":"x"}}.
 *   "path"    "/items": behind each commit that has changed the value at this pointer.
 *   "remove"  the number of a breakpoint. A store that is held stays held.
 *   "clear"   true: removes all breakpoints of the store.
 * `out`, if not NULL, receives the number of the new breakpoint, which is not 0; otherwise 0. The receiver of diagnostics hears of
 * each stop ("topic":"a-store-is-held", level info). A released store goes on with the action before which it has stopped.
 * A breakpoint on a path counts as a subscription in enfold_runtime_stats, and ends with the scope
 * that it was made through. With breakpoints each action takes longer.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (the options), ENFOLD_BAD_JSON, ENFOLD_BAD_POINTER (no state has it), ENFOLD_NOT_FOUND (no such breakpoint),
 * ENFOLD_UNSUPPORTED (as enfold_store_hold; an action of a scope with a template), ENFOLD_LIMIT, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_break(enfold_store store, const char *options, size_t length, uint64_t *out,
                                            enfold_error *error);

/* Ends a store so that nothing is lost: flushes it, waits until it is idle, and closes it. Options:
 *   "flush"  true (default): as enfold_store_flush, before it waits. A feature that cannot be flushed is waited for.
 *   "wait"   2000 (default): for how many milliseconds it waits; -1: without end, or not at all while the program holds the store.
 *            With "loop":"host" the loop thread pumps meanwhile.
 *   "close"  true (default). false: it stays open, whatever comes of the wait, until it is ended again, or closed. For hosts
 *            that do something else in between, with a "wait" of 0 or of a short time, and "flush":false from the second call on.
 * From the beginning of this call on the store takes nothing from outside any more: sending and writing give ENFOLD_STALE, and
 * whatever was accepted before is reduced. Its effects go on, and may send; observers hear of that, and may read.
 * When the wait is over and effects still run, they are cancelled, the receiver of diagnostics gets a warning that names them,
 * and the store is closed all the same: that is ENFOLD_TIMEOUT. After any other error the store is as it was.
 * [not in callbacks] [since 0.1]
 * ENFOLD_TIMEOUT, ENFOLD_UNSUPPORTED (a scope: close it, or end its store), ENFOLD_BAD_JSON, ENFOLD_INVALID (an option),
 * ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE (also when it is closed meanwhile). */
ENFOLD_API enfold_status enfold_store_end(enfold_store store, const char *options, size_t length, enfold_error *error);

/* ---- Observation ------------------------------------------------------------------------------------------ */

/* Flags of an event. */
#define ENFOLD_INITIAL 1u   /* the value when the subscription began */
#define ENFOLD_CHANGED 2u   /* the value differs from the one delivered before, or the feature counts it as different; of an
                               action or a mutation: see enfold_store_observe_actions */
#define ENFOLD_PULSE 4u     /* assigned, equal or not */
#define ENFOLD_REMOVED 8u   /* nothing is there now */
#define ENFOLD_CLOSED 16u   /* the store was closed: the last event */
#define ENFOLD_MUTATION 32u /* a mutation of a reactor, and no action: see enfold_store_observe_actions */

/* One event. Everything inside is borrowed until the callback returns; texts are NUL-terminated too. */
typedef struct enfold_event {
  uint32_t struct_size;
  uint32_t flags;
  enfold_store store; /* as subscribed: a scope's handle, if it was made through one */
  enfold_subscription subscription;
  uint64_t revision;
  const char *pointer; /* as subscribed */
  size_t pointer_length;
  const char *value; /* JSON; NULL when removed, closed or not asked for */
  size_t value_length;
  const char *patch; /* array of operations, relative to pointer, empty when removed; NULL unless asked for */
  size_t patch_length;
  const char *action; /* the cause, as JSON; NULL unless asked for */
  size_t action_length;
  const char *tag; /* that of the action, see enfold_store_send_with; NULL: none */
  size_t tag_length;
} enfold_event;

typedef void (*enfold_observer_fn)(void *user, const enfold_event *event);

/* Observes the value at a pointer. Observers of one commit are called in the order in which they subscribed.
 * Options:
 *   "initial"   true (default): begin with an event for the value now.
 *   "filter"    "distinct" (default): only when the value differs from the one delivered last, or the feature says that an
 *               equal one counts. "raw": on every commit. "pulse": on every assignment to the property, which must be a
 *               pulse, equal or not, with ENFOLD_PULSE; values are not compared.
 *   "coalesce"  "none" (default). "drain": at most one event for all commits of a drain, at its end, with the value then, and
 *               the last action. A drain ends when nothing waits any more, or with the budget of a pump.
 *   "value"     true (default), "patch" false, "action" false: the members that events have.
 *               A patch names the elements that changed. A plain list with as many elements as before, or a plain dictionary with
 *               the same keys, gives one replace for each element that differs; it is replaced as a whole if that is shorter,
 *               which is taken to be so if more than half of its elements, and more than 16, differ.
 *   "patch"     true: operations of RFC 6902 (add, remove, replace), whose paths have indices. "keyed": where each element of a
 *               list is an object with an "id", a string or an integer, that no other has, paths name elements by it:
 *               /items/id=7/title. An addition also says which element is before the new one, or null, and a move is one
 *               operation: {"op":"add","path":"/items/id=9","after":"id=7","value":...}, {"op":"move","path":"/items/id=9",
 *               "after":null}. enfold_patch_apply reads both; docs/observing.md has the rules.
 *   "old"       false (default). true: each "replace" and "remove" has the member "old", the value before, so that
 *               enfold_patch_apply can take the patch back. It needs "patch".
 *               For both the subscription keeps what it was told last.
 *   "skipNull"  false (default). true: no event for null or where nothing is, the initial one included; but it counts as
 *               seen, so that 1, null, 1 gives two events. It needs "value".
 * The initial event comes before this returns if this thread may run callbacks and the store is idle; otherwise it is
 * the first event. Where nothing is there yet it is ENFOLD_INITIAL|ENFOLD_REMOVED without a value. No commit is missed
 * or seen twice. `out` may be NULL when the subscription is to live as long as its store.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_POINTER (a pointer that no state of this feature can have), ENFOLD_UNSUPPORTED ("pulse" where there is none),
 * ENFOLD_BAD_JSON, ENFOLD_LIMIT (the pointer), ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_observe(enfold_store store, const char *pointer, size_t length, const char *options,
                                              size_t options_length, enfold_observer_fn fn, void *user,
                                              enfold_release_fn release, enfold_subscription *out, enfold_error *error);

/* Observes the actions of a store: one event for each action that was reduced, with the action in `action`, and with the
 * flag ENFOLD_CHANGED if the state changed. A write by enfold_store_set is no action (unless the feature takes bindings), and
 * enfold_store_restore is none. With a "state" other than "" a feature's write to a plain list or dictionary on which no event depends counts as a change, also if it wrote the same
 * value, because nobody compares it; with the phase "finished" it is compared.
 * Options:
 *   "phase"  "reduced" (default): right after it was reduced. "finished": when the effects that it returned have ended, in
 *            whichever way, with the revision, the flags and the state of the commit that it made.
 *   "state"  a pointer: events carry the value there as of that commit, and have that `pointer` ("" without the option);
 *            where nothing was there, ENFOLD_REMOVED and no value.
 *   "mutations"  false (default). true: one event more for each mutation of a reactor, with ENFOLD_MUTATION, when its commit
 *            is made, whatever "phase" says. It has the revision, ENFOLD_CHANGED and the state of that commit. `action` is
 *            the mutation as JSON, if its type has a JSON form, such as an @Action; otherwise the name of its case, as a
 *            JSON string. A mutation that is a part of its action's commit comes before the action. An action with several
 *            mutations comes behind all that were at hand at once, with the revision and the state of the last one, and
 *            with ENFOLD_CHANGED if one of them changed the state.
 * There is no initial event. Through a scope: all actions of the store, as the store sees them.
 * `out` may be NULL when the subscription is to live as long as its store.
 * [any thread] [since 0.1]
 * As enfold_store_observe. */
ENFOLD_API enfold_status enfold_store_observe_actions(enfold_store store, const char *options, size_t options_length,
                                                      enfold_observer_fn fn, void *user, enfold_release_fn release,
                                                      enfold_subscription *out, enfold_error *error);

/* Ends a subscription at once, also from its own callback: no later event, not even ENFOLD_CLOSED. Its release runs
 * before this returns, unless its callback is running right now (then right after it) or this is not the loop thread
 * ("loop":"host"; then in the next pump).
 * [any thread] [since 0.1]
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_subscription_cancel(enfold_subscription subscription, enfold_error *error);

/* ---- Tasks ------------------------------------------------------------------------------------------------ */

/* Waits for everything that the action caused: its effects, the actions they sent, and so on. With "loop":"host" the
 * loop thread pumps meanwhile. timeout_ms < 0 waits without end.
 * [not in callbacks] [since 0.1]
 * ENFOLD_TIMEOUT, ENFOLD_CANCELLED, ENFOLD_FAILED (the message is the effect's error, or that an action which had to wait was meant for
 * an absent child), ENFOLD_REENTRANT, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_task_wait(enfold_task task, int64_t timeout_ms, enfold_error *error);

/* The result of a task, if it has ended. Does not wait, and pumps nothing.
 * [any thread] [since 0.1]
 * ENFOLD_TIMEOUT (it has not ended), ENFOLD_CANCELLED, ENFOLD_FAILED (the message is the effect's error),
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_task_status(enfold_task task, enfold_error *error);

/* Calls `fn` once when everything that the action caused has ended, and then the release. `status` is ENFOLD_OK,
 * ENFOLD_CANCELLED or ENFOLD_FAILED. `message` is the effect's error, or the meaning of the status; "" with ENFOLD_OK.
 *   It runs where the observers of the store run, and not while one of them runs: with "loop":"host" on the loop thread,
 *   and until then the descriptor is readable.
 *   If the task has ended already: before this returns, if this thread may run callbacks and the store is idle; else as
 *   soon as the store's callbacks run next.
 *   If the store is closed first: with ENFOLD_CANCELLED, before its ENFOLD_CLOSED events.
 *   If the task is released first: never. Only the release runs, before enfold_task_release returns or in the next pump.
 * A task can have several. They are called in the order in which they were given.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (fn is NULL), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_task_on_end(enfold_task task,
                                            void (*fn)(void *user, enfold_status status, const char *message,
                                                       size_t length),
                                            void *user, enfold_release_fn release, enfold_error *error);

/* Cancels everything that the action caused and that has not ended, with one exception. A parent feature may have started
 * something in reaction to an action that an effect of its child sent: that goes on, and the task ends at once.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_task_cancel(enfold_task task, enfold_error *error);

/* Forgets a task; cancels nothing. Functions that enfold_task_on_end was given for it are not called any more.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_task_release(enfold_task task, enfold_error *error);

/* ---- Requests ---------------------------------------------------------------------------------------------- */

/* A feature asks its host by name for things that it cannot do itself, such as a number fact, a file or a dialog, and
 * waits for the answer in an effect. It does not know who answers. enfold_runtime_features lists the requests that each
 * feature declares, with JSON Schemas of payload and answer.
 * A request is answered once: by enfold_request_resolve or enfold_request_fail, at once inside `fn`, or later, on any thread.
 * After that, and when the feature no longer wants the answer, its handle is ENFOLD_STALE. A stream is a request with elements:
 * any number of enfold_request_emit, and then its end.
 * If nobody handles a name, the effect that asks for it fails, with a message that names it.
 * A request without an answer keeps its effect, and so its store, from becoming idle. enfold_runtime_stats counts the open
 * ones ("requests"). The option "limits" says how many may be open. When a store is closed whose feature declares requests,
 * the receiver of diagnostics gets a warning that names the requests without an answer. */

/* `payload` is the JSON that the feature gives with the request: borrowed until the function returns, and NUL-terminated. */
typedef void (*enfold_request_fn)(void *user, enfold_request request, const char *payload, size_t length);

/* Handles the requests of a name, in place of the handler before. With fn NULL nobody handles the name any more. Requests
 * that were asked before keep their old handler, and may still be answered. The release of a handler runs once it was replaced
 * or removed or the runtime was closed, none of its requests is open any more, and no thread is inside it. With "loop":"host"
 * that is on the loop thread, and before enfold_runtime_close returns, whatever plugins ask meanwhile. This waits for no other
 * thread of the host: if `fn` runs on one, inside a send, or if one gives an answer right now, the release comes right after
 * it, on that thread.
 *   fn         is called for each request: with "loop":"inline" on the thread that asks, perhaps on several at once; with
 *              "loop":"host" on the loop thread: in a pump, or at once if that is the thread that asks. It is called at once
 *              at most 1,024 times between two pumps, and never inside a handler.
 *   cancelled  may be NULL. It is called, where `fn` may be called, if the feature no longer wants the answer; also when its
 *              store or the runtime was closed. At most once for each request, and never while `fn` runs for it. The handle
 *              of the request is stale then. If `fn` has not been called yet, neither of the two is called.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (the name is NULL, empty or not UTF-8), ENFOLD_BAD_HANDLE, ENFOLD_STALE (also when it is closed meanwhile). */
ENFOLD_API enfold_status enfold_runtime_handle(enfold_runtime runtime, const char *name, enfold_request_fn fn,
                                               void (*cancelled)(void *user, enfold_request request), void *user,
                                               enfold_release_fn release, enfold_error *error);

/* Hands one element to a stream. ENFOLD_QUEUED: it is kept until the feature comes to it. ENFOLD_LIMIT: as many elements wait
 * as the feature has declared, and this one is not kept; the stream goes on, so try it again later.
 * An element that the stream cannot have, or that is beyond the runtime's limits, fails the request: that is ENFOLD_BAD_JSON
 * or ENFOLD_BAD_STATE, and its handle is stale.
 * [any thread] [since 0.1]
 * ENFOLD_QUEUED, ENFOLD_LIMIT, ENFOLD_INVALID (the request is no stream; json is NULL), ENFOLD_BAD_JSON, ENFOLD_BAD_STATE,
 * ENFOLD_FAILED (the plugin failed, and so has the request), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_request_emit(enfold_request request, const char *json, size_t length, enfold_error *error);

/* Answers a request, or ends a stream, to which `json` is not given. NULL is the same as null.
 * An answer that is not JSON, or not of the declared type, is an answer, too: the effect fails with the message that this
 * call gives, and the request is over.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_JSON, ENFOLD_BAD_STATE (not an answer of this request; the message has the path), ENFOLD_LIMIT (all with an
 * offset), ENFOLD_INVALID (an answer to a stream: the request stays open), ENFOLD_FAILED (the plugin failed, and so has the
 * request), ENFOLD_BAD_HANDLE, ENFOLD_STALE (it was answered, or is not wanted any more). */
ENFOLD_API enfold_status enfold_request_resolve(enfold_request request, const char *json, size_t length, enfold_error *error);

/* Says that a request failed: the effect that asked throws an error with this message. NULL: without one.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (not UTF-8: the request stays open), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_request_fail(enfold_request request, const char *message, size_t length, enfold_error *error);

/* The store that asks: the handle that enfold_store_open gave. Do not close it for that.
 * [any thread] [since 0.1]
 * ENFOLD_UNSUPPORTED (its feature does not declare its requests, so nobody knows), ENFOLD_INVALID, ENFOLD_BAD_HANDLE,
 * ENFOLD_STALE (the request is over, or its store was closed). */
ENFOLD_API enfold_status enfold_request_store(enfold_request request, enfold_store *out, enfold_error *error);

/* The name of the action whose reducer began the effect that asks, without values: `add`, `row(id:, action: .save)`. To be
 * freed with enfold_string_free.
 * [any thread] [since 0.1]
 * ENFOLD_UNSUPPORTED (its feature does not declare its requests, or was built before there were names), ENFOLD_INVALID,
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_request_action(enfold_request request, enfold_string *out, enfold_error *error);

/* The tag of the action with which everything began that led to the request (enfold_store_send_with); empty if it had none. To
 * be freed with enfold_string_free.
 * [any thread] [since 0.1]
 * As enfold_request_action. */
ENFOLD_API enfold_status enfold_request_tag(enfold_request request, enfold_string *out, enfold_error *error);

/* ---- Natives ---------------------------------------------------------------------------------------------------- */

/* Makes a C function the handler of the requests of its name, in place of the handler before. The rules of
 * enfold_runtime_handle hold, and enfold_runtime_handle removes it again. libffi calls it; it is opened at the first bind.
 *   prototype  the declaration of the function in C, NUL-terminated, as a header has it: "double cos(double x)". Comments, line
 *              breaks, `extern` and a semicolon are allowed. The types are bool; char, short, int, long, long long, signed and
 *              unsigned; size_t, ssize_t, ptrdiff_t, intptr_t, uintptr_t, intmax_t, uintmax_t, int8_t to uint64_t; float, double;
 *              pointers; and void as a result. Refused are structs, unions and enums by value, arrays, function pointers,
 *              variable arguments and attributes: the message shows the line with a caret below the place.
 *   fn         the function. It must be there as long as it may be called, and it must really have this prototype: nothing can
 *              check that. It may be called on several threads at once. It must return: an exception of C++ or a longjmp that
 *              leaves it is undefined.
 * The payload of a request has the arguments: an object by the names of the parameters (arg0, arg1 ... if they have no name), or
 * an array by position. With one parameter: also its value alone. With no parameters: also null. Kind, range and encoding of
 * each argument are checked before the call. If one is wrong, the request fails with a message such as
 * "cos: x must be a number (double), but is a string", and the function is not called.
 *   bool           true or false
 *   integers       a number without a fraction, exact over the whole range of the type; char is a number, too
 *   float, double  a number, or one of the strings "NaN", "Infinity", "-Infinity".
 *   const char *   a string without U+0000, or null for NULL; valid during the call. As an answer, also `char *`: the text is
 *                  copied; it must be UTF-8.
 *   pointers       null for NULL, or a string such as "0x55d0c0ffee00" that C code has handed out before, as an answer or to a
 *                  callback of this runtime. Any other address is refused. The newest are remembered, 65,536 at least. The
 *                  library cannot know whether what they point to still exists. A `char *` is such a pointer, because the
 *                  function may write to it.
 *   void           the answer is null
 * Options:
 *   "name"     the name of the requests, if it is not the function's
 *   "returns"  "free", or {"release":"g_free"}: the text that is returned is freed with this function after it was copied, unless
 *              it is NULL. The function is looked for in the process, then in the library of `fn` and the ones that it needs.
 *   "thread"   "handler" (default): runs where a handler runs. "worker": runs on a thread of a pool, because it may block. If the
 *              feature no longer wants the answer before the call begins, there is no call; later the answer is dropped.
 *   "errno"    true: the answer is {"value":...,"errno":2}. errno is 0 before the call.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (the prototype, with the offset of the mistake; an option; prototype or fn is NULL), ENFOLD_NOT_FOUND
 * (no function of the name in "release"), ENFOLD_UNSUPPORTED (libffi is not installed), ENFOLD_IO (the system refuses to load
 * it), ENFOLD_BAD_JSON, ENFOLD_LIMIT (the options), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_runtime_bind(enfold_runtime runtime, const char *prototype, void (*fn)(void),
                                             const char *options, size_t length, enfold_error *error);

/* ---- Callbacks --------------------------------------------------------------------------------------------- */

/* Makes a C function that sends an action when it is called, so that any C library can be wired to a store: also one that
 * passes no user data.
 *   prototype  how the library calls it: "void clicked(void *button, int x, int y)". See enfold_runtime_bind.
 *   action     a JSON template of the action that is sent. A string "$" and the name of a parameter stands for its argument:
 *              {"clicked":{"x":"$x","y":"$y"}}. A parameter without a name is "$arg0", "$arg1" and so on. See enfold_store_set
 *              for other strings with "$". Numbers and booleans stay as they are; NaN and the infinities become strings.
 *              A text is copied, and becomes a string. Another pointer becomes a string such as "0x55d0c0ffee00". NULL
 *              becomes null. Whether it makes an action of the feature is seen when the function is called.
 *   options    "returns"  the result of the function: a number or a boolean within the range of its type (default 0; for
 *                         pointers only null).
 *              "signal"   false (default). true: the function may be called from signal handlers, too. Its calls wait for the
 *                         next pump, at most 1,024 of them in a runtime; the receiver of diagnostics is told how many more
 *                         there were. Only with "loop":"host", and for prototypes that have a function of
 *                         libenfold's own (see below) and no text. Calls that no pump has come to are forgotten when the
 *                         callback is closed.
 *   fn         receives the function. Cast it to its type.
 *   out        receives the callback; NULL if it is to live as long as its store.
 * The function may be called from any thread, also from several at once. It sends as enfold_store_send does on that thread, so it
 * never enters a reducer that runs: inside a reducer or an observer, the action waits. The receiver of diagnostics is told of
 * each call that sends nothing: because a text is not UTF-8, because the result is no action of the feature, because there is no
 * room. When the callback, its store or its runtime is closed, the function stays, does nothing, and returns the same, also in
 * the child of a fork. It is never given to another callback.
 * Where it comes from: libenfold has 256 functions for the whole process that need no executable memory. They are for prototypes
 * of bool, integers and pointers, with at most 6 parameters (8 on AArch64). For others, and when these are used up, libffi
 * makes functions. It is opened at the first one that is needed.
 * [any thread] [since 0.1]
 * ENFOLD_INVALID (the prototype, with an offset in it; "$name" that is no parameter, with an offset in `action`; an option, with
 * an offset in `options`), ENFOLD_BAD_JSON, ENFOLD_LIMIT (limits.callbacks; closed ones count, too), ENFOLD_UNSUPPORTED (there is
 * no libffi, or no executable memory; "signal" where it cannot be), ENFOLD_IO (no descriptor or no memory left),
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_store_callback(enfold_store store, const char *prototype, const char *action,
                                               size_t action_length, const char *options, size_t options_length,
                                               void (**fn)(void), enfold_callback *out, enfold_error *error);

/* Closes a callback: from now on its function does nothing, and returns the same as before. It may be running right now, on
 * another thread or around this call: then its action is still sent.
 * [any thread] [since 0.1]
 * ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_callback_close(enfold_callback callback, enfold_error *error);

/* ---- Shared values ---------------------------------------------------------------------------------------- */

/* Values that features declare with @Shared are shared by all stores and all plugins of one runtime, and by its host. Each
 * has a key: the one that is written in the feature, or "plugin-id/Type.property", such as
 * "org.example.shop/Panel.State.cart" (the feature's state schema says it as "x-enfold-shared"). A value is there while
 * somebody uses it: an open store whose state has it, or a subscription. Values that are kept in files, in defaults or as
 * "memorySingleton" stay until the runtime is closed.
 * If a value cannot be loaded or saved, the receiver of diagnostics gets a warning with its key; the value stays.
 * `key` is NUL-terminated UTF-8. */

/* The newest value, as JSON. Does not wait for a thread that changes it. Free `out` with enfold_string_free.
 * [any thread] [since 0.1]
 * ENFOLD_NOT_FOUND (nobody uses the key; the message lists those that are used), ENFOLD_INVALID, ENFOLD_BAD_HANDLE,
 * ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_shared_get(enfold_runtime runtime, const char *key, enfold_string *out,
                                           enfold_error *error);

/* Replaces a value, whatever it is now: the last writer wins. Each store whose state has it gets a commit of its own, without
 * an action, in its turn: with "loop":"inline" mostly before this returns, with "loop":"host" in the next pump. An equal value
 * is no change. The value is kept as the feature writes it. Observers of the value itself (enfold_shared_observe) are called
 * before this returns if this thread may run callbacks. The thread cannot be cancelled (pthread_cancel) meanwhile: the request
 * waits.
 * Waits while a feature changes this value under its lock.
 * [any thread] [since 0.1]
 * ENFOLD_NOT_FOUND, ENFOLD_BAD_JSON (with an offset), ENFOLD_BAD_STATE (no value of this key's type), ENFOLD_LIMIT,
 * ENFOLD_REENTRANT (inside the change of a shared value), ENFOLD_INVALID, ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_shared_set(enfold_runtime runtime, const char *key, const char *json, size_t length,
                                           enfold_error *error);

/* Replaces a value only if it is still `expected`: so that a host can change a value and loses no value that others write
 * meanwhile. Values are compared, not texts: spaces and the order of members make no difference. `done` receives 1, or 0 if
 * the value is another one: then get it and try again.
 * [any thread] [since 0.1]
 * As enfold_shared_set, also for `expected`. */
ENFOLD_API enfold_status enfold_shared_replace(enfold_runtime runtime, const char *key, const char *expected,
                                               size_t expected_length, const char *json, size_t length, uint32_t *done,
                                               enfold_error *error);

/* Observes a value. Its events come one after the other where callbacks may run, not in the order of the events of stores:
 * each has the newest value then, so several assignments may become one event. `store` is 0, `pointer` is "", `revision` counts
 * the assignments. ENFOLD_CLOSED comes when the runtime is closed. End it with enfold_subscription_cancel. Until then the value
 * is used.
 * Options: "initial" (true), "value" (true) and "skipNull" (false) as in enfold_store_observe; "filter": "distinct" (default)
 * or "raw" (equal assignments, too).
 * [any thread] [since 0.1]
 * ENFOLD_NOT_FOUND, ENFOLD_UNSUPPORTED (another option of enfold_store_observe), ENFOLD_INVALID, ENFOLD_BAD_JSON,
 * ENFOLD_LIMIT (the options), ENFOLD_BAD_HANDLE, ENFOLD_STALE. */
ENFOLD_API enfold_status enfold_shared_observe(enfold_runtime runtime, const char *key, const char *options,
                                               size_t options_length, enfold_observer_fn fn, void *user,
                                               enfold_release_fn release, enfold_subscription *out, enfold_error *error);

#ifdef __cplusplus
}
#endif

#endif /* ENFOLD_H */
