/// Typed client of the plugin org.enfold.tests.presented 1.0.0.
///
/// Features: Presented, Routes.
/// Made by `enfold gen cpp libPresented.so`. Do not edit: make it again.
#ifndef PRESENTED_HPP
#define PRESENTED_HPP

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

namespace presented {

struct NoteState;
struct NoteAction;

struct NoteState {
  std::int64_t id = 0;
  std::string text;
  std::optional<enfold::box<NoteState>> note;
};

enum class Role {
  cancel,
  destructive,
};

struct AnswerCases {
  struct Delete {};
};

struct Answer : AnswerCases {
  using Cases = std::variant<Delete>;

  Answer() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  Answer(Case given) : value(std::move(given)) {}

  Cases value;
};

struct ButtonStateAnswer {
  std::optional<Role> role;
  std::string label;
  std::optional<Answer> action;
};

struct AlertStateAnswer {
  std::string title;
  std::optional<std::string> message;
  std::vector<ButtonStateAnswer> buttons;
};

struct PresentedState {
  std::optional<NoteState> note;
  std::optional<AlertStateAnswer> alert;
  std::optional<NoteState> aside;
  std::vector<std::string> log;
};

struct PresentedPresentedActionCases {
  struct Binding {
    std::optional<std::string> text;
    std::optional<std::string> noteText;
  };
  struct Open {
    std::int64_t value = 0;
  };
  struct Close {};
  struct Wait {};
  struct Note {
    enfold::box<NoteAction> value;
  };
};

struct PresentedPresentedAction : PresentedPresentedActionCases {
  using Cases = std::variant<Binding, Open, Close, Wait, Note>;

  PresentedPresentedAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PresentedPresentedAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct NoteActionCases {
  struct Dismiss {};
  struct Presented {
    enfold::box<PresentedPresentedAction> value;
  };
};

struct NoteAction : NoteActionCases {
  using Cases = std::variant<Dismiss, Presented>;

  NoteAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  NoteAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct AlertActionCases {
  struct Dismiss {};
  struct Presented {
    Answer value;
  };
};

struct AlertAction : AlertActionCases {
  using Cases = std::variant<Dismiss, Presented>;

  AlertAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  AlertAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct PresentedActionCases {
  struct Open {
    std::int64_t value = 0;
  };
  struct OpenAside {};
  struct Warn {};
  struct Note {
    NoteAction value;
  };
  struct Aside {
    PresentedPresentedAction value;
  };
  struct Alert {
    AlertAction value;
  };
};

struct PresentedAction : PresentedActionCases {
  using Cases = std::variant<Open, OpenAside, Warn, Note, Aside, Alert>;

  PresentedAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PresentedAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct EditState {
  std::string text;
};

struct AlertCases {
  struct Delete {};
};

struct Alert : AlertCases {
  using Cases = std::variant<Delete>;

  Alert() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  Alert(Case given) : value(std::move(given)) {}

  Cases value;
};

struct ButtonStateAlert {
  std::optional<Role> role;
  std::string label;
  std::optional<Alert> action;
};

struct AlertStateAlert {
  std::string title;
  std::optional<std::string> message;
  std::vector<ButtonStateAlert> buttons;
};

struct Menu {
  std::vector<std::string> entries;
};

struct DestinationStateCases {
  struct Edit {
    EditState value;
  };
  struct Note {
    NoteState value;
  };
  struct Alert {
    AlertStateAlert value;
  };
  struct MenuCase {
    Menu value;
  };
  struct Share {
    std::string link;
  };
};

struct DestinationState : DestinationStateCases {
  using Cases = std::variant<Edit, Note, Alert, MenuCase, Share>;

  DestinationState() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  DestinationState(Case given) : value(std::move(given)) {}

  Cases value;
};

struct RoutesState {
  std::optional<DestinationState> destination;
  std::vector<std::string> log;
};

struct EditActionCases {
  struct SetText {
    std::string value;
  };
};

struct EditAction : EditActionCases {
  using Cases = std::variant<SetText>;

  EditAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  EditAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct RoutesNoteActionCases {
  struct Binding {
    std::optional<std::string> text;
    std::optional<std::string> noteText;
  };
  struct Open {
    std::int64_t value = 0;
  };
  struct Close {};
  struct Wait {};
  struct Note {
    NoteAction value;
  };
};

struct RoutesNoteAction : RoutesNoteActionCases {
  using Cases = std::variant<Binding, Open, Close, Wait, Note>;

  RoutesNoteAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  RoutesNoteAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct MenuActionCases {
  struct Chosen {
    std::string value;
  };
};

struct MenuAction : MenuActionCases {
  using Cases = std::variant<Chosen>;

  MenuAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  MenuAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct RoutesPresentedActionCases {
  struct Edit {
    EditAction value;
  };
  struct Note {
    RoutesNoteAction value;
  };
  struct AlertCase {
    Alert value;
  };
  struct Menu {
    MenuAction value;
  };
};

struct RoutesPresentedAction : RoutesPresentedActionCases {
  using Cases = std::variant<Edit, Note, AlertCase, Menu>;

  RoutesPresentedAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  RoutesPresentedAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct DestinationActionCases {
  struct Dismiss {};
  struct Presented {
    RoutesPresentedAction value;
  };
};

struct DestinationAction : DestinationActionCases {
  using Cases = std::variant<Dismiss, Presented>;

  DestinationAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  DestinationAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct RoutesActionCases {
  struct Edit {};
  struct Warn {};
  struct Share {
    std::string value;
  };
  struct Menu {};
  struct Destination {
    DestinationAction value;
  };
};

struct RoutesAction : RoutesActionCases {
  using Cases = std::variant<Edit, Warn, Share, Menu, Destination>;

  RoutesAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  RoutesAction(Case given) : value(std::move(given)) {}

  Cases value;
};

/// The feature `Presented`: `enfold::open<presented::Presented>(runtime)`.
struct Presented {
  using State = PresentedState;
  using Action = PresentedAction;
  static constexpr const char *name = "org.enfold.tests.presented/Presented";
};

/// The feature `Routes`: `enfold::open<presented::Routes>(runtime)`.
struct Routes {
  using State = RoutesState;
  using Action = RoutesAction;
  static constexpr const char *name = "org.enfold.tests.presented/Routes";
};

// How these types are written as JSON.

constexpr auto json_members(const NoteState *) {
  return std::make_tuple(
      enfold::member("id", &NoteState::id),
      enfold::defaulted("text", &NoteState::text),
      enfold::defaulted("note", &NoteState::note));
}

constexpr auto json_names(const Role *) {
  return std::array<enfold::name_form<Role>, 2>{{
      {Role::cancel, "cancel"},
      {Role::destructive, "destructive"},
  }};
}

constexpr auto json_cases(const Answer *) {
  using C = Answer;
  return std::make_tuple(
      enfold::case_of<C::Delete>("delete"));
}

constexpr auto json_members(const ButtonStateAnswer *) {
  return std::make_tuple(
      enfold::defaulted("role", &ButtonStateAnswer::role),
      enfold::member("label", &ButtonStateAnswer::label),
      enfold::defaulted("action", &ButtonStateAnswer::action));
}

constexpr auto json_members(const AlertStateAnswer *) {
  return std::make_tuple(
      enfold::member("title", &AlertStateAnswer::title),
      enfold::defaulted("message", &AlertStateAnswer::message),
      enfold::defaulted("buttons", &AlertStateAnswer::buttons));
}

constexpr auto json_members(const PresentedState *) {
  return std::make_tuple(
      enfold::defaulted("note", &PresentedState::note),
      enfold::defaulted("alert", &PresentedState::alert),
      enfold::defaulted("aside", &PresentedState::aside),
      enfold::defaulted("log", &PresentedState::log));
}

constexpr auto json_cases(const PresentedPresentedAction *) {
  using C = PresentedPresentedAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/text", &C::Binding::text),
                                         enfold::omittable("/note/text", &C::Binding::noteText)),
      enfold::case_of_value<C::Open>("open", &C::Open::value),
      enfold::case_of<C::Close>("close"),
      enfold::case_of<C::Wait>("wait"),
      enfold::case_of_value<C::Note>("note", &C::Note::value));
}

constexpr auto json_cases(const NoteAction *) {
  using C = NoteAction;
  return std::make_tuple(
      enfold::case_of<C::Dismiss>("dismiss"),
      enfold::case_of_value<C::Presented>("presented", &C::Presented::value));
}

constexpr auto json_cases(const AlertAction *) {
  using C = AlertAction;
  return std::make_tuple(
      enfold::case_of<C::Dismiss>("dismiss"),
      enfold::case_of_value<C::Presented>("presented", &C::Presented::value));
}

constexpr auto json_cases(const PresentedAction *) {
  using C = PresentedAction;
  return std::make_tuple(
      enfold::case_of_value<C::Open>("open", &C::Open::value),
      enfold::case_of<C::OpenAside>("openAside"),
      enfold::case_of<C::Warn>("warn"),
      enfold::case_of_value<C::Note>("note", &C::Note::value),
      enfold::case_of_value<C::Aside>("aside", &C::Aside::value),
      enfold::case_of_value<C::Alert>("alert", &C::Alert::value));
}

constexpr auto json_members(const EditState *) {
  return std::make_tuple(enfold::defaulted("text", &EditState::text));
}

constexpr auto json_cases(const Alert *) {
  using C = Alert;
  return std::make_tuple(
      enfold::case_of<C::Delete>("delete"));
}

constexpr auto json_members(const ButtonStateAlert *) {
  return std::make_tuple(
      enfold::defaulted("role", &ButtonStateAlert::role),
      enfold::member("label", &ButtonStateAlert::label),
      enfold::defaulted("action", &ButtonStateAlert::action));
}

constexpr auto json_members(const AlertStateAlert *) {
  return std::make_tuple(
      enfold::member("title", &AlertStateAlert::title),
      enfold::defaulted("message", &AlertStateAlert::message),
      enfold::defaulted("buttons", &AlertStateAlert::buttons));
}

constexpr auto json_members(const Menu *) {
  return std::make_tuple(enfold::defaulted("entries", &Menu::entries));
}

constexpr auto json_cases(const DestinationState *) {
  using C = DestinationState;
  return std::make_tuple(
      enfold::case_of_value<C::Edit>("edit", &C::Edit::value),
      enfold::case_of_value<C::Note>("note", &C::Note::value),
      enfold::case_of_value<C::Alert>("alert", &C::Alert::value),
      enfold::case_of_value<C::MenuCase>("menu", &C::MenuCase::value),
      enfold::case_of_fields<C::Share>("share", enfold::member("link", &C::Share::link)));
}

constexpr auto json_members(const RoutesState *) {
  return std::make_tuple(
      enfold::defaulted("destination", &RoutesState::destination),
      enfold::defaulted("log", &RoutesState::log));
}

constexpr auto json_cases(const EditAction *) {
  using C = EditAction;
  return std::make_tuple(
      enfold::case_of_value<C::SetText>("setText", &C::SetText::value));
}

constexpr auto json_cases(const RoutesNoteAction *) {
  using C = RoutesNoteAction;
  return std::make_tuple(
      enfold::case_of_fields<C::Binding>("binding", enfold::omittable("/text", &C::Binding::text),
                                         enfold::omittable("/note/text", &C::Binding::noteText)),
      enfold::case_of_value<C::Open>("open", &C::Open::value),
      enfold::case_of<C::Close>("close"),
      enfold::case_of<C::Wait>("wait"),
      enfold::case_of_value<C::Note>("note", &C::Note::value));
}

constexpr auto json_cases(const MenuAction *) {
  using C = MenuAction;
  return std::make_tuple(
      enfold::case_of_value<C::Chosen>("chosen", &C::Chosen::value));
}

constexpr auto json_cases(const RoutesPresentedAction *) {
  using C = RoutesPresentedAction;
  return std::make_tuple(
      enfold::case_of_value<C::Edit>("edit", &C::Edit::value),
      enfold::case_of_value<C::Note>("note", &C::Note::value),
      enfold::case_of_value<C::AlertCase>("alert", &C::AlertCase::value),
      enfold::case_of_value<C::Menu>("menu", &C::Menu::value));
}

constexpr auto json_cases(const DestinationAction *) {
  using C = DestinationAction;
  return std::make_tuple(
      enfold::case_of<C::Dismiss>("dismiss"),
      enfold::case_of_value<C::Presented>("presented", &C::Presented::value));
}

constexpr auto json_cases(const RoutesAction *) {
  using C = RoutesAction;
  return std::make_tuple(
      enfold::case_of<C::Edit>("edit"),
      enfold::case_of<C::Warn>("warn"),
      enfold::case_of_value<C::Share>("share", &C::Share::value),
      enfold::case_of<C::Menu>("menu"),
      enfold::case_of_value<C::Destination>("destination", &C::Destination::value));
}

}  // namespace presented

#endif
