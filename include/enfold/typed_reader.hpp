/// typed_reader.hpp: makes values of typed clients of JSON.
#ifndef ENFOLD_TYPED_READER_HPP
#define ENFOLD_TYPED_READER_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "result.hpp"
#include "typed_forms.hpp"
#include "typed_scan.hpp"

namespace enfold {
namespace detail {

template <class T>
void read_json(json_reader &reader, T &value);

/// The members of an object, in any order. Those that are unknown are passed over: a newer plugin may have more.
template <class T, class Forms>
void read_members(json_reader &reader, T &object, const Forms &forms) {
  bool found[std::tuple_size_v<Forms> + 1] = {};
  reader.read_object([&](std::string_view key) {
    [[maybe_unused]] std::size_t index = 0;
    bool is_known = false;
    const auto read = [&](const auto &form) {
      if (!is_known && form.key == key) {
        is_known = found[index] = true;
        detail::read_json(reader, object.*form.pointer);
      }
      ++index;
    };
    std::apply([&](const auto &...form) { (read(form), ...); }, forms);
    if (!is_known) reader.skip();
  });
  [[maybe_unused]] std::size_t index = 0;
  const auto check = [&](const auto &form) {
    if (std::decay_t<decltype(form)>::is == presence::required && !found[index]) {
      reader.fail(ENFOLD_BAD_STATE, "\"" + std::string(form.key) + "\" is missing");
    }
    ++index;
  };
  std::apply([&](const auto &...form) { (check(form), ...); }, forms);
}

template <class Form, class T>
void read_payload(json_reader &reader, const Form &form, T &value) {
  typename Form::type inner{};
  if constexpr (Form::kind == case_kind::value) {
    detail::read_json(reader, inner.*std::get<0>(form.members).pointer);
  } else if constexpr (Form::kind == case_kind::fields) {
    detail::read_members(reader, inner, form.members);
  } else if constexpr (Form::kind == case_kind::elements) {
    std::size_t count = 0;
    reader.read_array([&](std::size_t index) {
      std::size_t place = 0;
      const auto read = [&](const auto &member) {
        if (place++ == index) {
          detail::read_json(reader, inner.*member.pointer);
          ++count;
        }
      };
      std::apply([&](const auto &...member) { (read(member), ...); }, form.members);
      if (index >= place) reader.mismatch("an array with fewer elements");
    });
    if (count < std::tuple_size_v<decltype(form.members)>) reader.mismatch("an array with more elements");
  } else {
    reader.skip();
  }
  value.value = std::move(inner);
}

template <class T>
void read_choice(json_reader &reader, T &value) {
  const auto forms = json_cases(static_cast<const T *>(nullptr));
  bool is_known = false;
  if (reader.peek() == '"') {
    const std::string name = reader.read_string();
    const auto read = [&](const auto &form) {
      using type = std::decay_t<decltype(form)>;
      if (type::kind <= case_kind::null && form.key == name) {
        is_known = true;
        value.value = typename type::type{};
      }
    };
    std::apply([&](const auto &...form) { (read(form), ...); }, forms);
    if (!is_known && !reader.has_failed()) reader.fail(ENFOLD_BAD_STATE, "there is no case \"" + name + "\"");
    return;
  }
  std::size_t count = 0;
  reader.read_object([&](std::string_view key) {
    const auto read = [&](const auto &form) {
      if (form.key == key) {
        is_known = true;
        detail::read_payload(reader, form, value);
      }
    };
    std::apply([&](const auto &...form) { (read(form), ...); }, forms);
    if (!is_known) reader.fail(ENFOLD_BAD_STATE, "there is no case \"" + std::string(key) + "\"");
    if (++count > 1) reader.mismatch("an object with one key");
  });
  if (count == 0 && !reader.has_failed()) reader.mismatch("an object with one key");
}

template <class T>
void read_enumeration(json_reader &reader, T &value) {
  const std::string name = reader.read_string();
  if (reader.has_failed()) return;
  for (const auto &form : json_names(static_cast<const T *>(nullptr))) {
    if (form.name == name) {
      value = form.value;
      return;
    }
  }
  reader.fail(ENFOLD_BAD_STATE, "there is no value \"" + name + "\"");
}

template <class T>
void read_json(json_reader &reader, T &value) {
  if constexpr (std::is_same_v<T, bool>) {
    value = reader.take_word("true");
    if (!value && !reader.take_word("false")) reader.mismatch("true or false");
  } else if constexpr (std::is_integral_v<T>) {
    value = reader.read_integer<T>();
  } else if constexpr (std::is_floating_point_v<T>) {
    value = static_cast<T>(reader.read_double());
  } else if constexpr (std::is_same_v<T, std::string>) {
    value = reader.read_string();
  } else if constexpr (std::is_same_v<T, raw_json>) {
    value.text = reader.skip();
  } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
    if (!reader.take_word("null")) reader.mismatch("null");
  } else if constexpr (is_optional<T>::value) {
    if (reader.take_word("null")) {
      value.reset();
    } else {
      detail::read_json(reader, value.emplace());
    }
  } else if constexpr (is_boxed<T>::value) {
    std::decay_t<decltype(*value)> inner{};
    detail::read_json(reader, inner);
    value = std::move(inner);
  } else if constexpr (is_list<T>::value) {
    value.clear();
    reader.read_array([&](std::size_t) {
      typename T::value_type element{};
      detail::read_json(reader, element);
      value.push_back(std::move(element));
    });
  } else if constexpr (is_dictionary<T>::value) {
    value.clear();
    reader.read_object([&](std::string_view key) { detail::read_json(reader, value[std::string(key)]); });
  } else if constexpr (is_enumeration<T>) {
    detail::read_enumeration(reader, value);
  } else if constexpr (is_record<T>) {
    detail::read_members(reader, value, json_members(static_cast<const T *>(nullptr)));
  } else {
    static_assert(is_choice<T>, "the type has no json_members, json_cases or json_names");
    detail::read_choice(reader, value);
  }
}

}  // namespace detail

/// Reads a text as a value of a typed client. Keys that the type does not have are passed over.
/// Errors, with an offset: ENFOLD_BAD_JSON, ENFOLD_BAD_STATE (JSON, but no value of the type), ENFOLD_LIMIT (nested
/// more than 1,024 deep).
template <class T>
result<T> from_json(std::string_view json) {
  detail::json_reader reader(json);
  T value{};
  detail::read_json(reader, value);
  reader.finish();
  if (reader.problem()) return *reader.problem();
  return value;
}

}  // namespace enfold

#endif
