/* engine_cases.c: the faults of the functions of an engine. */
#include "drivers.h"

/* Beside a store that failed to open and kept its context there is nothing to see; a later one uses that context. */
static void open_fails_and_another_speaks(const test_case *c) {
  static const char *const calls[] = {"commit", "schedule", "task-ended", "idle", "log", "closed"};
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

const test_case engine_cases[] = {
    STATUS_CASES("engine-open", open_gives)
    STATUS_CASES("engine-send", send_gives)
    STATUS_CASES("engine-batch", batch_gives)
    STATUS_CASES("engine-state", state_gives)
    STATUS_CASES("engine-observe", observe_gives)
    STATUS_CASES("engine-set", set_gives)
    STATUS_CASES("engine-restore", restore_gives)
    STATUS_CASES("engine-stub", stub_gives)
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
    ERROR_CASES("engine-restore", restore_gives, ENFOLD_BAD_STATE)

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
