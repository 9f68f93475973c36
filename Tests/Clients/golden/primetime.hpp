/// Typed client of the plugin org.enfold.primetime 1.0.0.
///
/// Features: PrimeTime.
/// Made by `enfold gen cpp libPrimeTime.so`. Do not edit: make it again.
#ifndef PRIMETIME_HPP
#define PRIMETIME_HPP

#include <enfold/typed.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace primetime {

struct PrimeCheck {
  std::int64_t number = 0;
  bool isPrime = false;
};

struct ActivityTypeCases {
  struct AddedFavoritePrime {
    std::int64_t value = 0;
  };
  struct RemovedFavoritePrime {
    std::int64_t value = 0;
  };
};

struct ActivityType : ActivityTypeCases {
  using Cases = std::variant<AddedFavoritePrime, RemovedFavoritePrime>;

  ActivityType() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  ActivityType(Case given) : value(std::move(given)) {}

  Cases value;
};

struct Activity {
  std::string timestamp;
  ActivityType type;
};

struct PrimeTimeState {
  std::int64_t count = 0;
  std::vector<std::int64_t> favoritePrimes;
  std::vector<Activity> activityFeed;
  std::optional<PrimeCheck> primeCheck;
  bool isNthPrimeLoading = false;
  std::optional<std::string> alert;
  bool isLogging = false;
};

struct PrimeCases {
  struct Success {
    std::int64_t value = 0;
  };
  struct Failure {
    std::string message;
  };
};

struct Prime : PrimeCases {
  using Cases = std::variant<Success, Failure>;

  Prime() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  Prime(Case given) : value(std::move(given)) {}

  Cases value;
};

struct CounterActionCases {
  struct DecrTapped {};
  struct IncrTapped {};
  struct IsPrimeTapped {};
  struct NthPrimeTapped {};
  struct NthPrimeResponse {
    std::int64_t n = 0;
    Prime prime;
  };
  struct AlertDismissed {};
};

struct CounterAction : CounterActionCases {
  using Cases = std::variant<DecrTapped, IncrTapped, IsPrimeTapped, NthPrimeTapped, NthPrimeResponse, AlertDismissed>;

  CounterAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  CounterAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct PrimeModalActionCases {
  struct SaveFavoritePrimeTapped {};
  struct RemoveFavoritePrimeTapped {};
};

struct PrimeModalAction : PrimeModalActionCases {
  using Cases = std::variant<SaveFavoritePrimeTapped, RemoveFavoritePrimeTapped>;

  PrimeModalAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PrimeModalAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct CounterViewActionCases {
  struct Counter {
    CounterAction value;
  };
  struct PrimeModal {
    PrimeModalAction value;
  };
};

struct CounterViewAction : CounterViewActionCases {
  using Cases = std::variant<Counter, PrimeModal>;

  CounterViewAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  CounterViewAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct LoadedResultCases {
  struct Success {
    std::vector<std::int64_t> value;
  };
  struct Failure {
    std::string message;
  };
};

struct LoadedResult : LoadedResultCases {
  using Cases = std::variant<Success, Failure>;

  LoadedResult() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  LoadedResult(Case given) : value(std::move(given)) {}

  Cases value;
};

struct FavoritePrimesActionCases {
  struct DeleteFavoritePrimes {
    std::vector<std::int64_t> value;
  };
  struct Save {
    std::string path;
  };
  struct Load {
    std::string path;
  };
  struct Loaded {
    LoadedResult value;
  };
};

struct FavoritePrimesAction : FavoritePrimesActionCases {
  using Cases = std::variant<DeleteFavoritePrimes, Save, Load, Loaded>;

  FavoritePrimesAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  FavoritePrimesAction(Case given) : value(std::move(given)) {}

  Cases value;
};

struct PrimeTimeActionCases {
  struct CounterView {
    CounterViewAction value;
  };
  struct FavoritePrimes {
    FavoritePrimesAction value;
  };
};

struct PrimeTimeAction : PrimeTimeActionCases {
  using Cases = std::variant<CounterView, FavoritePrimes>;

  PrimeTimeAction() = default;
  template <class Case, class = std::enable_if_t<std::is_constructible_v<Cases, Case>>>
  PrimeTimeAction(Case given) : value(std::move(given)) {}

  Cases value;
};

/// The feature `PrimeTime`: `enfold::open<primetime::PrimeTime>(runtime)`.
struct PrimeTime {
  using State = PrimeTimeState;
  using Action = PrimeTimeAction;
  static constexpr const char *name = "org.enfold.primetime/PrimeTime";
};

// How these types are written as JSON.

constexpr auto json_members(const PrimeCheck *) {
  return std::make_tuple(
      enfold::member("number", &PrimeCheck::number),
      enfold::member("isPrime", &PrimeCheck::isPrime));
}

constexpr auto json_cases(const ActivityType *) {
  using C = ActivityType;
  return std::make_tuple(
      enfold::case_of_value<C::AddedFavoritePrime>("addedFavoritePrime", &C::AddedFavoritePrime::value),
      enfold::case_of_value<C::RemovedFavoritePrime>("removedFavoritePrime", &C::RemovedFavoritePrime::value));
}

constexpr auto json_members(const Activity *) {
  return std::make_tuple(enfold::member("timestamp", &Activity::timestamp), enfold::member("type", &Activity::type));
}

constexpr auto json_members(const PrimeTimeState *) {
  return std::make_tuple(
      enfold::defaulted("count", &PrimeTimeState::count),
      enfold::defaulted("favoritePrimes", &PrimeTimeState::favoritePrimes),
      enfold::defaulted("activityFeed", &PrimeTimeState::activityFeed),
      enfold::defaulted("primeCheck", &PrimeTimeState::primeCheck),
      enfold::defaulted("isNthPrimeLoading", &PrimeTimeState::isNthPrimeLoading),
      enfold::defaulted("alert", &PrimeTimeState::alert),
      enfold::defaulted("isLogging", &PrimeTimeState::isLogging));
}

constexpr auto json_cases(const Prime *) {
  using C = Prime;
  return std::make_tuple(
      enfold::case_of_value<C::Success>("success", &C::Success::value),
      enfold::case_of_fields<C::Failure>("failure", enfold::member("message", &C::Failure::message)));
}

constexpr auto json_cases(const CounterAction *) {
  using C = CounterAction;
  return std::make_tuple(
      enfold::case_of<C::DecrTapped>("decrTapped"),
      enfold::case_of<C::IncrTapped>("incrTapped"),
      enfold::case_of<C::IsPrimeTapped>("isPrimeTapped"),
      enfold::case_of<C::NthPrimeTapped>("nthPrimeTapped"),
      enfold::case_of_fields<C::NthPrimeResponse>("nthPrimeResponse", enfold::member("n", &C::NthPrimeResponse::n),
                                                  enfold::member("prime", &C::NthPrimeResponse::prime)),
      enfold::case_of<C::AlertDismissed>("alertDismissed"));
}

constexpr auto json_cases(const PrimeModalAction *) {
  using C = PrimeModalAction;
  return std::make_tuple(
      enfold::case_of<C::SaveFavoritePrimeTapped>("saveFavoritePrimeTapped"),
      enfold::case_of<C::RemoveFavoritePrimeTapped>("removeFavoritePrimeTapped"));
}

constexpr auto json_cases(const CounterViewAction *) {
  using C = CounterViewAction;
  return std::make_tuple(
      enfold::case_of_value<C::Counter>("counter", &C::Counter::value),
      enfold::case_of_value<C::PrimeModal>("primeModal", &C::PrimeModal::value));
}

constexpr auto json_cases(const LoadedResult *) {
  using C = LoadedResult;
  return std::make_tuple(
      enfold::case_of_value<C::Success>("success", &C::Success::value),
      enfold::case_of_fields<C::Failure>("failure", enfold::member("message", &C::Failure::message)));
}

constexpr auto json_cases(const FavoritePrimesAction *) {
  using C = FavoritePrimesAction;
  return std::make_tuple(
      enfold::case_of_value<C::DeleteFavoritePrimes>("deleteFavoritePrimes", &C::DeleteFavoritePrimes::value),
      enfold::case_of_fields<C::Save>("save", enfold::member("path", &C::Save::path)),
      enfold::case_of_fields<C::Load>("load", enfold::member("path", &C::Load::path)),
      enfold::case_of_value<C::Loaded>("loaded", &C::Loaded::value));
}

constexpr auto json_cases(const PrimeTimeAction *) {
  using C = PrimeTimeAction;
  return std::make_tuple(
      enfold::case_of_value<C::CounterView>("counterView", &C::CounterView::value),
      enfold::case_of_value<C::FavoritePrimes>("favoritePrimes", &C::FavoritePrimes::value));
}

}  // namespace primetime

#endif
