/* requests_close.c: what is left of handlers is over when a runtime is closed, whoever asks or withdraws meanwhile. */
#include "plugin_asker.h"

enum { ASKERS = 3, ROUNDS = SANITIZED ? 100 : 1000 };

static pthread_t loop_thread;
static atomic_bool is_closed;
static atomic_int late, handler_releases, handler_cancels;

/* Nothing of the handler runs on another thread, nor when the runtime was closed. */
static void check_place(void) {
  if (!is_host()) return;
  if (is_closed || !pthread_equal(pthread_self(), loop_thread)) atomic_fetch_add(&late, 1);
}

static void never_answer(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user, (void)request, (void)payload, (void)length;
  check_place();
}

static void note_cancel(void *user, enfold_request request) {
  (void)user, (void)request;
  check_place();
  atomic_fetch_add(&handler_cancels, 1);
}

static void note_release(void *user) {
  (void)user;
  check_place();
  atomic_fetch_add(&handler_releases, 1);
}

static enfold_status no_answer(void *user, const char *text, size_t length, enfold_error *error) {
  (void)user, (void)text, (void)length, (void)error;
  return ENFOLD_OK;
}

static void no_failure(void *user, const char *text, size_t length) { (void)user, (void)text, (void)length; }

static atomic_int begun;

/* A thread of a plugin. */
static void *ask_and_withdraw_until_closed(void *unused) {
  enfold_request_user user = {sizeof user, 0, NULL, NULL, no_answer, no_failure, NULL, NULL};
  enfold_error error = ENFOLD_ERROR_INIT;
  enfold_status status;
  uint64_t number;
  (void)unused;
  do {
    status = table->ask(runtime, NULL, "fact", 4, "1", 1, &user, &number, &error);
    if (status == ENFOLD_OK) {
      atomic_fetch_add(&begun, 1);
      table->cancel(number);
    }
  } while (status == ENFOLD_OK || status == ENFOLD_LIMIT);
  CHECK_INT(status, ENFOLD_STALE);
  return NULL;
}

static void nothing_of_a_handler_is_left_when_its_runtime_was_closed(void) {
  loop_thread = pthread_self();
  late = 0;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_t threads[ASKERS];
    handler_releases = begun = 0;
    is_closed = false;
    set();
    CHECK_OK(enfold_runtime_handle(runtime, "fact", never_answer, note_cancel, NULL, note_release, &problem));
    for (int i = 0; i < ASKERS; i++)
      CHECK_INT(pthread_create(&threads[i], NULL, ask_and_withdraw_until_closed, NULL), 0);
    while (begun < round % 50) pump(runtime);
    close_runtime(runtime);
    is_closed = true;
    if (is_host()) CHECK_INT(handler_releases, 1);
    for (int i = 0; i < ASKERS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    CHECK_INT(handler_releases, 1);
    CHECK_INT(late, 0);
  }
}

int main(void) {
  RUN(nothing_of_a_handler_is_left_when_its_runtime_was_closed);
  options = "{\"loop\":\"host\"}";
  RUN(nothing_of_a_handler_is_left_when_its_runtime_was_closed);
  return 0;
}
