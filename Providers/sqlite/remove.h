/* remove.h: what `maintain` does for stores that are deleted. */
#ifndef ENFOLD_SQLITE_REMOVE_H
#define ENFOLD_SQLITE_REMOVE_H

#include "database.h"

/* Deletes a slice of what is left of deleted stores. ENFOLD_JOURNAL_MORE: there may be more. */
enfold_journal_status remove_left(database *database, enfold_journal_error *error);

#endif
