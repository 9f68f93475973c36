// observers.cpp: how long observers live, what they may do while they run, and what becomes of their exceptions.
// Throwing face.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"

namespace app = enfold::throwing;

static app::runtime open_counter(const char *loop = "inline") {
  enfold::runtime_options options;
  options.loop = loop;
  auto runtime = app::open_runtime(options);
  runtime.load(test::plugin("Counter"));
  return runtime;
}

// Lifetimes

static void an_observer_lives_as_long_as_its_subscription() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  int destroyed = 0, heard = 0;
  {
    const auto subscription =
        store.observe("/count", [&, token = test::token(destroyed)](const enfold::event &) { ++heard; });
    store.send("increment");
    CHECK_EQUAL(heard, 2);
    CHECK_EQUAL(destroyed, 0);
  }
  CHECK_EQUAL(destroyed, 1);
  store.send("increment");
  CHECK_EQUAL(heard, 2);
}

static void an_observer_of_a_host_loop_is_destroyed_by_the_pump() {
  auto runtime = open_counter("host");
  auto store = runtime.open("Counter");
  int destroyed = 0;
  auto subscription = store.observe("/count", [token = test::token(destroyed)](const enfold::event &) {});
  std::thread([&] { subscription.reset(); }).join();
  CHECK_EQUAL(destroyed, 0);
  runtime.pump();
  CHECK_EQUAL(destroyed, 1);
}

static void an_observer_that_is_refused_is_destroyed() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  int destroyed = 0;
  THROWS(store.observe("/none", [token = test::token(destroyed)](const enfold::event &) {}), ENFOLD_BAD_POINTER,
         "none");
  CHECK_EQUAL(destroyed, 1);
  THROWS(store.observe_actions([token = test::token(destroyed)](const enfold::event &) {}, R"({"phase":"later"})"),
         ENFOLD_INVALID, "phase");
  CHECK_EQUAL(destroyed, 2);
}

static void all_kinds_of_callables() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  static int heard = 0;
  struct by_value {
    void operator()(enfold::event) { ++heard; }
  };
  const auto function = +[](const enfold::event &) { ++heard; };
  const std::function<void(const enfold::event &)> any = function;
  auto owner = std::make_unique<int>(1);
  const auto a = store.observe("", function);
  const auto b = store.observe("", by_value());
  const auto c = store.observe("", any);
  const auto d = store.observe("", [owner = std::move(owner)](const auto &) mutable { heard += (*owner)++; });
  CHECK_EQUAL(heard, 4);
  store.send("increment");
  CHECK_EQUAL(heard, 9);
}

static void events_tell_everything() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  std::string log;
  enfold::observe_options options;
  options.patch = options.action = true;
  auto subscription = store.observe(
      "/count",
      [&](const enfold::event &event) {
        if (event.initial()) log += "initial ";
        if (event.changed()) log += "changed ";
        if (event.removed()) log += "removed ";
        if (event.pulse() || event.is_mutation()) log += "? ";
        if (event.closed()) log += "closed ";
        log += event.pointer();
        log += ' ' + std::to_string(event.revision()) + ' ' + std::string(event.value()) + std::string(event.patch()) +
               std::string(event.action()) + '|';
        CHECK_EQUAL(event.store(), store.id());
        CHECK_EQUAL(event.raw().flags, event.flags());
        CHECK(event.value<std::string>().has_value() == !event.closed());
      },
      options);
  store.send("increment");
  store.close();
  CHECK_EQUAL(log, R"(initial /count 0 0[{"op":"replace","path":"","value":0}]|)"
                   R"(changed /count 1 1[{"op":"replace","path":"","value":1}]{"increment":{}}|closed /count 1 |)");
}

// Observers that act

static void an_observer_closes_what_calls_it() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  int destroyed = 0, heard = 0;
  app::subscription itself;
  itself = store.observe("/count", [&, token = test::token(destroyed)](const enfold::event &event) {
    ++heard;
    if (!event.initial()) itself.reset();
    CHECK_EQUAL(destroyed, 0);  // not while it runs
  });
  store.send("increment");
  store.send("increment");
  CHECK_EQUAL(heard, 2);
  CHECK_EQUAL(destroyed, 1);

  const auto by_id = store.observe("/count", [&](const enfold::event &event) {
    ++heard;
    app::subscription_ref(event.subscription()).cancel();
  });
  store.send("increment");
  CHECK_EQUAL(heard, 3);

  const auto closing = store.observe("/count", [&, token = test::token(destroyed)](const enfold::event &event) {
    if (event.changed()) store.reset();
    if (event.closed()) CHECK_EQUAL(heard++, 3);
  });
  store.send("increment");
  CHECK_EQUAL(heard, 4);
  CHECK_EQUAL(destroyed, 2);

  auto other = runtime.open("Counter");
  const auto ending = other.observe("/count", [&, token = test::token(destroyed)](const enfold::event &event) {
    if (event.changed()) runtime.reset();
  });
  other.send("increment");
  CHECK_EQUAL(destroyed, 3);
  THROWS(other.send("increment"), ENFOLD_STALE, "");
}

static void an_observer_sends_and_may_not_wait() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  std::string log;
  const auto subscription = store.observe("/count", [&](const enfold::event &event) {
    log += event.value();
    const app::store_ref same(event.store());
    CHECK_EQUAL(same.state("/count"), event.value());
    if (event.value() == "1") CHECK_EQUAL(same.send("increment"), ENFOLD_QUEUED);
    THROWS(same.wait(), ENFOLD_REENTRANT, "");
  });
  store.send("increment");
  CHECK_EQUAL(log, "012");
}

// Exceptions

static int caught = 0;

static void exceptions_reach_the_handler_and_no_caller() {
  const auto before = enfold::set_exception_handler([](std::exception_ptr exception) noexcept {
    try {
      std::rethrow_exception(exception);
    } catch (const std::runtime_error &error) {
      CHECK_EQUAL(std::string(error.what()), "oops");
      ++caught;
    }
  });
  CHECK(before == nullptr);
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  int heard = 0;
  const auto throwing = store.observe("/count", [](const enfold::event &) { throw std::runtime_error("oops"); });
  const auto other = store.observe("/count", [&](const enfold::event &) { ++heard; });
  CHECK_EQUAL(store.send("increment"), ENFOLD_OK);
  CHECK_EQUAL(caught, 2);
  CHECK_EQUAL(heard, 2);
  CHECK_EQUAL(store.state("/count"), "1");

  const auto task = store.task("increment");
  task.on_end([](const enfold::result<void> &) { throw std::runtime_error("oops"); });
  CHECK_EQUAL(caught, 4);
  runtime.log(ENFOLD_LOG_DEBUG, [](std::int32_t, std::string_view) { throw std::runtime_error("oops"); });
  THROWS(store.send("nothing"), ENFOLD_BAD_ACTION, "");
  CHECK(caught >= 4);
  store.close();
  CHECK(enfold::set_exception_handler(nullptr) != nullptr);
}

/// What this program does when it is run with an argument.
[[noreturn]] static void throw_in_an_observer() {
  std::set_terminate([] {
    try {
      std::rethrow_exception(std::current_exception());
    } catch (const std::exception &exception) {
      std::_Exit(std::string_view(exception.what()) == "oops" ? 42 : 1);
    }
  });
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  const auto subscription = store.observe("", [](const enfold::event &) { throw std::runtime_error("oops"); });
  std::_Exit(2);
}

static void without_a_handler_an_exception_ends_the_program() {
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "observers", "throw", static_cast<char *>(nullptr));
    _exit(3);
  }
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQUAL(WEXITSTATUS(status), 42);
}

static void what_a_function_throws_on_the_way_passes_through() {
  struct broken {
    std::string dump() const { throw std::domain_error("no JSON"); }
    static broken parse(std::string_view) { return {}; }
  };
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  bool has_thrown = false;
  try {
    store.send(broken());
  } catch (const std::domain_error &) {
    has_thrown = true;
  }
  CHECK(has_thrown);
  CHECK_EQUAL(store.revision(), 0u);
}

// Threads

static void many_threads() {
  auto runtime = open_counter();
  auto store = runtime.open("Counter");
  constexpr int threads = 4, rounds = 500;
  int destroyed = 0;
  std::atomic<int> heard{0};
  const auto all = store.observe("/count", [&](const enfold::event &) { ++heard; }, R"({"initial":false})");
  std::vector<std::thread> running;
  std::vector<int> counts(threads, 0);
  for (int thread = 0; thread < threads; thread++) {
    running.emplace_back([&store, &count = counts[static_cast<std::size_t>(thread)]] {
      for (int round = 0; round < rounds; round++) {
        // What an observer uses lives as long as the observer, which may run on another thread when this one ends.
        auto own = std::make_shared<std::atomic<int>>(0);
        {
          const auto subscription = store.observe("/count", [own](const enfold::event &) { ++*own; });
          store.send("increment");
        }
        store.send("decrement");
        count++;
      }
    });
  }
  for (auto &thread : running) thread.join();
  store.wait();
  for (const int count : counts) CHECK_EQUAL(count, rounds);
  CHECK_EQUAL(store.revision(), 2u * threads * rounds);
  CHECK_EQUAL(heard.load(), 2 * threads * rounds);
  CHECK_EQUAL(store.state("/count"), "0");
  const auto last = store.observe("/count", [token = test::token(destroyed)](const enfold::event &) {});
  std::thread([&] { store.close(); }).join();
  CHECK_EQUAL(destroyed, 1);
}

int main(int count, char **) {
  if (count > 1) throw_in_an_observer();
  RUN(without_a_handler_an_exception_ends_the_program);
  RUN(an_observer_lives_as_long_as_its_subscription);
  RUN(an_observer_of_a_host_loop_is_destroyed_by_the_pump);
  RUN(an_observer_that_is_refused_is_destroyed);
  RUN(all_kinds_of_callables);
  RUN(events_tell_everything);
  RUN(an_observer_closes_what_calls_it);
  RUN(an_observer_sends_and_may_not_wait);
  RUN(exceptions_reach_the_handler_and_no_caller);
  RUN(what_a_function_throws_on_the_way_passes_through);
  RUN(many_threads);
}
