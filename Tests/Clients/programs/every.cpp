// Drives each plugin through its client. Arguments: a folder of plugins, another one.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "ccounter.hpp"
#include "counter.hpp"
#include "forms.hpp"
#include "primetime.hpp"
#include "reactables.hpp"
#include "textboard.hpp"
#include "todos.hpp"

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " << #condition << std::endl; \
      std::exit(1);                                                               \
    }                                                                             \
  } while (0)

namespace app = enfold::throwing;

static std::vector<std::string> folders;

static app::runtime load(const std::string &name) {
  auto runtime = app::open_runtime(R"({"loop":"host"})");
  for (const auto &folder : folders) {
    if (enfold::runtime_ref(runtime.id()).load(folder + "/lib" + name + ".so")) break;
  }
  return runtime;
}

static void count() {
  auto runtime = load("Counter");
  auto store = enfold::open<counter::Counter>(runtime);
  using counter::CounterAction, counter::CounterState;
  std::vector<std::int64_t> seen;
  auto shown = store.observe(&CounterState::count, [&](std::int64_t count) { seen.push_back(count); });
  store.send(CounterAction::Increment{});
  store.send(CounterAction::SetCount{INT64_MAX});
  CHECK((seen == std::vector<std::int64_t>{0, 1, INT64_MAX}));
  auto task = store.task(CounterAction::FactTapped{});
  store.wait();
  CHECK(store.wait_for(std::chrono::hours(1)));
  const CounterState state = store.state();
  CHECK(state.count == INT64_MAX && !state.isLoading && state.fact);
  CHECK(store.flush() == ENFOLD_OK && store.end());
  CHECK(enfold::store_ref(store.untyped().id()).revision().error().code() == ENFOLD_STALE);
}

static void list_todos() {
  auto runtime = load("Todos");
  auto store = enfold::open<todos::Todos>(runtime);
  using todos::LoadedResult, todos::Todo, todos::TodosAction, todos::TodosState;
  const auto first = enfold::at(&TodosState::items).where(&Todo::id, 1);
  CHECK((first / &Todo::title).pointer() == "/items/id=1/title");
  std::size_t size = 99;
  auto shown = store.observe(&TodosState::items, [&](const std::vector<Todo> &items) { size = items.size(); });
  CHECK(size == 0);
  store.send(TodosAction::Add{"milk \"fresh\"\n\xc3\xa4"});
  CHECK(size == 1 && store.get(first / &Todo::title) == "milk \"fresh\"\n\xc3\xa4");
  std::optional<std::string> title;
  bool is_removed = false;
  auto titled = store.observe(first / &Todo::title, [&](std::optional<std::string> now, const enfold::event &event) {
    title = std::move(now);
    is_removed = event.removed();
  });
  CHECK(store.send_batch({TodosAction::Rename{1, "tea"}, TodosAction::SetFilter{todos::Filter::active}}) == 2);
  CHECK(title == "tea" && store.get(&TodosState::filter) == todos::Filter::active);
  const TodosState kept = store.state();
  CHECK(kept.items.size() == 1 && kept.nextID == 2 && !kept.error);
  store.send(TodosAction::Loaded{LoadedResult::Success{{{4, "x", true}}}});
  CHECK(is_removed && !title && store.state().items[0].isDone);
  store.send(TodosAction::Loaded{LoadedResult::Failure{"no such file"}});
  CHECK(store.state().error == "no such file");
  store.restore(kept);
  CHECK(store.untyped().state() == enfold::to_json(kept));

  // With a tag.
  std::string tags;
  const auto tagging =
      store.untyped().observe_actions([&](const enfold::event &event) { tags += std::string(event.tag()) + ' '; });
  const auto ada = store.tagged("ada");
  CHECK(ada.send(TodosAction::Add{"rye"}) == ENFOLD_OK);
  ada.task(TodosAction::ClearCompleted{}).wait();
  store.send(TodosAction::ClearCompleted{});
  CHECK(tags == "ada ada  " && store.state().items.back().title == "rye");

  // Without exceptions.
  auto other = enfold::open<todos::Todos>(enfold::runtime_ref(runtime.id()));
  CHECK(other && other->send(TodosAction::Add{"a"}) && other->state()->items[0].title == "a");
  CHECK(!enfold::open<counter::Counter>(enfold::runtime_ref(runtime.id())));
  CHECK(other->tagged("ada").send(TodosAction::Add{"b"}) && other->state()->items.size() == 2);
  CHECK(other->flush() && *other->end() && !other->state());

  // What is no state is refused, with its place.
  const auto refused = enfold::from_json<TodosState>(R"({"items":[{"id":1}]})");
  CHECK(!refused && refused.error().code() == ENFOLD_BAD_STATE && refused.error().offset());
  CHECK(std::string(refused.error().what()) == "\"title\" is missing at /items/0");
  CHECK(!enfold::from_json<TodosState>("{\"items\":[1}") && !enfold::from_json<TodosState>("{} x"));
  CHECK(enfold::from_json<TodosState>(R"({"new":{"a":[1,{}]}})"));
}

static void check_primes() {
  auto runtime = load("PrimeTime");
  auto store = enfold::open<primetime::PrimeTime>(runtime);
  using namespace primetime;
  for (int index = 0; index < 3; ++index) {
    store.send(PrimeTimeAction::CounterView{CounterViewAction::Counter{CounterAction::IncrTapped{}}});
  }
  store.send(PrimeTimeAction::CounterView{CounterViewAction::Counter{CounterAction::IsPrimeTapped{}}});
  store.send(PrimeTimeAction::CounterView{CounterViewAction::PrimeModal{PrimeModalAction::SaveFavoritePrimeTapped{}}});
  const PrimeTimeState state = store.state();
  CHECK(state.count == 3 && state.favoritePrimes == std::vector<std::int64_t>{3});
  const auto *added = std::get_if<ActivityType::AddedFavoritePrime>(&state.activityFeed[0].type.value);
  CHECK(added != nullptr && added->value == 3 && state.primeCheck && state.primeCheck->isPrime);
  CHECK(store.get(enfold::at(&PrimeTimeState::primeCheck, &PrimeCheck::isPrime)));
}

static void write_text() {
  auto runtime = load("TextBoard");
  auto store = enfold::open<textboard::TextBoard>(runtime);
  using namespace textboard;
  store.send(TextBoardAction::Field{FieldAction::InputField{"abc"}});
  CHECK(store.get(enfold::at(&TextBoardState::field, &FieldState::capitalizedString)) == "ABC");
  store.send(TextBoardAction::Settings{SettingsAction::DidTapButton{}});
  CHECK(store.state().settings.backgroundColor);
}

static void react() {
  auto runtime = load("Reactables");
  auto store = enfold::open<reactables::ListReactable>(runtime);
  store.send(reactables::ListReactableAction::Add{3});
  CHECK(store.get(&reactables::ListReactableState::list).back().id == 3);
  auto number = enfold::open<reactables::CounterReactable>(runtime);
  number.send(reactables::CounterReactableAction::Increase{});
  CHECK(number.state().count == 1);
}

static void count_in_c() {
  auto runtime = load("ccounter");
  auto store = enfold::open<ccounter::CCounter>(runtime);
  store.send(enfold::raw_json{R"({"add":5})"});  // it has no schema of its actions
  CHECK(store.get(&ccounter::CCounterState::count) == 5);
}

static void take_every_form() {
  auto runtime = load("Forms");
  auto store = enfold::open<forms::Forms>(runtime);
  using namespace forms;
  const FormsState state = store.state();
  CHECK(state.int8 == INT8_MIN && state.int16 == INT16_MIN && state.int32 == INT32_MIN && state.int64 == INT64_MIN);
  CHECK(state.uint8 == UINT8_MAX && state.uint16 == UINT16_MAX && state.uint32 == UINT32_MAX);
  CHECK(state.uint64 == UINT64_MAX && std::isnan(state.notANumber) && std::isinf(state.infinite));
  CHECK(state.text.size() == 19 && state.double_ == 0.1 && state.class_ == 1 && state.color == Color::deepBlue);
  const auto &hidden = std::get<Mood::Hidden>(state.moods[4].value);
  CHECK(std::holds_alternative<Mood::Calm>(hidden.value->value) && state.level == 10);
  CHECK(!state.noPoint && state.somePoint->y == 2 && !state.maybes[1] && state.nested[2].size() == 2);
  CHECK(state.counts.at("b c") == 2 && state.points.at("p/q").x == 3 && state.rows[0].rows[0].id == 8);
  CHECK(state.anything.text == R"({"a":[1,null,"x"]})");
  CHECK(store.get(enfold::at(&FormsState::points).key("p/q") / &Point::x) == 3);

  // What is read may be sent, and is the same.
  const std::string before = store.untyped().state().str();
  store.send(FormsAction::Move{5, 6});
  CHECK((store.get(&FormsState::numbers) == std::vector<std::int64_t>{5, 6}));
  store.send(FormsAction::Replace{state});
  CHECK(store.untyped().state() == before);

  store.send(FormsAction::Place{1, 2.5, std::nullopt});
  CHECK(store.state().flag && store.state().double_ == 2.5);
  store.send(FormsAction::Place{1, std::numeric_limits<double>::quiet_NaN(), false});
  CHECK(!store.state().flag && std::isnan(store.state().double_));
  FormsAction::Rename rename;
  rename.from = "here";
  rename.class_ = "there";
  store.send(rename);
  CHECK(store.state().größe == 5 && !store.state().someText && store.state().from == "here");
  store.send(FormsAction::SetMood{Mood::Torn{Color::deepBlue, std::nullopt}});
  CHECK(std::get<Mood::Torn>(store.state().mood.value).between == Color::deepBlue);
  store.send(FormsAction::Rows{RowsAction::Element{7, RowAction::Rename{"new"}}});
  CHECK(store.state().rows[0].name == "new");
  FormsAction::Twice both{FormsAction(FormsAction::Move{1, 1}), FormsAction(FormsAction::SetColor{Color::default_})};
  store.send(FormsAction::Again{FormsAction(both)});
  CHECK(store.state().color == Color::default_ && store.state().numbers[0] == 1);

  enfold::handle<Forms::Length>(runtime, [](const Point &point) { return std::hypot(point.x, point.y); });
  enfold::handle<Forms::Import>(runtime, [](auto request, std::int64_t count) {
    for (std::int64_t number = 0; number < count; ++number) CHECK(request.emit(number));
    request.resolve();
  });
  store.send(FormsAction::Measure{Point{3, 4}});
  store.send(FormsAction::Count{2});
  store.wait();
  CHECK(store.state().double_ == 5 && store.state().numbers.back() == 1);
}

int main(int argc, char **argv) {
  folders.assign(argv + 1, argv + argc);
  count();
  list_todos();
  check_primes();
  write_text();
  react();
  count_in_c();
  take_every_form();
  std::cout << "ok" << std::endl;
}
