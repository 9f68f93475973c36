/* catalogue.c: what the frames of a flat file say, in memory. */
#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "../../../Providers/sqlite/text.h"

int compare_names(const char *one, size_t one_length, const char *other, size_t other_length) {
  int result = memcmp(one, other, one_length < other_length ? one_length : other_length);
  return result != 0 ? result : (one_length > other_length) - (one_length < other_length);
}

store *catalogue_find(catalogue *catalogue, const char *name, size_t length) {
  for (size_t place = 0; place < catalogue->count; place++) {
    store *each = &catalogue->stores[place];
    if (!each->is_removed && compare_names(each->name, each->name_length, name, length) == 0) return each;
  }
  return NULL;
}

store *catalogue_store(catalogue *catalogue, uint64_t id) {
  return id == 0 || id > catalogue->count || catalogue->stores[id - 1].is_removed ? NULL : &catalogue->stores[id - 1];
}

static entry *add(entries *entries) {
  if (entries->count == entries->room) {
    entries->room = entries->room == 0 ? 16 : 2 * entries->room;
    entry *grown = realloc(entries->all, entries->room * sizeof *grown);
    if (grown == NULL) return NULL;
    entries->all = grown;
  }
  entry *made = &entries->all[entries->count++];
  memset(made, 0, sizeof *made);
  return made;
}

static void drop_before(entries *entries, uint64_t last) {
  size_t count = 0;
  while (count < entries->count && entries->all[count].last < last) count++;
  if (count > 0) memmove(entries->all, entries->all + count, (entries->count - count) * sizeof *entries->all);
  entries->count -= count;
}

static store *make(catalogue *catalogue, const record *record, const char *texts) {
  if (record->store != catalogue->count + 1 || !text_is_name(texts, record->one) ||
      !text_is_name(texts + record->one, record->other))
    return NULL;
  if (catalogue->count == catalogue->room) {
    catalogue->room = catalogue->room == 0 ? 16 : 2 * catalogue->room;
    store *grown = realloc(catalogue->stores, catalogue->room * sizeof *grown);
    if (grown == NULL) return NULL;
    catalogue->stores = grown;
  }
  store *made = &catalogue->stores[catalogue->count++];
  memset(made, 0, sizeof *made);
  made->id = record->store;
  made->name_length = record->one;
  memcpy(made->name, texts, record->one);
  made->feature_length = record->other;
  memcpy(made->feature, texts + record->one, record->other);
  return made;
}

static bool apply_checkpoint(store *store, const record *record, const char *texts, uint64_t place) {
  if (record->last > store->head || record->one > 255) return false;
  entries *all = &store->checkpoints;
  size_t index = all->count;
  while (index > 0 && all->all[index - 1].last >= record->last) index--;
  bool is_there = index < all->count && all->all[index].last == record->last;
  if (!is_there) {
    if (add(all) == NULL) return false;
    memmove(&all->all[index + 1], &all->all[index], (all->count - 1 - index) * sizeof *all->all);
  }
  entry *made = &all->all[index];
  *made = (entry){.last = record->last, .place = place + record->one, .length = record->other, .plugin_length = record->one};
  memcpy(made->plugin, texts, record->one);
  memcpy(made->hash, record->hash, sizeof made->hash);
  return true;
}

static bool apply(catalogue *catalogue, const record *record, const char *texts, uint64_t place) {
  store *store =
      record->kind == CLAIM && record->is_new ? make(catalogue, record, texts) : catalogue_store(catalogue, record->store);
  if (store == NULL) return false;
  switch (record->kind) {
    case CLAIM:
      store->epoch = record->epoch;
      memcpy(store->writer, record->writer, sizeof store->writer);
      store->touched = record->at;
      return true;
    case GROUP: {
      if (record->first != store->head + 1 || record->last < record->first) return false;
      entry *made = add(&store->groups);
      if (made == NULL) return false;
      made->first = record->first;
      made->last = record->last;
      made->epoch = record->epoch;
      made->at = record->at;
      made->place = place + record->one;
      made->length = record->other;
      memcpy(made->hash, record->hash, sizeof made->hash);
      store->head = record->last;
      store->touched = record->at;
      return true;
    }
    case CHECKPOINT:
      return apply_checkpoint(store, record, texts, place);
    case REMOVE:
      store->is_removed = true;
      return true;
    case TRIM:
      drop_before(&store->groups, record->first);
      drop_before(&store->checkpoints, record->last);
      return true;
    default:
      return false;
  }
}

bool catalogue_apply(catalogue *catalogue, const uint8_t *bytes, size_t length, uint64_t place) {
  size_t done = 0;
  while (done < length) {
    record record;
    if (length - done < sizeof record) return false;
    memcpy(&record, bytes + done, sizeof record);
    done += sizeof record;
    if (record.one > length - done || record.other > length - done - record.one) return false;
    if (!apply(catalogue, &record, (const char *)bytes + done, place + done)) return false;
    done += record.one + record.other;
  }
  return true;
}

void catalogue_free(catalogue *catalogue) {
  for (size_t place = 0; place < catalogue->count; place++) {
    free(catalogue->stores[place].groups.all);
    free(catalogue->stores[place].checkpoints.all);
  }
  free(catalogue->stores);
}
