/* trace.h: what the tests of traces have in common: readers that keep what they hear. Their programs have the function `all`, whose
 * tests run for both loops. */
#ifndef TRACE_H
#define TRACE_H

#include "hold.h"

/* Whether this thread is one of the program, and none of the library. */
static _Thread_local bool is_ours;

/* ---- Entries ------------------------------------------------------------------------------------------------------- */

/* What is behind the JSON value that begins here. */
static inline const char *behind(const char *at) {
  int depth = 0;
  do {
    CHECK(*at != '\0');
    if (*at == '"') {
      for (at++; *at != '"'; at++) {
        CHECK(*at != '\0');
        if (*at == '\\') at++;
        CHECK(*at != '\0');
      }
      at++;
    } else if (*at == '{' || *at == '[') {
      depth++, at++;
    } else if (*at == '}' || *at == ']') {
      depth--, at++;
    } else {
      at += depth == 0 ? strcspn(at, ",}]") : 1;
    }
  } while (depth > 0);
  return at;
}

enum { KEPT_TEXTS = 64 };

/* A member of an entry, as JSON; NULL if it has none. Valid until this thread has got 64 more. */
static inline char *member(const char *entry, const char *key) {
  static _Thread_local char texts[KEPT_TEXTS][1024];
  static _Thread_local int next;
  size_t length = strlen(key);
  const char *at = entry;
  CHECK(*at == '{');
  while (*++at == '"') {
    const char *name = at + 1, *value = behind(at) + 1;
    CHECK(value[-1] == ':');
    at = behind(value);
    CHECK(*at == ',' || *at == '}');
    if ((size_t)(value - name) != length + 2 || memcmp(name, key, length) != 0) continue;
    char *text = texts[next++ % KEPT_TEXTS];
    snprintf(text, sizeof texts[0], "%.*s", (int)(at - value), value);
    return text;
  }
  return NULL;
}

/* A number of an entry; 0 if it is not there. */
static inline uint64_t number_of(const char *entry, const char *key) {
  const char *text = member(entry, key);
  if (text == NULL) return 0;
  CHECK(*text >= '0' && *text <= '9');
  return strtoull(text, NULL, 10);
}

/* A text of an entry, without its quotes; "" if it is not there. */
static inline const char *text_of(const char *entry, const char *key) {
  char *text = member(entry, key);
  if (text == NULL) return "";
  size_t length = strlen(text);
  CHECK(length >= 2 && text[0] == '"' && text[length - 1] == '"');
  text[length - 1] = '\0';
  return text + 1;
}

static inline bool is_one_of(const char *text, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(text, list[i]) == 0) return true;
  return false;
}

/* Whether a store was opened or closed. */
static inline bool is_of_life(const char *entry) {
  static const char *const kinds[] = {"opened", "closed"};
  return is_one_of(text_of(entry, "kind"), kinds, 2);
}

/* Whether the host has written it: enfold_runtime_mark. */
static inline bool is_of_host(const char *entry) { return strcmp(text_of(entry, "kind"), "mark") == 0; }

/* What must be true of a mark: it has no store. */
static inline void check_mark(const char *entry) {
  static const char *const absent[] = {"store", "name", "revision", "action", "reduced"};
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) CHECK(member(entry, absent[i]) == NULL);
  CHECK(number_of(entry, "seq") > 0);
  CHECK(strtod(member(entry, "time"), NULL) > 1e9);
  CHECK(member(entry, "text") != NULL);
}

/* What must be true of requests and their answers. */
static inline void check_request(const char *entry, bool is_answer) {
  const char *outcome = text_of(entry, "outcome");
  CHECK(*text_of(entry, "request") != '\0');
  CHECK(number_of(entry, "id") > 0);
  CHECK((member(entry, "payload") != NULL) == !is_answer);
  if (!is_answer) CHECK(*outcome == '\0');
  if (*outcome == '\0') CHECK((member(entry, "value") != NULL) == is_answer);
  if (strcmp(outcome, "failed") == 0 || strcmp(outcome, "cancelled") == 0) CHECK(member(entry, "value") == NULL);
  if (member(entry, "message") != NULL) CHECK_TEXT(outcome, "failed");
}

/* What must be true of each entry but that of dropped ones. */
static inline void check_entry(const char *entry) {
  static const char *const commits[] = {"action", "set", "restore", "shared", "mutation"}, *const states[] = {"held", "released"},
                    *const outcomes[] = {"finished", "failed", "cancelled"}, *const sources[] = {"uuid", "date", "random"};
  const char *kind = text_of(entry, "kind"), *cause = member(entry, "cause");
  bool is_commit = is_one_of(kind, commits, 5), is_end = strcmp(kind, "effect ended") == 0;
  bool is_effect = is_end || strcmp(kind, "effect began") == 0, is_shared = strcmp(kind, "shared") == 0;
  bool is_answer = strcmp(kind, "answer") == 0, is_request = is_answer || strcmp(kind, "request") == 0;
  bool is_dependency = strcmp(kind, "dependency") == 0, is_life = is_of_life(entry);
  CHECK(is_commit || is_effect || is_request || is_dependency || is_life || is_one_of(kind, states, 2));
  CHECK((member(entry, "feature") != NULL) == (strcmp(kind, "opened") == 0));
  CHECK((member(entry, "request") != NULL) == is_request);
  CHECK((member(entry, "id") != NULL) == is_request);
  CHECK((member(entry, "dependency") != NULL) == is_dependency);
  if (is_request) check_request(entry, is_answer);
  if (is_dependency) CHECK(member(entry, "value") != NULL && is_one_of(text_of(entry, "dependency"), sources, 3));
  if (is_request || is_dependency || is_life) CHECK(member(entry, "action") == NULL);
  if (is_dependency || is_life) CHECK(cause == NULL && member(entry, "task") == NULL && member(entry, "tag") == NULL);
  CHECK(number_of(entry, "seq") > 0);
  CHECK(number_of(entry, "store") != 0);
  CHECK(*text_of(entry, "name") != '\0');
  double time = strtod(member(entry, "time"), NULL);
  CHECK(time > 1e9 && time < 1e10);
  CHECK(member(entry, "revision") != NULL);
  CHECK((member(entry, "reduced") != NULL) == is_commit);
  CHECK((member(entry, "encoded") != NULL) == is_commit);
  CHECK((member(entry, "told") != NULL) == is_commit);
  if (member(entry, "waited") != NULL) CHECK(is_commit && number_of(entry, "waited") > 0);
  CHECK((member(entry, "effect") != NULL) == is_effect);
  if (member(entry, "row") != NULL) CHECK(is_effect);
  if (!is_answer) CHECK((member(entry, "outcome") != NULL) == is_end);
  if (!is_answer && !is_dependency) CHECK(member(entry, "value") == NULL);
  if (is_end) CHECK(is_one_of(text_of(entry, "outcome"), outcomes, 3));
  if (is_effect) CHECK(cause != NULL);
  if (is_effect || strcmp(kind, "action") == 0) CHECK(number_of(entry, "task") > 0 && member(entry, "action") != NULL);
  if (cause == NULL) return;
  CHECK(number_of(cause, "revision") > 0);
  /* Another store may have changed the shared value; one that is gone is not known any more. */
  if (is_shared) return;
  CHECK(number_of(cause, "store") == number_of(entry, "store"));
  CHECK(number_of(cause, "revision") <= number_of(entry, "revision"));
}

/* ---- Readers ------------------------------------------------------------------------------------------------------- */

/* What a reader has heard of a store. */
typedef struct life {
  uint64_t store;
  bool was_opened, was_closed;
} life;

typedef struct reader {
  void (*then)(struct reader *, const char *entry); /* what fn does besides */
  void (*at_end)(struct reader *);                  /* what the release does besides */
  void *context;
  bool only_counts; /* it does not keep what it hears */
  bool has_no_release;
  bool hears_of_lives; /* stores that are opened and closed are entries as others; otherwise they are only checked */
  uint64_t number; /* for enfold_runtime_trace_end; 0 if it has none */
  atomic_int heard, releases, inside;
  atomic_int dropped, reports; /* how many entries were dropped, and how many entries say so */
  atomic_int last_mark, waits; /* see catch_up and shut */
  pthread_mutex_t lock;        /* around what follows */
  pthread_cond_t changed;
  bool is_shut;
  uint64_t last_seq;
  life *lives;
  size_t life_count;
  char **entries;
  int count;
  struct reader *next, *older;
} reader;

/* Those of this test, and all. None is ever freed: a call that comes too late finds its reader, and is recognised. */
static reader *readers, *all_readers;

static inline void keep(reader *r, const char *entry) {
  r->entries = realloc(r->entries, (size_t)(r->count + 1) * sizeof *r->entries);
  CHECK(r->entries != NULL);
  r->entries[r->count++] = strdup(entry);
}

/* A store is opened once, before anything else is told of it, and closed once; no commit comes after that. */
static inline void check_life(reader *r, const char *entry) {
  static const char *const may_be_late[] = {"effect began", "effect ended", "answer", "request", "held", "released"};
  const char *kind = text_of(entry, "kind");
  uint64_t of = number_of(entry, "store");
  size_t i = r->life_count;
  while (i > 0 && r->lives[i - 1].store != of) i--;
  bool is_new = i == 0, is_opened = strcmp(kind, "opened") == 0, is_closed = strcmp(kind, "closed") == 0;
  if (is_new) {
    r->lives = realloc(r->lives, (r->life_count + 1) * sizeof *r->lives);
    CHECK(r->lives != NULL);
    r->lives[r->life_count++] = (life){.store = of};
    i = r->life_count;
  }
  life *seen = &r->lives[i - 1];
  if (is_opened) CHECK(is_new);
  if (seen->was_closed) CHECK(is_one_of(kind, may_be_late, 6));
  seen->was_opened |= is_opened;
  seen->was_closed |= is_closed;
}

/* The function of a reader. */
static inline void hear(void *user, const char *entry, size_t length) {
  static const char mark[] = "mark ";
  reader *r = user;
  CHECK(!is_ours);
  CHECK_INT(r->releases, 0);
  CHECK_INT(atomic_fetch_add(&r->inside, 1), 0);
  CHECK_INT(strlen(entry), length);
  CHECK(*entry == '{' && behind(entry) == entry + length);
  bool is_report = strcmp(text_of(entry, "kind"), "dropped") == 0;
  bool is_mark = !is_report && strncmp(text_of(entry, "name"), mark, sizeof mark - 1) == 0;
  bool is_left_out = is_mark || (!is_report && !r->hears_of_lives && is_of_life(entry));
  pthread_mutex_lock(&r->lock);
  if (is_report) {
    CHECK(number_of(entry, "count") > 0);
    CHECK(member(entry, "seq") == NULL);
    atomic_fetch_add(&r->dropped, (int)number_of(entry, "count"));
    atomic_fetch_add(&r->reports, 1);
  } else {
    if (is_of_host(entry)) {
      check_mark(entry);
    } else {
      check_entry(entry);
      check_life(r, entry);
    }
    CHECK(number_of(entry, "seq") > r->last_seq);
    r->last_seq = number_of(entry, "seq");
  }
  if (!is_left_out && !r->only_counts) keep(r, entry);
  pthread_mutex_unlock(&r->lock);
  if (is_mark && strcmp(text_of(entry, "kind"), "held") == 0)
    atomic_store(&r->last_mark, atoi(text_of(entry, "name") + sizeof mark - 1));
  if (!is_left_out) {
    if (!is_report) atomic_fetch_add(&r->heard, 1);
    if (r->then != NULL) r->then(r, entry);
    pthread_mutex_lock(&r->lock);
    if (r->is_shut) atomic_fetch_add(&r->waits, 1);
    while (r->is_shut) pthread_cond_wait(&r->changed, &r->lock);
    pthread_mutex_unlock(&r->lock);
  }
  CHECK_INT(strlen(entry), length); /* it is still there */
  CHECK_INT(r->releases, 0);        /* not while it runs */
  atomic_fetch_sub(&r->inside, 1);
}

static inline void let_go(void *user) {
  reader *r = user;
  CHECK(!is_ours);
  CHECK_INT(r->inside, 0);
  if (r->at_end != NULL) r->at_end(r);
  CHECK_INT(atomic_fetch_add(&r->releases, 1), 0);
}

/* From now on the reader stays inside, in the next entry. */
static inline void shut(reader *r) {
  while (is_ours && atomic_load(&r->inside) > 0) sched_yield(); /* not in the entry that was counted just now */
  pthread_mutex_lock(&r->lock);
  r->is_shut = true;
  pthread_mutex_unlock(&r->lock);
}

static inline void let_on(reader *r) {
  pthread_mutex_lock(&r->lock);
  r->is_shut = false;
  pthread_cond_broadcast(&r->changed);
  pthread_mutex_unlock(&r->lock);
}

/* A reader that is none of a runtime yet. */
static inline reader *new_reader(reader description) {
  reader *made = malloc(sizeof *made);
  CHECK(made != NULL);
  *made = description;
  pthread_mutex_init(&made->lock, NULL);
  pthread_cond_init(&made->changed, NULL);
  made->next = readers;
  made->older = all_readers;
  return readers = all_readers = made;
}

static inline enfold_status add_reader(enfold_runtime to, reader *r, const char *given) {
  return enfold_runtime_trace(to, given, given == NULL ? 0 : ENFOLD_NUL, hear, r, r->has_no_release ? NULL : let_go, &r->number,
                              &problem);
}

static inline reader *read_as(reader description, const char *given) {
  reader *r = new_reader(description);
  CHECK_OK(add_reader(runtime, r, given));
  CHECK(r->number != 0);
  return r;
}

static inline reader *read_all(void) { return read_as((reader){0}, NULL); }

static inline enfold_status end_reader(uint64_t number) { return enfold_runtime_trace_end(runtime, number, &problem); }

/* ---- Waiting ------------------------------------------------------------------------------------------------------- */

/* Until a counter has come so far, or farther. The loop thread pumps meanwhile. */
static inline void until(atomic_int *counter, int expected) {
  for (int rounds = 0; atomic_load(counter) < expected; rounds++) {
    CHECK(rounds < LONG_MS * 5);
    rest();
  }
}

/* Until it has heard what was reported before this call. */
static inline void catch_up(reader *r) {
  static int last;
  char given[40];
  snprintf(given, sizeof given, "{\"name\":\"mark %d\"}", ++last);
  enfold_store mark = open_with(runtime, "org.enfold.tests.behaviours/Many", given);
  CHECK_OK(hold(mark, 1));
  until(&r->last_mark, last);
  close_store(mark);
}

/* ---- What was heard ------------------------------------------------------------------------------------------------ */

/* An entry that was kept; what is there must have been heard. */
static inline const char *heard_at(reader *r, int index) {
  CHECK(index < atomic_load(&r->heard) + atomic_load(&r->reports));
  pthread_mutex_lock(&r->lock);
  const char *entry = r->entries[index];
  pthread_mutex_unlock(&r->lock);
  return entry;
}

/* The first of several members that an entry has; NULL if it has none of them. */
static inline const char *one_member(const char *entry, const char *const *keys) {
  for (; *keys != NULL; keys++) {
    const char *found = member(entry, *keys);
    if (found != NULL) return found;
  }
  return NULL;
}

/* "KIND REVISION #TASK <REVISION OF THE CAUSE by TAG @ROW NAME ACTION =OUTCOME", as far as the entry has it. The name is that of
 * the feature, the request or the dependency; in place of the action there may be a payload, a value or a message. A mark is
 * "mark TEXT". */
static inline void shorten(const char *entry, char *text, size_t size) {
  static const char *const names[] = {"feature", "request", "dependency", NULL},
                    *const values[] = {"action", "payload", "value", "message", NULL};
  const char *name = one_member(entry, names), *action = one_member(entry, values), *cause = member(entry, "cause");
  char task[24] = "", revision[24] = "";
  if (strcmp(text_of(entry, "kind"), "dropped") == 0) {
    snprintf(text, size, "dropped %" PRIu64, number_of(entry, "count"));
    return;
  }
  if (is_of_host(entry)) {
    snprintf(text, size, "mark %s", text_of(entry, "text"));
    return;
  }
  if (member(entry, "task") != NULL) snprintf(task, sizeof task, " #%" PRIu64, number_of(entry, "task"));
  if (cause != NULL) snprintf(revision, sizeof revision, " <%" PRIu64, number_of(cause, "revision"));
  snprintf(text, size, "%s %" PRIu64 "%s%s%s%s%s%s%s%.*s%s%s%s%s", text_of(entry, "kind"), number_of(entry, "revision"), task,
           revision, member(entry, "tag") != NULL ? " by " : "", text_of(entry, "tag"), member(entry, "row") != NULL ? " @" : "",
           text_of(entry, "row"), name != NULL ? " " : "", name != NULL ? (int)strlen(name) - 2 : 0, name != NULL ? name + 1 : "",
           action != NULL ? " " : "", action != NULL ? action : "",
           member(entry, "outcome") != NULL ? " =" : "", text_of(entry, "outcome"));
}

/* What it has heard of a store, or of all (0), from an entry on, if it is wanted; NULL: everything is. Valid until the fourth call
 * from now. */
static inline const char *told_where(reader *r, enfold_store of, int first, bool (*is_wanted)(const char *entry)) {
  static char texts[4][16384];
  static int next;
  char *text = texts[next++ % 4];
  text[0] = '\0';
  catch_up(r);
  for (int i = first; i < atomic_load(&r->heard) + atomic_load(&r->reports); i++) {
    char line[2048];
    const char *entry = heard_at(r, i);
    if (of != 0 && number_of(entry, "store") != of) continue;
    if (is_wanted != NULL && !is_wanted(entry)) continue;
    shorten(entry, line, sizeof line);
    if (*text != '\0') strncat(text, "|", sizeof texts[0] - strlen(text) - 1);
    strncat(text, line, sizeof texts[0] - strlen(text) - 1);
  }
  return text;
}

static inline const char *told_since(reader *r, enfold_store of, int first) { return told_where(r, of, first, NULL); }

static inline const char *told(reader *r) { return told_since(r, store, 0); }

static inline bool is_of_request(const char *entry) { return member(entry, "request") != NULL; }
static inline bool is_not_of_request(const char *entry) { return !is_of_request(entry); }

/* ---- Running ------------------------------------------------------------------------------------------------------- */

/* Closes the runtime, if the test has not. Then each release runs, once. */
static inline void leave(void) {
  in_call++;
  enfold_status status = enfold_runtime_close(runtime, &problem);
  in_call--;
  CHECK(status == ENFOLD_OK || status == ENFOLD_STALE);
  for (reader *r = readers; r != NULL; r = r->next) {
    let_on(r);
    if (!r->has_no_release) until(&r->releases, 1);
  }
  for (reader *r = readers; r != NULL; r = r->next) {
    pthread_mutex_lock(&r->lock);
    for (int each = 0; each < r->count; each++) free(r->entries[each]);
    free(r->entries);
    free(r->lives);
    r->entries = NULL;
    r->lives = NULL;
    r->count = 0;
    r->life_count = 0;
    pthread_mutex_unlock(&r->lock);
  }
  readers = NULL;
}

/* The loop thread pumps, with a budget, because other threads never rest. */
static inline void pump_a_little(void) {
  in_call++;
  enfold_status status = enfold_runtime_pump(runtime, 100, NULL, &problem);
  in_call--;
  CHECK(status >= 0 || status == ENFOLD_STALE);
  sched_yield();
}

/* Runs a test with a runtime of its own, which `begin` opens. */
#define EACH_AFTER(begin, test) \
  do {                          \
    is_ours = true;             \
    begin();                    \
    RUN(test);                  \
    leave();                    \
  } while (0)

#undef EACH
#define EACH(test) EACH_AFTER(set, test)

#endif
