// Compares what observers are told with a naive model: encode the whole state before and after, and look. And what
// observers in Swift are told with what a host is told of the same places (Twin.swift).
//
// And pairs of values that are nearly the same (Pairs.swift).
//
// Usage: observation-differential [CASES [SEED [PAIRS]]]. A case is one drain of random edits, with observers at random
// pointers; PAIRS is the number of pairs for each type.
import CEnfold
import Enfold
import Glibc

/// Pointers to observe, so many that all kinds meet: at, above and below what changes.
let pointers: [String] =
  [
    "", "/count", "/title", "/flag", "/ratio", "/mood", "/child", "/child/name", "/child/inner",
    "/child/inner/number", "/child/inner/text", "/child/maybe", "/child/maybe/number", "/child/numbers",
    "/child/numbers/0", "/child/numbers/1", "/maybe", "/maybe/name", "/maybe/inner/text", "/maybe/maybe/text", "/tags",
    "/tags/0", "/tags/2", "/scores", "/scores/a", "/scores/milk", "/scores/b~0~1", "/items", "/plains", "/plains/0",
    "/plains/id=3", "/plains/id=3/label", "/plains/1/label", "/optionalItems", "/optionalItems/id=2/title",
    "/optionalItems/0", "/alert", "/level", "/version", "/items/title=milk", "/items/isDone=true/id",
    "/open", "/hasAlert", "/first", "/first/title", "/first/inner/number", "/first/isOpen", "/longest/summary",
    "/longest/inner", "/done", "/done/0/title", "/done/id=3", "/done/id=3/title", "/names", "/names/1",
    "/child/summary", "/maybe/summary", "/prices", "/prices/milk", "/prices/milk/name", "/prices/a/inner/number",
    "/prices/b~0~1", "/prices/b~0~1/numbers/0", "/prices/copy/summary", "/prices/", "/prices//maybe/text", "/counts",
    "/counts/0", "/counts/7", "/counts/39", "/optionalPrices", "/optionalPrices/a/name", "/optionalPrices/milk",
    "/cheap",
    "/cheap/milk", "/cheap/milk/inner/number",
  ]
  + (0..<12).flatMap {
    ["/items/id=\($0)", "/items/id=\($0)/isDone", "/items/id=\($0)/isOpen", "/items/id=\($0)/inner/number"]
  }
  + (0..<4).flatMap { ["/items/\($0)", "/items/\($0)/title", "/items/\($0)/subs"] }
  + (0..<3).flatMap { ["/items/id=\($0)/subs/id=a/value", "/items/id=\($0)/subs/0"] }

struct Observer {
  let id: UInt64
  let pointer: String
  let path: JSONPath
  let flags: UInt32
  /// The value that it knows, as text; nil if nothing is there.
  var known: String?
  /// What a subscription with the options "patch":"keyed" and "old" keeps of it.
  var mirror: DocumentMirror?

  var wantsPatch: Bool { flags & ENFOLD_INTEREST_PATCH != 0 }
  var wantsValue: Bool { flags & ENFOLD_INTEREST_VALUE != 0 }
}

func text(_ state: JSONValue, _ path: JSONPath) -> String? { JSON.string(state, at: path) }

struct Failure: Error { let message: String }

/// A value whose members are in the order of their keys: a patch that adds a member says nothing of its place.
func ordered(_ value: JSONValue) -> JSONValue {
  switch value {
  case .array(let elements): return .array(elements.map(ordered))
  case .object(let object):
    var sorted = JSONObject()
    for (key, value) in object.members.sorted(by: { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) })
    {
      sorted[key] = ordered(value)
    }
    return .object(sorted)
  default: return value
  }
}

/// Checks what an observer was told of a drain.
func check(_ observer: inout Observer, _ report: Report?, _ before: JSONValue, _ after: JSONValue) throws(Failure) {
  let expected = text(after, observer.path)
  let hasChanged = expected != observer.known
  if hasChanged, report == nil { throw Failure(message: "was not told of \(expected ?? "its removal")") }
  if let report, observer.wantsValue {
    guard let value = report.value else { throw Failure(message: "was told no value") }
    if value != expected {
      throw Failure(message: "was told \(value ?? "nothing") instead of \(expected ?? "nothing")")
    }
  }
  if let report, observer.wantsPatch, let known = observer.known, let expected {
    let patched: JSONValue
    do {
      patched = try JSONPatch.apply(report.patch, to: try JSONValue(parsing: known))
    } catch { throw Failure(message: "cannot apply its patch \(report.patch) to \(known): \(error)") }
    if ordered(patched).json != (try? JSONValue(parsing: expected)).map(ordered)?.json {
      throw Failure(message: "gets \(patched.json) by its patch \(report.patch), not \(expected)")
    }
    try checkKeyed(&observer, report.patch, known, patched)
  }
  if expected == nil { observer.mirror = nil }
  if report != nil, !hasChanged { idle += 1 }
  if report != nil { told += 1 }
  observer.known = expected
}

/// Checks the keyed patch that follows from a patch: it gives the same, and is taken back.
func checkKeyed(
  _ observer: inout Observer, _ patch: [JSONPatch.Operation], _ known: String, _ patched: JSONValue
) throws(Failure) {
  var text = "none"
  do {
    let before = try JSONValue(parsing: known)
    var mirror = observer.mirror ?? DocumentMirror(before, keyed: true, old: true)
    let records = try mirror.follow(patch)
    text = JSON.string(records)
    observer.mirror = mirror
    let keyed = try JSONValue(parsing: text)
    var document = before
    try JSONPatch.apply(keyed, to: &document)
    if document != patched || mirror.document != patched {
      throw Failure(message: "gets \(document.json) by its keyed patch \(text) on \(known)")
    }
    try JSONPatch.revert(keyed, in: &document)
    if document != before {
      throw Failure(message: "gets \(document.json) back by its keyed patch \(text) on \(known)")
    }
    for case .reorder in records.map(\.operation) { moves += 1 }
    keyedOperations += records.count
  } catch let failure as Failure {
    throw failure
  } catch {
    throw Failure(message: "cannot apply its keyed patch \(text) to \(known): \(error)")
  }
}

/// Operations of keyed patches in all, and those that move an element.
nonisolated(unsafe) var keyedOperations = 0, moves = 0

/// Reports in all, and those of values that turned out equal: the host's comparison drops them.
nonisolated(unsafe) var told = 0, idle = 0

func run(store seed: UInt64, drains: Int) throws(Failure) {
  var random = SeededGenerator(seed: seed)
  let engine = Engine()
  var observers: [Observer] = []
  var nextID: UInt64 = 1
  // Sometimes all coalesce, which takes another way through the encoder.
  let allCoalesce = random.chance(6)
  var before = engine.state

  func begin() {
    let pointer = pointers[random.below(pointers.count)]
    var flags = [ENFOLD_INTEREST_VALUE, ENFOLD_INTEREST_PATCH, ENFOLD_INTEREST_VALUE | ENFOLD_INTEREST_PATCH][
      random.below(3)]
    if allCoalesce || random.chance(8) { flags |= ENFOLD_INTEREST_COALESCE }
    guard let path = try? JSONPath(pointer: pointer) else { return }
    engine.observe(nextID, pointer, flags)
    observers.append(Observer(id: nextID, pointer: pointer, path: path, flags: flags, known: text(before, path)))
    nextID += 1
  }

  for _ in 0..<random.below(20) { begin() }
  for drain in 0..<drains {
    if random.chance(8) { begin() }
    if random.chance(10), !observers.isEmpty {
      engine.unobserve(observers.remove(at: random.below(observers.count)).id)
    }
    // Several actions in one drain only matter to those that coalesce; others are told of each.
    let count = allCoalesce ? 1 + random.below(3) : 1
    engine.send((0..<count).map { _ in "{\"edit\":{\"seed\":\(random.next())}}" })
    let reports = engine.take()
    let after = engine.state
    for index in observers.indices {
      let observer = observers[index]
      do throws(Failure) {
        try check(&observers[index], reports[observer.id], before, after)
      } catch {
        throw Failure(
          message: """
            store \(seed), drain \(drain), observer of \"\(observer.pointer)\" (flags \(observer.flags)): \
            \(error.message)
            before: \(before.json)
            after:  \(after.json)
            """)
      }
    }
    before = after
  }
}

let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) ?? 0 }
let cases = Int(arguments.first ?? 100_000)
let seed = arguments.dropFirst().first ?? UInt64.random(in: 1...999_999_999)
let drains = 50
print("seed \(seed)")
do throws(Failure) {
  try checkTemporaryLists()
  try runPairs(arguments.count > 2 ? Int(arguments[arguments.startIndex + 2]) : max(100, cases / 50), seed: seed)
  for store in 0..<max(1, cases / drains) {
    try run(store: seed &+ UInt64(store), drains: drains)
    try runTwins(store: seed &+ UInt64(store), drains: drains)
  }
} catch {
  print(error.message)
  print("repeat with: observation-differential \(cases) \(seed)")
  exit(1)
}
print("\(max(1, cases / drains) * drains) cases, \(told) reports, of which \(idle) of equal values; no difference")
print(
  "\(keyedOperations) operations of keyed patches, of which \(moves) move an element, applied and taken back; no difference"
)
print("\(pairs) pairs of values; no difference")
print("\(compared) comparisons of observers in Swift with hosts; no difference")
