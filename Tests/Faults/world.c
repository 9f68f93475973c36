/* world.c: see world.h. */
#include "world.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "outcome.h"

const char *plugin_path(const char *name) {
  static char paths[5][4096];
  static const char *const names[] = {"Counter", "Behaviours", "Panel", "SessionsA", "Asker"};
  for (int i = 0; i < 5; i++) {
    if (strcmp(name, names[i]) != 0) continue;
    const char *directory = getenv(i == 0 ? "ENFOLD_TEST_PLUGINS" : "ENFOLD_TWINS");
    if (directory == NULL) return NULL;
    snprintf(paths[i], sizeof paths[i], "%s/lib%s.so", directory, name);
    return access(paths[i], R_OK) == 0 ? paths[i] : NULL;
  }
  return NULL;
}

/* ---- Callbacks --------------------------------------------------------------------------------------------------- */

static void note(watcher *w, const char *format, ...) {
  size_t length = strlen(w->text);
  va_list rest;
  va_start(rest, format);
  vsnprintf(w->text + length, sizeof w->text - length, format, rest);
  va_end(rest);
}

void watch(void *user, const enfold_event *event) {
  watcher *w = user;
  w->events++;
  if (event->flags & ENFOLD_CLOSED) w->closes++;
  note(w, " %u:%.80s:%.80s", event->flags, event->value == NULL ? "-" : event->value,
       event->action == NULL ? "-" : event->action);
}

void watch_log(void *user, int32_t level, const char *record, size_t length) {
  watcher *w = user;
  (void)record;
  (void)length;
  w->events++;
  note(w, " log %d", (int)level);
}

void watch_request(void *user, enfold_request request, const char *payload, size_t length) {
  watcher *w = user;
  (void)length;
  w->events++;
  w->request = request;
  note(w, " asked %.80s", payload);
}

void watch_cancelled(void *user, enfold_request request) {
  watcher *w = user;
  (void)request;
  w->events++;
  note(w, " over");
}

/* Notes the kind alone: times are others in each run. */
void watch_entry(void *user, const char *entry, size_t length) {
  static const char key[] = "\"kind\":\"";
  watcher *w = user;
  const char *kind = strstr(entry, key);
  (void)length;
  w->events++;
  note(w, " %.*s", kind == NULL ? 0 : (int)strcspn(kind + sizeof key - 1, "\""), kind == NULL ? "" : kind + sizeof key - 1);
}

void watch_release(void *user) {
  watcher *w = user;
  w->releases++;
}

watcher *give(world *w) {
  w->was_given[w->attempt] = true;
  return &w->given[w->attempt];
}

void await_release(const watcher *w) {
  for (int rounds = 0; rounds < 3000 && w->releases == 0; rounds++) nanosleep(&(struct timespec){0, 1000000L}, NULL);
}

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static void must(const char *what, enfold_status status, const enfold_error *error) {
  if (status < 0) outcome_fail("cannot prepare: %s: %s: %s", what, enfold_status_name(status), error->message);
}

void world_make(world *w, depth made, const char *plugin, const char *feature, const char *options) {
  enfold_error error = ENFOLD_ERROR_INIT;
  w->options = options;
  if (made >= RUNTIME) {
    must("runtime", enfold_runtime_open(options, options == NULL ? 0 : ENFOLD_NUL, &w->runtime, &error), &error);
  }
  if (made >= PLUGIN) {
    must("plugin", enfold_plugin_load(w->runtime, plugin, NULL, 0, &w->plugin, &error), &error);
  }
  if (made >= STORE) must("store", enfold_store_open(w->runtime, feature, NULL, 0, &w->store, &error), &error);
  if (made >= OBSERVED) {
    must("observe", enfold_store_observe(w->store, "", 0, "{\"action\":true,\"patch\":true}", ENFOLD_NUL, watch,
                                         &w->present, watch_release, &w->subscription, &error), &error);
  }
}

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

int count_descriptors(void) {
  int count = 0;
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return -1;
  while (readdir(directory) != NULL) count++;
  closedir(directory);
  return count;
}

static void add(char *text, size_t size, const char *format, ...) {
  size_t length = strlen(text);
  va_list rest;
  va_start(rest, format);
  vsnprintf(text + length, size - length, format, rest);
  va_end(rest);
}

static void add_string(char *text, size_t size, const char *name, enfold_status status, enfold_string *string) {
  if (status < 0) {
    add(text, size, "%s %s\n", name, enfold_status_name(status));
  } else {
    add(text, size, "%s %.400s\n", name, string->data);
    enfold_string_free(string);
  }
}

static void describe_watcher(char *text, size_t size, const char *name, const watcher *w) {
  add(text, size, "%s: events %d, closes %d, releases %d:%s\n", name, w->events, w->closes, w->releases, w->text);
}

void world_describe(world *w, bool looks_at_descriptor, char *text, size_t size) {
  enfold_string string = {0};
  uint64_t revision = 0;
  int descriptor = -1;
  *text = '\0';
  if (w->runtime != 0) {
    enfold_status status = enfold_runtime_stats(w->runtime, &string, NULL);
    add_string(text, size, "runtime", status, &string);
    if (looks_at_descriptor && enfold_runtime_fd(w->runtime, &descriptor, NULL) == ENFOLD_OK) {
      struct pollfd poller = {.fd = descriptor, .events = POLLIN};
      add(text, size, "readable %d\n", poll(&poller, 1, 0));
    }
  }
  if (w->store != 0) {
    enfold_status status = enfold_store_state(w->store, NULL, 0, &string, NULL);
    add_string(text, size, "store", status, &string);
    status = enfold_store_revision(w->store, &revision, NULL);
    add(text, size, "revision %s %llu\n", enfold_status_name(status), (unsigned long long)revision);
  }
  if (w->plugin != 0) {
    enfold_status status = enfold_plugin_info(w->plugin, &string, NULL);
    add(text, size, "plugin %s\n", enfold_status_name(status));
    if (status == ENFOLD_OK) enfold_string_free(&string);
  }
  if (w->task != 0) {
    enfold_status status = enfold_task_wait(w->task, 0, NULL);
    add(text, size, "task %s\n", enfold_status_name(status));
  }
  if (w->other_runtime != 0) {
    enfold_status status = enfold_runtime_stats(w->other_runtime, &string, NULL);
    add_string(text, size, "other runtime", status, &string);
  }
  if (w->other_store != 0) {
    enfold_status status = enfold_store_state(w->other_store, NULL, 0, &string, NULL);
    add_string(text, size, "other store", status, &string);
  }
  add(text, size, "outputs: plugin %d, text %.200s, count %zu\n", w->other_plugin != 0,
      w->text.data == NULL ? "none" : w->text.data, w->count);
  describe_watcher(text, size, "observer", &w->present);
}

bool world_settle(world *w) {
  if (w->runtime == 0) return true;
  enfold_runtime_pump(w->runtime, 0, NULL, NULL);
  enfold_status status = enfold_runtime_wait(w->runtime, 5000, NULL);
  return status != ENFOLD_TIMEOUT;
}

void world_end(world *w, char *text, size_t size) {
  *text = '\0';
  if (w->task != 0) enfold_task_release(w->task, NULL);
  if (w->other_runtime != 0) enfold_runtime_close(w->other_runtime, NULL);
  if (w->runtime != 0) enfold_runtime_close(w->runtime, NULL);
  enfold_string_free(&w->text);
  describe_watcher(text, size, "observer at the end", &w->present);
  for (int i = 0; i < 2; i++) {
    if (w->was_given[i]) await_release(&w->given[i]);
    if (w->was_given[i] && w->given[i].releases != 1) {
      add(text, size, "callback of call %d: %d releases\n", i + 1, w->given[i].releases);
    }
  }
  watcher *last = &w->given[w->attempt];
  if (w->was_given[w->attempt]) describe_watcher(text, size, "callback at the end", last);
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

struct elsewhere {
  world *world;
  enfold_status (*call)(world *w, enfold_error *error);
  enfold_status status;
};

static void *run_elsewhere(void *argument) {
  struct elsewhere *e = argument;
  e->status = e->call(e->world, NULL);
  return NULL;
}

enfold_status elsewhere(world *w, enfold_status (*call)(world *w, enfold_error *error)) {
  struct elsewhere e = {w, call, 0};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_elsewhere, &e) != 0) outcome_fail("cannot prepare: no thread");
  pthread_join(thread, NULL);
  return e.status;
}

struct loop {
  world *world;
  pthread_mutex_t lock;
  pthread_cond_t pumped;
  bool has_pumped;
};

/* Stays for ever: another thread with its number would be the loop thread, too. */
static void *be_loop(void *argument) {
  struct loop *loop = argument;
  pthread_mutex_lock(&loop->lock);
  enfold_runtime_pump(loop->world->runtime, 0, NULL, NULL);
  loop->has_pumped = true;
  pthread_cond_signal(&loop->pumped);
  pthread_mutex_unlock(&loop->lock);
  for (;;) pause();
  return NULL;
}

void world_move_loop(world *w) {
  static struct loop loop = {NULL, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
  pthread_t thread;
  loop.world = w;
  if (pthread_create(&thread, NULL, be_loop, &loop) != 0) outcome_fail("cannot prepare: no thread");
  pthread_mutex_lock(&loop.lock);
  while (!loop.has_pumped) pthread_cond_wait(&loop.pumped, &loop.lock);
  pthread_mutex_unlock(&loop.lock);
}

static void ignore_release(void *user) { (void)user; }

static enfold_status replace_log(world *w, enfold_error *error) {
  for (int i = 0; i < 2; i++) {
    enfold_runtime_log(w->runtime, ENFOLD_LOG_ERROR, watch_log, &w->present, ignore_release, error);
  }
  return ENFOLD_OK;
}

void world_stir(world *w) {
  int descriptor = -1;
  if (w->runtime == 0 || enfold_runtime_fd(w->runtime, &descriptor, NULL) != ENFOLD_OK) return;
  elsewhere(w, replace_log);
  struct pollfd poller = {.fd = descriptor, .events = POLLIN};
  if (poll(&poller, 1, 0) != 1) outcome_fail("with more work the descriptor is still not readable");
  enfold_runtime_pump(w->runtime, 0, NULL, NULL);
  if (poll(&poller, 1, 0) != 0) outcome_fail("after another pump the descriptor is still readable");
}
