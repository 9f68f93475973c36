/* stage.c: what the cases share. */
#include "cases.h"

#include <dlfcn.h>

stage the_stage;

/* ---- Callbacks --------------------------------------------------------------------------------------------------- */

static void see(void *user, const enfold_event *event) {
  watched *w = user;
  CHECK_INT(w->releases, 0);
  CHECK_INT(w->closes, 0);
  w->events++;
  w->last_revision = event->revision;
  if (event->flags & ENFOLD_CLOSED) w->closes++;
  /* A host uses these without a further look. */
  CHECK(event->value != NULL || event->value_length == 0);
  CHECK(event->patch != NULL || event->patch_length == 0);
  CHECK(event->action != NULL || event->action_length == 0);
  CHECK(event->tag == NULL ? event->tag_length == 0 : event->tag_length > 0 && event->tag_length <= 256);
  if (event->tag != NULL) the_stage.tags++;
  CHECK(event->value_length < SIZE_MAX / 2);
  CHECK(event->patch_length < SIZE_MAX / 2);
  CHECK(event->action_length < SIZE_MAX / 2);
  if (event->value != NULL) snprintf(w->value, sizeof w->value, "%.*s", (int)(event->value_length & 127), event->value);
}

static void let_go(void *user) { ((watched *)user)->releases++; }

/* Records come from any thread when there is no loop. */
static pthread_mutex_t records = PTHREAD_MUTEX_INITIALIZER;

static void note_record(void *user, int32_t level, const char *record, size_t length) {
  watched *w = user;
  CHECK_INT(w->releases, 0);
  CHECK(level >= ENFOLD_LOG_ERROR && level <= ENFOLD_LOG_DEBUG);
  CHECK(record != NULL && length <= (64 << 20) && record[length] == '\0');
  if (level != ENFOLD_LOG_ERROR) return;
  pthread_mutex_lock(&records);
  the_stage.errors++;
  snprintf(the_stage.last_error, sizeof the_stage.last_error, "%s", record);
  pthread_mutex_unlock(&records);
}

static watched *new_watched(void) {
  CHECK(the_stage.watched_count < (int)(sizeof the_stage.watched / sizeof the_stage.watched[0]));
  return &the_stage.watched[the_stage.watched_count++];
}

/* ---- Setting and striking ---------------------------------------------------------------------------------------- */

void set_stage(void) {
  stage *s = &the_stage;
  char options[64];
  snprintf(options, sizeof options, "{\"loop\":\"%s\"}", s->loop);
  s->runtime = open_runtime(options);
  CHECK_OK(enfold_runtime_log(s->runtime, ENFOLD_LOG_DEBUG, note_record, new_watched(), let_go, &problem));
  if (s->is_traced) begin_reading();
  if (s->table_only) return;
  const char *path = test_plugin("misbehave");
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_plugin_load(s->runtime, path, NULL, 0, &plugin, &problem));
  void *image = dlopen(path, RTLD_NOW);
  CHECK(image != NULL);
  s->board = dlsym(image, "misbehave_board");
  CHECK(s->board != NULL);
  s->board->runtime = s->runtime;
}

void strike_stage(void) {
  stage *s = &the_stage;
  enfold_status status = enfold_runtime_close(s->runtime, begin_call());
  if (status != ENFOLD_STALE) CHECK_INT(status, ENFOLD_OK); /* the fault may have closed it */
  if (s->board != NULL)
    for (int i = 0; i < s->board->thread_count; i++) pthread_join(s->board->threads[i], NULL);
  if (s->is_traced) check_reading();
  for (int i = 0; i < s->watched_count; i++) {
    watched *w = &s->watched[i];
    if (w->releases != 1) fprintf(stderr, "the release of number %d ran %d times\n", i, w->releases);
    CHECK_INT(w->releases, 1);
    CHECK(w->closes <= 1);
  }
  if (s->board == NULL) return;
  /* A store whose last call was one of host->schedule is released by the next call that opens or closes something. */
  CHECK_OK(enfold_runtime_close(open_runtime(NULL), &problem));
  CHECK_INT(s->board->stores_released, s->board->stores_opened);
  CHECK_INT(s->board->tasks_released, s->board->tasks_made);
  CHECK_INT(s->board->instances_closed, s->board->instances_opened);
  CHECK_INT(s->board->questions_released, s->board->questions_asked);
}

/* ---- Stores ------------------------------------------------------------------------------------------------------ */

enfold_store open_feature(const char *name) {
  enfold_store store = 0;
  CHECK_OK(enfold_store_open(the_stage.runtime, name, NULL, 0, &store, begin_call()));
  if (the_stage.board != NULL) the_stage.board->store = store;
  return store;
}

watched *watch(enfold_store store, const char *pointer, const char *options) {
  watched *w = new_watched();
  size_t length = options == NULL ? 0 : ENFOLD_NUL;
  enfold_status status =
      enfold_store_observe(store, pointer, ENFOLD_NUL, options, length, see, w, let_go, NULL, begin_call());
  expect_known(status, "enfold_store_observe");
  return status == ENFOLD_OK ? w : NULL;
}

watched *watch_actions(enfold_store store) {
  watched *w = new_watched();
  static const char options[] = "{\"state\":\"\"}";
  enfold_status status =
      enfold_store_observe_actions(store, options, ENFOLD_NUL, see, w, let_go, NULL, begin_call());
  expect_known(status, "enfold_store_observe_actions");
  return status == ENFOLD_OK ? w : NULL;
}

void pump(void) {
  if (strcmp(the_stage.loop, "host") != 0) return;
  for (int times = 0; times < 100; times++) {
    enfold_status status = enfold_runtime_pump(the_stage.runtime, 0, NULL, begin_call());
    expect_known(status, "enfold_runtime_pump");
    if (status != ENFOLD_MORE) return;
  }
}

/* ---- Living ------------------------------------------------------------------------------------------------------ */

static void read_all(enfold_store store) {
  enfold_string text = {NULL, 0};
  uint64_t number;
  expect_known(enfold_store_state(store, NULL, 0, &text, begin_call()), "enfold_store_state");
  enfold_string_free(&text);
  expect_known(enfold_store_state(store, "/count", ENFOLD_NUL, &text, begin_call()), "enfold_store_state");
  enfold_string_free(&text);
  expect_known(enfold_store_revision(store, &number, begin_call()), "enfold_store_revision");
  expect_known(enfold_runtime_stats(the_stage.runtime, &text, begin_call()), "enfold_runtime_stats");
  enfold_string_free(&text);
}

static void *send_there(void *store) {
  expect_known(enfold_store_send(*(enfold_store *)store, "\"there\"", ENFOLD_NUL, NULL, NULL), "enfold_store_send");
  return NULL;
}

static void try_tasks(enfold_store store) {
  enfold_task task = 0;
  expect_known(enfold_store_send(store, "\"once\"", ENFOLD_NUL, &task, begin_call()), "enfold_store_send");
  if (task != 0) {
    expect_known(enfold_task_wait(task, 20, begin_call()), "enfold_task_wait");
    expect_known(enfold_task_release(task, begin_call()), "enfold_task_release");
  }
  task = 0;
  expect_known(enfold_store_send(store, "\"hold\"", ENFOLD_NUL, &task, begin_call()), "enfold_store_send");
  if (task != 0) {
    expect_known(enfold_task_cancel(task, begin_call()), "enfold_task_cancel");
    expect_known(enfold_task_wait(task, 20, begin_call()), "enfold_task_wait");
    expect_known(enfold_task_release(task, begin_call()), "enfold_task_release");
  }
}

static void try_scope(enfold_store store) {
  static const char template[] = "{\"child\":\"$action\"}";
  enfold_store scope = 0;
  expect_known(enfold_store_scope(store, "/count", ENFOLD_NUL, template, ENFOLD_NUL, &scope, begin_call()),
               "enfold_store_scope");
  if (scope == 0) return;
  watch(scope, "", NULL);
  expect_known(enfold_store_send(scope, "\"inside\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  read_all(scope);
  expect_known(enfold_store_close(scope, begin_call()), "enfold_store_close");
}

/* While it is held, and at breakpoints. Afterwards it is released, as far as its engine lets it. */
static void try_holding(enfold_store store) {
  static const char *const breaks[] = {"{\"action\":\"kept\"}", "{\"path\":\"/count\"}", "{\"path\":\"\"}"};
  static const char *const removals[] = {"{\"remove\":1}", "{\"remove\":99}", "{\"clear\":true}"};
  uint32_t done = 0;
  uint64_t number = 0;
  expect_known(enfold_store_hold(store, 1, begin_call()), "enfold_store_hold");
  for (int i = 0; i < 3; i++)
    expect_known(enfold_store_send(store, "\"kept\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  expect_known(enfold_store_step(store, &done, begin_call()), "enfold_store_step");
  CHECK(done <= 1);
  read_all(store);
  for (int i = 0; i < 3; i++)
    expect_known(enfold_store_break(store, breaks[i], ENFOLD_NUL, &number, begin_call()), "enfold_store_break");
  expect_known(enfold_store_hold(store, 0, begin_call()), "enfold_store_hold");
  expect_known(enfold_store_send(store, "\"kept\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  pump();
  expect_known(enfold_store_wait(store, 1, begin_call()), "enfold_store_wait");
  for (int i = 0; i < 3; i++)
    expect_known(enfold_store_break(store, removals[i], ENFOLD_NUL, &number, begin_call()), "enfold_store_break");
  expect_known(enfold_store_hold(store, 0, begin_call()), "enfold_store_hold");
  pump();
}

void live_through(enfold_store store) {
  size_t accepted = 0;
  enfold_subscription subscription = 0;
  watched *cancelled = new_watched();
  watch(store, "", "{\"patch\":true,\"action\":true}");
  watch(store, "", "{\"patch\":\"keyed\",\"old\":true}");
  watch(store, "/count", "{\"filter\":\"raw\"}");
  watch(store, "/count", "{\"coalesce\":\"drain\"}");
  watch_actions(store);
  expect_known(enfold_store_observe(store, NULL, 0, NULL, 0, see, cancelled, let_go, &subscription, begin_call()),
               "enfold_store_observe");
  expect_known(enfold_store_send(store, "\"one\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  expect_known(enfold_store_send_batch(store, "[\"two\",\"three\"]", ENFOLD_NUL, &accepted, begin_call()),
               "enfold_store_send_batch");
  expect_known(enfold_store_set(store, "/count", ENFOLD_NUL, "7", ENFOLD_NUL, NULL, 0, begin_call()),
               "enfold_store_set");
  pump();
  if (subscription != 0) {
    expect_known(enfold_subscription_cancel(subscription, begin_call()), "enfold_subscription_cancel");
    expect_known(enfold_store_send(store, "\"four\"", ENFOLD_NUL, NULL, begin_call()), "enfold_store_send");
  }
  elsewhere(send_there, &store);
  pump();
  read_all(store);
  try_scope(store);
  try_tasks(store);
  try_holding(store);
  expect_known(enfold_store_flush(store, begin_call()), "enfold_store_flush");
  expect_known(enfold_store_wait(store, 20, begin_call()), "enfold_store_wait");
  expect_known(enfold_runtime_wait(the_stage.runtime, 20, begin_call()), "enfold_runtime_wait");
  expect_known(enfold_store_close(store, begin_call()), "enfold_store_close");
  pump();
}

static void check_good_store(const char *feature) {
  enfold_store store = open_feature(feature);
  enfold_task task = 0;
  enfold_string text = {NULL, 0};
  watched *w = watch(store, "/count", NULL);
  CHECK(w != NULL);
  CHECK_OK(enfold_store_send(store, "\"one\"", ENFOLD_NUL, &task, &problem));
  CHECK_OK(enfold_task_wait(task, 5000, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
  CHECK_INT(w->events, 2);
  CHECK_TEXT(w->value, "1");
  CHECK_OK(enfold_store_state(store, "/count", ENFOLD_NUL, &text, &problem));
  CHECK_TEXT(text.data, "1");
  enfold_string_free(&text);
  CHECK_OK(enfold_store_end(store, NULL, 0, &problem));
  CHECK_INT(w->releases, 1);
  CHECK_INT(w->closes, 1);
}

void check_good_stores(void) {
  check_good_store("good-engine");
  check_good_store("good-reducer");
}

/* ---- Expectations ------------------------------------------------------------------------------------------------ */

void expect_known(enfold_status status, const char *what) {
  if (strcmp(enfold_status_name(status), "ENFOLD_UNKNOWN") != 0) return;
  fprintf(stderr, "%s gave %d, which is no status\n", what, status);
  exit(1);
}

/* Whether a message is UTF-8 and ends in its array. */
static bool is_sound(const char *message, size_t capacity) {
  size_t length = strnlen(message, capacity);
  const unsigned char *byte = (const unsigned char *)message;
  if (length == capacity) return false;
  for (size_t i = 0, more = 0; i < length; i++) {
    if (more > 0 ? byte[i] >> 6 != 2 : byte[i] >> 6 == 2 || byte[i] >= 0xF8) return false;
    more = more > 0 ? more - 1 : byte[i] < 0x80 ? 0 : byte[i] < 0xE0 ? 1 : byte[i] < 0xF0 ? 2 : 3;
    if (more > 0 && i + 1 == length) return false;
  }
  return true;
}

void expect_status(const test_case *c, enfold_status status, const char *function, const enfold_error *error) {
  expect_known(status, function);
  if (c->status == ANY_STATUS) return;
  if (status != c->status) {
    fprintf(stderr, "%s gave %s, not %s: %.200s\n", function, enfold_status_name(status), enfold_status_name(c->status),
            error->message);
    exit(1);
  }
  if (status >= 0) return;
  CHECK_INT(error->code, status);
  CHECK_INT(error->struct_size, sizeof *error);
  CHECK(is_sound(error->message, sizeof error->message));
  CHECK_CONTAINS(error->message, function);
  CHECK(strlen(error->message) > strlen(function) + 2);
  if (c->part != NULL) CHECK_CONTAINS(error->message, c->part);
}
