/// Typed client of the plugin org.enfold.todos 1.0.0.
///
/// Features: Todos.
/// Made by `enfold gen cpp libTodos.so`. Do not edit: make it again.
#ifndef TODOS_HPP
#define TODOS_HPP

#include <enfold/typed.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace todos {

enum class Filter {
  all,
  active,
  completed,
};

struct Todo {
  std::int64_t id = 0;
  std::string title;
  bool isDone = false;
};

struct TodosState {
  std::vector<Todo> items;
  Filter filter{};
  bool isLoading = false;
  std::optional<std::string> error;
  std::int64_t nextID = 0;
};

struct LoadedResultCases {
  struct Success {
    std::vector<Todo> value;
  };
  struct Failure {
    std::string message;
  };
};

struct LoadedResult : LoadedResultCases {
  using Cases = std::variant<Success, Failure>;

  LoadedResult() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  LoadedResult(Case given) : value(std::move(given)) {}

  Cases value;
};

struct TodosActionCases {
  struct Load {
    std::string path;
  };
  struct Loaded {
    LoadedResult value;
  };
  struct Add {
    std::string title;
  };
  struct Toggle {
    std::int64_t id = 0;
  };
  struct Rename {
    std::int64_t id = 0;
    std::string title;
  };
  struct Delete {
    std::int64_t id = 0;
  };
  struct SetFilter {
    Filter value{};
  };
  struct ClearCompleted {};
};

struct TodosAction : TodosActionCases {
  using Cases = std::variant<Load, Loaded, Add, Toggle, Rename, Delete, SetFilter, ClearCompleted>;

  TodosAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  TodosAction(Case given) : value(std::move(given)) {}

  Cases value;
};

/// The feature `Todos`: `enfold::open<todos::Todos>(runtime)`.
struct Todos {
  using State = TodosState;
  using Action = TodosAction;
  static constexpr const char *name = "org.enfold.todos/Todos";
};

// How these types are written as JSON.

constexpr auto json_names(const Filter *) {
  return std::array<enfold::name_form<Filter>, 3>{{
      {Filter::all, "all"},
      {Filter::active, "active"},
      {Filter::completed, "completed"},
  }};
}

constexpr auto json_members(const Todo *) {
  return std::make_tuple(
      enfold::member("id", &Todo::id),
      enfold::member("title", &Todo::title),
      enfold::defaulted("isDone", &Todo::isDone));
}

constexpr auto json_members(const TodosState *) {
  return std::make_tuple(
      enfold::defaulted("items", &TodosState::items),
      enfold::defaulted("filter", &TodosState::filter),
      enfold::defaulted("isLoading", &TodosState::isLoading),
      enfold::defaulted("error", &TodosState::error),
      enfold::defaulted("nextID", &TodosState::nextID));
}

constexpr auto json_cases(const LoadedResult *) {
  using C = LoadedResult;
  return std::make_tuple(
      enfold::case_of_value<C::Success>("success", &C::Success::value),
      enfold::case_of_fields<C::Failure>("failure", enfold::member("message", &C::Failure::message)));
}

constexpr auto json_cases(const TodosAction *) {
  using C = TodosAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Load>("load", enfold::member("path", &C::Load::path)),
      enfold::case_of_value<C::Loaded>("loaded", &C::Loaded::value),
      enfold::case_of_fields<C::Add>("add", enfold::member("title", &C::Add::title)),
      enfold::case_of_fields<C::Toggle>("toggle", enfold::member("id", &C::Toggle::id)),
      enfold::case_of_fields<C::Rename>("rename", enfold::member("id", &C::Rename::id),
                                        enfold::member("title", &C::Rename::title)),
      enfold::case_of_fields<C::Delete>("delete", enfold::member("id", &C::Delete::id)),
      enfold::case_of_value<C::SetFilter>("setFilter", &C::SetFilter::value),
      enfold::case_of<C::ClearCompleted>("clearCompleted"));
}

}  // namespace todos

#endif
