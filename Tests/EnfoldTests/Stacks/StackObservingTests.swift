// Stacks as hosts observe them: pointers, patches, and random edits against a naive model.
import EnfoldTesting
import Testing

@testable import Enfold

@ObservableState private struct StackLeaf: Equatable {
  @Bindable var name = ""
  var items: IdentifiedArrayOf<StackLine> = []
  @Pulse var alert: String?
}

@ObservableState private struct StackLine: Equatable, Identifiable {
  let id: Int
  var text = ""
}

@ObservableState private struct Shelf: Equatable {
  var path = StackState<StackLeaf>()
  var places = StackState<Path.State>()
  var inner: Inner?
  var other = 0
}

@ObservableState private struct Inner: Equatable { var path = StackState<StackLeaf>() }

/// Which interests were told.
private func told(_ reports: [UInt64: [String]]) -> Set<UInt64> { Set(reports.keys) }

@Suite("Observed stacks") struct StackObservingTests {
  @Test("Pointers lead into screens by their ids") func pointers() throws {
    let store = PatchedStore(Shelf(path: [StackLeaf(name: "a"), StackLeaf(name: "b")]))
    let name = try store.observe("/path/id=1/state/name", .value)
    let screen = try store.observe("/path/id=1", .value)
    let id = try store.observe("/path/1/id", .value)
    let new = try store.observe("/path/id=2/state/name", .value)
    #expect(told(store.edits { $0.path[id: 0]?.name = "c" }) == [])
    #expect(told(store.edits { $0.path[id: 1]?.name = "c" }) == [name, screen])
    #expect(told(store.edits { $0.path[id: 1]?.name = "c" }) == [], "the same value")
    #expect(told(store.edits { $0.path[id: 1]?.items = [StackLine(id: 1)] }) == [screen])
    #expect(told(store.edits { $0.path.append(StackLeaf(name: "d")) }) == [new])
    #expect(told(store.edits { $0.path.insert(StackLeaf(), at: 0) }) == [id])
    #expect(told(store.edits { $0.path[id: 1] = nil }) == [name, screen])
  }

  @Test("A patch has one operation for each change") func patches() throws {
    let store = PatchedStore(Shelf())
    try store.observe("")
    let leaf = #"{"name":"a","items":[],"alert":null}"#
    #expect(store.patch { $0.path.append(StackLeaf(name: "a")) } == ["add /path/0 {\"id\":0,\"state\":\(leaf)}"])
    #expect(store.patch { $0.path[id: 0]?.name = "b" } == ["replace /path/0/state/name \"b\""])
    #expect(
      store.patch { $0.path[id: 0]?.items.append(StackLine(id: 1)) } == [
        #"add /path/0/state/items/0 {"id":1,"text":""}"#
      ])
    #expect(store.patch { $0.path[id: 0]?.items[id: 1]?.text = "x" } == [#"replace /path/0/state/items/0/text "x""#])
    #expect(store.patch { $0.path[id: 0] = StackLeaf(name: "c") }.count == 1)
    #expect(store.patch { $0.path[0].name = "c" } == [], "the same value")
    #expect(store.patch { $0.path.pop(from: 0) } == ["remove /path/0"])
    #expect(store.patch { $0.places.append(.page(Paper.State())) }.count == 1)
    #expect(
      store.patch { $0.places[id: 0, case: \.page]?.ticks += 1 } == [
        #"replace /places/0 {"id":0,"state":{"page":{"title":"","ticks":1,"tags":[]}}}"#
      ])
  }

  @Test("A pulse in a screen is told at each assignment") func pulse() throws {
    let store = PatchedStore(Shelf(path: [StackLeaf()]))
    let alert = try store.observe("/path/id=0/state/alert", [.value, .pulse])
    for _ in 0..<2 {
      let reports = store.edits { $0.path[id: 0]?.alert = "x" }
      #expect(reports.keys.contains(alert))
    }
    let others = store.edits { $0.path[id: 0]?.name = "x" }
    #expect(others.isEmpty)
  }

  @Test("Observers in Swift: of a screen, of a case in it, of the ids") func keyPaths() {
    let store = Folders.store()
    let (titles, ids, counts) = (Log<String?>(), Log<[Int]>(), Log<Int>())
    let subscriptions = [
      store.observe(\.path[id: 1, case: \.page]?.title) { titles.append($0) },
      store.observe(\.path.ids) { ids.append($0.map(\.rawValue)) },
      store.observe(\.path.count) { counts.append($0) },
    ]
    store.send(.open("a"))
    store.send(.path(.element(id: 0, action: .folder(.openNote))))
    store.send(.path(.element(id: 0, action: .folder(.rename("b")))))
    store.send(.path(.element(id: 1, action: .page(.rename("x")))))
    store.send(.popAll)
    #expect(titles.all == [nil, "of 0", "x", nil])
    #expect(ids.all == [[], [0], [0, 1], []])
    #expect(counts.all == [0, 1, 2, 0])
    for subscription in subscriptions { subscription.cancel() }
  }

  // MARK: Random edits

  /// What a stack is, naively.
  private struct Naive {
    var screens: [(id: Int, leaf: StackLeaf)] = []
    var next = 0

    mutating func push(_ leaf: StackLeaf, at place: Int? = nil) {
      screens.insert((next, leaf), at: place ?? screens.count)
      next += 1
    }
    var json: String {
      "[" + screens.map { "{\"id\":\($0.id),\"state\":\(JSON.string($0.leaf))}" }.joined(separator: ",") + "]"
    }
  }

  @Test("Random edits: ids, JSON, what each pointer is told, and a mirror by patches", arguments: 0..<20)
  func randomEdits(seed: Int) throws {
    var random = SplitMix(UInt64(seed))
    let store = PatchedStore(Shelf(inner: Inner()))
    let pointers = [
      "", "/path", "/path/0", "/path/id=2", "/path/id=2/state/name", "/path/id=3/state/items/id=1/text",
      "/path/1/state",
      "/path/id=1/id", "/inner/path/id=1/state", "/path/name=a", "/path/1/state/name",
    ]
    var interests: [UInt64: String] = [:]
    for pointer in pointers { interests[try store.observe(pointer, .value)] = pointer }
    let mirrored = try store.observe("")
    var mirror = JSONValue(encoding: store.state)
    var (path, inner) = (Naive(), Naive())
    var saved = [(store.state, path, inner)]
    for step in 0..<120 {
      let before = store.state
      let edit = Self.edit(&path, &inner, &saved, store.state, &random)
      let reports = store.edits(edit)
      let now = store.state
      let comment = Comment(rawValue: "seed \(seed), step \(step)")
      #expect(JSON.string(now.path) == path.json, comment)
      #expect(JSON.string(now.inner?.path ?? []) == (now.inner == nil ? "[]" : inner.json), comment)
      for (interest, pointer) in interests {
        let place = try JSONPath(pointer: pointer)
        let changed = JSON.string(before, at: place) != JSON.string(now, at: place)
        // Hosts compare the texts of what may have changed.
        if changed { #expect(reports[interest] != nil, "\(comment) \(pointer)") }
      }
      for operation in reports[mirrored] ?? [] where operation != "told" {
        let parts = operation.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        var member = "{\"op\":\"\(parts[0])\",\"path\":\(JSON.string(String(parts[1])))"
        if parts.count > 2 { member += ",\"value\":\(parts[2])" }
        try JSONPatch.apply(JSON.decode(JSONValue.self, from: "[\(member)}]"), to: &mirror)
      }
      #expect(mirror == JSONValue(encoding: now), comment)
    }
  }

  private static func edit(
    _ path: inout Naive, _ inner: inout Naive, _ saved: inout [(Shelf, Naive, Naive)], _ state: Shelf,
    _ random: inout SplitMix
  ) -> PatchedStore<Shelf>.Edit {
    let name = ["a", "b", "c"][random.below(3)]
    let leaf = StackLeaf(name: name, items: [StackLine(id: random.below(2))])
    let place = random.below(path.screens.count + 1)
    let id = path.screens.isEmpty ? 99 : path.screens[random.below(path.screens.count)].id
    let element = StackElementID(number: id)
    func change(_ body: (inout StackLeaf) -> Void) {
      if let found = path.screens.firstIndex(where: { $0.id == id }) { body(&path.screens[found].leaf) }
    }
    switch random.below(14) {
    case 0, 1:
      path.push(leaf)
      return { $0.path.append(leaf) }
    case 2:
      path.push(leaf, at: place)
      return { $0.path.insert(leaf, at: place) }
    case 3, 4:
      change { $0.name = name }
      return { $0.path[id: element]?.name = name }
    case 5:
      change { $0.items[id: 1]?.text = name }
      return { $0.path[id: element]?.items[id: 1]?.text = name }
    case 6:
      change { $0 = leaf }
      return { $0.path[id: element]? = leaf }
    case 7:
      if let found = path.screens.firstIndex(where: { $0.id == id }) { path.screens.removeSubrange(found...) }
      return { $0.path.pop(from: element) }
    case 8:
      path.screens.removeAll { $0.id == id }
      return { $0.path[id: element] = nil }
    case 9:
      saved.append((state, path, inner))
      return { $0.other += 1 }
    case 10:
      let (state, oldPath, oldInner) = saved[random.below(saved.count)]
      (path.screens, inner.screens) = (oldPath.screens, oldInner.screens)
      return { $0 = state }
    case 11:
      inner.push(leaf)
      return { $0.inner?.path.append(leaf) }
    case 12:
      if !inner.screens.isEmpty { inner.screens.removeLast() }
      return { _ = $0.inner?.path.popLast() }
    default:
      if let found = path.screens.firstIndex(where: { $0.id == id }) { path.screens.removeSubrange((found + 1)...) }
      return { $0.path.pop(to: element) }
    }
  }
}

/// Random numbers that a seed repeats.
struct SplitMix {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(limit))
  }
}
