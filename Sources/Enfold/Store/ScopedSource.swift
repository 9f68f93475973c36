// ScopedSource: a part of another source's state.

/// Hands observers on to the source that it is a part of, which finds whom a commit concerns. What is computed is computed
/// once for each commit, however many observers there are, and not at all without any.
@usableFromInline
final class ScopedSource<Parent, State>: StateSource<State>, @unchecked Sendable {
  // Unchecked: `part` is touched by the draining thread of the root only; the rest never changes.
  @usableFromInline typealias Write = @Sendable (inout Parent, (inout State) -> Bool) -> Bool

  private let parent: StateSource<Parent>
  /// Where the part is; nil if it is computed.
  private let path: AnyKeyPath?
  private let project: @Sendable (Parent) -> State
  private let write: Write?
  /// What was computed from the commit that is being told.
  private let part = ComputedValue<State>()

  /// - Parameters:
  ///   - write: changes the part inside the whole; nil if that is not possible.
  @usableFromInline
  init(
    _ parent: StateSource<Parent>, at path: AnyKeyPath?, project: @escaping @Sendable (Parent) -> State, write: Write?
  ) {
    self.parent = parent
    self.path = path
    self.project = project
    self.write = write
    super.init()
  }

  override func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed { parent.inTurn(work) }

  @usableFromInline
  override func add(_ observation: Observation<State>) -> AnyObserver {
    let (parent, project, part, isComputed) = (parent, project, part, path == nil)
    return parent.add(
      observation.lifted(to: path) { whole, body in
        if let state = part.value { return withUnsafePointer(to: state) { body($0) } }
        let state = borrowed(whole, project)
        if isComputed {
          part.value = state
          parent.keepUntilTold(part)
        }
        withUnsafePointer(to: state) { body($0) }
      })
  }

  @usableFromInline
  override func remove(_ observer: AnyObserver) { parent.remove(observer) }

  override func keepUntilTold(_ part: any ComputedPart) { parent.keepUntilTold(part) }

  override func commitNow(_ change: (inout State) -> Bool) -> Bool? {
    guard let write else { return nil }
    return parent.commitNow { write(&$0, change) }
  }

  override func countsEveryAssignment(to property: AnyKeyPath) -> Bool {
    path?.appending(path: property).map { parent.countsEveryAssignment(to: $0) } ?? false
  }
}

/// A value that was computed from the state of one commit.
private final class ComputedValue<Value>: ComputedPart {
  var value: Value?

  func forget() { value = nil }
}
