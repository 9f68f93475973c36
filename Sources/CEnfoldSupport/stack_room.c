/* stack_room.c: where the stack of the calling thread ends. */
#define _GNU_SOURCE
#include "enfold_stack_room.h"

#include <errno.h>
#include <pthread.h>

/* The stack that the thread was started with. `end` is its lowest address, and 1 if the C library does not know it. */
static _Thread_local struct {
  uintptr_t end, begin;
} stack;

static void find_stack(void) {
  pthread_attr_t attributes;
  void *end = NULL;
  size_t size = 0;
  int saved = errno;
  stack.end = 1;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    /* That of the main thread grows as far as the system's limit allows: this is where the C library says it ends. */
    if (pthread_attr_getstack(&attributes, &end, &size) == 0 && end != NULL) {
      stack.end = (uintptr_t)end;
      stack.begin = stack.end + size;
    }
    pthread_attr_destroy(&attributes);
  }
  errno = saved;
}

/* How many bytes are left; SIZE_MAX if that is not known. */
static size_t room_of_stack(void) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (stack.end == 0) find_stack();
  return here >= stack.end && here < stack.begin ? here - stack.end : SIZE_MAX;
}

int32_t enfold_stack_depth(void) {
  size_t room = room_of_stack();
  if (room == SIZE_MAX) return ENFOLD_UNKNOWN_STACK_DEPTH;
  if (room < ENFOLD_STACK_RESERVE + ENFOLD_STACK_LEVEL) return 1;
  size_t depth = (room - ENFOLD_STACK_RESERVE) / ENFOLD_STACK_LEVEL;
  return depth < INT32_MAX ? (int32_t)depth : INT32_MAX;
}

bool enfold_stack_holds_level(int32_t depth) {
  size_t room = room_of_stack();
  return room == SIZE_MAX ? depth <= ENFOLD_UNKNOWN_STACK_DEPTH : room >= ENFOLD_STACK_RESERVE;
}
