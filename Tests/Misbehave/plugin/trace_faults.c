/* trace_faults.c: the faults of what an engine reports to a trace. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

/* By this number of a task the test program knows the entries that have a fault. */
#define MARK 666

/* ---- Single entries ---------------------------------------------------------------------------------------------- */

#define TRACE_FAULTS(XX)                               \
  XX(TRACE_GOOD, "good")                               \
  XX(TRACE_NULL, "null")                               \
  XX(TRACE_SIZE_ZERO, "size-zero")                     \
  XX(TRACE_SIZE_SHORT, "size-short")                   \
  XX(TRACE_SIZE_OLD, "size-old")                       \
  XX(TRACE_SIZE_MAX, "size-max")                       \
  XX(TRACE_KIND_ZERO, "kind-zero")                     \
  XX(TRACE_KIND_10, "kind-10")                         \
  XX(TRACE_KIND_10_NO_JSON, "kind-10-no-json")         \
  XX(TRACE_KIND_11, "kind-11")                         \
  XX(TRACE_KIND_12, "kind-12")                         \
  XX(TRACE_KIND_13, "kind-13")                         \
  XX(TRACE_KIND_14, "kind-14")                         \
  XX(TRACE_KIND_16, "kind-16")                         \
  XX(TRACE_KIND_MAX, "kind-max")                       \
  XX(TRACE_ALL_KINDS, "all-kinds")                     \
  XX(TRACE_OUTCOME_77, "outcome-77")                   \
  XX(TRACE_DEPENDS_MAX, "depends-max")               \
  XX(TRACE_REVISION_MAX, "revision-max")               \
  XX(TRACE_CAUSE_MAX, "cause-max")                     \
  XX(TRACE_CAUSE_STORE_MAX, "cause-store-max")         \
  XX(TRACE_CAUSE_STORE_1, "cause-store-1")             \
  XX(TRACE_CAUSE_STORE_NO_CONTEXT, "cause-store-no-context") \
  XX(TRACE_CAUSE_STORE_OWN, "cause-store-own")         \
  XX(TRACE_CAUSE_STORE_WITHOUT_CAUSE, "cause-store-without-cause") \
  XX(TRACE_CAUSE_STORE_OF_ALL_KINDS, "cause-store-of-all-kinds") \
  XX(TRACE_TIMES_MAX, "times-max")                     \
  XX(TRACE_NOTHING, "nothing")                         \
  XX(TRACE_ACTION_NULL, "action-null-with-length")     \
  XX(TRACE_ACTION_SIZE_MAX, "action-length-size-max")  \
  XX(TRACE_ACTION_HALF_MAX, "action-length-half-max")  \
  XX(TRACE_ACTION_EMPTY, "action-empty")               \
  XX(TRACE_ACTION_NO_JSON, "action-no-json")           \
  XX(TRACE_ACTION_CUT, "action-cut")                   \
  XX(TRACE_ACTION_TWO, "action-two-values")            \
  XX(TRACE_ACTION_MORE, "action-more-members")         \
  XX(TRACE_ACTION_NOT_UTF8, "action-not-utf8")         \
  XX(TRACE_ACTION_CONTROL, "action-control")           \
  XX(TRACE_ACTION_NUL, "action-nul")                   \
  XX(TRACE_ACTION_SPACES, "action-spaces")             \
  XX(TRACE_ACTION_DEEP, "action-deep")                 \
  XX(TRACE_ACTION_ABYSS, "action-abyss")               \
  XX(TRACE_ACTION_HUGE, "action-huge")                 \
  XX(TRACE_TAG_NULL, "tag-null-with-length")           \
  XX(TRACE_TAG_SIZE_MAX, "tag-length-size-max")        \
  XX(TRACE_TAG_HALF_MAX, "tag-length-half-max")        \
  XX(TRACE_TAG_NOT_UTF8, "tag-not-utf8")               \
  XX(TRACE_TAG_QUOTES, "tag-quotes")                   \
  XX(TRACE_TAG_NUL, "tag-nul")                         \
  XX(TRACE_TAG_LONG, "tag-long")                       \
  XX(TRACE_EFFECT_NULL, "effect-null-with-length")     \
  XX(TRACE_EFFECT_SIZE_MAX, "effect-length-size-max")  \
  XX(TRACE_EFFECT_NOT_UTF8, "effect-not-utf8")         \
  XX(TRACE_ROW_NULL, "row-null-with-length")           \
  XX(TRACE_ROW_SIZE_MAX, "row-length-size-max")        \
  XX(TRACE_ROW_NOT_UTF8, "row-not-utf8")               \
  XX(TRACE_NEXT, "next")                               \
  XX(TRACE_NEXT_NULL, "next-null-with-length")         \
  XX(TRACE_NEXT_SIZE_MAX, "next-length-size-max")      \
  XX(TRACE_NEXT_NO_JSON, "next-no-json")               \
  XX(TRACE_NEXT_MORE, "next-more-members")             \
  XX(TRACE_NEXT_NOT_UTF8, "next-not-utf8")             \
  XX(TRACE_NEXT_OF_AN_EFFECT, "next-of-an-effect")
#define FIRST_OF(number, name) number,
enum { TRACE_FAULTS(FIRST_OF) };

/* The end of an effect, because that has all texts. */
static enfold_trace_entry good_entry(void) {
  return (enfold_trace_entry){.struct_size = sizeof(enfold_trace_entry), .kind = ENFOLD_TRACE_EFFECT_ENDED, .outcome = 1,
                              .revision = 7, .task = MARK, .cause = 5, .action = "\"bad\"", .action_length = 5, .tag = "ada",
                              .tag_length = 3, .effect = "here:1", .effect_length = 6, .row = "7", .row_length = 1};
}

static void tell(store *s, const enfold_trace_entry *entry) { tracer_of(s->host)->entry(s->context, entry); }

void report_good(store *s) {
  enfold_trace_entry entry = good_entry();
  misbehave_board.met++;
  tell(s, &entry);
}

static void set_action(enfold_trace_entry *entry, const char *text, size_t length) {
  entry->action = text;
  entry->action_length = length;
}
static void set_next(enfold_trace_entry *entry, const char *text) {
  entry->kind = ENFOLD_TRACE_ACTION;
  entry->next = text;
  entry->next_length = strlen(text);
}
#define ACTION(entry, text) set_action(entry, text, sizeof text - 1)

/* Text of so many bytes, made of two halves and with a letter in between. To be freed. */
static char *halves(size_t length, char first, char middle, char second) {
  char *text = malloc(length);
  memset(text, first, length / 2);
  memset(text + length / 2, second, length - length / 2);
  if (middle != '\0') memset(text + 1, middle, length - 2);
  return text;
}

static void tell_nested(store *s, enfold_trace_entry *entry, size_t depth) {
  char *text = halves(2 * depth, '[', '\0', ']');
  set_action(entry, text, 2 * depth);
  tell(s, entry);
  free(text);
}

static void report_badly(store *s) {
  enfold_trace_entry entry = good_entry();
  misbehave_board.met++;
  switch (s->fault->number) {
    case TRACE_GOOD: break;
    case TRACE_NULL: tell(s, NULL); return;
    case TRACE_SIZE_ZERO: entry.struct_size = 0; break;
    case TRACE_SIZE_SHORT: entry.struct_size = offsetof(enfold_trace_entry, next) - 1; break;
    case TRACE_SIZE_OLD:
      entry.struct_size = offsetof(enfold_trace_entry, next);
      entry.kind = ENFOLD_TRACE_ACTION;
      set_next(&entry, "{\"/path\":7}");
      break;
    case TRACE_SIZE_MAX: entry.struct_size = UINT32_MAX; break;
    case TRACE_KIND_ZERO: entry.kind = 0; break;
    case TRACE_KIND_10: entry.kind = ENFOLD_TRACE_DEPENDENCY; break;
    case TRACE_KIND_10_NO_JSON:
      entry.kind = ENFOLD_TRACE_DEPENDENCY;
      ACTION(&entry, "{bad:1}");
      break;
    case TRACE_KIND_11: entry.kind = 11; break;
    case TRACE_KIND_12: entry.kind = 12; break;
    case TRACE_KIND_13: entry.kind = 13; break;
    case TRACE_KIND_14: entry.kind = 14; break;
    case TRACE_KIND_16: entry.kind = 16; break;
    case TRACE_KIND_MAX: entry.kind = UINT32_MAX; break;
    case TRACE_ALL_KINDS:
      for (entry.kind = ENFOLD_TRACE_ACTION; entry.kind < ENFOLD_TRACE_DEPENDENCY; entry.kind++) tell(s, &entry);
      break;
    case TRACE_OUTCOME_77: entry.outcome = 77; break;
    case TRACE_DEPENDS_MAX: entry.depends = UINT32_MAX; break;
    case TRACE_REVISION_MAX: entry.revision = UINT64_MAX; break;
    case TRACE_CAUSE_MAX: entry.cause = UINT64_MAX; break;
    case TRACE_CAUSE_STORE_MAX: entry.cause_store = UINT64_MAX; break;
    case TRACE_CAUSE_STORE_1: entry.cause_store = 1; break;
    case TRACE_CAUSE_STORE_NO_CONTEXT: entry.cause_store = misbehave_board.runtime; break;
    case TRACE_CAUSE_STORE_OWN: entry.cause_store = (uintptr_t)s->context; break;
    case TRACE_CAUSE_STORE_WITHOUT_CAUSE:
      entry.cause = 0;
      entry.cause_store = UINT64_MAX - 1;
      break;
    case TRACE_CAUSE_STORE_OF_ALL_KINDS:
      entry.cause_store = UINT64_MAX - 2;
      misbehave_board.met += 9;
      for (entry.kind = ENFOLD_TRACE_ACTION; entry.kind < ENFOLD_TRACE_DEPENDENCY; entry.kind++) tell(s, &entry);
      break;
    case TRACE_TIMES_MAX:
      entry.kind = ENFOLD_TRACE_ACTION;
      entry.waited = entry.reduced = entry.encoded = entry.told = UINT64_MAX;
      break;
    case TRACE_NOTHING:
      entry = (enfold_trace_entry){.struct_size = sizeof entry, .kind = ENFOLD_TRACE_EFFECT_BEGAN, .task = MARK};
      break;
    case TRACE_ACTION_NULL: entry.action = NULL; break;
    case TRACE_ACTION_SIZE_MAX: entry.action_length = SIZE_MAX; break;
    case TRACE_ACTION_HALF_MAX: entry.action_length = SIZE_MAX / 2 + 1; break;
    case TRACE_ACTION_EMPTY: entry.action_length = 0; break;
    case TRACE_ACTION_NO_JSON: ACTION(&entry, "{bad:1}"); break;
    case TRACE_ACTION_CUT: ACTION(&entry, "{\"bad\":"); break;
    case TRACE_ACTION_TWO: ACTION(&entry, "1 2"); break;
    case TRACE_ACTION_MORE: ACTION(&entry, "1,\"seq\":0,\"kind\":\"bad\""); break;
    case TRACE_ACTION_NOT_UTF8: ACTION(&entry, "\"\xff\xc3\""); break;
    case TRACE_ACTION_CONTROL: ACTION(&entry, "\"\x01\""); break;
    case TRACE_ACTION_NUL: ACTION(&entry, "\"a\0b\""); break;
    case TRACE_ACTION_SPACES: ACTION(&entry, " { \"bad\" : [ 1 ] }\n"); break;
    case TRACE_ACTION_DEEP: tell_nested(s, &entry, 100); return;
    case TRACE_ACTION_ABYSS: tell_nested(s, &entry, 1 << 20); return;
    case TRACE_ACTION_HUGE: {
      size_t length = 10 << 20;
      char *text = halves(length, '"', 'x', '"');
      set_action(&entry, text, length);
      tell(s, &entry);
      free(text);
      return;
    }
    case TRACE_TAG_NULL: entry.tag = NULL; break;
    case TRACE_TAG_SIZE_MAX: entry.tag_length = SIZE_MAX; break;
    case TRACE_TAG_HALF_MAX: entry.tag_length = SIZE_MAX / 2 + 1; break;
    case TRACE_TAG_NOT_UTF8: entry.tag = "\xff\"\xc3"; break;
    case TRACE_TAG_QUOTES: entry.tag = "\"\\\n"; break;
    case TRACE_TAG_NUL: entry.tag = "a\0b"; break;
    case TRACE_TAG_LONG: {
      char *text = halves(100000, 'x', '\0', 'x');
      entry.tag = text;
      entry.tag_length = 100000;
      tell(s, &entry);
      free(text);
      return;
    }
    case TRACE_EFFECT_NULL: entry.effect = NULL; break;
    case TRACE_EFFECT_SIZE_MAX: entry.effect_length = SIZE_MAX; break;
    case TRACE_EFFECT_NOT_UTF8: entry.effect = "\xff\"\xc3:1\\"; break;
    case TRACE_ROW_NULL: entry.row = NULL; break;
    case TRACE_ROW_SIZE_MAX: entry.row_length = SIZE_MAX; break;
    case TRACE_ROW_NOT_UTF8: entry.row = "\xc3"; break;
    case TRACE_NEXT: set_next(&entry, "{\"/path\":7}"); break;
    case TRACE_NEXT_NULL:
      set_next(&entry, "{\"/path\":7}");
      entry.next = NULL;
      break;
    case TRACE_NEXT_SIZE_MAX:
      set_next(&entry, "{\"/path\":7}");
      entry.next_length = SIZE_MAX;
      break;
    case TRACE_NEXT_NO_JSON: set_next(&entry, "{bad:1}"); break;
    case TRACE_NEXT_MORE: set_next(&entry, "{},\"seq\":0"); break;
    case TRACE_NEXT_NOT_UTF8: set_next(&entry, "{\"\xff\":1}"); break;
    case TRACE_NEXT_OF_AN_EFFECT:
      set_next(&entry, "{\"/path\":7}");
      entry.kind = ENFOLD_TRACE_EFFECT_BEGAN;
      break;
  }
  tell(s, &entry);
}

/* ---- Many entries, and at a wrong time --------------------------------------------------------------------------- */

enum { TIMES = 200, THREADS = 4 };

static void report_again(store *s) {
  for (int i = 0; i < 5 * TIMES; i++) report_good(s);
}

static void *report_there(void *pointer) {
  for (int i = 0; i < TIMES; i++) report_good(pointer);
  return NULL;
}

/* All at once, while the store waits for them. */
static void report_on_threads(store *s) {
  pthread_t threads[THREADS];
  int count = 0;
  while (count < THREADS && pthread_create(&threads[count], NULL, report_there, s) == 0) count++;
  while (count > 0) pthread_join(threads[--count], NULL);
}

/* A thread reports while the store lives, ends and has ended. */
typedef struct reporter {
  const enfold_host *host;
  void *context;
} reporter;

static void *report_for_ever(void *pointer) {
  reporter *r = pointer;
  enfold_trace_entry entry = good_entry();
  for (int i = 0; i < 20000; i++) tracer_of(r->host)->entry(r->context, &entry);
  free(r);
  return NULL;
}

static void report_for_long(store *s) {
  reporter *r = malloc(sizeof *r);
  *r = (reporter){s->host, s->context};
  misbehave_board.met++;
  if (misbehave_board.thread_count == 0)
    begin_thread(report_for_ever, r);
  else
    free(r);
}

/* Commits go backwards, and effects end before they have begun. */
static void report_in_disorder(store *s) {
  enfold_trace_entry entry = good_entry();
  misbehave_board.met++;
  for (uint64_t revision = 5; revision-- > 0;) {
    entry.revision = revision;
    entry.cause = revision + 1;
    for (entry.kind = ENFOLD_TRACE_DEPENDENCY; entry.kind >= ENFOLD_TRACE_ACTION; entry.kind--) tell(s, &entry);
  }
}

/* With the host's loop closed may come later than this; then the store has not ended. */
static void report_after_closed(void *pointer, uint32_t drain) {
  store *s = pointer;
  s->references++; /* it may be released meanwhile */
  good_engine.close(pointer, drain);
  report_good(s);
  drop_store(s);
}

static void report_in_release(void *pointer) {
  report_good(pointer);
  good_engine.release(pointer);
}

static enfold_status report_in_open(void *feature, const enfold_store_options *options, const enfold_host *host, void *context,
                                    void **out, enfold_error *error) {
  enfold_status status = good_engine.open(feature, options, host, context, out, error);
  if (status == ENFOLD_OK) report_good(*out);
  return status;
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

#define REPLACED(name, place, function) {name, offsetof(enfold_engine, place), (any_function)function, 0, NULL}
#define IN_DRAIN(name, function, number) {name, 0, NULL, number, function}

const fault trace_faults[] = {
#define XX(number, name) IN_DRAIN("trace-" name, report_badly, number),
    TRACE_FAULTS(XX)
#undef XX
    IN_DRAIN("trace-again-and-again", report_again, 0),
    IN_DRAIN("trace-on-threads", report_on_threads, 0),
    IN_DRAIN("trace-unread", report_good, 0),
    IN_DRAIN("trace-for-long", report_for_long, 0),
    IN_DRAIN("trace-in-disorder", report_in_disorder, 0),
    REPLACED("trace-after-closed", close, report_after_closed),
    REPLACED("trace-in-release", release, report_in_release),
    REPLACED("trace-in-open", open, report_in_open),
#define XX(number, name) {"engine-trace-" name, 0, NULL, number, NULL},
    STATUS_FAULTS(XX)
    ERROR_FAULTS(XX)
#undef XX
    {"engine-trace-gives-more", 0, NULL, ENFOLD_MORE, NULL},
    {"engine-trace-gives-queued", 0, NULL, ENFOLD_QUEUED, NULL},
    {"engine-traced-for-ever", 0, NULL, 0, NULL},
    {"engine-traced-reports-at-once", 0, NULL, 0, NULL},
#define XX(number, name) {"engine-trace-calls-" name, 0, NULL, number, NULL},
    API_CALLS(XX)
#undef XX
    {NULL, 0, NULL, 0, NULL}};
