/* flat.c: a provider on one file that is only appended to. The simplest one that keeps the contract: for tests, and to read. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../../Providers/sqlite/options.h"
#include "../../../Providers/sqlite/text.h"
#include "frames.h"
#include "catalogue.h"

#define MOST 1000 /* groups or stores in one call */

/* What journals that write one file share. */
typedef struct content {
  frames frames;
  catalogue catalogue;
  pthread_mutex_t mutex;
} content;

typedef struct journal {
  content *content;
  hold *hold; /* NULL: it reads */
} journal;

typedef struct buffer {
  uint8_t *bytes;
  size_t length, room;
} buffer;

static bool put(buffer *buffer, const record *record, const char *one, const char *other) {
  size_t needed = buffer->length + sizeof *record + record->one + record->other;
  if (needed > buffer->room) {
    uint8_t *grown = realloc(buffer->bytes, needed * 2);
    if (grown == NULL) return false;
    buffer->bytes = grown;
    buffer->room = needed * 2;
  }
  memcpy(buffer->bytes + buffer->length, record, sizeof *record);
  if (record->one > 0) memcpy(buffer->bytes + buffer->length + sizeof *record, one, record->one);
  if (record->other > 0) memcpy(buffer->bytes + buffer->length + sizeof *record + record->one, other, record->other);
  buffer->length = needed;
  return true;
}

/* ---- Opening -------------------------------------------------------------------------------------------------------- */

static enfold_journal_status apply(void *context, const uint8_t *bytes, size_t length, uint64_t place,
                                   enfold_journal_error *error) {
  content *content = context;
  if (catalogue_apply(&content->catalogue, bytes, length, place)) return ENFOLD_JOURNAL_OK;
  return frames_stop(&content->frames, error, "%s: the frame at byte %" PRIu64 " has what cannot be right: restore a backup",
                     content->frames.place.path, place);
}

static void close_content(void *closed) {
  content *content = closed;
  frames_close(&content->frames);
  catalogue_free(&content->catalogue);
  pthread_mutex_destroy(&content->mutex);
  free(content);
}

static enfold_journal_status open_content(void *context, hold *hold, void **out, enfold_journal_error *error) {
  content *made = calloc(1, sizeof *made);
  if (made == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "no memory to open a journal");
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&made->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  enfold_journal_status status = frames_open(&made->frames, context, hold, apply, made, error);
  if (status != ENFOLD_JOURNAL_OK) {
    catalogue_free(&made->catalogue);
    free(made);
    return status;
  }
  *out = made;
  return ENFOLD_JOURNAL_OK;
}

/* Takes the mutex. */
static enfold_journal_status enter(journal *journal, bool writes, enfold_journal_error *error) {
  content *content = journal->content;
  if (pthread_mutex_lock(&content->mutex) != 0)
    return problem(error, ENFOLD_JOURNAL_INVALID, "a callback of this journal called the provider: it should only copy");
  enfold_journal_status status = frames_check(&content->frames, error);
  if (status == ENFOLD_JOURNAL_OK && writes && journal->hold == NULL)
    status = problem(error, ENFOLD_JOURNAL_INVALID, "%s was opened for reading: open it with \"access\":\"write\"",
                     content->frames.place.path);
  if (status == ENFOLD_JOURNAL_OK && journal->hold == NULL) status = frames_refresh(&content->frames, apply, content, error);
  if (status != ENFOLD_JOURNAL_OK) pthread_mutex_unlock(&content->mutex);
  return status;
}

static enfold_journal_status leave(journal *journal, enfold_journal_status status) {
  pthread_mutex_unlock(&journal->content->mutex);
  return status;
}

static enfold_journal_status flat_open(const char *target, size_t length, const char *text, size_t text_length, void **out,
                                       enfold_journal_error *error) {
  *out = NULL;
  open_options options;
  place place;
  enfold_journal_status status = options_read(text, text_length, &options, error);
  if (status == ENFOLD_JOURNAL_OK) status = place_find(target, length, &options, &place, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  journal *made = calloc(1, sizeof *made);
  if (made == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "no memory to open a journal");
  void *content = NULL;
  if (options.is_reader) {
    status = open_content(&place, NULL, &content, error);
  } else {
    char lock[PLACE_SIZE];
    size_t end = strlen(place.path);
    memcpy(lock, place.path, end);
    memcpy(lock + end, "-lock", 6);
    status = hold_take(lock, open_content, &place, &made->hold, error);
    if (status == ENFOLD_JOURNAL_OK) {
      content = hold_content(made->hold);
      made->content = content;
      status = enter(made, true, error);
      if (status == ENFOLD_JOURNAL_OK)
        leave(made, status);
      else
        hold_give(made->hold, close_content);
    }
  }
  if (status != ENFOLD_JOURNAL_OK) {
    free(made);
    return status;
  }
  made->content = content;
  *out = made;
  return ENFOLD_JOURNAL_OK;
}

static void flat_close(void *context) {
  journal *closed = context;
  if (closed == NULL) return;
  if (closed->hold != NULL)
    hold_give(closed->hold, close_content);
  else
    close_content(closed->content);
  free(closed);
}

/* ---- Writing -------------------------------------------------------------------------------------------------------- */

/* Writes what is in the buffer as one frame, and then does in memory what it says. */
static enfold_journal_status commit(content *content, buffer *buffer, bool is_whole, enfold_journal_error *error) {
  enfold_journal_status status = ENFOLD_JOURNAL_OK;
  uint64_t place;
  if (!is_whole) status = problem(error, ENFOLD_JOURNAL_WAITING, "no memory to write to a journal");
  if (status == ENFOLD_JOURNAL_OK && buffer->length > 0) {
    status = frames_append(&content->frames, buffer->bytes, buffer->length, &place, error);
    if (status == ENFOLD_JOURNAL_OK) status = apply(content, buffer->bytes, buffer->length, place, error);
  }
  free(buffer->bytes);
  return status;
}

static enfold_journal_status check_checkpoint(const enfold_journal_checkpoint *checkpoint, enfold_journal_error *error) {
  if (checkpoint->struct_size >= sizeof *checkpoint && text_is_name(checkpoint->plugin, checkpoint->plugin_length) &&
      checkpoint->length > 0 && text_is_valid(checkpoint->body, checkpoint->length))
    return ENFOLD_JOURNAL_OK;
  return problem(error, ENFOLD_JOURNAL_INVALID,
                 "a checkpoint needs the name of its plugin and a body, both of UTF-8 without U+0000");
}

static bool put_checkpoint(buffer *buffer, uint64_t store, const enfold_journal_checkpoint *checkpoint) {
  record record = {
      .kind = CHECKPOINT, .store = store, .last = checkpoint->seq, .one = checkpoint->plugin_length, .other = checkpoint->length};
  memcpy(record.hash, checkpoint->hash, sizeof record.hash);
  return put(buffer, &record, checkpoint->plugin, checkpoint->body);
}

static enfold_journal_status check_writer(content *content, uint64_t id, uint64_t epoch, const uint8_t *writer, store **out,
                                          enfold_journal_error *error) {
  *out = catalogue_store(&content->catalogue, id);
  if (*out == NULL) return problem(error, ENFOLD_JOURNAL_FENCED, "the store %" PRIu64 " was deleted", id);
  if ((*out)->epoch != epoch || memcmp((*out)->writer, writer, sizeof(*out)->writer) != 0)
    return problem(error, ENFOLD_JOURNAL_FENCED,
                   "another writer has claimed the store \"%.*s\": its epoch is %" PRIu64 ", not %" PRIu64,
                   (int)(*out)->name_length, (*out)->name, (*out)->epoch, epoch);
  return ENFOLD_JOURNAL_OK;
}

static enfold_journal_status flat_claim(void *context, enfold_journal_claim *claim, enfold_journal_error *error) {
  journal *journal = context;
  content *content = journal->content;
  if (claim->struct_size < sizeof *claim || !text_is_name(claim->name, claim->name_length) ||
      !text_is_name(claim->feature, claim->feature_length) || claim->at > INT64_MAX ||
      (claim->initial != NULL && claim->initial->seq != 0))
    return problem(error, ENFOLD_JOURNAL_INVALID,
                   "a claim needs names of 1 to 255 bytes of UTF-8 without U+0000, and a checkpoint at 0");
  enfold_journal_status status = claim->initial == NULL ? ENFOLD_JOURNAL_OK : check_checkpoint(claim->initial, error);
  if (status == ENFOLD_JOURNAL_OK) status = enter(journal, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  store *found = catalogue_find(&content->catalogue, claim->name, claim->name_length);
  if (found == NULL && claim->initial == NULL)
    return leave(journal,
                 problem(error, ENFOLD_JOURNAL_NOT_FOUND, "there is no store \"%.*s\"", (int)claim->name_length, claim->name));
  if (found != NULL && compare_names(found->feature, found->feature_length, claim->feature, claim->feature_length) != 0)
    return leave(journal, problem(error, ENFOLD_JOURNAL_OTHER_FEATURE, "the store \"%.*s\" is kept for the feature %.*s",
                                  (int)claim->name_length, claim->name, (int)found->feature_length, found->feature));
  buffer buffer = {0};
  record record = {.kind = CLAIM, .is_new = found == NULL, .at = claim->at};
  record.store = found == NULL ? content->catalogue.count + 1 : found->id;
  record.epoch = found == NULL ? 1 : found->epoch + 1;
  record.one = found == NULL ? claim->name_length : 0;
  record.other = found == NULL ? claim->feature_length : 0;
  memcpy(record.writer, claim->writer, sizeof record.writer);
  bool is_whole = put(&buffer, &record, claim->name, claim->feature);
  if (found == NULL) is_whole = is_whole && put_checkpoint(&buffer, record.store, claim->initial);
  uint64_t head = found == NULL ? 0 : found->head;
  status = commit(content, &buffer, is_whole, error);
  if (status == ENFOLD_JOURNAL_OK) {
    claim->store = record.store;
    claim->epoch = record.epoch;
    claim->head = head;
    claim->is_new = record.is_new;
  }
  return leave(journal, status);
}

static enfold_journal_status check_group(content *content, const enfold_journal_group *group, store **out,
                                         enfold_journal_error *error) {
  if (group->first == 0 || group->first - 1 != group->before || group->last < group->first || group->last > INT64_MAX ||
      group->at > INT64_MAX || group->length == 0 || !text_is_valid(group->body, group->length) ||
      (group->checkpoint != NULL && group->checkpoint->seq != group->last))
    return problem(error, ENFOLD_JOURNAL_INVALID,
                   "the group %" PRIu64 " to %" PRIu64 " has a gap, or no body of UTF-8 without U+0000", group->first, group->last);
  enfold_journal_status status = group->checkpoint == NULL ? ENFOLD_JOURNAL_OK : check_checkpoint(group->checkpoint, error);
  if (status == ENFOLD_JOURNAL_OK) status = check_writer(content, group->store, group->epoch, group->writer, out, error);
  if (status == ENFOLD_JOURNAL_OK && (*out)->pending != group->before)
    status = problem(error, ENFOLD_JOURNAL_CONFLICT, "the head of store %" PRIu64 " is %" PRIu64 ", and the group follows %" PRIu64,
                     group->store, (*out)->pending, group->before);
  return status;
}

static bool put_group(buffer *buffer, const enfold_journal_group *group) {
  record record = {.kind = GROUP,
                   .store = group->store,
                   .epoch = group->epoch,
                   .first = group->first,
                   .last = group->last,
                   .at = group->at,
                   .other = group->length};
  memcpy(record.hash, group->hash, sizeof record.hash);
  return put(buffer, &record, NULL, group->body) &&
         (group->checkpoint == NULL || put_checkpoint(buffer, group->store, group->checkpoint));
}

static enfold_journal_status flat_append(void *context, enfold_journal_group *const *groups, size_t count,
                                         enfold_journal_error *error) {
  journal *journal = context;
  content *content = journal->content;
  enfold_journal_error first = ENFOLD_JOURNAL_ERROR_INIT;
  buffer buffer = {0};
  bool is_whole = true;
  for (size_t index = 0; index < count; index++)
    if (groups[index]->struct_size < sizeof **groups)
      return problem(error, ENFOLD_JOURNAL_INVALID, "a group of %u bytes: struct_size is not set", groups[index]->struct_size);
  enfold_journal_status status = enter(journal, true, error);
  for (size_t index = 0; index < count; index++) groups[index]->status = status;
  if (status != ENFOLD_JOURNAL_OK) return status;
  for (size_t index = 0; index < content->catalogue.count; index++)
    content->catalogue.stores[index].pending = content->catalogue.stores[index].head;
  for (size_t index = 0; index < count; index++) {
    enfold_journal_error one = ENFOLD_JOURNAL_ERROR_INIT;
    store *store = NULL;
    groups[index]->status = check_group(content, groups[index], &store, &one);
    if (groups[index]->status == ENFOLD_JOURNAL_OK) {
      store->pending = groups[index]->last;
      is_whole = is_whole && put_group(&buffer, groups[index]);
    } else if (first.status == ENFOLD_JOURNAL_OK) {
      first = one;
    }
  }
  status = commit(content, &buffer, is_whole, error);
  for (size_t index = 0; status != ENFOLD_JOURNAL_OK && index < count; index++)
    if (groups[index]->status == ENFOLD_JOURNAL_OK) groups[index]->status = status;
  if (status == ENFOLD_JOURNAL_OK && first.status != ENFOLD_JOURNAL_OK) {
    problem(error, first.status, "%s", first.message);
    status = ENFOLD_JOURNAL_PARTLY;
  }
  return leave(journal, status);
}

static enfold_journal_status flat_put_checkpoint(void *context, const enfold_journal_checkpoint *checkpoint,
                                                 enfold_journal_error *error) {
  journal *journal = context;
  store *store;
  enfold_journal_status status = check_checkpoint(checkpoint, error);
  if (status == ENFOLD_JOURNAL_OK) status = enter(journal, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = check_writer(journal->content, checkpoint->store, checkpoint->epoch, checkpoint->writer, &store, error);
  if (status == ENFOLD_JOURNAL_OK && checkpoint->seq > store->head)
    status = problem(error, ENFOLD_JOURNAL_CONFLICT, "a checkpoint at %" PRIu64 " lies behind the head %" PRIu64, checkpoint->seq,
                     store->head);
  if (status != ENFOLD_JOURNAL_OK) return leave(journal, status);
  buffer buffer = {0};
  bool is_whole = put_checkpoint(&buffer, checkpoint->store, checkpoint);
  return leave(journal, commit(journal->content, &buffer, is_whole, error));
}

static enfold_journal_status flat_remove(void *context, const char *name, size_t length, enfold_journal_error *error) {
  journal *journal = context;
  if (!text_is_name(name, length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "a name has 1 to 255 bytes of UTF-8 without U+0000");
  enfold_journal_status status = enter(journal, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  store *found = catalogue_find(&journal->content->catalogue, name, length);
  if (found == NULL)
    return leave(journal, problem(error, ENFOLD_JOURNAL_NOT_FOUND, "there is no store \"%.*s\"", (int)length, name));
  buffer buffer = {0};
  bool is_whole = put(&buffer, &(record){.kind = REMOVE, .store = found->id}, NULL, NULL);
  return leave(journal, commit(journal->content, &buffer, is_whole, error));
}

static enfold_journal_status flat_trim(void *context, uint64_t id, uint64_t epoch, const uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE],
                                       uint64_t seq, enfold_journal_error *error) {
  journal *journal = context;
  store *store;
  enfold_journal_status status = enter(journal, true, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  status = check_writer(journal->content, id, epoch, writer, &store, error);
  if (status != ENFOLD_JOURNAL_OK) return leave(journal, status);
  bool is_there = false;
  for (size_t index = 0; index < store->checkpoints.count; index++) is_there |= store->checkpoints.all[index].last == seq;
  if (!is_there) return leave(journal, problem(error, ENFOLD_JOURNAL_NOT_FOUND, "there is no checkpoint at %" PRIu64, seq));
  /* A slice: groups that end before this one. */
  uint64_t before = seq;
  bool is_slice = store->groups.count > MOST && store->groups.all[MOST].last < seq;
  if (is_slice) before = store->groups.all[MOST].last;
  buffer buffer = {0};
  bool is_whole = put(&buffer, &(record){.kind = TRIM, .store = id, .first = before, .last = seq}, NULL, NULL);
  status = commit(journal->content, &buffer, is_whole, error);
  return leave(journal, status == ENFOLD_JOURNAL_OK && is_slice ? ENFOLD_JOURNAL_MORE : status);
}

/* ---- Reading -------------------------------------------------------------------------------------------------------- */

static enfold_journal_store told(const store *store) {
  enfold_journal_store out = {.struct_size = sizeof out,
                              .store = store->id,
                              .epoch = store->epoch,
                              .head = store->head,
                              .touched = store->touched,
                              .name = store->name,
                              .name_length = store->name_length,
                              .feature = store->feature,
                              .feature_length = store->feature_length};
  memcpy(out.writer, store->writer, sizeof out.writer);
  return out;
}

static enfold_journal_status flat_find(void *context, const char *name, size_t length, enfold_journal_store *out,
                                       enfold_journal_error *error) {
  journal *journal = context;
  if (!text_is_name(name, length))
    return problem(error, ENFOLD_JOURNAL_INVALID, "a name has 1 to 255 bytes of UTF-8 without U+0000");
  enfold_journal_status status = enter(journal, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  store *found = catalogue_find(&journal->content->catalogue, name, length);
  if (found == NULL)
    return leave(journal, problem(error, ENFOLD_JOURNAL_NOT_FOUND, "there is no store \"%.*s\"", (int)length, name));
  enfold_journal_store all = told(found);
  all.struct_size = out->struct_size;
  memcpy(out, &all, all.struct_size < sizeof all ? all.struct_size : sizeof all);
  return leave(journal, ENFOLD_JOURNAL_OK);
}

/* The body of an entry; the caller frees it. */
static enfold_journal_status body(frames *frames, const entry *entry, char **out, enfold_journal_error *error) {
  *out = malloc(entry->length + 1);
  if (*out == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "no memory to read a journal");
  return frames_read(frames, entry->place, *out, entry->length, error);
}

static enfold_journal_status flat_checkpoint(void *context, uint64_t id, uint64_t seq, enfold_journal_checkpoint_fn fn,
                                             void *fn_context, enfold_journal_error *error) {
  journal *journal = context;
  enfold_journal_status status = enter(journal, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  store *store = catalogue_store(&journal->content->catalogue, id);
  size_t count = store == NULL ? 0 : store->checkpoints.count;
  while (count > 0 && store->checkpoints.all[count - 1].last > seq) count--;
  if (count == 0)
    return leave(journal, problem(error, ENFOLD_JOURNAL_NOT_FOUND, "there is no checkpoint at %" PRIu64 " or before", seq));
  const entry *entry = &store->checkpoints.all[count - 1];
  char *text;
  status = body(&journal->content->frames, entry, &text, error);
  if (status == ENFOLD_JOURNAL_OK) {
    enfold_journal_checkpoint out = {.struct_size = sizeof out,
                                     .store = id,
                                     .seq = entry->last,
                                     .plugin = entry->plugin,
                                     .plugin_length = entry->plugin_length,
                                     .body = text,
                                     .length = entry->length};
    memcpy(out.hash, entry->hash, sizeof out.hash);
    (void)fn(fn_context, &out);
  }
  free(text);
  return leave(journal, status);
}

static enfold_journal_status flat_read(void *context, uint64_t id, uint64_t from, enfold_journal_group_fn fn, void *fn_context,
                                       enfold_journal_error *error) {
  journal *journal = context;
  enfold_journal_status status = enter(journal, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  store *store = catalogue_store(&journal->content->catalogue, id);
  int given = 0;
  for (size_t index = 0; store != NULL && index < store->groups.count; index++) {
    const entry *entry = &store->groups.all[index];
    if (entry->last < from) continue;
    char *text;
    status = body(&journal->content->frames, entry, &text, error);
    bool ends = true;
    if (status == ENFOLD_JOURNAL_OK) {
      enfold_journal_group out = {.struct_size = sizeof out,
                                  .store = id,
                                  .epoch = entry->epoch,
                                  .before = entry->first - 1,
                                  .first = entry->first,
                                  .last = entry->last,
                                  .at = entry->at,
                                  .body = text,
                                  .length = entry->length};
      memcpy(out.hash, entry->hash, sizeof out.hash);
      ends = fn(fn_context, &out) != 0 || ++given == MOST;
      if (ends) status = ENFOLD_JOURNAL_MORE;
    }
    free(text);
    if (ends) break;
  }
  return leave(journal, status);
}

static enfold_journal_status flat_names(void *context, const char *after, size_t length, enfold_journal_store_fn fn,
                                        void *fn_context, enfold_journal_error *error) {
  journal *journal = context;
  if (!text_is_valid(after, length)) return problem(error, ENFOLD_JOURNAL_INVALID, "the name is not UTF-8");
  enfold_journal_status status = enter(journal, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  catalogue *catalogue = &journal->content->catalogue;
  const char *last = after == NULL ? "" : after;
  for (int given = 0; given < MOST; given++) {
    const store *next = NULL;
    for (size_t place = 0; place < catalogue->count; place++) {
      const store *each = &catalogue->stores[place];
      if (each->is_removed || compare_names(each->name, each->name_length, last, length) <= 0) continue;
      if (next == NULL || compare_names(each->name, each->name_length, next->name, next->name_length) < 0) next = each;
    }
    if (next == NULL) return leave(journal, ENFOLD_JOURNAL_OK);
    last = next->name;
    length = next->name_length;
    enfold_journal_store out = told(next);
    if (fn(fn_context, &out) != 0) break;
  }
  return leave(journal, ENFOLD_JOURNAL_MORE);
}

/* ---- The rest ------------------------------------------------------------------------------------------------------- */

static enfold_journal_status flat_maintain(void *context, enfold_journal_health *out, enfold_journal_error *error) {
  journal *journal = context;
  enfold_journal_status status = enter(journal, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  if (out != NULL) {
    enfold_journal_health all = {
        .struct_size = out->struct_size, .failures = journal->content->frames.failures, .bytes = journal->content->frames.end};
    memcpy(out, &all, all.struct_size < sizeof all ? all.struct_size : sizeof all);
  }
  return leave(journal, ENFOLD_JOURNAL_OK);
}

static enfold_journal_status flat_backup(void *context, const char *target, size_t length, enfold_journal_error *error) {
  journal *journal = context;
  enfold_journal_status status = enter(journal, false, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  return leave(journal, frames_copy(&journal->content->frames, target, length, error));
}

static const enfold_journal_provider_table table = {
    .struct_size = sizeof table,
    .abi = ENFOLD_JOURNAL_ABI_INIT,
    .id = "flat",
    .version = "0.1.0",
    .open = flat_open,
    .close = flat_close,
    .claim = flat_claim,
    .find = flat_find,
    .append = flat_append,
    .put_checkpoint = flat_put_checkpoint,
    .checkpoint = flat_checkpoint,
    .read = flat_read,
    .names = flat_names,
    .remove = flat_remove,
    .trim = flat_trim,
    .maintain = flat_maintain,
    .backup = flat_backup,
};

const enfold_journal_provider_table *enfold_journal_provider(void) { return &table; }
