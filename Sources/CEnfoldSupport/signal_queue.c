/* signal_queue.c: a queue into which signal handlers put the arguments of a call. */
#define _GNU_SOURCE
#include "enfold_signal_queue.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CEnfoldSupport.h"

/* A place for a call. Its turn says who may use it: `n`: the call with the number n may be written; `n + 1`: it was written
 * and may be taken. After that the turn is the number of the next call for this place. */
typedef struct place {
  uint64_t turn; /* accessed atomically */
  enfold_signal_call call;
} place;

struct enfold_signal_queue {
  uint64_t added;       /* the number of the next call to be added; accessed atomically */
  uint64_t taken;       /* the number of the next call to be taken; changed by the taker; accessed atomically */
  uint32_t capacity;
  int descriptor;
  enfold_change_count *changes;
  bool has_overflow;    /* accessed atomically */
  bool is_written;      /* accessed atomically */
  place places[];
};

enfold_signal_queue *enfold_signal_queue_make(uint32_t capacity, int descriptor, enfold_change_count *changes) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return NULL;
  enfold_signal_queue *queue = calloc(1, sizeof *queue + capacity * sizeof *queue->places);
  if (queue == NULL) abort(); /* as everywhere, a process that is out of memory ends */
  queue->capacity = capacity;
  queue->descriptor = copy;
  queue->changes = changes;
  for (uint32_t i = 0; i < capacity; i++) queue->places[i].turn = i;
  return queue;
}

void enfold_signal_queue_free(enfold_signal_queue *queue) {
  close(queue->descriptor);
  free(queue);
}

static place *place_of(enfold_signal_queue *queue, uint64_t number) {
  return &queue->places[number & (queue->capacity - 1)];
}

/* A place and its number for a call that is added; NULL if the queue is full. */
static place *reserve(enfold_signal_queue *queue, uint64_t *number) {
  *number = __atomic_load_n(&queue->added, __ATOMIC_RELAXED);
  for (;;) {
    place *next = place_of(queue, *number);
    int64_t ahead = (int64_t)(__atomic_load_n(&next->turn, __ATOMIC_ACQUIRE) - *number);
    if (ahead < 0) return NULL;
    if (ahead > 0) {
      *number = __atomic_load_n(&queue->added, __ATOMIC_RELAXED);
    } else if (__atomic_compare_exchange_n(&queue->added, number, *number + 1, true, __ATOMIC_RELAXED,
                                           __ATOMIC_RELAXED)) {
      return next;
    }
  }
}

void enfold_signal_queue_add(enfold_signal_queue *queue, uint64_t handle, const uint64_t *words, uint32_t *dropped) {
  uint64_t number;
  place *free_place = reserve(queue, &number);
  if (free_place != NULL) {
    free_place->call.handle = handle;
    memcpy(free_place->call.words, words, sizeof free_place->call.words);
    /* Sequentially consistent: a thread that clears the descriptor looks for calls after that. See HostLoop. */
    __atomic_store_n(&free_place->turn, number + 1, __ATOMIC_SEQ_CST);
  } else {
    __atomic_fetch_add(dropped, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&queue->has_overflow, true, __ATOMIC_SEQ_CST);
  }
  enfold_event_set(queue->descriptor);
  /* Behind the write: a pump that sees this has the write behind it, too, and can undo it. */
  __atomic_store_n(&queue->is_written, true, __ATOMIC_SEQ_CST);
  enfold_change_count_add(queue->changes);
}

/* Another thread may be taking calls at the same time. */
static bool has_call(enfold_signal_queue *queue) {
  uint64_t next = __atomic_load_n(&queue->taken, __ATOMIC_RELAXED);
  return __atomic_load_n(&place_of(queue, next)->turn, __ATOMIC_SEQ_CST) == next + 1;
}

bool enfold_signal_queue_take(enfold_signal_queue *queue, enfold_signal_call *call) {
  if (!has_call(queue)) return false;
  uint64_t number = __atomic_load_n(&queue->taken, __ATOMIC_RELAXED);
  place *oldest = place_of(queue, number);
  *call = oldest->call;
  __atomic_store_n(&oldest->turn, number + queue->capacity, __ATOMIC_RELEASE);
  __atomic_store_n(&queue->taken, number + 1, __ATOMIC_RELAXED);
  return true;
}

bool enfold_signal_queue_has_work(enfold_signal_queue *queue) {
  return has_call(queue) || __atomic_load_n(&queue->has_overflow, __ATOMIC_SEQ_CST);
}

bool enfold_signal_queue_take_overflow(enfold_signal_queue *queue) {
  return __atomic_exchange_n(&queue->has_overflow, false, __ATOMIC_SEQ_CST);
}

bool enfold_signal_queue_take_written(enfold_signal_queue *queue) {
  return __atomic_exchange_n(&queue->is_written, false, __ATOMIC_SEQ_CST);
}
