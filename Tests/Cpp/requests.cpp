// requests.cpp: functions that answer requests: their forms, exceptions and lifetime, and requests that are dropped.
// Throwing face, for both loops.
#include <array>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"

namespace app = enfold::throwing;

static std::string loop;

static app::runtime open_asker() {
  enfold::runtime_options options;
  options.loop = loop;
  auto runtime = app::open_runtime(options);
  runtime.load(test::test_plugin("Asker"));
  return runtime;
}

/// Sends, and lets handlers run: with the loop of a host, a handler is called in a pump.
template <class Payload>
static void ask(const app::runtime &runtime, const app::store &store, std::string_view name, const Payload &payload) {
  store.send(name, payload);
  runtime.pump();
}

/// What becomes of a question: the facts that were learned, or the problem.
static std::string answer_to(const app::runtime &runtime) {
  const auto store = runtime.open("Asker");
  store.send("askSafely", 7);
  store.wait();
  const auto facts = store.state("/facts").str();
  return facts != "[]" ? facts : store.state("/problem").str();
}

static void what_is_returned_is_the_answer() {
  auto runtime = open_asker();
  runtime.handle("numberFact", [](std::string_view) { return R"("text")"; });
  CHECK_EQUAL(answer_to(runtime), R"(["text"])");
  runtime.handle("numberFact", [](std::string_view number) { return app::quote(number); });
  CHECK_EQUAL(answer_to(runtime), R"(["7"])");
  runtime.handle("numberFact",
                 [](std::string_view) -> enfold::result<std::string> { return std::string(R"("result")"); });
  CHECK_EQUAL(answer_to(runtime), R"(["result"])");
  runtime.handle("numberFact",
                 [](std::string_view) -> enfold::result<std::string> { return enfold::error(ENFOLD_IO, "no disc"); });
  CHECK_CONTAINS(answer_to(runtime), "no disc");
  runtime.handle<std::string>("numberFact", [](std::string number) { return '"' + number + '"'; });
  CHECK_EQUAL(answer_to(runtime), R"(["7"])");
  runtime.unhandle("numberFact");
  CHECK_CONTAINS(answer_to(runtime), "numberFact");
}

static void what_is_no_answer_fails_the_request() {
  auto runtime = open_asker();
  runtime.handle("numberFact", [](std::string_view) { return 5; });
  CHECK_CONTAINS(answer_to(runtime), "numberFact");
  runtime.handle("numberFact", [](std::string_view) { return "no JSON"; });
  CHECK_CONTAINS(answer_to(runtime), "json: ");
  runtime.handle("numberFact", [](std::string_view) {});
  CHECK_CONTAINS(answer_to(runtime), "null");
  auto store = runtime.open("Asker");
  runtime.handle("ticks", [](std::string_view) { return 5; });  // a stream takes no answer: it would stay open
  ask(runtime, store, "listen", 0);
  store.wait();
  CHECK_CONTAINS(store.state("/problem").str(), "stream");
}

static void what_is_thrown_fails_the_request() {
  auto runtime = open_asker();
  runtime.handle("numberFact", [](std::string_view) -> std::string { throw std::runtime_error("out of facts"); });
  CHECK_CONTAINS(answer_to(runtime), "out of facts");
  runtime.handle("numberFact", [](app::request, std::string_view) { throw std::runtime_error("out of requests"); });
  CHECK_CONTAINS(answer_to(runtime), "out of requests");
  runtime.handle("numberFact", [](const app::request &, std::string_view) { throw 5; });
  CHECK_CONTAINS(answer_to(runtime), "no std::exception");
  runtime.handle("numberFact", [](std::string_view) -> std::string { throw std::runtime_error("\xff"); });
  CHECK_CONTAINS(answer_to(runtime), "failed");
  app::request kept;
  runtime.handle("numberFact", [&](app::request request, std::string_view) {
    kept = std::move(request);
    throw std::runtime_error("after all");
  });
  CHECK_CONTAINS(answer_to(runtime), "after all");
  THROWS(kept.resolve(R"("late")"), ENFOLD_STALE, "");
  // It was answered before.
  runtime.handle("numberFact", [](app::request request, std::string_view) {
    request.resolve(R"("in time")");
    throw std::runtime_error("too late");
  });
  CHECK_EQUAL(answer_to(runtime), R"(["in time"])");
}

static void a_request_that_is_dropped_fails() {
  auto runtime = open_asker();
  runtime.handle("numberFact", [](app::request, std::string_view) {});
  CHECK_CONTAINS(answer_to(runtime), "dropped without an answer");
  runtime.handle("numberFact", [](app::request request, std::string_view) {
    try {
      const auto inner = std::move(request);
      throw std::runtime_error("caught");
    } catch (const std::runtime_error &) {
    }
  });
  CHECK_CONTAINS(answer_to(runtime), "dropped without an answer");
}

static void a_request_is_answered_later_and_elsewhere() {
  auto runtime = open_asker();
  auto store = runtime.open("Asker");
  std::vector<app::request> open;
  std::string payloads;
  runtime.handle("numberFact", [&](app::request request, std::string_view payload) {
    payloads += payload;
    open.push_back(std::move(request));
  });
  for (int i = 0; i < 3; i++) ask(runtime, store, "ask", i);
  CHECK_EQUAL(payloads, "012");
  CHECK(!store.wait_for(std::chrono::milliseconds(0)));
  THROWS(static_cast<void>(open[0].emit(1)), ENFOLD_INVALID, "stream");
  std::thread([&] { open[2].resolve(R"("c")"); }).join();
  open[0].resolve(R"("a")");
  THROWS(open[0].resolve(R"("a")"), ENFOLD_STALE, "");
  open[1].fail("no b");
  store.wait();
  CHECK_CONTAINS(store.state("/facts").str(), "\"a\"");
  CHECK_CONTAINS(store.state("/facts").str(), "\"c\"");
}

static void streams() {
  auto runtime = open_asker();
  auto store = runtime.open("Asker");
  app::request stream;
  runtime.handle("ticks", [&](app::request request, std::string_view) { stream = std::move(request); });
  ask(runtime, store, "listen", 0);
  CHECK(stream.emit(1));
  CHECK(stream.emit(2));
  THROWS(stream.resolve(3), ENFOLD_INVALID, "stream");  // it goes on
  stream.resolve();
  store.wait();
  CHECK_EQUAL(store.state("/heard"), "[1,2]");
  CHECK_EQUAL(store.state("/hasEnded"), "true");
}

static void who_is_told_that_an_answer_is_not_wanted() {
  auto runtime = open_asker();
  auto store = runtime.open("Asker");
  app::request open;
  std::vector<enfold_request> cancelled;
  runtime.handle(
      "numberFact", [&](app::request request, std::string_view) { open = std::move(request); },
      [&](enfold_request id) { cancelled.push_back(id); });
  ask(runtime, store, "ask", 7);
  ask(runtime, store, "forget", 7);
  store.wait();
  runtime.pump();
  CHECK_EQUAL(cancelled.size(), 1u);
  CHECK_EQUAL(cancelled[0], open.id());
  THROWS(open.resolve(R"("late")"), ENFOLD_STALE, "");
}

static void handlers_are_destroyed_once() {
  int first = 0, second = 0, third = 0;
  {
    auto runtime = open_asker();
    auto store = runtime.open("Asker");
    app::request open;
    runtime.handle("numberFact", [&, token = test::token(first)](app::request request, std::string_view) {
      open = std::move(request);
    });
    ask(runtime, store, "ask", 7);
    runtime.handle("numberFact", [token = test::token(second)](std::string_view) { return R"("x")"; });
    runtime.pump();
    CHECK_EQUAL(first, 0);  // its request is open
    open.resolve(R"("y")");
    store.wait();
    runtime.pump();
    CHECK_EQUAL(first, 1);
    runtime.unhandle("numberFact");
    runtime.pump();
    CHECK_EQUAL(second, 1);
    runtime.handle(
        "numberFact", [token = test::token(third)](app::request, std::string_view) {},
        [token = test::token(third)](enfold_request) {});
  }
  CHECK_EQUAL(third, 2);
  CHECK_EQUAL(first + second, 2);
}

static void a_request_outlives_its_runtime() {
  app::request open;
  {
    auto runtime = open_asker();
    auto store = runtime.open("Asker");
    runtime.handle("numberFact", [&](app::request request, std::string_view) { open = std::move(request); });
    ask(runtime, store, "ask", 7);
    CHECK(open);
  }
  THROWS(open.fail("late"), ENFOLD_STALE, "");
}

int main() {
  for (const char *each : {"inline", "host"}) {
    loop = each;
    std::cerr << loop << '\n';
    RUN(what_is_returned_is_the_answer);
    RUN(what_is_no_answer_fails_the_request);
    RUN(what_is_thrown_fails_the_request);
    RUN(a_request_that_is_dropped_fails);
    RUN(a_request_is_answered_later_and_elsewhere);
    RUN(streams);
    RUN(who_is_told_that_an_answer_is_not_wanted);
    RUN(handlers_are_destroyed_once);
    RUN(a_request_outlives_its_runtime);
  }
}
