/* trace_readers.c: how readers of a trace begin and end. For both loops. */
#include "trace.h"

#define INCREMENT "{\"increment\":{}}"

static void send_some(int count) {
  for (int i = 0; i < count; i++) CHECK(send(store, "\"increment\"") >= 0);
}

/* Once, and not before the test says so. */
static atomic_bool may_close;
static void close_inside(reader *r, const char *entry) {
  (void)entry;
  if (!atomic_exchange(&may_close, false)) return;
  CHECK_INT(enfold_runtime_close(runtime, NULL), ENFOLD_OK);
  CHECK_INT(r->releases, 0);
}

static void *close_there(void *unused) {
  is_ours = true;
  CHECK_INT(enfold_runtime_close(runtime, NULL), ENFOLD_OK);
  return unused;
}

static atomic_int refusals;
static void count_refusal(void *user) {
  CHECK(user == &refusals);
  atomic_fetch_add(&refusals, 1);
}

/* ---- Beginning ----------------------------------------------------------------------------------------------------- */

static void readers_have_numbers(void) {
  reader *one = read_all(), *two = read_all(), *none = new_reader((reader){0});
  CHECK(one->number != two->number);
  CHECK_OK(enfold_runtime_trace(runtime, NULL, 0, hear, none, let_go, NULL, &problem)); /* it lives as long as its runtime */
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(none), "action 1 #1 " INCREMENT);
}

static atomic_int entries;
static void count_entry(void *user, const char *entry, size_t length) {
  CHECK(user == NULL);
  CHECK_INT(strlen(entry), length);
  atomic_fetch_add(&entries, 1);
}

static void a_release_may_be_missing(void) {
  reader *r = read_as((reader){.has_no_release = true}, "{}");
  entries = 0;
  CHECK_OK(enfold_runtime_trace(runtime, "", ENFOLD_NUL, count_entry, NULL, NULL, NULL, &problem));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
  until(&entries, 1);
  CHECK_OK(end_reader(r->number));
}

static reader *late;
static void add_late(recorder *r, const enfold_event *event) {
  (void)event;
  if (r->events == 2) CHECK_OK(add_reader(runtime, late, NULL));
}

/* It hears what comes behind the commit that is being told. */
static void a_callback_may_add_a_reader(void) {
  recorder *count = fresh((recorder){.then = add_late});
  late = new_reader((reader){0});
  observe(store, "/count", NULL, count);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(late), "action 2 #1 " INCREMENT);
}

static void *read_there(void *r) {
  is_ours = true;
  enfold_error error = ENFOLD_ERROR_INIT;
  reader *added = r;
  CHECK_INT(enfold_runtime_trace(runtime, NULL, 0, hear, added, let_go, &added->number, &error), ENFOLD_OK);
  return NULL;
}

/* Under the loop of a host it begins with the next pump. */
static void another_thread_may_add_a_reader(void) {
  reader *r = new_reader((reader){0});
  elsewhere(read_there, r);
  pump(runtime);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
}

/* ---- Ending -------------------------------------------------------------------------------------------------------- */

static void no_call_comes_after_the_end(void) {
  reader *r = read_all();
  CHECK_OK(send(store, "\"increment\""));
  catch_up(r);
  CHECK_OK(end_reader(r->number));
  until(&r->releases, 1);
  reader *other = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(other), "action 2 #2 " INCREMENT);
  CHECK_INT(r->heard, 1);
  CHECK_INT(r->releases, 1);
}

static void others_go_on(void) {
  reader *one = read_all(), *two = read_all();
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(end_reader(one->number));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(two), "action 1 #1 " INCREMENT "|action 2 #2 " INCREMENT);
  until(&one->releases, 1);
  CHECK(one->heard <= 1);
}

static void who_is_no_reader(void) {
  enfold_runtime other = open_logged("");
  reader *r = read_all(), *ended = read_all(), *foreign = new_reader((reader){0});
  CHECK_OK(add_reader(other, foreign, NULL));
  CHECK_OK(end_reader(ended->number));
  const uint64_t numbers[] = {0, 1, UINT64_MAX, runtime, store, ended->number, foreign->number};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    char part[64];
    snprintf(part, sizeof part, "the runtime has no reader %" PRIu64, numbers[i]);
    CHECK_FAILS(enfold_runtime_trace_end(runtime, numbers[i], &problem), ENFOLD_NOT_FOUND, part);
  }
  CHECK_FAILS(enfold_runtime_trace_end(r->number, r->number, &problem), ENFOLD_BAD_HANDLE, "a runtime handle is needed");
  CHECK_FAILS(enfold_store_close(r->number, &problem), ENFOLD_BAD_HANDLE, "a store handle is needed");
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(r), "action 1 #1 " INCREMENT);
  CHECK_OK(enfold_runtime_trace_end(other, foreign->number, &problem));
  close_runtime(other);
}

/* What it has not been told is dropped. The call in which it is goes on. */
static void a_reader_may_end_while_it_is_inside(void) {
  reader *r = read_all();
  shut(r);
  send_some(5);
  until(&r->waits, 1);
  CHECK_OK(end_reader(r->number));
  send_some(5);
  CHECK_FAILS(enfold_runtime_trace_end(runtime, r->number, &problem), ENFOLD_NOT_FOUND, "");
  CHECK_INT(r->releases, 0); /* not while it is inside */
  let_on(r);
  until(&r->releases, 1);
  CHECK_INT(r->heard, 1);
}

static void shut_at_a_report(reader *r, const char *entry) {
  if (strcmp(text_of(entry, "kind"), "dropped") == 0) shut(r);
}

/* The entry that follows the dropped ones is not told any more. */
static void a_reader_may_end_while_it_hears_of_dropped_entries(void) {
  reader *r = read_as((reader){.then = shut_at_a_report}, "{\"bytes\":1}");
  shut(r);
  send_some(1);
  until(&r->waits, 1);
  send_some(5);
  let_on(r);
  until(&r->waits, 2);
  CHECK_OK(end_reader(r->number));
  let_on(r);
  until(&r->releases, 1);
  CHECK_INT(r->heard, 1);
  CHECK_INT(r->reports, 1);
}

static void end_itself(reader *r, const char *entry) {
  enfold_error error = ENFOLD_ERROR_INIT;
  (void)entry;
  CHECK_INT(enfold_runtime_trace_end(runtime, r->number, &error), ENFOLD_OK);
  CHECK_INT(enfold_runtime_trace_end(runtime, r->number, &error), ENFOLD_NOT_FOUND);
  CHECK_INT(r->releases, 0);
}

static void a_reader_may_end_itself(void) {
  reader *r = read_as((reader){.then = end_itself}, NULL);
  send_some(5);
  until(&r->releases, 1);
  CHECK_INT(r->heard, 1);
}

static void end_another(reader *r, const char *entry) {
  reader *other = r->context;
  (void)entry;
  if (r->heard == 1) CHECK_INT(enfold_runtime_trace_end(runtime, other->number, NULL), ENFOLD_OK);
}

static void a_reader_may_end_another_one(void) {
  reader *other = read_all(), *r = read_as((reader){.then = end_another, .context = other}, NULL);
  send_some(5);
  until(&other->releases, 1);
  until(&r->heard, 5);
  CHECK(other->heard <= 5);
}

enum { CROWD = 4 };
static atomic_int ends, misses;
static void *end_there(void *number) {
  is_ours = true;
  enfold_status status = enfold_runtime_trace_end(runtime, *(uint64_t *)number, NULL);
  CHECK(status == ENFOLD_OK || status == ENFOLD_NOT_FOUND);
  atomic_fetch_add(status == ENFOLD_OK ? &ends : &misses, 1);
  return NULL;
}

static void several_threads_end_it(void) {
  pthread_t threads[CROWD];
  for (int round = 0; round < 50; round++) {
    reader *r = read_all();
    ends = misses = 0;
    for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_create(&threads[i], NULL, end_there, &r->number), 0);
    for (int i = 0; i < CROWD; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    CHECK_INT(ends, 1);
    CHECK_INT(misses, CROWD - 1);
    until(&r->releases, 1);
  }
}

/* The last one may end while the first one begins. */
static void readers_come_and_go(void) {
  for (int round = 0; round < 200; round++) {
    reader *r = read_all();
    CHECK_OK(send(store, "\"nothing\""));
    if (round % 3 == 0) until(&r->heard, 1);
    CHECK_OK(end_reader(r->number));
    if (round % 5 == 0) until(&r->releases, 1);
  }
}

/* ---- The end of the runtime ---------------------------------------------------------------------------------------- */

static void what_waits_is_told_when_the_runtime_closes(void) {
  reader *r = read_all(), *other = read_all();
  shut(r);
  send_some(10);
  until(&r->waits, 1);
  close_runtime(runtime); /* it waits for nobody */
  CHECK_INT(r->heard, 1);
  CHECK_INT(r->releases, 0);
  CHECK_FAILS(enfold_runtime_trace_end(runtime, r->number, &problem), ENFOLD_STALE, "closed");
  let_on(r);
  until(&r->releases, 1);
  until(&other->releases, 1);
  CHECK_INT(r->heard, 10);
  CHECK_INT(other->heard, 10);
}

static void another_thread_closes_the_runtime(void) {
  reader *r = read_all();
  shut(r);
  send_some(10);
  until(&r->waits, 1);
  elsewhere(close_there, NULL);
  CHECK_INT(r->releases, 0);
  let_on(r);
  until(&r->releases, 1);
  CHECK_INT(r->heard, 10);
}

static void a_reader_closes_the_runtime(void) {
  reader *first = read_all(), *r = read_as((reader){.then = close_inside}, NULL), *last = read_all();
  shut(first);
  send_some(1);
  until(&first->waits, 1); /* one thread calls them all: the others wait, too */
  send_some(9);
  may_close = true;
  let_on(first);
  until(&first->releases, 1);
  until(&r->releases, 1);
  until(&last->releases, 1);
  CHECK_INT(first->heard, 10);
  CHECK_INT(r->heard, 10);
  CHECK_INT(last->heard, 10);
}

static void a_runtime_ends_regularly(void) {
  reader *r = read_all();
  send_some(3);
  in_call++;
  CHECK_OK(enfold_runtime_end(runtime, NULL, 0, &problem));
  in_call--;
  until(&r->releases, 1);
  CHECK_INT(r->heard, 3);
}

static void a_closed_runtime_takes_no_reader(void) {
  uint64_t number = 77;
  close_runtime(runtime);
  refusals = 0;
  CHECK_FAILS(enfold_runtime_trace(runtime, NULL, 0, count_entry, &refusals, count_refusal, &number, &problem), ENFOLD_STALE,
              "closed");
  until(&refusals, 1);
  CHECK_INT(refusals, 1);
  CHECK_INT(number, 77);
}

static void runtimes_know_nothing_of_each_other(void) {
  enfold_runtime other = open_logged("");
  load(other, swift_plugin("Behaviours"));
  enfold_store far = open_store(other, "Many");
  reader *near = read_all(), *r = new_reader((reader){0});
  CHECK_OK(add_reader(other, r, NULL));
  CHECK_OK(send(far, "\"nothing\""));
  CHECK_OK(send(store, "\"increment\""));
  CHECK_OK(send(far, "\"increment\""));
  CHECK_TEXT(told_since(near, 0, 0), "action 1 #1 " INCREMENT);
  until(&r->heard, 2);
  close_runtime(other);
  until(&r->releases, 1);
  CHECK_INT(r->heard, 2);
  for (int i = 0; i < 2; i++) {
    CHECK_INT(number_of(heard_at(r, i), "seq"), i + 1);
    CHECK(number_of(heard_at(r, i), "store") == far);
  }
  CHECK_INT(number_of(heard_at(near, 0), "seq"), 1);
  CHECK_INT(near->releases, 0);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(readers_have_numbers);
  EACH(a_release_may_be_missing);
  EACH(a_callback_may_add_a_reader);
  EACH(another_thread_may_add_a_reader);
  EACH(no_call_comes_after_the_end);
  EACH(others_go_on);
  EACH(who_is_no_reader);
  EACH(a_reader_may_end_while_it_is_inside);
  EACH(a_reader_may_end_while_it_hears_of_dropped_entries);
  EACH(a_reader_may_end_itself);
  EACH(a_reader_may_end_another_one);
  EACH(several_threads_end_it);
  EACH(readers_come_and_go);
  EACH(what_waits_is_told_when_the_runtime_closes);
  EACH(another_thread_closes_the_runtime);
  EACH(a_reader_closes_the_runtime);
  EACH(a_runtime_ends_regularly);
  EACH(a_closed_runtime_takes_no_reader);
  EACH(runtimes_know_nothing_of_each_other);
}

int main(void) { return with_each_loop(all); }
