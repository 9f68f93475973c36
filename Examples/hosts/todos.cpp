// A C++ host: plays recorded actions to the Todos plugin and prints what changes.
//
//   todos-cpp PLUGIN SESSION
//
// todos.c and todos.py do the same and print the same.
#include <enfold.hpp>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace app = enfold::throwing;

static void play(const char *plugin, std::istream &session) {
  unsigned actions = 0, events = 0;
  const auto show = [&events](const enfold::event &event) {
    ++events;
    std::cout << event.revision() << ' ' << event.flags() << ' ' << event.pointer() << ' '
              << (event.value().empty() ? "-" : event.value()) << '\n';
  };

  enfold::runtime_options options;
  options.loop = "host";
  const auto runtime = app::open_runtime(options);
  runtime.load(plugin);
  const auto store = runtime.open("Todos");
  std::vector<app::subscription> subscriptions;
  for (const char *pointer : {"/items", "/filter", "/error"}) subscriptions.push_back(store.observe(pointer, show));

  for (std::string line; std::getline(session, line); ++actions) {
    store.send(line);
    if (line.rfind("{\"load\"", 0) == 0) store.wait();  // it reads a file meanwhile
  }
  const auto revision = store.revision();
  store.close();  // each observer gets its last event
  std::cout << actions << " actions, " << events << " events, revision " << revision << '\n';
}

int main(int count, char **arguments) {
  if (count != 3) {
    std::cerr << "usage: todos-cpp PLUGIN SESSION\n";
    return EXIT_FAILURE;
  }
  std::ifstream session(arguments[2]);
  if (!session) {
    std::cerr << arguments[2] << ": cannot be read\n";
    return EXIT_FAILURE;
  }
  try {
    play(arguments[1], session);
  } catch (const enfold::error &error) {
    std::cerr << error.name() << ": " << error.message() << '\n';
    return EXIT_FAILURE;
  }
}
