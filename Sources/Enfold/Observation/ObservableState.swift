// ObservableState: the protocol behind the @ObservableState macro.

/// A state whose properties are observed one by one.
///
/// Do not conform by hand: the ``ObservableState()`` macro writes everything, and the underscored requirements may
/// change with it.
public protocol ObservableState: SharingState {
  /// The key paths of the property with a number: first the properties that can be observed, in the order of
  /// `_$propertyIndex`, and then the `@Ignored` ones. Nil if there is none with this number.
  static func _$place(_ property: Int) -> PropertyPlace?

  /// Leads a walk through one property.
  func _$visit(_ property: Int, _ walk: inout ChangeWalk, _ node: ObservationNode?)

  /// Says to its record, and to those of the states that are properties inside, on which properties events depend.
  ///
  /// - Parameters:
  ///   - node: the node of its place; nil if nothing is observed there or below.
  ///   - isWatched: whether something above is observed, so that events depend on everything in it.
  mutating func _$watch(_ node: ObservationNode?, _ isWatched: Bool)

  /// Leads a walk through what changed in a state without properties, which records the changes itself.
  func _$visitReported(_ walk: inout ChangeWalk, _ root: ObservationNode)

  /// Access to a property in place, an ``InPlace``; nil if it cannot be written.
  static func _$inPlace(_ property: Int) -> Any?
}

extension ObservableState {
  @inlinable public static func _$place(_ property: Int) -> PropertyPlace? { nil }
  public func _$visitReported(_ walk: inout ChangeWalk, _ root: ObservationNode) { walk.changed(self, at: root) }
  @inlinable public static func _$inPlace(_ property: Int) -> Any? { nil }
  @inlinable public mutating func _$watch(_ node: ObservationNode?, _ isWatched: Bool) {}

  /// The index of the property that a key path leads to; nil if it leads elsewhere.
  public static func _$propertyIndex(of keyPath: PartialKeyPath<Self>) -> Int? {
    (0..<_$propertyCount).first { _$place($0)?.path == keyPath }
  }
}
