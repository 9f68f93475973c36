/* kills.c: processes that are killed at any moment. */
#include "kit.h"
#include "life.h"
#include "tests.h"

/* SIGKILL tests no sync: the system's cache stays. It tests that no moment between two calls leaves half of something. */
void kills(void) {
  unsigned long kills = run_number("ENFOLD_KILLS", 150);
  uint64_t random = run_number("ENFOLD_SEED", 1);
  model model = {0};
  double begun = run_seconds();
  life_run(&model, random, 40, NULL, -1, false);
  long longest = (long)((run_seconds() - begun) * 1e6);
  if (longest > 60000) longest = 60000;
  if (longest < 15000) longest = 15000;
  life_check(&model);
  for (unsigned long kill = 0; kill < kills; kill++) {
    uint64_t seed = next_random(&random);
    life_run(&model, seed, 1000, NULL, (long)(next_random(&random) % (uint64_t)longest), false);
    if (model.has_ended) fail("the life with the seed %" PRIu64 " ended before it was killed", seed);
    life_check(&model);
  }
  if (model.told < kills) fail("only %lu calls of %lu processes were told: they were killed too early", model.told, kills);
  life_forget(&model);
}
