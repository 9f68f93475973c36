// Progress: a bar on the standard error, while a file is read.
import Glibc

/// Draws at most ten times a second, and only if the standard error is a terminal.
struct Progress {
  private let output: Output
  private let total: Int
  private var next = 0
  private var isShown = false

  /// - Parameter total: how many bytes there are.
  init(total: Int, output: Output) {
    self.total = total
    self.output = output
    // What is done at once shows no bar.
    next = now() + 300
  }

  /// Says how far it is.
  mutating func show(bytes: Int, actions: Int) {
    guard output.isTerminal, total > 0, now() >= next else { return }
    next = now() + 100
    isShown = true
    let part = Double(bytes) / Double(total)
    let filled = Int(part * 30)
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 30 - filled)
    output.write("\r\u{1B}[K[\(bar)] \(Int(part * 100)) %, \(actions) actions")
    output.flush()
  }

  /// Takes the bar away, so that a message can be written.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    output.write("\r\u{1B}[K")
    output.flush()
  }

  private func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
