/* provider.c: the table, which is all that libenfold-sqlite.so exports. */
#include "journal.h"

static const void *get_extension(const char *name, uint32_t version) {
  (void)name;
  (void)version;
  return NULL;
}

static const enfold_journal_provider_table table = {
    .struct_size = sizeof table,
    .abi = ENFOLD_JOURNAL_ABI_INIT,
    .id = "sqlite",
    .version = "0.1.0",
    .open = journal_open,
    .close = journal_close,
    .claim = journal_claim,
    .find = journal_find,
    .append = journal_append,
    .put_checkpoint = journal_put_checkpoint,
    .checkpoint = journal_checkpoint,
    .read = journal_read,
    .names = journal_names,
    .remove = journal_remove,
    .trim = journal_trim,
    .maintain = journal_maintain,
    .backup = journal_backup,
    .get_extension = get_extension,
};

const enfold_journal_provider_table *enfold_journal_provider(void) { return &table; }
