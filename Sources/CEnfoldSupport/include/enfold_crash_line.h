/* enfold_crash_line.h: the line that a process leaves when a plugin ends it by a signal, if it was asked for. */
#ifndef ENFOLD_CRASH_LINE_H
#define ENFOLD_CRASH_LINE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the name of the action at `context` with the context `name` of `write`, and its JSON with `value`. Either may be NULL:
 * then it is not wanted. */
typedef void (*enfold_crash_describe_fn)(void *_Nullable context,
                                         void (*_Nullable write)(void *_Nullable to, const char *_Nullable bytes, size_t length),
                                         void *_Nullable name, void *_Nullable value);

/* Whether the process leaves the line. The first call turns it on if the environment has ENFOLD_CRASH_LINE=1 or =values. */
__attribute__((visibility("hidden"))) bool enfold_crash_line_is_on(void);
/* Turns it on for the process, and installs the signal handlers. With `values` the line has the beginning of the action. */
__attribute__((visibility("hidden"))) void enfold_crash_line_turn_on(bool values);
/* Writes an action, as JSON, without what is redacted in it. `label` is the one that enfold_crash_line_enter got. */
typedef void (*enfold_crash_redact_fn)(const char *_Nullable label, const char *_Nullable action, size_t length,
                                       void (*_Nullable write)(void *_Nullable to, const char *_Nullable bytes, size_t length),
                                       void *_Nullable to);

/* From now on actions in the line are written by this function. It is called in a copy of the process. */
__attribute__((visibility("hidden"))) void enfold_crash_line_redact_by(enfold_crash_redact_fn _Nonnull function);
/* Notes the image that an address lies in, so that a trap in its code is known to be the plugin's. `name` is copied. */
__attribute__((visibility("hidden"))) void enfold_crash_line_add_image(const void *_Nonnull address,
                                                                       const char *_Nonnull name);
/* This thread begins to run code of a plugin; `text` is the text for the line, and is copied as far as it fits. */
__attribute__((visibility("hidden"))) void enfold_crash_line_begin(const char *_Nonnull text, size_t length);
/* This thread begins to reduce an action. `label` says which feature does, for the line. All three stay valid until
 * enfold_crash_line_end. Without a label or a function it does nothing. */
__attribute__((visibility("hidden"))) void enfold_crash_line_enter(const char *_Nullable label,
                                                                   enfold_crash_describe_fn _Nullable describe,
                                                                   void *_Nullable context);
/* This thread has left that code of a plugin. */
__attribute__((visibility("hidden"))) void enfold_crash_line_end(void);

#ifdef __cplusplus
}
#endif

#endif
