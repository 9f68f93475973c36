/* reducer_cases.c: the faults of reducers. */
#include "drivers.h"

/* The action is accepted; its task fails, and the log says which feature it was. */
static void reduce_gives(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_task task = 0;
  CHECK_OK(enfold_store_send(store, "\"one\"", ENFOLD_NUL, &task, begin_call()));
  expect(c, enfold_task_wait(task, 5000, begin_call()), "enfold_task_wait");
  CHECK_OK(enfold_task_release(task, &problem));
  pump();
  CHECK_INT(the_stage.errors, 1);
  CHECK_CONTAINS(the_stage.last_error, c->fault);
  if (c->part != NULL) CHECK_CONTAINS(the_stage.last_error, c->part);
  live_through(store);
}

/* The state cannot be had: reading it says why, observers hear nothing, and the log has one error for each commit. */
static void writing_fails(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  watched *w = watch(store, "", "{\"filter\":\"raw\"}");
  CHECK(w != NULL);
  pump();
  CHECK_INT(w->events, 0);
  int errors = the_stage.errors;
  CHECK_OK(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()));
  pump();
  CHECK_INT(w->events, 0);
  CHECK_INT(the_stage.errors, errors + 1);
  CHECK_CONTAINS(the_stage.last_error, c->fault);
  if (c->part != NULL) CHECK_CONTAINS(the_stage.last_error, c->part);
  state_gives(c);
}

/* The action was reduced, and the state is another one. */
static void reports(const test_case *c) {
  enfold_store store = open_feature(c->fault);
  enfold_task task = 0;
  watched *w = watch(store, "/count", "{\"filter\":\"raw\"}");
  CHECK(w != NULL);
  expect(c, enfold_store_send(store, "\"one\"", ENFOLD_NUL, &task, begin_call()), "enfold_store_send");
  expect(c, enfold_task_wait(task, 5000, begin_call()), "enfold_task_wait");
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_INT(w->events, 2);
  live_through(store);
}

const test_case reducer_cases[] = {
    STATUS_CASES("reducer-open", open_gives)
    STATUS_CASES("reducer-check", send_gives)
    STATUS_CASES("reducer-reduce", reduce_gives)
    STATUS_CASES("reducer-state", writing_fails)
    CASE("reducer-open-gives-queued", open_gives, ENFOLD_FAILED, "1")
    CASE("reducer-check-gives-queued", send_gives, ENFOLD_FAILED, "1")
    CASE("reducer-reduce-gives-more", reduce_gives, ENFOLD_FAILED, "2")
    CASE("reducer-state-gives-more", writing_fails, ENFOLD_FAILED, "2")

    ERROR_CASES("reducer-open", open_gives, ENFOLD_BAD_STATE)
    ERROR_CASES("reducer-check", send_gives, ENFOLD_BAD_ACTION)
    ERROR_CASES("reducer-reduce", reduce_gives, ENFOLD_FAILED)
    ERROR_CASES("reducer-state", writing_fails, ENFOLD_FAILED)

    API_CASES("reducer-open", ANY_STATUS, ANY_STATUS)
    API_CASES("reducer-close", ANY_STATUS, ANY_STATUS)
    API_CASES("reducer-check", ENFOLD_REENTRANT, ANY_STATUS)
    API_CASES("reducer-reduce", ENFOLD_REENTRANT, ENFOLD_REENTRANT)
    API_CASES("reducer-state", ENFOLD_REENTRANT, ENFOLD_REENTRANT)

    CASE("reducer-state-writes-nothing", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-deep", state_gives, ENFOLD_OK, NULL)
    CASE("reducer-state-writes-single-bytes", state_gives, ENFOLD_OK, NULL)
    CASE("reducer-state-writes-huge", state_gives, ENFOLD_OK, NULL)
    CASE("reducer-state-writes-empty-pieces", state_gives, ENFOLD_OK, NULL)
    CASE("reducer-state-writes-null-with-length", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-length-size-max", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-length-half-max", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-then-fails", writing_fails, ENFOLD_FAILED, "no more of it")
    CASE("reducer-state-writes-no-json", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-not-utf8", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-two-values", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-cut", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-too-deep", writing_fails, ENFOLD_FAILED, NULL)
    CASE("reducer-state-writes-abyss", writing_fails, ENFOLD_FAILED, NULL)

    CASE("reducer-changed-null-changes", reports, ENFOLD_OK, NULL)
    CASE("reducer-changed-null-pointer", reports, ENFOLD_OK, NULL)
    CASE("reducer-changed-no-pointer", reports, ENFOLD_OK, NULL)
    CASE("reducer-changed-not-utf8", reports, ENFOLD_OK, NULL)
    CASE("reducer-changed-often", reports, ENFOLD_OK, NULL)
    CASE("reducer-changed-on-thread", reports, ENFOLD_OK, NULL)
    CASE("reducer-reduce-fails-and-reports", reduce_gives, ENFOLD_FAILED, "failed after all")
    {NULL, NULL, 0, NULL}};
