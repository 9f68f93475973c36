// StateTransform: a reactor's transform(state:) at work.
import Enfold
import OpenCombine

/// Runs each committed state of a reactor through the stream that `transform(state:)` has made. The reactor shows the
/// states that come out; observers of the store see the state as it was reduced.
final class StateTransform<State: Sendable> {
  private let pipe: TransformPipe<State>
  private let commits: AnyCancellable

  /// Nil if the transform leaves the states as they are.
  init?<Action>(
    at desk: MutationDesk, _ transform: (Observable<State>) -> Observable<State>, _ link: ReactorLink<State, Action>
  ) {
    let shown = BehaviorSubject<State?>(value: nil)
    guard let pipe = TransformPipe(transform, late: { shown.onNext($0) }) else { return nil }
    self.pipe = pipe
    link.show(shown)
    if case .state(let state) = desk.look(at: State.self) { for state in pipe.push(state) { shown.onNext(state) } }
    commits = link.observe(desk, initial: false) { state in
      for state in pipe.push(state) { shown.onNext(state) }
    } closed: {
      shown.onCompleted()
    }
  }

  func end() {
    pipe.end()
    commits.cancel()
  }
}
