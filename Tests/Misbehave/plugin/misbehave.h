/* misbehave.h: what the sources of the misbehaving plugin share: faults, and the board that the test program reads.
 *
 * The plugin brings one feature for each fault, and the feature's name is the fault's. A feature is the good engine or
 * the good reducer, with one function replaced by one that has the fault. */
#ifndef MISBEHAVE_H
#define MISBEHAVE_H

#include <enfold_plugin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef void (*any_function)(void);
struct store;

/* One fault. */
typedef struct fault {
  const char *name;      /* the feature's */
  size_t member;         /* the offset of the function that is replaced; 0: none */
  any_function function; /* what replaces it */
  int64_t number;        /* what that function has to know: a status, a kind of fault */
  void (*in_drain)(struct store *store); /* for engines: called after each action's commit, by the drainer */
} fault;

/* ---- The board --------------------------------------------------------------------------------------------------- */

/* What an engine knows of a store: enough to call the host in its name. */
typedef struct acquaintance {
  void *context;
  uint64_t interest, token;
  struct store *store;
} acquaintance;

/* What the plugin and the test program tell each other. The program finds it by its name. */
typedef struct board {
  /* Written by the program: what the plugin calls the API of enfold.h with. */
  enfold_runtime runtime;
  enfold_store store;
  /* Written by the plugin: what such a call gave. */
  atomic_int api_calls, api_status;
  /* What was made and what was given back. */
  atomic_int stores_opened, stores_released, tasks_made, tasks_released, instances_opened, instances_closed;
  atomic_int questions_asked, questions_released;
  /* How often a fault was met. */
  atomic_int met;
  acquaintance other; /* the good store that lives now */
  acquaintance ended; /* the good store that ended last */
  pthread_t threads[4];
  int thread_count;
} board;

/* Exported, as is enfold_plugin_entry. */
ENFOLD_API extern board misbehave_board;

/* The thread is joined by the program, at the end of the case. */
void begin_thread(void *(*function)(void *), void *argument);
/* The thread has ended when this returns. */
void on_other_thread(void *(*function)(void *), void *argument);

/* ---- Families of faults: each is a list of XX(NUMBER, "name") ---------------------------------------------------- */

/* Statuses that are none, or that have no place where they are given. */
#define STATUS_FAULTS(XX)        \
  XX(-12345, "gives-minus-12345") \
  XX(77, "gives-77")              \
  XX(3, "gives-timeout")

/* What an enfold_error can be filled with. */
#define ERROR_FAULTS(XX)                       \
  XX(OFFSET_INT64_MAX, "offset-int64-max")     \
  XX(OFFSET_ALMOST_MAX, "offset-almost-max")   \
  XX(OFFSET_BEYOND, "offset-beyond")           \
  XX(MESSAGE_ENDLESS, "message-endless")       \
  XX(MESSAGE_NOT_UTF8, "message-not-utf8")     \
  XX(MESSAGE_EMPTY, "message-empty")           \
  XX(ERROR_REWRITTEN, "error-rewritten")

/* Calls of the host's table. */
#define HOST_CALLS(XX)               \
  XX(HOST_COMMIT, "commit")          \
  XX(HOST_SCHEDULE, "schedule")      \
  XX(HOST_TASK_ENDED, "task-ended")  \
  XX(HOST_IDLE, "idle")              \
  XX(HOST_LOG, "log")                \
  XX(HOST_TRACE, "trace")            \
  XX(HOST_CLOSED, "closed")

/* Functions of enfold.h, called from inside a function of the plugin. */
#define API_CALLS(XX)                      \
  XX(API_STATE, "state")                   \
  XX(API_SEND, "send")                     \
  XX(API_SET, "set")                       \
  XX(API_OBSERVE, "observe")               \
  XX(API_SCOPE, "scope")                   \
  XX(API_REVISION, "revision")             \
  XX(API_STATS, "stats")                   \
  XX(API_OPEN, "open")                     \
  XX(API_CLOSE, "close")                   \
  XX(API_RUNTIME_CLOSE, "runtime-close")   \
  XX(API_WAIT, "wait")                     \
  XX(API_RUNTIME_WAIT, "runtime-wait")     \
  XX(API_PUMP, "pump")                     \
  XX(API_FLUSH, "flush")                   \
  XX(API_HOLD, "hold")                     \
  XX(API_STEP, "step")                     \
  XX(API_BREAK, "break")                   \
  XX(API_TRACE, "trace")                   \
  XX(API_END, "end")                       \
  XX(API_RUNTIME_END, "runtime-end")

/* What a function that writes a state can write. */
#define WRITE_FAULTS(XX)                          \
  XX(WRITE_NOTHING, "nothing")                    \
  XX(WRITE_DEEP, "deep")                          \
  XX(WRITE_BYTES, "single-bytes")                 \
  XX(WRITE_HUGE, "huge")                          \
  XX(WRITE_EMPTY_PIECES, "empty-pieces")          \
  XX(WRITE_NULL, "null-with-length")              \
  XX(WRITE_SIZE_MAX, "length-size-max")           \
  XX(WRITE_HALF_MAX, "length-half-max")           \
  XX(WRITE_THEN_FAIL, "then-fails")               \
  XX(WRITE_NO_JSON, "no-json")                    \
  XX(WRITE_NOT_UTF8, "not-utf8")                  \
  XX(WRITE_TWO_VALUES, "two-values")              \
  XX(WRITE_CUT, "cut")                            \
  XX(WRITE_TOO_DEEP, "too-deep")                  \
  XX(WRITE_ABYSS, "abyss")

#define FIRST_OF(number, name) number,
enum { ERROR_FAULTS(FIRST_OF) };
enum { HOST_CALLS(FIRST_OF) };
enum { API_CALLS(FIRST_OF) };
enum { WRITE_FAULTS(FIRST_OF) };
#undef FIRST_OF

/* ---- What faulty functions do ------------------------------------------------------------------------------------ */

/* Fills an error in a bad way; returns the status. */
enfold_status fill_badly(enfold_error *error, int64_t kind, enfold_status status);
/* Calls a function of enfold.h, with the runtime and the store of the board. It does not call itself again. */
void call_api(int64_t which);
/* Writes a state in a bad way. */
enfold_status write_badly(int64_t kind, enfold_write_fn write, void *context, enfold_error *error);

/* ---- The parts of the plugin ------------------------------------------------------------------------------------- */

extern const enfold_engine good_engine;
extern const enfold_reducer good_reducer;

/* Lists that end with a NULL name. */
extern const fault engine_faults[], host_faults[], reducer_faults[], request_faults[], trace_faults[];

#endif
