/* frames.c: one file to which frames are appended, each synced before it counts. */
#include "frames.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER 24
#define MAGIC 0x314a4645u /* EFJ1 */
#define MOST_FAILURES 3

/* Of a header: 0 magic, 4 checksum of what follows in it, 8 number, 12 checksum of the bytes, 16 length. */

static uint32_t checksum(const uint8_t *bytes, size_t length) {
  static uint32_t table[256];
  if (table[1] == 0)
    for (uint32_t index = 256; index-- > 0;) {
      uint32_t value = index;
      for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
      table[index] = value;
    }
  uint32_t value = ~0u;
  for (size_t index = 0; index < length; index++) value = value >> 8 ^ table[(value ^ bytes[index]) & 0xff];
  return ~value;
}

static uint32_t get32(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static uint64_t get64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static bool is_header(const uint8_t *bytes) { return get32(bytes) == MAGIC && get32(bytes + 4) == checksum(bytes + 8, HEADER - 8); }

enfold_journal_status frames_stop(frames *frames, enfold_journal_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(frames->reason, sizeof frames->reason, format, arguments);
  va_end(arguments);
  frames->is_stopped = true;
  return problem(error, ENFOLD_JOURNAL_STOPPED, "%s", frames->reason);
}

static enfold_journal_status failed(frames *frames, int number, const char *doing, enfold_journal_error *error) {
  const char *path = frames->place.path;
  if (problem_passes(number)) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s: %s", path, doing, strerror(number));
  if (number != EIO) return frames_stop(frames, error, "%s: %s: %s", path, doing, strerror(number));
  if (++frames->failures >= MOST_FAILURES)
    return frames_stop(frames, error, "%s: %s, for the %uth time in a row: %s. Look at the disk", path, doing, frames->failures,
                       strerror(number));
  return problem(error, ENFOLD_JOURNAL_WAITING, "%s: %s: %s", path, doing, strerror(number));
}

enfold_journal_status frames_check(frames *frames, enfold_journal_error *error) {
  if (frames->is_stopped) return problem(error, ENFOLD_JOURNAL_STOPPED, "%s", frames->reason);
  file_identity now = identity_of(frames->place.path);
  struct stat found;
  if (!identity_is_same(&now, &frames->opened) || (frames->hold != NULL && !hold_is_valid(frames->hold)))
    return frames_stop(frames, error, "%s or its lock was deleted or replaced while the journal was open: open it again",
                       frames->place.path);
  if (fstat(frames->descriptor, &found) == 0 && (uint64_t)found.st_size < frames->end)
    return frames_stop(frames, error, "%s was cut while the journal was open: open it again", frames->place.path);
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status frames_read(frames *frames, uint64_t place, void *out, size_t length, enfold_journal_error *error) {
  for (uint8_t *next = out; length > 0;) {
    ssize_t count = pread(frames->descriptor, next, length, (off_t)place);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return failed(frames, count == 0 ? EIO : errno, "it cannot be read", error);
    next += count;
    place += (uint64_t)count;
    length -= (size_t)count;
  }
  return ENFOLD_JOURNAL_OK;
}

static int write_all(int descriptor, const uint8_t *bytes, size_t length, uint64_t place) {
  while (length > 0) {
    ssize_t count = pwrite(descriptor, bytes, length, (off_t)place);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes += count;
    place += (uint64_t)count;
    length -= (size_t)count;
  }
  return 0;
}

/* The frame at `end`: ENFOLD_JOURNAL_OK and its bytes, which the caller frees, or ENFOLD_JOURNAL_NOT_FOUND without a message. */
static enfold_journal_status next_frame(frames *frames, uint64_t size, uint8_t **out, size_t *length, enfold_journal_error *error) {
  uint8_t header[HEADER];
  if (size < frames->end + HEADER) return ENFOLD_JOURNAL_NOT_FOUND;
  enfold_journal_status status = frames_read(frames, frames->end, header, HEADER, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  if (!is_header(header) || get32(header + 8) != frames->number || get64(header + 16) > size - frames->end - HEADER)
    return ENFOLD_JOURNAL_NOT_FOUND;
  *length = get64(header + 16);
  *out = malloc(*length + 1);
  if (*out == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: no memory to read it", frames->place.path);
  status = frames_read(frames, frames->end + HEADER, *out, *length, error);
  if (status == ENFOLD_JOURNAL_OK && checksum(*out, *length) != get32(header + 12)) status = ENFOLD_JOURNAL_NOT_FOUND;
  if (status != ENFOLD_JOURNAL_OK) free(*out);
  return status;
}

enfold_journal_status frames_refresh(frames *frames, frame_fn fn, void *context, enfold_journal_error *error) {
  struct stat found;
  if (fstat(frames->descriptor, &found) != 0) return failed(frames, errno, "it cannot be read", error);
  for (;;) {
    uint8_t *bytes = NULL;
    size_t length = 0;
    enfold_journal_status status = next_frame(frames, (uint64_t)found.st_size, &bytes, &length, error);
    if (status == ENFOLD_JOURNAL_NOT_FOUND) return ENFOLD_JOURNAL_OK;
    if (status != ENFOLD_JOURNAL_OK) return status;
    status = fn(context, bytes, length, frames->end + HEADER, error);
    free(bytes);
    if (status != ENFOLD_JOURNAL_OK) return status;
    frames->end += HEADER + length;
    frames->number++;
  }
}

/* Whether a later frame lies behind the last good one. */
static enfold_journal_status refuse_damage(frames *frames, uint64_t size, enfold_journal_error *error) {
  static uint8_t window[1 << 16];
  for (uint64_t place = frames->end; place + HEADER <= size; place += sizeof window - HEADER) {
    size_t length = size - place < sizeof window ? (size_t)(size - place) : sizeof window;
    enfold_journal_status status = frames_read(frames, place, window, length, error);
    if (status != ENFOLD_JOURNAL_OK) return status;
    for (size_t index = 0; index + HEADER <= length; index++)
      if (is_header(window + index) && get32(window + index + 8) > frames->number)
        return frames_stop(frames, error, "%s is damaged at byte %llu, and a whole frame follows at byte %llu: restore a backup",
                           frames->place.path, (unsigned long long)frames->end, (unsigned long long)(place + index));
  }
  return ENFOLD_JOURNAL_OK;
}

/* What another process left may be in the system's cache and not on the disk, after a failed sync. At most the last frame is: it is
 * written again, what is behind it is cut off, and both are synced. */
static enfold_journal_status settle(frames *frames, uint64_t size, uint64_t last, enfold_journal_error *error) {
  size_t length = (size_t)(frames->end - last);
  uint8_t *bytes = malloc(length + 1);
  if (bytes == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: no memory to open it", frames->place.path);
  enfold_journal_status status = frames_read(frames, last, bytes, length, error);
  int number = status == ENFOLD_JOURNAL_OK ? write_all(frames->descriptor, bytes, length, last) : 0;
  free(bytes);
  if (status != ENFOLD_JOURNAL_OK) return status;
  if (number == 0 && size > frames->end && ftruncate(frames->descriptor, (off_t)frames->end) != 0) number = errno;
  if (number == 0 && fdatasync(frames->descriptor) != 0) number = errno;
  if (number == 0 && !place_sync(frames->place.folder)) number = errno;
  return number == 0 ? ENFOLD_JOURNAL_OK : failed(frames, number, "it cannot be synced", error);
}

typedef struct watched {
  frame_fn fn;
  void *context;
  uint64_t last;
} watched;

static enfold_journal_status watch(void *context, const uint8_t *bytes, size_t length, uint64_t place,
                                   enfold_journal_error *error) {
  watched *watched = context;
  watched->last = place - HEADER;
  return watched->fn(watched->context, bytes, length, place, error);
}

enfold_journal_status frames_open(frames *frames, const place *place, hold *hold, frame_fn fn, void *context,
                                  enfold_journal_error *error) {
  *frames = (struct frames){.place = *place, .hold = hold, .number = 1};
  frames->descriptor = open(place->path, (hold == NULL ? O_RDONLY : O_RDWR) | O_CLOEXEC);
  if (frames->descriptor < 0)
    return problem(error, problem_passes(errno) ? ENFOLD_JOURNAL_WAITING : ENFOLD_JOURNAL_STOPPED, "%s cannot be opened%s: %s",
                   place->path, hold == NULL ? "" : " for writing", strerror(errno));
  struct stat found;
  enfold_journal_status status = ENFOLD_JOURNAL_OK;
  if (fstat(frames->descriptor, &found) != 0) status = failed(frames, errno, "it cannot be read", error);
  frames->opened = (file_identity){.device = found.st_dev, .inode = found.st_ino, .is_there = true};
  if (status == ENFOLD_JOURNAL_OK) status = frames_check(frames, error);
  watched watched = {fn, context, 0};
  if (status == ENFOLD_JOURNAL_OK) status = frames_refresh(frames, watch, &watched, error);
  if (status == ENFOLD_JOURNAL_OK && hold != NULL) status = refuse_damage(frames, (uint64_t)found.st_size, error);
  if (status == ENFOLD_JOURNAL_OK && frames->end == 0 && found.st_size > HEADER)
    status = frames_stop(frames, error, "%s is no journal, or its beginning is damaged", place->path);
  if (status == ENFOLD_JOURNAL_OK && hold != NULL) status = settle(frames, (uint64_t)found.st_size, watched.last, error);
  if (status != ENFOLD_JOURNAL_OK) close(frames->descriptor);
  return status;
}

void frames_close(frames *frames) { close(frames->descriptor); }

enfold_journal_status frames_append(frames *frames, const uint8_t *bytes, size_t length, uint64_t *out,
                                    enfold_journal_error *error) {
  uint8_t *frame = malloc(HEADER + length);
  if (frame == NULL) return problem(error, ENFOLD_JOURNAL_WAITING, "%s: no memory to write it", frames->place.path);
  uint32_t magic = MAGIC, sum = checksum(bytes, length);
  uint64_t size = length;
  memcpy(frame, &magic, 4);
  memcpy(frame + 8, &frames->number, 4);
  memcpy(frame + 12, &sum, 4);
  memcpy(frame + 16, &size, 8);
  sum = checksum(frame + 8, HEADER - 8);
  memcpy(frame + 4, &sum, 4);
  memcpy(frame + HEADER, bytes, length);
  int number = write_all(frames->descriptor, frame, HEADER + length, frames->end);
  if (number == 0 && fdatasync(frames->descriptor) != 0) number = errno;
  free(frame);
  if (number != 0) {
    /* If this fails, too: the next frame at this place has the same number, so what lies behind it does not count. */
    (void)!ftruncate(frames->descriptor, (off_t)frames->end);
    return failed(frames, number, "a group cannot be written", error);
  }
  frames->failures = 0;
  *out = frames->end + HEADER;
  frames->end += HEADER + length;
  frames->number++;
  return ENFOLD_JOURNAL_OK;
}

enfold_journal_status frames_copy(frames *frames, const char *target, size_t length, enfold_journal_error *error) {
  place made;
  enfold_journal_status status = place_make(target, length, &made, error);
  if (status != ENFOLD_JOURNAL_OK) return status;
  int descriptor = open(made.path, O_WRONLY | O_CLOEXEC), number = descriptor < 0 ? errno : 0;
  for (uint64_t place = 0; number == 0 && place < frames->end;) {
    static uint8_t buffer[1 << 16];
    size_t part = frames->end - place < sizeof buffer ? (size_t)(frames->end - place) : sizeof buffer;
    ssize_t count = pread(frames->descriptor, buffer, part, (off_t)place);
    number = count <= 0 ? EIO : write_all(descriptor, buffer, (size_t)count, place);
    if (count > 0) place += (uint64_t)count;
  }
  if (number == 0 && fsync(descriptor) != 0) number = errno;
  if (descriptor >= 0) close(descriptor);
  if (number == 0 && !place_sync(made.folder)) number = errno;
  if (number == 0) return ENFOLD_JOURNAL_OK;
  unlink(made.path);
  return problem(error, ENFOLD_JOURNAL_WAITING, "%s cannot be written: %s", made.path, strerror(number));
}
