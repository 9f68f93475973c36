// Measuring: each side of a comparison is calibrated by time, then measured in turn with the others.
import Foundation

/// One side: `run` does so many actions.
struct Side {
  let what: String
  let run: (Int) -> Void

  init(_ what: String, run: @escaping (Int) -> Void) {
    self.what = what
    self.run = run
  }

  /// For actions so long that calling a closure for each does not count.
  init(each what: String, body: @escaping () -> Void) {
    self.init(what) { count in for _ in 0..<count { body() } }
  }
}

/// Observers add to it what they see, so that nothing can be optimised away. Written by one thread.
nonisolated(unsafe) var seen = 0

let runs = 7
private let runTime = 50e6  // ns of one run of one side
private let calibrationTime = 5e6  // ns: a trial at least this long tells how many actions fit

/// Prints one row for each side: median, lowest and highest nanoseconds of an action.
func compare(_ workload: String, _ sides: [Side]) {
  let counts = sides.map(calibrated)
  var times = [[Double]](repeating: [], count: sides.count)
  for _ in 0..<runs {
    for (index, side) in sides.enumerated() {
      times[index].append(time(side, counts[index]) / Double(counts[index]))
    }
  }
  for (side, times) in zip(sides, times.map { $0.sorted() }) {
    let numbers = [times[runs / 2], times[0], times[runs - 1]].map { String(format: "%.2f", $0) }
    print("\(workload)\t\(side.what)\t\(numbers[0])\tns\t\(numbers[1])\t\(numbers[2])")
  }
}

private func time(_ side: Side, _ count: Int) -> Double {
  let start = ContinuousClock.now
  side.run(count)
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
}

private func calibrated(_ side: Side) -> Int {
  side.run(1)  // the first one may make a copy or fill a cache, and tells nothing
  var count = 1
  while true {
    let time = time(side, count)
    if time >= calibrationTime { return max(1, Int(runTime / time * Double(count))) }
    count *= 2
  }
}

/// The pseudo-random numbers of all workloads, the same as in C.
struct Random {
  private var state: UInt64 = 42

  /// The next one of `0..<limit`.
  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
