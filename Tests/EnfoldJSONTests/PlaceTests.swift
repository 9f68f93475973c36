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

  @Test("In what is not JSON: as far as it goes") func noJSON() {
    let text = Array(#"{"a":[1,"#.utf8)
    #expect(text.withUnsafeBytes { JSONReader.place(of: 7, in: $0) }.pointer == "")
  }
}
