/* CEnfoldSupport.c: the parts of CEnfoldSupport.h that need system headers which Swift should not see. */
#define _GNU_SOURCE
#include "CEnfoldSupport.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

void *enfold_handle_chunk_storage[ENFOLD_HANDLE_CHUNKS];
int32_t enfold_kept_pins = 0;
int32_t enfold_hint_readers = 0;
enfold_handle_places enfold_handle_place_storage = {.lock = {0}};

int enfold_event_create(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/* Both are called while others wait for this thread, so it is not cancelled here. */
bool enfold_event_set(int descriptor) {
  const int cancellation = enfold_cancellation_off();
  uint64_t one = 1;
  bool is_readable;
  do is_readable = write(descriptor, &one, sizeof one) == (ssize_t)sizeof one || errno == EAGAIN;
  while (!is_readable && errno == EINTR);
  enfold_cancellation_restore(cancellation);
  return is_readable;
}

bool enfold_event_clear(int descriptor) {
  const int cancellation = enfold_cancellation_off();
  uint64_t count;
  bool was_read;
  do was_read = read(descriptor, &count, sizeof count) == (ssize_t)sizeof count || errno == EAGAIN;
  while (!was_read && errno == EINTR);
  enfold_cancellation_restore(cancellation);
  return was_read;
}

void enfold_event_close(int descriptor) { close(descriptor); }

static void *open_image(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); }

void *enfold_image_open(const char *path) {
  char name[ENFOLD_FILE_NAME_SIZE + NAME_MAX];
  /* The loader would put something else for $LIB, $ORIGIN and $PLATFORM. */
  if (strchr(path, '$') == NULL) return open_image(path);
  const char *slash = strrchr(path, '/');
  const bool is_in_file = slash == NULL || strchr(slash, '$') != NULL || strlen(slash) > NAME_MAX;
  char *folder = is_in_file ? strdup(path) : strndup(path, (size_t)(slash - path) + 1);
  int file = folder == NULL ? -1 : open(folder, O_PATH | O_CLOEXEC);
  free(folder);
  if (file < 0) return open_image(path);
  /* By its folder, if that is possible: then the image finds the libraries that lie beside it. */
  enfold_file_name(file, name);
  if (!is_in_file) strcat(name, slash);
  void *image = open_image(name);
  /* Later, too, the image looks there for libraries that lie beside it. So the folder stays open as long as the image. */
  if (image == NULL || is_in_file) close(file);
  return image;
}

/* pread until everything is there or the file ends. Returns the number of bytes, or -1. */
static ssize_t read_at(int file, void *bytes, size_t count, uint64_t place) {
  size_t done = 0;
  while (done < count) {
    ssize_t now = pread(file, (char *)bytes + done, count - done, (off_t)(place + done));
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) return -1;
    if (now == 0) break;
    done += (size_t)now;
  }
  return (ssize_t)done;
}

/* enfold_image_size of an open file. */
static int image_size(int file, uint64_t *size, uint64_t *needed) {
  struct stat status;
  ElfW(Ehdr) header;
  if (fstat(file, &status) != 0) return errno;
  if (!S_ISREG(status.st_mode)) return 0;
  ssize_t count = read_at(file, &header, sizeof header, 0);
  if (count < 0) return errno;
  if (count != (ssize_t)sizeof header || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return 0;
  *size = (uint64_t)status.st_size;
  if (header.e_phoff > *size) {
    *needed = header.e_phoff;
    return 0;
  }
  for (unsigned i = 0; i < header.e_phnum; i++) {
    ElfW(Phdr) segment;
    uint64_t place = header.e_phoff + (uint64_t)i * sizeof segment;
    count = read_at(file, &segment, sizeof segment, place);
    if (count < 0) return errno;
    if (count != (ssize_t)sizeof segment) {
      *needed = *size + 1;
      return 0;
    }
    uint64_t end = segment.p_filesz > UINT64_MAX - segment.p_offset ? UINT64_MAX : segment.p_offset + segment.p_filesz;
    if (segment.p_type == PT_LOAD && end > *needed) *needed = end;
  }
  return 0;
}

int enfold_image_size(const char *path, uint64_t *size, uint64_t *needed) {
  *size = *needed = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int problem = image_size(file, size, needed);
  close(file);
  return problem;
}

void *enfold_image_symbol(void *image, const char *name) { return dlsym(image, name); }

const char *enfold_image_error(void) {
  const char *text = dlerror();
  return text == NULL ? "unknown error" : text;
}

/* The number that a file begins with; 0 if there is none. Takes no memory from the heap, because there may be none left. */
static long read_number(const char *path) {
  char text[32] = "";
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? atol(text) : 0;
}

/* How many lines a file has; 0 if it cannot be read. Takes no memory from the heap either. */
static long count_lines(const char *path) {
  char block[4096];
  long lines = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  for (ssize_t count; (count = read(file, block, sizeof block)) > 0;)
    for (ssize_t i = 0; i < count; i++) lines += block[i] == '\n';
  close(file);
  return lines;
}

bool enfold_process_maps_are_full(void) {
  long most = read_number("/proc/sys/vm/max_map_count");
  return most > 0 && count_lines("/proc/self/maps") + 16 >= most; /* an image needs several */
}

const char *enfold_compiler_id(void) { return "swift " __VERSION__; }

char *enfold_real_path(const char *path) { return realpath(path, NULL); }

const char *enfold_variable(const char *name) { return secure_getenv(name); }

/* What stands here if nobody has linked EnfoldTesting: see enfold_linked.h. */
__attribute__((weak)) void *enfold_running_test(void) { return NULL; }
