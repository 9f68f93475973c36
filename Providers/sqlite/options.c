/* options.c: reads the options of `open`, a JSON object with two known keys. */
#include "options.h"

#include <string.h>

typedef struct reader {
  const char *next, *end;
} reader;

static void skip_space(reader *reader) {
  while (reader->next < reader->end && strchr(" \t\r\n", *reader->next) != NULL && *reader->next != '\0') reader->next++;
}

static bool take(reader *reader, const char *word) {
  skip_space(reader);
  size_t length = strlen(word);
  if ((size_t)(reader->end - reader->next) < length || memcmp(reader->next, word, length) != 0) return false;
  reader->next += length;
  return true;
}

/* A value as it is written, "read" in its quotes or true. The known values have no escapes. */
static bool take_value(reader *reader, const char **value, size_t *length) {
  skip_space(reader);
  const char *start = reader->next;
  if (start < reader->end && *start == '"') {
    do reader->next++;
    while (reader->next < reader->end && *reader->next != '"' && *reader->next != '\\');
    if (reader->next == reader->end || *reader->next != '"') return false;
    reader->next++;
  } else {
    while (reader->next < reader->end &&
           ((*reader->next >= 'a' && *reader->next <= 'z') || (*reader->next >= '0' && *reader->next <= '9')))
      reader->next++;
  }
  *value = start;
  *length = (size_t)(reader->next - start);
  return *length > 0;
}

static bool is(const char *value, size_t length, const char *word) {
  return length == strlen(word) && memcmp(value, word, length) == 0;
}

enfold_journal_status options_read(const char *text, size_t length, open_options *out, enfold_journal_error *error) {
  *out = (open_options){.is_reader = false, .creates = true};
  if (text == NULL || length == 0) return ENFOLD_JOURNAL_OK;
  reader reader = {text, text + length};
  bool is_object = take(&reader, "{"), is_first = true;
  while (is_object && !take(&reader, "}")) {
    const char *key, *value;
    size_t key_length, value_length;
    if ((!is_first && !take(&reader, ",")) || !take_value(&reader, &key, &key_length) || *key != '"' || !take(&reader, ":") ||
        !take_value(&reader, &value, &value_length)) {
      is_object = false;
    } else if (is(key, key_length, "\"access\"")) {
      out->is_reader = is(value, value_length, "\"read\"");
      if (!out->is_reader && !is(value, value_length, "\"write\""))
        return problem(error, ENFOLD_JOURNAL_INVALID, "option \"access\" is \"read\" or \"write\", not %.*s", (int)value_length,
                       value);
    } else if (is(key, key_length, "\"create\"")) {
      out->creates = is(value, value_length, "true");
      if (!out->creates && !is(value, value_length, "false"))
        return problem(error, ENFOLD_JOURNAL_INVALID, "option \"create\" is true or false, not %.*s", (int)value_length, value);
    } else {
      return problem(error, ENFOLD_JOURNAL_INVALID, "no option is called %.*s; there are \"access\" and \"create\"",
                     (int)(key_length < 64 ? key_length : 64), key);
    }
    is_first = false;
  }
  skip_space(&reader);
  if (!is_object || reader.next != reader.end)
    return problem(error, ENFOLD_JOURNAL_INVALID, "the options are no JSON object with \"access\" and \"create\"");
  return ENFOLD_JOURNAL_OK;
}
