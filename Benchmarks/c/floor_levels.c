/* floor_levels.c: W6 by hand: nested structs, and a list of children. */
#include "floor.h"

#include <stdlib.h>

#include "floor_json.h"

static void tell(floor_observer observer, void *user, int64_t count) {
  char text[24];
  size_t length = (size_t)(put_integer(text, count) - text);
  text[length] = 0;
  observer(user, text, length);
}

static void increment(floor_levels *levels) {
  pthread_mutex_lock(&levels->lock);
  int64_t count = ++levels->root.child.child.child.child.child.count;
  pthread_mutex_unlock(&levels->lock);
  tell(levels->observer, levels->user, count);
}

int floor_levels_send(floor_levels *levels, const char *action, size_t length) {
  cursor c = {action, action + length};
  for (int i = 0; i < levels->depth; i++) if (!take(&c, '{') || !TAKE_KEY(&c, "child")) return -1;
  if (!take_increment(&c)) return -1;
  for (int i = 0; i < levels->depth; i++) if (!take(&c, '}')) return -1;
  if (!at_end(&c)) return -1;
  increment(levels);
  return 0;
}

int floor_levels_send_scoped(floor_levels *levels, const char *action, size_t length) {
  cursor c = {action, action + length};
  if (!take_increment(&c) || !at_end(&c)) return -1;
  increment(levels);
  return 0;
}

void floor_siblings_open(floor_siblings *siblings, size_t count) {
  pthread_mutex_init(&siblings->lock, NULL);
  siblings->items = calloc(count, sizeof *siblings->items);
  floor_index_open(&siblings->index, count);
  for (size_t i = 0; i < count; i++) {
    siblings->items[i].id = (int64_t)i;
    floor_index_add(&siblings->index, (int64_t)i, i);
  }
}

void floor_siblings_close(floor_siblings *siblings) {
  free(siblings->items);
  floor_index_close(&siblings->index);
  pthread_mutex_destroy(&siblings->lock);
}

/* The count after it, or 0 if there is no such child. */
static int64_t increment_child(floor_siblings *siblings, int64_t id) {
  int64_t count = 0;
  pthread_mutex_lock(&siblings->lock);
  size_t position = floor_index_find(&siblings->index, id);
  if (position != SIZE_MAX) count = ++siblings->items[position].count;
  pthread_mutex_unlock(&siblings->lock);
  return count;
}

int floor_siblings_send(floor_siblings *siblings, const char *action, size_t length) {
  cursor c = {action, action + length};
  int64_t id;
  if (!take(&c, '{') || !TAKE_KEY(&c, "child") || !take(&c, '{') || !TAKE_KEY(&c, "id") || !take_integer(&c, &id) ||
      !take(&c, ',') || !TAKE_KEY(&c, "action") || !take_increment(&c) || !take(&c, '}') || !take(&c, '}') || !at_end(&c))
    return -1;
  int64_t count = increment_child(siblings, id);
  if (count && id == siblings->observed) tell(siblings->observer, siblings->user, count);
  return 0;
}

int floor_siblings_send_scoped(floor_siblings *siblings, const char *action, size_t length) {
  cursor c = {action, action + length};
  if (!take_increment(&c) || !at_end(&c)) return -1;
  int64_t count = increment_child(siblings, siblings->observed);
  if (count) tell(siblings->observer, siblings->user, count);
  return 0;
}
