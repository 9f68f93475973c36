/// typed_forms.hpp: how the types of typed clients say what their JSON is. `enfold gen cpp` writes such types:
///
///     struct Todo {
///       std::int64_t id = 0;
///       std::string title;
///     };
///
///     constexpr auto json_members(const Todo *) {
///       return std::make_tuple(enfold::member("id", &Todo::id), enfold::member("title", &Todo::title));
///     }
///
/// A type of your own gets a form by the same function, in its namespace.
#ifndef ENFOLD_TYPED_FORMS_HPP
#define ENFOLD_TYPED_FORMS_HPP

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace enfold {

/// A value inside itself, such as an action in an action. It is copied with what it holds, and never shared. It is
/// empty after it was made without a value or moved from.
template <class T>
class box {
 public:
  box() noexcept = default;
  box(T value) : value_(std::make_unique<T>(std::move(value))) {}
  box(const box &other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  box(box &&) noexcept = default;
  box &operator=(box other) noexcept {
    value_.swap(other.value_);
    return *this;
  }

  explicit operator bool() const noexcept { return value_ != nullptr; }
  T &operator*() noexcept { return *value_; }
  const T &operator*() const noexcept { return *value_; }
  T *operator->() noexcept { return value_.get(); }
  const T *operator->() const noexcept { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

/// Any JSON, as a text: for what a schema says nothing about.
struct raw_json {
  std::string text = "null";
};

/// Whether a member must be there, and whether it is written.
enum class presence {
  required,
  defaulted,  // when read it may be absent, and then stays what it is
  omittable,  // an std::optional that is not written when it is empty
};

template <class Object, class Value, presence Presence>
struct member_form {
  static constexpr presence is = Presence;
  std::string_view key;
  Value Object::*pointer;
};

template <class Object, class Value>
constexpr auto member(std::string_view key, Value Object::*pointer) {
  return member_form<Object, Value, presence::required>{key, pointer};
}
template <class Object, class Value>
constexpr auto defaulted(std::string_view key, Value Object::*pointer) {
  return member_form<Object, Value, presence::defaulted>{key, pointer};
}
template <class Object, class Value>
constexpr auto omittable(std::string_view key, std::optional<Value> Object::*pointer) {
  return member_form<Object, std::optional<Value>, presence::omittable>{key, pointer};
}

/// What a case has beside its name.
enum class case_kind { name, object, null, value, fields, elements };

template <class Case, case_kind Kind, class... Members>
struct case_form {
  using type = Case;
  static constexpr case_kind kind = Kind;
  std::string_view key;
  std::tuple<Members...> members;
};

/// `"increment"`, and `{"increment":{}}`
template <class Case>
constexpr auto case_of(std::string_view key) {
  return case_form<Case, case_kind::name>{key, {}};
}
/// `{"increment":{}}`
template <class Case>
constexpr auto case_of_object(std::string_view key) {
  return case_form<Case, case_kind::object>{key, {}};
}
/// `{"increment":null}`
template <class Case>
constexpr auto case_of_null(std::string_view key) {
  return case_form<Case, case_kind::null>{key, {}};
}
/// `{"setCount":5}`
template <class Case, class Value>
constexpr auto case_of_value(std::string_view key, Value Case::*pointer) {
  using only = member_form<Case, Value, presence::required>;
  return case_form<Case, case_kind::value, only>{key, {only{"", pointer}}};
}
/// `{"rename":{"id":7,"title":"x"}}`
template <class Case, class... Members>
constexpr auto case_of_fields(std::string_view key, Members... members) {
  return case_form<Case, case_kind::fields, Members...>{key, {members...}};
}
/// `{"move":[1,2]}`
template <class Case, class... Values>
constexpr auto case_of_elements(std::string_view key, Values Case::*...pointers) {
  return case_form<Case, case_kind::elements, member_form<Case, Values, presence::required>...>{
      key, {member_form<Case, Values, presence::required>{"", pointers}...}};
}

/// The names of an enumeration: `{{Filter::all, "all"}, ...}`
template <class Enumeration>
struct name_form {
  Enumeration value;
  std::string_view name;
};

namespace detail {

template <class T, class = void>
inline constexpr bool is_record = false;
template <class T>
inline constexpr bool is_record<T, std::void_t<decltype(json_members(std::declval<const T *>()))>> = true;

template <class T, class = void>
inline constexpr bool is_choice = false;
template <class T>
inline constexpr bool is_choice<T, std::void_t<decltype(json_cases(std::declval<const T *>()))>> = true;

template <class T, class = void>
inline constexpr bool is_enumeration = false;
template <class T>
inline constexpr bool is_enumeration<T, std::void_t<decltype(json_names(std::declval<const T *>()))>> = true;

template <class T>
inline constexpr bool has_form = is_record<T> || is_choice<T> || is_enumeration<T>;

/// A type that is not deduced: what is given is converted to it.
template <class T>
struct same_type {
  using type = T;
};
template <class T>
using same = typename same_type<T>::type;

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};

template <class T>
struct is_list : std::false_type {};
template <class T>
struct is_list<std::vector<T>> : std::true_type {};

template <class T>
struct is_dictionary : std::false_type {};
template <class T>
struct is_dictionary<std::map<std::string, T>> : std::true_type {};

template <class T>
struct is_boxed : std::false_type {};
template <class T>
struct is_boxed<box<T>> : std::true_type {};

}  // namespace detail
}  // namespace enfold

#endif
