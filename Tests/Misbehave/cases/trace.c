/* trace.c: the reader of the stage's trace. */
#include <time.h>

#include "../../Fuzz/json.h"
#include "cases.h"

enum { KEPT_BYTES = 2000, PATIENCE_MS = 10000 };

static struct {
  pthread_mutex_t lock;
  char **entries; /* the beginnings of those that were heard */
  int count;
  uint64_t number, last_seq;
  atomic_int last_mark, releases;
} trace = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t number_in(const char *entry, const char *key) {
  const char *at = strstr(entry, key);
  return at == NULL ? 0 : strtoull(at + strlen(key), NULL, 10);
}

/* Whatever a plugin reports, this is JSON, and it is in order. */
static void hear(void *user, const char *entry, size_t length) {
  static const char mark[] = "\"name\":\"mark ";
  CHECK(user == &trace);
  CHECK_INT(trace.releases, 0);
  CHECK(entry != NULL);
  CHECK_INT(strlen(entry), length);
  if (!json_is_valid(entry, length, false) || *entry != '{') {
    fprintf(stderr, "an entry of the trace is no object: %.400s\n", entry);
    exit(1);
  }
  uint64_t seq = number_in(entry, "\"seq\":");
  pthread_mutex_lock(&trace.lock);
  if (strncmp(entry, "{\"kind\":\"dropped\"", 17) != 0) {
    CHECK(seq > trace.last_seq);
    trace.last_seq = seq;
  }
  trace.entries = realloc(trace.entries, (size_t)(trace.count + 1) * sizeof *trace.entries);
  trace.entries[trace.count++] = strndup(entry, KEPT_BYTES);
  pthread_mutex_unlock(&trace.lock);
  /* That a store was opened comes before what it tells. */
  const char *name = strstr(entry, "\"kind\":\"opened\"") == NULL ? strstr(entry, mark) : NULL;
  if (name != NULL) atomic_store(&trace.last_mark, atoi(name + sizeof mark - 1));
}

static void let_go(void *user) {
  CHECK(user == &trace);
  atomic_fetch_add(&trace.releases, 1);
}

static void await(atomic_int *counter, int expected) {
  const struct timespec moment = {0, 1000000};
  for (int rounds = 0; atomic_load(counter) < expected; rounds++) {
    CHECK(rounds < PATIENCE_MS);
    nanosleep(&moment, NULL);
  }
}

void begin_reading(void) {
  trace.last_seq = 0;
  trace.releases = 0;
  CHECK_OK(enfold_runtime_trace(the_stage.runtime, NULL, 0, hear, &trace, let_go, &trace.number, begin_call()));
}

void end_reading(void) {
  CHECK_OK(enfold_runtime_trace_end(the_stage.runtime, trace.number, begin_call()));
  await(&trace.releases, 1);
}

void catch_up(void) {
  static int last;
  char options[40];
  enfold_store store = 0;
  snprintf(options, sizeof options, "{\"name\":\"mark %d\"}", ++last);
  CHECK_OK(enfold_store_open(the_stage.runtime, "good-engine", options, ENFOLD_NUL, &store, begin_call()));
  pump();
  CHECK(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()) >= 0);
  pump();
  await(&trace.last_mark, last);
  CHECK_OK(enfold_store_close(store, begin_call()));
  pump();
}

void check_reading(void) {
  await(&trace.releases, 1);
  CHECK_INT(trace.releases, 1);
  pthread_mutex_lock(&trace.lock);
  for (int i = 0; i < trace.count; i++) free(trace.entries[i]);
  free(trace.entries);
  trace.entries = NULL;
  trace.count = 0;
  pthread_mutex_unlock(&trace.lock);
}

int count_entries(const char *part, const char *other) {
  int result = 0;
  pthread_mutex_lock(&trace.lock);
  for (int i = 0; i < trace.count; i++)
    result += strstr(trace.entries[i], part) != NULL && strstr(trace.entries[i], other) != NULL;
  pthread_mutex_unlock(&trace.lock);
  return result;
}
