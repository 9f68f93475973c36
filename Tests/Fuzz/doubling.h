/* doubling.h: what costs more than twice as much when there is twice as much of it. See README.md.
 *
 * A family is a kind of things. It does something with each of so many things, in phases. Each phase is measured, in CPU time of
 * this thread, for a number and for twice that number. What costs the same for each thing, however many there are, takes twice as
 * long; what looks at all things for each takes four times as long. A factor of three is a report. */
#ifndef FUZZ_DOUBLING_H
#define FUZZ_DOUBLING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct family {
  const char *name;
  size_t count; /* the smaller number */
  void (*run)(size_t count);
} family;

/* A phase of the family that runs begins; the one before ends. NULL: what follows is not measured. */
void phase(const char *name);

extern const family families[];
extern const size_t family_count;

/* Runs the families with these names, or all. Returns what main returns. */
int doubling_run(int count, char **names);

#endif
