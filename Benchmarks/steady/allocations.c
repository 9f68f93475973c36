/* allocations.c: prints how many allocations an action makes, on this thread, once the first ones have filled caches.
 *
 * The program brings its own malloc, which counts and passes on to the C library's: every library of the process,
 * Swift's included, then calls this one.
 * Usage: allocations PLUGIN_DIR PATH COUNT
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "steady.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local unsigned long allocations;

void *malloc(size_t size) { allocations++; return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { allocations++; return __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { allocations++; return __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { allocations++; return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { allocations++; return __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  allocations++;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: allocations PLUGIN_DIR PATH COUNT\n"), 2;
  unsigned long count = strtoul(argv[3], NULL, 10);
  steady_open(argv[1], argv[2]);
  if (allocations == 0) return fprintf(stderr, "the libraries do not call this malloc: nothing is counted\n"), 1;
  steady_send(count);
  unsigned long before = allocations;
  steady_send(count);
  printf("%.3f\n", (double)(allocations - before) / (double)count);
  return 0;
}
