/* measure.c: how long a provider takes to write groups, beside the system's own calls in the same run.
 *
 *   journal-measure PROVIDER.so TARGET [ROUNDS]
 *
 * For groups of 1, 32 and 1,000 entries of about 120 bytes: `append` of one group alone, and `pwrite` of the same bytes over a
 * file that is there, with `fdatasync`. By turns, so that both see the same disk. Prints p50 and p99 in microseconds. */
#include <dlfcn.h>
#include <enfold_journal.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

static void show(const char *what, int entries, size_t bytes, double *times, int count) {
  qsort(times, (size_t)count, sizeof *times, compare);
  printf("%-8s %5d entries %7zu bytes  p50 %8.0f us  p99 %8.0f us\n", what, entries, bytes, times[count / 2],
         times[count * 99 / 100]);
}

static void check(enfold_journal_status status, const enfold_journal_error *error) {
  if (status == ENFOLD_JOURNAL_OK || status == ENFOLD_JOURNAL_MORE) return;
  fprintf(stderr, "journal-measure: %s\n", error->message);
  exit(1);
}

int main(int count, char **arguments) {
  static const int sizes[] = {1, 32, 1000};
  if (count < 3) {
    fprintf(stderr, "usage: journal-measure PROVIDER.so TARGET [ROUNDS]\n");
    return 2;
  }
  int rounds = count > 3 ? atoi(arguments[3]) : 300;
  void *library = dlopen(arguments[1], RTLD_NOW);
  enfold_journal_provider_fn entry = NULL;
  if (library != NULL) *(void **)&entry = dlsym(library, "enfold_journal_provider");
  if (entry == NULL || rounds < 1) {
    fprintf(stderr, "journal-measure: %s is no provider\n", arguments[1]);
    return 2;
  }
  const enfold_journal_provider_table *provider = entry();
  enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
  void *journal = NULL;
  check(provider->open(arguments[2], strlen(arguments[2]), NULL, 0, &journal, &error), &error);
  enfold_journal_checkpoint initial = {.struct_size = sizeof initial, .plugin = "p", .plugin_length = 1, .body = "{}", .length = 2};
  enfold_journal_claim claim = {.struct_size = sizeof claim,
                                .name = "measured",
                                .name_length = 8,
                                .feature = "F",
                                .feature_length = 1,
                                .writer = {(uint8_t)getpid()},
                                .initial = &initial};
  check(provider->claim(journal, &claim, &error), &error);

  char path[4200];
  snprintf(path, sizeof path, "%.4000s.bare", arguments[2]);
  int bare = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  double *of_append = calloc((size_t)rounds, sizeof *of_append), *of_bare = calloc((size_t)rounds, sizeof *of_bare);
  struct statfs system;
  if (bare < 0 || of_append == NULL || of_bare == NULL || fstatfs(bare, &system) != 0) return 1;
  printf("%s, file system 0x%lx, %d rounds\n", provider->id, (unsigned long)system.f_type, rounds);
  uint64_t head = claim.head;
  for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
    static const char line[] =
        "{\"cause\":\"action\",\"action\":{\"add\":{\"title\":\"milk\"}},\"patch\":[{\"op\":\"add\",\"path\":\"/items/"
        "-\",\"value\":\"milk\"}]}\n";
    size_t bytes = (sizeof line - 1) * (size_t)sizes[size];
    char *body = malloc(bytes);
    if (body == NULL) return 1;
    for (int index = 0; index < sizes[size]; index++) memcpy(body + (size_t)index * (sizeof line - 1), line, sizeof line - 1);
    if (pwrite(bare, body, bytes, 0) != (ssize_t)bytes || fsync(bare) != 0) return 1;
    for (int round = -10; round < rounds; round++) {
      enfold_journal_group group = {.struct_size = sizeof group,
                                    .store = claim.store,
                                    .epoch = claim.epoch,
                                    .before = head,
                                    .first = head + 1,
                                    .last = head + (uint64_t)sizes[size],
                                    .body = body,
                                    .length = bytes};
      memcpy(group.writer, claim.writer, sizeof group.writer);
      enfold_journal_group *const groups[] = {&group};
      double begun = now();
      check(provider->append(journal, groups, 1, &error), &error);
      double middle = now();
      if (pwrite(bare, body, bytes, 0) != (ssize_t)bytes || fdatasync(bare) != 0) return 1;
      double end = now();
      head = group.last;
      if (round < 0) continue;
      of_append[round] = middle - begun;
      of_bare[round] = end - middle;
      /* What is done while nothing waits. */
      if (round % 50 == 49) check(provider->maintain(journal, NULL, &error), &error);
    }
    show("append", sizes[size], bytes, of_append, rounds);
    show("bare", sizes[size], bytes, of_bare, rounds);
    free(body);
  }
  provider->close(journal);
  unlink(path);
  free(of_append);
  free(of_bare);
  return 0;
}
