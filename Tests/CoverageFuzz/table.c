/* A plugin's table made of bytes. */
#include "table.h"

#include "engine_stub.h"
#include "fuzz.h"

/* What is left of the bytes; zeros behind their end. */
static const unsigned char *input;
static size_t left;

static unsigned byte(void) {
  if (left == 0) return 0;
  left--;
  return *input++;
}

static uint32_t number(void) {
  uint32_t value = byte();
  for (int i = 0; i < 3; i++) value |= (uint32_t)byte() << (8 * (i + 1));
  return value;
}

/* A size or a version: almost always the right one. */
static uint32_t size_like(uint32_t right) {
  switch (byte()) {
    case 255: return number();
    case 254: return right - 1;
    case 253: return right + 8;
    case 252: return 0;
    case 251: return UINT32_MAX;
    case 250: return 4;
    default: return right;
  }
}

/* What must be freed: a table is at most this many pieces. */
static void *pieces[4096];
static size_t piece_count;

static void *keep(void *piece) {
  REQUIRE(piece != NULL && piece_count < sizeof pieces / sizeof *pieces, "too many pieces");
  pieces[piece_count++] = piece;
  return piece;
}

void free_table(void) {
  while (piece_count > 0) free(pieces[--piece_count]);
}

/* A copy of a struct that ends where its size says, but has at least the size itself. */
static void *place(const void *whole, size_t size) {
  uint32_t claimed;
  memcpy(&claimed, whole, sizeof claimed);
  size_t kept = claimed < size ? claimed : size;
  if (kept < sizeof claimed) kept = sizeof claimed;
  void *copy = keep(malloc(kept));
  memcpy(copy, whole, kept);
  return copy;
}

/* NULL, or a text that ends with its NUL. `usual` is what most are. */
static const char *name(const char *usual) {
  unsigned length = byte();
  if (length == 255) return NULL;
  if (length >= 128) return usual;
  char *copy = keep(calloc(1, length + 1));
  for (unsigned i = 0; i < length; i++) copy[i] = (char)byte();
  return copy;
}

/* Sets those functions to NULL whose bits are set. `first` is where they begin. */
static void forget(void *table, size_t first, size_t end, uint32_t mask) {
  for (size_t offset = first; offset + sizeof(void *) <= end; offset += sizeof(void *), mask >>= 1)
    if (mask & 1) memset((char *)table + offset, 0, sizeof(void *));
}

static const enfold_engine *engine(void) {
  enfold_engine whole = stub_engine;
  whole.struct_size = size_like(sizeof whole);
  if (byte() >= 192) forget(&whole, offsetof(enfold_engine, open), sizeof whole, number());
  return place(&whole, sizeof whole);
}

/* Reducers are known by their address as long as the process lives: there is one of each kind, forever. */
static const enfold_reducer *reducer(void) {
  static enfold_reducer *kinds[32][3];
  static const uint32_t sizes[] = {sizeof(enfold_reducer), sizeof(enfold_reducer) - 1, 0};
  unsigned mask = byte();
  mask = mask >= 192 ? mask & 31 : 0;
  unsigned size = byte();
  size = size >= 254 ? size - 253 : 0;
  enfold_reducer **kind = &kinds[mask][size];
  if (*kind == NULL) {
    enfold_reducer whole = stub_reducer;
    whole.struct_size = sizes[size];
    forget(&whole, offsetof(enfold_reducer, open), sizeof whole, mask);
    *kind = malloc(sizeof whole);
    REQUIRE(*kind != NULL, "out of memory");
    **kind = whole;
  }
  return *kind;
}

static const enfold_plugin_feature *feature(unsigned index) {
  static const char *const usual[] = {"A", "B", "C", "D", "E", "F", "G", "H"};
  unsigned kind = byte();
  if (kind == 255) return NULL;
  enfold_plugin_feature whole = {sizeof whole, name(usual[index % 8]), NULL, NULL, NULL, NULL, NULL};
  whole.struct_size = size_like(sizeof whole);
  if (kind & 1) whole.state_schema = name("{\"type\":\"object\"}");
  if (kind & 2) whole.action_schema = name("true");
  if (kind < 240) whole.engine = kind & 4 ? NULL : engine();
  if (kind & 4 || kind >= 252) whole.reducer = reducer();
  return place(&whole, sizeof whole);
}

const enfold_plugin_table *make_table(const unsigned char *data, size_t size) {
  input = data;
  left = size;
  enfold_plugin_table whole = {sizeof whole, ENFOLD_PLUGIN_ABI_INIT, NULL, NULL, NULL, 0, NULL};
  whole.struct_size = size_like(sizeof whole);
  enfold_plugin_abi *abi = &whole.abi;
  uint32_t *const fields[] = {&abi->struct_size, &abi->abi,       &abi->pointer_size, &abi->change_size,
                              &abi->commit_size, &abi->host_size, &abi->engine_size,  &abi->reducer_size};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) *fields[i] = size_like(*fields[i]);
  if (byte() >= 192) whole.abi.compiler = name("6.3");
  whole.id = name("org.enfold.tests.table");
  whole.version = name("1.0.0");
  whole.feature_count = byte() % 16;
  if (byte() < 250) {
    const enfold_plugin_feature **features = keep(calloc(whole.feature_count + 1, sizeof *features));
    for (unsigned i = 0; i < whole.feature_count; i++) features[i] = feature(i);
    whole.features = features;
  }
  return place(&whole, sizeof whole);
}
