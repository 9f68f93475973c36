/* frames.h: one file to which frames are appended, each synced before it counts.
 *
 * A frame is a header of 24 bytes (magic, checksum of the header, number, length, checksum of the bytes) and its bytes. A frame
 * that is broken and the last one was being written when the power failed: it is cut off. A broken one before others is damage. */
#ifndef ENFOLD_FLAT_FRAMES_H
#define ENFOLD_FLAT_FRAMES_H

#include <stdbool.h>

#include "../../../Providers/sqlite/hold.h"
#include "../../../Providers/sqlite/place.h"

/* Receives the bytes of a frame and where they are in the file. */
typedef enfold_journal_status (*frame_fn)(void *context, const uint8_t *bytes, size_t length, uint64_t place,
                                          enfold_journal_error *error);

typedef struct frames {
  place place;
  int descriptor;
  file_identity opened;
  hold *hold;      /* NULL: it reads */
  uint64_t end;    /* of the last frame */
  uint32_t number; /* of the next frame */
  uint32_t failures;
  bool is_stopped;
  char reason[496];
} frames;

enfold_journal_status frames_open(frames *frames, const place *place, hold *hold, frame_fn fn, void *context,
                                  enfold_journal_error *error);
void frames_close(frames *frames);

/* Whether it goes on, and the path leads to the file that is open. */
enfold_journal_status frames_check(frames *frames, enfold_journal_error *error);

/* Reads what others have appended since. */
enfold_journal_status frames_refresh(frames *frames, frame_fn fn, void *context, enfold_journal_error *error);

/* Appends a frame, and syncs it. `out` receives where its bytes are. */
enfold_journal_status frames_append(frames *frames, const uint8_t *bytes, size_t length, uint64_t *out,
                                    enfold_journal_error *error);

enfold_journal_status frames_read(frames *frames, uint64_t place, void *out, size_t length, enfold_journal_error *error);

/* Copies all frames to a new file. */
enfold_journal_status frames_copy(frames *frames, const char *target, size_t length, enfold_journal_error *error);

__attribute__((format(printf, 3, 4))) enfold_journal_status frames_stop(frames *frames, enfold_journal_error *error,
                                                                        const char *format, ...);

#endif
