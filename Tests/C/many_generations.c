/* many_generations.c: loads a plugin again and again, each time with another content. Thread-local memory with a fixed place would
 * run out: each image needs its own. Writes down the memory of a generation. */
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"

static char path[4200];

/* Whether sanitizers or valgrind watch, for which memory is no limit. */
static bool is_watched(void) { return SANITIZED || *environment("ENFOLD_VALGRIND", "") != '\0'; }

static int generations(void) { return is_watched() ? 20 : 1000; }

static bool is_swift(void) { return *environment("ENFOLD_TEST_PLUGINS", "") != '\0'; }

/* The feature whose plugin is loaded: the Swift example with reactors, which is not built with sanitizers or the smallest sizes. */
static const char *feature(void) { return is_swift() && !SANITIZED && !TINY ? "TextBoard" : "Counter"; }

/* The plugin whose generations are loaded. */
static const char *original(void) {
  static char text[4200];
  if (!is_swift()) return counter_plugin();
  snprintf(text, sizeof text, "%s/lib%s.so", environment("ENFOLD_TEST_PLUGINS", ""), feature());
  return text;
}

/* Puts a copy of the plugin there, without symbols, which only cost time here, and with a number behind its end. */
static void install(void) {
  char fresh[4300], command[9000];
  snprintf(fresh, sizeof fresh, "%s.fresh", path);
  snprintf(command, sizeof command, "strip --strip-all -o '%s' '%s'", fresh, original());
  CHECK_INT(system(command), 0);
  FILE *to = fopen(fresh, "ab");
  CHECK(to != NULL && fprintf(to, "generation %8d", 0) > 0);
  CHECK_INT(fclose(to), 0);
  CHECK_INT(rename(fresh, path), 0);
}

/* Changes the number. Only the first generation is mapped from the file itself, and that was another file. */
static void change(int number) {
  FILE *file = fopen(path, "r+b");
  CHECK(file != NULL && fseek(file, -8, SEEK_END) == 0 && fprintf(file, "%8d", number) == 8);
  CHECK_INT(fclose(file), 0);
}

static enfold_status load(enfold_runtime runtime, enfold_plugin *plugin) {
  return enfold_plugin_load(runtime, path, "{\"replace\":true}", ENFOLD_NUL, plugin, &problem);
}

static long resident_kilobytes(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld %ld", &size, &resident) == 2);
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void many_generations_are_loaded(void) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin plugin = 0;
  install();
  CHECK_OK(load(runtime, &plugin));
  install();
  long before = resident_kilobytes();
  for (int number = 2; number <= generations(); number++) {
    change(number);
    CHECK_OK(load(runtime, &plugin));
    /* Each one takes the memory that it needs on a thread. */
    if (number % 100 == 0) CHECK_OK(enfold_store_close(open_store(runtime, feature()), &problem));
  }
  enfold_string info = {0};
  CHECK_OK(enfold_plugin_info(plugin, &info, &problem));
  char expected[64];
  snprintf(expected, sizeof expected, "\"generation\":%d,", generations());
  CHECK_CONTAINS(info.data, expected);
  enfold_string_free(&info);
  fprintf(stderr, "  %ld KB became resident for a generation\n", (resident_kilobytes() - before) / (generations() - 1));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static long mapped_pages(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld", &pages) == 1);
  fclose(file);
  return pages;
}

/* Loads with little more memory than now, until the message names the cure: true. If a thread has given back its stack
 * meanwhile, there is enough for another generation: false. */
static bool is_told_of_the_cure(enfold_runtime runtime) {
  enfold_plugin plugin = 0;
  rlim_t room = (rlim_t)mapped_pages() * (rlim_t)sysconf(_SC_PAGESIZE);
  /* At some size there is enough for a copy of the file, and not for its image, too. */
  for (rlim_t more = 0; more < 32 << 20; more += 16 << 10) {
    struct rlimit limit = {room + more, RLIM_INFINITY};
    CHECK_INT(setrlimit(RLIMIT_AS, &limit), 0);
    enfold_status status = load(runtime, &plugin);
    if (status == ENFOLD_OK) return false;
    CHECK_INT(status, ENFOLD_IO);
    if (strstr(problem.message, "restart the process") != NULL) return true;
  }
  return false;
}

/* With too little memory for another one, the message says so, and what to do. Last, because the limit stays. */
static void without_memory_the_message_says_what_to_do(void) {
  enfold_runtime runtime = open_runtime(NULL);
  bool is_told = false;
  for (int attempt = 1; attempt <= 20 && !is_told; attempt++) {
    change(generations() + attempt);
    is_told = is_told_of_the_cure(runtime);
  }
  CHECK(is_told);
  CHECK_CONTAINS(problem.message, "generations of plugins stay mapped");
}

int main(void) {
  snprintf(path, sizeof path, "%s.many-%d", test_plugin("counter"), (int)getpid());
  RUN(many_generations_are_loaded);
  if (!is_watched()) RUN(without_memory_the_message_says_what_to_do);
  CHECK_INT(unlink(path), 0);
  return 0;
}
