/* board.h: a feature that is written in the test itself, in C, and registered with enfold_feature_register.
 *
 * State {"title":"","items":[0,0],"note":"x","log":[...]}, of which "note" may be absent. The action {"do":…} runs the
 * function `step`; every other action is added to "log" as it is. Actions that contain "bad" are none. */
#ifndef BOARD_H
#define BOARD_H

#include <enfold_plugin.h>
#include <stdatomic.h>

#include "check.h"

enum { ITEMS = 64, TEXT = 2048 };

typedef struct board {
  struct world *world;
  char title[64], note[64], log[TEXT];
  bool has_note;
  int items[ITEMS], count;
} board;

/* What one registration shares: its `user`. */
typedef struct world {
  const char *name;
  atomic_int opened, closed, releases, checks, inside;
  atomic_int states, parts; /* how often the whole state was written, and parts of it */
  char written[TEXT];       /* the pointers of the parts */
  bool refuses_parts;
  int bad_parts; /* in which way they are written badly; 0: they are not */
  void (*at_release)(struct world *);
} world;

/* One that lives as long as the program. */
static inline world *new_world(const char *name) {
  static world worlds[256];
  static int next;
  CHECK(next < 256);
  worlds[next].name = name;
  return &worlds[next++];
}

/* What {"do":…} does. */
typedef enfold_status (*step_fn)(board *b, const enfold_changes *changes, const enfold_effects *effects, enfold_error *error);
static step_fn step;

static inline enfold_status board_fail(enfold_error *error, enfold_status status, const char *message) {
  error->code = status;
  snprintf(error->message, sizeof error->message, "%s", message);
  return status;
}

static inline enfold_status board_open(void *user, const char *state, size_t length, void **instance, enfold_error *error) {
  world *w = user;
  board *b = calloc(1, sizeof *b);
  CHECK_INT(atomic_load(&w->releases), 0);
  b->world = w;
  b->count = 2;
  if (state != NULL) {
    char *copy = strndup(state, length);
    bool fits = sscanf(copy, "{\"title\":\"%63[^\"]\"", b->title) == 1;
    const char *bad = strstr(copy, "\"bad\"");
    if (bad != NULL) error->offset = (uint64_t)(bad - copy);
    free(copy);
    if (!fits || bad != NULL) {
      free(b);
      return board_fail(error, ENFOLD_BAD_STATE, fits ? "that is bad" : "a board needs a title");
    }
  }
  atomic_fetch_add(&w->opened, 1);
  *instance = b;
  return ENFOLD_OK;
}

static inline void board_close(void *instance) {
  board *b = instance;
  CHECK_INT(atomic_load(&b->world->releases), 0);
  atomic_fetch_add(&b->world->closed, 1);
  free(b);
}

static inline enfold_status board_check(void *user, const char *action, size_t length, enfold_error *error) {
  world *w = user;
  atomic_fetch_add(&w->checks, 1);
  atomic_fetch_add(&w->inside, 1);
  CHECK_INT(atomic_load(&w->releases), 0);
  char *copy = strndup(action, length);
  char *bad = strstr(copy, "bad");
  enfold_status status = ENFOLD_OK;
  if (bad != NULL) {
    error->offset = (uint64_t)(bad - copy);
    status = board_fail(error, ENFOLD_BAD_ACTION, "that is bad");
  }
  free(copy);
  atomic_fetch_sub(&w->inside, 1);
  return status;
}

static inline enfold_status board_effects(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                   const enfold_effects *effects, enfold_error *error) {
  board *b = instance;
  CHECK_INT(atomic_load(&b->world->releases), 0);
  CHECK(changes->struct_size >= sizeof *changes);
  if (length >= 5 && memcmp(action, "{\"do\"", 5) == 0) return step != NULL ? step(b, changes, effects, error) : ENFOLD_OK;
  size_t used = strlen(b->log);
  snprintf(b->log + used, sizeof b->log - used, "%s%.*s", used > 0 ? "," : "", (int)length, action);
  changes->changed(changes, "/log");
  return ENFOLD_OK;
}

static inline enfold_status board_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  enfold_error *error) {
  return board_effects(instance, action, length, changes, NULL, error);
}

static inline void board_items(const board *b, char *out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "[");
  for (int i = 0; i < b->count; i++) used += (size_t)snprintf(out + used, size - used, "%s%d", i > 0 ? "," : "", b->items[i]);
  snprintf(out + used, size - used, "]");
}

static inline enfold_status board_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  board *b = instance;
  char items[TEXT], note[96] = "", text[3 * TEXT];
  (void)error;
  atomic_fetch_add(&b->world->states, 1);
  board_items(b, items, sizeof items);
  if (b->has_note) snprintf(note, sizeof note, "\"note\":\"%s\",", b->note);
  int length = snprintf(text, sizeof text, "{\"title\":\"%s\",\"items\":%s,%s\"log\":[%s]}", b->title, items, note, b->log);
  write(context, text, (size_t)length);
  return ENFOLD_OK;
}

/* Writes its parts in two pieces. */
static inline enfold_status board_part(void *instance, const char *pointer, size_t length, enfold_write_fn write, void *context,
                                enfold_error *error) {
  board *b = instance;
  char key[64], text[TEXT + 2] = "";
  int index = 0;
  CHECK(length > 0 && length < sizeof key);
  snprintf(key, sizeof key, "%.*s", (int)length, pointer);
  atomic_fetch_add(&b->world->parts, 1);
  size_t used = strlen(b->world->written);
  snprintf(b->world->written + used, sizeof b->world->written - used, "%s ", key);
  if (b->world->refuses_parts) return ENFOLD_UNSUPPORTED;
  switch (b->world->bad_parts) {
    case 1: return ENFOLD_OK; /* nothing */
    case 2: write(context, "1 1", 3); return ENFOLD_OK;
    case 3: write(context, NULL, 3); return ENFOLD_OK;
    case 4: return 77;
    case 5: return ENFOLD_QUEUED;
    case 6: return board_fail(error, ENFOLD_IO, "cannot be read");
  }
  if (strcmp(key, "/title") == 0) {
    snprintf(text, sizeof text, "\"%s\"", b->title);
  } else if (strcmp(key, "/items") == 0) {
    board_items(b, text, sizeof text);
  } else if (sscanf(key, "/items/%d", &index) == 1 && index < b->count) {
    snprintf(text, sizeof text, "%d", b->items[index]);
  } else if (strcmp(key, "/note") == 0 && b->has_note) {
    snprintf(text, sizeof text, "\"%s\"", b->note);
  } else if (strcmp(key, "/log") == 0) {
    snprintf(text, sizeof text, "[%s]", b->log);
  } else {
    return board_fail(error, ENFOLD_BAD_POINTER, "nothing is there");
  }
  write(context, text, 1);
  write(context, text + 1, strlen(text) - 1);
  return ENFOLD_OK;
}

static const enfold_effect_reducer board_with_effects = {sizeof(enfold_effect_reducer), board_effects};
static const enfold_parts board_with_parts = {sizeof(enfold_parts), board_part};

/* Which extensions the next registration finds. */
static bool has_effects, has_parts;

static inline const void *board_extension(const char *name, uint32_t version) {
  if (name == NULL || version != 1) return NULL;
  if (strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0) return has_effects ? &board_with_effects : NULL;
  if (strcmp(name, ENFOLD_PARTS_EXTENSION) == 0) return has_parts ? &board_with_parts : NULL;
  return NULL;
}

static inline void board_released(void *user) {
  world *w = user;
  CHECK_INT(atomic_load(&w->inside), 0);
  CHECK_INT(atomic_load(&w->opened), atomic_load(&w->closed));
  atomic_fetch_add(&w->releases, 1);
  if (w->at_release != NULL) w->at_release(w);
}

static inline enfold_reducer board_reducer(void) {
  return (enfold_reducer){sizeof(enfold_reducer), NULL, board_open, board_close, board_check, board_reduce, board_state};
}

/* Registers it, and overwrites what it was registered with. */
static inline enfold_status board_register(enfold_runtime runtime, world *w, enfold_error *error) {
  enfold_reducer reducer = board_reducer();
  char name[32];
  snprintf(name, sizeof name, "%s", w->name);
  enfold_plugin_feature feature = {sizeof feature, name, NULL, NULL, NULL, &reducer, board_extension};
  enfold_status status = enfold_feature_register(runtime, &feature, w, board_released, error);
  memset(&reducer, 0xff, sizeof reducer);
  memset(&feature, 0xff, sizeof feature);
  memset(name, 'x', sizeof name);
  return status;
}

#endif
