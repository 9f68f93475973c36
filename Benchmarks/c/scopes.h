/* scopes.h: enfold_store_scope, if the library has it: it is younger than the benchmarks. */
#ifndef SCOPES_H
#define SCOPES_H

#include <enfold.h>

enfold_status enfold_store_scope(enfold_store store, const char *pointer, size_t length, const char *action,
                                 size_t action_length, enfold_store *out, enfold_error *error);
#pragma weak enfold_store_scope

static inline int has_scopes(void) { return enfold_store_scope != NULL; }

#endif
