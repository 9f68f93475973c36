/* slow.c: a commit that takes 50 ms or more is slow: the receiver of diagnostics is told, once in a second at most, and the
 * statistics count it, while the trace has a reader or the option "stats" is given. The feature works until the time is over. */
#include <enfold_plugin.h>

#include "asker.h"

enum { SLOW_MS = 55, LEAST_MS = 50, SHORT_MS = 20, MOST = 4096 };
static const int64_t SECOND = INT64_C(1000000000);

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

static void work_for(int milliseconds) {
  for (int64_t end = now() + milliseconds * INT64_C(1000000); now() < end;) {
  }
}

static void work(void) { work_for(SLOW_MS); }

/* ---- The feature: its state is how many actions there were. "slow" works long, "short" a little, "quick" does not. -- */

static enfold_status sloth_open(void *user, const char *given, size_t length, void **instance, enfold_error *error) {
  (void)user, (void)given, (void)length, (void)error;
  *instance = calloc(1, sizeof(int));
  return *instance == NULL ? ENFOLD_FAILED : ENFOLD_OK;
}

static void sloth_close(void *instance) { free(instance); }

static enfold_status sloth_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  enfold_error *error) {
  (void)error;
  if (memmem(action, length, "slow", 4) != NULL) work();
  if (memmem(action, length, "short", 5) != NULL) work_for(SHORT_MS);
  ++*(int *)instance;
  changes->changed(changes, "");
  return ENFOLD_OK;
}

static bool is_written_slowly;

static enfold_status sloth_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  char text[16];
  (void)error;
  if (is_written_slowly) work();
  write(context, text, (size_t)snprintf(text, sizeof text, "%d", *(int *)instance));
  return ENFOLD_OK;
}

/* ---- Warnings ------------------------------------------------------------------------------------------------------ */

/* What the message of a warning says. */
typedef struct warning {
  enfold_store store;
  uint64_t revision, whole, reduced, encoded, told, others;
} warning;

static warning warnings[64];
static int warning_count;

static void receive(void *user, int32_t level, const char *record, size_t length) {
  static const char before[] = "{\"level\":\"warning\",\"message\":\"the commit of revision ";
  static const char behind[] = "\",\"topic\":\"a-slow-commit\",\"store\":";
  warning seen = {0};
  int end = 0;
  CHECK(user == NULL);
  CHECK_INT(strlen(record), length);
  CHECK_INT(level, ENFOLD_LOG_WARNING);
  if (strncmp(record, before, sizeof before - 1) != 0) fprintf(stderr, "%s\n", record);
  CHECK(strncmp(record, before, sizeof before - 1) == 0);
  const char *at = record + sizeof before - 1;
  CHECK_INT(sscanf(at, "%" SCNu64 " took %" SCNu64 " ms (reduced %" SCNu64 ", encoded %" SCNu64 ", told %" SCNu64 ")%n",
                   &seen.revision, &seen.whole, &seen.reduced, &seen.encoded, &seen.told, &end),
            5);
  CHECK(end > 0);
  at += end;
  if (*at == ';') {
    end = 0;
    sscanf(at, "; %" SCNu64 " more commits were slow since the last warning%n", &seen.others, &end);
    CHECK(end > 0);
    CHECK(seen.others > 0); /* otherwise nothing is said */
    at += end;
  }
  CHECK(strncmp(at, behind, sizeof behind - 1) == 0);
  seen.store = strtoull(at + sizeof behind - 1, NULL, 10);
  CHECK_CONTAINS(record, "\"feature\":\"Sloth\"");
  CHECK(warning_count < (int)(sizeof warnings / sizeof *warnings));
  warnings[warning_count++] = seen;
}

/* ---- Running ------------------------------------------------------------------------------------------------------- */

static enfold_runtime runtime;
static enfold_store store;

static void open_as(const char *more) {
  char given[100];
  const enfold_reducer reducer = {.struct_size = sizeof reducer, .open = sloth_open, .close = sloth_close,
                                  .reduce = sloth_reduce, .state = sloth_state};
  const enfold_plugin_feature feature = {.struct_size = sizeof feature, .name = "Sloth", .state_schema = "{\"type\":\"integer\"}",
                                         .reducer = &reducer};
  snprintf(given, sizeof given, "{\"loop\":\"%s\"%s}", is_host() ? "host" : "inline", more);
  runtime = open_runtime(given);
  warning_count = 0;
  is_written_slowly = false;
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_WARNING, receive, NULL, NULL, &problem));
  CHECK_OK(enfold_feature_register(runtime, &feature, NULL, NULL, &problem));
  store = open_store(runtime, "Sloth");
}

static void set(void) { open_as(""); }

static void send_and_pump(enfold_store to, const char *action) {
  say(to, action);
  pump(runtime);
}

static void ignore(void *user, const char *entry, size_t length) { (void)user, (void)entry, (void)length; }

static uint64_t read_trace(void) {
  uint64_t reader = 0;
  CHECK_OK(enfold_runtime_trace(runtime, NULL, 0, ignore, NULL, NULL, &reader, &problem));
  return reader;
}

/* ---- Times in the statistics --------------------------------------------------------------------------------------- */

/* The numbers of "times". False if they are not there. */
typedef struct count {
  uint64_t commits, slow, whole_count, whole_max, reduced_max;
} count;

static uint64_t number_behind(const char *text, const char *key) {
  const char *at = strstr(text, key);
  CHECK(at != NULL);
  return strtoull(at + strlen(key), NULL, 10);
}

static bool read_times(count *out) {
  enfold_string text = {NULL, 0};
  CHECK_OK(enfold_runtime_stats(runtime, &text, &problem));
  const char *times = strstr(text.data, "\"times\":{");
  if (times != NULL) {
    const char *whole = strstr(times, "\"whole\":{"), *reduced = strstr(times, "\"reduced\":{");
    CHECK(whole != NULL && reduced != NULL);
    *out = (count){number_behind(times, "{\"commits\":"), number_behind(times, "\"slow\":"), number_behind(whole, "{\"count\":"),
                   number_behind(whole, "\"max\":"), number_behind(reduced, "\"max\":")};
  }
  enfold_string_free(&text);
  return times != NULL;
}

static void times_are_there_while_a_reader_is(void) {
  count first, second;
  CHECK(!read_times(&first));
  send_and_pump(store, "\"slow\"");
  uint64_t reader = read_trace();
  CHECK(read_times(&first));
  CHECK_INT(first.commits, 0);
  for (int i = 0; i < 3; i++) send_and_pump(store, "\"quick\"");
  send_and_pump(store, "\"slow\"");
  CHECK(read_times(&first));
  CHECK_INT(first.commits, 4);
  CHECK_INT(first.whole_count, 4);
  CHECK(first.slow >= 1);
  CHECK(first.reduced_max >= SLOW_MS * UINT64_C(1000000));
  CHECK(first.whole_max >= first.reduced_max);
  uint64_t other = read_trace();
  send_and_pump(store, "\"quick\"");
  CHECK(read_times(&second));
  CHECK_INT(second.commits, 5); /* once, however many read */
  CHECK_OK(enfold_runtime_trace_end(runtime, reader, &problem));
  CHECK(read_times(&second));
  CHECK_OK(enfold_runtime_trace_end(runtime, other, &problem));
  CHECK(!read_times(&second));
}

/* ---- Warnings ------------------------------------------------------------------------------------------------------ */

static void nobody_is_warned_without_a_reader(void) {
  send_and_pump(store, "\"slow\"");
  CHECK_OK(enfold_runtime_trace_end(runtime, read_trace(), &problem));
  send_and_pump(store, "\"slow\"");
  CHECK_INT(warning_count, 0);
}

/* The first of a runtime is told. */
static void the_message_says_what_took_long(void) {
  read_trace();
  send_and_pump(store, "\"slow\"");
  CHECK_INT(warning_count, 1);
  CHECK(warnings[0].store == store);
  CHECK_INT(warnings[0].revision, 1);
  CHECK_INT(warnings[0].others, 0);
  CHECK(warnings[0].reduced >= LEAST_MS);
  CHECK(warnings[0].whole >= warnings[0].reduced);
}

static void work_once(recorder *r, const enfold_event *event) {
  (void)r, (void)event;
  work();
}

static void observers_count(void) {
  recorder *slow = fresh((recorder){.then = work_once});
  observe(store, "", "{\"initial\":false}", slow);
  read_trace();
  send_and_pump(store, "\"quick\"");
  CHECK_INT(slow->events, 1);
  CHECK_INT(warning_count, 1);
  CHECK(warnings[0].told >= LEAST_MS);
  CHECK(warnings[0].whole >= warnings[0].told);
}

/* What is observed is written. */
static void writing_counts(void) {
  observe(store, "", "{\"initial\":false}", fresh((recorder){0}));
  read_trace();
  is_written_slowly = true;
  send_and_pump(store, "\"quick\"");
  is_written_slowly = false;
  CHECK_INT(warning_count, 1);
  CHECK(warnings[0].encoded >= LEAST_MS);
  CHECK(warnings[0].whole >= warnings[0].encoded);
}

/* Neither does an action that waits long make a commit slow, nor one that works a little. But a busy machine may. */
static void waiting_does_not_count(void) {
  count times;
  read_trace();
  CHECK_OK(enfold_store_hold(store, 1, &problem));
  say(store, "\"short\"");
  work();
  CHECK(enfold_store_hold(store, 0, &problem) >= 0);
  pump(runtime);
  CHECK_INT(revision(store), 1);
  CHECK(read_times(&times));
  CHECK_INT(times.commits, 1);
  CHECK_INT(times.slow, times.whole_max >= LEAST_MS * UINT64_C(1000000));
  CHECK_INT(warning_count, times.slow);
}

static void the_option_is_enough(void) {
  count times;
  close_runtime(runtime);
  open_as(",\"stats\":true");
  CHECK(read_times(&times));
  send_and_pump(store, "\"slow\"");
  CHECK_INT(warning_count, 1);
  /* A reader that comes and goes ends nothing. */
  CHECK_OK(enfold_runtime_trace_end(runtime, read_trace(), &problem));
  send_and_pump(store, "\"quick\"");
  CHECK(read_times(&times));
  CHECK_INT(times.commits, 2);
}

/* Each commit is counted at some moment between the begin of its action and the end of its pump. So whatever the machine does: two
 * that are told are not both within a second, and one that is not told is within a second of the last that was. */
static void one_in_a_second_is_told(void) {
  static int64_t begins[MOST], ends[MOST];
  enfold_store stores[2] = {store, open_store(runtime, "Sloth")};
  int told = -1, kept_silent = 0, sent = 0, longest = 0;
  uint64_t reader = read_trace();
  /* Until a warning has told of others, and one of each store was told. */
  while (longest == 0 || warning_count < 3) {
    CHECK(sent < MOST);
    int before = warning_count, which = sent % 2;
    begins[sent] = now();
    send_and_pump(stores[which], "\"slow\"");
    ends[sent] = now();
    CHECK(warning_count <= before + 1);
    if (warning_count == before) {
      CHECK(told >= 0);
      CHECK(begins[sent] - ends[told] < SECOND);
      kept_silent++;
    } else {
      const warning *last = &warnings[before];
      if (told >= 0) CHECK(ends[sent] - begins[told] >= SECOND);
      CHECK(last->store == stores[which]);
      CHECK_INT(last->revision, sent / 2 + 1);
      CHECK_INT(last->others, kept_silent); /* those of both stores */
      if (kept_silent > longest) longest = kept_silent;
      kept_silent = 0;
      told = sent;
    }
    sent++;
  }
  count times;
  CHECK(read_times(&times));
  CHECK_INT(times.slow, sent);
  CHECK_INT(times.commits, sent);
  CHECK_OK(enfold_runtime_trace_end(runtime, reader, &problem));
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(times_are_there_while_a_reader_is);
  EACH(nobody_is_warned_without_a_reader);
  EACH(the_message_says_what_took_long);
  EACH(observers_count);
  EACH(writing_counts);
  EACH(waiting_does_not_count);
  EACH(the_option_is_enough);
  EACH(one_in_a_second_is_told);
}

int main(void) { return with_each_loop(all); }
