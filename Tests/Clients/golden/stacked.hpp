/// Typed client of the plugin org.enfold.tests.stacked 1.0.0.
///
/// Features: Stacked.
/// Made by `enfold gen cpp libStacked.so`. Do not edit: make it again.
#ifndef STACKED_HPP
#define STACKED_HPP

#include <enfold/typed.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace stacked {

struct FolderState {
  std::string name;
};

struct NoteState {
  std::string text;
};

struct PathStateCases {
  struct Folder {
    FolderState value;
  };
  struct Note {
    NoteState value;
  };
};

struct PathState : PathStateCases {
  using Cases = std::variant<Folder, Note>;

  PathState() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PathState(Case given) : value(std::move(given)) {}

  Cases value;
};

struct Path {
  std::int64_t id = 0;
  PathState state;
};

struct StackedState {
  std::vector<Path> path;
  std::vector<std::string> log;
};

struct FolderActionCases {
  struct Rename {
    std::string value;
  };
  struct OpenNote {
    std::string value;
  };
};

struct FolderAction : FolderActionCases {
  using Cases = std::variant<Rename, OpenNote>;

  FolderAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  FolderAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct NoteActionCases {
  struct Binding {
    std::optional<std::string> text;
  };
  struct Close {};
  struct Wait {};
};

struct NoteAction : NoteActionCases {
  using Cases = std::variant<Binding, Close, Wait>;

  NoteAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  NoteAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct PathElementActionCases {
  struct Folder {
    FolderAction value;
  };
  struct Note {
    NoteAction value;
  };
};

struct PathElementAction : PathElementActionCases {
  using Cases = std::variant<Folder, Note>;

  PathElementAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PathElementAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct PushStateCases {
  struct Folder {
    FolderState value;
  };
  struct Note {
    NoteState value;
  };
};

struct PushState : PushStateCases {
  using Cases = std::variant<Folder, Note>;

  PushState() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PushState(Case given) : value(std::move(given)) {}

  Cases value;
};

struct PathActionCases {
  struct Element {
    std::int64_t id = 0;
    PathElementAction action;
  };
  struct PopFrom {
    std::int64_t id = 0;
  };
  struct Push {
    std::optional<std::int64_t> id;
    PushState state;
  };
};

struct PathAction : PathActionCases {
  using Cases = std::variant<Element, PopFrom, Push>;

  PathAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PathAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct StackedActionCases {
  struct Path {
    PathAction value;
  };
  struct Open {
    std::string value;
  };
  struct Home {};
};

struct StackedAction : StackedActionCases {
  using Cases = std::variant<Path, Open, Home>;

  StackedAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  StackedAction(Case given) : value(std::move(given)) {}

  Cases value;
};

/// The feature `Stacked`: `enfold::open<stacked::Stacked>(runtime)`.
struct Stacked {
  using State = StackedState;
  using Action = StackedAction;
  static constexpr const char *name = "org.enfold.tests.stacked/Stacked";
};

// How these types are written as JSON.

constexpr auto json_members(const FolderState *) {
  return std::make_tuple(enfold::defaulted("name", &FolderState::name));
}

constexpr auto json_members(const NoteState *) {
  return std::make_tuple(enfold::defaulted("text", &NoteState::text));
}

constexpr auto json_cases(const PathState *) {
  using C = PathState;
  return std::make_tuple(
      enfold::case_of_value<C::Folder>("folder", &C::Folder::value),
      enfold::case_of_value<C::Note>("note", &C::Note::value));
}

constexpr auto json_members(const Path *) {
  return std::make_tuple(enfold::member("id", &Path::id), enfold::member("state", &Path::state));
}

constexpr auto json_members(const StackedState *) {
  return std::make_tuple(enfold::defaulted("path", &StackedState::path), enfold::defaulted("log", &StackedState::log));
}

constexpr auto json_cases(const FolderAction *) {
  using C = FolderAction;
  return std::make_tuple(
      enfold::case_of_value<C::Rename>("rename", &C::Rename::value),
      enfold::case_of_value<C::OpenNote>("openNote", &C::OpenNote::value));
}

constexpr auto json_cases(const NoteAction *) {
  using C = NoteAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/text", &C::Binding::text)),
      enfold::case_of<C::Close>("close"),
      enfold::case_of<C::Wait>("wait"));
}

constexpr auto json_cases(const PathElementAction *) {
  using C = PathElementAction;
  return std::make_tuple(
      enfold::case_of_value<C::Folder>("folder", &C::Folder::value),
      enfold::case_of_value<C::Note>("note", &C::Note::value));
}

constexpr auto json_cases(const PushState *) {
  using C = PushState;
  return std::make_tuple(
      enfold::case_of_value<C::Folder>("folder", &C::Folder::value),
      enfold::case_of_value<C::Note>("note", &C::Note::value));
}

constexpr auto json_cases(const PathAction *) {
  using C = PathAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Element>("element", enfold::member("id", &C::Element::id),
                                         enfold::member("action", &C::Element::action)),
      enfold::case_of_fields<C::PopFrom>("popFrom", enfold::member("id", &C::PopFrom::id)),
      enfold::case_of_fields<C::Push>("push", enfold::omittable("id", &C::Push::id),
                                      enfold::member("state", &C::Push::state)));
}

constexpr auto json_cases(const StackedAction *) {
  using C = StackedAction;
  return std::make_tuple(
      enfold::case_of_value<C::Path>("path", &C::Path::value),
      enfold::case_of_value<C::Open>("open", &C::Open::value),
      enfold::case_of<C::Home>("home"));
}

}  // namespace stacked

#endif
