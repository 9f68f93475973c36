/* life.h: a process that writes a journal, says what it tries and what it was told, and ends at any moment; and what must be there
 * then.
 *
 * The model is in the memory of the test, and goes on over many lives of one journal. */
#ifndef ENFOLD_LIFE_H
#define ENFOLD_LIFE_H

#include "kit.h"
#include "run.h"

enum { LIFE_STORES = 4 }; /* the last one is deleted and made again */

/* A group that was tried. */
typedef struct tried {
  uint64_t first, last, hash;
  bool is_told; /* it was told to be there */
} tried;

typedef struct kept {
  uint64_t epoch, tried_epoch;       /* of claims */
  uint64_t id;                       /* of the store, once it was told */
  uint64_t head;                     /* that was told */
  uint64_t checkpoint, tried_checkpoint;
  uint64_t trimmed;                  /* the greatest that was tried: what is before may be gone */
  bool is_made, is_tried, is_being_removed;
  tried *groups;
  size_t count, room;
} kept;

typedef struct model {
  kept stores[LIFE_STORES];
  /* The groups of the last call, until they are told: all of them are there, or none. */
  struct {
    int store;
    uint64_t first, hash;
  } last[6];
  int last_count;
  unsigned long told, lives, opened, most_points;
  bool is_stopped; /* the last life was told ENFOLD_JOURNAL_STOPPED */
  bool has_ended;  /* the last life ended by itself */
} model;

/* Lets a process live: by a seed, with at most `steps` steps. It is killed after `kill_after` microseconds, if that is not
 * negative. */
void life_run(model *model, uint64_t seed, int steps, const char *plan, long kill_after, bool keeps_shadow);

/* Opens the journal and looks at everything. Then the head that is there counts as told. */
void life_check(model *model);

/* Forgets the model, for a new journal. */
void life_forget(model *model);

#endif
