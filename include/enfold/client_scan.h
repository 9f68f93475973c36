/* client_scan.h: a part of client.h: goes through a JSON text, and knows no types. */
#ifndef ENFOLD_CLIENT_SCAN_H
#define ENFOLD_CLIENT_SCAN_H

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ENFOLD_READ_DEPTH 512

typedef struct enfold_reader {
  const char *json;
  size_t length;
  size_t offset;
  int depth;
  char *memory; /* aligned */
  size_t size;
  size_t used; /* of what is needed, whether or not it is there */
  enfold_status status;
  enfold_error *error;
} enfold_reader;

/* After the first problem nothing is read any more. Always false. */
static inline bool enfold_refuse(enfold_reader *reader, enfold_status status, const char *what, const char *name) {
  enfold_error *error = reader->error;
  if (reader->status != 0) return false;
  reader->status = status;
  if (error == NULL || error->struct_size < sizeof *error) return false;
  error->code = status;
  error->offset = reader->offset;
  snprintf(error->message, sizeof error->message, what, name);
  return false;
}

static inline bool enfold_wants(enfold_reader *reader, const char *what) {
  return enfold_refuse(reader, ENFOLD_BAD_STATE, "%s is needed", what);
}

/* Memory for so many bytes; NULL if they are only counted. */
static inline void *enfold_reserve(enfold_reader *reader, size_t count, size_t alignment) {
  const size_t begin = (reader->used + alignment - 1) / alignment * alignment;
  reader->used = begin + count;
  return reader->used <= reader->size ? reader->memory + begin : NULL;
}

static inline char enfold_next(enfold_reader *reader) {
  while (reader->offset < reader->length && strchr(" \n\t\r", reader->json[reader->offset]) != NULL &&
         reader->json[reader->offset] != '\0') {
    ++reader->offset;
  }
  return reader->offset < reader->length ? reader->json[reader->offset] : '\0';
}

static inline bool enfold_take(enfold_reader *reader, char wanted) {
  if (enfold_next(reader) != wanted) return false;
  ++reader->offset;
  return true;
}

static inline bool enfold_take_word(enfold_reader *reader, const char *word) {
  const size_t count = strlen(word);
  enfold_next(reader);
  if (reader->length - reader->offset < count || memcmp(reader->json + reader->offset, word, count) != 0) return false;
  reader->offset += count;
  return true;
}

static inline int enfold_hex(enfold_reader *reader, uint32_t *value) {
  *value = 0;
  for (int index = 0; index < 4; ++index) {
    if (reader->offset >= reader->length) return 0;
    const char digit = reader->json[reader->offset++];
    if (digit >= '0' && digit <= '9') *value = *value * 16 + (uint32_t)(digit - '0');
    else if (digit >= 'a' && digit <= 'f') *value = *value * 16 + (uint32_t)(digit - 'a' + 10);
    else if (digit >= 'A' && digit <= 'F') *value = *value * 16 + (uint32_t)(digit - 'A' + 10);
    else return 0;
  }
  return 1;
}

/* What an escape stands for, as UTF-8; 0 if it is none. */
static inline size_t enfold_escape(enfold_reader *reader, char *out) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  const char name = reader->offset < reader->length ? reader->json[reader->offset++] : '\0';
  const char *known = name != '\0' ? strchr(names, name) : NULL;
  uint32_t scalar, low;
  if (known != NULL) return *out = values[known - names], 1;
  if (name != 'u' || !enfold_hex(reader, &scalar)) return 0;
  if (scalar >= 0xdc00 && scalar <= 0xdfff) return 0;
  if (scalar >= 0xd800 && scalar <= 0xdbff) {
    if (reader->length - reader->offset < 2 || memcmp(reader->json + reader->offset, "\\u", 2) != 0) return 0;
    reader->offset += 2;
    if (!enfold_hex(reader, &low) || low < 0xdc00 || low > 0xdfff) return 0;
    scalar = 0x10000 + ((scalar - 0xd800) << 10) + (low - 0xdc00);
  }
  if (scalar < 0x80) return *out = (char)scalar, 1;
  const size_t count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (size_t index = count - 1; index > 0; --index, scalar >>= 6) out[index] = (char)(0x80 | (scalar & 0x3f));
  out[0] = (char)((count == 2 ? 0xc0 : count == 3 ? 0xe0 : 0xf0) | scalar);
  return count;
}

/* Reads a string into `out`, which has room for `room` bytes; NULL: only counts. Returns its length, escapes undone. */
static inline size_t enfold_read_string(enfold_reader *reader, char *out, size_t room) {
  size_t length = 0;
  if (!enfold_take(reader, '"')) return enfold_wants(reader, "a string"), 0;
  while (reader->offset < reader->length) {
    char bytes[4];
    size_t count = 1;
    bytes[0] = reader->json[reader->offset];
    if (bytes[0] == '"') return ++reader->offset, length;
    if ((unsigned char)bytes[0] < 0x20) break;
    ++reader->offset;
    if (bytes[0] == '\\') count = enfold_escape(reader, bytes);
    if (count == 0) break;
    if (out != NULL && length + count <= room) memcpy(out + length, bytes, count);
    length += count;
  }
  enfold_refuse(reader, ENFOLD_BAD_JSON, "%s is no JSON", "the string");
  return 0;
}

/* A string of which a copy is kept. */
static inline void enfold_read_text(enfold_reader *reader, enfold_text *text) {
  const size_t begin = (enfold_next(reader), reader->offset);
  const size_t length = enfold_read_string(reader, NULL, 0);
  if (reader->status != 0) return;
  char *copy = enfold_reserve(reader, length + 1, 1);
  if (copy == NULL) return;
  reader->offset = begin;
  enfold_read_string(reader, copy, length);
  copy[length] = '\0';
  if (text != NULL) text->data = copy, text->length = length;
}

/* The index in `parts` of a key, or of the name of a case; `count` if it is not there. */
static inline size_t enfold_read_name(enfold_reader *reader, const enfold_part *parts, size_t count, char *name,
                                      size_t room) {
  const size_t length = enfold_read_string(reader, name, room - 1);
  name[length < room - 1 ? length : room - 1] = '\0';
  for (size_t index = 0; index < count; ++index) {
    const char *key = parts[index].key;
    if (strlen(key) == length && length < room && memcmp(key, name, length) == 0) return index;
  }
  return count;
}

static inline bool enfold_enter(enfold_reader *reader, char bracket, const char *what) {
  if (!enfold_take(reader, bracket)) return enfold_wants(reader, what);
  if (++reader->depth <= ENFOLD_READ_DEPTH) return true;
  return enfold_refuse(reader, ENFOLD_LIMIT, "%s is nested too deeply", "the text");
}

/* Whether another element or member follows. */
static inline bool enfold_continues(enfold_reader *reader, char bracket, size_t *count) {
  if (reader->status != 0) return false;
  if (enfold_take(reader, bracket)) return --reader->depth, false;
  if ((*count)++ == 0 || enfold_take(reader, ',')) return true;
  return enfold_refuse(reader, ENFOLD_BAD_JSON, "%s is needed", bracket == ']' ? "',' or ']'" : "',' or '}'");
}

static inline bool enfold_colon(enfold_reader *reader) {
  if (reader->status != 0) return false;
  return enfold_take(reader, ':') || enfold_refuse(reader, ENFOLD_BAD_JSON, "%s is needed", "':'");
}

static inline double enfold_read_number(enfold_reader *reader) {
  char text[64];
  size_t count = 0;
  char *end;
  if (enfold_next(reader) == '"') {
    const size_t length = enfold_read_string(reader, text, sizeof text);
    if (length == 3 && memcmp(text, "NaN", 3) == 0) return (double)NAN;
    if (length == 8 && memcmp(text, "Infinity", 8) == 0) return (double)INFINITY;
    if (length == 9 && memcmp(text, "-Infinity", 9) == 0) return (double)-INFINITY;
    return enfold_wants(reader, "a number"), 0;
  }
  while (reader->offset + count < reader->length && count < sizeof text - 1 &&
         strchr("+-.0123456789eE", reader->json[reader->offset + count]) != NULL &&
         reader->json[reader->offset + count] != '\0') {
    const char byte = reader->json[reader->offset + count];
    text[count++] = byte == '.' ? localeconv()->decimal_point[0] : byte;
  }
  text[count] = '\0';
  const double number = strtod(text, &end);
  if (count == 0 || *end != '\0') return enfold_wants(reader, "a number"), 0;
  reader->offset += count;
  return number;
}

static inline void enfold_skip(enfold_reader *reader) {
  size_t count = 0;
  switch (enfold_next(reader)) {
    case '[':
      if (!enfold_enter(reader, '[', "an array")) return;
      while (enfold_continues(reader, ']', &count)) enfold_skip(reader);
      return;
    case '{':
      if (!enfold_enter(reader, '{', "an object")) return;
      while (enfold_continues(reader, '}', &count)) {
        enfold_read_string(reader, NULL, 0);
        if (enfold_colon(reader)) enfold_skip(reader);
      }
      return;
    case '"': enfold_read_string(reader, NULL, 0); return;
    default:
      if (enfold_take_word(reader, "true") || enfold_take_word(reader, "false")) return;
      if (!enfold_take_word(reader, "null")) enfold_read_number(reader);
  }
}

#endif /* ENFOLD_CLIENT_SCAN_H */
