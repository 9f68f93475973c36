/* counter_commits.h: what interests see of a change: values and commits. */
#ifndef COUNTER_COMMITS_H
#define COUNTER_COMMITS_H

#include "counter_types.h"

static void put(store *s, const char *bytes, size_t length) {
  if (s->used + length + 1 > s->size) {
    s->size = 2 * (s->used + length + 1);
    s->buffer = realloc(s->buffer, s->size);
  }
  memcpy(s->buffer + s->used, bytes, length);
  s->used += length;
}

static void put_field(store *s, unsigned field) {
  char number[32];
  switch (field) {
    case COUNT: put(s, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)s->number)); break;
    case LOADING: put(s, s->loading ? "true" : "false", s->loading ? 4 : 5); break;
    case EXTRA:
      put(s, "{", 1);
      if (s->has_deep) {
        put(s, "\"deep\":", 7);
        put_field(s, DEEP);
      }
      put(s, "}", 1);
      break;
    case DEEP: put(s, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)s->deep)); break;
    case FACT:
      if (s->fact == NULL) {
        put(s, "null", 4);
      } else {
        put(s, "\"", 1);
        put(s, s->fact, strlen(s->fact));
        put(s, "\"", 1);
      }
      break;
    default:
      put(s, "{\"count\":", 9);
      put_field(s, COUNT);
      put(s, ",\"isLoading\":", 13);
      put_field(s, LOADING);
      put(s, ",\"fact\":", 8);
      put_field(s, FACT);
      if (s->extra) {
        put(s, ",\"extra\":", 9);
        put_field(s, EXTRA);
      }
      put(s, "}", 1);
  }
}

/* ---- Commits ------------------------------------------------------------------------------------------------------ */

static void add_change(store *s, size_t *count, uint64_t id, uint32_t op, uint32_t flags, const char *pointer,
                       unsigned field, bool with_value) {
  if (*count == s->change_capacity) {
    s->change_capacity = 2 * s->change_capacity + 8;
    s->changes = realloc(s->changes, s->change_capacity * sizeof *s->changes);
    s->offsets = realloc(s->offsets, s->change_capacity * sizeof *s->offsets);
  }
  enfold_change *change = &s->changes[*count];
  *change = (enfold_change){id, op, flags, pointer, strlen(pointer), NULL, 0};
  s->offsets[*count] = SIZE_MAX;
  if (with_value && op != ENFOLD_OP_REMOVE) {
    s->offsets[*count] = s->used;
    put_field(s, field);
    change->value_length = s->used - s->offsets[*count];
    put(s, "", 1); /* every text is followed by a NUL */
  }
  ++*count;
}

static bool is_there(store *s, unsigned field) {
  return field == EXTRA ? s->extra : field == DEEP ? s->extra && s->has_deep : true;
}

/* What one interest sees of changed fields. */
static void add_interest(store *s, size_t *count, const interest *i, unsigned changed, uint32_t flags, bool is_action) {
  unsigned seen = i->field & changed;
  bool initial = (flags & ENFOLD_INITIAL) != 0;
  uint32_t forced = changed & FORCED && seen != 0 ? ENFOLD_CHANGE_FORCED : 0;
  bool there = is_there(s, i->field);
  if (i->flags & ENFOLD_INTEREST_ACTIONS) {
    if (!is_action || i->flags & ENFOLD_INTEREST_FINISHED) return;
    add_change(s, count, i->id, ENFOLD_OP_REPLACE,
               ((changed & EVERYTHING) != 0 ? ENFOLD_CHANGED : 0) | (there ? 0 : ENFOLD_REMOVED), "", i->field,
               there && i->flags & ENFOLD_INTEREST_VALUE);
    return;
  }
  if (changed & UNREDUCED) return;
  if (seen == 0 && !(i->flags & ENFOLD_INTEREST_RAW) && !initial) return;
  if (!initial) flags = seen != 0 ? ENFOLD_CHANGED | forced : 0;
  if (i->flags & ENFOLD_INTEREST_PULSE && !initial) flags |= ENFOLD_PULSE;
  if (!there) flags |= ENFOLD_REMOVED;
  add_change(s, count, i->id, there ? ENFOLD_OP_REPLACE : ENFOLD_OP_REMOVE, flags, "", i->field, true);
  if (!(i->flags & ENFOLD_INTEREST_PATCH) || seen == 0) return;
  for (size_t p = 0; p < sizeof pointers / sizeof *pointers; p++) {
    unsigned field = pointers[p].field;
    if (i->field == EVERYTHING ? field == EVERYTHING || field == DEEP || !(seen & field) : field != i->field) continue;
    uint32_t op = field != EXTRA ? ENFOLD_OP_REPLACE : !s->extra ? ENFOLD_OP_REMOVE : changed & 8 ? ENFOLD_OP_ADD : ENFOLD_OP_REPLACE;
    add_change(s, count, i->id, op, ENFOLD_CHANGED | ENFOLD_CHANGE_OPERATION,
               i->field == EVERYTHING ? pointers[p].pointer : "", field, true);
  }
}

/* With the lock held: which bytes of the buffer each change has, now that it grows no more. Interests of one field share
 * one value: the first of them. */
static void settle_values(store *s, size_t count) {
  for (size_t i = 0; i < count; i++) {
    s->changes[i].value = s->offsets[i] == SIZE_MAX ? NULL : s->buffer + s->offsets[i];
    for (size_t j = 0; j < i && s->changes[i].value != NULL; j++) {
      if (s->changes[j].value == NULL || s->changes[j].value_length != s->changes[i].value_length ||
          memcmp(s->changes[j].value, s->changes[i].value, s->changes[i].value_length) != 0)
        continue;
      s->changes[i].value = s->changes[j].value;
      break;
    }
  }
}

/* With the lock held: notes what the interests in finished actions are to be told when the task ends. */
static void note_finished(store *s, unsigned changed, entry *e) {
  finished **end = &e->task->finished;
  while (*end != NULL) end = &(*end)->next;
  for (size_t i = 0; i < s->interest_count; i++) {
    const interest *each = &s->interests[i];
    if (!(each->flags & ENFOLD_INTEREST_FINISHED)) continue;
    finished *f = calloc(1, sizeof *f);
    *f = (finished){each->id, s->revision, (changed & EVERYTHING) != 0 ? ENFOLD_CHANGED : 0, NULL, strdup(e->json), NULL};
    s->used = 0;
    if (is_there(s, each->field) && each->flags & ENFOLD_INTEREST_VALUE) {
      put_field(s, each->field);
      f->value = strndup(s->buffer, s->used);
    }
    *end = f;
    end = &f->next;
  }
}

/* As the drainer: reports what `changed` (and, if `initial` is not 0, that interest's value) to the host; with
 * `coalesced`, what waited for the end of the drain. `e` is the action, if one was reduced. */
static void commit(store *s, unsigned changed, uint64_t initial, bool coalesced, entry *e) {
  size_t count = 0;
  bool wants_action = false;
  pthread_mutex_lock(&s->lock);
  if (e != NULL && e->task != NULL) note_finished(s, changed, e);
  s->used = 0;
  /* Backwards, to show that the order is the host's business. */
  for (size_t i = s->interest_count; i-- > 0;) {
    interest *each = &s->interests[i];
    if (initial != 0 && each->id != initial) continue;
    unsigned seen = changed;
    if (each->flags & ENFOLD_INTEREST_COALESCE && initial == 0) {
      if (!coalesced) {
        if (changed & UNREDUCED) continue;
        each->waiting |= changed;
        each->touched = each->touched || each->field & changed || each->flags & ENFOLD_INTEREST_RAW;
        continue;
      }
      if (!each->touched) continue;
      seen = each->waiting;
      each->waiting = 0;
      each->touched = false;
    } else if (coalesced) {
      continue;
    }
    wants_action = wants_action || each->flags & (ENFOLD_INTEREST_ACTION | ENFOLD_INTEREST_ACTIONS);
    add_interest(s, &count, each, seen, initial != 0 ? ENFOLD_INITIAL : 0, e != NULL);
  }
  uint64_t revision = s->revision;
  settle_values(s, count);
  pthread_mutex_unlock(&s->lock);
  if (count == 0) return;
  counter_commit whole = {.known = {sizeof whole, 0, revision, NULL, 0, s->changes, count, NULL, 0}};
  enfold_commit *record = &whole.known;
  if (wants_action && e != NULL) {
    record->action = e->json;
    record->action_length = strlen(e->json);
  }
  s->host->commit(s->context, record);
}

static void drop_finished(finished *f) {
  while (f != NULL) {
    finished *next = f->next;
    free(f->value);
    free(f->action);
    free(f);
    f = next;
  }
}

/* As the drainer: tells the interests in finished actions what was noted for them. */
static void tell_finished(store *s, finished *f) {
  for (finished *each = f; each != NULL; each = each->next) {
    enfold_change change = {each->interest, ENFOLD_OP_REPLACE, each->flags, "", 0, each->value,
                            each->value != NULL ? strlen(each->value) : 0};
    counter_commit record = {
        .known = {sizeof record, 0, each->revision, each->action, strlen(each->action), &change, 1, NULL, 0}};
    s->host->commit(s->context, &record.known);
  }
  drop_finished(f);
}

#endif
