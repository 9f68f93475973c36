/* requests_withdrawn.c: requests that a plugin in C withdraws, in time and too late. For both loops. */
#include "plugin_asker.h"

/* ---- Withdrawing ------------------------------------------------------------------------------------------------- */

static void numbers_that_never_were_requests(void) {
  handler *h = make((handler){0});
  asker *a = new_asker(ENFOLD_OK), *gone = new_asker(ENFOLD_OK);
  handle(runtime, "fact", h);
  CHECK_OK(ask_for("fact", "1", gone, 0));
  await(runtime, &h->asked, 1);
  CHECK_OK(enfold_request_resolve(h->requests[0], "1", 1, &problem));
  CHECK_OK(ask_for("fact", "1", a, 0));
  await(runtime, &h->asked, 2);
  const uint64_t numbers[] = {0,     1,     UINT64_MAX, 0xDEADBEEFDEADBEEF, runtime,
                              store, gone->number, (uint64_t)(uintptr_t)context, 1ull << 63};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) withdraw(numbers[i]);
  CHECK_INT(h->cancels, 0);
  CHECK_INT(open_requests(runtime), 1);
  withdraw(a->number);
  withdraw(a->number);
  await(runtime, &h->cancels, 1);
  CHECK_FAILS(enfold_request_resolve(h->requests[1], "1", 1, &problem), ENFOLD_STALE, "");
  check_one_release(a);
  check_one_release(gone);
  CHECK_INT(a->resolved + a->failed, 0);
  pump(runtime);
  CHECK_INT(h->cancels, 1);
}

/* The feature has ended, and what withdraws the request comes later. */
static void a_stream_that_nobody_reads_is_over(void) {
  handler *h = make((handler){0});
  asker *a = new_asker(ENFOLD_STALE);
  handle(runtime, "fact", h);
  CHECK_OK(ask_for("fact", "1", a, ENFOLD_REQUEST_STREAM));
  await(runtime, &h->asked, 1);
  in_call++;
  CHECK_FAILS(enfold_request_emit(h->requests[0], "1", 1, &problem), ENFOLD_STALE, "");
  in_call--;
  CHECK_FAILS(enfold_request_resolve(h->requests[0], NULL, 0, &problem), ENFOLD_STALE, "");
  await(runtime, &h->cancels, 1);
  withdraw(a->number);
  pump(runtime);
  check_one_release(a);
  CHECK_INT(h->cancels, 1);
  CHECK_INT(a->resolved + a->failed, 0);
  CHECK_INT(open_requests(runtime), 0);
}

static uint64_t *number_inside;

static void withdraw_inside(handler *h, enfold_request request) {
  enfold_error error = ENFOLD_ERROR_INIT;
  CHECK(*number_inside != 0); /* it is there before anybody is asked */
  table->cancel(*number_inside);
  CHECK_INT(h->cancels, 0); /* not while fn runs */
  CHECK_INT(enfold_request_resolve(request, "1", 1, &error), ENFOLD_STALE);
}

static void withdrawn_inside(void) {
  handler *h = make((handler){.then = withdraw_inside}), *other = make((handler){0});
  asker *a = new_asker(ENFOLD_OK), *itself = new_asker(ENFOLD_OK);
  handle(runtime, "fact", h);
  number_inside = &a->number;
  CHECK_OK(ask_for("fact", "1", a, 0));
  await(runtime, &h->cancels, 1);
  check_one_release(a);
  /* Inside its own `emit`: the request is over. Inside its own `resolve` it was over already. */
  handle(runtime, "fact", other);
  CHECK_OK(ask_for("fact", "1", itself, ENFOLD_REQUEST_STREAM));
  await(runtime, &other->asked, 1);
  itself->cancels = &itself->number;
  itself->gives = ENFOLD_STALE;
  in_call++;
  CHECK_FAILS(enfold_request_emit(other->requests[0], "1", 1, &problem), ENFOLD_STALE, "");
  in_call--;
  await(runtime, &other->cancels, 1);
  check_one_release(itself);
  asker *last = new_asker(ENFOLD_OK);
  CHECK_OK(ask_for("fact", "1", last, 0));
  await(runtime, &other->asked, 2);
  last->cancels = &last->number;
  CHECK_OK(enfold_request_resolve(other->requests[1], "1", 1, &problem));
  check_one_release(last);
  pump(runtime);
  CHECK_INT(other->cancels, 1);
}

/* With "loop":"host" a thread that is not the loop's asks, and the request waits for the pump. */
static void *ask_there(void *a) {
  enfold_request_user user = user_of(a, 0);
  CHECK_INT(table->ask(runtime, context, "fact", 4, "1", 1, &user, &((asker *)a)->number, &problem), ENFOLD_OK);
  return NULL;
}

static void what_is_over_before_the_pump_is_never_told(void) {
  if (!is_host()) return;
  handler *h = make((handler){0});
  asker *withdrawn = new_asker(ENFOLD_OK), *kept = new_asker(ENFOLD_OK), *closed = new_asker(ENFOLD_OK);
  handle(runtime, "fact", h);
  elsewhere(ask_there, withdrawn);
  elsewhere(ask_there, kept);
  CHECK_INT(h->asked, 0);
  CHECK_INT(open_requests(runtime), 2);
  int descriptor;
  CHECK_OK(enfold_runtime_fd(runtime, &descriptor, &problem));
  struct pollfd poller = {descriptor, POLLIN, 0};
  CHECK_INT(poll(&poller, 1, 0), 1);
  table->cancel(withdrawn->number);
  CHECK_INT(open_requests(runtime), 1);
  pump(runtime);
  CHECK_INT(h->asked, 1);
  CHECK_INT(h->cancels, 0);
  check_one_release(withdrawn);
  CHECK_INT(poll(&poller, 1, 0), 0);
  CHECK_OK(enfold_request_resolve(h->requests[0], "1", 1, &problem));
  check_one_release(kept);
  elsewhere(ask_there, closed);
  close_runtime(runtime);
  CHECK_INT(h->asked - 1, h->cancels); /* a runtime may deliver what waits before it is closed */
  CHECK_INT(h->releases, 1);
  CHECK_INT(closed->releases, 1);
  CHECK_INT(closed->resolved, 0);
  runtime = open_runtime(options);
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

static void *emit_often(void *request) {
  enfold_status status;
  do {
    status = enfold_request_emit(*(enfold_request *)request, "1", 1, NULL);
    CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  } while (status == ENFOLD_OK);
  return NULL;
}

/* `emit` may be called on several threads at once, also while another one ends the request; `release` is the last. */
static void nothing_comes_after_the_release(void) {
  handler *h = make((handler){0});
  handle(runtime, "fact", h);
  for (int round = 0; round < (SANITIZED ? 10 : KEPT_REQUESTS); round++) {
    pthread_t threads[3];
    asker *a = new_asker(ENFOLD_OK);
    CHECK_OK(ask_for("fact", "1", a, ENFOLD_REQUEST_STREAM));
    await(runtime, &h->asked, round + 1);
    for (int i = 0; i < 3; i++) CHECK_INT(pthread_create(&threads[i], NULL, emit_often, &h->requests[round]), 0);
    while (a->emitted < 100) sched_yield();
    CHECK_OK(enfold_request_resolve(h->requests[round], NULL, 0, &problem));
    for (int i = 0; i < 3; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    check_one_release(a);
  }
}

static void everything(void) {
  EACH(numbers_that_never_were_requests);
  EACH(withdrawn_inside);
  EACH(a_stream_that_nobody_reads_is_over);
  EACH(what_is_over_before_the_pump_is_never_told);
  EACH(nothing_comes_after_the_release);
}

int main(void) { return with_each_loop(everything); }
