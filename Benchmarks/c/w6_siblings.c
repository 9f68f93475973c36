/* w6_siblings.c: W6: one of 1 or 10,000 counters: from the root, and through a scope. */
#include "bench.h"
#include "floor.h"

static const char increment[] = "{\"increment\":{}}";

typedef struct siblings {
  floor_siblings floor;
  enfold_store store, scoped;
  char text[64];
  size_t length;
} siblings;

static void run_floor_siblings(void *user, size_t count) {
  siblings *s = user;
  for (size_t i = 0; i < count; i++) floor_siblings_send(&s->floor, s->text, s->length);
}

static void run_api_siblings(void *user, size_t count) {
  siblings *s = user;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(s->store, s->text, s->length, NULL, &error));
}

static void run_floor_child(void *user, size_t count) {
  siblings *s = user;
  for (size_t i = 0; i < count; i++) floor_siblings_send_scoped(&s->floor, increment, sizeof increment - 1);
}

static void run_api_child(void *user, size_t count) {
  siblings *s = user;
  for (size_t i = 0; i < count; i++) MUST(enfold_store_send(s->scoped, increment, sizeof increment - 1, NULL, &error));
}

static char *state_of(size_t count) {
  char *text = malloc(count * 32 + 64), *at = text;
  at += sprintf(at, "{\"state\":{\"items\":[");
  for (size_t i = 0; i < count; i++) at += sprintf(at, "%s{\"id\":%zu}", i ? "," : "", i);
  sprintf(at, "]}}");
  return text;
}

static void open_siblings(siblings *s, size_t count, int is_scoped) {
  char *state = state_of(count), pointer[64];
  size_t observed = count / 2;
  s->floor = (floor_siblings){.observed = (int64_t)observed, .observer = heard};
  floor_siblings_open(&s->floor, count);
  s->store = open_store("Siblings", state);
  free(state);
  const char *format = "{\"child\":{\"id\":%zu,\"action\":%s}}";
  if (is_scoped) {
    char template[64];
    snprintf(pointer, sizeof pointer, "/items/id=%zu", observed);
    snprintf(template, sizeof template, format, observed, "\"$action\"");
    MUST(enfold_store_scope(s->store, pointer, ENFOLD_NUL, template, ENFOLD_NUL, &s->scoped, &error));
    observe(s->scoped, "/count", NULL);
  } else {
    s->length = (size_t)snprintf(s->text, sizeof s->text, format, observed, increment);
    snprintf(pointer, sizeof pointer, "/items/id=%zu/count", observed);
    observe(s->store, pointer, NULL);
  }
}

static void measure(const char *what, int is_scoped) {
  static const size_t counts[] = {1, 10000};
  siblings contexts[2];
  side sides[4];
  for (size_t i = 0; i < 2; i++) {
    open_siblings(&contexts[i], counts[i], is_scoped);
    side *floor = &sides[2 * i], *api = floor + 1;
    *floor = (side){.what = "floor", .context = &contexts[i], .same = 100};
    floor->run = is_scoped ? run_floor_child : run_floor_siblings;
    snprintf(floor->workload, sizeof floor->workload, "W6 one of %zu children, %s", counts[i], what);
    *api = *floor;
    api->what = "C API";
    api->run = is_scoped ? run_api_child : run_api_siblings;
  }
  compare(sides, 4);
  for (size_t i = 0; i < 2; i++) {
    close_store(contexts[i].store);
    floor_siblings_close(&contexts[i].floor);
  }
}

void w6_siblings(void) {
  measure("from the root", 0);
  measure("through a scope", 1);
}
