/* texts.h: the texts that are passed in: right ones, mutated ones, and all the ways to say how long they are. */
#ifndef FUZZ_TEXTS_H
#define FUZZ_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

#include "random.h"

/* What is passed as a pointer and a length. */
typedef struct text {
  char *data;    /* owned; NULL when nothing is given */
  size_t length; /* as passed */
  size_t size;   /* bytes that are there, without the NUL */
  bool is_whole; /* neither mutated nor cut */
} text;

typedef enum mutating { NEVER, SOMETIMES } mutating;

/* Fills in a pattern: '#' is a small number, '@' an odd one, '^' the greatest or smallest or an odd one, '$' a text. */
char *text_fill(const char *pattern, random_source *r);
/* Makes an argument of it. `content` is owned by this from now on; NULL gives an absent text. */
text text_argument(char *content, mutating mutating, random_source *r);
/* The same for a parameter that has no length beside it: a NUL ends the text. */
text text_terminated(char *content, mutating mutating, random_source *r);
void text_free(text *t);
/* As it is printed in a program: pointer and length. */
const char *text_shown(const text *t);

#endif
