/* json.h: a small checker, written apart from Enfold's own reader. */
#ifndef FUZZ_JSON_H
#define FUZZ_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Is this exactly one JSON value? With `any_bytes`, strings may hold what is not UTF-8. */
bool json_is_valid(const char *text, size_t length, bool any_bytes);
bool utf8_is_valid(const char *text, size_t length);

#endif
