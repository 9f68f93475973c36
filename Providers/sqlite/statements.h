/* statements.h: every statement that is prepared once, when a database is opened. */
#ifndef ENFOLD_STATEMENTS_H
#define ENFOLD_STATEMENTS_H

#include <stddef.h>

#define STATEMENTS(XX)                                                                                                           \
  XX(BEGIN_READ, "BEGIN")                                                                                                        \
  XX(BEGIN_WRITE, "BEGIN IMMEDIATE")                                                                                             \
  XX(COMMIT, "COMMIT")                                                                                                           \
  XX(ROLLBACK, "ROLLBACK")                                                                                                       \
  XX(STORE_BY_NAME, "SELECT id, name, feature, epoch, writer, head, touched FROM enfold_store WHERE name = ?1")                  \
  XX(STORES_AFTER,                                                                                                              \
     "SELECT id, name, feature, epoch, writer, head, touched FROM enfold_store WHERE name > ?1 ORDER BY name LIMIT ?2")         \
  XX(STORE_BY_ID, "SELECT id, name, feature, epoch, writer, head, touched FROM enfold_store WHERE id = ?1")                      \
  XX(STORE_ADD, "INSERT INTO enfold_store(name, feature, epoch, writer, head, touched) VALUES(?1, ?2, 1, ?3, 0, ?4)")            \
  XX(STORE_CLAIM, "UPDATE enfold_store SET epoch = ?2, writer = ?3, touched = ?4 WHERE id = ?1 AND epoch = ?2 - 1")              \
  XX(STORE_ADVANCE,                                                                                                              \
     "UPDATE enfold_store SET head = ?5, touched = ?6 WHERE id = ?1 AND epoch = ?2 AND writer = ?3 AND head = ?4")               \
  XX(STORE_REMOVE, "DELETE FROM enfold_store WHERE id = ?1")                                                                     \
  XX(GROUP_ADD, "INSERT INTO enfold_group(store, last, first, epoch, at, hash, body) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")        \
  XX(GROUPS_FROM,                                                                                                                \
     "SELECT last, first, epoch, at, hash, body FROM enfold_group WHERE store = ?1 AND last >= ?2 ORDER BY last LIMIT ?3")       \
  XX(GROUPS_REMOVE,                                                                                                              \
     "DELETE FROM enfold_group WHERE store = ?1 AND last IN"                                                                     \
     " (SELECT last FROM enfold_group WHERE store = ?1 AND last < ?2 ORDER BY last LIMIT ?3)")                                   \
  XX(CHECKPOINT_PUT, "INSERT OR REPLACE INTO enfold_checkpoint(store, seq, plugin, sha, body) VALUES(?1, ?2, ?3, ?4, ?5)")       \
  XX(CHECKPOINT_AT,                                                                                                              \
     "SELECT seq, plugin, sha, body FROM enfold_checkpoint WHERE store = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1")            \
  XX(CHECKPOINT_IS_THERE, "SELECT 1 FROM enfold_checkpoint WHERE store = ?1 AND seq = ?2")                                       \
  XX(CHECKPOINTS_REMOVE, "DELETE FROM enfold_checkpoint WHERE store = ?1 AND seq < ?2")                                          \
  XX(NEXT_WITH_GROUPS, "SELECT store FROM enfold_group WHERE store > ?1 ORDER BY store LIMIT 1")                                 \
  XX(NEXT_WITH_CHECKPOINTS, "SELECT store FROM enfold_checkpoint WHERE store > ?1 ORDER BY store LIMIT 1")

enum {
#define STATEMENT_ENUM(name, text) name,
  STATEMENTS(STATEMENT_ENUM)
#undef STATEMENT_ENUM
  STATEMENT_COUNT
};

extern const char *const statement_texts[STATEMENT_COUNT];

/* The tables of version 1. */
#define TABLES_VERSION 1
extern const char *const tables_text;

#endif
