/* sqlite_tests.c: what only a provider on SQLite can do wrong. They use the system's SQLite to look at files, and to spoil them. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "kit.h"
#include "run.h"
#include "tests.h"

static char answer[65536];

static int take_row(void *context, int count, char **values, char **names) {
  (void)context;
  (void)names;
  size_t length = strlen(answer);
  for (int index = 0; index < count; index++)
    length += (size_t)snprintf(answer + length, sizeof answer - length, "%s%s", index > 0 ? "|" : "",
                               values[index] == NULL ? "NULL" : values[index]);
  snprintf(answer + length, sizeof answer - length, "\n");
  return 0;
}

/* Runs SQL on a file, in a process of its own, so that no descriptor of this one is closed. Returns what it answers. */
static const char *sql(const char *path, const char *text) {
  int pipes[2];
  if (pipe(pipes) != 0) fail("no pipe");
  pid_t process = fork();
  if (process == 0) {
    void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
    int (*open_file)(const char *, void **);
    int (*execute)(void *, const char *, int (*)(void *, int, char **, char **), void *, char **);
    int (*close_file)(void *);
    *(void **)&open_file = dlsym(library, "sqlite3_open");
    *(void **)&execute = dlsym(library, "sqlite3_exec");
    *(void **)&close_file = dlsym(library, "sqlite3_close");
    void *database = NULL;
    char *why = NULL;
    answer[0] = '\0';
    int result = open_file(path, &database);
    if (result == 0) result = execute(database, text, take_row, NULL, &why);
    if (result != 0) fprintf(stderr, "%s: %s\n", text, why == NULL ? "cannot open" : why);
    (void)!write(pipes[1], answer, strlen(answer));
    close_file(database);
    _exit(result == 0 ? 0 : 1);
  }
  close(pipes[1]);
  size_t length = 0;
  for (ssize_t count; (count = read(pipes[0], answer + length, sizeof answer - 1 - length)) > 0;) length += (size_t)count;
  close(pipes[0]);
  answer[length] = '\0';
  int status = 0;
  waitpid(process, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail("this SQL failed: %s", text);
  return answer;
}

static const char *beside(const char *end) {
  static char paths[4][4200];
  static int turn;
  char *path = paths[turn++ % 4];
  snprintf(path, sizeof paths[0], "%s%s", target, end);
  return path;
}

static off_t size_of(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 ? found.st_size : -1;
}

static void copy_file(const char *from, const char *to) { shell("cp '%s' '%s'", from, to); }

static writer with_groups(int count) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  for (int index = 0; index < count; index++) append(&mine, 1, 3000);
  return mine;
}

void sqlite_a_deleted_log_stops_the_journal(void) {
  static const char *const ends[] = {"-wal", "-shm"};
  for (int index = 0; index < 2; index++) {
    writer mine = with_groups(5);
    CHECK(unlink(beside(ends[index])) == 0);
    CHECK_APPEND(&mine, 1, 10, ENFOLD_JOURNAL_STOPPED);
    CHECK(strstr(problem.message, ends[index]) != NULL && strstr(problem.message, "deleted") != NULL);
    provider->close(mine.journal);
    provider->close(open_journal());
  }
}

void sqlite_a_cut_log_stops_the_journal(void) {
  writer mine = with_groups(5);
  CHECK(truncate(beside("-wal"), size_of(beside("-wal")) - 4120) == 0);
  CHECK_APPEND(&mine, 1, 10, ENFOLD_JOURNAL_STOPPED);
  CHECK(strstr(problem.message, "cut") != NULL);
  provider->close(mine.journal);
  void *journal = open_journal();
  CHECK(head_of(journal, mine.name) == 4);
  provider->close(journal);
}

/* A process that is killed leaves its log, here with five groups. Any length of it gives a prefix. */
void sqlite_a_cut_log_is_a_prefix_when_opened(void) {
  const char *const words[] = {name_of("a"), NULL};
  worker other = worker_start("role_claim", words, NULL, false);
  CHECK(worker_ready(&other));
  kill(other.process, SIGKILL);
  worker_end(&other);
  char file[8300], log[8300];
  snprintf(file, sizeof file, "%s/file", folder);
  snprintf(log, sizeof log, "%s/log", folder);
  copy_file(target, file);
  copy_file(beside("-wal"), log);
  off_t size = size_of(log);
  CHECK(size > 8000);
  for (off_t length = size; length >= 0; length -= length > size - 3 ? 1 : 1531) {
    copy_file(file, target);
    copy_file(log, beside("-wal"));
    (void)unlink(beside("-shm"));
    CHECK(truncate(beside("-wal"), length) == 0);
    void *journal = NULL;
    enfold_journal_status status = open_with(target, NULL, &journal);
    if (status != ENFOLD_JOURNAL_OK) {
      CHECK_NUMBER(status, ENFOLD_JOURNAL_STOPPED);
      continue;
    }
    enfold_journal_store found = {.struct_size = sizeof found};
    enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
    status = provider->find(journal, words[0], strlen(words[0]), &found, &error);
    if (length == size) CHECK(status == ENFOLD_JOURNAL_OK && found.head == 1);
    if (status == ENFOLD_JOURNAL_OK) CHECK_NUMBER(read_all(journal, found.store, 1).last, found.head);
    provider->close(journal);
  }
}

void sqlite_a_log_without_its_database_is_refused(void) {
  const char *const words[] = {name_of("a"), NULL};
  worker other = worker_start("role_claim", words, NULL, false);
  CHECK(worker_ready(&other));
  kill(other.process, SIGKILL);
  worker_end(&other);
  off_t size = size_of(beside("-wal"));
  char file[8300];
  snprintf(file, sizeof file, "%s/file", folder);
  copy_file(target, file);
  CHECK(size > 0 && unlink(target) == 0);
  void *journal = NULL;
  CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_STOPPED);
  CHECK(strstr(problem.message, "-wal") != NULL);
  CHECK_NUMBER(size_of(beside("-wal")), size);
  copy_file(file, target);
  journal = open_journal();
  CHECK_NUMBER(head_of(journal, words[0]), 1);
  provider->close(journal);
}

static int ignore_group(void *context, const enfold_journal_group *group) {
  *(uint64_t *)context = group->last;
  return 0;
}

void sqlite_a_damaged_page_is_told(void) {
  writer mine = with_groups(60);
  provider->close(mine.journal);
  char file[8300];
  snprintf(file, sizeof file, "%s/file", folder);
  copy_file(target, file);
  off_t pages = size_of(file) / 4096;
  CHECK(pages > 20);
  int told = 0;
  for (off_t page = 1; page < pages; page++) {
    copy_file(file, target);
    int damaged = open(target, O_WRONLY);
    CHECK(damaged >= 0);
    for (int part = 0; part < 4096; part += 8) CHECK(pwrite(damaged, "DAMAGED!", 8, page * 4096 + part) == 8);
    close(damaged);
    void *journal = NULL;
    enfold_journal_status status = open_with(target, NULL, &journal);
    uint64_t last = 0;
    if (status == ENFOLD_JOURNAL_OK) {
      enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
      status = provider->read(journal, mine.store, 1, ignore_group, &last, &error);
      if (status == ENFOLD_JOURNAL_STOPPED) CHECK(strstr(error.message, "damaged") != NULL);
      provider->close(journal);
    }
    told += status != ENFOLD_JOURNAL_OK;
  }
  /* A page that only has the middle of a body is the hashes' to find. */
  if (told < 5) fail("%d of %d damaged pages were told", told, (int)pages - 1);
}

/* Reads the journal by its own means, and holds what it sees. */
void role_hold_log(int count, char **words) {
  (void)count;
  (void)words;
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
  int (*open_file)(const char *, void **);
  int (*execute)(void *, const char *, int (*)(void *, int, char **, char **), void *, char **);
  *(void **)&open_file = dlsym(library, "sqlite3_open");
  *(void **)&execute = dlsym(library, "sqlite3_exec");
  void *database = NULL;
  if (open_file(target, &database) != 0 || execute(database, "BEGIN; SELECT count(*) FROM enfold_group", take_row, NULL, NULL) != 0)
    fail("the journal cannot be read");
  tell();
  wait_for_word();
  _exit(0);
}

void sqlite_a_reader_that_holds_the_log_is_told(void) {
  writer mine = with_groups(3);
  worker reader = worker_start("role_hold_log", NULL, NULL, false);
  CHECK(worker_ready(&reader));
  enfold_journal_health health = {.struct_size = sizeof health};
  for (int index = 0; index < 3; index++) append(&mine, 1, (size_t)22 << 20);
  append(&mine, 1, 10);
  CHECK_OK(provider->maintain(mine.journal, &health, &problem));
  if (health.held_bytes < (64u << 20)) fail("a reader holds more than 64 MB, and %" PRIu64 " bytes are told", health.held_bytes);
  CHECK(health.log_bytes >= health.held_bytes && health.bytes > health.log_bytes);
  /* A journal that is opened now cannot know what is on the disk. */
  provider->close(mine.journal);
  void *journal = NULL;
  enfold_journal_status status = open_with(target, NULL, &journal);
  if (status != ENFOLD_JOURNAL_WAITING)
    fail("opening beside a reader that holds the log gave %s: %s", status_name(status), problem.message);
  worker_say(&reader);
  worker_end(&reader);
  journal = open_journal();
  CHECK_NUMBER(head_of(journal, mine.name), mine.head);
  CHECK_OK(provider->maintain(journal, &health, &problem));
  CHECK(health.held_bytes == 0 && health.log_bytes < (8u << 20));
  provider->close(journal);
}

void sqlite_the_log_is_moved_at_4_MB(void) {
  writer mine = with_groups(1);
  off_t most = 0;
  for (int index = 0; index < 60; index++) {
    append(&mine, 1, 400000);
    if (size_of(beside("-wal")) > most) most = size_of(beside("-wal"));
  }
  if (most < (4 << 20) || most > (9 << 20)) fail("the log grew to %ld bytes while 24 MB were written", (long)most);
  CHECK(size_of(target) > (15 << 20));
  provider->close(mine.journal);
  CHECK_NUMBER(size_of(beside("-wal")), (off_t)-1);
  /* Idle work cuts a long log. */
  mine = with_groups(1);
  append(&mine, 1, (size_t)20 << 20);
  CHECK_OK(provider->maintain(mine.journal, NULL, &problem));
  CHECK(size_of(beside("-wal")) <= (4 << 20));
  append(&mine, 1, 10);
  append(&mine, 1, 10);
  provider->close(mine.journal);
}

void sqlite_the_tables_are_those_of_the_document(void) {
  writer mine = with_groups(2);
  provider->close(mine.journal);
  CHECK(strcmp(sql(target, "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'enfold%' ORDER BY name"),
               "enfold_checkpoint\nenfold_group\nenfold_meta\nenfold_store\n") == 0);
  static const char *const columns[][2] = {{"enfold_meta", "version\n"},
                                           {"enfold_store", "id\nname\nfeature\nepoch\nwriter\nhead\ntouched\n"},
                                           {"enfold_group", "store\nlast\nfirst\nepoch\nat\nhash\nbody\n"},
                                           {"enfold_checkpoint", "store\nseq\nplugin\nsha\nbody\n"}};
  for (size_t index = 0; index < sizeof columns / sizeof *columns; index++) {
    char text[128];
    snprintf(text, sizeof text, "SELECT name FROM pragma_table_info('%s') ORDER BY cid", columns[index][0]);
    CHECK(strcmp(sql(target, text), columns[index][1]) == 0);
  }
  CHECK(
      strcmp(
          sql(target,
              "SELECT version FROM enfold_meta; PRAGMA journal_mode; SELECT head, epoch, length(writer), typeof(writer) FROM "
              "enfold_store;"
              "SELECT last, first, length(hash), typeof(body) FROM enfold_group; SELECT seq, plugin, body FROM enfold_checkpoint"),
          "1\nwal\n2|1|16|blob\n1|1|32|text\n2|2|32|text\n0|kit 1.0|{\"initial\":true}\n") == 0);
}

void sqlite_hostile_tables_are_refused(void) {
  static const struct {
    const char *text, *why;
  } spoils[] = {{"UPDATE enfold_meta SET version = 2", "version"},
                {"UPDATE enfold_meta SET version = 'one'", "version"},
                {"UPDATE enfold_meta SET version = -1", "version"},
                {"DELETE FROM enfold_meta", "version"},
                {"INSERT INTO enfold_meta VALUES(1)", "version"},
                {"DROP TABLE enfold_meta", "enfold_meta"},
                {"DROP TABLE enfold_store", "enfold_store"},
                {"DROP TABLE enfold_group", "enfold_group"},
                {"DROP TABLE enfold_checkpoint", "enfold_checkpoint"},
                {"ALTER TABLE enfold_group RENAME COLUMN body TO text", "body"},
                {"DROP TABLE enfold_meta; CREATE VIEW enfold_meta AS SELECT 1 AS version", "enfold_meta"},
                {"ALTER TABLE enfold_store RENAME TO s; CREATE VIEW enfold_store AS SELECT * FROM s", "view"},
                {"DROP TABLE enfold_meta; CREATE TABLE users(name)", "another program"}};
  writer mine = with_groups(2);
  provider->close(mine.journal);
  char file[8300];
  snprintf(file, sizeof file, "%s/file", folder);
  copy_file(target, file);
  for (size_t index = 0; index < sizeof spoils / sizeof *spoils; index++) {
    copy_file(file, target);
    sql(target, spoils[index].text);
    void *journal = NULL;
    CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_STOPPED);
    if (strstr(problem.message, spoils[index].why) == NULL)
      fail("after %s the message is: %s", spoils[index].text, problem.message);
    CHECK_STATUS(open_with(target, "{\"access\":\"read\"}", &journal), ENFOLD_JOURNAL_STOPPED);
  }
  /* Other files. */
  CHECK(unlink(target) == 0);
  sql(target, "PRAGMA encoding = 'UTF-16'; CREATE TABLE enfold_meta(version); INSERT INTO enfold_meta VALUES(1)");
  void *journal = NULL;
  CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_STOPPED);
  CHECK(strstr(problem.message, "UTF-16") != NULL);
  int text = open(target, O_WRONLY | O_TRUNC);
  for (int line = 0; line < 1000; line++) CHECK(write(text, "This is no database.\n", 21) == 21);
  close(text);
  CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_STOPPED);
  /* A trigger does nothing. */
  copy_file(file, target);
  sql(target, "CREATE TRIGGER evil AFTER INSERT ON enfold_group BEGIN DELETE FROM enfold_group; END");
  journal = open_journal();
  mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  CHECK_NUMBER(read_all(journal, mine.store, 1).groups, 3);
  provider->close(journal);
}

static int ignore_checkpoint(void *context, const enfold_journal_checkpoint *checkpoint) {
  *(uint64_t *)context += checkpoint->length;
  return 0;
}

static int ignore_store(void *context, const enfold_journal_store *store) {
  *(uint64_t *)context += store->head;
  return 0;
}

void sqlite_hostile_rows_are_refused(void) {
  static const struct {
    const char *text;
    char where; /* 's'tore, 'g'roups, 'c'heckpoint */
  } spoils[] = {{"UPDATE enfold_store SET head = -1", 's'},
                {"UPDATE enfold_store SET head = 'two'", 's'},
                {"UPDATE enfold_store SET head = 1.5", 's'},
                {"UPDATE enfold_store SET epoch = 0", 's'},
                {"UPDATE enfold_store SET epoch = -5", 's'},
                {"UPDATE enfold_store SET epoch = 9223372036854775807", 'e'},
                {"UPDATE enfold_store SET writer = x'00'", 's'},
                {"UPDATE enfold_store SET writer = 'sixteen letters!'", 's'},
                {"UPDATE enfold_store SET writer = zeroblob(100000000)", 's'},
                {"UPDATE enfold_store SET feature = ''", 's'},
                {"UPDATE enfold_store SET feature = x'ff'", 's'},
                {"UPDATE enfold_store SET feature = CAST(x'ff' AS TEXT)", 's'},
                {"UPDATE enfold_store SET feature = CAST(zeroblob(1000) AS TEXT)", 's'},
                {"UPDATE enfold_store SET touched = 'yesterday'", 's'},
                {"UPDATE enfold_group SET first = -1 WHERE last = 2", 'g'},
                {"UPDATE enfold_group SET first = 0 WHERE last = 1", 'g'},
                {"UPDATE enfold_group SET first = 9 WHERE last = 2", 'g'},
                {"UPDATE enfold_group SET first = 'x' WHERE last = 2", 'g'},
                {"UPDATE enfold_group SET last = -7 WHERE last = 2", '-'},
                {"UPDATE enfold_group SET last = 'x' WHERE last = 2", 'g'},
                {"UPDATE enfold_group SET last = x'00' WHERE last = 2", 'g'},
                {"UPDATE enfold_group SET epoch = -1", 'g'},
                {"UPDATE enfold_group SET at = 1e300", 'g'},
                {"UPDATE enfold_group SET hash = x''", 'g'},
                {"UPDATE enfold_group SET hash = zeroblob(33)", 'g'},
                {"UPDATE enfold_group SET body = 17.5 WHERE last = 2", '-'}, /* becomes a text */
                {"UPDATE enfold_group SET body = x'7b7d' WHERE last = 2", 'g'},
                {"DELETE FROM enfold_group WHERE last = 2", 'g'},
                {"UPDATE enfold_checkpoint SET sha = 'no'", 'c'},
                {"UPDATE enfold_checkpoint SET body = x'00'", 'c'},
                {"UPDATE enfold_checkpoint SET seq = -1", 'n'},
                {"UPDATE enfold_checkpoint SET plugin = x'00'", 'c'},
                {"UPDATE enfold_store SET id = -3", 's'},
                {"UPDATE enfold_store SET head = 9223372036854775807", '-'}};
  writer mine = with_groups(3);
  provider->close(mine.journal);
  char file[8300], name[256];
  snprintf(name, sizeof name, "%s", name_of("a"));
  snprintf(file, sizeof file, "%s/file", folder);
  copy_file(target, file);
  for (size_t index = 0; index < sizeof spoils / sizeof *spoils; index++) {
    copy_file(file, target);
    sql(target, spoils[index].text);
    void *journal = open_journal();
    enfold_journal_store found = {.struct_size = sizeof found};
    enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
    uint64_t sum = 0;
    writer again;
    enfold_journal_status of_store = provider->find(journal, name, strlen(name), &found, &error);
    enfold_journal_status of_names = provider->names(journal, NULL, 0, ignore_store, &sum, &error);
    enfold_journal_status of_groups = provider->read(journal, mine.store, 1, ignore_group, &sum, &error);
    enfold_journal_status of_checkpoint = provider->checkpoint(journal, mine.store, UINT64_MAX, ignore_checkpoint, &sum, &error);
    enfold_journal_status of_claim = try_claim(journal, name, strlen(name), "Board", true, &again);
    enfold_journal_status expected = ENFOLD_JOURNAL_CORRUPT;
    char where = spoils[index].where;
    if ((where == 's' && (of_store != expected || of_names != expected || of_claim != expected)) ||
        (where == 'e' && of_claim != expected) || (where == 'g' && of_groups != expected) ||
        (where == 'c' && of_checkpoint != expected) ||
        (where == 'n' && of_checkpoint != expected && of_checkpoint != ENFOLD_JOURNAL_NOT_FOUND))
      fail("%s: find %s, names %s, read %s, checkpoint %s, claim %s", spoils[index].text, status_name(of_store),
           status_name(of_names), status_name(of_groups), status_name(of_checkpoint), status_name(of_claim));
    if (of_claim == ENFOLD_JOURNAL_OK) (void)try_append(&again, 1, 10);
    (void)provider->remove(journal, name, strlen(name), &error);
    CHECK(provider->maintain(journal, NULL, &error) != ENFOLD_JOURNAL_STOPPED);
    /* Others go on. */
    writer other = claim(journal, name_of("b"));
    append(&other, 1, 10);
    provider->close(journal);
  }
}

void sqlite_what_is_deleted_is_overwritten(void) {
  static const char secret[] = "the-secret-that-is-to-be-forgotten";
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a")), other = claim(journal, name_of("b"));
  enfold_journal_group group = group_of(&mine, 1, secret, sizeof secret - 1), *const groups[] = {&group};
  CHECK_OK(provider->append(journal, groups, 1, &problem));
  append(&other, 1, 100);
  CHECK_OK(provider->remove(journal, mine.name, mine.name_length, &problem));
  append(&other, 1, 100);
  provider->close(journal);
  shell("! grep -q %s '%s'*", secret, target); /* what was deleted is not in the files */
}

/* What is left when a process is killed between the slices of a deletion. */
void sqlite_an_interrupted_deletion_goes_on(void) {
  writer mine = with_groups(20);
  writer other = claim(mine.journal, name_of("b"));
  append(&other, 1, 10);
  provider->close(mine.journal);
  char text[256];
  snprintf(text, sizeof text, "DELETE FROM enfold_store WHERE id = %" PRIu64, mine.store);
  sql(target, text);
  mine.journal = other.journal = open_journal();
  enfold_journal_status status;
  int calls = 0;
  do {
    problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
    status = provider->maintain(mine.journal, NULL, &problem);
  } while (status == ENFOLD_JOURNAL_MORE && ++calls < 100);
  CHECK_NUMBER(status, ENFOLD_JOURNAL_OK);
  CHECK_NUMBER(read_all(mine.journal, mine.store, 1).groups, 0);
  CHECK_NUMBER(read_all(mine.journal, other.store, 1).groups, 1);
  provider->close(mine.journal);
  CHECK(strcmp(sql(target, "SELECT count(*) FROM enfold_group; SELECT count(*) FROM enfold_checkpoint"), "1\n1\n") == 0);
}

void role_no_library(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = NULL;
  CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_UNSUPPORTED);
  CHECK(strstr(problem.message, "libsqlite3-0") != NULL && strstr(problem.message, "libsqlite3.so.0") != NULL);
  _exit(0);
}

void sqlite_a_missing_library_names_its_package(void) {
  if (faults_path == NULL) leave_out("ENFOLD_FAULTS names no library");
  worker worker = worker_start("role_no_library", NULL, "nolibrary", false);
  int ended = worker_end(&worker);
  CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
}

void sqlite_hard_links_are_refused(void) {
  provider->close(open_journal());
  char other[8300];
  snprintf(other, sizeof other, "%s/other", folder);
  CHECK(link(target, other) == 0);
  void *journal = NULL;
  CHECK_STATUS(open_with(other, NULL, &journal), ENFOLD_JOURNAL_STOPPED);
  CHECK(strstr(problem.message, "hard link") != NULL);
  CHECK(unlink(other) == 0);
  provider->close(open_journal());
}

/* SQLite would delete the log of the new file when it closes the old one. */
void sqlite_a_replaced_file_is_left_alone_at_closing(void) {
  for (int round = 0; round < 2; round++) {
    writer mine = with_groups(3);
    char file[8300], log[8300];
    snprintf(file, sizeof file, "%s/file", folder);
    snprintf(log, sizeof log, "%s/file-wal", folder);
    copy_file(target, file);
    copy_file(beside("-wal"), log);
    if (round == 0) CHECK(rename(file, target) == 0);
    CHECK(rename(log, beside("-wal")) == 0);
    off_t size = size_of(beside("-wal"));
    provider->close(mine.journal); /* without a call that could notice it */
    CHECK_NUMBER(size_of(beside("-wal")), size);
    (void)unlink(beside("-shm"));
    void *journal = open_journal();
    CHECK_NUMBER(head_of(journal, mine.name), mine.head);
    provider->close(journal);
  }
}
