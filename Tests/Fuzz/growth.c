/* growth.c: what is left when everything was closed must not become more.
 *
 * Threads of effects and of the pool that runs them may end a moment after their store; so the smallest figures of each
 * third of the run are compared, not single ones. */
#include "growth.h"

#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "failure.h"

typedef struct sample {
  size_t bytes, resident;
  unsigned descriptors, threads;
} sample;

static sample *samples;
static size_t count, capacity;

static unsigned entries(const char *directory) {
  unsigned result = 0;
  DIR *stream = opendir(directory);
  if (stream == NULL) return 0;
  for (struct dirent *each; (each = readdir(stream)) != NULL;) result += each->d_name[0] != '.';
  closedir(stream);
  return result;
}

/* Bytes that are allocated; 0 under a sanitizer, which has an allocator of its own and finds leaks itself. */
static size_t allocated(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return 0;
#else
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
#else
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}

static size_t resident(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

size_t growth_note(void) {
  if (count == capacity) samples = realloc(samples, (capacity = 2 * capacity + 64) * sizeof *samples);
  sample now = {allocated(), resident(), entries("/proc/self/fd"), entries("/proc/self/task")};
  samples[count++] = now;
  return now.bytes;
}

static sample smallest(size_t from, size_t to) {
  sample result = samples[from];
  for (size_t i = from; i < to; i++) {
    if (samples[i].bytes < result.bytes) result.bytes = samples[i].bytes;
    if (samples[i].resident < result.resident) result.resident = samples[i].resident;
    if (samples[i].descriptors < result.descriptors) result.descriptors = samples[i].descriptors;
    if (samples[i].threads < result.threads) result.threads = samples[i].threads;
  }
  return result;
}

void growth_check(void) {
  if (count < 90) return; /* a third of it would be no warm-up */
  sample first = smallest(count / 3, 2 * count / 3), last = smallest(2 * count / 3, count);
  /* The array of samples grows itself. Slots of handles and caches of the allocator fill up slowly: 64 bytes for each
   * epoch of thousands of calls are less than any leak in the calls of an epoch would be. */
  size_t allowance = 256 * 1024 + 64 * (count / 3) + capacity * sizeof(sample);
  printf("after closing everything: %zu kB allocated (%+ld), %zu kB resident (%+ld), %u descriptors (%+d), %u threads "
         "(%+d)\n",
         last.bytes / 1024, ((long)last.bytes - (long)first.bytes) / 1024, last.resident / 1024,
         ((long)last.resident - (long)first.resident) / 1024, last.descriptors,
         (int)last.descriptors - (int)first.descriptors, last.threads, (int)last.threads - (int)first.threads);
  /* With tiny sizes the slots of handles retire soon, and are never used again. */
  if (getenv("ENFOLD_TINY") == NULL && last.bytes > first.bytes + allowance)
    failed("memory", "%zu bytes are allocated at the ends of the last epochs, %zu before, over %zu epochs", last.bytes,
           first.bytes, count / 3);
  /* The pool of threads opens a descriptor or two of its own when it first needs them. */
  if (last.descriptors > first.descriptors + 2)
    failed("descriptors", "%u are open, %u before", last.descriptors, first.descriptors);
  if (last.threads <= first.threads + 2) return;
  /* The threads of natives and of effects idle for some seconds before they end, and the last epochs may have needed many.
   * A thread that is lost never ends. */
  unsigned left = last.threads;
  for (int tenths = 0; tenths < 300 && left > first.threads + 2; tenths++) {
    usleep(100 * 1000);
    left = entries("/proc/self/task");
  }
  if (left > first.threads + 2) failed("threads", "%u live 30 seconds after the end, %u before", left, first.threads);
}
