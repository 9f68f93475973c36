/* abi.c: the layout that programs and plugins are compiled with. Offsets never change; a size changes only when a struct
 * that nobody puts into an array grows at its end. */
#include <enfold_plugin.h>

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
SIZE(enfold_change, 48);
SIZE(enfold_commit, 48);
SIZE(enfold_host, 64);
SIZE(enfold_later, 16);
SIZE(enfold_thread, 32);
SIZE(enfold_store_options, 56);
SIZE(enfold_engine, 136);
PLACE(enfold_engine, observe, 80);
PLACE(enfold_engine, set, 128);
SIZE(enfold_changes, 16);
SIZE(enfold_reducer, 56);
SIZE(enfold_plugin_feature, 48);
SIZE(enfold_plugin_abi, 40);
SIZE(enfold_plugin_table, 80);
PLACE(enfold_plugin_table, abi, 8);
PLACE(enfold_plugin_table, id, 48);
#endif

static void the_library_has_the_headers_version(void) {
  CHECK_INT(enfold_abi_version(), ENFOLD_ABI_VERSION);
  CHECK_INT(ENFOLD_ABI_VERSION, 1);
  CHECK_INT(ENFOLD_PLUGIN_ABI, 1);
}

int main(void) {
  RUN(the_library_has_the_headers_version);
  return 0;
}
