/* twins.c: Swift plugins with equal module and type names, and two versions of one, side by side in one process. Needs
 * the plugins of Tests/Plugins in ENFOLD_TWINS. */
#include "check.h"

static void load(enfold_runtime runtime, const char *name) {
  enfold_plugin plugin = 0;
  char twin[16];
  snprintf(twin, sizeof twin, "Twin%s", name);
  CHECK_OK(enfold_plugin_load(runtime, swift_plugin(twin), NULL, 0, &plugin, &problem));
}

/* Each keeps its own types, whichever came first. */
static void use(enfold_runtime runtime) {
  enfold_store a = open_store(runtime, "org.enfold.tests.twin-a@1.0.0/Twin");
  enfold_store second = open_store(runtime, "org.enfold.tests.twin-a@2.0.0/Twin");
  enfold_store b = open_store(runtime, "org.enfold.tests.twin-b/Twin");
  static recorder numbers, lists; /* they hear of the end of the stores, after this function */
  numbers = (recorder){.name = "n"};
  lists = (recorder){.name = "l"};
  observe(a, "/number", NULL, &numbers);
  observe(b, "/list", NULL, &lists);
  for (int i = 0; i < 3; i++) {
    CHECK_OK(send(a, "{\"add\":1}"));
    CHECK_OK(send(second, "{\"add\":1}"));
    CHECK_OK(send(b, "{\"add\":\"x\"}"));
  }
  CHECK_OK(send(b, "\"flip\""));
  CHECK_OK(enfold_store_wait(b, -1, &problem));
  CHECK_TEXT(state(a, ""), "{\"number\":3}");
  CHECK_TEXT(state(second, ""), "{\"number\":30}");
  CHECK_TEXT(state(b, ""), "{\"name\":\"b\",\"list\":[\"x\",\"x\",\"x\",\"flipped\"],\"isOn\":false}");
  CHECK_INT(numbers.events, 4);
  CHECK_INT(lists.events, 5);
  CHECK_FAILS(enfold_store_send(a, "\"flip\"", ENFOLD_NUL, NULL, &problem), ENFOLD_BAD_ACTION, "flip");
}

static void in_every_order(void) {
  static const char *const orders[][3] = {{"A", "2", "B"}, {"B", "2", "A"}, {"2", "B", "A"}};
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    enfold_runtime runtime = open_runtime(NULL);
    for (int j = 0; j < 3; j++) load(runtime, orders[i][j]);
    use(runtime);
    CHECK_OK(enfold_runtime_close(runtime, &problem));
  }
}

static void a_bare_name_that_several_have_lists_them(void) {
  enfold_runtime runtime = open_runtime(NULL);
  load(runtime, "A");
  load(runtime, "B");
  enfold_store store = 0;
  CHECK_FAILS(enfold_store_open(runtime, "Twin", NULL, 0, &store, &problem), ENFOLD_INVALID, "org.enfold.tests.twin-a");
  CHECK_CONTAINS(problem.message, "org.enfold.tests.twin-b");
  CHECK_OK(enfold_runtime_close(runtime, &problem));
}

int main(void) {
  RUN(in_every_order);
  RUN(a_bare_name_that_several_have_lists_them);
  return 0;
}
