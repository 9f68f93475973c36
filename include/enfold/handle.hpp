/// handle.hpp: the common part of all handles: a number that is borrowed, or owned.
#ifndef ENFOLD_HANDLE_HPP
#define ENFOLD_HANDLE_HPP

#include <cstdint>
#include <utility>

#include "result.hpp"

namespace enfold {

/// A handle of enfold.h. 0 is none.
template <class Face>
class borrowed {
 public:
  template <class T>
  using returns = typename Face::template type<T>;

  constexpr borrowed() noexcept = default;
  constexpr explicit borrowed(std::uint64_t id) noexcept : id_(id) {}

  /// The handle itself, for functions of enfold.h. 0 if there is none, or it was moved from.
  constexpr std::uint64_t id() const noexcept { return id_; }
  /// Whether there is a handle. It may have been closed.
  constexpr explicit operator bool() const noexcept { return id_ != 0; }

 protected:
  std::uint64_t id_ = 0;
};

/// A handle with its owner's duty: the destructor calls `Ref::drop`. Move-only.
template <class Ref>
class [[nodiscard]] owned : public Ref {
 public:
  using ref = Ref;

  constexpr owned() noexcept = default;
  /// Takes over a handle that somebody else has given up, or that a function of enfold.h has given.
  constexpr explicit owned(Ref given) noexcept : Ref(given) {}
  constexpr explicit owned(std::uint64_t id) noexcept : Ref(id) {}
  owned(owned &&other) noexcept : Ref(other) { other.id_ = 0; }
  owned &operator=(owned &&other) noexcept {
    const Ref given = other;
    other.id_ = 0;
    reset();
    static_cast<Ref &>(*this) = given;
    return *this;
  }
  ~owned() { reset(); }

  /// Gives the handle up, and closes nothing.
  std::uint64_t release() noexcept { return std::exchange(this->id_, 0); }

  /// Does the same as the destructor, now.
  void reset() noexcept {
    if (this->id_ != 0) Ref::drop(release());
  }
};

}  // namespace enfold

#endif
