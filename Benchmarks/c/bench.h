/* bench.h: what the workloads share: stores of one runtime, and the measuring of floor and API in turn.
 *
 * A row is "workload<TAB>what<TAB>median<TAB>unit<TAB>lowest<TAB>highest"; a remark is "note<TAB>text".
 */
#ifndef BENCH_H
#define BENCH_H

#include <enfold.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The API, with errors ending the program --------------------------------------------------------------- */

void must(enfold_status status, const enfold_error *error);
#define MUST(call) do { enfold_error error = ENFOLD_ERROR_INIT; must((call), &error); } while (0)

extern enfold_runtime runtime;
extern const char *plugin_directory;

void load_plugin(enfold_runtime into, const char *file);
enfold_store open_store(const char *feature, const char *options);
void close_store(enfold_store store);
/* The events of a pointer go to `heard_event`. */
void observe(enfold_store store, const char *pointer, const char *options);

/* ---- What observers hear ----------------------------------------------------------------------------------- */

/* While this is set, every byte that observers hear goes into the hash: both sides must deliver the same. */
extern int is_hashing;
extern uint64_t heard_hash, heard_bytes;

void hash_bytes(const char *bytes, size_t length);
void heard(void *user, const char *bytes, size_t length);
void heard_event(void *user, const enfold_event *event);

/* ---- Measuring --------------------------------------------------------------------------------------------- */

/* One side of a comparison: `run` does `count` actions. Sides of one workload stand together, its floor first. */
typedef struct side {
  char workload[56];
  const char *what;
  void (*run)(void *context, size_t count);
  void *context;
  size_t same; /* so many first actions are checked: observers must hear the same bytes as on the workload's first side */
} side;

enum { RUNS = 7, SIDES = 16 };

double now(void); /* ns */

/* Rows of ns per action: each of at most SIDES sides is calibrated by time and then measured RUNS times, in turn with the
 * others, so that what else the machine does falls on all of them. */
void compare(const side *sides, size_t count);

/* Row of the median of RUNS values. */
void row(const char *workload, const char *what, double *values, const char *unit);
void note(const char *text);

/* ---- Actions, written before the clock runs ---------------------------------------------------------------- */

/* A power of two, so that the next one is found without a division; enough of them to defeat the caches. */
enum { ACTIONS = 1 << 16 };

typedef struct action {
  uint8_t length;
  char text[47];
} action;

typedef struct actions {
  action *list;
  size_t next[2]; /* of each side */
} actions;

/* `format` takes a pseudo-random one of `ids` ids, which are `stride` apart, and the number of the action. */
void write_actions(actions *actions, const char *format, size_t ids, size_t stride);
void free_actions(actions *actions);

/* ---- The workloads ----------------------------------------------------------------------------------------- */

void w1_counter(void);
void w1_second_thread(void);
void w1_reactor(void);
void w1_request(void);
void w1_callback(void);
void w1_cpp(void); /* Benchmarks/cpp */
void w2_todos(void);
void w3_fanout(void);
void w4_blob(void);
void w5_batch(void);
void w6_levels(void);
void w6_siblings(void);
void w8_life(void);

#endif
