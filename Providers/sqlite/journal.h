/* journal.h: a journal, as `open` gives it, and the functions of the table. One file for each part of the table. */
#ifndef ENFOLD_SQLITE_JOURNAL_H
#define ENFOLD_SQLITE_JOURNAL_H

#include "database.h"

typedef struct journal {
  database *database;           /* shared with other journals that write the same file */
  hold *hold;                   /* NULL: it reads */
  char name[256], feature[256]; /* what `find` gave */
} journal;

enfold_journal_status journal_open(const char *target, size_t length, const char *options, size_t options_length, void **out,
                                   enfold_journal_error *error);
void journal_close(void *journal);
enfold_journal_status journal_claim(void *journal, enfold_journal_claim *claim, enfold_journal_error *error);
enfold_journal_status journal_find(void *journal, const char *name, size_t length, enfold_journal_store *out,
                                   enfold_journal_error *error);
enfold_journal_status journal_append(void *journal, enfold_journal_group *const *groups, size_t count, enfold_journal_error *error);
enfold_journal_status journal_put_checkpoint(void *journal, const enfold_journal_checkpoint *checkpoint,
                                             enfold_journal_error *error);
enfold_journal_status journal_checkpoint(void *journal, uint64_t store, uint64_t seq, enfold_journal_checkpoint_fn fn,
                                         void *context, enfold_journal_error *error);
enfold_journal_status journal_read(void *journal, uint64_t store, uint64_t from, enfold_journal_group_fn fn, void *context,
                                   enfold_journal_error *error);
enfold_journal_status journal_names(void *journal, const char *after, size_t length, enfold_journal_store_fn fn, void *context,
                                    enfold_journal_error *error);
enfold_journal_status journal_remove(void *journal, const char *name, size_t length, enfold_journal_error *error);
enfold_journal_status journal_trim(void *journal, uint64_t store, uint64_t epoch, const uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE],
                                   uint64_t seq, enfold_journal_error *error);
enfold_journal_status journal_maintain(void *journal, enfold_journal_health *out, enfold_journal_error *error);
enfold_journal_status journal_backup(void *journal, const char *target, size_t length, enfold_journal_error *error);

#endif
