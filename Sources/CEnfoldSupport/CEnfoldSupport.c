/* CEnfoldSupport.c: the parts of CEnfoldSupport.h that need system headers which Swift should not see. */
#define _GNU_SOURCE
#include "CEnfoldSupport.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
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

void *enfold_image_symbol(void *image, const char *name) { return dlsym(image, name); }

const char *enfold_image_error(void) {
  const char *text = dlerror();
  return text == NULL ? "unknown error" : text;
}

const char *enfold_compiler_id(void) { return "swift " __VERSION__; }

char *enfold_real_path(const char *path) { return realpath(path, NULL); }
