/* bench.c: the workloads through the C API, each beside its floor, in one process.
 *
 * Usage: bench PLUGIN_DIR [WORKLOAD...], as in "bench build/plugins W1 W5". Prints the rows that bench.h describes.
 */
#include "bench.h"

/* W8 first: memory that other workloads have freed would serve its stores. */
static const struct { const char *name; void (*run)(void); } workloads[] = {
  {"W8", w8_life}, {"W1", w1_counter}, {"W1", w1_reactor}, {"W1", w1_request}, {"W1", w1_callback}, {"W1", w1_cpp},
  {"W2", w2_todos}, {"W3", w3_fanout}, {"W4", w4_blob}, {"W5", w5_batch}, {"W6", w6_levels}, {"W6", w6_siblings},
  {"W1", w1_second_thread},
};

static int is_wanted(const char *name, int argc, char **argv) {
  for (int i = 2; i < argc; i++) if (strcmp(argv[i], name) == 0) return 1;
  return argc == 2;
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: bench PLUGIN_DIR [WORKLOAD...]\n"), 2;
  static const char *const plugins[] = {"libCounter.so", "libTodos.so", "libWorkloads.so"};
  plugin_directory = argv[1];
  MUST(enfold_runtime_open(NULL, 0, &runtime, &error));
  double start = now();
  for (size_t i = 0; i < sizeof plugins / sizeof *plugins; i++) {
    load_plugin(runtime, plugins[i]);
    if (i > 0 || !is_wanted("W8", argc, argv)) continue;
    double times[RUNS];
    for (int run = 0; run < RUNS; run++) times[run] = (now() - start) / 1e3;
    row("W8 load libCounter.so", "first plugin of the process", times, "us");
  }
  for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++)
    if (is_wanted(workloads[i].name, argc, argv)) workloads[i].run();
  MUST(enfold_runtime_close(runtime, &error));
  return 0;
}
