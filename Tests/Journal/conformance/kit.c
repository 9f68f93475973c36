/* kit.c: what the tests of the kit share. */
#include "kit.h"

#include <stdarg.h>

#include "run.h"

const enfold_journal_provider_table *provider;
const char *provider_path, *program_path, *given_target, *faults_path;
char target[3000], folder[2000];
bool has_files;
enfold_journal_error problem = ENFOLD_JOURNAL_ERROR_INIT;

const char *status_name(enfold_journal_status status) {
  switch (status) {
#define STATUS_CASE(name, value, text) \
  case value: \
    return &#name[15];
    ENFOLD_JOURNAL_STATUS_MAP(STATUS_CASE)
#undef STATUS_CASE
    default:
      return "an unknown status";
  }
}

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  run_end(RUN_FAILED, format, arguments);
}

void leave_out(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  run_end(RUN_LEFT_OUT, format, arguments);
}

void shell(const char *format, ...) {
  char command[16384];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(command, sizeof command, format, arguments);
  va_end(arguments);
  if (length < 0 || length >= (int)sizeof command || system(command) != 0) fail("this command failed: %s", command);
}

uint64_t next_random(uint64_t *state) {
  uint64_t value = *state += UINT64_C(0x9e3779b97f4a7c15);
  value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
  return value ^ value >> 31;
}

/* Four lanes, each of which sees every byte. Not for enemies: for mistakes. */
static void mix(uint64_t lanes[4], const void *bytes, size_t length) {
  const uint8_t *next = bytes;
  for (; length > 0;) {
    uint64_t word = 0;
    size_t part = length < sizeof word ? length : sizeof word;
    memcpy(&word, next, part);
    for (int lane = 0; lane < 4; lane++)
      lanes[lane] = ((lanes[lane] ^ word) * (UINT64_C(0x100000001b3) + 2 * (uint64_t)lane)) ^ lanes[lane] >> 29;
    next += part;
    length -= part;
  }
}

void hash_group(const enfold_journal_group *group, const uint8_t before[ENFOLD_JOURNAL_HASH_SIZE],
                uint8_t out[ENFOLD_JOURNAL_HASH_SIZE]) {
  uint64_t lanes[4] = {1, 2, 3, 4}, numbers[] = {group->epoch, group->first, group->last, group->length};
  mix(lanes, numbers, sizeof numbers);
  mix(lanes, before, ENFOLD_JOURNAL_HASH_SIZE);
  mix(lanes, group->body, group->length);
  memcpy(out, lanes, ENFOLD_JOURNAL_HASH_SIZE);
}

const char *text_of(uint64_t seed, size_t length) {
  static char *texts[4];
  static int turn;
  char **text = &texts[turn++ % 4];
  *text = realloc(*text, length + 8);
  if (*text == NULL) fail("no memory");
  for (size_t index = 0; index < length; index += 8) {
    uint64_t value = next_random(&seed) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    value += UINT64_C(0x6161616161616161); /* a to p */
    memcpy(*text + index, &value, 8);
  }
  (*text)[length] = '\0';
  return *text;
}

enfold_journal_status open_with(const char *path, const char *options, void **out) {
  problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
  return provider->open(path, strlen(path), options, options == NULL ? 0 : strlen(options), out, &problem);
}

void *open_journal(void) {
  void *journal = NULL;
  CHECK_OK(open_with(target, NULL, &journal));
  CHECK(journal != NULL);
  return journal;
}

void *open_reader(void) {
  void *journal = NULL;
  CHECK_OK(open_with(target, "{\"access\":\"read\"}", &journal));
  return journal;
}

const char *prefix(void) {
  static char text[64];
  if (text[0] == '\0') snprintf(text, sizeof text, "%s-%s-", run_word(), has_files ? "" : run_session());
  return text;
}

const char *name_of(const char *name) {
  static char names[4][256];
  static int turn;
  char *result = names[turn++ % 4];
  snprintf(result, sizeof names[0], "%s%s", prefix(), name);
  return result;
}

enfold_journal_status try_claim(void *journal, const char *name, size_t length, const char *feature, bool creates, writer *out) {
  static uint64_t random;
  if (random == 0) random = (uint64_t)getpid() << 32 ^ (uint64_t)(uintptr_t)&journal;
  enfold_journal_checkpoint initial = {
      .struct_size = sizeof initial, .plugin = "kit 1.0", .plugin_length = 7, .body = "{\"initial\":true}", .length = 16};
  enfold_journal_claim claim = {.struct_size = sizeof claim,
                                .name = name,
                                .name_length = length,
                                .feature = feature,
                                .feature_length = strlen(feature),
                                .at = 1700000000000,
                                .initial = creates ? &initial : NULL};
  *out = (writer){.journal = journal, .name_length = length};
  memcpy(out->name, name, length < sizeof out->name ? length : sizeof out->name - 1);
  for (int part = 0; part < 2; part++) {
    uint64_t value = next_random(&random);
    memcpy(out->id + 8 * part, &value, 8);
  }
  memcpy(claim.writer, out->id, sizeof claim.writer);
  problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
  enfold_journal_status status = provider->claim(journal, &claim, &problem);
  out->store = claim.store;
  out->epoch = claim.epoch;
  out->head = claim.head;
  out->is_new = claim.is_new == 1;
  return status;
}

static int take_hash(void *context, const enfold_journal_group *group) {
  writer *writer = context;
  if (group->last == writer->head) memcpy(writer->hash, group->hash, sizeof writer->hash);
  return 0;
}

writer claim(void *journal, const char *name) {
  writer made;
  CHECK_OK(try_claim(journal, name, strlen(name), "Board", true, &made));
  CHECK(made.store != 0 && made.epoch != 0);
  if (made.head > 0) CHECK_OK(provider->read(journal, made.store, made.head, take_hash, &made, &problem));
  return made;
}

enfold_journal_group group_of(const writer *writer, uint64_t count, const char *body, size_t length) {
  enfold_journal_group group = {.struct_size = sizeof group,
                                .status = ENFOLD_JOURNAL_INVALID,
                                .store = writer->store,
                                .epoch = writer->epoch,
                                .before = writer->head,
                                .first = writer->head + 1,
                                .last = writer->head + count,
                                .at = 1700000000001,
                                .body = body,
                                .length = length};
  memcpy(group.writer, writer->id, sizeof group.writer);
  hash_group(&group, writer->hash, group.hash);
  return group;
}

void move_on(writer *writer, const enfold_journal_group *group) {
  writer->head = group->last;
  memcpy(writer->hash, group->hash, sizeof writer->hash);
}

enfold_journal_status try_append(writer *writer, uint64_t count, size_t length) {
  enfold_journal_group group = group_of(writer, count, text_of(writer->store * 1000003 + writer->head, length), length);
  enfold_journal_group *const groups[] = {&group};
  problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
  enfold_journal_status status = provider->append(writer->journal, groups, 1, &problem);
  if (status == ENFOLD_JOURNAL_PARTLY) {
    CHECK(group.status < 0);
    return group.status;
  }
  CHECK_NUMBER(group.status, status);
  if (status == ENFOLD_JOURNAL_OK) move_on(writer, &group);
  return status;
}

void append(writer *writer, uint64_t count, size_t length) { CHECK_OK(try_append(writer, count, length)); }

enfold_journal_checkpoint checkpoint_of(const writer *writer, uint64_t seq, const char *body) {
  enfold_journal_checkpoint checkpoint = {.struct_size = sizeof checkpoint,
                                          .store = writer->store,
                                          .epoch = writer->epoch,
                                          .seq = seq,
                                          .plugin = "kit 1.0",
                                          .plugin_length = 7,
                                          .body = body,
                                          .length = strlen(body)};
  memcpy(checkpoint.writer, writer->id, sizeof checkpoint.writer);
  for (size_t index = 0; index < sizeof checkpoint.hash; index++) checkpoint.hash[index] = (uint8_t)(seq + index);
  return checkpoint;
}

uint64_t head_of(void *journal, const char *name) {
  enfold_journal_store found = {.struct_size = sizeof found};
  CHECK_OK(provider->find(journal, name, strlen(name), &found, &problem));
  return found.head;
}

static int take_group(void *context, const enfold_journal_group *group) {
  reading *reading = context;
  if (reading->groups > 0) CHECK_NUMBER(group->first, reading->last + 1);
  CHECK(group->last >= group->first);
  CHECK_NUMBER(group->before, group->first - 1);
  if (reading->has_hash) {
    uint8_t hash[ENFOLD_JOURNAL_HASH_SIZE];
    hash_group(group, reading->hash, hash);
    if (memcmp(hash, group->hash, sizeof hash) != 0)
      fail("the hash of the group %" PRIu64 " to %" PRIu64 " is not that of its bytes", group->first, group->last);
  }
  memcpy(reading->hash, group->hash, sizeof reading->hash);
  reading->has_hash = true;
  if (reading->groups++ == 0) reading->first = group->first;
  reading->last = group->last;
  reading->bytes += group->length;
  return 0;
}

reading read_all(void *journal, uint64_t store, uint64_t from) {
  reading reading = {.has_hash = from <= 1};
  enfold_journal_status status;
  do {
    problem = (enfold_journal_error)ENFOLD_JOURNAL_ERROR_INIT;
    status = provider->read(journal, store, reading.groups == 0 ? from : reading.last + 1, take_group, &reading, &problem);
    reading.calls++;
  } while (status == ENFOLD_JOURNAL_MORE);
  if (status != ENFOLD_JOURNAL_OK) fail("read gave %s: %s", status_name(status), problem.message);
  return reading;
}
