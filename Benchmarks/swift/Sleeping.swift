// Sleeping: what effects that sleep cost, beside bare tasks of Swift that sleep.
import Enfold
import Foundation

private let sleepers = 100_000

struct Sleeping: Reducer {
  @ObservableState struct State: Equatable { var count = 0 }

  @Action enum Action { case sleep }

  @Dependency(\.clock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [clock] _ in try await clock.sleep(for: .seconds(86_400)) }
  }
}

/// Each run has a process of its own, because memory that was freed is used again.
func sleeping() {
  let ways = [("tasks of Swift", "S4-tasks"), ("effects", "S4-effects")]
  let runs = ways.map { way in (way.0, (0..<3).map { _ in numbers(ofProcess: way.1) }) }
  for (index, unit, workload) in [
    (0, "bytes", "S4 a sleeper: memory"), (1, "ns", "S4 a sleeper: CPU time until it was cancelled"),
  ] {
    for (what, runs) in runs {
      let sorted = runs.map { $0[index] }.sorted()
      print("\(workload)\t\(what)\t\(sorted[1])\t\(unit)\t\(sorted[0])\t\(sorted[2])")
    }
  }
}

private func numbers(ofProcess way: String) -> [Int] {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = [way]
  process.standardOutput = pipe
  try? process.run()
  let printed = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  return printed.split(separator: "\n").compactMap { Int($0) }
}

func sleepingTasks() {
  measure {
    let tasks = (0..<sleepers).map { _ in Task { try await Task.sleep(for: .seconds(86_400)) } }
    return { for task in tasks { task.cancel() } }
  }
}

func sleepingEffects() {
  measure {
    let store = Store(initialState: Sleeping.State(), reducer: Sleeping())
    for _ in 0..<sleepers { store.send(.sleep) }
    return { store.close() }
  }
}

/// Prints the bytes of one sleeper, and the nanoseconds of CPU that it took.
private func measure(_ begin: () -> () -> Void) {
  let before = usage()
  let end = begin()
  sleep(2)  // until all are asleep
  let asleep = usage()
  end()
  sleep(1)
  print((asleep.bytes - before.bytes) / sleepers)
  print((usage().time - before.time) / sleepers)
}

private func usage() -> (bytes: Int, time: Int) {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
  return ((Int(pages ?? "") ?? 0) * Int(getpagesize()), time.tv_sec * 1_000_000_000 + time.tv_nsec)
}
