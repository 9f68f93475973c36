/* second_copy.c: a program that has a copy of SQLite of its own. The provider must refuse to work beside it.
 *
 *   second-copy libenfold-sqlite.so TARGET */
#include <dlfcn.h>
#include <enfold_journal.h>
#include <stdio.h>
#include <string.h>

/* All that is looked for. The program exports it (-rdynamic). */
int sqlite3_open_v2(void);
int sqlite3_open_v2(void) { return 1; }

int main(int count, char **arguments) {
  void *library = count == 3 ? dlopen(arguments[1], RTLD_NOW) : NULL;
  enfold_journal_provider_fn entry = NULL;
  if (library != NULL) *(void **)&entry = dlsym(library, "enfold_journal_provider");
  if (entry == NULL) return 2;
  enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
  void *journal = NULL;
  enfold_journal_status status = entry()->open(arguments[2], strlen(arguments[2]), NULL, 0, &journal, &error);
  if (status == ENFOLD_JOURNAL_UNSUPPORTED && strstr(error.message, "copy of SQLite") != NULL) {
    printf("ok a_second_copy_of_sqlite_is_refused\n");
    return 0;
  }
  printf("FAILED a_second_copy_of_sqlite_is_refused: open gave %d: %s\n", (int)status, error.message);
  return 1;
}
