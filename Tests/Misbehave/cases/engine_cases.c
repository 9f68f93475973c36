/* engine_cases.c: the faults of the functions of an engine. */
#include "drivers.h"

/* Beside a store that failed to open and kept its context there is nothing to see; a later one uses that context. */
static void open_fails_and_another_speaks(const test_case *c) {
  static const char *const calls[] = {"commit", "schedule", "task-ended", "idle", "log", "trace", "closed"};
  char feature[64];
  enfold_store store = 0;
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    expect(c, enfold_store_open(the_stage.runtime, c->fault, NULL, 0, &store, begin_call()), "enfold_store_open");
    snprintf(feature, sizeof feature, "host-%s-as-ended", calls[i]);
    live_through(open_feature(feature));
  }
  CHECK_INT(the_stage.errors, 0);
}

/* The last callback may come after enfold_store_close, from another thread. */
static void closes_later(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  watch(store, "", NULL);
  expect(c, enfold_store_close(store, begin_call()), "enfold_store_close");
}

/* Such a pump ends, although there is always more to do. */
static void pumping_ends(const test_case *c) {
  live_through(open_feature(c->fault));
  enfold_store store = open_feature(c->fault);
  uint32_t done = 0;
  watch(store, "", NULL);
  expect_known(enfold_runtime_pump(the_stage.runtime, 5, &done, begin_call()), "enfold_runtime_pump");
  expect_known(enfold_runtime_wait(the_stage.runtime, 20, begin_call()), "enfold_runtime_wait");
}

/* What the statistics say of a store that is held is c->part. */
static void statistics_tell(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_string text = {NULL, 0};
  expect(c, enfold_store_hold(store, 1, begin_call()), "enfold_store_hold");
  CHECK_OK(enfold_runtime_stats(the_stage.runtime, &text, begin_call()));
  CHECK_CONTAINS(text.data, c->part);
  enfold_string_free(&text);
  live_through(store);
}

/* It says that it is held, and goes on: observers are told. */
static void drains_all_the_same(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  watched *w = watch(store, "/count", NULL);
  enfold_string text = {NULL, 0};
  expect(c, enfold_store_hold(store, 1, begin_call()), "enfold_store_hold");
  for (int i = 0; i < 3; i++)
    expect_known(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  pump();
  CHECK(w != NULL && w->events == 4);
  CHECK_TEXT(w->value, "3");
  CHECK_OK(enfold_runtime_stats(the_stage.runtime, &text, begin_call()));
  CHECK_CONTAINS(text.data, "\"held\":1");
  enfold_string_free(&text);
  live_through(store);
}

/* Releasing it does nothing: it can be waited for with a timeout, and closed. */
static void is_held_for_ever(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_task task = 0;
  watched *w = watch(store, "/count", NULL);
  expect(c, enfold_store_hold(store, 1, begin_call()), "enfold_store_hold");
  CHECK_INT(enfold_store_send(store, "\"one\"", ENFOLD_NUL, &task, begin_call()), ENFOLD_QUEUED);
  CHECK_INT(enfold_store_wait(store, -1, begin_call()), ENFOLD_TIMEOUT);
  expect(c, enfold_store_hold(store, 0, begin_call()), "enfold_store_hold");
  CHECK_INT(enfold_store_wait(store, 20, begin_call()), ENFOLD_TIMEOUT);
  CHECK_INT(enfold_task_wait(task, 20, begin_call()), ENFOLD_TIMEOUT);
  live_through(store);
  CHECK(w != NULL && w->closes == 1);
  CHECK_OK(enfold_task_wait(task, 1000, begin_call())); /* live_through has taken a step */
  CHECK_OK(enfold_task_release(task, begin_call()));
}

/* `done` is c->part. */
static void step_tells(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  uint32_t done = 12;
  CHECK_OK(enfold_store_hold(store, 1, begin_call()));
  for (int i = 0; i < 3; i++)
    CHECK_INT(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), ENFOLD_QUEUED);
  expect(c, enfold_store_step(store, &done, begin_call()), "enfold_store_step");
  CHECK_INT(done, atoi(c->part));
  expect(c, enfold_store_step(store, NULL, begin_call()), "enfold_store_step");
  live_through(store);
}

/* It is held already when the breakpoint is there, and not by the program. */
static void stops_at_once(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  uint64_t numbers[2] = {0, 0}, none = 12;
  uint32_t done = 12;
  char options[64];
  for (int i = 0; i < 2; i++)
    expect(c, enfold_store_break(store, "{\"action\":\"one\"}", ENFOLD_NUL, &numbers[i], begin_call()), "enfold_store_break");
  CHECK(numbers[0] != 0 && numbers[1] != 0 && numbers[0] != numbers[1]);
  CHECK_INT(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), ENFOLD_QUEUED);
  CHECK_INT(enfold_store_wait(store, 10, begin_call()), ENFOLD_TIMEOUT);
  CHECK_OK(enfold_store_step(store, &done, begin_call()));
  CHECK_INT(done, 1);
  for (int i = 0; i < 2; i++) {
    snprintf(options, sizeof options, "{\"remove\":%" PRIu64 "}", numbers[i]);
    CHECK_OK(enfold_store_break(store, options, ENFOLD_NUL, &none, begin_call()));
    CHECK_INT(none, 0);
    CHECK_INT(enfold_store_break(store, options, ENFOLD_NUL, NULL, begin_call()), ENFOLD_NOT_FOUND);
  }
  live_through(store);
}

/* Whatever the plugin calls from inside, the end comes. */
#define ENDING_CASES(place)                                      \
  CASE(place "-state", ends, ENFOLD_TIMEOUT, NULL)               \
  CASE(place "-send", ends, ENFOLD_TIMEOUT, NULL)                \
  CASE(place "-set", ends, ENFOLD_TIMEOUT, NULL)                 \
  CASE(place "-observe", ends, ENFOLD_TIMEOUT, NULL)             \
  CASE(place "-scope", ends, ENFOLD_TIMEOUT, NULL)               \
  CASE(place "-revision", ends, ENFOLD_TIMEOUT, NULL)            \
  CASE(place "-stats", ends, ENFOLD_TIMEOUT, NULL)               \
  CASE(place "-open", ends, ENFOLD_TIMEOUT, NULL)                \
  CASE(place "-close", ends, ANY_STATUS, NULL)                   \
  CASE(place "-runtime-close", ends, ANY_STATUS, NULL)           \
  CASE(place "-wait", ends, ENFOLD_TIMEOUT, NULL)                \
  CASE(place "-runtime-wait", ends, ENFOLD_TIMEOUT, NULL)        \
  CASE(place "-pump", ends, ENFOLD_TIMEOUT, NULL)                \
  CASE(place "-flush", ends, ENFOLD_TIMEOUT, NULL)               \
  CASE(place "-hold", ends, ENFOLD_TIMEOUT, NULL)                \
  CASE(place "-step", ends, ENFOLD_TIMEOUT, NULL)                \
  CASE(place "-break", ends, ENFOLD_TIMEOUT, NULL)               \
  CASE(place "-trace", ends, ENFOLD_TIMEOUT, NULL)               \
  CASE(place "-end", ends, ENFOLD_TIMEOUT, NULL)                 \
  CASE(place "-runtime-end", ends, ENFOLD_TIMEOUT, NULL)

const test_case engine_cases[] = {
    STATUS_CASES("engine-open", open_gives)
    STATUS_CASES("engine-send", send_gives)
    STATUS_CASES("engine-batch", batch_gives)
    STATUS_CASES("engine-state", state_gives)
    STATUS_CASES("engine-observe", observe_gives)
    STATUS_CASES("engine-set", set_gives)
    STATUS_CASES("engine-bindings", set_gives)
    CASE("engine-bindings-gives-more", set_gives, ENFOLD_FAILED, "2")
    STATUS_CASES("engine-restore", restore_gives)
    STATUS_CASES("engine-stub", stub_gives)
    STATUS_CASES("engine-flush", flush_gives)
    CASE("engine-flush-gives-more", flush_gives, ENFOLD_FAILED, "2")
    CASE("engine-flush-gives-queued", flush_gives, ENFOLD_QUEUED, NULL)
    STATUS_CASES("engine-hold", hold_gives)
    CASE("engine-hold-gives-more", hold_gives, ENFOLD_FAILED, "2")
    CASE("engine-hold-gives-queued", hold_gives, ENFOLD_QUEUED, NULL)
    STATUS_CASES("engine-step", step_gives)
    CASE("engine-step-gives-more", step_gives, ENFOLD_FAILED, "2")
    STATUS_CASES("engine-no-effects", no_effects_gives)
    CASE("engine-no-effects-gives-no-store", no_effects_gives, ENFOLD_BAD_PLUGIN, "opened no store")
    STATUS_CASES("engine-tags", tagged_gives)
    CASE("engine-tags-gives-more", tagged_gives, ENFOLD_FAILED, "2")
    STATUS_CASES("engine-dependencies", given_gives)
    CASE("engine-dependencies-gives-more", given_gives, ENFOLD_FAILED, "2")
    STATUS_CASES("engine-drain", pumping_ends)
    CASE("engine-open-gives-queued", open_gives, ENFOLD_FAILED, "1")
    CASE("engine-send-gives-more", send_gives, ENFOLD_FAILED, "2")
    CASE("engine-batch-gives-more", batch_gives, ENFOLD_FAILED, "2")
    CASE("engine-state-gives-queued", state_gives, ENFOLD_FAILED, "1")
    CASE("engine-observe-gives-more", observe_gives, ENFOLD_FAILED, "2")
    CASE("engine-set-gives-more", set_gives, ENFOLD_FAILED, "2")
    CASE("engine-restore-gives-more", restore_gives, ENFOLD_FAILED, "2")
    CASE("engine-stub-gives-no-store", stub_gives, ENFOLD_BAD_PLUGIN, "opened no store")
    CASE("engine-drain-gives-queued", pumping_ends, ANY_STATUS, NULL)
    CASE("engine-drain-gives-failed", pumping_ends, ANY_STATUS, NULL)

    ERROR_CASES("engine-open", open_gives, ENFOLD_BAD_STATE)
    ERROR_CASES("engine-send", send_gives, ENFOLD_BAD_ACTION)
    ERROR_CASES("engine-batch", batch_gives, ENFOLD_BAD_ACTION)
    ERROR_CASES("engine-state", state_gives, ENFOLD_BAD_POINTER)
    ERROR_CASES("engine-observe", observe_gives, ENFOLD_BAD_POINTER)
    ERROR_CASES("engine-set", set_gives, ENFOLD_BAD_STATE)
    ERROR_CASES("engine-bindings", set_gives, ENFOLD_BAD_STATE)
    ERROR_CASES("engine-restore", restore_gives, ENFOLD_BAD_STATE)
    ERROR_CASES("engine-flush", flush_gives, ENFOLD_STALE)
    ERROR_CASES("engine-hold", hold_gives, ENFOLD_STALE)
    ERROR_CASES("engine-step", step_gives, ENFOLD_INVALID)
    ERROR_CASES("engine-tags", tagged_gives, ENFOLD_BAD_ACTION)
    ERROR_CASES("engine-dependencies", given_gives, ENFOLD_BAD_ACTION)

    CASE("engine-held-gives-7", statistics_tell, ENFOLD_OK, "\"held\":1")
    CASE("engine-held-gives-max", statistics_tell, ENFOLD_OK, "\"held\":1")
    CASE("engine-held-gives-zero", statistics_tell, ENFOLD_OK, "\"held\":0")
    CASE("engine-held-drains", drains_all_the_same, ENFOLD_OK, NULL)
    CASE("engine-held-for-ever", is_held_for_ever, ENFOLD_OK, NULL)
    CASE("engine-stepped-tells-9", step_tells, ENFOLD_OK, "1")
    CASE("engine-stepped-tells-max", step_tells, ENFOLD_OK, "1")
    CASE("engine-stepped-tells-zero", step_tells, ENFOLD_OK, "0")
    CASE("engine-stepped-tells-and-refuses", step_gives, ENFOLD_INVALID, NULL)
    CASE("engine-stepped-all", step_tells, ENFOLD_OK, "1")
    CASE("engine-breakpoint-stops-at-once", stops_at_once, ENFOLD_OK, NULL)

    ENDING_CASES("engine-flush-calls")
    ENDING_CASES("engine-running-calls")
    CASE("engine-running-writes-nothing", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-deep", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-single-bytes", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-huge", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-empty-pieces", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-null-with-length", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-length-size-max", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-length-half-max", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-then-fails", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-no-json", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-not-utf8", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-two-values", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-cut", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-too-deep", ends, ENFOLD_TIMEOUT, NULL)
    CASE("engine-running-writes-abyss", ends, ENFOLD_TIMEOUT, NULL)

    API_CASES("engine-open", ANY_STATUS, ANY_STATUS)
    API_CASES("engine-close", ANY_STATUS, ANY_STATUS)
    API_CASES("engine-release", ANY_STATUS, ANY_STATUS)
    API_CASES("engine-send", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-batch", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-drain", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-state", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-revision", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-observe", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-unobserve", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-pending", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-watch-idle", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-task-cancel", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-task-release", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-set", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-bindings", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-hold", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-step", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-held", ANY_STATUS, ENFOLD_OK)
    API_CASES("engine-breakpoint", ENFOLD_REENTRANT, ENFOLD_OK)
    API_CASES("engine-unbreak", ENFOLD_REENTRANT, ENFOLD_OK)

    CASE("engine-open-gives-no-store", open_gives, ENFOLD_BAD_PLUGIN, "opened no store")
    CASE("engine-open-refuses-with-store", open_gives, ENFOLD_FAILED, "opened and refused")
    CASE("engine-open-fails-and-keeps", open_fails_and_another_speaks, ENFOLD_FAILED, "not today")
    CASE("engine-close-forgets-tasks", closing_cancels, ENFOLD_CANCELLED, NULL)
    CASE("engine-close-before-tasks", closing_cancels, ENFOLD_CANCELLED, NULL)
    CASE("engine-close-on-thread", survives, ANY_STATUS, NULL)
    CASE("engine-close-later", closes_later, ENFOLD_OK, NULL)
    CASE("engine-send-does-nothing", task_gives, ENFOLD_TIMEOUT, NULL)
    CASE("engine-send-queues-for-ever", survives, ANY_STATUS, NULL)
    CASE("engine-send-without-task", task_gives, ENFOLD_TIMEOUT, NULL)
    CASE("engine-send-refuses-with-task", send_gives, ENFOLD_BAD_ACTION, "sent and refused")
    CASE("engine-send-ends-and-refuses", send_gives, ENFOLD_BAD_ACTION, "ended and refused")
    CASE("engine-send-on-thread", survives, ANY_STATUS, NULL)
    CASE("engine-batch-does-nothing", batch_gives, ENFOLD_OK, NULL)
    CASE("engine-batch-accepts-max", batch_gives, ANY_STATUS, NULL)
    CASE("engine-batch-accepts-and-refuses", batch_gives, ENFOLD_BAD_ACTION, "accepted and refused")
    CASE("engine-drain-does-nothing", pumping_ends, ANY_STATUS, NULL)
    CASE("engine-drain-does-nothing-for-ever", pumping_ends, ANY_STATUS, NULL)
    CASE("engine-drain-wants-more", pumping_ends, ANY_STATUS, NULL)
    CASE("engine-drain-counts-wrong", pumping_ends, ANY_STATUS, NULL)
    CASE("engine-revision-max", survives, ANY_STATUS, NULL)
    CASE("engine-revision-backwards", survives, ANY_STATUS, NULL)
    CASE("engine-pending-max", survives, ANY_STATUS, NULL)
    CASE("engine-pending-zero", survives, ANY_STATUS, NULL)
    CASE("engine-observe-does-nothing", survives, ANY_STATUS, NULL)
    CASE("engine-observe-twice", survives, ANY_STATUS, NULL)
    CASE("engine-observe-and-refuse", observe_gives, ENFOLD_UNSUPPORTED, "begun and refused")
    CASE("engine-unobserve-does-nothing", survives, ANY_STATUS, NULL)
    CASE("engine-unobserve-and-commit", survives, ANY_STATUS, NULL)
    CASE("engine-watch-idle-does-nothing", survives, ANY_STATUS, NULL)
    CASE("engine-watch-idle-and-call", survives, ANY_STATUS, NULL)
    CASE("engine-task-cancel-does-nothing", survives, ANY_STATUS, NULL)
    CASE("engine-task-cancel-twice", survives, ANY_STATUS, NULL)
    CASE("engine-task-release-and-end", survives, ANY_STATUS, NULL)

    CASE("engine-state-writes-nothing", state_gives, ENFOLD_FAILED, NULL)
    CASE("engine-state-writes-deep", state_gives, ENFOLD_OK, NULL)
    CASE("engine-state-writes-single-bytes", state_gives, ENFOLD_OK, NULL)
    CASE("engine-state-writes-huge", state_gives, ENFOLD_OK, NULL)
    CASE("engine-state-writes-empty-pieces", state_gives, ENFOLD_OK, NULL)
    CASE("engine-state-writes-null-with-length", state_gives, ENFOLD_FAILED, NULL)
    CASE("engine-state-writes-length-size-max", state_gives, ENFOLD_FAILED, NULL)
    CASE("engine-state-writes-length-half-max", state_gives, ENFOLD_FAILED, NULL)
    CASE("engine-state-writes-then-fails", state_gives, ENFOLD_FAILED, "no more of it")
    /* What an engine writes is not read: it goes on to the host as it is. */
    CASE("engine-state-writes-no-json", state_gives, ANY_STATUS, NULL)
    CASE("engine-state-writes-not-utf8", state_gives, ANY_STATUS, NULL)
    CASE("engine-state-writes-two-values", state_gives, ANY_STATUS, NULL)
    CASE("engine-state-writes-cut", state_gives, ANY_STATUS, NULL)
    CASE("engine-state-writes-too-deep", state_gives, ANY_STATUS, NULL)
    CASE("engine-state-writes-abyss", state_gives, ANY_STATUS, NULL)
    {NULL, NULL, 0, NULL}};
