/* prototypes: the prototype of a C function, and behind a NUL the options that it is bound with. */
#include "fuzz.h"

static enfold_runtime runtime;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  enfold_error error = no_error();
  REQUIRE(enfold_runtime_open(NULL, 0, &runtime, &error) == ENFOLD_OK, "%s", error.message);
  return 0;
}

/* It is bound, and never called. */
static void nothing(void) {}

static enfold_status bind(const char *prototype, void (*fn)(void), text options, enfold_error *error) {
  *error = no_error();
  return enfold_runtime_bind(runtime, prototype, fn, options.length == 0 ? NULL : options.data, options.length, error);
}

static bool is_about_prototype(enfold_status status, const enfold_error *error) {
  return status == ENFOLD_INVALID && strstr(error->message, "enfold_runtime_bind: prototype: ") == error->message;
}

/* The caret of a message is below the character that the offset says. */
static void check_caret(const char *prototype, const enfold_error *error) {
  REQUIRE(error->offset <= strlen(prototype), "offset %llu", (unsigned long long)error->offset);
  const char *end = strrchr(error->message, '\n');
  REQUIRE(end != NULL && end[strlen(end) - 1] == '^', "no caret: %s", error->message);
  size_t column = strspn(end + 1, " ");
  REQUIRE(end[1 + column] == '^', "more than a caret: %s", error->message);
  const char *line = end;
  while (line > error->message && line[-1] != '\n') line--;
  for (size_t i = 0; i < column && line < end; i++) {
    line++;
    while ((*line & 0xC0) == 0x80) line++;
  }
  unsigned char there = (unsigned char)prototype[error->offset];
  char expected = there == '\0' || there == '\n' ? '\0' : there <= 0x20 || there == 0x7F ? ' ' : there >= 0x80 ? '?' : (char)there;
  char shown = line < end ? *line : '\0';
  REQUIRE(shown == expected, "the caret is at %d, not at %d: %s", shown, expected, error->message);
}

/* A comment in front moves the place, and changes nothing else. */
static void check_moved(const char *prototype, text options, enfold_status status, const enfold_error *error) {
  static const char comment[] = "/*(*/";
  size_t length = strlen(prototype), more = sizeof comment - 1;
  enfold_error moved;
  if (length + more > 4096) return;
  text longer = text_of(NULL, 0);
  longer.data = realloc(longer.data, length + more + 1);
  REQUIRE(longer.data != NULL, "out of memory");
  memcpy(longer.data, comment, more);
  memcpy(longer.data + more, prototype, length + 1);
  enfold_status again = bind(longer.data, NULL, options, &moved);
  REQUIRE(again == status, "%d, and behind a comment %d: %s", status, again, moved.message);
  if (is_about_prototype(status, error)) {
    REQUIRE(is_about_prototype(again, &moved), "%s", moved.message);
    REQUIRE(moved.offset == error->offset + more, "offset %llu, and behind a comment %llu", (unsigned long long)error->offset,
            (unsigned long long)moved.offset);
    check_caret(longer.data, &moved);
  }
  free(longer.data);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  const unsigned char *end = size == 0 ? NULL : memchr(data, '\0', size);
  size_t length = end == NULL ? size : (size_t)(end - data);
  text prototype = text_of(NULL, 0), options = text_of(end == NULL ? NULL : end + 1, end == NULL ? 0 : size - length - 1);
  prototype.data = realloc(prototype.data, length + 1);
  REQUIRE(prototype.data != NULL, "out of memory");
  if (length > 0) memcpy(prototype.data, data, length);
  prototype.data[length] = '\0';

  enfold_error error;
  size_t longest = length > options.length ? length : options.length;
  enfold_status status = bind(prototype.data, NULL, options, &error);
  check_status(status, &error, longest);
  REQUIRE(status < 0, "a function that is NULL was bound");
  if (is_about_prototype(status, &error)) check_caret(prototype.data, &error);
  check_moved(prototype.data, options, status, &error);
  if (strstr(error.message, "enfold_runtime_bind: fn is NULL") == error.message) {
    REQUIRE(strchr(prototype.data, '(') != NULL && strchr(prototype.data, ')') != NULL, "this is no prototype");
    text name = options.length == 0 ? text_of("{\"name\":\"f\"}", 12) : text_of(options.data, options.length);
    status = bind(prototype.data, nothing, name, &error);
    REQUIRE(status == ENFOLD_OK, "%s", error.message);
    free(name.data);
  }
  free(prototype.data);
  free(options.data);
  return 0;
}
