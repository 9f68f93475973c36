/* rows.h: what is bound to statements, and what comes back from a database that nobody vouches for. */
#ifndef ENFOLD_SQLITE_ROWS_H
#define ENFOLD_SQLITE_ROWS_H

#include "database.h"

void bind_number(database *database, int statement, int index, uint64_t number);
/* Borrowed until the statement is reset. A failure shows at the step, as a NULL that the tables refuse. */
void bind_text(database *database, int statement, int index, const char *text, size_t length);
void bind_bytes(database *database, int statement, int index, const void *bytes, size_t length);

/* Steps once. ENFOLD_JOURNAL_MORE: there is a row; ENFOLD_JOURNAL_OK: it has ended. */
enfold_journal_status step(database *database, int statement, const char *doing, enfold_journal_error *error);
/* Steps to the end, and resets. */
enfold_journal_status step_all(database *database, int statement, const char *doing, enfold_journal_error *error);
void reset(database *database, int statement);

/* False: the column has another type, a negative number, another size. */
bool take_number(database *database, int statement, int column, uint64_t *out);
bool take_bytes(database *database, int statement, int column, uint8_t *out, size_t size);
/* False with is_memory: there is no memory for it. */
bool take_text(database *database, int statement, int column, const char **out, size_t *length, bool *is_memory);

/* The row of a statement that selects from enfold_store. The texts are valid until the next step.
 * ENFOLD_JOURNAL_CORRUPT: it cannot be right. */
enfold_journal_status take_store(database *database, int statement, enfold_journal_store *out, enfold_journal_error *error);

/* Writes a store to a struct of the caller's, of which struct_size bytes are there. */
void give_store(const enfold_journal_store *found, enfold_journal_store *out);

/* The status of a result whose row is wrong, or for which there is no memory. */
enfold_journal_status wrong_row(database *database, bool is_memory, uint64_t store, const char *what, uint64_t seq,
                                enfold_journal_error *error);

/* Finds a store by its name. ENFOLD_JOURNAL_NOT_FOUND fills `error`. Resets nothing: the caller resets STORE_BY_NAME. */
enfold_journal_status store_by_name(database *database, const char *name, size_t length, enfold_journal_store *out,
                                    enfold_journal_error *error);

/* Whether the store has that epoch and that writer. ENFOLD_JOURNAL_FENCED. `head` may be NULL. */
enfold_journal_status check_writer(database *database, uint64_t store, uint64_t epoch, const uint8_t *writer, uint64_t *head,
                                   enfold_journal_error *error);

enfold_journal_status put_checkpoint(database *database, uint64_t store, const enfold_journal_checkpoint *checkpoint,
                                     enfold_journal_error *error);
/* Whether a checkpoint of the caller's can be kept. */
enfold_journal_status check_checkpoint(const enfold_journal_checkpoint *checkpoint, enfold_journal_error *error);

#endif
