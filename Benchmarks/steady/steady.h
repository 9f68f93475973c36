/* steady.h: one store and one kind of action again and again: what instructions and allocations are counted of. */
#ifndef STEADY_H
#define STEADY_H

#include <stddef.h>

/* Opens the store of a path, "W1" or another one of steady.c, and ends the program if there is none. */
void steady_open(const char *plugin_directory, const char *path);

/* Sends so many actions. */
void steady_send(size_t count);

#endif
