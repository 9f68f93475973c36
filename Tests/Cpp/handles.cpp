// handles.cpp: who owns what: handles that are closed, empty, moved from, given up, or destroyed in another order.
// Results, without exceptions.
#include <type_traits>

#include "check.hpp"

template <class Handle>
constexpr bool is_move_only =
    std::is_nothrow_move_constructible_v<Handle> && std::is_nothrow_move_assignable_v<Handle> &&
    !std::is_copy_constructible_v<Handle> && !std::is_copy_assignable_v<Handle>;
static_assert(is_move_only<enfold::runtime> && is_move_only<enfold::store> && is_move_only<enfold::subscription> &&
              is_move_only<enfold::task> && is_move_only<enfold::callback> && is_move_only<enfold::request> &&
              is_move_only<enfold::string>);
static_assert(std::is_trivially_copyable_v<enfold::store_ref> && std::is_trivially_copyable_v<enfold::plugin>);
static_assert(std::is_convertible_v<enfold::store, enfold::store_ref>);
static_assert(!std::is_convertible_v<enfold::store_ref, enfold::store> && !std::is_convertible_v<enfold::store, bool>);

static long count_of(const enfold::runtime &runtime, const std::string &what) {
  const auto stats = OK(runtime.stats()).str();
  const auto at = stats.find('"' + what + "\":");
  CHECK(at != std::string::npos);
  return std::stol(stats.substr(at + what.size() + 3));
}

static enfold::runtime open_counter() {
  auto runtime = OK(enfold::open_runtime());
  OK(runtime.load(test::plugin("Counter")));
  return runtime;
}

static void destructors_close() {
  auto runtime = open_counter();
  {
    auto store = OK(runtime.open("Counter"));
    auto subscription = OK(store.observe("/count", [](const enfold::event &) {}));
    auto scope = OK(store.scope("/count"));
    auto task = OK(store.task("increment"));
    auto callback = OK(store.callback("void f(void)", "increment"));
    CHECK_EQUAL(count_of(runtime, "stores"), 1);
    CHECK_EQUAL(count_of(runtime, "scopes"), 1);
    CHECK_EQUAL(count_of(runtime, "subscriptions"), 1);
    CHECK_EQUAL(count_of(runtime, "callbacks"), 1);
    {
      const auto moved = std::move(subscription);
    }
    CHECK_EQUAL(count_of(runtime, "subscriptions"), 0);
    scope.reset();
    CHECK_EQUAL(count_of(runtime, "scopes"), 0);
    callback = enfold::callback();
    CHECK_EQUAL(count_of(runtime, "callbacks"), 0);
  }
  CHECK_EQUAL(count_of(runtime, "stores"), 0);
  const enfold::runtime_ref borrowed = runtime;
  runtime.reset();
  FAILS(borrowed.stats(), ENFOLD_STALE, "");
}

static void moving_takes_the_handle_along() {
  auto runtime = open_counter();
  auto first = OK(runtime.open("Counter"));
  auto second = OK(runtime.open("Counter"));
  OK(second.send("setCount", 2));
  const auto id = second.id();
  first = std::move(second);  // closes the first one
  CHECK_EQUAL(first.id(), id);
  CHECK_EQUAL(second.id(), 0u);
  CHECK(!second && first);
  CHECK_EQUAL(count_of(runtime, "stores"), 1);
  auto &same = first;
  first = std::move(same);
  CHECK_EQUAL(OK(first.state("/count")), "2");
}

static void a_handle_that_was_given_up_stays_open() {
  auto runtime = open_counter();
  enfold_store id = 0;
  int heard = 0, destroyed = 0;
  {
    auto store = OK(runtime.open("Counter"));
    OK(store.observe("/count", [&, token = test::token(destroyed)](const enfold::event &) { ++heard; })).release();
    id = store.release();
  }
  OK(enfold::store_ref(id).send("increment"));
  CHECK_EQUAL(heard, 2);
  CHECK_EQUAL(destroyed, 0);
  {
    const enfold::store taken(id);
  }
  CHECK_EQUAL(heard, 3);  // that it was closed
  CHECK_EQUAL(destroyed, 1);
}

static void closed_handles_say_so() {
  auto runtime = open_counter();
  auto store = OK(runtime.open("Counter"));
  auto subscription = OK(store.observe("", [](const enfold::event &) {}));
  auto task = OK(store.task("increment"));
  OK(store.close());
  OK(store.close());
  FAILS(store.send("increment"), ENFOLD_STALE, "enfold_store_send: ");
  FAILS(store.state(), ENFOLD_STALE, "enfold_store_state: ");
  FAILS(store.observe("", [](const enfold::event &) {}), ENFOLD_STALE, "");
  FAILS(store.scope(""), ENFOLD_STALE, "");
  FAILS(store.callback("void f(void)", "increment"), ENFOLD_STALE, "");
  FAILS(store.wait(), ENFOLD_STALE, "");
  OK(subscription.cancel());
  OK(runtime.close());
  OK(runtime.close());
  FAILS(runtime.open("Counter"), ENFOLD_STALE, "");
  FAILS(task.wait(), ENFOLD_STALE, "");
  CHECK_EQUAL(task.status(), ENFOLD_STALE);
}

static void empty_handles_say_so() {
  int destroyed = 0;
  const enfold::runtime runtime;
  const enfold::store store;
  const enfold::task task;
  enfold::request request;
  FAILS(runtime.open("Counter"), ENFOLD_BAD_HANDLE, "enfold_store_open: ");
  FAILS(runtime.load("nowhere.so"), ENFOLD_BAD_HANDLE, "");
  FAILS(runtime.handle("name", [token = test::token(destroyed)](std::string_view) {}), ENFOLD_BAD_HANDLE, "");
  FAILS(runtime.log(ENFOLD_LOG_INFO, [token = test::token(destroyed)](std::int32_t, std::string_view) {}),
        ENFOLD_BAD_HANDLE, "");
  FAILS(runtime.trace([token = test::token(destroyed)](std::string_view) {}), ENFOLD_BAD_HANDLE, "");
  FAILS(runtime.end_trace(1), ENFOLD_BAD_HANDLE, "");
  FAILS(store.send("increment"), ENFOLD_BAD_HANDLE, "");
  FAILS(store.close(), ENFOLD_BAD_HANDLE, "");
  FAILS(store.observe("", [token = test::token(destroyed)](const enfold::event &) {}), ENFOLD_BAD_HANDLE, "");
  FAILS(task.on_end([token = test::token(destroyed)](const enfold::result<void> &) {}), ENFOLD_BAD_HANDLE, "");
  CHECK_EQUAL(destroyed, 5);
  FAILS(enfold::subscription().cancel(), ENFOLD_BAD_HANDLE, "");
  FAILS(enfold::callback().close(), ENFOLD_BAD_HANDLE, "");
  CHECK(enfold::callback().function<void()>() == nullptr);
  FAILS(request.resolve(1), ENFOLD_BAD_HANDLE, "");
  FAILS(request.fail("no"), ENFOLD_BAD_HANDLE, "");
}

static void any_order_of_the_end() {
  for (const bool runtime_first : {false, true}) {
    auto runtime = open_counter();
    OK(runtime.load(test::test_plugin("Timers")));
    auto store = OK(runtime.open("Timers"));
    int destroyed = 0;
    auto subscription = OK(store.observe("", [token = test::token(destroyed)](const enfold::event &) {}));
    auto task = OK(store.task("start")); // it has no end of its own
    OK(task.on_end([token = test::token(destroyed)](const enfold::result<void> &ended) {
      CHECK_EQUAL(ended.error().code(), ENFOLD_CANCELLED);
    }));
    if (runtime_first) runtime.reset();
    store.reset();
    CHECK_EQUAL(destroyed, 2);
    task.reset();
    subscription.reset();
    CHECK_EQUAL(destroyed, 2);
  }
}

static void errors_say_what_and_where() {
  auto runtime = open_counter();
  auto store = OK(runtime.open("Counter"));
  const auto failed = store.send(R"({"setCount":"x"})");
  CHECK(!failed);
  CHECK_EQUAL(failed.error().code(), ENFOLD_BAD_ACTION);
  CHECK_EQUAL(failed.error().offset().value(), 12u);
  CHECK_CONTAINS(failed.error().message(), "setCount");
  FAILS(store.send(""), ENFOLD_BAD_JSON, "");
  FAILS(store.send("{"), ENFOLD_BAD_JSON, "");
  FAILS(store.send("noSuchAction"), ENFOLD_BAD_ACTION, "known: increment");
  FAILS(store.send("set\"Count", 1), ENFOLD_BAD_ACTION, "");
  FAILS(store.send(static_cast<const char *>(nullptr)), ENFOLD_INVALID, "");
  FAILS(store.state("count"), ENFOLD_BAD_POINTER, "");
  FAILS(store.observe("/none", [](const enfold::event &) {}), ENFOLD_BAD_POINTER, "none");
  FAILS(store.observe("", [](const enfold::event &) {}, R"({"colour":1})"), ENFOLD_INVALID, "colour");
  FAILS(runtime.open("Counter", R"({"state":{"count":"x"}})"), ENFOLD_BAD_STATE, "");
  FAILS(runtime.open(std::string_view("Cou\0nter", 8)), ENFOLD_INVALID, "the name of the feature contains U+0000");
  CHECK_EQUAL(runtime.open(std::string_view("Cou\0nter", 8)).error().offset().value(), 3u);
  FAILS(runtime.load(std::string_view("\0", 1)), ENFOLD_INVALID, "the path contains U+0000");
  FAILS(runtime.shared(std::string_view("\0", 1)), ENFOLD_INVALID, "the key contains U+0000");
  FAILS(runtime.handle(std::string_view("\0", 1), [](std::string_view) {}), ENFOLD_INVALID, "U+0000");
  FAILS(store.callback(std::string_view("\0", 1), "increment"), ENFOLD_INVALID, "U+0000");
  FAILS(enfold::quote("\xff"), ENFOLD_INVALID, "UTF-8");
  FAILS(enfold::apply_patch("", "[]"), ENFOLD_BAD_JSON, "document");
  FAILS(enfold::apply_patch("[]", R"([{"op":"remove","path":"/0"}])"), ENFOLD_INVALID, "operation 0 (remove)");
  FAILS(enfold::open_runtime(R"({"loop":"none"})"), ENFOLD_INVALID, "loop");
  CHECK_EQUAL(OK(store.revision()), 0u);
}

static void results() {
  enfold::result<int> five = 5;
  const enfold::result<int> none = enfold::error(ENFOLD_IO, "no disc");
  CHECK_EQUAL(*five, 5);
  CHECK_EQUAL(five.error().code(), ENFOLD_OK);
  CHECK_EQUAL(enfold::result<void>().error().message(), std::string("done"));
  CHECK_EQUAL(std::move(five).value_or(6), 5);
  CHECK_EQUAL(enfold::result<int>(none).value_or(6), 6);
  CHECK_EQUAL(none.error().name(), std::string_view("ENFOLD_IO"));
  CHECK(!none.error().offset());
  enfold::result<enfold::string> text = enfold::quote("a");
  CHECK_EQUAL(text->size(), 3u);
  const enfold::string taken = *std::move(text);
  CHECK_EQUAL(taken.view(), R"("a")");
  static_assert(sizeof(enfold::store) == sizeof(enfold_store));
}

int main() {
  RUN(destructors_close);
  RUN(moving_takes_the_handle_along);
  RUN(a_handle_that_was_given_up_stays_open);
  RUN(closed_handles_say_so);
  RUN(empty_handles_say_so);
  RUN(any_order_of_the_end);
  RUN(errors_say_what_and_where);
  RUN(results);
}
