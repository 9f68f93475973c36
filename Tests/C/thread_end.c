/* thread_end.c: a thread that ends may use stores as long as it runs any code, also in the last destructor of its data. */
#include <limits.h>

#include "check.h"

enum { THREADS = 50 };

static enfold_store store;
static pthread_key_t key;
static int rounds;                 /* in how many rounds of destructors the store is used */
static _Thread_local int round_;

static void nothing(void *user, const enfold_event *event) { (void)user, (void)event; }

static void use_the_store(void) {
  enfold_error failure = ENFOLD_ERROR_INIT;
  enfold_subscription subscription = 0;
  enfold_string text = {0};
  CHECK(enfold_store_send(store, "\"increment\"", ENFOLD_NUL, NULL, &failure) == ENFOLD_OK);
  CHECK(enfold_store_observe(store, "/count", 6, NULL, 0, nothing, NULL, NULL, &subscription, &failure) == ENFOLD_OK);
  CHECK(enfold_store_state(store, "", 0, &text, &failure) == ENFOLD_OK);
  enfold_string_free(&text);
  CHECK(enfold_subscription_cancel(subscription, &failure) == ENFOLD_OK);
}

/* A destructor that is called again in the next round, because it puts its value back. */
static void end(void *value) {
  use_the_store();
  if (++round_ < rounds) CHECK_INT(pthread_setspecific(key, value), 0);
}

static void *work(void *is_known) {
  CHECK_INT(pthread_setspecific(key, &key), 0);
  if (is_known != NULL) use_the_store();
  return NULL;
}

static void use_in_destructors(void *is_known) {
  char expected[32];
  int sends = 0;
  enfold_runtime runtime = open_runtime_with(NULL, counter_plugin());
  store = open_store(runtime, "Counter");
  /* ThreadSanitizer gives up its own data in the last round. */
  for (rounds = 1; rounds <= PTHREAD_DESTRUCTOR_ITERATIONS - SANITIZED; rounds++) {
    for (int i = 0; i < THREADS; i++) elsewhere(work, is_known);
    sends += THREADS * (rounds + (is_known != NULL));
  }
  snprintf(expected, sizeof expected, "%d", sends);
  CHECK_TEXT(state(store, "/count"), expected);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void a_store_is_used_in_every_round_of_destructors(void) { use_in_destructors(&key); }
static void a_store_is_used_in_destructors_alone(void) { use_in_destructors(NULL); }

int main(void) {
  CHECK_INT(pthread_key_create(&key, end), 0);
  RUN(a_store_is_used_in_every_round_of_destructors);
  RUN(a_store_is_used_in_destructors_alone);
  return 0;
}
