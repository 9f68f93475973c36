// JSON Patch (RFC 6902).

import EnfoldJSON
import Testing

struct PatchTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var document: String
    var patch: String
    /// Nil: the patch fails.
    var result: String?
    var testDescription: String { name }
  }

  /// RFC 6902, appendix A.
  static let appendix: [Example] = [
    Example(
      name: "A.1 adding an object member", document: #"{"foo":"bar"}"#,
      patch: #"[{"op":"add","path":"/baz","value":"qux"}]"#, result: #"{"baz":"qux","foo":"bar"}"#),
    Example(
      name: "A.2 adding an array element", document: #"{"foo":["bar","baz"]}"#,
      patch: #"[{"op":"add","path":"/foo/1","value":"qux"}]"#, result: #"{"foo":["bar","qux","baz"]}"#),
    Example(
      name: "A.3 removing an object member", document: #"{"baz":"qux","foo":"bar"}"#,
      patch: #"[{"op":"remove","path":"/baz"}]"#, result: #"{"foo":"bar"}"#),
    Example(
      name: "A.4 removing an array element", document: #"{"foo":["bar","qux","baz"]}"#,
      patch: #"[{"op":"remove","path":"/foo/1"}]"#, result: #"{"foo":["bar","baz"]}"#),
    Example(
      name: "A.5 replacing a value", document: #"{"baz":"qux","foo":"bar"}"#,
      patch: #"[{"op":"replace","path":"/baz","value":"boo"}]"#, result: #"{"baz":"boo","foo":"bar"}"#),
    Example(
      name: "A.6 moving a value", document: #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      patch: #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      result: #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#),
    Example(
      name: "A.7 moving an array element", document: #"{"foo":["all","grass","cows","eat"]}"#,
      patch: #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#, result: #"{"foo":["all","cows","eat","grass"]}"#),
    Example(
      name: "A.8 testing a value: success", document: #"{"baz":"qux","foo":["a",2,"c"]}"#,
      patch: #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      result: #"{"baz":"qux","foo":["a",2,"c"]}"#),
    Example(
      name: "A.9 testing a value: error", document: #"{"baz":"qux"}"#,
      patch: #"[{"op":"test","path":"/baz","value":"bar"}]"#, result: nil),
    Example(
      name: "A.10 adding a nested member object", document: #"{"foo":"bar"}"#,
      patch: #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      result: #"{"foo":"bar","child":{"grandchild":{}}}"#),
    Example(
      name: "A.11 ignoring unrecognized elements", document: #"{"foo":"bar"}"#,
      patch: #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#, result: #"{"foo":"bar","baz":"qux"}"#),
    Example(
      name: "A.12 adding to a nonexistent target", document: #"{"foo":"bar"}"#,
      patch: #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, result: nil),
    Example(
      name: "A.13 invalid JSON Patch document", document: #"{"foo":"bar"}"#,
      patch: #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#, result: nil),
    Example(
      name: "A.14 escape ordering", document: #"{"/":9,"~1":10}"#,
      patch: #"[{"op":"test","path":"/~01","value":10}]"#, result: #"{"/":9,"~1":10}"#),
    Example(
      name: "A.15 comparing strings and numbers", document: #"{"/":9,"~1":10}"#,
      patch: #"[{"op":"test","path":"/~01","value":"10"}]"#, result: nil),
    Example(
      name: "A.16 adding an array value", document: #"{"foo":["bar"]}"#,
      patch: #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#, result: #"{"foo":["bar",["abc","def"]]}"#),
  ]

  /// What the text of the specification says beyond its examples.
  static let rules: [Example] = [
    Example(name: "an empty patch", document: "[1]", patch: "[]", result: "[1]"),
    Example(
      name: "replacing the document", document: "[1]", patch: #"[{"op":"replace","path":"","value":{"a":1}}]"#,
      result: #"{"a":1}"#),
    Example(
      name: "adding the document", document: "[1]", patch: #"[{"op":"add","path":"","value":null}]"#, result: "null"),
    Example(name: "removing the document", document: "[1]", patch: #"[{"op":"remove","path":""}]"#, result: nil),
    Example(
      name: "adding an existing member replaces it", document: #"{"a":1,"b":2}"#,
      patch: #"[{"op":"add","path":"/a","value":[]}]"#, result: #"{"a":[],"b":2}"#),
    Example(
      name: "adding behind the end", document: "[1]", patch: #"[{"op":"add","path":"/1","value":2}]"#, result: "[1,2]"),
    Example(
      name: "adding beyond the end", document: "[1]", patch: #"[{"op":"add","path":"/2","value":2}]"#, result: nil),
    Example(
      name: "adding to a number", document: "[1]", patch: #"[{"op":"add","path":"/0/a","value":2}]"#, result: nil),
    Example(
      name: "an index with a leading zero", document: "[1,2]", patch: #"[{"op":"remove","path":"/01"}]"#, result: nil),
    Example(name: "removing '-'", document: "[1,2]", patch: #"[{"op":"remove","path":"/-"}]"#, result: nil),
    Example(name: "removing nothing", document: "{}", patch: #"[{"op":"remove","path":"/a"}]"#, result: nil),
    Example(
      name: "replacing nothing", document: "{}", patch: #"[{"op":"replace","path":"/a","value":1}]"#, result: nil),
    Example(
      name: "replacing behind the end", document: "[1]", patch: #"[{"op":"replace","path":"/1","value":1}]"#,
      result: nil),
    Example(
      name: "a member called 0", document: #"{"0":1}"#, patch: #"[{"op":"replace","path":"/0","value":2}]"#,
      result: #"{"0":2}"#),
    Example(
      name: "moving into itself", document: #"{"a":{"b":1}}"#, patch: #"[{"op":"move","from":"/a","path":"/a/b/c"}]"#,
      result: nil),
    Example(
      name: "moving onto itself", document: #"{"a":1}"#, patch: #"[{"op":"move","from":"/a","path":"/a"}]"#,
      result: #"{"a":1}"#),
    Example(name: "moving nothing", document: "{}", patch: #"[{"op":"move","from":"/a","path":"/a"}]"#, result: nil),
    Example(
      name: "copying a value into itself", document: #"{"a":{"b":1}}"#,
      patch: #"[{"op":"copy","from":"/a","path":"/a/c"}]"#, result: #"{"a":{"b":1,"c":{"b":1}}}"#),
    Example(
      name: "copying and changing the copy", document: #"{"a":[1]}"#,
      patch: #"[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/0","value":0}]"#,
      result: #"{"a":[1],"b":[0,1]}"#),
    Example(
      name: "test compares numbers by value", document: "[1,1e2,-0.0]",
      patch: #"[{"op":"test","path":"","value":[1.0,100,0]}]"#, result: "[1,100.0,-0.0]"),
    Example(
      name: "test ignores the order of keys", document: #"{"a":{"x":1,"y":[null]}}"#,
      patch: #"[{"op":"test","path":"/a","value":{"y":[null],"x":1}}]"#, result: #"{"a":{"x":1,"y":[null]}}"#),
    Example(
      name: "test heeds the order of elements", document: "[1,2]", patch: #"[{"op":"test","path":"","value":[2,1]}]"#,
      result: nil),
    Example(
      name: "null is a value", document: #"{"a":null}"#,
      patch: #"[{"op":"test","path":"/a","value":null},{"op":"add","path":"/b","value":null}]"#,
      result: #"{"a":null,"b":null}"#),
    Example(name: "no value", document: "{}", patch: #"[{"op":"add","path":"/a"}]"#, result: nil),
    Example(name: "no path", document: "{}", patch: #"[{"op":"add","value":1}]"#, result: nil),
    Example(name: "no from", document: #"{"a":1}"#, patch: #"[{"op":"copy","path":"/b"}]"#, result: nil),
    Example(name: "no op", document: "{}", patch: #"[{"path":"/a","value":1}]"#, result: nil),
    Example(name: "an unknown op", document: "{}", patch: #"[{"op":"spam","path":"/a","value":1}]"#, result: nil),
    Example(name: "a path without slash", document: "{}", patch: #"[{"op":"add","path":"a","value":1}]"#, result: nil),
    Example(name: "a bad escape", document: "{}", patch: #"[{"op":"add","path":"/~2","value":1}]"#, result: nil),
    Example(name: "a patch that is no array", document: "{}", patch: #"{"op":"remove","path":"/a"}"#, result: nil),
    Example(name: "an operation that is no object", document: "{}", patch: "[1]", result: nil),
  ]

  @Test(arguments: appendix + rules)
  func patchesDoWhatTheSpecificationSays(example: Example) throws {
    let document = try JSONValue(parsing: example.document)
    let patch = try JSONValue(parsing: example.patch)
    if let result = example.result {
      #expect(try JSONPatch.apply(patch, to: document) == JSONValue(parsing: result))
    } else {
      #expect(throws: JSONError.self) { try JSONPatch.apply(patch, to: document) }
    }
  }

  @Test
  func aPatchThatFailsChangesNothingAndNamesItsOperation() throws {
    let document = try JSONValue(parsing: #"{"a":[1,2],"b":{}}"#)
    let patch = try JSONValue(
      parsing: #"[{"op":"remove","path":"/a/0"},{"op":"add","path":"/b/c","value":1},{"op":"remove","path":"/x"}]"#)
    let error = JSONError(code: .mismatch, offset: 0, message: "operation 2 (remove): nothing is at \"/x\"")
    #expect(throws: error) { try JSONPatch.apply(patch, to: document) }
    #expect(document.json == #"{"a":[1,2],"b":{}}"#)
  }

  @Test
  func aPatchThatFailsLeavesTheDocumentWithItsKeysInTheirOrder() throws {
    let text = #"{"a":[1,[2]],"b":{},"c":{"x":1,"y":2,"z":3}}"#
    var document = try JSONValue(parsing: text)
    let patch = try JSONValue(
      parsing: #"[{"op":"remove","path":"/a/1/0"},{"op":"move","from":"/c/x","path":"/b/x"},"#
        + #"{"op":"replace","path":"/c/y","value":[]},{"op":"add","path":"/a/-","value":1},{"op":"add","path":"","value":{}},"#
        + #"{"op":"remove","path":"/x"}]"#)
    let error = JSONError(code: .mismatch, offset: 0, message: "operation 5 (remove): nothing is at \"/x\"")
    #expect(throws: error) { try JSONPatch.apply(patch, to: &document) }
    #expect(document.json == text)
    try JSONPatch.apply(JSONValue(parsing: #"[{"op":"remove","path":"/c/x"}]"#), to: &document)
    #expect(document.json == #"{"a":[1,[2]],"b":{},"c":{"y":2,"z":3}}"#)
  }

  @Test
  func operationsAreWrittenAsTheyAreRead() throws {
    let text =
      #"[{"op":"add","path":"/a~1b","value":[1]},{"op":"remove","path":"/c"},{"op":"replace","path":"","value":null},"#
      + #"{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/a","path":"/b"},{"op":"test","path":"/","value":0.5}]"#
    let operations = try JSON.decode([JSONPatch.Operation].self, from: text)
    #expect(operations.count == 6)
    #expect(JSON.string(operations) == text)
    #expect(decoded([JSONPatch.Operation].self, #"[{"op":"remove","path":"/a"}, {"op":"x"}]"#) == "mismatch 30")
  }

  // MARK: Keyed patches

  private static let board =
    #"{"a=b":0,"items":[{"id":1,"t":"x"},{"id":"b/c","t":"y"},{"id":3,"s":[{"id":7},{"id":8}]}],"n":[5]}"#

  static let keyed: [Example] = [
    Example(
      name: "elements are named", document: board,
      patch: #"[{"op":"replace","path":"/items/id=1/t","value":"z"},{"op":"remove","path":"/items/id=b~1c"},"#
        + #"{"op":"test","path":"/items/id=3/s/id=8","value":{"id":8}},{"op":"replace","path":"/a=b","value":1}]"#,
      result: #"{"a=b":1,"items":[{"id":1,"t":"z"},{"id":3,"s":[{"id":7},{"id":8}]}],"n":[5]}"#),
    Example(
      name: "insertions name the element before", document: board,
      patch: #"[{"op":"add","path":"/items/id=3/s/id=9","after":"id=7","value":{"id":9}},"#
        + #"{"op":"add","path":"/items/id=0","after":null,"value":{"id":0}}]"#,
      result: #"{"a=b":0,"items":[{"id":0},{"id":1,"t":"x"},{"id":"b/c","t":"y"},"#
        + #"{"id":3,"s":[{"id":7},{"id":9},{"id":8}]}],"n":[5]}"#),
    Example(
      name: "moves name the element before", document: "[{\"id\":1},{\"id\":2},{\"id\":\"b/c\"}]",
      patch: #"[{"op":"move","path":"/id=1","after":"id=b~1c"},{"op":"move","path":"/id=b~1c","after":null}]"#,
      result: #"[{"id":"b/c"},{"id":2},{"id":1}]"#),
    Example(
      name: "an index may be used", document: board,
      patch: #"[{"op":"remove","path":"/items/0"},{"op":"remove","path":"/n/0"}]"#,
      result: #"{"a=b":0,"items":[{"id":"b/c","t":"y"},{"id":3,"s":[{"id":7},{"id":8}]}],"n":[]}"#),
  ]

  @Test(arguments: keyed)
  func keyedPatchesNameElements(example: Example) throws {
    #expect(
      try JSONPatch.apply(JSONValue(parsing: example.patch), to: JSONValue(parsing: example.document)).json
        == example.result)
  }

  @Test(arguments: [
    (#"{"op":"remove","path":"/items/id=4"}"#, #"remove): nothing is at "/items/id=4""#),
    (#"{"op":"add","path":"/items/id=4","value":{"id":4}}"#, #""after" is missing, which says where "id=4" goes"#),
    (#"{"op":"add","path":"/items/id=4","after":null,"value":{"id":5}}"#, #"the value is not what "id=4" names"#),
    (#"{"op":"add","path":"/items/id=3","after":null,"value":{"id":3}}"#, #"an element is at "/items/id=3" already"#),
    (
      #"{"op":"add","path":"/items/id=4","after":"id=9","value":{"id":4}}"#,
      #""after" is "id=9", which is not in the list"#
    ),
    (
      #"{"op":"add","path":"/items/0","after":"id=1","value":{"id":4}}"#,
      #""after" needs a path that ends with the name"#
    ),
    (#"{"op":"add","path":"/a=b/id=4","after":null,"value":{"id":4}}"#, #"no list is at "/a=b""#),
    (
      #"{"op":"add","path":"/items/id=4","after":4,"value":{"id":4}}"#,
      #""after" is neither null nor the name of an element"#
    ),
    (
      #"{"op":"move","path":"/items/id=3","after":"id=3"}"#,
      #"an element cannot move behind itself, and "after" is "id=3""#
    ),
    (#"{"op":"move","path":"/items/id=3"}"#, #""from" is missing"#),
  ])
  func mistakesInKeyedPatchesAreSaid(operation: String, message: String) throws {
    var document = try JSONValue(parsing: Self.board)
    let patch = try JSONValue(parsing: #"[{"op":"remove","path":"/items/id=1"},"# + operation + "]")
    do {
      try JSONPatch.apply(patch, to: &document)
      Issue.record("it was applied")
    } catch {
      #expect(error.message.contains(message) && error.message.contains("operation 1"), "\(error.message)")
    }
    #expect(document.json == Self.board)
  }

  @Test(arguments: [
    (#"{"op":"remove","path":"/n/0"}"#, #""old" is missing"#),
    (#"{"op":"replace","path":"/n","value":1}"#, #""old" is missing"#),
    (#"{"op":"move","path":"/items/id=3","after":"id=1"}"#, #""old" is missing"#),
    (#"{"op":"move","from":"/n","path":"/m"}"#, #"a "move" with "from" cannot be taken back"#),
    (#"{"op":"copy","from":"/n","path":"/m"}"#, #"a "copy" cannot be taken back"#),
    (#"{"op":"add","path":"/n/-","value":1}"#, #""-" is no element that is there"#),
    (#"{"op":"add","path":"/m","value":1}"#, #"operation 1 (add): nothing is at "/m""#),
  ])
  func whatCannotBeTakenBackIsSaid(operation: String, message: String) throws {
    var document = try JSONValue(parsing: Self.board)
    let patch = try JSONValue(parsing: #"[{"op":"replace","path":"/a=b","value":0,"old":null},"# + operation + "]")
    do {
      try JSONPatch.revert(patch, in: &document)
      Issue.record("it was taken back")
    } catch {
      #expect(error.message.contains(message) && error.message.contains("operation 1"), "\(error.message)")
    }
    #expect(document.json == Self.board)
  }

  @Test
  func copiesThatDoubleTheDocumentMeetTheLimit() throws {
    let doubling = JSONPatch.Operation.copy(from: .root, path: JSONPath(tokens: ["-"]))
    let operations = Array(repeating: doubling, count: 100)
    #expect {
      try JSONPatch.apply(operations, to: [1], limits: JSONLimits(depth: 1000, bytes: 100_000))
    } throws: { error in
      (error as? JSONError)?.code == .limit
    }
    #expect {
      try JSONPatch.apply(operations, to: [1], limits: JSONLimits(depth: 12))
    } throws: { error in
      (error as? JSONError)?.code == .limit
    }
    // Long keys count, too.
    let key = String(repeating: "k", count: 1_000)
    let copies = (0..<20).map { JSONPatch.Operation.copy(from: .root, path: JSONPath(tokens: ["\($0)"])) }
    #expect {
      try JSONPatch.apply(copies, to: [key: 1], limits: JSONLimits(depth: 1000, bytes: 100_000))
    } throws: { error in
      (error as? JSONError)?.code == .limit
    }
  }

  @Test
  func whatOnlyMovesDoesNotCountAgainstTheLimit() throws {
    let there = JSONPatch.Operation.move(from: JSONPath(tokens: ["a"]), path: JSONPath(tokens: ["b"]))
    let back = JSONPatch.Operation.move(from: JSONPath(tokens: ["b"]), path: JSONPath(tokens: ["a"]))
    let operations = (0..<1000).flatMap { _ in [there, back] }
    #expect(try JSONPatch.apply(operations, to: ["a": [1, 2, 3]], limits: JSONLimits(bytes: 100)) == ["a": [1, 2, 3]])
    let deeper = JSONPatch.Operation.move(from: JSONPath(tokens: ["a"]), path: JSONPath(tokens: ["b", "c"]))
    #expect {
      try JSONPatch.apply([deeper], to: ["a": [[1]], "b": [:]], limits: JSONLimits(depth: 3))
    } throws: { error in
      (error as? JSONError)?.code == .limit
    }
  }

  @Test
  func aListIsNotCopiedWhileItsDocumentHasOneOwner() throws {
    func address(_ document: JSONValue) -> UnsafeRawPointer? {
      guard case .array(let elements) = document["items"] else { return nil }
      return elements.withUnsafeBytes { $0.baseAddress }
    }
    var document = JSONValue.object(["items": .array((0..<1000).map { .integer($0) })])
    let operations = (0..<1000).map { index in
      JSONPatch.Operation.replace(path: JSONPath(tokens: ["items", "\(index)"]), value: .integer(Int64(-index)))
    }
    // The first time, the literal may be an owner, too.
    try JSONPatch.apply(operations, to: &document)
    let before = address(document)
    let failing =
      [.remove(path: JSONPath(tokens: ["items", "0"])), .remove(path: .root.appending("none"))] + operations
    #expect(throws: JSONError.self) { try JSONPatch.apply(failing, to: &document) }
    #expect(document["items"]?[999] == -999)
    try JSONPatch.apply(operations, to: &document)
    #expect(address(document) == before)
    let other = document
    #expect(try JSONPatch.apply([.remove(path: .root.appending("items"))], to: document) == [:])
    #expect(other == document)
  }
}
