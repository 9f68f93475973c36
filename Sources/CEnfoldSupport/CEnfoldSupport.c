/* CEnfoldSupport.c: the parts of CEnfoldSupport.h that need system headers which Swift should not see. */
#define _GNU_SOURCE
#include "CEnfoldSupport.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

_Thread_local uint32_t enfold_callback_depth_value __attribute__((tls_model("initial-exec"))) = 0;

void *enfold_handle_chunk_storage[ENFOLD_HANDLE_CHUNKS];
enfold_handle_places enfold_handle_place_storage = {.lock = {PTHREAD_MUTEX_INITIALIZER}};

int enfold_event_create(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void enfold_event_set(int descriptor) {
  uint64_t one = 1;
  while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void enfold_event_clear(int descriptor) {
  uint64_t count;
  while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {
  }
}

void enfold_event_close(int descriptor) { close(descriptor); }

void *enfold_image_open(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); }

uint64_t enfold_image_size(const char *path, uint64_t *size) {
  *size = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  uint64_t needed = 0;
  struct stat status;
  ElfW(Ehdr) header;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      pread(file, &header, sizeof header, 0) == (ssize_t)sizeof header && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0) {
    *size = (uint64_t)status.st_size;
    for (unsigned i = 0; i < header.e_phnum; i++) {
      ElfW(Phdr) segment;
      off_t place = (off_t)(header.e_phoff + (uint64_t)i * sizeof segment);
      if (pread(file, &segment, sizeof segment, place) != (ssize_t)sizeof segment) {
        needed = (uint64_t)place + sizeof segment;
        break;
      }
      uint64_t end = segment.p_offset + segment.p_filesz;
      if (segment.p_type == PT_LOAD && end > needed) needed = end;
    }
  }
  close(file);
  return needed;
}

void *enfold_image_symbol(void *image, const char *name) { return dlsym(image, name); }

const char *enfold_image_error(void) {
  const char *text = dlerror();
  return text == NULL ? "unknown error" : text;
}

const char *enfold_compiler_id(void) { return "swift " __VERSION__; }

char *enfold_real_path(const char *path) { return realpath(path, NULL); }
