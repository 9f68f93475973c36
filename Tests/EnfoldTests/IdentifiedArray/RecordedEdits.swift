// What the tests of element-level changes share: elements of each kind, and a list's record as a value.
@testable import Enfold

/// An element that carries a record of its own.
@ObservableState struct EditedRow: Identifiable, Equatable {
  var id: Int
  var value = 0
  init(id: Int, value: Int = 0) {
    self.id = id
    self.value = value
  }
}

/// One that carries a record and does not compare.
@ObservableState struct OpaqueRow: Identifiable {
  var id: Int
  var value = 0
  init(id: Int, value: Int = 0) {
    self.id = id
    self.value = value
  }
}

/// One without a record.
struct ComparingRow: WrittenRow, Equatable {
  var id: Int
  var value = 0
}

/// One without a record, and without `==`.
struct PlainRow: WrittenRow {
  var id: Int
  var value = 0
}

/// A row without a record, whose JSON is an array of its two numbers.
protocol WrittenRow: Identifiable, JSONCodable, Sendable {
  var id: Int { get }
  var value: Int { get }
  init(id: Int, value: Int)
}

extension WrittenRow {
  func writeJSON(to writer: inout JSONWriter) { [id, value].writeJSON(to: &writer) }

  init(json reader: inout JSONReader) throws(JSONError) {
    let numbers = try [Int](json: &reader)
    self.init(id: numbers[0], value: numbers[1])
  }

  static func jsonSchema(in builder: inout JSONSchemaBuilder) -> JSONSchema { [Int].jsonSchema(in: &builder) }
}

/// What a list has recorded since the last commit.
struct RecordedEdits: Equatable, CustomStringConvertible {
  var removed: [Int] = []
  var inserted: [Int] = []
  var written: [Int] = []
  var left: [Int] = []

  var description: String { "removed \(removed) inserted \(inserted) written \(written) left \(left)" }
}

extension IdentifiedArray where ID == Int {
  /// Nil if the content is unknown.
  var edits: RecordedEdits? {
    guard _$stamp != 0 else { return nil }
    var edits = RecordedEdits()
    _$forEachRemoved { edits.removed.append($0) }
    _$forEachInserted { edits.inserted.append($0) }
    _$forEachWritten { edits.written.append($0) }
    _$forEachDeparted { edits.left.append($0) }
    return edits
  }

  /// What the record makes of the elements at the last commit; nil if it does not fit them.
  func replay(on old: [Element]) -> [Element]? {
    guard let edits else { return elements }
    var result = old
    for position in edits.removed {
      guard result.indices.contains(position) else { return nil }
      result.remove(at: position)
    }
    for position in edits.inserted {
      guard position <= result.count, position < count else { return nil }
      result.insert(self[position], at: position)
    }
    for position in edits.written {
      guard result.indices.contains(position) else { return nil }
      result[position] = self[position]
    }
    return result
  }
}

/// A list of rows 0, 10, 20, … in a store.
func adoptedRows(_ count: Int) -> IdentifiedArrayOf<EditedRow> {
  var stamps = StampSource()
  var rows = IdentifiedArray(uniqueElements: (0..<count).map { EditedRow(id: $0 * 10, value: $0) })
  ChangeTracking.adopt(&rows, &stamps)
  return rows
}
