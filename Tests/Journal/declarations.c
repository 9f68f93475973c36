/* declarations.c: compares what Providers/sqlite/sqlite_api.h says of SQLite with sqlite3.h. It is compiled, never run. */
#include <sqlite3.h>

#include "../../Providers/sqlite/sqlite_api.h"

#define SAME_FUNCTION(result, name, parameters)                                                         \
  _Static_assert(__builtin_types_compatible_p(__typeof__(sqlite3_##name), result parameters), #name);

SQLITE_FUNCTIONS(SAME_FUNCTION)

#define SAME_NUMBER(name, number) _Static_assert(SQLITE_##name == (number), #name);
SQLITE_NUMBERS(SAME_NUMBER)
