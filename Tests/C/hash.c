/* hash.c: the hash by which long values are compared, beside the results of another implementation (OpenSSL's). */
#include "../../Sources/CEnfoldSupport/include/enfold_siphash.h"
#include "check.h"

/* The key and the texts are those of the authors' own vectors: the bytes 0, 1, 2, ... */
static enfold_hash hash_of(int rounds, int last_rounds, size_t count) {
  const enfold_hash key = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
  unsigned char text[128];
  for (size_t index = 0; index < count; index++) text[index] = (unsigned char)index;
  return enfold_siphash(rounds, last_rounds, key, text, count);
}

static void check_hash(enfold_hash hash, const char *expected) {
  char text[33];
  for (int index = 0; index < 16; index++) {
    const uint64_t word = index < 8 ? hash.low : hash.high;
    snprintf(text + 2 * index, 3, "%02x", (unsigned)(word >> (8 * (index % 8)) & 0xff));
  }
  CHECK_TEXT(text, expected);
}

static void the_authors_first_choice_gives_their_results(void) {
  static const struct {
    size_t count;
    const char *hash;
  } vectors[] = {
      {0, "a3817f04ba25a8e66df67214c7550293"},  {1, "da87c1d86b99af44347659119b22fc45"},
      {7, "a1f1ebbed8dbc153c0b84aa61ff08239"},  {8, "3b62a9ba6258f5610f83e264f31497b4"},
      {9, "264499060ad9baabc47f8b02bb6d71ed"},  {15, "5493e99933b0a8117e08ec0f97cfc3d9"},
      {16, "6ee2a4ca67b054bbfd3315bf85230577"}, {17, "473d06e8738db89854c066c47ae47740"},
      {63, "5150d1772f50834a503e069a973fbd7c"}, {64, "1eaf077dc0d4cd3f8cad4d383658a74b"},
      {100, "39732dd009be17338297c6358fe5e6d9"},
  };
  for (size_t index = 0; index < sizeof vectors / sizeof *vectors; index++)
    check_hash(hash_of(2, 4, vectors[index].count), vectors[index].hash);
}

static void the_fast_choice_gives_the_results_of_others(void) {
  check_hash(hash_of(1, 3, 0), "e77ebcb22788a5befd62db6add303001");
  check_hash(hash_of(1, 3, 9), "81ddb8042cf33994f4720e0094137c42");
  check_hash(hash_of(1, 3, 64), "1253def24b4aa5364ec8a759ba6a66c2");
}

int main(void) {
  RUN(the_authors_first_choice_gives_their_results);
  RUN(the_fast_choice_gives_the_results_of_others);
  return 0;
}
