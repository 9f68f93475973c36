// IdentifiedArray: what a store needs to adopt and commit a list.
import OrderedCollections

/// For the library itself, and for plugins that have its code compiled into theirs. Not a part of the interface.
extension IdentifiedArray where Element: JSONEncodable {
  public typealias _Element = Element

  /// Whether another list has the same JSON and the same ids. An id need not be a part of the JSON.
  @inlinable public func _$isSame(as other: Self) -> Bool {
    hasSameJSON(as: other) && dictionary.keys == other.dictionary.keys
  }

  @inlinable public func _$position(of position: Int, in other: Self) -> Int? { position }
  @inlinable public func _$position(of token: JSONPath.Token) -> Int? { self.position(of: token) }
  public func _$token(at position: Int) -> String { token(ofElement: dictionary.keys[position]) ?? "\(position)" }
  @inlinable public func _$element(at position: Int) -> Element { dictionary.values[position] }

  @inlinable public mutating func _$modify(at position: Int, _ body: (inout Element) -> Void) {
    body(&dictionary.values[position])
  }

  @inlinable public mutating func _$modifyAll(_ body: (inout Element) -> Void) {
    if isEmpty { return }
    dictionary.values.withUnsafeMutableBufferPointer { for position in $0.indices { body(&$0[position]) } }
  }

  @inlinable public mutating func _$write(at position: Int, _ body: (inout Element) -> Void) { body(&self[position]) }

  @inlinable public mutating func _$takeRecord(of other: Self) { changes = other.changes }

  @inlinable public mutating func _$adopt(_ kind: ElementKind<Element>, _ stamps: inout StampSource) {
    changes = ElementChanges(kind: kind, stamp: stamps.take(), count: count)
  }

  @inlinable public mutating func _$commit(
    _ stamps: inout StampSource, _ commit: (inout Element, inout StampSource) -> Void
  ) {
    guard _$hasEdits else { return }
    ownChanges()
    guard let changes else { return }
    if !isEmpty, changes.comparison == .recording { commitEdited(changes, &stamps, commit) }
    changes.reset(stamp: stamps.take(), count: count)
  }

  @inlinable mutating func commitEdited(
    _ edits: ElementChanges<ID, Element>, _ stamps: inout StampSource,
    _ commit: (inout Element, inout StampSource) -> Void
  ) {
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      edits.forEachWritten { commit(&elements[$0], &stamps) }
      edits.pieces.forEachInserted { commit(&elements[$0], &stamps) }
    }
  }
}
