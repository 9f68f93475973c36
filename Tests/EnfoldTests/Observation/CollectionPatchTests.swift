// Patches of plain lists and dictionaries: one `replace` for each part that differs.
import Enfold
import Testing

@ObservableState private struct Row: Equatable, Identifiable {
  let id: Int
  var tags = ["a", "b"]
}

@ObservableState private struct Part: Equatable {
  var numbers = [1, 2, 3]
  var other = 0
}

@ObservableState private struct Shelf: Equatable {
  var list = ["a", "b", "c"]
  var table = ["x": 1, "y": 2, "z/~": 3]
  var tags: Set<String> = ["a", "b"]
  var part = Part()
  var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  var parts = [Part(), Part()]
  var long = Array(0..<100)
  var other = 0
}

@Suite struct CollectionPatchTests {
  private let store = PatchedStore(Shelf())

  @Test func oneElementOfAList() throws {
    try store.observe("/list")
    #expect(store.patch { $0.list[1] = "B" } == ["replace /1 \"B\""])
    #expect(store.patch { $0.list[1] = "B" } == [], "the same value")
    #expect(store.patch { $0.list = ["A", "B", "C"] } == ["replace /0 \"A\"", "replace /2 \"C\""], "assigned")
    #expect(store.patch { $0.list.append("d") } == ["replace  [\"A\",\"B\",\"C\",\"d\"]"], "another count")
    #expect(store.patch { $0.list.swapAt(0, 3) } == ["replace /0 \"d\"", "replace /3 \"A\""])
  }

  @Test func severalWritesInOneActionAreOneChange() throws {
    try store.observe("/list")
    let patch = store.patch { state in
      state.list[0] = "1"
      state.list[2] = "3"
      state.list[0] = "a"
      state.list.append("d")
      state.list.removeLast()
    }
    #expect(patch == ["replace /2 \"3\""])
  }

  @Test func aDictionary() throws {
    try store.observe("/table")
    #expect(store.patch { $0.table["z/~"] = 4 } == ["replace /z~1~0 4"])
    let both: PatchedStore<Shelf>.Edit = { (state: inout Shelf) in
      for key in state.table.keys { state.table[key]! += 1 }
    }
    #expect(store.patch(both) == ["replace /x 2", "replace /y 3", "replace /z~1~0 5"])
    #expect(store.patch { $0.table["w"] = 0 } == [#"replace  {"w":0,"x":2,"y":3,"z/~":5}"#], "another key")
    let renamed: PatchedStore<Shelf>.Edit = { $0.table["v"] = $0.table.removeValue(forKey: "w") }
    #expect(store.patch(renamed) == [#"replace  {"v":0,"x":2,"y":3,"z/~":5}"#], "as many keys")
  }

  @Test func aSetIsOneValue() throws {
    try store.observe("/tags")
    #expect(store.patch { $0.tags = ["a", "c"] } == [#"replace  ["a","c"]"#])
  }

  @Test func manyDifferences() throws {
    try store.observe("/long")
    #expect(store.patch { state in for index in 0..<50 { state.long[index] = -1 } }.count == 50)
    #expect(store.patch { state in for index in 0..<51 { state.long[index] = -2 } }.count == 1, "the whole is shorter")
  }

  @Test func anObserverAbove() throws {
    try store.observe("")
    try store.observe("/part", [.patch, .value])
    try store.observe("/part/numbers/1", [.patch, .value])
    let told = store.edits { $0.part.numbers[1] = 5 }
    #expect(told == [1: ["replace /part/numbers/1 5"], 2: ["replace /numbers/1 5"], 3: ["replace  5"]])
  }

  @Test func inTheRowOfAList() throws {
    try store.observe("/rows")
    try store.observe("/rows/id=2")
    try store.observe("/rows/0")
    #expect(
      store.edits { $0.rows[id: 2]?.tags[0] = "c" } == [1: ["replace /1/tags/0 \"c\""], 2: ["replace /tags/0 \"c\""]])
    #expect(store.edits { $0.rows[0].tags[1] = "d" } == [1: ["replace /0/tags/1 \"d\""], 3: ["replace /tags/1 \"d\""]])
    // Here another element stands at the position.
    let told = store.edits { state in
      state.rows.swapAt(0, 1)
      state.rows[1].tags[1] = "e"
    }
    #expect(told[3]?.count == 1 && told[3]?[0].hasPrefix("replace  {\"id\":2") == true, "\(told)")
  }

  @Test func aRecordInAListIsReplacedAsAWhole() throws {
    try store.observe("/parts")
    #expect(store.patch { $0.parts[1].numbers[0] = 9 } == [#"replace /1 {"numbers":[9,2,3],"other":0}"#])
  }

  @Test func aStateThatWasReplacedIsToldAsAWhole() throws {
    try store.observe("/part/numbers")
    let other = store.state.part
    _ = store.patch { $0.part.numbers[0] = 7 }
    // A copy that knows another content, and is written before it is put in the place.
    let patch = store.patch { state in
      var copy = other
      copy.numbers[1] = 8
      state.part = copy
    }
    #expect(patch == ["replace  [1,8,3]"])
    #expect(store.patch { $0.part.numbers[2] = 9 } == ["replace /2 9"])
  }

  @Test func aCopyThatIsWrittenToo() throws {
    try store.observe("/part/numbers")
    let patch = store.patch { state in
      var copy = state.part
      copy.numbers[0] = 100
      copy.numbers.append(4)
      state.part.numbers[1] = 5
      if copy.numbers.count == 3 { state.part = copy }
    }
    #expect(patch == ["replace /1 5"])
  }

  @Test func severalCommitsOfOneDrain() throws {
    try store.observe("/list", [.patch, .coalesce])
    #expect(store.edits({ $0.list[0] = "1" }, { $0.list[1] = "2" })[1] == ["replace /0 \"1\"", "replace /1 \"2\""])
    // Now not all interests wait for the end of the drain.
    try store.observe("/list")
    let told = store.edits({ $0.list[0] = "3" }, { $0.list[0] = "4" })
    #expect(told[1] == ["replace /0 \"3\"", "replace /0 \"4\""])
  }

  @Test func anObserverThatComesLaterAndOneThatWasThere() throws {
    let first = try store.observe("/list")
    _ = store.patch { $0.list[0] = "1" }
    store.end(first)
    _ = store.patch { $0.list[1] = "2" }
    let second = try store.observe("/list")
    #expect(store.edits { $0.list[2] = "3" } == [second: ["replace /2 \"3\""]], "2 was not told again")
    let third = try store.observe("")
    #expect(store.edits { $0.list[0] = "4" } == [second: ["replace /0 \"4\""], third: ["replace /list/0 \"4\""]])
  }
}
