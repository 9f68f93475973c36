/* record.c: recordings while many threads send, with a queue that is full, on a disk that is full, and when they end. For both loops. */
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace.h"

enum { THREADS = 8, SENDS = SANITIZED ? 300 : 3000 };

static char path[256];

/* The name of a file that is not there. */
static const char *new_path(void) {
  static int count;
  snprintf(path, sizeof path, "/tmp/enfold-record-%d-%d.jsonl", (int)getpid(), count++);
  unlink(path);
  return path;
}

static enfold_status begin_recording(const char *options) {
  return enfold_runtime_record(runtime, new_path(), options, ENFOLD_NUL, &problem);
}

static enfold_status end_recording(void) { return enfold_runtime_record(runtime, NULL, NULL, 0, &problem); }

/* The lines of the file, which must end with a whole one. */
static char *contents;
static int read_lines(char ***lines) {
  static char **all;
  int count = 0;
  struct stat facts;
  CHECK(stat(path, &facts) == 0);
  contents = realloc(contents, (size_t)facts.st_size + 1);
  all = realloc(all, ((size_t)facts.st_size / 2 + 1) * sizeof *all);
  FILE *file = fopen(path, "r");
  CHECK(fread(contents, 1, (size_t)facts.st_size, file) == (size_t)facts.st_size);
  fclose(file);
  unlink(path);
  contents[facts.st_size] = '\0';
  CHECK(contents[facts.st_size - 1] == '\n');
  for (char *line = strtok(contents, "\n"); line != NULL; line = strtok(NULL, "\n")) all[count++] = line;
  *lines = all;
  return count;
}

/* Goes through the lines of the store that all tests have. Its state must be what its patches make. Returns its last state; "*" if it is not known. */
static const char *fold(char **lines, int count, uint64_t *revision, int *dropped) {
  static char state[1024];
  uint64_t mine = 0;
  strcpy(state, "*");
  *revision = 0;
  if (dropped != NULL) *dropped = 0;
  CHECK_CONTAINS(lines[0], "{\"format\":\"enfold-session\",\"version\":1,");
  for (int i = 1; i < count; i++) {
    const char *kind = text_of(lines[i], "kind"), *whole = member(lines[i], "state"), *patch = member(lines[i], "patch");
    if (strcmp(kind, "opened") == 0 && strncmp(text_of(lines[i], "name"), "mark ", 5) != 0) mine = number_of(lines[i], "store");
    if (strcmp(kind, "dropped") != 0 && number_of(lines[i], "store") != mine) continue;
    if (strcmp(kind, "dropped") == 0) {
      CHECK(dropped != NULL);
      *dropped += (int)number_of(lines[i], "count");
      strcpy(state, "*");
    } else if (strcmp(kind, "checkpoint") == 0) {
      CHECK_TEXT(whole, state);
      CHECK(number_of(lines[i], "revision") == *revision);
    } else if (whole != NULL) {
      snprintf(state, sizeof state, "%s", whole);
      *revision = number_of(lines[i], "revision");
    } else if (patch != NULL && strcmp(state, "*") != 0 && number_of(lines[i], "revision") > *revision) {
      enfold_string next = {0};
      CHECK(number_of(lines[i], "revision") == *revision + 1);
      patch = strdup(patch);
      CHECK_OK(enfold_patch_apply(state, ENFOLD_NUL, patch, ENFOLD_NUL, NULL, 0, &next, &problem));
      free((char *)patch);
      snprintf(state, sizeof state, "%s", next.data);
      enfold_string_free(&next);
      *revision += 1;
    }
  }
  return state;
}

static void check_file(int *dropped) {
  char **lines;
  uint64_t last;
  int count = read_lines(&lines);
  CHECK_TEXT(fold(lines, count, &last, dropped), state(store, ""));
  CHECK(last == revision(store));
}

/* ---- Many threads -------------------------------------------------------------------------------------------------- */

static void *send_many(void *unused) {
  for (int i = 0; i < SENDS; i++) CHECK_INT(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, NULL) >= 0, 1);
  return unused;
}

static void pump_until_idle(void) {
  while (enfold_runtime_wait(runtime, 0, NULL) == ENFOLD_TIMEOUT) pump_a_little();
}

static void all_that_threads_send_is_there(void) {
  pthread_t threads[THREADS];
  CHECK_OK(begin_recording("{\"checkpoint\":100}"));
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, send_many, NULL), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  pump_until_idle();
  CHECK_OK(end_recording());
  check_file(NULL);
}

/* It begins and ends while they send. */
static void it_begins_and_ends_in_the_middle(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, send_many, NULL), 0);
  for (int round = 0; round < 20; round++) {
    char **lines;
    uint64_t last;
    CHECK_OK(begin_recording("{\"checkpoint\":10}"));
    pump_a_little();
    CHECK_OK(end_recording());
    int count = read_lines(&lines);
    fold(lines, count, &last, NULL);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  pump_until_idle();
}

/* ---- What cannot be written ---------------------------------------------------------------------------------------- */

/* The recorder's thread is inside another reader meanwhile. */
static void a_full_queue_is_told(void) {
  int dropped = 0;
  reader *slow = read_as((reader){.only_counts = true}, NULL);
  CHECK_OK(begin_recording("{\"bytes\":4096}"));
  shut(slow);
  CHECK_OK(send(store, "\"increment\""));
  until(&slow->waits, 1);
  for (int i = 0; i < 1000; i++) CHECK_OK(send(store, "\"increment\""));
  let_on(slow);
  catch_up(slow);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(end_recording());
  check_file(&dropped);
  CHECK(dropped > 100);
}

/* Ending it waits for no other reader. */
static void it_ends_while_another_reader_blocks(void) {
  reader *slow = read_as((reader){.only_counts = true}, NULL);
  CHECK_OK(begin_recording(NULL));
  shut(slow);
  CHECK_OK(send(store, "\"increment\""));
  until(&slow->waits, 1);
  for (int i = 0; i < 100; i++) CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(end_recording());
  check_file(NULL);
  let_on(slow);
}

static void a_full_disk_ends_it(void) {
  char **lines;
  uint64_t last;
  struct rlimit before, small;
  signal(SIGXFSZ, SIG_IGN);
  CHECK_INT(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = (struct rlimit){.rlim_cur = 20000, .rlim_max = before.rlim_max};
  CHECK_OK(begin_recording(NULL));
  CHECK_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
  for (int i = 0; i < 1000; i++) CHECK_OK(send(store, "\"increment\""));
  CHECK_FAILS(enfold_runtime_record(runtime, NULL, NULL, 0, &problem), ENFOLD_IO, "cannot be written: File too large");
  CHECK_INT(setrlimit(RLIMIT_FSIZE, &before), 0);
  int count = read_lines(&lines);
  CHECK(count > 20 && count < 1000);
  CHECK(strcmp(fold(lines, count, &last, NULL), "*") != 0);
  /* Another one begins. */
  CHECK_OK(begin_recording(NULL));
  CHECK_OK(end_recording());
  unlink(path);
}

static char complaint[512];
static void hear_log(void *user, int32_t level, const char *text, size_t length) {
  (void)user, (void)level, (void)length;
  if (strstr(text, "a-recording-that-ended") != NULL) snprintf(complaint, sizeof complaint, "%s", text);
}

/* Also if that is noticed when the runtime is closed. */
static void a_full_disk_is_told_at_the_end(void) {
  struct rlimit before, small;
  enfold_runtime other = open_runtime_with("{}", swift_plugin("Behaviours"));
  complaint[0] = '\0';
  CHECK_OK(enfold_runtime_log(other, ENFOLD_LOG_ERROR, hear_log, NULL, NULL, &problem));
  CHECK_OK(enfold_runtime_record(other, new_path(), NULL, 0, &problem));
  open_store(other, "Many");
  signal(SIGXFSZ, SIG_IGN);
  CHECK_INT(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = (struct rlimit){.rlim_cur = 1, .rlim_max = before.rlim_max};
  CHECK_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
  CHECK_OK(enfold_runtime_close(other, &problem));
  CHECK_INT(setrlimit(RLIMIT_FSIZE, &before), 0);
  unlink(path);
  CHECK_CONTAINS(complaint, "cannot be written: File too large. Nothing more is recorded");
}

/* ---- The end ------------------------------------------------------------------------------------------------------- */

static void end_inside(void *user, const enfold_event *event) {
  (void)event;
  int *calls = user;
  if ((*calls)++ == 3) CHECK_OK(end_recording());
}

/* An observer ends it: in a callback of the store that is recorded. */
static void an_observer_ends_it(void) {
  int calls = 0;
  enfold_subscription subscription = 0;
  CHECK_OK(begin_recording(NULL));
  CHECK_OK(enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, end_inside, &calls, NULL, &subscription, &problem));
  for (int i = 0; i < 10; i++) CHECK_OK(send(store, "\"increment\""));
  CHECK_FAILS(enfold_runtime_record(runtime, NULL, NULL, 0, &problem), ENFOLD_NOT_FOUND, "not recorded");
  CHECK_OK(enfold_subscription_cancel(subscription, &problem));
  unlink(path);
}

static void all(void) {
  EACH(all_that_threads_send_is_there);
  EACH(it_begins_and_ends_in_the_middle);
  EACH(a_full_queue_is_told);
  EACH(it_ends_while_another_reader_blocks);
  EACH(a_full_disk_ends_it);
  EACH(a_full_disk_is_told_at_the_end);
  EACH(an_observer_ends_it);
}

int main(void) { return with_each_loop(all); }
