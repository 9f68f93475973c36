// json.cpp: what may stand where JSON is wanted: names, texts, numbers, types of this program, and nlohmann::json where
// it is installed. Options as structs write what enfold.h reads.
#include <limits>

#include "check.hpp"

#if defined(__has_include)
#if __has_include(<nlohmann/json.hpp>)
#include <nlohmann/json.hpp>
#define HAS_NLOHMANN 1
#endif
#endif

namespace app = enfold::throwing;

struct counter_state {
  int count = 0;
};

template <>
struct enfold::json_form<counter_state> {
  static std::string write(const counter_state &state) { return R"({"count":)" + std::to_string(state.count) + '}'; }
  static enfold::result<counter_state> read(std::string_view json) {
    const auto at = json.find("\"count\":");
    if (at == std::string_view::npos) return enfold::error(ENFOLD_BAD_STATE, "no count");
    return counter_state{std::stoi(std::string(json.substr(at + 8)))};
  }
};

static app::runtime open_counter() {
  auto runtime = app::open_runtime();
  runtime.load(test::plugin("Counter"));
  return runtime;
}

static void actions() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  const std::string text = "increment";
  store.send(text);
  store.send(std::string_view(text));
  store.send(text.c_str());
  store.send(R"("increment")");
  store.send("\n {\"increment\":{}}");
  CHECK_EQUAL(store.state("/count"), "5");
  store.send("setCount", "7");
  CHECK_EQUAL(store.state("/count"), "7");
  store.send("setCount", std::numeric_limits<std::int64_t>::min());
  CHECK_EQUAL(store.state("/count"), "-9223372036854775808");
  store.send("setCount", 3.0);
  CHECK_EQUAL(store.state("/count"), "3");
  THROWS(store.send("setCount", true), ENFOLD_BAD_ACTION, "");
  THROWS(store.send("setCount", std::numeric_limits<double>::infinity()), ENFOLD_BAD_ACTION, "");
  store.task("setCount", 9).wait();
  CHECK_EQUAL(store.state("/count"), "9");
}

static void numbers() {
  CHECK_EQUAL(enfold::json_form<double>::write(0.1), "0.10000000000000001");
  CHECK_EQUAL(enfold::json_form<float>::write(-0.5F), "-0.5");
  CHECK_EQUAL(enfold::json_form<double>::write(std::nan("")), R"("NaN")");
  CHECK_EQUAL(enfold::json_form<double>::write(-std::numeric_limits<double>::infinity()), R"("-Infinity")");
  CHECK_EQUAL(enfold::json_form<bool>::write(false), "false");
  CHECK_EQUAL(enfold::json_form<std::uint64_t>::write(UINT64_MAX), "18446744073709551615");
}

static void types_of_the_program() {
  auto runtime = open_counter();
  enfold::store_options options;
  options.state = counter_state{4};
  auto store = runtime.open("Counter", options);
  CHECK_EQUAL(store.state<counter_state>().count, 4);
  store.restore(counter_state{5});
  CHECK_EQUAL(store.state<counter_state>().count, 5);
  THROWS(store.state<counter_state>("/fact"), ENFOLD_BAD_STATE, "no count");
  int heard = 0;
  const auto subscription =
      store.observe("", [&](const enfold::event &event) { heard = event.value<counter_state>().value()->count; });
  CHECK_EQUAL(heard, 5);
}

static void options_are_what_differs() {
  using enfold::json_form;
  CHECK_EQUAL(enfold::runtime_options().json(), "");
  CHECK_EQUAL(enfold::observe_options().json(), "");
  CHECK_EQUAL(enfold::observe_actions_options().json(), "");
  CHECK_EQUAL(enfold::shared_options().json(), "");
  CHECK_EQUAL(enfold::store_options().json() + enfold::load_options().json() + enfold::set_options().json(), "");
  CHECK_EQUAL(enfold::bind_options().json() + enfold::callback_options().json(), "");

  enfold::runtime_options runtime;
  runtime.loop = "host";
  runtime.limits.depth = 5;
  runtime.limits.callbacks = 6;
  runtime.limits.requests = 7;
  runtime.shared_directory = "/a \"b\"\n";
  runtime.redact = {"/cards/*/note", "action:/login/\"x\""};
  CHECK_EQUAL(
      runtime.json(),
      R"({"loop":"host","limits":{"depth":5,"callbacks":6,"requests":7},"shared":{"directory":"/a \"b\"\u000a"},"redact":["/cards/*/note","action:/login/\"x\""]})");
  enfold::observe_options observe;
  observe.initial = observe.value = false;
  observe.patch = observe.action = observe.skip_null = true;
  observe.filter = "raw";
  observe.coalesce = "drain";
  CHECK_EQUAL(
      observe.json(),
      R"({"initial":false,"filter":"raw","coalesce":"drain","value":false,"patch":true,"action":true,"skipNull":true})");
  observe = enfold::observe_options();
  observe.patch = "keyed";
  observe.old = true;
  CHECK_EQUAL(observe.json(), R"({"patch":"keyed","old":true})");
  enfold::observe_actions_options actions;
  actions.phase = "finished";
  actions.state = "";
  actions.mutations = true;
  CHECK_EQUAL(actions.json(), R"({"phase":"finished","state":"","mutations":true})");
  enfold::bind_options bind;
  bind.returns = "free";
  bind.thread = "worker";
  bind.has_errno = true;
  CHECK_EQUAL(bind.json(), R"({"returns":"free","thread":"worker","errno":true})");
  bind.returns = R"({"release":"g_free"})";
  CHECK_CONTAINS(bind.json(), R"("returns":{"release":"g_free"})");
  enfold::store_options store;
  store.stub = true;
  store.unknown_keys = "ignore";
  CHECK_EQUAL(store.json(), R"({"stub":true,"unknownKeys":"ignore"})");
  enfold::callback_options callback;
  callback.returns = true;
  callback.signal = true;
  CHECK_EQUAL(callback.json(), R"({"returns":true,"signal":true})");
}

#if defined(__cpp_designated_initializers)
static void options_by_name() {
  auto runtime = app::open_runtime({.loop = "host", .limits = {.queue = 100}});
  runtime.load(test::plugin("Counter"), {.replace = true});
  auto store = runtime.open("Counter", {.state = counter_state{3}, .unknown_keys = "ignore"});
  std::string heard;
  const auto subscription = store.observe("/count", [&](const enfold::event &event) { heard += event.patch(); },
                                          {.initial = false, .value = false, .patch = true});
  store.send("increment");
  CHECK_EQUAL(heard, R"([{"op":"replace","path":"","value":4}])");
}
#endif

#ifdef HAS_NLOHMANN
using nlohmann::json;

static void nlohmann_json() {
  auto runtime = open_counter();
  enfold::store_options options;
  options.state = json{{"count", 5}};
  auto store = runtime.open("Counter", options);
  json last;
  enfold::observe_options patches;
  patches.patch = true;
  const auto subscription = store.observe(
      "/count",
      [&](const enfold::event &event) {
        last = event.value<json>().value_or(json());
        CHECK(json::parse(event.patch()).is_array() == !event.closed() || event.closed());
      },
      patches);
  store.send(json{{"setCount", 7}});
  CHECK_EQUAL(last, json(7));
  store.send("setCount", json(8));
  store.send_batch(json::array({"increment", {{"setCount", 10}}, "increment"}));
  CHECK_EQUAL(store.state<json>().at("count"), json(11));
  CHECK_EQUAL(store.state<nlohmann::ordered_json>("/count"), nlohmann::ordered_json(11));
  auto kept = store.state<json>();
  kept["count"] = 12;
  store.restore(kept);
  CHECK_EQUAL(last, json(12));
  CHECK_EQUAL(runtime.features<json>().at(0).at("name"), json("Counter"));
  CHECK_EQUAL(runtime.stats<json>().at("stores"), json(1));
}

static void handlers_and_shared_values_with_nlohmann_json() {
  auto runtime = app::open_runtime(json{{"loop", "host"}});
  runtime.load(test::test_plugin("Asker"));
  runtime.load(test::test_plugin("SessionsA"));
  auto store = runtime.open("Asker");
  runtime.handle<json>("numberFact", [](const json &number) { return json(std::to_string(number.get<int>() * 2)); });
  store.send(json{{"ask", 21}});
  store.wait();
  CHECK_EQUAL(store.state<json>("/facts"), json::array({"42"}));
  runtime.handle<json>("numberFact",
                       [](const json &number) { return number.at("missing"); });  // throws json::type_error
  store.send("askSafely", 1);
  store.wait();
  CHECK_CONTAINS(store.state("/problem").str(), "json.exception.type_error");

  auto visitor = runtime.open("Visitor");
  const auto session = runtime.shared("session");
  session.update<json>([](json value) {
    value["visits"] = value["visits"].get<int>() + 1;
    return value;
  });
  CHECK_EQUAL(session.get<json>(), (json{{"name", ""}, {"visits", 1}}));
  session.set(json{{"name", "Ada"}, {"visits", 2}});
  CHECK(session.replace(json{{"visits", 2}, {"name", "Ada"}}, json{{"name", "Bo"}, {"visits", 3}}));
  visitor.set("/theme", json("dark"));
  CHECK_EQUAL(visitor.state<json>("/theme"), json("dark"));
}
#endif

int main() {
  RUN(actions);
  RUN(numbers);
  RUN(types_of_the_program);
  RUN(options_are_what_differs);
#if defined(__cpp_designated_initializers)
  RUN(options_by_name);
#endif
#ifdef HAS_NLOHMANN
  RUN(nlohmann_json);
  RUN(handlers_and_shared_values_with_nlohmann_json);
#else
  std::cerr << "  nlohmann/json.hpp is not installed: apt-get install nlohmann-json3-dev\n";
#endif
}
