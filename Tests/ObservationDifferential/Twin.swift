// The same feature as a Swift program sees it: a Store, observed by key paths and closures.
import CEnfold
import Enfold

typealias EverythingStore = Store<Everything.State, Everything.Action>

/// A place that can be observed from both sides: by a pointer, and by what stands for it in Swift.
struct Place: Sendable {
  let pointer: String
  let isPulse: Bool
  /// Whether Swift observes by a closure: that hears of no assignment that changes nothing.
  let isComputed: Bool
  let observe: @Sendable (EverythingStore, ObservationCoalescing, @escaping @Sendable (String) -> Void) -> Subscription

  init<Value: Equatable & JSONEncodable & SendableMetatype>(
    _ pointer: String, _ keyPath: KeyPath<Everything.State, Value> & Sendable
  ) {
    self.pointer = pointer
    (isPulse, isComputed) = (false, false)
    observe = { store, coalesce, told in
      store.observe(keyPath, coalesce: coalesce, initial: false) { told(JSON.string($0)) }
    }
  }

  init<Value: Equatable & JSONEncodable & SendableMetatype>(
    _ pointer: String, computed select: @escaping @Sendable (Everything.State) -> Value
  ) {
    self.pointer = pointer
    (isPulse, isComputed) = (false, true)
    observe = { store, coalesce, told in
      store.observe(select, coalesce: coalesce, initial: false) { told(JSON.string($0)) }
    }
  }

  init<Value: JSONEncodable & SendableMetatype>(
    _ pointer: String, pulse keyPath: KeyPath<Everything.State, Pulse<Value>> & Sendable
  ) {
    self.pointer = pointer
    (isPulse, isComputed) = (true, false)
    observe = { store, coalesce, told in
      store.observe(keyPath, coalesce: coalesce, initial: false) { told(JSON.string($0)) }
    }
  }

  /// A place in a store that was derived.
  init<Part: Sendable, Value: Equatable & JSONEncodable & SendableMetatype>(
    _ pointer: String, in part: WritableKeyPath<Everything.State, Part> & Sendable,
    _ keyPath: KeyPath<Part, Value> & Sendable
  ) {
    self.pointer = pointer
    (isPulse, isComputed) = (false, false)
    observe = { store, coalesce, told in
      store.scope(state: part, action: \.edit)
        .observe(keyPath, coalesce: coalesce, initial: false) { told(JSON.string($0)) }
    }
  }
}

let places: [Place] =
  [
    Place("", \.self), Place("", computed: { $0 }), Place("/count", \.count), Place("/title", \.title),
    Place("/flag", \.flag), Place("/ratio", \.ratio), Place("/mood", \.mood), Place("/child", \.child),
    Place("/child/name", \.child.name), Place("/child/inner", \.child.inner),
    Place("/child/inner/number", \.child.inner.number),
    Place("/child/inner/number", computed: { $0.child.inner.number }),
    Place("/child/maybe", \.child.maybe), Place("/child/maybe/number", \.child.maybe?.number),
    Place("/child/numbers", \.child.numbers), Place("/maybe", \.maybe), Place("/maybe/name", \.maybe?.name),
    Place("/maybe/inner/text", \.maybe?.inner.text), Place("/maybe/maybe", \.maybe?.maybe),
    Place("/maybe/maybe/text", \.maybe?.maybe?.text), Place("/tags", \.tags), Place("/scores", \.scores),
    Place("/items", \.items), Place("/plains", \.plains), Place("/plains/id=3", \.plains[id: 3]),
    Place("/plains/id=3/label", \.plains[id: 3]?.label), Place("/optionalItems", \.optionalItems),
    Place("/optionalItems/id=2/title", \.optionalItems?[id: 2]?.title), Place("/alert", \.alert),
    Place("/alert", pulse: \.$alert), Place("/level", \.level),
    Place("/level", computed: { $0.level }), Place("/version", \.version), Place("/child/name", in: \.child, \.name),
    Place("/child/inner/number", in: \.child, \.inner.number),
    Place("/items/id=1/title", in: \.items, \.[id: 1]?.title),
    Place("/open", \.open), Place("/hasAlert", \.hasAlert), Place("/first", \.first),
    Place("/first/title", \.first?.title), Place("/first/inner/number", \.first?.inner.number),
    Place("/longest/summary", \.longest?.summary), Place("/longest/inner", \.longest?.inner), Place("/done", \.done),
    Place("/done/id=3", \.done[id: 3]), Place("/done/id=3/title", \.done[id: 3]?.title), Place("/names", \.names),
    Place("/names", computed: { $0.names }), Place("/child/summary", \.child.summary),
    Place("/maybe/summary", \.maybe?.summary), Place("/child/summary", in: \.child, \.summary),
    Place("/prices", \.prices),
    Place("/prices/milk", \.prices["milk"]), Place("/prices/milk/name", \.prices["milk"]?.name),
    Place("/prices/a/inner/number", \.prices["a"]?.inner.number), Place("/prices/a/summary", \.prices["a"]?.summary),
    Place("/prices/b~0~1", \.prices["b~/"]), Place("/prices/copy/name", in: \.prices, \.["copy"]?.name),
    Place("/counts", \.counts), Place("/counts/7", \.counts[7]), Place("/counts/39", \.counts[39]),
    Place("/optionalPrices", \.optionalPrices), Place("/optionalPrices/a/name", \.optionalPrices?["a"]?.name),
    Place("/cheap", \.cheap), Place("/cheap/milk/name", \.cheap["milk"]?.name),
  ]
  + (0..<12).flatMap { id in
    [
      Place("/items/id=\(id)", \.items[id: id]), Place("/items/id=\(id)/isDone", \.items[id: id]?.isDone),
      Place("/items/id=\(id)/isOpen", \.items[id: id]?.isOpen),
      Place("/items/id=\(id)/inner/number", \.items[id: id]?.inner.number),
      Place("/items/id=\(id)/subs", \.items[id: id]?.subs),
    ]
  }
  + (0..<3).map { id in Place("/items/id=\(id)/subs/id=a/value", \.items[id: id]?.subs[id: "a"]?.value) }

/// What the observers in Swift were told, in order.
final class Told: @unchecked Sendable {
  // Unchecked: everything happens on one thread.
  var events: [(observer: Int, value: String)] = []
}

/// An observer on both sides.
struct Pair {
  let place: Place
  let interest: UInt64
  /// Its number among the Swift observers, in the order of subscriptions.
  let number: Int
  let subscription: Subscription
  let path: JSONPath
  let coalesces: Bool
  /// The value that both know; null if nothing is there.
  var known: String

  /// Checks that both sides were told the same of a drain.
  mutating func check(_ report: Report?, _ events: [String], _ after: JSONValue) throws(Failure) {
    let value = text(after, path) ?? "null"
    let flags = report?.flags ?? 0
    let isForced = flags & ENFOLD_CHANGE_FORCED != 0 && !place.isComputed
    let isTold = place.isPulse ? flags & ENFOLD_PULSE != 0 : report != nil && (value != known || isForced)
    known = value
    if events != (isTold ? [value] : []) {
      throw Failure(message: "Swift was told \(events), the host \(isTold ? value : "nothing")")
    }
  }
}

/// Runs the feature on both sides with the same edits, and compares what observers of the same places are told.
func runTwins(store seed: UInt64, drains: Int) throws(Failure) {
  var random = SeededGenerator(seed: seed)
  let engine = Engine()
  // Scheduled, so that several actions can be one drain.
  let twin = EverythingStore(initialState: Everything.State(), reducer: Everything(), executor: .scheduled {})
  let told = Told()
  var pairs: [Pair] = []
  var next = 1
  let allCoalesce = random.chance(6)
  var state = engine.state

  func begin() {
    let place = places[random.below(places.count)]
    let number = next
    next += 1
    let coalesces = allCoalesce || random.chance(8)
    guard let path = try? JSONPath(pointer: place.pointer) else { return }
    engine.observe(
      UInt64(number), place.pointer,
      ENFOLD_INTEREST_VALUE | (coalesces ? ENFOLD_INTEREST_COALESCE : 0) | (place.isPulse ? ENFOLD_INTEREST_PULSE : 0))
    let subscription = place.observe(twin, coalesces ? .drain : .none) { told.events.append((number, $0)) }
    twin.drain()
    pairs.append(
      Pair(
        place: place, interest: UInt64(number), number: number, subscription: subscription, path: path,
        coalesces: coalesces, known: text(state, path) ?? "null"))
  }

  for _ in 0..<random.below(20) { begin() }
  for drain in 0..<drains {
    if random.chance(8) { begin() }
    if random.chance(10), !pairs.isEmpty {
      let pair = pairs.remove(at: random.below(pairs.count))
      engine.unobserve(pair.interest)
      pair.subscription.cancel()
      twin.drain()
    }
    let isLate = pairs.allSatisfy(\.coalesces)
    let seeds = (0..<(isLate ? 1 + random.below(3) : 1)).map { _ in random.next() }
    engine.send(seeds.map { "{\"edit\":{\"seed\":\($0)}}" })
    for seed in seeds { twin.send(.edit(seed: seed)) }
    twin.drain()
    let reports = engine.take()
    let events = told.events
    told.events = []
    state = engine.state
    do throws(Failure) {
      if JSON.string(twin.state) != state.json { throw Failure(message: "the states differ") }
      let immediate = events.map(\.observer).filter { number in pairs.contains { $0.number == number && !$0.coalesces }
      }
      if immediate != immediate.sorted() { throw Failure(message: "told out of order: \(immediate)") }
      for index in pairs.indices {
        let pair = pairs[index]
        do throws(Failure) {
          let own = events.filter { $0.observer == pair.number }.map(\.value)
          try pairs[index].check(reports[pair.interest], own, state)
        } catch {
          let kind = pair.place.isComputed ? "computed" : "by key path"
          throw Failure(message: "\"\(pair.place.pointer)\" (\(kind), late: \(pair.coalesces)): \(error.message)")
        }
      }
    } catch {
      throw Failure(message: "twins \(seed), drain \(drain), \(error.message)\nafter: \(state.json)")
    }
    compared += pairs.count
  }
}

/// How often observers on both sides were compared.
nonisolated(unsafe) var compared = 0
