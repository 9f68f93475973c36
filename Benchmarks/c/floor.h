/* floor.h: the floor of every ratio: the same bytes in and out as a feature, written by hand in C for that feature.
 *
 * A strict small parser, a struct updated under a mutex, a result formatted by hand, a function pointer called. No queue,
 * no effects, no tasks, one observer of one kind, and no way to load another feature.
 * Every `send` returns 0, or -1 if the text is not exactly one known action (white space where JSON allows it).
 */
#ifndef FLOOR_H
#define FLOOR_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "floor_index.h"

typedef void (*floor_observer)(void *user, const char *bytes, size_t length);

/* W1: {"count":n}, action {"increment":{}}; the observer is given /count. */
typedef struct floor_counter {
  pthread_mutex_t lock;
  int64_t count;
  floor_observer observer; /* NULL: none */
  void *user;
} floor_counter;

int floor_counter_send(floor_counter *counter, const char *action, size_t length);

/* W5: an array of such actions; the observer is called once. All or none are accepted. */
int floor_counter_send_batch(floor_counter *counter, const char *actions, size_t length);

/* W2: todos with the ids 0..<count, action {"toggle":{"id":ID}}; the observer is given isDone of one of them, or with
 * `observed` < 0 the JSON Patch of the list. */
typedef struct floor_todo {
  int64_t id;
  char title[32];
  int is_done;
} floor_todo;

typedef struct floor_todos {
  pthread_mutex_t lock;
  floor_todo *items;
  floor_index index;
  int64_t observed;
  floor_observer observer;
  void *user;
} floor_todos;

void floor_todos_open(floor_todos *todos, size_t count);
void floor_todos_close(floor_todos *todos);
int floor_todos_send(floor_todos *todos, const char *action, size_t length);

/* W3: cells with the ids 0..<count, action {"set":{"id":ID,"value":VALUE}}; an observer for each cell, given its value if
 * that changed. */
typedef struct floor_cell {
  int64_t id, value;
} floor_cell;

typedef struct floor_cells {
  pthread_mutex_t lock;
  floor_cell *items;
  floor_index index;
  struct { floor_observer observer; void *user; } *observers; /* by position; NULL: none */
} floor_cells;

void floor_cells_open(floor_cells *cells, size_t count);
void floor_cells_observe(floor_cells *cells, int64_t id, floor_observer observer, void *user);
void floor_cells_close(floor_cells *cells);
int floor_cells_send(floor_cells *cells, const char *action, size_t length);

/* W4: {"records":[{"id":n,"title":"...","isDone":false},...]}, action {"replace":[...]}; the observer is given the whole
 * state, if it changed. */
typedef struct floor_record {
  int64_t id;
  size_t title, title_length; /* in `titles` */
  int is_done;
} floor_record;

typedef struct floor_records {
  floor_record *items;
  size_t count, capacity;
  char *titles; /* all of them, one after the other */
  size_t titles_length, titles_capacity;
} floor_records;

typedef struct floor_blob {
  pthread_mutex_t lock;
  floor_records now, next;
  char *text;
  size_t text_capacity;
  floor_observer observer;
  void *user;
} floor_blob;

void floor_blob_open(floor_blob *blob);
void floor_blob_close(floor_blob *blob);
int floor_blob_send(floor_blob *blob, const char *action, size_t length);

/* W6: a counter under `depth` parents, action {"child":{"child":...{"increment":{}}}}; the observer is given its count.
 * Through a scope the action is that of the counter alone. Nesting costs C nothing: one struct serves every depth. */
typedef struct floor_levels {
  pthread_mutex_t lock;
  struct { struct { struct { struct { struct { struct { int64_t count; } child; } child; } child; } child; } child; } root;
  int depth;
  floor_observer observer;
  void *user;
} floor_levels;

int floor_levels_send(floor_levels *levels, const char *action, size_t length);
int floor_levels_send_scoped(floor_levels *levels, const char *action, size_t length);

/* W6: children with the ids 0..<count, action {"child":{"id":ID,"action":{"increment":{}}}}; the observer is given the
 * count of one of them. */
typedef struct floor_siblings {
  pthread_mutex_t lock;
  struct { int64_t id, count; } *items;
  floor_index index;
  int64_t observed;
  floor_observer observer;
  void *user;
} floor_siblings;

void floor_siblings_open(floor_siblings *siblings, size_t count);
void floor_siblings_close(floor_siblings *siblings);
int floor_siblings_send(floor_siblings *siblings, const char *action, size_t length);
int floor_siblings_send_scoped(floor_siblings *siblings, const char *action, size_t length); /* to the observed one */

#endif
