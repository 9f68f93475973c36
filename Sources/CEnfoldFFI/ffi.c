/* ffi.c: opens libffi and keeps the functions of it that are needed. */
#define _GNU_SOURCE
#include "CEnfoldFFI.h"

#include <dlfcn.h>
#include <errno.h>
#include <ffi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The names of libffi, the one with this ABI first. */
static const char *const libraries[] = {"libffi.so.8", "libffi.so.7"};

static const char *const type_names[ENFOLD_FFI_TYPES] = {
    "ffi_type_void",   "ffi_type_uint8",  "ffi_type_sint8",  "ffi_type_uint16", "ffi_type_sint16", "ffi_type_uint32",
    "ffi_type_sint32", "ffi_type_uint64", "ffi_type_sint64", "ffi_type_float",  "ffi_type_double", "ffi_type_pointer"};

/* The functions of libffi that are used. Nothing here changes once `is_open` is true. */
static struct {
  bool is_open;
  ffi_type *types[ENFOLD_FFI_TYPES];
  ffi_status (*prepare)(ffi_cif *, ffi_abi, unsigned, ffi_type *, ffi_type **);
  void (*call)(ffi_cif *, void (*)(void), void *, void **);
  void *(*closure_alloc)(size_t, void **);
  void (*closure_free)(void *);
  ffi_status (*prepare_closure)(ffi_closure *, ffi_cif *, void (*)(ffi_cif *, void *, void **, void *), void *, void *);
} ffi;

/* Held while libffi is opened, and while it prepares a signature, because that may write into its types. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct enfold_ffi_signature {
  ffi_cif cif;
  ffi_type *types[]; /* of the arguments */
};

struct enfold_ffi_closure {
  ffi_closure *closure;
  enfold_ffi_receiver receiver;
  void *user;
};

static bool find(void *library, const char *name, void *place) {
  void *address = dlsym(library, name);
  memcpy(place, &address, sizeof address);
  return address != NULL;
}

static bool find_everything(void *library) {
  for (int i = 0; i < ENFOLD_FFI_TYPES; i++) {
    if (!find(library, type_names[i], &ffi.types[i])) return false;
  }
  return find(library, "ffi_prep_cif", &ffi.prepare) && find(library, "ffi_call", &ffi.call) &&
         find(library, "ffi_closure_alloc", &ffi.closure_alloc) && find(library, "ffi_closure_free", &ffi.closure_free) &&
         find(library, "ffi_prep_closure_loc", &ffi.prepare_closure);
}

/* Called with the lock held. */
static bool open_libffi(char *reason, size_t size, bool *is_missing) {
  if (ffi.is_open) return true;
  reason[0] = '\0';
  *is_missing = true;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    void *library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    if (library != NULL && find_everything(library)) return ffi.is_open = true;
    const char *problem = dlerror();
    if (problem == NULL) problem = "unknown error";
    /* The text is all that dlopen tells. */
    if (library == NULL && strstr(problem, strerror(ENOENT)) == NULL) *is_missing = false;
    /* Keep the message about the first library: that is the one to install. */
    if (reason[0] == '\0') snprintf(reason, size, "%s", problem);
    if (library != NULL) dlclose(library);
  }
  return false;
}

bool enfold_ffi_open(char *reason, size_t size, bool *is_missing) {
  pthread_mutex_lock(&lock);
  bool is_open = open_libffi(reason, size, is_missing);
  pthread_mutex_unlock(&lock);
  return is_open;
}

enfold_ffi_signature *enfold_ffi_prepare(uint8_t result, const uint8_t *arguments, uint32_t count) {
  enfold_ffi_signature *signature = malloc(sizeof *signature + count * sizeof *signature->types);
  if (signature == NULL) return NULL;
  for (uint32_t i = 0; i < count; i++) signature->types[i] = ffi.types[arguments[i]];
  pthread_mutex_lock(&lock);
  ffi_status status = ffi.prepare(&signature->cif, FFI_DEFAULT_ABI, count, ffi.types[result], signature->types);
  pthread_mutex_unlock(&lock);
  if (status == FFI_OK) return signature;
  free(signature);
  return NULL;
}

void enfold_ffi_signature_free(enfold_ffi_signature *signature) { free(signature); }

int enfold_ffi_call(const enfold_ffi_signature *signature, void (*function)(void), void *result, void **arguments) {
  errno = 0;
  /* ffi_call does not change it. */
  ffi.call((ffi_cif *)&signature->cif, function, result, arguments);
  return errno;
}

static void receive(ffi_cif *cif, void *result, void **arguments, void *user) {
  const enfold_ffi_closure *closure = user;
  (void)cif;
  closure->receiver(closure->user, result, arguments);
}

/* Asks the system, because libffi says ENOMEM whatever it has met. */
static bool forbids_execution(void) {
  const size_t size = (size_t)sysconf(_SC_PAGESIZE);
  void *page = mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return errno == EACCES || errno == EPERM;
  munmap(page, size);
  return false;
}

enfold_ffi_closure *enfold_ffi_closure_create(const enfold_ffi_signature *signature, enfold_ffi_receiver receiver,
                                              void *user, void (**code)(void)) {
  enfold_ffi_closure *made = malloc(sizeof *made);
  void *address = NULL;
  if (made == NULL) return NULL;
  made->receiver = receiver;
  made->user = user;
  made->closure = ffi.closure_alloc(sizeof *made->closure, &address);
  if (made->closure != NULL &&
      ffi.prepare_closure(made->closure, (ffi_cif *)&signature->cif, receive, made, address) == FFI_OK) {
    memcpy(code, &address, sizeof address);
    return made;
  }
  if (made->closure != NULL) ffi.closure_free(made->closure);
  free(made);
  errno = forbids_execution() ? EACCES : ENOMEM;
  return NULL;
}
