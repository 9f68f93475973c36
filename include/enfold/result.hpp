/// result.hpp: a value or an error, and the two faces that hand it on: as it is, or as a value that may throw.
#ifndef ENFOLD_RESULT_HPP
#define ENFOLD_RESULT_HPP

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "error.hpp"

namespace enfold {

/// A value, or the error that stands in its place. As std::expected<T, error>, but `*` and `->` are checked, too: on an
/// error they throw it, as value() does, and without exceptions they print it and end the program.
template <class T>
class [[nodiscard]] result {
 public:
  using value_type = T;

  result(T value) : outcome_(std::in_place_index<0>, std::move(value)) {}
  result(enfold::error problem) : outcome_(std::in_place_index<1>, std::move(problem)) {}

  bool has_value() const noexcept { return outcome_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T &value() & { return checked(), *std::get_if<0>(&outcome_); }
  const T &value() const & { return checked(), *std::get_if<0>(&outcome_); }
  T &&value() && { return checked(), std::move(*std::get_if<0>(&outcome_)); }
  T &operator*() & { return value(); }
  const T &operator*() const & { return value(); }
  T &&operator*() && { return std::move(*this).value(); }
  T *operator->() { return &value(); }
  const T *operator->() const { return &value(); }
  template <class Other>
  T value_or(Other &&other) && {
    return has_value() ? std::move(*std::get_if<0>(&outcome_)) : static_cast<T>(std::forward<Other>(other));
  }

  /// The error; with ENFOLD_OK if there is none.
  const enfold::error &error() const {
    const auto *problem = std::get_if<1>(&outcome_);
    return problem != nullptr ? *problem : detail::no_error();
  }

 private:
  void checked() const {
    if (const auto *problem = std::get_if<1>(&outcome_)) detail::raise(*problem);
  }

  std::variant<T, enfold::error> outcome_;
};

/// Success without a value, or an error.
template <>
class [[nodiscard]] result<void> {
 public:
  using value_type = void;

  result() noexcept = default;
  result(enfold::error problem) : problem_(std::move(problem)) {}

  bool has_value() const noexcept { return !problem_; }
  explicit operator bool() const noexcept { return has_value(); }
  void value() const {
    if (problem_) detail::raise(*problem_);
  }
  void operator*() const { value(); }

  /// The error; with ENFOLD_OK if there is none.
  const enfold::error &error() const { return problem_ ? *problem_ : detail::no_error(); }

 private:
  std::optional<enfold::error> problem_;
};

namespace detail {

// Faces: each function is written once and makes a `result`. The face returns it as it is, or returns the value and
// throws the error.

struct returns_results {
  template <class T>
  using type = result<T>;
  template <class T>
  static result<T> give(result<T> &&made) {
    return std::move(made);
  }
};

#if ENFOLD_EXCEPTIONS
struct throws_errors {
  template <class T>
  using type = T;
  template <class T>
  static T give(result<T> &&made) {
    return std::move(made).value();
  }
};
#endif

// Calls of the C API: `call` gets an enfold_error, and returns a status.

/// The status, if it is no error. Always inline: it is little more than the call, which must cost what it costs in C.
template <class Call>
[[gnu::always_inline]] inline result<enfold_status> status_of(Call &&call) {
  enfold_error problem;
  enfold_error_init(&problem);
  const enfold_status status = call(&problem);
  if (status < 0) return detail::error_of(status, problem);
  return status;
}

/// Success, if the status is no error.
template <class Call>
result<void> done_of(Call &&call) {
  auto status = detail::status_of(std::forward<Call>(call));
  if (!status) return status.error();
  return {};
}

/// Success, also if the handle was closed before (ENFOLD_STALE).
template <class Call>
result<void> closed_of(Call &&call) {
  auto status = detail::status_of(std::forward<Call>(call));
  if (!status && status.error().code() != ENFOLD_STALE) return status.error();
  return {};
}

/// The value that the call has put into its first argument, as a `Made`.
template <class Made, class Out, class Call>
result<Made> value_of(Call &&call) {
  Out out{};
  auto status = detail::status_of([&](enfold_error *problem) { return call(&out, problem); });
  if (!status) return status.error();
  return Made(out);
}

/// Whether a wait ended before its time did.
template <class Call>
result<bool> ended_of(Call &&call) {
  auto status = detail::status_of(std::forward<Call>(call));
  if (!status) return status.error();
  return *status != ENFOLD_TIMEOUT;
}

}  // namespace detail
}  // namespace enfold

#endif
