/// Typed client of the plugin org.enfold.tests.bound 1.0.0.
///
/// Features: Bound, Note, Forgetful.
/// Made by `enfold gen cpp libBound.so`. Do not edit: make it again.
#ifndef BOUND_HPP
#define BOUND_HPP

#include <enfold/typed.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace bound {

struct AuthorState {
  std::string first;
};

struct EditorState {
  std::string name;
  AuthorState author;
};

struct NoteState {
  std::string body;
};

struct RowsState {
  std::int64_t id = 0;
  bool isDone = false;
};

struct BoundState {
  std::string text;
  bool isOn = false;
  std::int64_t clicks = 0;
  std::string pin;
  std::int64_t count = 0;
  std::int64_t changes = 0;
  std::optional<EditorState> editor;
  NoteState note;
  std::vector<RowsState> rows;
};

struct AuthorActionCases {
  struct Binding {
    std::optional<std::string> first;
  };
};

struct AuthorAction : AuthorActionCases {
  using Cases = std::variant<Binding>;

  AuthorAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  AuthorAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct EditorActionCases {
  struct Binding {
    std::optional<std::string> name;
    std::optional<std::string> authorFirst;
  };
  struct Author {
    AuthorAction value;
  };
};

struct EditorAction : EditorActionCases {
  using Cases = std::variant<Binding, Author>;

  EditorAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  EditorAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct NoteActionCases {
  struct Binding {
    std::optional<std::string> body;
  };
};

struct NoteAction : NoteActionCases {
  using Cases = std::variant<Binding>;

  NoteAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  NoteAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct RowActionCases {
  struct Toggle {};
};

struct RowAction : RowActionCases {
  using Cases = std::variant<Toggle>;

  RowAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  RowAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct BoundActionCases {
  struct Binding {
    std::optional<std::string> text;
    std::optional<bool> isOn;
    std::optional<std::int64_t> clicks;
    std::optional<std::string> pin;
    std::optional<std::string> editorName;
    std::optional<std::string> editorAuthorFirst;
    std::optional<std::string> noteBody;
  };
  struct Editor {
    EditorAction value;
  };
  struct Note {
    NoteAction value;
  };
  struct Row {
    std::int64_t id = 0;
    RowAction action;
  };
  struct Open {};
  struct Close {};
  struct Add {
    std::int64_t value = 0;
  };
  struct Remove {
    std::int64_t value = 0;
  };
  struct Count {
    std::int64_t value = 0;
  };
  struct SetCount {
    std::int64_t value = 0;
  };
};

struct BoundAction : BoundActionCases {
  using Cases = std::variant<Binding, Editor, Note, Row, Open, Close, Add, Remove, Count, SetCount>;

  BoundAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  BoundAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct ForgetfulState {
  std::string text;
};

struct ForgetfulActionCases {
  struct Binding {
    std::optional<std::string> text;
  };
  struct Wrote {
    std::string value;
  };
};

struct ForgetfulAction : ForgetfulActionCases {
  using Cases = std::variant<Binding, Wrote>;

  ForgetfulAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  ForgetfulAction(Case given) : value(std::move(given)) {}

  Cases value;
};

/// The feature `Bound`: `enfold::open<bound::Bound>(runtime)`.
struct Bound {
  using State = BoundState;
  using Action = BoundAction;
  static constexpr const char *name = "org.enfold.tests.bound/Bound";
};

/// The feature `Note`: `enfold::open<bound::Note>(runtime)`.
struct Note {
  using State = NoteState;
  using Action = NoteAction;
  static constexpr const char *name = "org.enfold.tests.bound/Note";
};

/// The feature `Forgetful`: `enfold::open<bound::Forgetful>(runtime)`.
struct Forgetful {
  using State = ForgetfulState;
  using Action = ForgetfulAction;
  static constexpr const char *name = "org.enfold.tests.bound/Forgetful";
};

// How these types are written as JSON.

constexpr auto json_members(const AuthorState *) {
  return std::make_tuple(enfold::defaulted("first", &AuthorState::first));
}

constexpr auto json_members(const EditorState *) {
  return std::make_tuple(
      enfold::defaulted("name", &EditorState::name),
      enfold::defaulted("author", &EditorState::author));
}

constexpr auto json_members(const NoteState *) {
  return std::make_tuple(enfold::defaulted("body", &NoteState::body));
}

constexpr auto json_members(const RowsState *) {
  return std::make_tuple(enfold::member("id", &RowsState::id), enfold::defaulted("isDone", &RowsState::isDone));
}

constexpr auto json_members(const BoundState *) {
  return std::make_tuple(
      enfold::defaulted("text", &BoundState::text),
      enfold::defaulted("isOn", &BoundState::isOn),
      enfold::defaulted("clicks", &BoundState::clicks),
      enfold::defaulted("pin", &BoundState::pin),
      enfold::defaulted("count", &BoundState::count),
      enfold::defaulted("changes", &BoundState::changes),
      enfold::defaulted("editor", &BoundState::editor),
      enfold::defaulted("note", &BoundState::note),
      enfold::defaulted("rows", &BoundState::rows));
}

constexpr auto json_cases(const AuthorAction *) {
  using C = AuthorAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/first", &C::Binding::first)));
}

constexpr auto json_cases(const EditorAction *) {
  using C = EditorAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/name", &C::Binding::name),
                                         enfold::omittable("/author/first", &C::Binding::authorFirst)),
      enfold::case_of_value<C::Author>("author", &C::Author::value));
}

constexpr auto json_cases(const NoteAction *) {
  using C = NoteAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/body", &C::Binding::body)));
}

constexpr auto json_cases(const RowAction *) {
  using C = RowAction;
  return std::make_tuple(
      enfold::case_of<C::Toggle>("toggle"));
}

constexpr auto json_cases(const BoundAction *) {
  using C = BoundAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/text", &C::Binding::text),
                                         enfold::omittable("/isOn", &C::Binding::isOn),
                                         enfold::omittable("/clicks", &C::Binding::clicks),
                                         enfold::omittable("/pin", &C::Binding::pin),
                                         enfold::omittable("/editor/name", &C::Binding::editorName),
                                         enfold::omittable("/editor/author/first", &C::Binding::editorAuthorFirst),
                                         enfold::omittable("/note/body", &C::Binding::noteBody)),
      enfold::case_of_value<C::Editor>("editor", &C::Editor::value),
      enfold::case_of_value<C::Note>("note", &C::Note::value),
      enfold::case_of_fields<C::Row>("row", enfold::member("id", &C::Row::id),
                                     enfold::member("action", &C::Row::action)),
      enfold::case_of<C::Open>("open"),
      enfold::case_of<C::Close>("close"),
      enfold::case_of_value<C::Add>("add", &C::Add::value),
      enfold::case_of_value<C::Remove>("remove", &C::Remove::value),
      enfold::case_of_value<C::Count>("count", &C::Count::value),
      enfold::case_of_value<C::SetCount>("setCount", &C::SetCount::value));
}

constexpr auto json_members(const ForgetfulState *) {
  return std::make_tuple(enfold::defaulted("text", &ForgetfulState::text));
}

constexpr auto json_cases(const ForgetfulAction *) {
  using C = ForgetfulAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/text", &C::Binding::text)),
      enfold::case_of_value<C::Wrote>("wrote", &C::Wrote::value));
}

}  // namespace bound

#endif
