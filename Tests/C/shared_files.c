/* shared_files.c: shared values that are kept in files, or in a storage of a plugin. */
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sessions.h"

static char folder[128];

/* The text of a file in the folder; "" if it is not there. Valid until the next call. */
static const char *kept(const char *name) {
  static char text[4096];
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
  text[length] = '\0';
  if (file != NULL) fclose(file);
  return text;
}

static void keep(const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  CHECK(fputs(text, file) >= 0);
  CHECK_INT(fclose(file), 0);
}

static enfold_runtime open_with_files(void) {
  char options[256];
  snprintf(options, sizeof options, "{\"shared\":{\"directory\":\"%s\"}}", folder);
  return open_both(options);
}

static void make_folder(void) {
  snprintf(folder, sizeof folder, "/tmp/enfold-shared-XXXXXX");
  CHECK(mkdtemp(folder) != NULL);
}

static void values_outlive_their_runtime(void) { // 138
  make_folder();
  enfold_runtime runtime = open_with_files();
  enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Keeper");
  CHECK_TEXT(state(a, ""), "{\"kept\":0,\"preference\":\"none\",\"error\":null}");
  CHECK_TEXT(kept("tests/kept.json"), ""); /* nothing is written before something is assigned */
  CHECK_OK(send(a, "\"add\""));
  CHECK_TEXT(kept("tests/kept.json"), "1"); /* the first write is done at once */
  CHECK_OK(send(a, "\"add\""));
  CHECK_OK(send(a, "{\"prefer\":\"blue\"}"));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_TEXT(kept("tests/kept.json"), "2"); /* closing writes what waits */
  CHECK_TEXT(kept("enfold.defaults.json"), "{\"preference\":\"blue\"}");
  runtime = open_with_files();
  a = open_store(runtime, "org.enfold.tests.sessions.b/Keeper");
  CHECK_TEXT(state(a, ""), "{\"kept\":2,\"preference\":\"blue\",\"error\":null}");
  CHECK_OK(send(a, "\"remove\""));
  CHECK_TEXT(state(a, "/kept"), "0");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_TEXT(kept("tests/kept.json"), "");
}

static void a_plugin_has_a_storage_of_its_own(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Shelver");
  enfold_store b = open_store(runtime, "org.enfold.tests.sessions.b/Shelver");
  CHECK_TEXT(state(a, "/shelved"), "5"); /* loaded */
  CHECK_TEXT(state(b, "/shelved"), "5");
  CHECK_OK(send(a, "\"add\""));
  CHECK_OK(send(b, "\"add\""));
  CHECK_OK(send(a, "\"look\""));
  CHECK_TEXT(state(a, ""), "{\"shelved\":7,\"kept\":7}");
  CHECK_OK(set_shared(runtime, "shelved", "20"));
  CHECK_OK(send(a, "\"look\""));
  CHECK_TEXT(state(a, ""), "{\"shelved\":20,\"kept\":20}");
  /* The plugin that came later has a storage of its own, too. It is not used. */
  CHECK_OK(send(b, "\"look\""));
  CHECK_TEXT(state(b, ""), "{\"shelved\":20,\"kept\":5}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  /* It outlives the value. */
  runtime = open_both(NULL);
  a = open_store(runtime, "org.enfold.tests.sessions/Shelver");
  CHECK_TEXT(state(a, "/shelved"), "20");
  CHECK_OK(send(a, "\"remove\""));
  CHECK_OK(send(a, "\"look\""));
  CHECK_TEXT(state(a, ""), "{\"shelved\":0,\"kept\":-1}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* What an action changes of a value without writing it in its state comes in a commit of its own, also at first. */
static void a_removal_is_observed(void) {
  for (int first = 0; first < 2; first++) {
    enfold_runtime runtime = open_both(NULL);
    recorder whole = {0}, every = {0}, value = {0}, gone = {0};
    enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Shelver");
    CHECK_OK(set_shared(runtime, "shelved", "4"));
    enfold_subscription early = observe(a, "/kept", NULL, &gone);
    if (first == 1) CHECK_OK(send(a, "\"look\""));
    CHECK_OK(enfold_subscription_cancel(early, &problem));
    if (first == 1) CHECK_OK(send(a, "\"look\""));
    observe(a, "", "{\"initial\":false,\"patch\":true,\"value\":false}", &whole);
    observe(a, "", "{\"initial\":false,\"patch\":true,\"value\":false,\"filter\":\"raw\"}", &every);
    observe(a, "/shelved", NULL, &value);
    uint64_t before = revision(a);
    CHECK_OK(send(a, "\"remove\""));
    CHECK_INT(revision(a), before + 2);
    CHECK_TEXT(whole.text, "C [{\"op\":\"replace\",\"path\":\"/shelved\",\"value\":0}]");
    CHECK_INT(every.events, 2);
    CHECK_CONTAINS(every.text, "|C [{\"op\":\"replace\",\"path\":\"/shelved\",\"value\":0}]");
    CHECK_INT(value.last_flags, ENFOLD_CHANGED);
    CHECK_TEXT(state(a, "/shelved"), "0");
    CHECK_OK(enfold_runtime_close(runtime, &problem));
  }
}

static void its_storage_follows_the_value(void) {
  enfold_runtime runtime = open_both(NULL);
  enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Shelver");
  recorder value = {0};
  CHECK_OK(send(a, "\"add\""));
  observe_shared(runtime, "shelved", NULL, &value);
  CHECK_OK(enfold_store_close(a, &problem));
  /* The host has the value still, but nobody keeps it. */
  CHECK_OK(set_shared(runtime, "shelved", "30"));
  a = open_store(runtime, "org.enfold.tests.sessions/Shelver");
  CHECK_OK(send(a, "\"look\""));
  CHECK_TEXT(state(a, ""), "{\"shelved\":30,\"kept\":30}");
  CHECK_OK(send(a, "\"add\""));
  CHECK_OK(send(a, "\"look\""));
  CHECK_TEXT(state(a, ""), "{\"shelved\":31,\"kept\":31}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* What the receiver was told; also by the thread that watches files. */
static pthread_mutex_t records_lock = PTHREAD_MUTEX_INITIALIZER;
static char records[8192];

static void note_record(void *user, int32_t level, const char *record, size_t length) {
  (void)user, (void)length;
  CHECK_INT(level, ENFOLD_LOG_WARNING);
  pthread_mutex_lock(&records_lock);
  strncat(records, record, sizeof records - strlen(records) - 1);
  pthread_mutex_unlock(&records_lock);
}

static bool was_told(const char *text) {
  pthread_mutex_lock(&records_lock);
  bool is_there = strstr(records, text) != NULL;
  pthread_mutex_unlock(&records_lock);
  return is_there;
}

static void a_host_is_told_what_goes_wrong(void) {
  make_folder();
  keep("enfold.defaults.json", "{\"preference\":5}");
  enfold_runtime runtime = open_with_files();
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, note_record, NULL, NULL, &problem));
  enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Keeper");
  CHECK(was_told("\"key\":\"preference\""));
  CHECK(was_told("no String"));
  CHECK_TEXT(state(a, "/preference"), "\"none\"");
  CHECK(!was_told("\"key\":\"kept\""));
  keep("tests", "a file where the folder should be");
  CHECK_OK(send(a, "\"add\""));
  CHECK(was_told("\"key\":\"kept\""));
  CHECK(was_told(folder));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void broken_files_are_kept_aside(void) { // 152
  make_folder();
  char path[256];
  snprintf(path, sizeof path, "%s/tests", folder);
  CHECK_INT(mkdir(path, 0700), 0);
  keep("tests/kept.json", "{\"not\":");
  enfold_runtime runtime = open_with_files();
  enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Keeper");
  CHECK_OK(send(a, "\"check\""));
  CHECK_TEXT(state(a, "/kept"), "0");
  CHECK_CONTAINS(state(a, "/error"), "no JSON");
  CHECK_TEXT(kept("tests/kept.json.broken"), "{\"not\":");
  CHECK_OK(send(a, "\"add\""));
  CHECK_OK(send(a, "\"check\""));
  CHECK_TEXT(state(a, "/error"), "null"); /* the next write clears the error */
  CHECK_TEXT(kept("tests/kept.json"), "1");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  /* Another type is broken, too; an empty file is the default. */
  keep("tests/kept.json", "\"text\"");
  runtime = open_with_files();
  a = open_store(runtime, "org.enfold.tests.sessions/Keeper");
  CHECK_OK(send(a, "\"check\""));
  CHECK_CONTAINS(state(a, "/error"), "no Int");
  CHECK_TEXT(kept("tests/kept.json.broken"), "\"text\"");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  keep("tests/kept.json", "");
  runtime = open_with_files();
  a = open_store(runtime, "org.enfold.tests.sessions/Keeper");
  CHECK_OK(send(a, "\"check\""));
  CHECK_TEXT(state(a, ""), "{\"kept\":0,\"preference\":\"none\",\"error\":null}");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static pthread_mutex_t changed_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int last_seen;

static void note_changed(void *user, const enfold_event *event) {
  (void)user;
  if (event->value == NULL) return;
  pthread_mutex_lock(&changed_lock);
  last_seen = atoi(event->value);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&changed_lock);
}

static void wait_until_seen(int value) {
  pthread_mutex_lock(&changed_lock);
  while (last_seen != value) pthread_cond_wait(&changed, &changed_lock);
  pthread_mutex_unlock(&changed_lock);
}

static void files_are_watched(void) { // 148
  make_folder();
  enfold_runtime runtime = open_with_files();
  enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Keeper");
  CHECK_OK(send(a, "\"add\""));
  CHECK_OK(enfold_store_observe(a, "/kept", ENFOLD_NUL, NULL, 0, note_changed, NULL, NULL, NULL, &problem));
  keep("tests/kept.json", "41");
  wait_until_seen(41);
  CHECK_TEXT(state(a, "/kept"), "41");
  CHECK_TEXT(shared(runtime, "kept"), "41");
  /* Two runtimes are like two processes: each sees what the other writes. */
  enfold_runtime other = open_with_files();
  enfold_store b = open_store(other, "org.enfold.tests.sessions.b/Keeper");
  CHECK_TEXT(state(b, "/kept"), "41");
  CHECK_OK(send(b, "\"add\""));
  wait_until_seen(42);
  char path[256];
  snprintf(path, sizeof path, "%s/tests/kept.json", folder);
  CHECK_INT(unlink(path), 0);
  wait_until_seen(0);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void what_cannot_be_saved_stays(void) {
  make_folder();
  keep("tests", "a file where the folder should be");
  enfold_runtime runtime = open_with_files();
  enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Keeper");
  CHECK_OK(send(a, "\"add\""));
  CHECK_OK(send(a, "\"check\""));
  CHECK_TEXT(state(a, "/kept"), "1");
  CHECK_CONTAINS(state(a, "/error"), folder);
  char path[256];
  snprintf(path, sizeof path, "%s/tests", folder);
  CHECK_INT(unlink(path), 0);
  CHECK_OK(send(a, "\"add\"")); /* a later write tries again */
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_TEXT(kept("tests/kept.json"), "2");
}

static void a_host_is_told_what_is_declared_wrong(void) {
  for (int is_test = 0; is_test < 2; is_test++) {
    make_folder();
    records[0] = '\0';
    enfold_runtime runtime = is_test ? open_both("{\"environment\":\"test\"}") : open_with_files();
    CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, note_record, NULL, NULL, &problem));
    for (int stores = 0; stores < 2; stores++) {
      CHECK_OK(send(open_store(runtime, "org.enfold.tests.sessions/Mistaken"), "\"add\""));
    }
    CHECK(was_told("is kept as {\\\"memory\\\":{}}"));
    CHECK(was_told("\"key\":\"twice\""));
    CHECK(was_told("the path \\\"../x\\\" is refused"));
    CHECK(was_told("\"topic\":\"an-error-of-a-shared-value\",\"key\":\"lost\""));
    CHECK(!was_told("\"key\":\"kept\"")); /* "tests/" is "tests" */
    int count = 0;
    for (const char *record = records; (record = strstr(record, "\"topic\"")) != NULL; record++) count++;
    CHECK_INT(count, 2); /* once each */
    CHECK_OK(enfold_runtime_close(runtime, &problem));
  }
  /* The storage of another plugin keeps the value, so this one's does not. */
  records[0] = '\0';
  enfold_runtime runtime = open_both(NULL);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, note_record, NULL, NULL, &problem));
  open_store(runtime, "org.enfold.tests.sessions/Shelver");
  CHECK(!was_told("shelved"));
  open_store(runtime, "org.enfold.tests.sessions.b/Shelver");
  CHECK(was_told("kept by the storage of another plugin"));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static enfold_runtime asked;

static void open_another(void *user, int32_t level, const char *record, size_t length) {
  (void)level, (void)length;
  int *stores = user;
  if (strstr(record, "is kept as {\\\"memory\\\":{}}") == NULL) return; /* its storage is not used, which is told, too */
  enfold_store store = open_store(asked, "org.enfold.tests.sessions/Shelver");
  CHECK_TEXT(state(store, "/shelved"), "7");
  ++*stores;
}

static void a_host_that_is_told_may_open_a_store_of_the_same_plugin(void) {
  int stores = 0;
  asked = open_both("{\"loop\":\"inline\"}");
  CHECK_OK(enfold_runtime_log(asked, ENFOLD_LOG_WARNING, open_another, &stores, NULL, &problem));
  open_store(asked, "org.enfold.tests.sessions.b/Borrower");
  CHECK_OK(set_shared(asked, "shelved", "7"));
  open_store(asked, "org.enfold.tests.sessions/Shelver");
  CHECK_INT(stores, 1);
  CHECK_OK(enfold_runtime_close(asked, &problem));
}

/* Everything that the process writes to its standard error stream during `body`. */
static const char *heard(void (*body)(void)) {
  static char text[4096];
  char path[256];
  snprintf(path, sizeof path, "%s/stderr", folder);
  int before = dup(STDERR_FILENO);
  CHECK(freopen(path, "w", stderr) != NULL);
  body();
  CHECK(dup2(before, STDERR_FILENO) == STDERR_FILENO);
  close(before);
  strcpy(text, kept("stderr"));
  return text;
}

static int32_t heard_level;

static void open_mistaken(void) {
  enfold_runtime runtime = open_with_files();
  if (heard_level != 0) CHECK_OK(enfold_runtime_log(runtime, heard_level, note_record, NULL, NULL, &problem));
  open_store(runtime, "org.enfold.tests.sessions/Mistaken");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void a_host_that_hears_no_warnings_is_told_on_the_standard_error_stream(void) {
  for (heard_level = 0; heard_level <= ENFOLD_LOG_WARNING; heard_level++) {
    make_folder();
    const char *text = heard(open_mistaken);
    if (heard_level == ENFOLD_LOG_WARNING) {
      CHECK_TEXT(text, "");
    } else {
      CHECK_CONTAINS(text, "enfold: the shared value \"twice\" is kept as");
      CHECK_CONTAINS(text, "[enfold explain an-error-of-a-shared-value]\n");
    }
  }
}

static void values_without_a_key_are_kept(void) {
  make_folder();
  for (int run = 1; run <= 2; run++) {
    enfold_runtime runtime = open_with_files();
    enfold_store a = open_store(runtime, "org.enfold.tests.sessions/Keyless");
    CHECK_OK(send(a, "\"add\""));
    CHECK_TEXT(state(a, "/hidden"), run == 1 ? "{\"count\":1}" : "{\"count\":2}");
    CHECK_TEXT(shared(runtime, "org.enfold.tests.sessions/Keyless.State.count"), run == 1 ? "1" : "2");
    /* The type is private, so its file is a part of the key. */
    CHECK_TEXT(shared(runtime, "org.enfold.tests.sessions/Sessions.swift/Hidden.State.count"), run == 1 ? "1" : "2");
    CHECK_OK(enfold_runtime_close(runtime, &problem));
  }
}

static void the_mark_of_an_editor_is_skipped(void) {
  make_folder();
  keep("enfold.defaults.json", "\xEF\xBB\xBF{\"preference\":\"blue\"}");
  enfold_runtime runtime = open_with_files();
  CHECK_TEXT(state(open_store(runtime, "org.enfold.tests.sessions/Keeper"), "/preference"), "\"blue\"");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void a_file_that_is_too_long_is_not_copied(void) {
  make_folder();
  char path[256];
  struct stat status;
  keep("enfold.defaults.json", "{}");
  snprintf(path, sizeof path, "%s/enfold.defaults.json", folder);
  CHECK_INT(truncate(path, (off_t)10 << 30), 0);
  enfold_runtime runtime = open_with_files();
  CHECK_TEXT(state(open_store(runtime, "org.enfold.tests.sessions/Keeper"), "/preference"), "\"none\"");
  CHECK_INT(stat(path, &status), 0);
  CHECK_INT(status.st_nlink, 2);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_INT(truncate(path, 0), 0);
}

/* The length is looked at first: nobody may read these pages. */
static void a_text_that_is_too_long_is_not_read(void) {
  const size_t length = (size_t)1 << 32;
  char *text = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(text != MAP_FAILED);
  make_folder();
  enfold_runtime runtime = open_with_files();
  open_store(runtime, "org.enfold.tests.sessions/Keeper");
  uint32_t done = 7;
  CHECK_STATUS(enfold_shared_replace(runtime, "kept", text, length, "1", 1, &done, &problem), ENFOLD_LIMIT);
  CHECK_STATUS(enfold_shared_replace(runtime, "kept", "0", 1, text, length, &done, &problem), ENFOLD_LIMIT);
  CHECK_STATUS(enfold_shared_set(runtime, "kept", text, length, &problem), ENFOLD_LIMIT);
  CHECK_TEXT(shared(runtime, "kept"), "0");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  munmap(text, length);
}

static enfold_runtime kept_runtime;
static enfold_store kept_store;
static volatile int turns;

static void *set_again_and_again(void *how) {
  for (int number = 0;; number++) { /* until it is cancelled */
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    enfold_status status = how == NULL ? enfold_shared_set(kept_runtime, "kept", text, ENFOLD_NUL, NULL)
                                       : enfold_store_send(kept_store, "\"remove\"", ENFOLD_NUL, NULL, NULL);
    CHECK(status == ENFOLD_OK || status == ENFOLD_QUEUED);
    turns++;
    pthread_testcancel();
  }
}

static void a_thread_can_be_cancelled_while_it_writes(void) {
  if (SANITIZED) return; /* the sanitizers' own locks stay locked */
  make_folder();
  kept_runtime = open_with_files();
  kept_store = open_store(kept_runtime, "org.enfold.tests.sessions/Keeper");
  for (int round = 0; round < 40; round++) {
    pthread_t thread;
    void *result;
    turns = 0;
    CHECK_INT(pthread_create(&thread, NULL, set_again_and_again, round % 2 == 0 ? NULL : &round), 0);
    while (turns < 3 + round % 5) sched_yield();
    CHECK_INT(pthread_cancel(thread), 0);
    CHECK_INT(pthread_join(thread, &result), 0);
    CHECK(result == PTHREAD_CANCELED);
    CHECK_OK(enfold_store_wait(kept_store, 10000, &problem));
    CHECK_OK(set_shared(kept_runtime, "kept", "7"));
    CHECK_TEXT(shared(kept_runtime, "kept"), "7");
  }
  CHECK_OK(enfold_runtime_close(kept_runtime, &problem));
  CHECK_TEXT(kept("tests/kept.json"), "7");
}

static void tests_write_no_files(void) {
  make_folder();
  CHECK_INT(setenv("XDG_STATE_HOME", folder, 1), 0);
  enfold_runtime runtime = open_both("{\"environment\":\"test\"}");
  CHECK_OK(send(open_store(runtime, "org.enfold.tests.sessions/Keeper"), "\"add\""));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_TEXT(kept("enfold/tests/kept.json"), "");
  runtime = open_both(NULL);
  CHECK_OK(send(open_store(runtime, "org.enfold.tests.sessions/Keeper"), "\"add\""));
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  CHECK_TEXT(kept("enfold/tests/kept.json"), "1");
}

int main(void) {
  RUN(values_outlive_their_runtime);
  RUN(a_plugin_has_a_storage_of_its_own);
  RUN(a_removal_is_observed);
  RUN(its_storage_follows_the_value);
  RUN(a_host_is_told_what_goes_wrong);
  RUN(broken_files_are_kept_aside);
  RUN(files_are_watched);
  RUN(what_cannot_be_saved_stays);
  RUN(a_host_is_told_what_is_declared_wrong);
  RUN(a_host_that_hears_no_warnings_is_told_on_the_standard_error_stream);
  RUN(values_without_a_key_are_kept);
  RUN(the_mark_of_an_editor_is_skipped);
  RUN(a_file_that_is_too_long_is_not_copied);
  RUN(a_text_that_is_too_long_is_not_read);
  RUN(a_thread_can_be_cancelled_while_it_writes);
  RUN(tests_write_no_files);
  RUN(a_host_that_is_told_may_open_a_store_of_the_same_plugin);
  return 0;
}
