// ElementKind: how a write in place to an element of a list is recognised as a change.

/// What a list knows of its elements' type, chosen where a store adopts it. The functions are made there, where the type
/// is known, because the list's own methods see elements of any type. They take pointers so that nothing is copied.
@usableFromInline
struct ElementKind<Element> {
  /// For elements that carry a record of their own: an element's stamp.
  @usableFromInline let stamp: ((UnsafePointer<Element>) -> UInt64)?
  /// For the same: given the stamp of the element that stood there before, sets that of an element of other descent to
  /// 0, and tells whether there is anything to report.
  @usableFromInline let settle: ((UnsafeMutablePointer<Element>, UInt64) -> Bool)?
  /// For other elements that compare: they are kept while they are written.
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
