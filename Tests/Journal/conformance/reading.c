/* reading.c: what is read again, listed, deleted and trimmed: what every provider does. */
#include "kit.h"
#include "tests.h"

void all_is_there_after_opening_again(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  for (int index = 0; index < 20; index++) append(&mine, 1 + (uint64_t)index % 3, 10 + (size_t)index * 700);
  provider->close(journal);
  for (int round = 0; round < 3; round++) {
    journal = open_journal();
    CHECK_NUMBER(head_of(journal, mine.name), mine.head);
    reading found = read_all(journal, mine.store, 1);
    CHECK(found.last == mine.head && memcmp(found.hash, mine.hash, sizeof mine.hash) == 0);
    mine = claim(journal, name_of("a"));
    CHECK_NUMBER(mine.epoch, round + 2);
    append(&mine, 1, 100);
    provider->close(journal);
  }
}

static int stop_at_third(void *context, const enfold_journal_group *group) {
  (void)group;
  return ++*(int *)context == 3;
}

void reading_goes_on_in_slices(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a")), other = claim(journal, name_of("b"));
  enum { GROUPS = 2500, PART = 500 };
  static enfold_journal_group groups[PART], *list[PART];
  for (int part = 0; part < GROUPS / PART; part++) {
    for (int index = 0; index < PART; index++) {
      groups[index] = group_of(&mine, 2, "body", 4);
      list[index] = &groups[index];
      move_on(&mine, &groups[index]);
    }
    CHECK_OK(provider->append(journal, list, PART, &problem));
    append(&other, 1, 10);
  }
  reading found = read_all(journal, mine.store, 1);
  CHECK_NUMBER(found.groups, GROUPS);
  CHECK_NUMBER(found.last, 2 * GROUPS);
  if (found.calls < 3) fail("2,500 groups were read in %d calls: at most 1,000 are read in one", found.calls);
  found = read_all(journal, mine.store, 4000); /* in the middle of a group */
  CHECK_NUMBER(found.first, 3999);
  CHECK_NUMBER(read_all(journal, other.store, 1).groups, 5);
  int given = 0;
  CHECK_STATUS(provider->read(journal, mine.store, 1, stop_at_third, &given, &problem), ENFOLD_JOURNAL_MORE);
  CHECK_NUMBER(given, 3);
  append(&mine, 1, 10); /* nothing is left open */
  provider->close(journal);
}

typedef struct seen {
  uint64_t seq;
  char body[64], plugin[64];
  uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
  int calls;
} seen;

static int see(void *context, const enfold_journal_checkpoint *checkpoint) {
  seen *seen = context;
  seen->seq = checkpoint->seq;
  snprintf(seen->body, sizeof seen->body, "%.*s", (int)checkpoint->length, checkpoint->body);
  snprintf(seen->plugin, sizeof seen->plugin, "%.*s", (int)checkpoint->plugin_length, checkpoint->plugin);
  memcpy(seen->hash, checkpoint->hash, sizeof seen->hash);
  seen->calls++;
  return 1;
}

static seen at(const writer *writer, uint64_t seq) {
  seen seen = {0};
  CHECK_OK(provider->checkpoint(writer->journal, writer->store, seq, see, &seen, &problem));
  CHECK_NUMBER(seen.calls, 1);
  return seen;
}

static void put(const writer *writer, uint64_t seq, const char *body) {
  enfold_journal_checkpoint checkpoint = checkpoint_of(writer, seq, body);
  CHECK_OK(provider->put_checkpoint(writer->journal, &checkpoint, &problem));
}

void checkpoints_are_found_by_their_place(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a")), other = claim(journal, name_of("b"));
  CHECK(at(&mine, UINT64_MAX).seq == 0 && strcmp(at(&mine, 0).body, "{\"initial\":true}") == 0);
  for (int index = 0; index < 5; index++) append(&mine, 10, 20);
  put(&mine, 20, "twenty");
  put(&mine, 50, "fifty");
  put(&mine, 30, "thirty"); /* one that comes late */
  CHECK(at(&mine, UINT64_MAX).seq == 50 && at(&mine, 50).seq == 50 && at(&mine, 49).seq == 30 && at(&mine, 29).seq == 20);
  CHECK(at(&mine, 19).seq == 0 && at(&mine, INT64_MAX).seq == 50);
  seen found = at(&mine, 30);
  enfold_journal_checkpoint written = checkpoint_of(&mine, 30, "thirty");
  CHECK(strcmp(found.body, "thirty") == 0 && strcmp(found.plugin, "kit 1.0") == 0);
  CHECK(memcmp(found.hash, written.hash, sizeof found.hash) == 0);
  put(&mine, 50, "fifty again"); /* replaces */
  CHECK(strcmp(at(&mine, UINT64_MAX).body, "fifty again") == 0);
  CHECK(at(&other, UINT64_MAX).seq == 0);
  provider->close(journal);
  mine.journal = open_journal();
  CHECK(strcmp(at(&mine, UINT64_MAX).body, "fifty again") == 0 && at(&mine, 49).seq == 30);
  seen none = {0};
  CHECK_STATUS(provider->checkpoint(mine.journal, mine.store + 1000000, 5, see, &none, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_NUMBER(none.calls, 0);
  provider->close(mine.journal);
}

void a_checkpoint_is_written_with_its_group(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 3, 20);
  enfold_journal_group group = group_of(&mine, 2, "body", 4), *const groups[] = {&group};
  enfold_journal_checkpoint checkpoint = checkpoint_of(&mine, 4, "at four");
  group.checkpoint = &checkpoint;
  CHECK_STATUS(provider->append(journal, groups, 1, &problem), ENFOLD_JOURNAL_PARTLY); /* not at its end */
  CHECK_NUMBER(group.status, ENFOLD_JOURNAL_INVALID);
  checkpoint = (enfold_journal_checkpoint){
      .struct_size = sizeof checkpoint, .seq = 5, .plugin = "p", .plugin_length = 1, .body = "at five", .length = 7};
  group.epoch++;
  CHECK_STATUS(provider->append(journal, groups, 1, &problem), ENFOLD_JOURNAL_PARTLY);
  CHECK_NUMBER(group.status, ENFOLD_JOURNAL_FENCED);
  CHECK_NUMBER(at(&mine, UINT64_MAX).seq, 0);
  group.epoch--;
  CHECK_OK(provider->append(journal, groups, 1, &problem));
  CHECK(at(&mine, UINT64_MAX).seq == 5 && strcmp(at(&mine, 5).body, "at five") == 0);
  CHECK_NUMBER(head_of(journal, mine.name), 5);
  provider->close(journal);
}

void checkpoints_of_others_are_refused(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 3, 20);
  enfold_journal_checkpoint checkpoint = checkpoint_of(&mine, 4, "behind the head");
  CHECK_STATUS(provider->put_checkpoint(journal, &checkpoint, &problem), ENFOLD_JOURNAL_CONFLICT);
  checkpoint = checkpoint_of(&mine, UINT64_MAX, "far behind the head");
  enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
  enfold_journal_status status = provider->put_checkpoint(journal, &checkpoint, &error);
  CHECK(status == ENFOLD_JOURNAL_CONFLICT || status == ENFOLD_JOURNAL_INVALID);
  checkpoint = checkpoint_of(&mine, 3, "");
  CHECK_STATUS(provider->put_checkpoint(journal, &checkpoint, &problem), ENFOLD_JOURNAL_INVALID);
  writer second = claim(journal, name_of("a"));
  checkpoint = checkpoint_of(&mine, 3, "late");
  CHECK_STATUS(provider->put_checkpoint(journal, &checkpoint, &problem), ENFOLD_JOURNAL_FENCED);
  CHECK_NUMBER(at(&second, UINT64_MAX).seq, 0);
  put(&second, 3, "mine");
  CHECK_NUMBER(at(&second, UINT64_MAX).seq, 3);
  provider->close(journal);
}

typedef struct listed {
  char last[256];
  size_t length;
  int count, of_test, stop;
} listed;

static int list(void *context, const enfold_journal_store *store) {
  listed *listed = context;
  int order = memcmp(listed->last, store->name, listed->length < store->name_length ? listed->length : store->name_length);
  if (listed->count > 0 && (order > 0 || (order == 0 && listed->length >= store->name_length)))
    fail("names are not listed by their bytes");
  listed->length = store->name_length;
  memcpy(listed->last, store->name, store->name_length);
  CHECK(store->store > 0 && store->epoch > 0 && store->feature_length > 0);
  if (store->name_length >= strlen(prefix()) && memcmp(store->name, prefix(), strlen(prefix())) == 0) listed->of_test++;
  return ++listed->count == listed->stop;
}

void stores_are_listed_in_order(void) {
  static const char *const odd[] = {"B", "a", "Z", "ü", "~", "a b", "aa", "ab", "\x01", "€", "👍"};
  enum { MANY = 1200, ODD = sizeof odd / sizeof *odd };
  void *journal = open_journal();
  char name[256];
  for (int index = 0; index < MANY; index++) {
    snprintf(name, sizeof name, "%snumber %d", prefix(), index * 7919 % MANY);
    claim(journal, name);
  }
  for (int index = 0; index < ODD; index++) claim(journal, name_of(odd[index]));
  listed all = {0};
  enfold_journal_status status;
  int calls = 0;
  do {
    problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
    char after[256];
    memcpy(after, all.last, sizeof after);
    status = provider->names(journal, all.count == 0 ? NULL : after, all.length, list, &all, &problem);
    calls++;
  } while (status == ENFOLD_JOURNAL_MORE);
  CHECK_NUMBER(status, ENFOLD_JOURNAL_OK);
  CHECK_NUMBER(all.of_test, MANY + ODD);
  CHECK(calls >= 2);
  listed some = {.stop = 5};
  CHECK_STATUS(provider->names(journal, NULL, 0, list, &some, &problem), ENFOLD_JOURNAL_MORE);
  CHECK_NUMBER(some.count, 5);
  listed last = {0};
  CHECK_OK(provider->names(journal, "\xf4\x8f\xbf\xbf", 4, list, &last, &problem));
  CHECK_NUMBER(last.count, 0);
  CHECK_STATUS(provider->names(journal, "\xff", 1, list, &last, &problem), ENFOLD_JOURNAL_INVALID);
  for (int index = 0; index < MANY && !has_files; index++) {
    snprintf(name, sizeof name, "%snumber %d", prefix(), index);
    CHECK_OK(provider->remove(journal, name, strlen(name), &problem));
  }
  provider->close(journal);
}

void a_deleted_store_is_gone(void) {
  void *journal = open_journal();
  writer other = claim(journal, name_of("b")), mine = claim(journal, name_of("a")); /* the last one made */
  enfold_journal_store found = {.struct_size = sizeof found};
  for (int index = 0; index < 1500; index++) append(&mine, 1, 50);
  append(&other, 1, 50);
  put(&mine, 700, "seven hundred");
  CHECK_STATUS(provider->remove(journal, "nobody", 6, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_OK(provider->remove(journal, mine.name, mine.name_length, &problem));
  CHECK_STATUS(provider->find(journal, mine.name, mine.name_length, &found, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_STATUS(provider->remove(journal, mine.name, mine.name_length, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_APPEND(&mine, 1, 10, ENFOLD_JOURNAL_FENCED);
  seen none = {0};
  CHECK_STATUS(provider->checkpoint(journal, mine.store, UINT64_MAX, see, &none, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_NUMBER(read_all(journal, mine.store, 1).groups, 0);
  writer again = claim(journal, name_of("a"));
  CHECK(again.is_new && again.epoch == 1 && again.head == 0 && again.store != mine.store);
  CHECK_NUMBER(read_all(journal, again.store, 1).groups, 0);
  append(&again, 1, 10);
  append(&other, 1, 10);
  CHECK_APPEND(&mine, 1, 10, ENFOLD_JOURNAL_FENCED);
  provider->close(journal);
  journal = open_journal();
  CHECK_NUMBER(head_of(journal, again.name), 1);
  CHECK_NUMBER(head_of(journal, other.name), 2);
  provider->close(journal);
}

void what_a_checkpoint_replaces_is_trimmed(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a")), other = claim(journal, name_of("b"));
  for (int index = 0; index < 2300; index++) append(&mine, 1, 20);
  append(&other, 1, 20);
  CHECK_STATUS(provider->trim(journal, mine.store, mine.epoch, mine.id, 2200, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_NUMBER(read_all(journal, mine.store, 1).groups, 2300);
  put(&mine, 2200, "here");
  enfold_journal_status status;
  int calls = 0;
  do {
    problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
    status = provider->trim(journal, mine.store, mine.epoch, mine.id, 2200, &problem);
    calls++;
    /* Whatever is left can be read from the checkpoint on. */
    CHECK(at(&mine, UINT64_MAX).seq == 2200);
    CHECK_NUMBER(read_all(journal, mine.store, 2200).groups, 101);
  } while (status == ENFOLD_JOURNAL_MORE);
  if (status != ENFOLD_JOURNAL_OK) fail("trim gave %s: %s", status_name(status), problem.message);
  CHECK(calls >= 3);
  reading left = read_all(journal, mine.store, 1 + 1);
  CHECK_NUMBER(left.first, 2200); /* the hash before the next group's */
  CHECK_NUMBER(left.groups, 101);
  seen none = {0};
  CHECK_STATUS(provider->checkpoint(journal, mine.store, 2199, see, &none, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  append(&mine, 1, 20);
  CHECK_NUMBER(read_all(journal, other.store, 1).groups, 1);
  provider->close(journal);
  journal = open_journal();
  CHECK_NUMBER(read_all(journal, mine.store, 2).first, 2200);
  CHECK_NUMBER(head_of(journal, mine.name), 2301);
  provider->close(journal);
}
