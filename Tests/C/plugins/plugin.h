/* plugin.h: what the small plugins of the tests share: how they refuse, and the table of a plugin with one reducer. */
#ifndef TESTS_PLUGIN_H
#define TESTS_PLUGIN_H

#include <enfold_plugin.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static inline enfold_status fail(enfold_error *error, enfold_status status, const char *message) {
  if (error != NULL) {
    error->code = status;
    error->offset = UINT64_MAX;
    snprintf(error->message, sizeof error->message, "%s", message);
  }
  return status;
}

/* Texts that are given do not end with a NUL. */
static inline bool is(const char *text, size_t length, const char *other) {
  return length == strlen(other) && memcmp(text, other, length) == 0;
}

/* The entry of a plugin whose only feature is a reducer. */
#define REDUCER_PLUGIN(ID, NAME, ...)                                                   \
  const enfold_plugin_table *enfold_plugin_entry(void) {                                \
    static const enfold_reducer reducer = {.struct_size = sizeof reducer, __VA_ARGS__}; \
    static const enfold_plugin_feature feature = {                                      \
        .struct_size = sizeof feature, .name = NAME, .reducer = &reducer};              \
    static const enfold_plugin_feature *const features[] = {&feature};                  \
    static const enfold_plugin_table table = {                                          \
        .struct_size = sizeof table, .abi = ENFOLD_PLUGIN_ABI_INIT, .id = ID,           \
        .version = "1.0.0", .features = features, .feature_count = 1};                  \
    return &table;                                                                      \
  }

#endif
