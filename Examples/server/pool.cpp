// pool.cpp: boards with a pool of threads. Each line of the input is a message, each line of the output an answer.
//
//   pool PLUGIN FOLDER
//
//   kitchen ada {"delete":{"id":"…"}}   a board, a user and an action
//   kitchen 12                          the answer: the board has it, and this is its revision
//
// In a server a message comes from a socket, and its answer goes there. The end of the input, Control-C and SIGTERM end
// the program so that nothing is lost. docs/server.md tells more.
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <enfold.hpp>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace app = enfold::throwing;

struct message {
  std::string board, user, action;
};

/// Messages that wait for a thread. Whoever puts one waits for room: the input is read no faster than boards work.
class lane {
 public:
  void put(message &&given) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.size() < 256; });
    waiting_.push_back(std::move(given));
    changed_.notify_all();
  }

  /// The next one; false: there is none, and there will be none.
  bool take(message &out) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_ended_ || !waiting_.empty(); });
    if (waiting_.empty()) return false;
    out = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    return true;
  }

  void end() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<message> waiting_;
  bool has_ended_ = false;
};

/// The open boards and their files. Any thread may call it.
class boards {
 public:
  boards(const char *plugin, std::string folder) : folder_(std::move(folder)) {
    runtime_.log(ENFOLD_LOG_ERROR, [](int, std::string_view record) {
      std::fprintf(stderr, "%.*s\n", static_cast<int>(record.size()), record.data());
    });
    runtime_.load(plugin);
    // It runs on the thread that asks, perhaps on several at once.
    runtime_.handle("save", [this](app::request request, std::string_view) {
      save(request.store());
      request.resolve();
    });
  }

  /// The revision after a user's action.
  std::uint64_t act(const message &given) {
    const auto store = open(given.board);
    store.tagged(given.user).send(given.action);
    return store.revision();
  }

  /// Saves what is not saved yet, and closes all. Whether everything is saved.
  bool end() {
    enfold::end_options options;
    options.wait = std::chrono::seconds(30);
    return runtime_.end(options) && unsaved_.empty();
  }

 private:
  static app::runtime open_runtime() {
    enfold::runtime_options options;
    options.crash_line = true;
    return app::open_runtime(options);
  }

  app::store_ref open(const std::string &name) {
    const std::lock_guard lock(mutex_);
    if (const auto found = open_.find(name); found != open_.end()) return found->second;
    enfold::store_options options;
    if (std::ifstream file(folder_ + name + ".json"); file) {
      options.state = enfold::json_text(std::string(std::istreambuf_iterator<char>(file), {}));
    }
    auto store = runtime_.open("Board", options);
    names_[store.id()] = name;
    return open_.emplace(name, std::move(store)).first->second;
  }

  void save(app::store_ref store) {
    // One after the other: an older state never replaces a newer one.
    const std::lock_guard lock(mutex_);
    const auto &name = names_.at(store.id());
    const auto path = folder_ + name + ".json", fresh = path + ".new";
    const auto state = store.state();
    unsaved_.insert(name);
    std::FILE *const file = std::fopen(fresh.c_str(), "w");
    bool is_done = file != nullptr && std::fwrite(state.data(), 1, state.size(), file) == state.size() &&
                   std::fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != nullptr) is_done = std::fclose(file) == 0 && is_done;
    if (!is_done || std::rename(fresh.c_str(), path.c_str()) != 0) throw std::runtime_error(path + ": not written");
    unsaved_.erase(name);
  }

  const std::string folder_;
  std::mutex mutex_;
  std::map<std::string, app::store> open_;
  std::map<enfold_store, std::string> names_;
  std::set<std::string> unsaved_;
  app::runtime runtime_ = open_runtime();
};

static void work(boards &boards, lane &lane) {
  for (message next; lane.take(next);) {
    try {
      std::printf("%s %llu\n", next.board.c_str(), static_cast<unsigned long long>(boards.act(next)));
    } catch (const enfold::error &error) {
      std::printf("%s error: %s\n", next.board.c_str(), std::string(error.message()).c_str());
    }
    std::fflush(stdout);
  }
}

/// Hands a line to the thread of its board: so the messages of one board stay in order.
static void hand_on(std::string_view line, std::vector<lane> &lanes) {
  const auto board = line.find(' '), user = line.find(' ', board + 1);
  const auto name = line.substr(0, board);
  const bool is_name = !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == name.npos;
  if (!is_name || board == line.npos || user == line.npos) {
    std::fprintf(stderr, "a message is BOARD USER ACTION, and a board's name has a-z, 0-9 and - in it\n");
    return;
  }
  message next{std::string(name), std::string(line.substr(board + 1, user - board - 1)),
               std::string(line.substr(user + 1))};
  lanes[std::hash<std::string_view>()(name) % lanes.size()].put(std::move(next));
}

/// Reads lines until the input ends or a signal comes.
static void read_lines(int signals, std::vector<lane> &lanes) {
  pollfd watched[] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
  std::string text(65536, '\0');  // no message is longer
  std::size_t length = 0;
  while (poll(watched, 2, -1) > 0 && watched[1].revents == 0) {
    const auto count = read(STDIN_FILENO, &text[length], text.size() - length);
    if (count <= 0) return;
    length += static_cast<std::size_t>(count);
    std::string_view rest(text.data(), length);
    for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
      hand_on(rest.substr(0, end), lanes);
      rest.remove_prefix(end + 1);
    }
    length = rest.size() < text.size() ? rest.size() : 0;
    std::memmove(&text[0], rest.data(), length);
  }
}

int main(int count, char **arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: pool PLUGIN FOLDER\n"), EXIT_FAILURE;
  // Before there is another thread, all of which inherit it: the signals come to the descriptor alone.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  try {
    boards boards(arguments[1], std::string(arguments[2]) + '/');
    std::vector<lane> lanes(std::max(2u, std::thread::hardware_concurrency()));
    std::vector<std::thread> threads;
    for (auto &lane : lanes) threads.emplace_back([&] { work(boards, lane); });
    read_lines(signalfd(-1, &ends, SFD_CLOEXEC), lanes);
    for (auto &lane : lanes) lane.end();  // what waits is done still
    for (auto &thread : threads) thread.join();
    if (boards.end()) return EXIT_SUCCESS;
    std::fprintf(stderr, "some edits are not saved\n");
  } catch (const enfold::error &error) {
    std::fprintf(stderr, "%s: %s\n", error.name(), std::string(error.message()).c_str());
  }
  return EXIT_FAILURE;
}
