// Pairs of values: a property gets another value, and its observers are told if and only if its JSON differs.
import CEnfold
import Enfold

/// How many pairs were looked at.
nonisolated(unsafe) var pairs = 0

/// Counts what an observer in Swift is told.
private final class Counter: @unchecked Sendable {
  // Unchecked: everything happens on one thread.
  var count = 0
}

/// Gives each property `count` values, one after the other, in a store that a host sees and in one that Swift sees.
func runPairs(_ count: Int, seed: UInt64) throws(Failure) {
  for property in Kind.all.indices { try runPairs(property, count, seed: seed) }
}

private func runPairs(_ property: Int, _ count: Int, seed: UInt64) throws(Failure) {
  let kind = Kind.all[property]
  let (engine, twin) = (Engine(of: Kinds.self), Store(initialState: Kinds.State(), reducer: Kinds()))
  let derived: [String: String] = ["text": "length", "double": "inverse"]
  guard let path = try? JSONPath(pointer: "/" + kind.name) else { return }
  engine.observe(1, "/" + kind.name, ENFOLD_INTEREST_VALUE)
  engine.observe(2, "/" + kind.name, ENFOLD_INTEREST_PATCH)
  engine.observe(3, "", ENFOLD_INTEREST_VALUE | ENFOLD_INTEREST_PATCH)
  if let name = derived[kind.name] { engine.observe(4, "/" + name, ENFOLD_INTEREST_VALUE) }
  let told = Counter()
  let subscription = kind.observe?(twin) { told.count += 1 }
  var before = engine.state
  var mirror = before
  for number in 0..<count {
    let action = (property: property, seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    engine.send(["{\"next\":{\"property\":\(action.property),\"seed\":\(action.seed)}}"])
    twin.send(.next(property: action.property, seed: action.seed))
    let (after, reports) = (engine.state, engine.take())
    func failure(_ message: String) -> Failure {
      let values = [before, after].map { text($0, path) ?? "nothing" }
      return Failure(
        message: "pairs of \(kind.name), seed \(seed), pair \(number): \(message), of \(values[0]) to \(values[1])")
    }
    let hasChanged = !(text(before, path)?.utf8.elementsEqual(text(after, path)?.utf8 ?? "".utf8) ?? false)
    for interest in [1, 2, 3] as [UInt64] where (reports[interest] != nil) != hasChanged {
      throw failure("interest \(interest) was \(hasChanged ? "not " : "")told")
    }
    if let report = reports[3] {
      mirror = (try? JSONPatch.apply(report.patch, to: mirror)) ?? .null
      if mirror.json != after.json { throw failure("the mirror is \(mirror.json), the state \(after.json)") }
    }
    if let name = derived[kind.name], let value = reports[4]?.value, value != after[name]?.json {
      throw failure("/\(name) was told as \(value ?? "nothing")")
    }
    if subscription != nil, told.count != (hasChanged ? 1 : 0) { throw failure("Swift was told \(told.count) times") }
    told.count = 0
    if JSON.string(twin.state) != after.json { throw failure("the states differ") }
    before = after
    pairs += 1
  }
  subscription?.cancel()
}
