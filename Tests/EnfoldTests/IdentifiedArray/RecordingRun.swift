// A random run of changes to a list in a store, checked against its record.
@testable import Enfold

/// An element of the random lists.
protocol RecordedElement: Identifiable where ID == Int {
  var id: Int { get set }
  var value: Int { get set }
  init(id: Int, value: Int)
  /// Whether its own record tells what was written since it was `old`, if it claims to tell.
  func isRecorded(since old: Self?) -> Bool
  /// Whether it has nothing more to tell after a commit.
  var isSettled: Bool { get }
}

extension RecordedElement {
  var content: [Int] { [id, value] }
  func isRecorded(since old: Self?) -> Bool { true }
  var isSettled: Bool { true }
}

extension RecordedElement where Self: ObservableState {
  func isRecorded(since old: Self?) -> Bool {
    if _$changes.stamp == 0 { return true }
    guard let old, _$changes.stamp == old._$changes.stamp else { return false }
    return old.value == value || _$changes.bits & 0b10 != 0
  }
  var isSettled: Bool { _$changes.stamp != 0 && _$written == 0 }
}

extension EditedRow: RecordedElement {}
extension OpaqueRow: RecordedElement {}
extension ComparingRow: RecordedElement {}
extension PlainRow: RecordedElement {}

/// One list that is changed at random, and committed now and then.
struct RecordingRun<Element: RecordedElement> {
  typealias List = IdentifiedArrayOf<Element>
  var generator: SeededGenerator
  var list: List = IdentifiedArray(uniqueElements: [])
  var log: [String] = []
  /// The number of changes since the last commit.
  var changes = 0
  let commit: (inout List) -> Void

  init(seed: UInt64, commit: @escaping (inout List) -> Void) {
    generator = SeededGenerator(seed: seed)
    self.commit = commit
    list.append(contentsOf: (0..<random(0..<8) * random(0..<8)).map { Element(id: $0, value: 0) })
    commit(&list)
  }

  mutating func random(_ range: Range<Int>) -> Int {
    range.isEmpty ? range.lowerBound : Int.random(in: range, using: &generator)
  }

  /// What is wrong, if anything is, and how often the content was known.
  mutating func run() -> (problem: String?, known: Int) {
    var known = 0
    for _ in 0..<3 {
      let old = list.elements
      log = ["\(old.map(\.content))"]
      changes = random(1..<7)
      for _ in 0..<changes { change() }
      if list._$stamp != 0 { known += 1 }
      if let problem = problem(since: old) {
        return ("\(problem): \(log), now \(list.map(\.content)), \(list.edits.map { "\($0)" } ?? "unknown")", known)
      }
      commit(&list)
      if !list.isConsistent || list.edits != RecordedEdits() || !list.allSatisfy(\.isSettled) {
        return ("after the commit: \(log)", known)
      }
    }
    return (nil, known)
  }

  func problem(since old: [Element]) -> String? {
    guard list.isConsistent else { return "inconsistent" }
    guard let edits = list.edits else { return nil }
    if list.replay(on: old)?.map(\.content) != list.map(\.content) { return "the replay differs" }
    if Set(edits.left) != Set(old.map(\.id)).subtracting(list.ids) || Set(edits.left).count != edits.left.count {
      return "the ids that left differ"
    }
    if edits.written != Array(Set(edits.written).subtracting(edits.inserted)).sorted() { return "written" }
    if edits.removed != edits.removed.sorted(by: >) || edits.inserted != edits.inserted.sorted() { return "order" }
    if list._$hasEdits != (edits != RecordedEdits()) { return "hasEdits" }
    let shift = list._$firstShift
    if shift > list.count || (edits.inserted + edits.removed).contains(where: { $0 < shift }) { return "firstShift" }
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    if !list.allSatisfy({ $0.isRecorded(since: before[$0.id]) }) { return "an element's record" }
    if changes == 1, edits.written.isEmpty {
      let kept = longestCommonSubsequence(old.map(\.id), Array(list.ids))
      if edits.removed.count + edits.inserted.count != old.count + list.count - 2 * kept { return "not the shortest" }
    }
    return nil
  }

  func longestCommonSubsequence(_ a: [Int], _ b: [Int]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (index, y) in b.enumerated() {
        (diagonal, row[index + 1]) = (row[index + 1], x == y ? diagonal + 1 : max(row[index + 1], row[index]))
      }
    }
    return row[b.count]
  }

  // MARK: Changes

  mutating func change() {
    let operation = random(0..<25)
    let element = Element(id: random(0..<30), value: random(0..<3))
    let end = random(0..<list.count + 1)
    let other = random(0..<30)
    log.append("\(operation) \(element.content) \(end) \(other)")
    switch operation {
    case 0: list.append(element)
    case 1: list.insert(element, at: end)
    case 2: list.updateOrAppend(element)
    case 3: list.updateOrInsert(element, at: end)
    case 4: list.insert(contentsOf: [element, Element(id: 30, value: 1), Element(id: 31, value: 2)], at: end)
    case 5: list[id: element.id] = element
    case 6: list[id: element.id] = nil
    case 7, 8: list[id: element.id]?.value += other % 2
    case 9: list[id: element.id]?.id = other
    case 10: replace(&list[id: element.id], by: Element(id: other, value: 5))
    case 11: replace(&list[id: element.id], by: nil)
    case 12: list.removeAll { $0.id % 5 == element.value }
    case 13: list.remove(atOffsets: [end, end + 2, end + 3, element.id])
    case 14: list.removeSubrange(max(0, end - 2)..<end)
    case 15: list = list.filter { $0.id % 7 != element.value }
    case 16: changeOrder(element.value, end)
    case 17:
      let offsets = [other, other + 1, element.id].filter(list.indices.contains)
      list.move(fromOffsets: offsets, toOffset: end)
    default: if !list.isEmpty { changeAtPosition(operation, element, min(end, list.count - 1)) }
    }
  }

  func replace(_ element: inout Element?, by new: Element?) { element = new }

  mutating func changeOrder(_ operation: Int, _ end: Int) {
    switch operation {
    case 0: list.sort { ($0.value, $0.id) < ($1.value, $1.id) }
    case 1: end % 2 == 0 ? list.reverse() : list.shuffle(using: &generator)
    default: _ = list.partition { $0.id % 3 == 0 }
    }
  }

  mutating func changeAtPosition(_ operation: Int, _ element: Element, _ position: Int) {
    let other = random(list.indices)
    log.append("at \(position) \(other)")
    switch operation {
    case 18: list[position] = element
    case 19: list[position].value = element.value
    case 20: list[position].id = element.id
    case 21: list.swapAt(position, other)
    case 22: list.move(from: position, to: other)
    case 23:
      let element = list.remove(at: position)
      list.insert(element, at: other)
      changes += 1
    default:
      // A copy that shares the record goes its own way, or takes over.
      var copy = list
      changes += 1
      copy[other].value += 1
      copy.remove(at: position)
      if element.value == 0 { list = copy } else { list[position].value += 1 }
    }
  }
}
