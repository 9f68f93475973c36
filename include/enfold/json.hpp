/// json.hpp: the types that may stand where JSON is wanted: actions, values, states, answers, options.
///
///     store.send(R"({"setCount":5})");                 // a text is JSON already
///     store.send("increment");                         // an action without payload: its name
///     store.send("setCount", 5);                       // an action with payload: its name, and JSON or a number
///     store.send(nlohmann::json{{"setCount", 5}});     // see below
///
///     auto items = store.state<nlohmann::json>("/items");
#ifndef ENFOLD_JSON_HPP
#define ENFOLD_JSON_HPP

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "string.hpp"

namespace enfold {

/// How values of a type are written as JSON, and made of it. Specialise it for types of your own:
///
///     template <>
///     struct enfold::json_form<Todo> {
///       static std::string write(const Todo &todo);       // a text, or a std::string_view of one
///       static Todo read(std::string_view json);          // or a result<Todo>. Only for types that are read.
///     };
///
/// Texts, numbers and bool have a form. So have nlohmann::json, ordered_json, and every other type with `dump()` and
/// `T::parse(text)`: nothing needs to be included for them, or in a certain order. An exception of their functions
/// (text that is not UTF-8 is no JSON) passes through the function that was given the value; nothing was called then.
template <class T, class = void>
struct json_form;

namespace detail {

template <class T, class = void>
inline constexpr bool has_dump = false;
template <class T>
inline constexpr bool has_dump<T, std::void_t<decltype(std::string(std::declval<const T &>().dump())),
                                              decltype(T(T::parse(std::declval<std::string_view>())))>> = true;

template <class T>
inline constexpr bool is_text =
    std::is_convertible_v<const T &, std::string_view> && !std::is_null_pointer_v<T> && !has_dump<T>;

template <class T, class = void>
inline constexpr bool is_writable = false;
template <class T>
inline constexpr bool
    is_writable<T, std::void_t<decltype(std::string_view(json_form<T>::write(std::declval<const T &>())))>> = true;

template <class T, class = void>
inline constexpr bool is_readable = false;
template <class T>
inline constexpr bool is_readable<T, std::void_t<decltype(json_form<T>::read(std::declval<std::string_view>()))>> =
    true;

}  // namespace detail

template <class T>
struct json_form<T, std::enable_if_t<detail::has_dump<T>>> {
  static std::string write(const T &value) { return value.dump(); }
  static T read(std::string_view json) { return T::parse(json); }
};

template <class T>
struct json_form<T, std::enable_if_t<detail::is_text<T>>> {
  static std::string_view write(const T &json) {
    if constexpr (std::is_pointer_v<T>) {
      if (json == nullptr) return {};
    }
    return json;
  }
  static T read(std::string_view json) { return T(json); }
};

/// NaN and the infinities are strings, as everywhere in Enfold.
template <class T>
struct json_form<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static std::string write(T number) {
    if constexpr (std::is_same_v<T, bool>) {
      return number ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
      return std::to_string(number);
    } else {
      if (std::isnan(number)) return R"("NaN")";
      if (std::isinf(number)) return number < 0 ? R"("-Infinity")" : R"("Infinity")";
      char text[40];
      const int length = std::snprintf(text, sizeof text, "%.17g", static_cast<double>(number));
      return std::string(text, static_cast<std::size_t>(length));
    }
  }
};

#if defined(__cpp_concepts) && __cpp_concepts >= 201907L
/// The types that may stand where JSON is wanted.
template <class T>
concept json_writable = detail::is_writable<T>;
/// The types that `state<T>` and the like can make from JSON.
template <class T>
concept json_readable = detail::is_readable<T>;
#endif

namespace detail {

/// The JSON of a value: a std::string_view of it, or a std::string.
template <class T>
auto written(const T &value) {
  using plain = std::conditional_t<std::is_array_v<T>, const char *, T>;
  static_assert(is_writable<plain>, "JSON is a text, a number, a nlohmann::json or a type with an enfold::json_form");
  return json_form<plain>::write(value);
}

/// The value of JSON that the library has written.
template <class T>
result<T> read_as(string &&json) {
  if constexpr (std::is_same_v<T, string>) {
    return std::move(json);
  } else {
    static_assert(is_readable<T>, "read a std::string, a nlohmann::json, or a type whose json_form has read()");
    return json_form<T>::read(json);
  }
}

template <class T>
result<T> read_as(result<string> &&json) {
  if (!json) return json.error();
  return detail::read_as<T>(*std::move(json));
}

/// A text as a JSON string. Bytes that are not UTF-8 stay: the library refuses them.
inline std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') {
      json += '\\';
      json += character;
    } else if (static_cast<unsigned char>(character) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(character));
      json += escape;
    } else {
      json += character;
    }
  }
  return json += '"';
}

/// Whether a text is a name that stands for JSON, such as that of an action. JSON of an action begins with `{` or `"`.
inline bool is_name(std::string_view text) noexcept {
  if (text.empty() || text.front() == '{') return false;
  const auto first = static_cast<unsigned char>(text.front());
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' || first >= 0x80;
}

/// Returns JSON as given. A name becomes a JSON string, kept in `kept`.
inline std::string_view name_or_json(std::string_view text, std::string &kept) {
  return detail::is_name(text) ? std::string_view(kept = detail::quoted(text)) : text;
}

}  // namespace detail

/// JSON that is kept: a member of options.
class json_text {
 public:
  json_text() = default;
  template <class T, class = std::enable_if_t<!std::is_same_v<std::decay_t<T>, json_text>>>
  json_text(const T &value) : text_(detail::written(value)) {}
  const std::string &str() const noexcept { return text_; }

 private:
  std::string text_;
};

}  // namespace enfold

#endif
