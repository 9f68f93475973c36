/* A plugin whose table is made by the program that loads it: see tables.c. */
#include <enfold_plugin.h>

extern const enfold_plugin_table *fuzzed_table;

const enfold_plugin_table *enfold_plugin_entry(void) { return fuzzed_table; }
