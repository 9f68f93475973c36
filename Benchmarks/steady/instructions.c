/* instructions.c: sends a number of actions, for callgrind to count the instructions of two such numbers.
 *
 * Usage: instructions PLUGIN_DIR PATH COUNT
 */
#include <stdio.h>
#include <stdlib.h>

#include "steady.h"

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: instructions PLUGIN_DIR PATH COUNT\n"), 2;
  steady_open(argv[1], argv[2]);
  steady_send(strtoul(argv[3], NULL, 10));
  return 0;
}
