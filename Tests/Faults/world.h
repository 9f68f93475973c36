/* world.h: what is there when a call of the C API is tried: a runtime, a plugin, a store with its observers. */
#ifndef ENFOLD_FAULTS_WORLD_H
#define ENFOLD_FAULTS_WORLD_H

#include <enfold.h>
#include <stdbool.h>

/* How much is made before the call. */
typedef enum { NOTHING, RUNTIME, PLUGIN, STORE, OBSERVED } depth;

/* One callback: what it was told, and whether it was released. */
typedef struct watcher {
  int events, closes;
  _Atomic int releases; /* that of a reader of a trace runs on a thread of the library */
  char text[2048];
  enfold_request request; /* the last one that came */
} watcher;

typedef struct world {
  const char *options; /* the runtime's */
  enfold_runtime runtime, other_runtime;
  enfold_plugin plugin, other_plugin;
  enfold_store store, other_store;
  enfold_task task;
  enfold_subscription subscription;
  enfold_callback callback;
  enfold_string text;
  size_t count;
  int number;
  watcher present; /* an observer that was there before the call */
  watcher given[2]; /* what the call and the call after it are given */
  int attempt;      /* which of the two */
  bool gives;       /* the call is given a callback */
  bool was_given[2];
} world;

/* The five plugins: Counter, Behaviours, Panel, SessionsA, Asker; NULL if there is none. */
const char *plugin_path(const char *name);

/* Makes what is there before the call. Ends the process if that fails. */
void world_make(world *w, depth made, const char *plugin, const char *feature, const char *options);

/* Everything that a call may change, as text. */
void world_describe(world *w, bool looks_at_descriptor, char *text, size_t size);
/* Pumps and waits until nothing runs any more. False if that took too long. */
bool world_settle(world *w);
/* Makes another thread the loop thread. */
void world_move_loop(world *w);
/* Puts something on the work list of a runtime with the host's loop, from another thread, and checks that its
 * descriptor says so, and not any more after a pump. */
void world_stir(world *w);
/* Closes everything and says, as text, what became of the callbacks. */
void world_end(world *w, char *text, size_t size);

void watch(void *user, const enfold_event *event);
void watch_log(void *user, int32_t level, const char *record, size_t length);
void watch_request(void *user, enfold_request request, const char *payload, size_t length);
void watch_cancelled(void *user, enfold_request request);
void watch_entry(void *user, const char *entry, size_t length);
void watch_release(void *user);
/* The watcher for the call that is made now. */
watcher *give(world *w);
/* Waits until it is released, for some seconds at most. */
void await_release(const watcher *w);

/* Runs a call on a thread of its own and waits for it. */
enfold_status elsewhere(world *w, enfold_status (*call)(world *w, enfold_error *error));

int count_descriptors(void);

#endif
