/* w1_reactor.c: W1 as a reactor, beside W1 as a reducer: mutations from an effect, a publisher and a stream. */
#include "bench.h"

static const char increment[] = "{\"increment\":{}}";

/* The mutations of a stream come later, so that the time ends when all have come. */
static void run(void *context, size_t count) {
  enfold_store store = *(enfold_store *)context;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(store, increment, sizeof increment - 1, NULL, &error));
  MUST(enfold_store_wait(store, -1, &error));
}

void w1_reactor(void) {
  enfold_store reducer = open_store("Counter", NULL), effect = open_store("EffectCounter", NULL),
               publisher = open_store("PublisherCounter", NULL), stream = open_store("StreamCounter", NULL);
  enfold_store all[] = {reducer, effect, publisher, stream};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) observe(all[i], "/count", NULL);
  const side sides[] = {
    {"W1 reactor", "reducer", run, &reducer, 100},
    {"W1 reactor", "reactor: effect", run, &effect, 100},
    {"W1 reactor", "reactor: publisher", run, &publisher, 100},
    {"W1 reactor", "reactor: stream", run, &stream, 100},
  };
  compare(sides, sizeof sides / sizeof *sides);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) close_store(all[i]);
}
