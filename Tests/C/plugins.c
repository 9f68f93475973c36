/* plugins.c: loading, refusing, naming. */
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static enfold_runtime runtime;

static enfold_status load(const char *path, enfold_plugin *plugin) {
  return enfold_plugin_load(runtime, path, NULL, 0, plugin, &problem);
}

/* Every mistake of plugins/broken.c, and what the message must name. */
static const struct {
  const char *plugin, *part;
} mistakes[] = {
    {"broken-NO_ENTRY", "enfold_plugin_entry"},
    {"broken-REFUSES", "returned NULL"},
    {"broken-TABLE_SIZE", "struct_size is 8; this libenfold needs an enfold_plugin_table of at least 80 bytes"},
    {"broken-ABI_SIZE", "abi.struct_size is 4"},
    {"broken-ABI_NUMBER", "abi.abi is 99; this libenfold needs 2: the plugin was built for a later version"},
    {"broken-ABI_1", "abi.abi is 1; this libenfold needs 2: build the plugin with this version's enfold_plugin.h"},
    {"broken-POINTER_SIZE", "abi.pointer_size is 4; this libenfold needs 8"},
    {"broken-CHANGE_SIZE", "abi.change_size is 1"},
    {"broken-COMMIT_SIZE", "abi.commit_size is 1; this libenfold needs an enfold_commit of at least 48 bytes"},
    {"broken-HOST_SIZE", "abi.host_size is 1; this libenfold needs an enfold_host of at least 64 bytes"},
    {"broken-ENGINE_SIZE", "abi.engine_size is 1; this libenfold needs an enfold_engine of at least 128 bytes"},
    {"broken-REDUCER_SIZE", "abi.reducer_size is 1; this libenfold needs an enfold_reducer of at least 56 bytes"},
    {"broken-COMPILER", "abi.compiler is \"swift 1.0 of long ago\""},
    {"broken-NO_ID", "id is NULL"},
    {"broken-EMPTY_ID", "id is empty"},
    {"broken-SLASH_ID", "id is \"a/b\""},
    {"broken-NO_VERSION", "version is NULL"},
    {"broken-NO_FEATURES", "no features"},
    {"broken-NULL_FEATURE", "features[0] is NULL"},
    {"broken-FEATURE_SIZE", "features[0].struct_size is 4; this libenfold needs an enfold_plugin_feature of at least 48 bytes"},
    {"broken-NO_NAME", "features[0].name is NULL"},
    {"broken-EMPTY_NAME", "features[0].name is empty"},
    {"broken-SAME_NAMES", "features[1].name is \"Thing\""},
    {"broken-NEITHER", "neither an engine nor a reducer"},
    {"broken-BOTH", "both an engine and a reducer"},
    {"broken-NULL_FUNCTION", "features[0].engine.unobserve is NULL"},
    {"broken-ENGINE_STRUCT_SIZE", "features[0].engine.struct_size is 8; this libenfold needs an enfold_engine of at least 128 bytes"},
    {"broken-REDUCER_STRUCT_SIZE", "features[0].reducer.struct_size is 8; this libenfold needs an enfold_reducer of at least 56 bytes"},
};

static void each_mistake_of_a_plugin_is_named(void) {
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    enfold_plugin plugin = 77;
    enfold_status status = load(test_plugin(mistakes[i].plugin), &plugin);
    if (status != ENFOLD_BAD_PLUGIN) fprintf(stderr, "%s\n", mistakes[i].plugin);
    CHECK_INT(status, ENFOLD_BAD_PLUGIN);
    CHECK_CONTAINS(problem.message, mistakes[i].part);
    CHECK_CONTAINS(problem.message, mistakes[i].plugin); /* the file, too */
    CHECK_INT(plugin, 77);
  }
}

static void files_that_are_no_plugins_are_refused(void) {
  enfold_plugin plugin = 0;
  char path[4096];
  FILE *file;
  CHECK_FAILS(enfold_plugin_load(runtime, "/nowhere/at/all.so", NULL, 0, &plugin, &problem), ENFOLD_NOT_FOUND,
              "/nowhere/at/all.so");
  CHECK_FAILS(enfold_plugin_load(runtime, "libc.so.6", NULL, 0, &plugin, &problem), ENFOLD_NOT_FOUND, "libc.so.6");
  CHECK(getcwd(path, sizeof path) != NULL);
  CHECK_FAILS(enfold_plugin_load(runtime, "build/none.so", NULL, 0, &plugin, &problem), ENFOLD_NOT_FOUND, path);
  CHECK_FAILS(enfold_plugin_load(runtime, "/", NULL, 0, &plugin, &problem), ENFOLD_BAD_PLUGIN, "cannot be loaded");
  CHECK_FAILS(enfold_plugin_load(runtime, "/proc/self/exe/nothing", NULL, 0, &plugin, &problem), ENFOLD_NOT_FOUND,
              "no file");
  CHECK_FAILS(enfold_plugin_load(runtime, "", NULL, 0, &plugin, &problem), ENFOLD_INVALID, "path is empty");
  CHECK_FAILS(enfold_plugin_load(runtime, "\xff\xfe", NULL, 0, &plugin, &problem), ENFOLD_NOT_FOUND, "no file");
  snprintf(path, sizeof path, "%s.txt", test_plugin("no-plugin"));
  file = fopen(path, "w");
  CHECK(file != NULL);
  fputs("hello\n", file);
  fclose(file);
  CHECK_FAILS(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &problem), ENFOLD_BAD_PLUGIN, "cannot be loaded");
  remove(path);
  snprintf(path, sizeof path, "%s.pipe", test_plugin("no-plugin"));
  remove(path);
  CHECK_INT(mkfifo(path, 0600), 0);
  CHECK_FAILS(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &problem), ENFOLD_IO, "it is a pipe");
  remove(path);
}

/* The path of a library of this process that contains `part`. */
static const char *loaded_library(const char *part) {
  static char line[4096];
  FILE *maps = fopen("/proc/self/maps", "r");
  CHECK(maps != NULL);
  while (fgets(line, sizeof line, maps) != NULL) {
    char *path = strchr(line, '/');
    if (path == NULL || strstr(path, part) == NULL) continue;
    path[strcspn(path, "\n")] = '\0';
    fclose(maps);
    return path;
  }
  fclose(maps);
  return NULL;
}

/* As while it is being copied or linked: loading it would end the process. */
static void plugins_that_are_cut_short_are_refused(void) {
  static const size_t lengths[] = {1, 63, 64, 100, 4096, 12000};
  char path[4096], *content = NULL;
  size_t size = 0;
  FILE *whole = fopen(test_plugin("counter"), "rb");
  CHECK(whole != NULL);
  CHECK_INT(fseek(whole, 0, SEEK_END), 0);
  size = (size_t)ftell(whole);
  rewind(whole);
  content = malloc(size);
  CHECK_INT(fread(content, 1, size, whole), size);
  fclose(whole);
  snprintf(path, sizeof path, "%s.cut", test_plugin("counter"));
  enfold_runtime runtime = open_runtime(NULL);
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    enfold_plugin plugin = 0;
    FILE *part = fopen(path, "wb");
    CHECK(part != NULL);
    CHECK(lengths[i] < size);
    CHECK_INT(fwrite(content, 1, lengths[i], part), lengths[i]);
    fclose(part);
    CHECK_FAILS(enfold_plugin_load(runtime, path, NULL, 0, &plugin, &problem), ENFOLD_BAD_PLUGIN, ".cut");
    if (lengths[i] >= 4096) CHECK_CONTAINS(problem.message, "is incomplete");
  }
  remove(path);
  free(content);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

static void libraries_that_are_no_plugins_are_refused(void) {
  enfold_plugin plugin = 0;
  CHECK_FAILS(enfold_plugin_load(runtime, loaded_library("libc.so"), NULL, 0, &plugin, &problem), ENFOLD_BAD_PLUGIN,
              "is no plugin");
  CHECK_FAILS(enfold_plugin_load(runtime, loaded_library("libenfold.so"), NULL, 0, &plugin, &problem),
              ENFOLD_BAD_PLUGIN, "is no plugin");
}

static void refused_plugins_leave_nothing_behind(void) {
  enfold_string text = {0};
  CHECK_OK(enfold_runtime_features(runtime, &text, &problem));
  CHECK_TEXT(text.data, "[]");
  enfold_string_free(&text);
  enfold_string_free(&text);
}

static void one_file_gives_two_handles_of_one_plugin(void) {
  enfold_plugin first = 0, second = 0;
  enfold_string info = {0}, stats = {0};
  CHECK_OK(load(test_plugin("counter"), &first));
  CHECK_OK(load(test_plugin("counter"), &second));
  CHECK(first != second);
  CHECK_OK(enfold_plugin_info(second, &info, &problem));
  CHECK_CONTAINS(info.data, "{\"id\":\"org.enfold.tests.counter\",\"version\":\"1.0.0\",\"path\":\"/");
  CHECK_CONTAINS(info.data, "/counter.so\",\"generation\":1,\"compiler\":null,\"features\":[\"Counter\"]}");
  CHECK_OK(enfold_runtime_stats(runtime, &stats, &problem));
  CHECK_CONTAINS(stats.data, "\"plugins\":1");
  enfold_string_free(&info);
  enfold_string_free(&stats);
}

/* Copies a test plugin to a name in a folder. */
static const char *copy_to(const char *folder, const char *plugin, const char *name) {
  static char path[4096];
  char command[9000];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  snprintf(command, sizeof command, "cp '%s' '%s'", test_plugin(plugin), path);
  CHECK_INT(system(command), 0);
  return path;
}

/* The dynamic loader has other words for these, and looks for other files. */
static void dollars_in_a_path_are_dollars(void) {
  static const char *const names[] = {"$LIB", "${ORIGIN}", "$PLATFORM-and-$LIB"};
  enfold_runtime other = open_runtime(NULL);
  enfold_plugin plugin = 0, again = 0;
  char folder[4096], command[5000];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(folder, sizeof folder, "%s-%s", test_plugin("dollars"), names[i]);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK_INT(system(command), 0);
    CHECK_INT(mkdir(folder, 0700), 0);
    /* In a folder, with what it needs beside it; and as a name. Each is another file with the same id. */
    copy_to(folder, "libanswer", "libanswer.so");
    const char *path = copy_to(folder, i == 0 ? "needs-answer" : i == 1 ? "counter-2" : "counter-other", "plugin.so");
    CHECK_OK(enfold_plugin_load(other, path, NULL, 0, &plugin, &problem));
    CHECK_OK(enfold_plugin_load(other, path, NULL, 0, &again, &problem));
    copy_to(folder, i == 0 ? "counter-later" : i == 1 ? "counter-shown" : "counter-smallest", "$ORIGIN.so");
    enfold_runtime alone = open_runtime(NULL);
    snprintf(folder + strlen(folder), sizeof folder - strlen(folder), "/$ORIGIN.so");
    CHECK_OK(enfold_plugin_load(alone, folder, NULL, 0, &plugin, &problem));
    enfold_store store = 0;
    CHECK_OK(enfold_store_open(alone, "Counter", NULL, 0, &store, &problem));
    CHECK_OK(enfold_runtime_close(alone, &problem));
    CHECK_INT(system(command), 0);
  }
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void a_plugin_below_a_dollar_finds_what_lies_beside_it_later_too(void) {
  char folder[4096], command[5000], name[64];
  enfold_runtime other = open_runtime(NULL);
  enfold_plugin plugin = 0;
  snprintf(folder, sizeof folder, "%s-$LIB-later", test_plugin("dollars"));
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  CHECK_INT(system(command), 0);
  CHECK_INT(mkdir(folder, 0700), 0);
  copy_to(folder, "libanswer", "liblater.so");
  CHECK_OK(enfold_plugin_load(other, copy_to(folder, "loads-later", "plugin.so"), NULL, 0, &plugin, &problem));
  /* The same image, by a name that the dynamic loader takes. The descriptors are other ones now. */
  int others[8];
  for (int i = 0; i < 8; i++) others[i] = open("/", O_PATH | O_CLOEXEC);
  int file = open(folder, O_PATH | O_CLOEXEC);
  snprintf(name, sizeof name, "/proc/self/fd/%d/plugin.so", file);
  void *image = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
  CHECK(image != NULL);
  void *(*load_later)(const char *) = NULL;
  *(void **)&load_later = dlsym(image, "load_later");
  /* With a sanitizer dlopen is the sanitizer's, which looks beside the program. */
  CHECK(load_later != NULL && (SANITIZED || load_later("liblater.so") != NULL));
  for (int i = 0; i < 8; i++) close(others[i]);
  close(file);
  CHECK_INT(system(command), 0);
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void another_file_with_the_same_id_and_version_is_refused(void) {
  enfold_plugin plugin = 0;
  CHECK_FAILS(enfold_plugin_load(runtime, test_plugin("counter-same"), NULL, 0, &plugin, &problem), ENFOLD_INVALID,
              "org.enfold.tests.counter@1.0.0 is loaded already");
  CHECK_CONTAINS(problem.message, "counter.so");
  CHECK_CONTAINS(problem.message, "counter-same.so");
}

static void unknown_features_are_refused_with_what_is_there(void) {
  enfold_store store = 77;
  CHECK_FAILS(enfold_store_open(runtime, "Countr", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND,
              "no feature \"Countr\"; loaded: Counter");
  CHECK_FAILS(enfold_store_open(runtime, "org.enfold.tests.counter/Other", NULL, 0, &store, &problem),
              ENFOLD_NOT_FOUND, "loaded: Counter");
  CHECK_FAILS(enfold_store_open(runtime, "other/Counter", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND, "other/Counter");
  CHECK_FAILS(enfold_store_open(runtime, "org.enfold.tests.counter@9/Counter", NULL, 0, &store, &problem),
              ENFOLD_NOT_FOUND, "@9");
  CHECK_FAILS(enfold_store_open(runtime, "/", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND, "\"/\"");
  CHECK_FAILS(enfold_store_open(runtime, "@/Counter", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND, "@/Counter");
  CHECK_FAILS(enfold_store_open(runtime, "Count\xFF", NULL, 0, &store, &problem), ENFOLD_INVALID, "feature is not UTF-8");
  CHECK(problem.offset == UINT64_MAX);
  CHECK_FAILS(enfold_store_open(runtime, "\xC3(/Counter", NULL, 0, &store, &problem), ENFOLD_INVALID, "not UTF-8");
  CHECK_INT(store, 77);
}

static void full_names_open_the_feature(void) {
  static const char *const names[] = {"Counter", "org.enfold.tests.counter/Counter",
                                      "org.enfold.tests.counter@1.0.0/Counter"};
  for (int i = 0; i < 3; i++) {
    enfold_store store = open_store(runtime, names[i]);
    CHECK_OK(send(store, "\"increment\""));
    CHECK_TEXT(state(store, "/count"), "1");
    CHECK_OK(enfold_store_close(store, &problem));
  }
}

static void a_name_that_two_plugins_share_is_ambiguous(void) {
  enfold_plugin plugin = 0;
  enfold_store store = 0;
  CHECK_OK(load(test_plugin("counter-other"), &plugin));
  CHECK_FAILS(enfold_store_open(runtime, "Counter", NULL, 0, &store, &problem), ENFOLD_INVALID,
              "ambiguous: org.enfold.tests.counter/Counter, org.enfold.tests.other/Counter");
  store = open_store(runtime, "org.enfold.tests.other/Counter");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void two_versions_serve_side_by_side(void) {
  enfold_plugin plugin = 0;
  enfold_store store = 0;
  CHECK_OK(load(test_plugin("counter-2"), &plugin));
  CHECK_FAILS(enfold_store_open(runtime, "org.enfold.tests.counter/Counter", NULL, 0, &store, &problem), ENFOLD_INVALID,
              "org.enfold.tests.counter@1.0.0/Counter, org.enfold.tests.counter@2.0.0/Counter");
  store = open_store(runtime, "org.enfold.tests.counter@2.0.0/Counter");
  CHECK_OK(enfold_store_close(store, &problem));
}

static void features_are_listed_with_schemas(void) {
  enfold_string text = {0};
  CHECK_OK(enfold_runtime_features(runtime, &text, &problem));
  CHECK_CONTAINS(text.data,
                 "[{\"name\":\"Counter\",\"plugin\":\"org.enfold.tests.counter\",\"version\":\"1.0.0\","
                 "\"state\":{\"type\":\"object\"},\"action\":true},");
  CHECK_CONTAINS(text.data, "\"version\":\"2.0.0\"");
  enfold_string_free(&text);
}

static void runtimes_are_independent(void) {
  enfold_runtime other = open_runtime(NULL);
  enfold_store store = 0;
  CHECK_FAILS(enfold_store_open(other, "Counter", NULL, 0, &store, &problem), ENFOLD_NOT_FOUND, "no plugin is loaded");
  CHECK_OK(enfold_runtime_close(other, &problem));
}

static void the_plugins_of_a_closed_runtime_are_stale(void) {
  enfold_runtime other = open_runtime(NULL);
  enfold_plugin plugin = 0;
  enfold_string info = {0};
  CHECK_OK(enfold_plugin_load(other, test_plugin("counter"), NULL, 0, &plugin, &problem));
  CHECK_OK(enfold_runtime_close(other, &problem));
  CHECK_FAILS(enfold_plugin_info(plugin, &info, &problem), ENFOLD_STALE, "closed");
}

int main(void) {
  runtime = open_runtime(NULL);
  RUN(each_mistake_of_a_plugin_is_named);
  RUN(files_that_are_no_plugins_are_refused);
  RUN(plugins_that_are_cut_short_are_refused);
  RUN(libraries_that_are_no_plugins_are_refused);
  RUN(refused_plugins_leave_nothing_behind);
  RUN(one_file_gives_two_handles_of_one_plugin);
  RUN(dollars_in_a_path_are_dollars);
  RUN(a_plugin_below_a_dollar_finds_what_lies_beside_it_later_too);
  RUN(another_file_with_the_same_id_and_version_is_refused);
  RUN(unknown_features_are_refused_with_what_is_there);
  RUN(full_names_open_the_feature);
  RUN(a_name_that_two_plugins_share_is_ambiguous);
  RUN(two_versions_serve_side_by_side);
  RUN(features_are_listed_with_schemas);
  RUN(runtimes_are_independent);
  RUN(the_plugins_of_a_closed_runtime_are_stale);
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  return 0;
}
