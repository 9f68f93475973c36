/* dlopen.c: libenfold opened at run time, as languages with an FFI do. Usage: dlopen LIBRARY */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: dlopen LIBRARY\n"), 2;
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  const char *(*version)(void);
  *(void **)&version = dlsym(library, "enfold_version");
  if (version == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  printf("%s\n", version());
  return 0;
}
