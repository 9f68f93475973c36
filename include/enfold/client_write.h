/* client_write.h: a part of client.h: makes JSON of a value by the table of its type. */
#ifndef ENFOLD_CLIENT_WRITE_H
#define ENFOLD_CLIENT_WRITE_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct enfold_writer {
  char *buffer;
  size_t size;
  size_t length; /* of everything, whether or not it fits */
} enfold_writer;

static inline void enfold_put(enfold_writer *writer, const char *bytes, size_t count) {
  if (writer->length < writer->size) {
    const size_t room = writer->size - writer->length;
    memcpy(writer->buffer + writer->length, bytes, count < room ? count : room);
  }
  writer->length += count;
}

static inline void enfold_put_text(enfold_writer *writer, const char *text, size_t length) {
  size_t begin = 0;
  enfold_put(writer, "\"", 1);
  for (size_t index = 0; index < length; ++index) {
    const unsigned char byte = (unsigned char)text[index];
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    static const char values[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    const char *known = byte != 0 ? strchr(values, byte) : NULL;
    char escape[8];
    const int count = known != NULL ? snprintf(escape, sizeof escape, "\\%c", names[known - values])
                                    : snprintf(escape, sizeof escape, "\\u%04x", byte);
    enfold_put(writer, text + begin, index - begin);
    enfold_put(writer, escape, (size_t)count);
    begin = index + 1;
  }
  enfold_put(writer, text + begin, length - begin);
  enfold_put(writer, "\"", 1);
}

static inline void enfold_put_key(enfold_writer *writer, const char *key, bool *is_first) {
  if (!*is_first) enfold_put(writer, ",", 1);
  *is_first = false;
  enfold_put_text(writer, key, strlen(key));
  enfold_put(writer, ":", 1);
}

static inline void enfold_put_number(enfold_writer *writer, double number) {
  char text[40];
  if (isnan(number)) {
    enfold_put(writer, "\"NaN\"", 5);
  } else if (isinf(number)) {
    enfold_put(writer, number < 0 ? "\"-Infinity\"" : "\"Infinity\"", number < 0 ? 11 : 10);
  } else {
    /* The shortest of these that is read as the same number. */
    for (int digits = 15; digits <= 17; ++digits) {
      snprintf(text, sizeof text, "%.*g", digits, number);
      if (strtod(text, NULL) == number) break;
    }
    /* JSON does not know the locale's decimal point. */
    for (char *place = text; *place != '\0'; ++place) {
      if (strchr("+-0123456789eE", *place) == NULL) *place = '.';
    }
    enfold_put(writer, text, strlen(text));
  }
}

static inline void enfold_put_integer(enfold_writer *writer, const enfold_type *type, const void *value) {
  char text[24];
  if (type->kind == ENFOLD_KIND_SIGNED) {
    int8_t byte;
    int16_t half;
    int32_t word;
    int64_t whole = 0;
    switch (type->size) {
      case 1: memcpy(&byte, value, 1), whole = byte; break;
      case 2: memcpy(&half, value, 2), whole = half; break;
      case 4: memcpy(&word, value, 4), whole = word; break;
      default: memcpy(&whole, value, 8);
    }
    snprintf(text, sizeof text, "%" PRId64, whole);
  } else {
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    uint64_t whole = 0;
    switch (type->size) {
      case 1: memcpy(&byte, value, 1), whole = byte; break;
      case 2: memcpy(&half, value, 2), whole = half; break;
      case 4: memcpy(&word, value, 4), whole = word; break;
      default: memcpy(&whole, value, 8);
    }
    snprintf(text, sizeof text, "%" PRIu64, whole);
  }
  enfold_put(writer, text, strlen(text));
}

static inline void enfold_put_value(enfold_writer *writer, const enfold_type *type, const void *value);

/* Whether an optional of any kind has no value. */
static inline bool enfold_is_none(const enfold_type *type, const void *value) {
  const void *pointer;
  bool has_value;
  switch (type->kind) {
    case ENFOLD_KIND_OPTIONAL: memcpy(&has_value, value, sizeof has_value); return !has_value;
    case ENFOLD_KIND_OPTIONAL_TEXT:
    case ENFOLD_KIND_JSON:
    case ENFOLD_KIND_BOX: memcpy(&pointer, value, sizeof pointer); return pointer == NULL;
    default: return false;
  }
}

/* The members of a record as an object, or as an array. */
static inline void enfold_put_members(enfold_writer *writer, const enfold_type *type, const char *record,
                                      bool is_array) {
  bool is_first = true;
  enfold_put(writer, is_array ? "[" : "{", 1);
  for (size_t index = 0; index < type->count; ++index) {
    const enfold_part *part = &type->parts[index];
    if (part->kind == ENFOLD_PART_OMITTABLE && enfold_is_none(part->type, record + part->offset)) continue;
    if (is_array) {
      if (!is_first) enfold_put(writer, ",", 1);
      is_first = false;
    } else {
      enfold_put_key(writer, part->key, &is_first);
    }
    enfold_put_value(writer, part->type, record + part->offset);
  }
  enfold_put(writer, is_array ? "]" : "}", 1);
}

static inline void enfold_put_choice(enfold_writer *writer, const enfold_type *type, const char *choice) {
  int tag;
  bool is_first = true;
  memcpy(&tag, choice, sizeof tag);
  if (tag < 0 || (size_t)tag >= type->count) {
    enfold_put(writer, "null", 4);
    return;
  }
  const enfold_part *part = &type->parts[tag];
  if (part->kind == ENFOLD_CASE_NAME) {
    enfold_put_text(writer, part->key, strlen(part->key));
    return;
  }
  enfold_put(writer, "{", 1);
  enfold_put_key(writer, part->key, &is_first);
  if (part->kind == ENFOLD_CASE_OBJECT) enfold_put(writer, "{}", 2);
  if (part->kind == ENFOLD_CASE_NULL) enfold_put(writer, "null", 4);
  if (part->kind == ENFOLD_CASE_VALUE) enfold_put_value(writer, part->type, choice + part->offset);
  if (part->kind == ENFOLD_CASE_ELEMENTS) enfold_put_members(writer, part->type, choice + part->offset, true);
  enfold_put(writer, "}", 1);
}

static inline void enfold_put_items(enfold_writer *writer, const enfold_type *type, const void *value) {
  enfold_items list;
  bool is_first = true;
  memcpy(&list, value, sizeof list);
  enfold_put(writer, type->kind == ENFOLD_KIND_LIST ? "[" : "{", 1);
  for (size_t index = 0; index < list.count; ++index) {
    if (type->kind == ENFOLD_KIND_LIST) {
      if (index > 0) enfold_put(writer, ",", 1);
      enfold_put_value(writer, type->inner, (const char *)list.items + index * type->inner->size);
    } else {
      const char *entry = (const char *)list.items + index * type->stride;
      enfold_text key;
      memcpy(&key, entry, sizeof key);
      if (!is_first) enfold_put(writer, ",", 1);
      is_first = false;
      enfold_put_text(writer, key.data, key.length);
      enfold_put(writer, ":", 1);
      enfold_put_value(writer, type->inner, entry + type->offset);
    }
  }
  enfold_put(writer, type->kind == ENFOLD_KIND_LIST ? "]" : "}", 1);
}

static inline void enfold_put_value(enfold_writer *writer, const enfold_type *type, const void *value) {
  bool flag;
  int place;
  double number;
  const void *pointer;
  enfold_text text;
  if (type->kind == ENFOLD_KIND_NULL || enfold_is_none(type, value)) {
    enfold_put(writer, "null", 4);
    return;
  }
  switch (type->kind) {
    case ENFOLD_KIND_BOOL:
      memcpy(&flag, value, sizeof flag);
      enfold_put(writer, flag ? "true" : "false", flag ? 4 : 5);
      break;
    case ENFOLD_KIND_SIGNED:
    case ENFOLD_KIND_UNSIGNED: enfold_put_integer(writer, type, value); break;
    case ENFOLD_KIND_NUMBER:
      memcpy(&number, value, sizeof number);
      enfold_put_number(writer, number);
      break;
    case ENFOLD_KIND_TEXT:
    case ENFOLD_KIND_OPTIONAL_TEXT:
      memcpy(&text, value, sizeof text);
      enfold_put_text(writer, text.data != NULL ? text.data : "", text.length);
      break;
    case ENFOLD_KIND_JSON:
      memcpy(&text, value, sizeof text);
      enfold_put(writer, text.data, text.length);
      break;
    case ENFOLD_KIND_OPTIONAL: enfold_put_value(writer, type->inner, (const char *)value + type->offset); break;
    case ENFOLD_KIND_BOX:
      memcpy(&pointer, value, sizeof pointer);
      enfold_put_value(writer, type->inner, pointer);
      break;
    case ENFOLD_KIND_LIST:
    case ENFOLD_KIND_MAP: enfold_put_items(writer, type, value); break;
    case ENFOLD_KIND_RECORD: enfold_put_members(writer, type, (const char *)value, false); break;
    case ENFOLD_KIND_ENUMERATION:
      memcpy(&place, value, sizeof place);
      if (place >= 0 && (size_t)place < type->count) {
        enfold_put_text(writer, type->parts[place].key, strlen(type->parts[place].key));
      } else {
        enfold_put(writer, "null", 4); /* which the feature refuses */
      }
      break;
    case ENFOLD_KIND_CHOICE: enfold_put_choice(writer, type, (const char *)value); break;
    default: break;
  }
}

static inline size_t enfold_write(const enfold_type *type, const void *value, char *buffer, size_t size) {
  enfold_writer writer = {buffer, size, 0};
  enfold_put_value(&writer, type, value);
  if (size > 0) buffer[writer.length < size ? writer.length : size - 1] = '\0';
  return writer.length;
}

#endif /* ENFOLD_CLIENT_WRITE_H */
