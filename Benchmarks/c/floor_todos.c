/* floor_todos.c: W2 by hand. */
#include "floor.h"

#include <stdio.h>
#include <stdlib.h>

#include "floor_json.h"

void floor_todos_open(floor_todos *todos, size_t count) {
  pthread_mutex_init(&todos->lock, NULL);
  todos->items = calloc(count, sizeof *todos->items);
  floor_index_open(&todos->index, count);
  for (size_t i = 0; i < count; i++) {
    todos->items[i].id = (int64_t)i;
    snprintf(todos->items[i].title, sizeof todos->items[i].title, "todo %zu", i);
    floor_index_add(&todos->index, (int64_t)i, i);
  }
}

void floor_todos_close(floor_todos *todos) {
  free(todos->items);
  floor_index_close(&todos->index);
  pthread_mutex_destroy(&todos->lock);
}

static void tell_patch(const floor_todos *todos, size_t position, int is_done) {
  char text[96], *at = PUT(text, "[{\"op\":\"replace\",\"path\":\"/");
  at = put_integer(at, (int64_t)position);
  at = PUT(at, "/isDone\",\"value\":");
  at = is_done ? PUT(at, "true}]") : PUT(at, "false}]");
  *at = 0;
  todos->observer(todos->user, text, (size_t)(at - text));
}

int floor_todos_send(floor_todos *todos, const char *action, size_t length) {
  cursor c = {action, action + length};
  int64_t id;
  if (!take(&c, '{') || !TAKE_KEY(&c, "toggle") || !take(&c, '{') || !TAKE_KEY(&c, "id") || !take_integer(&c, &id) ||
      !take(&c, '}') || !take(&c, '}') || !at_end(&c))
    return -1;
  int is_done = -1;
  pthread_mutex_lock(&todos->lock);
  size_t position = floor_index_find(&todos->index, id);
  if (position != SIZE_MAX) is_done = todos->items[position].is_done = !todos->items[position].is_done;
  pthread_mutex_unlock(&todos->lock);
  if (is_done < 0) return 0;
  if (todos->observed < 0) tell_patch(todos, position, is_done);
  else if (id == todos->observed) todos->observer(todos->user, is_done ? "true" : "false", is_done ? 4 : 5);
  return 0;
}
