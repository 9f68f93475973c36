/* shared_threads.c: shared values that are locked, and that many threads change. */
#include "sessions.h"

static void sending_while_the_value_is_locked(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, VISITOR_A);
  CHECK(send(a, "\"sendInside\"") >= 0);
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  CHECK_TEXT(state(a, "/session/visits"), "100");
  CHECK_TEXT(state(a, "/count"), "1");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static struct {
  enfold_runtime runtime;
  enfold_store store;
  recorder session;
  int calls;
} inside;

/* What a host may do while a shared value is locked, and what not. Nothing waits for the lock. */
static void call_inside(void) {
  enfold_store store = 0;
  enfold_string text = {0};
  enfold_error error = ENFOLD_ERROR_INIT;
  inside.calls++;
  CHECK_INT(enfold_store_state(inside.store, "", 0, &text, &error), ENFOLD_REENTRANT);
  CHECK_CONTAINS(error.message, "withLock");
  CHECK_INT(enfold_shared_set(inside.runtime, "session", "{\"visits\":7}", ENFOLD_NUL, &error), ENFOLD_REENTRANT);
  CHECK_CONTAINS(error.message, "withLock");
  CHECK_INT(enfold_shared_set(inside.runtime, "theme", "\"dark\"", ENFOLD_NUL, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_store_wait(inside.store, 0, &error), ENFOLD_REENTRANT);
  CHECK_INT(enfold_runtime_wait(inside.runtime, 0, &error), ENFOLD_REENTRANT);
  CHECK_OK(enfold_shared_get(inside.runtime, "session", &text, &error));
  CHECK_TEXT(text.data, "{\"name\":\"\",\"visits\":0}");
  enfold_string_free(&text);
  CHECK_INT(enfold_store_send(inside.store, "\"count\"", ENFOLD_NUL, NULL, &error), ENFOLD_QUEUED);
  CHECK_INT(enfold_store_set(inside.store, "/theme", ENFOLD_NUL, "\"dark\"", ENFOLD_NUL, NULL, 0, &error), ENFOLD_QUEUED);
  CHECK_OK(enfold_store_open(inside.runtime, VISITOR_B, NULL, 0, &store, &error));
  observe_shared(inside.runtime, "session", NULL, &inside.session);
}

static void what_a_host_does_while_the_value_is_locked(void) {
  char action[80];
  memset(&inside, 0, sizeof inside);
  inside.runtime = open_both(NULL);
  inside.store = open_store(inside.runtime, VISITOR_A);
  snprintf(action, sizeof action, "{\"callInside\":{\"address\":%" PRIuPTR "}}", (uintptr_t)call_inside);
  CHECK(send(inside.store, action) >= 0);
  CHECK_OK(enfold_runtime_wait(inside.runtime, -1, &problem));
  CHECK_INT(inside.calls, 1);
  CHECK_TEXT(state(inside.store, "/session/visits"), "1");
  CHECK_TEXT(state(inside.store, "/count"), "1");
  CHECK_TEXT(shared(inside.runtime, "theme"), "\"dark\"");
  CHECK_CONTAINS(inside.session.text, "{\"name\":\"\",\"visits\":1}");
  CHECK_OK(enfold_runtime_close(inside.runtime, &problem));
}

enum { THREADS = 8, ROUNDS = 125, TIMES = 10 };

static void *visit_often(void *argument) {
  enfold_store store = *(enfold_store *)argument;
  enfold_error error = ENFOLD_ERROR_INIT;
  for (int i = 0; i < ROUNDS; i++)
    CHECK(enfold_store_send(store, "{\"visitLater\":{\"times\":10}}", ENFOLD_NUL, NULL, &error) >= 0);
  return NULL;
}

static void many_threads_lose_nothing(void) { // 150
  enfold_runtime runtime = open_both(NULL);
  enfold_store stores[4];
  recorder session = {0};
  pthread_t threads[THREADS];
  for (int i = 0; i < 4; i++) stores[i] = open_store(runtime, i % 2 ? VISITOR_A : VISITOR_B);
  observe_shared(runtime, "session", "{\"value\":false}", &session);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_create(&threads[i], NULL, visit_often, &stores[i % 4]), 0);
  for (int i = 0; i < THREADS; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
  CHECK_OK(enfold_runtime_wait(runtime, -1, &problem));
  CHECK_TEXT(shared(runtime, "session"), "{\"name\":\"\",\"visits\":10000}");
  for (int i = 0; i < 4; i++) CHECK_TEXT(state(stores[i], "/session/visits"), "10000");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  RUN(sending_while_the_value_is_locked);
  RUN(what_a_host_does_while_the_value_is_locked);
  RUN(many_threads_lose_nothing);
  return 0;
}
