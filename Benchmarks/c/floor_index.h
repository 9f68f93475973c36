/* floor_index.h: finds the position of an id in O(1), as the floors' lists need it. Open addressing. */
#ifndef FLOOR_INDEX_H
#define FLOOR_INDEX_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct floor_slot {
  int64_t id;
  uint32_t position; /* + 1; 0 is free */
} floor_slot;

typedef struct floor_index {
  floor_slot *slots;
  size_t mask;
} floor_index;

static inline size_t floor_index_slot(const floor_index *index, int64_t id) {
  return (size_t)((uint64_t)id * 0x9E3779B97F4A7C15u >> 32) & index->mask;
}

static inline void floor_index_open(floor_index *index, size_t capacity) {
  size_t size = 4;
  while (size < capacity * 2) size *= 2;
  index->slots = calloc(size, sizeof *index->slots);
  index->mask = size - 1;
}

static inline void floor_index_add(floor_index *index, int64_t id, size_t position) {
  size_t slot = floor_index_slot(index, id);
  while (index->slots[slot].position) slot = (slot + 1) & index->mask;
  index->slots[slot] = (floor_slot){id, (uint32_t)position + 1};
}

/* The position, or SIZE_MAX. */
static inline size_t floor_index_find(const floor_index *index, int64_t id) {
  for (size_t slot = floor_index_slot(index, id); index->slots[slot].position; slot = (slot + 1) & index->mask)
    if (index->slots[slot].id == id) return index->slots[slot].position - 1;
  return SIZE_MAX;
}

static inline void floor_index_close(floor_index *index) { free(index->slots); }

#endif
