// everything.cpp: every function of enfold.h once, in the face that FACE names.
//
// Compiled by every compiler, as every standard, and run for both faces; that of results without exceptions.
#include <enfold_plugin.h>

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>

#include "check.hpp"

#ifndef FACE
#define FACE enfold
#define RESULTS 1
#endif

#if RESULTS
#define GET(call) OK(call)
#define DO(call) OK(call)
#else
#define GET(call) (call)
#define DO(call) call
#endif

namespace app = FACE;
using namespace std::chrono_literals;

static app::runtime open() {
  enfold::runtime_options options;
  options.loop = "host";
  options.clock = "manual";
  options.environment = "test";
  options.limits.queue = 1000;
  return GET(app::open_runtime(options));
}

static void the_library() {
  CHECK_EQUAL(enfold::version(), "0.1.0");
  CHECK_EQUAL(enfold::abi_version(), static_cast<unsigned>(ENFOLD_ABI_VERSION));
  CHECK_EQUAL(enfold::status_name(ENFOLD_STALE), "ENFOLD_STALE");
  CHECK_EQUAL(enfold::status_message(ENFOLD_OK), "done");
  CHECK_EQUAL(GET(app::quote("a\"b")), R"("a\"b")");
  CHECK_EQUAL(GET(app::quote("")), R"("")");
  CHECK_EQUAL(GET(app::apply_patch("[1]", R"([{"op":"replace","path":"/0","value":2,"old":1}])")), "[2]");
  enfold::patch_options back;
  back.revert = true;
  CHECK_EQUAL(GET(app::apply_patch("[2]", R"([{"op":"replace","path":"/0","value":2,"old":1}])", back)), "[1]");
}

static void options_of_a_runtime() {
  enfold::runtime_options options;
  CHECK_EQUAL(options.json(), "");
  options.loop = "host";
  options.clock = "manual";
  options.environment = "test";
  options.limits.depth = 64;
  options.limits.bytes = 4096;
  options.limits.queue = 1000;
  options.limits.callbacks = 10;
  options.limits.requests = 20;
  options.shared_directory = "/tmp";
  options.crash_line = true;
  options.stats = true;
  options.redact = {"/fact"};
  CHECK_EQUAL(options.json(),
              R"({"loop":"host","clock":"manual","environment":"test",)"
              R"("limits":{"depth":64,"bytes":4096,"queue":1000,"callbacks":10,"requests":20},)"
              R"("shared":{"directory":"/tmp"},"crashLine":true,"stats":true,"redact":["/fact"]})");
  options.crash_line = "values";
  CHECK_CONTAINS(options.json(), R"("crashLine":"values")");
  auto runtime = GET(app::open_runtime(options));
  CHECK_CONTAINS(GET(runtime.stats()).str(), "\"times\":");
  CHECK_EQUAL(GET(open().stats()).str().find("\"times\":"), std::string::npos);
  struct sigaction handler;
  CHECK_EQUAL(sigaction(SIGILL, nullptr, &handler), 0);
  CHECK(handler.sa_handler != SIG_DFL);
}

static void actions_states_and_tasks() {
  auto runtime = open();
  const app::plugin plugin = GET(runtime.load(test::plugin("Counter")));
  CHECK_CONTAINS(GET(plugin.info()).str(), "org.enfold.counter");
  CHECK_CONTAINS(GET(runtime.features()).str(), "\"Counter\"");
  enfold::load_options again;
  again.replace = true;
  GET(runtime.load(test::plugin("Counter"), again));

  enfold::store_options options;
  options.state = R"({"count":3,"more":1})";
  options.unknown_keys = "ignore";
  auto store = GET(runtime.open("Counter", options));
  CHECK_EQUAL(GET(store.send("increment")), ENFOLD_OK);
  GET(store.send("setCount", 7));
  GET(store.send(R"({"setCount":8})"));
  CHECK_EQUAL(GET(store.send_batch(R"(["increment","increment"])")), 2u);
  CHECK_EQUAL(GET(store.state("/count")), "10");
  CHECK_EQUAL(GET(store.revision()), 5u);
  GET(store.restore(R"({"count":1,"isLoading":false})"));
  CHECK_EQUAL(GET(store.state()), R"({"count":1,"isLoading":false,"fact":null})");
  DO(store.wait());
  DO(runtime.wait());
  CHECK(GET(store.wait_for(1s)));
  CHECK(GET(runtime.wait_for(1s)));

  app::task task = GET(store.task("setCount", 2));
  CHECK(GET(task.done()));
  CHECK_EQUAL(task.status(), ENFOLD_OK);
  DO(task.wait());
  CHECK(GET(task.wait_for(0ms)));
  DO(task.cancel());
  int ends = 0;
  DO(task.on_end([&](const enfold::result<void> &ended) { ends += ended.has_value() ? 1 : 100; }));
  CHECK_EQUAL(ends, 1);

  CHECK(GET(runtime.fd()) >= 0);
  CHECK_EQUAL(GET(runtime.pump()).done, 0u);
  CHECK(!GET(runtime.pump(1)).has_more);
  CHECK_CONTAINS(GET(runtime.stats()).str(), "\"stores\":1");
  int records = 0;
  DO(runtime.log(ENFOLD_LOG_DEBUG, [&](std::int32_t, std::string_view) { ++records; }));
  DO(runtime.log(nullptr));
  DO(store.close());
  DO(runtime.close());
}

static void time() {
  auto runtime = open();
  GET(runtime.load(test::test_plugin("Timers")));
  auto store = GET(runtime.open("Timers"));
  GET(store.send("start"));
  DO(runtime.advance(3s));
  CHECK_EQUAL(GET(store.state("/ticks")), "3");
  GET(store.send("type", R"("a")"));
  CHECK_EQUAL(GET(store.flush()), ENFOLD_OK);
  CHECK_EQUAL(GET(store.state("/searches")), R"(["a"])");
  GET(store.send("type", R"("b")"));
  CHECK_EQUAL(GET(runtime.flush()), ENFOLD_OK);
  CHECK_EQUAL(GET(store.state("/searches")), R"(["a","b"])");
}

static void ends() {
  auto runtime = open();
  GET(runtime.load(test::test_plugin("Timers")));
  auto store = GET(runtime.open("Timers"));
  std::string searches;
  const auto observing = GET(store.observe("/searches", [&](const enfold::event &event) {
    if (!event.closed()) searches = event.value();
  }));
  GET(store.send("type", R"("a")"));
  CHECK(GET(store.end()));
  CHECK_EQUAL(searches, R"(["a"])");
  CHECK_EQUAL(enfold::store_ref(store.id()).send("tick").error().code(), ENFOLD_STALE);

  auto other = GET(runtime.open("Timers"));
  GET(other.send("start"));
  enfold::end_options options;
  options.wait = 1ms;
  options.close = false;
  CHECK(!GET(other.end(options)));
  CHECK(GET(other.revision()) > 0);
  options.close = true;
  options.flush = false;
  CHECK(!GET(runtime.end(options)));
  CHECK_EQUAL(enfold::runtime_ref(runtime.id()).pump().error().code(), ENFOLD_STALE);
  CHECK(GET(open().end()));
}

static void holding() {
  std::string records;  // the last ones come when the runtime is closed
  auto runtime = open();
  GET(runtime.load(test::plugin("Counter")));
  DO(runtime.log(ENFOLD_LOG_INFO, [&](std::int32_t, std::string_view record) { records += record; }));
  enfold::store_options options;
  options.effects = "none";
  options.name = "the held one";
  auto store = GET(runtime.open("Counter", options));
  CHECK_EQUAL(enfold::store_ref(store.id()).step().error().code(), ENFOLD_INVALID);

  CHECK_EQUAL(GET(store.hold()), ENFOLD_OK);
  CHECK(!GET(store.step()));
  CHECK_EQUAL(GET(store.send("increment")), ENFOLD_QUEUED);
  CHECK_EQUAL(GET(store.send("increment")), ENFOLD_QUEUED);
  CHECK_EQUAL(GET(store.state("/count")), "0");
  CHECK_CONTAINS(GET(runtime.stats()).str(), "\"held\":1");
  CHECK(GET(store.step()));
  CHECK_EQUAL(GET(store.state("/count")), "1");
  CHECK_EQUAL(GET(store.hold(false)), ENFOLD_OK);
  CHECK_EQUAL(GET(store.state("/count")), "2");

  const std::uint64_t before = GET(store.break_before("setCount"));
  const std::uint64_t behind = GET(store.break_behind("/count"));
  CHECK(before != 0 && behind != 0 && before != behind);
  GET(store.send("setCount", 7));
  CHECK_EQUAL(GET(store.state("/count")), "2");
  GET(runtime.pump());
  CHECK_CONTAINS(records, R"("topic":"a-store-is-held")");
  CHECK_CONTAINS(records, R"("name":"the held one")");
  DO(store.remove_breakpoint(before));
  CHECK_EQUAL(enfold::store_ref(store.id()).remove_breakpoint(before).error().code(), ENFOLD_NOT_FOUND);
  GET(store.hold(false));
  CHECK_EQUAL(GET(store.state("/count")), "7");
  CHECK_CONTAINS(GET(runtime.stats()).str(), "\"held\":1");
  DO(store.clear_breakpoints());
  GET(store.hold(false));
  CHECK_EQUAL(GET(store.send("setCount", 8)), ENFOLD_OK);
  CHECK_CONTAINS(GET(runtime.stats()).str(), "\"held\":0");
  CHECK_EQUAL(enfold::store_ref(store.id()).break_behind("/nowhere").error().code(), ENFOLD_BAD_POINTER);
  CHECK_EQUAL(enfold::store_ref(store.id()).break_before("").error().code(), ENFOLD_INVALID);

  // The effect of this action was dropped.
  CHECK(GET(GET(store.task("factTapped")).done()));
  CHECK_EQUAL(GET(store.state("/fact")), "null");
}

/// What a reader of a trace is told, on a thread of the library's: also after the runtime was closed.
class journal {
 public:
  void add(std::string_view entry) {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_ += std::string(entry) + '\n';
  }
  std::string entries() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_;
  }

 private:
  mutable std::mutex mutex_;
  std::string entries_;
};

/// Waits until something is so, which another thread brings about.
template <class Condition>
static bool eventually(Condition condition) {
  for (int look = 0; look < 30'000 && !condition(); ++look) std::this_thread::sleep_for(1ms);
  return condition();
}

static void tracing() {
  // Shared, and not borrowed: nobody waits for the thread that calls the readers.
  const auto told = std::make_shared<journal>();
  const auto is_told = [&](std::string_view part) {
    return eventually([&] { return told->entries().find(part) != std::string::npos; });
  };
  const auto rest = std::make_shared<journal>();
  {
    auto runtime = open();
    GET(runtime.load(test::plugin("Counter")));
    enfold::store_options named;
    named.name = "the traced one";
    auto store = GET(runtime.open("Counter", named));
    enfold::trace_options options;
    options.bytes = 1 << 20;
    const std::uint64_t reader = GET(runtime.trace([told](std::string_view entry) { told->add(entry); }, options));
    CHECK(reader != 0);
    GET(store.tagged("ada").send("increment"));
    CHECK(is_told(R"("action":{"increment":{}})"));
    CHECK_CONTAINS(told->entries(), R"("name":"the traced one","kind":"action","revision":1,)");
    CHECK_CONTAINS(told->entries(), R"("tag":"ada")");
    GET(store.hold());
    GET(store.hold(false));
    CHECK(is_told(R"("kind":"released")"));

    DO(runtime.end_trace(reader));
    CHECK_EQUAL(enfold::runtime_ref(runtime.id()).end_trace(reader).error().code(), ENFOLD_NOT_FOUND);
    CHECK(eventually([&] { return told.use_count() == 1; }));
    GET(store.send("decrement"));

    const auto refused = enfold::runtime_ref(runtime.id()).trace([told](std::string_view) {}, R"({"bits":1})");
    CHECK_EQUAL(refused.error().code(), ENFOLD_INVALID);
    CHECK_EQUAL(told.use_count(), 1);

    GET(runtime.trace([rest](std::string_view entry) { rest->add(entry); }));
    GET(store.send("setCount", 7));
  }
  // What waits is told when the runtime is closed. Then the reader is destroyed.
  CHECK(eventually([&] { return rest.use_count() == 1; }));
  CHECK_CONTAINS(rest->entries(), R"("action":{"setCount":7})");
  CHECK_EQUAL(told->entries().find("decrement"), std::string::npos);
}

/// A recording, which has what was sent until it ended.
static void recording() {
  char folder[] = "/tmp/enfold-cpp-XXXXXX";
  CHECK(mkdtemp(folder) != nullptr);
  const std::string path = std::string(folder) + "/session.enfold.jsonl";
  auto runtime = open();
  GET(runtime.load(test::plugin("Counter")));
  auto store = GET(runtime.open("Counter"));
  enfold::record_options options;
  options.checkpoint = 1;
  DO(runtime.record(path, options));
  CHECK_EQUAL(enfold::runtime_ref(runtime.id()).record(path).error().code(), ENFOLD_INVALID);
  DO(runtime.mark("she \"waits\""));
  CHECK_EQUAL(enfold::runtime_ref(runtime.id()).mark("").error().code(), ENFOLD_INVALID);
  GET(store.send("setCount", 7));
  DO(runtime.end_recording());
  enfold::inspect_options inspected;
  inspected.control = true;
  const auto socket = GET(runtime.inspect(inspected));
  const std::string where{std::string_view(socket)};
  CHECK_CONTAINS(where, ".sock");
  CHECK_EQUAL(enfold::runtime_ref(runtime.id()).inspect().error().code(), ENFOLD_INVALID);
  DO(runtime.end_inspection());
  CHECK_EQUAL(enfold::runtime_ref(runtime.id()).end_inspection().error().code(), ENFOLD_NOT_FOUND);
  GET(store.send("setCount", 8));
  CHECK_EQUAL(enfold::runtime_ref(runtime.id()).end_recording().error().code(), ENFOLD_NOT_FOUND);
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  CHECK_CONTAINS(text, R"("kind":"mark","text":"she \"waits\""})");
  CHECK_CONTAINS(text, R"("action":{"setCount":7},"patch":[{"op":"replace","path":"/count","value":7}])");
  CHECK_CONTAINS(text, R"("kind":"checkpoint")");
  CHECK_EQUAL(text.find("\"setCount\":8"), std::string::npos);
  std::remove(path.c_str());
  rmdir(folder);
}

/// Counter asks for nothing: what it is given is left over, and that is logged.
static void giving() {
  auto runtime = open();
  GET(runtime.load(test::plugin("Counter")));
  enfold::store_options options;
  options.effects = "none";
  options.dependencies = "[]";
  auto store = GET(runtime.open("Counter", options));
  std::string tags;
  const auto tagging =
      GET(store.observe_actions([&](const enfold::event &event) { tags += std::string(event.tag()) + ' '; }));
  const app::given nothing = store.given("[]");
  CHECK_EQUAL(GET(nothing.send("increment")), ENFOLD_OK);
  GET(nothing.send("setCount", 5));
  DO(GET(nothing.task("increment")).wait());
  DO(GET(store.given("[]", "ada \"").task("setCount", 7)).wait());
  CHECK_EQUAL(tags, "   ada \" ");
  CHECK_EQUAL(GET(store.state("/count")).str(), "7");
  const auto code = [](enfold::store_ref of, std::string_view values) {
    return of.given(values).send("increment").error().code();
  };
  CHECK_EQUAL(code(enfold::store_ref(store.id()), "5"), ENFOLD_INVALID);
  CHECK_EQUAL(code(enfold::store_ref(store.id()), "["), ENFOLD_BAD_JSON);
  const auto other = GET(runtime.open("Counter"));
  CHECK_EQUAL(code(enfold::store_ref(other.id()), "[]"), ENFOLD_INVALID);
  options.effects = "run";
  CHECK_EQUAL(enfold::runtime_ref(runtime.id()).open("Counter", options).error().code(), ENFOLD_INVALID);
  CHECK_EQUAL(GET(store.state("/count")).str(), "7");
}

static void observers_and_parts() {
  auto runtime = open();
  GET(runtime.load(test::plugin("Todos")));
  auto store = GET(runtime.open("Todos"));
  std::string heard, seen;
  enfold::observe_options options;
  options.value = false;
  options.patch = true;
  options.action = true;
  options.initial = false;
  app::subscription items = GET(store.observe("/items", [&](enfold::event event) { heard += event.patch(); }, options));
  enfold::observe_actions_options actions;
  actions.state = "/filter";
  app::subscription all = GET(store.observe_actions(
      [&](const enfold::event &event) { seen += std::string(event.action()) + std::string(event.value()); }, actions));
  GET(store.send(R"({"add":{"title":"milk"}})"));
  CHECK_CONTAINS(heard, R"("op":"add")");
  CHECK_CONTAINS(seen, "milk");
  std::string tags;
  const auto tagging =
      GET(store.observe_actions([&](const enfold::event &event) { tags += std::string(event.tag()) + ' '; }));
  const app::tagged ada = store.tagged("ada \"\n");
  CHECK_EQUAL(GET(ada.send("clearCompleted")), ENFOLD_OK);
  GET(ada.send("add", R"({"title":"rye"})"));
  DO(GET(ada.task("clearCompleted")).wait());
  DO(GET(ada.task("add", R"({"title":"oats"})")).wait());
  GET(store.tagged("").send("clearCompleted"));
  CHECK_EQUAL(tags, "ada \"\n ada \"\n ada \"\n ada \"\n  ");
  DO(items.cancel());
  DO(items.cancel());

  auto scope = GET(store.scope("/items"));
  CHECK_CONTAINS(GET(scope.state("/0/title")).str(), "milk");
  auto binding = GET(store.binding());
  CHECK_EQUAL(GET(binding.revision()), GET(store.revision()));
}

static void writing() {
  auto runtime = open();
  GET(runtime.load(test::test_plugin("SessionsA")));
  auto store = GET(runtime.open("Visitor"));
  enfold::set_options then;
  then.action = "count";
  GET(store.set("/theme", R"("dark")", then));
  CHECK_EQUAL(GET(store.state("/theme")), R"("dark")");
  CHECK_EQUAL(GET(store.state("/count")), "1");
}

static void callbacks() {
  auto runtime = open();
  GET(runtime.load(test::plugin("Counter")));
  auto store = GET(runtime.open("Counter"));
  enfold::callback_options options;
  options.returns = 1;
  app::callback callback = GET(store.callback("int set(int n)", R"({"setCount":"$n"})", options));
  auto *set = callback.function<int(int)>();
  CHECK_EQUAL(set(42), 1);
  CHECK_EQUAL(GET(store.state("/count")), "42");
  app::callback moved = std::move(callback);
  CHECK_EQUAL(moved.template function<int(int)>()(43), 1);
  DO(moved.close());
  CHECK_EQUAL(set(44), 1);
  CHECK_EQUAL(GET(store.state("/count")), "43");
}

extern "C" {
static const char *fact_of(std::int64_t number) { return number == 3 ? "three" : "many"; }
}

static void requests() {
  auto runtime = open();
  GET(runtime.load(test::test_plugin("Asker")));
  auto store = GET(runtime.open("Asker"));

  DO(runtime.handle("numberFact", [](std::string_view number) { return enfold::quote(number); }));
  GET(store.send("ask", 1));
  DO(store.wait());
  DO(runtime.handle("numberFact", [&](app::request request, std::string_view) {
    CHECK_EQUAL(GET(request.store()).id(), store.id());
    CHECK_EQUAL(GET(request.action()), "ask(_:)");
    CHECK_EQUAL(GET(request.tag()), "ada");
    DO(request.resolve(R"("two")"));
  }));
  GET(store.tagged("ada").send("ask", 2));
  DO(store.wait());
  enfold::bind_options options;
  options.name = "numberFact";
  DO(runtime.bind("const char *fact_of(int64_t number)", fact_of, options));
  GET(store.send("ask", 3));
  DO(store.wait());
  CHECK_EQUAL(GET(store.state("/facts")), R"(["1","two","three"])");

  DO(runtime.unhandle("numberFact"));
  DO(runtime.handle("numberFact", [](app::request request, std::string_view) { DO(request.fail("no idea")); }));
  GET(store.send("askSafely", 4));
  DO(store.wait());
  CHECK_CONTAINS(GET(store.state("/problem")).str(), "no idea");

  app::request stream;
  int cancelled = 0;
  DO(runtime.handle(
      "ticks", [&](app::request request, std::string_view) { stream = std::move(request); },
      [&](enfold_request) { ++cancelled; }));
  GET(store.send("listen", 0));
  GET(runtime.pump());
  CHECK(GET(stream.emit(5)));
  CHECK(GET(stream.emit("6")));
  DO(stream.resolve());
  DO(store.wait());
  CHECK_EQUAL(GET(store.state("/heard")), "[5,6]");
  CHECK_EQUAL(cancelled, 0);
}

static void shared_values() {
  auto runtime = open();
  GET(runtime.load(test::test_plugin("SessionsA")));
  auto store = GET(runtime.open("Visitor"));
  const app::shared_value theme = GET(runtime.shared("theme"));
  CHECK_EQUAL(GET(theme.get()), R"("light")");
  std::string heard;
  enfold::shared_options options;
  options.initial = false;
  const auto subscription = GET(theme.observe([&](const enfold::event &event) { heard += event.value(); }, options));
  DO(theme.set(R"("dark")"));
  CHECK(!GET(theme.replace(R"("light")", R"("red")")));
  CHECK(GET(theme.replace(R"("dark")", R"("red")")));
  DO(theme.update([](std::string_view json) { return std::string(json) == R"("red")" ? R"("blue")" : R"("?")"; }));
  CHECK_EQUAL(GET(theme.get()), R"("blue")");
  CHECK_CONTAINS(heard, R"("blue")");
}

// A feature of the host: it counts its actions.

static enfold_status open_tally(void *user, const char *, size_t, void **instance, enfold_error *) {
  *instance = new int(*static_cast<int *>(user));
  return ENFOLD_OK;
}
static void close_tally(void *instance) { delete static_cast<int *>(instance); }
static enfold_status reduce_tally(void *instance, const char *, size_t, const enfold_changes *changes, enfold_error *) {
  ++*static_cast<int *>(instance);
  changes->changed(changes, "");
  return ENFOLD_OK;
}
static enfold_status write_tally(void *instance, enfold_write_fn write, void *context, enfold_error *) {
  const auto text = std::to_string(*static_cast<int *>(instance));
  write(context, text.data(), text.size());
  return ENFOLD_OK;
}

static void features() {
  static const enfold_reducer reducer = {sizeof reducer, nullptr,      open_tally, close_tally,
                                         nullptr,        reduce_tally, write_tally};
  static const enfold_plugin_feature feature = {sizeof feature, "Tally", nullptr, nullptr, nullptr, &reducer, nullptr};
  auto runtime = open();
  DO(runtime.feature(feature, 40));
  auto store = GET(runtime.open("Tally"));
  GET(store.send("anything"));
  GET(store.send(R"({"else":[1]})"));
  CHECK_EQUAL(GET(store.state()), "42");
}

int main() {
  RUN(the_library);
  RUN(options_of_a_runtime);
  RUN(actions_states_and_tasks);
  RUN(time);
  RUN(ends);
  RUN(holding);
  RUN(tracing);
  RUN(recording);
  RUN(giving);
  RUN(observers_and_parts);
  RUN(writing);
  RUN(callbacks);
  RUN(requests);
  RUN(shared_values);
  RUN(features);
}
