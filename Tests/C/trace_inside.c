/* trace_inside.c: what the functions of readers, and their releases, may do. For both loops. */
#include "trace.h"

#define INCREMENT "{\"increment\":{}}"

enum { ANSWERS = 100 };

/* What it sends is reported to it, too. */
static void send_again(reader *r, const char *entry) {
  CHECK(member(entry, "cause") == NULL);
  if (r->heard > ANSWERS) return;
  enfold_status status = enfold_store_send(*(enfold_store *)r->context, "\"increment\"", ENFOLD_NUL, NULL, NULL);
  CHECK(status == ENFOLD_QUEUED || (status == ENFOLD_OK && !is_host()));
}

static void a_reader_may_send(void) {
  enfold_store other = open_store(runtime, "Many");
  reader *r = read_as((reader){.then = send_again, .context = &other}, NULL);
  CHECK_OK(send(store, "\"increment\""));
  until(&r->heard, ANSWERS + 1);
  wait_for(runtime);
  CHECK_INT(revision(other), ANSWERS);
  catch_up(r);
  CHECK_INT(r->heard, ANSWERS + 1);
}

static enfold_task some_task;

static void try_everything(void) {
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_string text = {NULL, 0};
  enfold_plugin plugin = 0;
  enfold_store opened = 0;
  uint64_t number = 0;
  uint32_t done = 0;
  /* It would wait for itself. */
  CHECK_INT(enfold_runtime_wait(runtime, 0, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_store_wait(store, 0, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_task_wait(some_task, 0, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_runtime_pump(runtime, 0, &done, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_plugin_load(runtime, swift_plugin("Panel"), NULL, 0, &plugin, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_store_end(store, NULL, 0, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_runtime_end(runtime, NULL, 0, &error), ENFOLD_REENTRANT);
  /* Whatever may be called on any thread. */
  CHECK_INT(enfold_store_state(store, "/count", ENFOLD_NUL, &text, &error), ENFOLD_OK);
  enfold_string_free(&text);
  CHECK_INT(enfold_runtime_stats(runtime, &text, &error), ENFOLD_OK);
  enfold_string_free(&text);
  CHECK_INT(enfold_store_revision(store, &number, &error), ENFOLD_OK);
  CHECK_INT(enfold_task_status(some_task, &error), ENFOLD_OK);
  CHECK_INT(enfold_store_open(runtime, "Many", NULL, 0, &opened, &error), ENFOLD_OK);
  CHECK_INT(enfold_store_close(opened, &error), ENFOLD_OK);
  CHECK(enfold_store_restore(store, "{\"count\":3}", ENFOLD_NUL, &error) >= 0);
}

static void try_in_fn(reader *r, const char *entry) {
  (void)entry;
  if (r->heard == 1) try_everything();
}

static void try_at_end(reader *r) {
  (void)r;
  try_everything();
}

static void what_readers_may_do(void) {
  CHECK_OK(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, &some_task, &problem));
  reader *r = read_as((reader){.then = try_in_fn, .at_end = try_at_end}, NULL);
  CHECK_OK(send(store, "\"increment\""));
  until(&r->heard, 2); /* what it has restored, too */
  CHECK_OK(end_reader(r->number));
  until(&r->releases, 1);
  pump(runtime);
  CHECK_TEXT(state(store, "/count"), "3");
  CHECK_OK(enfold_task_release(some_task, &problem));
}

static void add_inside(reader *r, const char *entry) {
  reader *added = r->context;
  (void)entry;
  if (r->heard == 1) CHECK_INT(enfold_runtime_trace(runtime, NULL, 0, hear, added, let_go, NULL, NULL), ENFOLD_OK);
}

static void add_at_end(reader *r) {
  CHECK_INT(enfold_runtime_trace(runtime, NULL, 0, hear, r->context, let_go, NULL, NULL), ENFOLD_OK);
}

static void a_reader_may_add_readers(void) {
  reader *inside = new_reader((reader){0}), *after = new_reader((reader){0});
  reader *r = read_as((reader){.then = add_inside, .context = inside}, NULL);
  CHECK_OK(send(store, "\"increment\""));
  until(&r->heard, 1);
  catch_up(r);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(inside), "action 2 #2 " INCREMENT);
  reader *last = read_as((reader){.at_end = add_at_end, .context = after}, NULL);
  CHECK_OK(end_reader(last->number));
  until(&last->releases, 1);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(after), "action 3 #3 " INCREMENT);
}

/* When the last one ends, its release may add the next one. */
static void a_release_may_add_the_next_reader(void) {
  reader *after = new_reader((reader){0}), *r = read_as((reader){.at_end = add_at_end, .context = after}, NULL);
  CHECK_OK(end_reader(r->number));
  until(&r->releases, 1);
  pump(runtime);
  CHECK_OK(send(store, "\"increment\""));
  CHECK_TEXT(told(after), "action 1 #1 " INCREMENT);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void all(void) {
  EACH(a_reader_may_send);
  EACH(what_readers_may_do);
  EACH(a_reader_may_add_readers);
  EACH(a_release_may_add_the_next_reader);
}

int main(void) { return with_each_loop(all); }
