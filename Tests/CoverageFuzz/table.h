/* table.h: a plugin's table made of bytes. Pointers are NULL or valid, everything else is what the bytes say. */
#ifndef ENFOLD_FUZZ_TABLE_H
#define ENFOLD_FUZZ_TABLE_H

#include <enfold_plugin.h>

/* Makes a table. Each struct is in memory of its own, which ends where its struct_size says. */
const enfold_plugin_table *make_table(const unsigned char *data, size_t size);

/* Frees the last table that was made. */
void free_table(void);

#endif
