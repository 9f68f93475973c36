/* keeper.h: what the tests of callbacks have in common. They use the plugin keeper, which keeps any action as it is. */
#ifndef KEEPER_H
#define KEEPER_H

#include <stdatomic.h>

#include "check.h"

enum { THUNKS = 256 };

typedef void (*function)(void);

/* ---- Making callbacks -------------------------------------------------------------------------------------------- */

static inline enfold_callback callback_with(enfold_store store, const char *prototype, const char *action,
                                            const char *options, function *made) {
  enfold_callback callback = 0;
  CHECK_OK(enfold_store_callback(store, prototype, action, ENFOLD_NUL, options, options == NULL ? 0 : ENFOLD_NUL, made,
                                 &callback, &problem));
  CHECK(*made != NULL);
  CHECK(callback != 0);
  return callback;
}

static inline function callback(enfold_store store, const char *prototype, const char *action) {
  function made = NULL;
  callback_with(store, prototype, action, NULL, &made);
  return made;
}

/* Uses all functions up that need no executable memory: from now on libffi makes them. */
static inline void use_up_thunks(void) {
  enfold_runtime runtime = open_runtime_with(NULL, test_plugin("keeper"));
  enfold_store store = open_store(runtime, "Keeper");
  for (int i = 0; i < THUNKS; i++) callback(store, "void f(void)", "1");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* ---- What was sent ----------------------------------------------------------------------------------------------- */

static inline const char *last(enfold_store store) { return state(store, "/last"); }
static inline long sent(enfold_store store) { return atol(state(store, "/count")); }

/* ---- Diagnostics ------------------------------------------------------------------------------------------------- */

static struct {
  _Atomic int count;
  char last[4096];
} records;

static inline void keep_record(void *user, int32_t level, const char *record, size_t length) {
  (void)user, (void)level;
  CHECK_INT(strlen(record), length);
  snprintf(records.last, sizeof records.last, "%s", record);
  atomic_fetch_add(&records.count, 1);
}

static inline void listen_to(enfold_runtime runtime) {
  records.count = 0;
  records.last[0] = '\0';
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, keep_record, NULL, NULL, &problem));
}

/* The number in the statistics. */
static inline int open_callbacks(enfold_runtime runtime) {
  enfold_string text = {NULL, 0};
  CHECK_OK(enfold_runtime_stats(runtime, &text, &problem));
  const char *at = strstr(text.data, "\"callbacks\":");
  CHECK(at != NULL);
  int result = atoi(at + strlen("\"callbacks\":"));
  enfold_string_free(&text);
  return result;
}

#endif
