/* catalogue.h: what the frames of a flat file say, in memory: stores, and where their groups and checkpoints are. */
#ifndef ENFOLD_FLAT_CATALOGUE_H
#define ENFOLD_FLAT_CATALOGUE_H

#include <stdbool.h>
#include <stdint.h>

#include "enfold_journal.h"

/* What a frame has: records, one after the other. Each begins with this, and has two texts behind it. */
typedef struct record {
  uint32_t kind; /* CLAIM, GROUP, CHECKPOINT, REMOVE, TRIM */
  uint32_t is_new;
  uint64_t store, epoch, first, last, at;
  uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE];
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  uint64_t one, other; /* lengths: of name and feature, of plugin and body */
} record;

enum { CLAIM = 1, GROUP, CHECKPOINT, REMOVE, TRIM };

/* A group or a checkpoint. */
typedef struct entry {
  uint64_t first, last, epoch, at, place, length;
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  char plugin[256];
  size_t plugin_length;
} entry;

typedef struct entries {
  entry *all;
  size_t count, room;
} entries;

typedef struct store {
  uint64_t id, epoch, head, touched;
  uint64_t pending; /* the head behind the groups that are being written */
  uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE];
  char name[256], feature[256];
  size_t name_length, feature_length;
  bool is_removed;
  entries groups, checkpoints; /* in order */
} store;

typedef struct catalogue {
  store *stores; /* the store `id` is at id - 1 */
  size_t count, room;
} catalogue;

/* Does what the records of a frame say. False: they cannot be right. */
bool catalogue_apply(catalogue *catalogue, const uint8_t *bytes, size_t length, uint64_t place);
void catalogue_free(catalogue *catalogue);

store *catalogue_find(catalogue *catalogue, const char *name, size_t length);
store *catalogue_store(catalogue *catalogue, uint64_t id); /* NULL: there is none, or it is removed */
int compare_names(const char *one, size_t one_length, const char *other, size_t other_length);

#endif
