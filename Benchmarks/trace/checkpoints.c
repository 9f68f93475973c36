/* checkpoints.c: what a recording does to the store that it records, while it writes checkpoints of a large state. Three stores with
 * a list of about 5 MB get the same actions in turn, 50,000 in a second: one without a recording, one that is recorded without
 * checkpoints, and one with them. Each send is measured.
 *
 * Usage: checkpoints PLUGIN_DIR FILE [COUNT]. FILE is new, and is removed, as is FILE-without. It prints a table. Exit status 1: entries were dropped, or
 * there was no checkpoint. Times are only printed.
 */
#include <enfold.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIDES = 3, ITEMS = 80000, ROUND = 5000, PACE = 20000 /* ns */ };

static void check(enfold_status status, const enfold_error *error) {
  if (status >= 0) return;
  fprintf(stderr, "checkpoints: %s: %s\n", enfold_status_name(status), error->message);
  exit(2);
}
#define MUST(call) do { enfold_error error = ENFOLD_ERROR_INIT; check((call), &error); } while (0)

typedef struct side {
  const char *name;
  enfold_runtime runtime;
  enfold_store store;
  uint32_t *times; /* ns of each send */
} side;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void open_side(side *opened, const char *folder, const char *state, size_t count) {
  char file[4096];
  enfold_plugin plugin;
  snprintf(file, sizeof file, "%s/libTodos.so", folder);
  MUST(enfold_runtime_open(NULL, 0, &opened->runtime, &error));
  MUST(enfold_plugin_load(opened->runtime, file, NULL, 0, &plugin, &error));
  MUST(enfold_store_open(opened->runtime, "Todos", state, ENFOLD_NUL, &opened->store, &error));
  opened->times = calloc(count, sizeof *opened->times);
  if (!opened->times) exit(2);
}

/* {"state":{"items":[{"id":1,"title":"...","isDone":false},...],...}} */
static char *options(void) {
  char *text = malloc(ITEMS * 80 + 200), *at = text;
  if (!text) exit(2);
  at += sprintf(at, "{\"state\":{\"items\":[");
  for (int i = 1; i <= ITEMS; i++)
    at += sprintf(at, "%s{\"id\":%d,\"title\":\"item number %d of a list\",\"isDone\":false}", i > 1 ? "," : "", i, i);
  sprintf(at, "],\"filter\":\"all\",\"isLoading\":false,\"error\":null,\"nextID\":%d}}", ITEMS + 1);
  return text;
}

static void send_round(side *to, size_t first) {
  char action[64];
  for (size_t i = first; i < first + ROUND; i++) {
    int length = snprintf(action, sizeof action, "{\"toggle\":{\"id\":%d}}", (int)(i * 7919 % ITEMS) + 1);
    int64_t begin = now();
    MUST(enfold_store_send(to->store, action, (size_t)length, NULL, &error));
    to->times[i] = (uint32_t)(now() - begin);
    while (now() - begin < PACE) continue;
  }
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void print_row(const side *of, size_t count) {
  qsort(of->times, count, sizeof *of->times, ascending);
  printf("%-20s %8u %8u %8u %10u\n", of->name, of->times[count / 2], of->times[count / 100 * 99], of->times[count / 1000 * 999],
         of->times[count - 1]);
}

/* How many lines of the file have a text. */
static int lines_with(const char *path, const char *text) {
  FILE *file = fopen(path, "r");
  char *line = NULL;
  size_t room = 0;
  int found = 0;
  if (!file) exit(2);
  while (getline(&line, &room, file) > 0) found += strstr(line, text) != NULL;
  free(line);
  fclose(file);
  return found;
}

int main(int argc, char **argv) {
  size_t count = argc > 3 ? strtoull(argv[3], NULL, 10) : 100000;
  side sides[SIDES] = {{.name = "not recorded"}, {.name = "without checkpoints"}, {.name = "with checkpoints"}};
  char without[4096];
  double load = 0;
  if (argc < 3 || argc > 4 || count < ROUND || count % ROUND != 0)
    return fprintf(stderr, "usage: checkpoints PLUGIN_DIR FILE [COUNT, a multiple of %d]\n", ROUND), 2;
  getloadavg(&load, 1);
  char *state = options();
  for (int i = 0; i < SIDES; i++) open_side(&sides[i], argv[1], state, count);
  snprintf(without, sizeof without, "%s-without", argv[2]);
  MUST(enfold_runtime_record(sides[1].runtime, without, "{\"checkpoint\":0}", ENFOLD_NUL, &error));
  MUST(enfold_runtime_record(sides[2].runtime, argv[2], NULL, 0, &error));
  for (size_t first = 0; first < count; first += ROUND) {
    for (int i = 0; i < SIDES; i++) send_round(&sides[i], first);
  }
  for (int i = 1; i < SIDES; i++) MUST(enfold_runtime_record(sides[i].runtime, NULL, NULL, 0, &error));

  int checkpoints = lines_with(argv[2], "\"kind\":\"checkpoint\""), dropped = lines_with(argv[2], "\"kind\":\"dropped\"");
  printf("%zu actions for each store, 50,000 in a second, in rounds of %d; load when it began: %.2f\n", count, ROUND, load);
  printf("the state has %.1f MB of JSON; %d checkpoints, %d reports of dropped entries\n", (double)strlen(state) / 1e6, checkpoints,
         dropped);
  printf("ns for a send:\n\n%-20s %8s %8s %8s %10s\n", "", "p50", "p99", "p99.9", "max");
  for (int i = 0; i < SIDES; i++) {
    print_row(&sides[i], count);
    MUST(enfold_runtime_close(sides[i].runtime, &error));
    free(sides[i].times);
  }
  free(state);
  unlink(argv[2]);
  unlink(without);
  bool is_right = checkpoints > 0 && dropped == 0;
  if (!is_right) printf("WRONG: there is no checkpoint, or entries were dropped\n");
  return is_right ? 0 : 1;
}
