// IdentifiedArray: adopting a list, which makes it record its changes; and committing it, which empties the record.
import OrderedCollections

extension IdentifiedArray {
  /// Takes the list as it is for the committed content, and records from now on. O(1).
  @inlinable mutating func adopt(_ kind: ElementKind<Element>, _ stamps: inout StampSource) {
    changes = ElementChanges(kind: kind, stamp: stamps.take(), count: count)
  }

  /// Takes the list as it is for the committed content. Without edits it keeps its stamp, because the content is the
  /// same.
  @inlinable mutating func commit(_ kind: @autoclosure () -> ElementKind<Element>, _ stamps: inout StampSource) {
    guard isRecording else { return adopt(kind(), &stamps) }
    guard _$hasEdits else { return }
    ownChanges()
    changes?.reset(stamp: stamps.take(), count: count)
  }
}

extension IdentifiedArray where Element: RecordedState {
  /// Gives a stamp to every element and to the list. O(n).
  @inlinable mutating func adoptElements(_ stamps: inout StampSource) {
    if !isEmpty {
      dictionary.values.withUnsafeMutableBufferPointer { elements in
        for position in elements.indices { elements[position]._$adopt(&stamps) }
      }
    }
    adopt(.recording, &stamps)
  }

  /// Commits the elements that were written, and adopts the new ones. O(number of edits). The storage is copied only if
  /// there are edits and another list shares it.
  @inlinable mutating func commitElements(_ stamps: inout StampSource) {
    guard isRecording else { return adoptElements(&stamps) }
    guard _$hasEdits else { return }
    ownChanges()
    guard let changes else { return }
    if !isEmpty { commitEdited(changes, &stamps) }
    changes.reset(stamp: stamps.take(), count: count)
  }

  @inlinable mutating func commitEdited(_ edits: ElementChanges<ID, Element>, _ stamps: inout StampSource) {
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      func commit(_ position: Int) {
        if elements[position]._$changes.stamp == 0 {
          elements[position]._$adopt(&stamps)
        } else if elements[position]._$written != 0 {
          elements[position]._$commit(&stamps)
        }
      }
      edits.forEachWritten(commit)
      edits.pieces.forEachInserted(commit)
    }
  }

  /// Takes over the record of `old`, whose place this list takes. The two are equal, but have other stamps. No element
  /// counts as changed. O(n).
  @inlinable mutating func continueRecord(of old: Self) {
    changes = old.changes
    guard isRecording, !isEmpty else { return }
    // The records of elements with other stamps mean nothing here. Stamp 0 keeps them from being read.
    dictionary.values.withUnsafeMutableBufferPointer { elements in
      for position in elements.indices {
        let isSame =
          elements[position]._$changes.stamp == old[position]._$changes.stamp
          && elements[position]._$written == old[position]._$written
        if !isSame { elements[position]._$changes.stamp = 0 }
      }
    }
  }
}

/// Each function exists for elements with a change record and for others; and for optional lists of both.
extension ChangeTracking {
  // MARK: Adopt

  /// Adopts a list that is new in its store: the list gets a stamp, and so does every state in it.
  @inlinable public static func adopt<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>, _ stamps: inout StampSource
  ) { value.adopt(.comparing, &stamps) }
  @inlinable public static func adopt<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>?, _ stamps: inout StampSource
  ) { value?.adopt(.comparing, &stamps) }
  @inlinable public static func adopt<ID, Element: RecordedState>(
    _ value: inout IdentifiedArray<ID, Element>, _ stamps: inout StampSource
  ) { value.adoptElements(&stamps) }
  @inlinable public static func adopt<ID, Element: RecordedState>(
    _ value: inout IdentifiedArray<ID, Element>?, _ stamps: inout StampSource
  ) { value?.adoptElements(&stamps) }

  // MARK: Commit

  /// Called after a commit that touched the list. Gives new stamps to the states in it that were written or are new,
  /// and to the list.
  @inlinable public static func commit<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>, _ stamps: inout StampSource
  ) { value.commit(.comparing, &stamps) }
  @inlinable public static func commit<ID, Element: JSONEncodable>(
    _ value: inout IdentifiedArray<ID, Element>?, _ stamps: inout StampSource
  ) { value?.commit(.comparing, &stamps) }
  @inlinable public static func commit<ID, Element: RecordedState>(
    _ value: inout IdentifiedArray<ID, Element>, _ stamps: inout StampSource
  ) { value.commitElements(&stamps) }
  @inlinable public static func commit<ID, Element: RecordedState>(
    _ value: inout IdentifiedArray<ID, Element>?, _ stamps: inout StampSource
  ) { value?.commitElements(&stamps) }
}
