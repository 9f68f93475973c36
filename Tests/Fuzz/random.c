/* random.c: splitmix64, which is small, fast and good enough to choose operations. */
#include "random.h"

uint64_t random_bits(random_source *r) {
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

random_source random_of(uint64_t seed, uint64_t epoch, uint64_t index) {
  random_source r = {seed};
  r.state = random_bits(&r) ^ epoch;
  r.state = random_bits(&r) ^ index;
  r.state = random_bits(&r);
  return r;
}

uint32_t random_below(random_source *r, uint32_t limit) { return (uint32_t)((random_bits(r) >> 32) * limit >> 32); }

bool random_chance(random_source *r, uint32_t once_in) { return random_below(r, once_in) == 0; }
