/* enfold_crash_line.h: the line that a process leaves when a plugin ends it by a signal, if it was asked for. */
#ifndef ENFOLD_CRASH_LINE_H
#define ENFOLD_CRASH_LINE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the process has the environment variable ENFOLD_CRASH_LINE=1. The first call installs the signal handlers if it
 * has; otherwise none is ever installed. */
__attribute__((visibility("hidden"))) bool enfold_crash_line_is_on(void);
/* Notes the image that an address lies in, so that a trap in its code is known to be the plugin's. `name` is copied. */
__attribute__((visibility("hidden"))) void enfold_crash_line_add_image(const void *_Nonnull address,
                                                                       const char *_Nonnull name);
/* This thread begins to run code of a plugin; `text` is the text for the line, and is copied as far as it fits. */
__attribute__((visibility("hidden"))) void enfold_crash_line_begin(const char *_Nonnull text, size_t length);
/* This thread has left that code of a plugin. */
__attribute__((visibility("hidden"))) void enfold_crash_line_end(void);

#ifdef __cplusplus
}
#endif

#endif
