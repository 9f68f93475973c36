/// typed_place.hpp: where a value is in the state of a typed client, by the members that lead there.
#ifndef ENFOLD_TYPED_PLACE_HPP
#define ENFOLD_TYPED_PLACE_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "typed_forms.hpp"
#include "typed_writer.hpp"

namespace enfold {

namespace detail {

/// The type in which members are looked for: a record itself, or the record in an optional or a box.
template <class T>
struct inside {
  using type = T;
};
template <class T>
struct inside<std::optional<T>> : inside<T> {};
template <class T>
struct inside<box<T>> : inside<T> {};

/// The key of a member in JSON.
template <class Object, class Value>
std::string_view key_of(Value Object::*pointer) {
  std::string_view key;
  const auto compare = [&](const auto &form) {
    if constexpr (std::is_same_v<decltype(form.pointer), Value Object::*>) {
      if (form.pointer == pointer) key = form.key;
    }
  };
  std::apply([&](const auto &...form) { (compare(form), ...); }, json_members(static_cast<const Object *>(nullptr)));
  return key;
}

/// A token of a JSON Pointer.
inline std::string token(std::string_view key) {
  std::string text = "/";
  for (const char character : key) {
    if (character == '~') {
      text += "~0";
    } else if (character == '/') {
      text += "~1";
    } else {
      text += character;
    }
  }
  return text;
}

}  // namespace detail

/// The place of a `Value` in a `State`: `at(&State::child, &Child::name)`, `at(&State::items)[0]`,
/// `at(&State::items).where(&Todo::id, 7) / &Todo::title`.
/// What is inside of an optional, a list or a dictionary may be absent.
template <class State, class Value>
class place {
 public:
  explicit place(std::string pointer) : pointer_(std::move(pointer)) {}

  /// The JSON Pointer.
  const std::string &pointer() const noexcept { return pointer_; }

  /// The place of a member of the record that is here.
  template <class Object, class Member>
  place<State, Member> operator/(Member Object::*member) const {
    static_assert(std::is_same_v<typename detail::inside<Value>::type, Object>, "the record here has no such member");
    return place<State, Member>(pointer_ + detail::token(detail::key_of(member)));
  }

  /// The place of an element of the list that is here.
  auto operator[](std::size_t index) const {
    static_assert(detail::is_list<list>::value, "only lists have elements by index");
    return place<State, typename list::value_type>(pointer_ + '/' + std::to_string(index));
  }

  /// The place of the element that has a member of this value, wherever it stands.
  template <class Object, class Member, class Wanted>
  auto where(Member Object::*member, const Wanted &wanted) const {
    static_assert(std::is_same_v<typename list::value_type, Object>, "the member is not one of the list's elements");
    std::string text(detail::key_of(member));
    text += '=';
    if constexpr (std::is_convertible_v<const Wanted &, std::string_view>) {
      text += std::string_view(wanted);
    } else {
      text += to_json(static_cast<Member>(wanted));
    }
    return place<State, Object>(pointer_ + detail::token(text));
  }

  /// The place of the value of a key in the dictionary that is here.
  auto key(std::string_view key) const {
    static_assert(detail::is_dictionary<list>::value, "only dictionaries have keys");
    return place<State, typename list::mapped_type>(pointer_ + detail::token(key));
  }

 private:
  using list = typename detail::inside<Value>::type;

  std::string pointer_;
};

/// The place that members lead to from a state.
template <class State, class Value, class... Members>
auto at(Value State::*first, Members... rest) {
  return ((place<State, State>("") / first) / ... / rest);
}

}  // namespace enfold

#endif
