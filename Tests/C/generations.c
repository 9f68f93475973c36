/* generations.c: plugin files that change after they were loaded. Uses the test plugin in several versions. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static char folder[2048];

/* A path in a folder of its own; valid until the 16th call from now. */
static const char *place(const char *name) {
  static char path[16][PATH_MAX];
  static int next;
  char *result = path[next++ % 16];
  snprintf(result, PATH_MAX, "%s/%s", folder, name);
  return result;
}

/* Puts a copy of a test plugin there, as one should: written beside it, then renamed. */
static void install(const char *plugin, const char *path) {
  static char block[1 << 16];
  const char *fresh = place("fresh");
  FILE *from = fopen(test_plugin(plugin), "rb"), *to = fopen(fresh, "wb");
  CHECK(from != NULL && to != NULL);
  for (size_t count; (count = fread(block, 1, sizeof block, from)) > 0;) CHECK_INT(fwrite(block, 1, count, to), count);
  CHECK_INT(fclose(from) + fclose(to), 0);
  CHECK_INT(rename(fresh, path), 0);
}

static enfold_status load(enfold_runtime runtime, const char *path, const char *options, enfold_plugin *plugin) {
  return enfold_plugin_load(runtime, path, options, options == NULL ? 0 : ENFOLD_NUL, plugin, &problem);
}

static const char *info(enfold_plugin plugin) {
  static enfold_string text;
  enfold_string_free(&text);
  CHECK_OK(enfold_plugin_info(plugin, &text, &problem));
  return text.data;
}

static const char *features(enfold_runtime runtime) {
  static enfold_string text;
  enfold_string_free(&text);
  CHECK_OK(enfold_runtime_features(runtime, &text, &problem));
  return text.data;
}

/* How many files are in a folder. */
static int count_in(const char *path) {
  int count = 0;
  DIR *entries = opendir(path);
  CHECK(entries != NULL);
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) count++;
  closedir(entries);
  return count;
}

static int count_files(void) { return count_in(folder); }

static void a_changed_file_is_refused_unless_it_is_to_replace(void) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin first = 0, again = 0, second = 0;
  const char *path = place("changing.so");
  install("counter", path);
  CHECK_OK(load(runtime, path, NULL, &first));
  CHECK_CONTAINS(info(first), "\"version\":\"1.0.0\"");
  CHECK_CONTAINS(info(first), "\"generation\":1,");
  enfold_store old = open_store(runtime, "Counter");
  CHECK_OK(send(old, "{\"setCount\":7}"));

  install("counter-2", path);
  again = 77;
  CHECK_FAILS(enfold_plugin_load(runtime, path, NULL, 0, &again, &problem), ENFOLD_INVALID, "has changed");
  CHECK_CONTAINS(problem.message, "changing.so");
  CHECK_CONTAINS(problem.message, "{\"replace\":true}");
  CHECK_INT(again, 77);
  CHECK_STATUS(load(runtime, path, "{\"replace\":false}", &again), ENFOLD_INVALID);
  CHECK_CONTAINS(features(runtime), "\"version\":\"1.0.0\"");

  int files = count_files();
  CHECK_OK(load(runtime, path, "{\"replace\":true}", &second));
  CHECK_INT(count_files(), files); /* the private copy has gone */
  CHECK_CONTAINS(info(second), "\"version\":\"2.0.0\"");
  CHECK_CONTAINS(info(second), "\"generation\":2,");
  CHECK_CONTAINS(info(second), "changing.so\"");
  CHECK_CONTAINS(info(first), "\"generation\":1,");
  /* The newest has the names, and is the only one. */
  CHECK(strstr(features(runtime), "1.0.0") == NULL);
  enfold_store fresh = open_store(runtime, "Counter");
  CHECK_OK(enfold_store_close(open_store(runtime, "org.enfold.tests.counter@2.0.0/Counter"), &problem));
  CHECK_FAILS(enfold_store_open(runtime, "org.enfold.tests.counter@1.0.0/Counter", NULL, 0, &fresh, &problem),
              ENFOLD_NOT_FOUND, "1.0.0");
  /* The store of before goes on. */
  CHECK_OK(send(old, "\"increment\""));
  CHECK_TEXT(state(old, "/count"), "8");
  CHECK_OK(send(fresh, "\"increment\""));
  CHECK_TEXT(state(fresh, "/count"), "1");

  /* Unchanged since: the same plugin, however it is asked for. */
  CHECK_OK(load(runtime, path, NULL, &again));
  CHECK_CONTAINS(info(again), "\"generation\":2,");
  CHECK_OK(load(runtime, path, "{\"replace\":true}", &again));
  CHECK_CONTAINS(info(again), "\"generation\":2,");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* What is mapped has changed, too. Here only behind the end of the plugin, so that this test can go on. */
static void a_file_that_was_overwritten_is_refused(void) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin plugin = 0;
  const char *path = place("overwritten.so");
  install("counter", path);
  CHECK_OK(load(runtime, path, NULL, &plugin));
  FILE *end = fopen(path, "ab");
  CHECK(end != NULL && fputc('x', end) == 'x' && fclose(end) == 0);
  CHECK_FAILS(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &problem), ENFOLD_INVALID, "was overwritten");
  CHECK_CONTAINS(problem.message, "overwritten.so");
  CHECK_FAILS(enfold_plugin_load(runtime, path, "{\"replace\":true}", ENFOLD_NUL, &plugin, &problem), ENFOLD_INVALID,
              "rename it over the old one");
  install("counter-2", path); /* as it should be done */
  CHECK_OK(load(runtime, path, "{\"replace\":true}", &plugin));
  CHECK_CONTAINS(info(plugin), "\"generation\":2,");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* The same content, whatever is said about the file. */
static void a_file_that_was_only_touched_is_unchanged(void) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin plugin = 0;
  const char *path = place("touched.so");
  install("counter", path);
  CHECK_OK(load(runtime, path, NULL, &plugin));
  static const struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
  CHECK_INT(utimensat(AT_FDCWD, path, times, 0), 0);
  CHECK_OK(load(runtime, path, NULL, &plugin));
  install("counter", path); /* another inode */
  CHECK_OK(load(runtime, path, "{\"replace\":true}", &plugin));
  CHECK_CONTAINS(info(plugin), "\"generation\":1,");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* Files are known to the process, generations are served by runtimes. */
static void each_runtime_changes_when_it_says_so(void) {
  enfold_runtime one = open_runtime(NULL), two = open_runtime(NULL);
  enfold_plugin plugin = 0;
  const char *path = place("shared.so");
  install("counter", path);
  CHECK_OK(load(one, path, NULL, &plugin));
  install("counter-2", path);
  CHECK_STATUS(load(two, path, NULL, &plugin), ENFOLD_INVALID);
  CHECK_OK(load(two, path, "{\"replace\":true}", &plugin));
  CHECK_CONTAINS(info(plugin), "\"generation\":2,");
  CHECK_CONTAINS(features(one), "1.0.0");
  CHECK_FAILS(enfold_plugin_load(one, path, NULL, 0, &plugin, &problem), ENFOLD_INVALID, "generation 1");
  CHECK_OK(load(one, path, "{\"replace\":true}", &plugin));
  CHECK_CONTAINS(info(plugin), "\"generation\":2,");
  CHECK_CONTAINS(features(one), "2.0.0");
  CHECK_OK(enfold_runtime_close(one, &problem));
  CHECK_OK(enfold_runtime_close(two, &problem));
}

static void what_a_plugin_needs_from_its_folder_is_found(const char *name) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin plugin = 0;
  const char *path = place(name);
  install("counter", path);
  install("libanswer", place("libanswer.so"));
  CHECK_OK(load(runtime, path, NULL, &plugin));
  install("needs-answer", path);
  CHECK_OK(load(runtime, path, "{\"replace\":true}", &plugin));
  CHECK_CONTAINS(info(plugin), "\"version\":\"3.0.0\"");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void a_copy_finds_its_origin(void) { what_a_plugin_needs_from_its_folder_is_found("needy.so"); }

/* The name is so long that no copy fits beside it: the copy lies among the temporary files. */
static void a_copy_elsewhere_finds_its_origin_too(void) {
  char name[256], temporary[4096];
  memset(name, 'n', sizeof name);
  strcpy(name + 247, ".so");
  snprintf(temporary, sizeof temporary, "%s", place("temporary"));
  CHECK_INT(mkdir(temporary, 0700), 0);
  CHECK_INT(setenv("TMPDIR", temporary, 1), 0);
  what_a_plugin_needs_from_its_folder_is_found(name);
  CHECK_INT(rmdir(temporary), 0); /* nothing is left */
}

/* A plugin that cannot be copied beside itself, because of its long name, is replaced by its second version. */
static enfold_status replace_without_room_beside(char mark, enfold_runtime runtime, enfold_plugin *plugin) {
  char name[256];
  memset(name, mark, sizeof name);
  strcpy(name + 247, ".so");
  const char *path = place(name);
  install("counter", path);
  CHECK_OK(load(runtime, path, NULL, plugin));
  install("counter-2", path);
  return load(runtime, path, "{\"replace\":true}", plugin);
}

static void without_another_folder_the_copy_is_in_memory(void) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin plugin = 0;
  CHECK_INT(setenv("TMPDIR", "/nowhere", 1), 0);
  for (char mark = 'a'; mark <= 'c'; mark++) {
    CHECK_OK(replace_without_room_beside(mark, runtime, &plugin));
    CHECK_CONTAINS(info(plugin), "\"version\":\"2.0.0\"");
    CHECK_CONTAINS(info(plugin), "\"generation\":2,");
    enfold_store store = open_store(runtime, "org.enfold.tests.counter@2.0.0/Counter");
    CHECK_OK(send(store, "\"increment\""));
    CHECK_OK(enfold_runtime_close(runtime, &problem));
    runtime = open_runtime(NULL);
  }
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

/* Runs a test in a process of its own. Its status is 77 if the system does not let it be what it wants to be. */
static void apart(void (*test)(void)) {
  int status = 0;
  fflush(stderr);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    test();
    _exit(0);
  }
  CHECK_INT(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
    fprintf(stderr, "  left out: this user may mount nothing\n");
  } else {
    CHECK_INT(status, 0);
  }
}

static void with_files_that_no_code_comes_from(void) {
  enfold_plugin plugin = 0;
  char temporary[4096];
  snprintf(temporary, sizeof temporary, "%s", place("no-code"));
  CHECK_INT(mkdir(temporary, 0700), 0);
  if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) _exit(77);
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) _exit(77);
  if (mount("none", temporary, "tmpfs", MS_NOEXEC, NULL) != 0) _exit(77);
  CHECK_INT(setenv("TMPDIR", temporary, 1), 0);
  enfold_runtime runtime = open_runtime(NULL);
  CHECK_OK(replace_without_room_beside('x', runtime, &plugin));
  CHECK_CONTAINS(info(plugin), "\"version\":\"2.0.0\"");
  CHECK_INT(count_in(temporary), 0);
}

static void with_temporary_files_mounted_noexec_the_copy_is_in_memory(void) {
  apart(with_files_that_no_code_comes_from);
  rmdir(place("no-code"));
}

static void with_no_room_for_any_file(void) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin plugin = 77;
  const char *path = place("full.so");
  install("counter", path);
  CHECK_OK(load(runtime, path, NULL, &plugin));
  install("counter-2", path);
  CHECK_INT(setenv("TMPDIR", folder, 1), 0);
  static const struct rlimit none = {0, 0};
  CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
  CHECK_INT(setrlimit(RLIMIT_FSIZE, &none), 0);
  CHECK_STATUS(load(runtime, path, "{\"replace\":true}", &plugin), ENFOLD_IO);
}

/* The message goes to a pipe, because the process may write no file. */
static void a_copy_that_cannot_be_made_is_explained(void) {
  int ends[2], status = 0;
  char message[1024] = "", expected[5000];
  CHECK_INT(pipe(ends), 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    with_no_room_for_any_file();
    CHECK(write(ends[1], problem.message, strlen(problem.message)) > 0);
    _exit(0);
  }
  CHECK_INT(waitpid(child, &status, 0), child);
  CHECK_INT(status, 0);
  CHECK(read(ends[0], message, sizeof message - 1) > 0);
  close(ends[0]);
  close(ends[1]);
  CHECK_CONTAINS(message, "full.so: no private copy of it can be made: in ");
  snprintf(expected, sizeof expected, "in %s: File too large; in ", folder);
  if (strlen(folder) < 120) CHECK_CONTAINS(message, expected);
  if (strlen(folder) < 120) CHECK_CONTAINS(message, "; in memory: File too large");
}

/* Nobody was served the file as it was, so nobody has to say that it may be another one. */
static void a_file_that_was_no_plugin_may_become_one(void) {
  enfold_runtime runtime = open_runtime(NULL);
  enfold_plugin plugin = 0;
  const char *path = place("mended.so");
  install("broken-NO_ENTRY", path);
  CHECK_STATUS(load(runtime, path, NULL, &plugin), ENFOLD_BAD_PLUGIN);
  install("counter", path);
  CHECK_OK(load(runtime, path, NULL, &plugin));
  CHECK_CONTAINS(info(plugin), "\"generation\":2,");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void a_bad_replacement_leaves_the_old_one(void) {
  enfold_runtime runtime = open_runtime_with(NULL, test_plugin("counter-2"));
  enfold_plugin plugin = 77;
  const char *path = place("worse.so");
  install("counter", path);
  CHECK_OK(load(runtime, path, NULL, &plugin));
  plugin = 77;
  install("broken-NO_ID", path);
  CHECK_STATUS(load(runtime, path, "{\"replace\":true}", &plugin), ENFOLD_BAD_PLUGIN);
  install("counter-2", path); /* has the id and the version of another file */
  CHECK_FAILS(enfold_plugin_load(runtime, path, "{\"replace\":true}", ENFOLD_NUL, &plugin, &problem), ENFOLD_INVALID,
              "another file");
  CHECK_INT(plugin, 77);
  CHECK_CONTAINS(features(runtime), "1.0.0");
  CHECK_OK(enfold_store_close(open_store(runtime, "org.enfold.tests.counter@1.0.0/Counter"), &problem));
  CHECK_FAILS(enfold_plugin_load(runtime, path, "{\"replace\":1}", ENFOLD_NUL, &plugin, &problem), ENFOLD_INVALID,
              "replace");
  CHECK_FAILS(enfold_plugin_load(runtime, path, "{\"x\":1}", ENFOLD_NUL, &plugin, &problem), ENFOLD_INVALID,
              "known: replace");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  snprintf(folder, sizeof folder, "%s.XXXXXX", test_plugin("generations"));
  CHECK(mkdtemp(folder) != NULL);
  RUN(a_changed_file_is_refused_unless_it_is_to_replace);
  RUN(a_file_that_was_overwritten_is_refused);
  RUN(a_file_that_was_only_touched_is_unchanged);
  RUN(each_runtime_changes_when_it_says_so);
  RUN(a_copy_finds_its_origin);
  RUN(a_copy_elsewhere_finds_its_origin_too);
  RUN(without_another_folder_the_copy_is_in_memory);
  RUN(with_temporary_files_mounted_noexec_the_copy_is_in_memory);
  RUN(a_copy_that_cannot_be_made_is_explained);
  RUN(a_file_that_was_no_plugin_may_become_one);
  RUN(a_bad_replacement_leaves_the_old_one);
  char command[5000];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  CHECK_INT(system(command), 0);
  return 0;
}
