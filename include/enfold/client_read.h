/* client_read.h: a part of client.h: makes a value of JSON by the table of its type. */
#ifndef ENFOLD_CLIENT_READ_H
#define ENFOLD_CLIENT_READ_H

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
