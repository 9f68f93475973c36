/* enfold_journal.h: the contract between libenfold and a provider of journals (.so).
 *
 * A journal keeps stores: for each a name, a head, groups of commits and checkpoints. A provider puts them into a database or a
 * file. It exports one function, enfold_journal_provider, which returns a table. docs/journal-providers.md explains how to write
 * one, and Tests/Journal/conformance is a program that tests any.
 *
 * What a journal has
 *   store        a name, which is unique in the journal, the feature that it is kept for, an epoch, a writer, and a head.
 *   epoch, writer  each claim adds 1 to the epoch and sets the writer: 16 random bytes of whoever claims. Every write names both.
 *                If either is another one, somebody has claimed the store since: the write is ENFOLD_JOURNAL_FENCED.
 *   head         the sequence number of the last entry that is kept; 0 for a new store.
 *   group        the entries `first` to `last` of a store, as one text. A group is written whole, or not at all.
 *   checkpoint   the state after the entry `seq`, as one text. A store has one at 0 from its beginning on.
 *
 * Rules
 *   Durable      a write that returns ENFOLD_JOURNAL_OK is on the disk, and is there after a power cut. A head, a group and a
 *                checkpoint that a journal opened for writing has shown are on the disk, too. A sync that has failed may have
 *                left pages in the system's cache that no later sync writes: `open` writes what it shows once more.
 *   Whole        each call that writes is one transaction, unless it says otherwise.
 *   Prefix       the groups of a store are those from a first one on, up to the head: none is missing, and none is there twice.
 *   Unchanged    a call that returns another status than those that its description allows has changed nothing. Exceptions are the
 *                statuses ENFOLD_JOURNAL_WAITING and ENFOLD_JOURNAL_UNKNOWN, which say below what may be there.
 *   Closed       what cannot be right is an error, never an empty store: an unknown version of the tables, a missing table, a
 *                number that is negative, a text that is a number.
 *   Opaque       a provider looks into no body and no hash. The caller computes hashes: that of a group covers its epoch, first,
 *                last, body, and the hash before it. The provider keeps them and gives them back. No rule depends on the time.
 *
 * Conventions
 *   Texts in     UTF-8 with a length, borrowed for the call. Not NUL-terminated. NULL with length 0: not given.
 *   Texts out    borrowed. Those that a callback receives are valid until it returns, and those in a struct that a call has filled
 *                until the next call with the same journal.
 *   Names        of stores and features have 1 to 255 bytes of UTF-8 without U+0000. Bodies are UTF-8 without U+0000.
 *   Numbers      epochs, sequence numbers and times are at most INT64_MAX. A time is in milliseconds since 1970; only people
 *                read it.
 *   Errors       `error` is never NULL; the caller has initialised it with ENFOLD_JOURNAL_ERROR_INIT. It is filled whenever the
 *                status is not ENFOLD_JOURNAL_OK or ENFOLD_JOURNAL_MORE. A message says what is wrong, where, and what would be
 *                right.
 *   Threads      a journal is used by one thread at a time, not always the same one. Two journals may be used by two threads at
 *                once, also two of the same target. A provider calls the caller only by the callbacks of the call that it is in.
 *   Callbacks    must return, and call no function of the provider with the same journal: that is ENFOLD_JOURNAL_INVALID. They
 *                should only copy, because a transaction is open meanwhile. A result other than 0 ends the call with
 *                ENFOLD_JOURNAL_MORE.
 *   Fork         after fork() the child uses no journal that was opened before it, and closes none.
 *
 * Growth
 *   struct_size  whoever makes a struct sets it to the struct's size in the header that it was built with. Members are added at the
 *                ends of structs only. A member that struct_size does not cover is absent: nobody reads or writes it.
 *   Smallest     all members in this header are always there, except get_extension. A table that is smaller is refused.
 *   Arrays       are arrays of pointers, so that their elements may grow.
 *   Statuses     a number that a caller does not know counts as ENFOLD_JOURNAL_STOPPED if it is negative, otherwise as
 *                ENFOLD_JOURNAL_MORE.
 *   Options      a JSON object. A provider refuses a key that it does not know.
 *   Extensions   later additions are asked for by their names, as in enfold_plugin.h: get_extension returns the table of an
 *                extension with exactly that version, or NULL. Names that begin with "enfold." are those of libenfold's headers.
 *                What is planned: "enfold.journal.keys" (idempotency keys), "enfold.journal.requests" (requests that outlive the
 *                process, in the transaction of a group), "enfold.journal.liveness" (who of several processes lives, by the
 *                server's clock) and "enfold.journal.mirror" (to be told of what others write). Migration needs none: it writes
 *                checkpoints.
 */
#ifndef ENFOLD_JOURNAL_H
#define ENFOLD_JOURNAL_H

#include "enfold.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this contract. A change that "Growth" does not allow raises it: providers with another one are refused. */
#define ENFOLD_JOURNAL_ABI 1u

/* ---- Statuses -------------------------------------------------------------------------------------------------- */

typedef int32_t enfold_journal_status;

/* Every status: name, value, meaning.
 *
 * ENFOLD_JOURNAL_WAITING  the disk is full, the database is busy, the connection is lost. Nothing counts as written, and the same
 *     call may be made again as it is, also at once. After a write, what it tried may be found nevertheless when the journal was
 *     closed or the process has ended: `find` tells. Until then no other write to the same stores is made.
 *     A write or a sync that the disk refuses is ENFOLD_JOURNAL_WAITING, too, and the third in a row ENFOLD_JOURNAL_STOPPED.
 * ENFOLD_JOURNAL_UNKNOWN  the write may have happened or not, and `find` tells it: connection lost in COMMIT. A provider whose
 *     transactions end in its own process never gives it.
 * ENFOLD_JOURNAL_STOPPED  this journal cannot go on: it is read-only, deleted, replaced or corrupt, a table is missing, the third
 *     sync failed. Every later call but `close` gives the same status and the same message. It goes on by opening it again.
 * ENFOLD_JOURNAL_CORRUPT  what one store has cannot be right. Other stores go on. The message names the store and the place. */
#define ENFOLD_JOURNAL_STATUS_MAP(XX)                                                                            \
  XX(ENFOLD_JOURNAL_OK, 0, "done")                                                                               \
  XX(ENFOLD_JOURNAL_MORE, 1, "done so far; call again for the rest")                                             \
  XX(ENFOLD_JOURNAL_PARTLY, 2, "the status of each group says whether it was written")                           \
  XX(ENFOLD_JOURNAL_WAITING, -1, "not now; the same call may be made again")                                     \
  XX(ENFOLD_JOURNAL_UNKNOWN, -2, "written or not; find tells")                                                   \
  XX(ENFOLD_JOURNAL_STOPPED, -3, "this journal cannot go on until it is opened again")                           \
  XX(ENFOLD_JOURNAL_FENCED, -4, "another writer has claimed the store, or it was deleted")                       \
  XX(ENFOLD_JOURNAL_CONFLICT, -5, "the store has another head than the one that was expected")                   \
  XX(ENFOLD_JOURNAL_NOT_FOUND, -6, "no such store, checkpoint, file or folder")                                  \
  XX(ENFOLD_JOURNAL_INVALID, -7, "an argument that cannot be right")                                             \
  XX(ENFOLD_JOURNAL_LOCKED, -8, "another process has the journal open for writing")                              \
  XX(ENFOLD_JOURNAL_OTHER_FEATURE, -9, "the name is kept for another feature")                                   \
  XX(ENFOLD_JOURNAL_CORRUPT, -10, "what is kept of this store cannot be right")                                  \
  XX(ENFOLD_JOURNAL_UNSUPPORTED, -11, "not on this system, or not by this provider")

enum {
#define ENFOLD_JOURNAL_STATUS_ENUM(name, value, text) name = (value),
  ENFOLD_JOURNAL_STATUS_MAP(ENFOLD_JOURNAL_STATUS_ENUM)
#undef ENFOLD_JOURNAL_STATUS_ENUM
};

/* The details of an error. Only the members that struct_size covers are written. */
typedef struct enfold_journal_error {
  uint32_t struct_size;
  enfold_journal_status status;
  int64_t process; /* with ENFOLD_JOURNAL_LOCKED: the process that holds the journal; 0: unknown, or in another container */
  char message[496];
} enfold_journal_error;
#define ENFOLD_JOURNAL_ERROR_INIT { sizeof(enfold_journal_error), 0, 0, "" }

/* ---- What is written and read ---------------------------------------------------------------------------------- */

#define ENFOLD_JOURNAL_WRITER_SIZE 16
#define ENFOLD_JOURNAL_HASH_SIZE 32

/* The state of a store after the entry `seq`. */
typedef struct enfold_journal_checkpoint {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t store; /* as `claim` gave it */
  uint64_t epoch;
  uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE]; /* zeros when it is read */
  uint64_t seq;
  const char *plugin; /* the plugin that has encoded it: "org.example.todos 1.0.0". 1 to 255 bytes */
  size_t plugin_length;
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  const char *body;
  size_t length;
} enfold_journal_checkpoint;

/* A group of entries of a store. */
typedef struct enfold_journal_group {
  uint32_t struct_size;
  enfold_journal_status status; /* set by `append`; ENFOLD_JOURNAL_OK when it is read */
  uint64_t store;               /* as `claim` gave it */
  uint64_t epoch;
  uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE]; /* zeros when it is read */
  uint64_t before;              /* the head that the store must have; `first` is the number after it */
  uint64_t first, last;         /* first <= last */
  uint64_t at;                  /* a time */
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  const char *body; /* one JSON line for each entry. At least 1 byte */
  size_t length;
  /* A checkpoint that is written with the group, or NULL. Its `seq` is the group's `last`; its store, epoch and writer are not
   * read. NULL when the group is read. */
  const enfold_journal_checkpoint *checkpoint;
} enfold_journal_group;

/* What a journal knows of a store. */
typedef struct enfold_journal_store {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t store; /* a number of this journal, never 0. A store that is deleted and made again has another one */
  uint64_t epoch;
  uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE];
  uint64_t head;
  uint64_t touched; /* the time of its last claim or group */
  const char *name;
  size_t name_length;
  const char *feature;
  size_t feature_length;
} enfold_journal_store;

/* A claim. */
typedef struct enfold_journal_claim {
  uint32_t struct_size;
  uint32_t is_new; /* set by `claim`: 1 if it has made the store */
  const char *name;
  size_t name_length;
  const char *feature;
  size_t feature_length;
  uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE]; /* random, and other ones for each claim */
  uint64_t at;                                /* a time */
  /* The first checkpoint of a store that is made. Its `seq` is 0; its store, epoch and writer are not read. NULL: a store that is
   * not there is not made. */
  const enfold_journal_checkpoint *initial;
  uint64_t store, epoch, head; /* set by `claim` */
} enfold_journal_claim;

/* How a journal is. A provider that does not know a number sets it to 0. */
typedef struct enfold_journal_health {
  uint32_t struct_size;
  uint32_t failures;    /* writes and syncs that failed since the last one that did not */
  uint64_t bytes;       /* what the journal takes on the disk */
  uint64_t log_bytes;   /* of these, what waits in a log before it is moved to its place */
  uint64_t held_bytes;  /* of these, what a reader prevents from being moved. From 64 MB on libenfold tells it */
} enfold_journal_health;

/* Receive one thing each. `context` is what the call was given. A result other than 0 ends the call; the thing counts as read. */
typedef int (*enfold_journal_group_fn)(void *context, const enfold_journal_group *group);
typedef int (*enfold_journal_checkpoint_fn)(void *context, const enfold_journal_checkpoint *checkpoint);
typedef int (*enfold_journal_store_fn)(void *context, const enfold_journal_store *store);

/* ---- The table of a provider ----------------------------------------------------------------------------------- */

/* The facts that both sides must agree on. Its layout is frozen. struct_size, abi and pointer_size are equal on both sides. The
 * other sizes are those of the header that the provider was built with. */
typedef struct enfold_journal_abi {
  uint32_t struct_size;
  uint32_t abi;             /* ENFOLD_JOURNAL_ABI */
  uint32_t pointer_size;    /* sizeof(void *) */
  uint32_t error_size;      /* sizeof(enfold_journal_error) */
  uint32_t group_size;      /* sizeof(enfold_journal_group) */
  uint32_t checkpoint_size; /* sizeof(enfold_journal_checkpoint) */
  uint32_t store_size;      /* sizeof(enfold_journal_store) */
  uint32_t claim_size;      /* sizeof(enfold_journal_claim) */
  uint32_t health_size;     /* sizeof(enfold_journal_health) */
} enfold_journal_abi;

#define ENFOLD_JOURNAL_ABI_INIT                                                                                      \
  {                                                                                                                  \
    sizeof(enfold_journal_abi), ENFOLD_JOURNAL_ABI, sizeof(void *), sizeof(enfold_journal_error),                    \
        sizeof(enfold_journal_group), sizeof(enfold_journal_checkpoint), sizeof(enfold_journal_store),               \
        sizeof(enfold_journal_claim), sizeof(enfold_journal_health)                                                  \
  }

/* Every function may give ENFOLD_JOURNAL_WAITING, ENFOLD_JOURNAL_STOPPED and ENFOLD_JOURNAL_INVALID. Those that write give
 * ENFOLD_JOURNAL_INVALID for a journal that was opened for reading, and may give ENFOLD_JOURNAL_UNKNOWN. What else they give stands
 * beside them. A function that is NULL makes the table one that is refused; only `backup` may be NULL. */
typedef struct enfold_journal_provider_table {
  uint32_t struct_size;
  enfold_journal_abi abi;
  const char *id;      /* "sqlite": the word before the ":" of a journal's name. Lower-case letters, digits and '-' */
  const char *version; /* "0.1.0" */

  /* Opens a journal. `target` is the text behind "sqlite:". Options:
   *   "access"  "write" (default): claims the right to write. There is one process that has it, and its journals of one target
   *             share what is open. All that the journal shows from then on is on the disk. "read": any number of readers beside
   *             one that writes. Readers show what is written, and it may be lost if the power fails now.
   *   "create"  true (default): makes the journal if there is none. false: that is ENFOLD_JOURNAL_NOT_FOUND. A reader makes none.
   * The folder of a file must be there. New files have the mode 0600.
   * `out` receives the journal, or NULL on an error. A provider keeps nothing of a journal that could not be opened, and waits at
   * most a few seconds.
   * ENFOLD_JOURNAL_LOCKED (another process writes: at once, with its number), ENFOLD_JOURNAL_NOT_FOUND,
   * ENFOLD_JOURNAL_UNSUPPORTED (a network file system; a library is missing: the message names its package). */
  enfold_journal_status (*open)(const char *target, size_t length, const char *options, size_t options_length, void **out,
                                enfold_journal_error *error);

  /* Closes a journal. Also after ENFOLD_JOURNAL_STOPPED. What was not written is not written here. The last journal of a target
   * gives back the right to write; nothing of a file that has taken the place of the opened one is touched. */
  void (*close)(void *journal);

  /* Makes the caller the writer of the store with that name: sets the epoch to the one after it, and the writer, in one
   * transaction. A store that is not there is made, with the epoch 1, the head 0 and `initial` as its checkpoint at 0, in the same
   * transaction. Sets store, epoch, head and is_new. Whoever wrote before is fenced.
   * After ENFOLD_JOURNAL_UNKNOWN: `find` shows the caller's writer if it has happened.
   * ENFOLD_JOURNAL_NOT_FOUND (and `initial` is NULL), ENFOLD_JOURNAL_OTHER_FEATURE (the message names the feature that it is kept
   * for), ENFOLD_JOURNAL_CORRUPT. */
  enfold_journal_status (*claim)(void *journal, enfold_journal_claim *claim, enfold_journal_error *error);

  /* Reads what the journal knows of the store with that name. It sees the end of every earlier call of this process: where a write
   * can still be undecided, it waits until that is over. So it decides what ENFOLD_JOURNAL_UNKNOWN left open:
   *   epoch and writer are mine, and head is the last of what I wrote: it is written.
   *   epoch and writer are mine, and head is the one before: it is not; write it again.
   *   epoch and writer are mine, and head is another: the journal has lost what was acknowledged.
   *   another epoch or writer, or ENFOLD_JOURNAL_NOT_FOUND: fenced.
   * Texts of `out` are valid until the next call with this journal.
   * ENFOLD_JOURNAL_NOT_FOUND, ENFOLD_JOURNAL_CORRUPT. */
  enfold_journal_status (*find)(void *journal, const char *name, size_t length, enfold_journal_store *out,
                                enfold_journal_error *error);

  /* Writes groups of several stores in one transaction, and sets the status of each. Of each group that is written, its store has
   * its epoch, writer and `before` as its head, at the moment of the write, and has `last` as its head then. Several groups of one
   * store follow each other. Groups that cannot be written leave the others alone: these are written without them.
   * ENFOLD_JOURNAL_OK: all are written. ENFOLD_JOURNAL_PARTLY: those whose status is ENFOLD_JOURNAL_OK are, and the others are
   * not; `error` is about the first of these. Any other status: none is written, and it is the status of all that could have been.
   * Statuses of a group: ENFOLD_JOURNAL_FENCED, ENFOLD_JOURNAL_CONFLICT (its store has another head; the message has both),
   * ENFOLD_JOURNAL_INVALID (a gap, no body, a number that cannot be right, larger than the provider can keep: at least 65 MB can be
   * kept), ENFOLD_JOURNAL_CORRUPT. A group that follows one of its store that was not written is ENFOLD_JOURNAL_CONFLICT. */
  enfold_journal_status (*append)(void *journal, enfold_journal_group *const *groups, size_t count, enfold_journal_error *error);

  /* Writes a checkpoint, in a transaction of its own. `seq` is at most the head. One at the same place is replaced.
   * ENFOLD_JOURNAL_FENCED, ENFOLD_JOURNAL_CONFLICT (it lies behind the head), ENFOLD_JOURNAL_CORRUPT. */
  enfold_journal_status (*put_checkpoint)(void *journal, const enfold_journal_checkpoint *checkpoint, enfold_journal_error *error);

  /* Reads the newest checkpoint of a store at `seq` or before. UINT64_MAX: the newest of all. The result of `fn` is not looked at.
   * ENFOLD_JOURNAL_NOT_FOUND, ENFOLD_JOURNAL_CORRUPT. */
  enfold_journal_status (*checkpoint)(void *journal, uint64_t store, uint64_t seq, enfold_journal_checkpoint_fn fn, void *context,
                                      enfold_journal_error *error);

  /* Reads the groups of a store whose `last` is at least `from`, in order. One call is one transaction, which ends after at most
   * 1,000 groups or 100 ms, or when `fn` says so: ENFOLD_JOURNAL_MORE then, and the caller goes on with the number after the last
   * one that it got. ENFOLD_JOURNAL_OK: there are no more. A store that has none, or is not there, gives ENFOLD_JOURNAL_OK at once.
   * The groups of one call follow each other without a gap. Whether they follow those of the call before, end at the head and have
   * the right hashes is the caller's to check.
   * ENFOLD_JOURNAL_CORRUPT (a gap; a row that cannot be right: the message names it. What came before was given). */
  enfold_journal_status (*read)(void *journal, uint64_t store, uint64_t from, enfold_journal_group_fn fn, void *context,
                                enfold_journal_error *error);

  /* Lists the stores whose names come after `after`, by the order of their bytes. NULL with length 0: all. At most 1,000 in one
   * call: ENFOLD_JOURNAL_MORE then, and the caller goes on after the last name that it got.
   * ENFOLD_JOURNAL_CORRUPT. */
  enfold_journal_status (*names)(void *journal, const char *after, size_t length, enfold_journal_store_fn fn, void *context,
                                 enfold_journal_error *error);

  /* Deletes the store with that name, whoever has claimed it. Its name is free, and its writer fenced, when the first transaction
   * has ended; what is left of it is deleted in slices, here and in `maintain`. Where a provider can, it overwrites what it
   * deletes.
   * ENFOLD_JOURNAL_NOT_FOUND. */
  enfold_journal_status (*remove)(void *journal, const char *name, size_t length, enfold_journal_error *error);

  /* Deletes what is not needed to read a store from its checkpoint at `seq` on: the groups that end before `seq`, and the
   * checkpoints before it. The group that ends at `seq` stays, because its hash is the one before the next group's. At most 1,000
   * groups in one call: ENFOLD_JOURNAL_MORE then, and the caller calls again, when it likes. Stopping in between leaves a store
   * that can be read.
   * ENFOLD_JOURNAL_NOT_FOUND (there is no checkpoint at `seq`), ENFOLD_JOURNAL_FENCED. */
  enfold_journal_status (*trim)(void *journal, uint64_t store, uint64_t epoch, const uint8_t writer[ENFOLD_JOURNAL_WRITER_SIZE],
                                uint64_t seq, enfold_journal_error *error);

  /* Does what can be done while nothing else is to be written, such as moving a log to its place. Fills `out`, unless it is NULL.
   * It waits for no reader, and takes at most about 100 ms: ENFOLD_JOURNAL_MORE if something is left to do. A journal that is never
   * maintained stays correct. One that was opened for reading only fills `out`.
   * ENFOLD_JOURNAL_WAITING here means that it could not be done; what was acknowledged is on the disk nevertheless. */
  enfold_journal_status (*maintain)(void *journal, enfold_journal_health *out, enfold_journal_error *error);

  /* Writes a copy of the whole journal, as it is at one moment, to `target`: a new file that `open` can open. It is on the disk
   * when this returns. Nothing of it is left on an error. May take long. Others may read and write meanwhile, by other journals:
   * so it is best called with one that was opened for reading. NULL: the database has tools of its own.
   * ENFOLD_JOURNAL_INVALID (something is there already), ENFOLD_JOURNAL_NOT_FOUND (no such folder). */
  enfold_journal_status (*backup)(void *journal, const char *target, size_t length, enfold_journal_error *error);

  /* An extension; see "Growth". NULL, or beyond struct_size: there is none. */
  const void *(*get_extension)(const char *name, uint32_t version);
} enfold_journal_provider_table;

/* The one function that a provider exports. The table is static, and the same each time; libenfold never unloads a provider. NULL:
 * it refuses to be used. It opens no file and takes no lock; what it needs is looked for by the first `open`. */
ENFOLD_API const enfold_journal_provider_table *enfold_journal_provider(void);
typedef const enfold_journal_provider_table *(*enfold_journal_provider_fn)(void);

#ifdef __cplusplus
}
#endif

#endif /* ENFOLD_JOURNAL_H */
