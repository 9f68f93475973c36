// Places that are reported as changed, as texts of pointers.
import Enfold
import EnfoldJSON
import Testing

@Suite("Reported places")
struct ReportedPlacesTests {
  private func add(_ pointers: [String], to places: inout ReportedPlaces) {
    for pointer in pointers {
      var pointer = pointer
      pointer.withUTF8 { places.add(UnsafeRawBufferPointer($0)) }
    }
  }

  private func reported(_ pointers: String...) -> [String] {
    var places = ReportedPlaces()
    add(pointers, to: &places)
    return places.pointers
  }

  @Test("Those that are inside others do not count")
  func nested() {
    #expect(reported("/a/b", "/a/b/c", "/ab", "/a/b") == ["/a/b", "/ab"])
    #expect(reported("/a/b", "/ab", "/a/c", "/a") == ["/ab", "/a"])
    #expect(reported("/", "//", "/a/") == ["/", "/a/"])
    #expect(reported("/a", "/b", "", "/c") == [""])
  }

  @Test("What is no JSON Pointer is the whole state")
  func malformed() {
    for pointer in ["a", "a/b", "/~", "/~2", "/a~/b", "/a/~"] { #expect(reported("/x", pointer) == [""], "\(pointer)") }
    for pointer in ["/~0", "/~1~0", "/~01", "/\u{e9}"] { #expect(reported(pointer) == [pointer]) }
    var places = ReportedPlaces()
    [UInt8(ascii: "/"), 0xE9].withUnsafeBytes { places.add($0) }
    #expect(places.pointers == [""])
  }

  @Test("If there are too many, the place that all are in stands for them")
  func many() {
    var places = ReportedPlaces()
    add((0..<1000).map { "/list/a\($0)" }, to: &places)
    #expect(places.pointers == ["/list"])
    add((0..<1000).map { "/list\($0)" }, to: &places)
    #expect(places.pointers == [""])
    places.removeAll()
    add((0..<1000).map { "/a/b/\($0)/c" } + ["/a/bc"], to: &places)
    #expect(places.pointers == ["/a/b", "/a/bc"])
  }

  @Test("A place that is deeper than states are is cut")
  func deep() {
    let deepest = String(repeating: "/0", count: JSONLimits.stateDepth)
    #expect(reported(deepest + "/0/0") == [deepest])
    #expect(reported(deepest) == [deepest])
  }

  @Test("Places are taken from another list")
  func taken() {
    var places = ReportedPlaces()
    var others = ReportedPlaces()
    add(["/a/b", "/c/d"], to: &others)
    places.take(from: &others)
    #expect(others.pointers == [])
    #expect(places.pointers == ["/a/b", "/c/d"])
    add(["/c", "/a/b/e", "/f"], to: &others)
    places.take(from: &others)
    #expect(others.pointers == [])
    #expect(places.pointers == ["/a/b", "/c", "/f"])
  }

  @Test("A walk selects the places that a token leads to, escapes undone")
  func selection() {
    let changes = ReportedChanges()
    var places = ReportedPlaces()
    add(["/a~1b/c", "/a", "/a~1b/d/e", "/c"], to: &places)
    changes.take(&places)
    let (slash, ends) = changes.select(JSONPath.Token("a/b"), among: changes.selectAll())
    #expect(changes.paths(slash).map(\.pointer) == ["/a~1b/c", "/a~1b/d/e"])
    #expect(!ends)
    let (inner, innerEnds) = changes.select(JSONPath.Token("c"), among: slash)
    #expect(changes.paths(inner).map(\.pointer) == ["/a~1b/c"])
    #expect(innerEnds)
    changes.deselect(slash)
    let (none, _) = changes.select(JSONPath.Token("b"), among: changes.selectAll())
    #expect(none.isEmpty)
  }
}
