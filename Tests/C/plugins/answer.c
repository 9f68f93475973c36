/* answer.c: a library that a plugin needs. */
int the_answer(void) { return 42; }
