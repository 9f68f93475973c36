/* sessions.h: what the tests of shared values have in common. They use the plugins SessionsA and SessionsB. */
#ifndef SESSIONS_H
#define SESSIONS_H

#include "check.h"

#define VISITOR_A "org.enfold.tests.sessions/Visitor"
#define VISITOR_B "org.enfold.tests.sessions.b/Visitor"

static inline enfold_runtime open_both(const char *options) {
  enfold_runtime runtime = open_runtime_with(options, swift_plugin("SessionsA"));
  enfold_plugin loaded = 0;
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin("SessionsB"), NULL, 0, &loaded, &problem));
  return runtime;
}

/* The value of a key; valid until the next call. */
static inline const char *shared(enfold_runtime runtime, const char *key) {
  static enfold_string text;
  enfold_string_free(&text);
  CHECK_OK(enfold_shared_get(runtime, key, &text, &problem));
  CHECK_INT(strlen(text.data), text.length);
  return text.data;
}

static inline enfold_status set_shared(enfold_runtime runtime, const char *key, const char *json) {
  return enfold_shared_set(runtime, key, json, ENFOLD_NUL, &problem);
}

static inline void record_shared(void *user, const enfold_event *event) {
  enfold_event copy = *event;
  CHECK_INT(event->store, 0);
  CHECK_INT(event->pointer_length, 0);
  copy.store = 1;
  record(user, &copy);
}

static inline enfold_subscription observe_shared(enfold_runtime runtime, const char *key, const char *options, recorder *r) {
  enfold_subscription subscription = 0;
  CHECK_OK(enfold_shared_observe(runtime, key, options, options == NULL ? 0 : ENFOLD_NUL, record_shared, r, released,
                                 &subscription, &problem));
  CHECK(subscription != 0);
  return subscription;
}

#endif
