/* kit.h: what the tests of the kit share: the provider, checks, and shorter ways to call it.
 *
 * Each test runs in a process of its own, and a check that fails ends it. Bodies and hashes are made from what they are of. */
#ifndef ENFOLD_KIT_H
#define ENFOLD_KIT_H

#include <enfold_journal.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

extern const enfold_journal_provider_table *provider;
extern const char *provider_path, *program_path;

/* The TARGET of the command line, as it is and with the word of this test for "{}". */
extern const char *given_target;
extern char target[3000];
/* Whether TARGET is the path of a file. */
extern bool has_files;
/* The folder of that file, of this test alone; and the library faults.so, or NULL. */
extern char folder[2000];
extern const char *faults_path;

/* The last error; initialised before each call by the functions below. */
extern enfold_journal_error problem;

const char *status_name(enfold_journal_status status);

__attribute__((format(printf, 1, 2), noreturn)) void fail(const char *format, ...);
/* try_append must give that status. */
#define CHECK_APPEND(writer, count, length, expected)                                                                          \
  do {                                                                                                                         \
    enfold_journal_status check_status = try_append(writer, count, length);                                                    \
    if (check_status != (expected))                                                                                            \
      fail("%s:%d: append gave %s, not %s: %s", __FILE__, __LINE__, status_name(check_status), status_name(expected),          \
           problem.message);                                                                                                   \
  } while (0)
/* Ends the test: it cannot be made with this provider here. */
__attribute__((format(printf, 1, 2), noreturn)) void leave_out(const char *format, ...);

/* Runs a command of the shell; must be possible. */
__attribute__((format(printf, 1, 2))) void shell(const char *format, ...);

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) fail("%s:%d: not true: %s", __FILE__, __LINE__, #condition);    \
  } while (0)
#define CHECK_NUMBER(actual, expected)                                                                                         \
  do {                                                                                                                         \
    uint64_t check_actual = (uint64_t)(actual), check_expected = (uint64_t)(expected);                                         \
    if (check_actual != check_expected)                                                                                        \
      fail("%s:%d: %s is %" PRIu64 ", not %" PRIu64, __FILE__, __LINE__, #actual, check_actual, check_expected);               \
  } while (0)
#define CHECK_STATUS(call, expected)                                                                                           \
  do {                                                                                                                         \
    problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;                                                                 \
    enfold_journal_status check_status = (call);                                                                               \
    if (check_status != (expected))                                                                                            \
      fail("%s:%d: %s gave %s, not %s: %s", __FILE__, __LINE__, #call, status_name(check_status), status_name(expected),       \
           problem.message);                                                                                                   \
    if (check_status != ENFOLD_JOURNAL_OK && check_status != ENFOLD_JOURNAL_MORE && problem.message[0] == '\0')                \
      fail("%s:%d: %s gave %s without a message", __FILE__, __LINE__, #call, status_name(check_status));                       \
  } while (0)
#define CHECK_OK(call) CHECK_STATUS(call, ENFOLD_JOURNAL_OK)

/* ---- Bodies and hashes ---- */

/* The hash of a group: of its epoch, first, last and body, and of the hash before. */
void hash_group(const enfold_journal_group *group, const uint8_t before[ENFOLD_JOURNAL_HASH_SIZE],
                uint8_t out[ENFOLD_JOURNAL_HASH_SIZE]);
/* A text that depends on its length and on `seed`, valid until the next call but three. */
const char *text_of(uint64_t seed, size_t length);

/* A number that looks random, and moves on `state`. */
uint64_t next_random(uint64_t *state);

/* ---- Calls ---- */

void *open_journal(void);
void *open_reader(void);
enfold_journal_status open_with(const char *path, const char *options, void **out);

/* A writer of a store, and its chain of hashes. */
typedef struct writer {
  void *journal;
  char name[256];
  size_t name_length;
  uint64_t store, epoch, head;
  uint8_t id[ENFOLD_JOURNAL_WRITER_SIZE];
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE]; /* of the group that ends at the head */
  bool is_new;
} writer;

/* The name of a store of this test, so that tests may share a database. Valid until the next call but three. */
const char *name_of(const char *name);
const char *prefix(void);

enfold_journal_status try_claim(void *journal, const char *name, size_t length, const char *feature, bool creates, writer *out);
/* With the feature "Board"; must be possible. */
writer claim(void *journal, const char *name);

/* The group of `count` entries behind the head, with that body; hashed. */
enfold_journal_group group_of(const writer *writer, uint64_t count, const char *body, size_t length);
enfold_journal_status try_append(writer *writer, uint64_t count, size_t length);
void append(writer *writer, uint64_t count, size_t length);
/* The writer is at the end of the group. */
void move_on(writer *writer, const enfold_journal_group *group);

enfold_journal_checkpoint checkpoint_of(const writer *writer, uint64_t seq, const char *body);
uint64_t head_of(void *journal, const char *name);

/* Reads all groups from `from` on: how many there are. Checks their order, their bodies' lengths and their hashes. */
typedef struct reading {
  uint64_t groups, first, last, bytes;
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE]; /* of the last; before: of the one before the first, if has_hash */
  bool has_hash;
  int calls;
} reading;
reading read_all(void *journal, uint64_t store, uint64_t from);

#endif
