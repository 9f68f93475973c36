// everything.cpp: every function of enfold.h once, in the face that FACE names.
//
// Compiled by every compiler, as every standard, and run for both faces; that of results without exceptions.
#include <enfold_plugin.h>

#include <chrono>

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
  GET(runtime.pump());
  DO(runtime.handle("numberFact", [](app::request request, std::string_view) { DO(request.resolve(R"("two")")); }));
  GET(store.send("ask", 2));
  GET(runtime.pump());
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
  RUN(actions_states_and_tasks);
  RUN(time);
  RUN(observers_and_parts);
  RUN(writing);
  RUN(callbacks);
  RUN(requests);
  RUN(shared_values);
  RUN(features);
}
