/* w8_life.c: W8: opening and closing a store, loading a plugin, the memory of 100,000 idle stores. */
#include <malloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

static void run_open_and_close(void *user, size_t count) {
  (void)user;
  for (size_t i = 0; i < count; i++) close_store(open_store("Counter", NULL));
}

static double resident_bytes(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long total = 0, resident = 0;
  if (!file || fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
  if (file) fclose(file);
  return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static double allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (double)info.uordblks + (double)info.hblkhd;
}

static void idle_stores(void) {
  enum { IDLE = 100000 };
  enfold_store *stores = malloc(IDLE * sizeof *stores);
  double allocated[RUNS], resident[RUNS];
  /* The first pass makes the tables grow; its pages are what later ones reuse, so only it tells the resident size. */
  for (int run = 0; run < RUNS; run++) {
    double before = allocated_bytes(), resident_before = resident_bytes();
    for (int i = 0; i < IDLE; i++) stores[i] = open_store("Counter", NULL);
    allocated[run] = (allocated_bytes() - before) / IDLE;
    double grown = (resident_bytes() - resident_before) / IDLE;
    for (int i = run; i < RUNS && run == 0; i++) resident[i] = grown;
    for (int i = 0; i < IDLE; i++) close_store(stores[i]);
  }
  row("W8 an idle store, of 100,000", "allocated", allocated, "bytes");
  row("W8 an idle store, of 100,000", "resident", resident, "bytes");
  free(stores);
}

static void copy_file(const char *from, const char *to) {
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  if (!in || !out) { perror(in ? to : from); exit(1); }
  static char chunk[1 << 16];
  for (size_t length; (length = fread(chunk, 1, sizeof chunk, in)) > 0;)
    if (fwrite(chunk, 1, length, out) != length) { perror(to); exit(1); }
  fclose(in);
  if (fclose(out) != 0) { perror(to); exit(1); }
}

/* A plugin stays mapped, so each run loads another copy of the file, in a runtime of its own. */
static void time_loading(const char *name) {
  const char *temporary = getenv("TMPDIR");
  char directory[1024], from[4096], to[4096], workload[64];
  double times[RUNS];
  snprintf(directory, sizeof directory, "%s/enfold-bench-XXXXXX", temporary ? temporary : "/tmp");
  if (!mkdtemp(directory)) { perror(directory); exit(1); }
  snprintf(from, sizeof from, "%s/%s", plugin_directory, name);
  for (int run = 0; run < RUNS; run++) {
    enfold_runtime other;
    enfold_plugin plugin;
    snprintf(to, sizeof to, "%s/%d.so", directory, run);
    copy_file(from, to);
    MUST(enfold_runtime_open(NULL, 0, &other, &error));
    double start = now();
    MUST(enfold_plugin_load(other, to, NULL, 0, &plugin, &error));
    times[run] = (now() - start) / 1e3;
    MUST(enfold_runtime_close(other, &error));
    unlink(to);
  }
  rmdir(directory);
  snprintf(workload, sizeof workload, "W8 load %s", name);
  row(workload, "C API", times, "us");
}

void w8_life(void) {
  idle_stores();
  compare(&(side){"W8 open and close a store", "C API", run_open_and_close, NULL, 0}, 1);
  time_loading("libCounter.so");
  time_loading("libTodos.so");
}
