// ElementKind: how a write in place to an element of a list is recognised as a change.

/// The functions of a list that depend on the type of its elements. They are chosen when a store adopts the list,
/// because only there the type is known. They take pointers so that nothing is copied.
@usableFromInline
struct ElementKind<Element> {
  /// For elements that have a change record: gives the stamp of an element.
  @usableFromInline let stamp: ((UnsafePointer<Element>) -> UInt64)?
  /// For the same elements: is given an element and the stamp that was at its place before. If the element has another
  /// stamp, sets that to 0. Returns whether there is anything to report.
  @usableFromInline let settle: ((UnsafeMutablePointer<Element>, UInt64) -> Bool)?
  /// For other elements that are `Equatable`: a copy is kept while an element is written, and compared then.
  @usableFromInline let areEqual: ((UnsafePointer<Element>, UnsafePointer<Element>) -> Bool)?

  @inlinable
  init(
    stamp: ((UnsafePointer<Element>) -> UInt64)? = nil,
    settle: ((UnsafeMutablePointer<Element>, UInt64) -> Bool)? = nil,
    areEqual: ((UnsafePointer<Element>, UnsafePointer<Element>) -> Bool)? = nil
  ) {
    self.stamp = stamp
    self.settle = settle
    self.areEqual = areEqual
  }

  /// Elements of which nothing is known: every write is a change.
  @inlinable static var opaque: Self { Self() }
}

extension ElementKind where Element: Equatable {
  @inlinable static var comparing: Self { Self(areEqual: { $0.pointee == $1.pointee }) }
}

extension ElementKind where Element: ObservableState {
  @inlinable static var recording: Self {
    Self(
      stamp: { $0.pointee._$changes.stamp },
      settle: { element, before in
        if element.pointee._$changes.stamp != before { element.pointee._$changes.stamp = 0 }
        return element.pointee._$changes.stamp == 0 || element.pointee._$written != 0
      })
  }
}
