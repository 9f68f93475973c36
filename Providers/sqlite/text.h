/* text.h: the rules for texts that a provider is given. */
#ifndef ENFOLD_TEXT_H
#define ENFOLD_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* UTF-8 without U+0000. */
bool text_is_valid(const char *text, size_t length);

/* A name of a store, a feature or a plugin: 1 to 255 bytes of UTF-8 without U+0000. */
bool text_is_name(const char *text, size_t length);

#endif
