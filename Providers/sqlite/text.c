/* text.c: the rules for texts that a provider is given. */
#include "text.h"

#include <stdint.h>
#include <string.h>

/* The bytes of the character at `text`; 0 if there is none. */
static size_t character(const unsigned char *text, size_t length) {
  if (text[0] < 0x80) return text[0] == 0 ? 0 : 1;
  size_t bytes = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
  if (text[0] < 0xc2 || text[0] > 0xf4 || bytes > length) return 0;
  uint32_t value = text[0] & (0xffu >> (bytes + 1));
  for (size_t index = 1; index < bytes; index++) {
    if ((text[index] & 0xc0) != 0x80) return 0;
    value = value << 6 | (text[index] & 0x3fu);
  }
  if (value < (bytes == 2 ? 0x80u : bytes == 3 ? 0x800u : 0x10000u)) return 0;
  return value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? 0 : bytes;
}

bool text_is_valid(const char *text, size_t length) {
  if (text == NULL) return length == 0;
  const unsigned char *next = (const unsigned char *)text;
  while (length > 0) {
    /* Most bodies are ASCII: eight bytes at once. */
    uint64_t eight;
    if (length >= sizeof eight) {
      memcpy(&eight, next, sizeof eight);
      uint64_t has_zero = (eight - UINT64_C(0x0101010101010101)) & ~eight;
      if (((eight | has_zero) & UINT64_C(0x8080808080808080)) == 0) {
        next += sizeof eight;
        length -= sizeof eight;
        continue;
      }
    }
    size_t bytes = character(next, length);
    if (bytes == 0) return false;
    next += bytes;
    length -= bytes;
  }
  return true;
}

bool text_is_name(const char *text, size_t length) {
  return text != NULL && length >= 1 && length <= 255 && text_is_valid(text, length);
}
