/* files.c: journals that are files: readers, backups, files that go away, damage. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "kit.h"
#include "run.h"
#include "tests.h"

void a_reader_sees_and_does_not_write(void) {
  void *journal = NULL;
  CHECK_STATUS(open_with(target, "{\"access\":\"read\"}", &journal), ENFOLD_JOURNAL_NOT_FOUND);
  void *writing = open_journal();
  writer mine = claim(writing, name_of("a"));
  append(&mine, 2, 10);
  void *reader = open_reader(), *second = open_reader();
  CHECK_NUMBER(head_of(reader, mine.name), 2);
  append(&mine, 1, 10);
  CHECK_NUMBER(head_of(reader, mine.name), 3);
  CHECK_NUMBER(read_all(second, mine.store, 1).last, 3);
  writer theirs = mine;
  theirs.journal = reader;
  CHECK_APPEND(&theirs, 1, 10, ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(try_claim(reader, mine.name, mine.name_length, "Board", true, &theirs), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(provider->remove(reader, mine.name, mine.name_length, &problem), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(provider->trim(reader, mine.store, mine.epoch, mine.id, 0, &problem), ENFOLD_JOURNAL_INVALID);
  enfold_journal_checkpoint checkpoint = checkpoint_of(&mine, 3, "{}");
  CHECK_STATUS(provider->put_checkpoint(reader, &checkpoint, &problem), ENFOLD_JOURNAL_INVALID);
  enfold_journal_health health = {.struct_size = sizeof health};
  CHECK_OK(provider->maintain(reader, &health, &problem));
  CHECK(health.bytes > 0);
  append(&mine, 1, 10);
  provider->close(second);
  provider->close(writing);
  CHECK_NUMBER(head_of(reader, mine.name), 4);
  writing = open_journal();
  mine = claim(writing, mine.name);
  append(&mine, 1, 10);
  CHECK_NUMBER(head_of(reader, mine.name), 5);
  provider->close(reader);
  provider->close(writing);
}

void a_backup_is_a_journal(void) {
  if (provider->backup == NULL) leave_out("the provider has no backup");
  void *journal = open_journal(), *copy = NULL;
  writer mine = claim(journal, name_of("a"));
  for (int index = 0; index < 50; index++) append(&mine, 1, 5000);
  enfold_journal_checkpoint checkpoint = checkpoint_of(&mine, 40, "forty");
  CHECK_OK(provider->put_checkpoint(journal, &checkpoint, &problem));
  char path[8192];
  snprintf(path, sizeof path, "%s/backup", folder);
  CHECK_OK(provider->backup(journal, path, strlen(path), &problem));
  append(&mine, 1, 10);
  CHECK_STATUS(provider->backup(journal, path, strlen(path), &problem), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(provider->backup(journal, target, strlen(target), &problem), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(provider->backup(journal, "/nowhere/at/all", 15, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_STATUS(provider->backup(journal, "", 0, &problem), ENFOLD_JOURNAL_INVALID);
  struct stat found;
  CHECK(stat(path, &found) == 0 && (found.st_mode & 0777) == 0600);
  CHECK_OK(open_with(path, "{\"create\":false}", &copy));
  CHECK_NUMBER(head_of(copy, mine.name), 50);
  CHECK_NUMBER(read_all(copy, mine.store, 1).groups, 50);
  writer other = claim(copy, mine.name);
  CHECK_NUMBER(other.epoch, 2);
  append(&other, 1, 10);
  append(&mine, 1, 10); /* the first one does not notice */
  provider->close(copy);
  snprintf(path, sizeof path, "%s/backup-2", folder);
  void *reader = open_reader();
  CHECK_OK(provider->backup(reader, path, strlen(path), &problem));
  provider->close(reader);
  CHECK_OK(open_with(path, NULL, &copy));
  CHECK_NUMBER(head_of(copy, mine.name), 52);
  provider->close(copy);
  provider->close(journal);
}

void a_missing_file_is_made_or_not_found(void) {
  void *journal = NULL;
  CHECK_STATUS(open_with(target, "{\"create\":false}", &journal), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK(access(target, F_OK) != 0);
  CHECK_STATUS(open_with("/nowhere/at/all", NULL, &journal), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_STATUS(open_with(folder, NULL, &journal), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(open_with("/dev/null", NULL, &journal), ENFOLD_JOURNAL_INVALID);
  char path[8192];
  snprintf(path, sizeof path, "%s/", target);
  CHECK_STATUS(open_with(path, NULL, &journal), ENFOLD_JOURNAL_INVALID);
  snprintf(path, sizeof path, "%s/dangling", folder);
  CHECK(symlink("nothing", path) == 0);
  CHECK_STATUS(open_with(path, NULL, &journal), ENFOLD_JOURNAL_NOT_FOUND);
  provider->close(open_journal());
  CHECK_OK(open_with(target, "{\"create\":false}", &journal));
  provider->close(journal);
  /* A path that is relative. */
  CHECK(chdir(folder) == 0);
  CHECK_OK(open_with("other", NULL, &journal));
  CHECK(chdir("/") == 0);
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  provider->close(journal);
  snprintf(path, sizeof path, "%s/other", folder);
  CHECK_OK(open_with(path, NULL, &journal));
  CHECK_NUMBER(head_of(journal, mine.name), 1);
  provider->close(journal);
}

void files_are_for_their_owner(void) {
  umask(0);
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  shell("test -z \"$(find '%s' -type f ! -perm 0600)\"", folder);
  provider->close(journal);
}

/* A journal with some groups, whose writer is given; `other` gets a copy of its files, closed. */
static writer with_groups(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  for (int index = 0; index < 10; index++) append(&mine, 1, 3000);
  return mine;
}

static void is_stopped(writer *mine) {
  enfold_journal_store found = {.struct_size = sizeof found};
  CHECK_APPEND(mine, 1, 10, ENFOLD_JOURNAL_STOPPED);
  char why[496];
  memcpy(why, problem.message, sizeof why);
  CHECK(why[0] != '\0');
  CHECK_APPEND(mine, 1, 10, ENFOLD_JOURNAL_STOPPED);
  CHECK(strcmp(why, problem.message) == 0);
  CHECK_STATUS(provider->find(mine->journal, mine->name, mine->name_length, &found, &problem), ENFOLD_JOURNAL_STOPPED);
  CHECK_STATUS(provider->remove(mine->journal, mine->name, mine->name_length, &problem), ENFOLD_JOURNAL_STOPPED);
  CHECK_STATUS(provider->maintain(mine->journal, NULL, &problem), ENFOLD_JOURNAL_STOPPED);
}

void a_deleted_file_stops_the_journal(void) {
  writer mine = with_groups();
  CHECK(unlink(target) == 0);
  is_stopped(&mine);
  provider->close(mine.journal);
  CHECK(access(target, F_OK) != 0);
}

void a_replaced_file_stops_the_journal(void) {
  char path[8192], before[8192];
  snprintf(path, sizeof path, "%s/other", folder);
  snprintf(before, sizeof before, "%s/before", folder);
  void *other = NULL;
  CHECK_OK(open_with(path, NULL, &other));
  writer theirs = claim(other, name_of("b"));
  append(&theirs, 1, 10);
  provider->close(other);
  writer mine = with_groups();
  shell("cp '%s' '%s'", path, before);
  CHECK(rename(path, target) == 0);
  is_stopped(&mine);
  provider->close(mine.journal);
  shell("cmp -s '%s' '%s'", target, before);
  void *journal = NULL;
  shell("rm -f '%s'-wal '%s'-shm", target, target);
  CHECK_OK(open_with(target, NULL, &journal));
  CHECK_NUMBER(head_of(journal, theirs.name), 1);
  provider->close(journal);
}

void a_deleted_lock_stops_the_journal(void) {
  writer mine = with_groups();
  char path[8192];
  snprintf(path, sizeof path, "%s-lock", target);
  if (access(path, F_OK) != 0) leave_out("there is no file %s", path);
  CHECK(unlink(path) == 0);
  is_stopped(&mine);
  provider->close(mine.journal);
  mine.journal = open_journal();
  CHECK_NUMBER(head_of(mine.journal, mine.name), 10);
  provider->close(mine.journal);
}

/* ---- Damage: any status, and any groups whose hashes are right. The caller looks at the rest. ------------------------- */

typedef struct checked {
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  uint64_t last;
  bool is_wrong;
} checked;

static int check_hash(void *context, const enfold_journal_group *group) {
  checked *checked = context;
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  hash_group(group, checked->hash, hash);
  if (memcmp(hash, group->hash, sizeof hash) != 0 || group->first != checked->last + 1) checked->is_wrong = true;
  memcpy(checked->hash, group->hash, sizeof hash);
  checked->last = group->last;
  return checked->is_wrong;
}

static int ignore_checkpoint(void *context, const enfold_journal_checkpoint *checkpoint) {
  size_t *bytes = context;
  for (size_t index = 0; index < checkpoint->length; index++) *bytes += (uint8_t)checkpoint->body[index];
  return 0;
}

static int visit(void *context, const enfold_journal_store *store) {
  uint64_t *stores = context;
  stores[0] = store->store;
  return 0;
}

/* Reads everything, and writes. */
void role_damaged(int count, char **words) {
  void *journal = NULL;
  (void)count;
  enfold_journal_status status = open_with(target, words[0][0] == '-' ? NULL : words[0], &journal);
  if (status != ENFOLD_JOURNAL_OK) {
    if (problem.message[0] == '\0') fail("no message");
    _exit(0);
  }
  uint64_t last = 0;
  size_t bytes = 0;
  (void)provider->names(journal, NULL, 0, visit, &last, &problem);
  for (uint64_t store = 1; store <= 3; store++) {
    checked checked = {0};
    do {
      problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
      status = provider->read(journal, store, checked.last + 1, check_hash, &checked, &problem);
    } while (status == ENFOLD_JOURNAL_MORE && !checked.is_wrong);
    (void)provider->checkpoint(journal, store, UINT64_MAX, ignore_checkpoint, &bytes, &problem);
  }
  writer mine;
  if (try_claim(journal, name_of("a"), strlen(name_of("a")), "Board", true, &mine) == ENFOLD_JOURNAL_OK) {
    (void)try_append(&mine, 1, 5000);
    (void)provider->trim(journal, mine.store, mine.epoch, mine.id, 0, &problem);
  }
  (void)provider->remove(journal, name_of("b"), strlen(name_of("b")), &problem);
  (void)provider->maintain(journal, NULL, &problem);
  provider->close(journal);
  _exit(0);
}

static void is_survived(const char *what, uint64_t number) {
  const char *const writes[] = {"-", NULL}, *const reads[] = {"{\"access\":\"read\"}", NULL};
  worker worker = worker_start("role_damaged", number % 4 == 0 ? reads : writes, NULL, false);
  int ended = worker_end(&worker);
  if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0)
    fail("%s %" PRIu64 " ended a process by %s %d", what, number, WIFSIGNALED(ended) ? "signal" : "status",
         WIFSIGNALED(ended) ? WTERMSIG(ended) : WEXITSTATUS(ended));
}

/* A journal that is closed, and a copy of its file. */
static off_t damaged_journal(char *copy, size_t size) {
  writer mine = with_groups();
  enfold_journal_checkpoint checkpoint = checkpoint_of(&mine, 8, "eight");
  CHECK_OK(provider->put_checkpoint(mine.journal, &checkpoint, &problem));
  writer other = claim(mine.journal, name_of("b"));
  append(&other, 5, 200);
  provider->close(mine.journal);
  snprintf(copy, size, "%s/whole", folder);
  shell("cp '%s' '%s'", target, copy);
  struct stat found;
  CHECK(stat(target, &found) == 0);
  return found.st_size;
}

void damaged_files_crash_nobody(void) {
  char copy[8192];
  off_t size = damaged_journal(copy, sizeof copy);
  uint64_t random = run_number("ENFOLD_SEED", 1);
  unsigned long rounds = run_number("ENFOLD_DAMAGES", 60);
  for (unsigned long round = 0; round < rounds; round++) {
    shell("cp '%s' '%s'", copy, target);
    int file = open(target, O_RDWR);
    CHECK(file >= 0);
    int places = 1 + (int)(next_random(&random) % 4);
    for (int place = 0; place < places; place++) {
      uint8_t bytes[16];
      for (size_t index = 0; index < sizeof bytes; index++) bytes[index] = (uint8_t)next_random(&random);
      if (next_random(&random) % 3 == 0) memset(bytes, next_random(&random) % 2 == 0 ? 0 : 0xff, sizeof bytes);
      /* Half of it where the structure is: at the beginnings of pages, and of the file. */
      off_t at = (off_t)(next_random(&random) % (uint64_t)size);
      if (next_random(&random) % 2 == 0) at = at / 4096 * 4096 + (off_t)(next_random(&random) % 200);
      if (at < 32 && next_random(&random) % 4 != 0) at += 100; /* a wrong magic number is soon found */
      CHECK(pwrite(file, bytes, 1 + next_random(&random) % sizeof bytes, at) > 0);
    }
    close(file);
    is_survived("damage", round);
  }
}

void a_cut_file_crashes_nobody(void) {
  char copy[8192];
  off_t size = damaged_journal(copy, sizeof copy);
  uint64_t random = run_number("ENFOLD_SEED", 1);
  for (uint64_t round = 0; round < 20; round++) {
    shell("cp '%s' '%s'", copy, target);
    CHECK(truncate(target, round == 0 ? 0 : round == 1 ? size - 1 : (off_t)(next_random(&random) % (uint64_t)size)) == 0);
    is_survived("cut", round);
  }
}
