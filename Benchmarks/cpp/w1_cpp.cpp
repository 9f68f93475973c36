// w1_cpp.cpp: W1 through enfold.hpp, in both faces, beside the same calls of enfold.h.
#include <enfold.hpp>

extern "C" {
#include "../c/bench.h"
}

static constexpr std::string_view increment = R"({"increment":{}})";

static void run_c(void *context, size_t count) {
  const enfold_store store = *static_cast<enfold_store *>(context);
  enfold_error error = ENFOLD_ERROR_INIT;  // once: as fast as C can be
  for (size_t i = 0; i < count; i++) {
    must(enfold_store_send(store, increment.data(), increment.size(), nullptr, &error), &error);
  }
}

static void run_results(void *context, size_t count) {
  const auto &store = *static_cast<enfold::store *>(context);
  for (size_t i = 0; i < count; i++) {
    if (const auto sent = store.send(increment); !sent) std::exit(1);
  }
}

static void run_throwing(void *context, size_t count) {
  const auto &store = *static_cast<enfold::throwing::store *>(context);
  for (size_t i = 0; i < count; i++) store.send(increment);
}

extern "C" void w1_cpp() {
  const auto hear = [](const enfold::event &event) { heard(nullptr, event.value().data(), event.value().size()); };
  enfold_store in_c = open_store("Counter", nullptr);
  observe(in_c, "/count", nullptr);
  const enfold::runtime_ref with_results(runtime);
  enfold::store results = with_results.open("Counter").value();
  const auto heard_results = results.observe("/count", hear).value();
  const enfold::throwing::runtime_ref with_exceptions(runtime);
  enfold::throwing::store throwing = with_exceptions.open("Counter");
  const auto heard_throwing = throwing.observe("/count", hear);
  const side sides[] = {
      {"W1 from C++", "enfold.h", run_c, &in_c, 100},
      {"W1 from C++", "enfold.hpp, results", run_results, &results, 100},
      {"W1 from C++", "enfold.hpp, throwing", run_throwing, &throwing, 100},
  };
  compare(sides, sizeof sides / sizeof *sides);
  close_store(in_c);
}
