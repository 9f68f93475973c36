/* host_cases.c: the faults of an engine's calls of its host. */
#include "drivers.h"

/* Whatever a call is: with the context of a store that ended, or with what is no context, nothing comes of it. */
#define CALL_CASES(call, in_open, status)                                    \
  CASE("host-" call "-in-open", in_open, status, NULL)                       \
  CASE("host-" call "-in-drain", survives, ANY_STATUS, NULL)                 \
  CASE("host-" call "-after-closed", survives_silently, ANY_STATUS, NULL)    \
  CASE("host-" call "-in-release", survives_silently, ANY_STATUS, NULL)      \
  CASE("host-" call "-on-thread", survives, ANY_STATUS, NULL)                \
  CASE("host-" call "-as-ended", survives_silently, ANY_STATUS, NULL)        \
  CASE("host-" call "-as-other", survives_with_others, ANY_STATUS, NULL)     \
  CASE("host-" call "-with-null", survives_silently, ANY_STATUS, NULL)       \
  CASE("host-" call "-with-garbage", survives_silently, ANY_STATUS, NULL)    \
  CASE("host-" call "-with-address", survives_silently, ANY_STATUS, NULL)    \
  CASE("host-" call "-with-handle", survives_silently, ANY_STATUS, NULL)     \
  CASE("host-" call "-with-interest", survives_silently, ANY_STATUS, NULL)

/* Its pump made another thread the loop's: this one takes it back. */
static void open_gives_beside_a_pump(const test_case *c) {
  open_gives(c);
  expect_known(enfold_runtime_pump(the_stage.runtime, 0, NULL, begin_call()), "enfold_runtime_pump");
}

/* Whether observers hear of a tag: as many times as the "status" says, or more. */
static void tags(const test_case *c) {
  survives(c);
  CHECK(c->status == 0 ? the_stage.tags == 0 : the_stage.tags > 0);
}

const test_case host_cases[] = {
    CALL_CASES("commit", survives, ANY_STATUS)
    CALL_CASES("schedule", survives, ANY_STATUS)
    CALL_CASES("task-ended", survives, ANY_STATUS)
    CALL_CASES("idle", survives, ANY_STATUS)
    CALL_CASES("log", survives, ANY_STATUS)
    CALL_CASES("trace", survives, ANY_STATUS)
    CALL_CASES("closed", open_gives, ENFOLD_FAILED)
    CASE("host-schedule-in-open-and-pump", survives, ANY_STATUS, NULL)
    CASE("host-schedule-in-open-and-fail", open_gives_beside_a_pump, ENFOLD_FAILED, "scheduled and refused")
    CASE("host-calls-for-long", survives, ANY_STATUS, NULL)

    CASE("commit-null", survives, ANY_STATUS, NULL)
    CASE("commit-size-zero", survives, ANY_STATUS, NULL)
    CASE("commit-size-short", survives, ANY_STATUS, NULL)
    CASE("commit-size-max", survives, ANY_STATUS, NULL)
    CASE("commit-no-changes", survives, ANY_STATUS, NULL)
    CASE("commit-null-changes", survives, ANY_STATUS, NULL)
    CASE("commit-pointer-null-with-length", survives, ANY_STATUS, NULL)
    CASE("commit-pointer-length-size-max", survives, ANY_STATUS, NULL)
    CASE("commit-pointer-not-utf8", survives, ANY_STATUS, NULL)
    CASE("commit-value-null-with-length", survives, ANY_STATUS, NULL)
    CASE("commit-value-length-size-max", survives, ANY_STATUS, NULL)
    CASE("commit-value-length-half-max", survives, ANY_STATUS, NULL)
    CASE("commit-patch-value-length-size-max", survives, ANY_STATUS, NULL)
    CASE("commit-patch-value-null", survives, ANY_STATUS, NULL)
    CASE("commit-action-null-with-length", survives, ANY_STATUS, NULL)
    CASE("commit-action-length-size-max", survives, ANY_STATUS, NULL)
    CASE("commit-tag", tags, 1, NULL)
    CASE("commit-tag-absent", tags, 0, NULL)
    CASE("commit-tag-null-with-length", tags, 0, NULL)
    CASE("commit-tag-empty", tags, 0, NULL)
    CASE("commit-tag-length-257", tags, 0, NULL)
    CASE("commit-tag-length-size-max", tags, 0, NULL)
    CASE("commit-tag-not-utf8", survives, ANY_STATUS, NULL)
    CASE("commit-op-77", survives, ANY_STATUS, NULL)
    CASE("commit-flags-all", survives, ANY_STATUS, NULL)
    CASE("commit-flags-closed", survives, ANY_STATUS, NULL)
    CASE("commit-interest-zero", survives, ANY_STATUS, NULL)
    CASE("commit-interest-max", survives, ANY_STATUS, NULL)
    CASE("commit-interest-small", survives, ANY_STATUS, NULL)
    CASE("commit-interest-store", survives, ANY_STATUS, NULL)
    CASE("commit-interest-token", survives, ANY_STATUS, NULL)
    CASE("commit-interest-other", others_hear_nothing, ANY_STATUS, NULL)
    CASE("commit-interest-ended", others_hear_nothing, ANY_STATUS, NULL)
    CASE("commit-ungrouped", survives, ANY_STATUS, NULL)
    CASE("commit-again-and-again", survives, ANY_STATUS, NULL)
    CASE("commit-revision-backwards", survives, ANY_STATUS, NULL)
    CASE("commit-revision-max", survives, ANY_STATUS, NULL)

    CASE("log-null", survives, ANY_STATUS, NULL)
    CASE("log-null-with-length", survives, ANY_STATUS, NULL)
    CASE("log-length-size-max", survives, ANY_STATUS, NULL)
    CASE("log-length-half-max", survives, ANY_STATUS, NULL)
    CASE("log-too-long", survives, ANY_STATUS, NULL)
    CASE("log-empty", survives, ANY_STATUS, NULL)
    CASE("log-level-zero", survives, ANY_STATUS, NULL)
    CASE("log-level-min", survives, ANY_STATUS, NULL)
    CASE("log-level-77", survives, ANY_STATUS, NULL)
    CASE("log-no-json", survives, ANY_STATUS, NULL)
    CASE("log-not-utf8", survives, ANY_STATUS, NULL)

    /* The end of a task that is not this one leaves it running. */
    CASE("task-token-zero", task_gives, ENFOLD_TIMEOUT, NULL)
    CASE("task-token-max", task_gives, ENFOLD_TIMEOUT, NULL)
    CASE("task-token-store", task_gives, ENFOLD_TIMEOUT, NULL)
    CASE("task-token-interest", task_gives, ENFOLD_TIMEOUT, NULL)
    CASE("task-token-other", others_hear_nothing, ANY_STATUS, NULL)
    CASE("task-gives-minus-12345", task_gives, ENFOLD_FAILED, "-12345")
    CASE("task-gives-77", task_gives, ENFOLD_FAILED, "77")
    CASE("task-gives-queued", task_gives, ENFOLD_FAILED, "1")
    CASE("task-gives-more", task_gives, ENFOLD_FAILED, "2")
    CASE("task-gives-timeout", task_gives, ENFOLD_FAILED, "3")
    CASE("task-no-message", task_gives, ENFOLD_FAILED, NULL)
    CASE("task-null-with-length", task_gives, ENFOLD_FAILED, NULL)
    CASE("task-length-size-max", task_gives, ENFOLD_FAILED, NULL)
    CASE("task-length-half-max", task_gives, ENFOLD_FAILED, NULL)
    CASE("task-message-not-utf8", task_gives, ENFOLD_FAILED, NULL)
    CASE("task-message-long", task_gives, ENFOLD_FAILED, "xxx")
    CASE("task-twice", task_gives, ENFOLD_OK, NULL)
    CASE("task-never", task_gives, ENFOLD_TIMEOUT, NULL)
    {NULL, NULL, 0, NULL}};
