/* handles.c: one small pool for each kind of handle. */
#include "handles.h"

#include <pthread.h>
#include <string.h>

enum { SLOTS = 48, KEPT_CLOSED = 16 };

static const unsigned sizes[KIND_COUNT] = {3, 16, 20, 48, 24, 32, 16, 6};
static held slots[KIND_COUNT][SLOTS];
static held closed[KIND_COUNT][KEPT_CLOSED];
static unsigned next_closed[KIND_COUNT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

unsigned pool_size(handle_kind kind) { return sizes[kind]; }

/* With the lock held: the open handle in this slot or the next ones. */
static held open_from(handle_kind kind, unsigned slot) {
  held none = {.kind = kind, .origin = NEVER_GIVEN};
  for (unsigned i = 0; i < sizes[kind]; i++) {
    held *each = &slots[kind][(slot + i) % sizes[kind]];
    if (each->handle != 0) return *each;
  }
  return none;
}

held pool_pick(handle_kind kind, random_source *r) {
  uint32_t choice = random_below(r, 200);
  uint64_t bits = random_bits(r);
  unsigned slot = (unsigned)(bits % sizes[kind]);
  held result = {.kind = kind, .origin = NEVER_GIVEN};
  pthread_mutex_lock(&lock);
  if (choice < 186) {
    result = open_from(kind, slot);
  } else if (choice < 192) {
    result = closed[kind][bits % KEPT_CLOSED];
    if (result.handle == 0) result.origin = NEVER_GIVEN;
  } else if (choice < 196) {
    handle_kind other = (handle_kind)((kind + 1 + bits / 64 % (KIND_COUNT - 1)) % KIND_COUNT);
    result = open_from(other, slot);
    result.origin = result.handle != 0 ? OTHER_KIND : NEVER_GIVEN;
  } else if (choice < 197) {
    result = open_from(kind, slot);
    /* Only bits that cannot lead to another open handle: a slot far beyond those in use, or a kind. */
    if (result.handle != 0)
      result.handle ^= (uint64_t)1 << (bits / 64 % 3 > 0 ? 16 + bits / 256 % 16 : 56 + bits / 256 % 8);
    result.origin = NEVER_GIVEN;
  } else if (choice < 198) {
    result.handle = random_bits(r);
  }
  pthread_mutex_unlock(&lock);
  result.kind = kind;
  return result;
}

held pool_at(handle_kind kind, unsigned slot) {
  pthread_mutex_lock(&lock);
  held result = slots[kind][slot % sizes[kind]];
  pthread_mutex_unlock(&lock);
  return result;
}

held pool_put(held new, unsigned slot) {
  handle_kind kind = new.kind;
  new.origin = OPEN;
  pthread_mutex_lock(&lock);
  for (unsigned i = 0; i < sizes[kind]; i++)
    if (slots[kind][(slot + i) % sizes[kind]].handle == 0) {
      slot += i;
      break;
    }
  held before = slots[kind][slot % sizes[kind]];
  slots[kind][slot % sizes[kind]] = new;
  pthread_mutex_unlock(&lock);
  return before;
}

/* With the lock held. A subscription lives until it is told that its store was closed, which may be later: when a
 * callback of the store runs right now on another thread. Until then it can be cancelled. Scopes end then, too. */
static void move_to_closed(held *slot, bool is_certain) {
  slot->origin = is_certain ? CLOSED : OPEN;
  closed[slot->kind][next_closed[slot->kind]++ % KEPT_CLOSED] = *slot;
  memset(slot, 0, sizeof *slot);
}

void pool_close(held gone) {
  pthread_mutex_lock(&lock);
  for (unsigned i = 0; i < sizes[gone.kind]; i++)
    if (slots[gone.kind][i].handle == gone.handle) move_to_closed(&slots[gone.kind][i], true);
  pthread_mutex_unlock(&lock);
}

void pool_close_all_of(const runtime_record *runtime, const store_record *store) {
  pthread_mutex_lock(&lock);
  for (handle_kind kind = RUNTIMES; kind < KIND_COUNT; kind++)
    for (unsigned i = 0; i < sizes[kind]; i++) {
      held *each = &slots[kind][i];
      if (each->handle == 0) continue;
      if (runtime != NULL && each->runtime == runtime) move_to_closed(each, kind != SUBSCRIPTIONS);
      /* The tasks of a closed store can still be asked. */
      if (store != NULL && each->store == store && kind != TASKS) move_to_closed(each, kind != SUBSCRIPTIONS);
    }
  pthread_mutex_unlock(&lock);
}

void pool_clear(void) {
  pthread_mutex_lock(&lock);
  memset(slots, 0, sizeof slots);
  memset(closed, 0, sizeof closed);
  memset(next_closed, 0, sizeof next_closed);
  pthread_mutex_unlock(&lock);
}
