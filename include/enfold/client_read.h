/* client_read.h: a part of client.h: makes a value of JSON by the table of its type. */
#ifndef ENFOLD_CLIENT_READ_H
#define ENFOLD_CLIENT_READ_H

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

/* Reads a string into `out`, which has room for `room` bytes; NULL: only counts. Returns its length, without escapes. */
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

/* A key, or a name of a case: the place in `parts` of which it is, or `count`. */
static inline size_t enfold_read_name(enfold_reader *reader, const enfold_part *parts, size_t count, char *name,
                                      size_t room) {
  const size_t length = enfold_read_string(reader, name, room - 1);
  name[length < room - 1 ? length : room - 1] = '\0';
  for (size_t index = 0; index < count; ++index) {
    if (strlen(parts[index].key) == length && length < room && memcmp(parts[index].key, name, length) == 0) return index;
  }
  return count;
}

static inline bool enfold_enter(enfold_reader *reader, char bracket, const char *what) {
  if (!enfold_take(reader, bracket)) return enfold_wants(reader, what);
  if (++reader->depth > ENFOLD_READ_DEPTH) return enfold_refuse(reader, ENFOLD_LIMIT, "%s is nested too deeply", "the text");
  return true;
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
      if (!enfold_take_word(reader, "true") && !enfold_take_word(reader, "false") && !enfold_take_word(reader, "null")) {
        enfold_read_number(reader);
      }
  }
}

static inline void enfold_read_integer(enfold_reader *reader, const enfold_type *type, void *value) {
  const bool is_negative = enfold_next(reader) == '-';
  const unsigned bits = (unsigned)type->size * 8 - (type->kind == ENFOLD_KIND_SIGNED ? 1 : 0);
  const uint64_t greatest = UINT64_MAX >> (64 - bits);
  size_t place = reader->offset + (is_negative ? 1 : 0);
  const size_t begin = place;
  uint64_t number = 0;
  for (; place < reader->length && reader->json[place] >= '0' && reader->json[place] <= '9'; ++place) {
    const uint64_t digit = (uint64_t)(reader->json[place] - '0');
    if (number > (UINT64_MAX - digit) / 10) {
      enfold_wants(reader, "an integer within the range of its type");
      return;
    }
    number = number * 10 + digit;
  }
  if (place == begin || (place < reader->length && strchr(".eE", reader->json[place]) != NULL)) {
    enfold_wants(reader, "an integer");
    return;
  }
  const bool is_signed = type->kind == ENFOLD_KIND_SIGNED;
  if (is_negative ? number > (is_signed ? greatest + 1 : 0) : number > greatest) {
    enfold_wants(reader, "an integer within the range of its type");
    return;
  }
  reader->offset = place;
  if (value == NULL) return;
  const uint64_t pattern = is_negative ? UINT64_MAX - number + 1 : number;
  const uint8_t byte = (uint8_t)pattern;
  const uint16_t half = (uint16_t)pattern;
  const uint32_t word = (uint32_t)pattern;
  switch (type->size) {
    case 1: memcpy(value, &byte, 1); break;
    case 2: memcpy(value, &half, 2); break;
    case 4: memcpy(value, &word, 4); break;
    default: memcpy(value, &pattern, 8);
  }
}

static inline void enfold_read_value(enfold_reader *reader, const enfold_type *type, char *value);

/* How many elements or members a value has. Reads nothing. */
static inline size_t enfold_count(const enfold_reader *reader, bool is_map) {
  enfold_reader ahead = *reader;
  enfold_error *const nobody = NULL;
  size_t count = 0;
  ahead.error = nobody;
  if (!enfold_take(&ahead, is_map ? '{' : '[')) return 0;
  while (enfold_continues(&ahead, is_map ? '}' : ']', &count)) {
    if (is_map) {
      enfold_read_string(&ahead, NULL, 0);
      if (!enfold_colon(&ahead)) break;
    }
    enfold_skip(&ahead);
  }
  return count;
}

static inline void enfold_read_items(enfold_reader *reader, const enfold_type *type, char *value) {
  const bool is_map = type->kind == ENFOLD_KIND_MAP;
  const size_t stride = is_map ? type->stride : type->inner->size;
  const size_t capacity = enfold_count(reader, is_map);
  char *items = enfold_reserve(reader, capacity * stride, 8);
  size_t count = 0;
  if (!enfold_enter(reader, is_map ? '{' : '[', is_map ? "an object" : "an array")) return;
  if (items != NULL) memset(items, 0, capacity * stride);
  while (enfold_continues(reader, is_map ? '}' : ']', &count)) {
    char *item = items != NULL && count <= capacity ? items + (count - 1) * stride : NULL;
    if (is_map) {
      enfold_text key = {NULL, 0};
      enfold_read_text(reader, &key);
      if (item != NULL) memcpy(item, &key, sizeof key);
      if (!enfold_colon(reader)) return;
      if (item != NULL) item += type->offset;
    }
    enfold_read_value(reader, type->inner, item);
  }
  const enfold_items list = {items, items != NULL ? count : 0};
  if (value != NULL) memcpy(value, &list, sizeof list);
}

static inline void enfold_read_members(enfold_reader *reader, const enfold_type *type, char *value) {
  size_t count = 0;
  char name[256];
  uint64_t found[16] = {0}; /* of the first 1,024 members */
  const size_t begin = (enfold_next(reader), reader->offset);
  if (!enfold_enter(reader, '{', "an object")) return;
  while (enfold_continues(reader, '}', &count)) {
    const size_t index = enfold_read_name(reader, type->parts, type->count, name, sizeof name);
    if (!enfold_colon(reader)) return;
    if (index == type->count) {
      enfold_skip(reader); /* a newer plugin may have more */
    } else {
      if (index < 1024) found[index / 64] |= (uint64_t)1 << index % 64;
      enfold_read_value(reader, type->parts[index].type, value != NULL ? value + type->parts[index].offset : NULL);
    }
  }
  for (size_t index = 0; index < type->count && index < 1024 && reader->status == 0; ++index) {
    if (type->parts[index].kind != ENFOLD_PART_REQUIRED || (found[index / 64] >> index % 64 & 1) != 0) continue;
    reader->offset = begin;
    enfold_refuse(reader, ENFOLD_BAD_STATE, "the key \"%s\" is missing", type->parts[index].key);
  }
}

static inline void enfold_read_elements(enfold_reader *reader, const enfold_type *type, char *value) {
  size_t count = 0;
  if (!enfold_enter(reader, '[', "an array")) return;
  while (enfold_continues(reader, ']', &count)) {
    if (count > type->count) {
      enfold_wants(reader, "an array with fewer elements");
      return;
    }
    const enfold_part *part = &type->parts[count - 1];
    enfold_read_value(reader, part->type, value != NULL ? value + part->offset : NULL);
  }
  if (count < type->count) enfold_wants(reader, "an array with more elements");
}

static inline void enfold_read_choice(enfold_reader *reader, const enfold_type *type, char *value) {
  char name[256];
  size_t count = 0;
  const bool is_name = enfold_next(reader) == '"';
  if (!is_name && (!enfold_enter(reader, '{', "a case") || !enfold_continues(reader, '}', &count))) {
    enfold_wants(reader, "an object with one key");
    return;
  }
  const size_t begin = (enfold_next(reader), reader->offset);
  const size_t index = enfold_read_name(reader, type->parts, type->count, name, sizeof name);
  const enfold_part *part = &type->parts[index];
  const int tag = (int)index;
  if (reader->status != 0) return;
  if (index == type->count || (is_name && part->type != NULL)) {
    reader->offset = begin;
    enfold_refuse(reader, ENFOLD_BAD_STATE, "there is no case \"%s\"", name);
    return;
  }
  if (value != NULL) memcpy(value, &tag, sizeof tag);
  if (is_name || !enfold_colon(reader)) return;
  if (part->type == NULL) {
    enfold_skip(reader);
  } else if (part->kind == ENFOLD_CASE_ELEMENTS) {
    enfold_read_elements(reader, part->type, value != NULL ? value + part->offset : NULL);
  } else {
    enfold_read_value(reader, part->type, value != NULL ? value + part->offset : NULL);
  }
  if (enfold_continues(reader, '}', &count)) enfold_wants(reader, "an object with one key");
}

static inline void enfold_read_value(enfold_reader *reader, const enfold_type *type, char *value) {
  bool flag;
  double number;
  enfold_text text = {NULL, 0};
  char name[256];
  char *box;
  if (reader->status != 0) return;
  switch (type->kind) {
    case ENFOLD_KIND_NULL:
      if (!enfold_take_word(reader, "null")) enfold_wants(reader, "null");
      break;
    case ENFOLD_KIND_BOOL:
      flag = enfold_take_word(reader, "true");
      if (!flag && !enfold_take_word(reader, "false")) enfold_wants(reader, "true or false");
      if (value != NULL) memcpy(value, &flag, sizeof flag);
      break;
    case ENFOLD_KIND_SIGNED:
    case ENFOLD_KIND_UNSIGNED: enfold_read_integer(reader, type, value); break;
    case ENFOLD_KIND_NUMBER:
      number = enfold_read_number(reader);
      if (value != NULL) memcpy(value, &number, sizeof number);
      break;
    case ENFOLD_KIND_OPTIONAL_TEXT:
      if (enfold_take_word(reader, "null")) break;
      enfold_read_text(reader, &text);
      if (value != NULL) memcpy(value, &text, sizeof text);
      break;
    case ENFOLD_KIND_TEXT:
      enfold_read_text(reader, &text);
      if (value != NULL) memcpy(value, &text, sizeof text);
      break;
    case ENFOLD_KIND_JSON: {
      const size_t begin = (enfold_next(reader), reader->offset);
      enfold_skip(reader);
      char *copy = enfold_reserve(reader, reader->offset - begin + 1, 1);
      if (copy == NULL) break;
      text.data = copy;
      text.length = reader->offset - begin;
      memcpy(copy, reader->json + begin, text.length);
      copy[text.length] = '\0';
      if (value != NULL) memcpy(value, &text, sizeof text);
      break;
    }
    case ENFOLD_KIND_OPTIONAL:
      flag = !enfold_take_word(reader, "null");
      if (flag) enfold_read_value(reader, type->inner, value != NULL ? value + type->offset : NULL);
      if (value != NULL) memcpy(value, &flag, sizeof flag);
      break;
    case ENFOLD_KIND_BOX:
      if (enfold_take_word(reader, "null")) break;
      box = enfold_reserve(reader, type->inner->size, 8);
      if (box != NULL) memset(box, 0, type->inner->size);
      enfold_read_value(reader, type->inner, box);
      if (value != NULL) memcpy(value, &box, sizeof box);
      break;
    case ENFOLD_KIND_LIST:
    case ENFOLD_KIND_MAP: enfold_read_items(reader, type, value); break;
    case ENFOLD_KIND_RECORD: enfold_read_members(reader, type, value); break;
    case ENFOLD_KIND_ENUMERATION: {
      const size_t begin = (enfold_next(reader), reader->offset);
      const size_t index = enfold_read_name(reader, type->parts, type->count, name, sizeof name);
      const int place = (int)index;
      if (index == type->count && reader->status == 0) {
        reader->offset = begin;
        enfold_refuse(reader, ENFOLD_BAD_STATE, "there is no value \"%s\"", name);
      }
      if (value != NULL) memcpy(value, &place, sizeof place);
      break;
    }
    case ENFOLD_KIND_CHOICE: enfold_read_choice(reader, type, value); break;
  }
}

static inline ptrdiff_t enfold_read(const enfold_type *type, void *value, void *memory, size_t size, const char *json,
                                    size_t length, enfold_error *error) {
  const size_t skipped = (8 - (size_t)((uintptr_t)memory % 8)) % 8;
  enfold_reader reader = {json, length == ENFOLD_NUL ? strlen(json) : length, 0, 0, NULL, 0, 0, 0, error};
  if (memory != NULL && size > skipped) {
    reader.memory = (char *)memory + skipped;
    reader.size = size - skipped;
  }
  memset(value, 0, type->size);
  enfold_read_value(&reader, type, (char *)value);
  if (reader.status == 0 && (enfold_next(&reader), reader.offset < reader.length)) {
    enfold_refuse(&reader, ENFOLD_BAD_JSON, "%s goes on", "the text");
  }
  if (reader.status != 0 || reader.used > reader.size) memset(value, 0, type->size);
  if (reader.status != 0) return reader.status;
  /* Enough for memory that is aligned as badly as it can be. */
  return (ptrdiff_t)(reader.used == 0 ? 0 : reader.used <= reader.size ? reader.used + skipped : reader.used + 7);
}

#endif /* ENFOLD_CLIENT_READ_H */
