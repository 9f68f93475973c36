/* counter_tables.h: the plugin's tables: as the header has them, or
 *   LATER_HEADER     with members behind them, as those of a later header;
 *   SMALLEST_TABLES  with no more than must be there. What lies behind them cannot be read: the process would end. */
#ifndef COUNTER_TABLES_H
#define COUNTER_TABLES_H

#include "counter_types.h"

#ifndef PLUGIN_ID
#define PLUGIN_ID "org.enfold.tests.counter"
#endif
#ifndef PLUGIN_VERSION
#define PLUGIN_VERSION "1.0.0"
#endif

typedef const void *(*extension_function)(const char *name, uint32_t version);

#ifdef SMALLEST_TABLES
#include <sys/mman.h>
#include <unistd.h>

/* The first bytes of a struct, at the end of what can be read. */
static void *cut(const void *table, uint32_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) abort();
  memcpy(pages + page - size, table, size);
  memcpy(pages + page - size, &size, sizeof size);
  return pages + page - size;
}

static const enfold_plugin_table *counter_table(const enfold_engine *engine, extension_function extension) {
  (void)extension;
  static const enfold_plugin_feature *features[1];
  static const enfold_plugin_table *made;
  if (made != NULL) return made;
  enfold_plugin_feature feature = {.name = "Counter", .state_schema = "{\"type\":\"object\"}",
                                   .engine = cut(engine, offsetof(enfold_engine, set))};
  features[0] = cut(&feature, offsetof(enfold_plugin_feature, get_extension));
  enfold_plugin_table table = {.abi = ENFOLD_PLUGIN_ABI_INIT, .id = PLUGIN_ID, .version = PLUGIN_VERSION,
                               .features = features, .feature_count = 1};
  table.abi.host_size = offsetof(enfold_host, get_extension);
  table.abi.engine_size = offsetof(enfold_engine, set);
  return made = cut(&table, offsetof(enfold_plugin_table, get_extension));
}

#else

static const enfold_plugin_table *counter_table(const enfold_engine *known, extension_function extension) {
  static struct { enfold_engine known; LATER_MEMBERS } engine;
  static struct { enfold_plugin_feature known; LATER_MEMBERS } feature = {
      .known = {sizeof feature, "Counter", "{\"type\":\"object\"}", NULL, &engine.known, NULL, NULL}};
  static const enfold_plugin_feature *const features[] = {&feature.known};
  static struct { enfold_plugin_table known; LATER_MEMBERS } table = {
      .known = {sizeof table, ENFOLD_PLUGIN_ABI_INIT, PLUGIN_ID, PLUGIN_VERSION, features, 1, NULL}};
  engine.known = *known;
  feature.known.get_extension = extension;
  engine.known.struct_size = sizeof engine;
#ifdef LATER_HEADER
  /* Nothing that the runtime could take for one of its own. */
  memset(engine.later, 0xAA, sizeof engine.later);
  memset(feature.later, 0xAA, sizeof feature.later);
  memset(table.later, 0xAA, sizeof table.later);
  table.known.abi.commit_size = sizeof(counter_commit);
  table.known.abi.host_size += sizeof table.later;
  table.known.abi.engine_size = sizeof engine;
  table.known.abi.reducer_size += sizeof table.later;
#endif
  return &table.known;
}

#endif

#endif
