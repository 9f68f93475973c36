/* drivers.c: what the host does with a store that has a fault. */
#include "drivers.h"

/* An offset is none, or one of a text so long. */
static void check_offset(size_t length) {
  if (problem.offset == UINT64_MAX || problem.offset <= length) return;
  fprintf(stderr, "the offset %" PRIu64 " is beyond the %zu bytes of the text\n", problem.offset, length);
  exit(1);
}

static void count_release(void *user) { ++*(int *)user; }
static void ignore_event(void *user, const enfold_event *event) {
  CHECK_INT(*(int *)user, 0);
  (void)event;
}

void open_gives(const test_case *c) {
  static const char options[] = "{\"state\":{\"count\":1}}";
  enfold_store store = 12;
  expect(c, enfold_store_open(the_stage.runtime, c->fault, options, ENFOLD_NUL, &store, begin_call()),
         "enfold_store_open");
  CHECK_INT(store, 12);
  check_offset(sizeof options - 1);
}

void send_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_task task = 12;
  expect(c, enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  check_offset(5);
  expect(c, enfold_store_send(store, "\"two\"", ENFOLD_NUL, &task, begin_call()), "enfold_store_send");
  if (c->status < 0) CHECK_INT(task, 12);
  /* In a scope the text is another one: the offset is one of the part that was given. */
  enfold_store scope = 0;
  if (enfold_store_scope(store, "", ENFOLD_NUL, "{\"a\":\"$action\"}", ENFOLD_NUL, &scope, NULL) == ENFOLD_OK) {
    expect(c, enfold_store_send(scope, "\"one\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
    check_offset(5);
  }
  live_through(store);
  if (c->status >= 0 && task != 12) CHECK_OK(enfold_task_release(task, &problem));
}

void batch_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault), scope = 0;
  size_t accepted = 99;
  expect(c, enfold_store_send_batch(store, "[1,2]", ENFOLD_NUL, &accepted, begin_call()), "enfold_store_send_batch");
  if (c->status < 0) CHECK_INT(accepted, 99);
  check_offset(5);
  if (enfold_store_scope(store, "", ENFOLD_NUL, "{\"a\":\"$action\"}", ENFOLD_NUL, &scope, NULL) == ENFOLD_OK) {
    expect(c, enfold_store_send_batch(scope, "[1,2]", ENFOLD_NUL, &accepted, begin_call()), "enfold_store_send_batch");
    check_offset(5);
  }
  live_through(store);
}

void state_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault), scope = 0;
  enfold_string text = {NULL, 0};
  expect(c, enfold_store_state(store, "", ENFOLD_NUL, &text, begin_call()), "enfold_store_state");
  CHECK(c->status < 0 ? text.data == NULL : text.data != NULL || c->status == ANY_STATUS);
  check_offset(0);
  enfold_string_free(&text);
  /* What is not there is a pointer's fault, as it is in good stores. */
  if (enfold_store_scope(store, "/count", ENFOLD_NUL, NULL, 0, &scope, NULL) == ENFOLD_OK && c->status < 0 &&
      c->status != ENFOLD_BAD_POINTER) {
    expect(c, enfold_store_state(scope, "", ENFOLD_NUL, &text, begin_call()), "enfold_store_state");
    check_offset(0);
  }
  live_through(store);
}

void observe_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_subscription subscription = 12;
  int releases = 0, others = 0;
  expect(c, enfold_store_observe(store, "/count", ENFOLD_NUL, NULL, 0, ignore_event, &releases, count_release,
                                 &subscription, begin_call()),
         "enfold_store_observe");
  CHECK_INT(releases, c->status < 0 ? 1 : 0);
  if (c->status < 0) CHECK_INT(subscription, 12);
  check_offset(6);
  expect(c, enfold_store_observe_actions(store, NULL, 0, ignore_event, &others, count_release, NULL, begin_call()),
         "enfold_store_observe_actions");
  CHECK_INT(others, c->status < 0 ? 1 : 0);
  check_offset(0);
  live_through(store);
  CHECK_INT(releases, 1);
  CHECK_INT(others, 1);
}

void restore_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  expect(c, enfold_store_restore(store, "{\"count\":7}", ENFOLD_NUL, begin_call()), "enfold_store_restore");
  check_offset(11);
  live_through(store);
}

void stub_gives(const test_case *c) {
  enfold_store store = 12;
  expect(c, enfold_store_open(the_stage.runtime, c->fault, "{\"stub\":true}", ENFOLD_NUL, &store, begin_call()),
         "enfold_store_open");
  CHECK_INT(store, 12);
}

void no_effects_gives(const test_case *c) {
  enfold_store store = 12;
  expect(c, enfold_store_open(the_stage.runtime, c->fault, "{\"effects\":\"none\"}", ENFOLD_NUL, &store, begin_call()),
         "enfold_store_open");
  CHECK_INT(store, 12);
}

void hold_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  for (uint32_t on = 2; on-- > 0;) {
    expect(c, enfold_store_hold(store, on, begin_call()), "enfold_store_hold");
    check_offset(0);
  }
  live_through(store);
}

void step_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  uint32_t done = 12;
  CHECK_OK(enfold_store_hold(store, 1, begin_call()));
  CHECK_INT(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), ENFOLD_QUEUED);
  expect(c, enfold_store_step(store, &done, begin_call()), "enfold_store_step");
  if (c->status < 0) CHECK_INT(done, 12);
  check_offset(0);
  live_through(store);
}

void flush_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  expect(c, enfold_store_flush(store, begin_call()), "enfold_store_flush");
  check_offset(0);
  live_through(store);
}

void tagged_gives(const test_case *c) {
  static const char given[] = "{\"tag\":\"ada\"}";
  enfold_store store = open_feature(c->fault), scope = 0;
  enfold_task task = 12;
  expect(c, enfold_store_send_with(store, "\"one\"", ENFOLD_NUL, given, ENFOLD_NUL, &task, begin_call()),
         "enfold_store_send_with");
  if (c->status < 0) CHECK_INT(task, 12);
  check_offset(5);
  if (enfold_store_scope(store, "", ENFOLD_NUL, "{\"a\":\"$action\"}", ENFOLD_NUL, &scope, NULL) == ENFOLD_OK) {
    expect(c, enfold_store_send_with(scope, "\"one\"", ENFOLD_NUL, given, ENFOLD_NUL, NULL, begin_call()),
           "enfold_store_send_with");
    check_offset(5);
  }
  live_through(store);
}

void given_gives(const test_case *c) {
  static const char opening[] = "{\"effects\":\"none\",\"dependencies\":[]}";
  static const char *const given[] = {"{\"dependencies\":[{\"date\":\"now\"}]}", "{\"tag\":\"ada\",\"dependencies\":[]}"};
  enfold_store store = 0;
  CHECK_OK(enfold_store_open(the_stage.runtime, c->fault, opening, ENFOLD_NUL, &store, begin_call()));
  for (int i = 0; i < 2; i++) {
    enfold_task task = 12;
    expect(c, enfold_store_send_with(store, "\"one\"", ENFOLD_NUL, given[i], ENFOLD_NUL, &task, begin_call()),
           "enfold_store_send_with");
    if (c->status < 0) CHECK_INT(task, 12);
    check_offset(5);
  }
  live_through(store);
}

void set_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault), scope = 0;
  expect(c, enfold_store_set(store, "/count", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, begin_call()), "enfold_store_set");
  check_offset(6);
  if (enfold_store_scope(store, "/count", ENFOLD_NUL, NULL, 0, &scope, NULL) == ENFOLD_OK) {
    expect(c, enfold_store_set(scope, "", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, begin_call()), "enfold_store_set");
    check_offset(1);
  }
  live_through(store);
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

void task_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_task task = 0;
  watch(store, "", "{\"patch\":true,\"action\":true}");
  watch(store, "", "{\"patch\":\"keyed\",\"old\":true}");
  CHECK_OK(enfold_store_send(store, "\"hold\"", ENFOLD_NUL, &task, begin_call()));
  expect(c, enfold_task_wait(task, 20, begin_call()), "enfold_task_wait");
  live_through(store);
  enfold_status later = enfold_task_wait(task, 1000, begin_call());
  if (c->status == ENFOLD_TIMEOUT)
    CHECK_INT(later, ENFOLD_CANCELLED); /* its store has ended */
  else if (c->status != ANY_STATUS)
    CHECK_INT(later, c->status); /* the first end counts */
  CHECK_OK(enfold_task_release(task, &problem));
}

void closing_cancels(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_task task = 0;
  watched *w = watch(store, "", NULL);
  CHECK_OK(enfold_store_send(store, "\"hold\"", ENFOLD_NUL, &task, begin_call()));
  CHECK_OK(enfold_store_close(store, &problem));
  expect(c, enfold_task_wait(task, 5000, begin_call()), "enfold_task_wait");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK(w != NULL && w->closes == 1 && w->releases == 1);
  live_through(open_feature(c->fault));
}

void ends(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_task task = 0;
  watched *w = watch(store, "", NULL);
  CHECK_OK(enfold_store_send(store, "\"hold\"", ENFOLD_NUL, &task, begin_call()));
  expect(c, enfold_store_end(store, "{\"wait\":1}", ENFOLD_NUL, begin_call()), "enfold_store_end");
  expect_known(enfold_task_wait(task, 5000, begin_call()), "enfold_task_wait");
  expect_known(enfold_task_release(task, begin_call()), "enfold_task_release");
  enfold_status status = enfold_store_close(store, begin_call());
  CHECK(c->status == ANY_STATUS || status == ENFOLD_STALE);
  pump();
  CHECK(c->status == ANY_STATUS || (w != NULL && w->closes == 1 && w->releases == 1));
}

/* ---- Survival ---------------------------------------------------------------------------------------------------- */

void survives(const test_case *c) { live_through(open_feature(c->fault)); }

void survives_silently(const test_case *c) {
  survives_with_others(c);
  if (the_stage.errors > 0) fprintf(stderr, "the log has: %s\n", the_stage.last_error);
  CHECK_INT(the_stage.errors, 0);
}

static void beside_others(const test_case *c, bool hear_nothing) {
  enfold_task tasks[2];
  enfold_store ended = open_feature("good-engine");
  watch(ended, "", NULL);
  CHECK_OK(enfold_store_send(ended, "\"hold\"", ENFOLD_NUL, &tasks[0], begin_call()));
  CHECK_OK(enfold_store_close(ended, &problem));
  enfold_store other = open_feature("good-engine");
  watched *w = watch(other, "", NULL);
  CHECK_OK(enfold_store_send(other, "\"hold\"", ENFOLD_NUL, &tasks[1], begin_call()));
  int events = w->events;
  survives(c);
  CHECK_INT(enfold_task_wait(tasks[0], 0, begin_call()), ENFOLD_CANCELLED);
  if (hear_nothing) {
    CHECK_INT(w->events, events);
    CHECK_INT(enfold_task_wait(tasks[1], 0, begin_call()), ENFOLD_TIMEOUT);
    CHECK_OK(enfold_store_close(other, begin_call()));
    CHECK_INT(w->closes, 1);
  }
  for (int i = 0; i < 2; i++) expect_known(enfold_task_release(tasks[i], begin_call()), "enfold_task_release");
}

void others_hear_nothing(const test_case *c) { beside_others(c, true); }
void survives_with_others(const test_case *c) { beside_others(c, false); }

/* ---- Calls from inside ------------------------------------------------------------------------------------------- */

void calls_inside(const test_case *c) {
  enfold_store store = 0;
  enfold_task task = 0;
  enfold_string text = {NULL, 0};
  enfold_status status = enfold_store_open(the_stage.runtime, c->fault, NULL, 0, &store, begin_call());
  expect_known(status, "enfold_store_open");
  if (status == ENFOLD_OK) {
    the_stage.board->store = store;
    watch_actions(store);
    /* Nobody else is inside when the fault is met here. */
    expect_known(enfold_store_state(store, NULL, 0, &text, begin_call()), "enfold_store_state");
    enfold_string_free(&text);
    expect_known(enfold_store_send(store, "\"hold\"", ENFOLD_NUL, &task, begin_call()), "enfold_store_send");
    live_through(store);
  }
  if (task != 0) expect_known(enfold_task_release(task, begin_call()), "enfold_task_release");
  /* Without a loop nobody calls drain. */
  bool is_met = the_stage.board->api_calls > 0;
  if (!is_met) CHECK(strncmp(c->fault, "engine-drain-", 13) == 0 && strcmp(the_stage.loop, "inline") == 0);
  if (c->status == ANY_STATUS || !is_met) return;
  if (the_stage.board->api_status != c->status) {
    fprintf(stderr, "the call from inside gave %s, not %s\n", enfold_status_name(the_stage.board->api_status),
            enfold_status_name(c->status));
    exit(1);
  }
}
