/* contract.c: claims, names, groups: what every provider does. */
#include "kit.h"
#include "tests.h"

void the_table_is_whole(void) {
  CHECK_NUMBER(provider->abi.struct_size, sizeof provider->abi);
  CHECK_NUMBER(provider->abi.pointer_size, sizeof(void *));
  CHECK(provider->abi.error_size >= sizeof(enfold_journal_error) && provider->abi.group_size >= sizeof(enfold_journal_group));
  CHECK(provider->abi.checkpoint_size >= sizeof(enfold_journal_checkpoint) &&
        provider->abi.store_size >= sizeof(enfold_journal_store));
  CHECK(provider->abi.claim_size >= sizeof(enfold_journal_claim) && provider->abi.health_size >= sizeof(enfold_journal_health));
  CHECK(provider->id[0] != '\0' && strspn(provider->id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(provider->id));
  CHECK(provider->version != NULL && provider->version[0] != '\0');
  CHECK(provider->open != NULL && provider->close != NULL && provider->claim != NULL && provider->find != NULL &&
        provider->append != NULL);
  CHECK(provider->put_checkpoint != NULL && provider->checkpoint != NULL && provider->read != NULL && provider->names != NULL);
  CHECK(provider->remove != NULL && provider->trim != NULL && provider->maintain != NULL);
  if (provider->struct_size > offsetof(enfold_journal_provider_table, get_extension) && provider->get_extension != NULL) {
    CHECK(provider->get_extension(NULL, 1) == NULL);
    CHECK(provider->get_extension("org.example.nothing", 1) == NULL);
  }
}

void options_are_known_or_refused(void) {
  static const char *const good[] = {
      NULL, "", "{}", " { } ", "{\"access\":\"write\"}", "{ \"create\" : true , \"access\" : \"write\" }"};
  static const char *const bad[] = {"[]",
                                    "{",
                                    "{\"access\":\"append\"}",
                                    "{\"access\":1}",
                                    "{\"create\":\"yes\"}",
                                    "{\"speed\":true}",
                                    "{} {}",
                                    "{\"create\":true,}",
                                    "{\"create\" true}",
                                    "nonsense",
                                    "{\"",
                                    "{\"access\":\"wri"};
  void *journal = NULL;
  for (size_t index = 0; index < sizeof good / sizeof *good; index++) {
    CHECK_OK(open_with(target, good[index], &journal));
    provider->close(journal);
  }
  for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
    journal = &journal;
    CHECK_STATUS(open_with(target, bad[index], &journal), ENFOLD_JOURNAL_INVALID);
    CHECK(journal == NULL);
  }
  CHECK_STATUS(open_with("", NULL, &journal), ENFOLD_JOURNAL_INVALID);
  provider->close(NULL);
}

void a_claim_makes_a_store(void) {
  void *journal = open_journal();
  writer first = claim(journal, name_of("a"));
  CHECK(first.is_new && first.epoch == 1 && first.head == 0 && first.store > 0);
  writer second = claim(journal, name_of("b"));
  CHECK(second.is_new && second.store != first.store);
  enfold_journal_store found = {.struct_size = sizeof found};
  CHECK_OK(provider->find(journal, name_of("a"), strlen(name_of("a")), &found, &problem));
  CHECK(found.store == first.store && found.epoch == 1 && found.head == 0 && found.touched == 1700000000000);
  CHECK(memcmp(found.writer, first.id, sizeof found.writer) == 0);
  CHECK(found.name_length == first.name_length && memcmp(found.name, first.name, found.name_length) == 0);
  CHECK(found.feature_length == 5 && memcmp(found.feature, "Board", 5) == 0);
  /* A struct of an older header is filled as far as it goes. */
  enfold_journal_store older = {.struct_size = offsetof(enfold_journal_store, writer), .head = 77};
  CHECK_OK(provider->find(journal, first.name, first.name_length, &older, &problem));
  CHECK(older.store == first.store && older.head == 77);
  CHECK_STATUS(provider->find(journal, "nobody", 6, &found, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  provider->close(journal);
}

void a_claim_raises_the_epoch(void) {
  void *journal = open_journal();
  writer first = claim(journal, name_of("a"));
  append(&first, 3, 10);
  writer second = claim(journal, name_of("a"));
  CHECK(!second.is_new && second.epoch == 2 && second.store == first.store && second.head == 3);
  append(&second, 1, 10);
  CHECK_NUMBER(head_of(journal, name_of("a")), 4);
  provider->close(journal);
}

void epoch_and_writer_are_compared_both(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  writer other = mine;
  other.epoch++;
  CHECK_APPEND(&other, 1, 10, ENFOLD_JOURNAL_FENCED);
  other.epoch = 0;
  CHECK_APPEND(&other, 1, 10, ENFOLD_JOURNAL_FENCED);
  other = mine;
  other.id[15] ^= 1;
  CHECK_APPEND(&other, 1, 10, ENFOLD_JOURNAL_FENCED);
  enfold_journal_checkpoint checkpoint = checkpoint_of(&other, 1, "{}");
  CHECK_STATUS(provider->put_checkpoint(journal, &checkpoint, &problem), ENFOLD_JOURNAL_FENCED);
  CHECK_STATUS(provider->trim(journal, other.store, other.epoch, other.id, 0, &problem), ENFOLD_JOURNAL_FENCED);
  other = mine;
  other.store += 100000;
  CHECK_APPEND(&other, 1, 10, ENFOLD_JOURNAL_FENCED);
  CHECK_NUMBER(head_of(journal, mine.name), 1);
  append(&mine, 1, 10);
  provider->close(journal);
}

void a_name_is_kept_for_its_feature(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a")), other;
  CHECK_STATUS(try_claim(journal, mine.name, mine.name_length, "Cart", true, &other), ENFOLD_JOURNAL_OTHER_FEATURE);
  CHECK(strstr(problem.message, "Board") != NULL);
  append(&mine, 1, 10); /* it is not fenced */
  provider->close(journal);
}

void nothing_is_made_without_a_checkpoint(void) {
  void *journal = open_journal();
  writer mine;
  enfold_journal_store found = {.struct_size = sizeof found};
  const char *name = name_of("a");
  CHECK_STATUS(try_claim(journal, name, strlen(name), "Board", false, &mine), ENFOLD_JOURNAL_NOT_FOUND);
  CHECK_STATUS(provider->find(journal, name, strlen(name), &found, &problem), ENFOLD_JOURNAL_NOT_FOUND);
  claim(journal, name);
  CHECK_OK(try_claim(journal, name, strlen(name), "Board", false, &mine));
  CHECK(!mine.is_new && mine.epoch == 2);
  provider->close(journal);
}

static void a_name_works(void *journal, const char *name, size_t length) {
  writer mine;
  CHECK_OK(try_claim(journal, name, length, "Board", true, &mine));
  CHECK(mine.is_new);
  append(&mine, 1, 10);
  enfold_journal_store found = {.struct_size = sizeof found};
  CHECK_OK(provider->find(journal, name, length, &found, &problem));
  CHECK(found.head == 1 && found.name_length == length && memcmp(found.name, name, length) == 0);
}

void names_have_1_to_255_bytes(void) {
  static const char *const good[] = {"x y",     "ü",         "日本語",  "👩‍👩‍👧", "'; DROP TABLE enfold_store; --",
                                     "%_\\\"`", "a/b/c",     "..",      "\x01\x7f\n\t",       "Board",
                                     "board",   "e\xcc\x81", "\xc3\xa9"};
  void *journal = open_journal();
  char name[300];
  writer mine;
  for (size_t index = 0; index < sizeof good / sizeof *good; index++) {
    snprintf(name, sizeof name, "%s%s", prefix(), good[index]);
    a_name_works(journal, name, strlen(name));
  }
  memset(name, 'n', sizeof name);
  memcpy(name, prefix(), strlen(prefix()));
  a_name_works(journal, name, 255);
  a_name_works(journal, name, 254); /* the beginning of another one */
  for (size_t index = strlen(prefix()); index + 3 <= 255; index += 3) memcpy(name + index, "\xe2\x82\xac", 3);
  a_name_works(journal, name, 255 - (255 - strlen(prefix())) % 3);
  if (has_files) a_name_works(journal, "a", 1);
  static const struct {
    const char *text;
    size_t length;
  } bad[] = {{"", 0},     {NULL, 0},       {"a\0b", 3},         {"\xff", 1},
             {"\xc3", 1}, {"\xc0\x80", 2}, {"\xed\xa0\x80", 3}, {"\xf4\x90\x80\x80", 4},
             {"a\x80", 2}};
  enfold_journal_store found = {.struct_size = sizeof found};
  for (size_t index = 0; index < sizeof bad / sizeof *bad; index++) {
    CHECK_STATUS(try_claim(journal, bad[index].text == NULL ? "" : bad[index].text, bad[index].length, "Board", true, &mine),
                 ENFOLD_JOURNAL_INVALID);
    CHECK_STATUS(provider->find(journal, bad[index].text, bad[index].length, &found, &problem), ENFOLD_JOURNAL_INVALID);
    CHECK_STATUS(provider->remove(journal, bad[index].text, bad[index].length, &problem), ENFOLD_JOURNAL_INVALID);
  }
  memset(name, 'n', sizeof name);
  CHECK_STATUS(try_claim(journal, name, 256, "Board", true, &mine), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(try_claim(journal, name_of("f"), strlen(name_of("f")), "", true, &mine), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(try_claim(journal, name_of("f"), strlen(name_of("f")), "Bo\xff", true, &mine), ENFOLD_JOURNAL_INVALID);
  provider->close(journal);
}

void numbers_end_at_INT64_MAX(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  writer far = mine;
  far.head = INT64_MAX - 1;
  CHECK_APPEND(&far, 1, 10, ENFOLD_JOURNAL_CONFLICT);
  CHECK_APPEND(&far, 2, 10, ENFOLD_JOURNAL_INVALID);
  far.head = UINT64_MAX - 1;
  CHECK_APPEND(&far, 1, 10, ENFOLD_JOURNAL_INVALID);
  far.head = UINT64_MAX;
  CHECK_APPEND(&far, 1, 10, ENFOLD_JOURNAL_INVALID);
  append(&mine, (uint64_t)1 << 62, 10); /* a group of many entries */
  CHECK_NUMBER(head_of(journal, mine.name), (uint64_t)1 << 62);
  provider->close(journal);
}

static int same_group(void *context, const enfold_journal_group *group) {
  const enfold_journal_group *written = context;
  CHECK(group->struct_size >= sizeof *group && group->store == written->store && group->epoch == written->epoch);
  CHECK(group->first == written->first && group->last == written->last && group->before == written->before &&
        group->at == written->at);
  CHECK(group->length == written->length && memcmp(group->body, written->body, group->length) == 0);
  CHECK(memcmp(group->hash, written->hash, sizeof group->hash) == 0);
  CHECK(group->status == ENFOLD_JOURNAL_OK && group->checkpoint == NULL);
  return 0;
}

void groups_come_back_as_they_were_written(void) {
  static const char body[] = "{\"a\":\"\\u0000 ü 👍 \x01\"}\n{\"b\":'\"%s}\n";
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  enfold_journal_group group = group_of(&mine, 2, body, sizeof body - 1);
  memset(group.hash, 0, 16); /* zeros in a hash */
  enfold_journal_group *const groups[] = {&group};
  CHECK_OK(provider->append(journal, groups, 1, &problem));
  CHECK_OK(provider->read(journal, mine.store, 1, same_group, &group, &problem));
  CHECK_OK(provider->read(journal, mine.store, 2, same_group, &group, &problem));
  CHECK_OK(provider->read(journal, mine.store, 0, same_group, &group, &problem));
  CHECK_NUMBER(read_all(journal, mine.store, 3).groups, 0);
  CHECK_NUMBER(read_all(journal, mine.store, UINT64_MAX).groups, 0);
  CHECK_NUMBER(read_all(journal, mine.store + 1000000, 1).groups, 0);
  CHECK_OK(provider->append(journal, NULL, 0, &problem));
  provider->close(journal);
}

void a_group_is_written_once(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 2, 10);
  writer before = mine;
  before.head = 0;
  CHECK_APPEND(&before, 2, 10, ENFOLD_JOURNAL_CONFLICT);
  CHECK(strstr(problem.message, "2") != NULL);
  before.head = 1;
  CHECK_APPEND(&before, 5, 10, ENFOLD_JOURNAL_CONFLICT);
  CHECK_NUMBER(head_of(journal, mine.name), 2);
  CHECK_NUMBER(read_all(journal, mine.store, 1).groups, 1);
  append(&mine, 1, 10);
  provider->close(journal);
}

void gaps_are_refused(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 2, 10);
  writer ahead = mine;
  ahead.head = 3;
  CHECK_APPEND(&ahead, 1, 10, ENFOLD_JOURNAL_CONFLICT);
  for (int index = 0; index < 6; index++) {
    enfold_journal_group group = group_of(&mine, 1, "x", 1);
    enfold_journal_group *const groups[] = {&group};
    if (index == 0) group.first++, group.last++;
    if (index == 1) group.last = group.first - 1;
    if (index == 2) group.first = group.before;
    if (index == 3) group.first = 0;
    if (index == 4) group.length = 0;
    if (index == 5) group.body = "\0";
    CHECK_STATUS(provider->append(journal, groups, 1, &problem), ENFOLD_JOURNAL_PARTLY);
    CHECK_NUMBER(group.status, ENFOLD_JOURNAL_INVALID);
    CHECK_NUMBER(problem.status, ENFOLD_JOURNAL_INVALID);
  }
  CHECK_NUMBER(head_of(journal, mine.name), 2);
  CHECK_NUMBER(read_all(journal, mine.store, 1).last, 2);
  append(&mine, 1, 10);
  provider->close(journal);
}

void one_bad_group_leaves_the_others(void) {
  enum { STORES = 7 };
  void *journal = open_journal();
  writer all[STORES];
  enfold_journal_group groups[STORES], *list[STORES];
  for (int index = 0; index < STORES; index++) {
    char name[16];
    snprintf(name, sizeof name, "s%d", index);
    all[index] = claim(journal, name_of(name));
  }
  for (int round = 0; round < 4; round++) {
    for (int index = 0; index < STORES; index++) {
      list[index] = &groups[index];
      groups[index] = group_of(&all[index], 1, "body", 4);
    }
    if (round == 0) groups[3].epoch++;
    if (round == 1) groups[0].before++, groups[0].first++, groups[0].last++;
    if (round == 2) groups[6].length = 0;
    if (round == 3) groups[2].writer[0]++, groups[4].first++;
    CHECK_STATUS(provider->append(journal, list, STORES, &problem), ENFOLD_JOURNAL_PARTLY);
    for (int index = 0; index < STORES; index++) {
      bool is_bad = round == 0 ? index == 3 : round == 1 ? index == 0 : round == 2 ? index == 6 : index == 2 || index == 4;
      enfold_journal_status bad = round == 0                 ? ENFOLD_JOURNAL_FENCED
                                  : round == 1               ? ENFOLD_JOURNAL_CONFLICT
                                  : round == 3 && index == 2 ? ENFOLD_JOURNAL_FENCED
                                                             : ENFOLD_JOURNAL_INVALID;
      CHECK_NUMBER(groups[index].status, is_bad ? bad : ENFOLD_JOURNAL_OK);
      if (!is_bad) move_on(&all[index], &groups[index]);
    }
    for (int index = 0; index < STORES; index++) {
      CHECK_NUMBER(head_of(journal, all[index].name), all[index].head);
      CHECK_NUMBER(read_all(journal, all[index].store, 1).last, all[index].head);
    }
  }
  /* All are bad. */
  for (int index = 0; index < STORES; index++) {
    groups[index] = group_of(&all[index], 1, "body", 4);
    groups[index].epoch = 0;
  }
  CHECK_STATUS(provider->append(journal, list, STORES, &problem), ENFOLD_JOURNAL_PARTLY);
  provider->close(journal);
}

void groups_of_one_store_follow_each_other(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  enfold_journal_group groups[4], *const list[] = {&groups[0], &groups[1], &groups[2], &groups[3]};
  for (int index = 0; index < 4; index++) {
    groups[index] = group_of(&mine, 2, "body", 4);
    move_on(&mine, &groups[index]);
  }
  CHECK_OK(provider->append(journal, list, 4, &problem));
  CHECK_NUMBER(read_all(journal, mine.store, 1).groups, 4);
  CHECK_NUMBER(head_of(journal, mine.name), 8);
  /* The second of four is bad, so the third and the fourth follow nothing. */
  for (int index = 0; index < 4; index++) {
    groups[index] = group_of(&mine, 1, "body", index == 1 ? 0 : 4);
    move_on(&mine, &groups[index]);
  }
  CHECK_STATUS(provider->append(journal, list, 4, &problem), ENFOLD_JOURNAL_PARTLY);
  CHECK(groups[0].status == ENFOLD_JOURNAL_OK && groups[1].status == ENFOLD_JOURNAL_INVALID);
  CHECK(groups[2].status == ENFOLD_JOURNAL_CONFLICT && groups[3].status == ENFOLD_JOURNAL_CONFLICT);
  CHECK_NUMBER(head_of(journal, mine.name), 9);
  provider->close(journal);
}

static void a_body_of(size_t length) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, length);
  append(&mine, 1, 5);
  provider->close(journal);
  journal = open_journal();
  reading found = read_all(journal, mine.store, 1);
  CHECK(found.groups == 2 && found.bytes == length + 5 && memcmp(found.hash, mine.hash, sizeof found.hash) == 0);
  mine = claim(journal, name_of("a"));
  enfold_journal_checkpoint checkpoint = checkpoint_of(&mine, 2, text_of(7, length));
  CHECK_OK(provider->put_checkpoint(journal, &checkpoint, &problem));
  CHECK_OK(provider->maintain(journal, NULL, &problem));
  append(&mine, 1, length);
  CHECK_NUMBER(read_all(journal, mine.store, 1).bytes, 2 * length + 5);
  CHECK_OK(provider->remove(journal, mine.name, mine.name_length, &problem));
  provider->close(journal);
}

void a_body_of_1_byte(void) { a_body_of(1); }
void a_body_of_65_MB(void) { a_body_of((size_t)65 << 20); }

void a_thousand_stores_in_one_transaction(void) {
  enum { STORES = 1000 };
  void *journal = open_journal();
  static writer all[STORES];
  static enfold_journal_group groups[STORES], *list[STORES];
  for (int index = 0; index < STORES; index++) {
    char name[16];
    snprintf(name, sizeof name, "s%d", index);
    all[index] = claim(journal, name_of(name));
    groups[index] = group_of(&all[index], 3, "body", 4);
    list[index] = &groups[index];
  }
  CHECK_OK(provider->append(journal, list, STORES, &problem));
  for (int index = 0; index < STORES; index += 37) CHECK_NUMBER(head_of(journal, all[index].name), 3);
  for (int index = 0; index < STORES && !has_files; index++)
    CHECK_OK(provider->remove(journal, all[index].name, all[index].name_length, &problem));
  provider->close(journal);
}

void callbacks_call_no_provider(void);

typedef struct inside {
  void *journal;
  uint64_t store;
  int calls;
} inside;

static int again(void *context, const enfold_journal_group *group) {
  inside *inside = context;
  (void)group;
  enfold_journal_store found = {.struct_size = sizeof found};
  inside->calls++;
  CHECK_STATUS(provider->find(inside->journal, name_of("a"), strlen(name_of("a")), &found, &problem), ENFOLD_JOURNAL_INVALID);
  CHECK_STATUS(provider->remove(inside->journal, name_of("a"), strlen(name_of("a")), &problem), ENFOLD_JOURNAL_INVALID);
  return 0;
}

void callbacks_call_no_provider(void) {
  void *journal = open_journal();
  writer mine = claim(journal, name_of("a"));
  append(&mine, 1, 10);
  append(&mine, 1, 10);
  inside inside = {journal, mine.store, 0};
  enfold_journal_error error = ENFOLD_JOURNAL_ERROR_INIT;
  CHECK_NUMBER(provider->read(journal, mine.store, 1, again, &inside, &error), ENFOLD_JOURNAL_OK);
  CHECK_NUMBER(inside.calls, 2);
  append(&mine, 1, 10);
  provider->close(journal);
}
