/* statements.c: the texts of the statements and tables. */
#include "statements.h"

const char *const statement_texts[STATEMENT_COUNT] = {
#define STATEMENT_TEXT(name, text) [name] = (text),
    STATEMENTS(STATEMENT_TEXT)
#undef STATEMENT_TEXT
};

/* AUTOINCREMENT: the number of a deleted store is never given again, so what is left of it cannot become that of another. */
const char *const tables_text =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE enfold_meta(version INTEGER NOT NULL);"
    "CREATE TABLE enfold_store(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, feature TEXT NOT NULL,"
    " epoch INTEGER NOT NULL, writer BLOB NOT NULL, head INTEGER NOT NULL, touched INTEGER NOT NULL);"
    "CREATE TABLE enfold_group(store INTEGER NOT NULL, last INTEGER NOT NULL, first INTEGER NOT NULL, epoch INTEGER NOT NULL,"
    " at INTEGER NOT NULL, hash BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY(store, last)) WITHOUT ROWID;"
    "CREATE TABLE enfold_checkpoint(store INTEGER NOT NULL, seq INTEGER NOT NULL, plugin TEXT NOT NULL, sha BLOB NOT NULL,"
    " body TEXT NOT NULL, PRIMARY KEY(store, seq)) WITHOUT ROWID;"
    "INSERT INTO enfold_meta(version) VALUES(1);"
    "COMMIT";
