/* cuts.c: calls of the system that fail once, and power that is cut after any of them. */
#include <dlfcn.h>
#include <signal.h>
#include <sys/wait.h>

#include "../faults.h"
#include "kit.h"
#include "life.h"
#include "tests.h"

enum { STEPS = 24 };

static void empty_folder(void) { shell("rm -rf '%s' && mkdir '%s'", folder, folder); }

/* A short life, from an empty folder, with a plan; then a second one that goes on. */
static void live_and_check(uint64_t seed, const char *plan, const char *second_plan, model *out) {
  empty_folder();
  life_forget(out);
  life_run(out, seed, STEPS, plan, -1, false);
  if (second_plan != NULL) life_run(out, seed + 1, STEPS / 4, second_plan, -1, true);
  life_check(out);
}

static unsigned long points_of(uint64_t seed) {
  model model = {0};
  live_and_check(seed, "fast", NULL, &model);
  if (!model.has_ended || model.most_points == 0) fail("a life without faults has not ended by itself");
  unsigned long points = model.most_points;
  life_forget(&model);
  return points;
}

void power_cuts(void) {
  unsigned long cuts = run_number("ENFOLD_CUTS", 200);
  uint64_t random = run_number("ENFOLD_SEED", 1);
  model model = {0};
  char plan[128];
  for (unsigned long done = 0; done < cuts;) {
    uint64_t seed = next_random(&random) >> 8;
    unsigned long points = points_of(seed);
    /* All points of a life, or as many of them as are left, spread over it; by turns nothing and some of what was not synced is
     * there. */
    unsigned long step = cuts - done >= points ? 1 : (points + (cuts - done) - 1) / (cuts - done);
    for (unsigned long point = 1 + next_random(&random) % step; point <= points && done < cuts; point += step, done++) {
      if (done % 2 == 0)
        snprintf(plan, sizeof plan, "fast; cut %lu forget", point);
      else
        snprintf(plan, sizeof plan, "fast; cut %lu some %" PRIu64, point, next_random(&random) >> 8);
      empty_folder();
      life_forget(&model);
      life_run(&model, seed, STEPS, plan, -1, false);
      if (model.has_ended) fail("the power was not cut with the seed %" PRIu64 " and the plan \"%s\"", seed, plan);
      life_check(&model);
      /* It goes on. */
      if (done % 8 == 0) {
        life_run(&model, seed + 1, 6, "fast", -1, false);
        life_check(&model);
      }
    }
  }
  life_forget(&model);
}

/* Each kind of call, from the first to the last of a life. Calls in the middle are left out if there are many. */
void each_call_that_fails_once(void) {
  static const struct {
    const char *kind;
    int error;
    unsigned long most;
  } kinds[] = {{"sync", 5, 30},    {"write", 5, 30}, {"write", 28, 16}, {"sync", 28, 8},
               {"truncate", 5, 6}, {"open", 24, 8},  {"open", 5, 6}};
  uint64_t random = run_number("ENFOLD_SEED", 1);
  model model = {0};
  char plan[128];
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    uint64_t seed = next_random(&random) >> 8;
    unsigned long points = points_of(seed), step = 1 + points / 2 / kinds[kind].most;
    for (unsigned long number = 1, done = 0; done < kinds[kind].most; number += step, done++) {
      snprintf(plan, sizeof plan, "fast; drop; fail %s %lu %d", kinds[kind].kind, number, kinds[kind].error);
      /* The next life, of the same disk, ends with a power cut: what a sync lost without a word is lost then. */
      live_and_check(seed, plan, done % 2 == 0 ? "fast; cut 40 forget" : "fast; cut 9 forget", &model);
    }
  }
  life_forget(&model);
}

/* ---- A sync that fails ----------------------------------------------------------------------------------------------- */

static void plan(const char *text) {
  faults_plan_fn faults_plan;
  *(void **)&faults_plan = dlsym(RTLD_DEFAULT, "faults_plan");
  if (faults_plan == NULL) fail("faults.so is not preloaded");
  faults_plan(text);
}

static void role_is_fine(const char *role, const char *first_plan, int signal_expected) {
  worker worker = worker_start(role, NULL, first_plan, false);
  int ended = worker_end(&worker);
  bool is_fine =
      signal_expected != 0 ? WIFSIGNALED(ended) && WTERMSIG(ended) == signal_expected : WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
  if (!is_fine)
    fail("%s ended by %s %d; what it said is above", role, WIFSIGNALED(ended) ? "signal" : "status",
         WIFSIGNALED(ended) ? WTERMSIG(ended) : WEXITSTATUS(ended));
}

/* One sync fails and forgets its pages. The same group is written again, and the power fails after it was told. */
void role_sync_again(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 5000);
  for (int failures = 1; failures <= 2; failures++) {
    char text[64];
    snprintf(text, sizeof text, "drop; fail sync 1 5 times %d", failures);
    plan(text);
    for (int failure = 0; failure < failures; failure++) CHECK_APPEND(&mine, 2, 9000, ENFOLD_JOURNAL_WAITING);
    /* It is not there, as long as it waits. */
    CHECK_NUMBER(head_of(journal, mine.name), mine.head);
    append(&mine, 2, 9000);
  }
  CHECK_NUMBER(mine.head, 5);
  plan("fast; cut 1 forget");
  (void)try_append(&mine, 1, 10);
}

void a_failed_sync_is_written_again(void) {
  role_is_fine("role_sync_again", "", SIGKILL);
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  CHECK_NUMBER(mine.head, 5);
  CHECK_NUMBER(read_all(journal, mine.store, 1).last, 5);
  append(&mine, 1, 10);
  provider->close(journal);
}

void role_sync_thrice(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 5000);
  plan("drop; fail sync 1 5 times 1000");
  CHECK_APPEND(&mine, 1, 5000, ENFOLD_JOURNAL_WAITING);
  CHECK_APPEND(&mine, 1, 5000, ENFOLD_JOURNAL_WAITING);
  enfold_journal_health health = {.struct_size = sizeof health};
  CHECK_APPEND(&mine, 1, 5000, ENFOLD_JOURNAL_STOPPED);
  plan("");
  CHECK_APPEND(&mine, 1, 5000, ENFOLD_JOURNAL_STOPPED);
  CHECK_STATUS(provider->maintain(journal, &health, &problem), ENFOLD_JOURNAL_STOPPED);
  provider->close(journal);
  exit(0);
}

void three_failed_syncs_stop(void) {
  role_is_fine("role_sync_thrice", "", 0);
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  CHECK(mine.head == 1 || mine.head == 2);
  append(&mine, 1, 10);
  provider->close(journal);
}

/* Opens, and writes the head to its pipe. Then the power fails. */
void role_show(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = open_journal();
  uint64_t head = head_of(journal, name_of("a"));
  (void)!write(4, &head, sizeof head);
  plan("fast; cut 1 forget");
  writer mine = claim(journal, name_of("a"));
  (void)try_append(&mine, 1, 10);
}

/* Is killed when a sync has failed. */
void role_sync_die(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 5000);
  plan("drop; die; fail sync 1 5");
  (void)try_append(&mine, 1, 9000);
}

/* A group whose sync failed may be in the system's cache and not on the disk. A process that is started then and shows it must have
 * brought it to the disk. */
static void is_kept(const char *role, int signal) {
  shell("rm -rf '%s' && mkdir '%s'", folder, folder);
  role_is_fine(role, "", signal);
  worker worker = worker_start("role_show", NULL, "", true);
  uint64_t head = 0;
  CHECK(read(worker.output, &head, sizeof head) == sizeof head);
  int ended = worker_end(&worker);
  CHECK(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL);
  void *journal = open_journal();
  uint64_t found = head_of(journal, name_of("a"));
  if (found < head) fail("the head %" PRIu64 " was shown, and after a power cut it is %" PRIu64, head, found);
  provider->close(journal);
}

void what_is_shown_after_a_failed_sync_is_kept(void) {
  is_kept("role_sync_thrice", 0);
  is_kept("role_sync_die", SIGKILL);
}

/* Makes a journal, a store and a group, tells it, and the power fails. */
void role_first(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  plan("fast; cut 1 forget");
  (void)try_append(&mine, 1, 10);
}

void a_new_journal_survives_a_power_cut(void) {
  role_is_fine("role_first", "", SIGKILL);
  void *journal = NULL;
  CHECK_OK(open_with(target, "{\"create\":false}", &journal));
  CHECK_NUMBER(head_of(journal, name_of("a")), 1);
  provider->close(journal);
}

/* Makes a journal. It is killed on the way, by the plan. */
void role_make(int count, char **words) {
  (void)count;
  (void)words;
  provider->close(open_journal());
  exit(0);
}

/* The process that makes the files is killed at one of its first syncs, so that their names are not synced. The next one goes on
 * with them, and the power fails after it has told something. */
void what_another_process_has_made_survives_a_power_cut(void) {
  for (int number = 1; number <= 9; number++) {
    char first[64];
    shell("rm -rf '%s' && mkdir '%s'", folder, folder);
    snprintf(first, sizeof first, "die; fail sync %d 5", number);
    worker worker = worker_start("role_make", NULL, first, false);
    bool was_killed = WIFSIGNALED(worker_end(&worker));
    worker = worker_start("role_first", NULL, "", true);
    int ended = worker_end(&worker);
    CHECK(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL);
    void *journal = NULL;
    CHECK_OK(open_with(target, "{\"create\":false}", &journal));
    CHECK_NUMBER(head_of(journal, name_of("a")), 1);
    provider->close(journal);
    if (!was_killed) break;
  }
}

void role_backup(int count, char **words) {
  (void)count;
  (void)words;
  char path[2100];
  snprintf(path, sizeof path, "%s/backup", folder);
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  for (int index = 0; index < 20; index++) append(&mine, 1, 5000);
  CHECK_OK(provider->backup(journal, path, strlen(path), &problem));
  plan("fast; cut 1 forget");
  (void)try_append(&mine, 1, 10);
}

void a_backup_survives_a_power_cut(void) {
  if (provider->backup == NULL) leave_out("the provider has no backup");
  role_is_fine("role_backup", "", SIGKILL);
  char path[2100];
  snprintf(path, sizeof path, "%s/backup", folder);
  void *journal = NULL;
  CHECK_OK(open_with(path, "{\"create\":false}", &journal));
  writer mine = claim(journal, name_of("a"));
  CHECK(mine.head == 20 && read_all(journal, mine.store, 1).groups == 20);
  provider->close(journal);
}

/* ---- Disks and file systems -------------------------------------------------------------------------------------------- */

void role_full(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a")), other = claim(journal, name_of("b"));
  for (int round = 0; round < 4; round++) {
    append(&mine, 1, 100);
    plan("full");
    /* The pages that the files have may take a few. */
    int told = 0;
    while (told < 1000 && try_append(&mine, 1, 5000) == ENFOLD_JOURNAL_OK) told++;
    uint64_t head = mine.head;
    for (int tries = 0; tries < 20; tries++) {
      CHECK_APPEND(&mine, 1, 5000, ENFOLD_JOURNAL_WAITING);
      if (strstr(problem.message, "full") == NULL && strstr(problem.message, "space") == NULL)
        fail("the message is: %s", problem.message);
    }
    CHECK_NUMBER(head_of(journal, mine.name), head);
    if (round % 2 == 0) {
      enfold_journal_status status = provider->maintain(journal, NULL, &problem);
      CHECK(status == ENFOLD_JOURNAL_OK || status == ENFOLD_JOURNAL_WAITING || status == ENFOLD_JOURNAL_MORE);
    }
    plan("");
    append(&mine, 1, 5000);
    append(&other, 1, 100);
    CHECK_NUMBER(read_all(journal, mine.store, 1).last, mine.head);
  }
  provider->close(journal);
  journal = open_journal();
  CHECK_NUMBER(head_of(journal, mine.name), mine.head);
  provider->close(journal);
  exit(0);
}

void a_full_disk_waits_and_goes_on(void) { role_is_fine("role_full", "", 0); }

void role_readonly(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = NULL;
  CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_STOPPED);
  if (strstr(problem.message, "ead-only") == NULL) fail("the message is: %s", problem.message);
  CHECK(journal == NULL);
  exit(0);
}

void a_read_only_file_is_refused(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  provider->close(journal);
  role_is_fine("role_readonly", "readonly", 0);
  journal = open_journal();
  CHECK_NUMBER(head_of(journal, mine.name), 1);
  provider->close(journal);
}

void role_remount(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  plan("readonly");
  CHECK_APPEND(&mine, 1, 10, ENFOLD_JOURNAL_STOPPED);
  if (strstr(problem.message, "ead-only") == NULL) fail("the message is: %s", problem.message);
  plan("");
  CHECK_APPEND(&mine, 1, 10, ENFOLD_JOURNAL_STOPPED);
  provider->close(journal);
  mine.journal = open_journal();
  CHECK_NUMBER(head_of(mine.journal, mine.name), 1);
  mine = claim(mine.journal, name_of("a"));
  append(&mine, 1, 10);
  provider->close(mine.journal);
  exit(0);
}

void a_file_system_that_becomes_read_only_stops(void) { role_is_fine("role_remount", "", 0); }

void role_network(int count, char **words) {
  (void)count;
  (void)words;
  void *journal = NULL;
  CHECK_STATUS(open_with(target, NULL, &journal), ENFOLD_JOURNAL_UNSUPPORTED);
  CHECK(strstr(problem.message, "network") != NULL && strstr(problem.message, "NFS") != NULL);
  CHECK(access(target, F_OK) != 0);
  exit(0);
}

void a_network_file_system_is_refused(void) { role_is_fine("role_network", "network", 0); }
