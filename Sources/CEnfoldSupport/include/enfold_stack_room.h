/* enfold_stack_room.h: how deeply nested a value may be that the calling thread uses. */
#ifndef ENFOLD_STACK_ROOM_H
#define ENFOLD_STACK_ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "enfold_this_thread.h"

/* Reading, writing, comparing and destroying a value recurse into it. A thread has the stack that it was started with, and
 * at its end the process ends. So whoever goes into a value asks first. The functions look at the stack pointer. Each thread
 * asks the C library once where its stack ends. Where this is not known, because the code runs on a stack of another
 * kind (a coroutine's), values may be nested ENFOLD_UNKNOWN_STACK_DEPTH deep. */
#define ENFOLD_UNKNOWN_STACK_DEPTH 128

/* What remains for everything that does not recurse. */
#define ENFOLD_STACK_RESERVE 24576

/* How many bytes comparing or destroying a value takes for each level, at most: `==` of a JSONValue takes 540 in optimised
 * code, and 1,260 without optimisation. */
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ENFOLD_STACK_LEVEL 2048
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ENFOLD_STACK_LEVEL 2048
#endif
#endif
#ifndef ENFOLD_STACK_LEVEL
#define ENFOLD_STACK_LEVEL 640
#endif

/* How deeply a value may be nested that this thread compares or destroys, beginning here; at least 1. */
ENFOLD_HIDDEN int32_t enfold_stack_depth(void);

/* Whether this thread can read or write one level more. `depth` is the number of that level; it counts only where the stack
 * is not known. */
ENFOLD_HIDDEN bool enfold_stack_holds_level(int32_t depth);

#endif
