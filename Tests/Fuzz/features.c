/* features.c: the features of the test plugins and of the examples. */
#include "features.h"

#include <stddef.h>
#include <string.h>

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The features with shared values, which are the same in two plugins. How often an effect visits is left as it is. */
#define VISITOR_ACTIONS                                                                                                \
  LIST("\"count\"", "{\"rename\":\"$\"}", "\"visit\"", "\"visit\"", "!{\"visitLater\":{\"times\":#}}", "\"addOwn\"",      \
       "\"beat\"", "{\"setTheme\":\"$\"}", "\"mix\"", "\"invite\"", "\"invite\"", "\"dismiss\"", "{\"greet\":\"$\"}",      \
       "\"renew\"", "\"sendInside\"", "\"checkMixed\"")
#define VISITOR_STATES                                                                                                 \
  LIST("{\"session\":{\"name\":\"$\",\"visits\":#},\"theme\":\"$\",\"count\":#}", "{\"guest\":{\"note\":\"$\"}}",           \
       "{\"own\":#,\"mixed\":@,\"beat\":#}", "{\"guest\":{\"session\":{\"name\":\"$\"},\"note\":\"$\"}}",               \
       "{\"session\":{\"visits\":#}}")
#define VISITOR_POINTERS                                                                                               \
  LIST("", "/session", "/session/name", "/session/visits", "/theme", "/beat", "/own", "/mixed", "/guest",              \
       "/guest/session", "/guest/session/visits", "/guest/note", "/count", "/error")
#define VISITOR_SETS                                                                                                   \
  LIST("/theme", "\"$\"", "/theme", "\"$\"", "/beat", "#", "/beat", "^", "/session", "{}", "/own", "#", "/guest/note",   \
       "\"$\"")
#define VISITOR_SCOPES LIST("/guest", "{\"greet\":\"$action\"}", "/session", "", "", "\"$action\"")

/* Left out everywhere: numbers that make an action expensive, such as a flood of millions. It would only be slow. */
const feature features_known[FEATURE_COUNT] = {
    /* An engine in C. Sleeps stay short, because each is a thread; a negative one would be undefined there. */
    {0, "org.enfold.tests.counter/Counter", NULL,
     LIST("\"increment\"", "\"increment\"", "{\"increment\":{}}", "\"decrement\"", "{\"setCount\":#}",
          "{\"setCount\":#}", "\"touch\"", "\"force\"", "\"noop\"", "{\"setFact\":\"$\"}", "{\"fail\":\"no $\"}",
          "!{\"sleep\":#}", "!{\"sleep\":10000}", "!\"factTapped\"", "\"addExtra\"", "\"addExtra\"", "\"removeExtra\"",
          "{\"setDeep\":#}", "\"complain\"", "{\"wrap\":\"increment\"}", "{\"wrap\":{\"wrap\":{\"setCount\":#}}}",
          "{\"nope\":@}"),
     LIST("{\"count\":#,\"isLoading\":false,\"fact\":null}", "{\"count\":-#}", "{\"nope\":1}"),
     LIST("", "/count", "/count", "/isLoading", "/fact", "/extra", "/extra/deep"),
     LIST("/count", "#", "/count", "-#", "/fact", "\"$\"", "/fact", "null", "/extra/deep", "#", "/isLoading", "true"),
     LIST("/fact", "{\"wrap\":\"$action\"}", "/extra", "{\"wrap\":{\"wrap\":\"$action\"}}", "", "\"$action\""),
     .is_bindable = true, .is_loose = true},
    {3, "org.enfold.counter/Counter", NULL,
     LIST("\"increment\"", "\"increment\"", "{\"increment\":{}}", "\"decrement\"", "{\"setCount\":#}",
          "{\"setCount\":-#}", "{\"type\":\"setCount\",\"payload\":#}", "{\"setCount\":{\"_0\":#}}", "\"factTapped\"",
          "{\"factLoaded\":\"$\"}", "{\"setCount\":@}", "{\"payload\":null,\"type\":\"increment\"}"),
     LIST("{\"count\":#,\"isLoading\":true,\"fact\":\"$\"}", "{\"count\":@}", "{}", "{\"count\":#,\"more\":[1,2,{}]}"),
     LIST("", "/count", "/count", "/isLoading", "/fact"), LIST("/count", "#"),
     LIST("/fact", "\"$action\"", "", "\"$action\""), .scoped = NULL},
    /* Its words are not checked, and its state is whatever they are. */
    {1, "Tally", "org.enfold.tests.tally/Tally",
     LIST("!{\"say\":\"hello\"}", "!{\"say\":\"n#\"}", "!\"reset\"", "!{\"say\":\"\"}", "!{\"nope\":@}"),
     LIST("{\"total\":#,\"last\":null}", "{\"last\":null}"), LIST("", "/total", "/last"), NULL,
     LIST("/last", "{\"say\":\"$action\"}"), .is_loose = true, .never_mutates = true},
    {2, "Steps", "org.enfold.tests.steps@1.0.0/Steps",
     LIST("{\"any\":[#,^,\"$\"]}", "\"$\"", "@", "null", "{\"refuse\":#}", "[[[#]]]", "{\"a\":{\"b\":{\"c\":#}}}"),
     LIST("{\"steps\":#,\"last\":null}", "{\"nope\":#}"),
     LIST("", "/steps", "/last", "/last/any", "/last/any/0", "/last/a/b", "/last/any/id=#"), LIST("/steps", "1"),
     LIST("/last", "{\"any\":\"$action\"}", "/last/a", "[\"$action\"]"), .scoped = NULL},
    /* Registered by the fuzzer itself: calls_features.c. */
    {15, "host/Own", "Own",
     LIST("{\"any\":[#,^,\"$\"]}", "\"$\"", "@", "{\"refuse\":#}", "{\"again\":{\"again\":#}}", "!{\"drop\":1}",
          "!{\"again\":[\"numberFact\"]}", "![\"numberFact\"]", "![\"ticks\"]", "![\"nobody\"]"),
     LIST("{\"count\":#,\"last\":null}", "{\"nope\":#}"),
     LIST("", "/count", "/last", "/last/any", "/last/any/0", "/last/any/id=#", "/nope"), LIST("/count", "1"),
     LIST("/last", "{\"any\":\"$action\"}", "/last/again", "[\"$action\"]"), .scoped = NULL},
    {4, "Todos", "org.enfold.todos/Todos",
     LIST("{\"add\":{\"title\":\"$\"}}", "{\"add\":{\"title\":\"$\"}}", "{\"toggle\":{\"id\":#}}",
          "{\"toggle\":{\"id\":1}}", "{\"rename\":{\"id\":#,\"title\":\"$\"}}", "{\"delete\":{\"id\":#}}",
          "{\"setFilter\":\"active\"}", "{\"setFilter\":\"$\"}", "\"clearCompleted\"",
          "!{\"load\":{\"path\":\"/nonexistent\"}}", "!{\"load\":{\"path\":\"/\"}}",
          "{\"loaded\":{\"success\":[{\"id\":#,\"title\":\"$\",\"isDone\":true},{\"id\":#,\"title\":\"$\"}]}}",
          "{\"loaded\":{\"failure\":\"$\"}}", "{\"loaded\":{\"failure\":{\"message\":\"$\"}}}"),
     LIST("{\"items\":[{\"id\":1,\"title\":\"$\",\"isDone\":false},{\"id\":2,\"title\":\"$\",\"isDone\":true}],"
          "\"nextID\":3}",
          "{\"filter\":\"completed\"}", "{\"items\":[{\"id\":1,\"title\":\"$\"},{\"id\":1,\"title\":\"$\"}]}",
          "{\"items\":#}"),
     LIST("", "/items", "/items/0", "/items/#/title", "/items/id=#/title", "/items/id=1", "/items/id=2/isDone",
          "/filter", "/isLoading", "/error", "/nextID", "/items/-", "/items/title=$"),
     LIST("/filter", "\"all\"", "/items/id=1/title", "\"$\""),
     LIST("/items/id=1", "\"$action\"", "/items", "", "/items/#", "{\"rename\":{\"id\":1,\"title\":\"$action\"}}"),
     .scoped = NULL},
    {5, "Log", "org.enfold.tests.behaviours/Log",
     LIST("\"listen\"", "\"enterA\"", "\"exitA\"", "\"enterB\"", "\"wholeA\"", "\"interruptedA\"", "\"tap\"",
          "\"collect\""),
     LIST("{\"lines\":[\"$\"],\"begun\":[#,#]}"), LIST("", "/lines", "/lines/#", "/begun", "/begun/0"),
     LIST("/lines", "[]"), LIST("/lines", "", "/begun", "\"$action\""), .scoped = NULL},
    {5, "Echo", "org.enfold.tests.behaviours/Echo",
     LIST("\"listen\"", "\"incrementTapped\"", "\"doIncrement\"", "\"tap\"", "\"emitted\""), LIST("{\"count\":#}"),
     LIST("", "/count", "/isOn", "/echoes"), LIST("/isOn", "true"), LIST("/count", "\"$action\""), .scoped = NULL},
    /* The target of a climb must not be far above the count. */
    {5, "Many", "org.enfold.tests.behaviours/Many",
     LIST("\"increment\"", "{\"set\":#}", "\"nothing\"", "{\"climb\":#}", "{\"twice\":\"merge\"}",
          "{\"twice\":\"run\"}", "{\"twice\":\"later\"}", "{\"flood\":{\"count\":#,\"means\":\"concatenate\"}}",
          "{\"flood\":{\"count\":#,\"means\":\"tasks\"}}", "{\"flood\":{\"count\":#,\"means\":\"later\"}}",
          "{\"flood\":{\"count\":#,\"means\":\"merge\"}}", "{\"twice\":\"$\"}"),
     LIST("{\"count\":#}"), LIST("", "/count"), LIST("/count", "1"), LIST("/count", "\"$action\""),
     .never_mutates = true},
    {5, "Fields", "org.enfold.tests.behaviours/Fields",
     LIST("\"dismiss\"", "{\"present\":\"$\"}", "{\"setNumber\":#}", "{\"setNumber\":^}", "{\"setText\":\"$\"}",
          "{\"setTag\":\"$\"}", "\"nothing\""),
     LIST("{\"route\":null,\"number\":^}", "{\"text\":\"$\",\"tag\":{\"name\":\"$\"}}"),
     LIST("", "/route", "/number", "/text", "/tag", "/tag/name"), LIST("/text", "\"$\"", "/tag/name", "\"$\""),
     LIST("/tag", "\"$action\"", "/tag/name", ""), .scoped = NULL},
    /* Without "tapSlowly": Swift keeps some memory of its sleep until the 100 s are over, although it was cancelled. */
    {5, "Responses", "org.enfold.tests.behaviours/Responses",
     LIST("{\"respond\":\"$\"}", "{\"run\":\"$\"}", "{\"runCatch\":\"$\"}",
          "{\"fail\":{\"message\":\"$\",\"isLate\":false}}", "{\"fail\":{\"message\":\"$\",\"isLate\":true}}",
          "{\"fail\":{\"message\":\"late\",\"isLate\":true}}", "\"never\"", "\"cascade\"",
          "{\"response\":{\"level\":#}}", "\"tap\"", "{\"answer\":^}"),
     LIST("{\"text\":\"$\",\"number\":#,\"level\":#,\"line\":0}"), LIST("", "/text", "/number", "/level", "/line"),
     LIST("/text", "\"$\""), LIST("/text", "{\"respond\":\"$action\"}", "", "\"$action\""), .never_mutates = true},
    /* Only the number 0 is sure to be reached: when all stores are closed. Another one may never be reached. */
    {5, "Census", "org.enfold.tests.behaviours/Census",
     LIST("!{\"awaitWork\":0}", "!{\"awaitStores\":0}", "\"reached\""), LIST("{\"isReached\":true}"),
     LIST("", "/isReached"), LIST("/isReached", "true"), LIST("", "\"$action\""), .never_mutates = true},
    {6, "Panel", "org.enfold.tests.panel@1.0.0/Panel",
     LIST("{\"setTitle\":\"$\"}", "{\"setTitle\":null}", "{\"setLevel\":#}", "{\"show\":\"$\"}", "{\"show\":null}",
          "{\"renamed\":{\"from\":\"$\",\"to\":\"$\"}}", "\"addChild\"", "\"addChild\"", "\"removeChild\"",
          "{\"child\":{\"increment\":{}}}", "{\"child\":{\"setCount\":#}}", "{\"fail\":{\"message\":\"$\"}}",
          "\"twice\"", "\"once\"", "{\"setLevel\":@}"),
     LIST("{\"name\":\"$\",\"volume\":#,\"title\":null,\"child\":{\"count\":#}}", "{\"child\":null}",
          "{\"volume\":\"$\"}"),
     LIST("", "/name", "/volume", "/title", "/level", "/alert", "/alert", "/child", "/child/count", "/renames",
          "/renames/0"),
     LIST("/name", "\"$\"", "/volume", "#", "/volume", "^", "/child/count", "#", "/title", "\"$\"", "/alert", "\"$\""),
     LIST("/child", "{\"child\":\"$action\"}", "/child", "{\"child\":\"$action\"}", "/name", ""), .is_bindable = true,
     .scoped = LIST("panel child", "panel child", "Panel")},
    {7, "Family", "org.enfold.tests.family/Family",
     LIST("\"addChild\"", "\"addChild\"", "\"removeChild\"", "{\"child\":\"increment\"}", "{\"child\":\"run\"}",
          "{\"addRow\":{\"id\":#}}", "{\"addRow\":{\"id\":1}}", "{\"removeRow\":{\"id\":#}}",
          "{\"row\":{\"id\":1,\"action\":\"start\"}}", "{\"row\":{\"id\":#,\"action\":\"start\"}}",
          "{\"row\":{\"id\":#,\"action\":\"stop\"}}", "\"stopAll\"", "\"askForSecret\""),
     LIST("{\"child\":{\"count\":#},\"rows\":[{\"id\":1,\"isRunning\":false}]}", "{\"rows\":[{\"id\":#}]}",
          "{\"arrived\":#}"),
     LIST("", "/child", "/child/count", "/rows", "/rows/0", "/rows/id=1/isRunning", "/rows/id=#", "/greeting",
          "/arrived"),
     LIST("/child/count", "1"),
     LIST("/child", "{\"child\":\"$action\"}", "/child", "{\"child\":\"$action\"}", "/rows/id=1",
          "{\"row\":{\"id\":1,\"action\":\"$action\"}}"),
     .is_bindable = true, .scoped = LIST("family child", "family child", "family row")},
    {8, "ReactorCounter", "org.enfold.tests.counters/ReactorCounter",
     LIST("\"increment\"", "\"increment\"", "{\"setName\":\"$\"}", "{\"addRow\":{\"id\":#}}", "{\"addRow\":{\"id\":1}}",
          "{\"raise\":{\"id\":#}}", "{\"raise\":{\"id\":1}}", "{\"removeRow\":{\"id\":#}}", "{\"show\":\"$\"}",
          "{\"show\":null}", "\"reset\"", "\"nothing\""),
     LIST("{\"count\":#,\"name\":\"$\",\"rows\":[{\"id\":1,\"value\":#}]}", "{\"last\":{\"id\":#}}"),
     LIST("", "/count", "/name", "/rows", "/rows/0", "/rows/id=1/value", "/last", "/last/id", "/alert"),
     LIST("/count", "1"), LIST("/rows/id=1", "{\"raise\":{\"id\":\"$action\"}}", "", "\"$action\""), .scoped = NULL},
    /* Without "endless": each would make a commit in each millisecond. */
    {8, "Sources", "org.enfold.tests.counters@1.0.0/Sources",
     LIST("!{\"effect\":#}", "!{\"effect\":3}", "!{\"publisher\":3}", "!{\"publisher\":#}", "!{\"stream\":3}",
          "!{\"later\":3}", "!{\"later\":#}", "{\"fail\":{\"message\":\"$\"}}"),
     LIST("{\"count\":#}"), LIST("", "/count"), LIST("/count", "1"), LIST("/count", "\"$action\""),
     .never_mutates = true},
    {9, "org.enfold.tests.sessions/Visitor", NULL, VISITOR_ACTIONS, VISITOR_STATES, VISITOR_POINTERS, VISITOR_SETS, VISITOR_SCOPES,
     .keys = LIST("session", "theme", "beat", "mixed", "org.enfold.tests.sessions/Visitor.State.own"), .is_bindable = true,
     .scoped = LIST("guest", "org.enfold.tests.sessions/Visitor", "org.enfold.tests.sessions/Visitor")},
    {10, "org.enfold.tests.sessions.b/Visitor", NULL, VISITOR_ACTIONS, VISITOR_STATES, VISITOR_POINTERS, VISITOR_SETS, VISITOR_SCOPES,
     .keys = LIST("session", "theme", "beat", "mixed", "org.enfold.tests.sessions.b/Visitor.State.own"), .is_bindable = true,
     .scoped = LIST("guest", "org.enfold.tests.sessions.b/Visitor", "org.enfold.tests.sessions.b/Visitor")},
    {9, "org.enfold.tests.sessions/Keeper", NULL,
     LIST("\"add\"", "{\"prefer\":\"$\"}", "\"remove\"", "\"check\""), LIST("{\"kept\":#,\"preference\":\"$\"}"),
     LIST("", "/kept", "/preference", "/error"), LIST("/kept", "#", "/preference", "\"$\""),
     LIST("/kept", "\"$action\""), .keys = LIST("kept", "preference"), .keeps_files = true, .is_bindable = true},
    /* Which ask their host; it answers, or not. */
    {11, "Asker", "org.enfold.test.asker/Asker",
     LIST("{\"ask\":#}", "{\"ask\":#}", "{\"askSafely\":#}", "{\"askSafely\":@}", "{\"forget\":#}", "{\"forget\":#}",
          "{\"listen\":#}", "{\"listen\":#}", "{\"listenOnce\":#}", "\"stop\"", "{\"save\":{\"name\":\"$\",\"pages\":[#,^]}}",
          "{\"save\":{}}", "\"askForMore\"", "{\"learned\":\"$\"}"),
     LIST("{\"facts\":[\"$\"],\"heard\":[#],\"hasEnded\":true}", "{\"problem\":\"$\",\"answered\":#}"),
     LIST("", "/facts", "/facts/#", "/heard", "/heard/0", "/problem", "/answered", "/hasEnded"), LIST("/answered", "#"),
     LIST("/facts", "{\"learned\":\"$action\"}", "", "\"$action\""), .scoped = LIST("guest", "Asker")},
    {11, "org.enfold.test.asker/AskerParent", NULL,
     LIST("{\"asker\":{\"ask\":#}}", "{\"asker\":{\"askSafely\":#}}", "{\"asker\":{\"forget\":#}}",
          "{\"asker\":{\"listen\":#}}", "{\"asker\":\"stop\"}", "{\"asker\":\"askForMore\"}"),
     LIST("{\"asker\":{\"heard\":[#]}}"), LIST("", "/asker", "/asker/facts", "/asker/heard"), LIST("/asker", "{}"),
     LIST("/asker", "{\"asker\":\"$action\"}"), .scoped = LIST("Asker")},
    /* Which take bindings: a write is an action. */
    {12, "org.enfold.tests.bound/Bound", "Bound",
     LIST("{\"binding\":{\"/text\":\"$\"}}", "{\"binding\":{\"/isOn\":true}}", "{\"binding\":{\"/clicks\":#}}",
          "{\"binding\":{\"/rows/id=#/isDone\":true}}", "{\"binding\":{\"/count\":#}}", "{\"binding\":{\"$\":@}}",
          "{\"editor\":{\"binding\":{\"/name\":\"$\"}}}", "{\"editor\":{\"author\":{\"binding\":{\"/first\":\"$\"}}}}",
          "\"open\"", "\"open\"", "\"close\"", "{\"add\":#}", "{\"add\":1}", "{\"remove\":#}", "{\"setCount\":#}"),
     LIST("{\"text\":\"$\",\"editor\":{\"name\":\"$\"},\"rows\":[{\"id\":1}]}", "{\"isOn\":#}"),
     LIST("", "/text", "/isOn", "/clicks", "/count", "/editor", "/editor/name", "/editor/author/first", "/rows", "/rows/0/isDone"),
     LIST("/text", "\"$\"", "/text", "\"$\"", "/isOn", "true", "/clicks", "#", "/editor/name", "\"$\"", "/rows/id=1/isDone", "true",
          "/rows/0/isDone", "false", "/note/body", "\"$\"", "/count", "#"),
     LIST("/editor", "{\"editor\":\"$action\"}", "/editor", "{\"editor\":\"$action\"}", "/editor", ""), .is_bindable = true,
     .scoped = LIST("bound editor", "bound editor", "org.enfold.tests.bound/Bound")},
    /* Which present a note in a note, an alert, and one of several. */
    {13, "org.enfold.tests.presented/Presented", "Presented",
     LIST("{\"open\":#}", "{\"open\":1}", "\"openAside\"", "\"warn\"", "{\"note\":{\"dismiss\":{}}}", "{\"note\":\"dismiss\"}",
          "{\"note\":{\"presented\":{\"open\":#}}}", "{\"note\":{\"presented\":\"close\"}}", "{\"note\":{\"presented\":\"wait\"}}",
          "{\"note\":{\"presented\":{\"note\":{\"presented\":\"close\"}}}}", "{\"note\":{\"presented\":{\"note\":\"dismiss\"}}}",
          "{\"note\":{\"presented\":{\"binding\":{\"/text\":\"$\"}}}}", "{\"aside\":\"close\"}", "{\"aside\":\"wait\"}",
          "{\"alert\":{\"presented\":\"delete\"}}", "{\"alert\":{\"dismiss\":{}}}", "{\"alert\":{\"presented\":@}}"),
     LIST("{\"note\":{\"id\":1,\"text\":\"$\",\"note\":{\"id\":#}},\"log\":[]}", "{\"note\":null,\"aside\":{\"id\":#}}",
          "{\"alert\":{\"title\":\"$\",\"buttons\":[{\"label\":\"$\",\"action\":\"delete\"},{\"label\":\"$\"}]}}",
          "{\"alert\":{\"title\":#}}"),
     LIST("", "/note", "/note/text", "/note/note", "/note/note/note/id", "/alert", "/alert/title", "/alert/buttons/0/action", "/aside",
          "/log"),
     LIST("/note/text", "\"$\"", "/note/note/text", "\"$\"", "/aside/text", "\"$\"", "/alert", "null"),
     LIST("/note", "{\"note\":{\"presented\":\"$action\"}}", "/note/note",
          "{\"note\":{\"presented\":{\"note\":{\"presented\":\"$action\"}}}}", "/aside", "{\"aside\":\"$action\"}", "/alert",
          "{\"alert\":\"$action\"}"),
     .is_bindable = true,
     .scoped = LIST("presented page", "presented page", "presented page", "org.enfold.tests.presented/Presented")},
    {13, "org.enfold.tests.presented/Routes", "Routes",
     LIST("\"edit\"", "\"warn\"", "{\"share\":\"$\"}", "\"menu\"", "{\"destination\":\"dismiss\"}",
          "{\"destination\":{\"presented\":{\"edit\":{\"setText\":\"$\"}}}}",
          "{\"destination\":{\"presented\":{\"alert\":\"delete\"}}}", "{\"destination\":{\"presented\":{\"menu\":{\"chosen\":\"$\"}}}}",
          "{\"destination\":{\"presented\":{\"note\":\"close\"}}}", "{\"destination\":{\"presented\":@}}"),
     LIST("{\"destination\":{\"edit\":{\"text\":\"$\"}},\"log\":[\"$\"]}", "{\"destination\":{\"note\":{\"id\":1}},\"log\":[]}",
          "{\"destination\":{\"menu\":{\"entries\":[]}}}", "{\"destination\":{\"share\":{\"link\":\"$\"}}}",
          "{\"destination\":{\"alert\":{\"title\":\"$\"}}}", "{\"destination\":{\"$\":@}}"),
     LIST("", "/destination", "/destination/edit/text", "/destination/note/note/text", "/destination/share/link",
          "/destination/alert/buttons", "/log/#"),
     LIST("/destination/note/text", "\"$\"", "/destination", "null"),
     LIST("/destination/note", "{\"destination\":{\"presented\":{\"note\":\"$action\"}}}", "/destination",
          "{\"destination\":\"$action\"}"),
     .is_bindable = true, .scoped = LIST("presented page", "org.enfold.tests.presented/Routes")},
    /* Which has a stack of screens. */
    {14, "org.enfold.tests.stacked/Stacked", "Stacked",
     LIST("{\"open\":\"$\"}", "{\"open\":\"$\"}", "\"home\"", "{\"path\":{\"push\":{\"state\":{\"folder\":{\"name\":\"$\"}}}}}",
          "{\"path\":{\"push\":{\"id\":#,\"state\":{\"note\":{\"text\":\"$\"}}}}}", "{\"path\":{\"push\":{\"id\":^,\"state\":{\"note\":{}}}}}",
          "{\"path\":{\"popFrom\":{\"id\":#}}}", "{\"path\":{\"popFrom\":{\"id\":0}}}",
          "{\"path\":{\"element\":{\"id\":0,\"action\":{\"folder\":{\"openNote\":\"$\"}}}}}",
          "{\"path\":{\"element\":{\"id\":#,\"action\":{\"folder\":{\"rename\":\"$\"}}}}}",
          "{\"path\":{\"element\":{\"id\":#,\"action\":{\"note\":\"close\"}}}}",
          "{\"path\":{\"element\":{\"id\":1,\"action\":{\"note\":\"wait\"}}}}",
          "{\"path\":{\"element\":{\"id\":1,\"action\":{\"note\":{\"binding\":{\"/text\":\"$\"}}}}}}", "{\"path\":{\"push\":{\"state\":@}}}"),
     LIST("{\"path\":[{\"id\":0,\"state\":{\"folder\":{\"name\":\"$\"}}},{\"id\":1,\"state\":{\"note\":{\"text\":\"$\"}}}],\"log\":[]}",
          "{\"path\":[{\"state\":{\"folder\":{}}},{\"state\":{\"folder\":{}}}]}", "{\"path\":[{\"id\":#,\"state\":{\"note\":{}}}]}",
          "{\"path\":[{\"id\":1,\"state\":{\"note\":{}}},{\"id\":1,\"state\":{\"note\":{}}}]}", "{\"path\":#}"),
     LIST("", "/path", "/path/0", "/path/id=0", "/path/id=#/state/folder/name", "/path/id=1/state/note/text", "/path/#/id", "/path/-",
          "/log"),
     LIST("/path/id=1/state/note/text", "\"$\"", "/path/0/state/note/text", "\"$\"", "/path", "[]"),
     LIST("/path/id=1/state/note", "{\"path\":{\"element\":{\"id\":1,\"action\":{\"note\":\"$action\"}}}}", "/path/id=0",
          "{\"path\":{\"element\":{\"id\":0,\"action\":\"$action\"}}}", "/path", "{\"path\":\"$action\"}"),
     .is_bindable = true, .scoped = LIST("stacked note", "org.enfold.tests.stacked/Stacked", "org.enfold.tests.stacked/Stacked")},
    {7, "family child", NULL, LIST("\"increment\"", "\"run\""), NULL, LIST("", "/count"), LIST("/count", "#"),
     LIST("/count", "\"$action\""), .scoped = NULL},
    {7, "family row", NULL, LIST("\"start\"", "\"stop\"", "\"arrived\""), NULL, LIST("", "/isRunning", "/id"), NULL,
     LIST("/isRunning", "\"$action\""), .scoped = NULL},
    {6, "panel child", NULL, LIST("\"increment\"", "{\"setCount\":#}"), NULL, LIST("", "/count"),
     LIST("/count", "#", "/count", "@"), LIST("/count", "\"$action\""), .scoped = NULL},
    {12, "bound editor", NULL, LIST("{\"binding\":{\"/name\":\"$\"}}", "{\"author\":{\"binding\":{\"/first\":\"$\"}}}"), NULL,
     LIST("", "/name", "/author"), LIST("/name", "\"$\"", "/author/first", "\"$\"", "/name", "@"),
     LIST("/author", "{\"author\":\"$action\"}"), .is_bindable = true, .scoped = NULL},
    {13, "presented page", NULL,
     LIST("{\"open\":#}", "\"close\"", "\"close\"", "\"wait\"", "{\"binding\":{\"/text\":\"$\"}}", "{\"note\":\"dismiss\"}"), NULL,
     LIST("", "/text", "/note"), LIST("/text", "\"$\"", "/note/text", "\"$\""), LIST("/note", "{\"note\":{\"presented\":\"$action\"}}"),
     .is_bindable = true, .scoped = LIST("presented page")},
    {14, "stacked note", NULL, LIST("\"close\"", "\"wait\"", "{\"binding\":{\"/text\":\"$\"}}"), NULL, LIST("", "/text"),
     LIST("/text", "\"$\""), LIST("/text", ""), .is_bindable = true, .scoped = NULL},
    {9, "guest", NULL, LIST("\"$\""), NULL, LIST("", "/session/visits", "/note"), LIST("/note", "\"$\""),
     LIST("/note", "\"$action\""), .scoped = NULL},
};

static unsigned count_of(const char *const *list) {
  unsigned count = 0;
  while (list != NULL && list[count] != NULL) count++;
  return count;
}

const char *one_of(const char *const *list, random_source *r) {
  unsigned count = count_of(list);
  uint64_t bits = random_bits(r);
  return count > 0 ? list[bits % count] : "";
}

int one_pair_of(const char *const *list, random_source *r) {
  unsigned count = count_of(list) / 2;
  uint64_t bits = random_bits(r);
  return count > 0 ? (int)(bits % count) : -1;
}

int feature_named(const char *name) {
  for (int i = 0; i < FEATURE_COUNT; i++)
    if (strcmp(features_known[i].name, name) == 0) return i;
  return 0;
}
