// RecordedCollection: a collection that records itself what happens to its elements, as states and stores see it.

/// An ``IdentifiedArray`` or an ``ObservedDictionary``. While such a collection is changed in place only its stamp is
/// remembered, and no old one is kept to be compared: a second reference would make the write copy all elements. One that is
/// assigned is compared, like every value; but not if it has the same stamp, because then its record tells what was changed.
///
/// Elements are known by their positions, which are valid until elements come or go.
public protocol RecordedCollection: JSONEncodable {
  associatedtype _Element: JSONEncodable

  var count: Int { get }

  /// The committed content that the collection descends from. 0 if none is known: everything may have changed.
  var _$stamp: UInt64 { get }
  /// Whether the stamp is known and something was recorded.
  var _$hasEdits: Bool { get }
  /// Drops the record. Then the content is unknown, and nothing is recorded until a store adopts the collection.
  mutating func _$forget()
  /// Takes the record of another one, which has the same content.
  mutating func _$takeRecord(of other: Self)

  /// Whether another one has the same JSON, and the same ids or keys.
  func _$isSame(as other: Self) -> Bool

  /// Calls `body` with the positions of the elements that were there at the last commit, are still there, and were
  /// written or replaced in place; each once.
  func _$forEachWritten(_ body: (_ position: Int) -> Void)
  /// Calls `body` with the positions of the elements that are new or moved; each once.
  func _$forEachInserted(_ body: (_ position: Int) -> Void)

  func _$position(of token: JSONPath.Token) -> Int?
  /// A token that selects an element: one that selects it elsewhere, too, if there is such a token.
  func _$token(at position: Int) -> String
  /// Where an element of this collection is in another one, which is the same.
  func _$position(of position: Int, in other: Self) -> Int?
  func _$element(at position: Int) -> _Element
  /// Changes an element without recording it.
  mutating func _$modify(at position: Int, _ body: (inout _Element) -> Void)
  mutating func _$modifyAll(_ body: (inout _Element) -> Void)
  /// Changes an element, and records that.
  mutating func _$write(at position: Int, _ body: (inout _Element) -> Void)

  /// Takes the collection as it is for the committed content, and records from now on. O(1).
  mutating func _$adopt(_ kind: ElementKind<_Element>, _ stamps: inout StampSource)
  /// Takes the collection as it is for the committed content. Without edits it keeps its stamp, because the content is the
  /// same. O(number of edits). The storage is copied only if there are edits and another collection shares it.
  ///
  /// - Parameter commit: called for the elements that were written or are new, if they have records.
  mutating func _$commit(_ stamps: inout StampSource, _ commit: (inout _Element, inout StampSource) -> Void)
}

extension RecordedCollection where _Element: RecordedState {
  /// Gives a stamp to every element and to the collection. O(n).
  @inlinable mutating func adoptElements(_ stamps: inout StampSource) {
    _$modifyAll { $0._$adopt(&stamps) }
    _$adopt(.recording, &stamps)
  }

  /// Commits the elements that were written, and adopts the new ones.
  @inlinable mutating func commitElements(_ stamps: inout StampSource) {
    if _$stamp == 0 { return adoptElements(&stamps) }
    _$commit(&stamps) { element, stamps in
      if element._$changes.stamp == 0 {
        element._$adopt(&stamps)
      } else if element._$written != 0 {
        element._$commit(&stamps)
      }
    }
  }

  /// Takes over the record of `old`, whose place this collection takes. The two are equal, but have other stamps. No element
  /// counts as changed. O(n).
  @inlinable mutating func continueRecord(of old: Self) {
    _$takeRecord(of: old)
    if _$stamp == 0 { return }
    for position in 0..<count {
      guard let former = _$position(of: position, in: old) else { continue }
      let (new, old) = (_$element(at: position), old._$element(at: former))
      // The records of elements with other stamps mean nothing here. Stamp 0 keeps them from being read.
      if new._$changes.stamp != old._$changes.stamp || new._$written != old._$written {
        _$modify(at: position) { $0._$changes.stamp = 0 }
      }
    }
  }
}
