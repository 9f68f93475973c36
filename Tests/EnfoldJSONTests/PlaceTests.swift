// Which value of a text a byte belongs to.
import EnfoldJSON
import Testing

@Suite("The place of a byte") struct PlaceTests {
  @Test(
    "The innermost value that has the byte",
    arguments: [
      (0, ""), (5, "/a"), (11, "/b"), (12, "/b/0"), (14, "/b/1"), (20, "/b/1/c"), (21, "/b/1/c/0"), (23, "/b/1"),
      (25, "/b"), (26, ""),
    ])
  func innermost(offset: Int, pointer: String) {
    let text = Array(#"{"a":1,"b":[2,{"c": [3]} ]}"#.utf8)
    #expect(text.withUnsafeBytes { JSONReader.place(of: offset, in: $0) }.pointer == pointer, "\(offset)")
  }

  @Test(
    "A mismatch gets the pointer of its place, in which the names are left out that stand in front already",
    arguments: [
      (14, "author: a number where a string is expected", "", "/b/1: author: a number where a string is expected"),
      (20, "b: c: a number where a string is expected", "", "/b/1/c: a number where a string is expected"),
      (20, "b: 1: no", "/x/id=7", "/x/id=7/b/1/c: no"),
      (26, "missing key \"d\" of T", "", "missing key \"d\" of T"),
      (26, "missing key \"d\" of T", "/x", "/x: missing key \"d\" of T"),
      (20, "/b/1/c: is known", "", "/b/1/c: is known"),
    ])
  func messages(offset: Int, message: String, pointer: String, expected: String) throws {
    let text = Array(#"{"a":1,"b":[2,{"c": [3]} ]}"#.utf8)
    let (path, error) = (try JSONPath(pointer: pointer), JSONError(code: .mismatch, offset: offset, message: message))
    let placed = text.withUnsafeBytes { error.withPlace(in: $0, at: path) }
    #expect(placed == JSONError(code: .mismatch, offset: offset, message: expected))
    let other = JSONError(code: .limit, offset: offset, message: message)
    #expect(text.withUnsafeBytes { other.withPlace(in: $0, at: path) } == other)
  }

  @Test("In what is not JSON: as far as it goes") func noJSON() {
    let text = Array(#"{"a":[1,"#.utf8)
    #expect(text.withUnsafeBytes { JSONReader.place(of: 7, in: $0) }.pointer == "")
  }
}
