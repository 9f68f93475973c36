// ScopedSource: a part of another source's state.

/// A part of another source's state. It passes its observers on to that source, which finds those that a commit
/// concerns. A computed part is computed once for each commit, however many observers it has, and never if it has none.
@usableFromInline final class ScopedSource<Parent, State>: StateSource<State>, @unchecked Sendable {
  // Unchecked: `part` is touched by the draining thread of the root only; the rest never changes.
  @usableFromInline typealias Write = @Sendable (inout Parent, (inout State) -> Bool) -> Bool

  private let parent: StateSource<Parent>
  /// Where the part is, or the optional that it is in; nil if it is computed.
  private let path: AnyKeyPath?
  /// The part; nil if it is absent.
  private let project: @Sendable (Parent) -> State?
  private let write: Write?
  /// The computed part, for the commit that is being delivered.
  private let part = ComputedValue<State>()

  /// - Parameter write: changes the part inside the whole; nil if that is not possible.
  @usableFromInline init(
    _ parent: StateSource<Parent>, at path: AnyKeyPath?, project: @escaping @Sendable (Parent) -> State?,
    write: Write?
  ) {
    self.parent = parent
    self.path = path
    self.project = project
    self.write = write
    super.init()
  }

  override func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed { parent.inTurn(work) }

  @usableFromInline override func add(_ observation: Observation<State>) -> AnyObserver {
    if let offset = storedOffset {
      return parent.add(
        observation.lifted(to: path) { (whole: UnsafePointer<Parent>, body) in
          body((UnsafeRawPointer(whole) + offset).assumingMemoryBound(to: State.self))
        })
    }
    let (parent, project, part, isComputed) = (parent, project, part, path == nil)
    return parent.add(
      observation.lifted(to: path) { whole, body in
        if let state = part.value { return withUnsafePointer(to: state) { body($0) } }
        guard let state = project(whole.pointee) else { return }
        if isComputed {
          part.value = state
          parent.keepUntilTold(part)
        }
        withUnsafePointer(to: state) { body($0) }
      })
  }

  /// How many bytes into the whole the part lies; nil if it is computed, or may be absent.
  private var storedOffset: Int? {
    guard let path, type(of: path).valueType == State.self, let type = Parent.self as? any ObservableState.Type
    else { return nil }
    return KeyPathTable.of(type).offset(of: path)
  }

  @usableFromInline override func remove(_ observer: AnyObserver) { parent.remove(observer) }

  override func keepUntilTold(_ part: any ComputedPart) { parent.keepUntilTold(part) }

  override func commitNow(_ cause: StepCause, _ change: (inout State) -> Bool) -> Bool? {
    guard let write else { return nil }
    return parent.commitNow(cause) { write(&$0, change) }
  }

  override var absentPart: String {
    guard let path = path as? PartialKeyPath<Parent> else { return typeName(State.self) }
    return KeyPathTable.path(of: path).map { "\"\($0.pointer)\"" } ?? typeName(State.self)
  }

  @usableFromInline override func diagnose(_ diagnostic: Diagnostic) { parent.diagnose(diagnostic) }

  override func countsEveryAssignment(to property: AnyKeyPath) -> Bool {
    path?.appending(path: property).map { parent.countsEveryAssignment(to: $0) } ?? false
  }
}

/// A value that was computed from the state of one commit.
private final class ComputedValue<Value>: ComputedPart {
  var value: Value?

  func forget() { value = nil }
}
