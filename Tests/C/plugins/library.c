/* library.c: a C library that knows nothing of Enfold, as natives call it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int dropped;

/* "text 7", to be freed with drop_text. */
char *make_text(int number) {
  char *text = malloc(32);
  if (text != NULL) snprintf(text, 32, "text %d", number);
  return number < 0 ? (free(text), NULL) : text;
}

char *make_bad_text(void) { return strcpy(malloc(8), "a\xFF"); }

void drop_text(void *text) {
  dropped++;
  free(text);
}

int dropped_texts(void) { return dropped; }
