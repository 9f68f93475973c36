/* Reads each beginning of a text, with each size of memory, in blocks that are exactly so large: for valgrind. */
#include <stdlib.h>
#include "forms.h"

int main(void) {
  static const char json[] = "{\"text\":\"a\\u00e4\\ud83d\\ude00\",\"moods\":[{\"hidden\":\"calm\"},{\"moved\":[1,2]}],"
                             "\"counts\":{\"a\":1},\"rows\":[{\"id\":1,\"rows\":[{\"id\":2}]}],\"anything\":[1]}";
  forms_state state;
  /* Each beginning of a text, and each size of memory, in blocks that are exactly so large. */
  for (size_t length = 0; length < sizeof json; ++length) {
    char *text = malloc(length + 1);
    for (size_t index = 0; index < length; ++index) text[index] = json[index];
    ptrdiff_t needed = forms_state_read(&state, NULL, 0, text, length, NULL);
    if ((needed >= 0) != (length == sizeof json - 1)) return 1;
    for (ptrdiff_t size = 0; size <= needed; ++size) {
      char *memory = malloc((size_t)size);
      ptrdiff_t used = forms_state_read(&state, memory, (size_t)size, text, length, NULL);
      if (used > size ? state.text.data != NULL : strcmp(state.text.data, "a\xc3\xa4\xf0\x9f\x98\x80") != 0) return 2;
      free(memory);
    }
    free(text);
  }
  return 0;
}
