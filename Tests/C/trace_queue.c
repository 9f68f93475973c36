/* trace_queue.c: what waits for a reader, and how much of it; options that are wrong. For both loops. */
#include "trace.h"

enum { MANY = SANITIZED ? 20000 : 100000, KILOBYTES = 10 };

static void send_some(int count) {
  for (int i = 0; i < count; i++) CHECK(send(store, "\"increment\"") >= 0);
}

/* Until it was told of everything, or of what was dropped. */
static void await_all(reader *r, int expected) {
  for (int rounds = 0; r->heard + r->dropped < expected; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    rest();
  }
  CHECK_INT(r->heard + r->dropped, expected);
}

/* ---- A full queue -------------------------------------------------------------------------------------------------- */

/* The store waits for nobody: all of this is sent while the reader is inside its first entry. */
static void the_oldest_entries_are_dropped(void) {
  char count[24];
  reader *r = read_as((reader){0}, "{\"bytes\":4096}");
  shut(r);
  send_some(1);
  until(&r->waits, 1);
  send_some(MANY - 1);
  snprintf(count, sizeof count, "%d", MANY);
  CHECK_TEXT(state(store, "/count"), count);
  CHECK_INT(r->heard, 1);
  let_on(r);
  await_all(r, MANY);
  CHECK_INT(r->reports, 1);
  CHECK(r->heard > 1 && r->heard < 100); /* that is what has room in 4096 bytes */
  /* What is said of them stands in their place. */
  CHECK_INT(number_of(heard_at(r, 0), "revision"), 1);
  CHECK_TEXT(text_of(heard_at(r, 1), "kind"), "dropped");
  CHECK_INT(number_of(heard_at(r, 1), "count"), MANY - r->heard);
  for (int i = 2; i < r->heard + 1; i++) CHECK_INT(number_of(heard_at(r, i), "revision"), MANY - r->heard + i);
  CHECK_INT(number_of(heard_at(r, r->heard), "seq"), MANY);
}

static void it_goes_on_and_drops_again(void) {
  reader *r = read_as((reader){0}, "{\"bytes\":2000}");
  for (int round = 1; round <= 5; round++) {
    shut(r);
    send_some(1);
    until(&r->waits, round);
    send_some(999);
    let_on(r);
    await_all(r, round * 1000);
    CHECK_INT(r->reports, round);
  }
}

/* A queue of its own. */
static void another_reader_is_told_everything(void) {
  reader *small = read_as((reader){0}, "{\"bytes\":2000}"), *great = read_as((reader){0}, "{\"bytes\":10000000}");
  shut(small);
  send_some(1);
  until(&small->waits, 1);
  send_some(999);
  let_on(small);
  await_all(small, 1000);
  await_all(great, 1000);
  CHECK(small->dropped > 0);
  CHECK_INT(great->dropped, 0);
}

static void what_has_room_is_not_dropped(void) {
  static const char *const given[] = {NULL, "", "{}", "{\"bytes\":16777216}", "{\"bytes\":18446744073709551615}"};
  reader *all[5];
  for (int i = 0; i < 5; i++) all[i] = read_as((reader){.only_counts = true}, given[i]);
  shut(all[0]);
  send_some(2000);
  until(&all[0]->waits, 1);
  let_on(all[0]);
  for (int i = 0; i < 5; i++) {
    await_all(all[i], 2000);
    CHECK_INT(all[i]->dropped, 0);
  }
}

static void send_large(enfold_store panel) {
  static char action[KILOBYTES * 1024 + 40];
  strcpy(action, "{\"setTitle\":\"");
  size_t begin = strlen(action), end = begin + KILOBYTES * 1024;
  memset(action + begin, 'x', end - begin);
  strcpy(action + end, "\"}");
  CHECK_OK(send(panel, action));
}

/* An entry that is larger than the queue is taken when nothing else waits. Then it is the only one. */
static void an_entry_may_be_too_large(void) {
  static const char *const given[] = {"{\"bytes\":1000}", "{\"bytes\":1}", "{\"bytes\":0}"};
  enfold_store panel = open_store(runtime, "Panel");
  for (int i = 0; i < 3; i++) {
    reader *r = read_as((reader){0}, given[i]);
    shut(r);
    send_some(1);
    until(&r->waits, 1);
    send_large(panel);
    let_on(r);
    until(&r->heard, 2);
    CHECK_INT(r->dropped, 0);
    CHECK(strlen(heard_at(r, 1)) > KILOBYTES * 1024);
    shut(r);
    send_some(1);
    until(&r->waits, 2);
    CHECK_OK(send(panel, "\"nothing\""));
    send_large(panel);
    let_on(r);
    until(&r->heard, 4);
    CHECK_INT(r->dropped, 1);
    CHECK_INT(r->reports, 1);
    CHECK(strlen(heard_at(r, 4)) > KILOBYTES * 1024);
    CHECK_OK(end_reader(r->number));
  }
}

/* ---- Mistakes ------------------------------------------------------------------------------------------------------ */

static atomic_int refusals, calls;

static void never(void *user, const char *entry, size_t length) {
  (void)user, (void)entry, (void)length;
  atomic_fetch_add(&calls, 1);
}

static void count_refusal(void *user) {
  CHECK(user == &refusals);
  atomic_fetch_add(&refusals, 1);
}

static void wrong_options(void) {
  static const struct {
    const char *text, *message;
    enfold_status status;
    uint64_t offset;
  } wrong[] = {
      {"{\"byte\":1}", "options: unknown key \"byte\"; known: bytes", ENFOLD_INVALID, 1},
      {"{\"bytes\":\"1\"}", "options: \"bytes\": ", ENFOLD_INVALID, 9},
      {"{\"bytes\":true}", "options: \"bytes\": ", ENFOLD_INVALID, 9},
      {"{\"bytes\":null}", "options: \"bytes\": ", ENFOLD_INVALID, 9},
      {"{\"bytes\":[1]}", "options: \"bytes\": ", ENFOLD_INVALID, 9},
      {"{\"bytes\":-1}", "options: \"bytes\": ", ENFOLD_INVALID, 9},
      {"{\"bytes\":1.5}", "options: \"bytes\": ", ENFOLD_INVALID, 9},
      {"{\"bytes\":18446744073709551616}", "options: \"bytes\": ", ENFOLD_INVALID, 9},
      {"[]", "options", ENFOLD_INVALID, 0},
      {"{\"bytes\":1", "options", ENFOLD_BAD_JSON, 10},
  };
  uint64_t number = 77;
  refusals = calls = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const char *text = wrong[i].text;
    CHECK_FAILS(enfold_runtime_trace(runtime, text, strlen(text), never, &refusals, count_refusal, &number, &problem),
                wrong[i].status, wrong[i].message);
    CHECK_INT(problem.offset, wrong[i].offset);
    CHECK_INT(enfold_runtime_trace(runtime, text, ENFOLD_NUL, never, &refusals, count_refusal, NULL, NULL), wrong[i].status);
    until(&refusals, 2 * (int)i + 2);
  }
  CHECK_INT(refusals, 2 * sizeof wrong / sizeof *wrong);
  CHECK_INT(number, 77);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_INT(calls, 0);
}

static void wrong_arguments(void) {
  uint64_t number = 77;
  refusals = calls = 0;
  CHECK_FAILS(enfold_runtime_trace(runtime, NULL, 0, NULL, &refusals, count_refusal, &number, &problem), ENFOLD_INVALID,
              "fn is NULL");
  CHECK_FAILS(enfold_runtime_trace(runtime, NULL, 5, never, &refusals, count_refusal, &number, &problem), ENFOLD_INVALID,
              "options is NULL");
  CHECK_FAILS(enfold_runtime_trace(runtime, "{}", SIZE_MAX - 1, never, &refusals, count_refusal, &number, &problem),
              ENFOLD_INVALID, "out of range");
  CHECK_FAILS(enfold_runtime_trace(store, NULL, 0, never, &refusals, count_refusal, &number, &problem), ENFOLD_BAD_HANDLE,
              "a runtime handle is needed");
  CHECK_FAILS(enfold_runtime_trace(0, NULL, 0, never, &refusals, count_refusal, &number, &problem), ENFOLD_BAD_HANDLE, "");
  until(&refusals, 5);
  CHECK_INT(refusals, 5);
  /* Without a release there is nothing to run. */
  CHECK_FAILS(enfold_runtime_trace(runtime, NULL, 0, NULL, NULL, NULL, NULL, &problem), ENFOLD_INVALID, "fn is NULL");
  CHECK_INT(number, 77);
  CHECK_INT(calls, 0);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(the_oldest_entries_are_dropped);
  EACH(it_goes_on_and_drops_again);
  EACH(another_reader_is_told_everything);
  EACH(what_has_room_is_not_dropped);
  EACH(an_entry_may_be_too_large);
  EACH(wrong_options);
  EACH(wrong_arguments);
}

int main(void) { return with_each_loop(all); }
