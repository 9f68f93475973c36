/* abi.c: the layout that programs and plugins are compiled with. Offsets never change; a size changes only when a struct
 * that nobody puts into an array grows at its end. That of plugins stands in abi2/layout.h. */
#include <enfold_plugin.h>

#include "abi2/layout.h"
#include "check.h"

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), "sizeof(" #type ") changed")
#define PLACE(type, field, offset) \
  _Static_assert(offsetof(type, field) == (offset), "offsetof(" #type ", " #field ") changed")

#if defined(__LP64__)
SIZE(enfold_error, 512);
PLACE(enfold_error, code, 4);
PLACE(enfold_error, offset, 8);
PLACE(enfold_error, message, 16);
SIZE(enfold_string, 16);
SIZE(enfold_event, 96);
PLACE(enfold_event, flags, 4);
PLACE(enfold_event, store, 8);
PLACE(enfold_event, subscription, 16);
PLACE(enfold_event, revision, 24);
PLACE(enfold_event, pointer, 32);
PLACE(enfold_event, value, 48);
PLACE(enfold_event, patch, 64);
PLACE(enfold_event, action, 80);
#endif

static void the_library_has_the_headers_version(void) {
  CHECK_INT(enfold_abi_version(), ENFOLD_ABI_VERSION);
  CHECK_INT(ENFOLD_ABI_VERSION, 1);
  CHECK_INT(ENFOLD_PLUGIN_ABI, 2);
}

int main(void) {
  RUN(the_library_has_the_headers_version);
  return 0;
}
