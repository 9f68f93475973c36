/// library.hpp: functions of the library as a whole.
#ifndef ENFOLD_LIBRARY_HPP
#define ENFOLD_LIBRARY_HPP

#include <cstdint>
#include <string_view>

#include "options.hpp"
#include "string.hpp"

namespace enfold {

/// The version of the library that is loaded: "0.1.0".
/// [any thread]
inline std::string_view version() noexcept { return enfold_version(); }

/// The version of its ABI. A program needs one that is not smaller than ENFOLD_ABI_VERSION was when it was built.
/// [any thread]
inline std::uint32_t abi_version() noexcept { return enfold_abi_version(); }

/// The name of a status: "ENFOLD_BAD_JSON".
/// [any thread]
inline std::string_view status_name(enfold_status status) noexcept { return enfold_status_name(status); }

/// The meaning of a status, as one short text.
/// [any thread]
inline std::string_view status_message(enfold_status status) noexcept { return enfold_status_message(status); }

/// A text as a JSON string, in quotes: for JSON that is put together by hand.
/// [any thread] Errors: enfold_json_quote.
inline result<string> quote(std::string_view text) {
  return detail::text_of([&](enfold_string *out, enfold_error *error) {
    return enfold_json_quote(text.data() != nullptr ? text.data() : "", text.size(), out, error);
  });
}

/// A document with a patch applied: RFC 6902, or a keyed one of `observe`. With {.revert = true} what it did is taken
/// back.
/// [any thread] Errors: enfold_patch_apply.
inline result<string> apply_patch(std::string_view document, std::string_view patch,
                                  const patch_options &options = {}) {
  const auto json = options.json();
  return detail::text_of([&](enfold_string *out, enfold_error *error) {
    return enfold_patch_apply(document.data() != nullptr ? document.data() : "", document.size(),
                              patch.data() != nullptr ? patch.data() : "", patch.size(), json.data(), json.size(), out,
                              error);
  });
}

#if ENFOLD_EXCEPTIONS
namespace throwing {
inline string quote(std::string_view text) { return enfold::quote(text).value(); }
inline string apply_patch(std::string_view document, std::string_view patch, const patch_options &options = {}) {
  return enfold::apply_patch(document, patch, options).value();
}
}  // namespace throwing
#endif

}  // namespace enfold

#endif
