/* symbol.c: looks for a function by its name. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "CEnfoldFFI.h"

void *enfold_ffi_symbol(const char *name, void (*near)(void)) {
  void *address = dlsym(RTLD_DEFAULT, name);
  void *place = NULL;
  Dl_info info;
  if (address != NULL || near == NULL) return address;
  memcpy(&place, &near, sizeof place);
  if (dladdr(place, &info) == 0 || info.dli_fname == NULL) return NULL;
  void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return NULL;
  address = dlsym(library, name);
  dlclose(library); /* whoever has loaded it keeps it */
  return address;
}
