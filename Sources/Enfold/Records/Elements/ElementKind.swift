// ElementKind: how a write in place to an element of a list or dictionary is recognised as a change.

/// How writes to the elements of a collection are recognised.
@usableFromInline enum ElementComparison {
  /// By the elements' change records.
  case recording
  /// By comparing: a copy is kept while an element is written.
  case comparing
}

/// The functions of a collection that depend on the type of its elements. They are chosen when a store adopts it,
/// because only there the type is known. They take pointers so that nothing is copied. Which of them are called depends
/// on `comparison`. None of them is optional, because an optional function is retained while it is called.
public struct ElementKind<Element> {
  @usableFromInline let comparison: ElementComparison
  /// If recording: gives the stamp of an element.
  @usableFromInline let stamp: (UnsafePointer<Element>) -> UInt64
  /// If recording: takes an element and the stamp that was at its place before. If the element has another stamp, sets that to
  /// 0. Returns whether there is anything to report.
  @usableFromInline let settle: (UnsafeMutablePointer<Element>, UInt64) -> Bool
  /// If recording: puts a state with the same JSON in the place of an element, which does not count as a change.
  /// Returns false and does nothing if the JSON differs or if the write is a change all the same.
  @usableFromInline let replaceBySame: (UnsafeMutablePointer<Element>, UnsafePointer<Element>) -> Bool
  /// If comparing: whether two elements have the same JSON.
  @usableFromInline let areSame: (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool

  @inlinable init(
    _ comparison: ElementComparison,
    stamp: @escaping (UnsafePointer<Element>) -> UInt64 = { _ in 0 },
    settle: @escaping (UnsafeMutablePointer<Element>, UInt64) -> Bool = { _, _ in true },
    replaceBySame: @escaping (UnsafeMutablePointer<Element>, UnsafePointer<Element>) -> Bool = { _, _ in false },
    areSame: @escaping (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool = { _, _ in false }
  ) {
    self.comparison = comparison
    self.stamp = stamp
    self.settle = settle
    self.replaceBySame = replaceBySame
    self.areSame = areSame
  }
}

extension ElementKind where Element: JSONEncodable {
  @inlinable static var comparing: Self { Self(.comparing, areSame: { $0.pointee.hasSameJSON(as: $1.pointee) }) }
}

extension ElementKind where Element: RecordedState {
  @inlinable static var recording: Self {
    Self(
      .recording,
      stamp: { $0.pointee._$changes.stamp },
      settle: { element, before in
        if element.pointee._$changes.stamp != before { element.pointee._$changes.stamp = 0 }
        return element.pointee._$changes.stamp == 0 || element.pointee._$written != 0
      },
      replaceBySame: { element, new in
        element.pointee.hasSameJSON(as: new.pointee) && ChangeTracking.replaceBySame(&element.pointee, new.pointee)
      })
  }
}
