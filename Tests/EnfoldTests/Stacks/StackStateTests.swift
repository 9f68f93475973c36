// StackState: ids, subscripts, pops, JSON.
import EnfoldTesting
import Testing

@testable import Enfold

@Suite("Stacks") struct StackStateTests {
  typealias Stack = StackState<Path.State>

  @Test("Ids count from 0, and no stack gives one twice") func ids() {
    var stack: StackState<Int> = [10, 11]
    stack.append(12)
    #expect(stack.ids == [0, 1, 2])
    #expect(Array(stack) == [10, 11, 12])
    stack.removeLast()
    stack.append(13)
    #expect(stack.ids == [0, 1, 3])
    stack.removeAll()
    stack.append(14)
    #expect(stack.ids == [4])
    stack.insert(15, at: 0)
    #expect(stack.ids == [5, 4])
    stack.replaceSubrange(0..<1, with: [16, 17])
    #expect(stack.ids == [6, 7, 4])
    #expect(Array(stack) == [16, 17, 14])
    stack[1] = 18
    #expect(stack.ids == [6, 7, 4])
    #expect(stack[id: 7] == 18)
    #expect(stack.popLast() == 14)
    stack += [19]
    #expect(stack.ids == [6, 7, 8])
  }

  @Test("No way to take elements out lets the numbers begin anew") func takingOut() {
    let ways: [(inout StackState<Int>) -> Void] = [
      { $0.removeAll() }, { $0.removeAll(keepingCapacity: true) }, { $0.removeAll { $0 > 10 } },
      { $0 = $0.filter { $0 < 11 } },
      { $0.removeLast() }, { _ = $0.popLast() }, { $0.removeFirst() }, { $0.removeFirst(2) },
      { $0.removeSubrange(0..<3) },
      { $0.remove(at: 1) }, { $0.removeLast(3) }, { $0.pop(from: 0) }, { $0.pop(to: 0) }, { $0[id: 2] = nil },
      { $0.replaceSubrange(0..<3, with: []) },
    ]
    for (number, way) in ways.enumerated() {
      var stack: StackState<Int> = [10, 11, 12]
      way(&stack)
      #expect(stack.count < 3, "way \(number)")
      stack.append(13)
      #expect(stack.ids.last == 3, "way \(number)")
    }
  }

  @Test("An element is found, changed, taken out and put on top by its id") func byID() {
    var stack: StackState<Int> = [10, 11, 12]
    #expect(stack[id: 1] == 11)
    #expect(stack[id: 9] == nil)
    stack[id: 1] = 20
    stack[id: 2]? += 1
    #expect(Array(stack) == [10, 20, 13])
    stack[id: 1] = nil
    #expect(stack.ids == [0, 2])
    stack[id: 1] = 99
    #expect(stack.ids == [0, 2], "the stack has given 1 before")
    stack[id: 5] = 50
    #expect(stack.ids == [0, 2, 5])
    stack.append(60)
    #expect(stack.ids == [0, 2, 5, 6])
    stack[id: 9]? += 1
    #expect(stack.ids == [0, 2, 5, 6])
  }

  @Test("pop(from:) and pop(to:) take away what is above") func pops() {
    var stack: StackState<Int> = [10, 11, 12, 13]
    stack.pop(to: 2)
    #expect(stack.ids == [0, 1, 2])
    stack.pop(from: 1)
    #expect(stack.ids == [0])
    stack.pop(from: 7)
    stack.pop(to: 7)
    #expect(stack.ids == [0])
    stack.pop(to: 0)
    #expect(stack.ids == [0])
    stack.pop(from: 0)
    #expect(stack.isEmpty)
  }

  @Test("The value of a case of an element") func cases() {
    var stack: Stack = [.folder(Folder.State(name: "a")), .page(Paper.State(title: "b"))]
    #expect(stack[id: 0, case: \.folder]?.name == "a")
    #expect(stack[id: 0, case: \.page] == nil)
    stack[id: 1, case: \.page]?.title = "c"
    stack[id: 0, case: \.page]?.title = "d"
    stack[id: 0, case: \.page] = Paper.State(title: "e")
    stack[id: 7, case: \.page] = Paper.State(title: "f")
    #expect(stack == [.folder(Folder.State(name: "a")), .page(Paper.State(title: "c"))])
    stack[id: 1, case: \.page] = Paper.State(title: "g")
    #expect(stack[id: 1, case: \.page]?.title == "g")
    stack[id: 0, case: \.page] = nil
    #expect(stack.ids == [0, 1])
    stack[id: 0, case: \.folder] = nil
    #expect(stack.ids == [1])
  }

  @Test("Elements are changed in place: nothing inside is copied") func inPlace() {
    var stack = StackState<[Int]>()
    stack.append(Array(0..<10))
    func address(_ stack: StackState<[Int]>) -> UnsafeRawPointer? {
      stack[id: 0]?.withUnsafeBytes { $0.baseAddress }
    }
    stack[id: 0]?.reserveCapacity(100)
    let before = address(stack)
    stack[id: 0]?.append(1)
    stack[0].append(2)
    #expect(address(stack) == before)
    #expect(stack[id: 0]?.count == 12)
  }

  @Test("Two stacks are equal by their ids and elements, whatever comes next") func equality() {
    var one: StackState<Int> = [1]
    var two: StackState<Int> = [1, 2]
    #expect(one != two)
    two.removeLast()
    #expect(one == two)
    #expect(one.hashValue == two.hashValue)
    one.append(3)
    two.append(3)
    #expect(one.ids == [0, 1])
    #expect(two.ids == [0, 2])
    #expect(one != two)
  }

  // MARK: JSON

  static let text =
    #"[{"id":0,"state":{"folder":{"name":"a"}}},{"id":3,"state":{"page":{"title":"b","ticks":0,"tags":[]}}}]"#

  @Test("As JSON it is a list of ids and states, and goes on at its greatest id + 1") func json() throws {
    var stack = try JSON.decode(Stack.self, from: Self.text)
    #expect(JSON.string(stack) == Self.text)
    #expect(JSON.string(stack, at: try JSONPath(pointer: "/id=3/state/page/title")) == #""b""#)
    #expect(JSON.string(stack, at: try JSONPath(pointer: "/0/id")) == "0")
    stack.append(.folder(Folder.State()))
    #expect(stack.ids == [0, 3, 4])
  }

  @Test("Elements without an id get the numbers behind the greatest one") func jsonWithoutIDs() throws {
    let stack = try JSON.decode(StackState<Int>.self, from: #"[{"state":7},{"id":4,"state":8},{"state":9}]"#)
    #expect(stack.ids == [5, 4, 6])
    #expect(Array(stack) == [7, 8, 9])
  }

  @Test(
    "JSON that is no stack is refused with a reason",
    arguments: [
      (
        #"[{"id":0,"state":1},{"id":0,"state":2}]"#,
        "the id 0 is there twice; each element of a stack has an id of its own"
      ),
      (#"[{"id":0}]"#, "missing key \"state\" of an element of a stack"),
      (#"[{"id":-1,"state":1}]"#, "id: -1 is no id of a stack: ids are from 0 to 9007199254740991"),
      (#"[{"id":"x","state":1}]"#, "id: a string where an integer is expected"),
      (#"[{"id":0,"state":1,"x":1}]"#, "an element of a stack has no key \"x\"; it has: id, state"),
      (#"{"id":0}"#, "an object where an array is expected"),
    ])
  func refused(text: String, message: String) {
    #expect { try JSON.decode(StackState<Int>.self, from: text) } throws: { "\($0)".contains(message) }
  }

  @Test("A stack counts on behind the greatest id") func greatest() throws {
    var stack = try JSON.decode(StackState<Int>.self, from: #"[{"id":9007199254740991,"state":1},{"state":2}]"#)
    stack.append(3)
    #expect(stack.ids.map(\.rawValue) == [9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993])
  }

  @Test("Ids that are no ids", arguments: ["-1", "9007199254740992", "9223372036854775806", "9223372036854775807"])
  func noIDs(id: String) {
    #expect {
      try JSON.decode(StackState<Int>.self, from: #"[{"id":\#(id),"state":1}]"#)
    } throws: {
      "\($0)".contains("\(id) is no id of a stack: ids are from 0 to 9007199254740991")
    }
  }

  @Test("Actions as JSON") func actions() throws {
    func round(_ text: String) throws -> String { JSON.string(try JSON.decode(Folders.Action.self, from: text)) }
    for text in [
      #"{"path":{"element":{"id":0,"action":{"folder":{"rename":"x"}}}}}"#,
      #"{"path":{"popFrom":{"id":2}}}"#,
      #"{"path":{"push":{"id":7,"state":{"folder":{"name":"a"}}}}}"#,
      #"{"path":{"push":{"state":{"folder":{"name":"a"}}}}}"#,
    ] { #expect(try round(text) == text) }
    let action = try JSON.decode(
      Folders.Action.self, from: #"{"path":{"element":{"id":0,"action":{"folder":{"rename":"x"}}}}}"#)
    #expect(JSON.string(action, at: try JSONPath(pointer: "/path/element/id")) == "0")
    #expect(JSON.string(action, at: try JSONPath(pointer: "/path/element/action/folder")) == #"{"rename":"x"}"#)
    #expect(
      JSON.string(action, at: try JSONPath(pointer: "/path/element")) == #"{"id":0,"action":{"folder":{"rename":"x"}}}"#
    )
    #expect(JSON.string(action, at: try JSONPath(pointer: "/path/popFrom")) == nil)
  }

  @Test(
    "JSON that is no action for a stack is refused with a reason",
    arguments: [
      (#"{"path":{"push":{}}}"#, "path: missing key \"state\" of push"),
      (#"{"path":{"popFrom":{}}}"#, "path: missing key \"id\" of popFrom"),
      (#"{"path":{"pop":{"id":1}}}"#, "path: unknown action \"pop\"; known: element, popFrom, push"),
      (#"{"path":{}}"#, "path: an object without a case; known: element, popFrom, push"),
      (#"{"path":{"popFrom":{"id":1},"push":{}}}"#, "path: one case at a time: \"popFrom\" is followed by \"push\""),
      (#"{"path":{"popFrom":{"id":1,"state":{}}}}"#, "path: popFrom has no key \"state\"; it has: id"),
    ])
  func refusedActions(text: String, message: String) {
    #expect { try JSON.decode(Folders.Action.self, from: text) } throws: { "\($0)".contains(message) }
  }

  @Test("The schema of the state and of the actions") func schema() {
    let text = JSONSchemaBuilder.document(of: Folders.State.self)
    #expect(
      text.contains(#""path":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer""#), "\(text)"
    )
    let actions = JSONSchemaBuilder.document(of: Folders.Action.self)
    #expect(actions.contains(#""popFrom":{"type":"object","properties":{"id""#), "\(actions)")
  }
}
