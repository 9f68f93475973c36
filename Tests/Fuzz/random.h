/* random.h: numbers that follow from a seed. Each operation has a source of its own, so that leaving one operation out
 * changes nothing about the others. */
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct random_source {
  uint64_t state;
} random_source;

/* The source of one operation (or callback) of one epoch. */
random_source random_of(uint64_t seed, uint64_t epoch, uint64_t index);
uint64_t random_bits(random_source *r);
/* 0 ..< limit; limit must not be 0. */
uint32_t random_below(random_source *r, uint32_t limit);
/* True once in so many times. */
bool random_chance(random_source *r, uint32_t once_in);

#endif
