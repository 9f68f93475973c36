/* processes.c: several handles, several processes. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "kit.h"
#include "run.h"
#include "tests.h"

void two_handles_fence_each_other(void) {
  void *one = open_journal(), *two = open_journal();
  writer first = claim(one, name_of("a"));
  append(&first, 1, 10);
  writer second = claim(two, name_of("a"));
  CHECK(second.epoch == 2 && second.head == 1);
  CHECK_APPEND(&first, 1, 10, ENFOLD_JOURNAL_FENCED);
  append(&second, 1, 10);
  CHECK_APPEND(&first, 1, 10, ENFOLD_JOURNAL_FENCED);
  CHECK_NUMBER(head_of(one, first.name), 2);
  writer third = claim(one, name_of("a"));
  CHECK_APPEND(&second, 1, 10, ENFOLD_JOURNAL_FENCED);
  append(&third, 1, 10);
  provider->close(one);
  /* The other one goes on. */
  writer fourth = claim(two, name_of("a"));
  append(&fourth, 1, 10);
  CHECK_NUMBER(read_all(two, fourth.store, 1).last, 4);
  provider->close(two);
}

/* ---- Threads ---- */

typedef struct thread_life {
  char name[256];
  int failed; /* the line that has */
} thread_life;

#define CHECK_HERE(condition) \
  do { \
    if (!(condition)) { \
      life->failed = __LINE__; \
      return NULL; \
    } \
  } while (0)

/* Opens, claims, writes and closes, again and again. Uses nothing that is shared with the other thread. */
static void *thread_lives(void *context) {
  thread_life *life = context;
  uint64_t head = 0;
  for (int round = 0; round < 12; round++) {
    enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
    void *journal = NULL;
    CHECK_HERE(provider->open(target, strlen(target), NULL, 0, &journal, &error) == ENFOLD_JOURNAL_OK);
    enfold_journal_checkpoint initial = {
        .struct_size = sizeof initial, .plugin = "p", .plugin_length = 1, .body = "{}", .length = 2};
    enfold_journal_claim claim = {.struct_size = sizeof claim,
                                  .name = life->name,
                                  .name_length = strlen(life->name),
                                  .feature = "Board",
                                  .feature_length = 5,
                                  .writer = {(uint8_t)round},
                                  .initial = &initial};
    CHECK_HERE(provider->claim(journal, &claim, &error) == ENFOLD_JOURNAL_OK);
    CHECK_HERE(claim.head == head && claim.epoch == (uint64_t)round + 1);
    for (int turn = 0; turn < 6; turn++) {
      enfold_journal_group group = {.struct_size = sizeof group,
                                    .store = claim.store,
                                    .epoch = claim.epoch,
                                    .before = head,
                                    .first = head + 1,
                                    .last = head + 1,
                                    .body = "{}",
                                    .length = 2};
      memcpy(group.writer, claim.writer, sizeof group.writer);
      enfold_journal_group *const groups[] = {&group};
      CHECK_HERE(provider->append(journal, groups, 1, &error) == ENFOLD_JOURNAL_OK);
      head++;
      enfold_journal_store found = {.struct_size = sizeof found};
      CHECK_HERE(provider->find(journal, life->name, strlen(life->name), &found, &error) == ENFOLD_JOURNAL_OK &&
                 found.head == head);
    }
    provider->close(journal);
  }
  return NULL;
}

void two_threads_use_two_journals(void) {
  pthread_t threads[2];
  thread_life lives[2] = {{.failed = 0}, {.failed = 0}};
  for (int index = 0; index < 2; index++) {
    snprintf(lives[index].name, sizeof lives[index].name, "%sthread %d", prefix(), index);
    CHECK(pthread_create(&threads[index], NULL, thread_lives, &lives[index]) == 0);
  }
  for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
  for (int index = 0; index < 2; index++)
    if (lives[index].failed != 0) fail("%s:%d failed in the thread %d", __FILE__, lives[index].failed, index);
}

/* What a caller does that does not know what became of its group. */
void find_decides_what_was_unknown(void) {
  void *one = open_journal(), *two = open_journal();
  writer mine = claim(one, name_of("a"));
  append(&mine, 2, 10);
  enfold_journal_store found = {.struct_size = sizeof found};
  CHECK_OK(provider->find(two, mine.name, mine.name_length, &found, &problem));
  CHECK(found.epoch == mine.epoch && memcmp(found.writer, mine.id, sizeof mine.id) == 0 && found.head == 2); /* it is written */
  append(&mine, 1, 10);
  CHECK_OK(provider->find(two, mine.name, mine.name_length, &found, &problem));
  CHECK_NUMBER(found.head, 3);
  writer other = claim(two, name_of("a"));
  CHECK_OK(provider->find(one, mine.name, mine.name_length, &found, &problem));
  CHECK(found.epoch != mine.epoch && memcmp(found.writer, mine.id, sizeof mine.id) != 0); /* fenced */
  CHECK(memcmp(found.writer, other.id, sizeof other.id) == 0);
  CHECK_OK(provider->remove(two, mine.name, mine.name_length, &problem));
  CHECK_STATUS(provider->find(one, mine.name, mine.name_length, &found, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  provider->close(one);
  provider->close(two);
}

/* Opens, claims the store of the first word, appends, and waits to be killed or told to go on. */
void role_claim(int count, char **words) {
  (void)count;
  void *journal = NULL;
  enfold_journal_status status = open_with(target, NULL, &journal);
  if (status == ENFOLD_JOURNAL_LOCKED) _exit(10);
  if (status != ENFOLD_JOURNAL_OK) fail("%s", problem.message);
  writer mine = claim(journal, words[0]);
  append(&mine, 1, 10);
  tell();
  wait_for_word();
  status = try_append(&mine, 1, 10);
  _exit(status == ENFOLD_JOURNAL_OK ? 11 : status == ENFOLD_JOURNAL_FENCED ? 12 : 13);
}

void two_processes_fence_or_lock_each_other(void) {
  const char *const words[] = {name_of("a"), NULL};
  worker other = worker_start("role_claim", words, NULL, false);
  if (!worker_ready(&other)) fail("the other process has ended with %d", WEXITSTATUS(worker_end(&other)));
  void *journal = NULL;
  enfold_journal_status status = open_with(target, NULL, &journal);
  if (status == ENFOLD_JOURNAL_OK) {
    writer mine = claim(journal, words[0]);
    CHECK(mine.epoch == 2 && mine.head == 1);
    append(&mine, 1, 10);
    worker_say(&other);
    int ended = worker_end(&other);
    CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 12);
    append(&mine, 1, 10);
    provider->close(journal);
  } else {
    CHECK_NUMBER(status, ENFOLD_JOURNAL_LOCKED);
    worker_say(&other);
    int ended = worker_end(&other);
    CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 11);
    journal = open_journal();
    CHECK_NUMBER(head_of(journal, words[0]), 2);
    provider->close(journal);
  }
}

/* ---- The lock of a file --------------------------------------------------------------------------------------------- */

/* Opens, tells, and waits. */
void role_hold(int count, char **words) {
  (void)count;
  (void)words;
  (void)open_journal();
  tell();
  wait_for_word();
  _exit(0);
}

/* Opens and closes. The exit status is the negative status. */
void role_open(int count, char **words) {
  void *journal = NULL;
  enfold_journal_status status = open_with(target, count > 0 ? words[0] : NULL, &journal);
  if (status == ENFOLD_JOURNAL_OK) provider->close(journal);
  _exit(-status);
}

static int open_elsewhere(void) {
  worker other = worker_start("role_open", NULL, NULL, false);
  int ended = worker_end(&other);
  return WIFEXITED(ended) ? -WEXITSTATUS(ended) : -1000;
}

void another_process_is_locked_out(void) {
  worker other = worker_start("role_hold", NULL, NULL, false);
  CHECK(worker_ready(&other));
  void *journal = NULL;
  for (int round = 0; round < 3; round++) {
    double begun = run_seconds();
    CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_LOCKED);
    CHECK(journal == NULL);
    CHECK_NUMBER(problem.process, other.process);
    char number[16];
    snprintf(number, sizeof number, "%d", (int)other.process);
    CHECK(strstr(problem.message, number) != NULL);
    if (run_seconds() - begun > 0.5) fail("it took %.1f s to be locked out: it must be told at once", run_seconds() - begun);
  }
  kill(other.process, SIGKILL);
  worker_end(&other);
  journal = open_journal();
  CHECK_NUMBER(open_elsewhere(), ENFOLD_JOURNAL_LOCKED);
  provider->close(journal);
  CHECK_NUMBER(open_elsewhere(), ENFOLD_JOURNAL_OK);
}

void the_lock_is_kept_until_the_last_is_closed(void) {
  void *one = open_journal(), *two = open_journal();
  /* The same file by other names. */
  char path[8192], link[8192];
  snprintf(path, sizeof path, "%s/./journal%s", folder, strrchr(target, '/') + 8);
  snprintf(link, sizeof link, "%s/link", folder);
  void *three = NULL, *four = NULL, *reader = open_reader();
  CHECK_OK(open_with(path, NULL, &three));
  CHECK(symlink(target, link) == 0);
  CHECK_OK(open_with(link, NULL, &four));
  writer mine = claim(one, name_of("a"));
  append(&mine, 1, 10);
  CHECK_NUMBER(head_of(four, mine.name), 1);
  void *closed[] = {two, reader, four, three};
  for (size_t index = 0; index < sizeof closed / sizeof *closed; index++) {
    provider->close(closed[index]);
    CHECK_NUMBER(open_elsewhere(), ENFOLD_JOURNAL_LOCKED);
    append(&mine, 1, 10);
  }
  provider->close(one);
  CHECK_NUMBER(open_elsewhere(), ENFOLD_JOURNAL_OK);
}

void role_sleep(int count, char **words) {
  (void)count;
  (void)words;
  tell();
  wait_for_word();
  _exit(0);
}

/* Opens, and starts another program, which has the same pipes; or with a word becomes it. */
void role_exec(int count, char **words) {
  (void)words;
  (void)open_journal();
  if (count > 0) run_become("role_sleep");
  worker sleeper = worker_start("role_sleep", NULL, NULL, false);
  CHECK(worker_ready(&sleeper));
  char number[16];
  int length = snprintf(number, sizeof number, "%10d", (int)sleeper.process);
  (void)!write(4, number, (size_t)length);
  for (;;) pause();
}

void a_program_that_is_started_does_not_keep_the_lock(void) {
  worker other = worker_start("role_exec", NULL, NULL, false);
  char number[16] = "";
  CHECK(read(other.output, number, 10) == 10);
  int sleeper = atoi(number);
  CHECK(sleeper > 0 && kill(sleeper, 0) == 0);
  kill(other.process, SIGKILL);
  waitpid(other.process, NULL, 0);
  void *journal = NULL;
  enfold_journal_status status = open_with(target, NULL, &journal);
  kill(sleeper, SIGKILL);
  if (status != ENFOLD_JOURNAL_OK) fail("a program that the holder has started keeps the lock: %s", problem.message);
  provider->close(journal);

  const char *const words[] = {"become", NULL};
  other = worker_start("role_exec", words, NULL, false);
  CHECK(worker_ready(&other));
  status = open_with(target, NULL, &journal);
  worker_say(&other);
  worker_end(&other);
  if (status != ENFOLD_JOURNAL_OK) fail("a program that the holder has become keeps the lock: %s", problem.message);
  provider->close(journal);
}
