/* redaction.c: what is redacted reaches no reader: not the trace, not the lines of ENFOLD_TRACE=1, not the log, no message of an
 * error and not the crash line. A child process writes all that to stderr, and this one looks for the secret in it. Uses a feature
 * of its own, "Vault", and the plugins Panel, Lottery and Family. */
#include <enfold_plugin.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "check.h"

#define SECRET "hunter2-of-ada"
/* What dependencies give. */
#define SECRET_ID "9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f"
#define SECRET_TIME "2031-07-09T10:11:12Z"
#define SECRET_DIGITS "7205759403792793"
#define PATTERNS                                                                                                        \
  "\"/token\",\"/name\",\"/volume\",\"/renames/*\",\"action:/login/password\",\"action:/learned\",\"action:/crash/*\"," \
  "\"action:/renamed\",\"request:login/password\",\"request:login/token\",\"request:login/kind\",\"request:ticks\""

/* ---- The feature --------------------------------------------------------------------------------------------------- */

/* State {"token":"","mark":"","logins":0}. The schemas mark "mark" and "kind", and "secret" at every depth. */
static const char state_schema[] =
    "{\"type\":\"object\",\"properties\":{\"token\":{\"type\":\"string\"},"
    "\"mark\":{\"type\":\"string\",\"x-enfold-redacted\":true},"
    "\"kind\":{\"enum\":[\"red\",\"green\"],\"x-enfold-redacted\":true},\"logins\":{\"type\":\"integer\"}}}";
#define CASE(name, payload) \
  "{\"type\":\"object\",\"properties\":{\"" name "\":" payload "},\"required\":[\"" name "\"],\"additionalProperties\":false}"
static const char action_schema[] =
    "{\"anyOf\":[" CASE("login", "{\"type\":\"object\",\"properties\":{\"password\":{\"type\":\"string\"},"
                                 "\"user\":{\"enum\":[\"ada\",\"bob\"]}},\"required\":[\"password\"]}") ","
    CASE("learned", "{\"type\":\"object\",\"properties\":{\"token\":{\"type\":\"string\"},\"kind\":{\"enum\":[\"red\"]}}}") ","
    CASE("mark", "{\"type\":\"string\",\"x-enfold-redacted\":true}") ","
    CASE("kind", "{\"enum\":[\"red\",\"green\"],\"x-enfold-redacted\":true}") ","
    CASE("tree", "{\"$ref\":\"#/$defs/Tree\"}") "," CASE("crash", "{\"type\":\"object\"}") "," CASE("listen", "true")
    "],\"$defs\":{\"Tree\":{\"type\":\"object\",\"properties\":{\"secret\":{\"type\":\"string\",\"x-enfold-redacted\":true},"
    "\"left\":{\"$ref\":\"#/$defs/Tree\"}}}}}";

typedef struct vault {
  char token[128], mark[128];
  int logins;
} vault;

/* Copies the string that is the value of a key. */
static bool find_text(const char *json, size_t length, const char *key, char *out, size_t size) {
  char wanted[64], *copy = strndup(json, length);
  snprintf(wanted, sizeof wanted, "\"%s\":\"", key);
  const char *found = copy != NULL ? strstr(copy, wanted) : NULL;
  if (found != NULL) {
    found += strlen(wanted);
    snprintf(out, size, "%.*s", (int)strcspn(found, "\""), found);
  }
  free(copy);
  return found != NULL;
}

static bool has(const char *json, size_t length, const char *part) {
  return memmem(json, length, part, strlen(part)) != NULL;
}

static enfold_status vault_open(void *user, const char *given, size_t length, void **instance, enfold_error *error) {
  vault *made = calloc(1, sizeof *made);
  (void)user, (void)error;
  if (made == NULL) return ENFOLD_FAILED;
  if (given != NULL) {
    find_text(given, length, "token", made->token, sizeof made->token);
    find_text(given, length, "mark", made->mark, sizeof made->mark);
  }
  *instance = made;
  return ENFOLD_OK;
}

static void vault_close(void *instance) { free(instance); }

static enfold_status vault_effects(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                   const enfold_effects *effects, enfold_error *error) {
  vault *v = instance;
  char payload[256];
  if (has(action, length, "{\"crash\"")) __builtin_trap();
  if (has(action, length, "{\"listen\""))
    return effects->request(effects, "ticks", ENFOLD_NUL, NULL, 0, "{\"stream\":true,\"answer\":{\"learned\":\"$answer\"}}",
                            ENFOLD_NUL, error);
  if (find_text(action, length, "mark", v->mark, sizeof v->mark)) changes->changed(changes, "/mark");
  if (find_text(action, length, "token", v->token, sizeof v->token)) changes->changed(changes, "/token");
  if (!find_text(action, length, "password", v->token, sizeof v->token)) return ENFOLD_OK;
  v->logins++;
  changes->changed(changes, "/token");
  changes->changed(changes, "/logins");
  snprintf(payload, sizeof payload, "{\"user\":\"ada\",\"password\":\"%s\"}", v->token);
  return effects->request(effects, "login", ENFOLD_NUL, payload, ENFOLD_NUL, "{\"answer\":{\"learned\":\"$answer\"}}", ENFOLD_NUL,
                          error);
}

static enfold_status vault_reduce(void *instance, const char *action, size_t length, const enfold_changes *changes,
                                  enfold_error *error) {
  return vault_effects(instance, action, length, changes, NULL, error);
}

static enfold_status vault_state(void *instance, enfold_write_fn write, void *context, enfold_error *error) {
  const vault *v = instance;
  char text[512];
  (void)error;
  int length =
      snprintf(text, sizeof text, "{\"token\":\"%s\",\"mark\":\"%s\",\"logins\":%d}", v->token, v->mark, v->logins);
  write(context, text, (size_t)length);
  return ENFOLD_OK;
}

static const void *vault_extension(const char *name, uint32_t version) {
  static const enfold_effect_reducer with_effects = {sizeof with_effects, vault_effects};
  return version == 1 && strcmp(name, ENFOLD_EFFECTS_EXTENSION) == 0 ? &with_effects : NULL;
}

static void register_vault(enfold_runtime runtime) {
  const enfold_reducer reducer = {.struct_size = sizeof reducer, .open = vault_open, .close = vault_close,
                                  .reduce = vault_reduce, .state = vault_state};
  const enfold_plugin_feature feature = {.struct_size = sizeof feature, .name = "Vault", .state_schema = state_schema,
                                         .action_schema = action_schema, .reducer = &reducer,
                                         .get_extension = vault_extension};
  CHECK_OK(enfold_feature_register(runtime, &feature, NULL, NULL, &problem));
}

/* ---- Readers: everything goes to stderr ---------------------------------------------------------------------------- */

static atomic_int ended, asked;
static const char *answer; /* of the next request; NULL: none yet */
static enfold_request last_request;

static void on_entry(void *user, const char *entry, size_t length) {
  (void)user;
  fprintf(stderr, "entry %.*s\n", (int)length, entry);
}
static void on_end(void *user) { (void)user, atomic_store(&ended, 1); }
static void on_record(void *user, int32_t level, const char *record, size_t length) {
  (void)user;
  fprintf(stderr, "record %d %.*s\n", (int)level, (int)length, record);
}

static void say(enfold_status status) {
  fprintf(stderr, "%s %s\n", enfold_status_name(status), status < 0 ? problem.message : "");
  problem = (enfold_error)ENFOLD_ERROR_INIT;
}

static void on_request(void *user, enfold_request request, const char *payload, size_t length) {
  (void)user;
  if (length > 4) CHECK_CONTAINS(payload, SECRET); /* a handler gets the values */
  last_request = request;
  atomic_fetch_add(&asked, 1);
  if (answer != NULL) say(enfold_request_resolve(request, answer, ENFOLD_NUL, &problem));
}

static void refused(enfold_status status, enfold_status expected) {
  CHECK_STATUS(status, expected);
  say(status);
}

static void pause_a_little(void) { nanosleep(&(struct timespec){0, 1000000}, NULL); }

/* Sends an action and waits for everything that it causes. */
static void do_all(enfold_store store, const char *action) {
  enfold_task task = 0;
  CHECK(enfold_store_send(store, action, ENFOLD_NUL, &task, &problem) >= 0);
  say(enfold_task_wait(task, 60000, &problem));
  CHECK_OK(enfold_task_release(task, &problem));
}

static enfold_runtime begin(const char *given) {
  uint64_t reader;
  enfold_runtime runtime = open_runtime(given);
  register_vault(runtime);
  CHECK_OK(enfold_runtime_log(runtime, ENFOLD_LOG_DEBUG, on_record, NULL, NULL, &problem));
  CHECK_OK(enfold_runtime_trace(runtime, NULL, 0, on_entry, NULL, on_end, &reader, &problem));
  CHECK_OK(enfold_runtime_handle(runtime, "login", on_request, NULL, NULL, NULL, &problem));
  CHECK_OK(enfold_runtime_handle(runtime, "ticks", on_request, NULL, NULL, NULL, &problem));
  return runtime;
}

static void finish(enfold_runtime runtime) {
  CHECK_OK(enfold_runtime_close(runtime, &problem));
  while (atomic_load(&ended) == 0) pause_a_little();
}

/* ---- What the children do ------------------------------------------------------------------------------------------ */

static void actions_and_states(void) {
  enfold_runtime runtime = begin("{\"redact\":[" PATTERNS "]}");
  enfold_store store = 0, other = 0, part = 0;
  CHECK_OK(enfold_store_open(runtime, "Vault", "{\"state\":{\"token\":\"" SECRET "\",\"mark\":\"" SECRET "\"}}", ENFOLD_NUL, &store,
                             &problem));
  refused(enfold_store_open(runtime, "Vault", "{\"state\":{\"kind\":\"" SECRET "\"}}", ENFOLD_NUL, &other, &problem),
          ENFOLD_BAD_STATE);
  refused(enfold_store_open(runtime, "Vault", "{\"state\":{\"token\":\"" SECRET, ENFOLD_NUL, &other, &problem), ENFOLD_BAD_JSON);
  answer = "{\"token\":\"" SECRET "\"}";
  do_all(store, "{\"login\":{\"user\":\"ada\",\"password\":\"" SECRET "\"}}");
  CHECK_OK(send(store, "{\"mark\":\"" SECRET "\"}"));
  CHECK_OK(send(store, "{\"tree\":{\"left\":{\"left\":{\"left\":{\"secret\":\"" SECRET "\"}}}}}"));
  CHECK_TEXT(state(store, "/token"), "\"" SECRET "\""); /* the program gets it */
  CHECK_TEXT(state(store, "/mark"), "\"" SECRET "\"");
  refused(send(store, "{\"kind\":\"" SECRET "\"}"), ENFOLD_BAD_ACTION);
  refused(send(store, "{\"kind\":[\"" SECRET "\"]}"), ENFOLD_BAD_ACTION);
  refused(send(store, "{\"login\":{\"user\":\"eve\",\"password\":\"" SECRET "\"}}"), ENFOLD_BAD_ACTION);
  refused(send(store, "{\"login\":{\"password\":\"" SECRET "\" \"user\":1}}"), ENFOLD_BAD_JSON);
  refused(send(store, "{\"login\":{\"password\":\"" SECRET), ENFOLD_BAD_JSON);
  refused(send(store, "{\"login\":{\"password\":" SECRET "}}"), ENFOLD_BAD_JSON);
  refused(send(store, "{\"login\":\"" SECRET "\"}"), ENFOLD_BAD_ACTION);
  refused(send(store, "{\"type\":\"login\",\"payload\":{\"password\":" SECRET "}}"), ENFOLD_BAD_JSON);
  CHECK(problem.offset == UINT64_MAX);
  size_t accepted = 0;
  refused(enfold_store_send_batch(store, "[{\"mark\":\"" SECRET "\"},{\"kind\":\"" SECRET "\"}]", ENFOLD_NUL, &accepted, &problem),
          ENFOLD_BAD_ACTION);
  refused(enfold_store_send_with(store, "{\"kind\":\"" SECRET "\"}", ENFOLD_NUL, "{\"tag\":\"t\"}", ENFOLD_NUL, NULL, &problem),
          ENFOLD_BAD_ACTION);
  CHECK_OK(enfold_store_scope(store, NULL, 0, "{\"kind\":\"$action\"}", ENFOLD_NUL, &part, &problem));
  refused(send(part, "\"" SECRET "\""), ENFOLD_BAD_ACTION);
  refused(send(part, "[" SECRET "]"), ENFOLD_BAD_JSON);
  CHECK_OK(enfold_store_restore(store, "{\"token\":\"" SECRET "\",\"mark\":\"" SECRET "\"}", ENFOLD_NUL, &problem));
  refused(enfold_store_restore(store, "{\"token\":\"" SECRET "\",\"kind\":\"" SECRET "\"}", ENFOLD_NUL, &problem),
          ENFOLD_BAD_STATE);
  refused(enfold_store_restore(store, "{\"mark\":\"" SECRET, ENFOLD_NUL, &problem), ENFOLD_BAD_JSON);
  finish(runtime);
}

static void requests(void) {
  enfold_runtime runtime = begin("{\"redact\":[" PATTERNS "]}");
  enfold_store store = open_store(runtime, "Vault");
  /* Answers that are none: for who answers, for the task, and for the log. */
  answer = "{\"token\":\"" SECRET "\",\"kind\":\"" SECRET "\"}";
  do_all(store, "{\"login\":{\"password\":\"" SECRET "\"}}");
  answer = "{\"token\":\"" SECRET "\" \"kind\":1}";
  do_all(store, "{\"login\":{\"password\":\"" SECRET "\"}}");
  answer = "{\"token\":" SECRET "}";
  do_all(store, "{\"login\":{\"password\":\"" SECRET "\"}}");
  answer = NULL;
  for (int round = 0; round < 2; round++) {
    static const char *const wrong[] = {"{\"kind\":\"" SECRET "\"}", "{\"token\":\"" SECRET};
    int before = atomic_load(&asked);
    enfold_task task = 0;
    CHECK(enfold_store_send(store, "{\"listen\":true}", ENFOLD_NUL, &task, &problem) >= 0);
    while (atomic_load(&asked) == before) pause_a_little();
    say(enfold_request_emit(last_request, "{\"token\":\"" SECRET "\"}", ENFOLD_NUL, &problem));
    say(enfold_request_emit(last_request, wrong[round], ENFOLD_NUL, &problem));
    say(enfold_task_wait(task, 60000, &problem));
    CHECK_OK(enfold_task_release(task, &problem));
  }
  finish(runtime);
}

static void parts_of_states(void) {
  enfold_runtime runtime = begin("{\"redact\":[" PATTERNS "]}");
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin("Panel"), NULL, 0, &plugin, &problem));
  enfold_store store = open_store(runtime, "Panel");
  static const char then[] = "{\"action\":{\"renamed\":{\"from\":\"$old\",\"to\":\"$new\"}}}";
  CHECK_OK(enfold_store_set(store, "/name", ENFOLD_NUL, "\"" SECRET "\"", ENFOLD_NUL, then, ENFOLD_NUL, &problem));
  refused(enfold_store_set(store, "/volume", ENFOLD_NUL, "\"" SECRET "\"", ENFOLD_NUL, NULL, 0, &problem), ENFOLD_BAD_STATE);
  refused(enfold_store_set(store, "/name", ENFOLD_NUL, "\"" SECRET, ENFOLD_NUL, NULL, 0, &problem), ENFOLD_BAD_JSON);
  refused(enfold_store_set(store, "/name", ENFOLD_NUL, SECRET, ENFOLD_NUL, NULL, 0, &problem), ENFOLD_BAD_JSON);
  refused(enfold_store_set(store, "/name", ENFOLD_NUL, "\"x\"", ENFOLD_NUL, "{\"action\":{\"renamed\":\"" SECRET "\"}}", ENFOLD_NUL,
                           &problem),
          ENFOLD_BAD_ACTION);
  CHECK_CONTAINS(state(store, "/renames"), SECRET);
  finish(runtime);
}

/* A store whose dependencies give these values: in the first state, and in an action. */
static void draw(const char *patterns) {
#define GIVEN "\"dependencies\":[{\"uuid\":\"" SECRET_ID "\"},{\"date\":\"" SECRET_TIME "\"}"
  char given[200];
  snprintf(given, sizeof given, "{\"redact\":[%s]}", patterns);
  enfold_runtime runtime = begin(given);
  enfold_plugin plugin = 0;
  enfold_store store = 0;
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin("Lottery"), NULL, 0, &plugin, &problem));
  CHECK_OK(enfold_store_open(runtime, "Lottery", "{\"effects\":\"none\"," GIVEN "]}", ENFOLD_NUL, &store, &problem));
  static const char all[] = "{" GIVEN ",{\"random\":\"" SECRET_DIGITS "\"}]}";
  CHECK_OK(enfold_store_send_with(store, "\"everything\"", ENFOLD_NUL, all, ENFOLD_NUL, NULL, &problem));
  CHECK_OK(enfold_store_send_with(store, "\"buy\"", ENFOLD_NUL, "{" GIVEN "]}", ENFOLD_NUL, NULL, &problem)); /* one is left over */
  CHECK_TEXT(state(store, "/tickets/0"), "\"" SECRET_ID "\"");                                           /* the feature gets it */
  /* What is no value of the dependency, or no JSON, is not quoted. */
  static const char *const wrong[] = {"{\"dependencies\":[{\"uuid\":\"" SECRET "\"}]}", "{\"dependencies\":[{\"uuid\":" SECRET "}]}"};
  for (int i = 0; i < 2; i++) {
    enfold_status status = i == 0 ? ENFOLD_INVALID : ENFOLD_BAD_JSON;
    enfold_store none = 0;
    char opening[200];
    snprintf(opening, sizeof opening, "{\"effects\":\"none\",%s", wrong[i] + 1);
    refused(enfold_store_send_with(store, "\"buy\"", ENFOLD_NUL, wrong[i], ENFOLD_NUL, NULL, &problem), status);
    refused(enfold_store_open(runtime, "Lottery", opening, ENFOLD_NUL, &none, &problem), status);
  }
  finish(runtime);
}

/* The states have the values, too: at the places of the last patterns. */
static void one_dependency(void) { draw("\"dependency:uuid\",\"/id\",\"/tickets/*\""); }
static void all_dependencies(void) { draw("\"dependency:*\",\"/id\",\"/opened\",\"/tickets\",\"/times\",\"/numbers\""); }

/* A list whose element has the secret as its id, with effects, and an action that finds no element. */
static void people(const char *patterns) {
  char given[200];
  snprintf(given, sizeof given, "{\"redact\":[%s]}", patterns);
  enfold_runtime runtime = begin(given);
  enfold_plugin plugin = 0;
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin("Family"), NULL, 0, &plugin, &problem));
  enfold_store store = open_store(runtime, "People");
  CHECK_OK(send(store, "{\"add\":{\"email\":\"" SECRET "\"}}"));
  do_all(store, "{\"person\":{\"id\":\"" SECRET "\",\"action\":{\"write\":\"x\"}}}");
  do_all(store, "{\"person\":{\"id\":\"" SECRET "\",\"action\":\"fail\"}}");
  refused(send(store, "{\"person\":{\"id\":\"" SECRET "-2\",\"action\":\"fail\"}}"), ENFOLD_NO_TARGET);
  finish(runtime);
}

static void ids_in_states(void) { people("\"/people/*/email\",\"action:/add/email\",\"action:/person/id\""); }
static void ids_in_actions(void) { people("\"/people\",\"action:/add\",\"action:/person/id\""); }
static void open_ids(void) { people("\"/words/*\",\"action:/person/action/write\""); }

static void crash(void) {
  static const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  enfold_runtime runtime = begin("{\"crashLine\":\"values\",\"redact\":[" PATTERNS "]}");
  send(open_store(runtime, "Vault"), "{\"crash\":{\"password\":\"" SECRET "\"}}");
}

/* ---- Running ------------------------------------------------------------------------------------------------------- */

static char output[1 << 18];
static int ending;

/* What a child process writes to stderr. */
static void run(void (*body)(void)) {
  int ends[2];
  size_t length = 0;
  CHECK_INT(pipe(ends), 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    setenv("ENFOLD_TRACE", "1", 1);
    body();
    _exit(0);
  }
  close(ends[1]);
  for (ssize_t count; (count = read(ends[0], output + length, sizeof output - 1 - length)) > 0;) length += (size_t)count;
  CHECK(length < sizeof output - 1);
  output[length] = '\0';
  close(ends[0]);
  CHECK_INT(waitpid(child, &ending, 0), child);
}

/* Nobody was told the secret, nor its beginning. */
static void check_output(void) {
  if (strstr(output, "hunter2") != NULL) fprintf(stderr, "%s", output);
  CHECK(strstr(output, "hunter2") == NULL);
  CHECK_CONTAINS(output, "[redacted]");
}

static void no_reader_gets_a_secret(void (*body)(void)) {
  run(body);
  if (!WIFEXITED(ending) || WEXITSTATUS(ending) != 0) fprintf(stderr, "%s", output);
  CHECK(WIFEXITED(ending));
  CHECK_INT(WEXITSTATUS(ending), 0);
  check_output();
}

static void of_actions_and_states(void) {
  no_reader_gets_a_secret(actions_and_states);
  CHECK_CONTAINS(output, "\"action\":{\"login\":{\"user\":\"ada\",\"password\":\"[redacted]\"}}");
  CHECK_CONTAINS(output, "\"action\":{\"mark\":\"[redacted]\"}");
  CHECK_CONTAINS(output, "\"action\":{\"learned\":\"[redacted]\"}");
  CHECK_CONTAINS(output, "\"action\":{\"tree\":{\"left\":{\"left\":{\"left\":{\"secret\":\"[redacted]\"}}}}}");
  CHECK_CONTAINS(output, "record 2 {\"level\":\"warning\",\"message\":\"an action was refused");
  CHECK_CONTAINS(output, "ENFOLD_BAD_ACTION enfold_store_send: ");
  CHECK_CONTAINS(output, "Vault#1 1 "); /* the lines of ENFOLD_TRACE=1 */
}

static void of_requests(void) {
  no_reader_gets_a_secret(requests);
  CHECK_CONTAINS(output, "ENFOLD_BAD_STATE enfold_request_resolve: ");
  CHECK_CONTAINS(output, "ENFOLD_BAD_JSON enfold_request_resolve: ");
}

static void of_parts_of_states(void) {
  no_reader_gets_a_secret(parts_of_states);
  CHECK_CONTAINS(output, "\"kind\":\"set\"");
  CHECK_CONTAINS(output, "ENFOLD_BAD_STATE enfold_store_set: ");
}

#define VALUE(name, value) "\"dependency\":\"" name "\",\"value\":\"" value "\""

/* How often a text is in the output. */
static int count_of(const char *text) {
  int count = 0;
  for (const char *at = output; (at = strstr(at, text)) != NULL; at++) count++;
  return count;
}

static void of_dependencies(void) {
  no_reader_gets_a_secret(one_dependency);
  CHECK_INT(count_of(SECRET_ID), 0);
  CHECK_INT(count_of(VALUE("uuid", "[redacted]")), 3);
  CHECK_INT(count_of(VALUE("date", SECRET_TIME)), 2); /* the others are told */
  CHECK_INT(count_of(VALUE("random", SECRET_DIGITS)), 1);
  CHECK_CONTAINS(output, "given and not asked for: date");
  no_reader_gets_a_secret(all_dependencies);
  CHECK_INT(count_of(SECRET_ID) + count_of(SECRET_TIME) + count_of(SECRET_DIGITS), 0);
  CHECK_INT(count_of(VALUE("uuid", "[redacted]")), 3);
  CHECK_INT(count_of(VALUE("date", "[redacted]")), 2);
  CHECK_INT(count_of(VALUE("random", "[redacted]")), 1);
}

static void of_ids(void) {
  static void (*const bodies[])(void) = {ids_in_states, ids_in_actions};
  for (int i = 0; i < 2; i++) {
    no_reader_gets_a_secret(bodies[i]);
    CHECK_INT(count_of("\"row\":\"[redacted]\""), 6); /* two effects begin and end, one has failed, one action has no target */
    CHECK_CONTAINS(output, "the element with id [redacted] of ");
  }
  run(open_ids); /* nothing that is redacted can be an id */
  CHECK_INT(count_of("\"row\":\"" SECRET "\""), 5);
  CHECK_INT(count_of("\"row\":\"" SECRET "-2\""), 1);
}

static void the_crash_line_is_redacted(void) {
  run(crash);
  CHECK(WIFSIGNALED(ending));
  /* The line alone: the report that Swift's runtime may write shows memory. */
  char *line = strstr(output, "enfold: SIG");
  CHECK(line != NULL);
  line[strcspn(line, "\n")] = '\0';
  memmove(output, line, strlen(line) + 1);
  check_output();
  CHECK_CONTAINS(output, ": the feature Vault was reducing crash: {\"crash\":{\"password\":\"[redacted]\"}}");
}

static void a_wrong_pattern_is_refused(void) {
  enfold_runtime runtime = 0;
  static const struct {
    const char *options, *part;
  } wrong[] = {
      {"{\"redact\":[\"/a\",\"user/token\"]}",
       "\"redact\"[1] is \"user/token\": a pattern begins with \"/\" (a JSON Pointer into states), \"action:\""},
      {"{\"redact\":[\"/items/id=7/title\"]}", "a pattern does not select elements, as \"id=7\" does: write \"*\""},
      {"{\"redact\":[\"/items/-\"]}", "a pattern does not select elements, as \"-\" does"},
      {"{\"redact\":[\"dependency:\"]}", "the name of a dependency comes behind \"dependency:\""},
      {"{\"redact\":[\"action:login\"]}", "\"redact\"[0] is \"action:login\": a JSON Pointer comes behind \"action:\": action:/login"},
      {"{\"redact\":[\"request:\"]}", "the name of a request comes behind \"request:\""},
      {"{\"redact\":[\"request:/login\"]}", "the name of a request comes behind \"request:\""},
      {"{\"redact\":[\"/a~2\"]}", "\"redact\"[0] is \"/a~2\": in a JSON Pointer '~' is followed by '0' or '1'"},
      {"{\"redact\":[7]}", "\"redact\""},
      {"{\"redact\":\"/a\"}", "\"redact\""},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK_FAILS(enfold_runtime_open(wrong[i].options, ENFOLD_NUL, &runtime, &problem), ENFOLD_INVALID, wrong[i].part);
  char many[4096] = "{\"redact\":[\"\"";
  for (int i = 0; i < 256; i++) strcat(many, ",\"/a\"");
  strcat(many, "]}");
  CHECK_FAILS(enfold_runtime_open(many, ENFOLD_NUL, &runtime, &problem), ENFOLD_INVALID,
              "\"redact\" has too many patterns; at most 256");
  snprintf(many, sizeof many, "{\"redact\":[\"/%01024d\"]}", 0);
  CHECK_FAILS(enfold_runtime_open(many, ENFOLD_NUL, &runtime, &problem), ENFOLD_INVALID,
              "\"redact\"[0] has 1025 bytes; at most 1024 are allowed");
  CHECK_OK(enfold_runtime_close(open_runtime("{\"redact\":[]}"), &problem));
}

int main(void) {
  RUN(of_actions_and_states); /* the children come first: before them this process opens nothing */
  RUN(of_requests);
  RUN(of_parts_of_states);
  RUN(of_dependencies);
  RUN(of_ids);
  RUN(the_crash_line_is_redacted);
  RUN(a_wrong_pattern_is_refused);
  return 0;
}
