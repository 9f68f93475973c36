/* life.c: a process that writes a journal, and what must be there when it has ended. */
#include "life.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "../faults.h"
#include "tests.h"

/* What a life says, on its pipe. */
typedef struct line {
  char what; /* 'c'laim, 'a'ppend begins, 'g'roup, 'p'ut a checkpoint, 't'rim, 'r'emove, 's'topped, 'e'nd, 'o'pened */
  char is_told, store;
  uint64_t one, other, hash;
} line;

static void say(char what, bool is_told, int store, uint64_t one, uint64_t other, uint64_t hash) {
  line line;
  memset(&line, 0, sizeof line);
  line.what = what;
  line.is_told = is_told;
  line.store = (char)store;
  line.one = one;
  line.other = other;
  line.hash = hash;
  (void)!write(4, &line, sizeof line);
}

static uint64_t short_hash(const uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE]) {
  uint64_t value;
  memcpy(&value, hash, sizeof value);
  return value;
}

static const char *store_name(int store) {
  static const char *const names[LIFE_STORES] = {"a", "b", "c", "removed"};
  return name_of(names[store]);
}

/* ---- The life ------------------------------------------------------------------------------------------------------- */

static void *journal;
static writer writers[LIFE_STORES];
static uint64_t last_checkpoint[LIFE_STORES], second_checkpoint[LIFE_STORES];

/* What a caller does with a status: the same again while it waits, and nothing more when the journal has stopped. */
#define MOST_TRIES 12
#define TRY(call) \
  do { \
    int tries = 0; \
    do { \
      problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT; \
      status = (call); \
    } while (status == ENFOLD_JOURNAL_WAITING && ++tries < MOST_TRIES); \
    if (status == ENFOLD_JOURNAL_STOPPED || status == ENFOLD_JOURNAL_WAITING) end_stopped(); \
    if (status < 0) fail("%s:%d: %s gave %s: %s", __FILE__, __LINE__, #call, status_name(status), problem.message); \
  } while (0)

__attribute__((noreturn)) static void end_stopped(void) {
  say('s', true, 0, 0, 0, 0);
  provider->close(journal);
  _exit(0);
}

static int keep_hash(void *context, const enfold_journal_group *group) {
  writer *writer = context;
  if (group->last == writer->head) memcpy(writer->hash, group->hash, sizeof writer->hash);
  return 0;
}

static void live_begin(int store) {
  enfold_journal_status status;
  const char *name = store_name(store);
  enfold_journal_store found = {.struct_size = sizeof found};
  status = provider->find(journal, name, strlen(name), &found, &problem);
  if (status == ENFOLD_JOURNAL_STOPPED || status == ENFOLD_JOURNAL_WAITING) end_stopped();
  if (status != ENFOLD_JOURNAL_OK && status != ENFOLD_JOURNAL_NOT_FOUND)
    fail("find gave %s: %s", status_name(status), problem.message);
  say('c', false, store, status == ENFOLD_JOURNAL_OK ? found.epoch + 1 : 1, 0, 0);
  writer *made = &writers[store];
  TRY(try_claim(journal, name, strlen(name), "Board", true, made));
  say('c', true, store, made->epoch, made->store, 0);
  if (made->head > 0) TRY(provider->read(journal, made->store, made->head, keep_hash, made, &problem));
  last_checkpoint[store] = second_checkpoint[store] = 0;
}

static void live_append(uint64_t *random) {
  enfold_journal_group groups[6], *list[6];
  writer after[LIFE_STORES];
  memcpy(after, writers, sizeof after);
  int count = 1 + (int)(next_random(random) % 3);
  int of[6];
  say('a', false, 0, 0, 0, 0);
  for (int index = 0; index < count; index++) {
    of[index] = (int)(next_random(random) % LIFE_STORES);
    size_t length = next_random(random) % 8 == 0 ? 1 + next_random(random) % 40000 : 1 + next_random(random) % 900;
    groups[index] = group_of(&after[of[index]], 1 + next_random(random) % 4, text_of(next_random(random), length), length);
    move_on(&after[of[index]], &groups[index]);
    list[index] = &groups[index];
    say('g', false, of[index], groups[index].first, groups[index].last, short_hash(groups[index].hash));
  }
  enfold_journal_status status;
  TRY(provider->append(journal, list, (size_t)count, &problem));
  if (status != ENFOLD_JOURNAL_OK) fail("append gave %s: %s", status_name(status), problem.message);
  memcpy(writers, after, sizeof after);
  for (int index = 0; index < count; index++)
    say('g', true, of[index], groups[index].first, groups[index].last, short_hash(groups[index].hash));
}

static void live_checkpoint(int store) {
  enfold_journal_status status;
  writer *mine = &writers[store];
  char body[64];
  snprintf(body, sizeof body, "{\"at\":%" PRIu64 "}", mine->head);
  enfold_journal_checkpoint checkpoint = checkpoint_of(mine, mine->head, body);
  say('p', false, store, mine->head, 0, 0);
  TRY(provider->put_checkpoint(journal, &checkpoint, &problem));
  say('p', true, store, mine->head, 0, 0);
  second_checkpoint[store] = last_checkpoint[store];
  last_checkpoint[store] = mine->head;
}

static void live_trim(int store) {
  enfold_journal_status status;
  if (second_checkpoint[store] == 0) return;
  say('t', false, store, second_checkpoint[store], 0, 0);
  TRY(provider->trim(journal, writers[store].store, writers[store].epoch, writers[store].id, second_checkpoint[store], &problem));
}

static void live_remove(void) {
  enfold_journal_status status;
  int store = LIFE_STORES - 1;
  say('r', false, store, 0, 0, 0);
  TRY(provider->remove(journal, store_name(store), strlen(store_name(store)), &problem));
  say('r', true, store, 0, 0, 0);
  live_begin(store);
}

static void live_open(void) {
  enfold_journal_status status;
  journal = NULL;
  for (int tries = 0;; tries++) {
    status = open_with(target, NULL, &journal);
    if (status == ENFOLD_JOURNAL_OK) break;
    /* A call that has failed once may end the opening; then it is opened again. */
    if ((status != ENFOLD_JOURNAL_WAITING && status != ENFOLD_JOURNAL_STOPPED) || tries == 4)
      fail("open gave %s: %s", status_name(status), problem.message);
  }
  say('o', true, 0, 0, 0, 0);
  for (int store = 0; store < LIFE_STORES; store++) live_begin(store);
}

void role_life(int count, char **words) {
  uint64_t random = strtoull(words[0], NULL, 10);
  int steps = atoi(words[1]);
  (void)count;
  enfold_journal_status status;
  live_open();
  for (int step = 0; step < steps; step++) {
    uint64_t kind = next_random(&random) % 100;
    int store = (int)(next_random(&random) % LIFE_STORES);
    if (kind < 62)
      live_append(&random);
    else if (kind < 74)
      live_checkpoint(store);
    else if (kind < 82)
      live_trim(store);
    else if (kind < 88)
      TRY(provider->maintain(journal, NULL, &problem));
    else if (kind < 92)
      live_remove();
    else if (kind < 96)
      live_begin(store);
    else {
      provider->close(journal);
      live_open();
    }
  }
  if (next_random(&random) % 2 == 0) provider->close(journal);
  faults_calls_fn calls;
  *(void **)&calls = dlsym(RTLD_DEFAULT, "faults_calls");
  say('e', true, 0, calls == NULL ? 0 : calls(FAULTS_KINDS), 0, 0);
  _exit(0);
}

/* ---- The model ------------------------------------------------------------------------------------------------------- */

static void note_group(kept *kept, const line *line) {
  if (line->is_told) {
    for (size_t index = kept->count; index-- > 0;)
      if (kept->groups[index].first == line->one && kept->groups[index].hash == line->hash) {
        kept->groups[index].is_told = true;
        if (line->other > kept->head) kept->head = line->other;
        return;
      }
    fail("a group was told that was not tried");
  }
  if (kept->count == kept->room) {
    kept->room = kept->room == 0 ? 64 : 2 * kept->room;
    kept->groups = realloc(kept->groups, kept->room * sizeof *kept->groups);
    if (kept->groups == NULL) fail("no memory");
  }
  kept->groups[kept->count++] = (tried){line->one, line->other, line->hash, false};
}

static void forget_store(kept *kept) {
  free(kept->groups);
  memset(kept, 0, sizeof *kept);
}

static void note(model *model, const line *line) {
  kept *kept = &model->stores[(int)line->store];
  if (line->is_told) model->told++;
  switch (line->what) {
    case 'c':
      if (line->one > kept->tried_epoch) kept->tried_epoch = line->one;
      kept->is_tried = true;
      if (line->is_told) {
        kept->epoch = line->one;
        kept->id = line->other;
        kept->is_made = true;
      }
      break;
    case 'a':
      model->last_count = 0;
      break;
    case 'g':
      note_group(kept, line);
      if (line->is_told) {
        model->last_count = 0;
      } else {
        model->last[model->last_count].store = line->store;
        model->last[model->last_count].first = line->one;
        model->last[model->last_count++].hash = line->hash;
      }
      break;
    case 'p':
      if (line->one > kept->tried_checkpoint) kept->tried_checkpoint = line->one;
      if (line->is_told) kept->checkpoint = line->one;
      break;
    case 't':
      if (line->one > kept->trimmed) kept->trimmed = line->one;
      break;
    case 'r':
      if (line->is_told)
        forget_store(kept);
      else
        kept->is_being_removed = true;
      break;
    case 's':
      model->is_stopped = true;
      break;
    case 'o':
      model->opened++;
      break;
    default:
      model->has_ended = true;
      if (line->one > model->most_points) model->most_points = line->one;
  }
}

void life_run(model *model, uint64_t seed, int steps, const char *plan, long kill_after, bool keeps_shadow) {
  char first[32], second[16];
  snprintf(first, sizeof first, "%" PRIu64, seed);
  snprintf(second, sizeof second, "%d", steps);
  const char *const words[] = {first, second, NULL};
  model->is_stopped = model->has_ended = false;
  model->lives++;
  worker worker = worker_start("role_life", words, plan, keeps_shadow);
  if (kill_after >= 0) {
    usleep((useconds_t)kill_after);
    kill(worker.process, SIGKILL);
  }
  line line;
  size_t got = 0;
  for (;;) {
    ssize_t count = read(worker.output, (char *)&line + got, sizeof line - got);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    got += (size_t)count;
    if (got < sizeof line) continue;
    got = 0;
    note(model, &line);
  }
  int ended = worker_end(&worker);
  bool is_killed = WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL;
  if (!is_killed && !(WIFEXITED(ended) && WEXITSTATUS(ended) == 0))
    fail("a process with the seed %" PRIu64 " and the plan \"%s\" ended by %s %d", seed, plan == NULL ? "" : plan,
         WIFSIGNALED(ended) ? "signal" : "status", WIFSIGNALED(ended) ? WTERMSIG(ended) : WEXITSTATUS(ended));
}

typedef struct look {
  const kept *kept;
  uint64_t last, first;
  size_t found;
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  bool has_hash;
  tried *there;
  size_t room;
} look;

static int look_at(void *context, const enfold_journal_group *group) {
  look *look = context;
  if (look->found > 0) CHECK_NUMBER(group->first, look->last + 1);
  if (look->has_hash) {
    uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
    hash_group(group, look->hash, hash);
    if (memcmp(hash, group->hash, sizeof hash) != 0)
      fail("the group %" PRIu64 " to %" PRIu64 " has the hash of another one", group->first, group->last);
  }
  bool is_known = false;
  for (size_t index = 0; index < look->kept->count; index++) {
    const tried *tried = &look->kept->groups[index];
    is_known |= tried->first == group->first && tried->last == group->last && tried->hash == short_hash(group->hash);
  }
  if (!is_known) fail("the group %" PRIu64 " to %" PRIu64 " was never written", group->first, group->last);
  if (look->found == look->room) {
    look->room = look->room == 0 ? 64 : 2 * look->room;
    look->there = realloc(look->there, look->room * sizeof *look->there);
    if (look->there == NULL) fail("no memory");
  }
  look->there[look->found++] = (tried){group->first, group->last, short_hash(group->hash), true};
  if (look->found == 1) look->first = group->first;
  look->last = group->last;
  look->has_hash = true;
  memcpy(look->hash, group->hash, sizeof look->hash);
  return 0;
}

static int take_seq(void *context, const enfold_journal_checkpoint *checkpoint) {
  *(uint64_t *)context = checkpoint->seq;
  return 0;
}

static void check_store(void *journal, int store, kept *kept) {
  const char *name = store_name(store);
  enfold_journal_store found = {.struct_size = sizeof found};
  problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
  enfold_journal_status status = provider->find(journal, name, strlen(name), &found, &problem);
  if (status == ENFOLD_JOURNAL_NOT_FOUND) {
    if (kept->is_made && !kept->is_being_removed) fail("the store %s is gone, and its claim was told", name);
    forget_store(kept);
    return;
  }
  if (status != ENFOLD_JOURNAL_OK) fail("find gave %s: %s", status_name(status), problem.message);
  if (!kept->is_tried) fail("the store %s is there, and it was deleted or never made", name);
  if (found.epoch < kept->epoch || found.epoch > kept->tried_epoch)
    fail("the epoch of %s is %" PRIu64 ": %" PRIu64 " was told, and %" PRIu64 " tried", name, found.epoch, kept->epoch,
         kept->tried_epoch);
  if (found.head < kept->head)
    fail("%s has lost what was told: its head is %" PRIu64 ", not %" PRIu64, name, found.head, kept->head);
  look look = {.kept = kept, .has_hash = kept->trimmed == 0};
  uint64_t from = 1;
  do {
    problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
    status = provider->read(journal, found.store, from, look_at, &look, &problem);
    from = look.last + 1;
  } while (status == ENFOLD_JOURNAL_MORE);
  if (status != ENFOLD_JOURNAL_OK) fail("read gave %s: %s", status_name(status), problem.message);
  if (found.head > 0 && look.last != found.head)
    fail("%s ends at %" PRIu64 ", and its head is %" PRIu64, name, look.last, found.head);
  if (look.found > 0 && look.first > 1 && look.first > kept->trimmed)
    fail("the groups before %" PRIu64 " of %s are gone", look.first, name);
  /* Each group that was told is there, or trimmed. */
  for (size_t index = 0; index < kept->count; index++) {
    const tried *tried = &kept->groups[index];
    bool is_there = !tried->is_told || tried->last < kept->trimmed;
    for (size_t place = 0; place < look.found && !is_there; place++)
      is_there = look.there[place].first == tried->first && look.there[place].hash == tried->hash;
    if (!is_there)
      fail("the group %" PRIu64 " to %" PRIu64 " of %s was told, and another one is there", tried->first, tried->last, name);
  }
  uint64_t seq = UINT64_MAX;
  CHECK_OK(provider->checkpoint(journal, found.store, UINT64_MAX, take_seq, &seq, &problem));
  if (seq < kept->checkpoint)
    fail("the checkpoint %" PRIu64 " of %s was told, and %" PRIu64 " is there", kept->checkpoint, name, seq);
  if (seq > 0 && seq > kept->tried_checkpoint) fail("the checkpoint %" PRIu64 " of %s was never written", seq, name);
  if (look.found > 0 && look.first > 1 && seq < look.first - 1)
    fail("%s cannot be read from its checkpoint %" PRIu64 " on", name, seq);
  /* What is there now was shown. */
  kept->epoch = kept->tried_epoch = found.epoch;
  kept->head = found.head;
  kept->checkpoint = kept->tried_checkpoint = seq;
  kept->is_made = true;
  kept->is_being_removed = false;
  free(kept->groups);
  kept->groups = look.there;
  kept->count = look.found;
  kept->room = look.room;
}

void life_check(model *model) {
  void *opened = open_journal();
  for (int store = 0; store < LIFE_STORES; store++) check_store(opened, store, &model->stores[store]);
  int there = 0;
  for (int index = 0; index < model->last_count; index++) {
    const kept *kept = &model->stores[model->last[index].store];
    for (size_t place = 0; place < kept->count; place++)
      there += kept->groups[place].first == model->last[index].first && kept->groups[place].hash == model->last[index].hash;
  }
  if (there != 0 && there != model->last_count) fail("%d of the %d groups of one call are there", there, model->last_count);
  model->last_count = 0;
  provider->close(opened);
}

void life_forget(model *model) {
  for (int store = 0; store < LIFE_STORES; store++) forget_store(&model->stores[store]);
  model->last_count = 0;
}
