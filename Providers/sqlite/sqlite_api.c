/* sqlite_api.c: finds SQLite's functions in the system's library. */
#include "sqlite_api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define LIBRARY "libsqlite3.so.0"
#define SMALLEST 3026000 /* SQLITE_DBCONFIG_DEFENSIVE */

sqlite_api sqlite;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;

/* A copy of SQLite that is part of the program, and visible, would also get calls that LIBRARY makes to itself. Two copies
 * that open one file take each other's POSIX locks away. */
static enfold_journal_status refuse_second_copy(void *library, enfold_journal_error *error) {
  void *visible = dlsym(RTLD_DEFAULT, "sqlite3_open_v2");
  void *own = dlsym(library, "sqlite3_open_v2");
  if (visible == NULL || visible == own) return ENFOLD_JOURNAL_OK;
  Dl_info info;
  const char *file = dladdr(visible, &info) != 0 && info.dli_fname != NULL ? info.dli_fname : "this program";
  return problem(error, ENFOLD_JOURNAL_UNSUPPORTED,
                 "%s has a copy of SQLite of its own, and two copies in one process break each other's locks: link it with the "
                 "system's " LIBRARY,
                 file);
}

static enfold_journal_status load(enfold_journal_error *error) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  const char *why = library == NULL ? dlerror() : NULL;
  if (library == NULL)
    return problem(error, ENFOLD_JOURNAL_UNSUPPORTED,
                   "a journal in SQLite needs the system's " LIBRARY ", which is not there: install the package libsqlite3-0 "
                   "(apt-get install libsqlite3-0). The loader says: %s",
                   why == NULL ? "nothing" : why);
#define FIND(result, name, parameters)                                                                                \
  *(void **)&sqlite.name = dlsym(library, "sqlite3_" #name);                                                          \
  if (sqlite.name == NULL)                                                                                            \
    return problem(error, ENFOLD_JOURNAL_UNSUPPORTED,                                                                 \
                   "the system's " LIBRARY " has no sqlite3_" #name ": it must be 3.26 or later");
  SQLITE_FUNCTIONS(FIND)
#undef FIND
  if (sqlite.libversion_number() < SMALLEST)
    return problem(error, ENFOLD_JOURNAL_UNSUPPORTED, "the system's " LIBRARY " is SQLite %s: it must be 3.26 or later",
                   sqlite.libversion());
  if (sqlite.threadsafe() == 0)
    return problem(error, ENFOLD_JOURNAL_UNSUPPORTED, "the system's " LIBRARY " was built without threads");
  return refuse_second_copy(library, error);
}

enfold_journal_status sqlite_load(enfold_journal_error *error) {
  pthread_mutex_lock(&mutex);
  enfold_journal_status status = is_loaded ? ENFOLD_JOURNAL_OK : load(error);
  if (status == ENFOLD_JOURNAL_OK) is_loaded = true;
  pthread_mutex_unlock(&mutex);
  return status;
}
