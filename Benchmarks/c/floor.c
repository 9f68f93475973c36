/* floor.c: strict small parsers, a struct updated under a mutex, a result formatted by hand, a function pointer called. */
#include "floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cursor {
  const char *at, *end;
} cursor;

static void skip_space(cursor *c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t' || *c->at == '\r')) c->at++;
}

static int take(cursor *c, char byte) {
  skip_space(c);
  if (c->at == c->end || *c->at != byte) return 0;
  c->at++;
  return 1;
}

static int take_key(cursor *c, const char *key, size_t length) {
  skip_space(c);
  if ((size_t)(c->end - c->at) < length + 2 || c->at[0] != '"' || c->at[length + 1] != '"' ||
      memcmp(c->at + 1, key, length) != 0)
    return 0;
  c->at += length + 2;
  return take(c, ':');
}

static int take_integer(cursor *c, int64_t *out) {
  skip_space(c);
  int negative = c->at < c->end && *c->at == '-';
  const char *at = c->at + negative;
  if (at == c->end || *at < '0' || *at > '9') return 0;
  if (*at == '0' && at + 1 < c->end && at[1] >= '0' && at[1] <= '9') return 0;
  uint64_t value = 0;
  for (; at < c->end && *at >= '0' && *at <= '9'; at++) {
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value)) return 0;
  }
  if (at < c->end && (*at == '.' || *at == 'e' || *at == 'E')) return 0;
  if (value > (uint64_t)INT64_MAX + negative) return 0;
  *out = negative ? (int64_t)-value : (int64_t)value;
  c->at = at;
  return 1;
}

static int at_end(cursor *c) {
  skip_space(c);
  return c->at == c->end;
}

static size_t format_integer(char *out, int64_t value) {
  char digits[24], *at = digits + sizeof digits;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  do *--at = (char)('0' + rest % 10); while (rest /= 10);
  if (value < 0) *--at = '-';
  size_t length = (size_t)(digits + sizeof digits - at);
  memcpy(out, at, length);
  out[length] = 0;
  return length;
}

int floor_counter_send(floor_counter *counter, const char *action, size_t length) {
  cursor c = {action, action + length};
  if (!take(&c, '{') || !take_key(&c, "increment", 9) || !take(&c, '{') || !take(&c, '}') || !take(&c, '}') || !at_end(&c))
    return -1;
  pthread_mutex_lock(&counter->lock);
  int64_t count = ++counter->count;
  pthread_mutex_unlock(&counter->lock);
  if (counter->observer) {
    char text[24];
    size_t size = format_integer(text, count);
    counter->observer(counter->user, text, size);
  }
  return 0;
}

static size_t slot_of(const floor_todos *todos, int64_t id) {
  return (size_t)((uint64_t)id * 0x9E3779B97F4A7C15u >> 32) & todos->mask;
}

void floor_todos_open(floor_todos *todos, size_t count) {
  size_t size = 4;
  while (size < count * 2) size *= 2;
  pthread_mutex_init(&todos->lock, NULL);
  todos->items = calloc(count, sizeof *todos->items);
  todos->slots = calloc(size, sizeof *todos->slots);
  todos->count = count;
  todos->mask = size - 1;
  for (size_t i = 0; i < count; i++) {
    todos->items[i].id = (int64_t)i;
    snprintf(todos->items[i].title, sizeof todos->items[i].title, "todo %zu", i);
    size_t slot = slot_of(todos, (int64_t)i);
    while (todos->slots[slot]) slot = (slot + 1) & todos->mask;
    todos->slots[slot] = (uint32_t)i + 1;
  }
}

void floor_todos_close(floor_todos *todos) {
  free(todos->items);
  free(todos->slots);
  pthread_mutex_destroy(&todos->lock);
}

int floor_todos_send(floor_todos *todos, const char *action, size_t length) {
  cursor c = {action, action + length};
  int64_t id;
  if (!take(&c, '{') || !take_key(&c, "toggle", 6) || !take(&c, '{') || !take_key(&c, "id", 2) || !take_integer(&c, &id) ||
      !take(&c, '}') || !take(&c, '}') || !at_end(&c))
    return -1;
  int is_done = -1;
  pthread_mutex_lock(&todos->lock);
  for (size_t slot = slot_of(todos, id); todos->slots[slot]; slot = (slot + 1) & todos->mask) {
    floor_todo *item = &todos->items[todos->slots[slot] - 1];
    if (item->id != id) continue;
    is_done = item->is_done = !item->is_done;
    break;
  }
  pthread_mutex_unlock(&todos->lock);
  if (is_done >= 0 && id == todos->observed && todos->observer) {
    if (is_done) todos->observer(todos->user, "true", 4);
    else todos->observer(todos->user, "false", 5);
  }
  return 0;
}
