// coroutines.cpp: `co_await` of tasks: their end, failure and cancellation; coroutines that are destroyed.
// C++20; both faces.
#include <poll.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"

#ifndef ENFOLD_COROUTINES
#error "this test needs coroutines"
#endif

namespace app = enfold::throwing;

static app::runtime open_counter(const char *loop) {
  auto runtime = app::open_runtime({.loop = loop});
  runtime.load(test::plugin("Counter"));
  runtime.load(test::test_plugin("Asker"));
  return runtime;
}

/// Runs the loop of a host until something is true. The end of a task may come after the store is idle.
template <class Condition>
static void pump_until(const app::runtime &runtime, Condition &&condition) {
  pollfd work = {runtime.fd(), POLLIN, 0};
  while (!condition()) {
    CHECK_EQUAL(poll(&work, 1, 60000), 1);
    runtime.pump();
  }
}

static void a_task_is_awaited() {
  auto runtime = open_counter("host");
  auto store = runtime.open("Counter");
  std::string log;
  [](app::store_ref store, std::string &log) -> enfold::fire_and_forget {
    log += "begun ";
    co_await store.task("setCount", 6);
    log += "set ";
    co_await store.task("factTapped");
    log += store.state("/fact");
    THROWS(store.wait(), ENFOLD_REENTRANT, "");  // it is where observers run
  }(store, log);
  CHECK_EQUAL(log, "begun set ");
  pump_until(runtime, [&] { return log.size() > 10; });
  CHECK_EQUAL(log, R"(begun set "6 is divisible by 2, 3, 6")");
  CHECK_CONTAINS(runtime.stats().str(), "\"tasks\":0");
}

static void failures_are_thrown_and_returned() {
  auto runtime = open_counter("host");
  auto store = runtime.open("Asker");
  std::string log;
  runtime.handle("numberFact", [](std::string_view) -> std::string { throw std::runtime_error("no facts"); });
  [](app::store_ref store, std::string &log) -> enfold::fire_and_forget {
    try {
      co_await store.task("ask", 7);
    } catch (const enfold::error &error) {
      log += std::string(error.name()) + ' ' + error.what();
    }
    const auto ended = co_await *enfold::store_ref(store.id()).task("ask", 7);
    log += ended ? " and no error" : std::string(" and ") + ended.error().name();
  }(store, log);
  pump_until(runtime, [&] { return log.find(" and ") != std::string::npos; });
  CHECK_CONTAINS(log, "ENFOLD_FAILED ");
  CHECK_CONTAINS(log, "no facts");
  CHECK_CONTAINS(log, " and ENFOLD_FAILED");
}

static void closing_the_store_ends_the_wait() {
  for (const char *loop : {"inline", "host"}) {
    auto runtime = open_counter(loop);
    auto store = runtime.open("Asker");
    app::request open;
    runtime.handle("numberFact", [&](app::request request, std::string_view) { open = std::move(request); });
    enfold_status status = ENFOLD_OK;
    [](app::store_ref store, enfold_status &status) -> enfold::fire_and_forget {
      try {
        co_await store.task("ask", 7);
      } catch (const enfold::error &error) {
        status = error.code();
      }
    }(store, status);
    runtime.pump();
    CHECK_EQUAL(status, ENFOLD_OK);
    store.close();
    CHECK_EQUAL(status, ENFOLD_CANCELLED);
  }
}

static void a_task_that_cannot_be_awaited_says_so() {
  enfold_status status = ENFOLD_OK;
  [](enfold_status &status) -> enfold::fire_and_forget {
    const enfold::task none;
    const auto ended = co_await none;
    status = ended.error().code();
  }(status);
  CHECK_EQUAL(status, ENFOLD_BAD_HANDLE);
}

// A coroutine that may be destroyed while it waits.
struct owned_coroutine {
  struct promise_type {
    owned_coroutine get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static void a_coroutine_is_destroyed_while_it_waits() {
  auto runtime = open_counter("host");
  auto store = runtime.open("Asker");
  app::request open;
  runtime.handle("numberFact", [&](app::request request, std::string_view) { open = std::move(request); });
  int destroyed = 0;
  bool has_gone_on = false;
  const auto coroutine = [](app::store_ref store, int &destroyed, bool &has_gone_on) -> owned_coroutine {
    const test::token token(destroyed);
    co_await store.task("ask", 7);
    has_gone_on = true;
  }(store, destroyed, has_gone_on);
  runtime.pump();  // the handler is called
  coroutine.handle.destroy();
  CHECK_EQUAL(destroyed, 1);
  CHECK_CONTAINS(runtime.stats().str(), "\"tasks\":0");
  open.resolve(R"("late")");
  store.wait();
  CHECK_EQUAL(store.state("/facts"), R"(["late"])");
  CHECK(!has_gone_on);
}

static int caught = 0;

static void what_leaves_a_coroutine_reaches_the_handler() {
  enfold::set_exception_handler([](std::exception_ptr) noexcept { ++caught; });
  auto runtime = open_counter("host");
  auto store = runtime.open("Counter");
  [](app::store_ref store) -> enfold::fire_and_forget {
    co_await store.task("factTapped");
    throw std::runtime_error("oops");
  }(store);
  pump_until(runtime, [] { return caught > 0; });
  CHECK_EQUAL(caught, 1);
  enfold::set_exception_handler(nullptr);
}

static void a_coroutine_ends_with_its_store() {
  auto runtime = open_counter("host");
  auto store = runtime.open("Asker");
  std::vector<app::request> open;
  runtime.handle("numberFact", [&](app::request request, std::string_view) { open.push_back(std::move(request)); });
  int destroyed = 0;
  for (const bool is_caught : {false, true}) {
    [](app::store_ref store, int &destroyed, bool is_caught) -> enfold::fire_and_forget {
      const test::token token(destroyed);
      try {
        co_await store.task("ask", 7);
      } catch (const enfold::error &) {
        if (!is_caught) throw;
      }
      store.send("stop");
    }(store, destroyed, is_caught);
  }
  runtime.pump();
  CHECK_EQUAL(destroyed, 0);
  store.close();
  CHECK_EQUAL(destroyed, 2);
}

static void many_threads() {
  auto runtime = open_counter("inline");
  auto store = runtime.open("Counter");
  std::atomic<int> ended{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; round++) {
        [](app::store_ref store, std::atomic<int> &ended) -> enfold::fire_and_forget {
          co_await store.task("increment");
          co_await store.task("decrement");
          ++ended;
        }(store, ended);
      }
    });
  }
  for (auto &thread : threads) thread.join();
  store.wait();
  CHECK_EQUAL(ended.load(), 800);
  CHECK_EQUAL(store.state("/count"), "0");
}

int main() {
  RUN(a_task_is_awaited);
  RUN(failures_are_thrown_and_returned);
  RUN(closing_the_store_ends_the_wait);
  RUN(a_task_that_cannot_be_awaited_says_so);
  RUN(a_coroutine_is_destroyed_while_it_waits);
  RUN(what_leaves_a_coroutine_reaches_the_handler);
  RUN(a_coroutine_ends_with_its_store);
  RUN(many_threads);
}
