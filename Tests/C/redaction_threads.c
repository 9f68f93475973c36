/* redaction_threads.c: eight threads send a secret, read the trace, ask for the statistics, open and close, in a runtime that
 * redacts it and counts times. No reader gets it, and the times count each commit. For both loops. */
#include "trace.h"

#define SECRET "hunter2-of-ada"
#define READING ",\"stats\":true,\"redact\":[\"/text\",\"/number\",\"action:/setText\",\"action:/setNumber\",\"dependency:*\"]"

enum { CROWD = 8, ROUNDS = SANITIZED ? 100 : 1000, SENDERS = 4 };

/* One that stays, and whose actions are counted. */
static enfold_store kept;
static atomic_int at_work, accepted;

static void set_redacted(void) {
  runtime = open_logged(READING);
  load(runtime, swift_plugin("Behaviours"));
  store = kept = open_store(runtime, "Fields");
  accepted = 0;
}

/* ---- What readers get ---------------------------------------------------------------------------------------------- */

static bool has_secret(const char *text) { return strstr(text, "hunter2") != NULL; }

static void check_no_secret(const char *text) {
  if (has_secret(text)) fprintf(stderr, "%s\n", text);
  CHECK(!has_secret(text));
}

static void check_record(void *user, int32_t level, const char *record, size_t length) {
  (void)user, (void)level, (void)length;
  check_no_secret(record);
}

static void check_entry_of_all(const char *entry) {
  const char *action = member(entry, "action"), *text;
  check_no_secret(entry);
  if (action != NULL && (text = member(action, "setText")) != NULL) CHECK_TEXT(text, "\"[redacted]\"");
}

static void check_told(reader *r, const char *entry) {
  (void)r;
  check_entry_of_all(entry);
}

/* A reader that lives for a moment. */
static void check_heard(void *user, const char *entry, size_t length) {
  (void)user;
  CHECK_INT(strlen(entry), length);
  check_entry_of_all(entry);
}

/* The error of a call that was refused. */
static void check_error(enfold_status status, const enfold_error *error, enfold_status expected) {
  CHECK(status == expected || status == ENFOLD_STALE);
  if (status == ENFOLD_STALE) return;
  check_no_secret(error->message);
  CHECK(error->offset == UINT64_MAX);
}

/* ---- What threads do, until it cannot be done any more ------------------------------------------------------------- */

static bool send_there_once(enfold_store to, int round, enfold_error *error) {
  static const char *const wrong[] = {"{\"setNumber\":\"" SECRET "\"}", "{\"setText\":[\"" SECRET "\"]}"};
  char action[64];
  snprintf(action, sizeof action, "{\"setText\":\"" SECRET "-%d\"}", round);
  enfold_status status = enfold_store_send(to, action, ENFOLD_NUL, NULL, error);
  CHECK(status >= 0 || status == ENFOLD_STALE);
  check_error(enfold_store_send(to, wrong[round % 2], ENFOLD_NUL, NULL, error), error, ENFOLD_BAD_ACTION);
  check_error(enfold_store_send(to, "{\"setText\":" SECRET "}", ENFOLD_NUL, NULL, error), error, ENFOLD_BAD_JSON);
  return status >= 0;
}

static bool send_some(int round, enfold_error *error) {
  bool was_sent = send_there_once(kept, round, error);
  if (was_sent) atomic_fetch_add(&accepted, 1);
  return was_sent;
}

static bool read_some(int round, enfold_error *error) {
  const char *given = round % 2 == 0 ? "{}" : "{\"bytes\":3000}";
  uint64_t number = 0;
  enfold_status status = enfold_runtime_trace(runtime, given, ENFOLD_NUL, check_heard, NULL, NULL, &number, error);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  if (status != ENFOLD_OK) return false;
  sched_yield();
  status = enfold_runtime_trace_end(runtime, number, error);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE || status == ENFOLD_NOT_FOUND);
  return status == ENFOLD_OK;
}

/* Each thread has its own, so they rise. */
static bool ask_some(int round, enfold_error *error) {
  static _Thread_local uint64_t commits;
  enfold_string text = {NULL, 0};
  if (round == 0) commits = 0;
  enfold_status status = enfold_runtime_stats(runtime, &text, error);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  if (status != ENFOLD_OK) return false;
  char *times = member(text.data, "times");
  bool are_there = times != NULL;
  if (are_there) {
    uint64_t now = number_of(times, "commits");
    CHECK(now >= commits);
    commits = now;
  }
  enfold_string_free(&text);
  return are_there;
}

static bool open_some(int round, enfold_error *error) {
  enfold_store opened = 0;
  enfold_status status = enfold_store_open(runtime, "Fields", NULL, 0, &opened, error);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  if (status != ENFOLD_OK) return false;
  send_there_once(opened, round, error);
  status = enfold_store_close(opened, error);
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  return status == ENFOLD_OK;
}

/* Four send, two read, one asks, one opens and closes. */
static bool (*const works[CROWD])(int round, enfold_error *error) = {send_some, send_some, send_some, send_some,
                                                                    read_some, read_some, ask_some,  open_some};

/* How many rounds are wanted, and how many were done: fewer if the runtime is closed meanwhile. */
static int rounds, done[CROWD];
static void *work(void *number) {
  enfold_error error = ENFOLD_ERROR_INIT;
  intptr_t which = (intptr_t)number;
  is_ours = true;
  for (done[which] = 0; done[which] < rounds && works[which](done[which], &error);) done[which]++;
  atomic_fetch_sub(&at_work, 1);
  return NULL;
}

/* ---- Tests --------------------------------------------------------------------------------------------------------- */

static void begin_all(pthread_t *threads, int count) {
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, check_record, NULL, NULL, &problem));
  rounds = count;
  at_work = CROWD;
  for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i), 0);
}

static void end_all(const pthread_t *threads) {
  while (at_work > 0) pump_a_little();
  for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
}

static uint64_t counted_commits(void) {
  enfold_string text = {NULL, 0};
  CHECK_OK(enfold_runtime_stats(runtime, &text, &problem));
  const char *times = member(text.data, "times");
  CHECK(times != NULL);
  uint64_t result = number_of(times, "commits");
  enfold_string_free(&text);
  return result;
}

static void run_all(void) {
  pthread_t threads[CROWD];
  begin_all(threads, ROUNDS);
  end_all(threads);
  wait_for(runtime);
  for (int i = 0; i < CROWD; i++) CHECK_INT(done[i], ROUNDS);
  CHECK_INT(accepted, SENDERS * ROUNDS);
  CHECK_INT(revision(kept), accepted);
  CHECK(has_secret(state(kept, "/text"))); /* the program gets it */
  /* The stores that come and go may have been closed before their action. */
  uint64_t commits = counted_commits();
  CHECK(commits >= (uint64_t)accepted && commits <= (uint64_t)accepted + ROUNDS);
}

static void no_reader_gets_the_secret(void) {
  reader *r = read_as((reader){.then = check_told, .only_counts = true}, NULL);
  run_all();
  catch_up(r);
  CHECK(r->heard + r->dropped >= accepted);
}

/* No reader stays, and the times are there all the same. */
static void times_are_counted_while_readers_come_and_go(void) { run_all(); }

static void the_runtime_closes_meanwhile(void) {
  pthread_t threads[CROWD];
  reader *r = read_as((reader){.then = check_told, .only_counts = true}, NULL);
  begin_all(threads, INT32_MAX);
  while (r->heard < 100) pump_a_little();
  close_runtime(runtime);
  end_all(threads);
  until(&r->releases, 1);
}

/* ------------------------------------------------------------------------------------------------------------------ */

#undef EACH
#define EACH(test) EACH_AFTER(set_redacted, test)

static void all(void) {
  EACH(no_reader_gets_the_secret);
  EACH(times_are_counted_while_readers_come_and_go);
  EACH(the_runtime_closes_meanwhile);
}

int main(void) { return with_each_loop(all); }
