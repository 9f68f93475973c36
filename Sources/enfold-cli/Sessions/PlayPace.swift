// PlayPace: shows the commits of a session when they came, or faster.
import EnfoldJSON
import EnfoldSchemas
import EnfoldSessions
import Glibc

struct PlayPace {
  let speed: Double
  private var last: Int64?
  private var names: [UInt64: String] = [:]

  init(speed: Double) { self.speed = speed }

  mutating func show(_ entry: SessionEntry, _ style: Style, _ output: Output) {
    if entry.kind == .opened { names[entry.store] = entry.string(.name) }
    wait(for: entry)
    guard entry.kind.isCommit || entry.kind == .mark else { return }
    let store = names[entry.store].map { $0 + " " } ?? ""
    let what = entry[.action]?.string ?? entry.string(.text) ?? entry.kind.rawValue
    output.line("\(style.dim("\(entry.seq)")) \(store)\(style.blue(what))")
    for operation in entry[.patch]?.value.elements ?? [] { output.line("  \(style.operation(operation, below: ""))") }
    output.flush()
  }

  private mutating func wait(for entry: SessionEntry) {
    guard let time = entry.time else { return }
    if let last, time > last {
      let seconds = Double(time - last) / 1e9 / speed
      var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
      var left = rest
      while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
    }
    last = max(time, last ?? time)
  }
}
