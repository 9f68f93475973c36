// @NAME@: loads a plugin, opens one of its features, sends it the actions that it reads, and prints each new state.
//
//   @NAME@ PLUGIN FEATURE
#include <enfold.hpp>
#include <iostream>
#include <string>

namespace app = enfold::throwing;

static void run(const char *plugin, const char *feature) {
  const auto runtime = app::open_runtime();
  runtime.load(plugin);
  const auto store = runtime.open(feature);
  // May run on another thread while main waits: here it only prints.
  const auto subscription = store.observe("", [](const enfold::event &event) {
    if (!event.value().empty()) std::cout << event.value() << '\n';
  });

  for (std::string line; std::getline(std::cin, line);) {
    try {
      store.send(line);
    } catch (const enfold::error &error) {
      // A wrong action changes nothing, and the message says what would be right.
      std::cout << error.message() << '\n';
    }
  }
  store.wait();  // for effects
}

int main(int count, char **arguments) {
  if (count != 3) {
    std::cerr << "usage: @NAME@ PLUGIN FEATURE\n";
    return 2;
  }
  try {
    run(arguments[1], arguments[2]);
  } catch (const enfold::error &error) {
    std::cerr << error.name() << ": " << error.message() << '\n';
    return 1;
  }
}
