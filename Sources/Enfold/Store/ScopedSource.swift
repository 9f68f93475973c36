// ScopedSource: a part of another source's state.

/// A projection. While it has observers it is itself one observer of its parent: each commit is projected once, however
/// many there are, and nothing is projected without any.
@usableFromInline
final class ScopedSource<Parent, State>: StateSource<State>, @unchecked Sendable {
  // Unchecked: `observers`, `dead` and `level` are touched by the draining thread of the root only; the rest never
  // changes.
  @usableFromInline typealias Write = @Sendable (inout Parent, (inout State) -> Bool) -> Bool

  private let parent: StateSource<Parent>
  private let project: @Sendable (Parent) -> State
  private let write: Write?
  private let follow: @Sendable (Unmanaged<ScopedSource>) -> (UnsafePointer<Parent>) -> Void
  @exclusivity(unchecked) @usableFromInline var observers: [Observer<State>] = []
  private var dead = 0
  private var level: Observer<Parent>?

  /// - Parameters:
  ///   - write: changes the part inside the whole; nil if that is not possible.
  ///   - follow: makes what a commit of the parent calls: `tell`, with the projection. It is made by the caller, who
  ///     knows the types.
  @usableFromInline
  init(
    _ parent: StateSource<Parent>, project: @escaping @Sendable (Parent) -> State, write: Write?,
    follow: @escaping @Sendable (Unmanaged<ScopedSource>) -> (UnsafePointer<Parent>) -> Void
  ) {
    self.parent = parent
    self.project = project
    self.write = write
    self.follow = follow
    super.init()
  }

  /// Calls the observers.
  @inlinable
  func tell(_ state: State) {
    withUnsafePointer(to: state) { state in
      for index in 0..<observers.count { observers[index].notify(state) }
    }
  }

  override func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed { parent.inTurn(work) }

  override func attachNow(_ observer: Observer<State>) {
    observers.append(observer)
    if level != nil { return }
    // It keeps this source as long as it is attached; so the body need not.
    let level = Observer<Parent>(
      body: follow(Unmanaged.passUnretained(self)),
      closed: { [self] in
        let ended = observers
        observers = []
        for observer in ended { observer.close() }
      })
    self.level = level
    parent.attachNow(level)
  }

  override func detachNow(_ observer: Observer<State>) {
    dead = observers.sweep(dead + 1)
    guard observers.isEmpty, let level else { return }
    self.level = nil
    level.end()
    parent.detachNow(level)
  }

  override func withStateNow(_ body: (UnsafePointer<State>) -> Void) {
    parent.withStateNow { state in withUnsafePointer(to: project(state.pointee)) { body($0) } }
  }

  override func commitNow(_ change: (inout State) -> Bool) -> Bool? {
    guard let write else { return nil }
    return parent.commitNow { write(&$0, change) }
  }
}
