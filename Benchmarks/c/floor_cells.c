/* floor_cells.c: W3 by hand: only the observer that is affected is looked at. */
#include "floor.h"

#include <stdlib.h>

#include "floor_json.h"

void floor_cells_open(floor_cells *cells, size_t count) {
  pthread_mutex_init(&cells->lock, NULL);
  cells->items = calloc(count, sizeof *cells->items);
  cells->observers = calloc(count, sizeof *cells->observers);
  floor_index_open(&cells->index, count);
  for (size_t i = 0; i < count; i++) {
    cells->items[i].id = (int64_t)i;
    floor_index_add(&cells->index, (int64_t)i, i);
  }
}

void floor_cells_observe(floor_cells *cells, int64_t id, floor_observer observer, void *user) {
  size_t position = floor_index_find(&cells->index, id);
  if (position == SIZE_MAX) return;
  cells->observers[position].observer = observer;
  cells->observers[position].user = user;
}

void floor_cells_close(floor_cells *cells) {
  free(cells->items);
  free(cells->observers);
  floor_index_close(&cells->index);
  pthread_mutex_destroy(&cells->lock);
}

int floor_cells_send(floor_cells *cells, const char *action, size_t length) {
  cursor c = {action, action + length};
  int64_t id, value;
  if (!take(&c, '{') || !TAKE_KEY(&c, "set") || !take(&c, '{') || !TAKE_KEY(&c, "id") || !take_integer(&c, &id) ||
      !take(&c, ',') || !TAKE_KEY(&c, "value") || !take_integer(&c, &value) || !take(&c, '}') || !take(&c, '}') ||
      !at_end(&c))
    return -1;
  int is_changed = 0;
  pthread_mutex_lock(&cells->lock);
  size_t position = floor_index_find(&cells->index, id);
  if (position != SIZE_MAX) {
    is_changed = cells->items[position].value != value;
    cells->items[position].value = value;
  }
  pthread_mutex_unlock(&cells->lock);
  if (!is_changed || !cells->observers[position].observer) return 0;
  char text[24];
  size_t size = (size_t)(put_integer(text, value) - text);
  text[size] = 0;
  cells->observers[position].observer(cells->observers[position].user, text, size);
  return 0;
}
