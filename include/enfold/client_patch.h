/* client_patch.h: a part of client.h: the operations of a patch, for programs that change what a patch names, and draw
 * nothing else anew. enfold_patch_apply makes a whole document of a document and a patch. */
#ifndef ENFOLD_CLIENT_PATCH_H
#define ENFOLD_CLIENT_PATCH_H

typedef enum enfold_patch_op {
  ENFOLD_PATCH_ADD,
  ENFOLD_PATCH_REMOVE,
  ENFOLD_PATCH_REPLACE,
  ENFOLD_PATCH_MOVE
} enfold_patch_op;

/* Texts that an operation does not have, and `after` null, have `data` NULL. */
typedef struct enfold_operation {
  enfold_patch_op op;
  enfold_text path;
  enfold_text value; /* JSON: the functions of the client read it */
  enfold_text after; /* the element before a new or moved one, such as "id=7" */
  enfold_text old;   /* JSON */
} enfold_operation;

typedef struct enfold_patch {
  const enfold_operation *items;
  size_t count;
} enfold_patch;

static const enfold_part enfold_patch_op_parts[] = {{"add", NULL, 0, ENFOLD_CASE_NAME},
                                                    {"remove", NULL, 0, ENFOLD_CASE_NAME},
                                                    {"replace", NULL, 0, ENFOLD_CASE_NAME},
                                                    {"move", NULL, 0, ENFOLD_CASE_NAME}};
static const enfold_type enfold_patch_op_type = ENFOLD_PARTS(ENUMERATION, enfold_patch_op, enfold_patch_op_parts);
static const enfold_part enfold_operation_parts[] = {
    {"op", &enfold_patch_op_type, offsetof(enfold_operation, op), ENFOLD_PART_REQUIRED},
    {"path", &enfold_text_type, offsetof(enfold_operation, path), ENFOLD_PART_REQUIRED},
    {"value", &enfold_json_type, offsetof(enfold_operation, value), ENFOLD_PART_DEFAULTED},
    {"after", &enfold_optional_text_type, offsetof(enfold_operation, after), ENFOLD_PART_DEFAULTED},
    {"old", &enfold_json_type, offsetof(enfold_operation, old), ENFOLD_PART_DEFAULTED}};
static const enfold_type enfold_operation_type = ENFOLD_PARTS(RECORD, enfold_operation, enfold_operation_parts);
static const enfold_type enfold_patch_type = ENFOLD_LIST(enfold_patch, &enfold_operation_type);

/* Reads the patch of an event, as the functions of the client read values: its texts go to `memory`. */
static inline ptrdiff_t enfold_patch_read(enfold_patch *patch, void *memory, size_t size, const char *json,
                                          size_t length, enfold_error *error) {
  return enfold_read(&enfold_patch_type, patch, memory, size, json, length, error);
}

/* The token of a pointer with this number, escaped as it is there: "id=7" is number 0 of "/id=7/title". Its `data` is
 * NULL if there are fewer. It is a part of `pointer`, and ends without NUL. */
static inline enfold_text enfold_token(enfold_text pointer, size_t number) {
  enfold_text token = {NULL, 0};
  size_t begin = 0;
  for (size_t index = 0; index < pointer.length; ++index) {
    if (pointer.data[index] != '/') continue;
    if (number-- > 0) continue;
    begin = index + 1;
    token.data = pointer.data + begin;
    while (begin + token.length < pointer.length && token.data[token.length] != '/') ++token.length;
    break;
  }
  return token;
}

#endif /* ENFOLD_CLIENT_PATCH_H */
