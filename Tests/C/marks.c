/* marks.c: texts that the host writes between the entries of a trace and of a recording. For both loops. */
#include <pthread.h>
#include <unistd.h>

#include "trace.h"

enum { THREADS = 4, MARKS = SANITIZED ? 300 : 2000, LONGEST = 4096 };

static enfold_status mark(const char *text) { return enfold_runtime_mark(runtime, text, ENFOLD_NUL, &problem); }

/* ---- The trace ----------------------------------------------------------------------------------------------------- */

static void it_stands_between_the_commits(void) {
  reader *r = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(mark("the second one"));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told_since(r, 0, 0), "action 1 #1 {\"increment\":{}}|mark the second one|action 2 #2 {\"increment\":{}}");
  CHECK_INT(number_of(heard_at(r, 1), "seq"), 2);
}

static void each_reader_is_told(void) {
  reader *first = read_all(), *second = read_all();
  CHECK_OK(mark("a"));
  CHECK_TEXT(told_since(first, 0, 0), "mark a");
  CHECK_TEXT(told_since(second, 0, 0), "mark a");
  CHECK_OK(end_reader(first->number));
  CHECK_OK(mark("b"));
  CHECK_TEXT(told_since(second, 0, 0), "mark a|mark b");
  CHECK_INT(first->heard, 1);
}

/* Quotes, control characters, a NUL in the middle, and others than ASCII. */
static void the_text_is_told_as_it_is(void) {
  static const char odd[] = "\"\\\n\0\x7f\xc3\xa4\xf0\x9f\x98\x80";
  reader *r = read_all();
  CHECK_OK(enfold_runtime_mark(runtime, odd, sizeof odd - 1, &problem));
  CHECK_TEXT(told_since(r, 0, 0), "mark \\\"\\\\\\n\\u0000\x7f\xc3\xa4\xf0\x9f\x98\x80");
}

static atomic_int letters;
static void count_letters(reader *r, const char *entry) {
  (void)r;
  for (; *entry != '\0'; entry++) letters += *entry == 'w';
}

static void the_longest_is_told_and_a_longer_one_refused(void) {
  static char text[LONGEST + 2];
  reader *r = read_as((reader){.only_counts = true, .then = count_letters}, NULL);
  letters = 0;
  memset(text, 'w', LONGEST + 1);
  CHECK_FAILS(enfold_runtime_mark(runtime, text, ENFOLD_NUL, &problem), ENFOLD_INVALID,
              "text has 4097 bytes; a mark has 1 to 4096");
  CHECK_OK(enfold_runtime_mark(runtime, text, LONGEST, &problem));
  CHECK_OK(enfold_runtime_mark(runtime, text, 1, &problem));
  catch_up(r);
  CHECK_INT(r->heard, 2);
  CHECK_INT(letters, LONGEST + 1);
}

/* Only those that come while somebody reads have a number. */
static void nobody_is_told(void) {
  CHECK_OK(mark("for nobody"));
  reader *r = read_all();
  CHECK_OK(mark("for r"));
  CHECK_TEXT(told_since(r, 0, 0), "mark for r");
  CHECK_INT(number_of(heard_at(r, 0), "seq"), 1);
}

static void a_runtime_that_is_closed_refuses_it(void) {
  reader *r = read_all();
  CHECK_OK(mark("the end"));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_STATUS(mark("behind the end"), ENFOLD_STALE);
  until(&r->releases, 1);
  CHECK_TEXT(text_of(heard_at(r, 0), "text"), "the end");
}

/* ---- Inside callbacks ---------------------------------------------------------------------------------------------- */

static void mark_inside(recorder *r, const enfold_event *event) {
  (void)event;
  if (r->events == 1) CHECK_OK(mark("observed"));
}

/* The entry of a commit is told when the observers were. */
static void an_observer_marks(void) {
  recorder *count = fresh((recorder){.then = mark_inside});
  observe(store, "/count", "{\"initial\":false}", count);
  reader *r = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told_since(r, 0, 0), "mark observed|action 1 #1 {\"increment\":{}}");
}

static void mark_again(reader *r, const char *entry) {
  if (!is_of_host(entry) && !is_of_life(entry)) CHECK_OK(mark("heard"));
  (void)r;
}

static void a_reader_marks(void) {
  reader *r = read_as((reader){.then = mark_again}, NULL);
  CHECK_OK(send(store, "\"increment\""));
  until(&r->heard, 2);
  CHECK_TEXT(text_of(heard_at(r, 1), "text"), "heard");
}

/* ---- Many threads -------------------------------------------------------------------------------------------------- */

static void *mark_many(void *unused) {
  for (int i = 0; i < MARKS; i++) CHECK_OK(enfold_runtime_mark(runtime, "x", 1, NULL));
  return unused;
}

/* The reader checks that the numbers rise. */
static void threads_mark_together(void) {
  pthread_t threads[THREADS];
  reader *r = read_as((reader){.only_counts = true}, "{\"bytes\":1000000000}");
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, mark_many, NULL), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  until(&r->heard, THREADS * MARKS);
}

/* ---- A recording --------------------------------------------------------------------------------------------------- */

static char path[64];

static void begin_recording(const char *options) {
  snprintf(path, sizeof path, "/tmp/enfold-marks-%d.jsonl", (int)getpid());
  unlink(path);
  CHECK_OK(enfold_runtime_record(runtime, path, options, ENFOLD_NUL, &problem));
}

/* The file of the recording that has ended. */
static const char *file_of_recording(void) {
  static char text[1 << 20];
  CHECK_OK(enfold_runtime_record(runtime, NULL, NULL, 0, &problem));
  FILE *file = fopen(path, "r");
  CHECK(file != NULL);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  unlink(path);
  return text;
}

/* What stands behind the line that has this text; it must be a line of this number. */
static const char *line_with(const char *file, const char *text, uint64_t seq) {
  const char *at = strstr(file, text);
  CHECK(at != NULL);
  while (at > file && at[-1] != '\n') at--;
  char *line = strndup(at, strcspn(at, "\n"));
  CHECK(number_of(line, "seq") == seq);
  CHECK(strstr(line, "\"kind\":\"mark\"") == NULL || strstr(line, "\"store\"") == NULL);
  free(line);
  return at + strcspn(at, "\n");
}

static void it_is_a_line_of_the_recording(void) {
  begin_recording("{\"checkpoint\":1}");
  CHECK_OK(mark("one"));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(mark("two \"quoted\""));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(mark("three"));
  const char *file = file_of_recording();
  const bool is_behind = strstr(file, "\"kind\":\"opened\"") < strstr(file, "\"one\"");
  file = line_with(file, "\"kind\":\"mark\",\"text\":\"one\"}", is_behind ? 2 : 1);
  file = line_with(file, "\"revision\":1,", 3);
  file = line_with(file, "\"kind\":\"mark\",\"text\":\"two \\\"quoted\\\"\"}", 4);
  file = line_with(file, "\"revision\":2,", 5);
  file = line_with(file, "\"kind\":\"mark\",\"text\":\"three\"}", 6);
}

/* More than the recorder writes at once. */
static void long_marks_are_lines_too(void) {
  static char text[LONGEST + 1];
  memset(text, 'y', LONGEST);
  begin_recording(NULL);
  for (int i = 0; i < 100; i++) CHECK_OK(mark(text));
  const char *file = file_of_recording();
  int lines = 0;
  for (const char *at = file; (at = strstr(at, text)) != NULL; at += LONGEST) lines++;
  CHECK_INT(lines, 100);
}

static void all(void) {
  EACH(it_stands_between_the_commits);
  EACH(each_reader_is_told);
  EACH(the_text_is_told_as_it_is);
  EACH(the_longest_is_told_and_a_longer_one_refused);
  EACH(nobody_is_told);
  EACH(a_runtime_that_is_closed_refuses_it);
  EACH(an_observer_marks);
  EACH(a_reader_marks);
  EACH(threads_mark_together);
  EACH(it_is_a_line_of_the_recording);
  EACH(long_marks_are_lines_too);
}

int main(void) { return with_each_loop(all); }
