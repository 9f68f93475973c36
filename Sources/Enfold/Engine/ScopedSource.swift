// ScopedSource: a part of another source's state.

/// A projection. While it has observers it is itself one observer of its parent: each commit is projected once, however
/// many there are, and nothing is projected without any.
final class ScopedSource<Parent, State>: StateSource<State>, @unchecked Sendable {
  // Unchecked: `observers` and `level` are touched by the draining thread of the root only; the rest never changes.
  private let parent: StateSource<Parent>
  private let project: @Sendable (Parent) -> State
  private let write: (@Sendable (inout Parent, (inout State) -> Bool) -> Bool)?
  private var observers: [Observer<State>] = []
  private var dead = 0
  private var level: Observer<Parent>?

  /// - Parameter write: changes the part inside the whole; nil if that is not possible.
  init(
    _ parent: StateSource<Parent>, project: @escaping @Sendable (Parent) -> State,
    write: (@Sendable (inout Parent, (inout State) -> Bool) -> Bool)?
  ) {
    self.parent = parent
    self.project = project
    self.write = write
    super.init()
  }

  override func inTurn(_ work: @escaping @Sendable (_ isOpen: Bool) -> Void) -> Performed { parent.inTurn(work) }

  override func attachNow(_ observer: Observer<State>) {
    observers.append(observer)
    if level != nil { return }
    let level = Observer<Parent>(
      body: { [unowned self] state in notify(project(state.pointee)) },
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
    guard observers.count == dead, let level else { return }
    self.level = nil
    parent.detachNow(level)
    level.clear()
  }

  override func withStateNow(_ body: (UnsafePointer<State>) -> Void) {
    parent.withStateNow { state in withUnsafePointer(to: project(state.pointee)) { body($0) } }
  }

  override func commitNow(_ change: (inout State) -> Bool) -> Bool? {
    guard let write else { return nil }
    return parent.commitNow { write(&$0, change) }
  }

  private func notify(_ state: State) {
    withUnsafePointer(to: state) { state in
      for observer in observers { observer.notify(state) }
    }
  }
}
