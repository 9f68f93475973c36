/* enfold_siphash.h: SipHash with 128 bits of result, as its authors publish it (github.com/veorq/SipHash).
 *
 * Somebody who does not know the key cannot prepare two texts with the same hash. */
#ifndef ENFOLD_SIPHASH_H
#define ENFOLD_SIPHASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct enfold_hash {
  uint64_t low, high;
} enfold_hash;

typedef struct enfold_siphash_state {
  uint64_t v0, v1, v2, v3;
} enfold_siphash_state;

static inline uint64_t enfold_rotated(uint64_t word, int count) { return word << count | word >> (64 - count); }

static inline void enfold_siphash_rounds(enfold_siphash_state *state, int count) {
  uint64_t v0 = state->v0, v1 = state->v1, v2 = state->v2, v3 = state->v3;
  for (int round = 0; round < count; round++) {
    v0 += v1;
    v2 += v3;
    v1 = enfold_rotated(v1, 13) ^ v0;
    v3 = enfold_rotated(v3, 16) ^ v2;
    v0 = enfold_rotated(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = enfold_rotated(v1, 17) ^ v2;
    v3 = enfold_rotated(v3, 21) ^ v0;
    v2 = enfold_rotated(v2, 32);
  }
  *state = (enfold_siphash_state){v0, v1, v2, v3};
}

/* Reads eight bytes as a word, little-endian. Compilers make one instruction of it. */
static inline uint64_t enfold_siphash_word(const unsigned char *bytes) {
  uint64_t word = 0;
  for (int index = 0; index < 8; index++) word |= (uint64_t)bytes[index] << (8 * index);
  return word;
}

/* The bytes behind the last whole word of a text that ends at `end`. */
static inline uint64_t enfold_siphash_tail(const unsigned char *end, size_t count) {
  const int left = (int)(count % 8);
  if (left == 0) return 0;
  if (count >= 8) return enfold_siphash_word(end - 8) >> (64 - 8 * left);
  uint64_t word = 0;
  for (int index = 0; index < left; index++) word |= (uint64_t)*(end - left + index) << (8 * index);
  return word;
}

/* SipHash-c-d. c is `rounds`, for each word of the text; d is `last_rounds`, at its end. The authors' first choice is 2
 * and 4. Their fast choice, 1 and 3, suffices for tables and comparisons inside a process. */
static inline enfold_hash enfold_siphash(int rounds, int last_rounds, enfold_hash key, const void *text, size_t count) {
  const unsigned char *bytes = (const unsigned char *)text;
  enfold_siphash_state state = {
      key.low ^ 0x736f6d6570736575, key.high ^ 0x646f72616e646f6d ^ 0xee,
      key.low ^ 0x6c7967656e657261, key.high ^ 0x7465646279746573,
  };
  const unsigned char *const end = bytes + count;
  for (; end - bytes >= 8; bytes += 8) {
    const uint64_t word = enfold_siphash_word(bytes);
    state.v3 ^= word;
    enfold_siphash_rounds(&state, rounds);
    state.v0 ^= word;
  }
  const uint64_t last = enfold_siphash_tail(end, count) | (uint64_t)count << 56;
  state.v3 ^= last;
  enfold_siphash_rounds(&state, rounds);
  state.v0 ^= last;
  enfold_hash hash;
  state.v2 ^= 0xee;
  enfold_siphash_rounds(&state, last_rounds);
  hash.low = state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
  state.v1 ^= 0xdd;
  enfold_siphash_rounds(&state, last_rounds);
  hash.high = state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
  return hash;
}

#endif
