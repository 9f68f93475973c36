/* w6_levels.c: W6: the counter of W1 under 0, 1 and 5 parents: from the root, and through as many scopes. */
#include "bench.h"
#include "floor.h"

static const char increment[] = "{\"increment\":{}}";

typedef struct context {
  floor_levels floor;
  enfold_store root, scoped;
  char text[128];
  size_t length;
} context;

static void run_floor(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) floor_levels_send(&c->floor, c->text, c->length);
}

static void run_api(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(c->root, c->text, c->length, NULL, &error));
}

static void run_floor_scoped(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) floor_levels_send_scoped(&c->floor, increment, sizeof increment - 1);
}

static void run_api_scoped(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(c->scoped, increment, sizeof increment - 1, NULL, &error));
}

static void open_context(context *c, int depth, int is_scoped) {
  char pointer[64] = "", feature[16];
  snprintf(feature, sizeof feature, "Level%d", depth);
  *c = (context){.floor = {.lock = PTHREAD_MUTEX_INITIALIZER, .depth = depth, .observer = heard}};
  c->root = c->scoped = open_store(feature, NULL);
  for (int i = 0; i < depth; i++) {
    strcat(c->text, "{\"child\":");
    strcat(pointer, "/child");
  }
  strcat(c->text, increment);
  for (int i = 0; i < depth; i++) strcat(c->text, "}");
  c->length = strlen(c->text);
  /* A scope inside a scope for each level; they are closed with the root. */
  for (int i = 0; is_scoped && i < depth; i++)
    MUST(enfold_store_scope(c->scoped, "/child", ENFOLD_NUL, "{\"child\":\"$action\"}", ENFOLD_NUL, &c->scoped, &error));
  if (is_scoped) observe(c->scoped, "/count", NULL);
  else observe(c->root, strcat(pointer, "/count"), NULL);
}

static void measure(const char *what, int is_scoped) {
  static const int depths[] = {0, 1, 5};
  context contexts[3];
  side sides[6];
  for (size_t i = 0; i < 3; i++) {
    open_context(&contexts[i], depths[i], is_scoped);
    side *floor = &sides[2 * i], *api = floor + 1;
    *floor = (side){.what = "floor", .run = is_scoped ? run_floor_scoped : run_floor, .context = &contexts[i], .same = 100};
    snprintf(floor->workload, sizeof floor->workload, "W6 %d levels, %s", depths[i], what);
    *api = *floor;
    api->what = "C API";
    api->run = is_scoped ? run_api_scoped : run_api;
  }
  compare(sides, 6);
  for (size_t i = 0; i < 3; i++) close_store(contexts[i].root);
}

void w6_levels(void) {
  measure("from the root", 0);
  measure("through scopes", 1);
}
