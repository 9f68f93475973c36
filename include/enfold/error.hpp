/// error.hpp: an error: a status, a message, and the place in the text that could not be accepted.
#ifndef ENFOLD_ERROR_HPP
#define ENFOLD_ERROR_HPP

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

#include "../enfold.h"

/// Whether this is compiled with exceptions. Without them enfold::throwing does not exist.
#if defined(__cpp_exceptions)
#define ENFOLD_EXCEPTIONS 1
#else
#define ENFOLD_EXCEPTIONS 0
#endif

namespace enfold {

/// An error: a result has it in place of a value, and enfold::throwing throws it. Copying it allocates nothing.
class error : public std::runtime_error {
 public:
  error(enfold_status code, const std::string &message, std::optional<std::uint64_t> offset = std::nullopt)
      : std::runtime_error(message), code_(code), offset_(offset) {}

  /// The status: ENFOLD_BAD_ACTION.
  enfold_status code() const noexcept { return code_; }
  /// The name of the status: "ENFOLD_BAD_ACTION". `enfold explain ENFOLD_BAD_ACTION` tells the cause and the cure.
  const char *name() const noexcept { return enfold_status_name(code_); }
  /// The message: what is wrong, where, and what would be right. what() is the same.
  const char *message() const noexcept { return what(); }
  /// The byte of the given text that could not be accepted, if it is known.
  std::optional<std::uint64_t> offset() const noexcept { return offset_; }

 private:
  enfold_status code_;
  std::optional<std::uint64_t> offset_;
};

namespace detail {

// Out of the way of calls that succeed.
[[gnu::cold, gnu::noinline]] inline error error_of(enfold_status status, const enfold_error &problem) {
  if (problem.code != status) return error(status, enfold_status_message(status));
  if (problem.offset == UINT64_MAX) return error(status, problem.message);
  return error(status, problem.message, problem.offset);
}

inline const error &no_error() {
  static const error none(ENFOLD_OK, enfold_status_message(ENFOLD_OK));
  return none;
}

/// Throws. Without exceptions: says what is wrong, and ends the program.
[[noreturn]] inline void raise(const error &problem) {
#if ENFOLD_EXCEPTIONS
  throw problem;
#else
  std::fprintf(stderr, "%s: %s\n", problem.name(), problem.message());
  std::abort();
#endif
}

}  // namespace detail
}  // namespace enfold

#endif
