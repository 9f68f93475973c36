/* floor.h: the floor of every ratio: the same bytes in and out as a feature, written by hand in C for that feature. */
#ifndef FLOOR_H
#define FLOOR_H

#include <pthread.h>
#include <stdint.h>
#include <stddef.h>

typedef void (*floor_observer)(void *user, const char *value, size_t length);

/* W1: {"count":n}, action {"increment":{}}. */
typedef struct floor_counter {
  pthread_mutex_t lock;
  int64_t count;
  floor_observer observer;
  void *user;
} floor_counter;

/* 0, or -1 if the text is not exactly one known action (white space allowed where JSON allows it). */
int floor_counter_send(floor_counter *counter, const char *action, size_t length);

/* W2: a list of todos with ids 0..<count, action {"toggle":ID}, the observer hears of one of them. */
typedef struct floor_todo {
  int64_t id;
  char title[32];
  int is_done;
} floor_todo;

typedef struct floor_todos {
  pthread_mutex_t lock;
  floor_todo *items;
  uint32_t *slots; /* open addressing by id: index + 1, 0 is free */
  size_t count, mask;
  int64_t observed;
  floor_observer observer;
  void *user;
} floor_todos;

void floor_todos_open(floor_todos *todos, size_t count);
void floor_todos_close(floor_todos *todos);
int floor_todos_send(floor_todos *todos, const char *action, size_t length);

#endif
