/// typed_writer.hpp: makes JSON of the values of typed clients.
#ifndef ENFOLD_TYPED_WRITER_HPP
#define ENFOLD_TYPED_WRITER_HPP

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "json.hpp"
#include "typed_forms.hpp"

namespace enfold {
namespace detail {

template <class T>
void write_json(std::string &out, const T &value);

inline void write_key(std::string &out, std::string_view key, bool &is_first) {
  if (!is_first) out += ',';
  is_first = false;
  out += detail::quoted(key);
  out += ':';
}

template <class T>
void write_number(std::string &out, T number) {
  if constexpr (std::is_integral_v<T>) {
    out += std::to_string(number);
  } else if (!std::isfinite(number)) {
    out += std::isnan(number) ? R"("NaN")" : number < 0 ? R"("-Infinity")" : R"("Infinity")";
  } else {
#if defined(__cpp_lib_to_chars)
    char text[40];
    out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
#else
    out += json_form<T>::write(number);
#endif
  }
}

template <class T, class Object, class Value, presence Presence>
void write_member(std::string &out, const T &object, const member_form<Object, Value, Presence> &form, bool &is_first) {
  const Value &value = object.*form.pointer;
  if constexpr (Presence == presence::omittable) {
    if (!value) return;
  }
  detail::write_key(out, form.key, is_first);
  detail::write_json(out, value);
}

template <class T, class Forms>
void write_object(std::string &out, const T &object, const Forms &forms) {
  out += '{';
  [[maybe_unused]] bool is_first = true;
  std::apply([&](const auto &...form) { (detail::write_member(out, object, form, is_first), ...); }, forms);
  out += '}';
}

template <class T, class Form>
void write_case(std::string &out, const T &value, const Form &form) {
  if constexpr (Form::kind == case_kind::name) {
    out += detail::quoted(form.key);
    return;
  }
  out += '{';
  bool is_first = true;
  detail::write_key(out, form.key, is_first);
  if constexpr (Form::kind == case_kind::object) {
    out += "{}";
  } else if constexpr (Form::kind == case_kind::null) {
    out += "null";
  } else if constexpr (Form::kind == case_kind::fields) {
    detail::write_object(out, value, form.members);
  } else if constexpr (Form::kind == case_kind::value) {
    detail::write_json(out, value.*std::get<0>(form.members).pointer);
  } else if constexpr (Form::kind == case_kind::elements) {
    out += '[';
    bool is_first_element = true;
    const auto write = [&](const auto &element) {
      if (!is_first_element) out += ',';
      is_first_element = false;
      detail::write_json(out, element);
    };
    std::apply([&](const auto &...member) { (write(value.*member.pointer), ...); }, form.members);
    out += ']';
  }
  out += '}';
}

template <class T>
void write_json(std::string &out, const T &value) {
  if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_arithmetic_v<T>) {
    detail::write_number(out, value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    out += detail::quoted(value);
  } else if constexpr (std::is_same_v<T, raw_json>) {
    out += value.text;
  } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
    out += "null";
  } else if constexpr (is_optional<T>::value || is_boxed<T>::value) {
    if (value) {
      detail::write_json(out, *value);
    } else {
      out += "null";
    }
  } else if constexpr (is_list<T>::value) {
    out += '[';
    bool is_first = true;
    for (const auto &element : value) {
      if (!is_first) out += ',';
      is_first = false;
      detail::write_json<typename T::value_type>(out, element);
    }
    out += ']';
  } else if constexpr (is_dictionary<T>::value) {
    out += '{';
    bool is_first = true;
    for (const auto &[key, inner] : value) {
      detail::write_key(out, key, is_first);
      detail::write_json(out, inner);
    }
    out += '}';
  } else if constexpr (is_enumeration<T>) {
    for (const auto &form : json_names(&value)) {
      if (form.value == value) out += detail::quoted(form.name);
    }
  } else if constexpr (is_record<T>) {
    detail::write_object(out, value, json_members(&value));
  } else {
    static_assert(is_choice<T>, "the type has no json_members, json_cases or json_names");
    const auto write = [&](const auto &form) {
      using type = typename std::decay_t<decltype(form)>::type;
      if (const auto *inner = std::get_if<type>(&value.value)) detail::write_case(out, *inner, form);
    };
    std::apply([&](const auto &...form) { (write(form), ...); }, json_cases(&value));
  }
}

}  // namespace detail

/// The JSON of a value of a typed client.
template <class T>
std::string to_json(const T &value) {
  std::string out;
  detail::write_json(out, value);
  return out;
}

}  // namespace enfold

#endif
