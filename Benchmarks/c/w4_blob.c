/* w4_blob.c: W4: one action carries all records, 10 KB or 1 MB of JSON, and the whole state is observed. */
#include "bench.h"
#include "floor.h"

typedef struct context {
  floor_blob floor;
  enfold_store store;
  struct { char *text; size_t length; } actions[2]; /* in turn, so that each changes something */
  size_t next[2];
} context;

static void run_floor(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) {
    size_t next = c->next[0]++ % 2;
    if (floor_blob_send(&c->floor, c->actions[next].text, c->actions[next].length) != 0) abort();
  }
}

static void run_api(void *user, size_t count) {
  context *c = user;
  for (size_t i = 0; i < count; i++) {
    size_t next = c->next[1]++ % 2;
    MUST(enfold_store_send(c->store, c->actions[next].text, c->actions[next].length, NULL, &error));
  }
}

/* Records until the text has `size` bytes. One title of eight has an escape, another one a letter beyond ASCII. */
static char *replacement(size_t size, int is_done, size_t *length) {
  static const char *const titles[] = {"record number %zu", "record \\\"%zu\\\"", "\xC3\xA9 record %zu"};
  char *text = malloc(size + 256), *at = text;
  at += sprintf(at, "{\"replace\":[");
  for (size_t i = 0; (size_t)(at - text) < size - 64; i++) {
    at += sprintf(at, "%s{\"id\":%zu,\"title\":\"", i ? "," : "", i);
    at += sprintf(at, titles[i % 8 < 2 ? i % 8 + 1 : 0], i);
    at += sprintf(at, "\",\"isDone\":%s}", (i % 3 == 0) == is_done ? "true" : "false");
  }
  at += sprintf(at, "]}");
  *length = (size_t)(at - text);
  return text;
}

static void measure(const char *workload, size_t size) {
  context c = {.floor = {.observer = heard}};
  for (int i = 0; i < 2; i++) c.actions[i].text = replacement(size, i, &c.actions[i].length);
  floor_blob_open(&c.floor);
  c.store = open_store("Blob", NULL);
  observe(c.store, "", NULL);
  side sides[] = {{"", "floor", run_floor, &c, 4}, {"", "C API", run_api, &c, 4}};
  for (int i = 0; i < 2; i++) snprintf(sides[i].workload, sizeof sides[i].workload, "%s", workload);
  compare(sides, 2);
  floor_blob_close(&c.floor);
  close_store(c.store);
  for (int i = 0; i < 2; i++) free(c.actions[i].text);
}

void w4_blob(void) {
  measure("W4 10 KB", 10 * 1024);
  measure("W4 1 MB", 1024 * 1024);
}
